"""Secrets over whole matches of PBL Robots: draft piles, both opening hands, inherited and drafted cards, decks.

At every question of a match, what is hidden from a seat changes places, or is other cards, behind its back; the seat is
shown the same, to the last word. The sampled stops of `tests/properties/test_non_interference.py` look at all games.
"""

from __future__ import annotations

from collections import Counter

import pytest

import interpreter.evaluate.things as things
from interpreter.match import EngineMatch, start
from interpreter.model import state as s
from interpreter.model.values import Location
from interpreter.seats import decide
from interpreter.seats.random_seat import RandomSeat
from interpreter.visibility.determinize import Stream
from interpreter.visibility.views import as_text, view
from tests.profiles import NIGHTLY
from tests.properties.test_non_interference import behind_the_back_of, secrets
from tests.shipped import program as rules_of
from tools.play import seat_names

MATCHES = [("traditional", 2, 3), ("three_player", 3, 1), ("keeper_league", 2, 2), ("three_pilot_rotation", 2, 4)]
EVERY = 1 if NIGHTLY else 3
"""Every so many questions, and at all of the first ones: the draft is there."""
FIRST = 40
MOST = 250


def zones_of_secrets(match: EngineMatch, seat: str) -> set[str]:
    """The zones whose contents are hidden from a seat now, those of others with an `other` before them."""
    m = match.machine
    viewer = things.find(m, seat, "Player")
    places = [place for _, place in secrets(m, seat)]
    return {
        f"{'own' if things.controller(m, place.holder) == viewer else 'other'} {place.zone}"
        for place in places
        if isinstance(place, Location)
    }


@pytest.mark.parametrize("mode, players, seed", MATCHES)
def test_nothing_hidden_shows_at_any_question_of_a_match(mode: str, players: int, seed: int) -> None:
    match = start(rules_of("pblrobots"), seat_names(players), seed, modes=[mode])
    bots = {seat: RandomSeat.seeded(seed, seat) for seat in match.machine.seats}
    hidden: Counter[str] = Counter()
    while not match.over and len(match.answers) < MOST:
        number = len(match.answers)
        if number < FIRST or number % EVERY == 0:
            for seat in match.machine.seats:
                shown = as_text(view(match, seat))
                by = ("places", "cards")[number % 2]
                other = behind_the_back_of(match, seat, Stream.of(number, f"swap {seat}"), by)
                assert as_text(view(other, seat)) == shown, (seat, number)
                if other.machine.state.cells[s.FIRST_KIND :] != match.machine.state.cells[s.FIRST_KIND :]:
                    hidden.update(zones_of_secrets(match, seat))
        request = match.requests[0]
        match.answer(request.id, decide(match, request, bots[request.seat]))
    assert {"other hand", "other drafted", "own deck", "other deck"} <= set(hidden)
    if mode != "keeper_league":
        assert hidden["own piles"] or hidden["other piles"]
