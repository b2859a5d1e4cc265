"""The good file `tests/cases/arena.bot`, whole, and as the ruleset that smaller texts are checked with."""

from __future__ import annotations

import re
from functools import cache

from dsl.check.driver import Unit, check
from dsl.diagnostics import Diagnostic
from dsl.parse import parse_source
from dsl.syntax.parsed import Parsed
from dsl.text.source import Source
from tests.architecture.tree import ROOT
from tools.report import render
from tools.report.findings import DiagnosticReport
from tools.report.style import ReportStyle

ARENA = ROOT / "tests" / "cases" / "arena.bot"


@cache
def arena() -> str:
    return ARENA.read_text(encoding="utf-8")


@cache
def clauses() -> frozenset[str]:
    """The catalogue of the arena: what its good file cites."""
    return frozenset(re.findall(r"\bAR-[A-Z]+-\d+", arena()))


@cache
def arena_pieces() -> tuple[Parsed, ...]:
    return tuple(parse_source(Source("arena.bot", arena())))


def found_in(text: str, file: str, with_arena: bool) -> tuple[Diagnostic, ...]:
    """What is found in a text by itself, or beside the rules of the arena, in the order in which it is shown."""
    pieces = tuple(parse_source(Source(file, text)))
    if not with_arena:
        return check([Unit("text", pieces)]).diagnostics
    units = [Unit("arena", arena_pieces(), clauses()), Unit("text", pieces, clauses())]
    return check(units).diagnostics


def shown(text: str, file: str, diagnostics: tuple[Diagnostic, ...]) -> str:
    """The report that a reader gets, without colours."""
    sources = {file: Source(file, text), "arena.bot": Source("arena.bot", arena())}
    declarations = sum(item.tree is not None for item in parse_source(sources[file]))
    findings = DiagnosticReport(diagnostics, sources, 1, declarations)
    return "\n".join(render("full", findings, ReportStyle())) + "\n"
