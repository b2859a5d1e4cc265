"""What emitted code calls: questions, hooks, payments, nested flows, and the reference for whatever is not emitted.

Emitted code runs straight: whoever answers is called where the question is, so nothing is kept while somebody thinks.
The events that some rule observes are in `state.events`, with their names in `state.scopes`; open windows and nested
flows are in `state.frames`. So the reference can evaluate any expression and execute any sentence in the middle of
emitted code: `sentence` and `events` push its frames on top, run them, answer their questions, and return.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

import interpreter.backend.bearing as bearing
import interpreter.backend.now as now
import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.dice as dice
import interpreter.evaluate.expressions as expressions
import interpreter.evaluate.history as history
import interpreter.evaluate.sight as sight
import interpreter.execute.builtin_verbs as builtin_verbs
import interpreter.execute.event_pipeline as event_pipeline
import interpreter.execute.leave_triggers as leave_triggers
import interpreter.execute.option_order as option_order
from dsl.ir.operations import Op
from dsl.names import types as t
from interpreter.backend.asking import ask, ask_together, begin_decision, offered
from interpreter.backend.bearing import in_turn
from interpreter.backend.paying import pay
from interpreter.backend.quick_words import blind_places, hides_any, reckoned
from interpreter.backend.several import decide_together, events, together
from interpreter.compiled.support import Bail, Cells, look
from interpreter.evaluate.assignments import assign
from interpreter.evaluate.domain import domain
from interpreter.evaluate.row_keys import key_matches
from interpreter.execute import action_search, costs, legality
from interpreter.execute.answers import take
from interpreter.execute.leave_triggers import LEFT
from interpreter.link.linked_rules import Offered
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import AROUND, Over, Scope, items, one
from interpreter.model.frames import (
    FLOW,
    TEXT,
    V_CHANGES,
    V_FLAGS,
    V_ID,
    V_REPLACED,
    V_SCOPE,
    V_VERB,
    WINDOW,
)
from interpreter.model.moves import Move
from interpreter.model.requests import Option
from interpreter.model.state import Thing, Value, Values
from interpreter.model.values import Deed as Deed

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

STAGE = 9
"""Behind the values of an event that is counted: there while its body runs."""


class Leave(Exception):
    """A phase is left from the middle of its text."""


class Ended(Exception):
    """`end`: the event with this number, or the window with this scope, is over."""


# ------------------------------------------------------------------------------------------------------- questions


def chosen_of(
    m: Machine, options: tuple[Value, ...], least: int, most: int, who: Thing | None, hidden: t.Type | None
) -> tuple[Value, ...]:
    """What somebody chooses; there is more than one way."""
    if hidden is not None:
        options = tuple([options[index] for index in option_order.things_for(m, options, hidden, who)])
    return tuple([options[index] for index in ask(m, "choose", who, len(options), least, most, options)])


def chosen_one(m: Machine, options: Sequence[Value], who: Thing | None, hidden: t.Type | None) -> Value:
    """The one that somebody chooses of several."""
    if hidden is not None:
        options = [options[index] for index in option_order.things_for(m, tuple(options), hidden, who)]
    return options[ask(m, "choose", who, len(options), 1, 1, options)[0]]


def chance_of(m: Machine, options: tuple[Value, ...], least: int, most: int) -> tuple[Value, ...]:
    return dice.choose(m, tuple([Option(option, "") for option in options]), least, most)


def fitting(
    m: Machine, options: tuple[Value, ...], least: int, most: int, good: Callable[[tuple[Value, ...]], Value]
) -> tuple[tuple[int, ...], ...]:
    """The sets of options that fulfil a condition together, small ones first."""
    sizes = range(max(0, least), most + 1)
    if sum(comb(len(options), size) for size in sizes) > limits.SETS_TRIED:
        raise Bail
    return tuple(
        [
            chosen
            for size in sizes
            for chosen in combinations(range(len(options)), size)
            if good(tuple([options[index] for index in chosen]))
        ]
    )


def chosen_set(
    m: Machine,
    options: tuple[Value, ...],
    fits: tuple[tuple[int, ...], ...],
    least: int,
    most: int,
    who: Any,
    hidden: t.Type | None,
) -> tuple[Value, ...]:
    if len(fits) == 1:
        return tuple([options[index] for index in fits[0]])
    if who == "chance":
        return dice.choose_set(m, tuple([Option(option, "") for option in options]), fits)
    if who is None or len(options) > limits.OPTIONS:
        raise Bail
    if hidden is not None:
        order = option_order.things_for(m, options, hidden, who)
        options = tuple([options[index] for index in order])
        fits = option_order.fits_for(fits, order)
    begin_decision(m)
    m.state.next_request += 1
    if m.heard is not None or m.state.tape:
        answer = ask_together(m, "choose", who, len(options), least, most, fits, options)
    else:
        answer = m.answerer.ask("choose", who, len(options), least, most, fits)
    return tuple([options[index] for index in answer])


def asked_at_table(m: Machine, type: t.Type, who: Thing | None) -> Value:
    every = domain(m, type)
    if not every:
        return None
    ordered = [every[index] for index in option_order.things_for(m, every, t.ListT(type), who)]
    return ordered[ask(m, "ask", who, len(ordered), 1, 1, ordered)[0]]


def arranged(m: Machine, values: Values) -> None:
    things = items(values["things"])
    who = one(values.get("arranger")) or values["#me"]
    if len(things) < 2 or who is None:
        return
    offered = [things[index] for index in option_order.things_for(m, things, t.ListT(t.THING), who)]
    answer = ask(m, "arrange", who, len(offered), len(offered), len(offered), offered)
    builtin_verbs.put_in_order(m, things, tuple([offered[index] for index in answer]))


def way(m: Machine, keys: tuple[Any, ...], found: Value) -> int:
    """The row of a `match` that applies; the number of rows if none does."""
    for index, key in enumerate(keys):
        if key_matches(m, key, found):
            return index
    return len(keys)


# ---------------------------------------------------------------------------------------------- by the reference


def drive(m: Machine, floor: int) -> None:
    """Let the reference run until so many frames are left, and answer what it asks."""
    state = m.state
    m.settled = False
    bottom, m.bottom = m.bottom, floor
    while True:
        m.run(floor)
        if state.requests:
            request = state.requests[0]
            begin_decision(m)
            answerer: Any = m.answerer
            take(m, request, answerer.request(m, request))
        elif state.cells[s.OUTCOME] is not None:
            m.bottom = bottom
            raise Over
        else:
            break
    m.bottom = bottom
    m.settled = False
    now.refresh_all(m)
    if m.board_cache is None or m.board_cache.laid is not state.cells[s.BOARD]:
        look(m, state.cells)


def sentence(
    m: Machine, op: Op, names: Values, it: Value, me: Thing | None, actor: Thing | None, rank: int, event: Any
) -> Values:
    """One sentence by the reference, with the names of the text around it; returns them as they are then."""
    state = m.state
    m.memo = None
    if event is not None:
        names[AROUND] = event[V_SCOPE]
    scope = state.open_scope(names)
    floor = len(state.frames)
    number = event[V_ID] if event is not None else None
    m.push([TEXT, op, 0, scope, it, me, actor, rank, False, None, number])
    drive(m, floor)
    found = state.scopes.pop(scope)
    if event is not None:
        state.scopes[event[V_SCOPE]].update({key: paid for key, paid in found.items() if key.startswith("#paid")})
    return found


# ----------------------------------------------------------------------------------------------------------- events


def run_hooks(m: Machine, c: Cells, event: list[Any], entries: Sequence[Any]) -> None:
    """Run the waiting hooks of an event, each if it still applies."""
    if len(entries) > 1:
        entries = in_turn(m, entries)
    for index, entry in enumerate(entries):
        run_hook(m, c, event, entry, index > 0)


def run_hook(m: Machine, c: Cells, event: list[Any], entry: Any, again: bool) -> None:
    """Run one waiting hook; something may have changed since it was found."""
    _, source, it, me, extra = entry[:5]
    if "cancelled" in event[V_FLAGS]:
        return
    names = dict(extra)
    if not again or active_rules.applies(
        m, source.standing, it, me, names, m.state.scopes[event[V_SCOPE]], event, LEFT in names
    ):
        begin_hook(m, c, source, event, it, me, names)


def begin_hook(m: Machine, c: Cells, source: Any, event: list[Any], it: Value, me: Thing | None, names: Values) -> bool:
    """Run a hook, if whoever may decline it does not."""
    rule = source.standing
    values = m.state.scopes[event[V_SCOPE]]
    actor = values.get("me")
    if rule.may is not None:
        who = one(expressions.value(rule.may, Scope({**values, **names}, it, me, None, actor), m))
        if who is None or who not in c[s.PLAYERS] or not bearing.may_volunteer(m, who):
            return False
        if not ask(m, "may", who, 1, 0, 1, (True,)):
            return False
    if rule.clauses.once_per:
        history.mark_used(m, rule, it)
    m.emitted.hook(rule, source.rank, event[V_VERB])(m, c, event, values, it, me, actor, names)
    return True


def after(m: Machine, c: Cells, event: list[Any], names: Values, hits: Any) -> None:
    """Run the hooks that answer a completed event, and those of things that left during it."""
    entries = hits(m, c, names, event)
    if LEFT in names:
        entries = [entry[:5] for entry in entries]
        entries += leave_triggers.answering(m, event, entries)
    if entries:
        run_hooks(m, c, event, entries)


def replaced(m: Machine, c: Cells, event: list[Any], hits: Any) -> bool:
    """Whether a hook is done instead of an event."""
    while True:
        entries = [
            entry
            for entry in hits(m, c, m.state.scopes[event[V_SCOPE]], event)
            if (m.linked.number_of(entry[1].standing), entry[2]) not in event[V_REPLACED]
        ]
        if not entries:
            return False
        if len(entries) > 1:
            most = max(entry[1].rank for entry in entries)
            entries = in_turn(m, [entry for entry in entries if entry[1].rank == most])
        _, source, it, me, extra = entries[0][:5]
        event[V_REPLACED] = (*event[V_REPLACED], (m.linked.number_of(source.standing), it))
        event[V_FLAGS] = (*event[V_FLAGS], "replaced")
        if begin_hook(m, c, source, event, it, me, dict(extra)):
            return True
        event[V_FLAGS] = tuple(flag for flag in event[V_FLAGS] if flag != "replaced")


def done_before(m: Machine, verb: str) -> tuple[Any, ...]:
    return event_pipeline.done_before(m, verb)


def kept(m: Machine, event: list[Any], name: str, value: Value) -> Value:
    frame = [None] * 10 + [event[V_ID]]
    return event_pipeline.keep(m, frame, name, value)


def change(event: list[Any], name: str, rank: int, layer: str, own: str, value: Value) -> None:
    event[V_CHANGES] = (*event[V_CHANGES], (name, rank, layer, own, value))


def say(
    m: Machine, standing: Any, names: Values, it: Value, me: Thing | None, actor: Thing | None, rank: int, event: Any
) -> None:
    frame = [TEXT, None, 0, None, it, me, actor, rank, False, None, event[V_ID] if event is not None else None]
    active_rules.say(m, standing, frame, Scope(names, it, me, None, actor))


def ending(m: Machine, clauses: Any, names: Values, it: Value, me: Thing | None, actor: Thing | None) -> Any:
    return active_rules.end_of(m, clauses, Scope(names, it, me, None, actor))


def builtin_event(m: Machine, c: Cells, verb: str, many: Sequence[Values], it: Value) -> Value:
    """A verb of the language that some rule answers."""
    return together(m, c, verb, _do_builtin, many, it)


def _do_builtin(m: Machine, c: Cells, event: list[Any], values: Values, it: Value) -> Value:
    found = builtin_verbs.do_builtin(m, event[V_VERB], values)
    if event[V_VERB] in ("lay", "remove"):
        look(m, c)
    return found


def assigned(
    m: Machine, target: Op, sign: str, new: Value, names: Values, it: Value, me: Thing | None, actor: Thing | None
) -> None:
    """An assignment to a row of a table, or to what an event holds."""
    assign(m, target, sign, new, Scope(names, it, me, None, actor))
    m.settled = False


def show(m: Machine, scope: int, values: Values) -> None:
    shown = tuple([thing for thing in items(values["things"]) if isinstance(thing, int)])
    sight.show(m, scope, shown, items(values["viewers"]), values["#span"])


def in_a_turn(m: Machine) -> bool:
    """Whether a phase of a player is in progress."""
    scopes = m.state.scopes
    return any("#active" in scopes[event[V_SCOPE]] for event in m.state.events)


def drop(m: Machine, events: int, frames: int) -> None:
    """Abandon what was in progress above some events and frames."""
    state = m.state
    dropped = state.events[events:]
    for event in reversed(dropped):
        if len(event) > STAGE and not {"cancelled", "replaced"} & set(event[V_FLAGS]):
            inside = tuple(other[V_ID] for other in state.events if other[V_ID] > event[V_ID])
            history.record(m, event[:STAGE], (event[V_ID], *inside))
    for event in dropped:
        active_rules.end_standings(m, "end", event)
        state.scopes.pop(event[V_SCOPE], None)
    del state.events[events:]
    for frame in state.frames[frames:]:
        if frame[0] == WINDOW:
            state.scopes.pop(frame[2], None)
    del state.frames[frames:]
    m.settled = False
    now.refresh_all(m)


def end_event(m: Machine, name: str) -> None:
    """`end`: leave the innermost event or window of a name."""
    event = next((event for event in reversed(m.state.events) if event[V_VERB] == name), None)
    if event is not None:
        raise Ended(event[V_ID])
    frame = next((frame for frame in reversed(m.state.frames) if frame[0] == WINDOW and frame[1] == name), None)
    if frame is not None:
        raise Ended(frame[2])


def begin_flow(m: Machine, c: Cells, values: Values) -> Value:
    """Play another flow to its end inside this one; returns its only winner."""
    meaning = m.linked.text("flow", values["flow"])
    assert meaning is not None
    state = m.state
    before = c[s.PLAYERS], c[s.ACTIVE], c[s.ROUND]
    frames, events, several = len(state.frames), len(state.events), m.several
    state.frames.append([FLOW, *before, None, meaning.ops[0]])
    c[s.ROUND], c[s.BEGUN] = 0, False
    c[s.ACTIVE] = one(values.get("starter")) or c[s.ACTIVE]
    m.settled = False
    try:
        m.emitted.flow(meaning.ops[0])(m, c)
    except Over:
        pass
    m.several = several
    winners: tuple[Thing, ...] = c[s.OUTCOME] or ()
    drop(m, events, frames)
    c[s.OUTCOME], c[s.BEGUN] = None, True
    c[s.PLAYERS], c[s.ACTIVE], c[s.ROUND] = before
    return winners[0] if len(winners) == 1 else None


def run_script(m: Machine, c: Cells, values: Values, event: Any) -> None:
    """A text printed on a card."""
    script = values["script"]
    found = builtin_verbs.script_of(m, values)
    if found is None:
        return
    body, runner, named = found
    m.emitted.script(body)(m, c, event, named, script.thing, runner)


# ---------------------------------------------------------------------------------------------------------- windows


def open_window(m: Machine, name: str, values: Values) -> list[Any]:
    state = m.state
    frame = [WINDOW, name, state.open_scope(values), 0, 0, 0, 0, (), None, None]
    state.frames.append(frame)
    return frame


def close_window(m: Machine, frame: list[Any]) -> tuple[Any, ...]:
    m.state.frames.pop()
    m.state.scopes.pop(frame[2], None)
    taken: tuple[Any, ...] = frame[7]
    return taken


def in_order(m: Machine, window: str, moves: list[Any], player: Thing) -> list[Any]:
    """Moves in the order in which they are offered to somebody who may not see all of what they name."""
    if len(moves) < 2:
        return moves
    places = m.emitted.blind.get(window)
    if places is None:
        places = m.emitted.blind[window] = blind_places(m.linked, window)
    if not hides_any(m, places, moves, player):
        return moves
    actions = m.linked.actions[window]
    named = [_move(m, actions[move[0]].op.data, move, player) for move in moves]
    ordered = option_order.moves_for(m, window, named, player)
    if ordered is named:
        return moves
    first = {action.op.data: number for number, action in reversed(list(enumerate(actions)))}
    return [_raw(m, first[move.verb], move) for move in ordered]


def _names(m: Machine, verb: str) -> list[str]:
    return [slot.name for slot in m.linked.signatures[verb].slots if slot.name != "me"]


def _move(m: Machine, verb: str, raw: tuple[Any, ...], player: Thing) -> Move:
    values = {**dict(zip(_names(m, verb), raw[3:], strict=True)), "me": player, **(raw[2] or {})}
    return Move(verb, tuple(values.items()), raw[1])


def _raw(m: Machine, number: int, move: Move) -> tuple[Any, ...]:
    values = dict(move.values)
    slots = [values.pop(name) for name in _names(m, move.verb)]
    values.pop("me")
    return (number, move.it, values, *slots)


def enumerated(m: Machine, action: Offered, number: int, player: Thing, out: list[Any]) -> None:
    """The moves of an action by the reference."""
    names = _names(m, action.op.data)
    for it, extra in legality.bringers(m, action, player):
        for values in action_search.good(m, action, it, extra, player):
            out.append((number, it, extra, *[values[name] for name in names]))


def again(m: Machine, action: Offered, number: int, player: Thing, out: list[Any]) -> None:
    """The same where emitted code has raised something: what it has found is forgotten."""
    while out and out[-1][0] == number:
        out.pop()
    m.emitted.enumerated_again += 1
    enumerated(m, action, number, player, out)


def going_on(m: Machine, during: Any, it: Value, me: Thing | None, actor: Thing | None = None) -> bool:
    outer = Scope({}, it, me, None, me if actor is None else actor)
    return active_rules.holds_now(m, during, (), outer, outer, None)


def can_be_paid(m: Machine, price: Op, names: Values, it: Value, me: Thing, verb: str) -> bool:
    return costs.payable(m, price, Scope(names, it, me, None, me), verb) is not None


def must_act(m: Machine, player: Thing) -> int:
    return int(m.emitted.forbids(m, m.state.cells, "pass", {"player": player}))


WORDS: dict[str, Any] = {
    word.__name__: word
    for word in (
        Leave, Ended, ask, chosen_of, chosen_one, chance_of, fitting, chosen_set, asked_at_table, arranged, way,
        sentence, events, assigned, pay, decide_together,
        run_hooks, after, replaced, done_before, kept, change, say, ending, builtin_event, drop, end_event,
        show, in_a_turn,
        begin_flow, run_script, open_window, close_window, in_order,
        enumerated, again, going_on, can_be_paid, must_act, offered,
    )
}  # fmt: skip
WORDS |= {
    "reckon": reckoned,
    "filter_matches": active_rules.filter_matches,
    "applies": active_rules.applies,
    "forbidden": active_rules.forbidden,
    "may_forbid": active_rules.may_forbid,
    "payable_for": costs.payable_for,
    "bringers": legality.bringers,
    "used": history.used,
    "Exception": Exception,
    "end_standings": active_rules.end_standings,
    "apply_changes": event_pipeline.apply_changes,
    "record": history.record,
    "hide": sight.hide,
    "may_volunteer": bearing.may_volunteer,
    "one_way": lambda m, number: dice.one_way(m, tuple([Option(index, "") for index in range(number)])),
    "list": list,
    "reversed": reversed,
    "items": items,
}
"""What emitted code may call besides the words of `compiled`."""
