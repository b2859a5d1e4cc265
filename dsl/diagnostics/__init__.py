"""Diagnostics: errors and warnings as values.

A diagnostic is one sentence with a place, a code and a help text. The wording is in the registry
`dsl.diagnostics.codes`, one template for each code, so that all messages of the language can be read on one page.
Nothing here prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from itertools import islice
from typing import Literal

from attrs import frozen

from dsl.diagnostics.codes import Code
from dsl.text import limits
from dsl.text.source import NOWHERE as NOWHERE
from dsl.text.source import Piece as Piece
from dsl.text.source import Place as Place
from dsl.text.source import Span as Span

Severity = Literal["error", "warning"]
_HOLE = re.compile(r"\{(\w+)\}")


@frozen
class Label:
    """A second place that the reader needs, with a short note: `first declared here`."""

    place: Place
    text: str


@frozen
class Edit:
    """Replace a range of a file by other text."""

    place: Place
    text: str


@frozen
class Fix:
    """Edits that repair the error. If they are `certain`, they have only one possible meaning, so that a tool may apply
    them without asking; otherwise they are a suggestion that the author has to judge."""

    does: str
    edits: tuple[Edit, ...]
    certain: bool = True


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
    """Fill in the message template of a code. `help` overrides the code's own help."""
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
    """Substitute `{names}`, once. Never `str.format`: that would read attributes of its arguments."""
    return _HOLE.sub(lambda hole: str(words[hole[1]]) if hole[1] in words else hole[0], template)


class SuggestionBudget:
    """The number of unknown names that may still get a suggestion. Each comparison is bounded, and so is their
    number: hundreds of unknown names mean that a file is missing, not that a letter is wrong. A budget for one text
    also draws on the budget of the whole run (`outer`)."""

    def __init__(self, limit: int, outer: SuggestionBudget | None = None) -> None:
        self.left, self.outer = limit, outer
        self.refused = False

    def take(self) -> bool:
        """Spend one comparison; false if none is left."""
        if self.left <= 0 or (self.outer is not None and not self.outer.take()):
            self.refused = True
            return False
        self.left -= 1
        return True


_suggestions: ContextVar[SuggestionBudget | None] = ContextVar("suggestions", default=None)


@contextmanager
def suggesting(limit: int) -> Iterator[None]:
    """Within this context, at most `limit` unknown names get a suggestion."""
    token = _suggestions.set(SuggestionBudget(limit, _suggestions.get()))
    try:
        yield
    finally:
        _suggestions.reset(token)


def are_suggestions_spent() -> bool:
    """Whether an unknown name got no suggestion because the budget was used up."""
    budget = _suggestions.get()
    return budget is not None and budget.refused


def nearest(wrong: str, candidates: Iterable[str], limit: int = 3) -> list[str]:
    """The names that the author may have meant: those with the fewest typing errors, else prefixes and inflected
    forms."""
    if len(wrong) > limits.SUGGESTION_CHARACTERS:
        return []
    budget = _suggestions.get()
    if budget is not None and not budget.take():
        return []
    typed = wrong.lower()
    matches = []
    for name in _pool(typed, candidates):
        typos = _typos(typed, name.lower())
        if typos is not None:
            matches.append((typos, name))
    matches.sort()
    return [name for typos, name in matches if typos == matches[0][0]][:limit]


def _pool(typed: str, candidates: Iterable[str]) -> Iterable[str]:
    """The names worth comparing: of very many, those with the same start or end and a similar length."""
    names = set(islice(candidates, limits.SUGGESTION_NAMES))
    if len(names) <= limits.SUGGESTION_POOL:
        return names
    start, end = typed[:2], typed[-2:]
    similar = [name for name in names if name[:2].lower() == start or name[-2:].lower() == end]
    if len(similar) <= limits.SUGGESTION_POOL:
        return similar
    return sorted(similar, key=lambda name: (abs(len(name) - len(typed)), name))[: limits.SUGGESTION_POOL]


def _typos(typed: str, name: str) -> int | None:
    """The number of typing errors between two words; None if it is too high for words of this length."""
    if typed == name:
        return 0
    short, long = sorted((len(typed), len(name)))
    allowed = 0 if short < 2 else 1 if short < 6 else 2 if short < 13 else 3
    if long - short <= allowed and (_letters(typed) ^ _letters(name)).bit_count() <= 2 * allowed:
        typos = _distance(typed, name, allowed)
        # two-letter words that differ in one letter have too little in common
        if typos <= allowed and (short > 2 or long > short or sorted(typed) == sorted(name)):
            return typos
    prefix = 3 <= len(typed) < len(name) and name.startswith(typed)
    inflected = 4 <= len(name) < len(typed) <= len(name) + 3 and typed.startswith(name)  # `burned` for `burn`
    return allowed + 1 if prefix or inflected else None


@lru_cache(maxsize=100_000)
def _letters(word: str) -> int:
    """The letters of a word as a bit set: words that differ in many letters need not be compared."""
    bits = 0
    for letter in word:
        bits |= 1 << (ord(letter) & 63)
    return bits


def _distance(a: str, b: str, limit: int) -> int:
    """The edit distance, counting a swap of neighbours as one edit; beyond `limit` the result is only a lower bound."""
    common = 0
    while common < min(len(a), len(b)) and a[-1 - common] == b[-1 - common]:
        common += 1
    a, b = a[: len(a) - common], b[: len(b) - common]
    common = 0
    while common < min(len(a), len(b)) and a[common] == b[common]:
        common += 1
    a, b = a[common:], b[common:]
    previous_row: list[int] = []
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        previous_row, row_before_previous, row = row, previous_row, [i] + [limit + 1] * len(b)
        for j in range(max(1, i - limit), min(len(b), i + limit) + 1):
            other_letter = b[j - 1]
            row[j] = min(previous_row[j] + 1, row[j - 1] + 1, previous_row[j - 1] + (letter != other_letter))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other_letter:
                row[j] = min(row[j], row_before_previous[j - 2] + 1)
        if min(row) > limit:
            return limit + 1
    return row[-1]


def listed(names: Iterable[str]) -> str:
    """The names in backticks, separated by commas; of very many, the first few and the number of the others."""
    quoted = [f"`{name}`" for name in names]
    omitted = len(quoted) - limits.NAMES_SHOWN
    return ", ".join([*quoted[: limits.NAMES_SHOWN], f"and {omitted} more"] if omitted > 0 else quoted)


def did_you_mean(wrong: str, candidates: Iterable[str], otherwise: str = "") -> str:
    close = nearest(wrong, candidates)
    if not close:
        return otherwise
    return "did you mean " + " or ".join(f"`{name}`" for name in close) + "?"
