"""Sentences as a card tells them: "draw 2 cards, then your foe discards 1 card".

A sentence is told with the one who does it. What `me` does is an order to the reader; what another does begins with that
one. So "you may …" can take the bare verb where the one who may is the one who does, and must not where it is not.
Names that a sentence gives are known to the sentences after it, so a block is told line by line.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

import dsl.describe_standing as standing
from dsl import describe_english as english
from dsl import nodes as n
from dsl import types as t
from dsl.describe_calls import mark_words
from dsl.describe_truths import clause, named, predicate
from dsl.describe_values import each_of, group, is_group, is_many, noun, of_number, one_of, owned, several_of, value
from dsl.describe_voice import (
    Local,
    Voice,
    field_of,
    is_truth,
    kind_name,
    label,
    local_name,
    one_kind,
    shown_name,
    type_of,
    verb_of,
)
from dsl.names import SlotSig
from dsl.walk import walk

ANYBODY = "*"
"""The actor of a sentence that is done by whoever tells it: `damage the target by 2`."""


@frozen
class Told:
    """One sentence without capital and full stop. `bare` is the part after the actor; `long` wants to stand alone."""

    text: str
    actor: str = ""
    bare: str = ""
    long: bool = False


def order(text: str, actor: str = ANYBODY, long: bool = False) -> Told:
    """Something to do: for `you` and anybody an order, for another a statement."""
    return Told(text, actor, text, long)


def does(subject: str, many: bool, verb: str, rest: str) -> Told:
    """Somebody does something."""
    bare = f"{verb} {rest}".strip()
    if subject == "you":
        return order(bare, "you")
    return Told(f"{subject} {verb if many else english.third(verb)} {rest}".strip(), subject, bare)


# ------------------------------------------------------------------------------------------------------- blocks


def block(body: n.Block | None, v: Voice) -> list[Told]:
    """The sentences of a block, each knowing the names that those before it gave."""
    found: list[Told] = []
    lines = body.lines if body is not None else ()
    for position, line in enumerate(lines):
        if isinstance(line, n.Let):
            told, v = _let(line, lines[position + 1 :], v)
        else:
            told, v = sentence(line, v), _after(line, v)
        found += [told] if told.text else []
    return found


def flow(told: Sequence[Told], nothing: str = "nothing happens") -> str:
    """Sentences one after the other, without a full stop at the end."""
    if not told:
        return nothing
    texts = [one.text for one in told]
    return _joined(texts, any(one.long for one in told[:-1]) or (len(told) > 1 and told[-1].long))


def _joined(texts: list[str], long: bool) -> str:
    if long or len(texts) > 4:
        return ". ".join([texts[0], *map(english.capital, texts[1:])])
    if len(texts) < 3:
        return ", then ".join(texts)
    if any("," in text for text in texts):
        return "; ".join([*texts[:-1], f"then {texts[-1]}"])
    return f"{', '.join(texts[:-1])}, then {texts[-1]}"


def whoever_may(who: str, told: Sequence[Told]) -> Told:
    """`you may …` with bare verbs if the one who may does all of it."""
    if all(one.actor in (who, ANYBODY) and not one.long for one in told) and told:
        text = f"{who} may {_joined([one.bare for one in told], False)}"
    else:
        text = f"{who} may choose this: {flow([_explicit(one) for one in told])}"
    return Told(text, long=any(one.long for one in told))


def _explicit(told: Told) -> Told:
    return Told(f"you {told.bare}", "you", told.bare, told.long) if told.actor == "you" else told


def in_block(body: n.Block | None, v: Voice, comma: str = ",") -> str:
    """A block after a heading: a comma before what is short, a colon before what is not."""
    told = block(body, v)
    sign = ":" if len(told) > 1 and any(one.long for one in told) else comma
    return f"{sign} {flow(told)}"


# ---------------------------------------------------------------------------------------------------- sentences


def sentence(line: n.Line, v: Voice) -> Told:
    """One line of a block."""
    match line:
        case n.Phrase():
            return phrase(line, v)
        case n.Assign():
            return _assign(line, v)
        case n.If():
            return _if(line, v)
        case n.Repeat():
            return _repeat(line, v)
        case n.ForEach(name=name, among=among, body=body, together=together):
            start = "at the same time, " if together else ""
            inside = v.knowing({name.text: _each_local(name.text, among, v)})
            return Told(f"{start}for {each_of(among, v)}{in_block(body, inside)}", long=True)
        case n.May(by=by, body=body, otherwise=otherwise):
            told = whoever_may(noun(by, v) if by is not None else "you", block(body, v))
            if otherwise is None:
                return told
            return Told(f"{told.text}; otherwise{in_block(otherwise, v)}", long=True)
        case n.Either():
            return _either(line, v)
        case n.Match():
            return _match(line, v)
        case n.Choose():
            return _choose(line, v)
        case n.Hook() | n.Modify() | n.Forbid() | n.Action():
            return standing.in_sentence(line, v)
        case n.Row(key=key, value=given):
            return Told(f"{row_key(key, v)}: {row_value(given, v)}", long=True)
        case _:
            return _small(line, v)


def _small(line: n.Line, v: Voice) -> Told:
    match line:
        case n.Stop():
            return order("stop")
        case n.Cancel():
            return order("prevent it")
        case n.Result(value=given):
            return Told(f"the result is {noun(given, v)}")
        case n.Ask(whom=whom, type=type):
            return does(noun(whom, v), is_many(whom, v), "say", f"which {english.words(type.name or 'result')} it was")
        case n.Open(window=window):
            known = v.rooms.windows.get(window.text)
            named = shown_name(known.node, window.text) if known is not None else english.words(window.text)
            return order(f"open {named}")
        case n.Phase(verb=verb, by=by, body=body):
            whose = f"{english.possessive(noun(by, v))} " if by is not None else "the "
            return Told(f"{whose}{english.words(verb.text)}: {flow(block(body, v))}", long=True)
        case n.Require(condition=condition):
            return Told(f"this needs that {clause(condition, v)}")
        case n.Cost():
            return order(f"pay {cost(line, v)}", "you")
        case n.Offer(amount=amount, to=to):
            return Told(f"{noun(to, v)} may act {_amount_of_actions(amount, v)}")
        case n.Again():
            return Told("this goes on until all pass")
        case n.AlwaysAsk():
            return Told("everybody is asked even if nothing can be done")
        case n.Pay(name=name, source=source, body=body):
            inside = v.knowing({name.text: Local("it", _item(source, v))})
            return Told(f"it is paid with {one_of(source, v)}{in_block(body, inside, ':')}", long=True)
        case n.Thing():
            return order(mark_words(line.kind.text, line.args or (), v))
        case _:
            return Told("")  # what an effect keeps is no deed


def _amount_of_actions(amount: n.Amount, v: Voice) -> str:
    match amount:
        case n.Amount(form="any"):
            return "any number of times"
        case n.Amount(form="one"):
            return "once"
        case n.Amount(value=given):
            return f"up to {noun(given, v)} times" if given is not None else "once"


# ------------------------------------------------------------------------------------------------------- phrases


def subject_slot(slots: tuple[SlotSig, ...]) -> SlotSig | None:
    """The slot of the one who does it: `by me`, `by attacker: Bot`; not `by amount: 0..`."""
    for slot in slots:
        if slot.preposition == "by" and (slot.name == "me" or isinstance(t.plain(slot.type), t.KindT)):
            return slot
    return None


def phrase(line: n.Phrase, v: Voice) -> Told:
    verb = verb_of(line.verb.text, v.rooms)
    slots = verb.slots if verb is not None else ()
    told = _of_language(line, v) if verb is not None and verb.sort == "builtin" else None
    if told is not None:
        return told
    subject = subject_slot(slots)
    rest = filled(line.object, line.slots, slots, subject, v)
    word = english.words(line.verb.text)
    by = next((slot.value for slot in line.slots if slot.preposition == "by"), None) if subject is not None else None
    if by is not None:
        return does(noun(by, v), is_many(by, v), word, rest)
    return order(f"{word} {rest}".strip(), "you" if subject is not None and subject.name == "me" else ANYBODY)


def filled(
    object: n.Expr | None,
    said: tuple[n.Slot, ...],
    slots: tuple[SlotSig, ...],
    subject: SlotSig | None,
    v: Voice,
) -> str:
    """The object and the prepositions of a phrase in the author's order, without the one who does it."""
    by_word = {slot.preposition: slot for slot in slots}
    parts = [_object(object, by_word.get(""), v)] if object is not None else []
    for slot in said:
        if subject is not None and slot.preposition == "by":
            continue
        known = by_word.get(slot.preposition)
        told = _itself(slot.value, object, v) or value(slot.value, v, known.type if known else None)
        parts.append(f"{slot.preposition} {told}")
    return " ".join(parts)


