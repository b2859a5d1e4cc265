"""Goals are asked from the first phase on; in a game without phases from the first question on."""

from __future__ import annotations

import pytest

from interpreter.link.linked_program import LinkedProgram
from interpreter.playout import CompiledProgram as Compiled
from interpreter.scenarios.run import run_scenario
from tests.engine.tables import asked, play, program, say

TURNS = """
extend Player { keeps chips: 0..9 = 0 }
effect deal by p: Player { p.chips += 1 }
effect gain by p: Player { p.chips += 1 }
goal out_of_chips = players where chips is 0
window Main { offer one to active }
action fold by me during Main { me.chips = 0 }
action hold by me during Main { }
flow Match {
  for each p in players { deal by p }
  repeat { for each p in players { phase turn by p { open Main } } }
}
"""
MET = """
extend Player { keeps chips: 0..9 = 0 }
effect deal by p: Player { p.chips = 3 }
goal rich = players where chips >= 3
action hold by me during Main { }
window Main { offer one to active }
flow Match {
  deal by first(players)
  repeat { for each p in players { phase turn by p { open Main } } }
}
"""
UNPHASED = """
extend Player { keeps chips: 0..9 = 0 }
effect deal by p: Player { p.chips += 1 }
goal out_of_chips = players where chips is 0
flow Match {
  for each p in players { deal by p }
  repeat {
    may by active { deal by active } else { active.chips = 0; wait }
  }
}
effect wait { }
"""


def test_nobody_wins_while_the_table_is_set_up() -> None:
    match = play(TURNS)
    assert not match.over
    say(match, "Ann", "fold")
    assert match.result == ("Ann",)


def test_what_set_up_has_met_counts_when_the_first_phase_begins() -> None:
    match = play(MET)
    assert match.result == ("Ann",)
    assert match.requests == ()


def test_a_game_without_phases_asks_from_its_first_question_on() -> None:
    match = play(UNPHASED)
    assert not match.over
    say(match, "Ann")
    assert match.result == ("Ann",)


@pytest.mark.parametrize("text", [TURNS, MET, UNPHASED])
def test_compiled_code_agrees(text: str) -> None:
    compiled = Compiled(LinkedProgram(program(text)))
    assert (compiled.flow is None) == (text is UNPHASED)
    playout = compiled.start(("Ann", "Ben"), 3)
    match = play(text, seed=3)
    while not match.over:
        options = asked(match).options
        assert playout.number == len(options)
        last = len(options) - 1
        playout.answer((last,))
        match.answer(asked(match).id, (last,))
        if len(match.answers) > 12:
            break
    assert (playout.over, playout.result) == (match.over, match.result)


def test_a_table_that_a_scenario_lays_is_under_way() -> None:
    result = program(
        TURNS + 'scenario "s" { seats Ann, Ben; given Ben.chips = 2; do gain by Ben; then winners is [Ann] }\n'
    )
    (outcome,) = run_scenario(result, result.scenarios[0])
    assert outcome.wrong is None
