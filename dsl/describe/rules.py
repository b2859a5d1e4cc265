"""Describes rules as a card prints them: "After a hit with this Basic, if the target is alive: …".

A heading states when, then in parentheses how often, then the condition; the action comes last. A rule in a sentence
begins with its duration.
"""

from __future__ import annotations

from attrs import evolve

import dsl.describe.filled_slots as filled_slots
import dsl.describe.rows as rows
import dsl.describe.statements as statements
from dsl.describe import english
from dsl.describe.conditions import clause, joined_clauses
from dsl.describe.events import EventWords, any_event_of, any_object, event_name, slot_names, window_name
from dsl.describe.modifiers import is_statement, modify_order, modify_statement, stat_of
from dsl.describe.referents import Description, flow, may_do, order
from dsl.describe.values import noun, one_of
from dsl.describe.voice import Local, Voice, kind_name, local_name, one_kind, verb_of
from dsl.names import types as t
from dsl.names.signatures import SlotSig
from dsl.syntax import nodes as n

_MOMENTS = frozenset("after before during when while at in on".split())
RuleNode = n.Hook | n.Modify | n.Forbid | n.Action


def standing(line: RuleNode, v: Voice) -> str:
    """A rule printed on a thing, as a sentence without capital and full stop."""
    match line:
        case n.Hook():
            return _hook(line, v)
        case n.Modify():
            return f"{modify_statement(line, v)}{_conditions(line.clauses, stat_of(line, v)[1])}"
        case n.Forbid():
            return _forbid(line, v)
        case n.Action():
            return _action(line, v)


def in_sentence(line: RuleNode, v: Voice) -> Description:
    """A rule in a sentence, with its duration."""
    if isinstance(line, n.Modify):
        inside = stat_of(line, v)[1]
        _, when, lasting, _, _ = _parts(line.clauses, inside)
        if not (when and lasting):
            text = f"{modify_order(line, v)}{_conditions(line.clauses, inside)}"
            return Description(text) if is_statement(line, v) else order(text)
        others = tuple(clause_node for clause_node in line.clauses if not isinstance(clause_node, n.Until))
        return Description(f"{lasting}, {modify_order(line, v)}{_conditions(others, inside)}", long=True)
    return Description(standing(line, v), long=True)


# -------------------------------------------------------------------------------------------------------- hooks


def _hook(line: n.Hook, v: Voice) -> str:
    event = any_event_of(line, v)
    inside = v.knowing(event.locals, actor=event.actor, event=line.word == "before")
    during, when, lasting, once, works = _parts(line.clauses, inside)
    heading = _heading(line, event) + during + once + when
    descriptions = statements.block(line.body, inside)
    if line.may:
        player = noun(line.may_by, inside) if line.may_by is not None else "you"
        descriptions = [may_do(player, descriptions)] if descriptions else []
    body = flow(descriptions, "nothing happens" if line.word != "instead of" else "")
    if line.word == "instead of" and not (body and heading.startswith("instead of")):
        body = f"instead {body}" if body else "nothing happens instead"
    sign = ":" if when or (len(descriptions) > 1 and any(description.long for description in descriptions)) else ","
    text = f"{heading}{sign} {body}"
    return (f"{lasting}, {text}" if lasting else text) + works


def _heading(line: n.Hook, event: EventWords) -> str:
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
    """The words of the clauses: during, if and while, until, once, works in."""
    during = when = lasting = once = works = ""
    conditions = []
    for clause_node in clauses:
        match clause_node:
            case n.DuringEvent() | n.DuringWindow():
                during += f" {_during(clause_node, v)}"
            case n.IfClause(condition=condition):
                conditions.append(f"if {clause(condition, v)}")
            case n.WhileClause(condition=condition):
                conditions.append(f"while {clause(condition, v)}")
            case n.OncePer(verb=verb):
                once += f" ({_once(verb, v)})"
            case n.Until():
                lasting = _until(clause_node, v)
            case n.WorksIn(zones=zones):
                zone_names = english.joined((english.words(zone.text) for zone in zones), "or")
                works = f" (from {zone_names})"
    when = f", {' and '.join(conditions)}" if conditions else ""
    return during, when, lasting, once, works


def _conditions(clauses: tuple[n.Clause, ...], v: Voice) -> str:
    """The clauses after a statement."""
    during, when, lasting, once, works = _parts(clauses, v)
    return during + when.replace(",", "", 1) + (f" {lasting}" if lasting else "") + once + works


def _during(clause_node: n.DuringEvent | n.DuringWindow, v: Voice) -> str:
    if isinstance(clause_node, n.DuringWindow):
        windows = english.joined((window_name(window, v) for window in clause_node.windows), "or")
        # the name of a window may already contain a preposition
        return windows if windows.split()[0] in _MOMENTS else f"during {windows}"
    return f"during {event_name(clause_node.verb, clause_node.object, clause_node.slots, v, definite=False)}"


