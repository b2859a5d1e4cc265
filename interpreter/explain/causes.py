"""The causes of events: from an event down to the answer, die or start of the match that it came from.

A trace is a row of records. Here they are put in order by what they are about, and a chain is followed from sentence
to event and from event to sentence. A seat that asks gets the same chain with everything left out that the log has not
told it (`interpreter.explain.audience`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import define, field

from interpreter.execute.machine import Machine
from interpreter.explain.audience import UNTOLD, Audience
from interpreter.explain.explanation import Sort, Step, step_at
from interpreter.instrument.trace import Begun, Changed, Did, Input, Sentence, Trace, Wrote
from interpreter.model.events import Event

INPUTS = 4
"""So many answers and dice are told of one text."""
LONGEST = 1_000
"""So many links a chain has at most: events inside events are bounded, too."""


@define
class Told:
    """The records of a trace, by what they are about."""

    trace: Trace
    begun: dict[int, Begun] = field(factory=dict, init=False)
    log: tuple[Event, ...] = ()
    audience: Audience | None = None  # a seat, which is told only what it may know
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

    def number(self, id: int | None) -> int | None:
        """The number of an event in the log, if it came into it."""
        entry = self.entries.get(id) if id is not None else None
        return entry.number if entry is not None else None

    def words(self, entry: Event) -> str:
        return self.audience.heard(entry.number) if self.audience is not None else entry.words

    def knows(self, rule: Sentence | Changed, *events: int | None) -> bool:
        """Whether it may be told which rule did something inside events; these by their numbers in the match."""
        return self.audience is None or self.audience.knows(rule, *(self.number(id) for id in events))

    def last(self, good: Callable[[Wrote | Did], bool]) -> Wrote | Did | None:
        """The last sentence that did something to a thing."""
        found = (record for record in reversed(self.trace.records) if isinstance(record, Wrote | Did))
        return next((record for record in found if good(record)), None)


def told_of(m: Machine, audience: Audience | None) -> Told:
    """The records of a match that was traced, for everybody who may know everything or for a seat."""
    assert m.trace is not None
    return Told(m.trace, tuple(m.log or ()), audience)


def chain(m: Machine, told: Told, id: int | None) -> Iterator[Step]:
    """The links from an event down to what started it."""
    for _ in range(LONGEST):
        begun = told.begun.get(id) if id is not None else None
        if begun is None:
            yield Step("start", "from the start of the match")
            return
        yield _event_step(m, told, begun)
        yield from _changes(m, told, begun)
        for sentence in begun.sentences[1:]:
            if _may_tell(m, told, sentence, begun.inside):
                yield _sentence_step(m, told, "called", "called by", sentence)
        if begun.answer is not None:
            yield _ending(told, begun.answer, begun.window)
            return
        if begun.inside is None or begun.inside not in told.begun:
            yield _beginning(told, begun)
            return
        id = begun.inside


def _words(told: Told, begun: Begun) -> tuple[str, int | None]:
    """An event in the words of the log; one that never came into it was replaced or cancelled."""
    entry = told.entries.get(begun.id)
    if entry is not None:
        return told.words(entry), entry.number
    if told.audience is not None:
        return UNTOLD, None
    return f"{begun.words} (which did not come to pass itself)", None


def _event_step(m: Machine, told: Told, begun: Begun) -> Step:
    words, number = _words(told, begun)
    written = m.linked.source_map
    own = written.of_verb(m.linked.verbs.get(begun.verb))
    if not begun.sentences:
        return step_at("event", words, own, number=number)
    sentence = begun.sentences[0]
    if not _may_tell(m, told, sentence, begun.id, begun.inside):
        return step_at("event", words, None, clauses=own.cites if own is not None else (), number=number)
    passage = written.passage(sentence.text, sentence.span)
    cites = (*(passage.cites if passage is not None else ()), *(own.cites if own is not None else ()))
    if told.audience is not None:
        return step_at(
            "event", words, passage, bearer=sentence.bearer, clauses=tuple(dict.fromkeys(cites)), number=number
        )  # fmt: skip
    inputs = told.inputs.get(begun.id, ())
    if begun.inside is None:  # a flow goes on for the whole match: what it got long ago is not told again
        inputs = tuple(one for one in inputs if one.at == begun.at)
    return step_at(
        "event", words, passage, bearer=sentence.bearer, clauses=tuple(dict.fromkeys(cites)), values=sentence.values,
        inputs=tuple(_input(one) for one in inputs[-INPUTS:]), number=number,
    )  # fmt: skip


def _may_tell(m: Machine, told: Told, sentence: Sentence, *events: int | None) -> bool:
    """Whether a sentence may be named: a text of the ruleset always, one of a hidden thing only to who knows of it."""
    passage = m.linked.source_map.passage(sentence.text, sentence.span)
    return passage is None or not passage.is_borne or told.knows(sentence, *events)


def _sentence_step(m: Machine, told: Told, sort: Sort, says: str, sentence: Sentence) -> Step:
    passage = m.linked.source_map.passage(sentence.text, sentence.span)
    values = sentence.values if told.audience is None else ()
    return step_at(sort, says, passage, bearer=sentence.bearer, values=values)


def _changes(m: Machine, told: Told, begun: Begun) -> Iterator[Step]:
    """The rules that changed the numbers of an event before it happened."""
    for change in told.changed.get(begun.id, ()):
        if not told.knows(change, begun.id):
            continue
        passage = m.linked.source_map.of_standing(change.standing)
        if told.audience is not None:
            yield step_at("change", f"{change.name} was changed", passage, bearer=change.bearer)
            continue
        own = f" in layer {change.standing.layer}" if change.standing.layer else ""
        says = f"{change.name} was {change.base}: {change.layer} {change.by}{own}"
        yield step_at("change", says, passage, bearer=change.bearer)


def _input(found: Input) -> str:
    match found.sort:
        case "answer":
            return f"{found.seat} answered {found.words} (answer {found.number})"
        case _:
            return found.words


def _ending(told: Told, found: Input, window: str = "") -> Step:
    if told.audience is not None:
        return _ending_for_a_seat(found, window)
    if found.sort != "answer":
        return Step("die" if found.sort == "die" else "chance", found.words)
    asked = f", in the window {window}" if window else f", asked: {found.prompt}"
    return Step("answer", f"{found.seat} answered {found.words}{asked}", number=found.number)


def _ending_for_a_seat(found: Input, window: str = "") -> Step:
    """Neither what was drawn or answered, nor how many answers there have been: some are given in secret."""
    if found.sort != "answer":
        return Step("die" if found.sort == "die" else "chance", "a draw")
    return Step("answer", f"{found.seat} answered{f' in the window {window}' if window else ''}")


def _beginning(told: Told, begun: Begun) -> Step:
    """Where a text of a flow got its push: a die or an answer of its own, else the answer after which it went on."""
    own = [one for one in told.inputs.get(begun.id, ()) if one.at == begun.at]
    if own:
        return _ending(told, own[-1])
    if begun.at in told.answers:
        last = told.answers[begun.at]
        if told.audience is not None:
            return Step("answer", f"{last.seat} answered; then the flow went on")
        says = f"{last.seat} answered {last.words}, asked: {last.prompt}; then the flow went on"
        return Step("answer", says, number=last.number)
    return Step("start", "from the start of the match")


def doing(m: Machine, told: Told, says: str, last: Wrote | Did) -> Iterator[Step]:
    """A sentence that did something, and why it was done."""
    yield _done(m, told, says, last)
    if last.inside is not None:
        yield from chain(m, told, last.inside)
    elif last.at in told.answers:
        yield _ending(told, told.answers[last.at])
    else:
        yield Step("start", "from the start of the match")


def _done(m: Machine, told: Told, says: str, last: Wrote | Did) -> Step:
    if _may_tell(m, told, last.sentence, last.inside):
        return _sentence_step(m, told, "set", says, last.sentence)
    return Step("set", says)
