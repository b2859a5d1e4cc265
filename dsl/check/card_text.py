"""Checks hand-written card text whose numbers differ from the rules.

The text is for people, the rules for the engine. An author may change one and forget the other. So each number in a
hand-written text must also occur in the rules of that card.
"""

from __future__ import annotations

import re

from dsl.check.context import Context
from dsl.diagnostics.codes import rules as codes
from dsl.syntax import nodes as n
from dsl.syntax.walk import walk

_WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_NUMBER = re.compile(r"\{[^{}]*\}|\b\d+\b|\b(?:" + "|".join(_WORDS) + r")\b", re.IGNORECASE)


def text_numbers(text: str) -> list[tuple[int, int, int]]:
    """The numbers in a text with their offsets; holes like `{n}` are skipped."""
    numbers = []
    for match in _NUMBER.finditer(text):
        word = match.group().lower()
        if not word.startswith("{"):
            numbers.append((_WORDS.get(word) or int(word), match.start(), match.end()))
    return numbers


def rule_numbers(tree: n.Node) -> set[int]:
    """Every number in the rules of a card."""
    numbers: set[int] = set()
    for node in walk(tree):
        match node:
            case n.Number(value=value):
                numbers.add(value)
            case n.Ladder(steps=steps):
                numbers.update(steps)
            case n.RowKey(low=low, high=high):
                numbers.update(end for end in (low, high) if end is not None)
            case n.Amount(form="one") | n.OncePer():
                numbers.add(1)
            case _:
                pass
    return numbers


def check_numbers(tree: n.Thing | n.Keyword | n.Status, cx: Context) -> None:
    says = tree.marks.says
    if says is None or tree.body is None:
        return
    used = rule_numbers(tree.body)
    if isinstance(tree, n.Thing):
        used |= {number for arg in tree.args or () for number in rule_numbers(arg)}
    else:
        used |= {number for param in tree.params if param.default is not None for number in rule_numbers(param.default)}
    for number, start, end in text_numbers(says.value):
        if number not in used:
            shown = ", ".join(str(used_number) for used_number in sorted(used)) or "no number"
            offset = says.span[0] + (3 if says.long else 1)
            span = (offset + start, offset + end) if not says.long else says.span
            cx.report(codes.TEXT_DIFFERS, span, said=number, used=shown)
