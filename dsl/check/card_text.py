"""Hand-written card text whose numbers differ from the rules.

A text is for people, the rules are for the table; when an author changes one and forgets the other, players find out at
the worst moment. So each number in a hand-written text must stand somewhere in the rules of that card.
"""

from __future__ import annotations

import re

from dsl.check.context import Context
from dsl.diagnostics.codes import rules as codes
from dsl.syntax import nodes as n
from dsl.syntax.walk import walk

_WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_NUMBER = re.compile(r"\{[^{}]*\}|\b\d+\b|\b(?:" + "|".join(_WORDS) + r")\b", re.IGNORECASE)


def said_numbers(text: str) -> list[tuple[int, int, int]]:
    """The numbers of a text with their offsets in it; holes like `{n}` are passed over."""
    found = []
    for match in _NUMBER.finditer(text):
        word = match.group().lower()
        if not word.startswith("{"):
            found.append((_WORDS.get(word) or int(word), match.start(), match.end()))
    return found


def rule_numbers(tree: n.Node) -> set[int]:
    """Every number that the rules of a card use."""
    found: set[int] = set()
    for node in walk(tree):
        match node:
            case n.Number(value=value):
                found.add(value)
            case n.Ladder(steps=steps):
                found.update(steps)
            case n.RowKey(low=low, high=high):
                found.update(end for end in (low, high) if end is not None)
            case n.Amount(form="one") | n.OncePer():
                found.add(1)
            case _:
                pass
    return found


def check_numbers(tree: n.Thing | n.Keyword | n.Status, cx: Context) -> None:
    says = tree.marks.says
    if says is None or tree.body is None:
        return
    used = rule_numbers(tree.body)
    if isinstance(tree, n.Thing):
        used |= {number for arg in tree.args or () for number in rule_numbers(arg)}
    else:
        used |= {number for param in tree.params if param.default is not None for number in rule_numbers(param.default)}
    for number, start, end in said_numbers(says.value):
        if number not in used:
            shown = ", ".join(str(one) for one in sorted(used)) or "no number"
            offset = says.span[0] + (3 if says.long else 1)
            span = (offset + start, offset + end) if not says.long else says.span
            cx.report(codes.TEXT_DIFFERS, span, said=number, used=shown)
