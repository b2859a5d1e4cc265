"""`botwright pack`: packs a folder into one file with hashes, and compares a new version with the old one."""

from __future__ import annotations

import click

from tools.cli.common import existing, finish
from tools.packs import build_pack, diff_packs, verify_pack


@click.group
def command() -> None:
    """Build, verify and compare packs."""


@command.command(short_help="Build one file with hashes from a pack.")
@click.argument("folder", type=click.Path())
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="Output file.  [default: ID-VERSION.zip here]")
def build(folder: str, output: str | None) -> int:
    """Build one file with hashes from the pack in FOLDER, if its manifest and files are valid."""
    return finish(build_pack(existing([folder])[0], output))


@command.command(short_help="Verify that pack files are complete and unchanged.")
@click.argument("packs", nargs=-1, required=True, type=click.Path(), metavar="PACK...")
def verify(packs: tuple[str, ...]) -> int:
    """Verify that pack files are complete and unchanged; nothing is unpacked."""
    return max(finish(verify_pack(path)) for path in existing(packs))


@command.command(short_help="Show the changes between two versions of a pack.")
@click.argument("old", type=click.Path())
@click.argument("new", type=click.Path())
def diff(old: str, new: str) -> int:
    """Show the changes from OLD to NEW, and what they break for users."""
    return finish(diff_packs(*existing([old, new])))
