"""`give … until …`: just what was given for a while is taken back, at the end that was said."""

from __future__ import annotations

import pytest

from dsl.check.driver import check_text
from dsl.describe.card import describe
from dsl.format.formatter import format_text
from dsl.parse import parse_sentence
from interpreter.scenarios.run import run_scenario
from tests.engine.tables import program

GAME = """
kind Bot { stat speed: 0..99 = 3 }
extend Player { zone dock of Bot }
keyword Winged on Bot { modify speed of it by 2 }
keyword Plated(n: 1..9 = 1) on Bot { modify speed of it by n }
status Burning(n: 1..9 = 1) on Bot stacks add until end of round_of { modify speed of it by n }
status Rusted(n: 1..9) on Bot stacks apart { modify speed of it by n }
Bot Rusty { }
Bot Eagle { Winged }
effect turns by me {
  phase turn by me { acts; phase_two }
  phase turn by me { }
}
effect acts { }
effect phase_two { }
effect round_of { }
effect sink bot: Bot { lose Rusted from bot }
flow Match { repeat { for each p in players { phase turn by p { turns; round_of; sink Rusty } } } }
"""

CASES = {
    "until the end of what is going on": (
        """after acts { give Winged to Rusty until end of turn }
after phase_two { give Winged to Eagle until end of turn }""",
        """
  do turns by Ann
  then Rusty lacks Winged and Rusty.speed is 3 and Eagle has Winged
""",
    ),
    "while it goes on it is there": (
        """after acts { give Plated(4) to Bot until end of turn }
after phase_two { seen = Rusty.speed }""",
        """
  do turns by Ann
  then seen is 7 and Rusty.speed is 3 and Eagle.speed is 5
""",
    ),
    "until the start of another": (
        """""",
        """
  do give Winged to Rusty until start of turn by Ann
  then Rusty has Winged
  do turns by Ben
  then Rusty has Winged
  do turns by Ann
  then Rusty lacks Winged
""",
    ),
    "what an end names in a slot": (
        """""",
        """
  do give Winged to Rusty until end of sink Rusty
  do sink Eagle
  then Rusty has Winged
  do sink Rusty
  then Rusty lacks Winged
""",
    ),
    "numbers that add up": (
        """""",
        """
  do give Burning(1) to Rusty until end of acts
  do give Burning(3) to Rusty until end of phase_two
  then count(Rusty, Burning) is 4
  do acts
  then count(Rusty, Burning) is 3
  do phase_two
  then Rusty lacks Burning
""",
    ),
    "each by itself": (
        """""",
        """
  do give Rusted(2) to Rusty
  do give Rusted(2) to Rusty until end of acts
  do give Rusted(1) to Rusty
  then count(Rusty, Rusted) is 5
  do acts
  then count(Rusty, Rusted) is 3
""",
    ),
    "twice: to the later end": (
        """""",
        """
  do give Winged to Rusty until end of acts
  do give Winged to Rusty until end of phase_two
  then Rusty.speed is 5
  do acts
  then Rusty has Winged
  do phase_two
  then Rusty lacks Winged
""",
    ),
    "for good meanwhile": (
        """""",
        """
  do give Winged to Rusty until end of acts
  do give Winged to Rusty
  do acts
  then Rusty has Winged
""",
    ),
    "lost before": (
        """""",
        """
  do give Winged to Rusty until end of acts
  do lose Winged from Rusty
  do give Winged to Rusty
  do acts
  then Rusty has Winged
""",
    ),
    "said instead of the end in its head": (
        """""",
        """
  do give Burning(2) to Rusty until end of acts
  do round_of
  then Rusty has Burning
  do acts
  then Rusty lacks Burning
""",
    ),
    "answered by somebody": (
        """after give Winged to Rusty { give Plated(1) to bearer until end of phase_two }""",
        """
  do give Winged to Rusty until end of acts
  do acts
  then Rusty lacks Winged and Rusty has Plated
  do phase_two
  then Rusty lacks Plated
""",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_lent_goes_at_its_end(name: str) -> None:
    rules, steps = CASES[name]
    scenario = (
        f'scenario "{name}" cites AR-TURN-01 {{\n  seats Ann, Ben\n  given Rusty for Ann, Eagle for Ben\n{steps}}}\n'
    )
    game = program(f"{GAME}extend Table {{ keeps seen: 0..99 = 0 }}\n{rules}\n{scenario}")
    (result,) = game.scenarios
    outcomes = run_scenario(game, result)
    assert [outcome.message for outcome in outcomes if not outcome.passed] == []
    assert outcomes


@pytest.mark.parametrize(
    "wrong",
    [
        "effect x bot: Bot { sink bot until end of turn }",
        "effect x bot: Bot { lose Winged from bot until end of turn }",
        "effect x bot: Bot { remove bot until end of turn }",
        "ruleset other { players 2 until end of turn }",
        'scenario "s" cites AR-TURN-01 { seats Ann, Ben; Ann: jump until end of turn; then yes }\naction jump by me during Main { }',
    ],
)
def test_what_happens_at_once_has_no_end(wrong: str) -> None:
    assert "BW3026" in {diagnostic.code for diagnostic in check_text(GAME + wrong).diagnostics}


@pytest.mark.parametrize("wrong", ["Bot Slow { speed 2 until end of turn }"])
def test_a_field_has_no_end(wrong: str) -> None:
    assert "BW3001" in {diagnostic.code for diagnostic in check_text(GAME + wrong).diagnostics}


@pytest.mark.parametrize(
    "text, told",
    [
        ("give Winged to it until end of turn by me", "Give Winged to this Bot until the end of your turn."),
        (
            "give Winged to Rusty until start of sink Rusty",
            "Give Winged to Rusty until the start of the sinking of Rusty.",
        ),
    ],
)
def test_a_card_tells_how_long(text: str, told: str) -> None:
    tree, _ = parse_sentence(text)
    assert tree is not None
    assert describe(tree, program(GAME).symbols, on="Bot") == told


def test_it_is_formatted_in_the_standard_style() -> None:
    text = "effect lend by me {give Winged   to Rusty until end of turn by   me}"
    assert format_text(text).text == "effect lend by me { give Winged to Rusty until end of turn by me }\n"
