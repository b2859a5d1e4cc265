"""Whole games by chance: everything can be explained, a trace changes nothing, and reasons are those of the engine."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

import pytest

from dsl.names.symbols import players_range
from interpreter.evaluate import things
from interpreter.evaluate.domain import domain
from interpreter.execute.action_checks import refusal
from interpreter.execute.legality import bringers
from interpreter.execute.machine import Machine
from interpreter.explain.explanation import ENDS, Explanation
from interpreter.explain.refusals import refused
from interpreter.explain.why import why, why_not
from interpreter.match import EngineMatch, begin
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.frames import WINDOW
from interpreter.model.moves import Move
from tests.explain.explained import stands_there
from tests.shipped import GAMES, linked, mode, program, texts
from tools.play import by_chance, seat_names

DECISIONS = 40
COMPARED = 15


@pytest.fixture
def short_of_breath(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STEPS_PER_DECISION", 3_000)


def sources(game: str) -> dict[str, str]:
    """The files of a game by name; a name that two files share is left out."""
    by_name: dict[str, list[str]] = {}
    for folder in GAMES[game]:
        for path in texts(folder):
            by_name.setdefault(path.name, []).append(path.read_text("utf-8"))
    return {name: same[0] for name, same in by_name.items() if len(same) == 1}


def laid(game: str, seed: int, trace: bool = False) -> EngineMatch:
    least, most = players_range(program(game).symbols, [mode(game)] if mode(game) else [])
    return begin(linked(game), seat_names(max(least, min(2, most))), seed, trace=trace)


def goes_on(match: EngineMatch, seed: int, number: int) -> bool:
    """Answer by chance; false at the end of the match."""
    if match.over:
        return False
    request = match.requests[0]
    match.answer(request.id, by_chance(request, seed, number))
    return True


@pytest.mark.usefixtures("short_of_breath")
@pytest.mark.parametrize("game", GAMES)
def test_every_event_of_a_game_leads_to_an_answer_a_die_or_the_start(game: str) -> None:
    match, known_texts = laid(game, 7, trace=True), sources(game)
    for number in range(DECISIONS):
        if not goes_on(match, 7, number):
            break
    assert match.events
    for event in match.events:
        explanation = why(match, event)
        assert explanation.steps, event
        assert explanation.steps[-1].sort in ENDS, (event, explanation)
        assert explanation.lines()
        result = tuple(step for step in explanation.steps if step.spot is not None and step.spot.file in known_texts)
        stands_there(Explanation("", "", result), known_texts)


@pytest.mark.usefixtures("short_of_breath")
@pytest.mark.parametrize("game", GAMES)
def test_a_trace_changes_nothing(game: str) -> None:
    match, plain = laid(game, 9, trace=True), laid(game, 9)
    for number in range(COMPARED):
        if not goes_on(match, 9, number):
            assert not goes_on(plain, 9, number)
            break
        assert goes_on(plain, 9, number)
        ours, theirs = match.machine.state, plain.machine.state
        assert (ours.cells, ours.requests) == (theirs.cells, theirs.requests)
        assert (ours.scopes, ours.events, len(ours.frames)) == (theirs.scopes, theirs.events, len(theirs.frames))
    assert match.events == plain.events


@pytest.mark.usefixtures("short_of_breath")
@pytest.mark.parametrize("game", GAMES)
def test_reasons_are_those_of_the_engine_and_what_is_offered_is_possible(game: str) -> None:
    match = laid(game, 11)
    compared = 0
    for number in range(DECISIONS):
        request = match.requests[0]
        m = match.fork().machine
        if request.sort == "act" and m.state.frames[-1][0] == WINDOW:
            for option in request.options[:2]:
                assert isinstance(option.value, Move)
                assert why_not(match, option.value).possible is True
            compared += sum(1 for _ in same_reasons(m, request.seat))
        if compared > 150 or not goes_on(match, 11, number) or match.over:
            break
    assert compared or game == "montoons"  # montoons begins with many choices


def same_reasons(m: Machine, seat: str) -> Iterator[None]:
    """Hold what is refused in detail against what the engine refuses, for some fillings of every action."""
    player = things.find(m, seat, "Player")
    assert player is not None
    for action in m.linked.actions[m.open_window() or ""]:
        slots = [slot for slot in m.linked.verbs[action.op.data].slots if slot.name != "me"]
        for it, extra in islice(bringers(m, action, player), 2):
            for filling in islice(product(*(domain(m, slot.type) for slot in slots)), 6):
                names = [slot.name for slot in slots]
                values = {**dict(zip(names, filling, strict=True)), "me": player, **extra}
                expected = refusal(m, action, values, it, player)
                given = refused(m, action, values, it, player)
                assert (given.reason if given else None) == (expected[0] if expected else None)
                yield


@pytest.mark.usefixtures("short_of_breath")
@pytest.mark.parametrize("game", GAMES)
def test_ladders_end_at_the_value_that_the_engine_sees(game: str) -> None:
    match = laid(game, 3)
    for number in range(COMPARED):
        if not goes_on(match, 3, number):
            break
    m = match.machine
    for shape in m.linked.layout.kinds.values():
        stats = [name for name, sig in shape.fields.items() if sig.sort == "stat"]
        for thing in m.state.cells[s.FIRST_KIND + shape.index][:2]:
            for name in stats:
                explanation = why(match, (thing, name))
                changes = [step for step in explanation.steps if step.sort == "change"]
                if changes:
                    assert explanation.verdict.endswith(f" is {changes[-1].says.rsplit(' -> ', 1)[1]}")
