"""No player's view changes when only what is hidden from that player changes.

Matches are played by chance for a while. Then hidden things change places, or what they are, behind the back of one seat:
in hands of others, in piles, dice in hidden trays. What that seat is shown must be the same, byte for byte: the table,
the log, its questions with their words, what it may do, and why an answer is refused. Who sees what is decided here once
more, in the plainest way, so that a mistake of the engine cannot hide itself.
"""

from __future__ import annotations

from functools import cache

import pytest

import interpreter.evaluate.things as things
from dsl.names.symbols import players_range
from interpreter.evaluate import dice
from interpreter.evaluate.narration import phrase
from interpreter.evaluate.sight import shown
from interpreter.execute.legality import legal
from interpreter.execute.machine import Machine
from interpreter.match import EngineMatch, Refused, start
from interpreter.model import state as s
from interpreter.model.values import Location
from interpreter.seats import decide
from interpreter.seats.greedy import Greedy
from interpreter.seats.mcts import TreeSearch
from interpreter.seats.random_seat import RandomSeat
from interpreter.visibility.determinize import Stream, determinize
from interpreter.visibility.views import as_text, view
from tests.profiles import NIGHTLY
from tests.shipped import mode as own_mode
from tests.shipped import program as rules_of
from tools.play import seat_names

STOPS: dict[tuple[str, str], tuple[int, ...]] = {
    ("scrapyard", ""): (0, 1, 5, 12, 20, 33, 47, 60),
    ("scrapyard", "quick"): (8, 40),
    ("duel", ""): (0, 6, 15, 29),
    ("gekido", ""): (0, 3, 9, 21, 36, 108),
    ("montoons", ""): (0, 7, 31, 58),
    ("robomon", "wild"): (4, 9),
    ("robomon", "battleground"): (0, 1, 5, 12),
    ("robomon", "battleground closed_draft"): (0, 3),
    ("robotblow", ""): (12, 30),
    ("pblrobots", ""): (0, 6, 20, 45, 70),
    ("pblrobots", "keeper_league"): (12,),
    ("pblrobots", "quick_draft"): (4, 25),
    ("pblrobots", "three_player"): (30,),
    ("pblrobots", "three_pilot_rotation"): (10, 24),
    ("pblrobots", "pilot_and_gunner"): (30, 60),
    ("pblrobots", "two_robots_four_hands"): (40,),
    ("pblrobots", "ultimate_robot"): (20,),
    ("pblrobots", "showdown_full"): (40,),
    ("yahtzee", ""): (0, 7),
}
"""After so many decisions matches are looked at."""
SWAPS = 50 if NIGHTLY else 2


@cache
def played(game: str, mode: str, seed: int, decisions: int) -> EngineMatch:
    """A match after some decisions by chance. It is not to be changed."""
    program, modes = rules_of(game), (mode or own_mode(game)).split()
    least, most = players_range(program.symbols, modes)
    match = start(program, seat_names(max(least, min(2, most))), seed, modes=modes)
    seats = {seat: RandomSeat.seeded(seed, seat) for seat in match.machine.seats}
    while not match.over and len(match.answers) < decisions:
        request = match.requests[0]
        match.answer(request.id, decide(match, request, seats[request.seat]))
    return match


def secrets(m: Machine, seat: str) -> list[tuple[int, Location]]:
    """The things that lie in zones that a seat may not look into, and where."""
    viewer = things.find(m, seat, "Player")
    open_to_me = {thing for thing, viewers, _ in shown(m) if viewer in viewers}
    collected = []
    for shape in m.linked.layout.kinds.values():
        for thing in m.state.cells[s.FIRST_KIND + shape.index]:
            place = m.state.cells[thing + s.PLACE]
            if not isinstance(place, Location) or thing in open_to_me:
                continue
            seen_by = m.linked.layout.kinds[m.state.cells[place.holder + s.KIND]].fields[place.zone].seen_by
            assert seen_by in ("", "owner", "nobody")
            if seen_by and (seen_by == "nobody" or things.controller(m, place.holder) != viewer):
                collected.append((thing, place))
    return collected


def behind_the_back_of(match: EngineMatch, seat: str, luck: Stream, by: str) -> EngineMatch:
    """A match that differs only in what a seat cannot see."""
    copy = match.fork()
    m = copy.machine
    cells = m.state.cells
    m.state.presence = None
    alike: dict[tuple[str, str], list[tuple[int, Location]]] = {}
    for thing, place in secrets(m, seat):
        zone = m.linked.layout.kinds[cells[place.holder + s.KIND]].fields[place.zone]
        alike.setdefault((cells[thing + s.KIND], zone.item_kind), []).append((thing, place))
    for (kind, _), many in sorted(alike.items()):
        order = luck.shuffled(tuple(range(len(many))))
        if "Die" in m.symbols.lineage(kind):
            for thing, _ in many:
                faces = dice.faces_of(m, kind)
                dice.set_face(m, thing, faces[luck.below(len(faces))])
        elif by == "places":
            trade_places(m, many, order)
        elif not any(sig.sort == "children" for sig in m.linked.layout.kinds[kind].fields.values()):
            cards = [cells[thing + s.CARD] for thing, _ in many]
            for (thing, _), index in zip(many, order, strict=True):
                cells[thing + s.CARD] = cards[index]
    m.state.presence = None  # it was built again to find out what is hidden
    return copy


