"""Runs one check from its options to its exit code.

Two modules read the arguments: `check.py` reads all of them, `fast_check.py` only the plainest. Both call this module,
so both do the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from dsl.lazy import lazy_module
from tools.cli.output import note, say
from tools.report.findings import DiagnosticReport, findings_of, summary

if TYPE_CHECKING:
    from dsl.text import limits
    from tools import report as tools_report
    from tools import workspace
    from tools.cli import apply_fixes, terminal
    from tools.report import sarif
else:
    limits = lazy_module("dsl.text.limits")
    workspace = lazy_module("tools.workspace")
    terminal = lazy_module("tools.cli.terminal")
    tools_report = lazy_module("tools.report")
    sarif = lazy_module("tools.report.sarif")
    apply_fixes = lazy_module("tools.cli.apply_fixes")


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
    if asked is not None:
        return asked
    return limits.DIAGNOSTICS_SHOWN if format == "full" else 0


def once(request: CheckOptions, fix: bool) -> int:
    """Check, repair if requested, report; returns the exit code."""
    findings = check(request)
    unwritten = False
    if fix:
        findings, unwritten = _repaired(request, findings)
    report(request, findings)
    return max(findings.exit_code(request.strict), int(unwritten))


def check(request: CheckOptions) -> DiagnosticReport:
    return findings_of(workspace.check_paths(request.paths, cache=request.cache, jobs=request.jobs), request.allow)


def report(request: CheckOptions, findings: DiagnosticReport) -> None:
    if not findings.diagnostics and request.format == "full":
        say([summary(findings)])  # most checks end here, and need no renderer
        return
    say(tools_report.render(request.format, findings, terminal.look(request.color, request.most, request.strict)))
    if request.format == "sarif" and (said := sarif.cut(findings)):
        note(f"note: {said}")
    if request.format in ("concise", "github"):
        note(summary(findings))


def _repaired(request: CheckOptions, findings: DiagnosticReport) -> tuple[DiagnosticReport, bool]:
    """Repair and check until nothing can be repaired; returns the remaining findings, and whether a write failed."""
    repairer = apply_fixes.FixApplier()
    for _ in range(ROUNDS):
        if not repairer.round(findings):
            break
        findings = check(request)
    repairer.tell()
    return findings, repairer.failed
