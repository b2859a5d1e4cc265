"""Measures what scenarios cover: rules, branches, cards, clauses.

A rule is covered when everything in it has run and every branch has gone each way; partly covered when some of it has.
A card without rules text is covered when it was in play. A clause is covered when a passing scenario cites it and a
rule that cites it has run. Code that only tests use does not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from attrs import frozen

from dsl.ir.passages import Passage
from dsl.syntax import nodes as n
from dsl.syntax.walk import walk
from interpreter.instrument.coverage import Coverage, Declared, TextBranch
from tools.report.escape import path, printable
from tools.report.escape import whole as plain
from tools.testing.results import ScenarioResult
from tools.testing.run import SuiteCoverage

Status = Literal["run", "half", "not run"]
Json = dict[str, Any]


@frozen
class DeclarationCoverage:
    """The coverage of a rule or card: the operations that ran, and the branches taken."""

    declared: Declared
    status: Status
    ran: int
    items: int
    gone: int
    ways: int

    @property
    def name(self) -> str:
        return self.declared.rule.name

    @property
    def file(self) -> str:
        return self.declared.rule.piece.file

    @property
    def line(self) -> int:
        return self.declared.rule.piece.position(self.declared.rule.node.span[0])[0]


@frozen
class PartialBranch:
    """A branch that was not taken in every direction."""

    passage: Passage
    gone: int
    ways: int


@frozen
class ClauseCitations:
    id: str
    scenarios: int  # that pass and cite it
    rules: int  # that cite it
    ran: int  # of those

    @property
    def covered(self) -> bool:
        return self.scenarios > 0 and self.ran > 0


@frozen
class GameCoverage:
    """The coverage of a game's own files by all its scenarios, in whatever unit these are."""

    game: str
    covered: tuple[tuple[Declared, Coverage], ...]
    clauses: tuple[str, ...]


@frozen
class Summary:
    game: str
    rules: tuple[DeclarationCoverage, ...]
    cards: tuple[DeclarationCoverage, ...]
    branches: tuple[PartialBranch, ...]
    gone: int
    ways: int
    clauses: tuple[ClauseCitations, ...]


def whole(suites: list[SuiteCoverage]) -> GameCoverage:
    """Merge the coverage of the units of one game: several programs contain the same rule."""
    own = frozenset(file for suite in suites for file in suite.suite.own)
    declarations: dict[tuple[str, int], tuple[Declared, Coverage]] = {}
    for suite in suites:
        mine = Coverage(suite.whole.ground)
        mine.add(suite.whole.marks, suite.whole.cards)
        for declared in mine.ground.declared:
            key = declared.rule.piece.file, declared.rule.piece.start
            if key not in declarations:
                declarations[key] = declared, mine
            else:
                declarations[key][1].lay_over(declarations[key][0], declared, mine)
    counted = [entry for key, entry in sorted(declarations.items()) if key[0] in own]
    clauses = sorted({clause for suite in suites for clause in suite.suite.clauses or ()})
    return GameCoverage(suites[0].suite.game, tuple(counted), tuple(clauses))


def summary(coverage: GameCoverage, results: Iterable[ScenarioResult]) -> Summary:
    """The figures of one game; `results` are those of its scenarios."""
    lines = [line for entry in coverage.covered if (line := _line(*entry)) is not None]
    return Summary(
        coverage.game,
        tuple(line for line in lines if not line.declared.card),
        tuple(line for line in lines if line.declared.card),
        tuple(half for entry in coverage.covered for half in _half_gone(*entry)),
        sum(line.gone for line in lines),
        sum(line.ways for line in lines),
        tuple(_clauses(coverage, list(results))),
    )


def _line(declared: Declared, coverage: Coverage) -> DeclarationCoverage | None:
    items, ran = len(declared.items), sum(map(coverage.ran, declared.items))
    gone, ways = _gone(declared.branches, coverage)
    if declared.card and not items:
        items, ran = 1, int(declared.card in coverage.cards)
    if not items:
        return None  # symbols, dice and the like contain nothing to run
    status: Status = "not run" if not ran else "run" if (ran, gone) == (items, ways) else "half"
    return DeclarationCoverage(declared, status, ran, items, gone, ways)


