"""Which small changes of the rules no scenario notices.

Each mutant is checked like any text; one that does not check would never get that far, so it is counted and left. The
scenarios that have run the changed words are run again, until one fails: then somebody noticed. Those that never end
hit a bound that is much smaller than that of a match. Which mutants are tried is drawn with a seed, so a run can be
repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import define, evolve, field, frozen

from dsl import nodes as n
from dsl.check import Rules, Unit, check, check_card, read_rules
from dsl.parse import Parsed
from dsl.program import Program
from dsl.source import Piece, Span
from interpreter import budget, rng
from interpreter.coverage import Declared
from interpreter.scenario_play import Stage
from interpreter.scenarios import run_scenario
from tools.report.escape import path, printable, whole
from tools.testing.crew import done, hands
from tools.testing.mutants import Mutant, mutants
from tools.testing.running import Covered

STEPS = 5_000
"""Steps between two decisions; the scenarios of real games need a few hundred."""
_HEADS = (n.Kind, n.Die, n.Symbols, n.Table, n.Currency, n.Layer, n.Ruleset, n.Combo)
"""Declarations that others read: if one changes, everything is checked again."""
_UNFIT, _NEVER_RUN, _UNNOTICED, _NOTICED = "unfit", "never run", "unnoticed", "noticed"
_RANK = {_UNFIT: 0, _NEVER_RUN: 1, _UNNOTICED: 2, _NOTICED: 3}
Key = tuple[str, int]
"""The file of a declaration and where it begins there."""


def _key(piece: Piece) -> Key:
    return piece.file, piece.start


@frozen
class Left:
    """A change that no scenario noticed."""

    mutant: Mutant
    words: str
    ran: bool  # whether any scenario runs what was changed

    @property
    def spot(self) -> tuple[str, int, int]:
        return self.mutant.piece.file, *self.mutant.piece.position(self.mutant.span[0])


@frozen
class Mutated:
    """All that was tried: how many there are, how many did not check, how many were noticed, and the others."""

    total: int
    tried: int
    unfit: int
    noticed: int
    unnoticed: tuple[Left, ...]


@define
class Ward:
    """One unit with its scenarios, whose rules, or those that it builds on, are changed."""

    covered: Covered
    _declared: dict[Key, Declared] = field(init=False)
    _cards: dict[Key, int] = field(init=False)
    _pieces: frozenset[Key] = field(init=False)
    _rules: Rules | None = field(default=None, init=False)  # as they are, for changes of cards

    def __attrs_post_init__(self) -> None:
        suite = self.covered.suite
        self._declared = {_key(one.rule.piece): one for one in self.covered.whole.ground.declared}
        self._cards = {_key(card.parsed.piece): at for at, card in enumerate(suite.program.cards)}
        self._pieces = frozenset(_key(parsed.piece) for unit in suite.units for parsed in unit.pieces)

    def mutants(self) -> Iterator[Mutant]:
        """Every change of the unit's own texts."""
        for unit in self.covered.suite.units:
            for parsed in unit.pieces:
                if parsed.piece.file in self.covered.suite.own:
                    yield from mutants(parsed)

    def judge(self, mutant: Mutant) -> tuple[str, str]:
        """What became of a change, and the words of it that were tried."""
        for words, parsed in mutant.texts():
            program = self._program(mutant, parsed)
            if program is not None:
                wanted = self._scenarios(mutant)
                if not wanted:
                    return _NEVER_RUN, words
                return (_NOTICED if self._notices(program, wanted) else _UNNOTICED), words
        return _UNFIT, ""

    def holds(self, mutant: Mutant) -> bool:
        return _key(mutant.piece) in self._pieces

    # -------------------------------------------------------------------------------------------------- the program

    def _program(self, mutant: Mutant, parsed: Parsed) -> Program | None:
        """The game with the change in it; none if it does not check."""
        gone = parsed.tree is None and not parsed.piece.text.strip()
        if any(one.severity == "error" for one in parsed.diagnostics) or (parsed.tree is None and not gone):
            return None
        program = self.covered.suite.program
        if isinstance(mutant.parsed.tree, n.Thing):
            return self._with_card(program, mutant, parsed)
        units = [self._with(unit, mutant, parsed) for unit in self.covered.suite.units]
        if isinstance(mutant.parsed.tree, _HEADS):
            checked = check(units)
            return None if any(one.severity == "error" for one in checked.diagnostics) else checked.program
        rules = read_rules(units)
        if any(one.severity == "error" for one in rules.diagnostics):
            return None
        return evolve(program, rooms=rules.rooms, meanings=rules.meanings, events=rules.events)

    def _with(self, unit: Unit, mutant: Mutant, parsed: Parsed) -> Unit:
        changed = (parsed if _key(piece.piece) == _key(mutant.piece) else piece for piece in unit.pieces)
        return evolve(unit, pieces=tuple(changed))

    def _with_card(self, program: Program, mutant: Mutant, parsed: Parsed) -> Program | None:
        cards = list(program.cards)
        at = self._cards[_key(mutant.piece)]
        self._rules = self._rules or read_rules(self.covered.suite.units)
        checked = check_card(self._rules, cards[at].unit, parsed)
        if any(one.severity == "error" for one in checked.diagnostics):
            return None
        cards[at] = evolve(cards[at], parsed=parsed, checked=checked)
        return evolve(program, cards=tuple(cards))

    # ------------------------------------------------------------------------------------------------ the scenarios

    def _scenarios(self, mutant: Mutant) -> list[int]:
        """The scenarios that may notice a change, by number."""
        declared = self._declared.get(_key(mutant.piece))
        every = list(self.covered.each)
        if declared is None:
            return every
        if declared.card:
            in_play = [number for number in every if declared.card in self.covered.cards[number]]
            return sorted({*in_play, *self._marked(declared, mutant.reach)})
        if not declared.items or isinstance(mutant.parsed.tree, _HEADS):
            return every
        return self._marked(declared, mutant.reach) or ([] if self._known(declared, mutant.reach) else every)

    def _marked(self, declared: Declared, span: Span) -> list[int]:
        """The scenarios in which the words ran, or else what stands right around them."""
        ground = self.covered.whole.ground
        around = [
            (op.span[1] - op.span[0], number)
            for number, op in enumerate(ground.ops[declared.first : declared.last], declared.first)
            if op.span[0] <= span[0] and span[1] <= op.span[1]
        ]
        inside = [
            number
            for number, op in enumerate(ground.ops[declared.first : declared.last], declared.first)
            if span[0] <= op.span[0] and op.span[1] <= span[1] and op.span[0] < op.span[1]
        ]
        for numbers in (inside, *([number] for _, number in sorted(around))):
            found = [one for one, marks in self.covered.each.items() if any(marks[number] for number in numbers)]
            if found:
                return found
        return []

    def _known(self, declared: Declared, span: Span) -> bool:
        """Whether it would be known if the words ran: they stand in something that is watched, or around it."""
        return any(
            (item.span[0] <= span[0] and span[1] <= item.span[1])
            or (span[0] <= item.span[0] and item.span[1] <= span[1])
            for item in declared.items
        )

    def _notices(self, program: Program, wanted: list[int]) -> bool:
        stage = Stage(program)
        before, budget.STEPS_PER_DECISION = budget.STEPS_PER_DECISION, STEPS
        try:
            for number in wanted:
                try:
                    outcomes = run_scenario(program, self.covered.suite.scenarios[number], stage=stage, proved=False)
                except Exception:  # noqa: BLE001 - what cannot even be run has been noticed
                    return True
                if not all(outcome.passed for outcome in outcomes):
                    return True
            return False
        finally:
            budget.STEPS_PER_DECISION = before


