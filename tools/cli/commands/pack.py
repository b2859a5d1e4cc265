"""`botwright pack`: packs a folder into one file with hashes, and compares a new version with the old one."""

from __future__ import annotations

import click
from attrs import evolve

from dsl.lazy import lazy_module
from tools.cli.common import existing, finish
from tools.packs import build_pack, diff_packs, verify_pack
from tools.packs.load import load_pack

played = lazy_module("tools.pack_changes.played")
words = lazy_module("tools.pack_changes.words")


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
@click.option("--scenarios", is_flag=True, help="Run the scenarios of both, and show those that come out differently.")
@click.option(
    "--games", type=click.IntRange(0, 100_000), default=0, metavar="N", show_default=True,
    help="Play N seeded games with both, and show how many come out differently.",
)  # fmt: skip
def diff(old: str, new: str, scenarios: bool, games: int) -> int:
    """Show the changes from OLD to NEW in words, and what they break for users.

    \b
    botwright pack diff my_pack-1.0.0.zip my_pack
    botwright pack diff my_pack-1.0.0.zip my_pack --scenarios --games 1000
    """
    paths = existing([old, new])
    answer = diff_packs(paths[0], paths[1], words.changes_in_words)
    more = played.scenario_changes(*paths) if scenarios else []
    if games:
        more.append(played.game_changes(load_pack(paths[0]), load_pack(paths[1]), (paths[0], paths[1]), games))
    return finish(evolve(answer, text=answer.text + "".join(f"  {line}\n" for line in more if line)))
