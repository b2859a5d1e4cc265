"""The result of a check."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from dsl.diagnostics import Diagnostic
from dsl.text.source import Source


@frozen
class CheckResult:
    """Diagnostics sorted by position, the texts they refer to, and the number of files and declarations."""

    diagnostics: tuple[Diagnostic, ...] = ()
    sources: Mapping[str, Source] = field(factory=dict)
    files: int = 0
    declarations: int = 0
