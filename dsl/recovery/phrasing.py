"""Recognises mistakes of authors who write as they speak: `your hand`, `is greater than`, `Oilcan is a Gadget`.

`dsl.recovery.structure` defines what a recogniser is. These map common ways of talking about games to the syntax of
the language.
"""

from __future__ import annotations

from dsl.diagnostics import Diagnostic, Edit, Fix, nearest
from dsl.recovery.stuck import StuckPoint, word_class
from dsl.syntax.keywords import PREPOSITIONS, SENTENCES
from dsl.syntax.tokens import Token

_OWNERS = {"your": "me", "my": "me", "its": "it", "their": "that", "his": "that", "her": "that", "opponents": "foe"}
_MORE = frozenset(["greater", "more", "larger", "bigger", "higher", "above", "over"])
_LESS = frozenset(["less", "smaller", "fewer", "lower", "below"])
_COMPARING = frozenset(["<", ">", "<=", ">=", "is"])
_ITEMS = ["keeps", "stat", "zone", "children", "script", "stands", "works"]
_REASONS = frozenset(["require", "forbid", "allow", "always"])


def possessives(point: StuckPoint) -> Diagnostic | None:
    """`your discard`: a possessive instead of a dot."""
    previous, token = point.previous(), point.token
    if previous is None or token is None or previous.text not in _OWNERS or not point.is_word:
        return None
    right = f"{_OWNERS[previous.text]}.{token.text}"
    fix = Fix(f"write `{right}`", (Edit(point.piece.place((previous.start, token.end)), right),))
    return point.unexpected(f"write possession with a dot: `{right}`", fix=fix)


def comparisons(point: StuckPoint) -> Diagnostic | None:
    """`is equal to`, `is greater than`, `0 < n < 9`."""
    token, previous = point.token, point.previous()
    if token is None or previous is None:
        return None
    if previous.text in ("equal", "equals", "identical") and token.text == "to":
        place = point.piece.place((previous.start, token.end))
        return point.unexpected("`is` is enough to compare", fix=Fix("remove the words", (Edit(place, ""),)))
    if token.text == "than" and previous.text in _MORE | _LESS:
        sign = ">" if previous.text in _MORE else "<"
        first = point.previous(2)
        start = first.start if first is not None and first.text == "is" else previous.start
        fix = Fix(f"write `{sign}`", (Edit(point.piece.place((start, token.end)), sign),))
        return point.unexpected(f"write `{sign}`", fix=fix)
    if token.terminal in _COMPARING and "and" in point.expected:
        return point.unexpected("compare two at a time: `0 < n and n < 9`")
    if token.text == "if" and "where" in point.expected:
        return point.unexpected("write `where` to select some of them", fix=point.replace(token, "where"))
    return None


def heads(point: StuckPoint) -> Diagnostic | None:
    """Declarations with the right words in the wrong order."""
    token, first = point.token, point.tokens[0]
    if token is None or point.index == 0:
        return None
    following = point.following()
    if word_class(first) == "CAP" and point.index == 1 and token.text in ("is", ":") and following is not None:
        if word_class(following) == "CAP":
            right = f"a card begins with its kind: `{following.text} {first.text} {{ … }}`"
            return point.unexpected(f"{right}; a kind is declared with `kind {first.text} is {following.text} {{ … }}`")
        return None
    if first.text not in ("keyword", "status"):
        return None
    names_bearer = word_class(token) == "CAP" or token.text in ("for", "of", "to")
    if (
        first.text == "status"
        and token.text in ("for", "lasts")
        and "until" in point.expected
        and "on" not in point.expected
    ):
        return point.unexpected("write when it ends: `until end of turn`")
    if names_bearer and "on" in point.expected:
        return point.unexpected(
            f"name the kind that can have it after `on`: `{first.text} {point.tokens[1].text} on Kind {{ … }}`"
        )
    return None


