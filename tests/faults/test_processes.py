"""The same matches in other processes: with other orders of hashes, without assertions, with every warning an error."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.architecture.tree import ROOT
from tests.profiles import NIGHTLY
from tests.properties.fingerprints import fingerprint

GAMES = 40 if NIGHTLY else 5
PROCESSES = {
    "hashes in one order": ([], {"PYTHONHASHSEED": "0"}),
    "hashes in another order, no assertions": (["-O"], {"PYTHONHASHSEED": "1"}),
    "no texts of documentation": ([], {"PYTHONOPTIMIZE": "2", "PYTHONHASHSEED": "random"}),
    "another locale, no UTF-8 mode": (["-X", "utf8=0"], {"LC_ALL": "C", "LANG": "C"}),
    "every warning an error": (["-X", "dev", "-W", "error"], {}),
}


@pytest.fixture(scope="module")
def here() -> str:
    return fingerprint(GAMES)


@pytest.mark.parametrize("name", PROCESSES)
def test_another_process_comes_to_the_same(name: str, here: str) -> None:
    flags, environment = PROCESSES[name]
    done = subprocess.run(
        [sys.executable, *flags, "-m", "tests.properties.fingerprints", str(GAMES)], cwd=ROOT, env={**os.environ, **environment},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr, done.stdout.strip()) == (0, "", here)
