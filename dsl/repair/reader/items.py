"""The items of a card in another notation: fields, keywords and parts, by their names and the types of their values.

`"hull": 9;`, `9 hull`, `HP = 9` and `It has a hull of 9.` name the same field with the same value. So the reader drops
the notation, finds the names, and gives each the piece beside it that fits its type. A reading accounts for every word
and number of the line: what is left over must be a word without a meaning of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product

from dsl.names import types as t
from dsl.names.signatures import FieldSig
from dsl.repair.reader.lexicon import Lexicon, lexicon_of
from dsl.repair.reader.reading import Reading
from dsl.repair.reader.thesaurus import LIGHT
from dsl.repair.reader.tokens import LineToken, inside, pieces
from dsl.repair.reader.values import ValueReader

_NOISE = LIGHT | frozenset(
    "int var let const local public private static string str number bool float auto def self this new field property "
    "keyword kw k key set has have with plus costs does deals used uses type".split()
)
_UNITS = frozenset(
    "points point pts hp hexes hex tiles tile spaces space squares square cards card copies copy hearts heart damage "
    "steps step times dice die power energy tokens counters levels level fields turns rounds ap mv".split()
)
_VICTIMS = frozenset(
    "target targets victim victims enemy enemies opponent foe it them him whoever hit hits bot spaces away".split()
)
_SEPARATORS = (
    r",", r"[,;]", r"[,;|\t]", r"[,;|\t]|\s/\s|\s-\s|\s(?:and|plus|with|at|&)\s|,\s*(?:and|with)\s|\.\s",
)  # fmt: skip
_NOTHING = frozenset(["none", "null", "nil", "nothing", "n/a", "no", "-"])


class ItemReader:
    """Reads the items of a card of one kind."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.values = ValueReader(lexicon)

    def line(self, text: str) -> list[Reading]:
        """The readings of a line in the body of a card, the likeliest first."""
        text = re.sub(r"(?<=\s)([A-Z]\w*(?:-\w+)+)(?=\s*[{(\[:])", r'"\1"', self._unwrapped(text))
        listed = re.sub(r"\b(\d+)\s*,\s*(\d+)\s*,?\s*(?:or|and)\s+(\d+)\b", r"\1/\2/\3", text)
        readings = [*self.part(text), *self.items(text)]
        if listed != text:
            readings += [each + 0.2 for each in (*self.part(listed), *self.items(listed))]
        return sorted(readings, key=lambda reading: reading.cost)

    def _unwrapped(self, text: str) -> str:
        """`new Part("Claw", power=2)` and `parts: [ Part Claw { … } ]` without what is around the part."""
        match = re.match(r"(\w+)\s*[:=]?\s*\[\s*(.+?)\s*\]$", text)
        if match is not None and self.lexicon.fields.get(match[1]) is not None:
            text = match[2] if self.lexicon.fields[match[1]].sort == "children" else text
        match = re.match(r"(?:new\s+)?(\w+)\s*\(\s*([^,()]+?)\s*(?:,\s*(.*?))?\s*\)\s*(?:\{\s*(.*?)\s*\})?$", text)
        if match is not None and self.lexicon.child_kinds(match[1]):
            inner = ", ".join(part for part in (match[3], match[4]) if part)
            return f"{match[1]} {match[2]} {{ {inner} }}"
        match = re.match(r"(\w+)\s*(\{.*\})\s*(\w+|\"[^\"]+\")$", text)
        if match is not None and self.lexicon.child_kinds(match[1]):
            return f"{match[1]} {match[3]} {match[2]}"
        return text

    # ----------------------------------------------------------------------------------------------- parts

    def part(self, text: str) -> Iterator[Reading]:
        """`Part Claw { … }` in some notation: a kind of part, a name, and its items."""
        tokens = pieces(text)
        for kind, cost, rest, behind in self._part_kinds(tokens):
            named = [k for k, piece in enumerate(rest) if _is_name(piece)]
            if not named:
                continue
            first, last = named[0], named[0]
            while last + 1 < len(rest) and _is_name(rest[last + 1]) and rest[last].sort == "word":
                last += 1
            if any(piece.low not in _NOISE | {"called", "named"} and piece.sort != "sign" for piece in rest[:first]):
                continue
            words = [piece.text for piece in rest[first : last + 1]]
            name = words[0] if len(words) == 1 else '"' + " ".join(words) + '"'
            if rest[first].sort == "expression":
                name, _, call = rest[first].text.partition("(")
                body = "(" + call + text[rest[first].end :]
            else:
                body = text[max(rest[last].end, behind) :].strip()
            marks = re.match(r"(?:\s*(?:house|quiet)\b)*", body)
            before = f" {marks.group().strip()}" if marks and marks.group().strip() else ""
            body = body[marks.end() :].strip() if marks else body
            yield from self._with_items(f"{kind} {name}{before}", kind, body, cost + 0.1 * (len(words) - 1))

    def _part_kinds(self, tokens: Sequence[LineToken]) -> Iterator[tuple[str, float, list[LineToken], int]]:
        """The kinds of part that begin a line, the pieces without them, and where they end."""
        at = 0
        while at < len(tokens) and tokens[at].low in _NOISE and tokens[at].sort == "word":
            at += 1
        for start in (at, at + 1):
            for size in (2, 1):
                group = tokens[start : start + size]
                if len(group) < size or any(piece.sort != "word" for piece in group):
                    continue
                words = " ".join(piece.text for piece in group)
                if start > at and not _is_name(tokens[at]):
                    continue
                for kind, cost in self.lexicon.child_kinds(words)[:3]:
                    rest = [*tokens[at:start], *tokens[start + size :]]
                    yield kind, cost + (0.2 if start > at else 0.0), rest, group[-1].end
        first = tokens[at] if at < len(tokens) else None
        children = self.lexicon.children()
        if (
            first is not None
            and _is_name(first)
            and first.sort == "word"
            and len(tokens) > at + 1
            and _is_name(tokens[at + 1])
            and not self.lexicon.child_kinds(first.text)
            and len(children) <= 12
        ):
            yield from ((kind, 1.3, list(tokens[at + 1 :]), first.end) for kind in children)

    def _with_items(self, head: str, kind: str, body: str, cost: float) -> Iterator[Reading]:
        reader = ItemReader(lexicon_of(self.lexicon.vocabulary, kind))
        body = body.strip().lstrip(":=").strip()
        is_open = False
        if body[:1] in ("{", "(", "["):
            closing = _first_group(body)
            rest = body[closing:].strip(" ,;.")
            if rest:
                return
            body, closed = inside(body[:closing])
            is_open = not closed
        body = body.rstrip(" ,;.")
        if not body:
            yield Reading(f"{head} {{" if is_open else f"{head} {{ }}", cost)
            return
        for reading in islice(reader.items(body), 6):
            yield Reading(f"{head} {{ {reading.text}" + ("" if is_open else " }"), cost + reading.cost)

    # ----------------------------------------------------------------------------------------------- items

    def items(self, text: str) -> Iterator[Reading]:
        """Several items, with whatever sets them apart."""
        text = text.strip().rstrip(",;. ").strip()
        seen: set[str] = set()
        names_of_items = "|".join(map(re.escape, (*self.lexicon.fields, *self.lexicon.vocabulary.symbols.marks)))
        for rank, separator in enumerate((*_SEPARATORS, rf"[,;|\t]|\s(?=(?:{names_of_items})\b)")):
            chunks = _chunks(text, separator)
            readings = [list(islice(self.item(chunk), 4)) for chunk in chunks]
            if not chunks or not all(readings):
                continue
            for choice in islice(product(*readings), 12):
                kept = [reading.text for reading in choice if reading.text]
                joined = ", ".join(kept)
                names = [re.split(r"[\s(]", each, maxsplit=1)[0] for each in kept]
                if joined not in seen and kept and len(set(names)) == len(names):
                    seen.add(joined)
                    yield Reading(joined, sum(reading.cost for reading in choice) + 0.1 * rank)

    def item(self, chunk: str) -> Iterator[Reading]:
        """One item."""
        chunk = chunk.strip()
        tokens = [piece for piece in pieces(chunk) if piece.sort != "sign"]
        readings = [
            *self._written(chunk, tokens), *self._field(tokens, chunk), *self._keyword(tokens), *self._by_value(tokens),
        ]  # fmt: skip
        if len(tokens) >= 2 and tokens[-1].low in _NOTHING:
            readings += [Reading("", cost + 0.4) for _, cost in self.lexicon.field_names(tokens[0].text)]
        yield from sorted({each.text: each for each in reversed(readings)}.values(), key=lambda each: each.cost)

    def _written(self, chunk: str, tokens: Sequence[LineToken]) -> Iterator[Reading]:
        """An item that is right as it is: a part with braces, a rule, or a row that this reader has no idea of."""
        if tokens and tokens[-1].sort == "group" and tokens[-1].text.startswith("{"):
            name = tokens[0].text
            if tokens[0].sort == "word" and (name in ("after", "before", "instead", "modify", "forbid")):
                yield Reading(chunk, 0.0)
        elif tokens and tokens[0].text in ("modify", "forbid"):
            yield Reading(chunk, 0.0)

    def _field(self, tokens: Sequence[LineToken], chunk: str) -> Iterator[Reading]:
        """A field by its name, with its value behind or before it."""
        for start in range(min(len(tokens), 8)):
            for size in (3, 2, 1):
                words = tokens[start : start + size]
                if len(words) < size:
                    continue
                head = words[-1]
                value = list(tokens[start + size :])
                if head.sort == "expression" and size == 1:  # `hull(9)`, `it.hull`
                    called = re.match(r"(?:\w+\.)?(\w+)(?:\((.*)\))?$", head.text)
                    if called is None:
                        continue
                    name_words = called[1]
                    value = [*pieces(called[2] or ""), *value]
                elif any(piece.sort not in ("word", "text") for piece in words):
                    continue
                else:
                    name_words = " ".join(piece.text.strip('"') for piece in words)
                before = tokens[:start]
                for name, cost in self.lexicon.field_names(name_words)[:4]:
                    sig = self.lexicon.fields[name]
                    cost += 0.02 * start
                    if _are_light(before):
                        yield from (each + cost for each in self._valued(name, sig, value, chunk))
                    if before and not value:
                        yield from (each + (cost + 0.15) for each in self._valued(name, sig, before, chunk))

    def _valued(self, name: str, sig: FieldSig, value: Sequence[LineToken], chunk: str) -> Iterator[Reading]:
        type = t.plain(sig.type)
        if isinstance(type, t.TruthT):
            words = {piece.low for piece in value}
            if not words or words <= {"yes", "true", "1", "on", "x", "y"}:
                yield Reading(name)
            elif words <= {"no", "false", "0", "off", "n"}:
                yield Reading(f"{name} no", 0.1)
            return
        if isinstance(type, t.ScriptT):
            group = next((piece for piece in value if piece.sort == "group"), None)
            if group is not None and group is value[-1] and _are_light(value[:-1]):
                inner, _ = inside(group.text)
                yield Reading(f"{name} {{ {inner} }}" if inner else f"{name} {{ }}")
            return
        while value and value[0].sort == "word" and value[0].low in _NOISE:
            value = value[1:]
        for text, cost in self.values.values(type, value, name):
            yield Reading(f"{name} {text}", cost)

    def _keyword(self, tokens: Sequence[LineToken]) -> Iterator[Reading]:
        """`Plated(1)`, `Plated 1`, `1 Plated`, `K:Plated:1`, `stuns`."""
        words = [piece for piece in tokens if not (piece.sort == "word" and piece.low in _NOISE)]
        if not words:
            return
        expression = next((piece for piece in words if piece.sort == "expression"), None)
        if expression is not None:
            name, _, arguments = expression.text.partition("(")
            if len(words) == 1 and "." not in name:
                inner = arguments.rstrip(")").strip()
                yield from self._marked(name, [inner] if inner else [])
            return
        numbers = [piece.text for piece in words if piece.sort in ("number", "group")]
        names = [piece for piece in words if piece.sort in ("word", "text")]
        while len(names) > 1 and names[-1].low in _UNITS | _VICTIMS:
            names.pop()
        if names and len(numbers) <= 1 and len(names) <= 3:
            phrase = " ".join(piece.text.strip('"') for piece in names)
            yield from self._marked(phrase, [number.strip("()[] ") for number in numbers])

    def _marked(self, words: str, numbers: Sequence[str]) -> Iterator[Reading]:
        symbols = self.lexicon.vocabulary.symbols
        names = self.lexicon.mark_names(words)
        names += [(name, cost + 0.1) for name, cost in self._by_form(words) if name not in dict(names)]
        for name, cost in names[:4]:
            sig = symbols.marks[name]
            if numbers and not sig.params:
                continue
            if not numbers and any(slot.required for slot in sig.params):
                continue
            yield Reading(f"{name}({numbers[0]})" if numbers else name, cost)

    def _by_form(self, words: str) -> Iterator[tuple[str, float]]:
        """`pushes` for `Push`: a keyword as a form of a verb."""
        low = words.lower()
        for ending in ("s", "es", "ing", "ed", "d"):
            if low.endswith(ending):
                yield from self.lexicon.mark_names(low.removesuffix(ending))[:1]

    def _by_value(self, tokens: Sequence[LineToken]) -> Iterator[Reading]:
        """A symbol or a window that only one field of the kind can have: `red`."""
        words = [piece for piece in tokens if not (piece.sort == "word" and piece.low in _NOISE)]
        if len(words) != 1 or words[0].sort != "word":
            return
        readings = []
        for name, sig in self.lexicon.fields.items():
            type = t.plain(sig.type)
            inner = t.plain(t.item(type) or type)
            if sig.sort == "printed" and isinstance(inner, t.SymbolT):
                readings += [
                    f"{name} {text}" for text, cost in self.lexicon.members(words[0].text, inner.name) if cost < 0.2
                ]
            elif sig.sort == "printed" and isinstance(inner, t.RefT) and inner.sort == "window":
                readings += [f"{name} {text}" for text, _ in self.values.windows(words)]
        if len(readings) == 1:
            yield Reading(readings[0], 0.3)


