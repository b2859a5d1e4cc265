"""How an action is tried out: what is asked when, and which sets of things are found."""

from __future__ import annotations

from interpreter.link.linked_program import LinkedProgram
from tests.engine.tables import asked, play, program, words

STONES = """
kind Stone { size: 0..9 = 0 }
Stone Small { size 1 }
Stone Middle { size 2 }
Stone Large { size 3 }
extend Player { zone held of Stone, zone other of Stone, keeps done: 0..9 = 0 }
window Move { offer one to active }
effect deal { for each model in supply(Stone) { take 1 of model into first(players).held } }
flow Match { deal; open Move; win none }
"""


def options(text: str) -> list[str]:
    return words(asked(play(STONES + text), "Ann"))


def test_a_line_is_asked_as_soon_as_its_slots_are_filled() -> None:
    text = """
action swap one: Stone with another: Stone by me during Move {
  let gap = difference(one.size, another.size)
  require me.done is 0
  require one in me.held and one.size > 1
  require another in (me.held where that is not one)
  require another.size > 1
  require gap is 1
}
"""
    linked = LinkedProgram(program(STONES + text))
    plan = linked.plan(linked.actions["Move"][0])
    first, second = plan.depths
    assert [len(plan.before.asks), len(first.pool), len(first.alone), len(first.asks)] == [1, 1, 1, 0]
    assert [len(second.among), len(second.pool), len(second.alone), len(second.asks)] == [1, 0, 1, 2]
    assert plan.lines == ()
    assert options(text) == ["swap Large with Middle by Ann", "swap Middle with Large by Ann"]


def test_a_rule_that_forbids_is_asked_early_unless_another_may_allow_it() -> None:
    text = """
action drop stone: Stone to place: 1..2 by me during Move { }
forbid drop Large
forbid drop Small to 2
"""
    linked = LinkedProgram(program(STONES + text))
    plan = linked.plan(linked.actions["Move"][0])
    assert [slot for slot, _ in plan.rules] == ["stone", None]
    assert options(text) == ["drop Middle to 1 by Ann", "drop Middle to 2 by Ann", "drop Small to 1 by Ann"]
    allowing = text + "mode kind_one { allow drop Large to 1 }\n"
    whole = "ruleset small { players 2..4, modes [kind_one], triggers active_first, start Match }\n" + STONES + allowing
    linked = LinkedProgram(program(whole), frozenset({"kind_one"}))
    assert linked.plan(linked.actions["Move"][0]).rules == ()
    match = play(whole, modes=("kind_one",))
    assert words(asked(match, "Ann"))[0] == "drop Large to 1 by Ann"


def test_several_things_are_found_if_they_can_be_put_together_one_by_one() -> None:
    text = """
action pile stones: many Stone by me during Move { require sum(stones, size) <= 4 }
"""
    assert options(text) == [
        "pile Large by Ann", "pile Middle by Ann", "pile Small by Ann", "pile Large, Small by Ann", "pile Middle, Small by Ann"
    ]  # fmt: skip


def test_what_each_of_several_things_must_be_is_asked_of_each() -> None:
    text = """
action pile stones: many Stone with limit: 1..3 by me during Move {
  require all(stones, size <= limit)
  require count(stones) is 2
}
"""
    linked = LinkedProgram(program(STONES + text))
    plan = linked.plan(linked.actions["Move"][0])
    assert [len(depth.each) for depth in plan.depths] == [0, 0]  # the limit is filled after the stones
    assert len(plan.depths[0].more) == 1
    assert options(text + "action rest by me during Move { }\n")[-1] == "rest by Ann"


def test_a_slot_that_holds_nothing_yet_grows_if_that_may_mend_what_is_wrong() -> None:
    text = """
action gather stones: many Stone = [] with first_one: Stone by me during Move {
  require first_one is Large
  require count(stones) in 1..2
  require all(stones, that is not first_one)
}
"""
    assert options(text) == [
        "gather Middle with Large by Ann", "gather Small with Large by Ann", "gather Middle, Small with Large by Ann"
    ]  # fmt: skip
