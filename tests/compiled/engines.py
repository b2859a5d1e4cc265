"""One small game on every engine: the reference, compiled texts, the compiled flow, and the flow without stops.

`outcomes` plays the same answers on each and says what came of it, so that a test can ask whether all agree.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from attrs import frozen

from interpreter.compiled import jit
from interpreter.compiled.jit import Jit
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import begin
from interpreter.model.environment import RuleError
from interpreter.playout import CompiledProgram
from tests.engine.tables import program

SEATS = ("Ann", "Ben")


@frozen
class Outcome:
    """How a match went: a fault of the rules with its words, else the cells and who has won."""

    fault: str
    cells: tuple[object, ...]
    winners: tuple[str, ...] | None


def reference(text: str, answers: Sequence[int]) -> Outcome:
    return _match(LinkedProgram(program(text)), answers)


def compiled_texts(text: str, answers: Sequence[int]) -> Outcome:
    """Every text and expression compiled at its first use."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit, "OFTEN", 1)
        linked = LinkedProgram(program(text))
        linked.fast = Jit(linked)
        return _match(linked, answers)


def compiled_flow(text: str, answers: Sequence[int]) -> Outcome | None:
    """The whole flow as one function; none if it cannot be one."""
    flow = CompiledProgram(LinkedProgram(program(text)))
    if flow.flow is None:
        return None
    try:
        match = flow.start(SEATS, 1)
        for index in answers:
            if match.over:
                break
            match.answer((index,))
    except RuleError as wrong:
        return Outcome(f"{wrong.code} {wrong.message}", (), None)
    return Outcome("", tuple(match.machine.state.cells), match.result if match.over else None)


def straight(text: str, answers: Sequence[int]) -> Outcome | None:
    """The flow without stops; none if it cannot be so, or leaves the match to the reference."""
    flow = CompiledProgram(LinkedProgram(program(text)))
    if flow.through is None:
        return None
    waiting = list(answers)

    class Stopped(Exception):
        pass

    def one(number: int) -> int:
        if not waiting:
            raise Stopped
        return waiting.pop(0)

    try:
        cells = flow.play(SEATS, 1, one, lambda number, least, most: (one(number),))
    except Exception:  # noqa: BLE001  (whatever it is, the reference plays the match instead)
        return None
    return Outcome("", tuple(cells), flow.winners(cells))


def outcomes(text: str, answers: Sequence[int]) -> dict[str, Outcome]:
    """What comes of a game on every engine that plays it."""
    ways = {"reference": reference, "texts": compiled_texts, "flow": compiled_flow, "straight": straight}
    by_name = {name: way(text, answers) for name, way in ways.items()}
    return {name: outcome for name, outcome in by_name.items() if outcome is not None}


def _match(linked: LinkedProgram, answers: Sequence[int]) -> Outcome:
    try:
        match = begin(linked, SEATS, 1, log=False)
        for index in answers:
            if match.over:
                break
            match.answer(match.requests[0].id, (index,))
    except RuleError as wrong:
        return Outcome(f"{wrong.code} {wrong.message}", (), None)
    return Outcome("", tuple(match.machine.state.cells), match.result if match.over else None)