def _itself(given: n.Expr, object: n.Expr | None, v: Voice) -> str:
    """The same thing again in one phrase."""
    if given != object or not isinstance(given, n.Name):
        return ""
    if given.text == "me":
        return "yourself"
    return "itself" if given.text == "it" or given.text in v.locals and not is_many(given, v) else ""


def _object(e: n.Expr, slot: SlotSig | None, v: Voice) -> str:
    """A number of something is said with its noun: `draw cards: 1..` makes `draw 2 cards`."""
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
    if first is None:
        return None
    match line.verb.text:
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
            return does(noun(first, v), is_many(first, v), "win", "the game")
        case _:
            return None


def _number_of(number: n.Expr, sort: n.Expr, v: Voice) -> str:
    count = noun(number, v)
    if isinstance(sort, n.Name) and sort.text in v.rooms.kinds:
        return f"{count} {of_number(kind_name(sort.text, v.rooms), count != '1')}"
    return f"{count} of {noun(sort, v)}"


def _roll(line: n.Phrase, first: n.Expr, said: dict[str, n.Expr], v: Voice) -> Told:
    if "of" in said:
        what = _number_of(first, said["of"], v)
    elif isinstance(first, n.Name) and first.text in v.rooms.dice:
        what = english.a(kind_name(first.text, v.rooms))
    else:
        what = noun(first, v)
    into = f" into {noun(said['into'], v)}" if "into" in said else ""
    by = said.get("by")
    return does(noun(by, v) if by is not None else "you", by is not None and is_many(by, v), "roll", what + into)


