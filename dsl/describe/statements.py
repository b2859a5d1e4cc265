"""Describes sentences as a card prints them: "draw 2 cards, then your foe discards 1 card".

Names that a sentence declares are known to the sentences after it, so a block is described line by line. A name that
is used once is replaced by its value. Values that an effect keeps have no words.
"""

from __future__ import annotations

from collections.abc import Sequence

import dsl.describe.choices as choices
import dsl.describe.rows as rows
import dsl.describe.rules as rules
from dsl.describe import english
from dsl.describe.calls import mark_words
from dsl.describe.conditions import clause, named, predicate
from dsl.describe.phrases import phrase
from dsl.describe.referents import Description, does, flow, may_do, order
from dsl.describe.values import each_of, is_many, noun, one_of, value
from dsl.describe.voice import Local, Voice, field_of, is_truth, item_of, label, local_name, shown_name, type_of
from dsl.names import types as t
from dsl.syntax import nodes as n
from dsl.syntax.walk import walk


def block(body: n.Block | None, v: Voice) -> list[Description]:
    """The sentences of a block, each with the names that the previous ones declared."""
    descriptions: list[Description] = []
    lines = body.lines if body is not None else ()
    for position, line in enumerate(lines):
        if isinstance(line, n.Let):
            description, v = _let(line, lines[position + 1 :], v)
        else:
            description, v = sentence(line, v), _after(line, v)
        descriptions += [description] if description.text else []
    return descriptions


def in_block(body: n.Block | None, v: Voice, comma: str = ",") -> str:
    """A block after a heading."""
    return after_heading(block(body, v), comma)


def after_heading(descriptions: Sequence[Description], comma: str = ",") -> str:
    """Sentences after a heading: a comma before short ones, a colon before long ones."""
    sign = ":" if len(descriptions) > 1 and any(description.long for description in descriptions) else comma
    return f"{sign} {flow(descriptions)}"


# ---------------------------------------------------------------------------------------------------- sentences


def sentence(line: n.Line, v: Voice) -> Description:
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
        case n.ForEach():
            return _for_each(line, v)
        case n.May(by=by, body=body, otherwise=otherwise):
            description = may_do(noun(by, v) if by is not None else "you", block(body, v))
            if otherwise is None:
                return description
            return Description(f"{description.text}; otherwise{in_block(otherwise, v)}", long=True)
        case n.Either():
            return choices.either(line, v)
        case n.MatchCases():
            return _match(line, v)
        case n.Choose():
            return choices.choose(line, v)
        case n.Hook() | n.Modify() | n.Forbid() | n.Action():
            return rules.in_sentence(line, v)
        case n.Row(key=key, value=given):
            return Description(f"{rows.row_key(key, v)}: {rows.row_value(given, v)}", long=True)
        case _:
            return _small(line, v)


def _small(line: n.Line, v: Voice) -> Description:
    match line:
        case n.Stop():
            return order("stop")
        case n.Cancel():
            return order("prevent it")
        case n.Result(value=given):
            return Description(f"the result is {noun(given, v)}")
        case n.Ask(whom=whom, type=type):
            return does(noun(whom, v), is_many(whom, v), "say", f"which {english.words(type.name or 'result')} it was")
        case n.Open(window=window):
            signature = v.symbols.windows.get(window.text)
            window_words = (
                shown_name(signature.node, window.text) if signature is not None else english.words(window.text)
            )
            return order(f"open {window_words}")
        case n.Phase(verb=verb, by=by, body=body):
            whose = f"{english.possessive(noun(by, v))} " if by is not None else "the "
            return Description(f"{whose}{english.words(verb.text)}: {flow(block(body, v))}", long=True)
        case n.Require(condition=condition):
            return Description(f"this needs that {clause(condition, v)}")
        case n.Cost():
            return order(f"pay {rows.cost(line, v)}", "you")
        case n.Offer(amount=amount, to=to):
            return Description(f"{noun(to, v)} may act {_amount_of_actions(amount, v)}")
        case n.Again():
            return Description("this goes on until all pass")
        case n.AlwaysAsk():
            return Description("everybody is asked even if nothing can be done")
        case n.Pay(name=name, source=source, body=body):
            inside = v.knowing({name.text: Local("it", item_of(source, v))})
            return Description(f"it is paid with {one_of(source, v)}{in_block(body, inside, ':')}", long=True)
        case n.Thing():
            return order(mark_words(line.kind.text, line.args or (), v))
        case _:
            return Description("")  # a kept value has no words


def _amount_of_actions(amount: n.Amount, v: Voice) -> str:
    match amount:
        case n.Amount(form="any"):
            return "any number of times"
        case n.Amount(form="one"):
            return "once"
        case n.Amount(value=given):
            times = noun(given, v) if given is not None else "1"
            return f"at most as many times as {times}" if " " in times else f"up to {times} times"


# ------------------------------------------------------------------------------------------------------- values


def _assign(line: n.Assign, v: Voice) -> Description:
    place = noun(line.place, v)
    if line.sign != "=":
        if place.startswith("your ") and " " not in place[5:] and isinstance(line.value, n.Number | n.Name):
            return order(f"{'gain' if line.sign == '+=' else 'lose'} {noun(line.value, v)} {place[5:]}", "you")
        word, joint = ("add", "to") if line.sign == "+=" else ("subtract", "from")
        return order(f"{word} {noun(line.value, v)} {joint} {place}")
    changed = _changed(line, v)
    if changed is not None:
        return order(changed)
    match line.place, line.value:
        case n.Dot(base=base, name=name), n.Truth(value=truth):
            truth_words = named(label(name, field_of(line.place, v)), base, not truth)
            subject = noun(base, v)
            if truth_words.verb == "be":
                now = "now" if truth else "no longer"
                be = "are" if subject == "you" or is_many(base, v) else "is"
                return Description(f"{subject} {be} {now} {truth_words.rest}")
            return Description(f"from now on {subject} {predicate(truth_words, subject, is_many(base, v))}")
        case n.Dot(base=base), n.Nothing():
            subject = noun(base, v)
            have = "have" if subject == "you" else "has"
            return Description(f"{subject} no longer {have} {english.a(english.words(line.place.name))}")
        case _:
            return order(f"set {place} to {value(line.value, v, type_of(line.place, v))}")


