"""20,000 decisions in under 200 MB, all things of a process counted: through the API, with a record, and simulated.

Takes minutes, so only in `make nightly`; `test_reuse.py` counts cells and differences on the way there.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from tests.engine.coming_and_going import COINS
from tests.engine.tables import HEAD

pytestmark = pytest.mark.skipif(
    settings.get_current_profile_name() != "nightly", reason="takes minutes: `make nightly`"
)
MOST = 200
"""Megabytes that a process may need."""
PLAY = """
import resource, sys
import botwright
folder, record, decisions = sys.argv[1], sys.argv[2] or None, 20_000
match = botwright.load(folder).start({"Ann": "random", "Ben": "random"}, 1, record=record)
match.play(decisions)
assert match.answers == decisions
assert match.undo() and match.undo() and match.redo()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""
SIMULATE = """
import resource, sys
from tools.cli import main
try:
    main(["simulate", sys.argv[1], "-n", "1", "--most", "20000", "--jobs", "1"])
finally:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def megabytes(folder: Path, code: str, record: str = "") -> int:
    (folder / "game.bot").write_text(HEAD + COINS)
    done = subprocess.run([sys.executable, "-c", code, str(folder), record], capture_output=True, text=True, check=True)
    return int(done.stdout.split()[-1])


@pytest.mark.parametrize("record", [False, True])
def test_a_long_match_through_the_api(tmp_path: Path, record: bool) -> None:
    assert megabytes(tmp_path, PLAY, str(tmp_path / "record") if record else "") < MOST


def test_a_long_match_simulated(tmp_path: Path) -> None:
    assert megabytes(tmp_path, SIMULATE) < MOST
