"""`botwright test` as people and services use it; see also the transcript `test.md`."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import interpreter.scenarios.run
import tools.testing.run
from interpreter.model import limits
from tests.cli.program import ROOT, botwright, environment
from tests.guards import GUARD, replaced
from tests.testing.test_testing import FIRST, GAME, LUCK, TODO
from tools.cli import main

WRONG = FIRST.replace("is 2", "is 3").replace("a first", "a wrong")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(*texts: str) -> None:
    replaced(Path("duel.bot"), "\n".join((GAME, *texts)))


# ------------------------------------------------------------------------------------------------------ exit codes


def test_all_pass_is_0(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write(FIRST, LUCK)
    assert main(["test", "duel.bot"]) == 0
    assert capfd.readouterr() == ("ran 2 scenarios: 2 passed\n", "")


def test_a_failure_is_1_and_hides_no_other(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write(FIRST, WRONG, LUCK.replace("is 0", "is 1"), TODO)
    assert main(["test", "duel.bot"]) == 1
    out, err = capfd.readouterr()
    assert re.findall(r"error\[(\w+)\]", out) == ["BW6306", "BW6306"]
    assert "--> duel.bot:36:68" in out
    assert out.endswith("todo: later: the flow (duel.bot:46)\nran 4 scenarios: 1 passed, 2 failed, 1 to be written\n")
    assert err == ""


def test_what_is_only_to_be_written_passes(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write(TODO)
    assert main(["test", "duel.bot"]) == 0
    assert capfd.readouterr().out.endswith("ran 1 scenario: 1 to be written\n")


def test_a_game_that_does_not_check_is_1(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write(FIRST, "effect broken { unheard_of }\n")
    assert main(["test", "duel.bot"]) == 1
    out, _ = capfd.readouterr()
    assert "error[BW2" in out
    assert "ran 0 scenarios: 0 passed; 1 error in files that could not be run" in out


@pytest.mark.parametrize(
    "words, told",
    [
        (["test", "duel.bot", "-k", "("], "`(` is not a regular expression"),
        (["test", "dual.bot"], "there is no file or folder `dual.bot`: did you mean `duel.bot`?"),
        (["test", "duel.bot", "--jobs", "-1"], "--jobs"),
        (["test", "duel.bot", "--format", "sarif"], "'sarif' is not one of"),
        (["test", "-", "--watch"], "`--watch` needs files"),
    ],
)
def test_wrong_use_is_2(project: Path, capfd: pytest.CaptureFixture[str], words: list[str], told: str) -> None:
    write(FIRST)
    assert main(words) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert told in err


def test_a_fault_of_ours_is_2_and_the_others_are_run(
    project: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    right = interpreter.scenarios.run.run_scenario

    def wrong(program: object, scenario: object, **more: object) -> object:
        if "bad luck" in scenario.parsed.piece.text:  # type: ignore[attr-defined]
            raise KeyError("oh")
        return right(program, scenario, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(tools.testing.run, "run_scenario", wrong)
    write(FIRST, LUCK)
    assert main(["test", "duel.bot", "--jobs", "1"]) == 2
    out, _ = capfd.readouterr()
    assert "error[BW9001]" in out
    assert "ran 2 scenarios: 1 passed, 1 failed" in out
    assert "Traceback" not in out


# ------------------------------------------------------------------------------- no tests, without end, in any order


@pytest.mark.parametrize("pattern", [[], ["-k", "nothing"]])
def test_no_scenarios_are_1(project: Path, capfd: pytest.CaptureFixture[str], pattern: list[str]) -> None:
    write(*([FIRST] if pattern else []))
    for format in ("full", "json", "junit"):
        assert main(["test", "duel.bot", "--format", format, *pattern]) == 1
    out, _ = capfd.readouterr()
    assert "error[BW6313]: " + ("none of the 1 scenarios" if pattern else "there are no scenarios here") in out


def test_a_scenario_without_end_hits_the_bound(
    project: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STEPS_PER_DECISION", 3_000)
    rule = "effect spin_on { repeat 9000 { repeat 9000 { nudge } } }\n\neffect nudge { }\n"
    write(rule, 'scenario "on and on" { seats Ann, Ben; do spin_on; then Ann.score is 0 }\n', FIRST)
    assert main(["test", "duel.bot", "--jobs", "1"]) == 1
    out, _ = capfd.readouterr()
    assert "error[BW5004]: the rules take more than 3,000 steps without asking a player" in out
    assert "ran 2 scenarios: 1 passed, 1 failed" in out


def test_the_order_does_not_matter(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write(FIRST, LUCK, WRONG, TODO)
    names = set()
    for words in ([], ["--shuffle", "1"], ["--shuffle", "2"], ["--shuffle", "3", "--jobs", "2"]):
        assert main(["test", "duel.bot", "--format", "json", *words]) == 1
        names.add(capfd.readouterr().out)
    assert len(names) == 1
    assert [entry["line"] for entry in json.loads(names.pop())["scenarios"]] == [34, 36, 44, 46]


# -------------------------------------------------------------------------------------------------------- the forms


def test_junit_is_xml_with_every_scenario(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write(FIRST, WRONG, TODO, 'scenario "<a & b>" { seats Ann, Ben; then Ann.score is 0 }\n')
    assert main(["test", "duel.bot", "--format", "junit"]) == 1
    tree = ET.fromstring(capfd.readouterr().out)
    assert tree.attrib == {"name": "botwright test", "tests": "4", "failures": "1", "errors": "0"}
    cases = {case.attrib["name"]: [child.tag for child in case] for case in tree.iter("testcase")}
    assert cases == {"a first point": [], "a wrong point": ["failure"], "later": ["skipped"], "<a & b>": []}


def test_json_of_coverage_and_mutants_only_when_asked(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write(FIRST, LUCK)
    keys = []
    for words in ([], ["--coverage"], ["--mutate", "--sample", "4"]):
        main(["test", "duel.bot", "--format", "json", *words])
        keys.append(
            set(json.loads(capfd.readouterr().out)) - {"format_version", "passed", "failed", "todo", "scenarios"}
        )
    assert keys == [set(), {"coverage"}, {"mutants"}]


def test_mutants_that_nobody_notices_are_1(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write(FIRST)
    assert main(["test", "duel.bot", "--mutate", "--sample", "0", "--jobs", "1"]) == 1
    out, _ = capfd.readouterr()
    assert re.search(r"^detected \d+ of \d+ \(\d+ %\)", out, re.MULTILINE)


def test_nothing_is_changed_while_a_scenario_fails(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write(FIRST, WRONG)
    assert main(["test", "duel.bot", "--mutate"]) == 1
    out, err = capfd.readouterr()
    assert "noticed" not in out
    assert "mutation testing needs passing scenarios" in err


def test_a_page_that_cannot_be_written(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write(FIRST)
    assert main(["test", "duel.bot", "--coverage-html", "no/such/folder/page.html"]) == 1
    assert "Traceback" not in capfd.readouterr().err


def test_only_some_failures_are_shown_in_full(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write(*(WRONG.replace("a wrong", f"wrong {number},") for number in range(25)))
    assert main(["test", "duel.bot"]) == 1
    out, _ = capfd.readouterr()
    assert out.count("error[BW6306]") == 20
    assert "5 more findings not shown here" in out
    assert main(["test", "duel.bot", "--max", "0"]) == 1
    assert capfd.readouterr().out.count("error[BW6306]") == 25


def test_a_text_from_stdin(project: Path) -> None:
    done = botwright("test", "-", cwd=project, stdin=f"{GAME}\n{FIRST}".encode())
    assert (done.returncode, done.stdout) == (0, b"ran 1 scenario: 1 passed\n")


# ----------------------------------------------------------------------------------------------------- whole projects


def test_without_a_path_the_project_is_run(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "game", "sky_duel"]) == 0
    capfd.readouterr()
    assert main(["test"]) == 0
    assert capfd.readouterr().out == "ran 3 scenarios: 3 passed\n"


def test_a_shipped_game_passes_with_its_pack(capfd: pytest.CaptureFixture[str]) -> None:
    """The smallest one; all of them are run by `tests/scenarios`."""
    folders = [ROOT / "rulesets" / "scrapyard", ROOT / "content" / "scrapyard-starter"]
    assert main(["test", *map(str, folders)]) == 0
    texts = [path.read_text("utf-8") for folder in folders for path in folder.rglob("*.bot")]
    count = sum(text.startswith("scenario ") + text.count("\nscenario ") for text in texts)
    assert capfd.readouterr().out == f"ran {count} scenarios: {count} passed\n"


def test_watching_runs_again(project: Path) -> None:
    write(FIRST)
    command = [sys.executable, "-m", "tools.cli", "test", "duel.bot", "--watch"]
    with subprocess.Popen(
        command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as running:
        assert running.stdout is not None
        seen = [running.stdout.readline(), running.stdout.readline()]
        write(FIRST, LUCK)
        seen += [running.stdout.readline() for _ in range(3)]
        running.send_signal(signal.SIGINT)
        assert running.wait(GUARD) == 0
    assert seen[0] == "ran 1 scenario: 1 passed\n"
    assert seen[3:] == ["changed: duel.bot\n", "ran 2 scenarios: 2 passed\n"]


def test_one_bad_card_does_not_stop_the_others(
    project: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a pack: `test` runs the scenarios of the rest and says what is wrong, and so do `cards`, `play` and `repl`."""
    pack = project / "one"
    (pack / "tests").mkdir(parents=True)
    (pack / "pack.yaml").write_text(
        "id: one\nname: One\nversion: 0.1.0\nlanguage: '^1.2'\nruleset: {id: scrapyard, version: '^1.0'}\n"
        "packs: [{id: scrapyard-starter, version: '^1.0'}]\nauthors: [Kim]\nlicence: CC0-1.0\nsource: made up\n"
    )
    good = "Bot Goodie house {\n  hull 9\n  Part Claw { power 2 }\n}\n"
    bad = "Bot Baddie house {\n  hull nine and a half\n  Part Claw { power 2 }\n}\n"
    (pack / "cards.bot").write_text(f"{good}\n{bad}")
    story = "given Goodie for Ann, Kettle for Ben\n  do damage Goodie by 2 from Kettle\n  then Goodie.damage is 2"
    (pack / "tests" / "t.bot").write_text(
        f'scenario "a good bot" cites SY-DAMAGE-01 {{\n  seats Ann, Ben\n  {story}\n}}\n'
    )
    monkeypatch.setattr("sys.stdin", io.StringIO("1 + 1\n"))
    for command, code, shown in (
        (["check", "one"], 1, "1 error"),
        (["test", "one"], 1, "ran 1 scenario: 1 passed"),
        (["cards", "one"], 1, "Goodie"),
        (["play", "scrapyard", "--pack", "one", "--bots", "--seed", "1"], 0, "Ann's turn"),
        (["repl", "scrapyard", "--pack", "one"], 0, ""),
    ):
        assert main(command) == code, command
        output = capfd.readouterr()
        assert shown in output.out + output.err
        assert "cards.bot:7" in output.out + output.err
