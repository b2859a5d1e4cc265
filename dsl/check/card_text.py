"""Checks hand-written card text whose numbers differ from the rules.

The text is for people, the rules for the engine. An author may change one and forget the other. So each number in a
hand-written text must also occur in the rules of that card.
"""

from __future__ import annotations

import re

from dsl.check.context import Context
from dsl.diagnostics.codes import rules as codes
from dsl.names.signatures import VerbSig
from dsl.syntax import nodes as n
from dsl.syntax.walk import walk
from dsl.text.inflection import forms

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


def check_words(tree: n.Thing | n.Keyword | n.Status, cx: Context) -> None:
    """Report a text in which a number belongs to one verb of the game while the rules give it to another: `is shoved
    {n} away` beside `damage attacker by n`."""
    says = tree.marks.says
    if says is None or tree.body is None:
        return
    verbs = {name: sig for name, sig in cx.symbols.verbs.items() if sig.sort == "effect" and sig.place is not None}
    used = {part for node in walk(tree) if isinstance(node, n.Name) for part in (node.text, node.text.split("_")[0])}
    done = [node.verb.text for node in walk(tree.body) if isinstance(node, n.Phrase) and node.slots]
    done = [name for name in done if name in verbs and not _is_quiet(verbs[name])]
    said = {word.lower() for word in re.findall(r"[A-Za-z]+", says.value)}
    if len(done) != 1 or said & _said_as(done[0], verbs[done[0]]):
        return
    for match in re.finditer(r"\b(?:([A-Za-z]+)\s+)?([A-Za-z]+)\s+(?:\{\w+\}|\d+)", says.value):
        words = [word.lower() for word in match.groups() if word]
        others = [name for name in verbs if name not in used and len(name) > 3]
        word = next((word for word in words if any(word in forms(name) for name in others)), "")
        if word:
            cx.report(codes.TEXT_DIFFERS, says.span, said=f"`{word}`", used=f"`{done[0]}`")
            return


def _is_quiet(sig: VerbSig) -> bool:
    return sig.node is None or sig.node.marks.quiet


def _said_as(name: str, sig: VerbSig) -> set[str]:
    """The words that may stand for a verb in a text."""
    words = [name, *(text.value for text in (sig.node.marks.called if sig.node is not None else ()))]
    return {form for word in words for form in forms(word)}


def check_numbers(tree: n.Thing | n.Keyword | n.Status, cx: Context) -> None:
    says = tree.marks.says
    if says is None or tree.body is None:
        return
    check_words(tree, cx)
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
            left = used - {value for value, _, _ in text_numbers(says.value)}
            help = ""
            if len(left) == 1 and not says.long and "{" not in says.value:
                right = says.value[:start] + str(*left) + says.value[end:]
                help = (
                    f'write `says "{right}"`, or change the rule; without `says`, the text is generated from the rules'
                )
            cx.report(codes.TEXT_DIFFERS, span, said=number, used=shown, help=help)
