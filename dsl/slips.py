"""Mistakes that people make often, each with the sentence that helps.

A slip looks at the word that cannot stand where it stands, at the words around it and at what could have stood there, and
either knows what was meant or says nothing. The order matters: the first that knows is believed. A slip never asks what
names mean; it sees one declaration that could not be read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from dsl.codes import Code
from dsl.codes import text as codes
from dsl.diagnostics import Diagnostic, Edit, Fix, diagnose, nearest
from dsl.source import Piece
from dsl.tokens import Token
from dsl.words import DECLARATIONS, MARKS, PREPOSITIONS, RESERVED, SORTS

SEPARATORS = frozenset(["NL", ",", ";"])
VALUES = frozenset(["INTEGER", "QUOTED", "NAME", "("])
_NEED_EQUALS = frozenset(["rule", "define", "goal", "currency", "combo"])
_STEPS = frozenset(["seats", "given", "do", "then"])


@frozen
class Spot:
    """Where the reader is stuck: at a token (none at the end), among all tokens, with what could have stood there."""

    piece: Piece
    token: Token | None
    tokens: list[Token]
    index: int
    expected: frozenset[str]
    complete: bool = False  # the declaration could have ended before this token

    @property
    def text(self) -> str:
        return self.token.text if self.token is not None and self.token.terminal != "NL" else ""

    @property
    def is_word(self) -> bool:
        return self.token is not None and self.token.kind == "word"

    def back(self, steps: int = 1) -> Token | None:
        return self.tokens[self.index - steps] if self.index >= steps else None

    def ahead(self, steps: int = 1) -> Token | None:
        return self.tokens[self.index + steps] if self.index + steps < len(self.tokens) else None

    def was(self, terminal: str, steps: int = 1) -> bool:
        """Whether the token so many steps back is of this sort."""
        token = self.back(steps)
        return token is not None and sort(token) == terminal

    @property
    def line_start(self) -> int:
        """The index of the token that begins the line, sentence or item at hand."""
        depth, index = 0, self.index - 1
        while index >= 0:
            terminal = self.tokens[index].terminal
            if terminal in (")", "]"):
                depth += 1
            elif terminal in ("(", "[") and depth:
                depth -= 1
            elif depth == 0 and terminal in ("NL", "{", "}", ";"):
                break
            index -= 1
        return index + 1

    @property
    def head(self) -> Token | None:
        start = self.line_start
        return self.tokens[start] if start < len(self.tokens) else None

    def say(self, code: Code, token: Token, help: str = "", fix: Fix | None = None, **words: Any) -> Diagnostic:
        return diagnose(code, self.piece.place((token.start, token.end)), help=help, fix=fix, **words)

    def put(self, token: Token, text: str, does: str = "") -> Fix:
        """A fix that writes something else for a token."""
        return Fix(does or f"write `{text}`", (Edit(self.piece.place((token.start, token.end)), text),))

    def before(self, token: Token, text: str, does: str) -> Fix:
        """A fix that puts something before a token."""
        return Fix(does, (Edit(self.piece.place((token.start, token.start)), text),))

    def unexpected(self, help: str, token: Token | None = None, fix: Fix | None = None) -> Diagnostic:
        """The usual sentence with a help of its own."""
        found = token or self.token
        assert found is not None
        index = self.tokens.index(found)
        previous = self.tokens[index - 1] if index else None
        said, place = spelt(found), self.piece.place((found.start, found.end))
        if previous is not None and self.ends_line(found):
            said, place = "the end of the line", self.piece.place((previous.end - 1, previous.end))
        return diagnose(codes.UNEXPECTED, place, help=help, fix=fix, found=said, after=after(previous), expected="")


    def ends_line(self, token: Token) -> bool:
        """Whether the line before a token is what lacks something: it ends where its last word does."""
        return token.terminal == "NL" or (token.terminal == "}" and begins_line(self.piece, token))


Slip = Callable[[Spot], Diagnostic | None]


def sort(token: Token) -> str:
    """What the parser takes a token for: a name, a name with a capital, or what it is."""
    if token.kind != "word" or token.text in RESERVED:
        return token.terminal
    return "CAP" if token.text[0].isupper() else "NAME"


def begins_line(piece: Piece, token: Token) -> bool:
    return not piece.text[piece.text.rfind("\n", 0, token.start) + 1 : token.start].strip()


def spelt(token: Token) -> str:
    if token.terminal == "QUOTED":
        shown = token.text.split("\n")[0]
        shown = shown if shown == token.text and len(shown) < 30 else shown[:26] + '…"'
        return f"the text {shown}"
    return "the end of the line" if token.terminal == "NL" else f"`{token.text}`"


def after(previous: Token | None) -> str:
    return f" after {spelt(previous)}" if previous is not None and previous.terminal != "NL" else ""


# ---------------------------------------------------------------------------------------- where things begin


def column_one(piece: Piece, tokens: list[Token]) -> list[Diagnostic]:
    """Lines of a body that slipped to the left margin; the first token of a piece is always there."""
    found = []
    for token in tokens[1:]:
        if token.terminal != "NL" and piece.text[token.start - 1] == "\n" and token.terminal not in "{}()[]":
            place = piece.place((token.start, token.end))
            fix = Fix("indent the line", (Edit(piece.place((token.start, token.start)), "  "),))
            found.append(diagnose(codes.NOT_IN_COLUMN_ONE, place, found=token.text, fix=fix))
    return found


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
    if close:
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
    if token.terminal in (":", "="):
        return spot.unexpected(f"what belongs to it stands in braces: put a `{{` for the `{token.text}` and a `}}` at its end")
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
        return spot.unexpected("what belongs to `else` stands in braces: `else { … }`")
    if spot.text == "while" and "repeat" in spot.expected | _line_words(spot):
        return spot.unexpected("a loop is written `repeat while … at most N { … }`")
    return None


def _line_words(spot: Spot) -> frozenset[str]:
    """The words of the language that can begin a line, where lines can begin."""
    return frozenset(["repeat"]) if SEPARATORS & spot.expected else frozenset()


# --------------------------------------------------------------------------------------------- commas and lists


def _commas(spot: Spot) -> Diagnostic | None:
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


def _comma_missing(spot: Spot) -> Diagnostic | None:
    """Two values side by side inside brackets."""
    starts = spot.token is not None and (spot.token.terminal in ("INTEGER", "QUOTED") or spot.is_word)
    if starts and "," in spot.expected and ({")", "]"} & spot.expected) and spot.text not in RESERVED - {"it", "me", "that"}:
        assert spot.token is not None
        help = f"put a `,` before {spelt(spot.token)}"
        return spot.unexpected(help, fix=spot.before(spot.token, ", ", "put a comma"))
    return None


def _called(spot: Spot) -> Diagnostic | None:
    """`hit(target, ability)` as a sentence, `effect hit(target, n)` as a head."""
    if spot.text == "(" and spot.tokens[0].text in ("effect", "action") and spot.index == 2:
        verb = spot.tokens[1].text
        help = f"a verb is declared as a phrase, without parentheses: `effect {verb} target: Kind by amount: number {{ … }}`"
        return spot.unexpected(help)
    head = spot.head
    if spot.text in (",", ":") and head is not None and sort(head) == "NAME" and spot.expected <= {")"} | _INSIDE:
        opening = spot.tokens[spot.line_start + 1]
        if opening.terminal == "(":
            help = f"a sentence is a phrase, without parentheses and commas: `{head.text} target by 2 from me`"
            return spot.unexpected(help, opening)
    return None


_INSIDE = frozenset(
    ["+", "-", "*", "/", "%", ".", "..", "[", "(", "is", "<", ">", "<=", ">=", "in", "not", "has", "lacks", "and", "or", "where"]
)


def _two_on_a_line(spot: Spot) -> Diagnostic | None:
    """Two lines of a block on one line, or a phrase that lacks a preposition."""
    token, previous = spot.token, spot.back()
    if token is None or token.terminal == "NL" or not SEPARATORS <= spot.expected or previous is None:
        return None
    literal = token.terminal in ("INTEGER", "QUOTED")
    if sort(previous) == "CAP" and token.terminal == "INTEGER" and "(" in spot.expected:
        small = previous.text[0].lower() + previous.text[1:]
        help = f"the number of a keyword stands in parentheses: `{previous.text}({token.text})`"
        return spot.unexpected(f"{help}; a field begins with a small letter: `{small} {token.text}`")
    heads = spot.is_word and token.text not in RESERVED - {"it", "me", "that"}
    if not heads and not literal and previous.terminal != "}":
        return None
    if len(PREPOSITIONS & spot.expected) > 6 and (literal or previous.terminal not in ("INTEGER", "QUOTED")):
        help = f"a word such as `to`, `by`, `of` or `from` is missing before {spelt(token)}"
        return spot.unexpected(help if literal else f"{help}; a new sentence begins on a new line")
    return spot.unexpected("put it on a line of its own, or put a `,` (between items) or `;` (between sentences) before it")


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
    if not spot.is_word or spot.text in RESERVED:
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
    what = "it names a field, verb, rule or symbol" if capital else "it names a kind, card, keyword, die, window or seat"
    return spot.say(
        codes.WRONG_CASE, token, fix=spot.put(token, right), name=token.text, wanted="small" if capital else "capital",
        right=right, what=what,
    )  # fmt: skip


def _words_of_a_name(spot: Spot) -> Diagnostic | None:
    """`Gadget Spare Wheel`: a name of several words."""
    token, previous = spot.token, spot.back()
    if token is None or previous is None or sort(token) != "CAP" or sort(previous) != "CAP" or "QUOTED" not in spot.expected:
        return None
    if spot.was("CAP", 2):
        name = f"{previous.text} {token.text}"
        place = spot.piece.place((previous.start, token.end))
        fix = Fix("put it in quotes", (Edit(place, f'"{name}"'),))
        return spot.unexpected(f'a name of several words stands in quotes: `"{name}"`', fix=fix)
    return None


# ------------------------------------------------------------------------------------------------ signs


def _equals(spot: Spot) -> Diagnostic | None:
    """`=` where `is` is meant, `=+` for `+=`."""
    token, previous = spot.token, spot.back()
    if token is None or previous is None:
        return None
    if token.terminal == "=" and "is" in spot.expected:
        return spot.unexpected("`=` gives, `is` compares: write `is`", fix=spot.put(token, "is"))
    if "=" in spot.expected and spot.tokens[0].text in _NEED_EQUALS and sort(token) in VALUES | {"CAP", "["}:
        help = f"what it is follows a `=`: `{spot.tokens[0].text} {spot.tokens[1].text} = …`"
        return spot.unexpected(help, fix=spot.before(token, "= ", "put a `=`"))
    if token.terminal in ("+", "*") and previous.terminal == "=":
        place = spot.piece.place((previous.start, token.end))
        fix = Fix("write `+=`", (Edit(place, "+="),)) if token.terminal == "+" else None
        return spot.unexpected("to add to a value write `+=`, to take away `-=`", fix=fix)
    return None


def _ranges(spot: Spot) -> Diagnostic | None:
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


def _types(spot: Spot) -> Diagnostic | None:
    """A field or slot without its `:`, and a kind that `extends` another."""
    token, previous = spot.token, spot.back()
    if token is None or previous is None:
        return None
    if spot.tokens[0].text == "kind" and spot.index == 2 and "is" in spot.expected:
        if token.terminal == ":" or token.text in ("extends", "inherits", "of", "as"):
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
        if "INTEGER" not in spot.expected and "CAP" not in spot.expected and "{" in spot.expected:
            help = f"the sort of a slot follows a `:`: write `{previous.text}: {following}`"
            fix = Fix("put a `:`", (Edit(spot.piece.place((previous.end, previous.end)), ":"),))
            return spot.unexpected(help, fix=fix)
    return None


def _rows(spot: Spot) -> Diagnostic | None:
    """A row without its `:`, without its value, and items with a dash before them."""
    token, previous = spot.token, spot.back()
    if token is None or previous is None:
        return None
    steps = 1 if previous.terminal == ":" else 2  # the key of the next row was taken for the value of this one
    colon, value = spot.back(steps), spot.tokens[spot.index - steps + 1]
    if colon is not None and colon.terminal == ":" and (steps == 1 or token.terminal == ":") and begins_line(spot.piece, value):
        help = "say behind the `:` what is done or what the value is; `none` is nothing"
        key = spot.back(steps + 1)
        place = spot.piece.place((key.start if key else colon.start, colon.end))
        return diagnose(codes.UNEXPECTED, place, help=help, found="the end of the line", after=" after `:`", expected="")
    if previous.terminal == "INTEGER" and spot.expected == {"..", ":"} and spot.is_word:
        fix = Fix("put a `:`", (Edit(spot.piece.place((previous.end, previous.end)), ":"),))
        return spot.unexpected(f"a row has a `:` behind its key: `{previous.text}: {token.text} …`", fix=fix)
    if previous.terminal == "-" and spot.is_word and spot.expected == {"INTEGER"} and begins_line(spot.piece, previous):
        return spot.unexpected("items of a block have no dash before them", previous, spot.put(previous, "", "remove it"))
    return None


# ------------------------------------------------------------------------------------------------ sentences


def _sentences(spot: Spot) -> Diagnostic | None:
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
            return spot.unexpected("write `choose one of …`, `choose 2 of …`, `choose up to 2 of …` or `choose any of …`")
    if head.text == "let" and token.terminal == ":":
        name = spot.tokens[spot.index - 1].text
        return spot.unexpected(f"a `let` takes the sort of its value: write `let {name} = …`")
    return None


def _scenario(spot: Spot) -> Diagnostic | None:
    """A sentence in a scenario without `do`, `then` or who says it."""
    if not spot.tokens[0].text == "scenario" or spot.token is None:
        return None
    if _STEPS <= spot.expected and spot.is_word and sort(spot.token) == "NAME":
        close = nearest(spot.text, [word for word in spot.expected if word.islower() and word.isalpha()])
        if close:
            return spot.unexpected(f"did you mean `{close[0]}`?")
        help = f"write `do {spot.text} …` for what happens, `then …` for what must be true, or `Ann: …` for what a player says"
        return spot.unexpected(help)
    previous = spot.back()
    if spot.expected == {":"} and previous is not None and sort(previous) == "CAP":
        if spot.token.terminal in (".", "is", "has"):
            rest = ".… is …" if spot.text == "." else f" {spot.text} …"
            return spot.unexpected(f"what must be true begins with `then`: `then {previous.text}{rest}`")
        return spot.unexpected(f"what a player says follows a `:`: `{previous.text}: …`")
    if spot.tokens[0].text == "scenario" and spot.index == 1 and spot.is_word:
        return spot.unexpected('the name of a scenario stands in quotes: `scenario "…" { … }`')
    return None


SLIPS: tuple[Slip, ...] = (
    _column_one,
    _declaration,
    _outside,
    _case_of_head,
    _scenario,
    _sorts_of_values,
    _commas,
    _called,
    _reserved,
    _rows,
    _ranges,
    _types,
    _words_of_a_name,
    _else,
    _sentences,
    _near_word,
    _name_case,
    _equals,
    missing_brace,
    _comma_missing,
    _two_on_a_line,
)
