"""Why a word cannot stand where it stands, in words that an author uses.

The machine knows which tokens could come next. That is turned into a sentence by asking, in this order: is a bracket
missing? Is it a mistake that people make often (`dsl.recovery.structure`)? Else: what sorts of things could stand
here. Names of terminals and rules never reach the reader.
"""

from __future__ import annotations

from dsl.diagnostics import Diagnostic, diagnose
from dsl.diagnostics.codes import text as codes
from dsl.recovery.brackets import lone_bracket
from dsl.recovery.structure import SLIPS, brace_before, column_one
from dsl.recovery.stuck import SEPARATORS, Spot, after, spelt
from dsl.syntax.keywords import DECLARATIONS, PREPOSITIONS, SENTENCES
from dsl.syntax.lalr import END, Reader, Stuck
from dsl.syntax.tokens import Token
from dsl.text.source import Piece

_EXPRESSION = {"INTEGER", "QUOTED", "NAME", "CAP", "(", "[", "it", "me", "not"}
_MARKS = {"cites", "house", "says", "formerly", "unenforced"}
_SORTS = (
    ("NAME", "a name in lower case"),
    ("CAP", "a name with a capital letter"),
    ("INTEGER", "a number"),
    ("QUOTED", 'a text in quotes `"…"`'),
    ("CLAUSE", "the number of a clause, such as `AB-MOVE-01`"),
)


def explain(piece: Piece, reader: Reader, stuck: Stuck, tokens: list[Token]) -> Diagnostic:
    """One sentence about a piece that could not be read: of several faults the first."""
    index = tokens.index(stuck.token) if stuck.token is not None else len(tokens)
    expected = reader.expected(_before(reader, stuck, tokens[:index]))
    spot = Spot(piece, stuck.token, tokens, index, frozenset(expected - {END, "NAMED"}), END in expected)
    lone = lone_bracket(piece, tokens)
    if lone is not None:
        stuck_at = stuck.token.start if stuck.token is not None else len(piece.text)
        if lone.closes and stuck_at < lone.token.start and "{" in expected:
            found = brace_before(spot)
            if found is not None:
                return found
        if lone.token.start <= stuck_at:
            return next(iter(column_one(piece, tokens)), lone.diagnostic)
    for slip in SLIPS:
        found = slip(spot)
        if found is not None:
            return found
    return _plain(spot)


def _before(reader: Reader, stuck: Stuck, tokens: list[Token]) -> tuple[int, ...]:
    """The states in which the reader met the token that it could not take.

    By the time it gives up it has put together whatever the token might have followed elsewhere, and no longer knows
    what else could have come. So the way up to there is gone once more, step by step.
    """
    states = [stuck.states[0]]
    for token in tokens:
        terminal = token.terminal
        while True:
            action = reader.row(states[-1]).get(terminal)
            if action is None:
                if terminal not in reader.names:
                    return stuck.states
                terminal = "NAME"  # a word of the language, but not here
                continue
            if not action & 1:
                states.append(action >> 1)
                break
            rule = reader.tables.rule(action >> 1)
            if rule.length:
                del states[-rule.length :]
            states.append(reader.row(states[-1])[rule.makes])
    return tuple(states)


def _plain(spot: Spot) -> Diagnostic:
    """Nothing better is known than what was found and what could have stood there."""
    previous, wish = spot.back(), _wish(spot.expected)
    if spot.token is None or (previous is not None and spot.ends_line(spot.token)):
        end = previous.end if previous else len(spot.piece.text.rstrip())
        place = spot.piece.place((max(0, end - 1), end))
        if spot.token is None:
            return diagnose(codes.ENDS_EARLY, place, label="the end", after=after(previous), expected=wish)
        return diagnose(codes.UNEXPECTED, place, found="the end of the line", after=after(previous), expected=wish)
    place = spot.piece.place((spot.token.start, spot.token.end))
    return diagnose(codes.UNEXPECTED, place, found=spelt(spot.token), after=after(previous), expected=wish)


def _wish(expected: frozenset[str]) -> str:
    """What could stand here, said shortly."""
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
    for terminal, words in _SORTS:
        if terminal in rest:
            parts.append(words)
    rest -= {terminal for terminal, _ in _SORTS}
    if len(PREPOSITIONS & rest) > 6:
        parts.append("a preposition such as `to`, `by` or `from`")
        rest -= PREPOSITIONS
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
        return "here must stand " + parts[0]
    return "here could stand " + ", ".join(parts[:-1]) + " or " + parts[-1]
