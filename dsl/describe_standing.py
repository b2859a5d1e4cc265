"""Standing rules as a card tells them: "After a hit with this Basic, if the target is alive: …".

The heading of a hook is chosen by what its phrase fills. Somebody who does it makes a clause ("after this Bot hits"), a
thing that it is done to makes a passive ("when this Bot would be damaged"), neither makes the name of the event ("after
a hit with this Basic"). What a slot is filled with is what its name means inside, so the text never says "the target"
for the thing itself.
"""

from __future__ import annotations

from attrs import evolve, frozen

import dsl.describe_sentences as sentences
from dsl import describe_english as english
from dsl import nodes as n
from dsl import types as t
from dsl.describe_truths import clause, named, predicate, truth_rule
from dsl.describe_values import is_group, is_many, noun, one_of, owned, value
from dsl.describe_voice import (
    Local,
    Voice,
    find_field,
    kind_name,
    label,
    local_name,
    one_kind,
    shown_name,
    type_of,
    verb_of,
)
from dsl.names import SlotSig, VerbSig

Phrased = n.Hook | n.Forbid | n.DuringEvent | n.Until
Standing = n.Hook | n.Modify | n.Forbid | n.Action


def standing(line: Standing, v: Voice) -> str:
    """A standing rule printed on a thing, as a sentence without capital and full stop."""
    match line:
        case n.Hook():
            return _hook(line, v)
        case n.Modify():
            return f"{_changed(line, v)}{_conditions(line.clauses, v)}"
        case n.Forbid():
            return _forbid(line, v)
        case n.Action():
            return _action(line, v)


def in_sentence(line: Standing, v: Voice) -> sentences.Told:
    """A standing rule said in a sentence: it carries its end with it."""
    if isinstance(line, n.Modify):
        return sentences.order(f"{_change(line, v)}{_conditions(line.clauses, v)}")
    return sentences.Told(standing(line, v), long=True)


# ------------------------------------------------------------------------------------------------------- events


@frozen
class Event:
    """A phrase that filters, in the forms that a heading may need. `simple` is "a hit with this Basic"."""

    simple: str  # this Bot hits; this Bot is hit; a hit; your turn
    would: str  # this Bot would hit; empty if it is the name of an event
    locals: dict[str, Local]
    actor: str


def _event(line: n.Hook | n.Forbid, v: Voice) -> Event:
    verb = verb_of(line.verb.text, v.rooms)
    word = english.words(line.verb.text)
    slots = verb.slots if verb is not None else ()
    said = {slot.preposition: slot.value for slot in line.slots}
    subject = sentences.subject_slot(slots)
    by = said.get("by") if subject is not None else None
    known = _slot_names(verb, line.object, said, v)
    if verb is not None and verb.sort == "phase":
        return Event(_phase(word, by, v), "", known, noun(by, v) if by is not None else "that player")
    rest = sentences.filled(None, line.slots, slots, subject, v)
    if by is not None or (subject is not None and subject.name == "me" and line.object is None):
        who = one_of(by, v) if by is not None else "a player"
        what = f"{word} {_any_object(line.object, verb, v)} {rest}"
        base = " ".join(what.split())
        plain = who == "you" or (by is not None and is_many(by, v) and not who.startswith(("a ", "an ", "one ")))
        actor = who if by is not None and not is_group(by, v) else "that player"
        return Event(f"{who} {base if plain else english.third(base)}", f"{who} would {base}", known, actor)
    return _done_to(line, verb, word, rest, known, v)


