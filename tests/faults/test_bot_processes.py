"""Programs at the table that hang, die, flood or answer nonsense: the match goes on or ends by a stated rule."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path

import pytest

from interpreter.match import EngineMatch
from tests.engine.tables import play
from tests.guards import GUARD, wait_until
from tools.seats import seat
from tools.seats.limits import Limits
from tools.seats.play_match import Ending
from tools.seats.play_match import play as played
from tools.seats.process import ProcessSeat
from tools.seats.process_io import BotProcess

GAME = """
ruleset duel { players 2, start Match }
kind Card { power: 0..9 }
Card Ace { power 9 }
Card Deuce { power 2 }
extend Player { keeps gold: number = 0, zone hand of Card seen by owner }
window Main { offer one to active }
action dig by me during Main { me.gold += 1 }
action rest by me during Main { }
goal rich = players where gold >= 3
flow Match {
  take 1 of Ace into first(players).hand
  take 1 of Deuce into last(players).hand
  repeat { for each p in players { phase turn by p { open Main } } }
}
"""
"""Who digs three times wins; Ann begins, and the plainest answer is to pass."""

READ = "import json, os, signal, sys, time\nfor line in sys.stdin:\n    asked = json.loads(line)\n"
DIG = "    print(json.dumps({'answer': [0]}), flush=True)\n"
PATIENT = Limits(seconds=GUARD, line_bytes=50_000)
"""Who answers or dies is waited for, however busy the machine is."""
HASTY = Limits(seconds=1.0, line_bytes=50_000)
"""For those who never answer."""


def table(tmp_path: Path, bot: str, limits: Limits = PATIENT) -> tuple[EngineMatch, Ending, ProcessSeat]:
    """A match of a program (Ann) with somebody who rests for a while and then digs (Ben)."""
    path = tmp_path / "bot.py"
    path.write_text(bot, "utf-8")
    program = seat(f"cmd:{shlex.join([sys.executable, '-u', str(path)])}", 1, "Ann", limits=limits)
    assert isinstance(program, ProcessSeat)
    match = play(GAME)
    from interpreter.seats.human import Human

    turns = iter([1, 1, 1, *[0] * 100])
    ending = played(match, {"Ann": program, "Ben": Human(lambda *_: [next(turns)])})
    return match, ending, program


def test_a_program_plays(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    _, ending, program = table(tmp_path, READ + f"    open({str(heard)!r}, 'a').write(line)\n" + DIG)
    assert ending.winners == ("Ann",)
    assert program.faults == []
    lines = [json.loads(line) for line in heard.read_text("utf-8").splitlines()]
    assert len(lines) == 3
    assert all(line["format_version"] == 1 and line["view"]["seat"] == "Ann" for line in lines)
    assert [option["words"] for option in lines[0]["request"]["options"]] == ["dig by Ann", "rest by Ann"]
    assert "Ace" in heard.read_text("utf-8")
    assert "Deuce" not in heard.read_text("utf-8"), "it sees its view and nothing else"
    results = [event["number"] for line in lines for event in line["view"]["log"]]
    assert results == sorted(set(results)), "of the log only what is new is sent"


NO_ANSWERS = {
    "hangs": ("import time\ntime.sleep(100)\n", "has not answered within 1 seconds"),
    "hangs without reading": ("import time\nwhile True: time.sleep(1)\n", "has not answered within 1 seconds"),
    "hangs in the middle of a line": (
        READ + "    sys.stdout.write('{\"answer\": '); sys.stdout.flush(); time.sleep(100)\n", "has not answered",
    ),
    "dies at once": ("raise SystemExit(3)\n", "has ended with exit code 3"),
    "dies with a traceback": (READ + "    asked['nothing']\n", "has ended with exit code 1"),
    "is killed": (READ + "    os.kill(os.getpid(), signal.SIGKILL)\n", "has ended by SIGKILL"),
    "closes its output": (READ + "    os.close(1); time.sleep(100)\n", "has closed its output"),
    "floods without an end of line": (READ + "    while True: sys.stdout.write('x' * 10000)\n", "without an end of line"),
    "floods with lines": (READ + "    while True: print('{}')\n", "no `{\"answer\": […]}`"),
    "cannot be started": (None, "cannot be started"),
}  # fmt: skip


@pytest.mark.parametrize("fault", NO_ANSWERS)
def test_who_gives_no_answer_is_not_waited_for_twice(
    tmp_path: Path, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, says = NO_ANSWERS[fault]
    questions: list[bytes] = []
    ask = BotProcess.ask

    def counted(pipes: BotProcess, line: bytes) -> bytes:
        questions.append(line)
        return ask(pipes, line)

    monkeypatch.setattr(BotProcess, "ask", counted)
    if bot is None:
        match, program = play(GAME), seat("cmd:/no/such/program", 1, "Ann")
        ending = played(match, {"Ann": program, "Ben": seat("random", 1, "Ben")})
        assert isinstance(program, ProcessSeat)
    else:
        match, ending, program = table(tmp_path, bot, HASTY if fault.startswith("hangs") else PATIENT)
    if fault == "floods with lines":  # which are nonsense: until that is clear it is asked again
        assert 1 <= len(questions) <= PATIENT.faults
    else:
        assert len(questions) == (0 if bot is None else 1)
    assert match.over
    assert ending.winners == ("Ben",), "the match goes on: whoever passes all the time loses it"
    assert says in program.faults[0].what
    assert program.faults[0].then == "it passes"
    assert len(program.faults) <= PATIENT.faults


NONSENSE = {
    "no JSON": "hello",
    "a list": "[0]",
    "no answer": '{"anwser": [0]}',
    "no list": '{"answer": 0}',
    "a text": '{"answer": "0"}',
    "a truth": '{"answer": [true]}',
    "a fraction": '{"answer": [0.0]}',
    "not a number": '{"answer": [NaN]}',
    "out of range": '{"answer": [2]}',
    "below range": '{"answer": [-1]}',
    "too many": '{"answer": [0, 1]}',
    "very many": '{"answer": [' + "0," * 9000 + "0]}",
    "twice the same": '{"answer": [0, 0]}',
    "deep": "[" * 40_000,
    "a huge number": '{"answer": [' + "9" * 4000 + "]}",
    "a longer one": '{"answer": [' + "9" * 40_000 + "]}",
    "null": "null",
}


@pytest.mark.parametrize("said", NONSENSE)
def test_nonsense_is_no_answer(tmp_path: Path, said: str) -> None:
    match, ending, program = table(tmp_path, READ + f"    print({NONSENSE[said]!r}, flush=True)\n")
    assert match.over
    assert ending.winners == ("Ben",)
    assert [fault.then for fault in program.faults] == ["it passes"] * PATIENT.faults, "then it is not asked any more"
    assert all(fault.what for fault in program.faults)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    bot = READ + "    sys.stdout.buffer.write(b'\\xff\\xfe\\x00\\n'); sys.stdout.buffer.flush()\n"
    _, ending, program = table(tmp_path, bot)
    assert ending.winners == ("Ben",)
    assert program.faults[0].what == "says what is no JSON"


def test_one_slip_is_forgiven(tmp_path: Path) -> None:
    bot = "n = 0\n" + READ + "    n += 1\n    print('oops' if n == 1 else '{\"answer\": [0]}', flush=True)\n"
    _, ending, program = table(tmp_path, bot)
    assert ending.winners == ("Ann",)
    assert [fault.what for fault in program.faults] == ["says what is no JSON"]
    assert program.faults[0].question == 1


def test_what_was_said_unasked_is_no_answer_to_the_next_question(tmp_path: Path) -> None:
    bot = READ + '    print(\'{"answer": [0]}\\n{"answer": [0]}\', flush=True)\n'
    _, _, program = table(tmp_path, bot)
    assert "speaks without being asked" in [fault.what for fault in program.faults]


def test_empty_lines_and_much_said_on_the_error_output_do_no_harm(tmp_path: Path) -> None:
    bot = READ + "    sys.stderr.write('x' * 500000 + 'the end')\n    print('\\n\\n')\n" + DIG
    _, ending, program = table(tmp_path, bot)
    assert ending.winners == ("Ann",)
    assert program.faults == []
    assert len(program.errors) <= PATIENT.error_bytes
    assert program.errors.endswith("the end")


def test_by_the_other_rule_it_loses(tmp_path: Path) -> None:
    match, ending, program = table(tmp_path, "raise SystemExit(3)\n", Limits(seconds=GUARD, instead="lose"))
    assert not match.over
    assert ending.winners == ("Ben",)
    assert ending.why.startswith("Ann loses: ")
    assert "exit code 3" in ending.why
    assert [fault.then for fault in program.faults] == ["it loses"]


def test_nothing_that_it_started_is_left(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    child = f"import subprocess\nkid = subprocess.Popen([{sys.executable!r}, '-c', 'import time; time.sleep(100)'])\n"
    write = f"open({str(pids)!r}, 'w').write(f'{{kid.pid}} {{__import__(\"os\").getpid()}}')\n"
    table(tmp_path, child + write + READ + DIG)
    for pid in map(int, pids.read_text("utf-8").split()):
        assert _gone(pid)


def _gone(pid: int) -> bool:
    """Ended, or about to be reaped by whoever adopts orphans."""

    def ended() -> bool:
        try:
            os.kill(pid, 0)
            return Path(f"/proc/{pid}/stat").read_text("utf-8").split(")")[1].split()[0] == "Z"
        except (ProcessLookupError, FileNotFoundError):
            return True

    return wait_until(ended)
