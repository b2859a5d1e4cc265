"""What could stand at an offset of a text that is being typed.

The text up to the offset, with a placeholder for the name that begins there, is completed to a whole declaration: the
parser says what it expects, and the shortest closing words are added. A line above that cannot be parsed is left out.
The completed declaration is checked like any other, and the trace of the checker tells the scope and the expected type
at the placeholder. So a broken text is understood by the same grammar and the same checker as a whole one.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import frozen

from dsl.ir.name_trace import NameTrace
from dsl.names import types as t
from dsl.parse import parser
from dsl.syntax import nodes as n
from dsl.syntax.lalr import END, Stuck
from dsl.syntax.parsed import Parsed
from dsl.syntax.tokens import Row, tokenize
from dsl.syntax.walk import too_deep, walk
from dsl.text import limits
from dsl.text.source import Piece, digest

PLACEHOLDER = "zz_here"
MOST = 60_000
"""Characters of a declaration above the cursor; a longer one is hostile or generated."""
_CLOSING = 400
_LINES_LEFT_OUT = 12
_WORD = re.compile(r"[\w-]*\Z")
_FILLERS = (
    "}",
    ")",
    "]",
    "NL",
    "NAME",
    "CAP",
    "INTEGER",
    "{",
    ":",
    "=",
    "to",
    "by",
    "of",
    "is",
    "QUOTED",
    "CLAUSE",
    "(",
)
_WRITTEN = {"NAME": "zz", "CAP": "Zz", "INTEGER": "1", "QUOTED": '"zz"', "CLAUSE": "ZZ-ZZ-01", "NL": "\n"}


@frozen(eq=False)
class Cursor:
    """`begun` is the part of a word before the offset. `words` are keywords and classes of words that the grammar
    allows. `node` is the name at the offset in the completed tree, `parents` is what is around it, outermost first."""

    begun: str
    start: int
    words: frozenset[str]
    parsed: Parsed | None = None
    node: n.Node | None = None
    parents: tuple[n.Node, ...] = ()
    field_of: n.Dot | None = None

    @property
    def at_top(self) -> bool:
        return not self.words or self.words == frozenset([END])


def cursor_at(text: str, offset: int, file: str = "") -> Cursor:
    """The cursor in one declaration; `offset` counts from its start."""
    before = text[:offset]
    word = _WORD.search(before)
    begun = word[0] if word is not None else ""
    start = offset - len(begun)
    if len(before) > MOST:
        return Cursor(begun, start, frozenset())
    rows = tokenize(Piece(file, 0, before[:start], "")).rows
    rows, states = _readable(list(rows))
    if states is None:
        return Cursor(begun, start, frozenset())
    words = frozenset(parser().expected(states))
    last = rows[-1][3] if rows else 0
    if "NL" in words and "\n" in before[last:start]:
        rows.append(("NL", "\n", last, last))
        states = _states(rows)
        if states is None:
            return Cursor(begun, start, frozenset())
        words = frozenset(parser().expected(states))
    for name in (PLACEHOLDER, PLACEHOLDER.capitalize()):
        terminal = "NAME" if name[0].islower() else "CAP"
        if terminal in words:
            tree = _completed([*rows, (terminal, name, start, start + len(name))], start)
            if tree is not None:
                return _found(Cursor(begun, start, words), tree, before[:start] + name, file, name)
    return Cursor(begun, start, words)


def trace_of(cursor: Cursor, check: Callable[[Parsed, NameTrace], object]) -> NameTrace:
    """The trace of checking the completed declaration."""
    trace = NameTrace()
    if cursor.parsed is not None:
        check(cursor.parsed, trace)
    return trace


def _readable(rows: list[Row]) -> tuple[list[Row], tuple[int, ...] | None]:
    """The tokens that can be read, without lines that cannot, and the state of the parser behind them."""
    for _ in range(_LINES_LEFT_OUT):
        if not rows:
            return rows, _states(rows)
        try:
            parser().read(rows, "declaration")
            return rows, None  # it is whole: something new begins here
        except Stuck as stuck:
            if stuck.token is None:
                return rows, stuck.states
            at = next((index for index, row in enumerate(rows) if row[2] >= stuck.token.start), len(rows) - 1)
        first = at
        while first > 0 and rows[first - 1][0] not in ("NL", "{", "}"):
            first -= 1
        last = at
        while last < len(rows) and rows[last][0] not in ("NL", "}"):
            last += 1
        rows = rows[:first] + rows[max(last, at + 1) :]
    return rows, None


def _states(rows: list[Row]) -> tuple[int, ...] | None:
    try:
        parser().read(rows, "declaration")
    except Stuck as stuck:
        return stuck.states
    return None


def _completed(rows: list[Row], start: int) -> n.Declaration | None:
    """The tree of the tokens with the closing words that they need."""
    end = start + len(PLACEHOLDER)
    for _ in range(_CLOSING):
        try:
            tree: n.Declaration = parser().read(rows, "declaration")
        except Stuck as stuck:
            if stuck.token is not None:
                return None
            expected = parser().expected(stuck.states)
            filler = next((filler for filler in _FILLERS if filler in expected), None)
            if filler is None or len(rows) > 20_000:
                return None
            rows.append((filler, _WRITTEN.get(filler, filler), end, end))
        else:
            return tree
    return None


def _found(cursor: Cursor, tree: n.Declaration, text: str, file: str, name: str) -> Cursor:
    """The cursor with the placeholder's node in the completed tree."""
    piece = Piece(file, 0, text, digest(text))
    if too_deep(tree, limits.NESTING) is not None:
        return cursor
    place = (cursor.start, cursor.start + len(name))
    parents = tuple(node for node in walk(tree) if node.span[0] <= place[0] and node.span[1] >= place[1])
    node: n.Node | None = next(
        (node for node in reversed(parents) if isinstance(node, n.Name) and node.text == name), None
    )
    node = node or next((type for type in reversed(parents) if isinstance(type, n.Type) and type.name == name), None)
    dot = next((node for node in reversed(parents) if isinstance(node, n.Dot) and node.name == name), None)
    around = tuple(parent for parent in parents if parent is not node)
    return Cursor(cursor.begun, cursor.start, cursor.words, Parsed(piece, tree, (), ()), node or dot, around, dot)


def item_type(type: t.Type | None) -> str:
    """The kind of the things that a type is about; empty if it is about none."""
    inner = t.item(type) or t.plain(type) if type is not None else None
    return inner.name if isinstance(inner, t.KindT) else ""
