"""Finds small changes to the rules that no scenario notices.

Each mutant is checked like any text; one that does not check, or with which a card breaks a `require` of its kind, is
counted and skipped. What only the checker reads is not changed, nor `before` and `after` of an effect in which nothing
happens. The scenarios that ran the changed
words are run again until one fails: then the change was noticed. The mutants are sampled with a seed, so a run can be
repeated; those that do not check do not count towards the size of a sample.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import define, field, frozen

from dsl.ir.program import Program
from dsl.syntax import nodes as n
from dsl.syntax.walk import walk
from dsl.text.source import Span
from interpreter.instrument.coverage import Declared
from interpreter.model import rng
from interpreter.requirements import unfit
from tools.report.escape import path, printable, whole
from tools.testing.changed_program import HEADS, PASSES, ChangeableSuite, Key, key_of
from tools.testing.mutants import Mutant, mutants
from tools.testing.run import SuiteCoverage
from tools.testing.workers import done, hands

_UNFIT, _NEVER_RUN, _UNNOTICED, _NOTICED = "unfit", "never run", "unnoticed", "noticed"


@frozen
class Survivor:
    """A change that no scenario noticed."""

    mutant: Mutant
    words: str
    ran: bool  # whether any scenario runs the changed text

    @property
    def spot(self) -> tuple[str, int, int]:
        return self.mutant.piece.file, *self.mutant.piece.position(self.mutant.span[0])


@frozen
class MutationResult:
    """The result of a run: the number of mutants, of those that did not check, of detected ones, and the survivors."""

    total: int
    tried: int
    unfit: int
    noticed: int
    unnoticed: tuple[Survivor, ...]


@define
class MutatedUnit:
    """One unit with its scenarios; the mutants are in its rules or in those of its dependencies."""

    covered: SuiteCoverage
    bench: ChangeableSuite = field(init=False)
    _declared: dict[Key, Declared] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.bench = ChangeableSuite(self.covered.suite)
        self._declared = {key_of(declared.rule.piece): declared for declared in self.covered.whole.ground.declared}

    def mutants(self) -> Iterator[Mutant]:
        """Every change of the unit's own texts that can make a difference."""
        for unit in self.covered.suite.units:
            for parsed in unit.pieces:
                if parsed.piece.file in self.covered.suite.own:
                    yield from (mutant for mutant in mutants(parsed) if not self._is_same_moment(mutant))

    def _is_same_moment(self, mutant: Mutant) -> bool:
        """Whether `before` and `after` are exchanged for an effect in which nothing happens."""
        if mutant.sort != "hook" or {mutant.old, *mutant.others} != {"before", "after"} or mutant.parsed.tree is None:
            return False
        verbs = self.covered.suite.program.symbols.verbs
        hook = next(node for node in walk(mutant.parsed.tree) if isinstance(node, n.Hook) and node.span == mutant.whole)
        nodes = [verbs[verb.text].node if verb.text in verbs else None for verb in hook.verbs]
        return all(isinstance(node, n.Effect) and not node.body.lines for node in nodes)

    def judge(self, mutant: Mutant, scenarios: list[int]) -> tuple[str, str]:
        """The outcome of a change with these scenarios, and the replacement that was tried."""
        for words, parsed in mutant.texts():
            changed = self.bench.with_(mutant, parsed)
            if changed is not None and not changed.unread and not _breaks_requirement(mutant, changed.program):
                if not scenarios:
                    return _NEVER_RUN, words
                unmoved = all(changed.end(number) == PASSES for number in scenarios)
                return (_UNNOTICED if unmoved else _NOTICED), words
        return _UNFIT, ""

    # ------------------------------------------------------------------------------------------------ the scenarios

    def scenarios(self, mutant: Mutant) -> list[int]:
        """The scenarios that may detect a change, by number."""
        declared = self._declared.get(key_of(mutant.piece))
        every = list(self.covered.each)
        if declared is None:
            return every
        if declared.card:
            in_play = [number for number in every if declared.card in self.covered.cards[number]]
            return sorted({*in_play, *self._marked(declared, mutant.reach)})
        if not declared.items or isinstance(mutant.parsed.tree, HEADS):
            return every
        return self._marked(declared, mutant.reach) or ([] if self._known(declared, mutant.reach) else every)

    def _marked(self, declared: Declared, span: Span) -> list[int]:
        """The scenarios that ran the changed text, or else the construct around it."""
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
            scenarios = [
                scenario for scenario, marks in self.covered.each.items() if any(marks[number] for number in numbers)
            ]
            if scenarios:
                return scenarios
        return []

    def _known(self, declared: Declared, span: Span) -> bool:
        """Whether coverage can tell if the text ran: it is inside an instrumented construct, or contains one."""
        return any(
            (item.span[0] <= span[0] and span[1] <= item.span[1])
            or (span[0] <= item.span[0] and item.span[1] <= span[1])
            for item in declared.items
        )


