"""`then waits for`: who is asked is said, and only so may a question stay open."""

from __future__ import annotations

import pytest

from dsl.check.driver import check_text
from interpreter.scenarios.run import run_scenario

GAME = """
ruleset tiny "Tiny" { players 2, start Match }

extend Player { keeps points: 0.. = 0 }

window Main { offer one to active }

action score by me during Main { me.points += 1 }

effect both { together for each p in players { choose one of 1..3 by p as n; p.points += n } }

flow Match { repeat { for each p in players { phase turn by p { open Main } } } }

goal enough = players where points > 5

scenario "s" {
  seats Ann, Ben
  STEPS
}
"""


def outcome(steps: str) -> str:
    """The code of what is wrong; nothing if it passes."""
    checked = check_text(GAME.replace("STEPS", steps.replace("; ", "\n  ")))
    wrong = [diagnostic.code for diagnostic in checked.diagnostics if diagnostic.severity == "error"]
    if wrong:
        return wrong[0]
    (result,) = run_scenario(checked.program, checked.program.scenarios[0])
    return result.wrong.code if result.wrong is not None else ""


@pytest.mark.parametrize(
    "steps, code",
    [
        ("Ann: score; then waits for Ben", ""),
        ("Ann: score; then waits for Ben; Ben: score; then Ben.points is 1; then waits for Ann", ""),
        ("do both; then waits for Ann and Ben", ""),
        ("Ann: score; then Ann.points is 1", "BW6301"),
        ("Ann: score; then waits for Ben; then Ann.points is 1", "BW6301"),
        ("Ann: score; then waits for Ann", "BW6302"),
        ("Ann: score; then waits for Ann and Ben", "BW6302"),
        ("do both; then waits for Ann", "BW6301"),
        ("do score by Ann; then waits for Ann", "BW6302"),
        ("Ann: score; then waits for Cid", "BW6002"),
    ],
)
def test_who_is_asked(steps: str, code: str) -> None:
    assert outcome(steps) == code
