"""Odds: runs sentences repeatedly on copies of a table and evaluates an expression afterwards.

Exact where possible: all draws are enumerated depth first, and chances are fractions. If that is too much work, or a
player has to choose, the question is sampled, and each figure comes with its 95 % confidence interval. Each trial is
limited like a decision, and all trials together are limited by `limits.ODDS_WORK`: beyond it, enumeration gives up and
sampling takes fewer samples. The table itself does not change, and its own chance is neither used nor revealed.
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
from interpreter.execute.answers import take
from interpreter.execute.machine import Machine
from interpreter.model import limits, rng
from interpreter.model import state as s
from interpreter.model.environment import Scope
from interpreter.model.requests import EngineRequest
from interpreter.model.state import Value
from interpreter.model.values import Face
from interpreter.model.work_meter import out_of_work, refill

EXACT = 50_000
"""The maximum number of paths that are enumerated."""
EXACT_SHARES = 2
"""Enumeration may cost this many times the budget of sampling, since its result is exact."""
GUESSES = 9
SAMPLES = 10_000
DECISIONS = 1_000
"""The maximum number of choices in one trial."""
SURE = 1.959964
"""The standard deviations to either side that cover 95 %."""


class NoEnd(Exception):
    """A trial made too many choices."""


@frozen
class OddsQuestion:
    """Sentences, and the expression evaluated after them."""

    done: Op
    asked: Op


@frozen
class OddsOutcome:
    """One possible value. If exact, `low` and `high` equal the chance."""

    words: str
    number: int | None
    chance: Fraction | float
    low: Fraction | float
    high: Fraction | float


@frozen
class Odds:
    """The possible outcomes. `runs` counts enumerated paths or samples."""

    exact: bool
    runs: int
    outcomes: tuple[OddsOutcome, ...]
    mean: OddsOutcome | None  # of numbers

    def chance(self, words: str) -> Fraction | float:
        """The probability of one outcome; 0 if it never occurred."""
        return next((outcome.chance for outcome in self.outcomes if outcome.words == words), Fraction(0))


def check_question(
    program: Program, seats: Sequence[str], lines: Sequence[n.Sentence], asked: n.Expr, piece: Piece
) -> tuple[OddsQuestion, tuple[Diagnostic, ...]]:
    """Check a question; returns its executable form and its errors. The name of a die asks for its face."""
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
    question = OddsQuestion(done, ex.value(asked, cx))
    return question, tuple(finding for finding in cx.findings.diagnostics if finding.severity == "error")


def odds(m: Machine, question: OddsQuestion, *, most: int = EXACT, samples: int = SAMPLES, seed: int = 0) -> Odds:
    """The possible outcomes of a question on this table; `most` = 0 always samples."""
    return exact(m, question, most) or sampled(m, question, samples, seed)


# ------------------------------------------------------------------------------------------------------ exactly


@define
class ChancePath:
    """One path of chance: the first draws as given, the others the first possible ones."""

    laid: list[int]
    taken: list[tuple[int, Sequence[int]]] = field(factory=list)

    def restart(self) -> None:
        self.taken.clear()

    def pick(self, weights: Sequence[int], stream: str = "") -> int:
        depth = len(self.taken)
        chosen = self.laid[depth] if depth < len(self.laid) else 0
        self.taken.append((chosen, weights))
        return chosen

    @property
    def chance(self) -> Fraction:
        product = Fraction(1)
        for chosen, weights in self.taken:
            product *= Fraction(weights[chosen], sum(weights))
        return product

    def following(self) -> list[int] | None:
        """The draws of the next path; none after the last."""
        laid = [chosen for chosen, _ in self.taken]
        while laid:
            if laid[-1] + 1 < len(self.taken[len(laid) - 1][1]):
                laid[-1] += 1
                return laid
            laid.pop()
        return None


def exact(m: Machine, question: OddsQuestion, most: int = EXACT) -> Odds | None:
    """All outcomes with their exact chances; none if there are too many or a player has to choose."""
    if _ways(m, question) > most:
        return None
    chances: dict[tuple[str, int | None], Fraction] = {}
    laid: list[int] | None = []
    runs = spent = 0
    while laid is not None:
        path = ChancePath(laid)
        copy, scope, _ = _begun(m, question, path)
        runs += 1
        if copy.state.requests or runs > most or spent > EXACT_SHARES * limits.ODDS_WORK:
            return None
        key = _answer(copy, question, scope)
        spent += _used(copy)
        chances[key] = chances.get(key, Fraction(0)) + path.chance
        laid = path.following()
    outcomes = [OddsOutcome(words, number, chance, chance, chance) for (words, number), chance in chances.items()]
    mean = None
    if all(outcome.number is not None for outcome in outcomes):
        total = sum((Fraction(outcome.number or 0) * outcome.chance for outcome in outcomes), Fraction(0))
        mean = OddsOutcome("mean", None, total, total, total)
    return Odds(True, runs, _sorted(outcomes), mean)


def _ways(m: Machine, question: OddsQuestion) -> float:
    """An estimate of the number of paths; infinite if enumerating them would cost too much.

    The estimate of Knuth: walk one path with even choices, and multiply the numbers of choices along it.
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
    """A stream of chance apart from that of the match."""

    key: int
    count: int = 0
    ways: float = 1.0
    even: bool = False  # ignore the weights

    def restart(self) -> None:
        self.count, self.ways = 0, 1.0

    def pick(self, weights: Sequence[int], stream: str = "") -> int:
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