def judge(wards: list[Ward], mutant: Mutant) -> list[str]:
    """What became of a change in a game: it is enough if the scenarios of one unit notice it."""
    end, tried = _UNFIT, ""
    for ward in wards:
        if ward.holds(mutant):
            found, words = ward.judge(mutant)
            if found == _NOTICED:
                return [found, words]
            if _RANK[found] > _RANK[end]:
                end, tried = found, words
    return [end, tried]


def mutate(
    covered: list[Covered],
    sample: int = 0,
    seed: int = 1,
    jobs: int = 0,
    seen: Callable[[int, int], None] = lambda tried, total: None,
) -> Mutated:
    """Try the changes of all games, or a sample of them; `seen` is told how many were tried, and of how many."""
    games: dict[int, list[Ward]] = {}
    for one in covered:
        games.setdefault(one.suite.family, []).append(Ward(one))
    every = [(wards, mutant) for wards in games.values() for ward in wards for mutant in ward.mutants()]
    chosen = list(range(len(every)))
    if sample and sample < len(every):
        chosen = sorted(rng.shuffled(rng.stream_key(seed, "mutants"), 0, chosen)[0][:sample])

    def work(number: int) -> list[str]:
        return judge(*every[chosen[number]])

    judged: dict[int, list[str] | None] = {}
    for number, came in done(work, len(chosen), hands(jobs, len(chosen), 8)):
        judged[number] = came
        seen(len(judged), len(chosen))
    left = []
    counts = {_UNFIT: 0, _NOTICED: 0, _UNNOTICED: 0, _NEVER_RUN: 0}
    for number in sorted(judged):
        end, words = judged[number] or (_NOTICED, "")  # what kills a process has been noticed
        counts[end] += 1
        if end in (_UNNOTICED, _NEVER_RUN):
            left.append(Left(every[chosen[number]][1], words, end == _UNNOTICED))
    tried = len(chosen) - counts[_UNFIT]
    return Mutated(len(every), tried, counts[_UNFIT], counts[_NOTICED], tuple(left))


# ------------------------------------------------------------------------------------------------------- telling


def table(found: Mutated) -> Iterator[str]:
    if found.unnoticed:
        yield "changes that no scenario notices:"
    for left in found.unnoticed:
        file, line, column = left.spot
        never = "" if left.ran else "; no scenario runs it"
        yield f"  {path(file)}:{line}:{column}: {left.mutant.sort}: {printable(left.mutant.told(left.words))}{never}"
    share = f" ({100 * found.noticed // found.tried} %)" if found.tried else ""
    told = f"noticed {found.noticed} of {found.tried}{share}"
    if found.unfit:
        told += f"; {found.unfit} did not check"
    untried = found.total - found.tried - found.unfit
    yield told + (f"; {untried} not tried" if untried else "")


def as_json(found: Mutated) -> dict[str, Any]:
    return {
        "total": found.total,
        "tried": found.tried,
        "unfit": found.unfit,
        "noticed": found.noticed,
        "unnoticed": [
            {
                "file": whole(left.spot[0]),
                "line": left.spot[1],
                "column": left.spot[2],
                "sort": left.mutant.sort,
                "old": whole(left.mutant.old),
                "new": whole(left.words),
                "ran": left.ran,
            }
            for left in found.unnoticed
        ],
    }
