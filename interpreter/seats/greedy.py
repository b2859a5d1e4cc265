"""A seat that looks one answer ahead: `greedy`.

Each answer is tried on a determinized table, the better half of them on another one, and so on; the best answer wins.
Follow-up questions of an answer get default answers, so that its effects complete. Positions are rated by the `score`
of the ruleset; without one only winning and losing counts.
"""

from __future__ import annotations

from typing import TypeVar

from attrs import define

from interpreter.seats import Ahead, Answer, SeatQuestion, ViewSource, default_answer, question_of
from interpreter.seats.random_seat import candidates
from interpreter.seats.trials import TrialMatch
from interpreter.visibility.determinize import Stream

TABLES = 4
"""The number of determinized tables for the best answers."""
MOST = 64
"""The maximum number of answers tried."""
FOLLOWING = 20
"""The maximum number of follow-up questions answered."""
DECIDED = 1 << 40
"""The value of a win; more than any score."""

Total = TypeVar("Total", int, float)


@define
class Greedy:
    luck: Stream
    tables: int = TABLES
    score: str = ""
    """The rule that rates positions; empty for that of the ruleset."""

    @classmethod
    def seeded(cls, seed: int, name: str) -> Greedy:
        return cls(Stream.of(seed, f"greedy {name}"))

    def choose(self, view: ViewSource, question: SeatQuestion, ahead: Ahead) -> Answer:
        answers = candidates(question, self.luck, MOST)
        if len(answers) == 1:
            return answers[0]
        totals = {answers[index]: 0 for index in self.luck.shuffled(tuple(range(len(answers))))}
        for seed in [self.luck.below(1 << 62) for _ in range(self.tables)]:
            if len(totals) == 1:  # a table costs more than an answer
                break
            table = ahead.determinize(seed)
            for answer in totals:
                totals[answer] += rated_after(table, question, answer, self.score)
            totals = better_half(totals)
        return max(totals, key=totals.__getitem__)


def better_half(totals: dict[Answer, Total]) -> dict[Answer, Total]:
    """The answers that may still turn out best: bad answers are not tried on many tables."""
    best_first = sorted(totals, key=totals.__getitem__, reverse=True)
    return {answer: totals[answer] for answer in best_first[: (len(totals) + 1) // 2]}


def rated_after(table: TrialMatch, question: SeatQuestion, answer: Answer, rule: str = "") -> int:
    """The rating of a seat after an answer."""
    trial = table.fork()
    asked = trial.request
    if asked is None or question_of(asked).refuses(answer):
        return 0
    resolve_answer(trial, answer)
    return rating(trial, question.seat, rule)


def resolve_answer(trial: TrialMatch, answer: Answer) -> None:
    """Give an answer, then default answers to its follow-up questions, until its effects are done."""
    rest, after = trial.rest
    trial.answer(answer, rest)
    for _ in range(FOLLOWING):
        following = trial.request
        if following is None or trial.depth <= after:
            break
        trial.answer(default_answer(question_of(following, trial.retracts)), rest)


def rating(trial: TrialMatch, seat: str, rule: str = "") -> int:
    """The rating of a seat: winning counts most; of several ways to win or lose, the score decides."""
    score, winners = trial.score(seat, rule), trial.winners
    if winners is not None:
        return score + (DECIDED if seat in winners else -DECIDED if winners else 0)
    return score if trial.plays(seat) else -DECIDED
