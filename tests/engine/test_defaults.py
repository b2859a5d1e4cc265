"""What is not said in a sentence: the default of its head, reckoned when it is needed, on either backend."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dsl.check.driver import check_text
from interpreter.compiled import jit
from interpreter.compiled.jit import Jit
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import begin
from tests.engine.tables import HEAD, program, table

RULES = """
symbols Colour { red, blue }
rule at_least = 10
rule red = 3
define twice(n: number = at_least) = n * 2
kind Coin { keeps worth: 0..99 = at_least }
Coin Penny { }
keyword Sharp(n: 1..99 = at_least + 1) on Coin { }
extend Table { zone purse of Coin, keeps found: list of number = [], keeps seen: list of Colour = [] }
effect check with needed: number = at_least { found += [needed] }
effect tint with colour: Colour = red { seen += [colour] }
effect sum_up with needed: number = at_least + 2 * 3 { found += [needed] }
effect longer with needed: list of number = [at_least, 1] { found += needed }
window Asking(n: number = at_least) { offer one to players, forbid nod if n < 12 }
action nod by me during Asking { found += [0] }
"""


@pytest.fixture(params=["reference", "compiled"])
def found(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[..., object]:
    monkeypatch.setattr(jit, "OFTEN", 1)

    def found(body: str, field: str = "found", more: str = "") -> object:
        linked = LinkedProgram(program(f"{RULES}{more}\nflow Match {{ {body}; win none }}\n"))
        if request.param == "compiled":
            linked.fast = Jit(linked)
        return table(begin(linked, ("Ann", "Ben")), field)

    return found


def test_a_default_that_a_rule_says(found: Callable[..., object]) -> None:
    assert found("check; check with 4; found += [twice(), twice(1)]") == (10, 4, 20, 2)


def test_a_default_that_is_reckoned(found: Callable[..., object]) -> None:
    assert found("sum_up; longer") == (16, 10, 1)


def test_a_symbol_is_itself_though_a_rule_is_called_so(found: Callable[..., object]) -> None:
    assert found("tint", "seen") == ("red",)


def test_a_rule_that_is_changed_changes_the_default(found: Callable[..., object]) -> None:
    assert found("check; check; check", more="modify at_least by count(found) * 5") == (10, 15, 20)


def test_marks_windows_and_fields(found: Callable[..., object]) -> None:
    assert found("take 1 of Penny into purse; found += [first(purse).worth]; open Asking") == (10,)
    assert found("take 1 of Penny into purse; give Sharp to first(purse); found += [count(first(purse), Sharp)]") == (
        11,
    )


def test_a_default_is_held_against_the_type_of_its_slot() -> None:
    checked = check_text(HEAD + "effect check with n: number = Ann { }\nflow Match { check; win none }")
    assert [diagnostic.code for diagnostic in checked.diagnostics if diagnostic.severity == "error"] != []
