"""Events, hooks, windows and texts by direct calls: what one sentence begins is finished before the next is looked at.

The reference takes one step at a time and looks for the innermost frame before each. Here a sentence that performs a
verb calls the event, the event calls its hooks and its body, and so on down. The frames, events and scopes are those of
the reference, pushed and popped at the same moments. So whoever looks at the state sees what the reference would show,
and a question needs no preparation: every function returns `WAITS`, and whatever is under way lies in the frames. The
machine then goes on from the innermost frame, whoever put it there.

Whatever is rare is one step of the reference (`single`), followed by a direct call of whatever it has begun (`follow`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.history as history
import interpreter.execute.event_pipeline as event_pipeline
import interpreter.execute.goals as goals
import interpreter.execute.hooks as hooks
from dsl.ir.operations import Op
from interpreter.compiled.support import Bail
from interpreter.evaluate.row_keys import key_matches
from interpreter.execute.choices import ask_step
from interpreter.execute.windows import begin_window, window_step
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.current_events import event_by_id
from interpreter.model.environment import AROUND, Scope
from interpreter.model.frames import (
    E_GIVES,
    E_IDS,
    E_STAGE,
    E_TODO,
    EVENT,
    F_ACTOR,
    F_EVENT,
    F_GOT,
    F_IT,
    F_ME,
    F_OP,
    F_OWNS,
    F_SCOPE,
    TEXT,
    V_BODY,
    V_CHANGES,
    V_FLAGS,
    V_ID,
    V_IT,
    V_RESULT,
    V_SCOPE,
    V_VERB,
)
from interpreter.model.state import Value, Values

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

DONE, WAITS = 0, 1
"""What every function here returns: whether the frame it was about is finished, or something else has to happen first.

