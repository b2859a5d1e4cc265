"""Explanations as plain values and in words: steps, each with its rule, source location, clauses and the values read.

This module does not know how an explanation was found. A tool shows it line by line, or renders the values its own way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import frozen

from dsl.ir.passages import Passage, Spot
from interpreter.instrument.faults import in_words
from interpreter.instrument.reads import Values

StepKind = Literal[
    "event", "called", "change", "overruled", "set", "base", "value", "refusal", "note",
    "answer", "die", "chance", "start",
]  # fmt: skip
ENDS = ("answer", "die", "chance", "start")
"""The kinds of steps that can end a chain of causes."""
_ENDINGS = {
    "answer": "started by answer {number}: ",
    "die": "started by a die: ",
    "chance": "started by chance: ",
    "start": "",
}


@frozen
class ExplanationStep:
    """One step: its rule, the bearer and source of that rule, its words, clauses and values."""

    sort: StepKind
    says: str
    rule: str = ""
    bearer: str = ""
    spot: Spot | None = None
    text: str = ""
    clauses: tuple[str, ...] = ()
    values: Values = ()
    inputs: tuple[str, ...] = ()
    number: int | None = None  # of an event in the log, or of an answer

    def lines(self, first: bool) -> Iterator[str]:
        has_number = self.number is not None and self.number >= 0  # others have no number that a reader could ask about
        number = f"event {self.number}: " if self.sort == "event" and has_number else ""
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
    """The question, the answer in one sentence, and the steps that lead to it.

    `possible` is for questions why something cannot be done: whether it can after all.
    """

    about: str
    verdict: str
    steps: tuple[ExplanationStep, ...] = ()
    possible: bool | None = None

    def lines(self) -> list[str]:
        """The whole in words, line by line."""
        lines = [self.verdict] if self.verdict else []
        for index, step in enumerate(self.steps):
            step_lines = list(step.lines(index == 0))
            lines += (
                step_lines[1:] if step_lines[0].strip() and self.verdict.endswith(step_lines[0].strip()) else step_lines
            )
        return lines


def step_at(
    kind: StepKind,
    says: str,
    passage: Passage | None,
    *,
    bearer: str = "",
    clauses: tuple[str, ...] = (),
    values: Values = (),
    inputs: tuple[str, ...] = (),
    number: int | None = None,
) -> ExplanationStep:
    """A step at a passage of the source, or without one. It cites the given clauses, else those of the passage."""
    if passage is None:
        return ExplanationStep(kind, says, "", bearer, None, "", clauses, values, inputs, number)
    holder, cites = passage.borne_by(bearer), clauses or passage.cites
    return ExplanationStep(kind, says, passage.name, holder, passage.spot, passage.text, cites, values, inputs, number)
