"""Proposes a line of the game's own cards with the author's numbers and names in it.

What an author describes has often been done before: the nearest line of a shipped card, adapted, is a sentence that is
right as it stands. It is a guess, so it costs more than a reading of the author's own words, and the less of these the
line accounts for, the more; and it is shown, but never applied.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.repair.examples import ExampleLine, Examples
from dsl.repair.reader.tokens import digits, plain_signs
from dsl.repair.spot import LineRewrite, MistakeSpot
from dsl.repair.vocabulary import Vocabulary, plain

_MOST = 5
_FULL = 0.8  # of the words that matter, for a line that may be written instead
_NUMBER = re.compile(r"(?<![\w.\"-])-?\d+(?![\w.])")
_FIXED = re.compile(r"\bat (?:least|most) -?\d+|\bis \d+|distance\([^()]*\) <= \d+|once per \w+")
_ENGLISH = frozenset(
    "the a an is are was this that your you when whenever if each every who has may can cannot all any then until "
    "their they gets takes gains less more".split()
)
_SCRIPT = re.compile(r"([a-z_]\w*)\s*[:=]?\s*\{\s*(.*?)\s*\}?\s*$")


def analogies(spot: MistakeSpot, examples: Examples) -> Iterator[LineRewrite]:
    """The nearest lines of other cards, adapted."""
    if spot.in_head or spot.sort == "scenario" or spot.kind not in spot.vocabulary.kinds:
        return
    start, end = len(spot.indent), len(spot.line.rstrip())
    raw = digits(plain_signs(spot.raw[start:end]))
    words = re.findall(r"[A-Za-z]+", raw)
    if len(words) < 3 or len(raw) > 200:
        return
    if len(_ENGLISH & {word.lower() for word in words}) < 2:
        return  # a sentence of the language in which something is wrong
    depth = _depth(spot)
    scripts = spot.vocabulary.scripts(spot.kind) if spot.sort == "card" else []
    inner = _SCRIPT.match(raw)
    label = inner[1] if inner is not None and inner[1] in scripts else ""
    said = inner[2] if inner is not None and label else raw
    numbers = _NUMBER.findall(re.sub(r"-(?=\d)", " ", said))
    for rank, (example, recall, precision) in enumerate(_fitting(examples, said, spot, label, depth)):
        if rank >= _MOST:
            return
        line = _body(example) if depth else example.line
        cost = 1.5 + 2.0 * (1 - recall) + 0.5 * (1 - precision) + 0.05 * rank
        for adapted, more in _adapted(line, said, numbers, spot.vocabulary):
            yield _shown(spot, start, end, adapted, example, cost + more + (0.0 if recall >= _FULL else 1.0))


def _shown(spot: MistakeSpot, start: int, end: int, text: str, example: ExampleLine, cost: float) -> LineRewrite:
    low, high = spot.line_start + start, spot.line_start + end
    lesson = f"{example.name} does nearly this; change what differs"
    return LineRewrite(low, high, text, "analogy", lesson, cost, False, True, is_part=True)


def _fitting(
    examples: Examples, said: str, spot: MistakeSpot, label: str, depth: int
) -> Iterator[tuple[ExampleLine, float, float]]:
    lineage = spot.vocabulary.symbols.lineage(spot.kind)
    scripts = spot.vocabulary.scripts(spot.kind)
    for example, recall, precision in examples.ranked(said):
        if re.search(r"\{ (?:\d|at )[^{}]*: ", example.line):
            continue  # rows are too much a matter of one card
        if example.script:
            fits = spot.sort == "card" and example.script in scripts and (not label or example.script == label)
        else:
            fits = (
                not label
                and not depth
                and (example.kind in lineage or spot.kind in spot.vocabulary.symbols.lineage(example.kind))
            )
        if fits and (not depth or _body(example)):
            yield example, recall, precision


def _body(example: ExampleLine) -> str:
    inner = _SCRIPT.match(example.line)
    return inner[2] if inner is not None and example.script else ""


def _depth(spot: MistakeSpot) -> int:
    """How many blocks of scripts and rules the line stands in."""
    before = spot.blanked[spot.head_start : spot.line_start]
    opened = before.count("{") - before.count("}")
    inside = re.findall(r"([a-z_]\w*)[^{}\n]*\{[^{}]*$", before)
    return opened - 1 if opened >= 2 and inside else 0


def _adapted(line: str, said: str, numbers: list[str], vocabulary: Vocabulary) -> Iterator[tuple[str, float]]:
    """A line with the numbers, symbols and keywords of a sentence."""
    line = re.sub(r'\s*says\s*"[^"]*"', "", re.sub(r"\s+cites(?:\s+[A-Z0-9\-]+-\d+(?:\.\.\d+)?(?:\s+\d+)*)+", "", line))
    line, renamed = _renamed(line, said, vocabulary)
    fixed = [match.span() for match in _FIXED.finditer(line)]
    places = [m for m in _NUMBER.finditer(line) if not any(a <= m.start() < b for a, b in fixed)]
    letter = re.search(r"(?<![\w.])n(?![\w.(])", said)
    values = numbers or (["n"] if letter is not None and places else [])
    if len(values) == len(places):
        new, shift = line, 0
        for place, value in zip(places, values, strict=True):
            sign = "-" if place.group().startswith("-") else ""
            text = sign + value
            new = new[: place.start() + shift] + text + new[place.end() + shift :]
            shift += len(text) - len(place.group())
        yield new, renamed
    elif len(values) == 1 and places:
        for rank, place in enumerate(places):
            sign = "-" if place.group().startswith("-") else ""
            yield line[: place.start()] + sign + values[0] + line[place.end() :], renamed + 0.3 + 0.1 * rank
    else:
        yield line, renamed + (0.6 if values else 0.0)


def _renamed(line: str, said: str, vocabulary: Vocabulary) -> tuple[str, float]:
    """The keywords and symbols of a sentence in place of those of a line."""
    spoken = {plain(word) for word in re.findall(r"[A-Za-z]\w*", said)}
    marks = vocabulary.symbols.marks
    wanted = [name for name in marks if plain(name) in spoken and not re.search(rf"\b{name}\b", line)]
    there = [
        name for name in dict.fromkeys(re.findall(r"\b[A-Z]\w*", line)) if name in marks and plain(name) not in spoken
    ]
    cost = 0.0
    if len(wanted) == 1 and len(there) == 1:
        line, cost = re.sub(rf"\b{there[0]}\b", wanted[0], line), 0.1
    for symbols in vocabulary.symbols.symbols.values():
        said_members = [member for member in symbols.members if plain(member) in spoken]
        line_members = [member for member in symbols.members if re.search(rf"(?<![\w.]){member}(?!\w)", line)]
        if len(said_members) == 1 and len(line_members) == 1 and said_members != line_members:
            line, cost = re.sub(rf"(?<![\w.]){line_members[0]}(?!\w)", said_members[0], line), cost + 0.1
    return line, cost
