"""`botwright play` as people use it: at a real terminal, by hand, killed and taken up again; and without a terminal."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from tests.cli.activity import Pattern, drawn
from tests.cli.program import ROOT, botwright, environment
from tests.faults.records import forged
from tools.cli import main
from tools.matches import load, resume

TICTACTOE = str(ROOT / "tests/benchmarks/games/tictactoe")
GOOSE = str(ROOT / "tests/cases/boards/goose")
PROMPT = r"\n(Ann|Ben)> $"
AFTERWARDS = r"Enter: leave> $"
ESCAPES = re.compile(r"\x1b\[[\d;]*[A-Za-z]")


class Terminal:
    """A terminal with `botwright play` in it, in a folder and with a home of its own."""

    def __init__(self, folder: Path, *words: str, rows: int = 24, columns: int = 80, **more: str) -> None:
        env = environment(TERM="xterm-256color", XDG_STATE_HOME=str(folder / "state"), **more)
        command = ["-m", "tools.cli", "play", *words]
        self.child = pexpect.spawn(
            sys.executable,
            command,
            cwd=str(folder),
            env=env,
            dimensions=(rows, columns),
            encoding="utf-8",
        )
        self.shown = ""

    def until(self, *patterns: Pattern) -> str:
        """Wait for one of the patterns; all that came before it and with it."""
        drawn(self.child, *patterns)
        after = self.child.after if isinstance(self.child.after, str) else ""
        text = (self.child.before or "") + after
        self.shown += text
        return text.replace("\r\n", "\n")

    def type(self, *lines: str) -> str:
        """Type lines, each when the question is there; what comes after the last."""
        text = ""
        for line in lines:
            self.child.sendline(line)
            text = self.until(PROMPT)
        return text

    def ends(self) -> int:
        self.until(pexpect.EOF)
        self.child.close()
        assert self.child.exitstatus is not None
        return int(self.child.exitstatus)


def plain(text: str) -> str:
    return ESCAPES.sub("", text)


@pytest.fixture
def open_terminals() -> Iterator[list[Terminal]]:
    collected: list[Terminal] = []
    yield collected
    for item in collected:
        item.child.close(force=True)


def play(found: list[Terminal], folder: Path, *words: str, rows: int = 24, columns: int = 80, **more: str) -> Terminal:
    found.append(Terminal(folder, *words, rows=rows, columns=columns, **more))
    return found[-1]


# -------------------------------------------------------------------------------------------------- a whole match


@pytest.mark.parametrize("rows, columns", [(24, 80), (40, 120)])
def test_a_whole_match_by_hand_against_chance(
    tmp_path: Path, open_terminals: list[Terminal], rows: int, columns: int
) -> None:
    terminal = play(open_terminals, tmp_path, TICTACTOE, "--seed", "4", rows=rows, columns=columns)
    page = terminal.until(PROMPT)
    assert "Tic-tac-toe" in page
    assert "Ann: Choose a cell." in plain(page)
    for _ in range(5):
        terminal.child.sendline("1")
        if not re.search(PROMPT, terminal.until(PROMPT, AFTERWARDS)):
            break
    terminal.child.sendline("l")
    assert "Ann marks" in plain(terminal.until(AFTERWARDS))
    terminal.child.sendline("")
    assert terminal.ends() == 0
    assert re.search(r"(Ann|Ben|Nobody) won\.", plain(terminal.shown))
    assert "the match is saved: botwright replay " in terminal.shown
    lines = plain(terminal.shown).replace("\r", "").split("\n")
    assert max(map(len, (line for line in lines if "replay" not in line))) <= columns
    assert "\x1b[38;5;33" in terminal.shown  # Ann has a colour


def test_no_colours_if_they_are_not_wanted(tmp_path: Path, open_terminals: list[Terminal]) -> None:
    terminal = play(open_terminals, tmp_path, TICTACTOE, "--seed", "4", NO_COLOR="1")
    terminal.until(PROMPT)
    terminal.type("b2", "?1", "why", "h", "l", "b")
    assert "\x1b" not in terminal.shown
    assert "A Ann  B Ben" in terminal.shown or "B Ben  A Ann" in terminal.shown


def test_plain_letters_where_the_terminal_has_no_others(tmp_path: Path, open_terminals: list[Terminal]) -> None:
    terminal = play(open_terminals, tmp_path, TICTACTOE, "--seed", "4", NO_COLOR="1", LC_ALL="C")
    terminal.until(PROMPT)
    assert terminal.shown.isascii()
    assert "+-----+-----+" in terminal.shown


# ------------------------------------------------------------------------------------ undo, rules, reasons, saves


def test_undo_rules_reasons_and_a_save_that_is_taken_up(tmp_path: Path, open_terminals: list[Terminal]) -> None:
    terminal = play(
        open_terminals, tmp_path, "scrapyard", "--seat", "human", "--seat", "random", "--seed", "4", NO_COLOR="1"
    )
    terminal.until(PROMPT)
    terminal.type("1", "Rusty")
    page = terminal.type("1")
    assert "Main: what do you do?" in page
    rule = terminal.type("?1")
    assert re.search(r"action \w+  \S*rulesets/scrapyard/\w+\.bot:\d+", rule)
    assert re.search(r"SY-\w+-\d\d  [A-Z]", rule)
    why = terminal.type("why draw")
    assert "because of event" in why
    assert "it is not next to your bot" in terminal.type("why not step to F5")
    taken = terminal.type("u")
    assert "Taken back." in taken
    assert "Through which gate do you enter?" in taken
    assert "Main: what do you do?" in terminal.type("1")
    assert "The match is written to evening.bwr" in terminal.type("s evening.bwr")
    terminal.child.sendline("q")
    assert terminal.ends() == 0
    assert "`botwright play scrapyard` resumes it" in terminal.shown
    again = play(open_terminals, tmp_path, "--resume", "evening.bwr", NO_COLOR="1")
    text = again.until(PROMPT)
    assert "the match resumes after" in text
    assert "Main: what do you do?" in text
    again.child.sendline("q")
    assert again.ends() == 0


def test_killed_and_offered_again(tmp_path: Path, open_terminals: list[Terminal]) -> None:
    terminal = play(open_terminals, tmp_path, TICTACTOE, "--seat", "human", "--seat", "greedy", NO_COLOR="1")
    terminal.until(PROMPT)
    board = terminal.type("b2")
    terminal.child.kill(signal.SIGKILL)
    terminal.child.wait()
    again = play(open_terminals, tmp_path, TICTACTOE, NO_COLOR="1")
    asked = again.until(r"delete it> $")
    assert "You have an unfinished match: tictactoe, Ann and Ben, left today at " in asked
    assert "after 2 answers." in asked
    again.child.sendline("")
    text = again.until(PROMPT)
    drawn = [line for line in text.splitlines() if "│" in line]
    assert drawn == [line for line in board.splitlines() if "│" in line]
    again.child.sendcontrol("d")
    assert again.ends() == 0
    third = play(open_terminals, tmp_path, TICTACTOE, NO_COLOR="1")
    third.until(r"delete it> $")
    third.child.sendline("n")
    assert "(5)" in third.until(PROMPT)  # a new match: the middle is free
    third.child.sendintr()
    assert third.ends() == 0
    last = botwright("play", TICTACTOE, "--resume", "last", cwd=tmp_path, XDG_STATE_HOME=str(tmp_path / "state"))
    assert last.returncode == 0
    assert b"won." in last.stdout


def test_a_curtain_between_people(tmp_path: Path, open_terminals: list[Terminal]) -> None:
    terminal = play(open_terminals, tmp_path, GOOSE, "--seat", "human", "--seat", "human", "--seed", "1")
    terminal.until(r"Ann, press Enter when nobody else is looking> $")
    terminal.child.sendline("")
    terminal.until(PROMPT)
    terminal.child.sendline("1")
    text = terminal.until(r"Ben, press Enter when nobody else is looking> $")
    cleared = text.rindex("\x1b[3J\x1b[2J\x1b[H")
    after = plain(text[cleared:])
    assert after.strip().splitlines() == ["Pass the keyboard to Ben.", "Ben, press Enter when nobody else is looking>"]
    terminal.child.sendline("")
    assert "as Ben sees it" in plain(terminal.until(PROMPT))
    terminal.child.send("\x1b[A\r")  # what Ann typed does not come back
    assert "There is" not in terminal.until(PROMPT, "nobody else is looking> $")


def test_hands_of_others_stay_hidden_in_hot_seat(tmp_path: Path, open_terminals: list[Terminal]) -> None:
    terminal = play(open_terminals, tmp_path, GOOSE, "--seat", "human", "--seat", "human", "--seed", "1", NO_COLOR="1")
    for name in ("Ann", "Ben"):
        terminal.until(rf"{name}, press Enter when nobody else is looking> $")
        terminal.child.sendline("")
        terminal.until(PROMPT)
        terminal.child.sendline("1")
    terminal.until(r"Ann, press Enter when nobody else is looking> $")
    terminal.child.sendline("")
    page = terminal.until(PROMPT)
    assert page.count("hand: 1 charm") == 1
    assert len(re.findall(r"hand: (Clover|Rabbit's Foot)", page)) == 1


# ----------------------------------------------------------------------------------------------- without a terminal


def test_without_a_terminal_bots_play_to_the_end(tmp_path: Path) -> None:
    first = botwright("play", "scrapyard", cwd=tmp_path)
    assert first.returncode == 0
    assert re.search(rb"^(Ann|Ben) won\.\n\Z", first.stdout, re.MULTILINE)
    assert botwright("play", "scrapyard", cwd=tmp_path).stdout == first.stdout
    asked = botwright("play", "scrapyard", "--seat", "human", cwd=tmp_path)
    assert asked.returncode == 0
    assert b"The input has ended: the rest is played at random." in asked.stdout
    assert asked.stdout.rstrip().endswith(b"won.")
    assert not (tmp_path / "state").exists()


@pytest.mark.parametrize(
    "words, told",
    [
        (("--seat", "kasparov"), "there is no bot `kasparov`"),
        (("--bots", "--seat", "random"), "use only one of them"),
        (("--seat", "random", "--seat", "random", "--seat", "random"), "is for 2 to 2 players"),
        (("--players", "7"), "is for 2 to 2 players"),
        (("--resume", "a", "--record", "b"), "use only one of them"),
        (("--mode", "hasty"), "there is no mode `hasty`"),
    ],
)
def test_wrong_wishes_are_refused(words: tuple[str, ...], told: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "scrapyard", *words]) == 2
    out, err = capfd.readouterr()
    assert told in err
    assert out == ""


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """A program that leaves a mark when it is started, and answers every question with the first option."""
    program = tmp_path / "bot.sh"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/started\nwhile read line; do echo '{{\"answer\": [0]}}'; done\n")
    program.chmod(0o755)
    return program


def was_started(folder: Path) -> bool:
    mark = folder / "started"
    started = mark.exists()
    mark.unlink(missing_ok=True)
    return started


def test_a_program_is_started_again_only_if_the_command_names_it(bot: Path, tmp_path: Path) -> None:
    seats = ("--seat", f"cmd:{bot}", "--seat", "human")
    begun = botwright("play", TICTACTOE, *seats, "--record", "match.bwr", cwd=tmp_path, stdin=b"q\n")
    assert begun.returncode == 0
    assert was_started(tmp_path)
    assert str(bot).encode() not in (tmp_path / "match.bwr").read_bytes()
    resumed = botwright("play", "--resume", "match.bwr", cwd=tmp_path)
    assert resumed.returncode == 2
    assert b"a program played for Ann: pass `--seat`" in resumed.stderr
    resumed = botwright("play", "--resume", "match.bwr", *seats, cwd=tmp_path, stdin=b"1\nq\n")
    assert resumed.returncode == 0
    assert was_started(tmp_path)
    replaced = botwright("play", "--resume", "match.bwr", "--seat", "random", "--seat", "random", cwd=tmp_path)
    assert replaced.returncode == 0
    assert not was_started(tmp_path)


@pytest.mark.parametrize("answers", [0, 2])
@pytest.mark.parametrize("seat", ["Ann", "Ben"])
@pytest.mark.parametrize(
    "words",
    [
        ("--resume", "match.bwr"),
        ("--resume", "match.bwr", "--bots"),
        (TICTACTOE, "--record", "match.bwr"),
        (TICTACTOE, "--record", "match.bwr", "--bots"),
        (TICTACTOE, "--record", "match.bwr", "--seat", "random"),
        ("--resume", "match.bwr", "--seat", "random"),
    ],
    ids=" ".join,
)
def test_a_record_from_a_stranger_starts_no_program(
    words: tuple[str, ...], seat: str, answers: int, bot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    record = tmp_path / "match.bwr"
    match = load(TICTACTOE).start(("Ann", "Ben"), 1, record=record)
    for _ in range(answers):
        match.answer(match.requests[0].id, [0])
    match.close()
    record.write_bytes(forged(record.read_bytes(), bots={seat: f"cmd:{bot}"}))
    main(["play", *words])
    assert not was_started(tmp_path)
    assert f"cmd:{bot}" not in resume(record).bots.values()


def test_make_play_begins_the_default_match() -> None:
    done = subprocess.run(
        ["make", "--no-print-directory", "-n", "play"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))},
    )
    there = (ROOT / "rulesets" / "robomon").is_dir()
    assert done.stdout.strip().splitlines()[-1].endswith(f"botwright play {'robomon' if there else 'scrapyard'}")


UNPLANNED = """ruleset g "G" { players 2, start Match }

