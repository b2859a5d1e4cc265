"""Repeats a scenario with other hidden cards: a seat that cannot see them must not notice.

Before each move, the cards hidden from one seat and visible to another are exchanged for others of their kind, and the
move is made on both tables. The seat's views, including questions and log, must then be equal byte for byte. Cards that
the scenario names, that work in progress refers to, or whose text works in their zone are left alone. If an exchanged
card is revealed, or its owner is asked a different question because of it, the tables may differ and are not compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import frozen

import interpreter.evaluate.things as things
from dsl.diagnostics.codes import failures as codes
from dsl.diagnostics.codes import running
from dsl.ir.operations import Op
from dsl.syntax import nodes as n
from dsl.syntax.walk import walk
from interpreter.evaluate.sight import Sight, player_of
from interpreter.evaluate.zones import create_card, remove
from interpreter.execute.machine import Machine
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch
from interpreter.model import state as s
from interpreter.model.environment import RuleError
from interpreter.model.events import SEEN, Event, NamedThing
from interpreter.model.frames import TOGETHER
from interpreter.model.requests import Option
from interpreter.model.state import State, Thing
from interpreter.model.values import Location
from interpreter.scenarios.dialogue import Answered, ExecutedText, Play
from interpreter.scenarios.replays import do
from interpreter.scenarios.setup import Fails
from interpreter.visibility.redact import from_rows, in_play, rows, writable_copy, zones
from interpreter.visibility.views import as_text, view

UNLAID = {running.NO_ROLL.id, running.NO_ORDER.id, running.NO_CHANCE.id, running.NOT_IN_PILE.id}
"""Faults of a scenario that has no script for what other cards need."""
ONE_BY_ONE = 6
"""Up to this many hidden cards are exchanged one by one, since one change may mask another; then all at once."""


@frozen
class Swap:
    """A thing that a seat cannot see, its place, and the card that replaces it."""

    thing: Thing
    place: Location
    card: str


def keep_secrets(play: Play) -> None:
    """Fail if a seat's view depends on cards hidden from it."""
    linked = play.machine.linked
    if not any(sig.seen_by for shape in linked.layout.kinds.values() for sig in shape.fields.values()):
        return
    named = frozenset(_named(play.tree))
    for number, move in enumerate(play.moves):
        before = play.states[number]
        for seat in play.machine.seats:
            swaps = _swaps(play, before, seat, named)
            for some in [*([swap] for swap in swaps[:ONE_BY_ONE]), *([swaps] if len(swaps) > 1 else [])]:
                if _shows(play, before, move, seat, some):
                    card = _told(play.machine, before, some[0])
                    raise Fails(codes.LEAK, move.span, seat=seat, card=card)


def _named(tree: n.Scenario) -> Iterator[str]:
    """All names in a scenario, apart from the cards that it puts on the table."""
    laid = {id(item.thing) for step in tree.steps if isinstance(step, n.Given) for item in step.items
            if isinstance(item, n.GivenThing)}  # fmt: skip
    for step in tree.steps:
        for node in walk(step):
            if id(node) in laid:
                continue
            for word in (getattr(node, "text", None), getattr(node, "value", None)):
                if isinstance(word, str):
                    yield word


def _told(m: Machine, state: State, swap: Swap) -> str:
    table = Machine(m.linked, state, m.seed, m.seats)
    holder = things.shown(table, swap.place.holder)
    return f"`{things.shown(table, swap.thing)}` in `{holder}.{swap.place.zone}`"


# ------------------------------------------------------------------------------------------------- what is exchanged


def _swaps(play: Play, state: State, seat: str, named: frozenset[str]) -> list[Swap]:
    if any(frame[0] == TOGETHER for frame in state.frames):
        return []  # each seat decides on its own table
    m = Machine(play.machine.linked, state, play.machine.seed, play.machine.seats)
    viewer = Sight(m, player_of(m, seat))
    others = [Sight(m, player_of(m, other)) for other in m.seats if other != seat]
    spoken = set(_numbers([state.frames, state.events, list(state.scopes.values()), state.requests, state.tape,
                           state.cells[s.HISTORY], state.cells[s.STANDING]]))  # fmt: skip
    swaps: list[Swap] = []
    for holder in in_play(m):
        for sig, at in zones(m, holder):
            if not sig.seen_by:
                continue
            for level, row in rows(sig, state.cells[at]):
                for thing in row:
                    if viewer.sees(thing) or not any(other.sees(thing) for other in others):
                        continue
                    card = (
                        None
                        if spoken & {thing, *things.parts(m, thing)}
                        else _other(m, thing, sig.name, named, len(swaps))
                    )
                    if card is not None:
                        swaps.append(Swap(thing, Location(holder, sig.name, level), card))
    return swaps


