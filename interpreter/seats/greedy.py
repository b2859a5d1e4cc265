"""A seat that looks one answer ahead: `greedy`.

Each answer is tried on a table as it might be, the better half of them on another one, and so on; the one after which
the seat stands best is given. If what an answer sets off asks further questions, they are answered in the plainest way,
so that it comes to its end. How well the seat stands is what the ruleset says with `score`; without that only winning
and losing counts.
"""

from __future__ import annotations

from attrs import define

from interpreter.seats import Ahead, Answer, Looks, Question, plainest, question_of
from interpreter.seats.random_seat import candidates
from interpreter.seats.trials import Trial
from interpreter.visibility.determinize import Stream

TABLES = 4
"""On so many supposed tables the best answers are tried."""
MOST = 64
"""So many answers are looked at."""
FOLLOWING = 20
"""So many questions are answered that an answer sets off."""
DECIDED = 1 << 40
"""What winning is worth; more than any score."""


@define
class Greedy:
    luck: Stream
    tables: int = TABLES

    @classmethod
    def seeded(cls, seed: int, name: str) -> Greedy:
        return cls(Stream.of(seed, f"greedy {name}"))

    def choose(self, view: Looks, question: Question, ahead: Ahead) -> Answer:
        answers = candidates(question, self.luck, MOST)
        if len(answers) == 1:
            return answers[0]
        totals = {answers[index]: 0 for index in self.luck.shuffled(tuple(range(len(answers))))}
        for number in range(self.tables):
            if number:
                totals = _better_half(totals)
            table = ahead.determinize(self.luck.below(1 << 62))
            for answer in totals:
                totals[answer] += _after(table, question, answer)
        return max(totals, key=totals.__getitem__)


def _better_half(totals: dict[Answer, int]) -> dict[Answer, int]:
    """The answers that may still turn out best: what looks bad on one table is not tried on many."""
    best_first = sorted(totals, key=totals.__getitem__, reverse=True)
    return {answer: totals[answer] for answer in best_first[: (len(totals) + 1) // 2]}


def _after(table: Trial, question: Question, answer: Answer) -> int:
    """How a seat stands after an answer."""
    trial = table.fork()
    asked = trial.request
    if asked is None or question_of(asked).refuses(answer):
        return 0
    bring_to_rest(trial, answer)
    return standing(trial, question.seat)


def bring_to_rest(trial: Trial, answer: Answer) -> None:
    """Answer, and then in the plainest way whatever that has set off, until it is done."""
    depth, rest = trial.depth, trial.rest
    trial.answer(answer, rest)
    for _ in range(FOLLOWING):
        following = trial.request
        if following is None or trial.depth <= depth:
            break
        trial.answer(plainest(question_of(following, trial.retracts)), rest)


def standing(trial: Trial, seat: str) -> int:
    """How a seat stands: winning counts most, and of several ways to win or lose the score."""
    score, winners = trial.score(seat), trial.winners
    if winners is not None:
        return score + (DECIDED if seat in winners else -DECIDED if winners else 0)
    return score if trial.plays(seat) else -DECIDED