# ------------------------------------------------------------------------------------------------------- values


def _assign(line: n.Assign, v: Voice) -> Told:
    place = noun(line.place, v)
    if line.sign != "=":
        word, joint = ("add", "to") if line.sign == "+=" else ("subtract", "from")
        return order(f"{word} {noun(line.value, v)} {joint} {place}")
    match line.place, line.value:
        case n.Dot(base=base, name=name), n.Truth(value=truth):
            said = named(label(name, field_of(line.place, v)), base, not truth)
            subject = noun(base, v)
            if said.verb == "be":
                now = "now" if truth else "no longer"
                be = "are" if subject == "you" or is_many(base, v) else "is"
                return Told(f"{subject} {be} {now} {said.rest}")
            return Told(f"from now on {subject} {predicate(said, subject, is_many(base, v))}")
        case n.Dot(base=base), n.Nothing():
            subject = noun(base, v)
            return Told(f"{subject} no longer {'have' if subject == 'you' else 'has'} {english.a(english.words(line.place.name))}")
        case _:
            return order(f"set {place} to {value(line.value, v, type_of(line.place, v))}")


def _let(line: n.Let, later: Sequence[n.Line], v: Voice) -> tuple[Told, Voice]:
    """A name for a value: used once, the value is told in its place."""
    name = line.name.text
    uses = sum(isinstance(node, n.Name) and node.text == name for other in later for node in walk(other))
    type = type_of(line.value, v)
    if uses < 2:
        truth = line.value if isinstance(line.value, n.Compare | n.And | n.Or | n.Not | n.Call) else None
        if truth is not None and isinstance(line.value, n.Call):
            rule = v.rooms.rules.get(line.value.name)
            truth = truth if rule is not None and is_truth(rule.type) else None
        return Told(""), v.knowing({name: Local(noun(line.value, v), type, truth)})
    told = order(f"let {english.words(name)} be {noun(line.value, v)}")
    return told, v.knowing({name: Local(english.words(name), type)})


