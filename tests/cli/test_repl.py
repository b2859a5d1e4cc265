"""The prompt in a real terminal and in a pipe."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import botwright, environment
from tests.cli.terminals import CTRL_C, CTRL_D, ENTER, TAB, UP, Terminal
from tests.guards import GUARD

PROMPT = "scrapyard>"


@pytest.fixture
def state(tmp_path: Path) -> dict[str, str]:
    """Where this test remembers things."""
    return {"XDG_STATE_HOME": str(tmp_path / "state")}


def begin(cwd: Path, state: dict[str, str], *words: str, **more: str) -> Terminal:
    result = Terminal("repl", "scrapyard", *words, cwd=cwd, **state, **more)
    result.see("seed 1", PROMPT)
    return result


def test_a_session_by_hand(tmp_path: Path, state: dict[str, str]) -> None:
    terminal = begin(tmp_path, state)
    terminal.see("mode plain", "round 0", "Ann", "seed 1", "step 0")
    terminal.type(":do 2" + ENTER)
    terminal.see("Forklift", PROMPT)

    # a card over several lines: Enter goes on as long as a bracket is open
    for line in ("Bot Hammer {", "hull 5", "Part Head { power 3 }", "}"):
        terminal.type(line + ENTER)
    terminal.see("added Bot Hammer", "Hammer", PROMPT)

    # completion has a column that says what each is
    terminal.type("Ann: " + TAB)
    terminal.see("choose Hammer", "Ann can answer this now")
    terminal.type(CTRL_C)
    terminal.see("the match is saved", PROMPT)
    terminal.type("Ann: choose Ham" + TAB)
    terminal.see("mer")
    terminal.type(ENTER)
    terminal.see("A1", PROMPT)
    terminal.type("Hammer.hull + Ham" + CTRL_C)
    terminal.see("the match is saved", PROMPT)
    terminal.type("Hammer.he" + TAB)
    terminal.see("alth")
    terminal.type(ENTER)
    terminal.see("5  \\(a number\\)", PROMPT)
    terminal.type(CTRL_D)
    terminal.see("the match is saved: the next start offers to resume it")
    assert terminal.ends() == 0

    # the next start offers it, with the card that was typed, and remembers the lines
    terminal = Terminal("repl", "scrapyard", cwd=tmp_path, **state)
    terminal.see("There is an unfinished match: scrapyard, mode plain, Ann and Ben, seed 1, 3 steps", "Resume it")
    terminal.type(ENTER)
    terminal.see("A1", PROMPT, "step 2")
    terminal.type(UP + ENTER)
    terminal.see("5  \\(a number\\)", PROMPT)
    terminal.type("Ann: choose A1" + ENTER)
    terminal.see("Ben: Which bot do you play", PROMPT)
    terminal.kill()

    # and again after a power cut, also if somebody leaves instead of answering
    for key in (CTRL_C, CTRL_D):
        terminal = Terminal("repl", cwd=tmp_path, **state)
        terminal.see("4 steps", "Resume it")
        terminal.type(key)
        terminal.see("the match is saved")
        assert terminal.ends() == 0

    # now it is not wanted
    terminal = Terminal("repl", "scrapyard", cwd=tmp_path, **state)
    terminal.see("4 steps", "Resume it")
    terminal.type("perhaps" + ENTER)
    terminal.see("Type y or n")
    terminal.type("n" + ENTER)
    terminal.see("Oil Alley", PROMPT)
    terminal.type(":quit" + ENTER)
    assert terminal.ends() == 0
    terminal = begin(tmp_path, state)
    terminal.type(CTRL_D)
    assert terminal.ends() == 0


def test_what_is_pasted_and_resized(tmp_path: Path, state: dict[str, str]) -> None:
    terminal = begin(tmp_path, state)
    terminal.paste("1 + \x1b[31mred\x07\x00")
    terminal.type(ENTER)
    terminal.see("error\\[BW10", "more: botwright explain", PROMPT)
    terminal.paste("effect boost by me {\n  me.energy += 1\n}\n\nGadget Fan {\n  used { boost }\n}")
    terminal.type(ENTER)
    terminal.see("added effect boost, Gadget Fan", PROMPT)
    terminal.resize(10, 40)
    terminal.paste("x" * 1_000_000)
    terminal.see("longer than", PROMPT)
    terminal.paste("1 +\n" * 10_000)
    terminal.resize(50, 160)
    terminal.type("1" + ENTER)
    terminal.see("10001  \\(a number\\)", PROMPT)
    terminal.type("21 * 2" + ENTER)
    terminal.see("42  \\(a number\\)", PROMPT)
    terminal.type(CTRL_D)
    assert terminal.ends() == 0


def test_no_place_to_remember_and_no_colour(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    terminal = begin(tmp_path, {"XDG_STATE_HOME": str(tmp_path / "file")}, NO_COLOR="1")
    terminal.type("Ann: choose " + TAB)
    terminal.see("Old_Yard")
    terminal.type(CTRL_C)
    terminal.see(PROMPT)
    terminal.type(":do 2" + ENTER)
    terminal.see("Forklift")
    assert "there is no history" in terminal.see(PROMPT)
    terminal.type("Ann: choose Kettle" + ENTER)
    drawn = terminal.see("A1")
    assert "remembered" not in drawn
    assert "\x1b[0;36m" not in drawn
    terminal.type(CTRL_D)
    assert terminal.ends() == 0


# ---------------------------------------------------------------------------------------------------------- pipes


def test_a_pipe_is_read_line_by_line(tmp_path: Path) -> None:
    script = b":do 2\nBot Hammer {\n  hull 5\n  Part Head { power 3 }\n}\nAnn: choose Hammer\nHammer.hull\n"
    done = botwright("repl", "scrapyard", cwd=tmp_path, stdin=script)
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.decode().splitlines()[-5:] == [
        "   1  A1",
        "   2  F1",
        "   3  A5",
        "   4  F5",
        "5  (a number 1..20)",
    ]
    assert b"\x1b" not in done.stdout


def test_a_fault_in_a_script_is_an_exit_code(tmp_path: Path) -> None:
    done = botwright("repl", "scrapyard", cwd=tmp_path, stdin=b"foo\n1 + 1\n")
    assert done.returncode == 1
    assert b"error[BW2002]" in done.stdout
    assert b"2  (a number)" in done.stdout
    assert botwright("repl", "scrapyard", cwd=tmp_path, stdin=b":quit\nfoo\n").returncode == 0


@pytest.mark.parametrize(
    "words, said",
    [
        (("nowhere",), "BW6111"),
        (("scrapyard", "--mode", "odd"), "BW2012"),
        (("scrapyard", "--seat", "kasparov"), "there is no bot `kasparov`"),
        (("scrapyard", "--ruling", "tie"), "write the ruling and its reading"),
    ],
)
def test_wrong_use(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    done = botwright("repl", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr.decode()


def test_bots_and_options(tmp_path: Path) -> None:
    words = ("repl", "scrapyard", "--mode", "quick", "--seed", "3", "--seat", "Zoe=random", "--seat", "human")
    done = botwright(*words, cwd=tmp_path, stdin=b"energy_per_turn\n:view\n")
    result = done.stdout.decode()
    assert result.startswith("scrapyard, mode quick, Zoe and Ben, seed 3.")
    assert "Zoe: " in result, "she answers by herself"
    assert "\nBen: Which bot do you play?" in result
    assert "3  (a number)" in result
    assert done.returncode == 0


def test_a_match_is_taken_up_from_a_pipe(tmp_path: Path, state: dict[str, str]) -> None:
    first = botwright("repl", "scrapyard", "--resume", cwd=tmp_path, stdin=b":do 2\nAnn: choose Kettle\n", **state)
    assert first.returncode == 0
    second = botwright("repl", "--resume", cwd=tmp_path, stdin=b"Kettle.owner\n", **state)
    assert second.stdout.decode().splitlines()[-1] == "Ann  (a Player)"
    third = botwright("repl", "scrapyard", cwd=tmp_path, stdin=b":legal\n", **state)
    assert b"Oil Alley" in third.stdout


def test_only_a_terminal_needs_the_library_for_it(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom tools.cli import main\n"
        "code = main(['repl', 'scrapyard'])\n"
        "print(sorted(name for name in sys.modules if name in ('prompt_toolkit', 'rich', 'pygments')))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=environment(),
        input=b"1 + 1\n",
        capture_output=True,
        timeout=GUARD,
    )
    assert done.stdout.decode().splitlines()[-1] == "[]"