def _done_to(
    line: n.Hook | n.Forbid, verb: VerbSig | None, word: str, rest: str, known: dict[str, Local], v: Voice
) -> Event:
    """A passive if it is known what it is done to, else the name of the event."""
    object_slot = verb.slot("") if verb is not None else None
    kind = one_kind(object_slot.type) if object_slot is not None else None
    if line.object is None and (word in english.NOUNS or kind is None or object_slot is None):
        return Event(f"{english.an_event(word)} {rest}".strip(), "", known, "that player")
    if line.object is not None:
        what, many = one_of(line.object, v), is_many(line.object, v) and not is_group(line.object, v)
        many = many and not one_of(line.object, v).startswith("one of ")
    else:
        assert kind is not None and object_slot is not None
        shown = kind_name(kind, v.rooms)
        what, many = english.a(shown), False
        known = {**known, object_slot.name: Local(f"that {shown}", object_slot.type)}
    done = f"{english.participle(word)} {rest}".strip()
    be = "are" if many or what == "you" else "is"
    return Event(f"{what} {be} {done}", f"{what} would be {done}", known, "that player")


def _any_object(given: n.Expr | None, verb: VerbSig | None, v: Voice) -> str:
    slot = verb.slot("") if verb is not None else None
    if given is not None:
        return one_of(given, v)
    kind = one_kind(slot.type) if slot is not None else None
    return english.a(kind_name(kind, v.rooms)) if kind is not None else ""


def _slot_names(
    verb: VerbSig | None, object: n.Expr | None, said: dict[str, n.Expr], v: Voice
) -> dict[str, Local]:
    """The names of the verb's head as the hook reads them: what fills a slot is what its name means."""
    found: dict[str, Local] = {}
    if verb is None:
        return found
    for slot in verb.slots:
        given = object if slot.preposition == "" else said.get(slot.preposition)
        if slot.name == "me":
            continue
        found[slot.name] = _slot_name(slot, given, v)
    found.update({name: Local(local_name(name), type) for name, type in verb.keeps.items()})
    return found


def _slot_name(slot: SlotSig, given: n.Expr | None, v: Voice) -> Local:
    if given is None:
        return Local(local_name(slot.name), slot.type)
    if not is_group(given, v) and not is_many(given, v):
        return Local(noun(given, v), slot.type)
    kind = one_kind(type_of(given, v))
    return Local(f"that {kind_name(kind, v.rooms)}" if kind and kind != "Player" else f"that {slot.name}", slot.type)


def _phase(word: str, by: n.Expr | None, v: Voice) -> str:
    if by is None:
        return english.a(word)
    who = one_of(by, v)
    return f"{english.possessive(who)} {word}" if not who.startswith("one of") else f"the {word} of {who}"


# -------------------------------------------------------------------------------------------------------- hooks


def _hook(line: n.Hook, v: Voice) -> str:
    event = _event(line, v)
    inside = v.knowing(event.locals, actor=event.actor, event=line.word == "before")
    during, when, lasting, once, works = _parts(line.clauses, inside)
    heading = _heading(line, event) + during + once + when
    told = sentences.block(line.body, inside)
    if line.may:
        who = noun(line.may_by, inside) if line.may_by is not None else "you"
        told = [sentences.whoever_may(who, told)] if told else []
    body = sentences.flow(told, "nothing happens" if line.word != "instead of" else "")
    if line.word == "instead of":
        body = f"instead {body}" if body else "nothing happens instead"
    sign = ":" if when or (len(told) > 1 and any(one.long for one in told)) else ","
    text = f"{heading}{sign} {body}"
    return (f"{lasting}, {text}" if lasting else text) + works


def _heading(line: n.Hook, event: Event) -> str:
    match line.word:
        case "after":
            return f"after {event.simple}"
        case _ if event.would:
            return f"when {event.would}"
        case "before":
            return f"before {event.simple}"
        case _:
            return f"instead of {event.simple}" if line.body.lines else f"when there would be {event.simple}"


