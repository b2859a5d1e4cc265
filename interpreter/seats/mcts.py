"""A seat that searches by simulated matches: `mcts`, for every game alike.

A tree of possible answers is grown: down the tree by success and curiosity (UCT) to a question that it does not
contain yet. If the ruleset has a `score`, each answer to that question is tried and rated once it has taken effect,
and the best one for the seat that is asked counts, because nobody plays the others. Otherwise one new answer is tried,
and the match continues at random, up to a bound. Each walk down the tree uses a determinized table, so an answer may
exist on one and not on another; nodes count how often they were available (as in information set MCTS). All draws come
from the seat's own stream, and only sums, quotients and roots are computed, so a search gives the same result
everywhere.
"""

from __future__ import annotations

from math import sqrt
from typing import Protocol

from attrs import define, field

from interpreter.model.requests import EngineRequest
from interpreter.seats import Ahead, Answer, SeatQuestion, ViewSource, question_of
from interpreter.seats.greedy import resolve_answer
from interpreter.seats.random_seat import RandomSeat, candidates
from interpreter.seats.trials import TrialMatch
from interpreter.visibility.determinize import Stream

PLAYOUTS = 200
"""The maximum number of answers tried for one decision."""
BOUND = 1_000_000
"""The maximum number of answers tried by a search that only a watch ends."""
ENOUGH = 12
"""The number of answers tried for each that could be given: a choice between two takes less time than among twenty."""
TABLES = 8
"""The maximum number of determinized tables for one decision; each serves several walks, with other dice."""
LONGEST = 40
"""The maximum number of answers in a playout."""
WIDEST = 60
"""The maximum number of answers considered for one question."""
CURIOSITY, CURIOSITY_RATED = 0.7, 0.15
"""Less where positions are rated, because a rating tells more than the end of a random match."""

Key = tuple[str, ...]
"""An answer in words: the same on every table, whatever its number is."""
Worths = dict[str, float]
"""How a position is for each seat, from 0, lost, to 1, won."""


@define
class SearchNode:
    """The answers up to here; for each further answer, how it went for the seat that answers here."""

    ways: dict[Key, SearchNode] = field(factory=dict)
    visits: int = 0
    total: float = 0.0
    there: int = 0  # how often it was available


@define
class SearchTable:
    """A determinized table with the scores of the seats before anything is tried."""

    match: TrialMatch
    before: dict[str, int]


class SearchWatch(Protocol):
    """Looks at a search from outside: it may show how far the search is, and end it when its time is up."""

    def begins(self) -> None: ...

    def goes_on(self, share: float) -> bool:
        """Called after each walk with the share of the answers that were to be tried; false ends the search."""


