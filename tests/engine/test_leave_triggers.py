"""What leaves by an event still answers it: 'when this dies', its keywords, its host's, and those that watch it go."""

from __future__ import annotations

import pytest

from interpreter.scenarios.run import run_scenario
from tests.engine.tables import program

GAME = """
kind Beast { power: 0..9 = 2, keeps wounds: 0.. = 0, works in field }
kind Sword { keeps host: Beast?, works in field }
extend Player { zone field of Thing; zone grave of Thing; keeps souls: 0.. = 0 }
extend Table { keeps seen: 0.. = 0 }
define beasts(p: Player) = Beast where holder is p and that in p.field
effect perish beast: Beast { move beast to beast.owner.grave }
effect vanish beast: Beast { remove beast }
effect wound beast: Beast by amount: 0.. {
  beast.wounds += amount
  if beast.wounds >= beast.power { perish beast }
}
effect turns by me { phase turn by me { perish beasts(me) } }
effect slay beast: Beast { perish beast; remove Sword where host is beast }
keyword Soulful(n: 1..9) on Beast { after perish it { me.souls += n } }
status Cursed on Beast stacks never { after wound it { seen += 10 } }
flow Match { repeat { for each p in players { phase turn by p { } } } }
"""

CASES = {
    "when this dies": (
        "Beast Imp { after perish it { me.souls += it.power } }",
        "given Imp in Ann.field",
        "do perish Imp",
        "then Ann.souls is 2 and Imp in Ann.grave",
    ),
    "when this leaves the game": (
        "Beast Imp { after vanish it { me.souls += it.power } }",
        "given Imp in Ann.field",
        "do vanish Imp",
        "then Ann.souls is 2 and count(Beast) is 0",
    ),
    "a keyword with its number, and a status": (
        "Beast Imp { Soulful(3) }",
        "given Imp in Ann.field, Cursed on Imp",
        "do wound Imp by 5",
        "then Ann.souls is 3 and seen is 10",
    ),
    "the player is the one whom it left": (
        (
            "Beast Imp { Soulful(2) }\neffect steal beast: Beast by me { perish_at beast by me }\n"
            "effect perish_at beast: Beast by me { move beast to me.grave }\n"
            "keyword Loyal on Beast { after steal it { me.souls += 1 } }\nBeast Dog { Loyal }"
        ),
        "given Dog in Ann.field",
        "do steal Dog by Ben",
        "then Ann.souls is 1 and Ben.souls is 0 and Dog in Ben.grave",
    ),
    "the verbs of the language too": (
        "Beast Imp { after move it { me.souls += 1 } }",
        "given Imp in Ann.field",
        "do move Imp to Ann.grave",
        "then Ann.souls is 1",
    ),
    "who watches what was among mine": (
        "Beast Imp { }\nBeast Crow { after perish beasts(me) - it { me.souls += 1 } }",
        "given Imp in Ann.field, Crow in Ann.field",
        "do perish Imp",
        "then Ann.souls is 1",
    ),
    "a rule of the game sees what it took out": (
        "Beast Imp { }\nafter vanish Beast { seen += 1 }\nafter vanish Beast where power is 3 { seen += 100 }",
        "given Imp in Ann.field",
        "do vanish Imp",
        "then seen is 1",
    ),
    "those that die together see each other go": (
        "Beast Imp { }\nBeast Crow { after perish Beast { me.souls += 1 } }",
        "given Imp in Ann.field, Crow in Ann.field, Crow in Ben.field",
        "do perish Beast",
        "then Ann.souls is 3 and Ben.souls is 3",
    ),
    "what it wore goes with it and still answers": (
        "Beast Imp { }\nSword Blade { after slay it.host { me.souls += 4 } }",
        "given Imp in Ann.field, Blade in Ann.field, Blade.host = Imp",
        "do slay Imp",
        "then Ann.souls is 4 and count(Sword) is 0",
    ),
    "a phase is a stretch of time": (
        "Beast Imp { after turn by me { me.souls += 1 } }",
        "given Imp in Ann.field",
        "do turns by Ann",
        "then Ann.souls is 0 and Imp in Ann.grave",
    ),
    "what comes back answers once": (
        (
            "Beast Imp { after flicker it { me.souls += 1 } }\n"
            "effect flicker beast: Beast by me { move beast to me.grave; move beast to me.field }"
        ),
        "given Imp in Ann.field",
        "do flicker Imp by Ann",
        "then Ann.souls is 1",
    ),
    "what was elsewhere before does not answer": (
        "Beast Imp { after perish it { me.souls += 1 } }",
        "given Imp in Ann.grave",
        "do perish Imp",
        "then Ann.souls is 0",
    ),
    "a mark that was taken away does not answer": (
        "Beast Imp { Soulful(3) }\nbefore perish Beast { lose Soulful from beast }",
        "given Imp in Ann.field",
        "do perish Imp",
        "then Ann.souls is 0",
    ),
    "its own conditions are asked when it is over": (
        "Beast Imp { after perish it if it in me.field { me.souls += 1 }, after perish it if it in me.grave { me.souls += 5 } }",
        "given Imp in Ann.field",
        "do perish Imp",
        "then Ann.souls is 5",
    ),
    "once per turn counts": (
        "Beast Imp { after perish Beast once per turns { me.souls += 1 } }\nBeast Rat { }",
        "given Imp in Ann.field, Rat in Ann.field",
        "do turns by Ann",
        "then Ann.souls is 1",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_left_by_an_event_answers_it(name: str) -> None:
    rules, *steps = CASES[name]
    lines = "".join(f"  {step}\n" for step in ("seats Ann, Ben", *steps))
    result = program(f'{GAME}\n{rules}\n\nscenario "{name}" {{\n{lines}}}\n')
    (outcome,) = [outcome for scenario in result.scenarios for outcome in run_scenario(result, scenario)]
    assert outcome.wrong is None, outcome.wrong