def _once(verb: n.Name, v: Voice) -> str:
    if verb.text in v.symbols.windows:
        return f"once per {window_name(verb, v)}"
    sig = verb_of(verb.text, v.symbols)
    word = english.words(verb.text)
    return f"once per {word if sig is not None and sig.sort == 'phase' else english.event(word)}"


def _until(clause_node: n.Until, v: Voice) -> str:
    event = event_name(clause_node.verb, clause_node.object, clause_node.slots, v, definite=True)
    return f"until the {clause_node.edge} of {event}"


# --------------------------------------------------------------------------------------------- forbid and action


def _forbid(line: n.Forbid, v: Voice) -> str:
    descriptions = [_forbidden(evolve(line, verb=verb, others=()), v) for verb in line.verbs]
    why = f" ({' '.join(line.because.value.split())})" if isinstance(line.because, n.Text) else ""
    forbidden = english.alternatives([what for what, _ in descriptions])
    return f"{forbidden}{_conditions(line.clauses, descriptions[0][1])}{why}"


def _forbidden(line: n.Forbid, v: Voice) -> tuple[str, Voice]:
    """What is forbidden, and the voice with the names of the verb."""
    verb = verb_of(line.verb.text, v.symbols)
    slots = verb.slots if verb is not None else ()
    word = english.words(line.verb.text)
    values = {slot.preposition: slot.value for slot in line.slots}
    subject = filled_slots.subject_slot(slots)
    by = filled_slots.doer(line.slots, subject, v)
    rest = filled_slots.prepositions_of(None, line.slots, slots, subject, v, single=True)
    inside = v.knowing(slot_names(verb, line.object, values, v))
    can = "can" if line.allows else "cannot"
    if by is not None or (line.object is None and subject is not None and subject.name == "me"):
        player = one_of(by, v) if by is not None else "a player"
        what = any_object(line.object, verb, v)
        inside = evolve(inside, actor=player if by is not None else "that player")
        head, object = english.bare_verb(word, what, filled_slots.object_names(slots))
        description = " ".join(f"{player} {can} {head} {object} {rest}".split())
    elif any_object(line.object, verb, v) or english.parts_of(word)[1]:
        what, done = english.passive(word, any_object(line.object, verb, v), filled_slots.object_names(slots))
        description = f"{what} {can} be {done} {rest}".strip()
    else:
        description = f"there {can} be {english.an_event(word)} {rest}".strip()
    return description, inside


def _action(line: n.Action, v: Voice) -> str:
    """`during Main, you may dodge for 1 AP: …`"""
    verb = v.symbols.verbs.get(line.id.text)
    if verb is None or verb.node is not line:
        names = {param.name: Local(local_name(param.name)) for param in line.slots if param.name != "me"}
        slots: tuple[SlotSig, ...] = ()
    else:
        named_slots = [slot for slot in verb.slots if slot.name != "me"]
        names = {slot.name: Local(local_name(slot.name, slot.type), slot.type) for slot in named_slots}
        slots = verb.slots
    inside = v.knowing(names)
    during, when, lasting, once, _ = _parts(line.clauses, inside)
    head, object = english.bare_verb(english.words(line.id.text), same=filled_slots.object_names(slots))
    offered = _offered(line, slots, v)
    if object and offered and not line.slots[0].preposition:
        head, object = english.bare_verb(english.words(line.id.text), offered[0], filled_slots.object_names(slots))
        offered = offered[1:]
    what = " ".join(part for part in (head, object, *offered) if part)
    costs = [line_node for line_node in line.body.lines if isinstance(line_node, n.Cost)]
    needs = tuple(line_node.condition for line_node in line.body.lines if isinstance(line_node, n.Require))
    price = f" for {' and '.join(rows.cost(line_node, inside) for line_node in costs)}" if costs else ""
    only = f", only if {joined_clauses(needs, inside)}" if needs else ""
    body = evolve(line.body, lines=tuple(x for x in line.body.lines if not isinstance(x, n.Cost | n.Require)))
    given = {term.gives.text for line_node in costs for way in line_node.ways for term in way if term.gives is not None}
    inside = inside.knowing({name: Local(local_name(name), t.NUMBER) for name in given})
    start = f"{during.strip()}{once}, " if during else f"{once.strip(' ()')}, " if once else ""
    description = flow(statements.block(body, inside), "")
    tail = f" {lasting}" if lasting else ""
    return f"{start}you may {what}{price}{when}{only}{tail}" + (f": {description}" if description else "")


def _offered(line: n.Action, slots: tuple[SlotSig, ...], v: Voice) -> list[str]:
    """The slots of an action as its player sees them: `a Bot`, `with an Ability`."""
    by_name = {slot.name: slot for slot in slots}
    offered = []
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
        offered.append(f"{param.preposition} {what}".strip())
    return offered
