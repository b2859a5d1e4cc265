"""Which cards each side of a match has, and which are in play.

Nothing here knows a game. At every question each side's cards are looked at: a side has a card that lies in a zone of
its own where it sees the card, such as a hand; the card is in play for that side if everybody sees it. Each side counts
once a match for a card. Of the options of a question, those that name a card are counted, whether they are chosen or
not; a card that the one who is asked does not see has no name there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from attrs import define, field

from interpreter.evaluate import things
from interpreter.evaluate.sight import Sight, player_of
from interpreter.execute.machine import Machine
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch
from interpreter.model import state as s
from interpreter.model.requests import EngineRequest
from interpreter.model.values import CardRef
from interpreter.seats import Answer, Seat, decide, default_answer, question_of
from interpreter.visibility.questions import option_pieces

Had = dict[str, list[set[str]]]
"""By card: the seats that had it, and those for which it was in play."""


class NoSuchCards(Exception):
    """The cards of this kind cannot be counted; the text says why."""


def counted_cards(linked: LinkedProgram, kind: str) -> frozenset[str]:
    """The ids of all cards of a kind, or of every card. Raises `NoSuchCards`."""
    if kind and kind not in linked.layout.kinds:
        raise NoSuchCards(f"there is no kind `{kind}` in this game")
    lineage = linked.program.symbols.lineage
    cards = {id for id, card in linked.cards.items() if "." not in id and (not kind or kind in lineage(card.kind))}
    if not cards:
        raise NoSuchCards(f"there are no cards of the kind `{kind}`")
    return frozenset(cards)


@define
class CardWatch:
    """What each side of one match has had so far."""

    cards: Collection[str]
    had: Had = field(factory=dict)
    options: dict[str, list[int]] = field(factory=dict)
    """By card, also by part of one: the questions that offer it, and those that are answered with it."""

    def answered(self, machine: Machine, request: EngineRequest, answer: Answer) -> None:
        """Count the cards that the options of a question name, and those that its answer names."""
        cells, sight = machine.state.cells, Sight(machine, player_of(machine, request.seat))
        named = [
            {cells[piece + s.CARD] for piece in pieces if not isinstance(piece, str) and sight.sees(piece)}
            | ({option.value.id} if isinstance(option.value, CardRef) else set())
            for option, pieces in zip(request.options, option_pieces(machine, request), strict=True)
        ]
        taken = {card for index in answer for card in named[index]}
        for card in {card for cards in named for card in cards if card is not None}:
            row = self.options.setdefault(card, [0, 0])
            row[0] += 1
            row[1] += card in taken

    def look(self, machine: Machine) -> None:
        cells = machine.state.cells
        everybody = Sight(machine, None)
        sights: dict[int, Sight] = {}
        for card in self.cards:
            for thing in things.copies(machine, card):
                player = things.controller(machine, thing)
                if player is None or cells[thing + s.PLACE] is None:
                    continue
                if player not in sights:
                    sights[player] = Sight(machine, player)
                if sights[player].sees(thing):
                    seats = self.had.setdefault(card, [set(), set()])
                    seat = things.seat_of(machine, player)
                    seats[0].add(seat)
                    if seat not in seats[1] and everybody.sees(thing):
                        seats[1].add(seat)


def play_watched(match: EngineMatch, seats: Mapping[str, Seat], most: int, watch: CardWatch) -> bool:
    """Play a match to its end and look at every question; false if there are too many decisions."""
    while not match.over:
        if len(match.answers) >= most:
            return False
        watch.look(match.machine)
        request = match.requests[0]
        answer = decide(match, request, seats[request.seat])
        given = default_answer(question_of(request)) if request.refuses(answer) else answer
        watch.answered(match.machine, request, given)
        match.answer(request.id, given)
    watch.look(match.machine)
    return True
