"""Phrases: a verb with its object and prepositions, as somebody would say it.

Nothing is invented: the verb and its prepositions are the author's. Only the one who does it goes to the front, a
number takes the noun of its slot ("draw 2 cards"), and the verbs of the language have phrases of their own.
"""

from __future__ import annotations

from attrs import evolve

from dsl.describe import english
from dsl.describe.conditions import clause
from dsl.describe.referents import ANYBODY, Told, does, order
from dsl.describe.values import is_group, is_many, noun, of_number, one_of, value
from dsl.describe.voice import Voice, kind_name, one_kind, type_of, verb_of
from dsl.names import types as t
from dsl.names.signatures import SlotSig
from dsl.syntax import nodes as n


def subject_slot(slots: tuple[SlotSig, ...]) -> SlotSig | None:
    """The slot of the one who does it: `by me`, `by attacker: Bot`; not `by amount: 0..`."""
    for slot in slots:
        if slot.preposition == "by" and (slot.name == "me" or isinstance(t.plain(slot.type), t.KindT)):
            return slot
    return None


def doer(said: tuple[n.Slot, ...], subject: SlotSig | None, v: Voice) -> n.Expr | None:
    """Who does it, as far as the phrase says so; a number never does anything."""
    by = next((slot.value for slot in said if slot.preposition == "by"), None)
    if subject is None or isinstance(by, n.Number) or isinstance(type_of(by, v) if by else None, t.NumberT):
        return None
    return by


def phrase(line: n.Phrase, v: Voice) -> Told:
    if line.until is None:
        return _phrase(line, v)
    from dsl.describe.events import event_name

    end = line.until
    told = _phrase(evolve(line, until=None), v)
    lasting = f"until the {end.edge} of {event_name(end.verb, end.object, end.slots, v, definite=True)}"
    return evolve(told, text=f"{told.text} {lasting}", bare=f"{told.bare} {lasting}" if told.bare else told.bare)


def _phrase(line: n.Phrase, v: Voice) -> Told:
    verb = verb_of(line.verb.text, v.symbols)
    slots = verb.slots if verb is not None else ()
    told = _of_language(line, v) if verb is not None and verb.sort == "builtin" else None
    if told is not None:
        return told
    subject = subject_slot(slots)
    if doer(line.slots, subject, v) is None and any(slot.preposition == "by" for slot in line.slots):
        subject = None
    object = _object(line.object, next((slot for slot in slots if not slot.preposition), None), v)
    word, object = _with_noun(english.words(line.verb.text), object, line.object, slots)
    rest = f"{object} {filled(line.object, line.slots, slots, subject, v)}".strip()
    by = doer(line.slots, subject, v)
    if by is not None:
        return does(noun(by, v), is_many(by, v), word, rest)
    return order(f"{word} {rest}".strip(), "you" if subject is not None and subject.name == "me" else ANYBODY)


def _with_noun(word: str, object: str, e: n.Expr | None, slots: tuple[SlotSig, ...]) -> tuple[str, str]:
    """A verb with a noun of its own counts it: `lay_traps 2` is `lay 2 traps`."""
    head, counted = english.parts_of(word)
    slot = next((slot for slot in slots if not slot.preposition), None)
    number = slot is not None and isinstance(t.plain(slot.type), t.NumberT)
    if counted and number and e is not None and " " not in object:
        one = english.singular(counted)
        return head, f"{object} {one if object == '1' else english.plural(one)}"
    return english.bare_verb(word, object, object_names(slots))


def filled(
    object: n.Expr | None,
    said: tuple[n.Slot, ...],
    slots: tuple[SlotSig, ...],
    subject: SlotSig | None,
    v: Voice,
    one: bool = False,
) -> str:
    """The prepositions of a phrase in the author's order, without the one who does it; `one` of a set, or all."""
    by_word = {slot.preposition: slot for slot in slots}
    parts = []
    for slot in said:
        if subject is not None and slot.preposition == "by":
            continue
        known = by_word.get(slot.preposition)
        if one and is_group(slot.value, v):
            told = one_of(slot.value, v)
        else:
            told = _itself(slot.value, object, v) or value(slot.value, v, known.type if known else None)
        parts.append(f"{slot.preposition} {told}")
    return " ".join(parts)


