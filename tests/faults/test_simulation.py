"""Fault 44: a process of a simulation is killed. That match is named and its record kept, the others are counted."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import environment
from tests.guards import GUARD, wait_until
from tests.simulation.simulated import hall, race
from tools.simulation import simulate

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="finds processes in a way of Linux")


@LINUX
def test_a_match_that_kills_its_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deadly = hall(tmp_path, 30)
    play = type(deadly).play

    def killed(self: object, seed: int, totals: object) -> None:
        if seed in (7, 8, 30):
            os.kill(os.getpid(), signal.SIGKILL)
        play(self, seed, totals)  # type: ignore[arg-type]

    calm, _ = simulate(deadly, 1)
    monkeypatch.setattr(type(deadly), "play", killed)
    totals, _ = simulate(deadly, 2, records=str(tmp_path))
    assert [failure.seed for failure in totals.failures] == [7, 8, 30]
    assert totals.games == calm.games == 30
    assert totals.finished == 27
    for failure in totals.failures:
        assert "signal 9" in failure.why
        assert Path(failure.record).read_text().count("\n") > 1
    monkeypatch.undo()
    for seed in (7, 8, 30):
        alone, _ = simulate(hall(tmp_path, 1, seed=seed), 1)
        totals.games -= 1
        totals.add(alone)
    totals.failures.clear()
    assert totals.as_list() == calm.as_list()  # what others played of the shares of the dead was counted once


BOT = """\
import os, pathlib, sys, time

here = pathlib.Path(sys.argv[1])
for line in sys.stdin:
    (here / f"asked-{os.getppid()}").touch()
    while not (here / "go").exists():
        time.sleep(0.01)
    print('{"answer": [0]}', flush=True)
"""


@LINUX
def test_a_process_that_somebody_kills(tmp_path: Path) -> None:
    path = race(tmp_path)
    (tmp_path / "bot.py").write_text(BOT)
    bot = f"cmd:{sys.executable} {tmp_path / 'bot.py'} {tmp_path}"
    words = ["simulate", path, "-n", "6", "--jobs", "2", "--format", "json", "--seat", bot]
    calm = hall(tmp_path, 6, seats=(bot,))
    running = subprocess.Popen(
        [sys.executable, "-m", "tools.cli", *words],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert wait_until(lambda: any(tmp_path.glob("asked-*")))
    playing = sorted(tmp_path.glob("asked-*"))
    os.kill(int(playing[0].name.removeprefix("asked-")), signal.SIGKILL)
    (tmp_path / "go").touch()
    out, err = running.communicate(timeout=GUARD)
    data = json.loads(out)
    assert running.returncode == 1
    assert (data["games"], data["finished"], data["errors"]) == (6, 5, 1)
    (line,) = err.decode().splitlines()
    result = re.fullmatch(
        r"error: the game with seed (\d) failed: the process that played it ended \(signal 9\); its record is (\S+)",
        line,
    )
    assert result is not None, line
    assert (tmp_path / result[2]).exists()
    everything, _ = simulate(calm, 1)
    lost, _ = simulate(hall(tmp_path, 1, seats=(bot,), seed=int(result[1])), 1)
    assert data["decisions"] == everything.decisions - lost.decisions
