"""Mistakes that people make often, each with the sentence that helps.

A slip looks at the word that cannot stand where it stands, at the words around it and at what could have stood there,
and either knows what was meant or says nothing. The order matters: the first that knows is believed. A slip never asks
what names mean; it sees one declaration that could not be read. Here are those about where things begin and end and how
names are written; those inside a line are in `dsl.recovery.punctuation`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from dsl.diagnostics import Diagnostic, Edit, Fix, diagnose, nearest
from dsl.diagnostics.codes import text as codes
from dsl.names.builtins import NAMES
from dsl.recovery import phrasing as of_speech
from dsl.recovery import punctuation as in_lines
from dsl.recovery.stuck import SEPARATORS, Spot, after, begins_line, sort, spelt
from dsl.syntax.keywords import DECLARATIONS, MARKS, MEANT_DECLARATIONS, RESERVED, SORTS
from dsl.syntax.tokens import Token
from dsl.text.source import Piece

_FIRST_COLUMN = re.compile(r"(?<=\n)[^\s#{}()\[\]][^\n]{0,20}")
_LINE = re.compile(r"(?<=\n)(?=[^\n])")

Slip = Callable[[Spot], Diagnostic | None]

# ---------------------------------------------------------------------------------------- where things begin


def column_one(piece: Piece, tokens: list[Token]) -> list[Diagnostic]:
    """Lines of a body that slipped to the left margin; the first token of a piece is always there."""
    found: list[Diagnostic] = []
    for token in tokens[1:]:
        if token.terminal == "QUOTED" and "\n" in token.text:
            found += _drawing(piece, token)
        elif token.terminal != "NL" and piece.text[token.start - 1] == "\n" and token.terminal not in "{}()[]":
            place = piece.place((token.start, token.end))
            fix = Fix("indent the line", (Edit(piece.place((token.start, token.start)), "  "),))
            found.append(diagnose(codes.NOT_IN_COLUMN_ONE, place, found=token.text, fix=fix))
    return found


def _drawing(piece: Piece, token: Token) -> Iterator[Diagnostic]:
    """A text of several lines that slipped to the left margin: told once, and indented as a whole."""
    slipped = _FIRST_COLUMN.search(piece.text, token.start, token.end)
    if slipped is None:
        return
    starts = [match.start() for match in _LINE.finditer(piece.text, token.start, token.end)]
    fix = Fix("indent the text", tuple(Edit(piece.place((start, start)), "  ") for start in starts))
    shown = slipped.group().strip()
    yield diagnose(codes.NOT_IN_COLUMN_ONE, piece.place(slipped.span()), found=shown, fix=fix)


def _column_one(spot: Spot) -> Diagnostic | None:
    return next(iter(column_one(spot.piece, spot.tokens)), None)


def _declaration(spot: Spot) -> Diagnostic | None:
    """The first word of a piece begins no declaration."""
    first = spot.tokens[0]
    small = first.text.lower()
    if first.kind == "word" and small in DECLARATIONS and small != first.text and spot.token is not None:
        what = "it begins a declaration"
        return spot.say(
            codes.WRONG_CASE, first, fix=spot.put(first, small), name=first.text, wanted="small", right=small, what=what
        )
    close = nearest(first.text, DECLARATIONS) if first.kind == "word" else []
    if spot.token is None or spot.index > (2 if close and sort(first) == "CAP" else 0):
        return None
    help = "a declaration begins with a word such as `kind`, `effect` or `keyword`, or with the name of a kind"
    following = spot.tokens[1] if len(spot.tokens) > 1 else None
    if first.text in MEANT_DECLARATIONS:
        help = MEANT_DECLARATIONS[first.text]
    elif close:
        help = f"did you mean `{close[0]}`?"
    elif first.kind == "word" and following is not None and sort(following) in ("CAP", "QUOTED"):
        capital = first.text[0].upper() + first.text[1:]
        help = f"a card begins with the name of its kind, with a capital letter: write `{capital}`"
    return spot.say(codes.NOT_A_DECLARATION, first, help, found=spelt(first), expected="")


def _outside(spot: Spot) -> Diagnostic | None:
    """Text behind the end of a declaration that is complete."""
    if not spot.complete or spot.token is None:
        return None
    token = spot.token
    if token.terminal == "NL":
        following = spot.ahead()
        if following is None:
            return None
        token = following
    if (token.text in DECLARATIONS or sort(token) == "CAP") and begins_line(spot.piece, token):
        line = spot.piece.text.rfind("\n", 0, token.start) + 1
        fix = Fix("move it to the first column", (Edit(spot.piece.place((line, token.start)), ""),))
        return spot.say(codes.INDENTED_DECLARATION, token, "move it to the first column", fix, word=token.text)
    if token.text in DECLARATIONS:
        help = f"`{token.text}` begins a declaration of its own: put it on a new line, in the first column"
        return spot.unexpected(help, token, spot.before(token, "\n", "put it on a new line"))
    if spot.was("}") and begins_line(spot.piece, token):
        help = "the declaration above has ended with its `}`: what belongs to it stands inside the braces"
        return spot.unexpected(help, token)
    return None


def _case_of_head(spot: Spot) -> Diagnostic | None:
    """`effect Spin`: the name that a declaration gives begins with the wrong letter."""
    return _name_case(spot) if spot.index == 1 else None


# --------------------------------------------------------------------------------------------------- braces


def missing_brace(spot: Spot) -> Diagnostic | None:
    """A `{` is wanted here and nothing else makes sense."""
    if "{" not in spot.expected or (SEPARATORS & spot.expected):
        return None
    token = spot.token
    if token is None or token.terminal in ("NL", "}"):
        previous = spot.back()
        assert previous is not None
        end = "the end of the line" if token is not None else "the end of the declaration"
        place = spot.piece.place((previous.end - 1, previous.end))
        help = "what belongs to it stands in braces: put a `{` here and a `}` at its end"
        return diagnose(codes.UNEXPECTED, place, help=help, found=end, after=after(previous), expected="")
    if token.text == "then":
        return spot.unexpected("`if` has no `then`: write `if … { … }`", fix=spot.put(token, "", "remove it"))
    if token.terminal in (":", "=", "["):
        return spot.unexpected(
            f"what belongs to it stands in braces: put a `{{` for the `{token.text}` and a `}}` at its end"
        )
    return None


def brace_before(spot: Spot) -> Diagnostic | None:
    """The `{` that a later `}` would have closed."""
    found = missing_brace(spot)
    if found is None and "{" in spot.expected and spot.token is not None:
        help = f"what belongs to it stands in braces: put a `{{` before {spelt(spot.token)}"
        found = spot.unexpected(help, fix=spot.before(spot.token, "{ ", "put a `{`"))
    return found


def _else(spot: Spot) -> Diagnostic | None:
    """`else stop`, and a lonely `else`."""
    if spot.was("else") and "{" in spot.expected:
        help = "what belongs to `else` stands in braces: `else { … }`"
        return spot.unexpected(f"{help}; with a condition it is `else if … {{ … }}`")
    if spot.text == "while" and "repeat" in spot.expected | _line_words(spot):
        return spot.unexpected("a loop is written `repeat while … at most N { … }`")
    return None


def _line_words(spot: Spot) -> frozenset[str]:
    """The words of the language that can begin a line, where lines can begin."""
    return frozenset(["repeat"]) if SEPARATORS & spot.expected else frozenset()


# --------------------------------------------------------------------------------------------------- names


def _reserved(spot: Spot) -> Diagnostic | None:
    """A word of the language where a name is wanted."""
    previous = spot.back()
    if spot.text == ":" and previous is not None and previous.text in MARKS:
        return spot.say(codes.RESERVED, previous, word=previous.text, other=previous.text + "_value")
    if spot.token is None or spot.text not in RESERVED:
        return None
    if "NAME" in spot.expected and not {"INTEGER", "("} & spot.expected and "{" not in spot.expected:
        return spot.say(codes.RESERVED, spot.token, word=spot.text, other=spot.text + "_value")
    return None


def _sorts_of_values(spot: Spot) -> Diagnostic | None:
    """`hp: int`: a sort of value by the name that other languages have for it."""
    if not spot.is_word or "ladder" not in spot.expected or spot.token is None:
        return None
    right = SORTS.get(spot.text.lower())
    if right is None:
        close = nearest(spot.text, ["number", "text", "ladder", "list", "table", "many"])
        right = close[0] if close else None
    if right is None:
        return None
    help = f"write `{right}`" + (", or the range that it can have, such as `0..9`" if right == "number" else "")
    fix = spot.put(spot.token, right) if right in ("number", "text", "yes or no") else None
    return spot.say(codes.FOREIGN_WORD, spot.token, help, fix, word=spot.text, right=right)


def _near_word(spot: Spot) -> Diagnostic | None:
    """A word of the language, misspelt."""
    if not spot.is_word or spot.text in RESERVED or spot.text in NAMES:
        return None
    close = nearest(spot.text, [word for word in spot.expected if word.isalpha() and word.islower()])
    if not close or ("NAME" in spot.expected and sort_of(spot.text) == "NAME"):
        return None
    return spot.unexpected(f"did you mean `{close[0]}`?")


def sort_of(text: str) -> str:
    return "CAP" if text[:1].isupper() else "NAME"


def _name_case(spot: Spot) -> Diagnostic | None:
    """A capital letter where a small one is wanted, or the other way round."""
    token = spot.token
    if token is None or not spot.is_word or token.text in RESERVED or not token.text[0].isalpha():
        return None
    capital = token.text[0].isupper()
    wanted, other = ("NAME", "CAP") if capital else ("CAP", "NAME")
    if wanted not in spot.expected or other in spot.expected or token.text in spot.expected:
        return None
    first = token.text[0].lower() if capital else token.text[0].upper()
    right = first + token.text[1:]
    if right[0] == token.text[0]:
        return None  # a letter without a case
    what = (
        "it names a field, verb, rule or symbol" if capital else "it names a kind, card, keyword, die, window or seat"
    )
    return spot.say(
        codes.WRONG_CASE, token, fix=spot.put(token, right), name=token.text, wanted="small" if capital else "capital",
        right=right, what=what,
    )  # fmt: skip


def _words_of_a_name(spot: Spot) -> Diagnostic | None:
    """`Gadget Spare Wheel`: a name of several words."""
    token, previous = spot.token, spot.back()
    if (
        token is None
        or previous is None
        or sort(token) != "CAP"
        or sort(previous) != "CAP"
        or "QUOTED" not in spot.expected
    ):
        return None
    if spot.was("CAP", 2):
        name = f"{previous.text} {token.text}"
        place = spot.piece.place((previous.start, token.end))
        fix = Fix("put it in quotes", (Edit(place, f'"{name}"'),))
        return spot.unexpected(f'a name of several words stands in quotes: `"{name}"`', fix=fix)
    return None


SLIPS: tuple[Slip, ...] = (
    _column_one,
    _declaration,
    _outside,
    _case_of_head,
    of_speech.heads,
    of_speech.items,
    of_speech.needless_signs,
    of_speech.reasons,
    of_speech.changes,
    in_lines.scenario,
    _sorts_of_values,
    of_speech.belongings,
    of_speech.comparisons,
    of_speech.quotes,
    in_lines.bare_commas,
    in_lines.called,
    _reserved,
    in_lines.rows,
    in_lines.ranges,
    in_lines.types,
    _words_of_a_name,
    _else,
    in_lines.sentences,
    _near_word,
    _name_case,
    in_lines.equals,
    missing_brace,
    in_lines.missing_comma,
    in_lines.two_on_a_line,
)
