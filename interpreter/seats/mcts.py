"""A seat that searches by simulated matches: `mcts`, for every game alike.

If the ruleset has a `score`, it looks ahead to the end of the turn (`lookahead`). Otherwise a tree of possible answers
is grown: down the tree by success and curiosity (UCT) to a question with an answer that has not been tried there; from
it the match continues at random, up to a bound. Each walk down the tree uses a determinized table, so an answer may
exist on one and not on another; nodes count how often they were available (as in information set MCTS). All draws come
from the seat's own stream, and only sums, quotients and roots are computed, so a search gives the same result
everywhere.
"""

from __future__ import annotations

from math import sqrt

from attrs import define, field

from interpreter.model.requests import EngineRequest
from interpreter.seats import Ahead, Answer, SeatQuestion, ViewSource, question_of
from interpreter.seats.lookahead import Lookahead, SearchWatch
from interpreter.seats.random_seat import RandomSeat, candidates
from interpreter.seats.trials import TrialMatch
from interpreter.visibility.determinize import Stream

PLAYOUTS = 200
"""The maximum number of answers tried for one decision."""
BOUND = 1_000_000
"""The maximum number of answers tried by a search that only a watch ends."""
ENOUGH, ENOUGH_AHEAD = 12, 40
"""The number of answers tried for each that could be given, in a tree and ahead: a choice between two takes less time
than among twenty."""
TABLES = 8
"""The maximum number of determinized tables for one decision; each serves several walks, with other dice."""
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
    """With a watch and without a number of playouts, the watch alone ends a search."""

    luck: Stream
    playouts: int | None = PLAYOUTS
    watch: SearchWatch | None = None

    @classmethod
    def seeded(
        cls, seed: int, name: str, playouts: int | None = PLAYOUTS, watch: SearchWatch | None = None
    ) -> TreeSearch:
        return cls(Stream.of(seed, f"mcts {name}"), playouts, watch)

    def choose(self, view: ViewSource, question: SeatQuestion, ahead: Ahead) -> Answer:
        answers = candidates(question, self.luck, WIDEST)
        if len(answers) == 1:
            return answers[0]
        if self.watch is not None:
            self.watch.begins()
        table = ahead.determinize(self.luck.below(1 << 62))
        most = self._most((ENOUGH_AHEAD if table.scored else ENOUGH) * len(answers))
        if table.scored:
            return Lookahead(self.luck, ahead, question, most, [table], self.watch).best(answers)
        root, asked = self._grown(answers, ahead, table, most), table.request
        if asked is None:
            return answers[0]
        return max(answers, key=lambda answer: _promise(root.ways.get(_key(asked, answer))))

    def _most(self, enough: int) -> int:
        return BOUND if self.playouts is None else min(self.playouts, enough)

    def _grown(self, answers: list[Answer], ahead: Ahead, table: TrialMatch, most: int) -> SearchNode:
        """The tree after so many walks, or when the watch ends them."""
        root, tables = SearchNode(), [table]
        for walks in range(1, most + 1):
            if len(tables) < min(walks, TABLES):
                tables.append(ahead.determinize(self.luck.below(1 << 62)))
            self._walk(root, tables[(walks - 1) % len(tables)], answers)
            if self.watch is not None and not self.watch.goes_on(walks / most):
                break
        return root

    def _walk(self, root: SearchNode, table: TrialMatch, answers: list[Answer]) -> None:
        """Down the tree to a new answer, and on by chance to a bound; the result is propagated back up."""
        trial = table.fork(self.luck.below(1 << 62))
        path: list[tuple[SearchNode, str]] = []
        node, left = root, LONGEST
        while left and (asked := trial.request) is not None:
            left -= 1
            answers_by_key = self._ways(asked, answers if node is root else None, trial.retracts)
            if not answers_by_key:
                break
            untried = [key for key in answers_by_key if key not in node.ways]
            if untried:
                key = untried[self.luck.below(len(untried))]
                node.ways[key] = SearchNode()
            else:
                key = _select(node, list(answers_by_key))
            node = node.ways[key]
            path.append((node, asked.seat))
            trial.answer(answers_by_key[key])
            if untried:
                self._finish(trial, left)
                break
        worths = _worths(trial)
        for node, seat in path:
            node.visits += 1
            node.total += worths[seat]

    def _ways(self, asked: EngineRequest, answers: list[Answer] | None, retracts: str) -> dict[Key, Answer]:
        question = question_of(asked, retracts)
        possible = candidates(question, self.luck, WIDEST) if answers is None else answers
        return {_key(asked, answer): answer for answer in reversed(possible) if not question.refuses(answer)}

    def _finish(self, trial: TrialMatch, left: int) -> None:
        by_chance = RandomSeat(self.luck)
        while left and (asked := trial.request) is not None:
            left -= 1
            question = question_of(asked, trial.retracts)
            trial.answer(by_chance.pick(question.sort, question.number, question.least, question.most, question.fits))


def _key(asked: EngineRequest, answer: Answer) -> Key:
    return tuple(asked.options[index].words for index in answer)


def _select(node: SearchNode, keys: list[Key]) -> Key:
    for key in keys:
        node.ways[key].there += 1
    return max(keys, key=lambda key: _worth_trying(node.ways[key]))


def _worth_trying(node: SearchNode) -> float:
    return node.total / node.visits + CURIOSITY * sqrt(_logarithm(node.there + 1) / node.visits)


def _logarithm(number: int) -> float:
    """The binary logarithm, interpolated linearly between powers of two: the same on every machine."""
    whole = number.bit_length() - 1
    return whole + number / (1 << whole) - 1


def _promise(node: SearchNode | None) -> tuple[int, float]:
    return (node.visits, node.total) if node is not None else (0, 0.0)


def _worths(trial: TrialMatch) -> dict[str, float]:
    """How a match stands for each seat: 1 if it is won, 0 if it is lost, else a half."""
    return {seat: _worth(trial, seat) for seat in trial.seats}


def _worth(trial: TrialMatch, seat: str) -> float:
    winners = trial.winners
    if winners is not None:
        return 1.0 if seat in winners else 0.0 if winners else 0.5
    return 0.5 if trial.plays(seat) else 0.0
