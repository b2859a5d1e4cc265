"""Converts diagnostics to plain lists and back, for the cache and for transfer between processes.

The format is internal and changes with the program, so it has no version: cached lists are stored under the digest of
the program. Reading anything else raises `BadCacheEntry`, and no other exception.
"""

from __future__ import annotations

from typing import Any

from dsl.diagnostics import Diagnostic, Edit, Fix, Label
from dsl.text.source import Place


class BadCacheEntry(Exception):
    """The cache entry is invalid."""


def plain(finding: Diagnostic) -> list[Any]:
    place = finding.place
    head = [finding.code, finding.severity, finding.message, place.file, place.start, place.end]
    if not (finding.label or finding.help or finding.notes or finding.fix):
        return head
    notes = [[note.text, note.place.file, note.place.start, note.place.end] for note in finding.notes]
    fix: list[Any] = []
    if finding.fix is not None:
        edits = [[edit.text, edit.place.file, edit.place.start, edit.place.end] for edit in finding.fix.edits]
        fix = [finding.fix.does, edits, finding.fix.certain]
    return [*head, finding.label, finding.help, notes, fix]


def diagnostic(value: Any) -> Diagnostic:
    try:
        code, severity, message, file, start, end, *more = value
        label, help, notes, fix = more or ("", "", (), ())
        return Diagnostic(
            text(code),
            "error" if severity == "error" else "warning",
            text(message),
            _place(file, start, end),
            text(label),
            text(help),
            tuple(Label(_place(*place), text(said)) for said, *place in notes),
            _fix(*fix) if fix else None,
        )
    except (TypeError, ValueError, IndexError) as error:
        raise BadCacheEntry from error


def _fix(does: Any, edits: Any, certain: Any) -> Fix:
    return Fix(text(does), tuple(Edit(_place(*place), text(put)) for put, *place in edits), bool(certain))


def _place(file: Any, start: Any, end: Any) -> Place:
    return Place(text(file), number(start), number(end))


def text(value: Any) -> str:
    if type(value) is not str:
        raise BadCacheEntry
    return value


def number(value: Any) -> int:
    if type(value) is not int:
        raise BadCacheEntry
    return value


def texts(value: Any) -> tuple[str, ...]:
    if type(value) is not list:
        raise BadCacheEntry
    return tuple(map(text, value)) if value else ()
