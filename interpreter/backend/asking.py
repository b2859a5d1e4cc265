"""Questions of emitted code: whoever answers is called where the question is.

While several seats decide together, the answers of each are recorded; afterwards the recordings are played back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from interpreter.compiled.support import Bail
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import equal
from interpreter.model.requests import Fits
from interpreter.model.state import Thing, Value

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


def most_steps() -> int:
    """So many steps of one decision are certainly not too much work for the reference."""
    return min(limits.STEPS_PER_DECISION, limits.WORK // limits.WORK_OF_A_STEP)


def begin_decision(m: Machine) -> None:
    """Steps and work are counted from here. Events are counted by the match: with too many, or if the reference could
    find it too much work to come here, the reference plays it."""
    cells = m.state.cells
    if cells[s.EVENT_COUNT] > limits.EVENTS_PER_MATCH or m.meter.left < cells[s.STEPS] * limits.WORK_OF_A_STEP:
        raise Bail
    cells[s.STEPS] = 0
    m.meter.left = limits.WORK


def ask(
    m: Machine, sort: str, who: Thing | None, number: int, least: int, most: int, values: Sequence[Value] = ()
) -> tuple[int, ...]:
    """A question by the numbers of its options."""
    if number > limits.OPTIONS or who is None:
        raise Bail
    state = m.state
    begin_decision(m)
    state.next_request += 1
    if m.heard is not None or state.tape:
        return ask_together(m, sort, who, number, least, most, None, values)
    answer: tuple[int, ...] = m.answerer.ask(sort, who, number, least, most, None)
    return answer


def ask_together(
    m: Machine, sort: str, who: Thing, number: int, least: int, most: int, fits: Fits, values: Sequence[Value]
) -> tuple[int, ...]:
    """The same while several seats decide together, or when their decisions are carried out."""
    played = played_back(m, number, least, most, fits, values)
    if played is not None:
        return played
    answer: tuple[int, ...] = m.answerer.ask(sort, who, number, least, most, fits)
    m.remember("answer", (tuple([values[index] for index in answer]), answer))
    return answer


def played_back(
    m: Machine, number: int, least: int, most: int, fits: Fits, values: Sequence[Value]
) -> tuple[int, ...] | None:
    """The recorded answer to a question; none if it has to be asked."""
    tape = m.state.tape
    if not tape or tape[0][0] != "answer":
        return None
    wanted, indexes = tape[0][1]
    m.state.tape = tape[1:]
    chosen = []
    for value, index in zip(wanted, indexes, strict=True):
        if index < len(values) and values[index] == value and value not in values[:index]:
            chosen.append(index)
            continue
        fitting = [at for at, option in enumerate(values) if equal(option, value)]
        if fitting:
            chosen.append(fitting[0])
        elif index < number:
            chosen.append(index)
    answer = tuple(chosen)
    if len(set(answer)) != len(answer) or not least <= len(answer) <= most or (fits is not None and answer not in fits):
        m.state.tape = ()  # other seats have changed the question: ask it after all
        return None
    m.remember("answer", (tuple([values[index] for index in answer]), answer))
    return answer


def offered(m: Machine, window: str, player: Thing, moves: list[Any], must: int) -> Any:
    """What a player does of some legal moves."""
    state = m.state
    begin_decision(m)
    state.next_request += 1
    if m.heard is not None or state.tape:
        played = played_back(m, len(moves), must, 1, None, moves)
        if played is not None:
            return moves[played[0]] if played else None
    answer = m.answerer.act(m, window, player, moves, must)
    if m.heard is not None:
        m.remember("answer", (tuple([moves[index] for index in answer]), answer))
    return moves[answer[0]] if answer else None
