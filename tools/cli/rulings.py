"""`--ruling NAME=READING`: chooses a reading of a rule that the rulebook leaves open, for one match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from tools.cli.common import UsageError

Command = TypeVar("Command", bound=Callable[..., Any])


def ruling_option(command: Command) -> Command:
    return click.option(
        "--ruling",
        "rulings",
        multiple=True,
        metavar="NAME=READING",
        help="Reading of a rule that the rulebook leaves open; repeatable.",
    )(command)


def readings(said: Sequence[str]) -> dict[str, str]:
    """The readings that somebody chose, by ruling."""
    found: dict[str, str] = {}
    for one in said:
        name, equals, reading = (part.strip() for part in one.partition("="))
        if not (name and equals and reading):
            raise UsageError(f"`--ruling {one}`: write the ruling and its reading, as in `--ruling tie=draw`")
        if found.get(name, reading) != reading:
            raise UsageError(f"the ruling `{name}` cannot be read in two ways: `{found[name]}` and `{reading}`")
        found[name] = reading
    return found
