"""Repeats a scenario in every way that a match supports: replay, fork, save and load, undo and redo.

One pass does all of it. The moves are played a second time from setup; before each move the table is saved and loaded,
the match forks, and the fork continues. After each move the bytes of the state must equal those of the first run, and
the original of the fork must be unchanged. Then the first match is undone to its start and redone to its end. Any
difference fails the scenario: it is a bug of the engine, reported at the move where it appears.
"""

from __future__ import annotations

import json
from typing import Any

from dsl.diagnostics import Span
from dsl.diagnostics.codes import failures as codes
from interpreter.execute.machine import Machine
from interpreter.execute.snapshot import canonical, read
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch
from interpreter.model.environment import RuleError
from interpreter.model.state import State
from interpreter.scenarios.dialogue import Answered, ExecutedText, Play, begin
from interpreter.scenarios.setup import Fails

PLAYED = "played again"
FORKED = "forked"
SAVED = "saved and read back"
UNDONE = "taken back"
REDONE = "taken back and done again"
Story = tuple[tuple[str, str], ...]
"""What has happened, in words."""


def prove(play: Play) -> None:
    """Repeat everything that a scenario has just done."""
    _again(play, play.machine.linked)
    _back_and_forth(play, play.machine.linked)


def _again(play: Play, linked: LinkedProgram) -> None:
    match = EngineMatch(_machine(play, read(play.points[0], linked)))
    for number, move in enumerate(play.moves):
        before, after = play.points[number : number + 2]
        match.machine.state = read(before, linked)
        fork = match.fork()
        try:
            do(fork, move)
        except (RuleError, Fails) as wrong:
            raise _differs(play, number, str(wrong)) from wrong
        actual = canonical(fork.machine.state, linked)
        if actual != after:
            raise _differs(play, number, difference(after, actual))
        left = canonical(match.machine.state, linked)
        if left != before:
            raise _unsteady(FORKED, move.span, difference(before, left))
        match = fork
    first, second = _story(play.machine), _story(match.machine)
    if first != second:
        raise _unsteady(PLAYED, play.tree.name.span, _other_story(first, second))


def _machine(play: Play, state: State) -> Machine:
    m = play.machine
    return Machine(m.linked, state, m.seed, m.seats, [], m.script)


def do(match: EngineMatch, move: ExecutedText | Answered) -> None:
    if isinstance(move, Answered):
        match.answer(move.request, move.chosen)
    else:
        begin(match.machine, move)


def _differs(play: Play, number: int, what: str) -> Fails:
    """A move had another result: tell apart whether loading the table or repeating the move caused it."""
    linked, move = play.machine.linked, play.moves[number]
    before = play.states[number]
    match = EngineMatch(_machine(play, before.fork()))
    check = SAVED
    try:
        do(match, move)
        if canonical(match.machine.state, linked) != play.points[number + 1]:
            check = PLAYED
    except (RuleError, Fails):
        check = PLAYED
    return _unsteady(check, move.span, what)


def _back_and_forth(play: Play, linked: LinkedProgram) -> None:
    """Undo every answer, then redo them all; sentences between two answers belong to the first."""
    match = play.match
    answers = [number for number, move in enumerate(play.moves) if isinstance(move, Answered)]
    for number in reversed(answers):
        _same(match.undo(), match, linked, play.points[number], UNDONE, play.moves[number].span)
    for number, later in zip(answers, [*answers, -1][1:], strict=True):
        _same(match.redo(), match, linked, play.points[later], REDONE, play.moves[number].span)


def _same(went: bool, match: EngineMatch, linked: LinkedProgram, wanted: bytes, check: str, span: Span) -> None:
    actual = canonical(match.machine.state, linked)
    if not went or actual != wanted:
        raise _unsteady(check, span, difference(wanted, actual) if went else "there is nothing to go back to")


def _unsteady(check: str, span: Span, what: str) -> Fails:
    return Fails(codes.UNSTEADY, span, check=check, what=what)


# --------------------------------------------------------------------------------------------------- differences


def _story(m: Machine) -> Story:
    return tuple((event.verb, event.words) for event in m.log or ())


def _other_story(first: Story, second: Story) -> str:
    for number, (expected, other) in enumerate(zip(first, second, strict=False), 1):
        if expected != other:
            return f"event {number} is `{other[1]}`, not `{expected[1]}`"
    return f"{len(second)} events happened, not {len(first)}"


def difference(first: bytes, second: bytes) -> str:
    """The first part in which two states differ."""
    return _part("", json.loads(first), json.loads(second))


def _part(path: str, expected: Any, actual: Any) -> str:
    if isinstance(expected, dict) and isinstance(actual, dict):
        for name in sorted({*expected, *actual}):
            if expected.get(name) != actual.get(name):
                return _part(f"{path}.{name}".lstrip("."), expected.get(name), actual.get(name))
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        for index, (left, right) in enumerate(zip(expected, actual, strict=True)):
            if left != right:
                return _part(f"{path}[{index}]", left, right)
    return f"`{path}` is {_short(actual)}, not {_short(expected)}"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 60 else text[:59] + "…"
