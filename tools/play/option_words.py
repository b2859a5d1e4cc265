"""Describes the options of a request so that they can be told apart.

The engine uses the words of the rules; here kinds have their shown names, the acting player is left out, and options
with equal words are distinguished by the positions of their things. Options with no visible difference are one choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve

from interpreter.visibility.view_types import OptionView, RequestView, ThingView, View
from tools.drawing.schema import Schema, said
from tools.drawing.value_words import ValueWords
from tools.play.choice import Choice, OptionSlot, deed_words
from tools.play.option_notes import noted


def choices_of(view: View, request: RequestView, schema: Schema) -> tuple[Choice, ...]:
    """The options of a request as a person reads them."""
    words = ValueWords(view, schema)
    choices = [_choice(index, option, request, words) for index, option in enumerate(request.options)]
    if request.most == 1:
        choices = list(_without_doubles(choices, words))
    return noted(tuple(_apart(choices, words)), request, words)


def _choice(index: int, option: OptionView, request: RequestView, words: ValueWords) -> Choice:
    text = words.schema.spoken(option.words)
    value = option.value
    if isinstance(value, str) and value == option.words:
        text = words.schema.symbol(value)
    if request.sort == "act" and isinstance(value, Mapping) and "do" in value:
        verb = str(value["do"])
        text = text.removesuffix(f" by {request.seat}")
        if text.startswith(verb):
            text = said(verb) + text.removeprefix(verb)
        slots = tuple(
            _slot(name, preposition, value["slots"][name], words)
            for preposition, name in words.schema.verbs.get(verb, ())
            if name in value["slots"] and not (name == "me" and words.value(value["slots"][name]) == request.seat)
        )
        if (
            slots and value["slots"][slots[-1].name] == []
        ):  # avoids an unfinished phrase such as `attack with Saw using`
            text = text.rstrip().removesuffix(f" {slots[-1].preposition}")
        bringer = value.get("of")
        own = (_slot("of", "of", bringer, words),) if bringer is not None else ()
        return _invited(Choice(index, text, verb, slots + own), slots, words.schema)
    return Choice(index, text, "", (_slot("", "", value, words),))


def _invited(choice: Choice, slots: tuple[OptionSlot, ...], schema: Schema) -> Choice:
    """The option in the words of its author, if there are any that say as much as those of the rules."""
    given = tuple(evolve(slot, words=schema.spoken(slot.words)) for slot in slots)
    words = deed_words(choice.verb, given, len(given), schema)
    if not words or any(slot.words not in choice.words for slot in given):
        return choice
    groups = tuple(deed_words(choice.verb, given, count, schema) for count in range(len(given) + 1))
    return evolve(choice, words=words, plain=choice.words, groups=(*groups, words))


def _slot(name: str, preposition: str, value: Any, words: ValueWords) -> OptionSlot:
    thing = value.get("thing") if isinstance(value, Mapping) else None
    if not isinstance(thing, int):
        return OptionSlot(name, preposition, words.value(value) or "nothing")
    if thing in words.spaces:
        return OptionSlot(name, preposition, words.spaces[thing], thing, thing)
    view = words.view.thing(thing)
    space = view.place.get("space") if view.place is not None else None
    return OptionSlot(name, preposition, words.name(view), thing, space if isinstance(space, int) else None)


def _without_doubles(choices: Iterable[Choice], words: ValueWords) -> Iterator[Choice]:
    """The first of each group of options with no visible difference."""
    by_words: dict[tuple[object, ...], Choice] = {}
    for choice in choices:
        key = (choice.words, tuple(_looks(slot, words) for slot in choice.slots))
        before = by_words.get(key)
        by_words[key] = evolve(before, alike=before.alike + 1) if before is not None else choice
    yield from by_words.values()


def _looks(slot: OptionSlot, words: ValueWords) -> str | int:
    """Everything visible about the value of a slot; things that contain others are never equal."""
    if slot.thing is None:
        return slot.words
    thing: ThingView = words.view.thing(slot.thing)
    if slot.thing in words.spaces or any(zone.number for zone in thing.zones) or any(thing.parts.values()):
        return slot.thing
    seen = (thing.name, thing.owner, thing.place, thing.fields, thing.marks)
    return repr(seen)


def _apart(choices: Sequence[Choice], words: ValueWords) -> Iterator[Choice]:
    """Distinguish options with equal words by the positions or owners of their things, or else by a number."""
    same: dict[str, list[Choice]] = {}
    for choice in choices:
        same.setdefault(choice.words, []).append(choice)
    for choice in choices:
        group = same[choice.words]
        if len(group) == 1:
            yield choice
            continue
        marked = [_marked(other, group, words) for other in group]
        if len(set(marked)) == 1:  # positions do not distinguish them either
            marked = [other.words for other in group]
        at = group.index(choice)
        number = f" #{at + 1}" if marked.count(marked[at]) > 1 else ""
        yield evolve(choice, words=marked[at] + number)


def _marked(choice: Choice, group: Sequence[Choice], words: ValueWords) -> str:
    notes: dict[str, None] = {}
    seen = [_truths(other, words) for other in group]
    own = _truths(choice, words)
    if any(other != own for other in seen):
        notes |= dict.fromkeys(own)
        if len(set(map(tuple, seen))) == len(group):  # this is enough to distinguish them
            return f"{choice.words} ({', '.join(notes)})" if notes else choice.words
    for at, slot in enumerate(choice.slots):
        things = {other.slots[at].thing for other in group if at < len(other.slots)}
        if slot.thing is not None and len(things) > 1:
            thing = words.view.thing(slot.thing)
            place = words.where(thing)
            whose = f"{thing.owner}'s" if thing.owner and thing.owner != words.view.seat else ""
            note = " ".join(part for part in (whose, place) if part) if "at" in place or not place else place
            notes[note or words.name(thing)] = None
    text = ", ".join(notes)
    return f"{choice.words} ({text})" if text else choice.words


def _truths(choice: Choice, words: ValueWords) -> list[str]:
    """The flags that are true on the things of an option."""
    truths = []
    for slot in choice.slots:
        if slot.thing is not None and slot.thing not in words.spaces:
            thing = words.view.thing(slot.thing)
            kept = [field for field in words.schema.fields.get(thing.kind, ()) if field.sort == "keeps"]
            truths += [field.words for field in kept if thing.fields.get(field.name) is True]
    return truths
