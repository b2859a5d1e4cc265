"""The two streams: results go to stdout, everything else to stderr.

A reader that has seen enough (`| head`) closes the stream; the command continues silently, so that its exit code stays
correct. A full disk is reported, because then a result is lost. This module loads no library, since the bare command
uses it.
"""

from __future__ import annotations

import os
import sys

from dsl.lazy import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class NotWritten(Exception):
    """The output could not be written; the text says why."""


def steady() -> None:
    """Write UTF-8 with plain line ends in every locale, and never fail over a character."""
    for stream in (sys.stdout, sys.stderr):
        change = getattr(stream, "reconfigure", None)
        if change is not None:
            change(encoding="utf-8", errors="backslashreplace", newline="\n")


def say(lines: Iterable[str]) -> None:
    """Write the lines of a result."""
    _write(sys.stdout, (line + "\n" for line in lines))


def show(text: str) -> None:
    """Write a result as it is."""
    _write(sys.stdout, (text,))


def note(*lines: str) -> None:
    """Print a note while the command runs, below the output so far."""
    flush()
    try:
        _write(sys.stderr, (line + "\n" for line in lines))
    except NotWritten:
        pass  # the stream is closed: nobody reads the note


def progress(template: str) -> Callable[[int, int], None]:
    """Show progress at a terminal; the last call erases it."""

    def seen(number: int, total: int) -> None:
        if sys.stderr is not None and sys.stderr.isatty():
            words = template.format(number, total) if number < total else ""
            sys.stderr.write(f"\r{words:<40}" + ("" if words else "\r"))
            sys.stderr.flush()

    return seen


def flush() -> None:
    _write(sys.stdout, ())


def tell(text: str) -> int:
    """Run a command that only prints a text."""
    steady()
    try:
        show(text)
    except NotWritten as error:
        note(f"error: {error}")
        return 1
    return 0


def _write(stream: object, parts: Iterable[str]) -> None:
    target = stream
    if target is None:
        return  # started without this stream
    try:
        for part in parts:
            target.write(part)  # type: ignore[attr-defined]
        target.flush()  # type: ignore[attr-defined]
    except BrokenPipeError:
        _silence(target)
    except OSError as error:
        _silence(target)
        raise NotWritten(f"the output could not be written: {error.strerror or error}") from error


def _silence(stream: object) -> None:
    """Point a closed stream at the null device, so that buffered output goes there too."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, stream.fileno())  # type: ignore[attr-defined]
    except (OSError, ValueError):
        pass  # not a real file: a test reads it
    finally:
        os.close(nowhere)