def _parts(clauses: tuple[n.Clause, ...], v: Voice) -> tuple[str, str, str, str, str]:
    """What the clauses add: during, if and while, until, once, works in."""
    during = when = lasting = once = works = ""
    conditions = []
    for one in clauses:
        match one:
            case n.DuringEvent() | n.DuringWindow():
                during += f" {_during(one, v)}"
            case n.IfClause(condition=condition):
                conditions.append(f"if {clause(condition, v)}")
            case n.WhileClause(condition=condition):
                conditions.append(f"while {clause(condition, v)}")
            case n.OncePer(verb=verb):
                once += f" ({_once(verb, v)})"
            case n.Until():
                lasting = _until(one, v)
            case n.WorksIn(zones=zones):
                named = english.joined((english.words(zone.text) for zone in zones), "or")
                works = f" (from {named})"
    when = f", {' and '.join(conditions)}" if conditions else ""
    return during, when, lasting, once, works


def _conditions(clauses: tuple[n.Clause, ...], v: Voice) -> str:
    """The clauses behind a statement."""
    during, when, lasting, once, works = _parts(clauses, v)
    return during + when.replace(",", "", 1) + (f" {lasting}" if lasting else "") + once + works


def _during(one: n.DuringEvent | n.DuringWindow, v: Voice) -> str:
    if isinstance(one, n.DuringWindow):
        return f"during {english.joined((_window(window, v) for window in one.windows), 'or')}"
    return f"during {event_name(one.verb, one.object, one.slots, v, definite=False)}"


def _window(window: n.Name, v: Voice) -> str:
    known = v.rooms.windows.get(window.text)
    return shown_name(known.node, window.text) if known is not None else english.words(window.text)


def event_name(verb: n.Name, object: n.Expr | None, slots: tuple[n.Slot, ...], v: Voice, definite: bool) -> str:
    """An event as a noun: `your turn`, `an attack by your foe`, `the strike of this Weapon`."""
    if verb.text in v.rooms.windows:
        return _window(verb, v)
    word = english.words(verb.text)
    sig = verb_of(verb.text, v.rooms)
    by = next((slot.value for slot in slots if slot.preposition == "by"), None)
    others = slots
    phase = sig is not None and sig.sort == "phase"
    if by is not None and (phase or (isinstance(by, n.Name) and by.text == "me" and word in english.NOUNS)):
        head = _phase(english.event(word) if not phase else word, by, v)
        others = tuple(slot for slot in slots if slot.preposition != "by")
    elif phase:
        head = f"the {word}" if definite else english.a(word)
    else:
        head = f"the {english.event(word)}" if definite else english.an_event(word)
    parts = [head, f"of {noun(object, v)}" if object is not None else ""]
    parts += [f"{slot.preposition} {noun(slot.value, v)}" for slot in others]
    return " ".join(part for part in parts if part)


def _once(verb: n.Name, v: Voice) -> str:
    if verb.text in v.rooms.windows:
        return f"once per {_window(verb, v)}"
    sig = verb_of(verb.text, v.rooms)
    word = english.words(verb.text)
    return f"once per {word if sig is not None and sig.sort == 'phase' else english.event(word)}"


def _until(one: n.Until, v: Voice) -> str:
    return f"until the {one.edge} of {event_name(one.verb, one.object, one.slots, v, definite=True)}"


# ------------------------------------------------------------------------------------------------------- modify


def _stat(line: n.Modify, v: Voice) -> tuple[str, Voice]:
    """What is changed, in words, and the voice of the new value: a rule's parameters are names there."""
    name = line.stat.text
    rule = v.rooms.rules.get(name)
    if rule is not None:
        params = rule.params[1:] if line.of is not None else rule.params
        v = v.knowing({param.name: Local(local_name(param.name), param.type) for param in params})
        words = rule.node.marks.says.value if rule.node.marks.says is not None and not rule.params else english.words(name)
    else:
        kind = one_kind(type_of(line.of, v)) if line.of is not None else None
        words = label(name, find_field(kind, name, v.rooms) if kind is not None else None)
    if line.of is not None:
        return owned(words, line.of, v), v
    if name in v.locals and v.event:
        return v.locals[name].text, v
    return words if words.startswith(("the ", "all ")) else f"the {words}", v


def _is_cost(line: n.Modify, v: Voice) -> bool:
    return line.stat.text in v.rooms.currencies


