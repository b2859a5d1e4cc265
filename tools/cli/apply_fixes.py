"""`check --fix` on real files: decides which files may be written and writes their new text.

A file is written only if it still holds the text that was checked, atomically, with its own line ends. A file that
cannot be written is reported once and skipped in later rounds.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from dsl.syntax.decode import Decoded
from dsl.text.source import Source
from tools.cli.output import note
from tools.files import read_text, write_atomic
from tools.files.links import link_outside
from tools.fixes import repair
from tools.report.escape import printable
from tools.report.findings import DiagnosticReport, counted

ENDS = {"crlf": "\r\n", "cr": "\r"}


class FixApplier:
    def __init__(self) -> None:
        self.repaired = 0
        self.files: set[str] = set()
        self.refused: set[str] = set()
        self.failed = False

    def round(self, findings: DiagnosticReport) -> bool:
        """Apply every fix that can be applied now; returns whether there was one."""
        files = {e.place.file for d in findings.diagnostics if d.fix is not None for e in d.fix.edits}
        held = self._held(files - self.refused, findings.sources)
        repaired = repair(findings.diagnostics, findings.sources, frozenset(held))
        written = [file for file, text in repaired.texts.items() if self._write(file, held[file], text)]
        self.files.update(written)
        self.repaired += repaired.applied if len(written) == len(repaired.texts) else len(written)
        return bool(written)

    def _held(self, files: set[str], sources: Mapping[str, Source]) -> dict[str, Decoded]:
        """The files that still contain the checked text."""
        held = {}
        for file in sorted(files):
            if not os.path.isfile(file):
                continue  # inside an archive, or nowhere
            outside = link_outside(file)
            if outside is not None:
                self._refuse(file, f"{outside.message}; it was not repaired")
                continue
            now = read_text(file)
            if now.readable and file in sources and now.source.text == sources[file].text:
                held[file] = now
            else:
                self._refuse(file, f"`{file}` changed while it was checked; it was not repaired")
        return held

    def _write(self, file: str, before: Decoded, text: str) -> bool:
        text = text.replace("\n", ENDS.get(before.line_ends, "\n"))
        data = text.encode("utf-8-sig" if before.bom else "utf-8")
        fault = write_atomic(file, data)
        if fault is None:
            return True
        self._refuse(file, fault.message)
        return False

    def _refuse(self, file: str, sentence: str) -> None:
        self.refused.add(file)
        self.failed = True
        note(f"error: {printable(sentence)}")

    def tell(self) -> None:
        if self.files:
            note(f"repaired {counted(self.repaired, 'finding')} in {counted(len(self.files), 'file')}")
