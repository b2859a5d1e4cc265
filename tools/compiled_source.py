"""Prints generated code next to its source lines; looks it up by name in the installed games."""

from __future__ import annotations

import json
from collections.abc import Sequence

from dsl.diagnostics import did_you_mean
from interpreter.compiled.annotated_source import Listed, listing, names
from tools.matches.game_index import games, is_path
from tools.matches.games import load

WIDTH = 76
"""The width of the code column; longer lines push the source text to the right."""


class UnknownName(Exception):
    """No declaration has this name."""


def look_up(name: str, game: str | None, mode: str | None, packs: Sequence[str]) -> list[Listed]:
    """The generated code of a declaration, in the given game or in the first installed game that has it."""
    all_names: list[str] = []
    for game_name in [game] if game is not None else _searched(name):
        loaded = load(game_name, mode, packs=packs or None)
        linked = loaded.linked()
        listed = listing(linked, loaded.name if is_path(name) else name)
        if listed:
            return listed
        all_names += names(linked)
    advice = did_you_mean(name, all_names)
    raise UnknownName(f"nothing is called `{name}`" + (f": {advice}" if advice else ": name its game with `--game`"))


def _searched(name: str) -> list[str]:
    """The named game; without a name, all games."""
    every = list(games())
    return [name] if name in every or is_path(name) else every


def as_text(lines: list[Listed]) -> str:
    """The code; the first line generated from a sentence is followed by the position and text of that sentence."""
    written, last = [], ""
    for line in lines:
        beside = f"# {line.passage.spot}  {line.passage.text}" if line.passage is not None else ""
        if beside in ("", last) or line.text.startswith("#"):
            written.append(line.text)
        else:
            written.append(f"{line.text:<{WIDTH}}  {beside}")
            last = beside
    return "\n".join(written).strip("\n") + "\n"


def as_json(name: str, lines: list[Listed]) -> str:
    rows = [
        {
            "code": line.text,
            "file": line.passage.spot.file if line.passage is not None else None,
            "line": line.passage.spot.line if line.passage is not None else None,
            "source": line.passage.text if line.passage is not None else None,
        }
        for line in lines
    ]
    return json.dumps({"format_version": 1, "name": name, "lines": rows}, ensure_ascii=False, indent=2) + "\n"
