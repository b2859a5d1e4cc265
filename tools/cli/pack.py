"""`botwright pack`: packs a folder into one file with hashes, and compares a new version with the old one."""

from __future__ import annotations

import click

from tools.cli.common import existing, finish


@click.group
def command() -> None:
    """Build, verify and compare packs."""


@command.command
@click.argument("folder", type=click.Path())
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="Where to write.  [default: ID-VERSION.zip here]")
def build(folder: str, output: str | None) -> int:
    """Write the pack in FOLDER as one file with hashes, if its manifest and files are whole."""
    from tools.packs import build_pack

    return finish(build_pack(existing([folder])[0], output))


@command.command
@click.argument("packs", nargs=-1, required=True, type=click.Path(), metavar="PACK...")
def verify(packs: tuple[str, ...]) -> int:
    """Look whether packed packs are whole and hold what was packed; nothing is unpacked."""
    from tools.packs import verify_pack

    return max(finish(verify_pack(path)) for path in existing(packs))


@command.command
@click.argument("old", type=click.Path())
@click.argument("new", type=click.Path())
def diff(old: str, new: str) -> int:
    """Show what changes from OLD to NEW, and what breaks for those who use it."""
    from tools.packs import diff_packs

    return finish(diff_packs(*existing([old, new])))
