"""Runs one check from its options to its exit code.

Two modules read the arguments: `check.py` reads all of them, `fast_check.py` only the plainest. Both call this module,
so both do the same.
"""

from __future__ import annotations

from attrs import frozen

from tools.cli.output import note, say
from tools.report.findings import DiagnosticReport, findings_of, summary

ROUNDS = 10  # of repairs; one repair may uncover the next


@frozen
class CheckOptions:
    """The options of one check."""

    paths: tuple[str, ...]
    format: str
    strict: bool
    cache: bool
    jobs: int
    color: str
    most: int
    allow: frozenset[str]


def most_shown(format: str, asked: int | None) -> int:
    from dsl.text.limits import DIAGNOSTICS_SHOWN

    if asked is not None:
        return asked
    return DIAGNOSTICS_SHOWN if format == "full" else 0


def once(request: CheckOptions, fix: bool) -> int:
    """Check, repair if requested, report; returns the exit code."""
    findings = check(request)
    unwritten = False
    if fix:
        findings, unwritten = _repaired(request, findings)
    report(request, findings)
    return max(findings.exit_code(request.strict), int(unwritten))


def check(request: CheckOptions) -> DiagnosticReport:
    from tools.workspace import check_paths

    return findings_of(check_paths(request.paths, cache=request.cache, jobs=request.jobs), request.allow)


def report(request: CheckOptions, findings: DiagnosticReport) -> None:
    if not findings.diagnostics and request.format == "full":
        say([summary(findings)])  # most checks end here, and need no renderer
        return
    from tools.cli.terminal import look
    from tools.report import render

    say(render(request.format, findings, look(request.color, request.most, request.strict)))
    if request.format == "sarif":
        from tools.report.sarif import cut

        if said := cut(findings):
            note(f"note: {said}")
    if request.format in ("concise", "github"):
        note(summary(findings))


def _repaired(request: CheckOptions, findings: DiagnosticReport) -> tuple[DiagnosticReport, bool]:
    """Repair and check until nothing can be repaired; returns the remaining findings, and whether a write failed."""
    from tools.cli.apply_fixes import FixApplier

    repairer = FixApplier()
    for _ in range(ROUNDS):
        if not repairer.round(findings):
            break
        findings = check(request)
    repairer.tell()
    return findings, repairer.failed
