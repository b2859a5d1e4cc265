"""What can be wrong with a text, as values.

A diagnostic is one sentence with a place, a code and a help. Its words live in the registry `dsl.codes`, one
template for each code, so that all messages of the language can be read on one page. Nothing here prints.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Literal

from attrs import frozen

from dsl.codes import Code
from dsl.source import Place

Severity = Literal["error", "warning"]


@frozen
class Label:
    """A second place that the reader needs, with a few words: `first declared here`."""

    place: Place
    text: str


@frozen
class Edit:
    """Replace a stretch of a file by other text."""

    place: Place
    text: str


@frozen
class Fix:
    """Edits that repair the fault without changing what the author meant."""

    does: str
    edits: tuple[Edit, ...]


@frozen
class Diagnostic:
    code: str
    severity: Severity
    message: str
    place: Place
    label: str = ""
    help: str = ""
    notes: tuple[Label, ...] = ()
    fix: Fix | None = None

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        return (self.place.file, self.place.start, self.place.end, self.code, self.message)


def diagnose(
    code: Code,
    place: Place,
    /,
    *,
    label: str = "",
    help: str = "",
    notes: Iterable[Label] = (),
    fix: Fix | None = None,
    **words: object,
) -> Diagnostic:
    """Fill in the sentence of a code. `help` overrides the code's own."""
    return Diagnostic(
        code=code.id,
        severity=code.severity,
        message=fill(code.message, words),
        place=place,
        label=label,
        help=help or fill(code.help, words),
        notes=tuple(notes),
        fix=fix,
    )


def fill(template: str, words: dict[str, object]) -> str:
    """Put words into `{names}`. Never `str.format`: that would walk attributes of what it is given."""
    for name, word in words.items():
        template = template.replace("{" + name + "}", str(word))
    return template


def nearest(wrong: str, candidates: Iterable[str], most: int = 3) -> list[str]:
    """Names that the author may have meant, best first."""
    pool = {name.lower(): name for name in sorted(candidates, reverse=True)}
    close = get_close_matches(wrong.lower(), pool, n=most, cutoff=0.6)
    return [pool[name] for name in close]


def did_you_mean(wrong: str, candidates: Iterable[str], otherwise: str = "") -> str:
    close = nearest(wrong, candidates)
    if not close:
        return otherwise
    return "did you mean " + " or ".join(f"`{name}`" for name in close) + "?"
