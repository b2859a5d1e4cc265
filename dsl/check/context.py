"""What a text can see where it stands: who `it`, `me` and `that` are, the local names, the events that are going on.

A `Context` is made by whoever opens a scope (a hook, an effect, a `where`) and handed down; inner scopes never change
outer ones. It also collects what is found: diagnostics, the footprint, and names of cards that only the whole pack can
resolve (`wants`).
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Any

from attrs import field, fields, frozen

from dsl.diagnostics import Label
from dsl.diagnostics.codes import Code
from dsl.diagnostics.codes import names as codes
from dsl.diagnostics.codes.text import TOO_LARGE
from dsl.ir.findings import Findings
from dsl.ir.footprint import Footprint
from dsl.names import types as t
from dsl.names.signatures import VerbSig
from dsl.names.symbols import Symbols, unread
from dsl.syntax import nodes as n
from dsl.text.limits import LOCAL_NAMES
from dsl.text.source import Place, Span

NO_SEATS = ("?",)
"""The seats of a scenario that forgot to name them."""


@frozen
class Context:
    """One scope. `where` names the sort of text for messages: `an effect`, `a hook`, `a define` …"""

    symbols: Symbols
    findings: Findings
    where: str
    locals: dict[str, t.Type] = field(factory=dict)
    local_places: dict[str, Place] = field(factory=dict)
    partial: dict[str, tuple[str, str]] = field(factory=dict)  # names of some verbs of a hook: one has it, one lacks it
    it: t.Type | None = None
    me: bool = False
    that: t.Type | None = None
    verb: VerbSig | None = None  # of the effect itself, or the one that a hook answers
    hook: str = ""  # before, after or instead of
    going_on: frozenset[str] = frozenset()
    any_event: bool = False  # a script or define: who runs it decides what is going on
    loops: bool = False
    cards: dict[str, str] | None = None  # id or shown name -> kind, when the content is known
    children: dict[str, str] = field(factory=dict)  # parts of the thing at hand: id or shown name -> kind
    seats: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()  # modes and variants that are certainly on
    pure: bool = False
    kept: frozenset[str] = frozenset()  # local names that may be set again
    gives: t.Type | None = None  # what `result` must be, where a head says so
    doing: bool = False  # inside sentences, where a standing rule must say how long it holds
    events: dict[str, frozenset[str]] = field(factory=dict)  # what is going on whenever a verb or window is

    def inner(self, **changes: Any) -> Context:
        """A scope inside this one, with local names of its own."""
        values = {name: getattr(self, name) for name in _FIELDS}
        values["locals"], values["local_places"] = dict(self.locals), dict(self.local_places)
        values["partial"] = dict(self.partial) if self.partial else {}
        values.update(changes)
        return Context(**values)

    def report(self, code: Code, span: Span, **words: Any) -> None:
        """Report, unless it is about a name whose own declaration could not be read: that is reported already."""
        if code.id.startswith("BW20") and unread(str(words.get("name", "")), self.symbols.broken):
            return
        self.findings.report(code, span, **words)

    @property
    def footprint(self) -> Footprint:
        return self.findings.footprint

    def name(self, id: n.Name, type: t.Type) -> None:
        """Give a local name; a second meaning is an error that shows both."""
        if self.check_new(id):
            if len(self.locals) == LOCAL_NAMES:  # every scope inside copies them
                limit = f"{LOCAL_NAMES:,} names"
                self.report(TOO_LARGE, id.span, what="this body", limit=limit, name="LOCAL_NAMES")
            elif len(self.locals) > LOCAL_NAMES:
                return
            self.locals[id.text] = type
            self.local_places[id.text] = self.findings.piece.place(id.span)

    def check_new(self, id: n.Name) -> bool:
        if id.text in self.locals:
            notes = [Label(self.local_places[id.text], "its first meaning")] if id.text in self.local_places else []
            what = "something else"
            if not notes and self.verb is not None and any(slot.name == id.text for slot in self.verb.slots):
                what = f"a slot of `{self.verb.name}`"
                notes = [Label(self.verb.place, "the head that names it")] if self.verb.place is not None else []
            self.report(codes.SHADOW, id.span, name=id.text, what=what, notes=notes)
            return False
        return True

    def with_locals(self, names: Iterable[tuple[str, t.Type]], **changes: Any) -> Context:
        found = self.inner(**changes)
        found.locals.update(names)
        return found


_FIELDS = tuple(field.name for field in fields(Context))


def events_and(around: frozenset[str], more: AbstractSet[str]) -> frozenset[str]:
    """Events that are going on, with more of them. Either set may name every verb of a game, so neither is copied
    without need."""
    if not more or more is around or (len(more) <= len(around) and more <= around):
        return around
    return frozenset(more) if not around else around | more