def _other(m: Machine, thing: Thing, zone: str, named: frozenset[str], turn: int) -> str | None:
    """Another card of the same kind, if nothing public distinguishes the two."""
    cards = m.linked.cards
    own = m.state.cells[thing + s.CARD]
    kind = m.state.cells[thing + s.KIND]
    alike = [
        id for id in sorted(cards) if cards[id].kind == kind and "." not in id and _silent(m.linked, id, zone, named)
    ]
    if own not in alike or len(alike) < 2:
        return None
    alike.remove(own)
    return alike[turn % len(alike)]


def _silent(linked: LinkedProgram, id: str, zone: str, named: frozenset[str]) -> bool:
    card = linked.cards[id]
    works = linked.works_in[card.kind]
    parts = [part for _, part in card.parts]
    if {id, card.shown, *(part.shown for part in parts), *(part.id.rsplit(".", 1)[-1] for part in parts)} & named:
        return False
    texts = [rule for printed in (card, *parts) for rule in printed.standings]
    return not any(zone in (rule.clauses.works_in or works) for rule in texts)


def _numbers(root: Any) -> Iterator[int]:
    """All numbers in a value: each may refer to a thing."""
    waiting = [root]
    while waiting:
        here = waiting.pop()
        match here:
            case int():
                yield here
            case None | str() | Op():
                continue
            case list() | tuple():
                waiting += here
            case dict():
                waiting += here.values()
            case Option(value=value):
                waiting.append(value)
            case _:
                waiting += [getattr(here, name) for name in getattr(type(here), "__match_args__", ())]


# ----------------------------------------------------------------------------------------------------- two tables


def _shows(play: Play, before: State, move: ExecutedText | Answered, seat: str, swaps: list[Swap]) -> bool:
    """Whether a seat's view differs after these cards are exchanged."""
    original, swapped = (EngineMatch(_table(play, before)) for _ in range(2))
    changed = _exchange(swapped.machine, swaps)
    try:
        do(original, move)
        do(swapped, move)
    except Fails:
        return False
    except RuleError as wrong:
        return wrong.code not in UNLAID
    if _asked(original, seat) != _asked(swapped, seat):
        return False
    hidden = {swap.thing for swap in swaps}
    if _came_to_light(original.machine, seat, hidden) or _came_to_light(swapped.machine, seat, changed):
        return False
    return as_text(view(original, seat)) != as_text(view(swapped, seat))


def _table(play: Play, state: State) -> Machine:
    m = play.machine
    return Machine(m.linked, writable_copy(state), m.seed, m.seats, [], m.script)


def _exchange(m: Machine, swaps: Iterable[Swap]) -> set[Thing]:
    """Replace these cards; returns the new things."""
    cells = m.state.cells
    new: set[Thing] = set()
    for swap in swaps:
        thing = create_card(m, m.linked.cards[swap.card], cells[swap.thing + s.OWNER])
        for sig, at in zones(m, swap.place.holder):
            if sig.name == swap.place.zone:
                exchanged = [tuple(thing if x == swap.thing else x for x in row) for _, row in rows(sig, cells[at])]
                cells[at] = from_rows(sig, exchanged)
        cells[thing + s.PLACE], cells[swap.thing + s.PLACE] = cells[swap.thing + s.PLACE], None
        remove(m, swap.thing)
        new.add(thing)
    return new


def _asked(match: EngineMatch, seat: str) -> list[tuple[str, str]]:
    return [(request.seat, request.sort) for request in match.requests if request.seat != seat]


def _came_to_light(m: Machine, seat: str, hidden: set[Thing]) -> bool:
    """Whether one of these things was or is visible to a seat."""
    player = player_of(m, seat)
    eyes = Sight(m, player)
    if any(things.is_thing(m, thing) and eyes.sees(thing) for thing in hidden):
        return True
    born = {things.born(m, thing) for thing in hidden}
    return any(_tells(entry, player, hidden, born) for entry in m.log or ())


def _tells(entry: Event, player: Thing, hidden: set[Thing], born: set[int]) -> bool:
    values = dict(entry.values)
    if entry.verb == SEEN:
        return values["born"] in born and bool({player, None} & set(values["viewers"]))
    if not entry.parts:  # it was visible to everybody
        return bool(hidden & set(_numbers(entry.values)))
    named = (part for part in entry.parts if isinstance(part, NamedThing) and part.born in born)
    return any({player, None} & set(part.seen) for part in named)