def trade_places(m: Machine, many: list[tuple[int, Location]], order: tuple[int, ...]) -> None:
    now = {many[to][0]: many[index][0] for to, index in enumerate(order)}
    owners = {place: m.state.cells[thing + s.OWNER] for thing, place in many}
    for holder, zone in {(place.holder, place.zone) for _, place in many}:
        at = holder + m.linked.layout.kinds[m.state.cells[holder + s.KIND]].offset[zone]
        content = m.state.cells[at]
        if content and isinstance(content[0], tuple):
            m.state.cells[at] = tuple(tuple(now.get(x, x) for x in row) for row in content)
        else:
            m.state.cells[at] = tuple(now.get(x, x) for x in content)
    for thing, place in many:
        m.state.cells[now[thing] + s.PLACE] = place
        m.state.cells[now[thing] + s.OWNER] = owners[place]


def all_that_is_told(match: EngineMatch, seat: str, moves_too: bool) -> list[str]:
    m = match.machine
    results = [as_text(view(match, seat))]
    for request in match.requests:
        if moves_too and request.seat == seat and request.sort == "act" and m.open_window() == request.prompt:
            moves = legal(m, request.prompt, things.find(m, seat, "Player") or 0)
            results += [phrase(m, move.verb, dict(move.values)) for move in moves]
        for answer in ([len(request.options)], [-1], [0, 0], "0", [0] * 1000):
            with pytest.raises(Refused) as refused:
                match.answer(request.id, answer, seat)  # type: ignore[arg-type]
            results.append(refused.value.message)
    return results


CASES = [
    (*game, seed, stop)
    for game, stops in STOPS.items()
    for number, stop in enumerate(stops if NIGHTLY else stops[-2:])
    for seed in ((1, 2) if NIGHTLY else (1 + number % 2,))
]


@pytest.mark.parametrize("game, mode, seed, stop", CASES)
def test_what_is_hidden_cannot_be_read_from_a_view(game: str, mode: str, seed: int, stop: int) -> None:
    match = played(game, mode, seed, stop)
    for seat in match.machine.seats:
        before = all_that_is_told(match, seat, moves_too=True)
        for number in range(SWAPS):
            by = ("places", "cards")[number % 2]
            other = behind_the_back_of(match, seat, Stream.of(number, f"swap {stop}"), by)
            assert all_that_is_told(other, seat, moves_too=True) == before


@pytest.mark.parametrize("game", ["scrapyard", "gekido", "robomon", "robotblow", "pblrobots"])
def test_the_swaps_change_something(game: str) -> None:
    """Else the property above would hold for nothing: somebody else sees the difference."""
    seen = 0
    for name, mode, seed, stop in CASES:
        match = played(name, mode, seed, stop) if name == game and not seen else None
        for seat in match.machine.seats if match is not None else ():
            assert match is not None
            other = behind_the_back_of(match, seat, Stream.of(5, "swap"), "places")
            seen += any(as_text(view(other, who)) != as_text(view(match, who)) for who in match.machine.seats)
    assert seen


@pytest.mark.parametrize("game, mode, seed, stop", CASES)
def test_a_supposed_table_looks_like_the_real_one(game: str, mode: str, seed: int, stop: int) -> None:
    match = played(game, mode, seed, stop)
    for seat in match.machine.seats:
        for number in range(SWAPS):
            supposed = determinize(match.machine, seat, 1000 + number)
            supposed.log = match.machine.log
            assert as_text(view(supposed, seat)) == as_text(view(match, seat))


@pytest.mark.parametrize("game, mode, stop", [("montoons", "", 7), ("montoons", "", 55)])
def test_nobody_can_tell_what_others_decide_at_the_same_time(game: str, mode: str, stop: int) -> None:
    match = played(game, mode, 1, stop).fork()
    assert len(match.requests) > 1
    waits = match.requests[0].seat
    before = all_that_is_told(match, waits, moves_too=False)
    answered = 0
    while (
        request := next((result for result in match.requests if result.seat != waits), None)
    ) is not None and answered < 12:
        match.answer(request.id, decide(match, request, RandomSeat.seeded(answered, request.seat)))
        answered += 1
        assert all_that_is_told(match, waits, moves_too=False)[0] == before[0]
    assert answered


BOTS = {
    "greedy": lambda seat: Greedy.seeded(3, seat),
    "mcts": lambda seat: TreeSearch.seeded(3, seat, 60),
}


PLACES = [("scrapyard", "", 12), ("scrapyard", "", 33), ("gekido", "", 36), ("gekido", "", 108)]


@pytest.mark.parametrize("by", ["places", "cards"])
@pytest.mark.parametrize(
    "bot, game, mode, stop",
    [(bot, *place) for bot in BOTS for place in PLACES] + [("greedy", "robomon", "battleground", 1)],
)
def test_who_sees_the_same_chooses_the_same(bot: str, game: str, mode: str, stop: int, by: str) -> None:
    match = played(game, mode, 1, stop)
    request = match.requests[0]
    choices = set()
    for number in range(3):
        other = match if not number else behind_the_back_of(match, request.seat, Stream.of(number, "swap"), by)
        choices.add(decide(other, request, BOTS[bot](request.seat)))
    assert len(choices) == 1