def _after(line: n.Line, v: Voice) -> Voice:
    """The voice for the sentences after this one."""
    match line:
        case n.Choose(gives=gives) if gives is not None:
            return v.knowing({gives.text: _chosen(line, v)})
        case n.Phrase(gives=gives) | n.Open(gives=gives) | n.Ask(gives=gives) if gives is not None:
            return v.knowing({gives.text: Local(local_name(gives.text))})
        case n.Keeps(name=name, default=default):
            return v.knowing({name.text: Local(local_name(name.text), type_of(default, v) if default else None)})
        case n.Cost(ways=ways):
            named = [term.gives.text for way in ways for term in way if term.gives is not None]
            return v.knowing({name: Local(local_name(name), t.NUMBER) for name in named})
        case _:
            return v


# ------------------------------------------------------------------------------------------------------- choices


def _item(e: n.Expr, v: Voice) -> t.Type | None:
    found = type_of(e, v)
    return (t.item(found) or t.plain(found)) if found is not None else None


def _is_zone(e: n.Expr, v: Voice) -> bool:
    return isinstance(e, n.Dot) and is_group(e, v)


def _thing_word(e: n.Expr, v: Voice) -> str:
    kind = one_kind(type_of(e, v))
    return kind_name(kind, v.rooms) if kind is not None else "one"


def _chosen(line: n.Choose, v: Voice) -> Local:
    """How what was chosen is called afterwards."""
    assert line.gives is not None
    one = _item(line.among, v)
    name = line.gives.text
    single = line.amount.form == "one"
    type = one if single or one is None else t.ListT(one)
    if len(name) > 1:
        return Local(local_name(name), type)
    thing = _thing_word(line.among, v)
    return Local(f"the chosen {thing if single or thing == 'one' else english.plural(thing)}", type)


def _choose(line: n.Choose, v: Voice) -> Told:
    name = line.gives.text if line.gives is not None and len(line.gives.text) > 1 else ""
    if line.amount.form == "one":
        what = _one_chosen(line.among, name, v)
    else:
        what = f"{_how_many(line.amount, v)} {_some_chosen(line.among, name, v)}"
    by = line.by
    told = does(noun(by, v) if by is not None else "you", by is not None and is_many(by, v), "choose", what)
    if line.otherwise is None:
        return told
    return Told(f"{told.text}. If there is none{in_block(line.otherwise, v)}", told.actor, told.bare, True)


def _one_chosen(among: n.Expr, name: str, v: Voice) -> str:
    if _is_zone(among, v):
        return f"{english.a(english.words(name) or _thing_word(among, v))} from {noun(among, v)}"
    what = one_of(among, v) if is_group(among, v) else f"one of {noun(among, v)}"
    return what if _said_already(name, what) else f"{what} as {local_name(name)}"


def _some_chosen(among: n.Expr, name: str, v: Voice) -> str:
    if _is_zone(among, v):
        things = english.words(name)
        things = things if things and english.sounds_plural(things) else english.plural(things or _thing_word(among, v))
        return f"{things} from {noun(among, v)}"
    what = several_of(among, v)
    return what if _said_already(name, what) else f"{what} as {local_name(name)}"


def _said_already(name: str, what: str) -> bool:
    """Whether a choice needs no other name: `choose a Bot as bot`."""
    return not name or english.singular(english.words(name)).lower() in what.lower().split()


def _how_many(amount: n.Amount, v: Voice) -> str:
    match amount:
        case n.Amount(form="any"):
            return "any number of"
        case n.Amount(form="up to", value=given) if given is not None:
            return f"up to {noun(given, v)}"
        case n.Amount(value=given) if given is not None:
            return noun(given, v)
        case _:
            return "one"


def _either(line: n.Either, v: Voice) -> Told:
    who = noun(line.by, v) if line.by is not None else "you"
    parts = []
    for option in line.options:
        told = flow(block(option.body, v), "")
        name = " ".join(option.label.value.split()) if option.label is not None else ""
        parts.append(f"{name} ({told})" if name and told and name.lower() != told.lower() else told or name or "do nothing")
    text = f"{'choose' if who == 'you' else f'{who} chooses'} one: {'; or '.join(parts)}"
    return Told(text, who, f"choose one: {'; or '.join(parts)}", True)


