"""Measures how long a command takes to answer, against a Python process that does nothing.

A cold start is a new process, as a person or an editor starts it. Caches that survive from one start to the next are in
a temporary folder.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from statistics import median
from time import perf_counter

from tools.bench.results import Measurement, rounded
from tools.resources import room, shipped_packs

ROUNDS = 11
NOTHING = (sys.executable, "-c", "pass")


def results(rounds: int = ROUNDS) -> list[Measurement]:
    with tempfile.TemporaryDirectory(prefix="botwright-bench-") as folder:
        name, pack = next(iter(shipped_packs().items()))
        shutil.copytree(pack, os.path.join(folder, name))
        environment = {**os.environ, "XDG_CACHE_HOME": os.path.join(folder, "cache"), **_found_here()}
        commands = {"start bare": command(), "start check": command("check", name)}
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
        for words in commands.values():
            _seconds(words, folder, environment)  # fills the caches
        for _ in range(rounds):
            for name, words in commands.items():
                times[name].append((_seconds(words, folder, environment), _seconds(NOTHING, folder, environment)))
    return [_result(name, pairs) for name, pairs in times.items()]


def command(*words: str) -> tuple[str, ...]:
    """The installed command; `python -m` if it is not installed."""
    script = os.path.join(os.path.dirname(sys.executable), "botwright")
    return (script, *words) if os.path.isfile(script) else (sys.executable, "-m", "tools.cli", *words)


def _found_here() -> dict[str, str]:
    """The environment in which a checkout that is not installed can be imported."""
    if os.path.isfile(command()[0]) and command()[0] != sys.executable:
        return {}
    return {"PYTHONPATH": str(room("tools").parent)}


def _seconds(words: Sequence[str], folder: str, environment: dict[str, str]) -> float:
    begin = perf_counter()
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, check=False)
    taken = perf_counter() - begin
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return taken


def _result(name: str, times: Sequence[tuple[float, float]]) -> Measurement:
    ours, theirs = (1000 * median(side) for side in zip(*times, strict=True))
    ratio = median(ours / other for ours, other in times)
    return Measurement(name, rounded(ours), None, rounded(theirs), rounded(ratio), "ms")
