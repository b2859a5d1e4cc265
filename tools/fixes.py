"""Applies the fixes that diagnostics carry to a text.

A fix is applied completely or not at all: only if none of its edits overlaps an edit that was applied before. The next
check finds the postponed fixes again, with new positions. No offsets have to be adjusted, and two fixes never mix.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping

from attrs import frozen

from dsl.diagnostics import Diagnostic, Edit
from dsl.text.source import Source


@frozen
class FixedTexts:
    texts: Mapping[str, str]
    applied: int


def repair(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source], fixable: frozenset[str]) -> FixedTexts:
    """The new text of each changed file. Only files in `fixable` may change; a fix that needs another one waits."""
    taken = {file: _Edits() for file in fixable}
    applied = 0
    for diagnostic in diagnostics:
        if diagnostic.fix is None or not diagnostic.fix.edits or not diagnostic.fix.certain:
            continue
        edits = diagnostic.fix.edits
        if all(edit.place.file in fixable and _inside(edit, sources) for edit in edits):
            applied += _take(edits, taken)
    texts = {file: edits.put_into(sources[file].text) for file, edits in taken.items() if edits.starts}
    return FixedTexts({file: text for file, text in texts.items() if text != sources[file].text}, applied)


def _take(edits: tuple[Edit, ...], taken: Mapping[str, _Edits]) -> bool:
    for number, edit in enumerate(edits):
        if not taken[edit.place.file].add(edit):
            for done in edits[:number]:
                taken[done.place.file].remove(done)
            return False
    return True


def _inside(edit: Edit, sources: Mapping[str, Source]) -> bool:
    source = sources.get(edit.place.file)
    return source is not None and 0 <= edit.place.start <= edit.place.end <= len(source.text)


class _Edits:
    """The edits of one file, sorted and without overlaps, so that a new edit is compared only with its neighbours."""

    def __init__(self) -> None:
        self.starts: list[int] = []
        self.edits: list[Edit] = []

    def add(self, edit: Edit) -> bool:
        """Add an edit unless it overlaps another or begins at the same position, where the order would be ambiguous."""
        start, end = edit.place.start, edit.place.end
        at = bisect_left(self.starts, start)
        if at < len(self.starts) and (self.starts[at] == start or self.starts[at] < end):
            return False
        if at and self.edits[at - 1].place.end > start:
            return False
        self.starts.insert(at, start)
        self.edits.insert(at, edit)
        return True

    def remove(self, edit: Edit) -> None:
        at = bisect_left(self.starts, edit.place.start)
        del self.starts[at], self.edits[at]

    def put_into(self, text: str) -> str:
        parts: list[str] = []
        at = 0
        for edit in self.edits:
            parts += [text[at : edit.place.start], edit.text]
            at = edit.place.end
        return "".join([*parts, text[at:]])
