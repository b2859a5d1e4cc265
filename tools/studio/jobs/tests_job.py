"""Scenarios and clauses of a game or pack: what passes, what is enforced, tested and, on request, proved."""

from __future__ import annotations

from tools.clauses import ClauseQuery, coverage, run
from tools.report.clause_coverage import ClauseCoverage
from tools.studio.jobs.job import Arguments, Deeds, JobRefused, Json, Tell, refused, text
from tools.testing import run as testing_run
from tools.testing.output import as_json
from tools.testing.suites import load


def begin(arguments: Arguments, tell: Tell) -> tuple[Deeds, Json]:
    """Run the scenarios in `path`; or list the clauses of `clauses`, with `prove` proving them."""
    if "clauses" in arguments:
        return {}, _clauses(text(arguments, "clauses"), arguments.get("prove") is True, tell)
    report, _ = testing_run.run(load([text(arguments, "path")]), jobs=1)
    answer = as_json(report)
    answer["findings"] = [f"{finding.code}: {finding.message}" for finding in report.found.errors]
    return {}, answer


def _clauses(game: str, prove: bool, tell: Tell) -> Json:
    seen = lambda tried, total: tell({"tried": tried, "of": total})  # noqa: E731
    counted = coverage(game, run, ClauseQuery(prove=prove, jobs=0 if prove else 1, seen=seen))
    if not counted.clauses:
        if counted.findings.diagnostics:
            raise refused(counted.findings.diagnostics[0])
        raise JobRefused("this game has no clauses: write its rulebook into clauses.yaml")
    proved = _proved(counted)
    return {
        "game": counted.game,
        "clauses": [
            {
                "id": clause.id,
                "text": clause.text,
                "enforced": clause.enforced,
                "tested": clause.tested,
                "proved": proved.get(clause.id) if prove else None,
                "reason": clause.reason,
                "cited": list(clause.cited),
            }
            for clause in counted.clauses
        ],
        "findings": [f"{finding.code}: {finding.message}" for finding in counted.findings.diagnostics],
    }


def _proved(counted: ClauseCoverage) -> dict[str, bool]:
    if counted.proof is None:
        return {}
    return {clause.id: clause.proved for clause in counted.proof.clauses}