def _is_name(piece: LineToken) -> bool:
    return (
        (piece.sort == "text")
        or (piece.sort in ("word", "expression") and piece.text[:1].isupper())
        or (piece.sort == "word" and piece.low not in _NOISE and piece.text[:1].isalpha() and piece.low not in LIGHT)
    )


def _are_light(tokens: Sequence[LineToken]) -> bool:
    return all((piece.sort == "word" and piece.low in _NOISE) or piece.sort == "sign" for piece in tokens)


def _are_units(tokens: Sequence[LineToken], name: str = "") -> bool:
    return all(
        piece.sort == "sign" or piece.low in _UNITS or piece.low in LIGHT or piece.low == name for piece in tokens
    )


def _first_group(text: str) -> int:
    tokens = pieces(text)
    return tokens[0].end if tokens else len(text)


def _chunks(text: str, separator: str) -> list[str]:
    """A text divided at a separator, but not inside brackets and quotes."""
    chunks, start, depth, quoted, at = list[str](), 0, 0, False, 0
    regex = re.compile(separator)
    while at < len(text):
        sign = text[at]
        if sign == '"':
            quoted = not quoted
        if not quoted:
            depth += (sign in "([{") - (sign in ")]}")
            match = regex.match(text, at) if depth == 0 else None
            if match is not None:
                chunks.append(text[start:at])
                start = at = match.end()
                continue
        at += 1
    chunks.append(text[start:])
    return [chunk for chunk in chunks if chunk.strip()]