@define
class TreeSearch:
    """With a watch and without a number of playouts, the watch alone ends a search."""

    luck: Stream
    playouts: int | None = PLAYOUTS
    watch: SearchWatch | None = None
    _curiosity: float = CURIOSITY
    _tried: int = 0
    _most: int = 0  # the number of answers tried for this decision
    _swing: float = 0.0  # the sum of the absolute score changes of the answers tried so far

    @classmethod
    def seeded(
        cls, seed: int, name: str, playouts: int | None = PLAYOUTS, watch: SearchWatch | None = None
    ) -> TreeSearch:
        return cls(Stream.of(seed, f"mcts {name}"), playouts, watch)

    def choose(self, view: ViewSource, question: SeatQuestion, ahead: Ahead) -> Answer:
        answers = candidates(question, self.luck, WIDEST)
        if len(answers) == 1:
            return answers[0]
        root, tables, walks = SearchNode(), list[SearchTable](), 0
        most = BOUND if self.playouts is None else min(self.playouts, ENOUGH * len(answers))
        self._tried, self._most, self._swing = 0, most, 0.0
        if self.watch is not None:
            self.watch.begins()
        while self._tried < self._most:
            if walks < TABLES:
                table = ahead.determinize(self.luck.below(1 << 62))
                tables.append(SearchTable(table, _scores(table)))
                self._curiosity = CURIOSITY_RATED if table.scored else CURIOSITY
            self._walk(root, tables[walks % TABLES], answers)
            walks += 1
            if self.watch is not None and not self.watch.goes_on(self._tried / self._most):
                break
        asked = tables[0].match.request
        if asked is None:
            return answers[0]
        return max(answers, key=lambda answer: _promise(root.ways.get(_key(asked, answer))))

    def _walk(self, root: SearchNode, table: SearchTable, answers: list[Answer]) -> None:
        """Down the tree to a new question, or to the end of the match; the result is propagated back up."""
        trial = table.match.fork(self.luck.below(1 << 62))
        path: list[tuple[SearchNode, str]] = []
        node, worths = root, None
        for left in range(LONGEST, 0, -1):
            asked = trial.request
            if asked is None:
                break
            answers_by_key = self._ways(asked, answers if node is root else None, trial.retracts)
            worths = self._try_new(node, trial, answers_by_key, table.before, left)
            if worths is not None:
                break
            key = self._select(node, [key for key in answers_by_key if key in node.ways])
            node = node.ways[key]
            path.append((node, asked.seat))
            trial.answer(answers_by_key[key])
        if worths is None:
            worths = self._worths(trial, table.before)
        for node, seat in path:
            node.visits += 1
            node.total += worths[seat]

    def _try_new(
        self, node: SearchNode, trial: TrialMatch, ways: dict[Key, Answer], before: dict[str, int], left: int
    ) -> Worths | None:
        """Try answers that a node does not contain yet: if it contains none, the result is that of the best one."""
        asked, is_new = trial.request, not node.ways
        assert asked is not None
        untried = [key for key in ways if key not in node.ways]
        most = max(self._most - self._tried, 1) if trial.scored else 1
        while len(untried) > most:
            del untried[self.luck.below(len(untried))]
        best: Worths | None = None
        for key in untried:
            worths = self._try(trial.fork(), ways[key], before, left)
            node.ways[key] = SearchNode(visits=1, total=worths[asked.seat])
            if best is None or worths[asked.seat] > best[asked.seat]:
                best = worths
        return best if is_new or not trial.scored else None

    def _select(self, node: SearchNode, keys: list[Key]) -> Key:
        for key in keys:
            node.ways[key].there += 1
        return max(keys, key=lambda key: _worth_trying(node.ways[key], self._curiosity))

    def _try(self, trial: TrialMatch, answer: Answer, before: dict[str, int], left: int) -> Worths:
        if trial.scored:
            resolve_answer(trial, answer)
        else:
            trial.answer(answer)
            self._finish(trial, left - 1)
        return self._worths(trial, before)

    def _ways(self, asked: EngineRequest, answers: list[Answer] | None, retracts: str) -> dict[Key, Answer]:
        question = question_of(asked, retracts)
        possible = candidates(question, self.luck, WIDEST) if answers is None else answers
        return {_key(asked, answer): answer for answer in reversed(possible) if not question.refuses(answer)}

    def _worths(self, trial: TrialMatch, before: dict[str, int]) -> Worths:
        self._tried += 1
        after = before if trial.winners is not None else _scores(trial)
        return {seat: self._worth(trial, seat, after[seat] - before[seat]) for seat in trial.seats}

    def _worth(self, trial: TrialMatch, seat: str, change: int) -> float:
        """A score change counts relative to the typical changes in this search."""
        winners = trial.winners
        if winners is not None:
            return 1.0 if seat in winners else 0.0 if winners else 0.5
        if not trial.plays(seat):
            return 0.0
        self._swing += abs(change)
        return 0.5 + 0.5 * change / (abs(change) + 2 * self._swing / self._tried + 1)

    def _finish(self, trial: TrialMatch, left: int) -> None:
        by_chance = RandomSeat(self.luck)
        while left and (asked := trial.request) is not None:
            left -= 1
            question = question_of(asked, trial.retracts)
            trial.answer(by_chance.pick(question.sort, question.number, question.least, question.most, question.fits))


def _key(asked: EngineRequest, answer: Answer) -> Key:
    return tuple(asked.options[index].words for index in answer)


def _worth_trying(node: SearchNode, curiosity: float) -> float:
    return node.total / node.visits + curiosity * sqrt(_logarithm(node.there + 1) / node.visits)


def _logarithm(number: int) -> float:
    """The binary logarithm, interpolated linearly between powers of two: the same on every machine."""
    whole = number.bit_length() - 1
    return whole + number / (1 << whole) - 1


def _promise(node: SearchNode | None) -> tuple[int, float]:
    return (node.visits, node.total) if node is not None else (0, 0.0)


def _scores(trial: TrialMatch) -> dict[str, int]:
    return {seat: trial.score(seat) for seat in trial.seats}
