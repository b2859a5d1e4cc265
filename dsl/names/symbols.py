"""The symbol tables: every name that a program declares, by namespace.

Verbs, fields and names have separate namespaces, so `damage` may be a verb, a field and a kept number. A table maps a
name to a signature. Signatures are created in one pass over the declarations, before any body is read, so the order
of declarations and files never matters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import define, field

from dsl.names import types as t
from dsl.names.signatures import (
    ComboSig,
    DieSig,
    FieldSig,
    InferredKey,
    KindSig,
    LayerSig,
    MarkSig,
    RuleSig,
    RulingSig,
    Simple,
    VerbSig,
    WindowSig,
)
from dsl.syntax import nodes as n
from dsl.text.limits import KIND_LINEAGE, PLAYERS
from dsl.text.source import Place

WORD = re.compile(r"[^\W\d]\w*")


def unread(name: str, broken: set[str]) -> bool:
    """Whether a name may be that of a text that could not be read: that is reported already."""
    words = WORD.findall(name)
    return bool(words) and all(word in broken or word[0].swapcase() + word[1:] in broken for word in words)


@define
class SymbolTable:
    """Every declared name of a program, with its signature."""

    kinds: dict[str, KindSig] = field(factory=dict)
    symbols: dict[str, Simple] = field(factory=dict)
    dice: dict[str, DieSig] = field(factory=dict)
    tables: dict[str, Simple] = field(factory=dict)
    combos: dict[str, ComboSig] = field(factory=dict)
    currencies: dict[str, Simple] = field(factory=dict)
    layers: dict[str, LayerSig] = field(factory=dict)
    rules: dict[str, RuleSig] = field(factory=dict)
    verbs: dict[str, VerbSig] = field(factory=dict)
    marks: dict[str, MarkSig] = field(factory=dict)
    windows: dict[str, WindowSig] = field(factory=dict)
    flows: dict[str, Simple] = field(factory=dict)
    rulings: dict[str, RulingSig] = field(factory=dict)
    modes: dict[str, Simple] = field(factory=dict)
    boards: dict[str, set[str]] = field(factory=dict)  # a board by id and by shown name -> the kinds of its spaces
    ruleset: n.Ruleset | None = None
    ruleset_place: Place | None = None
    settings: dict[str, str] = field(factory=dict)  # entries of the ruleset whose value is a word
    symbol_sets: dict[str, list[str]] = field(factory=dict)  # member -> the sets that have it
    inferred: dict[InferredKey, t.Type] = field(factory=dict)  # types that heads leave out, once they are settled
    readers: dict[InferredKey, Callable[[], t.Type]] = field(factory=dict)  # how each of them is read from its body
    lacking: list[InferredKey] | None = None  # while a body is read for its type: the types that it lacks
    settled: bool = False  # all heads are collected, so derived facts may be cached
    lineages: dict[str, tuple[str, ...]] = field(factory=dict)
    all_fields: dict[str, dict[str, FieldSig]] = field(factory=dict)
    declaring: dict[str, list[str]] = field(factory=dict)  # name of a field -> the kinds that declare it
    heirs: dict[tuple[str, str], str | None] = field(factory=dict)
    broken: set[str] = field(factory=set)  # words of declarations that could not be read: silence about them

    def lineage(self, kind: str) -> tuple[str, ...]:
        """A kind and its parents, nearest first; a cycle is cut."""
        cached = self.lineages.get(kind)
        if cached is not None:
            return cached
        chain: dict[str, None] = {}
        current: str | None = kind
        while current is not None and current not in chain and len(chain) <= KIND_LINEAGE:
            chain[current] = None
            sig = self.kinds.get(current)
            current = sig.base if sig else None
        lineage = tuple(chain)
        if self.settled:
            self.lineages[kind] = lineage
        return lineage

    def field(self, kind: str, name: str) -> FieldSig | None:
        for ancestor in self.lineage(kind):
            sig = self.kinds.get(ancestor)
            if sig and name in sig.fields:
                return sig.fields[name]
        return None

    def beside(self, kind: str) -> str:
        """The common kind of all spaces that share a board with this kind; the kind itself if it is on no board."""
        shared_kind = kind
        for kinds in self.boards.values():
            spaces = [space for space in sorted(kinds) if "Space" in self.lineage(space)]
            if any(kind in self.lineage(space) or space in self.lineage(kind) for space in spaces):
                for space in spaces:
                    shared = self.lineage(space)
                    shared_kind = next(name for name in self.lineage(shared_kind) if name in shared)
        return shared_kind

    def fields(self, kind: str) -> dict[str, FieldSig]:
        """All fields of a kind, inherited ones first. The result is shared and must not be changed."""
        cached = self.all_fields.get(kind)
        if cached is not None:
            return cached
        fields: dict[str, FieldSig] = {}
        for ancestor in reversed(self.lineage(kind)):
            sig = self.kinds.get(ancestor)
            if sig:
                fields.update(sig.fields)
        if self.settled:
            self.all_fields[kind] = fields
        return fields

    def declared_by(self, name: str) -> Sequence[str]:
        """The kinds that declare a field of this name."""
        if not self.settled:
            return [kind for kind, sig in self.kinds.items() if name in sig.fields]
        if not self.declaring:
            for kind, sig in self.kinds.items():
                for own in sig.fields:
                    self.declaring.setdefault(own, []).append(kind)
        return self.declaring.get(name, ())

    def heir_field(self, kind: str, name: str) -> FieldSig | None:
        """A field that only some of the kinds have that are of this one: that of the first of them."""
        key = (kind, name)
        if key not in self.heirs:
            heirs = self.declared_by(name)
            is_heir = (other for other in heirs if name in self.kinds[other].fields and kind in self.lineage(other))
            heir = next(is_heir, None) if kind not in ("Player", "Table") else None
            if not self.settled:
                return self.kinds[heir].fields[name] if heir else None
            self.heirs[key] = heir
        heir = self.heirs[key]
        return self.kinds[heir].fields[name] if heir else None

    def called(self, name: str) -> Place | None:
        """The place of the declaration with this capitalised name."""
        rooms: tuple[Mapping[str, KindSig | Simple | MarkSig], ...] = (
            self.kinds, self.symbols, self.dice, self.currencies, self.marks, self.windows, self.flows
        )  # fmt: skip
        return next((room[name].place for room in reversed(rooms) if name in room), None)

    def capital(self) -> dict[str, tuple[str, Place]]:
        """All names with a capital letter, with their sort: they share one namespace, so a name has one meaning."""
        rooms: tuple[tuple[str, dict[str, object]], ...] = (
            ("a kind", dict(self.kinds)), ("a set of symbols", dict(self.symbols)), ("a die", dict(self.dice)),
            ("a currency", dict(self.currencies)), ("a keyword or status", dict(self.marks)),
            ("a window", dict(self.windows)), ("a flow", dict(self.flows)),
        )  # fmt: skip
        return {name: (what, sig.place) for what, room in rooms for name, sig in room.items()}  # type: ignore[attr-defined]


ANY_NUMBER = PLAYERS
"""The numbers of players if the ruleset does not state them."""


def players_range(rooms: SymbolTable, modes: Iterable[str] = ()) -> tuple[int, int]:
    """How many can play, from the ruleset's own entry; those modes and variants may narrow it."""
    least, most = players_entry(rooms.ruleset.body) if rooms.ruleset else (1, ANY_NUMBER)
    for name in modes:
        mode = rooms.modes.get(name)
        if mode is not None and isinstance(mode.node, n.Mode):
            low, high = players_entry(mode.node.body)
            least, most = max(least, low), min(most, high)
    return least, most


def players_entry(body: n.Block) -> tuple[int, int]:
    """The line `players 2..4` of a ruleset or mode; any number by default."""
    for line in body.lines:
        if isinstance(line, n.Phrase) and line.verb.text == "players":
            match line.object:
                case n.NumberRange(low=n.Number(value=low), high=n.Number(value=high)):
                    return low, high
                case n.Number(value=exactly):
                    return exactly, exactly
    return 1, ANY_NUMBER
