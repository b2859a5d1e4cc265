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


def readings(options: Sequence[str]) -> dict[str, str]:
    """The chosen readings, by ruling."""
    readings_by_ruling: dict[str, str] = {}
    for option in options:
        name, equals, reading = (part.strip() for part in option.partition("="))
        if not (name and equals and reading):
            raise UsageError(f"`--ruling {option}`: write the ruling and its reading, as in `--ruling tie=draw`")
        if readings_by_ruling.get(name, reading) != reading:
            raise UsageError(
                f"the ruling `{name}` can have only one reading, not both `{readings_by_ruling[name]}` and `{reading}`"
            )
        readings_by_ruling[name] = reading
    return readings_by_ruling
