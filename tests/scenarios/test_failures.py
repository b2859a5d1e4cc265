"""Every way in which a scenario can fail, with its words: what was asked, what was possible, what is there instead."""

from __future__ import annotations

import pytest

from dsl.check.driver import check_text
from dsl.diagnostics.codes import Code, failures, registry
from interpreter.model import limits
from interpreter.scenarios.run import run_scenario
from tests.check.test_error_pages import WIDTH, examples, page
from tests.scenarios.scenes import outcomes, scene, told

CODES = sorted(code.id for code in vars(failures).values() if isinstance(code, Code))
SHOWN_ELSEWHERE = {"BW6311", "BW6313"}
"""No text can show these: one is a fault of the engine, the other is that there is no text."""
PAGES = [code for code in CODES if code not in SHOWN_ELSEWHERE]


@pytest.mark.parametrize("code", PAGES)
def test_the_wrong_example_of_the_page_fails(code: str) -> None:
    for example in examples(code, "Wrong"):
        results = outcomes(example.text)
        assert [item.wrong.code for item in results if item.wrong is not None] == [code] * len(results)
        assert results


@pytest.mark.parametrize("code", PAGES)
def test_the_right_example_of_the_page_passes(code: str) -> None:
    for example in examples(code, "Right"):
        assert [outcome.message for outcome in outcomes(example.text)] == [""]


@pytest.mark.parametrize("code", CODES)
def test_the_page_is_short_and_has_its_title(code: str) -> None:
    lines = page(code).splitlines()
    assert lines[0] == f"# {code}: {registry()[code].title}"
    assert len(lines) <= 60
    assert [line for line in lines if len(line) > WIDTH] == []


# ----------------------------------------------------------------------------------------------------- each its words

