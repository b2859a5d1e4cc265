"""The place of a finding as the families of rewrites see it: its line, the words around it, the names in scope.

A family looks at a line whose texts in quotes and comments are blanked out, so that it never changes a word inside
them. It proposes rewrites; whether one is right is decided by a trial, never by the family.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from attrs import frozen

from dsl.diagnostics import Diagnostic
from dsl.repair.vocabulary import Vocabulary

_HIDDEN = re.compile(r'"""(?s:.*?)(?:"""|\Z)|"(?:[^"\\\n]|\\.)*"|#[^\n]*')
_WORD = re.compile(r"[^\W\d]\w*")


@frozen
class LineRewrite:
    """Replace a range of the text. `lesson` says in a few words why; a rewrite that is not `certain` may not mean what
    the author meant, so that it is shown but never applied by itself. A `whole` rewrite accounts for every word that it
    drops. `at` is the place of the mistake, if it is not that of the finding."""

    start: int
    end: int
    text: str
    family: str
    lesson: str = ""
    cost: float = 1.0
    certain: bool = True
    whole: bool = False
    at: int | None = None
    is_part: bool = False  # it shows the beginning of what the author must write, so it is no fix


@frozen(slots=False)
class MistakeSpot:
    """`text` is the whole declaration; `error` is the finding to repair, with its place in that text."""

    text: str
    error: Diagnostic
    vocabulary: Vocabulary
    errors: tuple[Diagnostic, ...] = ()

    @cached_property
    def blanked(self) -> str:
        """The text with the insides of quotes and comments blanked out; of the same length."""
        return _HIDDEN.sub(_blank, self.text)

    @property
    def offset(self) -> int:
        return min(self.error.place.start, len(self.text))

    @cached_property
    def line_start(self) -> int:
        return self.text.rfind("\n", 0, self.offset) + 1

    @cached_property
    def line_end(self) -> int:
        end = self.text.find("\n", self.line_start)
        return len(self.text) if end < 0 else end

    @cached_property
    def line(self) -> str:
        """The line of the finding, with the insides of quotes and comments blanked out."""
        return self.blanked[self.line_start : self.line_end]

    @cached_property
    def raw(self) -> str:
        return self.text[self.line_start : self.line_end]

    @cached_property
    def indent(self) -> str:
        return self.raw[: len(self.raw) - len(self.raw.lstrip())]

    @cached_property
    def head_start(self) -> int:
        """The start of the first line that is neither blank nor a comment."""
        match = re.search(r"(?m)^(?!\s*(?:#|$))", self.text)
        return match.start() if match else 0

    @cached_property
    def head(self) -> str:
        end = self.text.find("\n", self.head_start)
        return self.blanked[self.head_start : len(self.text) if end < 0 else end]

    @property
    def in_head(self) -> bool:
        return self.line_start == self.head_start

    @cached_property
    def sort(self) -> str:
        """`card`, `keyword`, `status`, `scenario` or another first word."""
        first = _WORD.search(self.head)
        word = first.group() if first else ""
        return word if word in ("keyword", "status", "scenario") else "card" if word[:1].isupper() else word

    @cached_property
    def kind(self) -> str:
        """The kind of thing that the line is about: of the innermost part or card around it, or the bearer of the
        keyword."""
        if self.sort in ("keyword", "status"):
            bearer = re.search(r"\bon\s+(\w+)", self.head)
            return bearer.group(1) if bearer else ""
        depth = 0
        for match in reversed(list(re.finditer(r"[{}]", self.blanked[: self.line_start]))):
            depth += 1 if match.group() == "}" else -1
            if depth < 0:
                before = self.blanked[: match.start()]
                named = re.findall(r'(?:^|[\n,{;])\s*([A-Z]\w*)(?:\s+(?:\w+|"[^"\n]*"))*\s*$', before)
                if named and named[-1] in self.vocabulary.kinds:
                    return str(named[-1])
                depth = 0
        first = _WORD.search(self.head)
        return first.group() if first else ""

    def rewrite(
        self, start: int, end: int, text: str, family: str, lesson: str = "", cost: float = 1.0, certain: bool = True,
        whole: bool = False,
    ) -> LineRewrite:  # fmt: skip
        """A rewrite of a range of the line."""
        return LineRewrite(self.line_start + start, self.line_start + end, text, family, lesson, cost, certain, whole)


Family = Callable[[MistakeSpot], Iterable[LineRewrite]]


def _blank(match: re.Match[str]) -> str:
    text = match.group()
    if text[0] == "#":
        return " " * len(text)
    quotes = '"""' if text.startswith('"""') else '"'
    inner = text[len(quotes) : -len(quotes)] if len(text) >= 2 * len(quotes) else ""
    if not inner:
        return text
    return quotes + re.sub(r"[^\n]", "\0", inner) + quotes


def pattern(
    family: str,
    regex: str,
    replacement: str | Callable[[re.Match[str]], str | None],
    lesson: str = "",
    *,
    cost: float = 1.0,
    certain: bool = True,
    whole: bool = False,
) -> Family:
    """A family that replaces what a pattern matches in the line: all places at once, and each by itself."""
    compiled = re.compile(regex)

    def propose(spot: MistakeSpot) -> Iterator[LineRewrite]:
        changes: list[tuple[int, int, str]] = []
        for match in compiled.finditer(spot.line):
            new = match.expand(replacement) if isinstance(replacement, str) else replacement(match)
            if new is None:
                continue
            new = _restored(new, match, spot.raw)
            if new != spot.raw[match.start() : match.end()]:
                changes.append((match.start(), match.end(), new))
        if len(changes) > 1:
            yield spot.rewrite(0, len(spot.raw), _applied(spot.raw, changes), family, lesson, cost, certain, whole)
        for start, end, new in changes:
            yield spot.rewrite(
                start, end, new, family, lesson, cost + (0.1 if len(changes) > 1 else 0.0), certain, whole
            )

    return propose


def _restored(new: str, match: re.Match[str], raw: str) -> str:
    """Put the texts in quotes back that the pattern saw blanked out."""
    if "\0" not in new:
        return new
    quoted = re.findall(r'"[^"]*\0[^"]*"', match.group())
    for blanked in quoted:
        at = match.start() + match.group().find(blanked)
        new = new.replace(blanked, raw[at : at + len(blanked)], 1)
    return new


def _applied(raw: str, changes: list[tuple[int, int, str]]) -> str:
    for start, end, new in reversed(changes):
        raw = raw[:start] + new + raw[end:]
    return raw


def open_braces(text: str) -> list[int]:
    """The places of the braces that are open at the end of a text, the outermost first."""
    opened: list[int] = []
    for match in re.finditer(r"[{}]", text):
        if match.group() == "{":
            opened.append(match.start())
        elif opened:
            opened.pop()
    return opened
