"""Reports the proved clauses: text for people, plain values for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from attrs import frozen

from tools.report.escape import path, printable, whole


@frozen
class RemovalTrial:
    """The trial of removing a place that cites a clause: detected, undetected, or impossible to change."""

    file: str
    line: int
    column: int
    place: str
    end: Literal["missed", "unmissed", "fixed"]
    change: str = ""
    scenario: str = ""

    @property
    def words(self) -> str:
        spot = f"{path(self.file)}:{self.line}:{self.column}: {printable(self.place)}"
        match self.end:
            case "missed":
                return f"{spot}: {printable(self.change)}: missed by {printable(self.scenario)}"
            case "unmissed":
                return f"{spot}: {printable(self.change)}"
            case _:
                return f"{spot}: nothing of it can be left out or changed"


@frozen
class CitingScenario:
    """A scenario that passes and cites a clause."""

    name: str
    file: str
    line: int


@frozen
class ClauseProof:
    """An enforced and tested clause, with all places and scenarios that cite it."""

    id: str
    trials: tuple[RemovalTrial, ...]
    scenarios: tuple[CitingScenario, ...]

    @property
    def proved(self) -> bool:
        return any(trial.end == "missed" for trial in self.trials)


@frozen
class Proof:
    clauses: tuple[ClauseProof, ...]

    @property
    def unproved(self) -> tuple[ClauseProof, ...]:
        return tuple(clause for clause in self.clauses if not clause.proved)


def table(proof: Proof) -> Iterator[str]:
    """The figure, the unproved clauses, and the places whose removal goes undetected."""
    total, proved = len(proof.clauses), len(proof.clauses) - len(proof.unproved)
    share = f" ({100 * proved // total} %)" if total else ""
    which = "the 1 clause that is" if total == 1 else f"the {total} clauses that are"
    yield f"proved: {proved} of {which} enforced and tested{share}"
    if proof.unproved:
        yield "not proved: their scenarios do not fail without any of these places"
    for clause in proof.unproved:
        yield f"  {printable(clause.id)}"
        yield from (f"    {trial.words}" for trial in clause.trials)
        yield from (
            f"    {path(shown.file)}:{shown.line}: scenario {printable(shown.name)}" for shown in clause.scenarios
        )
    loose = [
        (clause.id, trial)
        for clause in proof.clauses
        if clause.proved
        for trial in clause.trials
        if trial.end == "unmissed"
    ]
    if loose:
        yield "places that no scenario of their clause misses, though another place is missed:"
        yield from (f"  {printable(id)}  {trial.words}" for id, trial in loose)


def as_json(proof: Proof) -> dict[str, Any]:
    return {
        "total": len(proof.clauses),
        "proved": len(proof.clauses) - len(proof.unproved),
        "unproved": [whole(clause.id) for clause in proof.unproved],
        "clauses": [
            {
                "id": whole(clause.id),
                "proved": clause.proved,
                "places": list(_places(clause.trials)),
                "scenarios": [
                    {"name": whole(shown.name), "file": whole(shown.file), "line": shown.line}
                    for shown in clause.scenarios
                ],
            }
            for clause in proof.clauses
        ],
    }


def _places(trials: Iterable[RemovalTrial]) -> Iterator[dict[str, Any]]:
    for trial in trials:
        yield {
            "file": whole(trial.file),
            "line": trial.line,
            "column": trial.column,
            "place": whole(trial.place),
            "end": trial.end,
            "change": whole(trial.change),
            "scenario": whole(trial.scenario),
        }