def sampled(m: Machine, question: OddsQuestion, samples: int = SAMPLES, seed: int = 0) -> Odds:
    """Sample the question; choices are made at random."""
    counts: dict[tuple[str, int | None], int] = {}
    spent = 0
    for number in range(samples):
        if spent > limits.ODDS_WORK:  # out of budget: fewer samples, wider intervals
            samples = number
            break
        stream = _Stream(rng.stream_key(seed, f"odds {number}"))
        key, cost = _trial(m, question, stream)
        counts[key] = counts.get(key, 0) + 1
        spent += cost
    outcomes = [
        OddsOutcome(words, number, count / samples, *wilson(count, samples))
        for (words, number), count in counts.items()
    ]
    mean = None
    if all(outcome.number is not None for outcome in outcomes):
        mean = _mean([(number or 0, count) for (_, number), count in counts.items()], samples)
    return Odds(False, samples, _sorted(outcomes), mean)


def _trial(m: Machine, question: OddsQuestion, stream: _Stream) -> tuple[tuple[str, int | None], int]:
    """One sample, and its cost."""
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
        request: EngineRequest = copy.state.requests[0]
        take(copy, request, random_answer(request, stream))
        copy.run(floor)
    return _answer(copy, question, scope), spent + _used(copy)


def random_answer(request: EngineRequest, stream: _Stream) -> tuple[int, ...]:
    """A random valid answer, uniform over the number of options and over the options."""
    if request.fits is not None:
        return request.fits[stream.below(len(request.fits))]
    number = request.least + stream.below(request.most - request.least + 1)
    remaining = list(range(len(request.options)))
    return tuple(sorted(remaining.pop(stream.below(len(remaining))) for _ in range(number)))


def wilson(count: float, samples: int) -> tuple[float, float]:
    """The Wilson score interval of a proportion: always within 0 and 1."""
    if not samples:
        return 0.0, 1.0
    share, z = count / samples, SURE * SURE
    middle = (share + z / (2 * samples)) / (1 + z / samples)
    half = SURE * sqrt(share * (1 - share) / samples + z / (4 * samples * samples)) / (1 + z / samples)
    return max(0.0, middle - half), min(1.0, middle + half)


def _mean(counts: Sequence[tuple[int, int]], samples: int) -> OddsOutcome:
    mean = sum(number * count for number, count in counts) / samples
    spread = sum((number - mean) ** 2 * count for number, count in counts) / max(1, samples - 1)
    half = SURE * sqrt(spread / samples)
    return OddsOutcome("mean", None, mean, mean - half, mean + half)


# -------------------------------------------------------------------------------------------------------- both


def _begun(m: Machine, question: OddsQuestion, luck: ChancePath | _Stream) -> tuple[Machine, int, int]:
    """A copy of the table with the sentences run up to a choice; the scope of their names; the frame to stop at."""
    state = m.state.fork()
    state.requests, state.tape = (), ()
    copy = Machine(m.linked, state, m.seed, m.seats, None, None, luck=luck)
    copy.fast = None  # there is no fallback here for what compiled code cannot do
    scope, floor = state.open_scope({}), len(state.frames)
    copy.push_text(question.done, scope, None, state.cells[s.ACTIVE], None, 0, False, None)
    copy.run(floor)
    return copy, scope, floor


def _used(copy: Machine) -> int:
    """The cost of a trial since it began or since the last answer, including the copy."""
    return limits.WORK_PER_COPY + copy.meter.full - copy.meter.left


def _answer(m: Machine, question: OddsQuestion, scope: int) -> tuple[str, int | None]:
    asked = question.asked
    result = value(asked, Scope(m.names(scope), None, m.state.cells[s.ACTIVE]), m)
    return value_words(m, asked.type, result)


def value_words(m: Machine, type: t.Type, value: Value) -> tuple[str, int | None]:
    """A value in words, and as a number if it is one."""
    if value is None:
        return "none", None
    if isinstance(value, Face) and not value.symbols:
        return str(value.number), value.number
    if isinstance(t.plain(type), t.NumberT) and isinstance(value, int):
        return str(value), value
    return narration.shown_value(m, value), None


def _sorted(outcomes: Sequence[OddsOutcome]) -> tuple[OddsOutcome, ...]:
    """Numbers in order, yes before no, everything else by chance."""
    if all(outcome.number is not None for outcome in outcomes):
        return tuple(sorted(outcomes, key=lambda outcome: outcome.number or 0))
    if {outcome.words for outcome in outcomes} <= {"yes", "no"}:
        return tuple(sorted(outcomes, key=lambda outcome: outcome.words, reverse=True))
    return tuple(sorted(outcomes, key=lambda outcome: (-outcome.chance, outcome.words)))