CARDS = 'given Oilcan in Ann.discard, "Spare Wheel" in Ann.discard'
YARD = (
    'given map "Old Yard", Rusty for Ann at A1, Sparky for Ben at A2, Ann.bot = Rusty, Ben.bot = Sparky, Ann.points = 2'
)
MAY = "effect ponder by me { may by me { me.points = 1 } }"
EITHER = 'effect fork by me { either "left" by me { me.points = 1 } or "right" { me.points = 2 } }'
TELL = "effect ring by me { ask me for 1..3 as thrown; me.points = thrown }"
TWO = "effect dump by me { choose 2 of me.hand as cards; move cards to me.discard }"
LUCK = "effect unlucky { choose one of players by chance as whose; whose.points = 0 }"
SOME = "effect rob { choose 1..2 of players by chance as whom; for each p in whom { p.points = 0 } }"
FATE = 'effect fate by me { either "sun" by chance { me.points = 1 } or "rain" { me.points = 2 } }'
REST = "action rest by me during Main { laps += 1 }"
TWINS = """action ping target: Bot by me during Main { laps += 1 }

Bot Left "Twin" { hp 5, Weapon Fist { damage 1 } }

Bot Right "Twin" { hp 5, Weapon Paw { damage 1 } }
"""
POKE = "action poke target: Bot for times: 1..2 = 1 by me during Main { laps += times }"
SHARE = "effect share loot: 0.. for heads: 0.. by me { me.points = loot / heads }"
FAILURES = {
    "a refusal where somebody else is asked": (
        scene(YARD, "do open Main", "then Ben cannot step B2 because AR-MOVE-02", "Ann: pass"),
        "BW6319",
        ["`Ben cannot step B2` cannot be tested here: the open question is for Ann (what to do in `Main`)"],
    ),
    "a thing that has left": (
        scene("given Rusty for Ann", "do remove Rusty", "then Rusty.hp is 8"),
        "BW6320",
        ["`Rusty` is gone: it has left the table"],
    ),
    "a name for two cards": (
        scene("given Oilcan in Ann.hand, Oilcan in Ben.hand", "then knows(Ben, Oilcan)"),
        "BW6321",
        ["`Oilcan` could mean any of 2 things, and they differ: in Ann's hand; in Ben's hand"],
    ),
    "a requirement does not hold": (
        scene(YARD, "do step B2 by Ann", "then Rusty.tile is A1"),
        "BW6314",
        ["`step` is refused: a requirement does not hold (AR-MOVE-02)"],
    ),
    "a rule forbids it": (
        scene("given Ann.points = 2", "do rest by Ann", "then laps is 0", rules="forbid rest because \"it is too early\"\n" + REST),
        "BW6314",
        ["`rest` is refused: it is too early"],
    ),
    "a choice": (
        scene(CARDS, "do draw 1 by Ann", "then count(Ann.hand) is 0"),
        "BW6301",
        ["no line answers a question to Ann: choose 1 of 2", "add one of `Ann: choose Oilcan`, `Ann: choose Spare_Wheel`"],
    ),
    "a choice before the next `do`": (
        scene(CARDS, "do draw 1 by Ann", "do draw 0 by Ann", "then count(Ann.hand) is 0"),
        "BW6301",
        ["example.bot:6:3", "  do draw 1 by Ann"],
    ),
    "a window": (
        scene(YARD, "do open Main", "then Ann.points is 2"),
        "BW6301",
        ["what to do in `Main`", "one of `Ann: pass`, ", "`Ann: strike Sparky with Iron_Fist`", "`Ann: step B1`", " and 5 more"],
    ),
    "a may": (
        scene("do ponder by Ann", "then Ann.points is 0", rules=MAY),
        "BW6301",
        ["add one of `Ann: no`, `Ann: yes`"],
    ),
    "two of three": (
        scene("given Oilcan in Ann.hand, Oilcan in Ann.hand, \"Spare Wheel\" in Ann.hand", "do dump by Ann",
              "then count(Ann.hand) is 3", rules=TWO),
        "BW6301",
        ["choose 2 of 3", "`Ann: choose Oilcan, Spare_Wheel`"],
    ),
    "a `then` that comes too early": (
        scene(CARDS, "do draw 1 by Ann", "then count(Ann.hand) is 1", "Ann: choose Oilcan"),
        "BW6306",
        ["(it is 0)", "Ann is still asked to answer with one of `Ann: choose Oilcan`, `Ann: choose Spare_Wheel`"],
    ),
    "nobody is asked": (
        scene("given Oilcan in Ann.discard", "do draw 1 by Ann", "Ann: choose Oilcan", "then count(Ann.hand) is 1"),
        "BW6302",
        ["Ann is not asked anything here", "nobody is asked anything: remove the line"],
    ),
    "somebody else is asked": (
        scene(CARDS, "do draw 1 by Ann", "Ben: choose Oilcan", "then count(Ann.hand) is 1"),
        "BW6302",
        ["Ben is not asked anything here", "the open question is for Ann (choose 1 of 2)"],
    ),
    "an action that is not offered": (
        scene(YARD, "do open Main", "Ann: strike Sparky with Zapper", "then Ann.points is 2"),
        "BW6303",
        ["`strike Sparky with Zapper` is not offered to Ann: what to do in `Main`", "possible: one of `Ann: strike Sparky with Iron_Fist`"],
    ),
    "a slip of the finger": (
        scene("do fork by Ann", 'Ann: choose "lefft"', "then Ann.points is 1", rules=EITHER),
        "BW6303",
        ['`"lefft"` is not offered to Ann', "did you mean `Ann: choose left`?"],
    ),
    "one of two is not offered": (
        scene('given Oilcan in Ann.hand, Oilcan in Ann.hand, Oilcan in Ann.hand, "Spare Wheel" in Ben.hand', "do dump by Ann",
              'Ann: choose Oilcan, "Spare Wheel"', "then count(Ann.hand) is 1", rules=TWO),
        "BW6303",
        ['`"Spare Wheel"` is not offered to Ann: choose 2 of 3', "`Ann: choose Oilcan, Oilcan`"],
    ),
    "the wrong form": (
        scene(CARDS, "do draw 1 by Ann", "Ann: yes", "then count(Ann.hand) is 1"),
        "BW6303",
        ["`yes` is not offered to Ann: choose 1 of 2", "`Ann: choose Oilcan`"],
    ),
    "a number beyond the table": (
        scene("do ring by Ann", "Ann: tell 4", "then Ann.points is 4", rules=TELL),
        "BW6303",
        ["`4` is not offered", "one of `Ann: tell 1`, `Ann: tell 2`, `Ann: tell 3`"],
    ),
    "too few": (
        scene('given Oilcan in Ann.hand, Oilcan in Ann.hand, "Spare Wheel" in Ann.hand', "do dump by Ann", "Ann: choose Oilcan",
              "then count(Ann.hand) is 1", rules=TWO),
        "BW6304",
        ["Ann cannot give this answer: at least 2 must be chosen"],
    ),
    "no pass": (
        scene(CARDS, "do draw 1 by Ann", "Ann: pass", "then count(Ann.hand) is 1"),
        "BW6304",
        ["at least 1 must be chosen"],
    ),
    "more than one is meant": (
        scene(YARD, "given Left for Ben, Right for Ben", "do open Main", 'Ann: ping "Twin"', "then Ann.points is 2", rules=TWINS),
        "BW6304",
        ["this is ambiguous", "say which: one of `Ann: ping Left`", "`Ann: ping Right`"],
    ),
    "a roll too many": (
        scene("dice D6: 4, 3", "do roll D6 as face", "then face is 4"),
        "BW6305",
        ["this roll is never used", "the match used only 1 of these values", "dice D6: 4, 3\n  |               ^"],
    ),
    "an order for nothing": (
        scene(CARDS, "order Ann.discard: Oilcan", "then count(Ann.discard) is 2"),
        "BW6305",
        ["this order is never used", "the match used none of these values"],
    ),
    "an order for another pile": (
        scene(CARDS, "order Ben.discard: Oilcan", "do shuffle Ann.discard", "then count(Ann.discard) is 2"),
        "BW5020",
        ["the scenario does not say how `Ann.discard` is shuffled", '`order Ann.discard: Oilcan, "Spare Wheel"`'],
    ),
    "a choice by chance for nothing": (
        scene("Chance: choose Ann", "then Ann.points is 0"),
        "BW6305",
        ["this choice is never used"],
    ),
    "a column of the cases": (
        scene("cases n, left { 1, 2; 3, 4 }", "given Rusty for Ann", "do damage Rusty by n from Rusty", "then Rusty.hurt < 9"),
        "BW6305",
        ["no line uses `left`", "remove the column"],
    ),
    "an unscripted die": (
        scene("do roll D6 as face", "then face is 4"),
        "BW5018",
        ["the scenario has no rolls of D6 left", "`dice D6: …`"],
    ),
    "an unscripted choice by chance": (
        scene("do unlucky", "then Ann.points is 0", rules=LUCK),
        "BW5021",
        ["`Chance: choose Ann`", "the options are Ann, Ben"],
    ),
    "a choice by chance that is no option": (
        scene("do fate by Ann", 'Chance: choose "snow"', "then Ann.points is 1", rules=FATE),
        "BW6303",
        ['`"snow"` is not offered to chance', "the options are sun, rain"],
    ),
    "a part of a `then`": (
        scene("given Rusty for Ann, Rusty.hurt = 2", "then Rusty.hp is 8 and Rusty.hurt is 3 and Rusty.health is 6"),
        "BW6306",
        ["this is false: `Rusty.hurt is 3` (it is 2)"],
    ),
    "a `then` about a list": (
        scene("then Ann.hand has Oilcan"),
        "BW6306",
        ["`Ann.hand has Oilcan` (it is an empty list)"],
    ),
    "something that is possible": (
        scene(YARD, "then Ann cannot step B1 because AR-MOVE-02"),
        "BW6307",
        ["Ann can `step B1`"],
    ),
    "another clause": (
        scene(YARD, "then Ann cannot step B2 because AR-WIN-01"),
        "BW6308",
        ["a requirement does not hold (AR-MOVE-02)"],
    ),
    "another sentence": (
        scene(YARD.replace("at A2", "at D1"), 'then Ann cannot strike Sparky with "Iron Fist" because "it is too far"'),
        "BW6308",
        ["refused for another reason: it is out of reach"],
    ),
    "no fault": (
        scene("do share 4 for 2 by Ann", "then fails BW5002", rules=SHARE),
        "BW6309",
        ["nothing failed, but the scenario expects BW5002"],
    ),
    "another fault": (
        scene("do share 4 for 0 by Ann", "then fails BW5003", rules=SHARE),
        "BW5002",
        ["this divides by 0", "`loot` is 4, `heads` is 0", "do share 4 for 0 by Ann", "while this was done"],
    ),
    "a fault that nobody expects": (
        scene("do share 4 for 0 by Ann", "then Ann.points is 0", rules=SHARE),
        "BW5002",
        ["this divides by 0"],
    ),
    "a fault at the end": (
        scene("then Ann.points is 0", "do share 4 for 0 by Ann", rules=SHARE),
        "BW5002",
        ["this divides by 0"],
    ),
    "beyond its range": (
        scene("given Ann.points = hand_size * 2", "then Ann.points is 9"),
        "BW6310",
        ["`Ann.points` is given as hand_size * 2, but it is 9", "it has a range, or it is given twice"],
    ),
    "given twice": (
        scene("given Ann.points = 2", "given Ann.points = 3", "then Ann.points is 3"),
        "BW6310",
        ["`Ann.points` is given as 2, but it is 3"],
    ),
    "given too late": (
        scene("do draw 0 by Ann", "given Ann.points = 2", "then Ann.points is 2"),
        "BW6310",
        ["this `given` comes after something has happened"],
    ),
    "no such space": (
        scene('given map "Old Yard", Rusty for Ann at Z9', "then Rusty.hurt is 0"),
        "BW6310",
        ["Rusty cannot be placed at Z9: there is no such space"],
    ),
    "a face of the cases that is on no die": (
        scene("cases shown { 7 }", "dice D6: shown", "then Ann.points is 0"),
        "BW6310",
        ["D6 has no face 7", "it has 1, 2, 3, 4, 5, 6", "in this case"],
    ),
    "a mark on nothing": (
        scene("given Burn(1) on Rusty", "then Ann.points is 0"),
        "BW6310",
        ["Burn cannot be placed on Rusty: it is not on the table"],
    ),
    "in a row of the cases": (
        scene("cases n { 1; 4 }", "given Sparky for Ann", "do damage Sparky by n from Sparky", "then Sparky.hurt is 0",
              "do damage Sparky by n from Sparky", "then Sparky.hurt is 1"),
        "BW6306",
        ["(it is 4)", "cases n { 1; 4 }", "in this case"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAILURES)
def test_what_is_said(name: str) -> None:
    text, code, wanted = FAILURES[name]
    said = told(text)
    assert said.startswith(f"error[{code}]: "), said
    assert said.count("error[") == 1
    assert [words for words in wanted if words not in said] == [], said


def test_every_code_of_a_failure_is_among_them() -> None:
    assert {code for _, code, _ in FAILURES.values()} >= set(PAGES) - {"BW6312"}


def test_what_never_ends_hits_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STEPS_PER_DECISION", 2_000)
    rules = "effect spin_on by me { repeat while Ann_points(me) < 9 at most 10000 { me.points = 1; nudge me } }\n\n"
    rules += "define Ann_points(p: Player) = p.points\n\neffect nudge who: Player { who.points += 0 }"
    said = told(scene("do spin_on by Ann", "then Ann.points is 9", rules=rules.replace("Ann_points", "points_of")))
    assert said.startswith("error[BW5004]: the rules take more than 2,000 steps without asking a player"), said


# ----------------------------------------------------------------------------------------------------------- and pass

PASSING = {
    "an effect that is forbidden does not happen": scene(
        "do doze by Ann", "then laps is 0", rules="forbid doze\n\neffect doze by me { laps += 1 }"
    ),
    "what an action does inside may be refused": scene(
        "do nap by Ann", "then laps is 1", rules=f"forbid rest\n\n{REST}\n\naction nap by me during Main {{ laps += 1; rest by me }}"
    ),
    "every sort of answer": scene(
        CARDS, "given Sparky for Ann",
        "do draw 1 by Ann", "Ann: choose Oilcan",
        "do ponder by Ann", "Ann: no",
        "do ponder by Ann", "Ann: yes",
        "do fork by Ben", 'Ben: choose "right"',
        "do ring by Ann", "Ann: tell 3",
        "then Oilcan in Ann.hand and Ann.points is 3 and Ben.points is 2", rules="\n\n".join([MAY, EITHER, TELL]),
    ),
    "actions by name": scene(
        YARD, "do open Main", 'Ann: strike Sparky with "Iron Fist"', "then Ann.points is 1 and winners is [Ann, Ben]"
    ),
    "what goes without saying": scene(
        "given Rusty for Ann", "do open Main", "Ann: poke Rusty", "Ann: poke Rusty for 2", "Ann: pass",
        "then laps is 3", rules=POKE,
    ),
    "chance": scene(
        "given Ann.points = 2, Ben.points = 2", "do unlucky", "Chance: choose Ben", "then Ann.points is 2 and Ben.points is 0",
        rules=LUCK,
    ),
    "chance chooses as many as it is told": scene(
        "given Ann.points = 2, Ben.points = 2", "do rob", "Chance: choose Ann, Ben", "then Ann.points is 0 and Ben.points is 0",
        rules=SOME,
    ),
    "chance goes a way": scene("do fate by Ann", 'Chance: choose "rain"', "then Ann.points is 2", rules=FATE),
    "somebody is called Chance": scene(
        'given Oilcan in Chance.discard, "Spare Wheel" in Chance.discard', "do draw 1 by Chance", "Chance: choose Oilcan",
        "then Oilcan in Chance.hand", seats="Chance, Ben",
    ),
    "an order for each pile": scene(
        CARDS, 'given Oilcan in Ben.discard, "Spare Wheel" in Ben.discard', 'order Ben.discard: "Spare Wheel", Oilcan',
        "order Ann.discard: Oilcan", "do shuffle Ann.discard", "do shuffle Ben.discard",
        'then top(Ann.discard).name is "Oilcan" and top(Ben.discard).name is "Spare Wheel"',
    ),
    "cards that are alike": scene(
        "given Oilcan in Ann.discard, Oilcan in Ann.discard", "do shuffle Ann.discard", "then count(Ann.discard) is 2"
    ),
    "an expected fault leaves the table as it was": scene(
        "given Ann.points = 3", "do share 4 for 0 by Ann", "then fails BW5002", "then Ann.points is 3", "do share 4 for 2 by Ann",
        "then Ann.points is 2", rules=SHARE,
    ),
    "a fault in an answer": scene(
        "given Breaker in Ann.hand, Ann.points = 2", "do open Main", "Ann: use Breaker", "then fails BW5002", "then Ann.points is 2",
        rules="Gadget Breaker { price 1, used { me.points = 4 / laps } }",
    ),
    "the player whose turn it is": scene(
        "given active = Ben, round = 3, players = [Ben]", "then active is Ben and round is 3 and players is [Ben]"
    ),
    "marks before their bearers": scene("given Burn(2) on Rusty, Rusty for Ann", "then count(Rusty, Burn) is 2"),
    "what a player may look at": scene(
        "given Oilcan in Ann.hand, \"Spare Wheel\" in Ben.discard",
        'then knows(Ann, Oilcan) and not knows(Ben, Oilcan) and knows(Ann, "Spare Wheel")',
    ),
    "two tables of cases": scene(
        "cases n { 1; 2 }", "cases m { 3; 4 }", "given Sparky for Ann, Sparky.hurt = n", "then Sparky.hurt < m"
    ),
    "a row of cases lays dice and orders": scene(
        "cases shown, card { 3, Oilcan; 5, Spare_Wheel }", CARDS, "dice D6: shown", "order Ann.discard: card",
        "do roll D6 as face", "do shuffle Ann.discard", "then face is shown and top(Ann.discard) is card",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PASSING)
def test_what_passes(name: str) -> None:
    assert told(PASSING[name]) == ""
    assert outcomes(PASSING[name])


def test_what_is_to_be_written_is_neither() -> None:
    results = outcomes(scene('todo "the last bot wins"'))
    assert [(outcome.passed, outcome.todo) for outcome in results] == [(True, "the last bot wins")]


def test_cases_are_one_outcome_each() -> None:
    assert len(outcomes(PASSING["two tables of cases"])) == 4


def test_the_default_mode_holds_where_none_is_given() -> None:
    rules = "ruleset r { players 2, modes [slow, quick], default_mode quick, start Match }\n\nrule pace = 1\n\n"
    rules += "mode quick { modify pace to 3 }\n\nmode slow { modify pace to 2 }\n\nflow Match { }\n\n"
    text = 'scenario "said" { seats A, B; given mode slow; then pace is 2 }\n\nscenario "not said" { seats A, B; then pace is 3 }\n'
    program = check_text(rules + text).program
    results = [outcome for scenario in program.scenarios for outcome in run_scenario(program, scenario)]
    assert [outcome.message for outcome in results] == ["", ""]


HAUL = """
effect outing bot: Bot { open Hauling }
window Hauling { offer one to outing.bot.owner }
action haul tile: Tile by me during Hauling cites AR-MOVE-02 {
  require distance(outing.bot, tile) <= outing.bot.health / 4 because AR-MOVE-02
  move outing.bot to tile
}
"""


def test_what_an_action_cannot_say_before_its_window_opens_shows_nothing() -> None:
    """Its requirements speak of an event that is not going on: nobody could be offered it, and that is no fault."""
    messages = told(scene(YARD, "then Ann cannot haul B1 because AR-MOVE-02", rules=HAUL))
    assert "no window is open, and `Hauling` would ask nobody" in messages
