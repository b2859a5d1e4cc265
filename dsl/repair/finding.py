"""A finding about a text, with what repairs it; and which findings are one mistake.

This is all that a check without errors needs of this package: the families of mistakes are loaded with the first one.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from dsl.diagnostics import Diagnostic, Fix, Label

Change = tuple[int, int, str]
"""A range of a text and what replaces it."""


@frozen
class RepairedFinding:
    """A finding with its place in the original text, and the changes that repair it."""

    finding: Diagnostic
    changes: tuple[Change, ...]
    families: tuple[str, ...]


def untouched(finding: Diagnostic) -> RepairedFinding:
    """A finding as it was given."""
    return RepairedFinding(finding, (), ())


def merged(results: Sequence[RepairedFinding]) -> list[RepairedFinding]:
    """One finding for the same mistake in several places."""
    mistakes: list[RepairedFinding] = []
    repaired: list[int] = []  # only what was repaired in the same way is the same mistake
    for result in results:
        same = next((k for k in repaired if _is_same_mistake(mistakes[k], result)), None) if result.families else None
        if same is None:
            if result.families:
                repaired.append(len(mistakes))
            mistakes.append(result)
            continue
        first = mistakes[same]
        fix, more = first.finding.fix, result.finding.fix
        both = Fix(fix.does, (*fix.edits, *more.edits), fix.certain and more.certain) if fix and more else None
        notes = (*first.finding.notes, Label(result.finding.place, "the same here"))
        mistakes[same] = evolve(first, finding=evolve(first.finding, fix=both, notes=notes))
    return mistakes


def _is_same_mistake(first: RepairedFinding, second: RepairedFinding) -> bool:
    if first.finding.code != second.finding.code or not set(first.families) & set(second.families):
        return False
    fixes = (first.finding.fix, second.finding.fix)
    if first.finding.message == second.finding.message:
        return True
    notation = not first.finding.code.startswith("BW20")  # two wrong names are two mistakes
    return notation and all(fix is not None and fix.certain for fix in fixes)
