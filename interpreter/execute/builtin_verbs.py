"""The verbs of the language: moving, taking, rolling, shuffling, giving marks, running scripts, winning.

They are events too: hooks may answer them. What a sentence says in its slots is made plain first (a place, a name, a
list of things), so that the doing needs nothing else; where nothing answers a verb it is done at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.dice as dice
import interpreter.evaluate.narration as narration
import interpreter.evaluate.sight as sight
import interpreter.evaluate.things as things
import interpreter.execute.event_pipeline as event_pipeline
import interpreter.execute.leave_triggers as leave_triggers
import interpreter.execute.option_order as option_order
import interpreter.model.current_events as current_events
from dsl.diagnostics.codes import running as codes
from dsl.diagnostics.codes.internal import INTERNAL
from dsl.ir.operations import Op
from dsl.names import builtins
from dsl.names import types as t
from interpreter.evaluate.expressions import value
from interpreter.evaluate.map_setup import lay_map
from interpreter.evaluate.zones import create, create_card, go, place_of, put, remove
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import RuleError, Scope, at_most, bounded, fault, items, one
from interpreter.model.frames import (
    E_IDS,
    E_STAGE,
    E_TODO,
    EVENT,
    F_EVENT,
    F_IT,
    F_SCOPE,
    FLOW,
    TEXT,
    V_ID,
    V_VERB,
    W_NAME,
    WINDOW,
)
from interpreter.model.presence import set_marks
from interpreter.model.requests import Option
from interpreter.model.state import Thing, Value, Values
from interpreter.model.values import CardRef, Face, MarkOf, Place, TextRef

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

Doing = Callable[["Machine", Values], Value]
_VERBS: dict[str, Doing] = {}
_EACH = {"move": "thing", "remove": "things", "eliminate": "player", "set": "die", "give": "bearer", "lose": "bearer"}
"""Which slot makes one event for each of several things."""


def verb(name: str) -> Callable[[Doing], Doing]:
    def register(doing: Doing) -> Doing:
        _VERBS[name] = doing
        return doing

    return register


def perform_builtin(m: Machine, op: Op, frame: list[Any], scope: Scope, gives: tuple[int, str] | None) -> None:
    name = op.data[0]
    values = _plain(m, op, scope)
    values |= {"#it": scope.it, "#me": scope.me, "#event": frame[F_EVENT], "#span": op.span, "#gives": gives}
    if name == "take" and not isinstance(op.type, t.ListT):
        values["#one"] = True  # `take one of …` gives the thing itself
    if name in m.linked.answered:
        each = _EACH.get(name)
        many = [{**values, each: thing} for thing in items(values[each])] if each else [values]
        event_pipeline.begin_events(m, name, many, frame[F_IT], gives)
        return
    m.invalidate()
    result = do_builtin(m, name, values)
    if gives is not None and gives[0] in m.state.scopes and name not in ("begin", "arrange"):
        m.names(gives[0])[gives[1]] = result
    if name in ("eliminate", "win", "remove", "move", "take", "give", "lose"):
        event_pipeline.settle(m)


def _plain(m: Machine, op: Op, scope: Scope) -> Values:
    """The slots of a sentence as plain values."""
    values: Values = {}
    for slot, part in zip(builtins.VERBS[op.data[0]].slots, op.args, strict=True):
        if slot.wants == "end":
            if part.name != "none":
                values["#ending"] = active_rules.end_of(m, part.data, scope)
        elif part.name == "none":
            values[slot.name] = None
        elif slot.wants == "place":
            values[slot.name] = place_of(m, part, scope)
        elif slot.wants == "sort" and part.name in ("kind", "word"):
            values[slot.name] = part.data if part.name == "kind" else part.data[1]
        elif slot.wants == "event":
            values[slot.name] = m.open_window() if part.name == "builtin" else part.data
        else:
            values[slot.name] = value(part, scope, m)
            if op.data[0] == "shuffle" and part.name in ("field", "table_field", "at"):
                values["#pile"] = place_of(m, part, scope)
    return values


def do_builtin(m: Machine, name: str, values: Values) -> Value:
    doing = _VERBS.get(name)
    if doing is None:
        raise fault(INTERNAL, values["#span"], what=f"`{name}`", report="")
    if m.trace is not None:
        m.trace.did(m, name, values)
    try:
        return doing(m, values)
    except RuleError as wrong:
        wrong.span = wrong.span if wrong.span != (0, 0) else values["#span"]
        raise


# ----------------------------------------------------------------------------------------------- moving


@verb("move")
def _move(m: Machine, values: Values) -> Value:
    to, level = values["place"], values.get("level")
    if isinstance(to, Place) and level is not None:
        to = Place(to.holder, to.zone, level)
    many = [thing for thing in items(values["thing"]) if things.is_thing(m, thing)]  # what has left the game stays away
    if isinstance(to, Place):
        leave_triggers.note(m, many)
    for thing in many if level is not None else reversed(many):  # several keep their order, the first on top
        go(m, thing, to)
        if level is not None and isinstance(to, Place):
            to = Place(to.holder, to.zone, (to.level or 0) + 1)
    return None


@verb("take")
def _take(m: Machine, values: Values) -> Value:
    count, sort, to = values["number"], values["sort"], values.get("place")
    if not isinstance(count, int) or not 0 <= count <= limits.DICE_AT_ONCE:
        raise fault(codes.NO_COUNT, found=count, what="things to take", most=f"{limits.DICE_AT_ONCE:,}")
    made = []
    for _ in range(count):
        made.append(_new(m, sort, values["#me"] if to is None else None))
        go(m, made[-1], to)
    return made[0] if values.get("#one") else tuple(made)


def _new(m: Machine, sort: Value, owner: Thing | None) -> Thing:
    """A new thing of a kind, or a copy of a card."""
    if isinstance(sort, str):
        return create(m, sort, owner)
    model = one(sort)
    if model is None:
        raise fault(codes.NO_COUNT, found="nothing", what="things to take", most=f"{limits.DICE_AT_ONCE:,}")
    card = model.id if isinstance(model, CardRef) else m.state.cells[model + s.CARD]
    if card not in m.linked.cards:
        return create(m, m.state.cells[model + s.KIND], owner)
    return create_card(m, m.linked.cards[card], owner)


@verb("remove")
def _remove(m: Machine, values: Values) -> Value:
    many = [thing for thing in items(values["things"]) if things.is_thing(m, thing)]
    leave_triggers.note(m, many)
    for thing in many:
        if things.is_thing(m, thing):  # not gone with one before it
            remove(m, thing)
    return None


@verb("shuffle")
def _shuffle(m: Machine, values: Values) -> Value:
    to = values.get("place") or values.get("#pile")
    if not isinstance(to, Place):
        return None
    if values.get("place") is not None:
        leave_triggers.note(m, items(values["pile"]))
        for thing in reversed(items(values["pile"])):
            put(m, thing, to)
    shape = m.linked.layout.kinds[m.state.cells[to.holder + s.KIND]]
    at = to.holder + shape.offset[to.zone]
    leveled = shape.fields[to.zone].levels
    index = (to.level or leveled[0]) - leveled[0] if leveled is not None else None
    pile = m.state.cells[at] if index is None else m.state.cells[at][index]
    if m.linked.shows:
        sight.moved(m, pile)
    order = dice.shuffled(m, to.zone, pile, to.holder)
    m.state.cells[at] = order if index is None else (*m.state.cells[at][:index], order, *m.state.cells[at][index + 1 :])
    return None


@verb("arrange")
def _arrange(m: Machine, values: Values) -> Value:
    """Ask somebody for an order; the answer is taken in `put_in_order`."""
    many = items(values["things"])
    who = one(values.get("arranger")) or values["#me"]
    if len(many) < 2 or who is None:
        return None
    frame = m.state.frames[-1]
    offered = [many[index] for index in option_order.things_for(m, many, t.ListT(t.THING), who)]
    m.push([TEXT, _NOTHING, 0, m.state.open_scope({}), frame[F_IT], who, None, 0, True, ("arrange", many), None])
    m.request(
        "arrange",
        who,
        tuple(Option(x, narration.shown_value(m, x)) for x in offered),
        len(many),
        len(many),
        "in what order?",
    )
    return None


_NOTHING = Op("block")


def put_in_order(m: Machine, many: tuple[Thing, ...], order: tuple[Thing, ...]) -> None:
    """Things of one pile change places among themselves."""
    place = m.state.cells[many[0] + s.PLACE]
    if not isinstance(place, Place):
        return
    shape = m.linked.layout.kinds[m.state.cells[place.holder + s.KIND]]
    at = place.holder + shape.offset[place.zone]
    waiting = iter(order)
    if shape.fields[place.zone].levels is None:
        m.state.cells[at] = tuple(next(waiting) if thing in many else thing for thing in m.state.cells[at])


@verb("show")
def _show(m: Machine, values: Values) -> Value:
    """Until the block ends that says it: the innermost text is that of the sentence. Compiled code has no onlookers."""
    many = tuple(thing for thing in items(values["things"]) if isinstance(thing, int))
    frame = next((frame for frame in reversed(m.state.frames) if frame[0] == TEXT), None)
    if frame is not None:
        sight.show(m, frame[F_SCOPE], many, items(values["viewers"]), values["#span"])
    narration.show(m, many, items(values["viewers"]))
    return None


# ------------------------------------------------------------------------------------------------- dice


@verb("roll")
def _roll(m: Machine, values: Values) -> Value:
    found, die = values["dice"], values.get("die")
    if die is not None:
        if not isinstance(found, int) or not 0 <= found <= limits.DICE_AT_ONCE:
            raise fault(codes.NO_COUNT, found=found, what="dice", most=f"{limits.DICE_AT_ONCE:,}")
        made = []
        for _ in range(found):
            made.append(create(m, die, one(values.get("roller")) or values["#me"]))
            dice.set_face(m, made[-1], dice.roll(m, die))
        for thing in reversed(made):
            go(m, thing, values.get("place"))
        return tuple(made)
    if isinstance(found, str):
        face = dice.roll(m, found)
        narration.rolled(m, found, face)
        return face
    for thing in items(found):
        dice.set_face(m, thing, dice.roll(m, m.state.cells[thing + s.KIND]))
    return dice.shown_face(m, found) if isinstance(found, int) else found


@verb("set")
def _set(m: Machine, values: Values) -> Value:
    face = values["face"]
    for die in items(values["die"]):
        dice.set_face(m, die, face if isinstance(face, Face) else dice.face_like(m, die, face))
    return None


# ------------------------------------------------------------------------------------------------ marks


@verb("give")
def _give(m: Machine, values: Values) -> Value:
    for mark in items(values["mark"]):
        for thing in items(values["bearer"]):
            give_mark(m, mark, thing, values.get("#ending"))
    return None


def give_mark(m: Machine, mark: MarkOf, thing: Value, ending: Value = None) -> None:
    """Give a keyword or status; for a while, if an ending is said, else for as long as its head says."""
    if not isinstance(thing, int):
        return  # what is not in play bears nothing
    how = things.stacking(m, mark.name)
    marks = m.state.cells[thing + s.MARKS]
    known = next((entry for entry in marks if entry[0] == mark.name), None)
    if known is None or how == "apart":
        more = (*marks, (mark.name, mark.args))
        set_marks(m, thing, at_most(more, limits.MARKS_ON_A_THING, "keywords and statuses on one thing"))
        active_rules.stay(m, mark, thing, ending)
    elif how == "add" and mark.args and isinstance(known[1][0], int) and isinstance(mark.args[0], int):
        sum_of = (mark.name, (bounded(known[1][0] + mark.args[0]), *mark.args[1:]))
        set_marks(m, thing, tuple(sum_of if entry is known else entry for entry in marks))
        if ending is not None:
            active_rules.stay(m, mark, thing, ending)
    elif how == "never":
        active_rules.stay_longer(m, mark, thing, ending)


@verb("lose")
def _lose(m: Machine, values: Values) -> Value:
    """Take keywords and statuses away: all of a name, or those with the numbers that are written."""
    meant = items(values["mark"])
    for thing in items(values["bearer"]):
        if not isinstance(thing, int):
            continue
        marks = m.state.cells[thing + s.MARKS]
        kept = tuple(entry for entry in marks if not any(mark.means(*entry) for mark in meant))
        left = {name for name, _ in kept}
        set_marks(m, thing, kept)
        m.state.cells[s.STANDING] = tuple(
            entry
            for entry in m.state.cells[s.STANDING]
            if not (
                entry[0] is None and entry[1] == thing
                and any(mark.name == entry[2] and (entry[2] not in left or mark.means(*entry[2:4])) for mark in meant)
            )
        )  # fmt: skip
    return None


# ---------------------------------------------------------------------------------------- scripts and the end


@verb("run")
def _run(m: Machine, values: Values) -> Value:
    script = values["script"]
    if not isinstance(script, TextRef):
        return None
    thing = script.thing
    card_id = thing.id if isinstance(thing, CardRef) else m.state.cells[thing + s.CARD]
    card = m.linked.cards.get(card_id or "")
    body = card.values.get(script.name) if card is not None else None
    if body is not None and body.name == "script_rows":
        body = _row(m, body, values.get("key"))
    if body is None or card is None:
        return None
    runner = one(values.get("runner"))
    if runner is None:
        owner = things.controller(m, thing) if isinstance(thing, int) else None
        runner = owner if owner is not None else values["#me"]
    named = _named_in_cost(m, card.values.get("cost"))
    m.push_text(body, m.state.open_scope(named), thing, runner, None, 5, True, values["#event"])
    return None


def _named_in_cost(m: Machine, cost: Op | None) -> Values:
    """`cost 0..6 AP as x` on a card: its texts know what was paid."""
    names = [name for way in cost.data for _, name in way if name] if cost is not None and cost.name == "cost" else []
    found: Values = {}
    for name in names:
        for event in reversed(m.state.events):
            values = current_events.event_values(m, event)
            if f"#paid {name}" in values:
                found[name] = values[f"#paid {name}"]
                break
    return found


def _row(m: Machine, rows: Op, key: Value) -> Op | None:
    if isinstance(key, Face) and not key.symbols:
        key = key.number
    for known, body in zip(rows.data, rows.args, strict=False):
        if m.key_matches(known, key):
            return body if body.name != "none" else None
    return None


@verb("begin")
def _begin(m: Machine, values: Values) -> Value:
    """Another flow, played to its end inside this one."""
    meaning = m.linked.text("flow", values["flow"])
    assert meaning is not None
    cells = m.state.cells
    m.push([FLOW, cells[s.PLAYERS], cells[s.ACTIVE], cells[s.ROUND], values["#gives"], meaning.ops[0]])
    cells[s.ROUND], cells[s.BEGUN] = 0, False
    cells[s.ACTIVE] = one(values.get("starter")) or cells[s.ACTIVE]
    m.push_text(meaning.ops[0], m.state.open_scope({}), None, None, None, 0, True, None)
    return None


@verb("end")
def _end(m: Machine, values: Values) -> Value:
    """Leave an event: what it was doing is dropped, what follows it goes on."""
    name = values["event"]
    for index in range(len(m.state.frames) - 1, -1, -1):
        frame = m.state.frames[index]
        if frame[0] == EVENT and any(e[V_VERB] == name for e in m.state.events if e[V_ID] in frame[E_IDS]):
            m.drop_frames(index + 1)
            if frame[E_STAGE] < 4:
                frame[E_STAGE], frame[E_TODO] = 4, ()
            return None
        if frame[0] == WINDOW and frame[W_NAME] == name:
            m.drop_frames(index)
            return None
    return None


@verb("pass")
def _pass(m: Machine, values: Values) -> Value:
    from interpreter.execute.windows import passed

    passed(m)
    return None


@verb("take_effect")
@verb("volunteer")
def _nothing(m: Machine, values: Values) -> Value:
    """These two are there to be forbidden; see `interpreter.evaluate.suppression`."""
    return None


@verb("eliminate")
def _eliminate(m: Machine, values: Values) -> Value:
    out = items(values["player"])
    m.state.cells[s.PLAYERS] = tuple(p for p in m.state.cells[s.PLAYERS] if p not in out)
    return None


@verb("win")
def _win(m: Machine, values: Values) -> Value:
    m.state.cells[s.OUTCOME] = items(values["winners"])
    return None


@verb("lay")
def _lay(m: Machine, values: Values) -> Value:
    found = one(values["map"])
    if found is not None:
        lay_map(m, found)
    return None
