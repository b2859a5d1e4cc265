"""`botwright clauses --prove`: a clause is proved if a scenario that cites it fails without a place that does."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.cli.program import ROOT
from tests.profiles import NIGHTLY
from tools.cli import main

SCHEMA = jsonschema.Draft202012Validator(json.loads((ROOT / "dsl" / "schemas" / "clauses-output.json").read_text()))
COOLANT = "after enter if tile.terrain is coolant cites SY-STEP-04"
PUT_OUT = "  then Puncher lacks Burning\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Scrapyard without its pack: a real game, small enough to be proved in a moment."""
    (tmp_path / ".git").mkdir()
    shutil.copytree(ROOT / "rulesets" / "scrapyard", tmp_path / "rulesets" / "scrapyard")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "rulesets" / "scrapyard"


def replaced(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def proof(capfd: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["clauses", "rulesets/scrapyard", "--prove", "--format", "json", "--jobs", "1", *words]) == 0
    report = json.loads(capfd.readouterr().out)
    SCHEMA.validate(report)
    actual: dict[str, Any] = report["proof"]
    return actual


def places(found: dict[str, Any]) -> dict[str, tuple[str, str, str]]:
    return {item["place"]: (item["end"], item["change"], item["scenario"]) for item in found["clauses"][0]["places"]}


# ------------------------------------------------------------------------------------------------ the ways to take it


def test_a_hook_that_can_be_left_out(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    proved = proof(capfd, "-k", "SY-STEP-04")
    assert (proved["total"], proved["proved"], proved["unproved"]) == (1, 1, [])
    [(place, (end, change, scenario))] = places(proved).items()
    assert (place, end, scenario) == ("after enter", "missed", "coolant puts the fire out")
    assert change.endswith("is removed")
    assert [item["line"] for item in proved["clauses"][0]["scenarios"]] == [24]


def test_a_printed_symbol_becomes_another_one(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A card cannot do without its symbol, so nothing could be left out."""
    with (project / "clauses.yaml").open("a", encoding="utf-8") as file:
        file.write('  - id: SY-SIGN-01\n    section: "Signs"\n    rule: "The star bears the sun."\n')
    (project / "signs.bot").write_text(
        "symbols Sign { sun, moon }\n\nkind Badge {\n  sign: Sign\n}\n\n"
        "Badge Star house {\n  sign sun cites SY-SIGN-01\n}\n"
    )
    (project / "tests" / "signs.bot").write_text(
        'scenario "the star" cites SY-SIGN-01 {\n  seats Ann, Ben\n  then Star.sign is sun\n}\n'
    )
    proved = proof(capfd, "-k", "SY-SIGN-01")
    assert (proved["proved"], proved["unproved"]) == (1, [])
    assert places(proved) == {"sentence sign": ("missed", "`sun` becomes `moon`", "the star")}


def test_what_others_need_does_nothing(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Rules speak of `brace` and `Answer` by name: they stay, with nothing in them."""
    result = places(proof(capfd, "-k", "SY-STRIKE-05"))
    assert {place: end for place, (end, _, _) in result.items()} == {
        "window Answer": "missed",
        "action brace": "missed",
    }
    assert all(change.endswith("does nothing") for _, change, _ in result.values())


def test_a_value_becomes_another(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Without `step_cost` nothing checks, and it has no block."""
    [(place, (end, change, _))] = places(proof(capfd, "-k", "SY-STEP-02")).items()
    assert (place, end) == ("rule step_cost", "missed")
    assert " becomes `0`" in change


def test_what_does_not_happen(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Where nothing is to happen, an effect that does nothing is not missed; but its condition is."""
    replaced(project / "bots.bot", "from source cites SY-DAMAGE-01", "from source cites SY-DAMAGE-01 SY-MODE-01")
    text = 'scenario "a scratch wrecks nobody" cites SY-MODE-01 {\n  seats Ann, Ben\n'
    text += '  given map "Test Yard", Puncher for Ann at B2, Dummy for Ben at C2\n  do damage Dummy by 0 from Puncher\n'
    (project / "tests" / "none.bot").write_text(text + "  then players is [Ann, Ben]\n}\n", encoding="utf-8")
    place = places(proof(capfd, "-k", "SY-MODE-01"))["effect damage"]
    change = "`target.health <= 0` becomes `not (target.health <= 0)`"
    assert place == ("missed", change, "a scratch wrecks nobody")


def test_what_cites_for_itself_is_its_own_place(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The action may do nothing, but what its `require` says does not speak for the action."""
    proved = proof(capfd, "-k", "SY-STRIKE-02")
    assert list(places(proved)) == ["action strike", "require"]
    assert places(proved)["require"][0] == "missed"


def test_a_face_that_is_laid_down(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    end, change, scenario = places(proof(capfd, "-k", "SY-STRIKE-03"))["die ImpactDie"]
    assert (end, change) == ("missed", "`miss,` is removed")
    assert "miss" in scenario


def test_who_sees_a_zone(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Others read the zone, so it stays; but its cards are no secret."""
    replaced(project / "bots.bot", "seen by owner", "seen by owner cites SY-GADGET-01")
    shown = 'scenario "a hand is secret" cites SY-GADGET-01 {\n  seats Ann, Ben\n  given Test_Gadget in Ann.hand\n'
    (project / "tests" / "secret.bot").write_text(shown + "  then not knows(Ben, Test_Gadget)\n}\n", encoding="utf-8")
    place = places(proof(capfd, "-k", "SY-GADGET-01"))["zone hand"]
    assert place == ("missed", "`seen by owner` is removed", "a hand is secret")


def test_a_drawing_loses_its_last_row(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    yard = (
        'Map "Small Yard" cites SY-SETUP-02 {\n  board Yard\n  legend { ".": ground }\n  rows """\n    . .\n    . .\n'
    )
    (project / "small.bot").write_text(yard + '  """\n}\n', encoding="utf-8")
    corner = (
        'scenario "a corner" cites SY-SETUP-02 {\n  seats Ann, Ben\n  given map "Small Yard", Puncher for Ann at B2\n'
    )
    (project / "tests" / "small.bot").write_text(corner + "  then Puncher.tile is B2\n}\n", encoding="utf-8")
    place = places(proof(capfd, "-k", "SY-SETUP-02"))
    assert place["Map"] == ("missed", "`. .` is removed", "a corner")


def test_a_sentence_can_cite(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    replaced(project / "bots.bot", "{ wreck target }", "{ wreck target cites SY-WIN-01 }")
    place = places(proof(capfd, "-k", "SY-WIN-01"))["sentence wreck"]
    assert place == (
        "missed",
        "`wreck target cites SY-WIN-01` is removed",
        "a wrecked bot is out and the other player wins",
    )


# --------------------------------------------------------------------------------------------------- what is no proof


def test_a_scenario_that_only_runs_the_rule(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    replaced(project / "tests" / "turns.bot", PUT_OUT, "  then Puncher.tile is D4\n")
    words = ["clauses", "rulesets/scrapyard", "--prove", "-k", "SY-STEP-04", "--jobs", "1"]
    assert main(words) == 0
    assert capfd.readouterr().out.splitlines() == [
        "scrapyard: 1 clause, 1 (100 %) enforced, 1 (100 %) tested",
        "proved: 0 of the 1 clause that is enforced and tested (0 %)",
        "not proved: their scenarios do not fail without any of these places",
        "  SY-STEP-04",
        f"    rulesets/scrapyard/bots.bot:52:1: after enter: `{COOLANT} {{ l…` is removed",
        "    rulesets/scrapyard/tests/turns.bot:24: scenario coolant puts the fire out",
    ]
    assert main([*words, "--strict"]) == 1


def test_a_citation_at_the_wrong_place(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    replaced(project / "bots.bot", COOLANT, COOLANT.removesuffix(" cites SY-STEP-04"))
    replaced(project / "strike.bot", "cites SY-KEYWORD-02", "cites SY-KEYWORD-02 SY-STEP-04")
    proved = proof(capfd, "-k", "SY-STEP-04|SY-KEYWORD-02")
    assert proved["unproved"] == ["SY-STEP-04"]


def test_one_place_is_enough_and_the_other_is_told(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    replaced(project / "strike.bot", "cites SY-KEYWORD-02", "cites SY-KEYWORD-02 SY-STEP-04")
    assert main(["clauses", "rulesets/scrapyard", "--prove", "--strict", "-k", "SY-STEP-04"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[1] == "proved: 1 of the 1 clause that is enforced and tested (100 %)"
    assert lines[3].startswith("  SY-STEP-04  rulesets/scrapyard/strike.bot:")
    assert len(lines) == 4


def test_to_mention_a_name_is_no_proof(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The scenario cannot be read without the field, but whatever the field is worth, it passes."""
    replaced(
        project / "bots.bot",
        "  keeps damage: 0.. = 0\n",
        "  keeps damage: 0.. = 0\n  keeps dents cites SY-STEP-04 = 0\n",
    )
    replaced(project / "bots.bot", COOLANT, COOLANT.removesuffix(" cites SY-STEP-04"))
    replaced(project / "tests" / "turns.bot", PUT_OUT, PUT_OUT + "  then Puncher.dents >= 0\n")
    proved = proof(capfd, "-k", "SY-STEP-04")
    assert proved["unproved"] == ["SY-STEP-04"]
    replaced(project / "tests" / "turns.bot", "Puncher.dents >= 0", "Puncher.dents is 0")
    assert proof(capfd, "-k", "SY-STEP-04")["unproved"] == []


def test_what_cannot_be_changed_has_no_say(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    replaced(project / "bots.bot", COOLANT, COOLANT.removesuffix(" cites SY-STEP-04"))
    replaced(project / "bots.bot", "parts of Part holds 1..3", "parts of Part cites SY-STEP-04")
    proved = proof(capfd, "-k", "SY-STEP-04")
    assert places(proved) == {"children parts": ("fixed", "", "")}
    assert proved["unproved"] == ["SY-STEP-04"]


def test_a_scenario_that_fails_shows_nothing(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    replaced(project / "tests" / "turns.bot", PUT_OUT, "  then Puncher has Burning\n")
    proved = proof(capfd, "-k", "SY-STEP-04")
    assert proved["total"] == 0  # it is not even tested
    assert main(["clauses", "rulesets/scrapyard", "--prove", "--strict", "-k", "SY-STEP-04"]) == 1


def test_what_the_machine_does_not_enforce_is_not_tried(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    replaced(project / "bots.bot", COOLANT, COOLANT + ' unenforced "the table sees to it"')
    proved = proof(capfd, "-k", "SY-STEP-04")
    assert (proved["total"], proved["clauses"]) == (0, [])


# ------------------------------------------------------------------------------------------------------- the command


def test_the_same_for_any_number_of_jobs(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    words = ["clauses", "rulesets/scrapyard", "--prove", "--format", "json", "--jobs"]
    collected = []
    for jobs in ("1", "3"):
        assert main([*words, jobs, "-k", "STRIKE"]) == 0
        collected.append(capfd.readouterr().out)
    assert collected[0] == collected[1]
    assert json.loads(collected[0])["proof"]["total"] > 2
    if not NIGHTLY:  # the whole of it
        return
    assert main([*words, "3"]) == 0
    actual = json.loads(capfd.readouterr().out)["proof"]
    assert (actual["total"], actual["unproved"]) == (24, [])


def test_a_table_of_all_clauses(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["clauses", "rulesets/scrapyard", "--prove", "--format", "markdown", "-k", "SY-STEP-04"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[2] == "| clause | what it says | enforced | tested | proved | where |"
    assert lines[4].endswith("| yes | yes | yes | bots.bot |")


@pytest.mark.parametrize(
    "words, told", [("NO-SUCH", "no clause of `scrapyard` fits `NO-SUCH`"), ("(", "is not a regular")]
)
def test_a_pattern_that_fits_nothing(project: Path, capfd: pytest.CaptureFixture[str], words: str, told: str) -> None:
    assert main(["clauses", "rulesets/scrapyard", "-k", words]) == 2
    assert told in capfd.readouterr().err
