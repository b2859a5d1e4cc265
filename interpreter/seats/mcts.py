"""A seat that plays many matches in its mind: `mcts`, for every game alike.

A tree of what the players may answer is grown one playout at a time: down the tree by what has paid off so far and what
has been tried little (UCT), then one new answer. Where the ruleset says with `score` how well somebody stands, that
counts as soon as the new answer has had its effect; else the match goes on by chance, up to a bound. Each playout is on
a table as it might be, so an answer may be there on one and not on another; it counts how often it was there (as in
information set tree search). All that is drawn comes from the seat's own stream, and only sums, quotients and roots are
reckoned, so a search comes out the same everywhere.
"""

from __future__ import annotations

from math import sqrt

from attrs import define, field

from interpreter.model.requests import Request
from interpreter.seats import Ahead, Answer, Looks, Question, question_of
from interpreter.seats.greedy import bring_to_rest
from interpreter.seats.random_seat import ByChance, candidates
from interpreter.seats.trials import Trial
from interpreter.visibility.determinize import Stream

PLAYOUTS = 200
TABLES = 16
"""So many tables are supposed for one decision; each serves several playouts, with other dice."""
LONGEST = 40
"""A playout ends after so many answers."""
WIDEST = 60
"""So many answers to one question are looked at."""
CURIOSITY = 0.7

Key = tuple[str, ...]
"""An answer in words: the same one on every table, whatever its number there is."""


@define
class Node:
    """What the players have answered up to here; for each way on, how it went for who answers here."""

    ways: dict[Key, Node] = field(factory=dict)
    visits: int = 0
    total: float = 0.0
    there: int = 0  # how often it could have been chosen


@define
class Search:
    luck: Stream
    playouts: int = PLAYOUTS
    _swing: float = 0.0  # by how much the score has changed in the playouts so far, added up

    @classmethod
    def seeded(cls, seed: int, name: str, playouts: int = PLAYOUTS) -> Search:
        return cls(Stream.of(seed, f"mcts {name}"), playouts)

    def choose(self, view: Looks, question: Question, ahead: Ahead) -> Answer:
        answers = candidates(question, self.luck, WIDEST)
        if len(answers) == 1:
            return answers[0]
        tables = [ahead.determinize(self.luck.below(1 << 62)) for _ in range(min(TABLES, self.playouts))]
        root, self._swing = Node(), 0.0
        before = _ahead(tables[0])
        for number in range(self.playouts):
            self._play(root, tables[number % len(tables)].fork(self.luck.below(1 << 62)), answers, before)
            root.visits += 1
        asked = tables[0].request
        if asked is None:
            return answers[0]
        return max(answers, key=lambda answer: _promise(root.ways.get(_key(asked, answer))))

    def _play(self, root: Node, trial: Trial, answers: list[Answer], before: dict[str, int]) -> None:
        """One playout: down the tree, one step beyond it, then to a stand; what came of it goes up again."""
        path: list[tuple[Node, str]] = []
        here, left = root, LONGEST
        while left and (asked := trial.request) is not None:
            left -= 1
            ways = self._ways(asked, answers if here is root else None, trial.retracts)
            key, new = self._select(here, list(ways))
            here = here.ways.setdefault(key, Node())
            path.append((here, asked.seat))
            if new and trial.scored:
                bring_to_rest(trial, ways[key])
                break
            trial.answer(ways[key])
            if new:
                self._finish(trial, left)
                break
        after = before if trial.winners is not None else _ahead(trial)
        swing = {seat: after[seat] - before[seat] for _, seat in path}
        worth = {seat: self._worth(trial, seat, change, root.visits) for seat, change in swing.items()}
        for node, seat in path:
            node.visits += 1
            node.total += worth[seat]

    def _ways(self, asked: Request, answers: list[Answer] | None, retracts: str) -> dict[Key, Answer]:
        question = question_of(asked, retracts)
        found = candidates(question, self.luck, WIDEST) if answers is None else answers
        return {_key(asked, answer): answer for answer in reversed(found) if not question.refuses(answer)}

    def _select(self, node: Node, keys: list[Key]) -> tuple[Key, bool]:
        untried = [key for key in keys if key not in node.ways or not node.ways[key].visits]
        if untried:
            return untried[self.luck.below(len(untried))], True
        for key in keys:
            node.ways[key].there += 1
        return max(keys, key=lambda key: _worth_trying(node.ways[key])), False

    def _worth(self, trial: Trial, seat: str, change: int, playouts: int) -> float:
        """From 0, lost, to 1, won. A change of the score counts by how large such changes are in this search."""
        winners = trial.winners
        if winners is not None:
            return 1.0 if seat in winners else 0.0 if winners else 0.5
        if not trial.plays(seat):
            return 0.0
        self._swing += abs(change)
        return 0.5 + 0.5 * change / (abs(change) + 2 * self._swing / (playouts + 1) + 1)

    def _finish(self, trial: Trial, left: int) -> None:
        by_chance = ByChance(self.luck)
        while left and (asked := trial.request) is not None:
            left -= 1
            question = question_of(asked, trial.retracts)
            trial.answer(by_chance.pick(question.sort, question.number, question.least, question.most, question.fits))


def _key(asked: Request, answer: Answer) -> Key:
    return tuple(asked.options[index].words for index in answer)


def _worth_trying(node: Node) -> float:
    return node.total / node.visits + CURIOSITY * sqrt(_logarithm(node.there + 1) / node.visits)


def _logarithm(number: int) -> float:
    """Of two, by straight lines between the powers: the same on every machine."""
    whole = number.bit_length() - 1
    return whole + number / (1 << whole) - 1


def _promise(node: Node | None) -> tuple[int, float]:
    return (node.visits, node.total) if node is not None else (0, 0.0)


def _ahead(trial: Trial) -> dict[str, int]:
    """By how much each seat stands better than the best of the others."""
    scores = {seat: trial.score(seat) for seat in trial.seats}
    return {
        seat: score - max((other for name, other in scores.items() if name != seat), default=0)
        for seat, score in scores.items()
    }
