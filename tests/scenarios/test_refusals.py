"""`then Ann cannot …` is true of the question that Ann is asked, and of nothing else; the message says what is open."""

from __future__ import annotations

import pytest

from tests.scenarios import test_names as small
from tests.scenarios.scenes import outcomes, scene, told

YARD = (
    'given map "Old Yard", Rusty for Ann at A1, Sparky for Ben at A2, Ann.bot = Rusty, Ben.bot = Sparky, Ann.points = 2'
)
BOTH_HOLD = "given Oilcan in Ben.hand, Oilcan in Ann.hand, Ann.points = 2"  # the copy that came first is Ben's
REST = "action rest by me during Main { laps += 1 }"
ANSWER = "action wait by me during Answer { laps += 1 }\n\neffect provoke { open Answer }"
MAY = "effect ponder by me { may by me { me.points = 1 } }"
PICK = "effect pick by me { choose one of Gadget where price < 2 as card; move card to me.hand }"
AIM = "effect aim by me { choose one of Bot as target; target.hurt = 1 }"
FORK = """
effect fork by me {
  either "left" if me.points > 0 { laps = 1 } or "right" if yes { laps = 2 } or "on" if yes { laps = 3 }
}
"""
STAY = 'forbid pass if laps is 0 because "it is too early"'


def wrong(text: str, *parts: str, code: str = "BW6319") -> None:
    messages = told(text)
    assert code in messages, messages
    for part in parts:
        assert part in messages, messages


def right(text: str) -> None:
    assert told(text) == ""
    assert outcomes(text)


# ------------------------------------------------------------------------------------------------ who, what, which window


def test_another_seat_is_asked() -> None:
    wrong(
        scene(YARD, "do open Main", "then Ben cannot step A1 because AR-MOVE-02", "Ann: pass"),
        "`Ben cannot step A1` cannot be tested here: the open question is for Ann (what to do in `Main`), who may answer one of",
        "`Ann: pass`",
    )


def test_another_window_is_open() -> None:
    wrong(
        scene("given Ben.points = 1", "do provoke", "then Ben cannot rest", "Ben: pass", rules=f"{ANSWER}\n\n{REST}"),
        "the open question is for Ben (what to do in `Answer`), who may answer one of `Ben: pass`, `Ben: wait`; `rest` is for `Main`",
    )


def test_another_question_is_open() -> None:
    wrong(
        scene("do ponder by Ann", "then Ann cannot rest", "Ann: no", rules=f"{MAY}\n\n{REST}"),
        "the open question is for Ann (do it?), who may answer one of `Ann: no`, `Ann: yes`",
    )


def test_the_match_is_over() -> None:
    wrong(scene("do win Ann", 'then Ann cannot rest because "it is over"', rules=REST), "the match is over")
    wrong(scene("do win Ann", "then Ann cannot pass"), "the match is over")
    wrong(scene("do win Ann", "then Ann cannot choose Oilcan"), "the match is over")


def test_nobody_is_refused_nothing() -> None:
    line = "then first(players where points > 5) cannot step B2 because AR-MOVE-02"
    wrong(scene(YARD, line), "`first(players where points > 5)` is not a player here", code="BW6320")


def test_an_effect_is_never_offered() -> None:
    wrong(
        scene(YARD, "do open Main", "then Ann cannot damage Rusty by 1 from Rusty", "Ann: pass"),
        "`damage` is not an action",
    )


# -------------------------------------------------------------------------------------------------------- which copy


def test_the_own_copy_can_be_used() -> None:
    wrong(
        scene(BOTH_HOLD, "do open Main", "then Ann cannot use Oilcan", "Ann: pass"),
        "Ann can `use Oilcan`",
        "`Ann: use Oilcan` is offered",
        code="BW6307",
    )


def test_the_copy_of_somebody_else_cannot() -> None:
    right(scene(BOTH_HOLD, "do open Main", "then Ann cannot use first(Ben.hand)", "Ann: pass"))


def test_the_reason_is_that_of_the_own_copy() -> None:
    held = "given Oilcan in Ben.hand, Oilcan in Ann.hand, Ann.points = 0"
    steps = held, "do open Main", 'then Ann cannot use Oilcan because "a requirement does not hold"', "Ann: pass"
    wrong(scene(*steps, rules=REST), "the cost cannot be paid", code="BW6308")
    steps = held, "do open Main", 'then Ann cannot use Oilcan because "the cost cannot be paid"', "Ann: pass"
    right(scene(*steps, rules=REST))


