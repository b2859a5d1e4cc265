"""A line in pieces, without its notation: words, numbers, texts, expressions and groups in brackets.

Typographic signs become plain ones first, numbers lose their units' glue (`9HP`, `x2`), number words become digits. The
signs between pieces stay as pieces of their own, so that a reader may skip them or use them.
"""

from __future__ import annotations

import re
from typing import Literal

from attrs import frozen

from dsl.text.numbers import NUMBERS

Sort = Literal["word", "number", "range", "ladder", "text", "group", "expression", "sign"]
_PLAIN = {
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‟": '"', "‘": '"', "’": "'", "`": '"', "–": "-", "—": "-",
    "−": "-", "‑": "-", "․": ".", "⁄": "/", "∕": "/", "×": "x", "→": ":", "⇒": ":", "，": ",", "；": ";", "：": ":",
    "（": "(", "）": ")", "｛": "{", "｝": "}", "…": "..", "\u00a0": " ", "＝": "=", "⩽": "<=", "≤": "<=", "≥": ">=",
    "≠": "!=",
}  # fmt: skip
_PIECE = re.compile(
    r'(?P<text>"[^"\n]*")'
    r"|(?P<ladder>\d+(?:\s*[/|]\s*\d+){2,}|\d+/\d+)"
    r"|(?P<range>\d+\s*(?:\.{2,3}|-)\s*\d+)"
    r"|(?P<number>-?\d+(?:[.,]0+)?)"
    r"|(?P<word>[^\W\d]\w*)"
    r"|(?P<sign>\s*(?:&&|\|\||[=!<>+\-*:]=?=?>?|\S))"
)
_CLOSING = {"(": ")", "[": "]", "{": "}"}


@frozen
class LineToken:
    sort: Sort
    text: str
    start: int
    end: int

    @property
    def low(self) -> str:
        return self.text.lower()


def plain_signs(line: str) -> str:
    """The line with plain signs, of the same length but for dots and dashes that stand for several."""
    line = "".join(_PLAIN.get(sign, sign) for sign in line)
    line = re.sub(r"(?<![\w\"])'([^'\"\n]*)'(?!\w)", r'"\1"', line)
    return line


def digits(line: str) -> str:
    """Number words as digits, and numbers without what is glued to them: `9HP`, `x2`, `2x`, `1st`, `09`, `+2`."""
    words = "|".join(word for word in NUMBERS if word not in ("one", "zero"))
    line = re.sub(rf"\b({words})\b", lambda match: str(NUMBERS[match[1].lower()]), line, flags=re.IGNORECASE)
    line = re.sub(r"(?<![\w.])[xX](\d+)\b", r"\1", line)
    line = re.sub(r"(?<![\w.])(\d+)\+(?!\s*\d)", r"\1 or more", line)
    line = re.sub(r"(?<![\w.])(\d+)(?:x|st|nd|rd|th)\b", r"\1", line)
    line = re.sub(r"(?<![\w.])(\d+)(?=[A-Za-z]{2,}\b)", r"\1 ", line)
    return re.sub(r"(?<![\w.])0+(\d)", r"\1", line)


def pieces(line: str) -> list[LineToken]:
    """The pieces of a line; a group in brackets is one piece, and so is a name with dots and calls."""
    result: list[LineToken] = []
    at = 0
    while at < len(line):
        if line[at].isspace():
            at += 1
            continue
        if line[at] in _CLOSING:
            end = _closed(line, at)
            result.append(LineToken("group", line[at:end], at, end))
            at = end
            continue
        match = _PIECE.match(line, at)
        if match is None:
            at += 1
            continue
        sort = match.lastgroup or "sign"
        text, end = match.group().strip(), match.end()
        if sort == "word":
            end = _expression(line, end)
            text = line[at:end]
            if end > match.end():
                sort = "expression"
        result.append(LineToken(sort, text, at, end))  # type: ignore[arg-type]
        at = end
    return result


def _expression(line: str, at: int) -> int:
    """The end of a name that goes on with `.field`, `(…)` or `[…]`."""
    while at < len(line):
        dotted = re.match(r"\.[^\W\d]\w*", line[at:])
        if dotted is not None:
            at += dotted.end()
        elif line[at] in "([" and _closed(line, at) <= len(line) and line[_closed(line, at) - 1] == _CLOSING[line[at]]:
            at = _closed(line, at)
        else:
            break
    return at


def _closed(line: str, at: int) -> int:
    """The offset behind the bracket that closes the one at an offset; the end of the line if none does."""
    opening, closing = line[at], _CLOSING[line[at]]
    depth, quoted = 0, False
    for k in range(at, len(line)):
        if line[k] == '"':
            quoted = not quoted
        if quoted:
            continue
        depth += (line[k] == opening) - (line[k] == closing)
        if depth == 0:
            return k + 1
    return len(line)


def inside(group: str) -> tuple[str, bool]:
    """What a group contains, and whether it is closed."""
    closed = group[-1:] == _CLOSING[group[0]] and len(group) > 1
    return (group[1:-1] if closed else group[1:]).strip(), closed
