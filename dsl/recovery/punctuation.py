"""Recognises mistakes inside a line: commas, signs, rows, word order. `dsl.recovery.structure` defines what a
recogniser is.
"""

from __future__ import annotations

from dsl.diagnostics import Diagnostic, Edit, Fix, diagnose, nearest
from dsl.diagnostics.codes import text as codes
from dsl.recovery.stuck import SEPARATORS, StuckPoint, begins_line, quoted, word_class
from dsl.syntax.keywords import MEANT_STEPS, PREPOSITIONS, RESERVED
from dsl.syntax.tokens import Token

_VALUES = frozenset(["INTEGER", "QUOTED", "NAME", "("])
_NEED_EQUALS = frozenset(["rule", "define", "goal", "currency", "combo"])
_STEPS = frozenset(["seats", "given", "do", "then"])
_OPERATORS = frozenset("+ - * / % . .. [ ( is < > <= >= in not has lacks and or where at".split())
_PRONOUNS = frozenset(["it", "me", "that"])

# --------------------------------------------------------------------------------------------- commas and lists


def bare_commas(point: StuckPoint) -> Diagnostic | None:
    """Superfluous commas: between clauses, objects, or the steps of a ladder."""
    if point.token is None:
        return None
    following = point.following()
    if point.text == "," and point.preceded_by("CLAUSE") and following is not None and following.terminal == "CLAUSE":
        return _between_clauses(point, point.token)
    comma = point.previous()
    if (
        point.token.terminal == "CLAUSE"
        and point.preceded_by(",")
        and point.preceded_by("CLAUSE", 2)
        and comma is not None
    ):
        return _between_clauses(point, comma)
    if (
        point.preceded_by("INTEGER")
        and point.preceded_by(",", 2)
        and point.preceded_by("INTEGER", 3)
        and ":" in point.expected
    ):
        comma = point.previous(2)
        assert comma is not None
        help = "write a ladder with `/`, such as `2/4/6`, and a list in brackets: `[2, 4, 6]`"
        return point.report(codes.BARE_COMMA, comma, help)
    if point.text in PREPOSITIONS:
        commas = [token for token in point.tokens[point.line_start : point.index] if token.terminal == ","]
        if (
            commas
            and point.head is not None
            and word_class(point.head) == "NAME"
            and not _in_brackets(point, commas[-1])
        ):
            help = f"a phrase has one object; put several in brackets: `{point.head.text} [a, b] {point.text} …`"
            return point.report(codes.BARE_COMMA, commas[-1], help)
    return None


def _between_clauses(point: StuckPoint, comma: Token) -> Diagnostic:
    help = "write clauses without commas: `cites AB-MOVE-01 AB-MOVE-02`"
    return point.report(codes.BARE_COMMA, comma, help, point.replace(comma, "", "remove the comma"))


def _in_brackets(point: StuckPoint, token: Token) -> bool:
    inside = point.tokens[point.line_start : point.tokens.index(token)]
    return sum(other.terminal in "([" for other in inside) > sum(other.terminal in ")]" for other in inside)


def missing_comma(point: StuckPoint) -> Diagnostic | None:
    """Two values side by side inside brackets."""
    starts = point.token is not None and (point.token.terminal in ("INTEGER", "QUOTED") or point.is_word)
    if starts and "," in point.expected and ({")", "]"} & point.expected) and point.text not in RESERVED - _PRONOUNS:
        assert point.token is not None
        help = f"put a `,` before {quoted(point.token)}"
        return point.unexpected(help, fix=point.insert_before(point.token, ", ", "put a comma"))
    return None


def parenthesised_verbs(point: StuckPoint) -> Diagnostic | None:
    """`hit(target, ability)` as a sentence, `effect hit(target, n)` as a head."""
    if point.text == "(" and point.tokens[0].text in ("effect", "action") and point.index == 2:
        verb = point.tokens[1].text
        phrase = f"effect {verb} target: Kind by amount: number {{ … }}"
        return point.unexpected(f"declare a verb as a phrase, without parentheses: `{phrase}`")
    head = point.head
    if (
        point.text in (",", ":")
        and head is not None
        and word_class(head) == "NAME"
        and point.expected <= {")"} | _OPERATORS
    ):
        opening = point.tokens[point.line_start + 1]
        if opening.terminal == "(":
            help = f"write a sentence as a phrase, without parentheses and commas: `{head.text} target by 2 from me`"
            return point.unexpected(help, opening)
    return None


