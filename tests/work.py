"""Measures work in calls instead of seconds: the same on every machine, however busy it is.

Every function that is entered counts, those written in C too, and every step of a generator. What is quadratic, or does
not end at all, passes any bound on calls at once; then it is stopped, so that a test of it fails instead of hanging.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


class RanAway(BaseException):
    """More calls than allowed. No `except Exception` of the code under test can take it for a fault of its own."""


class Count:
    """The calls that were made so far."""

    def __init__(self, most: int) -> None:
        self.most, self.calls = most, 0

    def __call__(self, frame: FrameType, event: str, arg: object) -> None:
        if event in ("call", "c_call"):
            self.calls += 1
            if self.calls > self.most:
                raise RanAway


@contextmanager
def at_most(calls: int) -> Iterator[Count]:
    """What is done inside makes no more calls than this."""
    count, before = Count(calls), sys.getprofile()
    sys.setprofile(count)
    try:
        yield count
    except RanAway:
        pass
    finally:
        sys.setprofile(before)
    assert count.calls <= calls, f"more than {calls:,} calls"


def calls(function: Callable[[], object], most: int = 100_000_000) -> int:
    """How many calls a function makes."""
    with at_most(most) as count:
        function()
    return count.calls


def grows_in_step(function: Callable[[int], object], size: int) -> None:
    """Twice the input is twice the work, and not four times. What is made once is made before it is counted."""
    function(size)
    once, twice = calls(lambda: function(size)), calls(lambda: function(2 * size))
    assert twice < 3 * once, f"{once:,} calls for {size:,}, {twice:,} for {2 * size:,}"


def lines(function: Callable[[], object]) -> int:
    """How many lines a function carries out, in all that it calls: a loop that calls nothing counts too."""
    count = 0

    def step(frame: FrameType, event: str, arg: object) -> Callable[..., object]:
        nonlocal count
        count += event == "line"
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        function()
    finally:
        sys.settrace(before)
    return count
