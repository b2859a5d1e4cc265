"""Scenarios beside the rules of the arena, run; and what is said about those that fail."""

from __future__ import annotations

from dsl.check.driver import Unit, check
from dsl.ir.program import Program, ScenarioSource
from dsl.parse import parse_source
from dsl.text.source import Source
from interpreter.scenarios.run import Outcome, run_scenario
from tests.check.arenas import arena, arena_pieces, clauses
from tools.report.findings import DiagnosticReport
from tools.report.full import block
from tools.report.style import ReportStyle

FILE = "example.bot"


def staged(text: str) -> tuple[Program, list[ScenarioSource]]:
    """The arena with a text, and the scenarios of the text."""
    pieces = tuple(parse_source(Source(FILE, text)))
    checked = check([Unit("arena", arena_pieces(), clauses()), Unit("text", pieces, clauses())])
    wrong = [diagnostic.message for diagnostic in checked.diagnostics if diagnostic.severity == "error"]
    assert wrong == [], wrong
    return checked.program, [diagnostic for diagnostic in checked.program.scenarios if diagnostic.unit == "text"]


def outcomes(text: str) -> list[Outcome]:
    program, scenarios = staged(text)
    return [outcome for scenario in scenarios for outcome in run_scenario(program, scenario)]


def scene(*steps: str, rules: str = "", seats: str = "Ann, Ben") -> str:
    """A scenario of these steps, below some rules."""
    lines = "".join(f"  {step}\n" for step in (f"seats {seats}", *steps))
    return f'{rules}\n\nscenario "s" cites AR-SETUP-01 {{\n{lines}}}\n'


def told(text: str) -> str:
    """Everything that is said about the scenarios of a text that fail."""
    sources = {FILE: Source(FILE, text), "arena.bot": Source("arena.bot", arena())}
    results = [outcome.wrong for outcome in outcomes(text) if outcome.wrong is not None]
    return "\n".join(
        line for item in results for line in block(item, DiagnosticReport((item,), sources), ReportStyle())
    )
