"""Measures the CPU time until a match asks its first question in a terminal, against a Python that does nothing.

The game is named in `tests/benchmarks/first_question.txt`. A first start fills the cache in a temporary folder; the
measured starts find it there. The terminal is real: `play` without one would play the match to its end.
"""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from select import select
from statistics import median
from time import monotonic

from tools.bench.paired_games import home
from tools.bench.results import Measurement, rounded
from tools.bench.startup import NOTHING, command

ROUNDS = 5
FLOOR, GOAL = 20.0, 10.0
PATIENCE = 120.0
"""Seconds until a start counts as failed."""
ASKED = b"h help"
"""The end of every question in a terminal."""


def results(rounds: int = ROUNDS) -> list[Measurement]:
    game = (home() / "first_question.txt").read_text(encoding="utf-8").strip()
    with tempfile.TemporaryDirectory(prefix="botwright-bench-") as folder:
        cache = os.path.join(folder, "cache")
        environment = {**os.environ, "XDG_CACHE_HOME": cache, "TERM": "xterm", "COLUMNS": "100", "LINES": "40"}
        words = command("play", game)
        _until_asked(words, folder, environment)
        pairs = [(_until_asked(words, folder, environment), _whole(NOTHING)) for _ in range(max(rounds, 1))]
    ours, theirs = (1000 * median(side) for side in zip(*pairs, strict=True))
    ratio = median(ours / other for ours, other in pairs)
    name = f"first question {game}"
    return [
        Measurement(
            name, rounded(ours), None, rounded(theirs), rounded(ratio), "ms of CPU", FLOOR, GOAL, less_is_better=True
        )
    ]


def _until_asked(words: Sequence[str], folder: str, environment: dict[str, str]) -> float:
    """The seconds of CPU that a command in a terminal has used when it asks something."""
    state = tempfile.mkdtemp(dir=folder)  # or the match that was left before would be offered
    pid, terminal = pty.fork()
    if not pid:
        os.chdir(folder)
        os.execvpe(words[0], list(words), {**environment, "XDG_STATE_HOME": state})  # noqa: S606 - our own command
    shown, latest = b"", monotonic() + PATIENCE
    try:
        while ASKED not in shown and monotonic() < latest:
            if select([terminal], [], [], 1.0)[0]:
                shown += os.read(terminal, 65_536)
    except OSError:
        pass  # the program has ended
    finally:
        os.kill(pid, signal.SIGKILL)
        _, _, used = os.wait4(pid, 0)
        os.close(terminal)
    assert ASKED in shown, shown[-500:].decode(errors="replace")
    return used.ru_utime + used.ru_stime


def _whole(words: Sequence[str]) -> float:
    """The seconds of CPU of a command from its start to its end."""
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0
    return used.ru_utime + used.ru_stime