`WAITS` says that somebody is asked, that the match is over, or that frames around were dropped: whoever gets it returns
it at once and touches nothing.
"""
ENDED, STOPPED = 1, 2
"""What `single` and `follow` return besides 0: the frame is gone in the regular way, or `WAITS`."""


# ------------------------------------------------------------------------------------------------------------ texts


def run_text(m: Machine, frame: list[Any]) -> int:
    """Run the innermost frame, a text, to its end."""
    fast = m.fast
    assert fast is not None
    op = frame[F_OP]
    function = fast.texts.get(id(op)) or fast.text(op, m.linked.code(op))
    if function is None:
        return follow(m, frame, len(m.state.frames)) - ENDED
    names: Any = m.state.scopes[frame[F_SCOPE]]
    if AROUND in names:
        names = m.names(frame[F_SCOPE])
    result: int = function(m, m.state.cells, frame, names, frame[F_IT], frame[F_ME], frame[F_ACTOR])
    return result


def single(m: Machine, frame: list[Any]) -> int:
    """One instruction of the innermost frame by the reference, and all that it begins; 0 if the text goes on."""
    frames = m.state.frames
    depth = len(frames)
    m.interpret(frame)
    return after(m, frame, depth)


def after(m: Machine, frame: list[Any], depth: int) -> int:
    """What became of a frame that was the innermost of so many, after something was done; 0 if it is so again."""
    state = m.state
    if state.requests or state.cells[s.OUTCOME] is not None:
        return STOPPED
    frames = state.frames
    if len(frames) == depth and frames[-1] is frame:
        return 0
    if len(frames) < depth:
        return ENDED if len(frames) == depth - 1 else STOPPED
    return _run_above(m, frame, depth)


def follow(m: Machine, frame: list[Any], depth: int) -> int:
    """Run the innermost frame until it is gone."""
    state = m.state
    while True:
        m.step(state.frames[-1])
        left = after(m, frame, depth)
        if left:
            return left


def _run_above(m: Machine, frame: list[Any], depth: int) -> int:
    state = m.state
    frames = state.frames
    while True:
        m.step(frames[-1])
        if state.requests or state.cells[s.OUTCOME] is not None:
            return STOPPED
        if len(frames) <= depth:
            if len(frames) == depth and frames[-1] is frame:
                return 0
            return ENDED if len(frames) == depth - 1 else STOPPED


def end_text(m: Machine, frame: list[Any]) -> int:
    """The regular end of the innermost frame, a text."""
    m.memo = None
    state = m.state
    state.frames.pop()
    if frame[F_OWNS]:
        state.scopes.pop(frame[F_SCOPE], None)
    return DONE


def give_result(m: Machine, frame: list[Any], result: Value) -> int:
    """`result`: it belongs to the event of the text, which ends."""
    event = event_by_id(m, frame[F_EVENT])
    if event is not None:
        event[V_RESULT] = result
    return end_text(m, frame)


def say(m: Machine, standing: Any, frame: list[Any], names: Any) -> None:
    active_rules.say(m, standing, frame, Scope(names, frame[F_IT], frame[F_ME], None, frame[F_ACTOR]))


def ask(m: Machine, instruction: tuple[Any, ...], frame: list[Any], names: Any) -> int:
    """A question of the innermost frame, a text; `DONE` if it had only one answer."""
    ask_step(m, instruction, frame, Scope(names, frame[F_IT], frame[F_ME], None, frame[F_ACTOR]))
    return WAITS if m.state.requests else DONE


def way(m: Machine, keys: tuple[Any, ...], targets: tuple[int, ...], subject: Value) -> int:
    """Where a `match` goes on."""
    for key, target in zip(keys, targets, strict=False):
        if key_matches(m, key, subject):
            return target
    return targets[-1]


# ------------------------------------------------------------------------------------------------------------ events


def perform(m: Machine, verb: str, names: Values, it: Value, gives: Any) -> int:
    """One event of a verb of the program, from its beginning to the goals."""
    m.memo = None
    state = m.state
    cells, frames = state.cells, state.frames
    if len(state.events) >= limits.CHAIN or len(frames) >= limits.DEPTH:
        raise Bail
    number = cells[s.EVENT_COUNT] = cells[s.EVENT_COUNT] + 1
    m.tick()
    if number > limits.EVENTS_PER_MATCH:
        raise Bail
    state.scopes[-number] = names
    linked = m.linked
    if verb in linked.quiet:
        event = [number, verb, -number, (), (), (), None, it, None]
        state.events.append(event)
        frame = [EVENT, (number,), 3, (), gives]
        frames.append(frame)
        body, rank = linked.bodies[verb]
        if body is not None:
            text = [TEXT, body, 0, -number, it, names.get("me"), None, rank, False, None, number]
            frames.append(text)
            if run_text(m, text):
                return WAITS
            if frame[E_STAGE] != 3:  # it was ended from inside
                return drive(m, frame)
        return _finish(m, frame, event)
    event = [number, verb, -number, (), event_pipeline.done_before(m, verb), (), None, it, None]
    state.events.append(event)
    frame = [EVENT, (number,), 0, (), gives]
    frames.append(frame)
    return drive(m, frame)


def drive(m: Machine, frame: list[Any]) -> int:
    """Take the innermost frame, an event, through the rest of its stages."""
    state = m.state
    ids = frame[E_IDS]
    event = state.events[-1]
    if len(ids) != 1 or event[V_ID] != ids[0]:
        event_pipeline.event_step(m, frame)
        return WAITS
    if frame[E_STAGE] == 0:
        _start(m, frame, event)
    if frame[E_STAGE] == 1:
        if frame[E_TODO] and _run_hooks(m, frame):
            return WAITS
        frame[E_STAGE] = 2
    if frame[E_STAGE] == 2:
        frame[E_TODO] = ()
        if "cancelled" not in event[V_FLAGS]:
            if event[V_CHANGES]:
                event_pipeline.apply_changes(m, event)
            frame[E_TODO] = ids
        frame[E_STAGE] = 3
    if frame[E_STAGE] == 3:
        while frame[E_TODO]:
            if _replace_or_do(m, frame, event):
                return WAITS
        if frame[E_STAGE] == 3:
            frame[E_STAGE] = 4
    if frame[E_STAGE] == 4:
        frame[E_TODO] = ()
        if not event[V_FLAGS] or not {"cancelled", "replaced"} & set(event[V_FLAGS]):
            if event[V_VERB] in m.linked.watched:
                history.record(m, event, ids)
            frame[E_TODO] = tuple(hooks.answers(m, "after", event))
        frame[E_STAGE] = 5
    if frame[E_STAGE] == 5 and frame[E_TODO] and _run_hooks(m, frame):
        return WAITS
    return _finish(m, frame, event)


def _start(m: Machine, frame: list[Any], event: list[Any]) -> None:
    verb, linked = event[V_VERB], m.linked
    if m.state.cells[s.STANDING]:
        active_rules.end_standings(m, "start", event)
    frame[E_STAGE] = 1
    if verb not in linked.answered and len(linked.said) == linked.written_rules:
        return
    m.begin_memo()
    if linked.may_answer("forbid", verb):
        rule = active_rules.forbidden(m, verb, m.state.scopes[event[V_SCOPE]])
        if rule is not None:
            event[V_FLAGS] = (*event[V_FLAGS], "cancelled")
            m.refuse(event, rule.reason or f"`{verb}` is forbidden", rule.cites)
            m.invalidate()
            return
    frame[E_TODO] = tuple(hooks.answers(m, "before", event))
    m.invalidate()


def _run_hooks(m: Machine, frame: list[Any]) -> int:
    """Do the hooks that wait, one after another."""
    state = m.state
    frames = state.frames
    depth = len(frames)
    while frame[E_TODO]:
        hooks.next_hook(m, frame)
        if state.requests:
            return WAITS
        if len(frames) > depth and run_text(m, frames[-1]):
            return WAITS
        if len(frames) != depth or frames[-1] is not frame:
            return WAITS
    return DONE


def _replace_or_do(m: Machine, frame: list[Any], event: list[Any]) -> int:
    """The replacements of an event, if it has some, or its body."""
    state = m.state
    frames = state.frames
    depth = len(frames)
    verb, linked = event[V_VERB], m.linked
    if not linked.may_answer("instead of", verb):
        frame[E_TODO] = ()
        body = event[V_BODY]
        if body is None and verb in linked.verbs:
            text, rank = linked.bodies[verb]
            if text is None:
                return DONE
            names = state.scopes[event[V_SCOPE]]
            begun = [TEXT, text, 0, event[V_SCOPE], event[V_IT], names.get("me"), None, rank, False, None, event[V_ID]]
            frames.append(begun)
            return run_text(m, begun)
        event_pipeline.do(m, event)
    else:
        event_pipeline.replace_or_do(m, frame)
    if state.requests:
        return WAITS
    if len(frames) == depth + 1 and frames[-1][0] == TEXT and frames[-1][F_GOT] is None:
        return run_text(m, frames[-1])
    return WAITS if after(m, frame, depth) else DONE


def _finish(m: Machine, frame: list[Any], event: list[Any]) -> int:
    """End the innermost frame, an event: what lasts until then expires, the result is delivered, goals are asked."""
    state = m.state
    cells = state.cells
    if cells[s.STANDING]:
        active_rules.end_standings(m, "end", event)
    if frame[E_GIVES] is not None:
        event_pipeline.deliver_results(m, frame[E_GIVES], [event])
    state.frames.pop()
    names = state.scopes.pop(event[V_SCOPE])
    active = names.get("#active")
    if active is not None:
        cells[s.ACTIVE] = active
    state.events.pop()
    if not m.settled:
        goals.settle(m)
        assert m.fast is not None
        m.settled = m.fast.knows_goals and not goals.several_at_once(m)
    return DONE if cells[s.OUTCOME] is None else WAITS


# ----------------------------------------------------------------------------------------------------------- windows


def open_window(m: Machine, op: Op, frame: list[Any], names: Any) -> int:
    """Open a window from the innermost frame, a text; nothing has to be done if nobody can act in it."""
    m.memo = None
    begin_window(m, op, frame, Scope(names, frame[F_IT], frame[F_ME], None, frame[F_ACTOR]))
    return offer(m, m.state.frames[-1])


def offer(m: Machine, frame: list[Any]) -> int:
    """Go through the offers of the innermost frame, a window, until somebody is asked or it closes."""
    state = m.state
    frames = state.frames
    while frames[-1] is frame:
        window_step(m, frame)
        if state.requests:
            return WAITS
    return DONE


WORDS: dict[str, Any] = {
    word.__name__: word for word in (perform, single, end_text, give_result, say, ask, way, open_window)
}
"""What the code of a text may call besides the words of `support`."""
