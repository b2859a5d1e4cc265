"""The exceptions of the match API. They carry diagnostics: a code, a sentence and what to do.

An invalid answer raises `Refused`, which comes from the engine; a rule that cannot be executed raises `RuleError`.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl.diagnostics import Diagnostic, diagnose
from dsl.diagnostics.codes import Code
from dsl.packs.paths import printable
from dsl.text.source import Place


class MatchFault(Exception):
    """Something that keeps a match from being played, kept or taken up again. All reasons are in `diagnostics`."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        first = self.diagnostics[0]
        self.code, self.message, self.help = first.code, first.message, first.help
        super().__init__(f"{first.code}: {first.message}")


class Unplayable(MatchFault):
    """A game that cannot be played so: it is not there, has mistakes, or has no such mode, variant, ruling or seats."""


class BadArgument(MatchFault):
    """A call with an argument of the wrong type or outside its range; nothing has happened."""


class BadRecord(MatchFault):
    """A record that cannot be read, does not fit what is here, or cannot be written."""


def unplayable(code: Code, place: str = "", **words: object) -> Unplayable:
    return Unplayable([told(code, place, **words)])


def bad_record(code: Code, path: str, **words: object) -> BadRecord:
    return BadRecord([told(code, path, file=printable(path), **words)])


def told(code: Code, path: str = "", **words: object) -> Diagnostic:
    return diagnose(code, Place(printable(path), 0, 0), label="", help="", notes=(), fix=None, **words)
