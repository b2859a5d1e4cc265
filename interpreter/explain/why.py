"""Why an event happened, and why a value is what it is.

An event comes from a sentence of a text, the text from another event, and so on back to an answer, a die or the start
of the match. A value that rules can change has a breakdown; a kept value was set by a sentence, which has causes again.
A match played without a trace is replayed from its answers with one: the result is the same, with the causes.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

import dsl.check.expressions as ex
import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.expressions as expressions
import interpreter.evaluate.fields as fields
import interpreter.evaluate.things as things
from dsl.ir.operations import Op
from dsl.ir.passages import SourceDeclaration
from dsl.names import types as t
from dsl.parse import parse_expression
from interpreter.evaluate.expressions import value
from interpreter.execute.machine import Machine
from interpreter.explain import breakdown
from interpreter.explain.audience import audience
from interpreter.explain.causes import CauseIndex, cause_index, causes_of_write, chain
from interpreter.explain.explanation import Explanation, ExplanationStep, step_at
from interpreter.explain.resolve_words import asked_player, context, first_error
from interpreter.explain.seat_knowledge import SeatTable, keeps_secrets, looks_back, seat_table, typed_context
from interpreter.explain.why_not import why_not
from interpreter.instrument.faults import fault_words, located
from interpreter.instrument.reads import reads, worded
from interpreter.instrument.trace import SentenceEntry, Wrote
from interpreter.match import EngineMatch, begin
from interpreter.model import state as s
from interpreter.model.environment import RuleError, Scope, items, one
from interpreter.model.events import ROLLED, SEEN, Event, numbered, place_of
from interpreter.model.state import Thing, Value
from interpreter.model.values import Cell
from interpreter.model.work_meter import ran_out, refill

__all__ = ["Explanation", "ExplanationStep", "traced", "why", "why_not"]


def why(match: EngineMatch, about: Event | int | str | tuple[Thing, str], seat: str = "") -> Explanation:
    """Why an event (itself or its number in the log) happened, or why a value is what it is.

    A value is a field of a thing, or an expression in words: `Rusty.speed`, `step_cost(Rusty, A2)`. Without a seat the
    answer includes hidden things. With one, it uses only what that seat sees and was told.
    """
    refill(match.machine)
    query = _query(match, seat)
    match about:
        case Event(number=number):
            return _why_event(query, number)
        case bool():
            raise TypeError("an event is a number")
        case int():
            return _why_event(query, about)
        case str() if about.strip().isdecimal():
            return _why_event(query, int(about))
        case str():
            return _why_words(query, about.strip())
        case (thing, name):
            text = f"{worded(query.machine, thing)}.{name}"
            return _why_field(query, thing, name, text)


@frozen
class _WhyQuery:
    """The match, the table on which values are evaluated, and the asking seat, if any."""

    match: EngineMatch
    machine: Machine
    own: SeatTable | None = None

    def history(self) -> CauseIndex:
        """The causes in the trace of the match, as far as the asking seat may know them."""
        m = traced(self.match).machine
        return cause_index(m, audience(self.match.machine, self.own.seat) if self.own is not None else None)


def _query(match: EngineMatch, seat: str) -> _WhyQuery:
    if not seat or not keeps_secrets(match.machine.linked):
        return _WhyQuery(match, match.machine)
    own = seat_table(match, seat)
    return _WhyQuery(match, own.machine, own)


# ------------------------------------------------------------------------------------------------------- the trace


def traced(match: EngineMatch) -> EngineMatch:
    """The same match with a trace: itself, or replayed from its answers."""
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


def _why_event(query: _WhyQuery, number: int) -> Explanation:
    m, history = query.match.machine, query.history()
    place = place_of(history.log, number) if number >= 0 or query.own is None else None
    if place is None:
        next_number = numbered(history.log, is_told=True)[0]
        range_words = f"there are events 0 to {next_number - 1}" if next_number else "nothing has happened yet"
        return Explanation(f"event {number}", f"there is no event {number}: {range_words}")
    entry = history.log[place]
    if entry.verb == SEEN:  # an earlier event became visible to a seat
        return _why_event(query, dict(entry.values)["event"])
    words = history.words(entry)
    if entry.id:
        return Explanation(words, "", tuple(chain(m, history, entry.id)))
    if entry.verb == ROLLED:
        around = next(
            (earlier.id for earlier in reversed(history.log[:place]) if earlier.id and earlier.depth < entry.depth),
            None,
        )
        own_step = step_at("event", words, None, number=number)
        return Explanation(words, "", (own_step, *chain(m, history, around)))
    write = history.last(
        lambda earlier: isinstance(earlier, SentenceEntry) and (earlier.verb, earlier.logged) == (entry.verb, place)
    )
    return Explanation(words, "", tuple(causes_of_write(m, history, words, write)) if write is not None else ())


# ------------------------------------------------------------------------------------------------------- values


def _why_words(query: _WhyQuery, text: str) -> Explanation:
    """An expression in words."""
    m, seat_table = query.machine, query.own
    node, problems_of_parse = parse_expression(text)
    cx = context(m, text) if seat_table is None else typed_context(m, text)
    op = ex.value(node, cx) if node is not None else None
    if node is not None and op is not None:
        m.linked.learn(SourceDeclaration("what you asked", cx.findings.piece, node), op)
    problems = [*problems_of_parse, *cx.findings.diagnostics]
    if op is None or any(problem.severity == "error" for problem in problems):
        return Explanation(text, f"`{text}` cannot be read: {first_error(problems)}")
    scope = Scope({}, None, asked_player(query.match.machine) if seat_table is None else seat_table.viewer)
    try:
        return (
            _why_value(query, op, scope, text) if seat_table is None else _why_seen(query, seat_table, op, scope, text)
        )
    except RuleError as fault:
        return Explanation(
            text, f"`{text}` has no value: {fault_words(located(m, fault)) if ran_out(fault) else fault.message}"
        )


def _why_seen(query: _WhyQuery, seat_table: SeatTable, op: Op, scope: Scope, text: str) -> Explanation:
    """An expression asked by a seat: it is answered if its value depends on nothing hidden."""
    if looks_back(op):
        return Explanation(text, f"`{text}` is about the past: the log shows what has happened")
    result, certain = seat_table.certain(lambda: value(op, scope, seat_table.machine))
    things_in_it = items(result) if isinstance(t.plain(t.item(op.type) or op.type), t.KindT) else ()
    if not certain or any(thing >= seat_table.blank for thing in things_in_it):
        return Explanation(text, f"`{text}` depends on something that is hidden from {seat_table.seat}")
    return _why_value(query, op, scope, text)


def _why_value(query: _WhyQuery, op: Op, scope: Scope, text: str) -> Explanation:
    m = query.machine
    match op.name:
        case "field":
            thing = one(value(op.args[0], scope, m))
            if isinstance(thing, int):
                return _why_field(query, thing, op.data[1], text)
        case "table_field":
            return _why_field(query, m.state.cells[s.TABLE], op.data, text)
        case "ask_rule":
            return _why_rule(m, op, scope, text)
        case _:
            pass
    shown = worded(m, value(op, scope, m), op.type)
    return Explanation(
        text, f"{text} is {shown}", (ExplanationStep("value", "computed from the table", values=reads(m, op, scope)),)
    )


def _why_rule(m: Machine, op: Op, scope: Scope, text: str) -> Explanation:
    """A rule: its base value, then all changes."""
    rule = m.symbols.rules[op.data]
    values: dict[str, Value] = {
        param.name: expressions.default(m, "rule", rule.name, param.name) for param in rule.params
    }
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
        named = tuple((name, worded(m, result_words)) for name, result_words in values.items())
        read = named if base_op.name == "block" else reads(m, base_op, inner)
        return Explanation(text, f"{text} is {shown}", (step_at("base", f"it gives {shown}", passage, values=read),))
    base = value(base_op, inner, m)
    first = values.get(rule.params[0].name) if rule.params else None
    result_words = breakdown.applied_changes(m, rule.name, base, first, values, "rule")
    begin = step_at("base", f"begins with {worded(m, base, op.type)}", passage, values=reads(m, base_op, inner))
    return Explanation(text, f"{text} is {shown}", (begin, *breakdown.steps(m, result_words)))


def _why_field(query: _WhyQuery, thing: Thing, name: str, text: str) -> Explanation:
    m = query.machine
    sig = m.linked.layout.kinds[m.state.cells[thing + s.KIND]].fields.get(name)
    shown = worded(m, fields.read(m, thing, name), sig.type if sig is not None else None)
    verdict = f"{text} is {shown}"
    match sig.sort if sig is not None else "":
        case "stat":
            begin, base = _base(m, thing, name)
            rungs = breakdown.applied_changes(m, name, base, thing, {}, "stat")
            return Explanation(text, verdict, (begin, *breakdown.steps(m, rungs)))
        case "printed":
            return Explanation(text, verdict, (_base(m, thing, name)[0],))
        case "keeps" | "zone" | "stands" | "children" | "back":
            return Explanation(text, verdict, tuple(_kept(query, thing, name)))
        case _:
            return Explanation(text, verdict)


def _base(m: Machine, thing: Thing, name: str) -> tuple[ExplanationStep, Value]:
    """The base of a field: printed on a map or card, else given by its kind."""
    cells, source_map = m.state.cells, m.linked.source_map
    map_value = things.laid_value(m, thing, name)
    if map_value is not None:
        place = cells[thing + s.PLACE]
        assert isinstance(place, Cell)
        passage = source_map.of_declaration("card", place.board.split("#")[0])
        return step_at("base", f"the map says {worded(m, map_value)}", passage), map_value
    card = m.linked.cards.get(cells[thing + s.CARD] or "")
    op = card.values.get(name) if card is not None else None
    says = "printed"
    if op is None:
        says = "its kind says"
        lineage = m.linked.layout.kinds[cells[thing + s.KIND]].lineage
        op = next((op for kind in lineage if (op := m.linked.first.get((kind, name))) is not None), None)
    if op is None:
        return ExplanationStep("base", "nothing is printed"), None
    scope = Scope({}, thing, things.controller(m, thing))
    base = value(op, scope, m)
    return step_at(
        "base", f"{says} {worded(m, base, op.type)}", source_map.passage(op), values=reads(m, op, scope)
    ), base  # fmt: skip


def _kept(query: _WhyQuery, thing: Thing, name: str) -> Iterator[ExplanationStep]:
    """The sentence that last set a kept value or moved a thing there, and its causes."""
    m, history = query.machine, query.history()

    born = things.born(m, thing)

    def touches(record: Wrote | SentenceEntry) -> bool:
        if isinstance(record, Wrote):
            return (record.born, record.field) == (born, name)
        return record.place in ((born, ""), (born, name)) or born in record.moved

    last = history.last(touches)
    if last is None:
        yield _base(m, thing, name)[0]
        return
    says = f"set to {last.new}" if isinstance(last, Wrote) else last.words
    yield from causes_of_write(m, history, says if query.own is None else "set here", last)
