"""A wrong expectation of a terminal fails at once, and a slow program is waited for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import pexpect
import pytest

from tests.cli import activity
from tests.cli.activity import NotDrawn, drawn

Spawn = Callable[[str], "pexpect.spawn[str]"]


@pytest.fixture
def program() -> Iterator[Spawn]:
    """Starts a Python program in a terminal."""
    children: list[pexpect.spawn[str]] = []

    def start(text: str) -> pexpect.spawn[str]:
        children.append(pexpect.spawn(sys.executable, ["-S", "-c", text], encoding="utf-8"))
        return children[-1]

    yield start
    for child in children:
        child.close(force=True)


def test_who_waits_for_input_draws_nothing_more(program: Spawn) -> None:
    child = program("input('name> ')")
    with pytest.raises(NotDrawn, match=r"waits and has not drawn 'colour'(.|\n)*name> "):
        drawn(child, "colour")
    child.sendline("Ann")
    with pytest.raises(NotDrawn, match="ended without 'colour'"):
        drawn(child, "colour")


def test_work_is_waited_for_and_that_of_a_child_too(program: Spawn, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is patient here: half a second of sleep would end the wait."""
    work = "sum(n * n for n in range(20_000_000))"
    monkeypatch.setattr(activity, "LOOKS", 5)
    child = program(
        f"import os, subprocess, sys; subprocess.run([sys.executable, '-c', '{work}']); {work}; print('done')"
    )
    assert drawn(child, "nothing of the kind", "done") == 1
    assert drawn(child, pexpect.EOF) == 0
