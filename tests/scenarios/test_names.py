"""What a scenario calls things: shown names, names of the cases, tables, maps of a kind of their own, dice of a branch."""

from __future__ import annotations

import pytest

from dsl.check.driver import Unit, check
from dsl.parse import parse_source
from dsl.text.source import Source
from interpreter.scenarios.run import run_scenario
from tests.engine.tables import HEAD

RULES = """
symbols Item { wire, spring, coin }
die D6 { 1..6 }
kind Place { keeps seen: 0..9 = 0, zone heap of Place }
Place "Dark Wood" { }
Place Cave { }
kind Walker { stands on cell: Cell as walker }
kind Cell is Space { }
Walker Imp { }
kind Arena is Map { }
Board Strip { grid square, space Cell, width 3, height 1 }
Arena "Test Court" { board Strip, legend { ".": Cell }, rows \"\"\"
  . . .
  \"\"\"
}
extend Player {
  zone places of Place
  zone tray of D6
  zone kept of D6
  keeps sheet: table by Item of 0..9 = 0
  keeps mended: 0..9 = 0
}
window Roaming(who: Player) { offer one to who }
window Planning(who: Player) { offer one to who }
action visit place: Place by me during Roaming { require place in me.places; place.seen += 1 }
action assign die: D6 by me during Planning { require die in me.tray; move die to me.kept }
effect roam by me { open Roaming(me) }
effect find by me { take 1 of "Dark Wood" into me.places }
effect work by me { either "mend" { me.mended += 1 } or "rest" { me.mended = 0 } }
effect plan { together for each p in players { roll 2 of D6 into p.tray; open Planning(p) } }
flow Match { win none }
"""


def outcomes(steps: str) -> list[str]:
    """What comes of a scenario: nothing, or what is wrong, for each case."""
    steps = "\n".join(f"  {line.strip()}" for line in steps.splitlines())
    text = f'{HEAD}{RULES}\nscenario "s" cites XX-A-01 {{\n  seats Ann, Ben\n{steps}\n}}\n'
    checked = check([Unit("small", tuple(parse_source(Source("small.bot", text))))])
    wrong = [
        f"{diagnostic.code} {diagnostic.message}"
        for diagnostic in checked.diagnostics
        if diagnostic.severity == "error"
    ]
    assert wrong == [], wrong
    result = run_scenario(checked.program, checked.program.scenarios[0])
    return [
        f"{diagnostic.message} | {diagnostic.wrong.help}" if diagnostic.wrong is not None else ""
        for diagnostic in result
    ]


def test_a_card_is_taken_by_its_shown_name() -> None:
    assert outcomes('do find by Ann\nthen count(Ann.places) is 1 and first(Ann.places).name is "Dark Wood"') == [""]


@pytest.mark.parametrize("sort", ["5", "yes", "wire"])
def test_what_is_no_sort_of_thing_is_not_taken(sort: str) -> None:
    checked = check(
        [Unit("small", tuple(parse_source(Source("small.bot", f"{HEAD}{RULES}\nafter find {{ take 1 of {sort} }}"))))]
    )
    assert [diagnostic.code for diagnostic in checked.diagnostics if diagnostic.severity == "error"] == ["BW2104"]


def test_a_map_of_a_kind_of_its_own_is_laid() -> None:
    assert outcomes('given map "Test Court", Imp at B1\nthen Imp.cell is B1 and count(Cell) is 3') == [""]


def test_one_value_is_given_for_all_keys_of_a_table() -> None:
    assert outcomes("given Ann.sheet = 5\nthen Ann.sheet[wire] is 5 and Ann.sheet[coin] is 5") == [""]
    twice = outcomes("given Ann.sheet = 5, Ann.sheet[wire] = 2\nthen Ann.sheet[wire] is 2 and Ann.sheet[coin] is 5")
    assert twice[0].startswith("BW6310: `Ann.sheet` is given as 5, but it is { wire: 2, else: 5 } | ")


def test_a_name_of_the_cases_stands_for_a_thing_in_an_answer() -> None:
    steps = """
    cases goal, seen { Cave, 1; "Dark Wood", 1 }
    given Cave in Ann.places, "Dark Wood" in Ann.places
    do roam by Ann
    Ann: visit goal
    then goal.seen is seen and sum(Place, that.seen) is 1
    """
    assert outcomes(steps) == ["", ""]


def test_a_name_of_the_cases_stands_for_a_label() -> None:
    steps = """
    cases what, mended { "mend", 4; "rest", 0 }
    given Ann.mended = 3
    do work by Ann
    Ann: choose what
    then Ann.mended is mended
    """
    assert outcomes(steps) == ["", ""]


PLAN = "dice D6: 2, 3, 4, 5\ndo plan\n"


def test_an_answer_is_reckoned_at_the_table_of_its_player() -> None:
    assert outcomes(
        PLAN
        + "Ann: assign first(Ann.tray)\nBen: assign last(Ben.tray)\nthen count(Ann.kept) is 1 and count(Ben.kept) is 1"
    ) == [""]
    assert outcomes(
        PLAN + "Ann: assign 3\nBen: assign 4\nthen first(Ann.kept).value is 3 and first(Ben.kept).value is 4"
    ) == [""]
    assert outcomes(PLAN + "then Ann cannot assign 6\nthen Ben cannot assign 2\nthen waits for Ann and Ben") == [""]


def test_an_answer_that_is_not_offered_there_is_told_with_those_that_are() -> None:
    results = outcomes(PLAN + "Ann: assign first(Ben.tray)\nBen: pass\nthen yes")
    assert len(results) == 1
    assert results[0].startswith("BW6303")
    assert "`Ann: assign 2`" in results[0]
    assert "`Ann: assign 3`" in results[0]
    assert "`Ben: assign 4`" in outcomes(PLAN + "Ann: pass\nthen yes")[0]
