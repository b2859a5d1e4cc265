"""Characters that are no token, and what their author meant by them.

Texts come from word processors, chats and other languages, which use curly quotes for straight ones and long dashes
for short ones. Each such character is named in the message, with a fix; a comment or a text with the wrong delimiters
is one error, however long it is. This module sees one stretch of text at a time and knows no grammar.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from dsl.diagnostics import Diagnostic, Edit, Fix, Label, diagnose
from dsl.diagnostics.codes import text as codes
from dsl.syntax import keywords
from dsl.text.source import Piece, Place

CURLY = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u301d\u301e"
"""Double quotes of books and word processors."""
SINGLE = "'\u2018\u2019\u201a\u201b\u2039\u203a\u2032\u00b4`"
"""Single quotes, straight and curly."""

STRETCHES = rf"""
    | [{CURLY}][^\n"{CURLY}]*+["{CURLY}]
    | [{SINGLE}](?![st]\b)[^\n{SINGLE}]*+[{SINGLE}]
    | //[^\n]*+
    | /\*(?:[^*\n]|\*(?!/))*+(?:\*/)?
"""
"""Part of the token pattern: texts in the wrong quotes and comments of other languages, each as one match."""

_REPLACEMENTS = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    **dict.fromkeys("\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a", " "),
    **dict.fromkeys("\u202f\u205f\u3000", " "),
    **dict.fromkeys(CURLY, '"'),
    **dict.fromkeys(SINGLE, '"'),
    "\u00d7": "*", "\u2217": "*", "\u00b7": "*", "\u00f7": "/", "\u2044": "/", "\u2215": "/", "\\": "/",
    "\u2264": "<=", "\u2265": ">=", "\u2260": "is not", "\u2026": "..", "\u2192": ":", "\u21d2": ":", "\u2236": ":",
    "\u037e": ";", "\u3001": ",", "\u060c": ",",
}  # fmt: skip
_INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u00ad]")
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters and direction marks: forbidden everywhere, even in quotes."""
_SIGN_HELP = {
    "@": "write a name without `@`",
    "$": "write a name without `$`",
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
"""Letters of other alphabets that look like Latin ones, with those Latin letters."""
_SAFE = frozenset("== != <> && || true false null nil elif elseif foreach isnt till :=".split())
_POSSESSIVE = re.compile(r"['\u2019]s +(?=[a-z_])")


def faults(piece: Piece, text: str, start: int) -> Iterator[Diagnostic]:
    """The diagnostics for a stretch of text that is no token."""
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
        yield _unclosed_text(piece, start)
    elif len(text) > 1:
        yield _quoted(text, place)
    else:
        yield from _character(piece, text, start)


def control_characters(piece: Piece, spans: Iterable[tuple[int, int]]) -> Iterator[Diagnostic]:
    """Control characters inside texts and comments, where every other character is allowed."""
    for start, end in spans:
        for match in HIDDEN.finditer(piece.text, start, end):
            yield _control(piece.place(match.span()), match.group())


def _control(place: Place, character: str) -> Diagnostic:
    name = unicodedata.name(character, f"U+{ord(character):04X}")
    return diagnose(codes.CONTROL, place, character=name, fix=Fix("remove it", (Edit(place, ""),)))


def lookalike(name: str) -> tuple[str, str] | None:
    """A letter from another alphabet than the rest of a name, and what it looks like."""
    scripts: dict[str, str] = {}
    for letter in name:
        if letter.isalpha():
            scripts.setdefault(unicodedata.name(letter, "?").split()[0], letter)
    if len(scripts) < 2 or "LATIN" not in scripts:
        return None
    other = next(letter for script, letter in scripts.items() if script != "LATIN")
    resembles = unicodedata.name(_LATIN[other]).lower() if other in _LATIN else "a letter of another alphabet"
    return unicodedata.name(other, "?").lower(), resembles


def _character(piece: Piece, character: str, start: int) -> Iterator[Diagnostic]:
    place = piece.place((start, start + 1))
    possessive = _POSSESSIVE.match(piece.text, start)
    if possessive and start and (piece.text[start - 1].isalnum() or piece.text[start - 1] == "_"):
        fix = Fix("write a dot", (Edit(piece.place(possessive.span()), "."),))
        help = "write possession with a dot: `target.hp`"
        yield diagnose(codes.FOREIGN_WORD, place, word=possessive.group().strip(), right=".", help=help, fix=fix)
        return
    right = _REPLACEMENTS.get(character) or _narrow(character)
    if right:
        name = unicodedata.name(character, f"U+{ord(character):04X}").lower()
        quoted = "a space" if right == " " else f"`{right}`"
        character_shown = "this" if right == " " else f"`{character}`"
        fix = Fix(f"write {quoted}", (Edit(place, right),))
        help = "" if right != " " else "write an ordinary space"
        yield diagnose(codes.LOOKS_LIKE, place, found=character_shown, right=quoted, name=name, help=help, fix=fix)
    elif _INVISIBLE.match(character) or unicodedata.category(character) in ("Cc", "Cf"):
        yield _control(place, character)
    elif character not in piece.text[piece.text.rfind("\n", 0, start) + 1 : start]:  # once per line
        yield diagnose(codes.UNKNOWN_CHARACTER, place, character=character, help=_SIGN_HELP.get(character, ""))


def _narrow(character: str) -> str:
    """The ASCII form of a full-width sign."""
    return chr(ord(character) - 0xFEE0) if 0xFF01 <= ord(character) <= 0xFF5E and not character.isalnum() else ""


def _quoted(text: str, place: Place) -> Diagnostic:
    """A text in the wrong quotes."""
    first = Place(place.file, place.start, place.start + 1)
    last = Place(place.file, place.end - 1, place.end)
    fix = Fix('write `"` on both sides', (Edit(first, '"'), Edit(last, '"')))
    help = 'write a text in straight double quotes: `"…"`'
    if text[0] in "'`":
        return diagnose(codes.FOREIGN_WORD, first, word=text[0], right='"', help=help, fix=fix)
    name = unicodedata.name(text[0]).lower()
    return diagnose(codes.LOOKS_LIKE, first, found=f"`{text[0]}`", right='`"`', name=name, help=help, fix=fix)


def _unclosed_text(piece: Piece, start: int) -> Diagnostic:
    """A text without its closing quote, or with a curly one."""
    text = piece.text
    quote = '"""' if text.startswith('"""', start) else '"'
    end = len(text.rstrip()) if quote == '"""' else text.find("\n", start)
    end = len(text) if end < 0 else end
    wrong = re.search(f"[{CURLY}{SINGLE}]", text[start:end])
    if wrong and quote == '"' and wrong.group() in CURLY:
        place = piece.place((start + wrong.start(), start + wrong.end()))
        name = unicodedata.name(wrong.group()).lower()
        fix = Fix('write `"`', (Edit(place, '"'),))
        return diagnose(codes.LOOKS_LIKE, place, found=f"`{wrong.group()}`", right='`"`', name=name, fix=fix)
    place = piece.place((start, start + len(quote)))
    if quote == '"' and not text[start + 1 : end].strip():
        return diagnose(codes.UNCLOSED_TEXT, place, does="ends", quote=quote)
    note = Label(piece.place((max(start, end - 1), end)), "the text must end before this point")
    return diagnose(codes.UNCLOSED_TEXT, place, notes=[note], does="begins", quote=quote)


def _tab(piece: Piece, text: str, start: int) -> Diagnostic:
    place = piece.place((start, start + len(text)))
    if piece.text[piece.text.rfind("\n", 0, start) + 1 : start].strip():
        fix = Fix("replace each tab by a space", (Edit(place, " " * len(text)),))
        return diagnose(codes.TAB, place, what="this line contains a tab", instead="write spaces", fix=fix)
    fix = Fix("replace each tab by two spaces", (Edit(place, "  " * len(text)),))
    what = "this line is indented with a tab"
    return diagnose(codes.TAB, place, what=what, instead="indent with two spaces per level", fix=fix)


def _comment(text: str, piece: Piece, start: int) -> Diagnostic:
    """A comment in the syntax of another language."""
    sign = piece.place((start, start + 2))
    edits: tuple[Edit, ...] = (Edit(sign, "#"),)
    rest = piece.text[start + len(text) :].split("\n", 1)[0].strip()
    if text.startswith("/*") and text.endswith("*/"):
        edits += (Edit(piece.place((start + len(text) - 2, start + len(text))), ""),)
    fix = Fix("write `#`", edits) if not rest and (text[1] == "/" or len(edits) == 2) else None
    help = "a comment begins with `#` and extends to the end of its line"
    return diagnose(codes.FOREIGN_WORD, sign, word=text[:2], right="#", help=help, fix=fix)


def foreign(word: str, place: Place, above: str = "") -> Diagnostic:
    """A word or sign of another language; `above` is the text before it."""
    right = keywords.FOREIGN[word]
    help = keywords.FOREIGN_HELP.get(word, "")
    if word == "--" and not above[above.rfind("\n") + 1 :].strip():
        right, help = "#", "a comment begins with `#`"
    fix = Fix(f"write `{right}`", (Edit(place, right),)) if word in _SAFE else None
    return diagnose(codes.FOREIGN_WORD, place, word=word, right=right, help=help, fix=fix)
