"""Why something happened, and why something is as it is.

An event came from a sentence of a text, the text from another event, and so on out to an answer, a die or the start of
the match. A value that rules can change has a ladder; one that is kept was set by a sentence, which has causes again.
A match that was played without a trace is played again from its answers with one: the same comes out, with the causes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import define, field

import dsl.check_expressions as ex
import interpreter.standing as standing
import interpreter.things as things
from dsl.core import Op
from dsl.parse import parse_expression
from interpreter import ladder
from interpreter import state as s
from interpreter.evaluate import value
from interpreter.events import ROLLED, SEEN, Event
from interpreter.explanation import Explanation, Sort, Step, step_at
from interpreter.faults import located, told
from interpreter.machine import Machine
from interpreter.match import Match, begin
from interpreter.meter import ran_out, refill
from interpreter.reading import reads, worded
from interpreter.saying import asked_player, context, told_wrong
from interpreter.scope import RuleError, Scope, one
from interpreter.state import Thing, Value
from interpreter.trace import Begun, Changed, Did, Input, Sentence, Trace, Wrote
from interpreter.values import Cell
from interpreter.why_not import why_not

__all__ = ["Explanation", "Step", "traced", "why", "why_not"]

INPUTS = 4
"""So many answers and dice are told of one text."""
LONGEST = 1_000
"""So many links a chain has at most: events inside events are bounded, too."""


def why(match: Match, about: Event | int | str | tuple[Thing, str]) -> Explanation:
    """Why an event happened (by itself or by its number in the log), or why a value is what it is.

    A value is a field of a thing, or an expression in words: `Rusty.speed`, `step_cost(Rusty, A2)`.
    """
    refill(match.machine)
    match about:
        case Event(number=number):
            return _why_event(match, number)
        case bool():
            raise TypeError("an event is a number")
        case int():
            return _why_event(match, about)
        case str() if about.strip().isdecimal():
            return _why_event(match, int(about))
        case str():
            return _why_words(match, about.strip())
        case (thing, name):
            text = f"{worded(match.machine, thing)}.{name}"
            return _why_field(match, thing, name, text)


# ------------------------------------------------------------------------------------------------------- the trace


def traced(match: Match) -> Match:
    """The same match with a trace: itself, or played again from its answers."""
    trace = match.machine.trace
    if trace is not None and not trace.broken and trace.at == len(match.answers):
        return match
    m = match.machine
    again = begin(m.world, m.seats, m.seed, trace=True)
    for request, chosen in match.answers:
        again.answer(request, chosen)
    if again.machine.state.cells != m.state.cells:
        raise ValueError("this match did not begin with its flow, so only a trace from its beginning can explain it")
    if trace is not None:
        m.trace = again.machine.trace
    return again


@define
class Told:
    """The records of a trace, by what they are about."""

    trace: Trace
    begun: dict[int, Begun] = field(factory=dict, init=False)
    log: tuple[Event, ...] = ()
    entries: dict[int, Event] = field(factory=dict, init=False)  # of an event what the log says
    changed: dict[int, list[Changed]] = field(factory=dict, init=False)
    inputs: dict[int, tuple[Input, ...]] = field(factory=dict, init=False)  # what a text had got when the event began
    answers: dict[int, Input] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self.entries = {entry.id: entry for entry in self.log if entry.id}
        got: dict[int | None, list[Input]] = {}
        for record in self.trace.records:
            match record:
                case Begun(id=id):
                    self.begun[id] = record
                    if record.sentences:
                        self.inputs[id] = tuple(got.get(record.sentences[0].scope, ()))
                case Changed(id=id):
                    self.changed.setdefault(id, []).append(record)
                case Input(sort=sort, number=number, scope=scope):
                    got.setdefault(scope, []).append(record)
                    if sort == "answer":
                        self.answers.setdefault(number, record)
                case _:
                    pass

    def last(self, good: Callable[[Wrote | Did], bool]) -> Wrote | Did | None:
        """The last sentence that did something to a thing."""
        found = (record for record in reversed(self.trace.records) if isinstance(record, Wrote | Did))
        return next((record for record in found if good(record)), None)


def _told(m: Machine) -> Told:
    assert m.trace is not None
    return Told(m.trace, tuple(m.log or ()))


# ------------------------------------------------------------------------------------------------------- events


def _why_event(match: Match, number: int) -> Explanation:
    m = traced(match).machine
    told = _told(m)
    if not 0 <= number < len(told.log):
        known = f"there are events 0 to {len(told.log) - 1}" if told.log else "nothing has happened yet"
        return Explanation(f"event {number}", f"there is no event {number}: {known}")
    entry = told.log[number]
    if entry.verb == SEEN:  # an event that was told before came to light for somebody
        return _why_event(match, dict(entry.values)["event"])
    if entry.id:
        return Explanation(entry.words, "", tuple(_chain(m, told, entry.id)))
    if entry.verb == ROLLED:
        around = next((one.id for one in reversed(told.log[:number]) if one.id and one.depth < entry.depth), None)
        own = step_at("event", entry.words, None, number=number)
        return Explanation(entry.words, "", (own, *_chain(m, told, around)))
    done = told.last(lambda one: isinstance(one, Did) and (one.verb, one.logged) == (entry.verb, number))
    return Explanation(entry.words, "", tuple(_doing(m, told, entry.words, done)) if done is not None else ())


def _chain(m: Machine, told: Told, id: int | None) -> Iterator[Step]:
    """The links from an event down to what started it."""
    for _ in range(LONGEST):
        begun = told.begun.get(id) if id is not None else None
        if begun is None:
            yield Step("start", "from the start of the match")
            return
        yield _event_step(m, told, begun)
        yield from _changes(m, told, begun)
        for sentence in begun.sentences[1:]:
            yield _sentence_step(m, "called", "called by", sentence)
        if begun.answer is not None:
            yield _ending(begun.answer, begun.window)
            return
        if begun.inside is None or begun.inside not in told.begun:
            yield _beginning(told, begun)
            return
        id = begun.inside


def _words(told: Told, begun: Begun) -> tuple[str, int | None]:
    """An event in the words of the log; one that never came into it was replaced or cancelled."""
    entry = told.entries.get(begun.id)
    if entry is not None:
        return entry.words, entry.number
    return f"{begun.words} (which did not come to pass itself)", None


def _event_step(m: Machine, told: Told, begun: Begun) -> Step:
    words, number = _words(told, begun)
    written = m.world.written
    own = written.of_verb(m.world.verbs.get(begun.verb))
    if not begun.sentences:
        return step_at("event", words, own, number=number)
    sentence = begun.sentences[0]
    passage = written.passage(sentence.text, sentence.span)
    cites = (*(passage.cites if passage is not None else ()), *(own.cites if own is not None else ()))
    inputs = told.inputs.get(begun.id, ())
    if begun.inside is None:  # a flow goes on for the whole match: what it got long ago is not told again
        inputs = tuple(one for one in inputs if one.at == begun.at)
    return step_at(
        "event", words, passage, bearer=sentence.bearer, clauses=tuple(dict.fromkeys(cites)), values=sentence.values,
        inputs=tuple(_input(one) for one in inputs[-INPUTS:]), number=number,
    )  # fmt: skip


def _sentence_step(m: Machine, sort: Sort, says: str, sentence: Sentence) -> Step:
    passage = m.world.written.passage(sentence.text, sentence.span)
    return step_at(sort, says, passage, bearer=sentence.bearer, values=sentence.values)


def _changes(m: Machine, told: Told, begun: Begun) -> Iterator[Step]:
    """The rules that changed the numbers of an event before it happened."""
    for change in told.changed.get(begun.id, ()):
        passage = m.world.written.of_standing(change.standing)
        own = f" in layer {change.standing.layer}" if change.standing.layer else ""
        says = f"{change.name} was {change.base}: {change.layer} {change.by}{own}"
        yield step_at("change", says, passage, bearer=change.bearer)


def _input(found: Input) -> str:
    match found.sort:
        case "answer":
            return f"{found.seat} answered {found.words} (answer {found.number})"
        case _:
            return found.words


def _ending(found: Input, window: str = "") -> Step:
    if found.sort != "answer":
        return Step("die" if found.sort == "die" else "chance", found.words)
    asked = f", in the window {window}" if window else f", asked: {found.prompt}"
    return Step("answer", f"{found.seat} answered {found.words}{asked}", number=found.number)


def _beginning(told: Told, begun: Begun) -> Step:
    """Where a text of a flow got its push: a die or an answer of its own, else the answer after which it went on."""
    own = [one for one in told.inputs.get(begun.id, ()) if one.at == begun.at]
    if own:
        return _ending(own[-1])
    if begun.at in told.answers:
        last = told.answers[begun.at]
        says = f"{last.seat} answered {last.words}, asked: {last.prompt}; then the flow went on"
        return Step("answer", says, number=last.number)
    return Step("start", "from the start of the match")


# ------------------------------------------------------------------------------------------------------- values


def _why_words(match: Match, text: str) -> Explanation:
    """An expression in words."""
    m = match.machine
    node, wrong = parse_expression(text)
    cx = context(m, text)
    op = ex.value(node, cx) if node is not None else None
    if node is not None and op is not None:
        m.world.learn("what you asked", cx.findings.piece, node, op)
    problems = [*wrong, *cx.findings.diagnostics]
    if op is None or any(one.severity == "error" for one in problems):
        return Explanation(text, f"`{text}` cannot be read: {told_wrong(problems)}")
    scope = Scope({}, None, asked_player(match.machine))
    try:
        return _why_value(match, op, scope, text)
    except RuleError as fault:
        return Explanation(
            text, f"`{text}` has no value: {told(located(m, fault)) if ran_out(fault) else fault.message}"
        )


def _why_value(match: Match, op: Op, scope: Scope, text: str) -> Explanation:
    m = match.machine
    match op.name:
        case "field":
            thing = one(value(op.args[0], scope, m))
            if isinstance(thing, int):
                return _why_field(match, thing, op.data[1], text)
        case "table_field":
            return _why_field(match, m.state.cells[s.TABLE], op.data, text)
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
    rule = m.rooms.rules[op.data]
    values: dict[str, Value] = {param.name: things.default(m, param.default) for param in rule.params}
    for param, given in zip(rule.params, op.args, strict=False):
        if given.name != "none":
            values[param.name] = value(given, scope, m)
    meaning = m.world.text(rule.sort, rule.name)
    assert meaning is not None
    base_op, inner = meaning.ops[0], Scope(dict(values))
    result = standing.ask_rule(m, rule.name, dict(values))
    passage = m.world.written.passage(base_op) or m.world.written.of_declaration(rule.sort, rule.name)
    shown = worded(m, result, op.type)
    if rule.sort != "rule" or base_op.name == "block":
        named = tuple((name, worded(m, found)) for name, found in values.items())
        read = named if base_op.name == "block" else reads(m, base_op, inner)
        return Explanation(text, f"{text} is {shown}", (step_at("base", f"it gives {shown}", passage, values=read),))
    base = value(base_op, inner, m)
    first = values.get(rule.params[0].name) if rule.params else None
    found = ladder.rungs(m, rule.name, base, first, values, "rule")
    begin = step_at("base", f"begins with {worded(m, base, op.type)}", passage, values=reads(m, base_op, inner))
    return Explanation(text, f"{text} is {shown}", (begin, *ladder.steps(m, found)))


def _why_field(match: Match, thing: Thing, name: str, text: str) -> Explanation:
    m = match.machine
    sig = m.world.layout.kinds[m.state.cells[thing + s.KIND]].fields.get(name)
    found = worded(m, things.read(m, thing, name), sig.type if sig is not None else None)
    verdict = f"{text} is {found}"
    match sig.sort if sig is not None else "":
        case "stat":
            begin, base = _base(m, thing, name)
            rungs = ladder.rungs(m, name, base, thing, {}, "stat")
            return Explanation(text, verdict, (begin, *ladder.steps(m, rungs)))
        case "printed":
            return Explanation(text, verdict, (_base(m, thing, name)[0],))
        case "keeps" | "zone" | "stands" | "children" | "back":
            return Explanation(text, verdict, tuple(_kept(match, thing, name)))
        case _:
            return Explanation(text, verdict)


def _base(m: Machine, thing: Thing, name: str) -> tuple[Step, Value]:
    """What a field begins with: what a map or card prints, else what its kind says."""
    cells, written = m.state.cells, m.world.written
    laid = things.laid_value(m, thing, name)
    if laid is not None:
        place = cells[thing + s.PLACE]
        assert isinstance(place, Cell)
        passage = written.of_declaration("card", place.board.split("#")[0])
        return step_at("base", f"the map says {worded(m, laid)}", passage), laid
    card = m.world.cards.get(cells[thing + s.CARD] or "")
    op = card.values.get(name) if card is not None else None
    says = "printed"
    if op is None:
        says = "its kind says"
        lineage = m.world.layout.kinds[cells[thing + s.KIND]].lineage
        op = next((op for kind in lineage if (op := m.world.first.get((kind, name))) is not None), None)
    if op is None:
        return Step("base", "nothing is printed"), None
    scope = Scope({}, thing, things.controller(m, thing))
    base = value(op, scope, m)
    return step_at(
        "base", f"{says} {worded(m, base, op.type)}", written.passage(op), values=reads(m, op, scope)
    ), base  # fmt: skip


def _kept(match: Match, thing: Thing, name: str) -> Iterator[Step]:
    """Who set a kept value last, or moved something there, and why that happened."""
    m = traced(match).machine
    told = _told(m)

    born = things.born(m, thing)

    def touches(record: Wrote | Did) -> bool:
        if isinstance(record, Wrote):
            return (record.born, record.field) == (born, name)
        return record.place in ((born, ""), (born, name)) or born in record.moved

    last = told.last(touches)
    if last is None:
        yield _base(m, thing, name)[0]
        return
    yield from _doing(m, told, f"set to {last.new}" if isinstance(last, Wrote) else last.words, last)


def _doing(m: Machine, told: Told, says: str, last: Wrote | Did) -> Iterator[Step]:
    """A sentence that did something, and why it was done."""
    yield _sentence_step(m, "set", says, last.sentence)
    if last.inside is not None:
        yield from _chain(m, told, last.inside)
    elif last.at in told.answers:
        yield _ending(told.answers[last.at])
    else:
        yield Step("start", "from the start of the match")
