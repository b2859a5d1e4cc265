"""`botwright new`: a working skeleton to start from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from tools.cli.common import CommandFailed, UsageError
from tools.cli.output import note, say
from tools.report.escape import printable
from tools.skeleton import new_card, new_game, new_keyword, new_pack
from tools.skeleton.project_paths import SkeletonRefused

if TYPE_CHECKING:
    from tools.skeleton import Created


@click.group
def command() -> None:
    """Create a game, a pack, a card or a keyword. Existing files are never changed."""


@command.command(short_help="Create a game with a scenario and a pack.")
@click.argument("name")
def game(name: str) -> int:
    """Create the game NAME in rulesets/NAME, with a passing scenario and a pack with a first card."""
    return _make(lambda: new_game(name))


@command.command(short_help="Create a pack of a game.")
@click.argument("name")
@click.option("--game", "-g", required=True, help="Game that the pack is for: a name or a folder.")
@click.option("--needs", multiple=True, help="Pack whose cards it uses (default: those that stand by themselves).")
@click.option("--kind", "-k", help="Kind of the first card, as the game declares it.")
def pack(name: str, game: str, needs: tuple[str, ...], kind: str | None) -> int:
    """Create the pack NAME in content/NAME, with a first card that can be played at once."""
    return _make(lambda: new_pack(name, game, needs, kind))


@command.command(short_help="Create a card in its own file.")
@click.argument("name")
@click.option("--pack", "-p", required=True, help="Pack that the card belongs to: a name or a folder.")
@click.option("--kind", "-k", required=True, help="Kind of the card, as the game declares it.")
def card(name: str, pack: str, kind: str) -> int:
    """Create the card NAME in its own file: a copy of a card of its kind, or with all fields that the kind needs."""
    return _make(lambda: new_card(name, pack, kind))


@command.command(short_help="Create a keyword, and a card with it.")
@click.argument("name")
@click.option("--pack", "-p", required=True, help="Pack that the keyword belongs to: a name or a folder.")
@click.option("--kind", "-k", help="Kind of the things that have it, as the game declares it.")
def keyword(name: str, pack: str, kind: str | None) -> int:
    """Create the keyword NAME in its own file, with a rule that can be changed, and a card that has it."""
    return _make(lambda: new_keyword(name, pack, kind))


def _make(make: Callable[[], Created]) -> int:
    try:
        created = make()
    except SkeletonRefused as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        where = f"`{error.filename}`" if error.filename else "it"
        raise CommandFailed(f"{where} could not be written: {error.strerror or error}") from None
    say(f"wrote {printable(path)}" for path in created.files)
    note(f"next: {created.next}")
    return 0