def _changed(line: n.Assign, v: Voice) -> str | None:
    """`x = (x - 2 at least 0)`: a number that is reduced, with its bound."""
    new, bound = line.value, ""
    while isinstance(new, n.Group):
        new = new.inner
    if isinstance(new, n.Call) and new.is_bound and len(new.args) == 2:
        edge, kept = (arg.value for arg in new.args)
        bound = f" (to no {'less' if new.name == 'greater' else 'more'} than {noun(edge, v)})"
        new = kept
    while isinstance(new, n.Group):
        new = new.inner
    if not isinstance(new, n.Sum) or len(new.rest) != 1 or new.first != line.place:
        return None
    term = new.rest[0]
    return f"{'increase' if term.sign == '+' else 'reduce'} {noun(line.place, v)} by {noun(term.value, v)}{bound}"


def _let(line: n.Let, later: Sequence[n.Line], v: Voice) -> tuple[Description, Voice]:
    """A name for a value: if it is used once, its value replaces it."""
    name = line.name.text
    uses = sum(isinstance(node, n.Name) and node.text == name for other in later for node in walk(other))
    type = type_of(line.value, v)
    if uses < 2 or _short(line.value):
        truth = line.value if isinstance(line.value, n.Compare | n.And | n.Or | n.Not | n.Call) else None
        if truth is not None and isinstance(line.value, n.Call):
            rule = v.symbols.rules.get(line.value.name)
            truth = truth if rule is not None and is_truth(rule.type) else None
        words = noun(line.value, v)
        words = f"({words})" if isinstance(line.value, n.IfThen) else words
        return Description(""), v.knowing({name: Local(words, type, truth)})
    description = order(f"let {english.words(name)} be {noun(line.value, v)}")
    return description, v.knowing({name: Local(english.words(name), type)})


def _short(value: n.Expr) -> bool:
    """Whether a value may be repeated in words: a name, or a call with one name."""
    match value:
        case n.Name():
            return True
        case n.Call(args=(n.Arg(value=n.Name()),)):
            return True
        case _:
            return False


def _after(line: n.Line, v: Voice) -> Voice:
    """The voice for the sentences after this one."""
    match line:
        case n.Choose(gives=gives) if gives is not None:
            return v.knowing({gives.text: choices.chosen(line, v)})
        case n.Phrase(gives=gives) | n.Open(gives=gives) | n.Ask(gives=gives) if gives is not None:
            return v.knowing({gives.text: Local(local_name(gives.text))})
        case n.Keeps(name=name, default=default):
            return v.knowing({name.text: Local(local_name(name.text), type_of(default, v) if default else None)})
        case n.Cost(ways=ways):
            names = [term.gives.text for way in ways for term in way if term.gives is not None]
            return v.knowing({name: Local(local_name(name), t.NUMBER) for name in names})
        case _:
            return v


# ----------------------------------------------------------------------------------------------- if, repeat, rows


def _if(line: n.If, v: Voice) -> Description:
    parts = []
    for branch in line.branches:
        parts.append(f"if {clause(branch.condition, v)}{in_block(branch.body, v)}")
    text = "; otherwise, ".join(parts)
    if line.otherwise is not None:
        text += f"; otherwise{in_block(line.otherwise, v)}"
    return Description(text, long=True)


def _for_each(line: n.ForEach, v: Voice) -> Description:
    local = choices.each_local(line.name.text, line.among, v)
    inside = v.knowing({line.name.text: local})
    start = "at the same time, " if line.together else ""
    each = each_of(line.among, v)
    descriptions = block(line.body, inside)
    if descriptions and all(description.actor == local.text and not description.long for description in descriptions):
        # the subject need not be repeated
        return Description(f"{start}{each} {flow(descriptions).removeprefix(f'{local.text} ')}", long=line.together)
    return Description(f"{start}for {each}{after_heading(descriptions)}", long=True)


def _repeat(line: n.Repeat, v: Voice) -> Description:
    body_words = flow(block(line.body, v))
    limit = f", at most {noun(line.at_most, v)} times" if line.at_most is not None else ""
    if line.times is not None:
        times = noun(line.times, v)
        if isinstance(line.times, n.Number) or times.isupper():
            return Description(f"{times} times: {body_words}", long=True)
        if is_many(line.times, v):
            return Description(f"for each of {times}: {body_words}", long=True)
        return Description(f"as many times as {times}: {body_words}", long=True)
    if line.condition is not None:
        return Description(f"as long as {clause(line.condition, v)}{limit}: {body_words}", long=True)
    return Description(f"again and again: {body_words}", long=True)


def _match(line: n.MatchCases, v: Voice) -> Description:
    cases = [row for row in line.body.lines if isinstance(row, n.Row)]
    rows_words = "; ".join(f"{rows.row_key(row.key, v)}: {rows.row_value(row.value, v)}" for row in cases)
    return Description(f"depending on {noun(line.value, v)}: {rows_words}", long=True)
