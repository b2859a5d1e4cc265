"""Scenarios, run: each case is played strictly, then proved: the same moves lead the same way however they are done.

A scenario passes if its dialogue holds (`scenario_play`), if it goes the same way when it is played again, taken back,
forked and saved at every question (`scenario_checks`), and if nobody is shown what is hidden (`scenario_secrets`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from attrs import evolve, frozen

from dsl.diagnostics import Diagnostic, Label
from dsl.ir.program import Program, Scenario
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
    """How a case of a scenario ended: what is wrong, if something is. `todo` says what is still to be written."""

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
    scenario: Scenario,
    *,
    stage: Stage | None = None,
    proved: bool = True,
    coverage: Coverage | None = None,
) -> list[Outcome]:
    """One outcome, or one for each row of its cases. `stage` is shared by the scenarios of a program."""
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
    """Every row of the cases with the names that it gives; of several tables, every row of one with every other."""
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
            pass  # it is a sentence of the scenario that cannot be done
        elif wrong.place.file:
            wrong = evolve(wrong, notes=(Label(here, "while this was done"), *wrong.notes))
        else:
            wrong = evolve(wrong, place=here)
    cases = (Label(piece.place((row[0].span[0], row[-1].span[1])), "in this case") for row in rows)
    return Outcome(evolve(wrong, notes=(*wrong.notes, *cases)))


def _told(failed: Fails, scenario: Scenario) -> Diagnostic:
    place = scenario.parsed.piece.place(failed.span)
    return Diagnostic(failed.code.id, "error", failed.message, place, failed.label, failed.help)