def kind_items(point: StuckPoint) -> Diagnostic | None:
    """Misspelt words that begin an item of a kind, and visibility of zones."""
    token, previous, head = point.token, point.previous(), point.head
    if token is None or previous is None or head is None:
        return None
    if point.expected == {":"} and point.is_word and point.tokens[0].text in ("kind", "extend"):
        close = nearest(previous.text, _ITEMS)
        return point.unexpected(f"did you mean `{close[0]}`?", previous) if close else None
    if head.text == "zone" and "seen" in point.expected and point.is_word and token.text != "seen":
        return point.unexpected("write who sees it: `seen by owner`, `seen by nobody` or `seen by all`")
    return None


def superfluous_signs(point: StuckPoint) -> Diagnostic | None:
    """`cost: 1`, `used = { … }`, `near(a, b,)`."""
    token, previous = point.token, point.previous()
    if token is None or previous is None:
        return None
    if token.terminal in (":", "=") and previous.text in SENTENCES and "INTEGER" in point.expected:
        return point.unexpected(
            f"remove the `{token.text}`", fix=point.replace(token, "", f"remove the `{token.text}`")
        )
    if token.terminal == "{" and previous.terminal in ("=", ":") and "INTEGER" in point.expected:
        fix = point.replace(previous, "", f"remove the `{previous.text}`")
        return point.unexpected(f"remove the `{previous.text}`: a block follows its name", previous, fix)
    if token.terminal == ")" and previous.terminal == ",":
        return point.unexpected("remove the comma", previous, point.replace(previous, "", "remove the comma"))
    return None


def quotes(point: StuckPoint) -> Diagnostic | None:
    """A quoted word where a name is expected, and unescaped quotes inside a text."""
    token, previous = point.token, point.previous()
    if token is None:
        return None
    word = token.text.strip('"')
    names = {"NAME", "CAP"} & point.expected
    if token.terminal == "QUOTED" and names and "QUOTED" not in point.expected and word.isidentifier():
        return point.unexpected(f"write a name without quotes: `{word}`", fix=point.replace(token, word))
    if previous is not None and previous.terminal == "QUOTED" and previous.end == token.start and point.is_word:
        return point.unexpected('write quotes inside a text as `\\"`')
    return None


def reasons(point: StuckPoint) -> Diagnostic | None:
    """`require …, "it is too far"`: the reason follows `because`."""
    previous, comma = point.previous(), point.previous(2)
    if previous is None or comma is None or previous.terminal != "QUOTED" or comma.terminal != ",":
        return None
    start = point.tokens[point.line_start]
    if start.text in _REASONS and point.expected <= {":", "."}:
        return point.unexpected(
            "the reason follows `because`", comma, point.replace(comma, " because", "write `because`")
        )
    return None


def event_phrases(point: StuckPoint) -> Diagnostic | None:
    """`modify it.speed by 1`, `after hit(with it)`."""
    token, previous, head = point.token, point.previous(), point.head
    if token is None or previous is None or head is None:
        return None
    if head.text == "modify" and (token.text in ("it", "me", "that") or token.terminal == "."):
        owner, name = (token, point.following(2)) if token.terminal != "." else (previous, point.following())
        if name is not None and point.tokens[point.line_start + 1] == owner:
            return point.unexpected(f"name the stat first, then its owner: `modify {name.text} of {owner.text} …`")
    if token.text in PREPOSITIONS and previous.terminal == "(" and _is_hook(point, previous):
        return point.unexpected("write an event without parentheses: `after hit with it`", previous)
    return None


def _is_hook(point: StuckPoint, opening: Token) -> bool:
    """Whether a parenthesis directly follows the verb of a hook or of `forbid`."""
    words = [token.text for token in point.tokens[: point.tokens.index(opening)]][-3:]
    return bool({"after", "before", "forbid", "allow", "during"} & set(words[-2:])) or words[:2] == ["instead", "of"]
