"""One match of a study: a seat takes a card wherever it may, or avoids it, and the cards in play are watched.

In a game where cards are dealt nobody can choose; then the two arms are the same match, and only the sides that had the
card are compared with those that had not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, frozen

from interpreter.link.linked_program import LinkedProgram
from interpreter.match import begin
from interpreter.seats import Ahead, Answer, Seat, SeatQuestion, ViewSource
from tools.seats import seat as seat_of
from tools.simulation.card_watch import CardWatch, play_watched
from tools.simulation.round_robin import CardPickingSeat

NOBODY = ""


@frozen
class BalanceTable:
    """The game of a study with its bots: the same for all its matches."""

    linked: LinkedProgram
    seats: tuple[str, ...]
    players: tuple[str, ...]
    most: int


@frozen
class ArmResult:
    """A finished match: the worth of each seat (1 won, 0 lost, shared in a draw), and the seats that had the card."""

    worth: Mapping[str, float]
    with_card: frozenset[str]
    taken: bool
    """Whether the seat that wanted the card could choose it."""


@define
class AvoidingSeat:
    """A bot that never chooses a card while it can choose another one."""

    seat: Seat
    avoids: str
    avoided: bool = False

    def choose(self, view: ViewSource, question: SeatQuestion, ahead: Ahead) -> Answer:
        answer = tuple(self.seat.choose(view, question, ahead))
        if question.sort != "choose" or not answer or question.fits is not None:
            return answer
        words = [option.words for option in question.shown(view()).options]
        self.avoided = self.avoided or self.avoids in words
        free = [index for index in range(len(words)) if index not in answer and words[index] != self.avoids]
        kept = [index for index in answer if words[index] != self.avoids]
        return tuple(sorted([*kept, *free[: max(0, question.least - len(kept))]])) if free or kept else answer


def play_arm(table: BalanceTable, seed: int, card: str, id: str, seat: str, avoid: bool = False) -> ArmResult | None:
    """Play one match in which a seat takes or avoids a card, by its shown name; None if it did not end."""
    bots = {name: seat_of(spec, seed, name) for name, spec in zip(table.seats, table.players, strict=True)}
    picking = CardPickingSeat(bots[seat], card)
    avoiding = AvoidingSeat(bots[seat], card)
    bots[seat] = avoiding if avoid else picking
    match = begin(table.linked, table.seats, seed, log=False)
    match.undoable = False
    watch = CardWatch((id,))
    try:
        if not play_watched(match, bots, table.most, watch):
            return None
    finally:
        for bot in bots.values():
            getattr(bot, "close", lambda: None)()
    had, in_play = watch.had.get(id, [set(), set()])
    return ArmResult(
        worth_of(table.seats, match.result), frozenset(in_play or had), avoiding.avoided if avoid else picking.granted
    )


def worth_of(seats: Sequence[str], winners: Sequence[str]) -> dict[str, float]:
    """1 for a win, 0 for a loss; in a draw everybody has an equal share."""
    if not winners:
        return dict.fromkeys(seats, 1 / len(seats) if len(seats) > 1 else 0.0)
    return {seat: float(seat in winners) for seat in seats}
