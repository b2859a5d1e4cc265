"""What a shell completes after `botwright`: games, packs, modes, variants, seats, codes and clauses by name.

Only text is searched, nothing is checked: a shell asks at every press of a key, also while the rules have errors.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import click
from click.shell_completion import CompletionItem, split_arg_string

from dsl.diagnostics.codes import registry
from tools import resources
from tools.seats import KNOWN

Names = Callable[[click.Context], Iterable[tuple[str, str]]]
"""Names with a few words on each."""

MOST_FILES = 200
_DECLARED = re.compile(r'^(mode|variant)\s+(\w+)(?:\s+"([^"\n]*)")?', re.MULTILINE)
_CLAUSE = re.compile(r"^\s*-\s*\{?\s*id:\s*([A-Z]{2,8}-[A-Z][A-Z0-9]*-[0-9]{2,3})\b", re.MULTILINE)


class NamesType(click.ParamType[Any]):
    """A parameter whose values are completed by name; files are completed as before."""

    def __init__(self, of: click.ParamType[Any], names: Names) -> None:
        self.of = of
        self.names = names
        self.name = of.name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return self.of.convert(value, param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        named = [CompletionItem(name, help=about) for name, about in self.names(ctx) if name.startswith(incomplete)]
        return named or self.of.shell_complete(ctx, param, incomplete)


def complete_names(command: click.Command) -> None:
    """Let a command and the commands below it complete names. A parameter's own name says what it is."""
    for param in command.params:
        names = _NAMES.get(param.name or "")
        if names is not None and not isinstance(param.type, NamesType):
            param.type = NamesType(param.type, names)
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        complete_names(inner)


def _games(ctx: click.Context) -> list[tuple[str, str]]:
    return [(name, "game") for name in sorted({*resources.shipped_rulesets(), *_folders("rulesets", "ruleset.yaml")})]


def _packs(ctx: click.Context) -> list[tuple[str, str]]:
    return [(name, "pack") for name in sorted({*resources.shipped_packs(), *_folders("content", "pack.yaml")})]


def _modes(ctx: click.Context) -> Iterator[tuple[str, str]]:
    yield from _declared(ctx, "mode")


def _variants(ctx: click.Context) -> Iterator[tuple[str, str]]:
    yield from _declared(ctx, "variant")


def _seats(ctx: click.Context) -> list[tuple[str, str]]:
    return [(name, "player") for name in dict.fromkeys(["human", *KNOWN])]


def _words(ctx: click.Context) -> Iterator[tuple[str, str]]:
    """What `explain` explains, but for the words of the language, which nobody needs to complete."""
    yield from sorted((code.id, code.title) for code in registry().values())
    for game, _ in _games(ctx):
        for clause in _CLAUSE.findall(_text(os.path.join(_folder(game), "clauses.yaml"))):
            yield clause, game


_NAMES: Mapping[str, Names] = {
    "game": _games,
    "pack": _packs,
    "packs": _packs,
    "needs": _packs,
    "mode": _modes,
    "variants": _variants,
    "seat": _seats,
    "seats": _seats,
    "who": _seats,
    "word": _words,
}


def _declared(ctx: click.Context, word: str) -> Iterator[tuple[str, str]]:
    """The modes or variants that the texts of the command's game declare."""
    folder = _folder(_game_of_line(ctx))
    for file in sorted(_listed(folder))[:MOST_FILES]:
        if file.endswith(".bot"):
            for declared, name, shown in _DECLARED.findall(_text(os.path.join(folder, file))):
                if declared == word:
                    yield name, shown


def _game_of_line(ctx: click.Context) -> str:
    """The game that the line names. After an option without its value, the parser has not come to the arguments."""
    parsed = ctx.params.get("game")
    if isinstance(parsed, str):
        return parsed
    games = {name for name, _ in _games(ctx)}
    return next((word for word in split_arg_string(os.environ.get("COMP_WORDS", "")) if word in games), "")


def _folder(game: str) -> str:
    if not game:
        return ""
    here = os.path.join("rulesets", game)
    shipped = resources.shipped_rulesets().get(game)
    return game if os.path.isdir(game) else here if os.path.isdir(here) or shipped is None else str(shipped)


def _folders(room: str, manifest: str) -> list[str]:
    return [name for name in _listed(room) if os.path.isfile(os.path.join(room, name, manifest))]


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder) if folder else []
    except OSError:
        return []


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read(1_000_000)
    except OSError:
        return ""
