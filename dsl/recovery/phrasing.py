"""Mistakes of those who write as they speak: `your hand`, `is greater than`, `Oilcan is a Gadget`.

See `dsl.recovery.structure` for what a slip is. These know a little of how people talk about games, and how the
language says it.
"""

from __future__ import annotations

from dsl.diagnostics import Diagnostic, Edit, Fix, nearest
from dsl.recovery.stuck import Spot, sort
from dsl.syntax.keywords import PREPOSITIONS, SENTENCES
from dsl.syntax.tokens import Token

_OWNERS = {"your": "me", "my": "me", "its": "it", "their": "that", "his": "that", "her": "that", "opponents": "foe"}
_MORE = frozenset(["greater", "more", "larger", "bigger", "higher", "above", "over"])
_LESS = frozenset(["less", "smaller", "fewer", "lower", "below"])
_COMPARING = frozenset(["<", ">", "<=", ">=", "is"])
_ITEMS = ["keeps", "stat", "zone", "children", "script", "stands", "works"]
_REASONS = frozenset(["require", "forbid", "allow", "always"])


def belongings(spot: Spot) -> Diagnostic | None:
    """`your discard`: what belongs to somebody."""
    previous, token = spot.back(), spot.token
    if previous is None or token is None or previous.text not in _OWNERS or not spot.is_word:
        return None
    right = f"{_OWNERS[previous.text]}.{token.text}"
    fix = Fix(f"write `{right}`", (Edit(spot.piece.place((previous.start, token.end)), right),))
    return spot.unexpected(f"what belongs to a thing is written with a dot: `{right}`", fix=fix)


def comparisons(spot: Spot) -> Diagnostic | None:
    """`is equal to`, `is greater than`, `0 < n < 9`."""
    token, previous = spot.token, spot.back()
    if token is None or previous is None:
        return None
    if previous.text in ("equal", "equals", "identical") and token.text == "to":
        place = spot.piece.place((previous.start, token.end))
        return spot.unexpected("`is` alone compares", fix=Fix("remove the words", (Edit(place, ""),)))
    if token.text == "than" and previous.text in _MORE | _LESS:
        sign = ">" if previous.text in _MORE else "<"
        first = spot.back(2)
        start = first.start if first is not None and first.text == "is" else previous.start
        fix = Fix(f"write `{sign}`", (Edit(spot.piece.place((start, token.end)), sign),))
        return spot.unexpected(f"write `{sign}`", fix=fix)
    if token.terminal in _COMPARING and "and" in spot.expected:
        return spot.unexpected("compare two at a time: `0 < n and n < 9`")
    if token.text == "if" and "where" in spot.expected:
        return spot.unexpected("to pick some of them write `where`", fix=spot.put(token, "where"))
    return None


def heads(spot: Spot) -> Diagnostic | None:
    """Declarations that say the right things in another order."""
    token, first = spot.token, spot.tokens[0]
    if token is None or spot.index == 0:
        return None
    following = spot.ahead()
    if sort(first) == "CAP" and spot.index == 1 and token.text in ("is", ":") and following is not None:
        if sort(following) == "CAP":
            right = f"a card begins with its kind: `{following.text} {first.text} {{ … }}`"
            return spot.unexpected(f"{right}; a kind is declared with `kind {first.text} is {following.text} {{ … }}`")
        return None
    if first.text not in ("keyword", "status"):
        return None
    carries = sort(token) == "CAP" or token.text in ("for", "of", "to")
    if (
        first.text == "status"
        and token.text in ("for", "lasts")
        and "until" in spot.expected
        and "on" not in spot.expected
    ):
        return spot.unexpected("say when it ends: `until end of turn`")
    if carries and "on" in spot.expected:
        return spot.unexpected(
            f"say behind `on` what can carry it: `{first.text} {spot.tokens[1].text} on Kind {{ … }}`"
        )
    return None


