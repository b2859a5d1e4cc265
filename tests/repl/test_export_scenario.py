"""Sessions as scenarios: what is written passes, by itself and in its place; what cannot be said is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.repl.prompts import BEGIN, HAMMER, prompt, typed
from tools.clauses import run
from tools.repl.session import ReplSession
from tools.skeleton import new_game
from tools.workspace.programs import load_program


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without a game: the shipped one is used."""
    monkeypatch.chdir(tmp_path)


PACK = Path("content") / "scrapyard-sessions"


def passes(name: str) -> str:
    """The text of a scenario, once it has passed where it lies."""
    text = (PACK / "tests" / f"{name}.bot").read_text()
    program, result = load_program([], [str(PACK)])
    assert [diagnostic for diagnostic in result.diagnostics if diagnostic.severity == "error"] == []
    assert program is not None
    (scenario,) = (
        diagnostic for diagnostic in program.scenarios if diagnostic.parsed.piece.file.endswith(f"{name}.bot")
    )
    assert run(program, scenario)
    return text


def write(session: ReplSession, name: str) -> str:
    output = typed(session, f":scenario {name}")
    assert output.endswith("the scenario passes"), output
    return passes(name.replace(" ", "_"))


def test_a_match_becomes_a_scenario() -> None:
    session = prompt(*BEGIN, "me.energy", ":whynot strike Forklift with Steam", "step to B1", "Kettle.tile")
    text = write(session, "first steps")
    assert text.startswith('scenario "first steps" cites SY-STRIKE-02 SY-STEP-01')
    lines = [line.strip() for line in text.splitlines()]
    assert lines[1:3] == ["seats Ann, Ben", "given mode plain"]
    assert lines[3].startswith("order pile: Battery, Spare_Plate")
    at = lines.index("Ann: choose Old_Yard")
    assert lines[at:] == [
        "Ann: choose Old_Yard",
        "Ann: choose Kettle",
        "Ann: choose A1",
        "Ben: choose Forklift",
        "Ben: choose F1",
        "then Ann.energy is 2",
        "then Ann cannot strike Forklift with Steam because SY-STRIKE-02",
        "Ann: step to B1",
        "then Kettle.tile is B1",
        "then waits for Ann",
        "}",
    ]


def test_what_nobody_asks_is_not_noted_as_refused() -> None:
    """Bracing belongs to another window than the one that asks: no scenario could say that it is refused there."""
    session = prompt(*BEGIN, ":whynot brace")
    assert session.noted == []
    typed(session, ":whynot strike Forklift with Steam")
    assert [item.words for item in session.noted] == ["Ann cannot strike Forklift with Steam because SY-STRIKE-02"]


def test_without_inspected_facts_the_last_changes_are_exported() -> None:
    text = write(prompt(*BEGIN, "step to B1"), "a step")
    assert "then Ann.energy is 1" in text
    assert "then Kettle.tile is B1" in text


def test_dice_are_laid_down() -> None:
    session = prompt(":table", 'given map "Old Yard", Rusty for Ann at A1, Kettle for Ben at B1, Ann.energy = 2')
    typed(session, 'strike Kettle with "Iron Fist" by Ann', "Kettle.damage")
    text = write(session, "an iron fist")
    assert 'do strike Kettle with "Iron Fist" by Ann' in text
    assert "dice ImpactDie: " in text
    assert "then Kettle.damage is " in text


def test_a_typed_card_goes_with_its_scenario() -> None:
    session = prompt(":table", HAMMER, "given Hammer for Ann, Kettle for Ben", "damage Kettle by 2 from Hammer")
    text = write(session, "the hammer")
    assert text.startswith("Bot Hammer {")
    assert "do damage Kettle by 2 from Hammer" in text
    assert "then Kettle.damage is 2" in text


def test_a_whole_match_ends_without_a_question() -> None:
    session = prompt(":table", "given Kettle for Ann, Rusty for Ben", "damage Rusty by 10 from Kettle")
    text = write(session, "the end")
    assert "then winners is [Ann]" in text
    assert "waits" not in text


def test_a_file_is_never_written_over() -> None:
    session = prompt(*BEGIN)
    write(session, "first steps")
    before = (PACK / "tests" / "first_steps.bot").read_bytes()
    assert "exists already" in typed(session, ":scenario first steps")
    assert "exists already" in typed(session, ":scenario First, steps!")
    assert (PACK / "tests" / "first_steps.bot").read_bytes() == before
    write(session, "other steps")
    assert sorted(path.name for path in (PACK / "tests").iterdir()) == ["first_steps.bot", "other_steps.bot"]


def test_a_file_of_ones_own() -> None:
    session = prompt(*BEGIN)
    assert typed(session, ":scenario first steps in mine.bot").startswith("wrote mine.bot")
    assert 'scenario "first steps"' in Path("mine.bot").read_text()
    assert not PACK.exists()


@pytest.mark.parametrize(
    "lines, reason",
    [
        ((), "nothing has been done yet"),
        ((*BEGIN, "me.energy += 2"), "`me.energy += 2` was typed in the middle of the match"),
        ((*BEGIN, "given Battery in Ann.hand"), "was set up after something had happened"),
        ((":table", "given Kettle for Ann", "let x = 3"), "is a sentence for the inside of a rule"),
        ((":table", "given Kettle for Ann", "Kettle.damage += 1"), "a scenario sets values"),
        ((":table", "given Kettle for Ann, Ann.energy = 1", "draw 1"), "BW2"),
    ],
)
def test_what_cannot_be_said_is_refused_with_the_reason(lines: tuple[str, ...], reason: str) -> None:
    session = prompt(*lines)
    assert reason in typed(session, ":scenario x")
    assert not PACK.exists()


def test_a_name_is_needed() -> None:
    assert "write a name" in typed(prompt(*BEGIN), ":scenario")


def test_the_scenario_of_a_project_goes_to_its_pack(tmp_path: Path) -> None:
    new_game("sky_duel")
    session = prompt(game="sky_duel")
    typed(session, "throw", "throw")
    output = typed(session, ":scenario two throws")
    assert output == "wrote content/sky_duel_first/tests/two_throws.bot; the scenario passes"
    text = (tmp_path / "content/sky_duel_first/tests/two_throws.bot").read_text()
    assert "dice D6: 3, 2" in text
    assert "then Ben.points is 3" in text, "his card adds one"