def missing_separator(point: StuckPoint) -> Diagnostic | None:
    """Two lines of a block on one line, or a phrase that lacks a preposition."""
    token, previous = point.token, point.previous()
    if token is None or token.terminal == "NL" or not point.expected >= SEPARATORS or previous is None:
        return None
    literal = token.terminal in ("INTEGER", "QUOTED")
    if word_class(previous) == "CAP" and token.terminal == "INTEGER" and "(" in point.expected:
        small = previous.text[0].lower() + previous.text[1:]
        help = f"write the number of a keyword in parentheses: `{previous.text}({token.text})`"
        return point.unexpected(f"{help}; a field begins with a small letter: `{small} {token.text}`")
    is_head = point.is_word and token.text not in RESERVED - _PRONOUNS
    if not is_head and not literal and previous.terminal != "}":
        return None
    in_phrase = point.in_sentences or previous.terminal not in ("INTEGER", "QUOTED")
    if len(PREPOSITIONS & point.expected) > 6 and (literal or in_phrase):
        help = f"a word such as `to`, `by`, `of` or `from` is missing before {quoted(token)}"
        return point.unexpected(
            help if literal else f"{help}, or {quoted(token)} is superfluous; a new sentence begins on a new line"
        )
    return point.unexpected(
        "put it on its own line, or insert a `,` (between items) or `;` (between sentences) before it"
    )


# ------------------------------------------------------------------------------------------------ signs


def equals(point: StuckPoint) -> Diagnostic | None:
    """`=` instead of `is`, `=+` instead of `+=`."""
    token, previous = point.token, point.previous()
    if previous is None:
        return None
    needs_equals = "=" in point.expected and point.tokens[0].text in _NEED_EQUALS
    missing = f"its value follows a `=`: `{point.tokens[0].text} {point.tokens[1].text} = …`" if needs_equals else ""
    if needs_equals and previous.terminal == "INTEGER" and point.preceded_by("CLAUSE", 2):
        # The value was read as one more number of the cited clause.
        return point.unexpected(missing, previous, point.insert_before(previous, "= ", "put a `=`"))
    if token is None:
        return None
    if token.terminal == "=" and "is" in point.expected:
        return point.unexpected("`=` assigns, `is` compares: write `is`", fix=point.replace(token, "is"))
    if needs_equals and word_class(token) in _VALUES | {"CAP", "["}:
        return point.unexpected(missing, fix=point.insert_before(token, "= ", "put a `=`"))
    if token.terminal in ("+", "*") and previous.terminal == "=":
        place = point.piece.place((previous.start, token.end))
        fix = Fix("write `+=`", (Edit(place, "+="),)) if token.terminal == "+" else None
        return point.unexpected("write `+=` to add to a value, `-=` to subtract from it", fix=fix)
    return None


def ranges(point: StuckPoint) -> Diagnostic | None:
    """`1-6`, `1 to 6`, `1...6`, and a single `9` where a range is expected."""
    token = point.token
    if token is None:
        return None
    if point.preceded_by("INTEGER") and ".." in point.expected and token.text in ("-", "to", ":"):
        following, previous = point.following(), point.previous()
        assert previous is not None
        if following is not None and following.terminal == "INTEGER":
            place = point.piece.place((previous.end, following.start))
            help = f"write a range as `{previous.text}..{following.text}`"
            return point.unexpected(help, fix=Fix("write `..`", (Edit(place, ".."),)))
    if token.terminal == "." and point.preceded_by(".."):
        return point.unexpected("a range has two dots: `0..9`", fix=point.replace(token, "", "remove the third dot"))
    if token.terminal == "INTEGER" and point.preceded_by(".") and point.preceded_by("INTEGER", 2):
        return point.unexpected("there are only whole numbers; write `/` to divide")
    if point.preceded_by("INTEGER") and point.expected == {".."}:
        previous = point.previous()
        assert previous is not None
        help = f"give the numbers that a field can have as a range: `0..{previous.text}`"
        return point.unexpected(help, token)
    return None


def types(point: StuckPoint) -> Diagnostic | None:
    """A field or slot without its `:`, and a kind that `extends` another."""
    token, previous = point.token, point.previous()
    if token is None or previous is None:
        return None
    base = token.terminal == ":" or token.text in ("extends", "inherits", "of", "as")
    if base and point.tokens[0].text == "kind" and point.index == 2 and "is" in point.expected:
        fix = point.replace(token, " is" if token.terminal == ":" else "is", "write `is`")
        return point.unexpected(f"write `kind {previous.text} is …`", fix=fix)
    if ":" not in point.expected or word_class(previous) != "NAME":
        return None
    if point.expected == {":"}:
        help = f"declare a field with its type: `{previous.text}: 0..9`, `{previous.text}: text`"
        if token.terminal == "=":
            return point.unexpected(help, fix=point.replace(token, ":"))
        return point.unexpected(help)
    if word_class(token) == "CAP" or token.terminal == "INTEGER":
        following = "0.." if token.terminal == "INTEGER" else token.text
        in_params = point.expected <= {":", "=", ",", ")"}
        if point.tokens[0].text in _NEED_EQUALS and "=" in point.expected and not in_params:
            return None  # `rule hand_size 5`: the number is its value
        if in_params or ("INTEGER" not in point.expected and "CAP" not in point.expected and "{" in point.expected):
            help = f"the type of a slot follows a `:`: write `{previous.text}: {following}`"
            fix = Fix("put a `:`", (Edit(point.piece.place((previous.end, previous.end)), ":"),))
            return point.unexpected(help, fix=fix)
    return None


