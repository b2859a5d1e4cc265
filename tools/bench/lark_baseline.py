"""Lark's own parser for the same grammar: the baseline for our parser.

It builds the bare tree: no builder, no positions, no messages. Lark's contextual lexer separates the words. One regular
expression approximates which newlines count: it classifies a newline by the text after it, and the parser state decides
about the text before it. A line that begins with `then` continues the line above: that is right in rules and cards, and
scenarios are not measured.
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
    """Lark's parser for whole files."""
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
