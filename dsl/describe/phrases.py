"""Describes phrases: a verb with its object and prepositions.

Nothing is invented: the verb and its prepositions are the author's. Only the actor moves to the front, a number takes
the noun of its slot ("draw 2 cards"), and built-in verbs have their own phrases.
"""

from __future__ import annotations

from attrs import evolve

from dsl.describe import english, events
from dsl.describe.conditions import clause
from dsl.describe.filled_slots import doer, object_names, prepositions_of, subject_slot
from dsl.describe.referents import ANY_ACTOR, Description, does, order
from dsl.describe.values import is_many, noun, of_number, value
from dsl.describe.voice import Voice, kind_name, verb_of
from dsl.names import types as t
from dsl.names.signatures import SlotSig
from dsl.syntax import nodes as n


def phrase(line: n.Phrase, v: Voice) -> Description:
    if line.until is None:
        return _phrase(line, v)
    end = line.until
    description = _phrase(evolve(line, until=None), v)
    lasting = f"until the {end.edge} of {events.event_name(end.verb, end.object, end.slots, v, definite=True)}"
    return evolve(
        description,
        text=f"{description.text} {lasting}",
        bare=f"{description.bare} {lasting}" if description.bare else description.bare,
    )


def _phrase(line: n.Phrase, v: Voice) -> Description:
    verb = verb_of(line.verb.text, v.symbols)
    slots = verb.slots if verb is not None else ()
    description = _builtin_verb(line, v) if verb is not None and verb.sort == "builtin" else None
    if description is not None:
        return description
    said = _said(line, slots, verb.says if verb is not None else None)
    if said is not None:
        return said
    subject = subject_slot(slots)
    if doer(line.slots, subject, v) is None and any(slot.preposition == "by" for slot in line.slots):
        subject = None
    object = _object(line.object, next((slot for slot in slots if not slot.preposition), None), v)
    word, object = _with_noun(english.words(line.verb.text), object, line.object, slots)
    named = tuple(slot for slot in line.slots if not _is_own_source(slot))
    rest = f"{object} {prepositions_of(line.object, named, slots, subject, v)}".strip()
    by = doer(line.slots, subject, v)
    if by is not None:
        return does(noun(by, v), is_many(by, v), word, rest)
    return order(f"{word} {rest}".strip(), "you" if subject is not None and subject.name == "me" else ANY_ACTOR)


def _is_own_source(slot: n.Slot) -> bool:
    """`from it`: that a card is the source of what it does goes without saying."""
    return slot.preposition == "from" and isinstance(slot.value, n.Name) and slot.value.text == "it"


def _said(line: n.Phrase, slots: tuple[SlotSig, ...], says: str | None) -> Description | None:
    """What `me` does in the words of the log: `{me} rolls an extra die` is "roll an extra die"."""
    alone = [slot.name for slot in slots] == ["me"] and line.object is None
    by_me = all(isinstance(slot.value, n.Name) and slot.value.text == "me" for slot in line.slots)
    if says is None or not alone or not by_me or not says.startswith("{me} ") or says.count("{") > 1:
        return None
    words = says.removeprefix("{me} ")
    if words.startswith(("may ", "can ")):
        return Description(f"you {words}", "you", words)
    return order(english.base(words), "you")


def _with_noun(word: str, object: str, e: n.Expr | None, slots: tuple[SlotSig, ...]) -> tuple[str, str]:
    """A verb that contains a noun counts it: `lay_traps 2` is `lay 2 traps`."""
    head, counted = english.parts_of(word)
    slot = next((slot for slot in slots if not slot.preposition), None)
    number = slot is not None and isinstance(t.plain(slot.type), t.NumberT)
    if counted and number and e is not None and " " not in object:
        singular = english.singular(counted)
        return head, f"{object} {singular if object == '1' else english.plural(singular)}"
    return english.bare_verb(word, object, object_names(slots))


def _object(e: n.Expr | None, slot: SlotSig | None, v: Voice) -> str:
    """A number with the noun of its slot: `draw cards: 1..` makes `draw 2 cards`."""
    if e is None:
        return ""
    if slot is not None and isinstance(t.plain(slot.type), t.NumberT) and isinstance(e, n.Number | n.Name):
        noun_of_slot = english.words(slot.name)
        if english.sounds_plural(noun_of_slot):
            number = noun(e, v)
            return f"{number} {english.singular(noun_of_slot) if number == '1' else noun_of_slot}"
    return value(e, v, slot.type if slot is not None else None)


def _builtin_verb(line: n.Phrase, v: Voice) -> Description | None:
    """Built-in verbs whose phrase would read oddly."""
    values = {slot.preposition: slot.value for slot in line.slots}
    first = line.object
    if line.verb.text == "pass":
        by = values.get("by")
        return does(noun(by, v) if by is not None else "you", by is not None and is_many(by, v), "pass", "")
    if first is None:
        return None
    match line.verb.text:
        case "lay":
            return order(f"put {noun(first, v)} on the table")
        case "take" if "of" in values:
            into = f" into {noun(values['into'], v)}" if "into" in values else ""
            return order(f"take {_number_of(first, values['of'], v)}{into}")
        case "roll":
            return _roll(line, first, values, v)
        case "arrange":
            by = values.get("by")
            return does(noun(by, v) if by is not None else "you", False, "put", f"{noun(first, v)} in any order")
        case "lose":
            return order(f"remove {noun(first, v)} from {noun(values['from'], v)}") if "from" in values else None
        case "run":
            at = f" for {noun(values['at'], v)}" if "at" in values else ""
            return order(f"do {noun(first, v)}{at}")
        case "begin":
            return order(f"play {english.a(noun(first, v))}")
        case "remove":
            return order(f"remove {noun(first, v)} from the game")
        case "eliminate":
            subject = noun(first, v)
            return Description(f"{subject} {'are' if subject == 'you' or is_many(first, v) else 'is'} out of the game")
        case "win" if isinstance(first, n.Nothing):
            return Description("the game ends in a draw")
        case "win":
            description = does(noun(first, v), is_many(first, v), "win", "the game")
            return (
                Description("you win the game", "you", description.bare) if description.actor == "you" else description
            )
        case _:
            return None


def _number_of(number: n.Expr, source: n.Expr, v: Voice) -> str:
    count = noun(number, v)
    if isinstance(source, n.Name) and source.text in v.symbols.kinds:
        things = of_number(kind_name(source.text, v.symbols), count not in ("1", "one"))
    else:
        things = f"of {noun(source, v)}"
    if " " in count:
        return f"a number of {things.removeprefix('of ')} equal to {count}"
    return f"{count} {things}"


def _dice(e: n.Expr, v: Voice) -> str:
    """What is rolled: a kind of dice means one of them."""
    match e:
        case n.Group(inner=inner):
            return _dice(inner, v)
        case n.Name(text=text) if text in v.symbols.dice and text not in v.locals:
            return english.a(kind_name(text, v.symbols))
        case n.IfThen(condition=condition, then=then, otherwise=otherwise):
            return f"{_dice(then, v)} if {clause(condition, v)}, otherwise {_dice(otherwise, v)}"
        case _:
            return noun(e, v)


def _roll(line: n.Phrase, first: n.Expr, values: dict[str, n.Expr], v: Voice) -> Description:
    if "of" in values:
        what = _number_of(first, values["of"], v)
    else:
        what = _dice(first, v)
    into = f" into {noun(values['into'], v)}" if "into" in values else ""
    by = values.get("by")
    return does(noun(by, v) if by is not None else "you", by is not None and is_many(by, v), "roll", what + into)
