"""Describes events in headings: what a hook reacts to, in the form that fits its phrase.

An actor makes a clause ("this Bot hits"), an object without an actor makes a passive ("this Bot would be damaged"),
neither makes a noun ("a hit with this Basic"). A filter also replaces the slot's name in the body, so the text never
says "the target" for the thing itself.
"""

from __future__ import annotations

from attrs import evolve, frozen

import dsl.describe.filled_slots as filled_slots
from dsl.describe import english
from dsl.describe.values import is_group, is_many, noun, one_of, owned
from dsl.describe.voice import Local, Voice, kind_name, local_name, one_kind, shown_name, type_of, verb_of
from dsl.names.signatures import SlotSig, VerbSig
from dsl.syntax import nodes as n


@frozen
class EventWords:
    """A filtering phrase in the forms that a heading may need. `simple` is "a hit with this Basic"."""

    simple: str  # this Bot hits; this Bot is hit; a hit; your turn
    would: str  # this Bot would hit; empty if `simple` is a noun
    locals: dict[str, Local]
    actor: str


def any_event_of(line: n.Hook, v: Voice) -> EventWords:
    """The event of a hook; of several verbs each in its own words, with their common words once."""
    events = [event_of(evolve(line, verb=verb, others=()), v) for verb in line.verbs]
    simple = english.alternatives([event.simple for event in events])
    would = english.alternatives([event.would for event in events]) if all(event.would for event in events) else ""
    return evolve(events[0], simple=simple, would=would)


def event_of(line: n.Hook | n.Forbid, v: Voice) -> EventWords:
    verb = verb_of(line.verb.text, v.symbols)
    word = english.words(line.verb.text)
    slots = verb.slots if verb is not None else ()
    values = {slot.preposition: slot.value for slot in line.slots}
    subject = filled_slots.subject_slot(slots)
    by = filled_slots.doer(line.slots, subject, v)
    names = slot_names(verb, line.object, values, v)
    if verb is not None and verb.sort == "phase":
        return EventWords(_phase(word, by, v), "", names, noun(by, v) if by is not None else "that player")
    rest = filled_slots.prepositions_of(None, line.slots, slots, subject, v, single=True)
    if by is not None or (subject is not None and subject.name == "me" and line.object is None):
        doer = one_of(by, v) if by is not None else "a player"
        head, object = english.bare_verb(word, any_object(line.object, verb, v), filled_slots.object_names(slots))
        base = " ".join(f"{head} {object} {rest}".split())
        plain = doer == "you" or (by is not None and is_many(by, v) and not doer.startswith(("a ", "an ", "one ")))
        actor = doer if by is not None and not is_group(by, v) else "that player"
        return EventWords(f"{doer} {base if plain else english.third(base)}", f"{doer} would {base}", names, actor)
    return _done_to(line, verb, word, rest, names, v)


def _done_to(
    line: n.Hook | n.Forbid, verb: VerbSig | None, word: str, rest: str, names: dict[str, Local], v: Voice
) -> EventWords:
    """A passive if the object is known, otherwise the name of the event."""
    object_slot = verb.slot("") if verb is not None else None
    kind = one_kind(object_slot.type) if object_slot is not None else None
    if line.object is None and english.parts_of(word)[1]:
        what, done = english.passive(word, "")
        be = "are" if english.sounds_plural(what) else "is"
        done = f"{done} {rest}".strip()
        return EventWords(f"{what} {be} {done}", f"{what} would be {done}", names, "that player")
    if line.object is None and (word in english.NOUNS or kind is None or object_slot is None):
        return EventWords(f"{english.an_event(word)} {rest}".strip(), "", names, "that player")
    if line.object is not None:
        what = one_of(line.object, v)
    else:
        assert kind is not None
        assert object_slot is not None
        shown = kind_name(kind, v.symbols)
        what = english.a(shown)
        names = {**names, object_slot.name: Local(f"that {shown}", object_slot.type)}
    what, done = english.passive(word, what, filled_slots.object_names(verb.slots if verb is not None else ()))
    done = f"{done} {rest}".strip()
    be = "are" if what == "you" else "is"
    return EventWords(f"{what} {be} {done}", f"{what} would be {done}", names, "that player")


def any_object(given: n.Expr | None, verb: VerbSig | None, v: Voice) -> str:
    slot = verb.slot("") if verb is not None else None
    if given is not None:
        return one_of(given, v)
    kind = one_kind(slot.type) if slot is not None else None
    return english.a(kind_name(kind, v.symbols)) if kind is not None else ""


def slot_names(verb: VerbSig | None, object: n.Expr | None, values: dict[str, n.Expr], v: Voice) -> dict[str, Local]:
    """The names of the verb's head in the body of a hook: a filter replaces the name of its slot."""
    names: dict[str, Local] = {}
    if verb is None:
        return names
    for slot in verb.slots:
        given = object if slot.preposition == "" else values.get(slot.preposition)
        if slot.name == "me":
            continue
        names[slot.name] = _slot_name(slot, given, v)
    names.update({name: Local(local_name(name, type), type, event=verb.name) for name, type in verb.keeps.items()})
    return names


def _slot_name(slot: SlotSig, given: n.Expr | None, v: Voice) -> Local:
    if given is None:
        return Local(local_name(slot.name, slot.type), slot.type)
    if not is_group(given, v) and not is_many(given, v):
        return Local(noun(given, v), slot.type)
    kind = one_kind(type_of(given, v))
    return Local(f"that {kind_name(kind, v.symbols)}" if kind and kind != "Player" else f"that {slot.name}", slot.type)


def _phase(word: str, by: n.Expr | None, v: Voice) -> str:
    if by is None:
        return english.a(word)
    return f"the {word} of {one_of(by, v)}" if is_many(by, v) else owned(word, by, v)


def window_name(window: n.Name, v: Voice) -> str:
    signature = v.symbols.windows.get(window.text)
    return shown_name(signature.node, window.text) if signature is not None else english.words(window.text)


def event_name(verb: n.Name, object: n.Expr | None, slots: tuple[n.Slot, ...], v: Voice, definite: bool) -> str:
    """An event as a noun: `your turn`, `an attack by your foe`, `the strike of this Weapon`."""
    if verb.text in v.symbols.windows:
        return window_name(verb, v)
    word = english.words(verb.text)
    sig = verb_of(verb.text, v.symbols)
    by = next((slot.value for slot in slots if slot.preposition == "by"), None)
    others = slots
    phase = sig is not None and sig.sort == "phase"
    if by is not None and (phase or (isinstance(by, n.Name) and by.text == "me" and word in english.NOUNS)):
        head = _phase(english.event(word) if not phase else word, by, v)
        others = tuple(slot for slot in slots if slot.preposition != "by")
    elif phase:
        head = f"the {word}" if definite else english.a(word)
    else:
        head = english.the_event(word) if definite else english.an_event(word)
    parts = [head, f"of {one_of(object, v)}" if object is not None else ""]
    parts += [f"{slot.preposition} {one_of(slot.value, v)}" for slot in others]
    return " ".join(part for part in parts if part)
