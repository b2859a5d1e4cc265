"""The registry of diagnostics: one code, one sentence, one page.

Families: 1xxx text and syntax, 2xxx names and types, 3xxx rules and timing, 4xxx packs and manifests, 5xxx run
time, 6xxx scenarios and replay, 9xxx internal. A code is never reused for another fault. Each has a page
`dsl/diagnostics/errors/<code>.md` with a wrong and a right example, and a case under `tests/cases/`.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from attrs import frozen


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


@cache
def registry() -> dict[str, Code]:
    """All codes by id."""
    from dsl.diagnostics.codes import (
        answers,
        failures,
        internal,
        names,
        packs,
        records,
        rules,
        running,
        scenarios,
        settings,
        text,
    )

    codes: dict[str, Code] = {}
    for family in (text, names, rules, packs, settings, running, scenarios, failures, records, answers, internal):
        for value in vars(family).values():
            if isinstance(value, Code):
                assert value.id not in codes, f"two faults share {value.id}"
                codes[value.id] = value
    return dict(sorted(codes.items()))
