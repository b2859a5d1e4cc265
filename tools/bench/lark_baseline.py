"""Lark's own parser for the same grammar: what our reader is measured against.

It makes the bare tree: no builder, no positions, no message. The words are told apart by lark's contextual lexer; which
new lines count is said by one regular expression, as nearly as one can: it takes a new line by what follows it, and
the state of the parser settles what stands before it. A line that begins with `then` goes on: so it is in rules and
cards, and scenarios are not measured.
"""

from __future__ import annotations

from lark import Lark

from dsl.syntax.keywords import CONTINUES_LINE
from dsl.syntax.tables import STARTS
from tools.resources import room

DECLARED = "%declare NAME CAP INTEGER QUOTED CLAUSE NL NAMED\n"
FILE = "file: [NL] declaration (NL declaration)* [NL]"
TERMINALS = r"""
NAME: /[^\W\dA-Z]\w*+/
CAP: /[A-Z]\w*+/
INTEGER: /\d++/
QUOTED: /"(?!"")(?:[^"\\\n]|\\[^\n])*+"|"{3}(?:[^"]|"(?!""))*+"{3}/
NAMED.2: /as(?=\s+[^\W\dA-Z]\w*+\s+where\b)/
CLAUSE.2: /[A-Z][A-Z0-9]*+(?:-[A-Z][A-Z0-9]*+)++-\d++(?![\w-])/
NL.3: /(?:[ ]*+(?:#[^\n]*+)?\n)++[ ]*+(?![})\],;{#\n]|(?!ROWS)(?:WORDS)\b)/
%ignore /(?:[ \n]++|#[^\n]*+)++/
"""
ROWS = r"at\s+(?:most|least)\s+\d+\s*:|else\s*:|for\s+each\b"


def reference() -> Lark:
    """The parser of whole files."""
    grammar = (room("dsl") / "syntax" / "grammar.lark").read_text(encoding="utf-8")
    assert DECLARED in grammar, "the sorts of words have changed: say here what they look like"
    terminals = TERMINALS.replace("ROWS", ROWS).replace("WORDS", "|".join(sorted([*CONTINUES_LINE, "then"])))
    return Lark(
        grammar.replace(DECLARED, terminals) + FILE,
        parser="lalr",
        lexer="contextual",
        start=["file", *STARTS],
        maybe_placeholders=True,
    )
