"""Every limit of a match, one at a time and lowered: the reference and compiled code stop at it with the same fault.

Each case stays within every other limit, so it fails when its own is taken out. Whole flows that run straight give up
at the same place and leave the fault to the reference.
"""

from __future__ import annotations

import sys

import pytest

from interpreter.backend.straight import StraightProgram
from interpreter.compiled import jit
from interpreter.compiled.jit import Jit
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import begin, new_machine
from interpreter.model import limits
from interpreter.model.environment import RuleError
from interpreter.playout import CompiledProgram
from interpreter.seats.random_answers import EnoughDecisions, RandomAnswers
from tests.engine.tables import program, say

GAME = """
kind Unit {{ keeps wounds: 0.. = 0 }}
Unit Ogre {{ }}
extend Table {{ keeps laps: 0..9999 = 0, keeps numbers: list of number = [], zone pile of Unit }}
extend Player {{ keeps coins: 0..99 = 50, zone purse of Unit, zone spent of Unit }}
currency Gold = me.coins
currency Coin {{ pay c from me.purse {{ move c to me.spent }} }}
window Main {{ offer one to active }}
window Other {{ offer one to active }}
effect tap {{ }}
effect fall n: number {{ if n > 0 {{ fall n - 1 }} }}
{more}
action go by me during Main {{ {body} }}
flow Match {{ numbers = [1, 2, 3, 4, 5, 6]; take 12 of Ogre into pile
  repeat {{ for each p in players {{ phase turn by p {{ open Main }} }} }} }}
"""
PICK = "action pick u: Unit by me during Other { }\naction rest by me during Other { }"
Case = tuple[dict[str, int], str, str, str]
CASES: dict[str, Case] = {
    "items of a range": ({"LIST_ITEMS": 20}, "", "laps = count(1..laps + 21)", "BW5008"),
    "items of two lists": ({"LIST_ITEMS": 20}, "", "laps = count([each(1..15, that), each(1..15, that)])", "BW5008"),
    "items of joined lists": ({"LIST_ITEMS": 20}, "", "laps = count(each(1..15, that) + each(9..23, that))", "BW5008"),
    "items added": ({"LIST_ITEMS": 20}, "", "repeat 5 { numbers += [1, 2, 3, 4] }", "BW5008"),
    "options": ({"OPTIONS": 10}, "", "choose one of pile as u; remove u", "BW5008"),
    "actions": ({"OPTIONS": 10}, PICK, "open Other", "BW5008"),
    "actions together": ({"OPTIONS": 15}, PICK.replace("rest by", "rest u: Unit by"), "open Other", "BW5008"),
    "amounts": ({"OPTIONS": 10}, "", "tap", "BW5008"),
    "sets": ({"SETS_TRIED": 50}, "", "choose any of pile such that count(that) < 3 as us", "BW5008"),
    "steps": ({"STEPS_PER_DECISION": 60}, "", "repeat 99 { laps += 1 }", "BW5004"),
    "events": ({"EVENTS_PER_MATCH": 40}, "", "repeat 60 { tap }", "BW5006"),
    "events in events": ({"EVENTS_PER_MATCH": 40}, "", "fall 60; win active", "BW5006"),
    "items of a loop": (
        {"LIST_ITEMS": 25},
        "kind Giant is Unit { }\nGiant Titan { }",
        "take 15 of Titan into pile; for each u in pile { laps = 1 }",
        "BW5008",
    ),
    "a chain": ({"CHAIN": 30}, "", "fall 40", "BW5005"),
    "depth": ({"DEPTH": 60}, "", "fall 40", "BW5005"),
    "things": ({"THINGS_OF_A_KIND": 20}, "", "take 10 of Ogre into pile", "BW5008"),
    "dice": ({"DICE_AT_ONCE": 20}, "", "take 21 of Ogre into pile", "BW5012"),
    "marks": ({"MARKS_ON_A_THING": 5}, "status Hurt on Unit stacks apart { }", "repeat 6 { give Hurt to first(pile) }", "BW5008"),
    "standing rules": ({"RULES_SAID": 5}, "rule weight = 1", "repeat 6 { modify weight by 1 until end of turn }; laps = weight", "BW5008"),
    "rows": ({"LIST_ITEMS": 20}, "extend Player { keeps notes: table by number of number = 0 }", "for each n in 1..20 { me.notes[n] = 1 }; me.notes[21] = 1", "BW5008"),
    "rounds": ({"ROUNDS": 10}, "flow Idle { repeat { laps = 1 - laps } }", "begin Idle", "BW5006"),
    "deciders": ({"DECIDE_TOGETHER": 5}, "", "together for each n in numbers { laps = n }", "BW5008"),
}  # fmt: skip
CASES["amounts"] = (
    {"OPTIONS": 10},
    "action buy by me during Other { cost 0..40 Gold as x; laps = x }\naction rest by me during Other { }\nafter tap { buy by active }",
    "tap",
    "BW5008",
)


ENUMERATED = ("actions", "actions together")
"""The fault is at the action: the enumeration was stopped, and not only the question."""
RECURSION = ("a chain", "depth")
"""Straight code calls itself for each event inside another: Python's own limit stops it before these do."""


def linked(what: str, monkeypatch: pytest.MonkeyPatch) -> tuple[LinkedProgram, str]:
    changes, more, body, code = CASES[what]
    monkeypatch.setattr(jit, "OFTEN", 1)
    for name, most in changes.items():
        monkeypatch.setattr(limits, name, most)
    return LinkedProgram(program(GAME.format(more=more, body=body))), code


@pytest.mark.parametrize("compiled", [False, True], ids=["reference", "compiled"])
@pytest.mark.parametrize("what", CASES)
def test_each_limit_stops_both_engines(what: str, compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    game, code = linked(what, monkeypatch)
    if compiled:
        game.fast = Jit(game)
    match = begin(game, ("Ann", "Ben"))
    with pytest.raises(RuleError) as wrong:
        say(match, "Ann", "go")
    assert wrong.value.code == code
    assert wrong.value.passage is not None
    assert wrong.value.passage.name.startswith(("action pick", "action rest") if what in ENUMERATED else "")


@pytest.mark.parametrize("what", CASES)
def test_each_limit_stops_a_flow_that_is_compiled_as_a_whole(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, code = linked(what, monkeypatch)
    with pytest.raises(RuleError) as wrong:
        CompiledProgram(game).start(("Ann", "Ben")).choose(0)
    assert wrong.value.code == code


@pytest.mark.parametrize("what", [what for what in CASES if what not in RECURSION])
def test_each_limit_stops_a_match_that_runs_straight(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = linked(what, monkeypatch)
    gives_up(game)


def test_a_long_chain_stops_a_match_that_runs_straight() -> None:
    assert sys.getrecursionlimit() <= limits.CHAIN
    gives_up(LinkedProgram(program(GAME.format(more="", body=f"fall {limits.CHAIN + 1}"))))


def gives_up(game: LinkedProgram) -> None:
    """Anything but the end of the answers means that the reference plays the match."""
    machine = new_machine(game, ("Ann", "Ben"), 1, log=False)
    try:
        StraightProgram(game).play(machine, RandomAnswers(machine, ("Ann", "Ben"), 1, 3))
    except EnoughDecisions:
        pytest.fail("the limit was passed")
    except Exception:  # noqa: BLE001 - the reference decides what it is
        return
    pytest.fail("the match came to an end")
