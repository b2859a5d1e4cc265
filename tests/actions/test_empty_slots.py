"""An action with a slot that may be empty is also offered so; answers leave it out."""

from __future__ import annotations

from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, begin
from interpreter.playout import CompiledProgram as Compiled
from interpreter.scenarios.run import run_scenario
from tests.engine.tables import HEAD, asked, play, program, say, words

GAME = (
    HEAD
    + """
kind Card { power: 0..9 = 1 }
kind Aura is Card { }
extend Player { zone hand of Card; zone field of Card }
extend Table { keeps seen: 0..999 = 0 }
Card Ogre { power 3 }
Aura Glow { }
window Main { offer one to active }
action cast card: Card with aura: Aura? for x: 1..2? by me during Main {
  require card in me.hand and not (card is Aura) and (aura is none or aura in me.hand)
  seen += 1
  if aura is not none { seen += 10 }
  if x is not none { seen += 100 * x }
}
action strengthen card: Card? by me during Main { require card.power > 2; seen += 500 }
action lie by me during Main { }
flow Match {
  for each p in players { take 1 of Ogre into p.hand; take 1 of Glow into p.hand }
  repeat { for each p in players { phase turn by p { open Main } } }
}
"""
)
OFFERED = [
    "cast Ogre with Glow for 1",
    "cast Ogre with Glow for 2",
    "cast Ogre with Glow",
    "cast Ogre for 1",
    "cast Ogre for 2",
    "cast Ogre",
    "strengthen Ogre",
    "strengthen Ogre",
    "lie",
]


def offered(match: EngineMatch) -> list[str]:
    return [line.partition(" by ")[0] for line in words(asked(match))]


def test_it_is_offered_with_each_slot_empty() -> None:
    assert offered(play(GAME)) == OFFERED


def test_what_wants_something_of_an_empty_slot_speaks_against_it() -> None:
    assert "strengthen" not in offered(play(GAME))


def test_compiled_code_offers_the_same() -> None:
    linked = LinkedProgram(program(GAME))
    Compiled(linked)  # from here on texts that run often are compiled
    match = begin(linked, ("Ann", "Ben"))
    for _ in range(40):
        assert offered(match) == OFFERED
        match.answer(asked(match).id, (len(OFFERED) - 1,))


def test_it_is_done_with_the_slot_empty() -> None:
    match = play(GAME)
    say(match, "Ann", "cast Ogre with Glow")
    assert asked(match).seat == "Ben"


def test_a_scenario_names_it_by_leaving_the_slot_out() -> None:
    lines = [
        ("cast Ogre", 1),
        ("cast Ogre with Glow", 11),
        ("cast Ogre for 2", 201),
        ("cast Ogre with Glow for 1", 111),
    ]
    text = "".join(
        f'scenario "{line}" {{ seats Ann, Ben; given Ogre in Ann.hand, Glow in Ann.hand; do open Main\n'
        f"  Ann: {line}\n  then seen is {seen} }}\n"
        for line, seen in lines
    )
    text += 'scenario "do" { seats Ann, Ben; given Ogre in Ann.hand; do cast Ogre by Ann; then seen is 1 }\n'
    text += 'scenario "not" { seats Ann, Ben; given Glow in Ann.hand; do open Main\n'
    text += "  then Ann cannot cast Glow\n  Ann: pass }\n"
    result = program(GAME + text)
    results = [outcome for scenario in result.scenarios for outcome in run_scenario(result, scenario)]
    assert [outcome.message for outcome in results] == [""] * 6
