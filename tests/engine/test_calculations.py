"""Calculations in sentences: every sentence that the checker lets into a `rule` or `define` is done, on either backend."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dsl.ir.operations import Op
from interpreter.compiled import jit
from interpreter.compiled.jit import Jit
from interpreter.evaluate.calculations import run_define
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, begin
from interpreter.model.environment import RuleError, Scope
from tests.engine.tables import play, program, table

RULES = """
symbols Attribute { strength, agility, wits }
kind Unit { might: 0..9 = 1 }
Unit Imp { might 1 }
Unit Ogre { might 3 }
extend Player { zone yard of Unit, keeps strong: 0..9 = 4, keeps quick: 0..9 = 2 }
extend Table { keeps found: list of number = [] }
define reckoned(p: Player, attribute: Attribute): number {
  match attribute {
    strength: result p.strong
    agility: if p.quick > 1 { let twice = p.quick * 2, result twice + 1 }
  }
  result 0
}
rule band(n: number): number {
  for each unit in supply(Unit) {
    match n {
      1..2: result unit.might
      3: if unit.might > 2 { result 30 }
      4: stop
      else: result 9
    }
  }
  result 100
}
define early(n: number): number? {
  match n { 1: stop, else: result n }
}
"""


@pytest.fixture(params=["reference", "compiled"])
def numbers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], object]:
    monkeypatch.setattr(jit, "OFTEN", 1)

    def found(values: str) -> object:
        linked = LinkedProgram(program(f"{RULES}\nflow Match {{ found = [{values}], win none }}\n"))
        if request.param == "compiled":
            linked.fast = Jit(linked)
        match: EngineMatch = begin(linked, ("Ann", "Ben"), 0)
        return table(match, "found")

    return found


def test_match_in_a_calculation_goes_its_row(numbers: Callable[[str], object]) -> None:
    three = ", ".join(f"reckoned(first(players), {name})" for name in ("strength", "agility", "wits"))
    assert numbers(three) == (4, 5, 0)


def test_match_inside_a_loop_of_a_calculation(numbers: Callable[[str], object]) -> None:
    assert numbers("band(2), band(3), band(4), band(7)") == (1, 30, 100, 9)


def test_stop_outside_a_loop_ends_a_calculation(numbers: Callable[[str], object]) -> None:
    assert numbers("count([early(1)]), count([early(3)]), early(3)") == (0, 1, 3)


def test_a_sentence_that_no_calculation_knows_is_a_fault_of_ours() -> None:
    match = play("flow Match { win none }")
    with pytest.raises(RuleError, match="perform"):
        run_define(Op("block", args=(Op("perform"),)), Scope({}), match.machine)
