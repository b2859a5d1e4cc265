"""A seat that looks one answer ahead: `greedy`.

Each answer is tried on a few tables as they might be, and the one after which the seat stands best is given. If what an
answer sets off asks further questions, they are answered in the plainest way, so that it comes to its end. How well the
seat stands is what the ruleset says with `score`; without that only winning and losing counts.
"""

from __future__ import annotations

from attrs import define

from interpreter.seats import Ahead, Answer, Looks, Question, plainest, question_of
from interpreter.seats.by_chance import candidates
from interpreter.seats.trials import Trial
from interpreter.supposing import Stream

TABLES = 4
"""On so many supposed tables each answer is tried."""
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
        tables = [ahead.suppose(self.luck.below(1 << 62)) for _ in range(self.tables)]
        totals = [sum(_after(table, question, answer) for table in tables) for answer in answers]
        best = [answer for answer, total in zip(answers, totals, strict=True) if total == max(totals)]
        return best[self.luck.below(len(best))]


def _after(table: Trial, question: Question, answer: Answer) -> int:
    """How a seat stands after an answer."""
    trial = table.fork()
    asked = trial.request
    if asked is None or question_of(asked).refuses(answer):
        return 0
    depth = trial.depth
    trial.answer(answer)
    come_to_rest(trial, depth)
    return standing(trial, question.seat)


def come_to_rest(trial: Trial, depth: int) -> None:
    """Answer in the plainest way what an answer has set off, until that is done."""
    for _ in range(FOLLOWING):
        following = trial.request
        if following is None or trial.depth <= depth:
            break
        trial.answer(plainest(question_of(following)))


def standing(trial: Trial, seat: str) -> int:
    winners = trial.winners
    if winners is not None:
        return DECIDED if seat in winners else -DECIDED if winners else 0
    return trial.score(seat) if trial.plays(seat) else -DECIDED
