"""Finds a card by its name or its file, in the packs of this project and those that come with Botwright."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from attrs import evolve, frozen

from dsl.diagnostics import did_you_mean
from dsl.ir.cards import Head, head_of
from dsl.packs.manifest import PackManifest
from dsl.parse import parse_piece
from dsl.syntax import nodes as n
from dsl.syntax.decode import decode
from dsl.text.source import Piece, pieces
from tools.matches.game_index import PACKS, games, packs
from tools.packs.load import load_pack
from tools.resources import RULESET_MANIFEST

TESTS = "tests"
_FORM = re.compile(r"^[A-Z][^\n{]*", re.MULTILINE)
"""The head of a form, which begins with its kind in the first column."""


class TrialRefused(Exception):
    """The card cannot be tried; the text says why."""


@frozen
class FoundCard:
    """A card, the folder of its pack, and the game of that pack."""

    head: Head
    folder: Path
    game: str

    @property
    def is_of_the_game(self) -> bool:
        """Whether the game itself declares the card, not a pack."""
        return (self.folder / RULESET_MANIFEST).is_file()


def find_card(wanted: str, packs_given: tuple[str, ...] = ()) -> FoundCard:
    """The card with this name or in this file; those of the packs that are given and of this project come first."""
    folders = [Path(_folder(pack)) for pack in packs_given]
    if wanted.endswith(".bot") and os.path.isfile(wanted):
        return _first_of(Path(wanted))
    folders += sorted(packs().values(), key=lambda folder: (folder.is_absolute(), folder.name))
    folders += games().values()
    names: list[str] = []
    for folder in dict.fromkeys(folders):
        for head in _heads(folder):
            if wanted in (head.id, head.shown) or wanted.replace("_", " ").lower() == head.shown.lower():
                return FoundCard(head, folder, _game(folder))
            names.append(head.shown)
    advice = did_you_mean(wanted, names) or "`botwright cards PACK` lists the cards of a pack"
    raise TrialRefused(f"there is no card `{wanted}`: {advice}")


def _folder(pack: str) -> str:
    here = os.path.join(PACKS, pack)
    return pack if os.path.isdir(pack) else here if os.path.isdir(here) else str(packs().get(pack, pack))


def _first_of(file: Path) -> FoundCard:
    folder = next((above for above in file.parents if (above / "pack.yaml").is_file()), None)
    head = next(_heads_of(file), None)
    if folder is None:
        raise TrialRefused(f"`{file}` is not in a pack: no folder above it has a `pack.yaml`")
    if head is None:
        raise TrialRefused(f"`{file}` contains no card")
    return FoundCard(head, folder, _game(folder))


def _game(folder: Path) -> str:
    if (folder / RULESET_MANIFEST).is_file():
        return folder.name
    manifest = load_pack(str(folder)).manifest
    if not isinstance(manifest, PackManifest):
        raise TrialRefused(f"`{folder}` is not a pack: `botwright check {folder}` says why")
    return str(manifest.ruleset.id)


def _heads(folder: Path) -> Iterator[Head]:
    for file in sorted(folder.rglob("*.bot")):
        if TESTS not in file.relative_to(folder).parts:
            yield from _heads_of(file)


def _heads_of(file: Path) -> Iterator[Head]:
    for piece in pieces_of(file):
        first = _FORM.search(piece.text)
        if first is not None:
            # without its items: only its name is wanted, and its text may have mistakes
            tree = parse_piece(evolve(piece, text=f"{first[0]} {{ }}", digest="")).tree
            if isinstance(tree, n.Thing):
                yield head_of(tree)


def pieces_of(file: Path) -> list[Piece]:
    decoded = decode(str(file), file.read_bytes())
    return list(pieces(decoded.source)) if decoded.readable else []