def rows(point: StuckPoint) -> Diagnostic | None:
    """A row without its `:` or its value, and items that begin with a dash."""
    token, previous = point.token, point.previous()
    if token is None or previous is None:
        return None
    steps = 1 if previous.terminal == ":" else 2  # the key of the next row was parsed as the value of this one
    colon, value = point.previous(steps), point.tokens[point.index - steps + 1]
    if (
        colon is not None
        and colon.terminal == ":"
        and (steps == 1 or token.terminal == ":")
        and begins_line(point.piece, value)
    ):
        help = "write a sentence or a value after the `:`; `none` is no value"
        key = point.previous(steps + 1)
        place = point.piece.place((key.start if key else colon.start, colon.end))
        return diagnose(
            codes.UNEXPECTED, place, help=help, found="the end of the line", after=" after `:`", expected=""
        )
    if previous.terminal == "INTEGER" and point.expected == {"..", ":"} and point.is_word:
        fix = Fix("put a `:`", (Edit(point.piece.place((previous.end, previous.end)), ":"),))
        return point.unexpected(f"a row has a `:` after its key: `{previous.text}: {token.text} …`", fix=fix)
    if (
        previous.terminal == "-"
        and point.is_word
        and point.expected == {"INTEGER"}
        and begins_line(point.piece, previous)
    ):
        return point.unexpected(
            "write the items of a block without dashes", previous, point.replace(previous, "", "remove it")
        )
    return None


# ------------------------------------------------------------------------------------------------ sentences


def sentences(point: StuckPoint) -> Diagnostic | None:
    token, head = point.token, point.head
    if token is None or head is None:
        return None
    if token.text == "on" and "after" in point.expected:
        return point.unexpected("a rule that reacts to an event begins with `after`, `before` or `instead of`")
    if token.text == "to" and word_class(head) == "CAP" and "give" not in point.expected:
        return point.unexpected(f"write `give {head.text} to …` to give a keyword or status")
    if head.text == "modify" and {"by", "to", "times"} <= point.expected and token.text not in PREPOSITIONS:
        return point.unexpected("write how it changes: `by 1`, `by -1`, `to 3`, `times 2`, `at least 0` or `at most 9`")
    if head.text == "choose" and "of" in point.expected:
        previous = point.previous()
        if previous is not None and previous.text in ("a", "an", "1"):
            return point.unexpected(
                "write `choose one of …`, `choose 2 of …`, `choose up to 2 of …` or `choose any of …`"
            )
    if head.text == "let" and token.terminal == ":":
        name = point.tokens[point.index - 1].text
        return point.unexpected(f"a `let` has the type of its value: write `let {name} = …`")
    return None


def scenario(point: StuckPoint) -> Diagnostic | None:
    """A sentence in a scenario without `do`, `then` or the name of a player."""
    if point.tokens[0].text != "scenario" or point.token is None:
        return None
    if point.expected >= _STEPS and point.is_word and word_class(point.token) == "NAME":
        close = nearest(point.text, [word for word in point.expected if word.islower() and word.isalpha()])
        if close or point.text in MEANT_STEPS:
            return point.unexpected(f"did you mean `{close[0] if close else 'then'}`?")
        help = f"write `do {point.text} …` for an event, `then …` for a condition to check"
        return point.unexpected(f"{help}, or `Ann: …` for a player's answer")
    previous = point.previous()
    if point.expected == {":"} and previous is not None and word_class(previous) == "CAP":
        if point.token.terminal in (".", "is", "has"):
            condition = ".… is …" if point.text == "." else f" {point.text} …"
            return point.unexpected(f"write `then` before a condition to check: `then {previous.text}{condition}`")
        return point.unexpected(f"a player's answer follows a `:`: `{previous.text}: …`")
    if point.tokens[0].text == "scenario" and point.index == 1 and point.is_word:
        return point.unexpected('write the name of a scenario in quotes: `scenario "…" { … }`')
    return None
