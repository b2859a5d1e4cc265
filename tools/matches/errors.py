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
    """A match cannot be played, saved or resumed. `diagnostics` contains all reasons."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        first = self.diagnostics[0]
        self.code, self.message, self.help = first.code, first.message, first.help
        super().__init__(f"{first.code}: {first.message}")


class Unplayable(MatchFault):
    """The game cannot be played: it is missing, has errors, or lacks this mode, variant, ruling or number of seats."""


class BadArgument(MatchFault):
    """An argument has the wrong type or is out of range; the call had no effect."""


class BadRecord(MatchFault):
    """A record cannot be read or written, or does not match the installed versions."""


def unplayable(code: Code, place: str = "", **words: object) -> Unplayable:
    return Unplayable([finding(code, place, **words)])


def bad_record(code: Code, path: str, **words: object) -> BadRecord:
    return BadRecord([finding(code, path, file=printable(path), **words)])


def finding(code: Code, path: str = "", **words: object) -> Diagnostic:
    """A finding about a record. Its words may come from the file, so all of them are made printable."""
    shown = {name: printable(str(word)) for name, word in words.items()}
    return diagnose(code, Place(printable(path), 0, 0), label="", help="", notes=(), fix=None, **shown)