def _truth(line: n.Modify, v: Voice) -> str | None:
    """A yes or no question that is set: told as the answer."""
    rule = v.rooms.rules.get(line.stat.text)
    match line.changes:
        case (n.Change(layer="to", value=n.Truth(value=truth)),) if rule is not None and truth_rule(
            rule.type, rule.node.value
        ):
            if line.of is None:
                return f"{english.words(rule.name)} is always {'yes' if truth else 'no'}"
            said = named(english.words(rule.name), line.of, not truth)
            subject = noun(line.of, v)
            return f"{subject} {predicate(said, subject, is_many(line.of, v))}"
        case _:
            return None


def _changed(line: n.Modify, v: Voice) -> str:
    """As a statement: `this Bot's speed is 1 higher`."""
    answer = _truth(line, v)
    if answer is not None:
        return answer
    if _is_cost(line, v):
        return _costs(line, v)
    stat, inside = _stat(line, v)
    be = "are" if english.sounds_plural(stat) else "is"
    parts = [_statement(change, inside, first=not position) for position, change in enumerate(line.changes)]
    return f"{stat} {be} {', '.join(parts)}{_layer(line)}"


def _statement(change: n.Change, v: Voice, first: bool) -> str:
    less, amount = _amount(change.value, v)
    match change.layer:
        case "to":
            return amount if not less else f"-{amount}"
        case "by":
            return f"{amount} {'lower' if less else 'higher'}"
        case "times":
            return "doubled" if amount == "2" else f"multiplied by {amount}"
        case _:
            return f"{'' if first else 'but '}{change.layer} {'-' if less else ''}{amount}"


def _change(line: n.Modify, v: Voice) -> str:
    """As an order: `reduce the amount by 2`."""
    answer = _truth(line, v)
    if answer is not None:
        return answer
    if _is_cost(line, v):
        return _costs(line, v)
    stat, inside = _stat(line, v)
    parts = []
    for position, change in enumerate(line.changes):
        parts.append(_order(change, stat if not position else "it", inside, first=not position))
    return " ".join(parts) + _layer(line)


def _order(change: n.Change, stat: str, v: Voice, first: bool) -> str:
    less, amount = _amount(change.value, v)
    joint = "" if first else "and "
    match change.layer:
        case "to":
            return f"{joint}set {stat} to {'-' if less else ''}{amount}"
        case "by":
            return f"{joint}{'reduce' if less else 'increase'} {stat} by {amount}"
        case "times":
            return f"{joint}double {stat}" if amount == "2" else f"{joint}multiply {stat} by {amount}"
        case "at least":
            return f"raise {stat} to at least {amount}" if first else f"(to no less than {amount})"
        case "at most":
            return f"limit {stat} to {amount}" if first else f"(to no more than {amount})"


def _amount(e: n.Expr, v: Voice) -> tuple[bool, str]:
    """Whether it is less than nothing, and how much."""
    while isinstance(e, n.Group):
        e = e.inner
    if isinstance(e, n.Negate):
        return True, noun(e.inner, v)
    return False, noun(e, v)


def _costs(line: n.Modify, v: Voice) -> str:
    """`modify AP of shift by 1`: what an action costs."""
    currency = v.rooms.currencies[line.stat.text]
    shown = shown_name(currency.node, line.stat.text)
    verb = line.of.text if isinstance(line.of, n.Name) else ""
    what = english.gerund(english.words(verb)) if verb else "everything"
    change = line.changes[0]
    less, amount = _amount(change.value, v)
    named = shown if amount == "1" else english.plural(shown)
    match change.layer:
        case "by":
            return f"{what} costs {amount} {'fewer' if less and named != shown else 'less' if less else 'more'} {named}"
        case "times":
            return f"{what} costs {amount} times as many {english.plural(shown)}"
        case "to":
            return f"{what} costs {amount} {named}"
        case _:
            return f"{what} costs {change.layer} {amount} {named}"


