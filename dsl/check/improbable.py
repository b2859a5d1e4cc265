"""Reports what is valid and cannot be meant: silence about it would be the worst message.

Each check needs only what stands on the page: a comparison outside the range of a field, a difference of two numbers, a
cost above what its payer can have, a duration that does not say whose, two rules of which one never applies, and a text
beside a rule that says the opposite.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dsl.check.card_text import rule_numbers, text_numbers
from dsl.check.context import Context
from dsl.diagnostics import Edit, Fix, Label
from dsl.diagnostics.codes import rules as codes
from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.names.signatures import FieldSig, VerbSig
from dsl.syntax import nodes as n
from dsl.syntax.walk import walk

_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "is": "is", "is not": "is not"}
_GAIN, _LOSS = frozenset(["gain", "gains", "get", "gets", "receive", "receives"]), frozenset(["lose", "loses", "spend"])


def comparison(node: n.Compare, left: Op, right: Op, cx: Context) -> None:
    """`me.energy > 12` where `energy` is never above 9."""
    sign = node.sign
    if sign not in _TURNED:
        return
    if _constant(left) is not None:
        left, right, sign = right, left, _TURNED[sign]
    limit, field = _constant(right), _field(left, cx)
    if limit is None or field is None:
        return
    range_ = t.plain(field.type)
    assert isinstance(range_, t.NumberT)
    always = _always(sign, limit, range_.low, range_.high)
    if always is False or (always and cx.where == "a card"):  # a ruleset may state what is always true
        low = "" if range_.low is None else range_.low
        high = "" if range_.high is None else range_.high
        how = "always" if always else "never"
        cx.report(codes.SAME_CONDITION, node.span, how=how, name=field.name, range=f"{low}..{high}")


def _constant(op: Op) -> int | None:
    return op.data if op.name == "constant" and type(op.data) is int else None


def _field(op: Op, cx: Context) -> FieldSig | None:
    """The printed or kept number that an expression reads: nothing can put it outside its range."""
    if op.name not in ("field", "table_field") or not isinstance(op.data, tuple) or len(op.data) != 2:
        return None
    kind, name = op.data
    field = cx.symbols.field(kind, name) if isinstance(kind, str) and isinstance(name, str) else None
    fixed = field is not None and field.sort in ("printed", "keeps") and isinstance(t.plain(field.type), t.NumberT)
    return field if fixed and field is not None and not isinstance(field.type, t.MaybeT) else None


def _always(sign: str, limit: int, low: int | None, high: int | None) -> bool | None:
    """Whether a comparison with a number of a range is always true or never."""
    above = high is not None and limit > high
    below = low is not None and limit < low
    match sign:
        case "is":
            return False if above or below else None
        case "is not":
            return True if above or below else None
        case ">":
            return False if high is not None and limit >= high else True if below else None
        case ">=":
            return False if above else True if low is not None and limit <= low else None
        case "<":
            return True if above else False if low is not None and limit <= low else None
        case _:
            return True if high is not None and limit >= high else False if below else None


def subtraction(node: n.Sum, cx: Context) -> None:
    """`2-5`, which is the number -3; a range is written `2..5`."""
    if not isinstance(node.first, n.Number) or len(node.rest) != 1 or node.rest[0].sign != "-":
        return
    second = node.rest[0].value
    if not isinstance(second, n.Number) or node.first.value >= second.value:
        return
    first, last = node.first.value, second.value
    if cx.it is None and " " in cx.findings.piece.text[slice(*node.span)]:
        return  # a calculation of a scenario
    fix = Fix("write a range", (Edit(cx.findings.piece.place(node.span), f"{first}..{last}"),), certain=False)
    cx.report(
        codes.ODD_DIFFERENCE, node.span, fix=fix, text=f"{first}-{last}", value=first - last, range=f"{first}..{last}"
    )


def cost(amount: Op, currency: str, term: n.CostTerm, cx: Context) -> None:
    """A cost above the largest number that its payer can have."""
    declared = cx.symbols.currencies[currency].node
    number = _constant(amount)
    if number is None or not isinstance(declared, n.Currency) or not isinstance(declared.value, n.Dot):
        return
    name = declared.value.name
    field = cx.symbols.field("Player", name)
    type_ = t.plain(field.type) if field is not None and field.sort == "keeps" else None
    if isinstance(type_, t.NumberT) and type_.high is not None and number > type_.high:
        why = f"`{name}` is at most {type_.high}"
        cx.report(
            codes.CANNOT_PAY, term.span, payer="a player", currency=f"{number} {currency}", why=why,
            instead="lower the cost",
        )  # fmt: skip


def duration(clause: n.Until, verb: VerbSig, cx: Context) -> None:
    """`until start of turn`, where each player has turns."""
    by = verb.slot("by")
    if clause.edge != "start" or clause.slots or clause.object is not None or by is None or by.name != "me":
        return
    if not cx.me and cx.it is None:
        return
    whose = "me" if cx.me else "it.owner"
    cx.report(codes.WHOSE, clause.span, verb=verb.name, example=f"until start of {verb.name} by {whose}")


def replacements(lines: Sequence[n.Node], cx: Context) -> None:
    """Two unconditional `instead of` for the same event: only one of them can ever apply."""
    seen: dict[tuple[object, ...], n.Hook] = {}
    for line in lines:
        if not isinstance(line, n.Hook) or line.word != "instead of" or line.may or line.clauses:
            continue
        for verb in line.verbs:
            key = (verb.text, line.object, line.slots)
            if key in seen:
                notes = [Label(cx.findings.piece.place(seen[key].span), "this one always comes first")]
                cx.report(codes.TWO_REPLACEMENTS, (line.span[0], verb.span[1]), notes=notes, verb=verb.text)
            seen.setdefault(key, line)


def settings(lines: Sequence[n.Node], cx: Context) -> None:
    """Two lines of one text that always set one value to different numbers."""
    seen: dict[tuple[object, ...], tuple[str, n.Modify]] = {}
    text = cx.findings.piece.text
    for line in lines:
        if not isinstance(line, n.Modify) or line.clauses or line.layer is not None or len(line.changes) != 1:
            continue
        change = line.changes[0]
        if change.layer != "to" or not isinstance(change.value, n.Number | n.Truth):
            continue
        key = (line.stat.text, line.of)
        value = text[slice(*change.value.span)]
        if key in seen and seen[key][0] != value:
            notes = [Label(cx.findings.piece.place(seen[key][1].span), "the other one")]
            cx.report(
                codes.CONFLICT, line.span, notes=notes, name=line.stat.text, first=value, second=seen[key][0],
                rank="in one text",
            )  # fmt: skip
        seen.setdefault(key, (value, line))


def words(tree: n.Node, cx: Context) -> None:
    """Texts of rules with other numbers than their rules, and texts that say gain for lose."""
    for node in walk(tree):
        if isinstance(node, n.Hook) and node.marks.says is not None:
            used = rule_numbers(node)
            for number, _, _ in text_numbers(node.marks.says.value):
                if number not in used:
                    shown = ", ".join(map(str, sorted(used))) or "no number"
                    cx.report(codes.TEXT_DIFFERS, node.marks.says.span, said=number, used=shown)
    marks = getattr(tree, "marks", None)
    says = marks.says if isinstance(marks, n.Marks) else None
    if says is None:
        return
    signs = _signs(tree)
    for match in re.finditer(r"\b([A-Za-z]+)\s+(?:up to\s+)?(?:\d+|\{\w+\}|an?|one|two|three)\s+([a-z]+)", says.value):
        verb, name = match[1].lower(), match[2].lower()
        said = "+=" if verb in _GAIN else "-=" if verb in _LOSS else ""
        done = signs.get(name, set())
        if said and done and said not in done:
            word = "adds to" if "+=" in done else "takes from"
            cx.report(codes.TEXT_DIFFERS, says.span, said=f"`{verb} … {name}`", used=f"a line that {word} `{name}`")
            return


def _signs(tree: n.Node) -> dict[str, set[str]]:
    """How each kept number is changed in a text: added to, or taken from."""
    signs: dict[str, set[str]] = {}
    for node in walk(tree):
        if isinstance(node, n.Assign) and isinstance(node.place, n.Dot):
            is_sum = node.sign == "=" or not isinstance(node.value, n.Number)
            signs.setdefault(node.place.name, set()).update(("+=", "-=") if is_sum else (node.sign,))
    return signs
