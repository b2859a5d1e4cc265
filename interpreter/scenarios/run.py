"""Runs scenarios: each case is played strictly, then proved by repeating its moves in other ways.

A scenario passes if its dialogue holds (`dialogue`), if it has the same result when it is replayed, undone, forked and
saved at every question (`replays`), and if no seat is shown anything hidden (`secrets`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from attrs import evolve, frozen

from dsl.diagnostics import Diagnostic, Label
from dsl.ir.program import Program, ScenarioSource
from dsl.syntax import nodes as n
from interpreter.instrument.coverage import Coverage
from interpreter.instrument.faults import diagnostic
from interpreter.model.environment import RuleError
from interpreter.scenarios.dialogue import Play, Stage, orderly
from interpreter.scenarios.replays import prove
from interpreter.scenarios.secrets import keep_secrets
from interpreter.scenarios.setup import Fails

Case = dict[str, n.Expr]


@frozen
class Outcome:
    """The outcome of a case: its failure, if any. `todo` says what is still to be written."""

    wrong: Diagnostic | None = None
    todo: str | None = None

    @property
    def passed(self) -> bool:
        return self.wrong is None

    @property
    def message(self) -> str:
        return f"{self.wrong.code}: {self.wrong.message}" if self.wrong is not None else ""


def run_scenario(
    program: Program,
    scenario: ScenarioSource,
    *,
    stage: Stage | None = None,
    proved: bool = True,
    coverage: Coverage | None = None,
) -> list[Outcome]:
    """Run a scenario: one outcome, or one for each row of its cases. The scenarios of a program share `stage`."""
    tree = scenario.parsed.tree
    assert isinstance(tree, n.Scenario)
    for step in tree.steps:
        if isinstance(step, n.Todo):
            return [Outcome(todo=step.text.value)]
    try:
        orderly(tree)
    except Fails as failed:
        return [Outcome(_told(failed, scenario))]
    stage = stage or Stage(program)
    return [_run(Play(stage, scenario, case, coverage, proved), rows) for case, rows in _cases(tree)]


def _cases(tree: n.Scenario) -> Iterator[tuple[Case, tuple[tuple[n.Expr, ...], ...]]]:
    """Every row of the cases as names with values; several tables are combined row by row (cross product)."""
    tables = [step for step in tree.steps if isinstance(step, n.Cases)]
    for rows in product(*(table.rows for table in tables)):
        pairs = zip(tables, rows, strict=True)
        yield {name.text: cell for table, row in pairs for name, cell in zip(table.names, row, strict=True)}, rows


def _run(play: Play, rows: tuple[tuple[n.Expr, ...], ...]) -> Outcome:
    piece = play.scenario.parsed.piece
    try:
        play.run()
        if play.proved:
            prove(play)
            keep_secrets(play)
        return Outcome()
    except Fails as failed:
        wrong = _told(failed, play.scenario)
    except RuleError as fault:
        wrong = diagnostic(fault, play.machine.linked)
        here = piece.place(play.at)
        if here.file == wrong.place.file and here.start <= wrong.place.start and wrong.place.end <= here.end:
            pass  # a sentence of the scenario failed
        elif wrong.place.file:
            wrong = evolve(wrong, notes=(Label(here, "while this was done"), *wrong.notes))
        else:
            wrong = evolve(wrong, place=here)
    cases = (Label(piece.place((row[0].span[0], row[-1].span[1])), "in this case") for row in rows)
    return Outcome(evolve(wrong, notes=(*wrong.notes, *cases)))


def _told(failed: Fails, scenario: ScenarioSource) -> Diagnostic:
    place = scenario.parsed.piece.place(failed.span)
    return Diagnostic(failed.code.id, "error", failed.message, place, failed.label, failed.help)
