"""Mistakes inside a line: commas, signs, rows, word order. `dsl.recovery.structure` defines what a slip is."""

from __future__ import annotations

from dsl.diagnostics import Diagnostic, Edit, Fix, diagnose, nearest
from dsl.diagnostics.codes import text as codes
from dsl.recovery.stuck import SEPARATORS, Spot, begins_line, sort, spelt
from dsl.syntax.keywords import MEANT_STEPS, PREPOSITIONS, RESERVED
from dsl.syntax.tokens import Token

_VALUES = frozenset(["INTEGER", "QUOTED", "NAME", "("])
_NEED_EQUALS = frozenset(["rule", "define", "goal", "currency", "combo"])
_STEPS = frozenset(["seats", "given", "do", "then"])
_OPERATORS = frozenset("+ - * / % . .. [ ( is < > <= >= in not has lacks and or where".split())
_PRONOUNS = frozenset(["it", "me", "that"])

# --------------------------------------------------------------------------------------------- commas and lists


def bare_commas(spot: Spot) -> Diagnostic | None:
    """Commas where none stand: between clauses, objects, the steps of a ladder."""
    if spot.token is None:
        return None
    following = spot.ahead()
    if spot.text == "," and spot.was("CLAUSE") and following is not None and following.terminal == "CLAUSE":
        return _between_clauses(spot, spot.token)
    comma = spot.back()
    if spot.token.terminal == "CLAUSE" and spot.was(",") and spot.was("CLAUSE", 2) and comma is not None:
        return _between_clauses(spot, comma)
    if spot.was("INTEGER") and spot.was(",", 2) and spot.was("INTEGER", 3) and ":" in spot.expected:
        comma = spot.back(2)
        assert comma is not None
        help = "a ladder is written with `/`, such as `2/4/6`, and a list with brackets: `[2, 4, 6]`"
        return spot.say(codes.BARE_COMMA, comma, help)
    if spot.text in PREPOSITIONS:
        commas = [token for token in spot.tokens[spot.line_start : spot.index] if token.terminal == ","]
        if commas and spot.head is not None and sort(spot.head) == "NAME" and not _in_brackets(spot, commas[-1]):
            help = f"a phrase has one object; several things stand in brackets: `{spot.head.text} [a, b] {spot.text} …`"
            return spot.say(codes.BARE_COMMA, commas[-1], help)
    return None


def _between_clauses(spot: Spot, comma: Token) -> Diagnostic:
    help = "clauses are written without commas: `cites AB-MOVE-01 AB-MOVE-02`"
    return spot.say(codes.BARE_COMMA, comma, help, spot.put(comma, "", "remove the comma"))


def _in_brackets(spot: Spot, token: Token) -> bool:
    inside = spot.tokens[spot.line_start : spot.tokens.index(token)]
    return sum(one.terminal in "([" for one in inside) > sum(one.terminal in ")]" for one in inside)


def missing_comma(spot: Spot) -> Diagnostic | None:
    """Two values side by side inside brackets."""
    starts = spot.token is not None and (spot.token.terminal in ("INTEGER", "QUOTED") or spot.is_word)
    if starts and "," in spot.expected and ({")", "]"} & spot.expected) and spot.text not in RESERVED - _PRONOUNS:
        assert spot.token is not None
        help = f"put a `,` before {spelt(spot.token)}"
        return spot.unexpected(help, fix=spot.before(spot.token, ", ", "put a comma"))
    return None


def called(spot: Spot) -> Diagnostic | None:
    """`hit(target, ability)` as a sentence, `effect hit(target, n)` as a head."""
    if spot.text == "(" and spot.tokens[0].text in ("effect", "action") and spot.index == 2:
        verb = spot.tokens[1].text
        phrase = f"effect {verb} target: Kind by amount: number {{ … }}"
        return spot.unexpected(f"a verb is declared as a phrase, without parentheses: `{phrase}`")
    head = spot.head
    if spot.text in (",", ":") and head is not None and sort(head) == "NAME" and spot.expected <= {")"} | _OPERATORS:
        opening = spot.tokens[spot.line_start + 1]
        if opening.terminal == "(":
            help = f"a sentence is a phrase, without parentheses and commas: `{head.text} target by 2 from me`"
            return spot.unexpected(help, opening)
    return None


