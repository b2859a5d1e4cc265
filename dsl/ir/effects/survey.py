"""Surveys a whole program: which verbs its rules count, respond to, wait for and read.

A match takes no trouble over what no rule ever reads, and this is where much of its speed comes from. The survey takes
every text as one that may run, whether it can be reached or not.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from dsl.ir.declarations import CheckedDeclaration
from dsl.ir.effects.event_reads import ANY, events_read
from dsl.ir.effects.walk import walk
from dsl.ir.operations import Op
from dsl.ir.rules import Clauses, Standing


@define
class Survey:
    """`rules` are all standing rules in the order of the program; the rest are names of verbs."""

    rules: list[Standing] = field(factory=list)
    counted: dict[str, set[str]] = field(factory=dict)  # with the events and windows within which; "" for the match
    answered: set[str] = field(factory=set)  # hooked or forbidden
    ending: set[str] = field(factory=set)  # some rule holds until they begin or end
    looked_at: set[str] = field(factory=set)  # some rule tests whether they are in progress
    seen_names: set[str] = field(factory=set)  # slots and kept names of events that are read from outside
    shows: bool = False  # some text shows what is hidden

    def read(self, op: Op) -> None:
        for part in walk(op):
            match part.name:
                case "standing":
                    self._rule(part.data)
                case "lasts" if part.data.until is not None:
                    self.ending.add(part.data.until[1])
                case "event_field":
                    self.seen_names.add(part.data[1])
                case "times":
                    self.counted.setdefault(part.data[0], set()).add(_bound(part))
                case "perform" if part.data[0] == "show":
                    self.shows = True
            self.looked_at.update(events_read(part))

    def _rule(self, rule: Standing) -> None:
        self.rules.append(rule)
        if rule.clauses.until is not None:
            self.ending.add(rule.clauses.until[1])
        if rule.sort != "modify":
            self.answered.add(rule.target)

    def action(self, verb: str, clauses: Clauses) -> None:
        """An action that a window offers."""
        if clauses.once_per:
            self.counted.setdefault(verb, set()).update(clauses.once_per)

    def look_backs(self) -> dict[str, frozenset[str]]:
        """The verbs that are counted only within some events and windows, with those."""
        return {verb: frozenset(bounds) for verb, bounds in self.counted.items() if "" not in bounds}

    def any_of(self, verbs: Iterable[str]) -> frozenset[str]:
        """The verbs that are read while in progress; all, if the program does not determine them."""
        return frozenset(verbs if ANY in self.looked_at else self.looked_at)


def _bound(times: Op) -> str:
    """The event or window within which something is counted; empty if it is the whole match, or not fixed."""
    labels = zip(times.data[1], times.args, strict=True)
    return next((str(op.data[1]) for label, op in labels if label == "within" and op.name == "word"), "")


def begins_others(meaning: CheckedDeclaration) -> bool:
    """Whether a flow begins other flows."""
    return meaning.sort == "flow" and any(
        part.name == "perform" and part.data[0] == "begin" for part in walk(meaning.ops[0])
    )
