"""The line as the readers understand it, whatever notation it is written in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from dsl.diagnostics.codes.names import DUPLICATE, UNKNOWN_CLAUSE, UNKNOWN_THING
from dsl.repair.reader.effects import EffectReader
from dsl.repair.reader.items import ItemReader
from dsl.repair.reader.lexicon import lexicon_of, matched
from dsl.repair.reader.mark_heads import mark_heads
from dsl.repair.reader.reading import Reading
from dsl.repair.reader.rows import RowReader
from dsl.repair.reader.rules import RuleReader
from dsl.repair.reader.scenario import ScenarioReader
from dsl.repair.reader.scene import Scene
from dsl.repair.reader.stage import stage_heads
from dsl.repair.reader.thesaurus import LIGHT
from dsl.repair.reader.tokens import digits, pieces, plain_signs
from dsl.repair.spot import Family, LineRewrite, MistakeSpot, open_braces
from dsl.repair.vocabulary import plain

_ITEMS = "a card has fields (`name value`), keywords (`Name(2)`) and parts (`Kind Name { … }`)"
_SENTENCE = "a sentence of the language, with the verbs of this game"
_SAID = "this is what its text says"
_HEAD = "a card begins with its kind, its name, then `like` and `house`; its fields stand in braces"
_MARK_HEAD = "a keyword has its name, its numbers, its printed name, and `on` before the kind that can have it"
_STORY_HEAD = "a scenario has its name in quotes, then the clause that it tests"
_STORY = "`given` says how it begins, `do` what happens, `then` what must be true; `Ann: …` is an answer"
_ABOUT_NAMES = frozenset(code.id for code in (UNKNOWN_THING, DUPLICATE, UNKNOWN_CLAUSE))
_MOST = 8
_MOST_SENTENCES = 24


def items(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """Fields, keywords and parts of a card in another notation."""
    if spot.sort in ("keyword", "status", "scenario") or spot.in_head or spot.kind not in spot.vocabulary.kinds:
        return
    start, end = _content(spot)
    raw = spot.raw[start:end]
    if not raw or _is_inside(spot):
        return
    text = digits(plain_signs(raw))
    readings = [*RowReader(Scene.of(spot)).line(text), *ItemReader(lexicon_of(spot.vocabulary, spot.kind)).line(text)]
    readings = [reading for reading in readings if _is_whole(reading, text)]
    for rank, reading in enumerate(islice(sorted(readings, key=lambda each: each.cost), _MOST)):
        cost = 0.8 + reading.cost + 0.02 * rank
        yield spot.rewrite(start, end, reading.text, "items", _ITEMS, cost, reading.cost < 0.5, whole=True)


def legend_row(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`~: oil`, `oil = "~"`: a line of a legend that has a line for each sign."""
    opened = _opened(spot)
    if not opened or not re.search(r"\blegend\s*[:=]?\s*$", opened[-1]):
        return
    row = plain_signs(spot.raw.strip()).rstrip(",;")
    sign = r"(?P<q>[\"']?)(?P<s>[^\w\s\"'{}]|\w)(?P=q)"
    value = r"(?P<v>\"?[A-Za-z]\w*(?:\([^)]*\)|\s*\{.*\})?\"?)"
    between = r"\s*(?::|=>|->|=|\bis\b|\bmeans\b|\bfor\b|;|,|\||\s)\s*"
    match = re.fullmatch(sign + between + value, row) or re.fullmatch(value + between + sign, row)
    if match is None:
        return
    for rank, (text, cost) in enumerate(RowReader(Scene.of(spot)).meanings(match["v"].strip('"'))[:3]):
        new = f'{spot.indent}"{match["s"]}": {text}'
        lesson = "a row of a legend has its sign in quotes, a `:`, and the meaning"
        yield spot.rewrite(0, len(spot.raw), new, "items", lesson, 0.5 + cost + 0.1 * rank, cost < 0.3, True)


