"""Looks ahead to the end of a turn, for rulesets with a `score`.

First each answer is rated once it has taken effect, as `greedy` does: all on one table, the better half on another, and
so on. Then the best ones are rehearsed: the match goes on until somebody else acts on their own. On the way every
question gets the answer that looks best to the player who is asked, whoever that is; it is rated with other dice than
those that will fall. So an attack counts by how it ends if both sides answer well, and an answer that leaves more to
do in the turn counts by what becomes of it. Answers are compared by what the same tables with the same dice say.
"""

from __future__ import annotations

from typing import Protocol

from attrs import define, field

from interpreter.model.requests import EngineRequest
from interpreter.seats import Ahead, Answer, SeatQuestion, question_of
from interpreter.seats.greedy import DECIDED, better_half, rated_after, rating, resolve_answer
from interpreter.seats.random_seat import candidates
from interpreter.seats.trials import TrialMatch
from interpreter.visibility.determinize import Stream

FIRST_TABLES = 3
"""The number of determinized tables on which answers are rated at once."""
TABLES = 8
"""The maximum number of determinized tables; each serves several rehearsals, with other dice."""
LONGEST = 16
"""The maximum number of answers in a rehearsal."""
WIDEST, WIDEST_REPLY, FAMOUS_REPLIES = 60, 5, 3
"""The maximum number of answers to a question in a rehearsal, of those that are tried, and of these the ones that have
looked best so far."""
FEWEST_REHEARSED, MOST_REHEARSED = 2, 10
"""How many answers are rehearsed: as many as half of the remaining answers to be tried suffice for."""
BOUND = 1 << 62
ROUNDS = 2
"""After so many rehearsals of each answer the worse half is left out."""
DOUBT, DIFFERENCE = 0.02, 0.01
"""The squared deviation that is assumed beside those of the rehearsals; the square of a usual difference of answers."""


class SearchWatch(Protocol):
    """Looks at a search from outside: it may show how far the search is, and end it when its time is up."""

    def begins(self) -> None: ...

    def goes_on(self, share: float) -> bool:
        """Called now and then with the share of the answers that were to be tried; false ends the search."""


@define
class RehearsedAnswers:
    """How much better than a favourite other answers are: what they promise at once, and what their rehearsals say."""

    favourite: Answer
    promises: dict[Answer, float]
    _worths: dict[Answer, list[float]] = field(factory=dict)

    def add(self, worths: dict[Answer, float]) -> None:
        """One rehearsal of the favourite and of others, on the same table with the same dice."""
        for answer, worth in worths.items():
            self._worths.setdefault(answer, []).append(worth)

    def best(self, number: int) -> list[Answer]:
        """So many answers, best first; if more than one, the favourite is among them."""
        best = sorted(self._worths, key=self._lead, reverse=True) or [self.favourite]
        chosen = best[:number]
        return chosen if number == 1 or self.favourite in chosen else [*chosen[: max(number - 1, 1)], self.favourite]

    def _lead(self, answer: Answer) -> float:
        """The less the rehearsals agree, and the fewer they are, the more counts what was promised."""
        leads = [own - other for own, other in zip(self._worths[answer], self._worths[self.favourite], strict=False)]
        promised = min(self.promises[answer] - self.promises[self.favourite], 0.0)
        mean = sum(leads) / len(leads)
        spread = (sum((lead - mean) * (lead - mean) for lead in leads) + DOUBT) / len(leads)
        trust = len(leads) / (len(leads) + spread / DIFFERENCE)
        return trust * mean + (1 - trust) * promised


