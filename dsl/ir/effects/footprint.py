"""What a text may do: the verbs that it performs, the rules that it asks, the windows that it opens, the names it uses.

Authors never declare it; the checker records it. The search for unused declarations reads it, and so does `would`
("an effect that would discard").
"""

from __future__ import annotations

from attrs import define, field


@define
class Footprint:
    """Verbs, rules, marks and windows are known by their names."""

    performs: set[str] = field(factory=set)
    asks_rules: set[str] = field(factory=set)
    opens: set[str] = field(factory=set)
    loses: set[str] = field(factory=set)
    names: set[str] = field(factory=set)  # everything that the text names at all, for the search for unused ones

    def add(self, other: Footprint) -> None:
        self.performs |= other.performs
        self.asks_rules |= other.asks_rules
        self.opens |= other.opens
        self.loses |= other.loses
        self.names |= other.names
