"""`botwright replay` and `botwright play --record`: what they print, where, and with which exit code."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import botwright
from tests.faults.records import answer, forged, recorded, scrapyard
from tools.resources import shipped_packs, shipped_rulesets


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A short record `match`, and `other`, which parts from it at the last answer."""
    recorded(tmp_path / "match")
    with scrapyard().start(("Ann", "Ben"), 5, record=tmp_path / "other") as match:
        for _ in range(5):
            answer(match)
    return tmp_path


def run(project: Path, *words: str, **more: str) -> tuple[int, str, str]:
    done = botwright("replay", *words, cwd=project, **more)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_a_plain_replay_tells_the_log(project: Path) -> None:
    code, out, err = run(project, "match")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "scrapyard 1.0.0, scrapyard-starter 1.0.0, mode plain, seats Ann and Ben"
    assert any(re.fullmatch(r" +1  Ann answers", line) for line in lines)
    assert any(line.endswith("the last answer is taken back") for line in lines)
    assert any(line.endswith("draw 2 by Ann") for line in lines)
    assert lines[-1] == "The match is not over: Ann is asked."
    assert "\x1b" not in out


def test_a_seat_reads_its_own_choices_and_nobody_elses(project: Path) -> None:
    _, own, _ = run(project, "match", "--seat", "Ann")
    _, everything, _ = run(project, "match", "--all")
    assert re.search(r"^ +1  Ann: \w+", own, re.MULTILINE)
    assert re.search(r"^ +\d  Ben answers$", own, re.MULTILINE)
    assert re.search(r"^ +\d  Ben: \w+", everything, re.MULTILINE)
    code, _, err = run(project, "match", "--seat", "Cid")
    assert code == 2
    assert "the seats are Ann, Ben" in err
    assert run(project, "match", "--seat", "Ann", "--all")[0] == 2


def test_verify_says_what_it_held_against_the_record(project: Path) -> None:
    code, out, err = run(project, "match", "--verify")
    assert (code, err) == (0, "")
    assert re.fullmatch(r"6 answers, 9 states and \d+ events match the record\.\n", out)
    path = project / "match"
    path.write_bytes(forged(path.read_bytes(), 4, state="0" * 16))
    code, out, err = run(project, "match", "--verify")
    assert (code, out) == (1, "")
    assert "error[BW6108]" in err
    assert "at answer 4: the same events lead to a different state" in err


def test_until_stops_and_shows_the_table(project: Path) -> None:
    code, out, _ = run(project, "match", "--until", "5", "--seat", "Ben")
    assert code == 0
    assert " 5  " in out
    assert " 6  " not in out
    assert "as Ben sees it" in out
    assert "Forklift A5  health 12" in out
    code, out, _ = run(project, "match", "--until", "0")
    assert code == 0
    assert "Scrapyard (plain)" in out
    assert "sees it" not in out


def test_diff_shows_where_two_records_part(project: Path) -> None:
    code, out, _ = run(project, "match", "--diff", "match")
    assert (code, out) == (0, "The records agree: 6 answers are the same.\n")
    code, out, _ = run(project, "match", "--diff", "other")
    assert code == 1
    assert re.fullmatch(r"They differ at answer 5: the last answer is taken back / Ben: .+\n", out)
    path = project / "other"
    path.write_bytes(forged(path.read_bytes(), 0, seed=6))
    code, out, _ = run(project, "match", "--diff", "other", "--format", "json")
    data = json.loads(out)
    assert code == 1
    assert data["format_version"] == 1
    assert data["made"] == [["seed 5", "6"]]
    assert data["difference"]["number"] == 5


def test_an_event_that_differs_is_named(project: Path) -> None:
    path = project / "other"
    data = path.read_bytes()
    events = json.loads(data.splitlines()[5])["events"]
    path.write_bytes(forged(data, 5, events=events[:4] + "0000" + events[8:]))
    short = project / "short"
    short.write_bytes(data)
    code, out, _ = run(project, "short", "--diff", "other")
    assert code == 1
    assert re.match(r"They differ at answer 5: event 2: \w+", out), out


def test_json_has_everything_and_a_version(project: Path) -> None:
    code, out, err = run(project, "match", "--format", "json", "--verify", "--until", "4", "--seat", "Ann")
    assert (code, err) == (0, "")
    data: dict[str, Any] = json.loads(out)
    assert data["format_version"] == 1
    assert data["made"]["game"] == "scrapyard"
    assert data["seats"] == ["Ann", "Ben"]
    assert data["verified"] is True
    assert data["parting"] is None
    assert data["damage"] is None
    assert [entry["number"] for entry in data["entries"]] == [0, 1, 2, 3, 4]
    assert data["entries"][1]["seat"] == "Ann"
    assert data["view"]["seat"] == "Ann"


