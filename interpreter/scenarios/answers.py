"""Matches an answer line of a scenario with the options of a question.

An answer must have the form of the question and be specific enough to name one option; the result is the numbers of
options. An answer that does not match fails the scenario, with the possible answers.
"""

from __future__ import annotations

from attrs import frozen

import dsl.check.expressions as ex
import interpreter.evaluate.expressions as expressions
import interpreter.scenarios.answer_lines as words
import interpreter.scenarios.presence as presence
from dsl.diagnostics import Span
from dsl.diagnostics.codes import failures as codes
from dsl.ir.operations import Op
from dsl.syntax import nodes as n
from interpreter.execute.machine import Machine
from interpreter.explain.resolve_words import TypedWords
from interpreter.model.environment import equal
from interpreter.model.moves import Move
from interpreter.model.requests import EngineRequest
from interpreter.scenarios.setup import Fails

ANSWERS: dict[str, tuple[str, ...]] = {
    "yes": ("may",),
    "no": ("may",),
    "tell": ("ask",),
    "phrase": ("act",),
    "choose": ("choose", "either", "pay", "arrange", "order"),
}
"""The questions that each form of answer can answer; a pass answers any question that allows it."""


@frozen
class Answers:
    """The answers to one question."""

    saying: TypedWords
    request: EngineRequest

    def chosen(self, step: n.Answer) -> tuple[int, ...]:
        """The numbers of the options that a line names."""
        if step.form != "pass" and self.request.sort not in ANSWERS[step.form]:
            raise self._not_offered(step, step.span)
        match step.form:
            case "pass" | "no":
                return ()
            case "yes":
                return (0,)
            case "phrase":
                return (self._move(step),)
        indexes: list[int] = []
        for node in step.values:
            op = ex.value(node, self.saying.cx.inner(me=True))
            fitting = [
                i for i, option in enumerate(self.request.options) if i not in indexes and self.saying.meant(option, op)
            ]
            if not fitting:
                raise self._not_offered(step, node.span)
            presence.must_be_one(self.saying, op, (self.request.options[i].value for i in fitting))
            indexes.append(fitting[0])
        return tuple(indexes)

    def _not_offered(self, step: n.Answer, span: Span) -> Fails:
        text, request = self.saying.cx.findings.piece.text, self.request
        lines = words.lines(self.saying.machine, request)
        said = text[slice(*step.span)]
        if len(step.values) > 1:  # only one slot is wrong
            said = f"{step.seat.text}: {step.form} {text[slice(*span)]}"
        asked, near = words.asked(request), words.near(said, lines)
        if span == step.span:
            span = (step.seat.span[1] + 1, step.span[1])
            span = (span[0] + len(text[slice(*span)]) - len(text[slice(*span)].lstrip()), span[1])
        return Fails(
            codes.NOT_OFFERED, span, said=f"`{text[slice(*span)]}`", seat=request.seat, asked=asked, lines=near
        )

    def _move(self, step: n.Answer) -> int:
        assert step.phrase is not None
        saying, request = self.saying, self.request
        wanted = saying.filled(step.phrase)
        fitting = []
        for index, option in enumerate(request.options):
            move = option.value
            if isinstance(move, Move) and move.verb == step.phrase.verb.text and saying.is_said(move, wanted):
                fitting.append((_unsaid(saying.machine, move, wanted), index))
        if not fitting:
            raise self._not_offered(step, step.phrase.span)
        least, index = min(fitting)
        meant = [words.line(saying.machine, request, (other,)) for unsaid, other in fitting if unsaid == least]
        if len(set(meant)) > 1:
            why, lines = "this is ambiguous", f"say which: {words.listed(dict.fromkeys(meant))}"
            raise Fails(codes.WRONG_COUNT, step.phrase.span, seat=request.seat, why=why, lines=lines)
        alike = [dict(request.options[other].value.values) for unsaid, other in fitting if unsaid == least]
        for name, op in wanted.items():
            presence.must_be_one(saying, op, (values.get(name) for values in alike))
        return index


def _unsaid(m: Machine, move: Move, wanted: dict[str, Op]) -> int:
    """The number of slot values of a move that the phrase does not state, apart from empty and default ones."""
    slots = {slot.name: slot for slot in m.linked.signatures[move.verb].slots}
    count = 0
    for name, filled in move.values:
        slot = slots.get(name)
        if name in wanted or slot is None or name == "me" or filled is None:
            continue
        if isinstance(filled, tuple):
            count += len(filled)
        elif slot.default is None or not equal(filled, expressions.default(m, "verb", move.verb, name)):
            count += 1
    return count
