"""Scenarios are proved: an engine that forgets, remembers or tells too much is found by a scenario that would pass.

Each test breaks the engine in one way and looks for the check that notices.
"""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

import interpreter.evaluate.assignments as assignments
import interpreter.evaluate.narration as narration
import interpreter.scenarios.replays as checks
from interpreter.execute.machine import Machine
from interpreter.match import EngineMatch
from interpreter.model.state import State
from tests.scenarios.scenes import outcomes, scene, told

RULES = "effect tire by me { choose one of me.discard as card; move card to me.hand; me.points += 1 }"
TEXT = scene(
    'given Oilcan in Ann.discard, "Spare Wheel" in Ann.discard, Oilcan in Ben.discard, "Spare Wheel" in Ben.discard',
    "do tire by Ann", "Ann: choose Oilcan", "do tire by Ben", "Ben: choose Oilcan", "then Ann.points is Ben.points",
    rules=RULES,
)  # fmt: skip


def test_it_passes_as_long_as_nothing_is_broken() -> None:
    assert told(TEXT) == ""


def test_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Something is counted outside of the state."""
    count = iter(range(1_000))
    right = assignments.clamped

    def wrong(new: Any, type: Any) -> Any:
        return right(new, type) + next(count) // 2

    monkeypatch.setattr(assignments, "clamped", wrong)
    assert "BW6311]: played again, the scenario takes a different course: `cells[" in told(TEXT)


def test_played_again_with_other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    count = iter(range(1_000))
    right = narration.note

    def wrong(m: Machine, event: list[Any]) -> None:
        right(m, event)
        assert m.log
        m.log[-1] = evolve(m.log[-1], words=f"{m.log[-1].words} ({next(count)})")

    monkeypatch.setattr(narration, "note", wrong)
    assert "BW6311]: played again, the scenario takes a different course: event 1 is `tire by Ann (2)`" in told(TEXT)


def test_saved_and_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part of the state is not written down."""
    right = checks.read

    def wrong(data: bytes, linked: Any) -> State:
        state = right(data, linked)
        state.cells = [cell if index != 1 else cell + 1 for index, cell in enumerate(state.cells)]
        return state

    monkeypatch.setattr(checks, "read", wrong)
    said = told(TEXT)
    assert "BW6311]: saved and read back, the scenario takes a different course: `cells[1]` is 1, not 0" in said
    assert "do tire by Ann" in said


def test_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy that is none: what is done there is done here."""
    right = State.fork

    def wrong(state: State) -> State:
        copy = right(state)
        copy.cells = state.cells
        return copy

    monkeypatch.setattr(State, "fork", wrong)
    assert "BW6311]: forked, the scenario takes a different course: `cells[" in told(TEXT)


def test_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    right = EngineMatch.undo

    def wrong(match: EngineMatch, keep: Any = None) -> bool:
        went = right(match, keep)
        match.machine.state = match.machine.state.fork()
        match.machine.state.next_request += 1
        return went

    monkeypatch.setattr(EngineMatch, "undo", wrong)
    said = told(TEXT)
    assert "BW6311]: taken back, the scenario takes a different course: `next_request` is 4, not 3" in said
    assert "Ben: choose Oilcan" in said


def test_taken_back_to_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EngineMatch, "undo", lambda match: False)
    assert "taken back, the scenario takes a different course: there is nothing to go back to" in told(TEXT)


def test_taken_back_and_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    right = EngineMatch.redo

    def wrong(match: EngineMatch, keep: Any = None) -> bool:
        went = right(match, keep)
        match.machine.state = evolve(match.machine.state, tape=(("draw", 1),))
        return went

    monkeypatch.setattr(EngineMatch, "redo", wrong)
    assert "BW6311]: taken back and done again, the scenario takes a different course: `tape` is" in told(TEXT)


# ------------------------------------------------------------------------------------------------------------ secrets

LAPS = "laps += 1"
PEEK = f"effect peek by me {{ for each p in players {{ if some(p.hand, price is 1) {{ {LAPS} }} }} }}"
GIVEN = "given Oilcan in Ben.hand"


def leaks(*steps: str, rules: str = "") -> list[str]:
    return [outcome.message for outcome in outcomes(scene(*steps, rules=rules)) if not outcome.passed]


def test_a_rule_that_looks_into_a_hand() -> None:
    result = leaks(GIVEN, "do peek by Ann", "then laps is 1", rules=PEEK)
    assert result == ["BW6312: something shown to Ann depends on `Oilcan` in `Ben.hand`, which is hidden from Ann"]


def test_the_card_that_is_to_blame_is_named() -> None:
    rules = "effect peek by me { for each p in players { if some(p.hand, price is 2) { laps += 1 } } }"
    steps = 'given Oilcan in Ben.hand, "Spare Wheel" in Ben.hand, Oilcan in Ben.hand'
    (result,) = leaks(steps, "do peek by Ann", "then laps is 1", rules=rules)
    assert "`Spare Wheel` in `Ben.hand`" in result


def test_a_leak_through_what_somebody_is_asked() -> None:
    rules = "effect peek by me { choose one of players where some(hand, price is 1) as who else { stop }; may by me { laps += 1 } }"
    (result,) = leaks(GIVEN, "do peek by Ann", "Ann: no", "then laps is 0", rules=rules)
    assert result.startswith("BW6312: something shown to Ann depends on `Oilcan`")


@pytest.mark.parametrize(
    "steps, rules",
    [
        ((GIVEN, "do peek by Ann", "then laps is 1 and Oilcan in Ben.hand"), PEEK),  # it is named
        ((GIVEN, "do peek by Ann", "then laps is 1"), PEEK.replace("{ if", "{ show p.hand to players; if")),  # shown
        ((GIVEN, "do peek by Ann", "then laps is 1"), PEEK.replace(LAPS, "move p.hand to p.discard; laps += 1")),  # seen
        ((GIVEN, "do peek by Ben", "then count(Ben.hand) is 1"), "effect peek by me { if some(me.hand, price is 9) { stop } }"),
        ((GIVEN, "do peek by Ann", "then laps is 1"), "effect peek by me { laps = count(foe.hand) }"),
        # who has the card is asked, and only he: that he is asked at all tells something, but by the rules
        ((GIVEN, "do peek by Ben", "Ben: no", "then laps is 0"),
         "effect peek by me { if some(me.hand, price is 1) { may by me { laps += 1 } } }"),
    ],
)  # fmt: skip
def test_what_is_no_secret_or_comes_to_light(steps: tuple[str, ...], rules: str) -> None:
    assert leaks(*steps, rules=rules) == []
