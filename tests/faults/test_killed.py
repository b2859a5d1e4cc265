"""Fault 35: a process that is killed, in any moment; and fault 37: two processes, odd locales, a reader who leaves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter.model.rng import below, stream_key
from tests.cli.program import ROOT, botwright, environment
from tests.faults.records import Failing, Stopped, answer, begun, scrapyard
from tests.guards import wait_until
from tests.profiles import NIGHTLY
from tools.matches import BadRecord, Match, resume
from tools.matches.record import read_record
from tools.play import PlaySession, seat_names
from tools.play.open_match import begin

PLAY = ("play", "scrapyard", "--bots", "--seed", "3")
MOMENTS = 40 if NIGHTLY else 3
BOTS = dict.fromkeys(seat_names(2), "random")


# ---- stopped at the Nth call, for every N


def plan(match: Match, acknowledged: list[str]) -> None:
    """Answers, one taken back and given again; each is noted when it counts."""
    for turn in (answer, answer, answer, Match.undo, Match.redo, Match.undo, answer, answer):
        turn(match)
        acknowledged.append(match.hash)


@pytest.mark.parametrize("keeps", [1.0, 0.5, 0.0])
def test_whatever_was_acknowledged_is_there_after_the_power_is_cut_at_any_call(tmp_path: Path, keeps: float) -> None:
    """What was written and not forced to the disk may be there, in half or not at all."""
    undisturbed: list[str] = []
    match = begun(tmp_path / "undisturbed")
    beginning = match.hash
    plan(match, undisturbed)
    for calls in range(1, 1_000):
        path = tmp_path / f"match {calls}"
        failing, acknowledged = Failing(calls, keeps), list[str]()
        try:
            plan(begun(path, failing.disk()), acknowledged)
        except Stopped:
            pass
        else:
            break
        if not path.exists():
            assert acknowledged == []
            continue
        try:
            result = resume(path, game=scrapyard(), record=True)
        except BadRecord:  # not even the first line is there
            assert acknowledged == []
            again = begun(path)
            assert again.hash == beginning
            again.close()
            continue
        # all that was acknowledged, and perhaps the one that was under way
        expected = [beginning, *undisturbed]
        assert result.hash in expected[len(acknowledged) : len(acknowledged) + 2]
        result.close()
        assert read_record(path).damage is None
    assert calls > 20


def test_a_save_is_the_old_one_or_the_new_one_after_the_power_is_cut_at_any_call(tmp_path: Path) -> None:
    match = begun(tmp_path / "match")
    for calls in range(1, 100):
        path = tmp_path / f"save {calls}"
        match.save(path)
        old = resume(path, game=scrapyard()).hash
        failing = Failing(0)
        trying = resume(path, game=scrapyard(), disk=failing.disk())
        answer(trying)
        failing.calls = failing.done + calls
        try:
            trying.save(path)
        except Stopped:
            assert resume(path, game=scrapyard()).hash in (old, trying.hash)
        else:
            break
    assert calls > 3


# ---- killed for real


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The record of a whole match that nobody disturbed."""
    folder = tmp_path_factory.mktemp("undisturbed")
    done = botwright(*PLAY, "--record", "match", cwd=folder)
    assert done.returncode == 0, done.stderr
    return (folder / "match").read_bytes()


def finish(match: Match) -> None:
    """Go on as the command does."""
    session = PlaySession(match, BOTS)
    while session.step():
        pass
    session.close()


def killed_at(path: Path, lines: int) -> None:
    """Play and kill the process when the record has so many lines."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tools.cli", *PLAY, "--record", str(path)], cwd=path.parent, env=environment(),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert wait_until(
        lambda: process.poll() is not None or (path.exists() and path.read_bytes().count(b"\n") >= lines), 0.0005
    )
    process.send_signal(signal.SIGKILL)
    process.wait()


@pytest.mark.parametrize("moment", range(MOMENTS))
def test_a_match_resumes_after_kill_9(tmp_path: Path, undisturbed: bytes, moment: int) -> None:
    """Bots answer by their seed, so the record of a match that was killed and goes on is that of one that was not."""
    path = tmp_path / "match"
    total = undisturbed.count(b"\n")
    killed_at(path, below(stream_key(17, "kill"), moment, total)[0])
    cut = path.read_bytes() if path.exists() else b""
    with begin(scrapyard(), BOTS, 3, str(path)) as match:
        assert match.answers >= cut.count(b"\n") - 1
        finish(match)
    assert path.read_bytes() == undisturbed


@pytest.mark.parametrize("left", [b"", b'{"botw', b'{"botwright":"match","format_ver'])
def test_a_record_that_was_never_begun_is_begun(tmp_path: Path, undisturbed: bytes, left: bytes) -> None:
    path = tmp_path / "match"
    path.write_bytes(left)
    with begin(scrapyard(), BOTS, 3, str(path)) as match:
        finish(match)
    assert path.read_bytes() == undisturbed
    aside = tmp_path / "match.damaged"
    assert (aside.read_bytes() if aside.exists() else b"") == left


def test_the_same_command_resumes_the_match(tmp_path: Path, undisturbed: bytes) -> None:
    path = tmp_path / "match"
    killed_at(path, 20)
    done = botwright(*PLAY, "--record", "match", cwd=tmp_path)
    assert done.returncode == 0
    assert b"the match resumes after" in done.stderr
    assert path.read_bytes() == undisturbed
    again = botwright(*PLAY, "--record", "match", cwd=tmp_path)  # it is over: told once more, and nothing is added
    assert again.returncode == 0
    assert again.stdout == done.stdout
    assert path.read_bytes() == undisturbed


# ---- 37


def test_two_processes_do_not_write_one_record(tmp_path: Path) -> None:
    path = tmp_path / "match"
    match = begun(path)
    answer(match)
    done = botwright("play", "scrapyard", "--bots", "--seed", "5", "--record", "match", cwd=tmp_path)
    assert done.returncode == 1
    assert b"BW6107" in done.stderr
    assert b"is being written by another match" in done.stderr
    other = scrapyard().start(tuple(seat_names(2)), 5)
    with pytest.raises(BadRecord) as wrong:
        other.save(path)
    assert wrong.value.code == "BW6107"
    answer(match)  # the first one is not disturbed
    match.close()
    assert len(read_record(path).entries) == 2
    done = botwright("replay", "match", "--verify", cwd=tmp_path)
    assert done.returncode == 0


@pytest.mark.parametrize("locale", ["C", "tr_TR.UTF-8", "POSIX"])
def test_a_record_is_the_same_in_every_locale(tmp_path: Path, undisturbed: bytes, locale: str) -> None:
    done = botwright(
        *PLAY, "--record", "match", cwd=tmp_path, LC_ALL=locale, LANG=locale, TZ="Asia/Kathmandu", COLUMNS="5"
    )
    assert done.returncode == 0
    assert (tmp_path / "match").read_bytes() == undisturbed


def test_a_reader_who_leaves_does_not_disturb_the_match(tmp_path: Path, undisturbed: bytes) -> None:
    for words in ((*PLAY, "--record", "match"), ("replay", "match"), ("replay", "match", "--format", "json")):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run(
            [sys.executable, "-m", "tools.cli", *words], cwd=tmp_path, env=environment(), stdout=writing, stderr=subprocess.PIPE
        )  # fmt: skip
        os.close(writing)
        assert done.returncode == 0
        assert done.stderr == b""
    assert (tmp_path / "match").read_bytes() == undisturbed
    assert ROOT.exists()
