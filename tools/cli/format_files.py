"""Finds the files to format below a path and formats their texts."""

from __future__ import annotations

import os
from collections.abc import Iterator

from attrs import evolve, frozen

from dsl.diagnostics import Diagnostic, Edit, Label
from dsl.format.formatter import format_text
from dsl.syntax.decode import Decoded
from dsl.text.source import Place, Source
from tools.files import find_packs, read_folder, read_text
from tools.files.links import link_outside
from tools.report.findings import DiagnosticReport

SUFFIX = ".bot"


@frozen
class Formatted:
    """A text before and after. A file with another line end than LF or with a byte order mark changes too."""

    before: str
    after: str
    changed: bool
    findings: DiagnosticReport

    @property
    def failed(self) -> bool:
        return self.findings.errors > 0


@frozen
class FileText:
    """One file to format: its name in messages, its path, and the text read there."""

    file: str
    real: str
    decoded: Decoded


def texts(path: str) -> Iterator[FileText]:
    """The `.bot` files of a path: itself, or all files in and below a folder except links and hidden files.

    A link that leads out of its pack is a finding: nobody who formats a pack wants to change files elsewhere.
    """
    fault = link_outside(path)
    if fault is not None:
        yield FileText(path, "", Decoded(Source(path, ""), False, diagnostics=(fault,)))
        return
    if not os.path.isdir(path):
        yield FileText(path, path, read_text(path))
        return
    discovered = find_packs(path)
    for folder in discovered.packs:
        pack = read_folder(folder, os.path.normpath(folder))
        for text in pack.texts:
            if text.path.endswith(SUFFIX):
                yield FileText(text.source.file, os.path.join(folder, text.path), text.decoded)
        for unread in pack.unread:
            if unread.file.endswith(SUFFIX):
                faults = tuple(fault for fault in pack.diagnostics if fault.place.file == unread.file)
                yield FileText(unread.file, "", Decoded(unread, False, diagnostics=faults))
    for file in discovered.loose:
        yield FileText(os.path.normpath(file), file, read_text(os.path.normpath(file)))
    for fault in discovered.diagnostics:
        yield FileText(fault.place.file, "", Decoded(Source(fault.place.file, ""), False, diagnostics=(fault,)))


def formatted(file: str, decoded: Decoded, upgrade: bool = False) -> Formatted:
    """The formatted text (with `upgrade`, without older forms), or the unchanged text with its diagnostics."""
    before = decoded.source.text
    if not decoded.readable:
        return Formatted(before, before, False, _findings(decoded.diagnostics, decoded.source))
    result = format_text(before, upgrade=upgrade)
    named = tuple(_in_file(diagnostic, file) for diagnostic in result.diagnostics)
    findings = _findings(named, decoded.source)
    if findings.errors:
        return Formatted(before, before, False, findings)
    return Formatted(before, result.text, not decoded.usual or result.text != before, findings)


def _findings(diagnostics: tuple[Diagnostic, ...], source: Source) -> DiagnosticReport:
    return DiagnosticReport(diagnostics, {source.file: source}, 1, 0)


def _in_file(diagnostic: Diagnostic, file: str) -> Diagnostic:
    """The formatter works on a text without a file name; this adds the name to its diagnostics."""

    def named(place: Place) -> Place:
        return evolve(place, file=file)

    fix = diagnostic.fix and evolve(
        diagnostic.fix, edits=tuple(Edit(named(edit.place), edit.text) for edit in diagnostic.fix.edits)
    )
    notes = tuple(Label(named(note.place), note.text) for note in diagnostic.notes)
    return evolve(diagnostic, place=named(diagnostic.place), notes=notes, fix=fix)
