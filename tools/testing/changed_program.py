"""A ruleset or pack with a change in its text, and the outcomes of its scenarios.

Only what a change can affect is checked again: one card, all rules, or everything, if other declarations read the
changed one. A scenario that no longer checks says nothing about the change and is distinguished from one that fails;
but a scenario that sets a face its die no longer has fails, as it would if the face had a name in `cases`. Endless
scenarios hit a limit much smaller than that of a match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Literal

from attrs import define, evolve, field

from dsl.check.defaults import lower_defaults
from dsl.check.driver import CardEntry, CheckedRules, Unit, check_card, finish, read_rules
from dsl.diagnostics import Diagnostic
from dsl.diagnostics.codes.scenarios import UNKNOWN_FACE
from dsl.ir.program import Program
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.syntax.walk import walk
from dsl.text.source import Piece
from interpreter.model import limits
from interpreter.scenarios.dialogue import Stage
from interpreter.scenarios.run import run_scenario
from tools.testing.mutants import Mutant
from tools.testing.suites import Suite

STEPS = 5_000
"""Steps between two decisions; the scenarios of real games need a few hundred."""
HEADS = (n.Kind, n.Die, n.Symbols, n.Table, n.Currency, n.Layer, n.Ruleset, n.Combo)
"""Declarations that others read: if one changes, everything is checked again."""
_NAMED = (
    n.Keeps, n.Action, n.Phase, n.Rule, n.Define, n.Effect, n.Keyword, n.Status, n.Window, n.Flow, n.Goal, n.Ruling,
)  # fmt: skip
"""What cards and scenarios can speak of; where it is gone, they are checked again."""
Key = tuple[str, int]
"""The file of a declaration and where it begins there."""
End = Literal["passes", "fails", "breaks", "unread"]
PASSES: End = "passes"


def key_of(piece: Piece) -> Key:
    return piece.file, piece.start


@define
class ChangedProgram:
    """A changed program. Each scenario runs once, when its outcome is first requested."""

    suite: Suite
    program: Program
    unread: frozenset[int] = frozenset()  # scenarios that no longer check, by number
    faceless: frozenset[int] = frozenset()  # scenarios that set a face that no die has, by number
    _stage: Stage | None = None
    _ends: dict[int, End] = field(factory=dict)

    def end(self, number: int) -> End:
        if number not in self._ends:
            settled: End | None = "unread" if number in self.unread else "fails" if number in self.faceless else None
            self._ends[number] = settled or self._run(number)
        return self._ends[number]

    def _run(self, number: int) -> End:
        self._stage = self._stage or Stage(self.program)
        before, limits.STEPS_PER_DECISION = limits.STEPS_PER_DECISION, STEPS
        try:
            scenario = self.suite.scenarios[number]
            outcomes = run_scenario(self.program, scenario, stage=self._stage, proved=False)
            return "passes" if all(outcome.passed for outcome in outcomes) else "fails"
        except Exception:  # noqa: BLE001 - a program that was changed so can be one that cannot even be run
            return "breaks"
        finally:
            limits.STEPS_PER_DECISION = before


@define
class ChangeableSuite:
    """A suite whose texts are changed, one change at a time."""

    suite: Suite
    _cards: dict[Key, int] = field(init=False)
    _pieces: frozenset[Key] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._cards = {key_of(card.parsed.piece): at for at, card in enumerate(self.suite.program.cards)}
        self._pieces = frozenset(key_of(parsed.piece) for unit in self.suite.units for parsed in unit.pieces)

    def holds(self, piece: Piece) -> bool:
        return key_of(piece) in self._pieces

    def as_it_is(self) -> ChangedProgram:
        return ChangedProgram(self.suite, self.suite.program)

    def with_(self, mutant: Mutant, parsed: Parsed, tests: Set[int] | None = None) -> ChangedProgram | None:
        """The changed program; None if it does not check. Only the requested scenarios are parsed
        again."""
        if _errors(parsed.diagnostics):
            return None  # neither an error nor a tree: the whole declaration was removed
        if isinstance(mutant.parsed.tree, n.Thing) and mutant.sort != "part":
            return self._card(mutant, parsed)
        units = self._units(mutant, parsed)
        rules = read_rules(units)
        if _errors(rules.diagnostics):
            return None
        if _read_by_others(mutant):
            return self._whole(units, rules, tests)
        program = self.suite.program
        verbs = (verb for card in program.cards for verb in card.checked.verbs)
        return ChangedProgram(
            self.suite,
            evolve(
                program, symbols=rules.symbols, declarations=rules.declarations, events=rules.events,
                defaults=lower_defaults(rules.symbols, verbs),
            ),
        )  # fmt: skip

    def _units(self, mutant: Mutant, parsed: Parsed) -> list[Unit]:
        changed = key_of(mutant.piece)
        return [
            evolve(unit, pieces=tuple(parsed if key_of(piece.piece) == changed else piece for piece in unit.pieces))
            for unit in self.suite.units
        ]

    def _whole(self, units: list[Unit], rules: CheckedRules, wanted: Set[int] | None) -> ChangedProgram | None:
        if wanted is not None:
            read = {key_of(self.suite.scenarios[number].parsed.piece) for number in wanted}
            units = [evolve(unit, pieces=tuple(_without_tests(unit.pieces, read))) for unit in units]
        cards = [
            (unit.id, CardEntry(parsed, check_card(rules, unit.id, parsed)))
            for unit in units
            for parsed in unit.pieces
            if isinstance(parsed.tree, n.Thing)
        ]
        checked = finish(units, rules, cards)
        unread: set[int] = set()
        faceless: set[int] = set()
        for error in _errors(checked.diagnostics):
            tests = enumerate(self.suite.scenarios)
            number = next((at for at, test in tests if _lies_in(error, test.parsed.piece)), None)
            if number is None:
                return None
            (faceless if error.code == UNKNOWN_FACE.id else unread).add(number)
        return ChangedProgram(self.suite, checked.program, frozenset(unread), frozenset(faceless))

    def _card(self, mutant: Mutant, parsed: Parsed) -> ChangedProgram | None:
        cards = list(self.suite.program.cards)
        at = self._cards[key_of(mutant.piece)]
        checked = check_card(self.suite.rules, cards[at].unit, parsed)
        if _errors(checked.diagnostics):
            return None
        cards[at] = evolve(cards[at], parsed=parsed, checked=checked)
        return ChangedProgram(self.suite, evolve(self.suite.program, cards=tuple(cards)))


def _read_by_others(mutant: Mutant) -> bool:
    """Whether a change can affect how cards and scenarios are read: it contains a name or a type."""
    tree = mutant.parsed.tree
    if isinstance(tree, (*HEADS, n.Mode)):  # a mode sets the number of players
        return True
    if mutant.sort != "part" or tree is None:
        return False
    start, end = mutant.span
    return isinstance(tree, n.Thing | n.Rule | n.Define) or any(
        start <= node.span[0] and node.span[1] <= end and isinstance(node, _NAMED) for node in walk(tree)
    )


def _without_tests(pieces: Iterable[Parsed], but: Set[Key]) -> Iterator[Parsed]:
    return (piece for piece in pieces if not isinstance(piece.tree, n.Scenario) or key_of(piece.piece) in but)


def _errors(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]


def _lies_in(diagnostic: Diagnostic, piece: Piece) -> bool:
    return diagnostic.place.file == piece.file and piece.start <= diagnostic.place.start < piece.start + len(piece.text)
