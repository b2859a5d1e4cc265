"""The causes of an event: back to the answer, die or start of the match that led to it.

A trace is a sequence of records. Here they are indexed, and a chain is followed from sentence to event and from event
to sentence. A seat gets the same chain without anything that the log has not told it (`interpreter.explain.audience`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import define, field

from interpreter.execute.machine import Machine
from interpreter.explain.audience import UNTOLD, Audience
from interpreter.explain.explanation import ExplanationStep, StepKind, step_at
from interpreter.instrument.trace import Begun, Changed, Input, Sentence, SentenceEntry, Trace, Wrote
from interpreter.model.events import Event

INPUTS = 4
"""How many answers and dice of one text are shown."""
LONGEST = 1_000
"""The maximum number of links in a chain: nested events are bounded, too."""


@define
class CauseIndex:
    """The records of a trace, indexed."""

    trace: Trace
    begun: dict[int, Begun] = field(factory=dict, init=False)
    log: tuple[Event, ...] = ()
    audience: Audience | None = None  # the asking seat, if the answer is limited to its knowledge
    entries: dict[int, Event] = field(factory=dict, init=False)  # log entries by event
    changed: dict[int, list[Changed]] = field(factory=dict, init=False)
    inputs: dict[int, tuple[Input, ...]] = field(
        factory=dict, init=False
    )  # answers and draws of the text when the event began
    answers: dict[int, Input] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self.entries = {entry.id: entry for entry in self.log if entry.id}
        inputs: dict[int | None, list[Input]] = {}
        for record in self.trace.records:
            match record:
                case Begun(id=id):
                    self.begun[id] = record
                    if record.sentences:
                        self.inputs[id] = tuple(inputs.get(record.sentences[0].scope, ()))
                case Changed(id=id):
                    self.changed.setdefault(id, []).append(record)
                case Input(sort=category, number=number, scope=scope):
                    inputs.setdefault(scope, []).append(record)
                    if category == "answer":
                        self.answers.setdefault(number, record)
                case _:
                    pass

    def number(self, id: int | None) -> int | None:
        """The number of an event in the log, if it was logged."""
        entry = self.entries.get(id) if id is not None else None
        return entry.number if entry is not None else None

    def words(self, entry: Event) -> str:
        return self.audience.heard(entry.number) if self.audience is not None else entry.words

    def knows(self, rule: Sentence | Changed, *events: int | None) -> bool:
        """Whether the audience may learn which rule acted inside these events, given by their ids."""
        return self.audience is None or self.audience.knows(rule, *(self.number(id) for id in events))

    def last(self, matches: Callable[[Wrote | SentenceEntry], bool]) -> Wrote | SentenceEntry | None:
        """The last write or verb that satisfies a condition."""
        records = (record for record in reversed(self.trace.records) if isinstance(record, Wrote | SentenceEntry))
        return next((record for record in records if matches(record)), None)


def cause_index(m: Machine, audience: Audience | None) -> CauseIndex:
    """The records of a traced match, for full knowledge or for a seat."""
    assert m.trace is not None
    return CauseIndex(m.trace, tuple(m.log or ()), audience)


def chain(m: Machine, index: CauseIndex, event_id: int | None) -> Iterator[ExplanationStep]:
    """The links from an event back to what started it."""
    for _ in range(LONGEST):
        begun = index.begun.get(event_id) if event_id is not None else None
        if begun is None:
            yield ExplanationStep("start", "from the start of the match")
            return
        yield _event_step(m, index, begun)
        yield from _changes(m, index, begun)
        for sentence in begun.sentences[1:]:
            if _may_name(m, index, sentence, begun.inside):
                yield _sentence_step(m, index, "called", "called by", sentence)
        if begun.answer is not None:
            yield _ending(index, begun.answer, begun.window)
            return
        if begun.inside is None or begun.inside not in index.begun:
            yield _beginning(index, begun)
            return
        event_id = begun.inside


def _words(index: CauseIndex, begun: Begun) -> tuple[str, int | None]:
    """An event in the words of the log; an unlogged event was replaced or cancelled."""
    entry = index.entries.get(begun.id)
    if entry is not None:
        return index.words(entry), entry.number if entry.number >= 0 or index.audience is None else None
    if index.audience is not None:
        return UNTOLD, None
    return f"{begun.words} (which did not itself happen)", None


def _event_step(m: Machine, index: CauseIndex, begun: Begun) -> ExplanationStep:
    words, number = _words(index, begun)
    source_map = m.linked.source_map
    verb_passage = source_map.of_verb(m.linked.verbs.get(begun.verb))
    if not begun.sentences:
        return step_at("event", words, verb_passage, number=number)
    sentence = begun.sentences[0]
    if not _may_name(m, index, sentence, begun.id, begun.inside):
        return step_at(
            "event", words, None, clauses=verb_passage.cites if verb_passage is not None else (), number=number
        )
    passage = source_map.passage(sentence.text, sentence.span)
    cites = (*(passage.cites if passage is not None else ()), *(verb_passage.cites if verb_passage is not None else ()))
    if index.audience is not None:
        return step_at(
            "event", words, passage, bearer=sentence.bearer, clauses=tuple(dict.fromkeys(cites)), number=number
        )  # fmt: skip
    inputs = index.inputs.get(begun.id, ())
    if begun.inside is None:  # a flow runs for the whole match: skip its earlier inputs
        inputs = tuple(item for item in inputs if item.at == begun.at)
    return step_at(
        "event", words, passage, bearer=sentence.bearer, clauses=tuple(dict.fromkeys(cites)), values=sentence.values,
        inputs=tuple(_input(item) for item in inputs[-INPUTS:]), number=number,
    )  # fmt: skip


def _may_name(m: Machine, index: CauseIndex, sentence: Sentence, *events: int | None) -> bool:
    """Whether a sentence may be named: always for the ruleset, for a hidden thing only if the audience knows it."""
    passage = m.linked.source_map.passage(sentence.text, sentence.span)
    return passage is None or not passage.is_borne or index.knows(sentence, *events)


def _sentence_step(m: Machine, index: CauseIndex, category: StepKind, says: str, sentence: Sentence) -> ExplanationStep:
    passage = m.linked.source_map.passage(sentence.text, sentence.span)
    values = sentence.values if index.audience is None else ()
    return step_at(category, says, passage, bearer=sentence.bearer, values=values)


def _changes(m: Machine, index: CauseIndex, begun: Begun) -> Iterator[ExplanationStep]:
    """The rules that changed the numbers of an event before it happened."""
    for change in index.changed.get(begun.id, ()):
        if not index.knows(change, begun.id):
            continue
        passage = m.linked.source_map.of_standing(change.standing)
        if index.audience is not None:
            yield step_at("change", f"{change.name} was changed", passage, bearer=change.bearer)
            continue
        layer = f" in layer {change.standing.layer}" if change.standing.layer else ""
        says = f"{change.name} was {change.base}: {change.layer} {change.by}{layer}"
        yield step_at("change", says, passage, bearer=change.bearer)


def _input(item: Input) -> str:
    match item.sort:
        case "answer":
            return f"{item.seat} answered {item.words} (answer {item.number})"
        case _:
            return item.words


def _ending(index: CauseIndex, item: Input, window: str = "") -> ExplanationStep:
    if index.audience is not None:
        return _ending_for_a_seat(item, window)
    if item.sort != "answer":
        return ExplanationStep("die" if item.sort == "die" else "chance", item.words)
    asked = f", in the window {window}" if window else f", asked: {item.prompt}"
    return ExplanationStep("answer", f"{item.seat} answered {item.words}{asked}", number=item.number)


def _ending_for_a_seat(item: Input, window: str = "") -> ExplanationStep:
    """Reveals neither draws nor answers, nor the number of answers: some are given in secret."""
    if item.sort != "answer":
        return ExplanationStep("die" if item.sort == "die" else "chance", "a draw")
    return ExplanationStep("answer", f"{item.seat} answered{f' in the window {window}' if window else ''}")


def _beginning(index: CauseIndex, begun: Begun) -> ExplanationStep:
    """What triggered a text of a flow: its own die or answer, else the last answer before it."""
    inputs = [item for item in index.inputs.get(begun.id, ()) if item.at == begun.at]
    if inputs:
        return _ending(index, inputs[-1])
    if begun.at in index.answers:
        last = index.answers[begun.at]
        if index.audience is not None:
            return ExplanationStep("answer", f"{last.seat} answered; then the flow continued")
        says = f"{last.seat} answered {last.words}, asked: {last.prompt}; then the flow continued"
        return ExplanationStep("answer", says, number=last.number)
    return ExplanationStep("start", "from the start of the match")


def causes_of_write(m: Machine, index: CauseIndex, says: str, last: Wrote | SentenceEntry) -> Iterator[ExplanationStep]:
    """A sentence that wrote or moved something, and its causes."""
    yield _done(m, index, says, last)
    if last.inside is not None:
        yield from chain(m, index, last.inside)
    elif last.at in index.answers:
        yield _ending(index, index.answers[last.at])
    else:
        yield ExplanationStep("start", "from the start of the match")


def _done(m: Machine, index: CauseIndex, says: str, last: Wrote | SentenceEntry) -> ExplanationStep:
    if _may_name(m, index, last.sentence, last.inside):
        return _sentence_step(m, index, "set", says, last.sentence)
    return ExplanationStep("set", says)
