"""The scope of a walk that binds names: what is around a node, and what a word means there by its letters alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import define, field

from dsl.bindings.target import Target, Use
from dsl.bindings.words import capital, small
from dsl.ir.name_trace import Resolved
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.symbols import SymbolTable
from dsl.syntax import nodes as n
from dsl.text.source import Piece, Span


@define
class NameScope:
    """The names that are bound so far, the trace of the checker by places, and the heads and cards around a node."""

    piece: Piece
    symbols: SymbolTable
    resolved: dict[Span, Resolved] = field(factory=dict)
    types: dict[Span, t.Type] = field(factory=dict)
    uses: list[Use] = field(factory=list)
    locals: dict[str, list[Span]] = field(factory=dict)
    heads: list[tuple[str, frozenset[str]]] = field(factory=list)
    """The enclosing heads with the names of their slots, the innermost last."""
    in_ruleset: bool = False
    cards: list[tuple[str, n.Block | None]] = field(factory=list)
    """The kinds of the enclosing cards and parts with their bodies, the innermost last."""

    def add(self, span: Span, *targets: Target, declares: bool = False, quoted: bool = False) -> None:
        if targets and span[0] < span[1]:
            annotated = self.types.get(span)
            resolved = self.resolved.get(span)
            stated = annotated if annotated is not None else resolved.op.type if resolved is not None else None
            typed = t.show(stated) if stated is not None and not isinstance(stated, t.UnknownT) else ""
            self.uses.append(Use(*span, tuple(dict.fromkeys(targets)), declares, quoted, typed))

    def word(self, name: str, span: Span, last: bool = False) -> Span:
        """The place of a word inside a node that keeps it as text."""
        places = [
            match.span() for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", self.piece.text[slice(*span)])
        ]
        if not places:
            return span[0], span[0]
        start, end = places[-1 if last else 0]
        return span[0] + start, span[0] + end

    def names_of(self, verb: str) -> Iterator[str]:
        sig = self.symbols.verbs.get(verb)
        if sig is not None:
            yield from (slot.name for slot in sig.slots)
            yield from sig.keeps

    def innermost(self) -> str:
        return self.heads[-1][0] if self.heads else ""

    def any(self, text: str) -> tuple[Target, ...]:
        """A word of the program by its letters alone."""
        if self.slots(text):
            return self.slots(text)
        target = capital(text, self.symbols) if text[:1].isupper() else small(text, self.symbols)
        if target is not None:
            return (target,)
        if text[:1].isupper():
            return (Target("card", text),)
        if self.in_ruleset:
            return (Target("mode", text),)
        if text in self.locals:
            return (Target("local", text, str(self.locals[text][0][0])),)
        return self.symbols_named(text)

    def locals_named(self, text: str, span: Span) -> tuple[Target, ...]:
        seen = self.resolved.get(span)
        if seen is not None:
            place = seen.scope.local_places.get(text)
            if place is not None and place.file == self.piece.file:
                start = place.start - self.piece.start
                if self.piece.text[start : start + len(text)] == text:
                    return (Target("local", text, str(start)),)
        slots = self.slots(text)
        if slots:
            return slots
        before = [place for place in self.locals.get(text, ()) if place[0] < span[0]]
        before = before or self.locals.get(text, [])
        return (Target("local", text, str(before[-1][0])),) if before else (Target("builtin", text),)

    def slots(self, text: str) -> tuple[Target, ...]:
        """A slot or parameter of the innermost head that has one of this name."""
        for head, names in reversed(self.heads):
            if text in names:
                verbs = head.split("|")
                mine = [verb for verb in verbs if len(verbs) == 1 or text in set(self.names_of(verb))]
                return tuple(Target("slot", text, verb) for verb in mine or verbs)
        return ()

    def declare_local(self, name: n.Name) -> None:
        self.add(name.span, Target("local", name.text, str(name.span[0])), declares=True)

    def result(self, name: n.Name) -> None:
        """`as x`: a new name, or a name that the head keeps."""
        kept = any(name.text in names for _, names in self.heads[-1:])
        if kept:
            self.add(name.span, *self.slots(name.text))
        else:
            self.declare_local(name)

    def field_targets(self, data: object, text: str) -> tuple[Target, ...]:
        kind = str(data[0]) if isinstance(data, tuple) and data[0] is not None else ""
        sig = self.symbols.field(kind, text) if kind else None
        if sig is None:
            return () if kind in self.symbols.kinds and not kind else (Target("builtin", text),)
        return self._with_siblings(sig.kind, text)

    def _with_siblings(self, kind: str, text: str) -> tuple[Target, ...]:
        """A field; with those of the same name in other branches, because a text may mean any of them."""
        others = [other for other in self.symbols.declared_by(text) if other != kind]
        root = self.symbols.lineage(kind)[-1]
        near = [
            other for other in others if self.symbols.lineage(other)[-1] == root and root not in ("Player", "Table")
        ]
        return tuple(Target("field", text, owner) for owner in (kind, *near))

    def fields_named(self, text: str) -> tuple[Target, ...]:
        return tuple(Target("field", text, kind) for kind in self.symbols.declared_by(text))

    def symbols_named(self, text: str) -> tuple[Target, ...]:
        return tuple(Target("symbol", text, owner) for owner in self.symbols.symbol_sets.get(text, ()))

    def card_field(self, text: str) -> tuple[Target, ...]:
        if not self.cards:
            return ()
        sig = self.symbols.field(self.cards[-1][0], text)
        return () if sig is None else (Target("field", text, sig.kind),)

    def verb(self, name: n.Name) -> None:
        if name.text in self.symbols.verbs and self.symbols.verbs[name.text].sort != "builtin":
            self.add(name.span, Target("verb", name.text))
        elif name.text in builtins.VERBS:
            self.add(name.span, Target("builtin", name.text))

    def capital(self, name: n.Name) -> None:
        target = capital(name.text, self.symbols)
        if target is not None:
            self.add(name.span, target)
