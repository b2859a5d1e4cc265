"""Lets a long check give way: between two declarations it calls whoever asked for it.

An editor that is waiting for an answer is served in between. Without anybody who asked this costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_called: ContextVar[Callable[[], None] | None] = ContextVar("called", default=None)


@contextmanager
def giving_way(called: Callable[[], None]) -> Iterator[None]:
    """Call this between two declarations; it may wait, but must not raise."""
    token = _called.set(called)
    try:
        yield
    finally:
        _called.reset(token)


def give_way() -> None:
    called = _called.get()
    if called is not None:
        called()
