"""Explanations as plain values, and in words: steps, each with the rule, its place, its clauses and what it read.

Nothing here knows where an explanation comes from. A tool shows it line by line, or takes the values and makes its own
picture of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import frozen

from dsl.ir.passages import Passage, Spot
from interpreter.instrument.faults import in_words
from interpreter.instrument.reads import Values

Sort = Literal[
    "event", "called", "change", "overruled", "set", "base", "value", "refusal", "note",
    "answer", "die", "chance", "start",
]  # fmt: skip
ENDS = ("answer", "die", "chance", "start")
"""The sorts of steps that a chain of causes can end with."""
_ENDINGS = {
    "answer": "started by answer {number}: ",
    "die": "started by a die: ",
    "chance": "started by chance: ",
    "start": "",
}


@frozen
class Step:
    """One step: what it is, which rule it comes from, on whom that is written, where, in whose words."""

    sort: Sort
    says: str
    rule: str = ""
    bearer: str = ""
    spot: Spot | None = None
    text: str = ""
    clauses: tuple[str, ...] = ()
    values: Values = ()
    inputs: tuple[str, ...] = ()
    number: int | None = None  # of an event in the log, of an answer

    def told(self, first: bool) -> Iterator[str]:
        number = f"event {self.number}: " if self.sort == "event" and self.number is not None else ""
        if self.sort in _ENDINGS:
            which = (
                _ENDINGS[self.sort] if self.number is not None or self.sort != "answer" else "started by an answer: "
            )
            yield "  " + which.replace("{number}", str(self.number)) + self.says
        elif self.sort in ("event", "refusal", "value", "set"):
            yield f"{'' if first or self.sort != 'event' else 'because of '}{number}{self.says}"
        else:
            yield f"  {self.says}"
        where = " ".join(
            part
            for part in (
                f"{self.rule}{f' of {self.bearer}' if self.bearer else ''}" if self.rule else "",
                f"at {self.spot}:" if self.spot is not None else "",
                self.text,
                f"({', '.join(self.clauses)})" if self.clauses else "",
            )
            if part
        )
        if where:
            yield f"    {where}"
        read = "; ".join(part for part in (in_words(self.values), *self.inputs) if part)
        if read:
            yield f"    where {read}"


@frozen
class Explanation:
    """What somebody asked about, the answer in one sentence, and the steps that lead to it.

    `possible` is for questions why something cannot be done: whether it can after all.
    """

    about: str
    verdict: str
    steps: tuple[Step, ...] = ()
    possible: bool | None = None

    def lines(self) -> list[str]:
        """The whole in words, line by line."""
        found = [self.verdict] if self.verdict else []
        for index, step in enumerate(self.steps):
            told = list(step.told(index == 0))
            found += told[1:] if told[0].strip() and self.verdict.endswith(told[0].strip()) else told
        return found


def step_at(
    sort: Sort,
    says: str,
    passage: Passage | None,
    *,
    bearer: str = "",
    clauses: tuple[str, ...] = (),
    values: Values = (),
    inputs: tuple[str, ...] = (),
    number: int | None = None,
) -> Step:
    """A step at a place of the source, or without one. It cites what is given, else what the place cites."""
    if passage is None:
        return Step(sort, says, "", bearer, None, "", clauses, values, inputs, number)
    who, cites = passage.borne_by(bearer), clauses or passage.cites
    return Step(sort, says, passage.name, who, passage.spot, passage.text, cites, values, inputs, number)
