"""Why something happened, and why something is as it is.

An event came from a sentence of a text, the text from another event, and so on out to an answer, a die or the start of
the match. A value that rules can change has a ladder; one that is kept was set by a sentence, which has causes again.
A match that was played without a trace is played again from its answers with one: the same comes out, with the causes.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

import dsl.check.expressions as ex
import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.things as things
from dsl.ir.operations import Op
from dsl.ir.passages import Rule
from dsl.names import types as t
from dsl.parse import parse_expression
from interpreter.evaluate.expressions import value
from interpreter.execute.machine import Machine
from interpreter.explain import breakdown
from interpreter.explain.audience import audience
from interpreter.explain.causes import Told, chain, doing, told_of
from interpreter.explain.explanation import Explanation, Step, step_at
from interpreter.explain.resolve_words import asked_player, context, told_wrong
from interpreter.explain.seat_knowledge import SeatTable, keeps_secrets, looks_back, seat_table, typed_context
from interpreter.explain.why_not import why_not
from interpreter.instrument.faults import located, told
from interpreter.instrument.reads import reads, worded
from interpreter.instrument.trace import Did, Wrote
from interpreter.match import Match, begin
from interpreter.model import state as s
from interpreter.model.environment import RuleError, Scope, items, one
from interpreter.model.events import ROLLED, SEEN, Event
from interpreter.model.state import Thing, Value
from interpreter.model.values import Cell
from interpreter.model.work_meter import ran_out, refill

__all__ = ["Explanation", "Step", "traced", "why", "why_not"]


def why(match: Match, about: Event | int | str | tuple[Thing, str], seat: str = "") -> Explanation:
    """Why an event happened (by itself or by its number in the log), or why a value is what it is.

    A value is a field of a thing, or an expression in words: `Rusty.speed`, `step_cost(Rusty, A2)`. Without a seat
    everything is told, hidden things too. With one, the answer is made from what that seat sees and was told.
    """
    refill(match.machine)
    asked = _asked(match, seat)
    match about:
        case Event(number=number):
            return _why_event(asked, number)
        case bool():
            raise TypeError("an event is a number")
        case int():
            return _why_event(asked, about)
        case str() if about.strip().isdecimal():
            return _why_event(asked, int(about))
        case str():
            return _why_words(asked, about.strip())
        case (thing, name):
            text = f"{worded(asked.machine, thing)}.{name}"
            return _why_field(asked, thing, name, text)


@frozen
class _Asked:
    """A match that is asked about, the table on which values are looked up, and the seat that asks, if it is one."""

    match: Match
    machine: Machine
    own: SeatTable | None = None

    def told(self) -> Told:
        """What the trace of the match knows, as far as it may be told."""
        m = traced(self.match).machine
        return told_of(m, audience(self.match.machine, self.own.seat) if self.own is not None else None)


def _asked(match: Match, seat: str) -> _Asked:
    if not seat or not keeps_secrets(match.machine.linked):
        return _Asked(match, match.machine)
    own = seat_table(match, seat)
    return _Asked(match, own.machine, own)


# ------------------------------------------------------------------------------------------------------- the trace


def traced(match: Match) -> Match:
    """The same match with a trace: itself, or played again from its answers."""
    trace = match.machine.trace
    if trace is not None and not trace.broken and trace.at == len(match.answers):
        return match
    m = match.machine
    again = begin(m.linked, m.seats, match.first_seed, trace=True)
    other_chance = dict(match.reseeded)
    for number, (request, chosen) in enumerate(match.answers):
        again.machine.seed = other_chance.get(number, again.machine.seed)
        again.answer(request, chosen)
    if again.machine.state.cells != m.state.cells:
        raise ValueError("this match did not begin with its flow, so only a trace from its beginning can explain it")
    if trace is not None:
        m.trace = again.machine.trace
    return again


# ------------------------------------------------------------------------------------------------------- events


def _why_event(asked: _Asked, number: int) -> Explanation:
    m, told = asked.match.machine, asked.told()
    if not 0 <= number < len(told.log):
        known = f"there are events 0 to {len(told.log) - 1}" if told.log else "nothing has happened yet"
        return Explanation(f"event {number}", f"there is no event {number}: {known}")
    entry = told.log[number]
    if entry.verb == SEEN:  # an event that was told before came to light for somebody
        return _why_event(asked, dict(entry.values)["event"])
    words = told.words(entry)
    if entry.id:
        return Explanation(words, "", tuple(chain(m, told, entry.id)))
    if entry.verb == ROLLED:
        around = next((one.id for one in reversed(told.log[:number]) if one.id and one.depth < entry.depth), None)
        own = step_at("event", words, None, number=number)
        return Explanation(words, "", (own, *chain(m, told, around)))
    done = told.last(lambda one: isinstance(one, Did) and (one.verb, one.logged) == (entry.verb, number))
    return Explanation(words, "", tuple(doing(m, told, words, done)) if done is not None else ())


# ------------------------------------------------------------------------------------------------------- values


def _why_words(asked: _Asked, text: str) -> Explanation:
    """An expression in words."""
    m, own = asked.machine, asked.own
    node, wrong = parse_expression(text)
    cx = context(m, text) if own is None else typed_context(m, text)
    op = ex.value(node, cx) if node is not None else None
    if node is not None and op is not None:
        m.linked.learn(Rule("what you asked", cx.findings.piece, node), op)
    problems = [*wrong, *cx.findings.diagnostics]
    if op is None or any(one.severity == "error" for one in problems):
        return Explanation(text, f"`{text}` cannot be read: {told_wrong(problems)}")
    scope = Scope({}, None, asked_player(asked.match.machine) if own is None else own.viewer)
    try:
        return _why_value(asked, op, scope, text) if own is None else _why_seen(asked, own, op, scope, text)
    except RuleError as fault:
        return Explanation(
            text, f"`{text}` has no value: {told(located(m, fault)) if ran_out(fault) else fault.message}"
        )


def _why_seen(asked: _Asked, own: SeatTable, op: Op, scope: Scope, text: str) -> Explanation:
    """An expression that a seat asks about: it has a value if nothing hidden has to be looked at for it."""
    if looks_back(op):
        return Explanation(text, f"`{text}` looks back: the log tells what has happened")
    found, certain = own.certain(lambda: value(op, scope, own.machine))
    things_in_it = items(found) if isinstance(t.plain(t.item(op.type) or op.type), t.KindT) else ()
    if not certain or any(thing >= own.blank for thing in things_in_it):
        return Explanation(text, f"`{text}` depends on something that is hidden from {own.seat}")
    return _why_value(asked, op, scope, text)


def _why_value(asked: _Asked, op: Op, scope: Scope, text: str) -> Explanation:
    m = asked.machine
    match op.name:
        case "field":
            thing = one(value(op.args[0], scope, m))
            if isinstance(thing, int):
                return _why_field(asked, thing, op.data[1], text)
        case "table_field":
            return _why_field(asked, m.state.cells[s.TABLE], op.data, text)
        case "ask_rule":
            return _why_rule(m, op, scope, text)
        case _:
            pass
    found = worded(m, value(op, scope, m), op.type)
    return Explanation(
        text, f"{text} is {found}", (Step("value", "reckoned from what is there", values=reads(m, op, scope)),)
    )


def _why_rule(m: Machine, op: Op, scope: Scope, text: str) -> Explanation:
    """A rule: its own value, then all changes."""
    rule = m.symbols.rules[op.data]
    values: dict[str, Value] = {param.name: things.default(m, "rule", rule.name, param.name) for param in rule.params}
    for param, given in zip(rule.params, op.args, strict=False):
        if given.name != "none":
            values[param.name] = value(given, scope, m)
    meaning = m.linked.text(rule.sort, rule.name)
    assert meaning is not None
    base_op, inner = meaning.ops[0], Scope(dict(values))
    result = active_rules.ask_rule(m, rule.name, dict(values))
    passage = m.linked.source_map.passage(base_op) or m.linked.source_map.of_declaration(rule.sort, rule.name)
    shown = worded(m, result, op.type)
    if rule.sort != "rule" or base_op.name == "block":
        named = tuple((name, worded(m, found)) for name, found in values.items())
        read = named if base_op.name == "block" else reads(m, base_op, inner)
        return Explanation(text, f"{text} is {shown}", (step_at("base", f"it gives {shown}", passage, values=read),))
    base = value(base_op, inner, m)
    first = values.get(rule.params[0].name) if rule.params else None
    found = breakdown.rungs(m, rule.name, base, first, values, "rule")
    begin = step_at("base", f"begins with {worded(m, base, op.type)}", passage, values=reads(m, base_op, inner))
    return Explanation(text, f"{text} is {shown}", (begin, *breakdown.steps(m, found)))


def _why_field(asked: _Asked, thing: Thing, name: str, text: str) -> Explanation:
    m = asked.machine
    sig = m.linked.layout.kinds[m.state.cells[thing + s.KIND]].fields.get(name)
    found = worded(m, things.read(m, thing, name), sig.type if sig is not None else None)
    verdict = f"{text} is {found}"
    match sig.sort if sig is not None else "":
        case "stat":
            begin, base = _base(m, thing, name)
            rungs = breakdown.rungs(m, name, base, thing, {}, "stat")
            return Explanation(text, verdict, (begin, *breakdown.steps(m, rungs)))
        case "printed":
            return Explanation(text, verdict, (_base(m, thing, name)[0],))
        case "keeps" | "zone" | "stands" | "children" | "back":
            return Explanation(text, verdict, tuple(_kept(asked, thing, name)))
        case _:
            return Explanation(text, verdict)


def _base(m: Machine, thing: Thing, name: str) -> tuple[Step, Value]:
    """What a field begins with: what a map or card prints, else what its kind says."""
    cells, written = m.state.cells, m.linked.source_map
    laid = things.laid_value(m, thing, name)
    if laid is not None:
        place = cells[thing + s.PLACE]
        assert isinstance(place, Cell)
        passage = written.of_declaration("card", place.board.split("#")[0])
        return step_at("base", f"the map says {worded(m, laid)}", passage), laid
    card = m.linked.cards.get(cells[thing + s.CARD] or "")
    op = card.values.get(name) if card is not None else None
    says = "printed"
    if op is None:
        says = "its kind says"
        lineage = m.linked.layout.kinds[cells[thing + s.KIND]].lineage
        op = next((op for kind in lineage if (op := m.linked.first.get((kind, name))) is not None), None)
    if op is None:
        return Step("base", "nothing is printed"), None
    scope = Scope({}, thing, things.controller(m, thing))
    base = value(op, scope, m)
    return step_at(
        "base", f"{says} {worded(m, base, op.type)}", written.passage(op), values=reads(m, op, scope)
    ), base  # fmt: skip


def _kept(asked: _Asked, thing: Thing, name: str) -> Iterator[Step]:
    """Who set a kept value last, or moved something there, and why that happened."""
    m, told = asked.machine, asked.told()

    born = things.born(m, thing)

    def touches(record: Wrote | Did) -> bool:
        if isinstance(record, Wrote):
            return (record.born, record.field) == (born, name)
        return record.place in ((born, ""), (born, name)) or born in record.moved

    last = told.last(touches)
    if last is None:
        yield _base(m, thing, name)[0]
        return
    says = f"set to {last.new}" if isinstance(last, Wrote) else last.words
    yield from doing(m, told, says if asked.own is None else "set here", last)
