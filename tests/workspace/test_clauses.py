"""Which clauses of a rulebook are enforced, and which are shown to be."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from dsl.ir.program import Program, ScenarioSource
from tests.pack_makers import CLAUSES, yaml
from tests.workspace.workspaces import RULES, SCENE, bot, game
from tools.clauses import clause_report, coverage
from tools.cli import main

IDS = ("MG-HIT-01", "MG-HIT-02", "MG-TABLE-01", "MG-TABLE-02", "MG-OTHER-01")
RULES_WITH_CLAUSES = (
    RULES.replace('damage to {target}" {', 'damage to {target}" cites MG-HIT-01 {')
    .replace("on Ability {", "on Ability cites MG-HIT-02 {")
    .replace("extend Player {", 'extend Player unenforced "it is for the table to see" cites MG-TABLE-01 {')
)
TESTS = (
    bot("Rusty").replace("{", "cites MG-OTHER-01 {", 1) + "\n" + SCENE.replace("{", "cites MG-HIT-01 MG-TABLE-02 {", 1)
)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    game(tmp_path)
    ruleset = tmp_path / "rulesets" / "sparring"
    rules = RULES_WITH_CLAUSES
    (ruleset / "rules.bot").write_text(rules)
    (ruleset / "tests" / "a.bot").write_text(TESTS)
    clauses = ", ".join(f"{{id: {id}, section: Play, rule: Something}}" for id in IDS)
    (ruleset / "clauses.yaml").write_text(yaml(CLAUSES, clauses=f"[{clauses}]"))
    return tmp_path


def yes(program: Program, scenario: ScenarioSource) -> bool:
    return True


def no(program: Program, scenario: ScenarioSource) -> bool:
    return False


def test_what_counts(project: Path) -> None:
    result = coverage("sparring", yes)
    assert result.findings.diagnostics == ()
    by_id = {clause.id: clause for clause in result.clauses}
    assert [id for id in IDS if by_id[id].enforced] == ["MG-HIT-01", "MG-HIT-02"]
    assert [id for id in IDS if by_id[id].tested] == ["MG-HIT-01", "MG-TABLE-02"]
    assert by_id["MG-TABLE-01"].reason == "it is for the table to see"
    assert by_id["MG-HIT-01"].cited == ("rules.bot",)
    assert by_id["MG-OTHER-01"].cited == ()  # only a card of the tests cites it


@pytest.mark.parametrize("passed", [no, None])
def test_a_scenario_that_does_not_pass_shows_nothing(project: Path, passed: object) -> None:
    assert coverage("sparring", passed).untested == IDS  # type: ignore[arg-type]


def test_the_scenario_is_run(project: Path) -> None:
    assert coverage("sparring").untested == ("MG-HIT-02", "MG-TABLE-01", "MG-OTHER-01")
    tests = project / "rulesets" / "sparring" / "tests" / "a.bot"
    tests.write_text(TESTS.replace("hurt is 3", "hurt is 4"))
    assert coverage("sparring").untested == IDS
    tests.write_text(TESTS.replace("  then Rusty", '  todo "later"\n  then Rusty'))
    assert coverage("sparring").untested == IDS


def test_the_report(project: Path) -> None:
    schema = Path(__file__).parents[2] / "dsl" / "schemas" / "clauses-output.json"
    for name in ("sparring", "rulesets/sparring", str(project / "rulesets" / "sparring")):
        report = clause_report(name, yes)
        jsonschema.Draft202012Validator(json.loads(schema.read_text())).validate(report)
        assert report == {
            "format_version": 1,
            "game": "sparring",
            "total": 5,
            "enforced": 2,
            "tested": 2,
            "unenforced": ["MG-TABLE-01", "MG-TABLE-02", "MG-OTHER-01"],
            "untested": ["MG-HIT-02", "MG-TABLE-01", "MG-OTHER-01"],
        }


def test_the_command(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["clauses", "sparring", "--format", "json"]) == 0
    assert json.loads(capfd.readouterr().out)["total"] == 5
    assert main(["clauses", "sparring", "--strict"]) == 1
    rules = project / "rulesets" / "sparring" / "rules.bot"
    rules.write_text(rules.read_text().replace("hp: 1..30", "hp 1..30"))
    assert main(["clauses", "sparring"]) == 1
    assert "BW1101" in capfd.readouterr().err


def test_a_game_without_a_catalogue(project: Path) -> None:
    (project / "rulesets" / "sparring" / "clauses.yaml").unlink()
    assert clause_report("sparring", yes)["total"] == 0
