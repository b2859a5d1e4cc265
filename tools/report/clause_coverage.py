"""Reports how much of a rulebook is enforced and tested. `dsl/schemas/clauses-output.json` specifies the JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from json import dumps

from attrs import field, frozen

from tools.report.escape import printable, whole
from tools.report.findings import DiagnosticReport
from tools.report.proof import Proof, as_json, table

FORMAT_VERSION = 1


@frozen
class ClauseStatus:
    """One clause: enforced when a declaration of the ruleset cites it, tested when a passing scenario does."""

    id: str
    text: str
    enforced: bool
    tested: bool
    cited: tuple[str, ...] = ()
    reason: str = ""


@frozen
class ClauseCoverage:
    game: str
    clauses: tuple[ClauseStatus, ...]
    findings: DiagnosticReport = field(factory=DiagnosticReport)
    proof: Proof | None = None  # only if requested

    @property
    def unenforced(self) -> tuple[str, ...]:
        return tuple(clause.id for clause in self.clauses if not clause.enforced)

    @property
    def untested(self) -> tuple[str, ...]:
        return tuple(clause.id for clause in self.clauses if not clause.tested)


def lines(coverage: ClauseCoverage, format: str) -> Iterator[str]:
    match format:
        case "json":
            yield dumps(summary(coverage))
        case "markdown":
            yield from _markdown(coverage)
        case _:
            yield from _table(coverage)


def summary(coverage: ClauseCoverage) -> dict[str, object]:
    proof: dict[str, object] = {"proof": as_json(coverage.proof)} if coverage.proof is not None else {}
    return {
        "format_version": FORMAT_VERSION,
        "game": whole(coverage.game),
        "total": len(coverage.clauses),
        "enforced": len(coverage.clauses) - len(coverage.unenforced),
        "tested": len(coverage.clauses) - len(coverage.untested),
        "unenforced": [whole(id) for id in coverage.unenforced],
        "untested": [whole(id) for id in coverage.untested],
        **proof,
    }


def _table(coverage: ClauseCoverage) -> Iterator[str]:
    total = len(coverage.clauses)
    enforced, tested = total - len(coverage.unenforced), total - len(coverage.untested)
    count = "1 clause" if total == 1 else f"{total} clauses"
    yield f"{printable(coverage.game)}: {count}, {_part(enforced, total)} enforced, {_part(tested, total)} tested"
    for title, ids in (("not enforced", coverage.unenforced), ("not tested", coverage.untested)):
        if ids:
            yield f"{title}:"
            yield from (f"  {' '.join(map(printable, ids[start : start + 8]))}" for start in range(0, len(ids), 8))
    if coverage.proof is not None:
        yield from table(coverage.proof)


def _part(number: int, total: int) -> str:
    return f"{number} ({100 * number // total} %)" if total else str(number)


def _markdown(coverage: ClauseCoverage) -> Iterator[str]:
    yield f"# Clauses of {_cell(coverage.game)}"
    yield ""
    proved = (
        {clause.id: "yes" if clause.proved else "no" for clause in coverage.proof.clauses}
        if coverage.proof is not None
        else None
    )
    yield f"| clause | what it says | enforced | tested |{' proved |' if proved is not None else ''} where |"
    yield "|---|---|---|---|---|" + ("---|" if proved is not None else "")
    for clause in coverage.clauses:
        enforced = "yes" if clause.enforced else f"no: {clause.reason}" if clause.reason else "no"
        shown = () if proved is None else (proved.get(clause.id, "no"),)
        where = ", ".join(clause.cited)
        cells = (clause.id, clause.text, enforced, "yes" if clause.tested else "no", *shown, where)
        yield f"| {' | '.join(map(_cell, cells))} |"


def _cell(text: str) -> str:
    """Text inside a Markdown table, with all markup escaped."""
    shown = re.sub(r"[\\|`*_\[\]]", r"\\\g<0>", printable(text))
    return shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