def two_on_a_line(spot: Spot) -> Diagnostic | None:
    """Two lines of a block on one line, or a phrase that lacks a preposition."""
    token, previous = spot.token, spot.back()
    if token is None or token.terminal == "NL" or not spot.expected >= SEPARATORS or previous is None:
        return None
    literal = token.terminal in ("INTEGER", "QUOTED")
    if sort(previous) == "CAP" and token.terminal == "INTEGER" and "(" in spot.expected:
        small = previous.text[0].lower() + previous.text[1:]
        help = f"the number of a keyword stands in parentheses: `{previous.text}({token.text})`"
        return spot.unexpected(f"{help}; a field begins with a small letter: `{small} {token.text}`")
    heads = spot.is_word and token.text not in RESERVED - _PRONOUNS
    if not heads and not literal and previous.terminal != "}":
        return None
    says = spot.in_sentences or previous.terminal not in ("INTEGER", "QUOTED")
    if len(PREPOSITIONS & spot.expected) > 6 and (literal or says):
        help = f"a word such as `to`, `by`, `of` or `from` is missing before {spelt(token)}"
        return spot.unexpected(
            help if literal else f"{help}, or it is one too many; a new sentence begins on a new line"
        )
    return spot.unexpected(
        "put it on a line of its own, or put a `,` (between items) or `;` (between sentences) before it"
    )


# ------------------------------------------------------------------------------------------------ signs


def equals(spot: Spot) -> Diagnostic | None:
    """`=` where `is` is meant, `=+` for `+=`."""
    token, previous = spot.token, spot.back()
    if token is None or previous is None:
        return None
    if token.terminal == "=" and "is" in spot.expected:
        return spot.unexpected("`=` gives, `is` compares: write `is`", fix=spot.put(token, "is"))
    if "=" in spot.expected and spot.tokens[0].text in _NEED_EQUALS and sort(token) in _VALUES | {"CAP", "["}:
        help = f"what it is follows a `=`: `{spot.tokens[0].text} {spot.tokens[1].text} = …`"
        return spot.unexpected(help, fix=spot.before(token, "= ", "put a `=`"))
    if token.terminal in ("+", "*") and previous.terminal == "=":
        place = spot.piece.place((previous.start, token.end))
        fix = Fix("write `+=`", (Edit(place, "+="),)) if token.terminal == "+" else None
        return spot.unexpected("to add to a value write `+=`, to take away `-=`", fix=fix)
    return None


def ranges(spot: Spot) -> Diagnostic | None:
    """`1-6`, `1 to 6`, `1...6`, and `9` alone where a range is wanted."""
    token = spot.token
    if token is None:
        return None
    if spot.was("INTEGER") and ".." in spot.expected and token.text in ("-", "to", ":"):
        following, previous = spot.ahead(), spot.back()
        assert previous is not None
        if following is not None and following.terminal == "INTEGER":
            place = spot.piece.place((previous.end, following.start))
            help = f"a range is written `{previous.text}..{following.text}`"
            return spot.unexpected(help, fix=Fix("write `..`", (Edit(place, ".."),)))
    if token.terminal == "." and spot.was(".."):
        return spot.unexpected("a range has two dots: `0..9`", fix=spot.put(token, "", "remove the third dot"))
    if token.terminal == "INTEGER" and spot.was(".") and spot.was("INTEGER", 2):
        return spot.unexpected("there are only whole numbers; write `/` to divide")
    if spot.was("INTEGER") and spot.expected == {".."}:
        previous = spot.back()
        assert previous is not None
        help = f"a number that a field can have is given as a range: `0..{previous.text}`"
        return spot.unexpected(help, token)
    return None


def types(spot: Spot) -> Diagnostic | None:
    """A field or slot without its `:`, and a kind that `extends` another."""
    token, previous = spot.token, spot.back()
    if token is None or previous is None:
        return None
    base = token.terminal == ":" or token.text in ("extends", "inherits", "of", "as")
    if base and spot.tokens[0].text == "kind" and spot.index == 2 and "is" in spot.expected:
        fix = spot.put(token, " is" if token.terminal == ":" else "is", "write `is`")
        return spot.unexpected(f"write `kind {previous.text} is …`", fix=fix)
    if ":" not in spot.expected or sort(previous) != "NAME":
        return None
    if spot.expected == {":"}:
        help = f"a field is declared with the sort of its value: `{previous.text}: 0..9`, `{previous.text}: text`"
        if token.terminal == "=":
            return spot.unexpected(help, fix=spot.put(token, ":"))
        return spot.unexpected(help)
    if sort(token) == "CAP" or token.terminal == "INTEGER":
        following = "0.." if token.terminal == "INTEGER" else token.text
        in_params = spot.expected <= {":", "=", ",", ")"}
        if spot.tokens[0].text in _NEED_EQUALS and "=" in spot.expected and not in_params:
            return None  # `rule hand_size 5`: what follows is its value
        if in_params or ("INTEGER" not in spot.expected and "CAP" not in spot.expected and "{" in spot.expected):
            help = f"the sort of a slot follows a `:`: write `{previous.text}: {following}`"
            fix = Fix("put a `:`", (Edit(spot.piece.place((previous.end, previous.end)), ":"),))
            return spot.unexpected(help, fix=fix)
    return None