def _gone(branches: Iterable[TextBranch], coverage: Coverage) -> tuple[int, int]:
    ways = [coverage.ways(branch) for branch in branches]
    return sum(map(sum, ways)), sum(map(len, ways))


def _half_gone(declared: Declared, coverage: Coverage) -> Iterator[PartialBranch]:
    for branch in declared.branches:
        ways = coverage.ways(branch)
        if not all(ways):
            yield PartialBranch(Passage(declared.rule, branch.span), sum(ways), len(ways))


def _clauses(covered_game: GameCoverage, results: list[ScenarioResult]) -> Iterator[ClauseCitations]:
    cited: dict[str, list[bool]] = {}
    for declared, coverage in covered_game.covered:
        for clause in _cited(declared):
            cited.setdefault(clause, []).append(coverage.touched(declared))
    for id in covered_game.clauses:
        rules = cited.get(id, [])
        passing = sum(result.ended.status == "passed" and id in result.cites for result in results)
        yield ClauseCitations(id, passing, len(rules), sum(rules))


def _cited(declared: Declared) -> set[str]:
    return {node.clause for node in walk(declared.rule.node) if isinstance(node, n.Cite)}


# ------------------------------------------------------------------------------------------------------- telling


def table(of_game: Summary) -> Iterator[str]:
    """The figures, then everything that is not fully covered."""
    yield f"coverage of {printable(of_game.game)}"
    for name, part in covered_part(of_game):
        yield f"  {name:<10}{part}"
    left = [line for line in (*of_game.rules, *of_game.cards) if line.status != "run"]
    if left:
        yield "not run to the end:"
        width = max(len(_spot(line)) for line in left)
        for line in left:
            ways = f", {line.gone} of {line.ways} branches" if line.ways else ""
            yield f"  {_spot(line):<{width}}  {printable(line.name)}: {line.ran} of {line.items}{ways}"
    uncovered = [clause.id for clause in of_game.clauses if not clause.covered]
    if uncovered:
        yield "clauses not covered:"
        yield from (f"  {' '.join(uncovered[start : start + 8])}" for start in range(0, len(uncovered), 8))


def covered_part(of_game: Summary) -> Iterator[tuple[str, str]]:
    """The four figures of a game in words."""
    for title, lines in (("rules", of_game.rules), ("cards", of_game.cards)):
        half = _count(lines, "half")
        yield title, f"{_part(_count(lines, 'run'), len(lines))} run" + (f", {half} half" if half else "")
    yield "branches", f"{_part(of_game.gone, of_game.ways)} taken"
    yield "clauses", f"{_part(sum(clause.covered for clause in of_game.clauses), len(of_game.clauses))} covered"


def _spot(line: DeclarationCoverage) -> str:
    return f"{path(line.file)}:{line.line}"


def _count(lines: Iterable[DeclarationCoverage], status: Status) -> int:
    return sum(line.status == status for line in lines)


def _part(number: int, total: int) -> str:
    return f"{number} of {total} ({100 * number // total} %)" if total else "0 of 0"


def as_json(of_game: Summary) -> Json:
    return {
        "game": plain(of_game.game),
        "rules": _lines(of_game.rules),
        "cards": _lines(of_game.cards),
        "branches": {
            "gone": of_game.gone,
            "ways": of_game.ways,
            "half": [
                {
                    "file": plain(half.passage.spot.file),
                    "line": half.passage.spot.line,
                    "column": half.passage.spot.column,
                    "text": plain(half.passage.text),
                    "gone": half.gone,
                    "ways": half.ways,
                }
                for half in of_game.branches
            ],
        },
        "clauses": {
            "covered": sum(clause.covered for clause in of_game.clauses),
            "total": len(of_game.clauses),
            "list": [
                {"id": clause.id, "scenarios": clause.scenarios, "rules": clause.rules, "run": clause.ran}
                for clause in of_game.clauses
            ],
        },
    }


def _lines(lines: tuple[DeclarationCoverage, ...]) -> Json:
    return {
        "run": _count(lines, "run"),
        "half": _count(lines, "half"),
        "total": len(lines),
        "list": [
            {
                "name": plain(line.name),
                "file": plain(line.file),
                "line": line.line,
                "status": line.status,
                "ran": line.ran,
                "items": line.items,
                "gone": line.gone,
                "ways": line.ways,
            }
            for line in lines
        ],
    }
