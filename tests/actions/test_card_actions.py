"""The action of a card is a verb like any other: scenarios take it, rules forbid it and answer it, also those of packs."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.check.driver import Unit, check
from dsl.parse import parse_source
from dsl.text.source import Source
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import begin
from interpreter.scenarios.run import run_scenario
from tests.engine.tables import HEAD
from tests.pack_makers import PACK, RULESET, make_folder, yaml
from tools.workspace.facts.card_exports import brought_by
from tools.workspace.workspace import Workspace

RULES = """
kind Card { }
extend Player { zone table of Card, keeps energy: 0..9 = 5, keeps seen: 0..9 = 0 }
status Tired on Player { forbid juggle by it }
window Main { offer one to players }
effect act { open Main }
after juggle { actor.seen += balls }
flow Match { act; win none }
"""
CARD = "Card Juggler { action juggle with balls: 1..2 by me during Main { me.energy -= balls } }\n"
SCENARIOS = """
scenario "juggle" cites XX-A-01 {
  seats Ann, Ben
  given Juggler in Ann.table
  do act
  Ann: juggle with 2
  then Ann.energy is 3 and Ann.seen is 2
}

scenario "too tired" cites XX-A-01 {
  seats Ann, Ben
  given Juggler in Ann.table, Tired on Ann
  then Ann cannot juggle with 1 because "`juggle` is forbidden"
}
"""


def errors(text: str) -> list[str]:
    checked = check([Unit("small", tuple(parse_source(Source("small.bot", HEAD + text))))])
    return [
        f"{diagnostic.code} {diagnostic.message}"
        for diagnostic in checked.diagnostics
        if diagnostic.severity == "error"
    ]


def test_scenarios_and_rules_name_it() -> None:
    checked = check([Unit("small", tuple(parse_source(Source("small.bot", HEAD + RULES + CARD + SCENARIOS))))])
    assert [diagnostic.message for diagnostic in checked.diagnostics if diagnostic.severity == "error"] == []
    for scenario in checked.program.scenarios:
        assert [diagnostic.message for diagnostic in run_scenario(checked.program, scenario)] == [""]


@pytest.mark.parametrize(
    "says, told", [("{me} juggles {balls}", "Ann juggles 2"), ("{it} spins", "juggle with 2 by Ann")]
)
def test_its_words_are_those_of_the_log(says: str, told: str) -> None:
    """An event does not know the card on which its action stands, so words about that card are left out."""
    card = CARD.replace("during Main {", f'during Main says "{says}" {{')
    text = (
        HEAD + RULES.replace("flow Match { act", "flow Match { take 1 of Juggler into first(players).table; act") + card
    )
    checked = check([Unit("small", tuple(parse_source(Source("small.bot", text))))])
    match = begin(LinkedProgram(checked.program), ("Ann", "Ben"), 1)
    request = match.requests[0]
    match.answer(request.id, (next(n for n, option in enumerate(request.options) if "2" in option.words),))
    assert told in [event.words for event in match.machine.log or ()]


def test_without_the_card_there_is_no_such_verb() -> None:
    assert {item.split()[0] for item in errors(RULES)} == {"BW2003"}


def test_a_verb_of_the_rules_comes_first() -> None:
    assert (
        errors(
            RULES + CARD + "effect juggle with balls: 1..9 by me { me.seen = balls }\neffect go by me { juggle with 7 }"
        )
        == []
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    rules = HEAD.replace("small", "game") + RULES.replace("after juggle { actor.seen += balls }", "").replace(
        "forbid juggle by it", ""
    )
    make_folder(tmp_path / "rulesets" / "game", {"ruleset.yaml": yaml(RULESET), "rules.bot": rules})
    files = {"pack.yaml": yaml(PACK), "cards.bot": CARD, "rules.bot": "after juggle { actor.seen += balls }\n"}
    make_folder(tmp_path / "content" / "core", files)
    more = {**PACK, "id": "more", "packs": '[{id: core, version: "^1.0"}]'}
    files = {"pack.yaml": yaml(more), "cards.bot": "Card Hoop { before juggle by me { me.energy += 1 } }\n"}
    make_folder(tmp_path / "content" / "more", files)
    return tmp_path


def told(workspace: Workspace, again: bool = False) -> list[str]:
    actual = workspace.refresh() if again else workspace.check()
    return [
        f"{Path(diagnostic.place.file).parent.name} {diagnostic.code}"
        for diagnostic in actual.diagnostics
        if diagnostic.severity == "error"
    ]


def test_a_pack_and_what_builds_on_it_name_it(project: Path) -> None:
    workspace = Workspace([str(project / "rulesets"), str(project / "content")])
    assert told(workspace) == []
    card = project / "content" / "core" / "cards.bot"
    card.write_text(CARD.replace("juggle", "tumble"), encoding="utf-8")
    assert sorted(told(workspace, again=True)) == ["core BW2003", "more BW2003"]
    card.write_text(
        CARD.replace("with balls: 1..2", "with clubs: 1..2").replace("-= balls", "-= clubs"), encoding="utf-8"
    )
    assert sorted(told(workspace, again=True)) == ["core BW2002"]
    card.write_text(CARD + "# said twice\n", encoding="utf-8")
    assert told(workspace, again=True) == []


def test_actions_are_cut_out_of_a_card() -> None:
    text = 'Card A {\n  text "an action now {"  # action none {\n  action wave by me during Main { if yes { draw 1 } }\n  Part B { action nod by me during Main { } }\n}'
    assert [item.split("\n")[1].strip() for item in brought_by(text)] == [
        "action wave by me during Main { if yes { draw 1 } }",
        "action nod by me during Main { }",
    ]
    assert brought_by("Card A { }") == brought_by("Card A { action wave by me {") == ()
