"""How likely something is: sentences are done again and again on copies of a table, and a value is asked afterwards.

Exactly where it can be: whoever decides what is drawn goes through all that could be drawn, depth first, and the
chances are fractions. Where that would be too much, or somebody has to choose in between, the same is done so many
times by chance, and each figure comes with the range that it lies in nineteen times out of twenty. Each trial may cost
what a decision may cost, and all of them together so many times as much (`budget.ODDS_WORK`): whoever goes through
everything gives up there, and whoever tries tries less often. The table that is
asked about does not change, and nothing of its own chance is used up or told.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf, sqrt

from attrs import define, field, frozen

import dsl.check.expressions as ex
import interpreter.evaluate.narration as narration
from dsl.check.context import Context
from dsl.check.statements import sentence
from dsl.diagnostics import Diagnostic, Piece
from dsl.ir.findings import Findings
from dsl.ir.operations import Op
from dsl.ir.program import Program
from dsl.names import types as t
from dsl.parse import parse_expression, parse_sentence
from dsl.syntax import nodes as n
from interpreter.evaluate.expressions import value
from interpreter.execute.choices import take
from interpreter.execute.machine import Machine
from interpreter.model import limits, rng
from interpreter.model import state as s
from interpreter.model.environment import Scope
from interpreter.model.requests import Request
from interpreter.model.state import Value
from interpreter.model.values import Face
from interpreter.model.work_meter import out_of_work, refill

EXACT = 50_000
"""So many ways that chance can go are looked at one by one."""
EXACT_SHARES = 2
"""So many times as much may going through all ways cost: what comes out is worth it."""
GUESSES = 9
SAMPLES = 10_000
DECISIONS = 1_000
"""As many choices may lie between the beginning and the answer."""
SURE = 1.959964
"""How many standard deviations to either side hold nineteen of twenty."""


class NoEnd(Exception):
    """There were too many choices on the way to an answer."""


@frozen
class Question:
    """Sentences, and the value that is asked when they are done."""

    done: Op
    asked: Op


@frozen
class Outcome:
    """One value that came out. Exact, `low` and `high` are the chance itself."""

    words: str
    number: int | None
    chance: Fraction | float
    low: Fraction | float
    high: Fraction | float


@frozen
class Odds:
    """What can come out. `runs` counts the ways that chance could go, or how often it was tried."""

    exact: bool
    runs: int
    outcomes: tuple[Outcome, ...]
    mean: Outcome | None  # of numbers

    def chance(self, words: str) -> Fraction | float:
        """How likely one outcome is; of one that never came out, nothing."""
        return next((outcome.chance for outcome in self.outcomes if outcome.words == words), Fraction(0))


def understood(
    program: Program, seats: Sequence[str], lines: Sequence[n.Sentence], asked: n.Expr, piece: Piece
) -> tuple[Question, tuple[Diagnostic, ...]]:
    """A question as the engine runs it, and what is wrong with it. Who names a die asks what it shows."""
    if isinstance(asked, n.Name) and asked.text in program.symbols.dice:
        rolled, shows = parse_sentence(f"roll {asked.text} as shows")[0], parse_expression("shows")[0]
        assert rolled is not None
        assert shows is not None
        lines, asked = (*lines, rolled), shows
    cx = Context(
        program.symbols, Findings(piece), "a question", events=dict(program.events), any_event=True, me=True,
        cards=dict(program.names), seats=tuple(seats), doing=True,
    )  # fmt: skip
    done = Op("block", t.NOTHING, tuple(sentence(line, cx) for line in lines))
    question = Question(done, ex.value(asked, cx))
    return question, tuple(found for found in cx.findings.diagnostics if found.severity == "error")


def odds(m: Machine, question: Question, *, most: int = EXACT, samples: int = SAMPLES, seed: int = 0) -> Odds:
    """What can come out of a question on this table; `most` of 0 always samples."""
    return exact(m, question, most) or sampled(m, question, samples, seed)


# ------------------------------------------------------------------------------------------------------ exactly


@define
class _Path:
    """One way that chance can go: the first draws as they are laid down, the others the first that is possible."""

    laid: list[int]
    taken: list[tuple[int, Sequence[int]]] = field(factory=list)

    def pick(self, weights: Sequence[int]) -> int:
        depth = len(self.taken)
        chosen = self.laid[depth] if depth < len(self.laid) else 0
        self.taken.append((chosen, weights))
        return chosen

    @property
    def chance(self) -> Fraction:
        found = Fraction(1)
        for chosen, weights in self.taken:
            found *= Fraction(weights[chosen], sum(weights))
        return found

    def following(self) -> list[int] | None:
        """The draws of the next way; none after the last."""
        laid = [chosen for chosen, _ in self.taken]
        while laid:
            if laid[-1] + 1 < len(self.taken[len(laid) - 1][1]):
                laid[-1] += 1
                return laid
            laid.pop()
        return None


def exact(m: Machine, question: Question, most: int = EXACT) -> Odds | None:
    """All that can come out, with its chance; nothing if there is too much of it or somebody has to choose."""
    if _ways(m, question) > most:
        return None
    found: dict[tuple[str, int | None], Fraction] = {}
    laid: list[int] | None = []
    runs = spent = 0
    while laid is not None:
        path = _Path(laid)
        copy, scope, _ = _begun(m, question, path)
        runs += 1
        if copy.state.requests or runs > most or spent > EXACT_SHARES * limits.ODDS_WORK:
            return None
        key = _answer(copy, question, scope)
        spent += _used(copy)
        found[key] = found.get(key, Fraction(0)) + path.chance
        laid = path.following()
    outcomes = [Outcome(words, number, chance, chance, chance) for (words, number), chance in found.items()]
    mean = None
    if all(outcome.number is not None for outcome in outcomes):
        total = sum((Fraction(outcome.number or 0) * outcome.chance for outcome in outcomes), Fraction(0))
        mean = Outcome("mean", None, total, total, total)
    return Odds(True, runs, _sorted(outcomes), mean)


def _ways(m: Machine, question: Question) -> float:
    """About how many ways chance can go; endlessly many, if it would cost too much to go them all.

    A way that is chosen evenly at each draw, with the product of how many there were at each, is a fair guess (Knuth).
    """
    guesses: list[tuple[float, int]] = []
    for number in range(GUESSES):
        stream = _Stream(rng.stream_key(number, "ways"), even=True)
        copy, _, _ = _begun(m, question, stream)
        if copy.state.requests:
            return inf
        guesses.append((stream.ways, _used(copy)))
        if sum(cost for _, cost in guesses) > limits.ODDS_WORK:
            return inf
    ways, cost = sorted(guesses)[GUESSES // 2]
    return ways if ways * cost <= EXACT_SHARES * limits.ODDS_WORK else inf


# --------------------------------------------------------------------------------------------------- by trying


@define
class _Stream:
    """Chance of its own, apart from that of the match."""

    key: int
    count: int = 0
    ways: float = 1.0
    even: bool = False  # all outcomes of a draw are as likely

    def pick(self, weights: Sequence[int]) -> int:
        self.ways *= len(weights)
        if self.even:
            weights = (1,) * len(weights)
        at, self.count = rng.below(self.key, self.count, sum(weights))
        for index, weight in enumerate(weights):
            at -= weight
            if at < 0:
                return index
        raise AssertionError("a draw below the sum of the weights is in one of them")

    def below(self, limit: int) -> int:
        return self.pick((1,) * limit)


def sampled(m: Machine, question: Question, samples: int = SAMPLES, seed: int = 0) -> Odds:
    """Try it so many times; who has to choose chooses by chance."""
    counts: dict[tuple[str, int | None], int] = {}
    spent = 0
    for number in range(samples):
        if spent > limits.ODDS_WORK:  # so much for that: fewer are less sure, and the ranges say so
            samples = number
            break
        stream = _Stream(rng.stream_key(seed, f"odds {number}"))
        key, cost = _trial(m, question, stream)
        counts[key] = counts.get(key, 0) + 1
        spent += cost
    outcomes = [
        Outcome(words, number, count / samples, *wilson(count, samples)) for (words, number), count in counts.items()
    ]
    mean = None
    if all(outcome.number is not None for outcome in outcomes):
        mean = _mean([(number or 0, count) for (_, number), count in counts.items()], samples)
    return Odds(False, samples, _sorted(outcomes), mean)


def _trial(m: Machine, question: Question, stream: _Stream) -> tuple[tuple[str, int | None], int]:
    """What came out once, and what it cost."""
    copy, scope, floor = _begun(m, question, stream)
    decisions = spent = 0
    while copy.state.requests:
        decisions += 1
        if decisions > DECISIONS:
            raise NoEnd(f"there were more than {DECISIONS:,} choices on the way to an answer")
        spent += _used(copy)
        if spent > limits.ODDS_WORK:
            raise out_of_work(question.done)
        refill(copy)
        request: Request = copy.state.requests[0]
        take(copy, request, by_chance(request, stream))
        copy.run(floor)
    return _answer(copy, question, scope), spent + _used(copy)


def by_chance(request: Request, stream: _Stream) -> tuple[int, ...]:
    """Any answer, each number of options and each of them as likely as the others."""
    if request.fits is not None:
        return request.fits[stream.below(len(request.fits))]
    number = request.least + stream.below(request.most - request.least + 1)
    left = list(range(len(request.options)))
    return tuple(sorted(left.pop(stream.below(len(left))) for _ in range(number)))


def wilson(count: float, samples: int) -> tuple[float, float]:
    """The range of a chance that came out so often (Wilson's interval): never below 0 nor above 1."""
    if not samples:
        return 0.0, 1.0
    share, z = count / samples, SURE * SURE
    middle = (share + z / (2 * samples)) / (1 + z / samples)
    half = SURE * sqrt(share * (1 - share) / samples + z / (4 * samples * samples)) / (1 + z / samples)
    return max(0.0, middle - half), min(1.0, middle + half)


def _mean(counts: Sequence[tuple[int, int]], samples: int) -> Outcome:
    mean = sum(number * count for number, count in counts) / samples
    spread = sum((number - mean) ** 2 * count for number, count in counts) / max(1, samples - 1)
    half = SURE * sqrt(spread / samples)
    return Outcome("mean", None, mean, mean - half, mean + half)


# -------------------------------------------------------------------------------------------------------- both


def _begun(m: Machine, question: Question, luck: _Path | _Stream) -> tuple[Machine, int, int]:
    """A copy of the table on which the sentences are done up to a choice; the scope of their names; where to stop."""
    state = m.state.fork()
    state.requests, state.tape = (), ()
    copy = Machine(m.linked, state, m.seed, m.seats, None, None, luck=luck)
    copy.fast = None  # nobody is here who would do again what compiled code cannot do
    scope, floor = state.open_scope({}), len(state.frames)
    copy.push_text(question.done, scope, None, state.cells[s.ACTIVE], None, 0, False, None)
    copy.run(floor)
    return copy, scope, floor


def _used(copy: Machine) -> int:
    """What a trial has cost since it began or somebody answered, with the copy itself."""
    return limits.WORK_PER_COPY + copy.meter.full - copy.meter.left


def _answer(m: Machine, question: Question, scope: int) -> tuple[str, int | None]:
    asked = question.asked
    found = value(asked, Scope(m.names(scope), None, m.state.cells[s.ACTIVE]), m)
    return in_words(m, asked.type, found)


def in_words(m: Machine, type: t.Type, found: Value) -> tuple[str, int | None]:
    """A value as it is told, and the number that it is, if it is one."""
    if found is None:
        return "none", None
    if isinstance(found, Face) and not found.symbols:
        return str(found.number), found.number
    if isinstance(t.plain(type), t.NumberT) and isinstance(found, int):
        return str(found), found
    return narration.shown_value(m, found), None


def _sorted(outcomes: Sequence[Outcome]) -> tuple[Outcome, ...]:
    """Numbers as they are counted, yes before no, everything else by how likely it is."""
    if all(outcome.number is not None for outcome in outcomes):
        return tuple(sorted(outcomes, key=lambda outcome: outcome.number or 0))
    if {outcome.words for outcome in outcomes} <= {"yes", "no"}:
        return tuple(sorted(outcomes, key=lambda outcome: outcome.words, reverse=True))
    return tuple(sorted(outcomes, key=lambda outcome: (-outcome.chance, outcome.words)))
