"""The games that are counted: all rulesets with their packs, all probes, and the small games of the benchmarks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from dsl.packs.manifest import PackManifest
from dsl.parse import parse_source
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.text.source import Source
from tools.constructs.catalogue import Use, all_constructs
from tools.constructs.count import uses
from tools.packs.load import load_pack

FOLDERS = ("rulesets", "tests/probes", "tests/benchmarks/games")
_NO_CARDS = ("Board", "Map", "Shape", "Deck")
"""Forms that are drawings and lists, and are not counted among the cards."""


@frozen
class Counted:
    """One game: the constructs it uses, and the number of lines of each of its cards."""

    name: str
    used: frozenset[Use]
    cards: tuple[int, ...]


def counted(root: Path) -> list[Counted]:
    return [_count(folder, root) for folder in folders(root)]


def folders(root: Path) -> list[Path]:
    """Each game once: a complete game replaces a probe of the same name."""
    paths: dict[str, Path] = {}
    for room in FOLDERS:
        for path in sorted((root / room).glob("*/ruleset.yaml")):
            paths.setdefault(path.parent.name, path.parent)
    return list(paths.values())


def _count(folder: Path, root: Path) -> Counted:
    constructs = frozenset(all_constructs())
    used: set[Use] = set()
    cards: list[int] = []
    for path, parsed in _pieces([folder, *_packs(folder.name, root)]):
        if parsed.tree is None:
            continue
        used.update(use for use in uses(parsed.tree) if use in constructs)
        if isinstance(parsed.tree, n.Thing) and parsed.tree.kind.text not in _NO_CARDS and "tests" not in path:
            begin, end = parsed.tree.span
            cards.append(parsed.piece.text[begin:end].count("\n") + 1)
    return Counted(folder.name, frozenset(used), tuple(cards))


def _pieces(paths: list[Path]) -> Iterator[tuple[tuple[str, ...], Parsed]]:
    for folder in paths:
        for path in sorted(folder.rglob("*.bot")):
            for parsed in parse_source(Source(path.name, path.read_text(encoding="utf-8"))):
                yield path.relative_to(folder).parts[:-1], parsed


def _packs(game: str, root: Path) -> list[Path]:
    """The packs of a ruleset in the same project."""
    packs = []
    for path in sorted((root / "content").glob("*/pack.yaml")):
        manifest = load_pack(str(path.parent)).manifest
        if isinstance(manifest, PackManifest) and manifest.ruleset.id == game:
            packs.append(path.parent)
    return packs
