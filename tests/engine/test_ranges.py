"""A kept number that would leave its range stops at its end, wherever it is kept; by both backends."""

from __future__ import annotations

import pytest

from interpreter.link.linked_program import LinkedProgram
from interpreter.match import begin
from interpreter.playout import CompiledProgram as Compiled
from tests.engine.tables import HEAD, play, player, program, table

GAME = (
    HEAD
    + """
symbols Hue { red, blue }
kind Unit { might: 0..9 = 3 }
extend Player { keeps scores: table by Hue of 0..5 = 0; zone yard of Unit }
extend Table { keeps story: list of number = []; keeps base: 0..99 = 50; keeps first: 0..9 = 50 - 30 }
Unit Ogre { might 9 }
effect note number: number { story += [number] }
effect hit by power: number {
  keeps force: 0..4 = power
  note force
  force += 3
  note force
  force -= 9
  note force
  force = base
  note force
  inside
  note force
}
effect inside during hit { hit.force -= 2; note hit.force; hit.force += 50; note hit.force }
effect free { keeps sum = 1; sum -= 5; note sum; keeps many = count(players); many -= 9; note many }
effect counted {
  keeps left: 0..3 = 3
  repeat while left > 0 at most 9 { left -= 2 }
  note left
}
effect rows by me {
  me.scores[red] += 9
  me.scores[blue] -= 3
}
before hit if power is 2 { modify force by 7 }
"""
)
FLOW = """
action go by me during Main { hit by 1; hit by 2; hit by 8; free; counted; rows; note first }
action idle by me during Main { }
window Main { offer one to active }
flow Match { repeat { phase turn by first(players) { open Main } } }
"""
STORY = (
    *(1, 4, 0, 4, 2, 4, 4),  # one that is hit
    *(4, 4, 0, 4, 2, 4, 4),  # what a hook has changed before
    *(4, 4, 0, 4, 2, 4, 4),  # a first value that is too much
    *(-4, -7),  # where no range is said there is none
    *(0, 9),
)


def test_the_reference_stops_at_the_ends() -> None:
    match = play(GAME + FLOW)
    match.answer(match.requests[0].id, (0,))
    assert table(match, "story") == STORY
    scores = player(match, "Ann", "scores")
    assert dict(scores.rows) == {"red": 5, "blue": 0}  # type: ignore[attr-defined]


@pytest.mark.parametrize("times", [1, 30])
def test_compiled_code_stops_there_too(times: int) -> None:
    text = GAME + FLOW
    linked = LinkedProgram(program(text))
    Compiled(linked)
    match = begin(linked, ("Ann", "Ben"))
    for _ in range(times):
        match.answer(match.requests[0].id, (0,))
    assert table(match, "story") == STORY * times
