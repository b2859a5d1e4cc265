"""The scope of a text: the types of `it`, `me` and `that`, the local names, the events in progress.

A `Context` is created for each scope (a hook, an effect, a `where`) and passed down; inner scopes never change outer
ones. It also collects results: diagnostics, the footprint, and names of cards that only the whole pack can resolve
(`wants`).
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Any

from attrs import field, frozen

from dsl.diagnostics import Label
from dsl.diagnostics.codes import Code
from dsl.diagnostics.codes import names as codes
from dsl.diagnostics.codes.text import TOO_LARGE
from dsl.ir.effects.footprint import Footprint
from dsl.ir.findings import Findings
from dsl.ir.name_trace import Named
from dsl.names import types as t
from dsl.names.signatures import VerbSig
from dsl.names.symbols import SymbolTable, unread
from dsl.syntax import nodes as n
from dsl.text.limits import LOCAL_NAMES
from dsl.text.source import Place, Span

NO_SEATS = ("?",)
"""The seats of a scenario that does not name them."""


@frozen(slots=False)
class Context:
    """One scope. `where` describes the text for messages: `an effect`, `a hook`, `a define` …"""

    symbols: SymbolTable
    findings: Findings
    where: str
    locals: dict[str, t.Type] = field(factory=dict)
    local_places: dict[str, Place] = field(factory=dict)
    partial: dict[str, tuple[str, str]] = field(
        factory=dict
    )  # names that only some verbs of a hook have: a verb with it, a verb without it
    it: t.Type | None = None
    me: bool = False
    that: t.Type | None = None
    verb: VerbSig | None = None  # the effect itself, or the verb of a hook
    hook: str = ""  # before, after or instead of
    going_on: frozenset[str] = frozenset()
    any_event: bool = False  # a script or define: its caller determines the events in progress
    loops: bool = False
    cards: dict[str, str] | None = None  # id or display name -> kind, if all cards are known
    children: dict[str, str] = field(factory=dict)  # parts of the current thing: id or display name -> kind
    seats: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()  # modes and variants that are certainly active
    pure: bool = False
    kept: frozenset[str] = frozenset()  # local names that can be assigned again
    gives: t.Type | None = None  # the type of `result`, if the head declares it
    doing: bool = False  # inside sentences, where a rule must state its duration
    events: dict[str, frozenset[str]] = field(factory=dict)  # the events in progress around each verb and window

    def inner(self, **changes: Any) -> Context:
        """A nested scope with its own copy of the local names."""
        inner = object.__new__(Context)
        values = inner.__dict__  # a scope for every value of every card: `evolve` takes ten times as long
        values.update(self.__dict__)
        values["locals"], values["local_places"] = self.locals.copy(), self.local_places.copy()
        values["partial"] = self.partial.copy()
        values.update(changes)
        return inner

    def report(self, code: Code, span: Span, **words: Any) -> None:
        """Report, unless the error is about a name whose declaration could not be read: that is already reported."""
        if code.id.startswith("BW20") and unread(str(words.get("name", "")), self.symbols.broken):
            return
        self.findings.report(code, span, **words)

    @property
    def footprint(self) -> Footprint:
        return self.findings.footprint

    def name(self, id: n.Name, type: t.Type) -> None:
        """Declare a local name; a second declaration is an error that shows both."""
        if self.check_new(id):
            if len(self.locals) == LOCAL_NAMES:  # every nested scope copies them
                limit = f"{LOCAL_NAMES:,} names"
                self.report(TOO_LARGE, id.span, what="this body", limit=limit, name="LOCAL_NAMES")
            elif len(self.locals) > LOCAL_NAMES:
                return
            if self.findings.trace is not None:
                self.findings.trace.named.append(Named(id, type))
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
        inner = self.inner(**changes)
        inner.locals.update(names)
        return inner


def union_of_events(events: frozenset[str], more: AbstractSet[str]) -> frozenset[str]:
    """The union of two sets of events. Either may contain every verb of a game, so neither is copied without need."""
    if not more or more is events or (len(more) <= len(events) and more <= events):
        return events
    return frozenset(more) if not events else events | more
