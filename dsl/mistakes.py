"""Why a word cannot stand where it stands, in words that an author uses.

The machine knows which tokens could come next. That is turned into a sentence by asking, in this order: is it a mistake
that people make often (the table below)? Is the word nearly one that could stand here? Else: what sorts of things could
stand here. Names of terminals and rules never reach the reader.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.codes import Code
from dsl.codes import text as codes
from dsl.diagnostics import Diagnostic, Edit, Fix, Label, diagnose, nearest
from dsl.reader import END, Reader, Stuck
from dsl.source import Piece, Span
from dsl.tokens import Token
from dsl.words import DECLARATIONS, PREPOSITIONS, RESERVED, SENTENCES

_EXPRESSION = {"INTEGER", "QUOTED", "NAME", "CAP", "(", "[", "it", "me", "not"}
_SEPARATORS = {"NL", ",", ";"}
_CLAUSES = {"during", "if", "while", "once", "until", "works"}
_MARKS = {"cites", "house", "says", "formerly", "unenforced"}


def explain(piece: Piece, reader: Reader, stuck: Stuck, tokens: list[Token]) -> Diagnostic:
    expected = reader.expected(stuck.states)
    token, previous = stuck.token, stuck.previous
    index = tokens.index(token) if token is not None else len(tokens)
    for mistake in _COMMON:
        found = mistake(piece, token, tokens, index, expected)
        if found is not None:
            return found
    if token is None:
        end = previous.end if previous else len(piece.text.rstrip())
        span: Span = (max(0, end - 1), end)
        return diagnose(
            codes.ENDS_EARLY, piece.place(span), label="the end", after=_after(previous), expected=_wish(expected)
        )
    if token.kind == "NL":
        end = previous.end if previous else token.start
        place = piece.place((max(0, end - 1), end))
        return diagnose(
            codes.UNEXPECTED, place, found="the end of the line", after=_after(previous), expected=_wish(expected)
        )
    place = piece.place((token.start, token.end))
    help = _near(token, expected) or _wish(expected)
    return diagnose(codes.UNEXPECTED, place, found=_spelt(token), after=_after(previous), expected=help)


def _spelt(token: Token) -> str:
    if token.kind == "QUOTED":
        shown = token.text if len(token.text) < 30 else token.text[:26] + '…"'
        return f"the text {shown}"
    return f"`{token.text}`"


def _after(previous: Token | None) -> str:
    return f" after {_spelt(previous)}" if previous is not None and previous.kind != "NL" else ""


def _near(token: Token, expected: set[str]) -> str:
    if token.kind != "word":
        return ""
    close = nearest(token.text, [word for word in expected if word.isalpha() and word.islower()])
    return f"did you mean `{close[0]}`?" if close else ""


def _wish(expected: set[str]) -> str:
    """What could stand here, said shortly."""
    rest = set(expected)
    parts: list[str] = []
    if {"INTEGER", "QUOTED", "("} <= rest and "NAME" in rest:
        parts.append("a value")
        rest -= _EXPRESSION | {"none", "yes", "no", "that", "-"}
    if set(SENTENCES) & rest == set(SENTENCES) & rest and len(set(SENTENCES) & rest) > 8:
        parts.append("a line such as `damage target by 1`")
        rest -= set(SENTENCES) | _EXPRESSION | {"that", "else", "-"}
    if len(set(DECLARATIONS) & rest) > 8:
        parts.append("a declaration")
        rest -= set(DECLARATIONS)
    for terminal, words in _SORTS:
        if terminal in rest:
            parts.append(words)
    rest -= {terminal for terminal, _ in _SORTS}
    if len(PREPOSITIONS & rest) > 6:
        parts.append("a preposition such as `to`, `by` or `from`")
        rest -= PREPOSITIONS
    if _MARKS <= rest:
        rest -= _MARKS
    if {"is", "<", ">="} <= rest:
        parts.append("a comparison such as `is` or `<`")
        rest -= {"is", "<", ">", "<=", ">=", "in", "has", "lacks", "not"}
    if {"+", "*"} <= rest:
        rest -= {"+", "-", "*", "/", "%", ".", "[", "..", "and", "or", "where"}
    if _SEPARATORS & rest:
        parts.append("the end of the line")
        rest -= _SEPARATORS
    if "{" in rest:
        parts.append("a block `{ … }`")
    rest -= {"{", END}
    parts += [f"`{word}`" for word in sorted(rest)][: max(0, 6 - len(parts))]
    if not parts:
        return "remove it"
    return "here could stand " + (", ".join(parts[:-1]) + " or " + parts[-1] if len(parts) > 1 else parts[0])


_SORTS = (
    ("NAME", "a name in lower case"),
    ("CAP", "a name with a capital letter"),
    ("INTEGER", "a number"),
    ("QUOTED", 'a text in quotes `"…"`'),
    ("CLAUSE", "the number of a clause, such as `AB-MOVE-01`"),
)

Mistake = Callable[[Piece, Token | None, list[Token], int, set[str]], Diagnostic | None]


def _at(piece: Piece, token: Token, code: Code, help: str = "", fix: str | None = None, **words: object) -> Diagnostic:
    place = piece.place((token.start, token.end))
    repair = Fix(f"write `{fix}`", (Edit(place, fix),)) if fix is not None else None
    return diagnose(code, place, help=help, fix=repair, **words)


def column_one(piece: Piece, tokens: list[Token]) -> list[Diagnostic]:
    """Lines of a body that slipped to the left margin; the first token of a piece is always there."""
    found = []
    for token in tokens[1:]:
        if token.kind != "NL" and piece.text[token.start - 1] == "\n" and token.kind not in "{}()[]":
            place = piece.place((token.start, token.end))
            fix = Fix("indent the line", (Edit(piece.place((token.start, token.start)), "  "),))
            found.append(diagnose(codes.NOT_IN_COLUMN_ONE, place, found=token.text, fix=fix))
    return found


def _column_one(piece: Piece, token: Token | None, tokens: list[Token], index: int, _e: set[str]) -> Diagnostic | None:
    return next(iter(column_one(piece, tokens)), None)


def _declaration(piece: Piece, token: Token | None, tokens: list[Token], index: int, _e: set[str]) -> Diagnostic | None:
    """The first word of a piece begins no declaration."""
    if token is None or index != 0:
        return None
    close = nearest(token.text, DECLARATIONS) if token.kind == "word" else []
    if close:
        help, fix = f"did you mean `{close[0]}`?", None
    elif token.kind == "word" and token.text[0].islower():
        help = "a declaration begins with a word such as `kind`, `effect`, `keyword`, or with the name of a kind"
        capital = token.text[0].upper() + token.text[1:]
        help += f"; a card of the kind `{capital}` begins with its capital letter"
        fix = None
    else:
        help, fix = "a declaration begins with a word such as `kind` or with the name of a kind", None
    return _at(piece, token, codes.NOT_A_DECLARATION, help, fix, found=_spelt(token), expected="")


def _name_case(piece: Piece, token: Token | None, tokens: list[Token], index: int, e: set[str]) -> Diagnostic | None:
    """A capital letter where a small one is wanted, or the other way round."""
    if token is None or token.kind != "word" or token.text in RESERVED:
        return None
    if token.text[0].isupper() and "NAME" in e and "CAP" not in e:
        right = token.text[0].lower() + token.text[1:]
        return _at(
            piece, token, codes.WRONG_CASE, fix=right, name=token.text, wanted="small", right=right,
            what="a field, verb, rule or symbol",
        )  # fmt: skip
    if token.text[0].islower() and "CAP" in e and "NAME" not in e and token.text not in e:
        right = token.text[0].upper() + token.text[1:]
        return _at(
            piece, token, codes.WRONG_CASE, fix=right, name=token.text, wanted="capital", right=right,
            what="a kind, card, keyword, die, window or seat",
        )  # fmt: skip
    return None


def _reserved(piece: Piece, token: Token | None, tokens: list[Token], index: int, e: set[str]) -> Diagnostic | None:
    """A word of the language where a name is wanted."""
    if token is None or token.kind != "word" or token.text not in RESERVED:
        return None
    if "NAME" in e and not {"INTEGER", "("} & e:
        return _at(piece, token, codes.RESERVED, word=token.text, other=token.text + "_value")
    return None


def _bare_comma(piece: Piece, token: Token | None, tokens: list[Token], index: int, e: set[str]) -> Diagnostic | None:
    """`cites A, B`: a list without brackets, seen at what follows the comma."""
    if token is None or index < 2 or tokens[index - 1].kind != ",":
        return None
    before = tokens[index - 2]
    if token.kind == "CLAUSE" and before.kind == "CLAUSE":
        comma = tokens[index - 1]
        place = piece.place((comma.start, comma.end))
        fix = Fix("remove the comma", (Edit(place, ""),))
        return diagnose(codes.BARE_COMMA, place, help="clauses are written without commas: `cites A-B-01 A-B-02`", fix=fix)
    return None


def _missing_block(piece: Piece, token: Token | None, tokens: list[Token], index: int, e: set[str]) -> Diagnostic | None:
    """`if a` or `effect x` without `{`: say so, not what else could have come."""
    if "{" not in e or (token is not None and token.kind not in ("NL", "}")) or (_SEPARATORS & e):
        return None
    previous = tokens[index - 1]
    place = piece.place((previous.end - 1, previous.end))
    end = "the end of the line" if token is not None else "the end of the declaration"
    help = "what belongs to it stands in braces: `{ … }`"
    return diagnose(codes.UNEXPECTED, place, help=help, found=end, after=_after(previous), expected="")


def _two_on_a_line(piece: Piece, token: Token | None, tokens: list[Token], index: int, e: set[str]) -> Diagnostic | None:
    """Two lines of a block on one line without `;` or `,` between them."""
    if token is None or token.kind == "NL" or not _SEPARATORS <= e or index == 0:
        return None
    previous = tokens[index - 1]
    heads = token.kind == "word" and token.text not in RESERVED and previous.kind in ("INTEGER", "QUOTED", "word", ")", "]")
    if previous.kind == "}" or heads:
        return _at(
            piece, token, codes.UNEXPECTED, found=_spelt(token), after=_after(previous),
            help="put it on a line of its own, or a `;` (between sentences) or `,` (between items) before it",
        )  # fmt: skip
    return None


def _equals(piece: Piece, token: Token | None, tokens: list[Token], index: int, e: set[str]) -> Diagnostic | None:
    """`=` where `is` is meant, or `:` or `=` in a form."""
    if token is None or token.kind not in ("=", ":") or index == 0:
        return None
    if token.kind == "=" and "is" in e:
        return _at(piece, token, codes.FOREIGN_WORD, word="=", right="is", fix="is", help="`=` gives, `is` compares: write `is`")
    return None


_COMMON: tuple[Mistake, ...] = (
    _column_one,
    _declaration,
    _bare_comma,
    _reserved,
    _name_case,
    _missing_block,
    _equals,
    _two_on_a_line,
)

__all__ = ["Label", "explain"]
