"""Lines of a card written in another notation: `hp: 7`, `set=K_Evo`, `Push 2`, `color "red"`, `says` in the body."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.names import types as t
from dsl.repair.spot import LineRewrite, MistakeSpot, pattern
from dsl.repair.vocabulary import plain

_FIELD = "a field is its name, then its value"
_QUOTED = r'"[^"\n]*"'
_VALUE = rf"(?:{_QUOTED}|\[[^\]\n]*\]|[^,;{{}}\n]+?)"

equals = pattern(
    "field sign",
    r"(?<=[\s{,])([a-z_]\w*)(?:\s*(?::=|=|:)\s*|\s+(?:is|are)\s+)(?=[\w\"\[\-(])(?!(?:not|in)\b)",
    r"\1 ",
    _FIELD,
    cost=0.55,
)
all_equals = pattern("field sign", r"^(\s*)([a-z_]\w*)\s*(?:=|:=|:)\s*", r"\1\2 ", _FIELD, cost=1.3)
sets = pattern(
    "field sign",
    rf"\b(?:set|has|with)\s+(?:its\s+)?([a-z_]\w*)\s+(?:to|of|at|=|is)\s+({_VALUE})(?=\s*(?:$|[,;}}]))",
    r"\1 \2",
    _FIELD,
    cost=1.6,
)
before_field = pattern(
    "field order",
    r"(?:\b(?:there (?:is|are)|it has|has|with|has got)\s+)?\b(\d+)\s+([a-z_]\w*)(?=\s*(?:$|[,;}]))",
    r"\2 \1",
    _FIELD,
    cost=1.6,
)
_keyword_number = pattern(
    "keyword number", r"(?<![\w.])([A-Z]\w*)\s*[:=\s\[]\s*(\d+)\]?(?=\s*(?:$|[,;}\n]))", r"\1(\2)",
    "the number of a keyword stands in parentheses", cost=0.9,
)  # fmt: skip


def keyword_number(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`Plated 2`; a verb with a capital letter is none."""
    for rewrite in _keyword_number(spot):
        if plain(re.sub(r"\W.*", "", rewrite.text)) not in spot.vocabulary.plain_verbs:
            yield rewrite


empty_keyword = pattern("keyword number", r"\b([A-Z]\w*)\(\s*\)", r"\1", cost=1.0)
_truths = pattern(
    "yes field", r"\b([a-z_]\w*)\s*[:=]?\s*(?:TRUE|True|true|YES|Yes|on|1|☑|✓)(?=\s*(?:$|[,;}]))", r"\1",
    "the name of such a field alone means yes", cost=1.2,
)  # fmt: skip


