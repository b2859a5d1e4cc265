"""Explains a parse error in terms that an author uses.

The parser knows which tokens could come next. This module turns that into a sentence by asking, in this order: is a
bracket missing? Is it a common mistake (`dsl.recovery.structure`)? Otherwise: what could be here? Names of terminals
and grammar rules never reach the reader.
"""

from __future__ import annotations

from dsl.diagnostics import Diagnostic, diagnose
from dsl.diagnostics.codes import text as codes
from dsl.recovery.brackets import unmatched_bracket
from dsl.recovery.structure import RECOGNISERS, brace_before, column_one
from dsl.recovery.stuck import SEPARATORS, StuckPoint, after, quoted
from dsl.syntax.keywords import DECLARATIONS, PREPOSITIONS, SENTENCES
from dsl.syntax.lalr import END, LalrParser, Stuck
from dsl.syntax.tokens import Token
from dsl.text.source import Piece

_EXPRESSION = {"INTEGER", "QUOTED", "NAME", "CAP", "(", "[", "it", "me", "not"}
_MARKS = {"cites", "house", "says", "formerly", "unenforced"}
_TERMINAL_NAMES = (
    ("NAME", "a name in lower case"),
    ("CAP", "a name with a capital letter"),
    ("INTEGER", "a number"),
    ("QUOTED", 'a text in quotes `"…"`'),
    ("CLAUSE", "the number of a clause, such as `AB-MOVE-01`"),
)


def explain(piece: Piece, parser: LalrParser, stuck: Stuck, tokens: list[Token]) -> Diagnostic:
    """One message about a piece that could not be parsed; of several errors, the first."""
    index = tokens.index(stuck.token) if stuck.token is not None else len(tokens)
    expected = parser.expected(_states_before(parser, stuck, tokens[:index]))
    point = StuckPoint(piece, stuck.token, tokens, index, frozenset(expected - {END, "NAMED"}), END in expected)
    unmatched = unmatched_bracket(piece, tokens)
    if unmatched is not None:
        stuck_at = stuck.token.start if stuck.token is not None else len(piece.text)
        if unmatched.closes and stuck_at < unmatched.token.start and "{" in expected:
            diagnostic = brace_before(point)
            if diagnostic is not None:
                return diagnostic
        if unmatched.token.start <= stuck_at:
            return next(iter(column_one(piece, tokens)), unmatched.diagnostic)
    for recognise in RECOGNISERS:
        diagnostic = recognise(point)
        if diagnostic is not None:
            return diagnostic
    return _generic_error(point)


def _states_before(parser: LalrParser, stuck: Stuck, tokens: list[Token]) -> tuple[int, ...]:
    """The parser states before the token that was refused.

    By the time the parser refuses a token it has already reduced, and no longer knows what else could have come. So
    its steps up to that token are replayed.
    """
    states = [stuck.states[0]]
    for token in tokens:
        terminal = token.terminal
        while True:
            action = parser.row(states[-1]).get(terminal)
            if action is None:
                if terminal not in parser.names:
                    return stuck.states
                terminal = "NAME"  # a keyword elsewhere, a name in this state
                continue
            if not action & 1:
                states.append(action >> 1)
                break
            rule = parser.tables.rule(action >> 1)
            if rule.length:
                del states[-rule.length :]
            states.append(parser.row(states[-1])[rule.makes])
    return tuple(states)


def _generic_error(point: StuckPoint) -> Diagnostic:
    """The fallback message: the unexpected token and what could be there instead."""
    previous, expected_words = point.previous(), _expected_words(point.expected)
    if point.token is None or (previous is not None and point.ends_line(point.token)):
        end = previous.end if previous else len(point.piece.text.rstrip())
        place = point.piece.place((max(0, end - 1), end))
        if point.token is None:
            return diagnose(codes.ENDS_EARLY, place, label="the end", after=after(previous), expected=expected_words)
        return diagnose(
            codes.UNEXPECTED, place, found="the end of the line", after=after(previous), expected=expected_words
        )
    place = point.piece.place((point.token.start, point.token.end))
    return diagnose(codes.UNEXPECTED, place, found=quoted(point.token), after=after(previous), expected=expected_words)


def _expected_words(expected: frozenset[str]) -> str:
    """A short description of what could be here."""
    rest = set(expected)
    parts: list[str] = []
    if {"INTEGER", "QUOTED", "("} <= rest and "NAME" in rest:
        parts.append("a value")
        rest -= _EXPRESSION | {"none", "yes", "no", "that", "-"}
    if len(SENTENCES.keys() & rest) > 8:
        parts.append("a line such as `damage target by 1`")
        rest -= set(SENTENCES) | _EXPRESSION | {"that", "else", "-"}
    if len(DECLARATIONS.keys() & rest) > 8:
        parts.append("a declaration")
        rest -= set(DECLARATIONS)
    for terminal, words in _TERMINAL_NAMES:
        if terminal in rest:
            parts.append(words)
    rest -= {terminal for terminal, _ in _TERMINAL_NAMES}
    if len(PREPOSITIONS & rest) > 6:
        parts.append("a preposition such as `to`, `by` or `from`")
        rest -= PREPOSITIONS
    rest -= {"also"}
    if rest >= _MARKS:
        rest -= _MARKS
    if {"is", "<", ">="} <= rest:
        parts.append("a comparison such as `is` or `<`")
        rest -= {"is", "<", ">", "<=", ">=", "in", "has", "lacks", "not"}
    if {"+", "*"} <= rest:
        rest -= {"+", "-", "*", "/", "%", ".", "[", "..", "and", "or", "where"}
    if SEPARATORS & rest:
        parts.append("the end of the line")
        rest -= SEPARATORS
    if "{" in rest:
        parts.append("a block `{ … }`")
    rest -= {"{"}
    parts += [f"`{word}`" for word in sorted(rest)][: max(0, 6 - len(parts))]
    if not parts:
        return "remove it"
    if len(parts) == 1:
        return "expected " + parts[0]
    return "expected " + ", ".join(parts[:-1]) + " or " + parts[-1]
