"""How YAML interprets a scalar without quotes.

A manifest contains text, but YAML reads `1.10` as the number 1.1, `2024-01-01` as a date and, in its older version,
`no` as false. Readers differ in this, so every such scalar is rejected where text is expected, with a message about
its interpretation. The table below is the union of the two YAML versions in use; it reads no number longer than the
limit, because Python's own conversion has a limit too and raises an exception.
"""

from __future__ import annotations

import re
from math import isinf

from dsl.text.limits import NUMBER_DIGITS

_NOTHING = frozenset({"", "~", "null", "Null", "NULL"})
_TRUTHS = {
    **{word: "true" for base in ("true", "yes", "on") for word in (base, base.capitalize(), base.upper())},
    **{word: "false" for base in ("false", "no", "off") for word in (base, base.capitalize(), base.upper())},
}
_INTEGER = re.compile(r"[-+]?[0-9][0-9_]*")
_OTHER_BASE = re.compile(r"[-+]?0(?:x[0-9a-fA-F_]+|o[0-7_]+|b[01_]+)")
_SIXTIES = re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?")
_FLOAT = re.compile(r"[-+]?(?:[0-9][0-9_]*\.?[0-9_]*|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?")
_INFINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)")
_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}.*)?", re.DOTALL)


def reads_as(word: str) -> str | None:
    """The interpretation of a plain scalar, in words for a message; None if it is text."""
    if word in _NOTHING:
        return "nothing"
    if word in _TRUTHS:
        return f"the truth value {_TRUTHS[word]}"
    if word in (".nan", ".NaN", ".NAN"):
        return "NaN (not a number)"
    if _INFINITE.fullmatch(word):
        return "an infinite number"
    return _number(word) or ("a date" if _DATE.fullmatch(word) else None)


def too_long(word: str) -> bool:
    """Whether a plain scalar is a whole number with more digits than the language allows."""
    return (
        len(word) > NUMBER_DIGITS
        and bool(re.fullmatch(r"[-+]?[0-9_]+|[-+]?0[xob][0-9a-fA-F_]+", word))
        and (sum(letter != "_" for letter in word) > NUMBER_DIGITS + (word[0] in "+-"))
    )


def _number(word: str) -> str | None:
    if too_long(word):
        return f"a number of {len(word):,} digits"
    if _INTEGER.fullmatch(word):
        return _whole(word)
    if _OTHER_BASE.fullmatch(word):
        digits = word.replace("_", "")
        # `0x_` has the form but no digits
        return f"the number {int(digits, 0)}" if re.search(r"0[xob].", digits) else None
    if _SIXTIES.fullmatch(word):
        return f"a number in base sixty{_in_sixties(word)}"
    if _FLOAT.fullmatch(word):
        value = float(word.replace("_", ""))
        return "an infinite number" if isinf(value) else f"the number {value:g}"
    return None


def _whole(word: str) -> str:
    digits = word.replace("_", "")
    value = int(digits)
    bare = digits.lstrip("+-")
    if bare.startswith("0") and len(bare) > 1 and set(bare) <= set("01234567"):
        return f"the number {value}, or {int(digits, 8)} in base eight"
    return f"the number {value}"


def _in_sixties(word: str) -> str:
    if "." in word or len(word) > NUMBER_DIGITS:
        return ""
    value = 0
    for part in word.lstrip("+-").replace("_", "").split(":"):
        value = value * 60 + int(part)
    return f", {'-' if word[0] == '-' else ''}{value}"
