"""The possible effects of a text: fields read and changed, verbs performed, things shown, questions asked.

Authors never declare a footprint; the checker computes it. Reactions ("an effect that would discard"), the search for
trigger cycles, caching and the fast path of the engine all read it.
"""

from __future__ import annotations

from attrs import define, field


@define
class Footprint:
    """Fields are `Kind.name`; verbs, rules, marks and windows are their names."""

    reads: set[str] = field(factory=set)
    changes: set[str] = field(factory=set)
    performs: set[str] = field(factory=set)
    asks_rules: set[str] = field(factory=set)
    shows: set[str] = field(factory=set)
    opens: set[str] = field(factory=set)
    gives: set[str] = field(factory=set)
    loses: set[str] = field(factory=set)
    names: set[str] = field(factory=set)  # everything that the text names at all, for the search for unused ones
    may_ask: bool = False

    def add(self, other: Footprint) -> None:
        self.reads |= other.reads
        self.changes |= other.changes
        self.performs |= other.performs
        self.asks_rules |= other.asks_rules
        self.shows |= other.shows
        self.opens |= other.opens
        self.gives |= other.gives
        self.loses |= other.loses
        self.names |= other.names
        self.may_ask |= other.may_ask