flow Match { repeat 2 { for each p in players { phase turn by p { open Main } } }; win first(players) }

window Main { offer one to active }

action idle by me during Main { take 2 of Penny into me.purse }

action buy by me during Main { cost 2 Gold; take 1 of Penny into me.purse }

kind Coin { }

Coin Penny { }

extend Player { zone purse of Coin, keeps n: 0.. = 0 }

currency Gold { pay c from me.purse { repeat 300 { repeat 300 { me.n += 1 } } } }
"""


def test_a_cost_that_was_too_long_to_plan_is_told_once(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "rulesets/g"
    folder.mkdir(parents=True)
    (folder / "rules.bot").write_text(UNPLANNED)
    head = 'id: g\nname: G\nversion: 1.0.0\nlanguage: "^1.0"\nauthors: [a]\nlicence: CC0-1.0\nsource: own\n'
    (folder / "ruleset.yaml").write_text(head)
    assert main(["play", str(folder), "--bots", "--seed", "1"]) == 0
    out = capfd.readouterr().out
    assert out.count("BW5025") == 1
    assert "rules.bot:9:32: BW5025: finding out whether this cost can be paid takes more than 500,000 steps" in out
    match = load(str(folder)).start(["Ann", "Ben"])
    while not match.over and not match.warnings:
        (request,) = match.requests
        match.answer(request.id, [0])
    assert [item.code for item in match.warnings] == ["BW5025"]
