"""Makes text from a file harmless for the place where it is shown.

A name on a card may contain terminal codes, invisible letters, a line that a build service takes for a command, or the
end of a script. Every text from a file passes through one of these functions before it is printed. A character is
either shown as itself with its usual width, or as its escape in plain letters.
"""

from __future__ import annotations

import re
from unicodedata import category, east_asian_width

# Characters that a terminal obeys or hides: controls, soft hyphen, direction marks, joiners, fillers, tags, surrogates.
_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164"
    "\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\ud800-\udfff\U000e0000-\U000e0fff]"
    # `##[` begins an older form of build command anywhere in a line, so its bracket is written out
    r"|(?<=##)\["
)


def _escape(match: re.Match[str]) -> str:
    return escaped(match.group())


def escaped(character: str) -> str:
    """`\\x1b`, `\\u202e`, `\\U000e0001`."""
    number = ord(character)
    if character in "\n\r\t":
        return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}[character]
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def printable(text: str, most: int = 0) -> str:
    """Text on one line without anything a terminal would obey or hide; cut to `most` characters if given."""
    if most and len(text) > most:
        text = text[: most - 1] + "…"
    if text.isascii() and text.isprintable() and "##[" not in text:
        return text
    return _HIDDEN.sub(_escape, text)


def lines_of(text: str) -> str:
    """Text on several lines, each made printable; used where a page of text is shown as it is."""
    return "\n".join(printable(line.replace("\t", "    ")) for line in text.split("\n"))


def path(file: str) -> str:
    """A file's name at the start of a line: a name such as `::error::` must not read as a command there."""
    shown = printable(file)
    return f"./{shown}" if shown.lstrip().startswith(("::", "##[")) else shown


_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""The first characters of a formula, with the full-width ones that spreadsheets read as the usual ones."""


def spreadsheet_cell(text: str) -> str:
    """A text as one cell of a table file. A spreadsheet runs a cell that begins like a formula; an apostrophe before
    it makes it a text there."""
    shown = printable(text)
    return f"'{shown}" if shown.lstrip().startswith(_FORMULA) else shown


def annotation(text: str) -> str:
    """The message of a GitHub annotation. Our own line breaks are kept in the service's escape form."""
    return "%0A".join(printable(line).replace("%", "%25") for line in text.split("\n"))


def annotation_property(text: str) -> str:
    return annotation(text).replace(":", "%3A").replace(",", "%2C")


def xml(text: str) -> str:
    """Text or an attribute value of XML; characters that XML cannot hold are written out."""
    shown = "\n".join(printable(line) for line in text.split("\n"))
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("\n", "&#10;")):
        shown = shown.replace(character, entity)
    return shown


def whole(text: str) -> str:
    """Text for JSON: lone surrogates, which JSON cannot contain, become the replacement character."""
    return text if text.isascii() else re.sub("[\ud800-\udfff]", "\ufffd", text)


def room(character: str) -> int:
    """The width of a shown character in columns: 0 for combining marks, 2 for wide ones."""
    if character.isascii():
        return 1
    if category(character) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1
