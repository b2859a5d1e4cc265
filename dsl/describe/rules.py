"""Standing rules as a card tells them: "After a hit with this Basic, if the target is alive: …".

A heading says when, in parentheses how often, then under which condition; what is done comes last. A rule that is said
in a sentence begins with how long it holds.
"""

from __future__ import annotations

from attrs import evolve

import dsl.describe.phrases as phrases
import dsl.describe.rows as rows
import dsl.describe.statements as statements
from dsl.describe import english
from dsl.describe.conditions import clause, joined_clauses
from dsl.describe.events import Event, any_event_of, any_object, event_name, slot_names, window_name
from dsl.describe.modifiers import change, changed, is_statement, stat_of
from dsl.describe.referents import Told, flow, order, whoever_may
from dsl.describe.values import noun, one_of
from dsl.describe.voice import Local, Voice, kind_name, local_name, one_kind, verb_of
from dsl.names import types as t
from dsl.names.signatures import SlotSig
from dsl.syntax import nodes as n

_MOMENTS = frozenset("after before during when while at in on".split())
Standing = n.Hook | n.Modify | n.Forbid | n.Action


def standing(line: Standing, v: Voice) -> str:
    """A standing rule printed on a thing, as a sentence without capital and full stop."""
    match line:
        case n.Hook():
            return _hook(line, v)
        case n.Modify():
            return f"{changed(line, v)}{_conditions(line.clauses, stat_of(line, v)[1])}"
        case n.Forbid():
            return _forbid(line, v)
        case n.Action():
            return _action(line, v)


def in_sentence(line: Standing, v: Voice) -> Told:
    """A standing rule said in a sentence: it carries its end with it."""
    if isinstance(line, n.Modify):
        inside = stat_of(line, v)[1]
        _, when, lasting, _, _ = _parts(line.clauses, inside)
        if not (when and lasting):
            text = f"{change(line, v)}{_conditions(line.clauses, inside)}"
            return Told(text) if is_statement(line, v) else order(text)
        others = tuple(one for one in line.clauses if not isinstance(one, n.Until))
        return Told(f"{lasting}, {change(line, v)}{_conditions(others, inside)}", long=True)
    return Told(standing(line, v), long=True)


# -------------------------------------------------------------------------------------------------------- hooks


def _hook(line: n.Hook, v: Voice) -> str:
    event = any_event_of(line, v)
    inside = v.knowing(event.locals, actor=event.actor, event=line.word == "before")
    during, when, lasting, once, works = _parts(line.clauses, inside)
    heading = _heading(line, event) + during + once + when
    told = statements.block(line.body, inside)
    if line.may:
        who = noun(line.may_by, inside) if line.may_by is not None else "you"
        told = [whoever_may(who, told)] if told else []
    body = flow(told, "nothing happens" if line.word != "instead of" else "")
    if line.word == "instead of" and not (body and heading.startswith("instead of")):
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
        windows = english.joined((window_name(window, v) for window in one.windows), "or")
        # a window may be called by its moment already
        return windows if windows.split()[0] in _MOMENTS else f"during {windows}"
    return f"during {event_name(one.verb, one.object, one.slots, v, definite=False)}"


def _once(verb: n.Name, v: Voice) -> str:
    if verb.text in v.symbols.windows:
        return f"once per {window_name(verb, v)}"
    sig = verb_of(verb.text, v.symbols)
    word = english.words(verb.text)
    return f"once per {word if sig is not None and sig.sort == 'phase' else english.event(word)}"


def _until(one: n.Until, v: Voice) -> str:
    return f"until the {one.edge} of {event_name(one.verb, one.object, one.slots, v, definite=True)}"


# --------------------------------------------------------------------------------------------- forbid and action


def _forbid(line: n.Forbid, v: Voice) -> str:
    told = [_forbidden(evolve(line, verb=verb, others=()), v) for verb in line.verbs]
    why = f" ({' '.join(line.because.value.split())})" if isinstance(line.because, n.Text) else ""
    return f"{english.alternatives([what for what, _ in told])}{_conditions(line.clauses, told[0][1])}{why}"


def _forbidden(line: n.Forbid, v: Voice) -> tuple[str, Voice]:
    """What cannot be done, and the voice that knows the names of the verb."""
    verb = verb_of(line.verb.text, v.symbols)
    slots = verb.slots if verb is not None else ()
    word = english.words(line.verb.text)
    said = {slot.preposition: slot.value for slot in line.slots}
    subject = phrases.subject_slot(slots)
    by = phrases.doer(line.slots, subject, v)
    rest = phrases.filled(None, line.slots, slots, subject, v, one=True)
    inside = v.knowing(slot_names(verb, line.object, said, v))
    can = "can" if line.allows else "cannot"
    if by is not None or (line.object is None and subject is not None and subject.name == "me"):
        who = one_of(by, v) if by is not None else "a player"
        what = any_object(line.object, verb, v)
        inside = evolve(inside, actor=who if by is not None else "that player")
        head, object = english.bare_verb(word, what, phrases.object_names(slots))
        told = " ".join(f"{who} {can} {head} {object} {rest}".split())
    elif any_object(line.object, verb, v) or english.parts_of(word)[1]:
        what, done = english.passive(word, any_object(line.object, verb, v), phrases.object_names(slots))
        told = f"{what} {can} be {done} {rest}".strip()
    else:
        told = f"there {can} be {english.an_event(word)} {rest}".strip()
    return told, inside


def _action(line: n.Action, v: Voice) -> str:
    """`during Main, you may dodge for 1 AP: …`"""
    verb = v.symbols.verbs.get(line.id.text)
    if verb is None or verb.node is not line:
        found = {param.name: Local(local_name(param.name)) for param in line.slots if param.name != "me"}
        slots: tuple[SlotSig, ...] = ()
    else:
        named = [slot for slot in verb.slots if slot.name != "me"]
        found = {slot.name: Local(local_name(slot.name, slot.type), slot.type) for slot in named}
        slots = verb.slots
    inside = v.knowing(found)
    during, when, lasting, once, _ = _parts(line.clauses, inside)
    head, object = english.bare_verb(english.words(line.id.text), same=phrases.object_names(slots))
    offered = _offered(line, slots, v)
    if object and offered and not line.slots[0].preposition:
        head, object = english.bare_verb(english.words(line.id.text), offered[0], phrases.object_names(slots))
        offered = offered[1:]
    what = " ".join(part for part in (head, object, *offered) if part)
    costs = [one for one in line.body.lines if isinstance(one, n.Cost)]
    needs = tuple(one.condition for one in line.body.lines if isinstance(one, n.Require))
    price = f" for {' and '.join(rows.cost(one, inside) for one in costs)}" if costs else ""
    only = f", only if {joined_clauses(needs, inside)}" if needs else ""
    body = evolve(line.body, lines=tuple(x for x in line.body.lines if not isinstance(x, n.Cost | n.Require)))
    given = {term.gives.text for one in costs for way in one.ways for term in way if term.gives is not None}
    inside = inside.knowing({name: Local(local_name(name), t.NUMBER) for name in given})
    start = f"{during.strip()}{once}, " if during else f"{once.strip(' ()')}, " if once else ""
    told = flow(statements.block(body, inside), "")
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
            what = word if english.sounds_plural(word) else english.a(word) if len(word) > 1 else word.upper()
        else:
            shown = kind_name(kind, v.symbols)
            what = english.a(shown) if word.lower() == shown.lower() else f"{english.a(shown)} (the {word})"
        found.append(f"{param.preposition} {what}".strip())
    return found
