"""Finds the places in the rules that cite a clause, and the changes that disable each of them.

A place is the smallest construct that has the citation: a declaration, a field, a hook, a `require … because …`. It is
disabled by removing it. Where other rules need it, so that nothing would check without it, it stays and does nothing,
or a part of it is changed: a line is removed, a value becomes a plain one, a number, a condition or a printed symbol is
replaced. (A clause may say what does not happen; then an effect that does nothing obeys it, and only another condition
breaks it.) A nested construct with its own citation is a separate place and is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.syntax.walk import walk
from tools.testing.mutants import Mutant, emptied, mutants, parts, without
from tools.testing.suites import Suite


@frozen
class Citation:
    """A construct in a declaration that cites clauses."""

    parsed: Parsed
    node: n.Node
    cites: tuple[str, ...]
    other_symbols: Mapping[str, tuple[str, ...]]
    """For each symbol of the program, the others of its set."""

    @property
    def spot(self) -> tuple[str, int, int]:
        return self.parsed.piece.file, *self.parsed.piece.position(self.node.span[0])

    @property
    def words(self) -> str:
        """Its short description: `action strike`, `require`, `stat health`, `Bot Rusty`."""
        word = _sort(self.node)
        named = next(
            (node for name in ("id", "name", "verb", "stat") if (node := getattr(self.node, name, None))), None
        )
        return f"{word} {named.text}" if isinstance(named, n.Name) else word

    def ways(self) -> Iterator[tuple[Mutant, ...]]:
        """The ways to disable it: first remove it; for scenarios that cannot run without it, the other changes."""
        yield (without(self.parsed, self.node),)
        yield (*emptied(self.parsed, self.node), *self._small())

    def _small(self) -> Iterator[Mutant]:
        apart = [other.span for other in walk(self.node) if other is not self.node and any(_own(other))]
        start, end = self.node.span
        for mutant in (*parts(self.parsed, self.node), *self._symbols(), *mutants(self.parsed)):
            first, last = mutant.span
            if start <= first and last <= end and not any(a < last and first < b for a, b in apart):
                yield mutant

    def _symbols(self) -> Iterator[Mutant]:
        """A card that has another symbol printed on it: without any it would not check."""
        if isinstance(self.node, n.Phrase):
            for name in walk(self.node):
                if isinstance(name, n.Name) and self.other_symbols.get(name.text):
                    yield Mutant(self.parsed, name.span, self.other_symbols[name.text], "part")


def places(suite: Suite) -> Iterator[Citation]:
    """All places of a unit's own texts, in the order of the text; those of its tests enforce nothing."""
    symbols = _other_symbols(suite)
    for unit in suite.units:
        for parsed in unit.pieces:
            if parsed.piece.file in suite.own and parsed.tree is not None and not isinstance(parsed.tree, n.Scenario):
                for node in walk(parsed.tree):
                    cited = tuple(dict.fromkeys(_own(node)))
                    if cited and not _unenforced(parsed.tree) and not _unenforced(node):
                        yield Citation(parsed, node, cited, symbols)


def _other_symbols(suite: Suite) -> dict[str, tuple[str, ...]]:
    trees = (parsed.tree for unit in suite.units for parsed in unit.pieces)
    sets = [[member.id.text for member in tree.members] for tree in trees if isinstance(tree, n.Symbols)]
    return {name: tuple(other for other in names if other != name) for names in sets for name in names}


def _own(node: n.Node) -> Iterator[str]:
    """The clauses that this node itself cites."""
    marks, because = getattr(node, "marks", None), getattr(node, "because", None)
    if isinstance(marks, n.Marks):
        yield from (cite.clause for cite in marks.cites)
    if isinstance(because, n.Cite):
        yield because.clause


def _unenforced(node: n.Node) -> bool:
    marks = getattr(node, "marks", None)
    return isinstance(marks, n.Marks) and marks.unenforced is not None


def _sort(node: n.Node) -> str:
    match node:
        case n.Thing(kind=kind):
            return kind.text
        case n.Kind(extends=True):
            return "extend"
        case n.Mode(variant=True):
            return "variant"
        case n.Forbid(allows=True):
            return "allow"
        case n.Hook(word=word):
            return word
        case n.Printed():
            return "field"
        case n.Phrase():
            return "sentence"
        case n.RulingOption():
            return "option"
        case _:
            return type(node).__name__.lower()
