"""The first line of a keyword or status in any order and notation: its name, its numbers, its printed name, its bearers.

`house ability Hard<int n> on bots "Hard {n}":` has the same parts as `keyword Hard(n: 1..3 = 1) "Hard {n}" on Bot
house {`. Each part is recognised by its shape wherever it stands; what is left over must carry no meaning of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from dsl.repair.reader.lexicon import matched
from dsl.repair.reader.reading import Reading
from dsl.repair.vocabulary import Vocabulary

_SORT = re.compile(
    r"^\s*(house\s+)?(keyword|status|ability|trait|skill|kw|mark|condition|passive|effect|k)\b\s*[:=]?\s*",
    re.IGNORECASE,
)
_TYPES = frozenset("int integer number num uint byte short long float var let x".split())
_NOISE = frozenset("called named with a an the of and value number param parameter is has".split())
_RANGE = re.compile(r"(-?\d+)\s*(?:\.\.+|-|–|\bto\b|\bthrough\b)\s*(-?\d+)")
_DEFAULT = re.compile(r"(?:=|\bdefaults?\b(?:\s+to)?|\bby default\b)\s*(-?\d+)")
_LOW, _HIGH = 1, 3  # the numbers of a keyword whose author gives none


def mark_heads(line: str, vocabulary: Vocabulary, sort: str = "") -> Iterator[Reading]:
    """What the head of a keyword or status may mean, with its brace."""
    given = _SORT.match(line)
    if given is None and not sort:
        return
    word = given[2].lower() if given is not None else sort
    rest = line[given.end() :] if given is not None else line
    cost = 0.0 if word in ("keyword", "status") else 0.3
    word = word if word in ("keyword", "status") else "keyword"
    rest = re.sub(r"\s*[{:]\s*$", "", rest.rstrip())
    marks, rest = _marks(rest, bool(given is not None and given[1]))
    shown, rest = _cut(rest, r'"[^"\n]*"')
    bearers, rest = _cut(
        rest,
        r"\b(?:on|for|to|of)\s+[A-Za-z]\w*(?:\s*(?:,|\bor\b|\band\b|/)\s*[A-Za-z]\w*)*\s*$|\b(?:on|for)\s+[A-Za-z]\w*(?:\s*(?:,|\bor\b|\band\b|/)\s*[A-Z]\w*)*",
    )
    name = re.match(r"\s*([A-Za-z]\w*)\s*", rest)
    if name is None:
        return
    params, rest = _params(rest[name.end() :], shown)
    if params is None:
        return
    printed = re.match(r"\s*([A-Z]\w*(?:\s+[A-Za-z]\w*)*(?:\s+\{\w+\})?)\s*$", rest)
    if printed is not None and not shown:
        shown, rest, cost = f'"{printed[1]}"', "", cost + 0.2
    if any(left.lower() not in _NOISE for left in re.findall(r"\w+", rest)):
        return
    head = name[1][0].upper() + name[1][1:]
    for kinds, more in _bearers(bearers, vocabulary):
        parts = [word, head + params, shown, f"on {kinds}" if kinds else "", *marks]
        yield Reading(" ".join(part for part in parts if part) + " {", cost + more)


def _cut(text: str, regex: str) -> tuple[str, str]:
    match = re.search(regex, text)
    return ("", text) if match is None else (match.group().strip(), f"{text[: match.start()]} {text[match.end() :]}")


def _marks(text: str, is_house: bool) -> tuple[list[str], str]:
    """`house`, `says` and `cites`, and the text without them."""
    marks = []
    house, text = _cut(text, r"\bhouse\b")
    quiet, text = _cut(text, r"\bquiet\b")
    cites, text = _cut(text, r"\bcites(?:\s+[A-Z0-9\-]+-\d+(?:\.\.\d+)?)+")
    says, text = _cut(text, r'\b(?:says|text|reminder)\s*[:=]?\s*"[^"\n]*"')
    stacks, text = _cut(text, r"\bstacks\s+\w+")
    lasts, text = _cut(text, r"\buntil\s+(?:end|start)\s+of\s+\w+(?:\s+by\s+\w+|\s+it)?")
    marks += [stacks, lasts, "house" if house or is_house else "", quiet, cites]
    marks += [re.sub(r"^\w+\s*[:=]?\s*", "says ", says)] if says else []
    return [mark for mark in marks if mark], text


def _params(text: str, shown: str) -> tuple[str | None, str]:
    """The numbers in parentheses, and what follows; none if they cannot be read."""
    text = text.strip()
    used = re.findall(r"\{(\w+)\}", shown)
    group = re.match(r"([(\[{<])(.*?)([)\]}>])", text)
    if group is not None and (group[1] != "{" or group[2].strip() not in used):
        inner, rest = group[2], text[group.end() :]
    else:
        loose = re.match(r"(?:with\s+)?([a-z])\b\s*(:?[\d\s.\-=]*(?:\bto\b\s*\d+)?[\d\s=]*)", text)
        if loose is None:
            return "", text
        inner, rest = loose[1] + " " + loose[2], text[loose.end() :]
    if not inner.strip():
        return "", rest
    parts = [part for part in re.split(r"[,;](?!\s*default)", inner) if part.strip()]
    written = [_param(part, used) for part in parts]
    return (None, rest) if not all(written) else (f"({', '.join(written)})", rest)


def _param(text: str, used: list[str]) -> str:
    """`int n = 1`, `n from 1 to 3`, `1..3 n`: a name with its numbers."""
    span, default = _RANGE.search(text), _DEFAULT.search(text)
    words = [
        word
        for word in re.findall(r"[A-Za-z]\w*", text)
        if word.lower() not in _TYPES | {"to", "from", "default", "defaults", "by", "through", "between", "and"}
    ]
    if not words and re.search(r"\b[xX]\b", text):
        words = ["x"]
    if len(words) > 1 and re.match(rf"\s*{words[0]}\s*:\s*{words[1]}\b", text):
        return text.strip()  # another type
    if len(words) > 1:
        return ""
    name = words[0].lower() if words else used[0] if used else "n"
    low, high = (int(span[1]), int(span[2])) if span is not None else (_LOW, _HIGH)
    value = int(default[1]) if default is not None else low
    high = max(high, value)
    return f"{name}: {low}..{high} = {value}"


def _bearers(text: str, vocabulary: Vocabulary) -> Iterator[tuple[str, float]]:
    """The kinds that are named, or those that most keywords of the game are for."""
    names = [word for word in re.findall(r"[A-Za-z]\w*", text) if word not in ("on", "for", "to", "of", "or", "and")]
    kinds = dict.fromkeys(vocabulary.kinds, ())
    meant = [[entry for entry in matched(name, kinds) if entry[1] < 0.75][:1] for name in names]
    if names and all(meant):
        yield " or ".join(entry[0][0] for entry in meant), sum(entry[0][1] for entry in meant)
        return
    for rank, kind in enumerate(usual_bearers(vocabulary)[:6]):
        yield kind, 0.9 + 0.1 * rank


def usual_bearers(vocabulary: Vocabulary) -> list[str]:
    """The kinds that have keywords, those with the most first."""
    counted = Counter(kind for sig in vocabulary.symbols.marks.values() for kind in sig.bearers)
    owned = [kind for kind in counted if "owner" in vocabulary.symbols.fields(kind)]
    return sorted(counted, key=lambda kind: (kind not in owned, -counted[kind]))
