"""What all jobs share: how they are called, how they refuse, and how their values become JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import cattrs

from dsl.diagnostics import Diagnostic
from tools.drawing.model import Picture
from tools.drawing.styled_text import Line, TextStyle

Json = Any
Arguments = Mapping[str, Any]
Tell = Callable[[Json], None]
"""Tells something before the answer, such as how far a job is."""
Deeds = Mapping[str, Callable[[Arguments, Tell], Json]]
"""What a job does on request, by name."""

WIDE = TextStyle(width=1000, height=1000)
"""The page breaks lines itself."""
_CONVERTER = cattrs.Converter(omit_if_default=True)


class JobRefused(Exception):
    """A request that cannot be done, with the reason for a person."""

    def __init__(self, message: str, help: str = "", code: str = "") -> None:
        super().__init__(message)
        self.message, self.help, self.code = message, help, code


def refused(finding: Diagnostic) -> JobRefused:
    return JobRefused(finding.message, finding.help, finding.code)


def drawn(picture: Picture) -> Json:
    """A drawing as JSON; what has its default value is left out."""
    return _CONVERTER.unstructure(picture)


def plain(lines: list[Line] | tuple[Line, ...]) -> list[str]:
    """Lines without styles."""
    return ["".join(words for words, _ in line).rstrip() for line in lines]


def text(arguments: Arguments, name: str) -> str:
    value = arguments.get(name)
    if not isinstance(value, str):
        raise JobRefused(f"`{name}` must be a text")
    return value


def text_or_none(arguments: Arguments, name: str) -> str | None:
    return None if arguments.get(name) is None else text(arguments, name)


def number(arguments: Arguments, name: str) -> int:
    value = arguments.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise JobRefused(f"`{name}` must be a number")
    return value