def _layer(line: n.Modify) -> str:
    return f" ({english.words(line.layer.text)})" if line.layer is not None else ""


# --------------------------------------------------------------------------------------------- forbid and action


def _forbid(line: n.Forbid, v: Voice) -> str:
    verb = verb_of(line.verb.text, v.rooms)
    slots = verb.slots if verb is not None else ()
    word = english.words(line.verb.text)
    said = {slot.preposition: slot.value for slot in line.slots}
    subject = sentences.subject_slot(slots)
    by = said.get("by") if subject is not None else None
    rest = sentences.filled(None, line.slots, slots, subject, v)
    inside = v.knowing(_slot_names(verb, line.object, said, v))
    can = "can" if line.allows else "cannot"
    if by is not None or (line.object is None and subject is not None and subject.name == "me"):
        who = noun(by, v) if by is not None else "players"
        what = one_of(line.object, v) if line.object is not None else ""
        inside = evolve(inside, actor=who if by is not None else "that player")
        told = " ".join(f"{who} {can} {word} {what} {rest}".split())
    elif line.object is not None:
        told = f"{noun(line.object, v)} {can} be {english.participle(word)} {rest}".strip()
    else:
        told = f"there {can} be {english.an_event(word)} {rest}".strip()
    why = f" ({' '.join(line.because.value.split())})" if isinstance(line.because, n.Text) else ""
    return f"{told}{_conditions(line.clauses, inside)}{why}"


def _action(line: n.Action, v: Voice) -> str:
    """`during Main, you may dodge for 1 AP: …`"""
    verb = v.rooms.verbs.get(line.id.text)
    if verb is None or verb.node is not line:
        found = {param.name: Local(local_name(param.name)) for param in line.slots if param.name != "me"}
        slots: tuple[SlotSig, ...] = ()
    else:
        found = {slot.name: Local(local_name(slot.name), slot.type) for slot in verb.slots if slot.name != "me"}
        slots = verb.slots
    inside = v.knowing(found)
    during, when, lasting, once, _ = _parts(line.clauses, inside)
    what = " ".join([english.words(line.id.text), *_offered(line, slots, v)])
    costs = [one for one in line.body.lines if isinstance(one, n.Cost)]
    needs = [clause(one.condition, inside) for one in line.body.lines if isinstance(one, n.Require)]
    price = f" for {' and '.join(sentences.cost(one, inside) for one in costs)}" if costs else ""
    only = f", only if {english.joined(needs)}" if needs else ""
    body = evolve(line.body, lines=tuple(x for x in line.body.lines if not isinstance(x, n.Cost | n.Require)))
    named = {term.gives.text for one in costs for way in one.ways for term in way if term.gives is not None}
    inside = inside.knowing({name: Local(local_name(name), t.NUMBER) for name in named})
    start = f"{during.strip()}{once}, " if during else f"{once.strip(' ()')}, " if once else ""
    told = sentences.flow(sentences.block(body, inside), "")
    tail = f" {lasting}" if lasting else ""
    return f"{start}you may {what}{price}{when}{only}{tail}" + (f": {told}" if told else "")


def _offered(line: n.Action, slots: tuple[SlotSig, ...], v: Voice) -> list[str]:
    """The slots of an action as its player sees them: `a Bot`, `with an Ability`."""
    by_name = {slot.name: slot for slot in slots}
    found = []
    for param in line.slots:
        if param.name == "me":
            continue
        slot = by_name.get(param.name)
        kind = one_kind(slot.type) if slot is not None else None
        word = english.words(param.name)
        if kind is None:
            what = english.a(word) if len(param.name) > 1 else param.name.upper()
        else:
            shown = kind_name(kind, v.rooms)
            what = english.a(shown) if word.lower() == shown.lower() else f"{english.a(shown)} (the {word})"
        found.append(f"{param.preposition} {what}".strip())
    return found


__all__ = ["Standing", "event_name", "in_sentence", "standing", "value"]
