"""Proves that a clause is more than a label: a scenario that cites it must fail without a rule that cites it.

Each place that cites a clause is disabled, one at a time, and the scenarios that cite the same clause are run. One
failure is enough: several places may implement a clause, and its scenarios need not reach them all; but if no scenario
fails for any of them, nothing shows that the rules do what the clause says. A scenario counts only if it can still be
read and run (mentioning a name is no proof), and only if it passes with the unchanged rules within the same bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from attrs import define, field

from tools.clauses.citations import Citation, places
from tools.report.proof import CitingScenario, ClauseProof, Proof, RemovalTrial
from tools.testing.changed_program import PASSES, ChangeableSuite, ChangedProgram, key_of
from tools.testing.mutants import Mutant
from tools.testing.suites import Suite, name_of, tree_of
from tools.testing.workers import done, hands

Test = tuple[int, int]
"""A scenario: the number of its suite, and its own there."""


@define
class _ClauseTrial:
    """The trial of a clause at one place: the scenarios that have not been run yet, and the result so far."""

    clause: str
    waiting: list[Test]
    end: Literal["missed", "unmissed", "fixed"] = "fixed"
    change: str = ""
    by: Test | None = None
    _heard: set[Test] = field(factory=set)

    @property
    def open(self) -> bool:
        return self.end != "missed" and bool(self.waiting)

    def hear(self, change: str, changed: Mapping[int, ChangedProgram]) -> None:
        for test in self.waiting:
            suite, number = test
            end = changed[suite].end(number) if suite in changed else "unread"
            if end == "fails":
                self.end, self.change, self.by = "missed", change, test
                return
            if end == PASSES:
                self._heard.add(test)
                self.end, self.change = "unmissed", self.change or change

    def next_way(self) -> None:
        """Continue with the next way to disable the place, with the scenarios that could not run so far."""
        self.waiting = [test for test in self.waiting if test not in self._heard]


@define
class Prover:
    """The suites of one game, and by clause the scenarios that can prove it."""

    suites: Sequence[Suite]
    tests: Mapping[str, Sequence[Test]]
    places: list[Citation] = field(init=False)
    _benches: list[ChangeableSuite] = field(init=False)
    _as_they_are: list[ChangedProgram] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._benches = [ChangeableSuite(suite) for suite in self.suites]
        self._as_they_are = [bench.as_it_is() for bench in self._benches]
        places_by_key = {
            (key_of(place.parsed.piece), place.node.span): place for suite in self.suites for place in places(suite)
        }
        self.places = [
            places_by_key[key]
            for key in sorted(places_by_key)
            if any(clause in self.tests for clause in places_by_key[key].cites)
        ]

    def judge(self, number: int) -> list[list[object]]:
        """The outcome for each requested clause of a place: verdict, change, and the scenario that detected it."""
        place = self.places[number]
        cases = [_ClauseTrial(clause, self._sound(place, clause)) for clause in place.cites if clause in self.tests]
        for way in place.ways():
            for mutant in way:
                still = [case for case in cases if case.open]
                if still:
                    self._try(mutant, still)
            for case in cases:
                case.next_way()
        return [[case.clause, case.end, case.change, *(case.by or ())] for case in cases]

    def _sound(self, place: Citation, clause: str) -> list[Test]:
        """The scenarios that can see the place and pass with unchanged rules."""
        return [
            (suite, number)
            for suite, number in self.tests[clause]
            if self._benches[suite].holds(place.parsed.piece) and self._as_they_are[suite].end(number) == PASSES
        ]

    def _try(self, mutant: Mutant, cases: list[_ClauseTrial]) -> None:
        """Try one change, in the first of its wordings that checks for some suite."""
        tests_by_suite: dict[int, set[int]] = {}
        for suite, number in sorted(test for case in cases for test in case.waiting):
            tests_by_suite.setdefault(suite, set()).add(number)
        for words, parsed in mutant.texts():
            programs = {
                suite: self._benches[suite].with_(mutant, parsed, tests) for suite, tests in tests_by_suite.items()
            }
            changed = {suite: program for suite, program in programs.items() if program is not None}
            if changed:
                for case in cases:
                    case.hear(mutant.told(words), changed)
                return


def prove(
    suites: Sequence[Suite],
    tests: Mapping[str, Sequence[Test]],
    jobs: int = 1,
    seen: Callable[[int, int], None] = lambda tried, total: None,
) -> Proof:
    """Try every clause of `tests`, each with the passing scenarios that cite it; `seen` is called with the number of
    places tried and their total."""
    prover = Prover(suites, tests)
    trials: dict[str, dict[int, RemovalTrial]] = {clause: {} for clause in tests}
    work = done(prover.judge, len(prover.places), hands(jobs, len(prover.places), 8))
    for count, (number, came) in enumerate(work, 1):
        seen(count, len(prover.places))
        place = prover.places[number]
        for clause, end, change, *by in came or ():
            scenario = name_of(suites[by[0]].scenarios[by[1]]) if by else ""
            trials[clause][number] = RemovalTrial(*place.spot, place.words, end, change, scenario)
    return Proof(
        tuple(
            ClauseProof(
                clause,
                tuple(trials[clause][number] for number in sorted(trials[clause])),
                tuple(_shown(suites[suite], number) for suite, number in tests[clause]),
            )
            for clause in tests
        )
    )


def _shown(suite: Suite, number: int) -> CitingScenario:
    scenario = suite.scenarios[number]
    piece = scenario.parsed.piece
    return CitingScenario(name_of(scenario), piece.file, piece.position(tree_of(scenario).span[0])[0])