@define
class Lookahead:
    """`most` is the number of answers that may be tried; the first rehearsals are finished all the same."""

    luck: Stream
    ahead: Ahead
    question: SeatQuestion
    most: int
    tables: list[TrialMatch]
    watch: SearchWatch | None = None
    _tried: int = 0
    _ended: bool = False
    _swing: list[int] = field(factory=list)
    """The absolute changes of the rating in the rehearsals so far."""
    _fame: dict[tuple[str, tuple[str, ...]], float] = field(factory=dict)
    """How good answers in words have been for a seat, among the other answers to their question."""

    def best(self, answers: list[Answer]) -> Answer:
        ranked = self._ranked(answers)
        kept, rounds, cost = list(ranked)[:MOST_REHEARSED], 0, 0
        rehearsals = RehearsedAnswers(kept[0], self._promises({answer: ranked[answer] for answer in kept}))
        while len(kept) > 1 and self._tried + cost < self.most:
            before = self._tried
            worths = self._round(kept, self._table(rounds), BOUND if rounds else (self._tried + self.most) // 2)
            if len(worths) < (len(kept) if rounds else FEWEST_REHEARSED):
                break
            kept = kept[: len(worths)]
            rehearsals.add(dict(zip(kept, worths, strict=True)))
            rounds, cost = rounds + 1, self._tried - before
            if rounds % ROUNDS == 0:
                kept = rehearsals.best(max((len(kept) + 1) // 2, FEWEST_REHEARSED))
        return rehearsals.best(1)[0]

    def _ranked(self, answers: list[Answer]) -> dict[Answer, float]:
        """The answers, best first, by their rating once they have taken effect; those that were rated on more tables
        come before others."""
        totals = {answers[index]: 0 for index in self.luck.shuffled(tuple(range(len(answers))))}
        rest: dict[Answer, float] = {}
        for number in range(1, FIRST_TABLES + 1):
            table = self._table(number - 1)
            for answer in totals:
                totals[answer] += rated_after(table, self.question, answer)
            self._count(len(totals))
            if number == 1:
                totals = _distinct(totals, table)
                self._learn(table.request, totals)
            better = better_half(totals)
            if len(better) == len(totals) or number == FIRST_TABLES or self._tried >= self.most:
                return {**_means(totals, number), **rest}
            rest = {**_means({answer: totals[answer] for answer in totals if answer not in better}, number), **rest}
            totals = better
        return rest

    def _promises(self, ratings: dict[Answer, float]) -> dict[Answer, float]:
        """How good the answers are by their ratings alone, from 0 to 1."""
        before = rating(self._table(0), self.question.seat)
        changes = [abs(after - before) for after in ratings.values() if abs(after) < DECIDED // 2]
        typical = sum(changes) / len(changes) if changes else 0.0
        return {answer: _worth(after, after - before, typical) for answer, after in ratings.items()}

    def _table(self, number: int) -> TrialMatch:
        if number >= len(self.tables) and len(self.tables) < TABLES:
            self.tables.append(self.ahead.determinize(self.luck.below(1 << 62)))
        return self.tables[number % len(self.tables)]

    def _round(self, answers: list[Answer], table: TrialMatch, enough: int) -> list[float]:
        """How good each answer is, from 0 to 1, on one table with the same dice; the last ones are left out when
        so many answers have been tried, or time is up."""
        dice, seat = self.luck.below(1 << 62), self.question.seat
        before, ratings = rating(table, seat), list[int]()
        for answer in answers:
            if self._ended or (len(ratings) >= FEWEST_REHEARSED and self._tried >= enough):
                break
            ratings.append(self._rehearsed(table.fork(dice), answer))
            self._count(1)
        self._swing += [abs(after - before) for after in ratings if abs(after) < DECIDED // 2]
        typical = sum(self._swing) / len(self._swing) if self._swing else 0.0
        return [_worth(after, after - before, typical) for after in ratings]

    def _rehearsed(self, trial: TrialMatch, answer: Answer) -> int:
        """The rating of the seat when the match has gone on until somebody else acts on their own."""
        seat = self.question.seat
        asked = trial.request
        if asked is None or question_of(asked).refuses(answer):
            return -DECIDED
        trial.answer(answer)
        for _ in range(LONGEST):
            asked = trial.request
            if asked is None or (asked.seat != seat and not trial.reacts):
                break
            trial.answer(self._reply(trial, asked))
        return rating(trial, seat)

    def _reply(self, trial: TrialMatch, asked: EngineRequest) -> Answer:
        """The answer that looks best to the seat that is asked."""
        replies = self._replies(trial, asked)
        if len(replies) == 1:
            return replies[0]
        dice = self.luck.below(1 << 62)
        self._count(len(replies))
        ratings = {reply: _rated(trial.fork(dice), reply, asked.seat) for reply in replies}
        self._learn(asked, ratings)
        return max(ratings, key=ratings.__getitem__)

    def _replies(self, trial: TrialMatch, asked: EngineRequest) -> list[Answer]:
        """Some answers to a question that do not read alike: those that have looked best in this search, and others."""
        every = candidates(question_of(asked, trial.retracts), self.luck, WIDEST)
        replies = list({_words(asked, answer): answer for answer in reversed(every)}.values())
        if len(replies) <= WIDEST_REPLY:
            return replies
        replies = [replies[index] for index in self.luck.shuffled(tuple(range(len(replies))))]
        best = sorted(replies, key=lambda reply: self._fame.get((asked.seat, _words(asked, reply)), 0.5), reverse=True)
        best = best[:FAMOUS_REPLIES]
        return best + [reply for reply in replies if reply not in best][: WIDEST_REPLY - FAMOUS_REPLIES]

    def _learn(self, asked: EngineRequest | None, ratings: dict[Answer, int]) -> None:
        """Remember how good each answer was among the others, from 0 to 1: half of it is what was known before."""
        if asked is None or len(ratings) < 2:
            return
        for place, answer in enumerate(sorted(ratings, key=ratings.__getitem__)):
            key = asked.seat, _words(asked, answer)
            self._fame[key] = (self._fame.get(key, 0.5) + place / (len(ratings) - 1)) / 2

    def _count(self, tried: int) -> None:
        self._tried += tried
        if self.watch is not None and not self.watch.goes_on(min(self._tried / self.most, 1.0)):
            self._ended = True
            self.most = self._tried


def _distinct(totals: dict[Answer, int], table: TrialMatch) -> dict[Answer, int]:
    """One of several answers that read alike and are rated alike, such as equal dice on equal slots."""
    asked, alike = table.request, dict[tuple[tuple[str, ...], int], Answer]()
    if asked is None:
        return totals
    for answer, total in totals.items():
        alike.setdefault((_words(asked, answer), total), answer)
    return {answer: totals[answer] for answer in alike.values()}


def _words(asked: EngineRequest, answer: Answer) -> tuple[str, ...]:
    return tuple(asked.options[index].words for index in answer)


def _means(totals: dict[Answer, int], tables: int) -> dict[Answer, float]:
    best_first = sorted(totals, key=totals.__getitem__, reverse=True)
    return {answer: totals[answer] / tables for answer in best_first}


def _rated(trial: TrialMatch, answer: Answer, seat: str) -> int:
    resolve_answer(trial, answer)
    return rating(trial, seat)


def _worth(after: float, change: float, typical: float) -> float:
    """From 0, lost, to 1, won; a change counts relative to the typical changes in this search."""
    if abs(after) >= DECIDED // 2:
        return 1.0 if after > 0 else 0.0
    return 0.5 + 0.5 * change / (abs(change) + 2 * typical + 1)
