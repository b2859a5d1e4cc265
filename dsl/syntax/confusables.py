"""Characters that are no token, and what their author meant by them.

Texts come from word processors, chats and other languages, which put round quotes for straight ones and long dashes
for short ones. Each such sign is told apart from its double by name, with a repair; a comment or a text in the wrong
signs is one fault, however long it is. This module sees one stretch of text at a time and refuses to know the grammar.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from dsl.diagnostics import Diagnostic, Edit, Fix, Label, diagnose
from dsl.diagnostics.codes import text as codes
from dsl.syntax import keywords
from dsl.text.source import Piece, Place

ROUND = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u301d\u301e"
"""Double quotes of books and word processors."""
SINGLE = "'\u2018\u2019\u201a\u201b\u2039\u203a\u2032\u00b4`"
"""Single quotes, straight and round."""

STRETCHES = rf"""
    | [{ROUND}][^\n"{ROUND}]*+["{ROUND}]
    | [{SINGLE}](?![st]\b)[^\n{SINGLE}]*+[{SINGLE}]
    | //[^\n]*+
    | /\*(?:[^*\n]|\*(?!/))*+(?:\*/)?
"""
"""For the pattern of the tokens: texts in the wrong quotes and comments of other languages, each as one stretch."""

_DOUBLES = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    **dict.fromkeys("\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a", " "),
    **dict.fromkeys("\u202f\u205f\u3000", " "),
    **dict.fromkeys(ROUND, '"'),
    **dict.fromkeys(SINGLE, '"'),
    "\u00d7": "*", "\u2217": "*", "\u00b7": "*", "\u00f7": "/", "\u2044": "/", "\u2215": "/", "\\": "/",
    "\u2264": "<=", "\u2265": ">=", "\u2260": "is not", "\u2026": "..", "\u2192": ":", "\u21d2": ":", "\u2236": ":",
    "\u037e": ";", "\u3001": ",", "\u060c": ",",
}  # fmt: skip
_INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u00ad]")
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters, and those that turn the direction of a text: they may stand nowhere, not even in quotes."""
_ELSEWHERE = {
    "@": "a name stands without `@`",
    "$": "a name stands without `$`",
    "&": "write `and`",
    "|": "write `or`",
    "^": "there are no powers: multiply, or look the value up in a `table`",
    "~": "write `not`",
}
_LATIN = dict(zip(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422"
    "\u0425\u0406\u0408\u0405\u03bf\u03b1\u03bd\u03c1\u03b9\u03ba\u03c5\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7",
    "aeopcyxijsdhABEKMHOPCTXIJSoavpikuABEZHIKMNOPTYX", strict=True,
))  # fmt: skip
"""Letters of other alphabets and the Latin ones that they look like."""
_SAFE = frozenset("== != <> && || true false null nil elif elseif foreach isnt till := //".split())
_POSSESSIVE = re.compile(r"['\u2019]s +(?=[a-z_])")


def faults(piece: Piece, text: str, start: int) -> Iterator[Diagnostic]:
    """What is wrong with a stretch that is no token."""
    if not text:
        return  # the end
    place = piece.place((start, start + len(text)))
    if text in keywords.FOREIGN:
        yield foreign(text, place, piece.text[:start])
    elif text[:2] in ("//", "/*"):
        yield _comment(text, piece, start)
    elif text[0] == "\t":
        yield _tab(piece, text, start)
    elif text[0] == '"':
        yield _endless(piece, start)
    elif len(text) > 1:
        yield _quoted(text, place)
    else:
        yield from _character(piece, text, start)


def hidden(piece: Piece, written: Iterable[tuple[int, int]]) -> Iterator[Diagnostic]:
    """Control characters inside texts and comments, where every other character may stand."""
    for start, end in written:
        for match in HIDDEN.finditer(piece.text, start, end):
            yield _control(piece.place(match.span()), match.group())


def _control(place: Place, character: str) -> Diagnostic:
    name = unicodedata.name(character, f"U+{ord(character):04X}")
    return diagnose(codes.CONTROL, place, character=name, fix=Fix("remove it", (Edit(place, ""),)))


def lookalike(name: str) -> tuple[str, str] | None:
    """A letter that is not of the alphabet of the others in a name, and what it looks like."""
    scripts: dict[str, str] = {}
    for letter in name:
        if letter.isalpha():
            scripts.setdefault(unicodedata.name(letter, "?").split()[0], letter)
    if len(scripts) < 2 or "LATIN" not in scripts:
        return None
    other = next(letter for script, letter in scripts.items() if script != "LATIN")
    usual = unicodedata.name(_LATIN[other]).lower() if other in _LATIN else "a letter of another alphabet"
    return unicodedata.name(other, "?").lower(), usual