def test_copies_of_others_are_all_meant() -> None:
    """One lies on the table and one in another hand: where the reasons differ, one of them is not enough."""
    rules = f"""{REST}

action grab gadget: Gadget by me during Main {{
  require gadget not in next_after(me).hand because "it is his"
  require gadget in me.hand because "it is out of reach"
}}
"""
    given = "given Oilcan in Ben.hand, Oilcan in Ben.discard"
    line = 'then Ann cannot grab Oilcan because "it is out of reach"'
    wrong(scene(given, "do open Main", line, "Ann: pass", rules=rules), "it is his", code="BW6308")
    line = 'then Ann cannot grab first(Ben.discard) because "it is out of reach"'
    right(scene(given, "do open Main", line, "Ann: pass", rules=rules))


def test_what_is_left_open_may_be_anything() -> None:
    poke = "action poke target: Bot for times: 1..2 = 1 by me during Main { require times > target.hurt; laps += 1 }"
    steps = YARD, "given Sparky.hurt = 1", "do open Main", "then Ann cannot poke Sparky", "Ann: pass"
    wrong(scene(*steps, rules=poke), "`Ann: poke Sparky for 2` is offered", code="BW6307")
    line = 'then Ann cannot poke Sparky because "a requirement does not hold"'
    right(scene(YARD, "given Sparky.hurt = 2", "do open Main", line, "Ann: pass", rules=poke))


def test_what_is_not_there_is_not_refused() -> None:
    wrong(scene("do open Main", "then Ann cannot use Oilcan", "Ann: pass", rules=REST), "never was", code="BW6320")
    line = "then Ann cannot use first(Ann.hand)"
    wrong(scene("do open Main", line, "Ann: pass", rules=REST), "`first(Ann.hand)` does not exist here", code="BW6320")


def test_me_is_who_speaks() -> None:
    given = 'given "Spare Wheel" in Ann.hand, Oilcan in Ann.hand, Oilcan in Ben.hand, Ann.points = 2'
    wrong(scene(given, "do open Main", "then Ann cannot use first(me.hand)", "Ann: pass"), code="BW6307")
    right(scene(given, "do open Main", "Ann: use first(me.hand where price is 1)", "then count(Ann.hand) is 1"))


# --------------------------------------------------------------------------------------------------- choices and passes


def test_a_choice_of_something_else_is_open() -> None:
    given = (
        'given Oilcan in Ben.discard, Oilcan in Ben.discard, "Spare Wheel" in Ben.hand, Rusty for Ann, Sparky for Ben'
    )
    wrong(
        scene(given, "do pick by Ann", "then Ann cannot choose Rusty", "Ann: choose Oilcan", rules=PICK),
        "choose 1 of 2",
    )
    wrong(
        scene(given, "do aim by Ann", "then Ann cannot choose Oilcan", "Ann: choose Rusty", rules=AIM), "choose 1 of 2"
    )
    wrong(
        scene("do ponder by Ann", "then Ann cannot choose Rusty", "Ann: no", rules=MAY),
        "the open question is for Ann (do it?)",
    )
    right(scene(given, "do pick by Ann", 'then Ann cannot choose "Spare Wheel"', "Ann: choose Oilcan", rules=PICK))


def test_a_choice_of_another_seat_is_open() -> None:
    given = 'given Oilcan in Ben.discard, Oilcan in Ben.discard, "Spare Wheel" in Ben.hand'
    steps = given, "do pick by Ann", 'then Ben cannot choose "Spare Wheel"', "Ann: choose Oilcan"
    wrong(scene(*steps, rules=PICK), "the open question is for Ann (choose 1 of 2)")


def test_an_option_can_be_chosen_whoever_has_a_copy() -> None:
    given = "given Oilcan in Ben.hand, Oilcan in Ann.discard, Oilcan in Ann.discard"
    rules = "effect fish by me { choose one of me.discard as card; move card to me.hand }"
    steps = given, "do fish by Ann", "then Ann cannot choose Oilcan", "Ann: choose Oilcan"
    wrong(scene(*steps, rules=rules), "Ann can `choose Oilcan`", code="BW6307")


def test_a_card_that_is_nowhere_is_not_refused() -> None:
    given = "given Oilcan in Ben.discard, Oilcan in Ben.discard"
    steps = given, "do pick by Ann", 'then Ann cannot choose "Spare Wheel"', "Ann: choose Oilcan"
    wrong(scene(*steps, rules=PICK), "never was", code="BW6320")


def test_a_way_that_cannot_be_gone() -> None:
    right(scene("do fork by Ann", 'then Ann cannot choose "left"', 'Ann: choose "on"', rules=FORK))
    wrong(scene("do fork by Ann", 'then Ann cannot choose "up"', 'Ann: choose "on"', rules=FORK), "choose one way")
    wrong(scene("do fork by Ann", 'then Ann cannot choose "on"', 'Ann: choose "on"', rules=FORK), code="BW6307")


