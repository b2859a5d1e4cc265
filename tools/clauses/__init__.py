"""Counts how much of a rulebook the rules of a game enforce, and how much of that its scenarios test.

A clause is enforced when a declaration of the ruleset cites it that is not a scenario and not marked `unenforced`. It
is tested when a passing scenario cites it. `passed` decides whether a scenario passes, so that clauses can be counted
with any engine or with none. `proof` decides whether such a scenario would fail without such a declaration.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from attrs import define, field, frozen

from dsl.ir.program import Program, ScenarioSource
from dsl.packs.manifest import ClauseBook
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.syntax.walk import walk
from interpreter.scenarios.dialogue import Stage
from interpreter.scenarios.run import run_scenario
from tools.clauses.proof import prove
from tools.matches.game_index import packs_for
from tools.packs.load import load_pack
from tools.report.clause_coverage import ClauseCoverage, ClauseStatus, summary
from tools.report.findings import DiagnosticReport
from tools.report.proof import Proof
from tools.testing.suites import Suite, cites, suites_of
from tools.testing.workers import done, hands
from tools.workspace.programs import ProgramChecker, find
from tools.workspace.units.resolve_paths import shown_path

Passed = Callable[[Program, ScenarioSource], bool]


def run(program: Program, scenario: ScenarioSource, stage: Stage | None = None) -> bool:
    """Whether a scenario passes; a `todo` scenario does not."""
    try:
        outcomes = run_scenario(program, scenario, stage=stage)
    except Exception:  # noqa: BLE001 - a fault of ours is no proof of anything; `test` tells it
        return False
    return bool(outcomes) and all(outcome.passed and outcome.todo is None for outcome in outcomes)


@frozen
class ClauseQuery:
    """A request for clauses: a pattern for their ids (default: all), and whether to prove them."""

    only: re.Pattern[str] | None = None
    prove: bool = False
    jobs: int = 1
    seen: Callable[[int, int], None] = lambda tried, total: None

    def fits(self, clause: str) -> bool:
        return self.only is None or self.only.search(clause) is not None


EVERYTHING = ClauseQuery()


def coverage(game: str, passed: Passed | None = run, asked: ClauseQuery = EVERYTHING) -> ClauseCoverage:
    """The clauses of a game, given by its path or id; without `passed`, no scenario counts.

    The installed packs of the game count too: a card may enforce a clause.
    """
    path = find(game, "rulesets")
    pack = load_pack(path)
    name = pack.manifest.id if pack.manifest is not None else game
    packs = [find(pack, "content") for pack in packs_for(name)]
    checker = ProgramChecker([path, *packs])
    all_suites = suites_of(checker)
    folders = tuple(f"{shown_path(pack, pack)}/" for pack in packs)
    errors = tuple(error for error in all_suites.errors if not error.place.file.startswith(folders))
    result = checker.result()
    findings = DiagnosticReport(errors, all_suites.sources, result.files, result.declarations)
    groups = [group for game in checker.games() for group in game if group.target.kind != "pack"]
    if not groups or pack.clauses is None:
        return ClauseCoverage(name, (), findings)
    counted = _Counter(shown_path(path, path))
    if errors:  # nothing passes in a game that cannot be played
        counted.declarations(checker.check(groups[0].members).program)
    suites = () if errors else all_suites.suites
    tests = _passing(suites, passed, asked) if passed is not None else []
    for suite in suites:
        counted.declarations(suite.program)
    for at, number in tests:
        counted.scenario(suites[at].scenarios[number].parsed)
    clauses = tuple(clause for clause in counted.clauses(pack.clauses) if asked.fits(clause.id))
    proof = _proof(clauses, suites, tests, asked) if asked.prove and not errors else None
    return ClauseCoverage(name, clauses, findings, proof)


def _passing(suites: Sequence[Suite], passed: Passed, asked: ClauseQuery) -> list[tuple[int, int]]:
    """The passing scenarios among those that cite a requested clause, by suite and number."""
    every = [
        (at, number)
        for at, suite in enumerate(suites)
        for number, scenario in enumerate(suite.scenarios)
        if asked.only is None or any(map(asked.fits, cites(scenario)))
    ]

    stages = [Stage(suite.program) for suite in suites]

    def work(number: int) -> bool:
        at, scenario = every[number]
        if passed is run:  # all scenarios of a suite share one linked program
            return run(suites[at].program, suites[at].scenarios[scenario], stages[at])
        return passed(suites[at].program, suites[at].scenarios[scenario])

    return [every[number] for number, good in sorted(done(work, len(every), hands(asked.jobs, len(every), 40))) if good]


def _proof(
    clauses: Iterable[ClauseStatus], suites: Sequence[Suite], tests: Iterable[tuple[int, int]], asked: ClauseQuery
) -> Proof:  # fmt: skip
    by_clause: dict[str, list[tuple[int, int]]] = {
        clause.id: [] for clause in clauses if clause.enforced and clause.tested
    }
    for at, number in tests:
        for clause in dict.fromkeys(cites(suites[at].scenarios[number])):
            if clause in by_clause:
                by_clause[clause].append((at, number))
    return prove(suites, by_clause, asked.jobs, asked.seen)


def clause_report(game: str, passed: Passed | None = run) -> dict[str, object]:
    """The report that `botwright clauses GAME --format json` prints."""
    return summary(coverage(game, passed))


@define
class _Counter:
    root: str
    cited: dict[str, list[str]] = field(factory=dict)
    reasons: dict[str, str] = field(factory=dict)
    tested: set[str] = field(factory=set)

    def declarations(self, program: Program) -> None:
        for meaning in program.declarations:
            self.declaration(meaning.node, meaning.piece.file)
        for card in program.cards:
            if card.parsed.tree is not None:
                self.declaration(card.parsed.tree, card.parsed.piece.file)

    def declaration(self, tree: n.Node, file: str) -> None:
        inside = file.removeprefix(f"{self.root}/")
        if inside.startswith("tests/") or (inside == file and "/tests/" in file):
            return  # declarations that exist only for scenarios enforce nothing
        for clause, reason in _cites(tree):
            if reason:
                self.reasons.setdefault(clause, reason)
            elif inside not in self.cited.setdefault(clause, []):
                self.cited[clause].append(inside)

    def scenario(self, parsed: Parsed) -> None:
        if parsed.tree is not None:
            self.tested.update(node.clause for node in walk(parsed.tree) if isinstance(node, n.Cite))

    def clauses(self, book: ClauseBook) -> tuple[ClauseStatus, ...]:
        return tuple(
            ClauseStatus(
                clause.id,
                clause.rule,
                clause.id in self.cited and clause.id not in self.reasons,
                clause.id in self.tested,
                tuple(self.cited.get(clause.id, ())),
                self.reasons.get(clause.id, ""),
            )
            for clause in book.clauses
        )


def _cites(tree: n.Node) -> Iterator[tuple[str, str]]:
    """All citations of a declaration, each with the reason for `unenforced`, if any."""
    own = getattr(tree, "marks", None)
    whole = own.unenforced.value if isinstance(own, n.Marks) and own.unenforced is not None else ""
    inner: dict[int, str] = {}
    for node in walk(tree):
        if isinstance(node, n.Marks) and node.unenforced is not None:
            inner.update((id(cite), node.unenforced.value) for cite in node.cites)
        elif isinstance(node, n.Cite):
            yield node.clause, whole or inner.get(id(node), "")


__all__ = ["ClauseQuery", "Passed", "clause_report", "coverage", "run"]
