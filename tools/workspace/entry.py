"""Runs one check from its paths to its result: from a cached result, with a live workspace, or from scratch.

Each way loads only what it needs: most checks find nothing new and should be quick.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, field

from dsl.lazy import lazy_module
from tools.workspace.cache import cached_results
from tools.workspace.cache.cache_folder import user_store
from tools.workspace.result import CheckResult

if TYPE_CHECKING:
    import tools.files.read_folder as read_folder
    from dsl.diagnostics import Diagnostic
    from dsl.syntax import decode as syntax_decode
    from dsl.text import limits, source
    from dsl.text.source import Source
    from tools.workspace import workspace as workspace_workspace
    from tools.workspace.cache import diagnostic_json, input_digests
else:
    workspace_workspace = lazy_module("tools.workspace.workspace")
    input_digests = lazy_module("tools.workspace.cache.input_digests")
    diagnostic_json = lazy_module("tools.workspace.cache.diagnostic_json")
    syntax_decode = lazy_module("dsl.syntax.decode")
    limits = lazy_module("dsl.text.limits")
    source = lazy_module("dsl.text.source")
    read_folder = lazy_module("tools.files.read_folder")

STDIN = "-"
MOST_FINDINGS = 5_000
"""An answer with more of them is not worth keeping."""

_last: dict[tuple[object, ...], Any] = {}
"""The workspace of the last check: whoever watches or repairs asks for the same again."""


def check(paths: Sequence[str], cache: bool, jobs: int) -> CheckResult:
    if not cache:
        return workspace_workspace.Workspace(paths, cache=False, jobs=jobs).check()
    cached = None if STDIN in paths else cached_results.cached(user_store(), paths)
    result = _result(cached) if cached is not None else None
    return result or _worked_out(paths, jobs)


def _worked_out(paths: Sequence[str], jobs: int) -> CheckResult:
    key = (os.getcwd(), tuple(paths), jobs)
    workspace = _last.pop(key, None)
    result: CheckResult
    if workspace is None or STDIN in paths:
        workspace = workspace_workspace.Workspace(paths, cache=True, jobs=jobs)
        result = workspace.check()
    else:
        result = workspace.refresh()
    _last.clear()
    if STDIN in paths:
        return result
    _last[key] = workspace
    answer = _answer(result, dict(workspace.reals()))
    looks = input_digests.digests(workspace.looks) if answer is not None else None
    # the digests describe the checked inputs only if nothing has changed since they were read
    if answer is not None and looks is not None and workspace.refresh() is result:
        cached_results.keep(user_store(), paths, looks, answer)
    return result


def _answer(result: CheckResult, reals: Mapping[str, str]) -> dict[str, Any] | None:
    """A result as plain lists; None if it cannot be cached."""
    diagnostics = result.diagnostics
    if len(diagnostics) > MOST_FINDINGS or any(diagnostic.code.startswith("BW9") for diagnostic in diagnostics):
        return None
    shown = {place: reals[place] for place in _places(diagnostics) if place in reals}
    if not all(shown.values()):
        return None  # inside an archive
    return {
        "files": result.files,
        "declarations": result.declarations,
        "diagnostics": [diagnostic_json.plain(diagnostic) for diagnostic in diagnostics],
        "sources": shown,
    }


def _places(diagnostics: Sequence[Diagnostic]) -> set[str]:
    edits = [
        edit.place.file for diagnostic in diagnostics if diagnostic.fix is not None for edit in diagnostic.fix.edits
    ]
    return {
        *edits,
        *(diagnostic.place.file for diagnostic in diagnostics),
        *(note.place.file for diagnostic in diagnostics for note in diagnostic.notes),
    }


def _result(answer: Mapping[str, Any]) -> CheckResult | None:
    """A result from plain lists; None if they are invalid."""
    match answer:
        case {"files": int(files), "declarations": int(declarations), "diagnostics": []}:
            return CheckResult((), {}, files, declarations)
        case {
            "files": int(files),
            "declarations": int(declarations),
            "diagnostics": list(plain),
            "sources": dict(reals),
        }:
            try:
                sources = _Sources(
                    {diagnostic_json.text(shown): diagnostic_json.text(real) for shown, real in reals.items()}
                )
                return CheckResult(tuple(map(diagnostic_json.diagnostic, plain)), sources, files, declarations)
            except diagnostic_json.BadCacheEntry:
                return None
    return None


@define
class _Sources(Mapping[str, "Source"]):
    """Texts that are read on demand."""

    reals: dict[str, str]
    _read: dict[str, Source] = field(factory=dict)

    def __getitem__(self, shown: str) -> source.Source:
        if shown not in self._read:
            data = read_folder.try_bytes(self.reals[shown], limits.FILE_BYTES)
            self._read[shown] = (
                syntax_decode.decode(shown, data).source if isinstance(data, bytes) else source.Source(shown, "")
            )
        return self._read[shown]

    def __iter__(self) -> Iterator[str]:
        return iter(self.reals)

    def __len__(self) -> int:
        return len(self.reals)