def rows(spot: Spot) -> Diagnostic | None:
    """A row without its `:`, without its value, and items with a dash before them."""
    token, previous = spot.token, spot.back()
    if token is None or previous is None:
        return None
    steps = 1 if previous.terminal == ":" else 2  # the key of the next row was taken for the value of this one
    colon, value = spot.back(steps), spot.tokens[spot.index - steps + 1]
    if (
        colon is not None
        and colon.terminal == ":"
        and (steps == 1 or token.terminal == ":")
        and begins_line(spot.piece, value)
    ):
        help = "say behind the `:` what is done or what the value is; `none` is nothing"
        key = spot.back(steps + 1)
        place = spot.piece.place((key.start if key else colon.start, colon.end))
        return diagnose(
            codes.UNEXPECTED, place, help=help, found="the end of the line", after=" after `:`", expected=""
        )
    if previous.terminal == "INTEGER" and spot.expected == {"..", ":"} and spot.is_word:
        fix = Fix("put a `:`", (Edit(spot.piece.place((previous.end, previous.end)), ":"),))
        return spot.unexpected(f"a row has a `:` behind its key: `{previous.text}: {token.text} …`", fix=fix)
    if previous.terminal == "-" and spot.is_word and spot.expected == {"INTEGER"} and begins_line(spot.piece, previous):
        return spot.unexpected(
            "items of a block have no dash before them", previous, spot.put(previous, "", "remove it")
        )
    return None


# ------------------------------------------------------------------------------------------------ sentences


def sentences(spot: Spot) -> Diagnostic | None:
    token, head = spot.token, spot.head
    if token is None or head is None:
        return None
    if token.text == "on" and "after" in spot.expected:
        return spot.unexpected("a rule that answers an event begins with `after`, `before` or `instead of`")
    if token.text == "to" and sort(head) == "CAP" and "give" not in spot.expected:
        return spot.unexpected(f"to put a keyword or status on something write `give {head.text} to …`")
    if head.text == "modify" and {"by", "to", "times"} <= spot.expected and token.text not in PREPOSITIONS:
        return spot.unexpected("say how it changes: `by 1`, `by -1`, `to 3`, `times 2`, `at least 0` or `at most 9`")
    if head.text == "choose" and "of" in spot.expected:
        previous = spot.back()
        if previous is not None and previous.text in ("a", "an", "1"):
            return spot.unexpected(
                "write `choose one of …`, `choose 2 of …`, `choose up to 2 of …` or `choose any of …`"
            )
    if head.text == "let" and token.terminal == ":":
        name = spot.tokens[spot.index - 1].text
        return spot.unexpected(f"a `let` takes the sort of its value: write `let {name} = …`")
    return None


def scenario(spot: Spot) -> Diagnostic | None:
    """A sentence in a scenario without `do`, `then` or who says it."""
    if spot.tokens[0].text != "scenario" or spot.token is None:
        return None
    if spot.expected >= _STEPS and spot.is_word and sort(spot.token) == "NAME":
        close = nearest(spot.text, [word for word in spot.expected if word.islower() and word.isalpha()])
        if close or spot.text in MEANT_STEPS:
            return spot.unexpected(f"did you mean `{close[0] if close else 'then'}`?")
        help = f"write `do {spot.text} …` for what happens, `then …` for what must be true"
        return spot.unexpected(f"{help}, or `Ann: …` for what a player says")
    previous = spot.back()
    if spot.expected == {":"} and previous is not None and sort(previous) == "CAP":
        if spot.token.terminal in (".", "is", "has"):
            rest = ".… is …" if spot.text == "." else f" {spot.text} …"
            return spot.unexpected(f"what must be true begins with `then`: `then {previous.text}{rest}`")
        return spot.unexpected(f"what a player says follows a `:`: `{previous.text}: …`")
    if spot.tokens[0].text == "scenario" and spot.index == 1 and spot.is_word:
        return spot.unexpected('the name of a scenario stands in quotes: `scenario "…" { … }`')
    return None
