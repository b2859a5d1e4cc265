"""The built-in verbs: moving, taking, rolling, shuffling, giving marks, running scripts, winning.

They are events too, so hooks may answer them. The slots of a sentence are first reduced to plain values (a place, a
name, a list of things), so the implementation of a verb needs nothing else; a verb that no hook answers runs at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.dice as dice
import interpreter.evaluate.narration as narration
import interpreter.evaluate.sight as sight
import interpreter.evaluate.things as things
import interpreter.execute.leave_triggers as leave_triggers
import interpreter.execute.option_order as option_order
import interpreter.execute.window_turns as window_turns
import interpreter.model.current_events as current_events
from dsl.diagnostics.codes import running as codes
from dsl.diagnostics.codes.internal import INTERNAL
from dsl.ir.operations import Op
from dsl.names import types as t
from interpreter.evaluate.map_setup import lay_map
from interpreter.evaluate.marks import stacking
from interpreter.evaluate.row_keys import key_matches
from interpreter.evaluate.zones import create, create_card, go, put, remove
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import RuleError, at_most, bounded, fault, items, one
from interpreter.model.frames import (
    E_IDS,
    E_STAGE,
    E_TODO,
    EVENT,
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
from interpreter.model.values import CardRef, Face, Location, MarkOf, TextRef
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

SCRIPT_RANK = 5
"""A script has the rank of its card."""
VerbFunction = Callable[["Machine", Values], Value]
_VERBS: dict[str, VerbFunction] = {}


def verb(name: str) -> Callable[[VerbFunction], VerbFunction]:
    def register(function: VerbFunction) -> VerbFunction:
        _VERBS[name] = function
        return function

    return register


def do_builtin(m: Machine, name: str, values: Values) -> Value:
    function = _VERBS.get(name)
    if function is None:
        raise fault(INTERNAL, values["#span"], what=f"`{name}`", report="")
    m.settled = False
    if m.trace is not None:
        m.trace.did(m, name, values)
    try:
        return function(m, values)
    except RuleError as error:
        error.span = error.span if error.span != (0, 0) else values["#span"]
        raise


# ----------------------------------------------------------------------------------------------- moving


@verb("move")
def _move(m: Machine, values: Values) -> Value:
    target, level = values["place"], values.get("level")
    if isinstance(target, Location) and level is not None:
        target = Location(target.holder, target.zone, level)
    moving = [
        thing for thing in items(values["thing"]) if things.is_thing(m, thing)
    ]  # things that have left the game do not move
    if isinstance(target, Location):
        leave_triggers.note(m, moving)
    for thing in moving if level is not None else reversed(moving):  # several things keep their order, the first on top
        go(m, thing, target)
        if level is not None and isinstance(target, Location):
            target = Location(target.holder, target.zone, (target.level or 0) + 1)
    return None


@verb("take")
def _take(m: Machine, values: Values) -> Value:
    count, model, target = values["number"], values["sort"], values.get("place")
    if not isinstance(count, int) or not 0 <= count <= limits.DICE_AT_ONCE:
        raise fault(codes.NO_COUNT, found=count, what="things to take", most=f"{limits.DICE_AT_ONCE:,}")
    taken = []
    for _ in range(count):
        taken.append(_new(m, model, values["#me"] if target is None else None))
        go(m, taken[-1], target)
    return taken[0] if values.get("#one") else tuple(taken)


def _new(m: Machine, kind_or_card: Value, owner: Thing | None) -> Thing:
    """A new thing of a kind, or a copy of a card."""
    if isinstance(kind_or_card, str):
        return create(m, kind_or_card, owner)
    card_or_thing = one(kind_or_card)
    if card_or_thing is None:
        raise fault(codes.NO_COUNT, found="nothing", what="things to take", most=f"{limits.DICE_AT_ONCE:,}")
    card = card_or_thing.id if isinstance(card_or_thing, CardRef) else m.state.cells[card_or_thing + s.CARD]
    if card not in m.linked.cards:
        return create(m, m.state.cells[card_or_thing + s.KIND], owner)
    return create_card(m, m.linked.cards[card], owner)


@verb("remove")
def _remove(m: Machine, values: Values) -> Value:
    removed = [thing for thing in items(values["things"]) if things.is_thing(m, thing)]
    leave_triggers.note(m, removed)
    for thing in removed:
        if things.is_thing(m, thing):  # it may have been removed together with an earlier one
            remove(m, thing)
    return None


@verb("shuffle")
def _shuffle(m: Machine, values: Values) -> Value:
    target = values.get("place") or values.get("#pile")
    if not isinstance(target, Location):
        return None
    if values.get("place") is not None:
        leave_triggers.note(m, items(values["pile"]))
        for thing in reversed(items(values["pile"])):
            put(m, thing, target)
    shape = m.linked.layout.kinds[m.state.cells[target.holder + s.KIND]]
    at = target.holder + shape.offset[target.zone]
    leveled = shape.fields[target.zone].levels
    index = (target.level or leveled[0]) - leveled[0] if leveled is not None else None
    pile = m.state.cells[at] if index is None else m.state.cells[at][index]
    if m.linked.shows:
        sight.moved(m, pile)
    order = dice.shuffled(m, target.zone, pile, target.holder)
    m.state.cells[at] = order if index is None else (*m.state.cells[at][:index], order, *m.state.cells[at][index + 1 :])
    return None


@verb("arrange")
def _arrange(m: Machine, values: Values) -> Value:
    """Ask a player for an order; `put_in_order` applies the answer."""
    arranged = items(values["things"])
    who = one(values.get("arranger")) or values["#me"]
    if len(arranged) < 2 or who is None:
        return None
    frame = m.state.frames[-1]
    offered = [arranged[index] for index in option_order.things_for(m, arranged, t.ListT(t.THING), who)]
    m.push([TEXT, _NOTHING, 0, m.state.open_scope({}), frame[F_IT], who, None, 0, True, ("arrange", arranged), None])
    m.request(
        "arrange",
        who,
        tuple(Option(x, narration.shown_value(m, x)) for x in offered),
        len(arranged),
        len(arranged),
        "in what order?",
    )
    return None


_NOTHING = Op("block")


def put_in_order(m: Machine, arranged: tuple[Thing, ...], order: tuple[Thing, ...]) -> None:
    """Reorder things of one pile among themselves."""
    m.settled = False
    place = m.state.cells[arranged[0] + s.PLACE]
    if not isinstance(place, Location):
        return
    shape = m.linked.layout.kinds[m.state.cells[place.holder + s.KIND]]
    at = place.holder + shape.offset[place.zone]
    ordered, moving = iter(order), set(arranged)
    if shape.fields[place.zone].levels is None:
        m.state.cells[at] = tuple(next(ordered) if thing in moving else thing for thing in m.state.cells[at])


@verb("show")
def _show(m: Machine, values: Values) -> Value:
    """Show things until the enclosing block ends: the innermost text is the one that contains the sentence."""
    shown = tuple(thing for thing in items(values["things"]) if isinstance(thing, int))
    spend(m, limits.WORK_PER_THING * len(shown) * (1 + len(items(values["viewers"]))))
    frame = next((frame for frame in reversed(m.state.frames) if frame[0] == TEXT), None)
    if frame is not None:
        sight.show(m, frame[F_SCOPE], shown, items(values["viewers"]), values["#span"])
    narration.show(m, shown, items(values["viewers"]))
    return None


# ------------------------------------------------------------------------------------------------- dice


@verb("roll")
def _roll(m: Machine, values: Values) -> Value:
    rolling, die = values["dice"], values.get("die")
    if die is not None:
        if not isinstance(rolling, int) or not 0 <= rolling <= limits.DICE_AT_ONCE:
            raise fault(codes.NO_COUNT, found=rolling, what="dice", most=f"{limits.DICE_AT_ONCE:,}")
        rolled = []
        for _ in range(rolling):
            rolled.append(create(m, die, one(values.get("roller")) or values["#me"]))
            dice.set_face(m, rolled[-1], dice.roll(m, die))
        for thing in reversed(rolled):
            go(m, thing, values.get("place"))
        return tuple(rolled)
    if isinstance(rolling, str):
        face = dice.roll(m, rolling)
        narration.rolled(m, rolling, face, one(values.get("roller")))
        return face
    spend(m, limits.WORK_PER_THING * len(items(rolling)))
    for thing in items(rolling):
        dice.set_face(m, thing, dice.roll(m, m.state.cells[thing + s.KIND]))
    return dice.shown_face(m, rolling) if isinstance(rolling, int) else rolling


@verb("set")
def _set(m: Machine, values: Values) -> Value:
    face = values["face"]
    spend(m, limits.WORK_PER_THING * len(items(values["die"])))
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
    """Give a keyword or status: until the given ending, else for as long as its head says."""
    if not isinstance(thing, int):
        return  # a card that is not in play bears no marks
    how = stacking(m, mark.name)
    marks = m.state.cells[thing + s.MARKS]
    spend(m, limits.WORK_PER_THING + len(marks))
    existing = next((entry for entry in marks if entry[0] == mark.name), None)
    if existing is None or how == "apart":
        more = (*marks, (mark.name, mark.args))
        set_marks(m, thing, at_most(more, limits.MARKS_ON_A_THING, "keywords and statuses on one thing"))
        active_rules.stay(m, mark, thing, ending)
    elif how == "add" and mark.args and isinstance(existing[1][0], int) and isinstance(mark.args[0], int):
        total = (mark.name, (bounded(existing[1][0] + mark.args[0]), *mark.args[1:]))
        set_marks(m, thing, tuple(total if entry is existing else entry for entry in marks))
        if ending is not None:
            active_rules.stay(m, mark, thing, ending)
    elif how == "never":
        active_rules.stay_longer(m, mark, thing, ending)


@verb("lose")
def _lose(m: Machine, values: Values) -> Value:
    """Remove keywords and statuses: all of a name, or those with the given arguments."""
    lost = items(values["mark"])
    for thing in items(values["bearer"]):
        if not isinstance(thing, int):
            continue
        marks = m.state.cells[thing + s.MARKS]
        spend(m, limits.WORK_PER_THING + len(marks) * len(lost) + len(m.state.cells[s.STANDING]))
        kept = tuple(entry for entry in marks if not any(mark.means(*entry) for mark in lost))
        left = {name for name, _ in kept}
        set_marks(m, thing, kept)
        m.state.cells[s.STANDING] = tuple(
            entry
            for entry in m.state.cells[s.STANDING]
            if not (
                entry[0] is None and entry[1] == thing
                and any(mark.name == entry[2] and (entry[2] not in left or mark.means(*entry[2:4])) for mark in lost)
            )
        )  # fmt: skip
    return None


# ---------------------------------------------------------------------------------------- scripts and the end


@verb("run")
def _run(m: Machine, values: Values) -> Value:
    script = script_of(m, values)
    if script is not None:
        body, runner, named = script
        thing = values["script"].thing
        m.push_text(body, m.state.open_scope(named), thing, runner, None, SCRIPT_RANK, True, values["#event"])
    return None


def script_of(m: Machine, values: Values) -> tuple[Op, Thing | None, Values] | None:
    """The text that `run` means, who runs it, and the names that it begins with."""
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
    return body, runner, _named_in_cost(m, card.values.get("cost"))


def _named_in_cost(m: Machine, cost: Op | None) -> Values:
    """`cost 0..6 AP as x` on a card: its texts can read the amount paid."""
    names = [name for way in cost.data for _, name in way if name] if cost is not None and cost.name == "cost" else []
    paid: Values = {}
    for name in names:
        for event in reversed(m.state.events):
            values = current_events.event_values(m, event)
            if f"#paid {name}" in values:
                paid[name] = values[f"#paid {name}"]
                break
    return paid


def _row(m: Machine, rows: Op, key: Value) -> Op | None:
    if isinstance(key, Face) and not key.symbols:
        key = key.number
    for row_key, body in zip(rows.data, rows.args, strict=False):
        if key_matches(m, row_key, key):
            return body if body.name != "none" else None
    return None


@verb("begin")
def _begin(m: Machine, values: Values) -> Value:
    """Play another flow to its end inside this one."""
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
    """End an event: its remaining work is dropped, and the text around it continues."""
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
    if m.emitted is not None:
        raise LookupError(name)  # emitted code has begun it: the reference plays such a match
    return None


@verb("pass")
def _pass(m: Machine, values: Values) -> Value:
    window_turns.passed(m)
    return None


@verb("take_effect")
@verb("volunteer")
def _nothing(m: Machine, values: Values) -> Value:
    """These two exist only to be forbidden; see `interpreter.evaluate.suppression`."""
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
    map_card = one(values["map"])
    if map_card is not None:
        lay_map(m, map_card)
    return None
