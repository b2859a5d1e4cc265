"""A seat that searches by simulated matches: `mcts`, for every game alike.

A tree of possible answers is grown one playout at a time: down the tree by success and curiosity (UCT), then one new
answer. If the ruleset has a `score`, it is evaluated once the new answer has taken effect; otherwise the match
continues at random, up to a bound. Each playout uses a determinized table, so an answer may exist on one and not on
another; nodes count how often they were available (as in information set MCTS). All draws come from the seat's own
stream, and only sums, quotients and roots are computed, so a search gives the same result everywhere.
"""

from __future__ import annotations

from math import sqrt

from attrs import define, field

from interpreter.model.requests import EngineRequest
from interpreter.seats import Ahead, Answer, SeatQuestion, ViewSource, question_of
from interpreter.seats.greedy import resolve_answer
from interpreter.seats.random_seat import RandomSeat, candidates
from interpreter.seats.trials import TrialMatch
from interpreter.visibility.determinize import Stream

PLAYOUTS = 200
TABLES = 16
"""The number of determinized tables for one decision; each serves several playouts, with other dice."""
LONGEST = 40
"""The maximum number of answers in a playout."""
WIDEST = 60
"""The maximum number of answers considered for one question."""
CURIOSITY = 0.7

Key = tuple[str, ...]
"""An answer in words: the same on every table, whatever its number is."""


@define
class SearchNode:
    """The answers up to here; for each further answer, how it went for the seat that answers here."""

    ways: dict[Key, SearchNode] = field(factory=dict)
    visits: int = 0
    total: float = 0.0
    there: int = 0  # how often it was available


@define
class TreeSearch:
    luck: Stream
    playouts: int = PLAYOUTS
    _swing: float = 0.0  # the sum of the absolute score changes of the playouts so far

    @classmethod
    def seeded(cls, seed: int, name: str, playouts: int = PLAYOUTS) -> TreeSearch:
        return cls(Stream.of(seed, f"mcts {name}"), playouts)

    def choose(self, view: ViewSource, question: SeatQuestion, ahead: Ahead) -> Answer:
        answers = candidates(question, self.luck, WIDEST)
        if len(answers) == 1:
            return answers[0]
        tables = [ahead.determinize(self.luck.below(1 << 62)) for _ in range(min(TABLES, self.playouts))]
        root, self._swing = SearchNode(), 0.0
        before = _ahead(tables[0])
        for number in range(self.playouts):
            self._play(root, tables[number % len(tables)].fork(self.luck.below(1 << 62)), answers, before)
            root.visits += 1
        asked = tables[0].request
        if asked is None:
            return answers[0]
        return max(answers, key=lambda answer: _promise(root.ways.get(_key(asked, answer))))

    def _play(self, root: SearchNode, trial: TrialMatch, answers: list[Answer], before: dict[str, int]) -> None:
        """One playout: down the tree, one new answer, then to the end; the result is propagated back up."""
        path: list[tuple[SearchNode, str]] = []
        node, budget = root, LONGEST
        while budget and (asked := trial.request) is not None:
            budget -= 1
            answers_by_key = self._ways(asked, answers if node is root else None, trial.retracts)
            key, new = self._select(node, list(answers_by_key))
            node = node.ways.setdefault(key, SearchNode())
            path.append((node, asked.seat))
            if new and trial.scored:
                resolve_answer(trial, answers_by_key[key])
                break
            trial.answer(answers_by_key[key])
            if new:
                self._finish(trial, budget)
                break
        after = before if trial.winners is not None else _ahead(trial)
        swing = {seat: after[seat] - before[seat] for _, seat in path}
        worth = {seat: self._worth(trial, seat, change, root.visits) for seat, change in swing.items()}
        for node, seat in path:
            node.visits += 1
            node.total += worth[seat]

    def _ways(self, asked: EngineRequest, answers: list[Answer] | None, retracts: str) -> dict[Key, Answer]:
        question = question_of(asked, retracts)
        possible = candidates(question, self.luck, WIDEST) if answers is None else answers
        return {_key(asked, answer): answer for answer in reversed(possible) if not question.refuses(answer)}

    def _select(self, node: SearchNode, keys: list[Key]) -> tuple[Key, bool]:
        untried = [key for key in keys if key not in node.ways or not node.ways[key].visits]
        if untried:
            return untried[self.luck.below(len(untried))], True
        for key in keys:
            node.ways[key].there += 1
        return max(keys, key=lambda key: _worth_trying(node.ways[key])), False

    def _worth(self, trial: TrialMatch, seat: str, change: int, playouts: int) -> float:
        """From 0, lost, to 1, won. A score change counts relative to the typical changes in this search."""
        winners = trial.winners
        if winners is not None:
            return 1.0 if seat in winners else 0.0 if winners else 0.5
        if not trial.plays(seat):
            return 0.0
        self._swing += abs(change)
        return 0.5 + 0.5 * change / (abs(change) + 2 * self._swing / (playouts + 1) + 1)

    def _finish(self, trial: TrialMatch, left: int) -> None:
        by_chance = RandomSeat(self.luck)
        while left and (asked := trial.request) is not None:
            left -= 1
            question = question_of(asked, trial.retracts)
            trial.answer(by_chance.pick(question.sort, question.number, question.least, question.most, question.fits))


def _key(asked: EngineRequest, answer: Answer) -> Key:
    return tuple(asked.options[index].words for index in answer)


def _worth_trying(node: SearchNode) -> float:
    return node.total / node.visits + CURIOSITY * sqrt(_logarithm(node.there + 1) / node.visits)


def _logarithm(number: int) -> float:
    """The binary logarithm, interpolated linearly between powers of two: the same on every machine."""
    whole = number.bit_length() - 1
    return whole + number / (1 << whole) - 1


def _promise(node: SearchNode | None) -> tuple[int, float]:
    return (node.visits, node.total) if node is not None else (0, 0.0)


def _ahead(trial: TrialMatch) -> dict[str, int]:
    """The lead of each seat over the best of the others."""
    scores = {seat: trial.score(seat) for seat in trial.seats}
    return {
        seat: score - max((other for name, other in scores.items() if name != seat), default=0)
        for seat, score in scores.items()
    }