def _character(piece: Piece, character: str, start: int) -> Iterator[Diagnostic]:
    place = piece.place((start, start + 1))
    belongs = _POSSESSIVE.match(piece.text, start)
    if belongs and start and (piece.text[start - 1].isalnum() or piece.text[start - 1] == "_"):
        fix = Fix("write a dot", (Edit(piece.place(belongs.span()), "."),))
        help = "what belongs to a thing is written with a dot: `target.hp`"
        yield diagnose(codes.FOREIGN_WORD, place, word=belongs.group().strip(), right=".", help=help, fix=fix)
        return
    right = _DOUBLES.get(character) or _narrow(character)
    if right:
        name = unicodedata.name(character, f"U+{ord(character):04X}").lower()
        spelt = "a blank" if right == " " else f"`{right}`"
        found = "this" if right == " " else f"`{character}`"
        fix = Fix(f"write {spelt}", (Edit(place, right),))
        help = "" if right != " " else "write an ordinary blank"
        yield diagnose(codes.LOOKS_LIKE, place, found=found, right=spelt, name=name, help=help, fix=fix)
    elif _INVISIBLE.match(character) or unicodedata.category(character) in ("Cc", "Cf"):
        yield _control(place, character)
    elif character not in piece.text[piece.text.rfind("\n", 0, start) + 1 : start]:  # once for each line
        yield diagnose(codes.UNKNOWN_CHARACTER, place, character=character, help=_ELSEWHERE.get(character, ""))


def _narrow(character: str) -> str:
    """The plain form of a full-width sign."""
    return chr(ord(character) - 0xFEE0) if 0xFF01 <= ord(character) <= 0xFF5E and not character.isalnum() else ""


def _quoted(text: str, place: Place) -> Diagnostic:
    """A text in the wrong quotes."""
    first = Place(place.file, place.start, place.start + 1)
    last = Place(place.file, place.end - 1, place.end)
    fix = Fix('write `"` on both sides', (Edit(first, '"'), Edit(last, '"')))
    help = 'a text stands in straight double quotes: `"…"`'
    if text[0] in "'`":
        return diagnose(codes.FOREIGN_WORD, first, word=text[0], right='"', help=help, fix=fix)
    name = unicodedata.name(text[0]).lower()
    return diagnose(codes.LOOKS_LIKE, first, found=f"`{text[0]}`", right='`"`', name=name, help=help, fix=fix)


def _endless(piece: Piece, start: int) -> Diagnostic:
    """A text without its second quote; perhaps it has a round one."""
    text = piece.text
    quote = '"""' if text.startswith('"""', start) else '"'
    end = len(text.rstrip()) if quote == '"""' else text.find("\n", start)
    end = len(text) if end < 0 else end
    wrong = re.search(f"[{ROUND}{SINGLE}]", text[start:end])
    if wrong and quote == '"' and wrong.group() in ROUND:
        place = piece.place((start + wrong.start(), start + wrong.end()))
        name = unicodedata.name(wrong.group()).lower()
        fix = Fix('write `"`', (Edit(place, '"'),))
        return diagnose(codes.LOOKS_LIKE, place, found=f"`{wrong.group()}`", right='`"`', name=name, fix=fix)
    place = piece.place((start, start + len(quote)))
    if quote == '"' and not text[start + 1 : end].strip():
        return diagnose(codes.UNCLOSED_TEXT, place, does="ends", quote=quote)
    note = Label(piece.place((max(start, end - 1), end)), "the text would have to end before here")
    return diagnose(codes.UNCLOSED_TEXT, place, notes=[note], does="begins", quote=quote)


def _tab(piece: Piece, text: str, start: int) -> Diagnostic:
    place = piece.place((start, start + len(text)))
    if piece.text[piece.text.rfind("\n", 0, start) + 1 : start].strip():
        fix = Fix("put a space for each tab", (Edit(place, " " * len(text)),))
        return diagnose(codes.TAB, place, what="a tab stands in this line", instead="write spaces", fix=fix)
    fix = Fix("put two spaces for each tab", (Edit(place, "  " * len(text)),))
    what = "this line is indented with a tab"
    return diagnose(codes.TAB, place, what=what, instead="indent with two spaces for each step", fix=fix)


def _comment(text: str, piece: Piece, start: int) -> Diagnostic:
    """A comment of another language, with its whole text."""
    sign = piece.place((start, start + 2))
    edits: tuple[Edit, ...] = (Edit(sign, "#"),)
    rest = piece.text[start + len(text) :].split("\n", 1)[0].strip()
    if text.startswith("/*") and text.endswith("*/"):
        edits += (Edit(piece.place((start + len(text) - 2, start + len(text))), ""),)
    fix = Fix("write `#`", edits) if not rest and (text[1] == "/" or len(edits) == 2) else None
    help = "a comment begins with `#` and goes on to the end of its line"
    return diagnose(codes.FOREIGN_WORD, sign, word=text[:2], right="#", help=help, fix=fix)


def foreign(word: str, place: Place, above: str = "") -> Diagnostic:
    """A word or sign of another language; `above` is the text before it."""
    right = keywords.FOREIGN[word]
    help = keywords.FOREIGN_HELP.get(word, "")
    if word == "--" and not above[above.rfind("\n") + 1 :].strip():
        right, help = "#", "a comment begins with `#`"
    fix = Fix(f"write `{right}`", (Edit(place, right),)) if word in _SAFE else None
    return diagnose(codes.FOREIGN_WORD, place, word=word, right=right, help=help, fix=fix)