def _itself(given: n.Expr, object: n.Expr | None, v: Voice) -> str:
    """The same thing again in one phrase."""
    if given != object or not isinstance(given, n.Name):
        return ""
    if given.text == "me":
        return "yourself"
    return "itself" if given.text == "it" or (given.text in v.locals and not is_many(given, v)) else ""


def object_names(slots: tuple[SlotSig, ...]) -> frozenset[str]:
    """What the object of a verb is called: in `keep_pile pile: Pile` the verb need not say it again."""
    for slot in slots:
        if not slot.preposition:
            kind = one_kind(slot.type)
            return frozenset([english.words(slot.name), english.words(kind).lower() if kind else ""])
    return frozenset()


def _object(e: n.Expr | None, slot: SlotSig | None, v: Voice) -> str:
    """A number of something is said with its noun: `draw cards: 1..` makes `draw 2 cards`."""
    if e is None:
        return ""
    if slot is not None and isinstance(t.plain(slot.type), t.NumberT) and isinstance(e, n.Number | n.Name):
        noun_of_slot = english.words(slot.name)
        if english.sounds_plural(noun_of_slot):
            number = noun(e, v)
            return f"{number} {english.singular(noun_of_slot) if number == '1' else noun_of_slot}"
    return value(e, v, slot.type if slot is not None else None)


def _of_language(line: n.Phrase, v: Voice) -> Told | None:
    """The verbs of the language, where the phrase alone would read oddly."""
    said = {slot.preposition: slot.value for slot in line.slots}
    first = line.object
    if line.verb.text == "pass":
        by = said.get("by")
        return does(noun(by, v) if by is not None else "you", by is not None and is_many(by, v), "pass", "")
    if first is None:
        return None
    match line.verb.text:
        case "lay":
            return order(f"put {noun(first, v)} on the table")
        case "take" if "of" in said:
            into = f" into {noun(said['into'], v)}" if "into" in said else ""
            return order(f"take {_number_of(first, said['of'], v)}{into}")
        case "roll":
            return _roll(line, first, said, v)
        case "arrange":
            by = said.get("by")
            return does(noun(by, v) if by is not None else "you", False, "put", f"{noun(first, v)} in any order")
        case "lose":
            return order(f"remove {noun(first, v)} from {noun(said['from'], v)}") if "from" in said else None
        case "run":
            at = f" for {noun(said['at'], v)}" if "at" in said else ""
            return order(f"do {noun(first, v)}{at}")
        case "begin":
            return order(f"play {english.a(noun(first, v))}")
        case "remove":
            return order(f"remove {noun(first, v)} from the game")
        case "eliminate":
            subject = noun(first, v)
            return Told(f"{subject} {'are' if subject == 'you' or is_many(first, v) else 'is'} out of the game")
        case "win" if isinstance(first, n.Nothing):
            return Told("the game ends in a draw")
        case "win":
            told = does(noun(first, v), is_many(first, v), "win", "the game")
            return Told("you win the game", "you", told.bare) if told.actor == "you" else told
        case _:
            return None


def _number_of(number: n.Expr, sort: n.Expr, v: Voice) -> str:
    count = noun(number, v)
    if isinstance(sort, n.Name) and sort.text in v.symbols.kinds:
        things = of_number(kind_name(sort.text, v.symbols), count not in ("1", "one"))
    else:
        things = f"of {noun(sort, v)}"
    if " " in count:
        return f"a number of {things.removeprefix('of ')} equal to {count}"
    return f"{count} {things}"


def _dice(e: n.Expr, v: Voice) -> str:
    """What is rolled: a sort of dice means one of them."""
    match e:
        case n.Group(inner=inner):
            return _dice(inner, v)
        case n.Name(text=text) if text in v.symbols.dice and text not in v.locals:
            return english.a(kind_name(text, v.symbols))
        case n.IfThen(condition=condition, then=then, otherwise=otherwise):
            return f"{_dice(then, v)} if {clause(condition, v)}, otherwise {_dice(otherwise, v)}"
        case _:
            return noun(e, v)


def _roll(line: n.Phrase, first: n.Expr, said: dict[str, n.Expr], v: Voice) -> Told:
    if "of" in said:
        what = _number_of(first, said["of"], v)
    else:
        what = _dice(first, v)
    into = f" into {noun(said['into'], v)}" if "into" in said else ""
    by = said.get("by")
    return does(noun(by, v) if by is not None else "you", by is not None and is_many(by, v), "roll", what + into)
