"""The verbs of the language: moving, taking, rolling, shuffling, giving marks, running scripts, winning.

They are events too: hooks may answer them. Where nothing listens they are done at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import interpreter.chance as chance
import interpreter.happening as happening
import interpreter.things as things
from dsl import types as t
from dsl import vocabulary
from dsl.core import Op
from dsl.names import SlotSig, VerbSig
from interpreter import budget, rng
from interpreter import state as s
from interpreter.board import Board, cell_name, drawn_cells
from interpreter.cards import Card
from interpreter.evaluate import value
from interpreter.frames import E_ID, E_STAGE, EVENT, V_ID, V_VERB, W_NAME, WINDOW
from interpreter.scope import RuleError, Scope, items, one
from interpreter.state import Thing, Value
from interpreter.values import CardRef, Face

if TYPE_CHECKING:
    from interpreter.machine import Machine

Values = dict[str, Value]
Doing = Callable[["Machine", Values, Op, Scope], Value]
_VERBS: dict[str, Doing] = {}


def verb(name: str) -> Callable[[Doing], Doing]:
    def register(doing: Doing) -> Doing:
        _VERBS[name] = doing
        return doing

    return register


@cache
def builtin_signature(name: str) -> VerbSig:
    builtin = vocabulary.VERBS[name]
    slots = tuple(SlotSig(slot.preposition, slot.name, t.UNKNOWN, None, not slot.optional) for slot in builtin.slots)
    return VerbSig(name, "builtin", slots, None)


def perform_builtin(m: Machine, name: str, values: Values, op: Op, scope: Scope, gives: tuple[int, str] | None) -> None:
    doing = _VERBS.get(name)
    if doing is None:
        raise RuleError("BW5009", f"the engine cannot do `{name}`", op.span)
    result = doing(m, values, op, scope)
    if gives is not None:
        m.state.scopes[gives[0]][gives[1]] = result


# ----------------------------------------------------------------------------------------------- moving


def leave(m: Machine, thing: Thing) -> None:
    """Take a thing from where it lies."""
    cells = m.state.cells
    place = cells[thing + s.PLACE]
    if isinstance(place, tuple) and place and place[0] == "zone":
        holder, name = place[1], place[2]
        shape = m.world.layout.kinds[cells[holder + s.KIND]]
        at = holder + shape.offset[name]
        if shape.fields[name].levels is not None:
            cells[at] = tuple(tuple(x for x in level if x != thing) for level in cells[at])
        else:
            cells[at] = tuple(x for x in cells[at] if x != thing)
    shape = m.world.layout.kinds[cells[thing + s.KIND]]
    for name, sig in shape.fields.items():
        if sig.sort == "stands":
            cells[thing + shape.offset[name]] = None
    if not (isinstance(place, tuple) and place and place[0] == "cell"):
        cells[thing + s.PLACE] = None


def put(m: Machine, thing: Thing, holder: Thing, name: str, level: int | None = None, on_top: bool = True) -> None:
    cells = m.state.cells
    shape = m.world.layout.kinds[cells[holder + s.KIND]]
    sig = shape.fields[name]
    leave(m, thing)
    at = holder + shape.offset[name]
    if sig.levels is not None:
        low = sig.levels[0]
        index = (level if level is not None else low) - low
        rows = list(cells[at])
        rows[index] = (thing, *rows[index])
        cells[at] = tuple(rows)
    else:
        cells[at] = (thing, *cells[at]) if on_top else (*cells[at], thing)
    cells[thing + s.PLACE] = ("zone", holder, name)
    if cells[holder + s.KIND] == "Player":
        cells[thing + s.OWNER] = holder


def stand(m: Machine, thing: Thing, space: Thing) -> None:
    shape = m.world.layout.kinds[m.state.cells[thing + s.KIND]]
    for name, sig in shape.fields.items():
        on = t.plain(sig.type)
        if sig.sort == "stands" and isinstance(on, t.KindT) and on.name in things.lineage(m, space):
            owner = m.state.cells[thing + s.OWNER]
            leave(m, thing)
            m.state.cells[thing + s.OWNER] = owner
            m.state.cells[thing + shape.offset[name]] = space
            return


def target_zone(m: Machine, op: Op, scope: Scope) -> tuple[Thing, str, int | None] | Thing | None:
    """Where a place leads: a zone with its holder and level, or a space."""
    level = None
    if op.name == "at":
        level = value(op.args[1], scope, m)
        inner = op.args[0]
        if inner.name in ("field", "table_field") and _zone_of(m, inner, scope) is not None:
            found = _zone_of(m, inner, scope)
            assert found is not None
            return (*found, level)
        op_value: Thing | None = one(value(op, scope, m))
        return op_value
    zone = _zone_of(m, op, scope) if op.name in ("field", "table_field") else None
    if zone is not None:
        return (*zone, None)
    space: Thing | None = one(value(op, scope, m))
    return space


def _zone_of(m: Machine, op: Op, scope: Scope) -> tuple[Thing, str] | None:
    if op.name == "table_field":
        holder, name = m.state.cells[s.TABLE], op.data
    else:
        holder, name = one(value(op.args[0], scope, m)), op.data[1]
    if holder is None:
        return None
    sig = m.world.layout.kinds[m.state.cells[holder + s.KIND]].fields.get(name)
    return (holder, name) if sig is not None and sig.sort in ("zone", "children") else None


def _slot(op: Op, name: str) -> Op:
    found: Op = op.args[op.data[1].index(name)]
    return found


@verb("move")
def _move(m: Machine, values: Values, op: Op, scope: Scope) -> Value:
    to = target_zone(m, _slot(op, "place"), scope)
    for thing in items(values["thing"]):
        if isinstance(to, tuple):
            put(m, thing, *to)
        elif to is not None:
            stand(m, thing, to)
    return None


@verb("take")
def _take(m: Machine, values: Values, op: Op, scope: Scope) -> Value:
    count = values["number"]
    if not isinstance(count, int) or not 0 <= count <= budget.DICE_AT_ONCE:
        raise RuleError("BW5012", f"{count} is no number of many to take", op.span)
    sort_op = _slot(op, "sort")
    into = _slot(op, "place")
    to = target_zone(m, into, scope) if into.name != "none" else None
    made = []
    for _ in range(count):
        if sort_op.name == "kind":
            thing = s.create(m.state, m.world.layout.kinds[sort_op.data], None, None)
            begin_fields(m, thing)
        else:
            sort = one(values["sort"])
            card = sort.id if isinstance(sort, CardRef) else m.state.cells[sort + s.CARD]
            thing = create_card(m, m.world.cards[card], None)
        if isinstance(to, tuple):
            put(m, thing, *to)
        elif to is not None:
            stand(m, thing, to)
        made.append(thing)
    return tuple(made)


def create_card(m: Machine, card: Card, owner: Thing | None, parent: Thing | None = None) -> Thing:
    """A copy of a card with its parts, keywords and first values."""
    thing = s.create(m.state, m.world.layout.kinds[card.kind], owner, card.id)
    m.state.cells[thing + s.PARENT] = parent
    begin_fields(m, thing)
    for name, part in card.parts:
        child = create_card(m, part, None, thing)
        at = thing + m.world.layout.kinds[card.kind].offset[name]
        m.state.cells[at] = (*m.state.cells[at], child)
    marks = [value(mark, Scope({}, thing, owner), m) for mark in card.marks]
    m.state.cells[thing + s.MARKS] = tuple((mark.name, mark.args) for mark in marks)
    return thing


def begin_fields(m: Machine, thing: Thing) -> None:
    """The first values of what a thing keeps."""
    shape = m.world.layout.kinds[m.state.cells[thing + s.KIND]]
    card = m.world.cards.get(m.state.cells[thing + s.CARD] or "")
    for name, sig in shape.fields.items():
        if sig.sort != "keeps":
            continue
        printed = card.values.get(name) if card is not None else None
        if printed is not None:
            m.state.cells[thing + shape.offset[name]] = value(printed, Scope({}, thing), m)
            continue
        for ancestor in shape.lineage:
            meanings = [x for x in m.world.program.meanings if x.sort == "kind" and x.name == ancestor]
            for op in (op for meaning in meanings for op in meaning.ops):
                if op.name == "keep" and op.data == name:
                    m.state.cells[thing + shape.offset[name]] = value(op.args[0], Scope({}, thing, thing), m)


@verb("remove")
def _remove(m: Machine, values: Values, op: Op, scope: Scope) -> Value:
    for thing in items(values["things"]):
        remove(m, thing)
    return None


def remove(m: Machine, thing: Thing) -> None:
    for part in things.parts(m, thing):
        remove(m, part)
    leave(m, thing)
    shape = m.world.layout.kinds[m.state.cells[thing + s.KIND]]
    at = s.FIRST_KIND + shape.index
    m.state.cells[at] = tuple(x for x in m.state.cells[at] if x != thing)


@verb("shuffle")
def _shuffle(m: Machine, values: Values, op: Op, scope: Scope) -> Value:
    pile_op, into = _slot(op, "pile"), _slot(op, "place")
    source = target_zone(m, pile_op, scope)
    to = target_zone(m, into, scope) if into.name != "none" else source
    if not isinstance(to, tuple):
        return None
    for thing in items(values["pile"]):
        put(m, thing, to[0], to[1])
    shape = m.world.layout.kinds[m.state.cells[to[0] + s.KIND]]
    at = to[0] + shape.offset[to[1]]
    name = f"shuffle {to[1]}"
    if m.script is not None and m.script.get(name):
        wanted = m.script.pop(name)
        ordered = [next(x for x in m.state.cells[at] if things.is_called(m, x, w)) for w in wanted]
        m.state.cells[at] = (*ordered, *(x for x in m.state.cells[at] if x not in ordered))
        return None
    draws = dict(m.state.cells[s.DRAWS])
    order, draws[name] = rng.shuffled(rng.stream_key(m.seed, name), draws.get(name, 0), m.state.cells[at])
    m.state.cells[s.DRAWS] = tuple(sorted(draws.items()))
    m.state.cells[at] = order
    return None


# ------------------------------------------------------------------------------------------------- dice


@verb("roll")
def _roll(m: Machine, values: Values, op: Op, scope: Scope) -> Value:
    of, into = _slot(op, "die"), _slot(op, "place")
    if of.name != "none":
        count = values["dice"]
        if not isinstance(count, int) or not 0 <= count <= budget.DICE_AT_ONCE:
            raise RuleError("BW5012", f"{count} is no number of dice", op.span)
        die = values["die"]
        made = []
        for _ in range(count):
            thing = s.create(m.state, m.world.layout.kinds[die], None, None)
            begin_fields(m, thing)
            chance.set_face(m, thing, chance.roll(m, die))
            if into.name != "none":
                to = target_zone(m, into, scope)
                if isinstance(to, tuple):
                    put(m, thing, *to)
            made.append(thing)
        return tuple(made)
    found = values["dice"]
    if isinstance(found, str):
        return chance.roll(m, found)
    if isinstance(found, int):
        chance.set_face(m, found, chance.roll(m, m.state.cells[found + s.KIND]))
        return chance.shown_face(m, found)
    for thing in items(found):
        chance.set_face(m, thing, chance.roll(m, m.state.cells[thing + s.KIND]))
    return found


@verb("set")
def _set(m: Machine, values: Values, op: Op, scope: Scope) -> Value:
    face = values["face"]
    for die in items(values["die"]):
        wanted = face if isinstance(face, Face) else _face_like(m, m.state.cells[die + s.KIND], face, op)
        chance.set_face(m, die, wanted)
    return None


def _face_like(m: Machine, die: str, wanted: Value, op: Op) -> Face:
    """The face of a die that shows a symbol or number by itself."""
    for face in chance.faces_of(m, die):
        if face.symbols == (wanted,) or (not face.symbols and face.number == wanted):
            found: Face = face
            return found
    raise RuleError("BW5013", f"{die} has no face {wanted}", op.span)


# ------------------------------------------------------------------------------------------------ marks


@verb("give")
def _give(m: Machine, values: Values, op: Op, scope: Scope) -> Value:
    name, args = values["mark"].name, values["mark"].args
    sig = m.rooms.marks[name]
    stacks = getattr(sig.node, "stacks", None)
    for thing in items(values["bearer"]):
        marks = m.state.cells[thing + s.MARKS]
        known = next((entry for entry in marks if entry[0] == name), None)
        if known is None or (stacks is not None and stacks.text == "apart"):
            m.state.cells[thing + s.MARKS] = (*marks, (name, args))
        elif stacks is not None and stacks.text == "add" and args:
            more = (name, (known[1][0] + args[0], *args[1:]))
            m.state.cells[thing + s.MARKS] = tuple(more if entry is known else entry for entry in marks)
    return None


@verb("lose")
def _lose(m: Machine, values: Values, op: Op, scope: Scope) -> Value:
    name = values["mark"].name
    for thing in items(values["bearer"]):
        marks = m.state.cells[thing + s.MARKS]
        m.state.cells[thing + s.MARKS] = tuple(entry for entry in marks if entry[0] != name)
    return None


# ---------------------------------------------------------------------------------------- scripts and the end


@verb("run")
def _run(m: Machine, values: Values, op: Op, scope: Scope) -> Value:
    script = values["script"]
    if script is None:
        return None
    thing, name = script.thing, script.name
    card = m.world.cards.get(m.state.cells[thing + s.CARD] or "")
    body = card.values.get(name) if card is not None else None
    if body is None:
        return None
    if body.name == "script_rows":
        body = _row(m, body, values.get("key"))
        if body is None:
            return None
    runner = one(values.get("runner")) or things.controller(m, thing) or scope.me
    m.push_text(body, m.state.open_scope({}), thing, runner, None, 5, True)
    return None


def _row(m: Machine, rows: Op, key: Value) -> Op | None:
    if isinstance(key, Face) and not key.symbols:
        key = key.number
    for known, body in zip(rows.data, rows.args, strict=False):
        if m.key_matches(known, key):
            return body if body.name != "none" else None
    return None


@verb("show")
def _show(m: Machine, values: Values, op: Op, scope: Scope) -> Value:
    return None


@verb("end")
def _end(m: Machine, values: Values, op: Op, scope: Scope) -> Value:
    """Leave an event: what it was doing is dropped, what follows it goes on."""
    verb_name = _slot(op, "event").data
    verb_name = verb_name[1] if isinstance(verb_name, tuple) else verb_name
    for index in range(len(m.state.frames) - 1, -1, -1):
        frame = m.state.frames[index]
        event = happening.event_by_id(m, frame[E_ID]) if frame[0] == EVENT else None
        if event is not None and event[V_VERB] == verb_name:
            inside = m.state.frames[index + 1 :]
            del m.state.frames[index + 1 :]
            gone = {other[E_ID] for other in inside if other[0] == EVENT}
            m.state.events = [other for other in m.state.events if other[V_ID] not in gone]
            frame[E_STAGE] = 4
            return None
        if frame[0] == WINDOW and frame[W_NAME] == verb_name:
            del m.state.frames[index:]
            return None
    return None


@verb("eliminate")
def _eliminate(m: Machine, values: Values, op: Op, scope: Scope) -> Value:
    out = items(values["player"])
    m.state.cells[s.PLAYERS] = tuple(p for p in m.state.cells[s.PLAYERS] if p not in out)
    return None


@verb("win")
def _win(m: Machine, values: Values, op: Op, scope: Scope) -> Value:
    m.state.cells[s.OUTCOME] = items(values["winners"])
    return None


@verb("lay")
def _lay(m: Machine, values: Values, op: Op, scope: Scope) -> Value:
    found = one(values["map"])
    lay_map(m, found.id if isinstance(found, CardRef) else m.state.cells[found + s.CARD])
    return None


def lay_map(m: Machine, map_id: str) -> None:
    """Put the spaces of a drawn map into play."""
    card = m.world.cards[map_id]
    board_card = m.world.cards[value(card.values["board"], Scope(), m).id]
    grid = value(board_card.values["grid"], Scope(), m)
    kind = board_card.values["space"].data[1]
    diagonals = bool(value(board_card.values["diagonals"], Scope(), m)) if "diagonals" in board_card.values else False
    legend = {key[1]: part for key, part in zip(card.values["legend"].data, card.values["legend"].args, strict=True)}
    rows = [line.split() for line in card.values["rows"].data.split("\n") if line.strip()]
    void = [sign for sign, part in legend.items() if part.name == "none"]
    cells = drawn_cells(grid, rows, void)
    shape = m.world.layout.kinds[kind]
    spaces = []
    for index, (place, sign) in enumerate(cells):
        thing = s.create(m.state, shape, None, cell_name(grid, place))
        begin_fields(m, thing)
        printed = _legend_value(m, shape, legend[sign]) if sign in legend else ()
        if sign in legend and legend[sign].name == "mark":
            mark = value(legend[sign], Scope({}, thing), m)
            m.state.cells[thing + s.MARKS] = ((mark.name, mark.args),)
        m.state.cells[thing + s.PLACE] = ("cell", index, place, printed)
        spaces.append(thing)
    m.boards[map_id] = (Board(grid, tuple(place for place, _ in cells), diagonals), tuple(spaces))
    m.state.cells[s.BOARD] = map_id


def _legend_value(m: Machine, shape: Any, part: Op) -> tuple[tuple[str, Value], ...]:
    """What a sign prints on its space: a symbol goes to the field of its set."""
    if part.name != "symbol":
        return ()
    set_name, member = part.data
    for name, sig in shape.fields.items():
        if t.plain(sig.type) == t.SymbolT(set_name):
            return ((name, member),)
    return ()
