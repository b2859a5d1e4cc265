"""The totals of some matches; totals can be added in any order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

CLASSES = 20
"""So many bars of a histogram."""


@frozen
class FailedMatch:
    """A failed match: its seed, the reason, and the path of its record."""

    seed: int
    why: str
    record: str = ""


@define
class Totals:
    """Counts of matches. `wins` has a number for each seat; a shared win counts for each winner."""

    seats: tuple[str, ...]
    games: int = 0
    finished: int = 0
    draws: int = 0
    decisions: int = 0
    rounds: int = 0  # of finished matches
    wins: list[int] = field(factory=list)
    failures: list[FailedMatch] = field(factory=list)
    pairs: dict[int, list[int]] = field(factory=dict)
    """By the number of a pair: how often they met, how often the first of them won, and the second."""
    cards: dict[str, list[int]] = field(factory=dict)
    """By card: the sides that had it, how many of them won; those with it in play, how many of them won."""
    options: dict[str, list[int]] = field(factory=dict)
    """By card: the questions with an option that names it, and how many of them were answered with such an option."""
    lasted: dict[int, int] = field(factory=dict)
    """By the number of decisions: how many finished matches took so many."""

    def __attrs_post_init__(self) -> None:
        self.wins = self.wins or [0] * len(self.seats)

    @property
    def errors(self) -> int:
        return len(self.failures)

    @property
    def unfinished(self) -> int:
        return self.games - self.finished - self.errors

    @property
    def lost(self) -> int:
        """Matches of a single player that ended without a win; with several players that is a draw."""
        return self.finished - self.wins[0] if len(self.seats) == 1 else 0

    @property
    def rounds_mean(self) -> float:
        return self.rounds / self.finished if self.finished else 0.0

    @property
    def lengths(self) -> list[tuple[int, int, int]]:
        """How many finished matches took from so many to so many decisions, in at most twenty equal classes."""
        if not self.lasted:
            return []
        low, high = min(self.lasted), max(self.lasted)
        width = -(-(high - low + 1) // CLASSES)
        classes = range(low, high + 1, width)
        counts = dict.fromkeys(classes, 0)
        for decisions, count in self.lasted.items():
            counts[low + (decisions - low) // width * width] += count
        return [(first, min(high, first + width - 1), counts[first]) for first in classes]

    def ended(self, winners: Sequence[str], decisions: int, rounds: int) -> None:
        self.games += 1
        self.finished += 1
        self.decisions += decisions
        self.rounds += rounds
        self.lasted[decisions] = self.lasted.get(decisions, 0) + 1
        self.draws += not winners and len(self.seats) > 1
        for index, seat in enumerate(self.seats):
            self.wins[index] += seat in winners

    def met(self, pair: int, first: bool, second: bool) -> None:
        """Count a finished match of two contenders."""
        row = self.pairs.setdefault(pair, [0, 0, 0])
        self.pairs[pair] = [row[0] + 1, row[1] + first, row[2] + second]

    def used(self, had: dict[str, list[set[str]]], winners: Sequence[str]) -> None:
        """Count the cards of a finished match: the seats that had each, and those for which it was in play."""
        for card, (owners, players) in had.items():
            counts = (len(owners), len(owners & set(winners)), len(players), len(players & set(winners)))
            self._add_card(card, counts)

    def chosen(self, options: Mapping[str, Sequence[int]]) -> None:
        """Count the options of a finished match that name cards."""
        for card, (offered, taken) in options.items():
            row = self.options.get(card, (0, 0))
            self.options[card] = [row[0] + offered, row[1] + taken]

    def _add_card(self, card: str, counts: Sequence[int]) -> None:
        self.cards[card] = [mine + more for mine, more in zip(self.cards.get(card, (0, 0, 0, 0)), counts, strict=True)]

    def stopped(self, decisions: int) -> None:
        """Count a match that was stopped at the limit of decisions."""
        self.games += 1
        self.decisions += decisions

    def failed(self, failure: FailedMatch) -> None:
        self.games += 1
        self.failures.append(failure)

    def add(self, other: Totals) -> None:
        self.games += other.games
        self.finished += other.finished
        self.draws += other.draws
        self.decisions += other.decisions
        self.rounds += other.rounds
        self.wins = [mine + more for mine, more in zip(self.wins, other.wins, strict=True)]
        for pair, row in other.pairs.items():
            self.pairs[pair] = [mine + more for mine, more in zip(self.pairs.get(pair, (0, 0, 0)), row, strict=True)]
        for card, counts in other.cards.items():
            self._add_card(card, counts)
        self.chosen(other.options)
        for decisions, count in other.lasted.items():
            self.lasted[decisions] = self.lasted.get(decisions, 0) + count
        self.failures = sorted([*self.failures, *other.failures], key=lambda failure: failure.seed)

    def as_list(self) -> list[Any]:
        """Plain lists, for a pipe between processes."""
        failures = [[failure.seed, failure.why, failure.record] for failure in self.failures]
        return [
            self.games,
            self.finished,
            self.draws,
            self.decisions,
            self.rounds,
            self.wins,
            failures,
            sorted(self.pairs.items()),
            sorted(self.cards.items()),
            sorted(self.lasted.items()),
            sorted(self.options.items()),
        ]

    @classmethod
    def from_list(cls, seats: tuple[str, ...], values: Sequence[Any]) -> Totals:
        games, finished, draws, decisions, rounds, wins, failed, pairs, cards, lasted, options = values
        failures = [FailedMatch(*failure) for failure in failed]
        met = {pair: list(row) for pair, row in pairs}
        used = {card: list(row) for card, row in cards}
        chosen = {card: list(row) for card, row in options}
        return cls(
            seats, games, finished, draws, decisions, rounds, list(wins), failures, met, used, chosen, dict(lasted)
        )