def test_a_damaged_record_is_told_and_never_changed(project: Path) -> None:
    path = project / "match"
    cut = path.read_bytes()[:-30]
    path.write_bytes(cut)
    code, out, err = run(project, "match")
    assert code == 0
    assert "warning[BW6103]: `match` is damaged from line 9 on: 5 answers kept, 1 line lost" in err
    assert "Ann is asked" in out or "Ben is asked" in out
    assert run(project, "match", "--verify")[0] == 1
    assert path.read_bytes() == cut
    assert sorted(item.name for item in project.iterdir()) == ["match", "other"]


@pytest.mark.parametrize("words, code, told", [
    (("nothing",), 2, "there is no file or folder `nothing`"),
    ((".",), 1, "BW6101"),
    (("match", "--until", "-1"), 2, "--until"),
    (("match", "--diff", "nothing"), 2, "nothing"),
    ((), 2, "FILE"),
    (("match", "--game", "nothing"), 1, "BW6106"),
])  # fmt: skip
def test_wrong_use_and_wrong_files(project: Path, words: tuple[str, ...], code: int, told: str) -> None:
    result, out, err = run(project, *words)
    assert (result, out) == (code, "")
    assert told in err
    assert "Traceback" not in err


def test_other_rules_are_refused_or_marked(tmp_path: Path) -> None:
    """Fault 40, as a person meets it."""
    shutil.copytree(shipped_rulesets()["scrapyard"], tmp_path / "rulesets" / "scrapyard")
    shutil.copytree(shipped_packs()["scrapyard-starter"], tmp_path / "content" / "scrapyard-starter")
    played = botwright("play", "scrapyard", "--bots", "--seed", "3", "--record", "match", cwd=tmp_path)
    assert played.returncode == 0
    assert run(tmp_path, "match", "--verify")[0] == 0
    rules = tmp_path / "rulesets" / "scrapyard" / "turn.bot"
    rules.write_text(rules.read_text(encoding="utf-8").replace("draw 1 by", "draw 2 by"), encoding="utf-8")
    code, out, err = run(tmp_path, "match")
    assert (code, out) == (1, "")
    assert (
        "error[BW6104]: `match` was recorded with `scrapyard` 1.0.0, but this is the same version with another `turn.bot`"
        in err
    )
    code, out, err = run(tmp_path, "match", "--force")
    assert code == 1
    assert "warning[BW6104]" in err
    assert "error[BW6108]" in err
    marked = next(line for line in out.splitlines() if ">>>" in line)
    assert "here the replay differs from the record: event" in marked
    assert "`draw 2 by Ann`" in marked


def test_names_in_a_record_do_not_reach_the_terminal_as_they_are(project: Path) -> None:
    path = project / "match"
    path.write_bytes(forged(path.read_bytes(), 0, game="\x1b[31mred\x07", version="::error::"))
    code, out, err = run(project, "match")
    assert code == 1
    assert "\x1b" not in out + err
    assert "\x07" not in out + err


def test_play_records_only_where_nothing_else_is(project: Path) -> None:
    notes = project / "notes.txt"
    notes.write_text("dear diary\n")
    for words, result in (
        (("--record", "notes.txt"), "BW6101"),
        (("--record", "match", "--seed", "7"), "its seed is 5, not 7"),
        (("--record", "no/where"), "BW6114"),
    ):
        done = botwright("play", "scrapyard", "--bots", *words, cwd=project)
        assert done.returncode == 1
        assert result in done.stderr.decode()
    assert notes.read_text() == "dear diary\n"
    assert sorted(item.name for item in project.iterdir()) == ["match", "notes.txt", "other"]


def test_json_for_a_seat_has_nothing_from_which_hidden_cards_follow(project: Path) -> None:
    """Neither the seed nor hashes of states nor the numbers of what others have chosen."""
    _, out, _ = run(project, "match", "--format", "json", "--seat", "Ann")
    data: dict[str, Any] = json.loads(out)
    assert data["seed"] is None
    answers = [entry for entry in data["entries"] if entry.get("sort") == "answer"]
    assert {entry["state"] for entry in answers} == {None}
    assert all((entry["chosen"] is None) == (entry["seat"] != "Ann") for entry in answers)
    _, out, _ = run(project, "match", "--format", "json", "--all")
    everything = json.loads(out)
    assert everything["seed"] == 5
    assert all(entry["chosen"] is not None for entry in everything["entries"] if entry.get("sort") == "answer")
    assert all(entry["state"] for entry in everything["entries"][1:])
