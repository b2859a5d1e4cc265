"""Texts for the tests of the grammar: its own examples, and what becomes of them when a token is lost or put in."""

from __future__ import annotations

import re
from random import Random

from attrs import frozen

from dsl.text.source import Piece
from tools.resources import room

GRAMMAR = (room("dsl") / "syntax" / "grammar.lark").read_text(encoding="utf-8")


@frozen
class Example:
    """The text of a line `// e.g.`, and the names that the rule below it gives to what it makes."""

    rule: str
    makes: frozenset[str]
    text: str


def examples() -> list[Example]:
    result, waiting = [], []
    lines = iter(GRAMMAR.splitlines())
    for line in lines:
        if line.startswith("// e.g. "):
            waiting.append(line.removeprefix("// e.g. "))
        elif waiting and (head := re.match(r"[?!]?([a-z_]+): ", line)):
            body = re.search(rf"^[?!]?{head[1]}: .*(?:\n +.*)*", GRAMMAR, re.MULTILINE)
            assert body is not None
            aliases = frozenset(re.findall(r"-> ([a-z_]+)", body[0]))
            makes = aliases if len(aliases) == body[0].count("\n") + 1 else aliases | {head[1]}
            result += [Example(head[1], makes, text) for text in waiting]
            waiting = []
    assert waiting == [], "an example without a rule below it"
    return result


def piece(text: str) -> Piece:
    return Piece("f", 0, text, "")


_PARTS = re.compile(r'"[^"\n]*"|\w+|\s+|.', re.DOTALL)
_STRANGERS = [
    "\n",
    " ",
    ",",
    ";",
    "{",
    "}",
    "(",
    ")",
    "..",
    "3",
    '"x"',
    "Bot",
    "map",
    "AB-CD-01",
    "not",
    "\n  else {",
    "- ",
]


def mutated(text: str, random: Random) -> str:
    """The text with one or two of its parts lost, doubled, swapped or replaced."""
    parts = _PARTS.findall(text)
    for _ in range(random.choice((1, 1, 2))):
        at, other = random.randrange(len(parts)), random.randrange(len(parts))
        match random.randrange(4):
            case 0:
                del parts[at]
            case 1:
                parts.insert(at, parts[other])
            case 2:
                parts[at], parts[other] = parts[other], parts[at]
            case _:
                parts.insert(at, random.choice(_STRANGERS))
        parts = parts or [" "]
    return "".join(parts)