def rules(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """Rules, scripts and sentences in English or another language."""
    if spot.sort == "scenario" or spot.in_head or spot.kind not in spot.vocabulary.kinds:
        return
    start, end = _content(spot)
    raw = digits(plain_signs(spot.raw[start:end]))
    if len(raw) < 3 or len(raw) > 200:
        return
    scene = Scene.of(spot)
    if _is_inside(spot):
        readings: Sequence[Reading] = EffectReader(scene).sentences(raw)
    else:
        readings = RuleReader(scene).line(raw)
    readings = [reading for reading in readings if _is_whole(reading, raw)]
    for rank, reading in enumerate(islice(readings, _MOST_SENTENCES)):
        cost = 1.0 + reading.cost + 0.02 * rank
        yield spot.rewrite(start, end, reading.text, "sentence", _SENTENCE, cost, reading.cost < 0.2, whole=True)


def said(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """A line in the script of another game, in a card or keyword whose `says` tells in English what it does."""
    says = re.search(r'\bsays\s+"([^"\n]{10,160})"', spot.text[: spot.line_start])
    foreign = re.search(r"[$|~@\\%]|::|->", spot.line) is not None
    if says is None or spot.in_head or not foreign or _is_inside(spot) or spot.kind not in spot.vocabulary.kinds:
        return
    text = digits(plain_signs(re.sub(r"\{(\w+)\}", r"\1", says[1])))
    for rank, reading in enumerate(RuleReader(Scene.of(spot)).line(text)[:12]):
        new = spot.indent + reading.text
        yield spot.rewrite(0, len(spot.raw), new, "sentence", _SAID, 1.6 + reading.cost + 0.02 * rank, False, whole=True)


def head(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """The first line of a card: its kind, name and marks, and the items behind its brace."""
    if not spot.in_head or spot.sort in ("keyword", "status", "scenario"):
        return
    line = plain_signs(spot.raw.rstrip())
    before, brace, body = line.partition("{")
    read = _card_head(before, spot)
    if read is None or not brace:
        return
    kind, new_head, left, cost = read
    body = body.lstrip("{").strip()
    closed = body.endswith("}") and body.count("}") > body.count("{")
    body = body[:-1].strip() if closed else body
    reader = ItemReader(lexicon_of(spot.vocabulary, kind))
    items_of = list(islice(reader.items(digits(body)), 6)) if body else [Reading("")]
    for reading in items_of:
        if any(word not in reading.text.split() for word in left):
            continue
        new = f"{new_head} {{ {reading.text}".rstrip() + (" }" if closed else "")
        yield spot.rewrite(0, len(spot.raw), new, "items", _HEAD, 0.8 + cost + reading.cost, cost + reading.cost < 0.4, True)


def mark_head(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """The first line of a keyword or status."""
    if not spot.in_head or spot.sort == "scenario" or (spot.sort == "card" and spot.kind in spot.vocabulary.kinds):
        return
    line = plain_signs(spot.raw.rstrip())
    by_text = {reading.text: reading for reading in mark_heads(line, spot.vocabulary)}
    says_below = re.match(r"\s*\n\s*says\b", spot.text[spot.line_end :]) is not None
    for reading in islice(sorted(by_text.values(), key=lambda each: each.cost), _MOST):
        opened = spot.raw.rstrip().endswith(("{", ":"))
        new = reading.text if opened or not says_below else reading.text.removesuffix(" {")
        yield spot.rewrite(0, len(spot.raw), new, "head", _MARK_HEAD, 0.7 + reading.cost, reading.cost < 0.3, True)


def _card_head(text: str, spot: MistakeSpot) -> tuple[str, str, list[str], float] | None:
    """The kind, the head as it should be, the words that must be found again in the body, and the cost."""
    marks = re.search(r'\b(?:house|quiet|cites|like|says)\b.*$', text)
    tail = marks.group().rstrip(" ,:=") if marks is not None else ""
    extra = re.search(r",\s*(.+)$", tail)
    tail = tail[: extra.start()] if extra is not None else tail
    tokens = [piece for piece in pieces(text[: marks.start()] if marks is not None else text) if piece.sort != "sign"]
    kinds = [(k, name, cost) for k, piece in enumerate(tokens[:4]) for name, cost in _kinds(piece.text, spot)[:1]]
    if tail.startswith("house") and not tokens:
        tokens = [piece for piece in pieces(tail.removeprefix("house")) if piece.sort != "sign"]
        kinds = [(k, name, cost) for k, piece in enumerate(tokens[:3]) for name, cost in _kinds(piece.text, spot)[:1]]
        tail = "house"
    if not kinds or "-" in text[: marks.start() if marks is not None else len(text)]:
        return None
    at, kind, cost = min(kinds, key=lambda entry: entry[2])
    names = [piece for k, piece in enumerate(tokens) if k != at and (piece.sort == "text" or piece.text[:1].isupper())]
    others = [piece.low for k, piece in enumerate(tokens) if k != at and piece not in names]
    if not names or any(word not in LIGHT | {"class", "extends", "new", "card", "kind", "object"} for word in others):
        return None
    name = names[0].text if len(names) == 1 else '"' + " ".join(piece.text.strip('"') for piece in names) + '"'
    left = [word for word in re.findall(r"[a-z]+", extra[1].lower()) if word not in LIGHT | {"type", "with"}] if extra else []
    return kind, " ".join(part for part in (kind, name, tail) if part), left, cost + 0.1 * (at > 0)


def _kinds(word: str, spot: MistakeSpot) -> list[tuple[str, float]]:
    return [(name, cost) for name, cost in matched(word, dict.fromkeys(spot.vocabulary.kinds, ())) if cost < 0.6]


def story_head(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """The first line of a scenario."""
    if not spot.in_head or spot.kind in spot.vocabulary.kinds:
        return
    for reading in stage_heads(plain_signs(spot.raw.rstrip())):
        cost = 0.7 + reading.cost
        yield spot.rewrite(0, len(spot.raw), reading.text, "head", _STORY_HEAD, cost, True, True)


def story(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """A line of a scenario."""
    if spot.sort != "scenario" or spot.in_head:
        return
    start, end = _content(spot)
    raw = digits(plain_signs(spot.raw[start:end]))
    if not 3 <= len(raw) <= 200:
        return
    for rank, reading in enumerate(islice(ScenarioReader(Scene.of(spot)).line(raw), _MOST)):
        cost = 0.8 + reading.cost + 0.02 * rank
        yield spot.rewrite(start, end, reading.text, "scenario", _STORY, cost, reading.cost < 0.2, whole=True)


def _is_whole(reading: Reading, raw: str) -> bool:
    """Whether a reading opens and closes as many braces as the line, or closes all that it opens."""
    depth = reading.text.count("{") - reading.text.count("}")
    return depth in (0, raw.count("{") - raw.count("}"))


def _opened(spot: MistakeSpot) -> list[str]:
    """What stands before each brace that is open above the line."""
    before = spot.blanked[spot.head_start : spot.line_start]
    opened = open_braces(before)
    return [before[max(before.rfind(sign, 0, at) for sign in "\n{};") + 1 : at] for at in opened]


def _is_inside(spot: MistakeSpot) -> bool:
    """Whether the line stands in the block of a script or a rule that begins above."""
    before = spot.blanked[spot.head_start : spot.line_start]
    opened = open_braces(before)
    if len(opened) < 2:  # the body of the card or keyword itself
        return False
    start = max(before.rfind(sign, 0, opened[-1]) for sign in "\n{};")
    head = before[start + 1 : opened[-1]].strip()
    return re.match(r"[a-z]", head) is not None and not head.startswith(("keyword", "status"))


def _content(spot: MistakeSpot) -> tuple[int, int]:
    """The line without indentation, comment, and a brace that closes what was opened above."""
    start = len(spot.indent)
    comment = spot.line.find("#")
    end = len(spot.line[:comment].rstrip() if comment >= 0 else spot.line.rstrip())
    depth = spot.line[start:end].count("}") - spot.line[start:end].count("{")
    while depth > 0 and spot.line[:end].rstrip().endswith("}"):
        end = len(spot.line[:end].rstrip()) - 1
        depth -= 1
    return start, len(spot.line[:end].rstrip())


def _if_of_the_line(family: Family) -> Family:
    """A family, but not for findings about a name whose line is right otherwise."""
    return lambda spot: () if spot.error.code in _ABOUT_NAMES and not _is_word(spot) else family(spot)


def _is_word(spot: MistakeSpot) -> bool:
    """Whether what is taken for a card is a word of the game in another form: `gain GUARD`."""
    word = spot.text[spot.error.place.start : spot.error.place.end]
    symbols = spot.vocabulary.symbols
    words = {plain(name) for name in (*symbols.marks, *symbols.verbs)}
    return spot.error.code == UNKNOWN_THING.id and word.isidentifier() and plain(word) in words


FAMILIES = tuple(map(_if_of_the_line, (items, legend_row, rules, said, head, mark_head, story_head, story)))