def items(spot: Spot) -> Diagnostic | None:
    """Fields and zones of a kind in other words."""
    token, previous, head = spot.token, spot.back(), spot.head
    if token is None or previous is None or head is None:
        return None
    if spot.expected == {":"} and spot.is_word and spot.tokens[0].text in ("kind", "extend"):
        close = nearest(previous.text, _ITEMS)
        return spot.unexpected(f"did you mean `{close[0]}`?", previous) if close else None
    if head.text == "zone" and "seen" in spot.expected and spot.is_word and token.text != "seen":
        return spot.unexpected("who sees it is said with `seen by owner`, `seen by nobody` or `seen by all`")
    return None


def needless_signs(spot: Spot) -> Diagnostic | None:
    """`cost: 1`, `used = { … }`, `near(a, b,)`."""
    token, previous = spot.token, spot.back()
    if token is None or previous is None:
        return None
    if token.terminal in (":", "=") and previous.text in SENTENCES and "INTEGER" in spot.expected:
        return spot.unexpected(f"remove the `{token.text}`", fix=spot.put(token, "", f"remove the `{token.text}`"))
    if token.terminal == "{" and previous.terminal in ("=", ":") and "INTEGER" in spot.expected:
        fix = spot.put(previous, "", f"remove the `{previous.text}`")
        return spot.unexpected(f"remove the `{previous.text}`: a block follows its name", previous, fix)
    if token.terminal == ")" and previous.terminal == ",":
        return spot.unexpected("remove the comma", previous, spot.put(previous, "", "remove the comma"))
    return None


def quotes(spot: Spot) -> Diagnostic | None:
    """A word in quotes where a name is wanted, and quotes inside a text."""
    token, previous = spot.token, spot.back()
    if token is None:
        return None
    word = token.text.strip('"')
    names = {"NAME", "CAP"} & spot.expected
    if token.terminal == "QUOTED" and names and "QUOTED" not in spot.expected and word.isidentifier():
        return spot.unexpected(f"a name stands without quotes: `{word}`", fix=spot.put(token, word))
    if previous is not None and previous.terminal == "QUOTED" and previous.end == token.start and spot.is_word:
        return spot.unexpected('quotes inside a text are written `\\"`')
    return None


def reasons(spot: Spot) -> Diagnostic | None:
    """`require …, "it is too far"`: the reason follows `because`."""
    previous, comma = spot.back(), spot.back(2)
    if previous is None or comma is None or previous.terminal != "QUOTED" or comma.terminal != ",":
        return None
    start = spot.tokens[spot.line_start]
    if start.text in _REASONS and spot.expected <= {":", "."}:
        return spot.unexpected("the reason follows `because`", comma, spot.put(comma, " because", "write `because`"))
    return None


def changes(spot: Spot) -> Diagnostic | None:
    """`modify it.speed by 1`, `after hit(with it)`."""
    token, previous, head = spot.token, spot.back(), spot.head
    if token is None or previous is None or head is None:
        return None
    if head.text == "modify" and (token.text in ("it", "me", "that") or token.terminal == "."):
        owner, name = (token, spot.ahead(2)) if token.terminal != "." else (previous, spot.ahead())
        if name is not None and spot.tokens[spot.line_start + 1] == owner:
            return spot.unexpected(f"say first what changes, then whose: `modify {name.text} of {owner.text} …`")
    if token.text in PREPOSITIONS and previous.terminal == "(" and _is_hook(spot, previous):
        return spot.unexpected("an event is written without parentheses: `after hit with it`", previous)
    return None


def _is_hook(spot: Spot, opening: Token) -> bool:
    """Whether a parenthesis stands right behind the verb of a hook or of `forbid`."""
    words = [token.text for token in spot.tokens[: spot.tokens.index(opening)]][-3:]
    return bool({"after", "before", "forbid", "allow", "during"} & set(words[-2:])) or words[:2] == ["instead", "of"]
