"""Recognises common mistakes, each with a message that helps.

A recogniser looks at the unexpected token, its neighbours and the expected terminals, and returns a diagnostic if it
recognises the mistake. The order matters: the first match wins. A recogniser never resolves names; it sees one
declaration that could not be parsed. This module covers the start and end of declarations and blocks, and the
spelling of names; `dsl.recovery.punctuation` covers mistakes inside a line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from dsl.diagnostics import Diagnostic, Edit, Fix, diagnose, nearest
from dsl.diagnostics.codes import text as codes
from dsl.names.builtins import NAMES
from dsl.recovery import phrasing, punctuation
from dsl.recovery.stuck import SEPARATORS, StuckPoint, after, begins_line, quoted, word_class
from dsl.syntax.keywords import DECLARATIONS, MARKS, MEANT_DECLARATIONS, RESERVED, TYPE_NAMES
from dsl.syntax.tokens import Token
from dsl.text.source import Piece

_FIRST_COLUMN = re.compile(r"(?<=\n)[^\s#{}()\[\]][^\n]{0,20}")
_LINE = re.compile(r"(?<=\n)(?=[^\n])")

Recogniser = Callable[[StuckPoint], Diagnostic | None]

# ------------------------------------------------------------------------------------ start of declarations


def column_one(piece: Piece, tokens: list[Token]) -> list[Diagnostic]:
    """Lines of a body that begin in the first column; the first token of a piece always does."""
    diagnostics: list[Diagnostic] = []
    for token in tokens[1:]:
        if token.terminal == "QUOTED" and "\n" in token.text:
            diagnostics += _unindented_text(piece, token)
        elif token.terminal != "NL" and piece.text[token.start - 1] == "\n" and token.terminal not in "{}()[]":
            place = piece.place((token.start, token.end))
            fix = Fix("indent the line", (Edit(piece.place((token.start, token.start)), "  "),))
            diagnostics.append(diagnose(codes.NOT_IN_COLUMN_ONE, place, found=token.text, fix=fix))
    return diagnostics


def _unindented_text(piece: Piece, token: Token) -> Iterator[Diagnostic]:
    """A multi-line text without indentation: reported once, and indented as a whole."""
    unindented = _FIRST_COLUMN.search(piece.text, token.start, token.end)
    if unindented is None:
        return
    starts = [match.start() for match in _LINE.finditer(piece.text, token.start, token.end)]
    fix = Fix("indent the text", tuple(Edit(piece.place((start, start)), "  ") for start in starts))
    excerpt = unindented.group().strip()
    yield diagnose(codes.NOT_IN_COLUMN_ONE, piece.place(unindented.span()), found=excerpt, fix=fix)


def _unindented_line(point: StuckPoint) -> Diagnostic | None:
    return next(iter(column_one(point.piece, point.tokens)), None)


def _unknown_declaration(point: StuckPoint) -> Diagnostic | None:
    """The first word of a piece begins no declaration."""
    first = point.tokens[0]
    lowered = first.text.lower()
    if first.kind == "word" and lowered in DECLARATIONS and lowered != first.text and point.token is not None:
        what = "it begins a declaration"
        return point.report(
            codes.WRONG_CASE,
            first,
            fix=point.replace(first, lowered),
            name=first.text,
            wanted="small",
            right=lowered,
            what=what,
        )
    close = nearest(first.text, DECLARATIONS) if first.kind == "word" else []
    if point.token is None or point.index > (2 if close and word_class(first) == "CAP" else 0):
        return None
    help = "a declaration begins with a word such as `kind`, `effect` or `keyword`, or with the name of a kind"
    following = point.tokens[1] if len(point.tokens) > 1 else None
    if first.text in MEANT_DECLARATIONS:
        help = MEANT_DECLARATIONS[first.text]
    elif close:
        help = f"did you mean `{close[0]}`?"
    elif first.kind == "word" and following is not None and word_class(following) in ("CAP", "QUOTED"):
        capital = first.text[0].upper() + first.text[1:]
        help = f"a card begins with the name of its kind, with a capital letter: write `{capital}`"
    return point.report(codes.NOT_A_DECLARATION, first, help, found=quoted(first), expected="")


def _after_declaration(point: StuckPoint) -> Diagnostic | None:
    """Text after the end of a complete declaration."""
    if not point.complete or point.token is None:
        return None
    token = point.token
    if token.terminal == "NL":
        following = point.following()
        if following is None:
            return None
        token = following
    if (token.text in DECLARATIONS or word_class(token) == "CAP") and begins_line(point.piece, token):
        line = point.piece.text.rfind("\n", 0, token.start) + 1
        fix = Fix("move it to the first column", (Edit(point.piece.place((line, token.start)), ""),))
        return point.report(codes.INDENTED_DECLARATION, token, "move it to the first column", fix, word=token.text)
    if token.text in DECLARATIONS:
        help = f"`{token.text}` begins a new declaration: put it on a new line, in the first column"
        return point.unexpected(help, token, point.insert_before(token, "\n", "put it on a new line"))
    if point.preceded_by("}") and begins_line(point.piece, token):
        help = "the declaration above ended with its `}`: its lines belong inside the braces"
        return point.unexpected(help, token)
    return None


def _case_of_declared_name(point: StuckPoint) -> Diagnostic | None:
    """`effect Spin`: the declared name begins with a letter of the wrong case."""
    return _name_case(point) if point.index == 1 else None


# --------------------------------------------------------------------------------------------------- braces


def missing_brace(point: StuckPoint) -> Diagnostic | None:
    """A `{` is expected and nothing else fits."""
    if "{" not in point.expected or (SEPARATORS & point.expected):
        return None
    token = point.token
    if token is None or token.terminal in ("NL", "}"):
        previous = point.previous()
        assert previous is not None
        end = "the end of the line" if token is not None else "the end of the declaration"
        place = point.piece.place((previous.end - 1, previous.end))
        help = "its body needs braces: put a `{` here and a `}` at the end"
        return diagnose(codes.UNEXPECTED, place, help=help, found=end, after=after(previous), expected="")
    if token.text == "then":
        return point.unexpected("`if` has no `then`: write `if … { … }`", fix=point.replace(token, "", "remove it"))
    if token.terminal in (":", "=", "["):
        return point.unexpected(
            f"its body needs braces: put a `{{` instead of the `{token.text}` and a `}}` at the end"
        )
    return None


def brace_before(point: StuckPoint) -> Diagnostic | None:
    """The missing `{` of a later `}`."""
    diagnostic = missing_brace(point)
    if diagnostic is None and "{" in point.expected and point.token is not None:
        help = f"its body needs braces: put a `{{` before {quoted(point.token)}"
        diagnostic = point.unexpected(help, fix=point.insert_before(point.token, "{ ", "put a `{`"))
    return diagnostic


def _else_block(point: StuckPoint) -> Diagnostic | None:
    """`else stop` without braces, and a stray `while`."""
    if point.preceded_by("else") and "{" in point.expected:
        help = "the body of `else` needs braces: `else { … }`"
        return point.unexpected(f"{help}; with a condition: `else if … {{ … }}`")
    if point.text == "while" and "repeat" in point.expected | _line_words(point):
        return point.unexpected("write a loop as `repeat while … at most N { … }`")
    return None


def _line_words(point: StuckPoint) -> frozenset[str]:
    """The keywords that can begin a line, where a line can begin."""
    return frozenset(["repeat"]) if SEPARATORS & point.expected else frozenset()


# --------------------------------------------------------------------------------------------------- names


def _reserved(point: StuckPoint) -> Diagnostic | None:
    """A reserved word where a name is expected."""
    previous = point.previous()
    if point.text == ":" and previous is not None and previous.text in MARKS:
        return point.report(codes.RESERVED, previous, word=previous.text, other=previous.text + "_value")
    if point.token is None or point.text not in RESERVED:
        return None
    if "NAME" in point.expected and not {"INTEGER", "("} & point.expected and "{" not in point.expected:
        return point.report(codes.RESERVED, point.token, word=point.text, other=point.text + "_value")
    return None


def _foreign_types(point: StuckPoint) -> Diagnostic | None:
    """`hp: int`: a type by its name in other languages."""
    if not point.is_word or "ladder" not in point.expected or point.token is None:
        return None
    right = TYPE_NAMES.get(point.text.lower())
    if right is None:
        close = nearest(point.text, ["number", "text", "ladder", "list", "table", "many"])
        right = close[0] if close else None
    if right is None:
        return None
    help = f"write `{right}`" + (", or its range, such as `0..9`" if right == "number" else "")
    fix = point.replace(point.token, right) if right in ("number", "text", "yes or no") else None
    return point.report(codes.FOREIGN_WORD, point.token, help, fix, word=point.text, right=right)


def _misspelt_keyword(point: StuckPoint) -> Diagnostic | None:
    """A misspelt keyword."""
    if not point.is_word or point.text in RESERVED or point.text in NAMES:
        return None
    close = nearest(point.text, [word for word in point.expected if word.isalpha() and word.islower()])
    if not close or ("NAME" in point.expected and case_of(point.text) == "NAME"):
        return None
    return point.unexpected(f"did you mean `{close[0]}`?")


def case_of(text: str) -> str:
    return "CAP" if text[:1].isupper() else "NAME"


def _name_case(point: StuckPoint) -> Diagnostic | None:
    """A capital letter where a small one is expected, or vice versa."""
    token = point.token
    if token is None or not point.is_word or token.text in RESERVED or not token.text[0].isalpha():
        return None
    capital = token.text[0].isupper()
    expected, written = ("NAME", "CAP") if capital else ("CAP", "NAME")
    if expected not in point.expected or written in point.expected or token.text in point.expected:
        return None
    first = token.text[0].lower() if capital else token.text[0].upper()
    right = first + token.text[1:]
    if right[0] == token.text[0]:
        return None  # a letter without case
    what = (
        "it names a field, verb, rule or symbol" if capital else "it names a kind, card, keyword, die, window or seat"
    )
    return point.report(
        codes.WRONG_CASE, token, fix=point.replace(token, right), name=token.text,
        wanted="small" if capital else "capital", right=right, what=what,
    )  # fmt: skip


def _words_of_a_name(point: StuckPoint) -> Diagnostic | None:
    """`Gadget Spare Wheel`: an unquoted name of several words."""
    token, previous = point.token, point.previous()
    if (
        token is None
        or previous is None
        or word_class(token) != "CAP"
        or word_class(previous) != "CAP"
        or "QUOTED" not in point.expected
    ):
        return None
    if point.preceded_by("CAP", 2):
        name = f"{previous.text} {token.text}"
        place = point.piece.place((previous.start, token.end))
        fix = Fix("put it in quotes", (Edit(place, f'"{name}"'),))
        return point.unexpected(f'write a name of several words in quotes: `"{name}"`', fix=fix)
    return None


RECOGNISERS: tuple[Recogniser, ...] = (
    _unindented_line,
    _unknown_declaration,
    _after_declaration,
    _case_of_declared_name,
    phrasing.heads,
    phrasing.kind_items,
    phrasing.superfluous_signs,
    phrasing.reasons,
    phrasing.event_phrases,
    punctuation.scenario,
    _foreign_types,
    phrasing.possessives,
    phrasing.comparisons,
    phrasing.quotes,
    punctuation.bare_commas,
    punctuation.parenthesised_verbs,
    _reserved,
    punctuation.rows,
    punctuation.ranges,
    punctuation.types,
    _words_of_a_name,
    _else_block,
    punctuation.sentences,
    _misspelt_keyword,
    _name_case,
    punctuation.equals,
    missing_brace,
    punctuation.missing_comma,
    punctuation.missing_separator,
)