def _each_local(name: str, among: n.Expr, v: Voice) -> Local:
    type = _item(among, v)
    kind = one_kind(type)
    if len(name) > 1:
        return Local(f"that {english.words(name)}", type)
    if kind is None:
        return Local(local_name(name), type)
    return Local("that player" if kind == "Player" else f"that {kind_name(kind, v.rooms)}", type)


# ----------------------------------------------------------------------------------------------- if, repeat, rows


def _if(line: n.If, v: Voice) -> Told:
    parts = []
    for branch in line.branches:
        parts.append(f"if {clause(branch.condition, v)}{in_block(branch.body, v)}")
    text = "; otherwise, ".join(parts)
    if line.otherwise is not None:
        text += f"; otherwise{in_block(line.otherwise, v)}"
    return Told(text, long=True)


def _repeat(line: n.Repeat, v: Voice) -> Told:
    told = flow(block(line.body, v))
    most = f", at most {noun(line.at_most, v)} times" if line.at_most is not None else ""
    if line.times is not None:
        return Told(f"{noun(line.times, v)} times: {told}", long=True)
    if line.condition is not None:
        return Told(f"as long as {clause(line.condition, v)}{most}: {told}", long=True)
    return Told(f"again and again: {told}", long=True)


def _match(line: n.Match, v: Voice) -> Told:
    rows = [f"{row_key(row.key, v)}: {row_value(row.value, v)}" for row in line.body.lines if isinstance(row, n.Row)]
    return Told(f"look up {noun(line.value, v)}: {'; '.join(rows)}", long=True)


def row_key(key: n.RowKey, v: Voice) -> str:
    """What stands before the colon of a row: `1–3`, `at most 6`, `fire or ice`."""
    match key.form:
        case "number":
            return str(key.low) if key.low is not None else " ".join(key.values)
        case "range":
            return f"{key.low} or more" if key.high is None else f"{key.low}–{key.high}"
        case "at least" | "at most":
            return f"{key.form} {key.low if key.low is not None else key.high}"
        case "else":
            return "otherwise"
        case "text":
            return " ".join(key.values)
        case _:
            return english.joined((noun(n.Name(word), v) for word in key.values), "or")


def row_value(given: n.Line | n.Expr, v: Voice) -> str:
    match given:
        case n.Phrase(object=None, slots=(), body=None, verb=verb) if verb_of(verb.text, v.rooms) is None:
            return noun(n.Name(verb.text), v)  # a row `1: fire` may be a value or a sentence
        case n.Thing(args=args, kind=kind) if kind.text not in v.rooms.marks:
            return noun(n.Name(kind.text), v) if args is None else mark_words(kind.text, args, v)
        case n.Number() | n.Text() | n.Truth() | n.Nothing() | n.Name() | n.ListOf() | n.Group() | n.Range() | n.Ladder():
            return noun(given, v)
        case n.Negate() | n.Not() | n.Sum() | n.Product() | n.And() | n.Or() | n.Compare() | n.Where():
            return noun(given, v)
        case n.Dot() | n.Index() | n.Call() | n.IfThen():
            return noun(given, v)
        case _:
            return sentence(given, v).text


def cost(line: n.Cost, v: Voice) -> str:
    """`1 Action Point and 0 to 6 DF, or 2 MV`"""
    return ", or ".join(" and ".join(_cost_term(term, v) for term in way) for way in line.ways)


def _cost_term(term: n.CostTerm, v: Voice) -> str:
    amount = noun(term.amount, v)
    named = ""
    if term.currency is not None:
        currency = v.rooms.currencies.get(term.currency.text)
        shown = shown_name(currency.node, term.currency.text) if currency is not None else english.words(term.currency.text)
        named = f" {shown if amount == '1' else english.plural(shown)}"
    gives = f" ({local_name(term.gives.text)})" if term.gives is not None else ""
    return f"{amount}{named}{gives}"


__all__ = ["Told", "block", "flow", "group", "owned", "sentence"]
