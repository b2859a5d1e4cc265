"""A round robin: cards of one kind, each pair equally often with either card at either seat.

Nothing here knows a game. A contender is a card that players pick at the start of a match; the bot at a seat picks the
assigned card as soon as it is offered, and then plays as usual. A match in which the card is never offered does not
count for the pair. The first question about cards shows which cards can be contenders.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from attrs import define

import interpreter.evaluate.things as things
from interpreter.execute.machine import Machine
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, begin
from interpreter.model import state as s
from interpreter.model.requests import EngineRequest
from interpreter.model.values import CardRef
from interpreter.seats import Ahead, Seat, SeatQuestion, ViewSource, default_answer, question_of
from tools.matches.games import Game
from tools.play import seat_names
from tools.simulation.job import SimulationJob

FIRST_QUESTIONS = 200
"""This many questions of a match are examined to find the picks."""


class NoRoundRobin(Exception):
    """A round robin of these cards is impossible; the text says why."""


@define
class CardPickingSeat:
    """A bot that picks one named card when it is offered, and otherwise plays like the seat it wraps.

    If it must pick further cards, it avoids those assigned to other seats.
    """

    seat: Seat
    wish: str
    leaves: tuple[str, ...] = ()
    granted: bool = False

    def choose(self, view: ViewSource, question: SeatQuestion, ahead: Ahead) -> Sequence[int]:
        answer = self.seat.choose(view, question, ahead)
        if self.granted or question.sort != "choose" or not question.most:
            return answer
        words = [option.words for option in question.shown(view()).options]
        if self.wish not in words:
            return answer
        self.granted = True
        card_index = words.index(self.wish)
        number = max(question.least, len(answer)) - 1
        # the wrapped seat's choice first, then any other
        rest = [*answer, *(index for index in range(len(words)) if index not in answer)]
        other_indexes = [index for index in rest if index != card_index]
        other_indexes.sort(key=lambda index: words[index] in self.leaves)
        return tuple(sorted([card_index, *other_indexes[:number]]))

    def close(self) -> None:
        getattr(self.seat, "close", lambda: None)()


def pair_of(order: SimulationJob, seed: int) -> tuple[int, bool]:
    """The pair that meets in the match with this seed, and whether their seats are swapped."""
    each = order.games // pairs(order)
    number = seed - order.seed
    return number // each, number % 2 == 1


def pairs(order: SimulationJob) -> int:
    return len(meetings(order.contenders))


def wishes_of(order: SimulationJob, seed: int) -> tuple[str, ...]:
    """The card assigned to each seat in the match with this seed."""
    pair, swapped = pair_of(order, seed)
    two = meetings(order.contenders)[pair]
    return two[::-1] if swapped else two


@cache
def meetings(contenders: tuple[str, ...]) -> list[tuple[str, str]]:
    """All pairs, in the order in which they meet."""
    return list(combinations(contenders, 2))


def contenders(game: Game, kind: str = "") -> tuple[str, ...]:
    """The names of all cards of a kind (default: the kind that both players pick from first). Raises `NoRoundRobin`."""
    least, most = game.players
    if not least <= 2 <= most:
        raise NoRoundRobin("the game is not for two players")
    linked = game.linked()
    if kind and kind not in linked.layout.kinds:
        raise NoRoundRobin(f"there is no kind `{kind}` in this game")
    card_kind = kind or _picked_from(linked)
    lineage = linked.program.symbols.lineage
    names = [card.shown for id, card in linked.cards.items() if "." not in id and card_kind in lineage(card.kind)]
    if len(names) < 2:
        raise NoRoundRobin(f"there are fewer than two cards of the kind `{card_kind}`")
    return tuple(sorted(names))


def _picked_from(linked: LinkedProgram) -> str:
    match = begin(linked, tuple(seat_names(2)), 1, log=False)
    picked: dict[str, set[str]] = {}
    for _ in range(FIRST_QUESTIONS):
        if match.over:
            break
        request = match.requests[0]
        kind = _kind_of(match, request)
        if kind:
            picked.setdefault(kind, set()).add(request.seat)
            if len(picked[kind]) == 2:  # a card that only one of them picks, such as a map, is no contender
                return kind
        match.answer(request.id, default_answer(question_of(request)))
    if picked:
        return next(iter(picked))
    raise NoRoundRobin("players pick no cards when a match begins: name the kind, `--round-robin Kind`")


def _kind_of(match: EngineMatch, request: EngineRequest) -> str:
    """The kind of the cards that a question offers, if it offers nothing else."""
    if request.sort != "choose" or len(request.options) < 2:
        return ""
    m = match.machine
    kinds = {_card_kind(m, option.value) for option in request.options}
    return kinds.pop() if len(kinds) == 1 else ""


def _card_kind(m: Machine, value: object) -> str:
    """The kind of a card, or of the card that a thing is a copy of; empty for anything else."""
    if not isinstance(value, CardRef):
        card = m.state.cells[value + s.CARD] if isinstance(value, int) and things.is_thing(m, value) else None
        return m.linked.cards[card].kind if card in m.linked.cards else ""
    return m.linked.cards[value.id].kind