def _breaks_requirement(mutant: Mutant, program: Program) -> bool:
    """Whether a check would refuse the changed card."""
    if not isinstance(mutant.parsed.tree, n.Thing):
        return False
    changed = key_of(mutant.piece)
    judged = {card.id for card in program.cards if key_of(card.parsed.piece) == changed}
    return any(True for _ in unfit(program, judged))


def judge(wards: list[MutatedUnit], mutant: Mutant) -> list[str]:
    """The outcome of a change in a game: detection by the scenarios of one unit is enough.

    To check a change takes longer than to run a few scenarios: so the unit with most scenarios for it comes first. One
    without any is not asked after that, and what does not check there counts as unfit.
    """
    held = [(ward, ward.scenarios(mutant)) for ward in wards if ward.bench.holds(mutant.piece)]
    held.sort(key=lambda pair: len(pair[1]), reverse=True)
    end, tried = _UNFIT, ""
    for number, (ward, scenarios) in enumerate(held):
        if number and not scenarios:
            break
        outcome, words = ward.judge(mutant, scenarios)
        if number == 0 or outcome == _NOTICED:
            end, tried = outcome, words
        if end != _UNNOTICED:
            break
    return [end, tried]


def mutate(
    covered: list[SuiteCoverage],
    sample: int = 0,
    seed: int = 1,
    jobs: int = 0,
    seen: Callable[[int, int], None] = lambda tried, total: None,
) -> MutationResult:
    """Try all mutants of all games, or a sample; `seen` is called with the number tried and the total."""
    games: dict[int, list[MutatedUnit]] = {}
    for suite in covered:
        games.setdefault(suite.suite.family, []).append(MutatedUnit(suite))
    every = [(wards, mutant) for wards in games.values() for ward in wards for mutant in ward.mutants()]
    order: Sequence[int] = range(len(every))
    if sample and sample < len(every):
        order = rng.shuffled(rng.stream_key(seed, "mutants"), 0, tuple(order))[0]
    judged: dict[int, list[str] | None] = {}
    wanted = sample or len(every)
    while wanted > 0 and len(judged) < len(every):  # those that do not check are replaced by others
        batch = order[len(judged) : len(judged) + wanted]
        before = len(judged)

        def work(number: int, batch: Sequence[int] = batch) -> list[str]:
            return judge(*every[batch[number]])

        for number, came in done(work, len(batch), hands(jobs, len(batch), 8)):
            judged[batch[number]] = came
            seen(len(judged), before + len(batch))
        wanted = sum((judged[number] or [_NOTICED])[0] == _UNFIT for number in batch)
    left = []
    counts = {_UNFIT: 0, _NOTICED: 0, _UNNOTICED: 0, _NEVER_RUN: 0}
    for number in sorted(judged):
        end, words = judged[number] or (_NOTICED, "")  # a change that kills a process counts as detected
        counts[end] += 1
        if end in (_UNNOTICED, _NEVER_RUN):
            left.append(Survivor(every[number][1], words, end == _UNNOTICED))
    tried = len(judged) - counts[_UNFIT]
    return MutationResult(len(every), tried, counts[_UNFIT], counts[_NOTICED], tuple(left))


# ------------------------------------------------------------------------------------------------------- telling


def table(result: MutationResult) -> Iterator[str]:
    if result.unnoticed:
        yield "changes that no scenario detects:"
    for left in result.unnoticed:
        file, line, column = left.spot
        never = "" if left.ran else "; no scenario runs it"
        yield f"  {path(file)}:{line}:{column}: {left.mutant.sort}: {printable(left.mutant.told(left.words))}{never}"
    share = f" ({100 * result.noticed // result.tried} %)" if result.tried else ""
    text = f"detected {result.noticed} of {result.tried}{share}"
    if result.unfit:
        text += f"; {result.unfit} did not check"
    untried = result.total - result.tried - result.unfit
    yield text + (f"; {untried} not tried" if untried else "")


def as_json(result: MutationResult) -> dict[str, Any]:
    return {
        "total": result.total,
        "tried": result.tried,
        "unfit": result.unfit,
        "noticed": result.noticed,
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
            for left in result.unnoticed
        ],
    }
