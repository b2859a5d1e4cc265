"""Signs and numbers of other notations: operators, ranges, dice, decimals, units."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.repair.spot import LineRewrite, MistakeSpot, pattern
from dsl.text.numbers import NUMBERS

_NUMBER_WORDS = "|".join(NUMBERS)
_OPERATORS = {
    "&&": "and", "&": "and", "||": "or", "==": "is", "===": "is", "!=": "is not", "!==": "is not", "<>": "is not",
    "≠": "is not", "≤": "<=", "≥": ">=", "=<": "<=", "=>": ">=",
}  # fmt: skip


def _operator(match: re.Match[str]) -> str | None:
    sign = _OPERATORS.get(match.group(1))
    return None if sign is None else f" {sign} "


operators = pattern("operator", r"[ ]*(===|!==|&&|\|\||==|!=|<>|≠|≤|≥|=<|=>|&)[ ]*", _operator, "", cost=0.8)
negations = pattern("negation", r"(?<![\w!])!\s*(?=[\w(])", "not ", "`not` before a condition")
arrows = pattern("row arrow", r"[ ]*(?:->|=>|→|⇒)[ ]*", ": ", "a row has a `:` after its key", cost=1.1)
case_words = pattern("case", r"\bcase\s+(?=[\w\d])", "", "a row begins with its key: `1: …`")
default_rows = pattern(
    "else row", r"\b(?:default|otherwise|others?|rest|any(?:thing)? else|all else)\s*(?=:)", "else",
    "the last row of a table is `else: …`", cost=0.9,
)  # fmt: skip
low_rows = pattern(
    "at most", r"\b(\d+)\s+or\s+(?:less|fewer|lower|below|under|smaller)\b", r"at most \1", "write `at most` first"
)
high_rows = pattern(
    "at least", r"\b(\d+)(?:\s+or\s+(?:more|higher|above|over|greater|better)\b|\s*\+(?=\s*:))", r"at least \1",
    "write `at least` first",
)  # fmt: skip
upto_rows = pattern("at most", r"(?:<=|≤|=<|\bup to|\bmaximum|\bmax)\s*(\d+)(?=\s*:)", r"at most \1")
above_rows = pattern("at least", r"(?:>=|≥|=>|\bfrom|\bminimum|\bmin)\s*(\d+)(?=\s*:)", r"at least \1")
ranges = pattern(
    "range",
    r"(?<![\w.])(?:between\s+)?(\d+)\s*(?:-|–|—|−|\bto\b|\bthrough\b|\band\b|:|\.{3}|…|~)\s*(\d+)(?![\w.])",
    r"\1..\2",
    "a range has two dots",
    cost=0.9,
)
pairs = pattern(
    "range", r"(?<![\w.])(\d+)\s*(?:,|/|or|\|)\s*(\d+)(?=\s*:)",
    lambda match: f"{match[1]}..{match[2]}" if int(match[2]) - int(match[1]) == 1 else None,
    "a range has two dots", cost=1.2,
)  # fmt: skip
decimals = pattern(
    "whole number", r"(?<![\w.,])(\d+)[.,]0+(?![\w.])", r"\1", "there are only whole numbers", cost=0.9, whole=True
)
fractions = pattern(
    "whole number", r"(?<![\w.,])(\d+)[.,]([1-9]\d*)(?![\w.])", r"\1", "there are only whole numbers", cost=2.0,
    certain=False,
)  # fmt: skip
plus_signs = pattern("plus sign", r"(?<![\w)\]])(?<=\s)\+\s*(\d+)", r"\1", "a positive number has no sign", cost=0.9)
minus_signs = pattern("minus sign", r"(?:–|—|−)\s*(?=\d)", "-", "a negative number has a plain `-`", cost=0.8)
zeros = pattern("leading zero", r"(?<![\w.])0+(\d+)(?!\w)", r"\1", cost=1.0)
_UNIT = (
    "points?|pts?|hp|hexes|hex|tiles?|spaces?|squares?|cards?|copies|hearts?|damage|steps?|times?|dice|die|energy|tokens?|"
    "counters?|levels?|fields?|turns?|rounds?|bots?|units?|modules?"
)
units = pattern(
    "unit",
    r"(?<![\w.])(\d+|\b(?:n|x|amount|value)\b)\s+(?!(?:to|by|from|for|with|of|into|as|at|on|until|once|if|while|and|or|is|in|has|lacks|where|because|during|cites|says|house|quiet|else|may)\b)"
    rf"(?:{_UNIT})(?:[ ](?:points?|tokens?|counters?|hexes|tiles?|spaces?|dice|cards?|damage|energy))?"
    r"(?=\s*(?:$|[},;)\]])|\s+(?:to|by|from|with|until|into|at)\b)",
    r"\1",
    "a number has no unit",
    cost=1.3,
    whole=True,
)
unit_first = pattern(
    "unit", r"\bby\s+(?!at\b|me\b|it\b)[A-Za-z]+\s+(\d+)(?=\s*(?:$|[},;]))", r"by \1", "a number has no unit", cost=1.5
)
number_words = pattern(
    "number word", rf"\b({_NUMBER_WORDS})\b(?!\s+of\b)", lambda match: str(NUMBERS[match[1]]),
    "write numbers with digits", cost=1.4, whole=True,
)  # fmt: skip
comments = pattern(
    "comment", r"(?://|--|/\*|;;|%%|<!--|\bREM\b)\s*(.*?)\s*(?:\*/|-->)?\s*$", r"# \1",
    "a comment begins with `#`", cost=1.0,
)  # fmt: skip
wide_signs = {"，": ", ", "；": "; ", "：": ": ", "（": "(", "）": ")", "｛": "{", "｝": "}", "．": ".", "、": ", "}


def wide(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """Signs of another script, in the whole line."""
    new = spot.raw
    for sign, right in wide_signs.items():
        new = new.replace(sign + " ", right.rstrip() + " ").replace(sign, right)
    if new != spot.raw:
        yield spot.rewrite(0, len(spot.raw), new, "wide signs", "this sign is one of another script", 0.5)


def dice(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`1d6` where a number is printed: its average, because a printed number is fixed."""
    for match in re.finditer(r"(?<![\w.])(\d*)[dDwW](\d+)(?:\s*([+-])\s*(\d+))?(?!\w)", spot.line):
        number, sides = int(match[1] or 1), int(match[2])
        if number > 99 or sides > 999:
            continue
        plus = int(match[4] or 0) * (-1 if match[3] == "-" else 1)
        average = max(0, number * (sides + 1) // 2 + plus)
        lesson = (
            f"a printed number is fixed, and {average} is the average of {match.group()}; "
            "a die is rolled in a sentence: `roll D as face`, where `D` is a die of the game"
        )
        yield spot.rewrite(match.start(), match.end(), str(average), "dice", lesson, 2.0, False, whole=True)
        lesson = "the number of dice; the rules of the game say which die is rolled"
        dice_verb = "dice" in spot.error.message or re.search(r"\b(?:add|roll|throw)\b", spot.line[: match.start()])
        yield spot.rewrite(
            match.start(), match.end(), str(number), "dice", lesson, 1.6 if dice_verb else 2.6, False, whole=True
        )
    for match in re.finditer(r"(:\s*)\d*[dD]\d+\s*(?:=|:|->|is|->|shows)\s*(\w+)", spot.line):
        lesson = "write what the die shows"
        yield spot.rewrite(match.start(), match.end(), match[1] + match[2], "dice", lesson, 0.9, whole=True)


def percent(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`by 50%` in a `modify`: a part of the value itself."""
    for match in re.finditer(r"\b(modify)\s+(\w+)\s+(by)\s+([+-]?)(\d+)\s*(?:%|percent\b)", spot.line):
        name, percentage = match[2], int(match[5])
        if not 0 < percentage < 1000:
            continue
        minus = "-" if match[4] == "-" else ""
        whole, parts = _share(percentage)
        share = (
            f"{name} / {parts}" if whole == 1 else f"{name} * {whole} / {parts}" if parts > 1 else f"{name} * {whole}"
        )
        new = f"modify {name} by {minus}({share})" if minus else f"modify {name} by {share}"
        lesson = f"there is no percent sign: {percentage} percent of `{name}` is `{share}`"
        yield spot.rewrite(match.start(), match.end(), new, "percent", lesson, 1.0, whole=True)
    for match in re.finditer(r"(?<!\w)(\d+)\s*%", spot.line):
        yield spot.rewrite(
            match.start(), match.end(), match[1], "percent", "there is no percent sign", 2.4, certain=False
        )


def _share(percentage: int) -> tuple[int, int]:
    for parts in (1, 2, 3, 4, 5, 10, 20, 100):
        if percentage * parts % 100 == 0:
            return percentage * parts // 100, parts
    return percentage, 100


def halves(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`half of amount`, `halve the damage`, `double the damage`, with rounding."""
    up = bool(re.search(r"round(?:ed|ing|s)?\s+up|\bup\b", spot.line))
    half = "({0} + 1) / 2" if up else "{0} / 2"
    lesson = "`/` divides and rounds down" + ("; adding 1 first rounds up" if up else "")
    tail = r"(?:\s*,?\s*\(?(?:round(?:ed|ing|s)?\s+(?:up|down))\)?)?"
    for match in re.finditer(rf"\bhalf\s+(?:of\s+)?(?:the\s+)?(\w+){tail}", spot.line):
        yield spot.rewrite(match.start(), match.end(), half.format(match[1]), "half", lesson, 1.2, whole=True)
    for match in re.finditer(rf"\b(halve|double|triple)s?\s+(?:the\s+|its\s+)?(\w+){tail}", spot.line):
        for name in dict.fromkeys(["amount", match[2]]):
            value = half.format(name) if match[1] == "halve" else f"{name} * {2 if match[1] == 'double' else 3}"
            new = f"modify {name} to {value}"
            yield spot.rewrite(match.start(), match.end(), new, "half", lesson, 1.4, False, whole=True)
    for match in re.finditer(rf"\b(\w+)\s+is\s+(halved|doubled){tail}", spot.line):
        for name in dict.fromkeys(["amount", match[1]]):
            value = half.format(name) if match[2] == "halved" else f"{name} * 2"
            yield spot.rewrite(
                match.start(), match.end(), f"modify {name} to {value}", "half", lesson, 1.6, False, whole=True
            )


FAMILIES = (
    wide, operators, negations, arrows, case_words, default_rows, low_rows, high_rows, upto_rows, above_rows, ranges,
    pairs, decimals, fractions, plus_signs, minus_signs, zeros, units, unit_first, number_words, comments, dice,
    percent, halves,
)  # fmt: skip
