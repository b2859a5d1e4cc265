"""Describes `modify`: as a statement on a thing, as an imperative in a sentence.

"This Bot's speed is 2 higher, but at most 9"; "reduce the amount by 1 (to no less than 0)". A rule that gives a truth
is described by its value ("this Tile blocks sight"), a change of costs by what an action costs.
"""

from __future__ import annotations

from dsl.describe import english
from dsl.describe.conditions import as_clause, clause, named, truth_rule
from dsl.describe.values import noun, owned
from dsl.describe.voice import (
    Local,
    Voice,
    fill,
    find_field,
    kind_name,
    label,
    local_name,
    one_kind,
    shown_name,
    type_of,
)
from dsl.syntax import nodes as n


def stat_of(line: n.Modify, v: Voice) -> tuple[str, Voice, bool]:
    """The modified value in words; the voice of the new value, with the rule's parameters in scope; whether it is
    plural."""
    name = line.stat.text
    rule = v.symbols.rules.get(name)
    if rule is not None:
        params = rule.params[1:] if line.of is not None else rule.params
        v = v.knowing({param.name: Local(local_name(param.name, param.type), param.type) for param in params})
        says = rule.node.marks.says
        words = says.value if says is not None and not rule.params else english.words(name)
    else:
        kind = one_kind(type_of(line.of, v)) if line.of is not None else None
        words = label(name, find_field(kind, name, v.symbols) if kind is not None else None)
    many = english.sounds_plural(words)
    if line.of is not None:
        return owned(words, line.of, v), v, many
    if name in v.locals and v.event:
        return v.locals[name].text, v, many
    return words if words.startswith(("the ", "all ")) else f"the {words}", v, many


def _is_cost(line: n.Modify, v: Voice) -> bool:
    return line.stat.text in v.symbols.currencies


def _truth(line: n.Modify, v: Voice) -> str | None:
    """A rule that gives a truth, described by its new value."""
    rule = v.symbols.rules.get(line.stat.text)
    if rule is None or not truth_rule(rule.type, rule.node.value) or len(line.changes) != 1:
        return None
    answer = line.changes[0].value
    negated = isinstance(answer, n.Truth) and not answer.value
    inside = stat_of(line, v)[1]
    first = rule.params[0].name if rule.params else ""
    if line.of is not None:
        subject = noun(line.of, v)
    elif first:
        kind = one_kind(rule.params[0].type)
        subject = f"each {kind_name(kind, v.symbols)}" if kind is not None else inside.locals[first].text
    else:
        subject = f"the {english.words(rule.name)}"
    if rule.node.marks.says is not None:
        description = fill(
            rule.node.marks.says.value, {**{k: x.text for k, x in inside.locals.items()}, first: subject}
        )
        description = f"it is not so that {description}" if negated else description
    elif first:
        description = as_clause(
            named(english.words(rule.name), n.Name(first), negated), inside.knowing({first: Local(subject)})
        )
    else:
        description = f"{subject} is {'no' if negated else 'yes'}"
    return description if isinstance(answer, n.Truth) else f"{description} exactly if {clause(answer, inside)}"


def modify_statement(line: n.Modify, v: Voice) -> str:
    """As a statement: `this Bot's speed is 1 higher`."""
    answer = _truth(line, v)
    if answer is not None:
        return answer
    if _is_cost(line, v):
        return _costs(line, v)
    stat, inside, many = stat_of(line, v)
    be = "are" if many else "is"
    parts = [_statement(change, inside, first=not position) for position, change in enumerate(line.changes)]
    return f"{stat} {be} {', '.join(parts)}{_layer(line)}"


def _statement(change: n.Change, v: Voice, first: bool) -> str:
    less, amount = _amount(change.value, v)
    match change.layer:
        case "to":
            return amount if not less else f"-{amount}"
        case "by":
            change_word = "lower" if less else "higher"
            return f"{change_word} by {amount}" if " " in amount else f"{amount} {change_word}"
        case "times":
            return "doubled" if amount == "2" else f"multiplied by {amount}"
        case _:
            return f"{'' if first else 'but '}{change.layer} {'-' if less else ''}{amount}"


def is_statement(line: n.Modify, v: Voice) -> bool:
    """Whether a change cannot be an imperative: a truth or a cost."""
    rule = v.symbols.rules.get(line.stat.text)
    return _is_cost(line, v) or (rule is not None and truth_rule(rule.type, rule.node.value))


def modify_order(line: n.Modify, v: Voice) -> str:
    """As an imperative: `reduce the amount by 2`."""
    answer = _truth(line, v)
    if answer is not None:
        return answer
    if _is_cost(line, v):
        return _costs(line, v)
    stat, inside, _ = stat_of(line, v)
    parts = []
    for position, change in enumerate(line.changes):
        parts.append(_order(change, stat if not position else "it", inside, first=not position))
    text = " ".join(parts) + _layer(line)
    return text.replace(") (", ", ")


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
    """Whether the amount is negative, and its absolute value."""
    while isinstance(e, n.Group):
        e = e.inner
    if isinstance(e, n.Negate):
        return True, noun(e.inner, v)
    return False, noun(e, v)


def _costs(line: n.Modify, v: Voice) -> str:
    """`modify AP of shift by 1`: what an action costs."""
    currency = v.symbols.currencies[line.stat.text]
    shown = shown_name(currency.node, line.stat.text)
    verb = line.of.text if isinstance(line.of, n.Name) else ""
    head, rest = english.bare_verb(english.words(verb)) if verb else ("", "")
    what = f"{english.gerund(head)} {rest}".strip() if verb else "everything"
    change = line.changes[0]
    less, amount = _amount(change.value, v)
    currency_words = shown if amount == "1" else english.plural(shown)
    match change.layer:
        case "by":
            fewer = "fewer" if currency_words != shown else "less"
            return f"{what} costs {amount} {fewer if less else 'more'} {currency_words}"
        case "times":
            return f"{what} costs {amount} times as many {english.plural(shown)}"
        case "to":
            return f"{what} costs {amount} {currency_words}"
        case _:
            return f"{what} costs {change.layer} {amount} {currency_words}"


def _layer(line: n.Modify) -> str:
    return f" ({english.words(line.layer.text)})" if line.layer is not None else ""
