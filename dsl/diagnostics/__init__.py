"""What can be wrong with a text, as values.

A diagnostic is one sentence with a place, a code and a help. Its words live in the registry `dsl.diagnostics.codes`,
one template for each code, so that all messages of the language can be read on one page. Nothing here prints.
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
    """Put words into `{names}`, once. Never `str.format`: that would walk attributes of what it is given."""
    return _HOLE.sub(lambda hole: str(words[hole[1]]) if hole[1] in words else hole[0], template)


class Suggestions:
    """How many unknown names may still be compared with known ones. Each comparison is bounded, and so is their number:
    where hundreds of names are unknown, a file is missing and not a letter. What a text may use is taken from what the
    whole run may use (`around`)."""

    def __init__(self, most: int, around: Suggestions | None = None) -> None:
        self.left, self.around = most, around
        self.refused = False

    def take(self) -> bool:
        """One more comparison; false if there are none left."""
        if self.left <= 0 or (self.around is not None and not self.around.take()):
            self.refused = True
            return False
        self.left -= 1
        return True


_suggestions: ContextVar[Suggestions | None] = ContextVar("suggestions", default=None)


@contextmanager
def suggesting(most: int) -> Iterator[None]:
    """Inside, at most so many unknown names get a suggestion."""
    before = _suggestions.set(Suggestions(most, _suggestions.get()))
    try:
        yield
    finally:
        _suggestions.reset(before)


def are_suggestions_spent() -> bool:
    """Whether an unknown name got no suggestion because others had used them up."""
    budget = _suggestions.get()
    return budget is not None and budget.refused


def nearest(wrong: str, candidates: Iterable[str], most: int = 3) -> list[str]:
    """Names that the author may have meant: those that are fewest slips of the finger away, else begun or bent ones."""
    if len(wrong) > limits.SUGGESTION_CHARACTERS:
        return []
    budget = _suggestions.get()
    if budget is not None and not budget.take():
        return []
    typed = wrong.lower()
    found = []
    for name in _pool(typed, candidates):
        slips = _slips(typed, name.lower())
        if slips is not None:
            found.append((slips, name))
    found.sort()
    return [name for slips, name in found if slips == found[0][0]][:most]


def _pool(typed: str, candidates: Iterable[str]) -> Iterable[str]:
    """The names that are worth a comparison: of very many, those that begin or end alike and are about as long."""
    names = set(islice(candidates, limits.SUGGESTION_NAMES))
    if len(names) <= limits.SUGGESTION_POOL:
        return names
    start, end = typed[:2], typed[-2:]
    alike = [name for name in names if name[:2].lower() == start or name[-2:].lower() == end]
    if len(alike) <= limits.SUGGESTION_POOL:
        return alike
    return sorted(alike, key=lambda name: (abs(len(name) - len(typed)), name))[: limits.SUGGESTION_POOL]


def _slips(typed: str, name: str) -> int | None:
    """How many slips lead from one word to the other; none if it is more than a word of its length bears."""
    if typed == name:
        return 0
    short, long = sorted((len(typed), len(name)))
    bears = 0 if short < 2 else 1 if short < 6 else 2 if short < 13 else 3
    if long - short <= bears and (_letters(typed) ^ _letters(name)).bit_count() <= 2 * bears:
        slips = _distance(typed, name, bears)
        # of two letters, another one in the place of one of them leaves nothing in common
        if slips <= bears and (short > 2 or long > short or sorted(typed) == sorted(name)):
            return slips
    begun = 3 <= len(typed) < len(name) and name.startswith(typed)
    bent = 4 <= len(name) < len(typed) <= len(name) + 3 and typed.startswith(name)  # `burned` for `burn`
    return bears + 1 if begun or bent else None


@lru_cache(maxsize=100_000)
def _letters(word: str) -> int:
    """The letters of a word as bits: words that differ in many need not be compared."""
    bits = 0
    for letter in word:
        bits |= 1 << (ord(letter) & 63)
    return bits


def _distance(a: str, b: str, most: int) -> int:
    """Letters put in, left out, exchanged for others, or swapped with their neighbours; past `most` it is only more."""
    same = 0
    while same < min(len(a), len(b)) and a[-1 - same] == b[-1 - same]:
        same += 1
    a, b = a[: len(a) - same], b[: len(b) - same]
    same = 0
    while same < min(len(a), len(b)) and a[same] == b[same]:
        same += 1
    a, b = a[same:], b[same:]
    above: list[int] = []
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        above, before, row = row, above, [i] + [most + 1] * len(b)
        for j in range(max(1, i - most), min(len(b), i + most) + 1):
            other = b[j - 1]
            row[j] = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                row[j] = min(row[j], before[j - 2] + 1)
        if min(row) > most:
            return most + 1
    return row[-1]


def listed(names: Iterable[str]) -> str:
    """Names in a row, each as it is written; of very many, the first ones and how many more there are."""
    spelt = [f"`{name}`" for name in names]
    more = len(spelt) - limits.NAMES_SHOWN
    return ", ".join([*spelt[: limits.NAMES_SHOWN], f"and {more} more"] if more > 0 else spelt)


def did_you_mean(wrong: str, candidates: Iterable[str], otherwise: str = "") -> str:
    close = nearest(wrong, candidates)
    if not close:
        return otherwise
    return "did you mean " + " or ".join(f"`{name}`" for name in close) + "?"