def test_a_pass() -> None:
    right(
        scene(
            "do open Main",
            'then Ann cannot pass because "it is too early"',
            "Ann: rest",
            "then waits for Ann",
            rules=f"{REST}\n\n{STAY}",
        )
    )
    wrong(scene("do open Main", "then Ann cannot pass", "Ann: pass", rules=REST), "Ann can `pass`", code="BW6307")
    wrong(
        scene("do open Main", "then Ben cannot pass", "Ann: pass", rules=REST),
        "the open question is for Ann (what to do in `Main`)",
    )
    wrong(scene("then Ann cannot pass"), "nobody is asked anything")
    wrong(scene("do ponder by Ann", "then Ann cannot pass", "Ann: no", rules=MAY), "Ann can `pass`", code="BW6307")
    given = "given Oilcan in Ben.discard, Oilcan in Ben.discard"
    right(scene(given, "do pick by Ann", "then Ann cannot pass", "Ann: choose Oilcan", rules=PICK))


# ---------------------------------------------------------------------------------------------------- together, and at rest


def test_each_has_a_question_alone_while_several_decide_together() -> None:
    plan = "dice D6: 2, 3, 4, 5\ndo plan\n"
    assert small.outcomes(plan + "then Ann cannot assign 4\nthen Ben cannot assign 2\nthen waits for Ann and Ben") == [
        ""
    ]
    offered = small.outcomes(plan + "then Ben cannot assign 4\nthen waits for Ann and Ben")
    assert offered[0].startswith("BW6307: Ben can `assign 4`")
    once = small.outcomes(plan + "Ann: assign 2\nthen Ann cannot assign 3\nthen waits for Ben")
    assert once[0].startswith(
        "BW6319: `Ann cannot assign 3` cannot be tested here: the open question is for Ben (what to do in"
    )


def test_where_nothing_is_under_way_the_window_is_opened_for_the_line() -> None:
    right(scene(YARD, "then Ann cannot step B2 because AR-MOVE-02"))
    wrong(scene(YARD, "then Ann cannot step B1 because AR-MOVE-02"), "when `Main` opens", code="BW6307")


def test_where_nothing_is_under_way_a_refusal_needs_its_reason() -> None:
    wrong(scene(YARD, "then Ann cannot step B2"), "no window is open", "add `because …`", "`do open Main`")


def test_where_nothing_is_under_way_only_who_would_be_asked_can_be_refused() -> None:
    wrong(
        scene(YARD, "then Ben cannot strike Rusty with Zapper because AR-MOVE-02"),
        "no window is open, and `Main` would ask Ann, not Ben",
    )
    line = 'then Ben cannot strike Rusty with Zapper because "the cost cannot be paid"'
    right(scene(YARD, "given active = Ben", line))


def test_who_is_out_is_not_asked() -> None:
    wrong(
        scene(YARD, "given players = [Ben]", "then Ann cannot step B2 because AR-MOVE-02"),
        "`Main` or `Answer` would ask Ben, not Ann",
    )


@pytest.mark.parametrize("line", ["then Ann cannot rest", "then Ann cannot choose Oilcan", "then Ann cannot pass"])
def test_what_was_answered_by_itself_is_told(line: str) -> None:
    """The window passed by because nothing could be done in it, and so did the choice of the only card."""
    rules = f"{REST}\n\nforbid rest\n\neffect both by me {{ open Main; choose one of me.discard as card; move card to me.hand }}"
    messages = told(scene("given Oilcan in Ann.discard", "do both by Ann", f"{line} because AR-WIN-01", rules=rules))
    assert "answered automatically: `Ann: pass` (nothing could be done in `Main`)" in messages
    assert "`Ann: choose Oilcan` (there was no other way)" in messages


def test_a_cost_that_nobody_could_plan_is_no_refusal() -> None:
    """Paying with one card takes ninety thousand steps: whether two of them pay is not known, so it fails at the cost."""
    rules = f"""{REST}

currency Scrap {{ pay g from me.hand {{ repeat 300 {{ repeat 300 {{ laps += 0 }} }} }} }}

action recycle by me during Main {{ cost 2 Scrap; laps += 1 }}"""
    held = 'given Oilcan in Ann.hand, "Spare Wheel" in Ann.hand'
    wrong(
        scene(held, "do open Main", "then Ann cannot recycle", "Ann: pass", rules=rules), "cost 2 Scrap", code="BW5025"
    )


@pytest.mark.parametrize("most", [1, 2])
def test_several_can_be_chosen_together(most: int) -> None:
    given = "given Oilcan in Ben.discard, Oilcan in Ann.discard"
    rules = f"effect sift by me {{ choose up to {most} of Gadget as cards; move cards to me.hand }}"
    text = scene(given, "do sift by Ann", "then Ann cannot choose [Oilcan, Oilcan]", "Ann: pass", rules=rules)
    if most == 2:
        wrong(text, "can be chosen together", code="BW6307")
    else:
        right(text)