def truths(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`golden = true`; a field with numbers keeps its 1."""
    for rewrite in _truths(spot):
        if all(word in spot.vocabulary.truth_fields for word in re.findall(r"[a-z_]\w*", rewrite.text)[:1]):
            yield rewrite


no_value = pattern(
    "no value", r"(?:,\s*|(?<=\{)\s*|^\s*)[a-z_]\w*\s*[:=]?\s*(?:null|none|nil|NULL|None|n/a|N/A|-|nothing)(?=\s*(?:$|[,;}]))", "",
    "leave a field without a value out", cost=1.4,
)  # fmt: skip
semicolons = pattern("separator", r"\s*(?:;|\||\t|/)\s*", ", ", "items are set apart by commas", cost=1.5)
ands = pattern("separator", r"\s*,?\s+(?:and|plus|with|&)\s+", ", ", "items are set apart by commas", cost=1.6)


def unquoted(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`colour "red"`, `windows ["Rolled"]`: names that need no quotes."""
    quotes = [m for m in re.finditer(_QUOTED, spot.line) if spot.raw[m.start() + 1 : m.end() - 1].isidentifier()]
    lesson = "a name has no quotes; a text has"
    bare = [(m.start(), m.end(), spot.raw[m.start() + 1 : m.end() - 1]) for m in quotes]
    names = [change for change in bare if spot.vocabulary.is_name(change[2]) or plain(change[2]) != change[2]]
    for some in (names, bare):
        if len(some) > 1:
            raw = spot.raw
            for start, end, new in reversed(some):
                raw = raw[:start] + new + raw[end:]
            yield spot.rewrite(0, len(spot.raw), raw, "unquote", lesson, 0.9)
    for start, end, new in bare:
        yield spot.rewrite(start, end, new, "unquote", lesson, 1.0)


def quoted(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`says who hits it loses a heart {`, `Part Iron Fist {`: a text or name of several words without quotes."""
    for match in re.finditer(r"\b(says|because|name)\s*[:=]?\s*([^\"{}\n][^\"{}\n]*?)\s*(?=\{|\}|$)", spot.line):
        words = match[2].strip()
        if not words or re.match(r"[A-Z][A-Z0-9]*(-[A-Z0-9]+)+-\d+\b", words):
            continue
        raw = spot.raw[match.start(2) : match.start(2) + len(words)]
        sentence = raw if raw.endswith((".", "!", "?")) or match[1] != "says" else raw + "."
        sentence = sentence[0].upper() + sentence[1:] if match[1] == "says" else sentence
        new = f'{match[1]} "{_braced(sentence, spot)}"'
        yield spot.rewrite(match.start(), match.end(2), new, "quote", "a text stands in quotes", 0.9)
    spoken = re.match(r"(\s*(?:.*\s)?says\s*[:=]?\s+)([^\"\s{].*?)(\s*\{\s*)?$", spot.raw)
    if spoken is not None and "{" in spoken[2]:
        sentence = spoken[2][0].upper() + spoken[2][1:] + ("" if spoken[2].endswith(".") else ".")
        new = f'{spoken[1]}"{sentence}"{spoken[3] or ""}'
        yield spot.rewrite(0, len(spot.raw), new, "quote", "a text stands in quotes", 0.8)
    for match in re.finditer(r"\b([A-Z]\w*)((?:\s+[\w'\-]+){2,})(?=\s*\{)", spot.line):
        if match[1] in spot.vocabulary.kinds:
            words = match[2].strip()
            marks = re.search(r"\s+(house|cites|like|quiet|says)\b.*$", words)
            name = words[: marks.start()] if marks else words
            rest = words[marks.start() :] if marks else ""
            new = f'{match[1]} "{name}"{rest}'
            yield spot.rewrite(
                match.start(), match.end(2), new, "quote", "a name of several words stands in quotes", 1.0
            )


def _braced(sentence: str, spot: MistakeSpot) -> str:
    """Names of parameters in a text stand in braces."""
    for name in re.findall(r"[(,]\s*(\w+)\s*:", spot.head):
        sentence = re.sub(rf"\b{name}\b", "{" + name + "}", sentence)
    return sentence


def brackets(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`reach melee` for a list, `[x]` or `(x)` for one value."""
    for match in re.finditer(r"\[\s*([\w\"\0 ]+?)\s*\]", spot.line):
        raw = spot.raw[match.start(1) : match.end(1)]
        yield spot.rewrite(match.start(), match.end(), raw, "brackets", "one value has no brackets", 1.3)
    for match in re.finditer(r"\b([a-z_]\w*)\s*\{\s*([\w, ]+?)\s*\}", spot.line):
        new = f"{match[1]} [{spot.raw[match.start(2) : match.end(2)]}]"
        yield spot.rewrite(match.start(), match.end(), new, "list", "a list stands in brackets", 0.9)
    for match in re.finditer(
        r"\b([a-z_]\w*)\s+((?:[\w.\"\0]+)(?:(?:\s*,\s*|\s+and\s+|\s+or\s+)[\w.\"\0]+)*)(?=\s*(?:$|[}]))", spot.line
    ):
        values = re.split(r"\s*,\s*|\s+and\s+|\s+or\s+", spot.raw[match.start(2) : match.end(2)])
        new = f"{match[1]} [{', '.join(values)}]"
        yield spot.rewrite(match.start(), match.end(), new, "list", "a list stands in brackets", 1.7)
    for match in re.finditer(r"\b([a-z_]\w*)\s+([\w\"\0]+)\s+or\s+([\w\"\0]+)", spot.line):
        first = spot.raw[match.start(2) : match.end(2)]
        lesson = f"`{match[1]}` has one value; write a second card for the other"
        yield spot.rewrite(match.start(), match.end(), f"{match[1]} {first}", "one value", lesson, 2.0, certain=False)


def doubled(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """A field that is given twice: without the first, and without the second."""
    if spot.error.code != "BW2102":
        return
    names = re.findall(r"(?<=[\s{,])([a-z_]\w*)(?=\s+[\w\"\[-])", spot.line)
    for name in dict.fromkeys(names):
        if names.count(name) < 2:
            continue
        items = list(re.finditer(rf"(?:,\s*)?(?<![\w.]){name}\s+[^,{{}}\n]+", spot.line))
        for rank, item in enumerate(items[:2]):
            end = item.end()
            new = ""
            if not item.group().startswith(",") and spot.raw[end : end + 1] == ",":
                end += 1 + (len(spot.raw[end + 1 :]) - len(spot.raw[end + 1 :].lstrip()))
            if spot.raw[end : end + 2] == " }" or new:
                new = ""
            lesson = f"`{name}` has one value: keep the one that you mean"
            yield spot.rewrite(item.start(), end, new, "doubled field", lesson, 1.2 + rank * 0.1, certain=False)


def missing_fields(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """An unknown field with the value of a required one that is missing, or of one that means the same."""
    fields = spot.vocabulary.symbols.fields(spot.kind)
    if not fields:
        return
    outer = re.sub(r"(?<=\{)[^{}]*(?=\})", "", spot.blanked[spot.blanked.find("{") + 1 :])
    printed = set(re.findall(r"(?:^|[\s{,])([a-z_]\w*)", outer))
    missing = [name for name, sig in fields.items() if sig.required and name not in printed]
    for match in re.finditer(r"(?<=[\s{,])([A-Za-z_]\w*)(\s*[:=]?\s*)(?=[\d\"\[\w-])([^,;{}\n]+)", spot.line):
        word = match[1]
        if word in fields or spot.vocabulary.symbols.marks.get(word):
            continue
        for rank, name in enumerate(missing[:3]):
            lesson = f"{_a(spot.kind)} needs `{name}`, and has no `{word}`"
            yield spot.rewrite(
                match.start(1), match.start(3), f"{name} ", "required field", lesson, 1.8 + rank * 0.2, certain=False
            )
        points = re.match(r"(\d+)\s*/\s*(\d+)\s*$", match[3])
        force = next(
            (name for name in ("power", "attack", "strength", "force") if name in fields and name not in printed), ""
        )
        if points is not None and missing and force and force not in missing:
            new = f"{force} {points[1]}, {missing[0]} {points[2]}"
            yield spot.rewrite(
                match.start(1),
                match.end(3),
                new,
                "two numbers",
                "write both numbers with their names",
                1.2,
                False,
                True,
            )
        pair = re.match(r"(\d+)\s*/\s*(\d+)\s*$", match[3])
        if pair is not None and len(missing) >= 2:
            for rank, (first, second) in enumerate(((missing[0], missing[1]), (missing[1], missing[0]))):
                new = f"{first} {pair[1]}, {second} {pair[2]}"
                lesson = f"{_a(spot.kind)} needs `{first}` and `{second}`"
                yield spot.rewrite(
                    match.start(1), match.end(3), new, "required field", lesson, 1.9 + rank * 0.1, certain=False
                )


def _a(kind: str) -> str:
    return f"{t.article(kind)} {kind}"


def keyword_as_field(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`Plated(1)` in a game whose cards have a field for it: `armor 1`; and a field written like a keyword."""
    fields = spot.vocabulary.symbols.fields(spot.kind)
    for match in re.finditer(r"(?<![\w.])([A-Z]\w*)\((\d+)\)", spot.line):
        small = match[1][0].lower() + match[1][1:]
        if small in fields:
            yield spot.rewrite(match.start(), match.end(), f"{small} {match[2]}", "field", _FIELD, 1.1)
    for match in re.finditer(r"(?<=[\s{,])([A-Z]\w*)\s+(?=[\w\"\[-])", spot.line):
        small = match[1][0].lower() + match[1][1:]
        if small in fields:
            yield spot.rewrite(match.start(1), match.end(1), small, "field", "a field begins with a small letter", 1.0)


def flipped_rows(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`legend { land: "." }`: key and value of each row in the wrong order."""
    rows = list(re.finditer(rf"([A-Za-z_]\w*)\s*:\s*({_QUOTED})", spot.line))
    if rows:
        raw = spot.raw
        for row in reversed(rows):
            value = spot.raw[row.start(2) : row.end(2)]
            raw = f"{raw[: row.start()]}{value}: {row[1]}{raw[row.end() :]}"
        yield spot.rewrite(
            0, len(spot.raw), raw, "row order", "the sign stands before the `:`, its meaning after it", 1.0
        )


def drawing(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """Rows of a drawing with `;`, `,`, `|` or tabs between the spaces."""
    for match in re.finditer(r'"""(.*?)"""', spot.text, re.DOTALL):
        if not match.start() - 200 <= spot.offset <= match.end():
            continue
        body = match[1]
        new = re.sub(r"[ ]*[;,|\t][ ]*", " ", body) if not re.search(r"\n\t", body) else None
        if new is None:
            new = re.sub(r"(?<=\S)\t+(?=\S)", " ", body).replace("\t", "  ")
        if new != body:
            yield LineRewrite(
                match.start(1), match.end(1), new, "drawing", "the spaces of a row stand apart by blanks", 1.0
            )


_SIGN = re.compile(r"the sign \"(.)\" is not in the legend")
_ROW = re.compile(r'"(.)"\s*:\s*(\w+)')


def unknown_sign(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """A sign that the other drawings of the game use for something that this legend has under another sign."""
    match = _SIGN.search(spot.error.message)
    if match is None:
        return
    own = {meaning: sign for sign, meaning in _ROW.findall(spot.text)}
    meant = [meaning for text in spot.vocabulary.texts for sign, meaning in _ROW.findall(text) if sign == match[1]]
    for rank, meaning in enumerate(dict.fromkeys(each for each in meant if each in own)):
        new = re.sub(rf"(?<!\S){re.escape(match[1])}(?!\S)", own[meaning], spot.raw)
        lesson = f"in this legend `{own[meaning]}` is {meaning}"
        yield spot.rewrite(0, len(spot.raw), new, "sign", lesson, 0.8 + 0.1 * rank, False, True)


FAMILIES = (
    equals, all_equals, sets, before_field, keyword_number, empty_keyword, truths, no_value, semicolons, ands, unquoted, quoted,
    brackets, doubled, missing_fields, keyword_as_field, flipped_rows, drawing, unknown_sign,
)  # fmt: skip
