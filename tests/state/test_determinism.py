"""The same seed and the same answers give the same events, in any process and for any order of hashes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import blake2b

import pytest

from interpreter.match import EngineMatch, start
from tests.architecture.tree import ROOT
from tests.profiles import NIGHTLY
from tests.shipped import program
from tools.play import by_chance, seat_names

MATCHES = 3


def by_luck(seed: int, most: int = 400) -> EngineMatch:
    """A match whose seats answer by chance."""
    match = start(program("scrapyard"), seat_names(2), seed)
    while not match.over and len(match.answers) < most:
        request = match.requests[0]
        match.answer(request.id, by_chance(request, seed, len(match.answers)))
    return match


def fingerprint(seeds: range) -> str:
    results = [[event.words for event in by_luck(seed, 60).events] for seed in seeds]
    return blake2b(json.dumps(results).encode(), digest_size=16).hexdigest()


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"] if NIGHTLY else ["4242"])
def test_other_processes_play_the_same_match(hash_seed: str) -> None:
    code = f"from tests.state.test_determinism import fingerprint; print(fingerprint(range({MATCHES})))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == fingerprint(range(MATCHES))


@pytest.mark.parametrize("seed", range(10))
def test_random_matches_come_to_an_end_without_an_error(seed: int) -> None:
    match = by_luck(seed)
    assert match.over or len(match.answers) == 400
    assert len(match.result) <= 1


def test_every_offered_option_is_accepted_and_leaves_the_parent_alone() -> None:
    match = by_luck(1, 25)
    cells = match.machine.state.cells[:]
    request = match.requests[0]
    for index in range(len(request.options)):
        copy = match.fork()
        copy.answer(request.id, [index])
        assert len(copy.answers) == len(match.answers) + 1
    assert match.machine.state.cells == cells
