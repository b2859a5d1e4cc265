"""The registry of diagnostics: one code, one sentence, one page.

Families: 1xxx text and syntax, 2xxx names and types, 3xxx rules and timing, 4xxx packs and manifests, 5xxx run
time, 6xxx scenarios and replay, 9xxx internal. A code is never reused for another fault. Each has a page
`dsl/diagnostics/errors/<code>.md` with a wrong and a right example, and a case under `tests/cases/`.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from attrs import frozen

from dsl.lazy import load_module


@frozen
class Code:
    """One fault: its sentence has `{placeholders}` that the checker fills in; lower case, no full stop."""

    id: str
    severity: Literal["error", "warning"]
    title: str
    message: str
    help: str = ""


def error(id: str, title: str, message: str, help: str = "") -> Code:
    return Code(id, "error", title, message, help)


def warning(id: str, title: str, message: str, help: str = "") -> Code:
    return Code(id, "warning", title, message, help)


FAMILIES = (
    "text", "names", "rules", "packs", "settings", "running", "scenarios", "failures", "records", "answers", "internal",
)  # fmt: skip
"""The modules of this package; all of them are loaded only for the whole list."""


@cache
def registry() -> dict[str, Code]:
    """All codes by id."""
    codes: dict[str, Code] = {}
    for name in FAMILIES:
        family = load_module(f"dsl.diagnostics.codes.{name}")
        for value in vars(family).values():
            if isinstance(value, Code):
                assert value.id not in codes, f"two faults share {value.id}"
                codes[value.id] = value
    return dict(sorted(codes.items()))
