"""The value of a field in another notation, by its type: numbers, ladders, symbols, lists, windows and costs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from dsl.names import types as t
from dsl.repair.reader.lexicon import Lexicon
from dsl.repair.reader.thesaurus import LIGHT
from dsl.repair.reader.tokens import LineToken, inside, pieces

_UNITS = frozenset(
    "points point pts hp hexes hex tiles tile spaces space squares square cards card copies copy hearts heart damage "
    "steps step times dice die power energy tokens counters levels level fields turns rounds ap mv".split()
)


class ValueReader:
    """Reads values; all pieces of a value are used, but for units."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon

    def values(self, type: t.Type, value: Sequence[LineToken], name: str = "") -> Iterator[tuple[str, float]]:
        """A value of a type in some pieces; all of them are used."""
        if not value:
            return
        first = value[0]
        inner = t.item(type)
        if first.sort == "group" and len(value) == 1 and first.text[0] in "([":
            content, _ = inside(first.text)
            parts = [part.strip() for part in re.split(r"[,;]", content) if part.strip()]
            if inner is not None:
                choices = [list(islice(self.values(t.plain(inner), pieces(part)), 1)) for part in parts]
                if choices and all(choices):
                    text = ", ".join(choice[0][0] for choice in choices)
                    listed = f"[{text}]" if len(choices) > 1 or first.text[0] == "[" else text
                    yield listed, 0.1 + sum(choice[0][1] for choice in choices)
                    numbers = [choice[0][0] for choice in choices]
                    if all(number.isdigit() for number in numbers) and _is_row(numbers):
                        yield f"{numbers[0]}..{numbers[-1]}", 0.0
            elif isinstance(type, t.LadderT) and all(part.isdigit() for part in parts):
                yield "/".join(parts), 0.2
            elif len(parts) == 1:
                yield from ((text, cost + 0.1) for text, cost in self.values(type, pieces(parts[0]), name))
            return
        if first.sort == "text" and not isinstance(type, t.TextT | t.KindT):
            yield from self.values(type, [*pieces(first.text[1:-1]), *value[1:]], name)
            return
        match type:
            case t.NumberT():
                if first.sort == "number" and _are_units(value[1:], name):
                    yield re.split(r"[.,]", first.text)[0].lstrip("0") or "0", 0.05 * len(value[1:])
            case t.LadderT():
                if first.sort == "ladder" and _are_units(value[1:], name):
                    yield re.sub(r"\s*[/|]\s*", "/", first.text), 0.05 * len(value[1:])
                elif numbers := _only_numbers(value, name):
                    yield "/".join(numbers), 0.2
                elif first.sort == "range":
                    yield re.sub(r"\D+", "/", " ".join(piece.text for piece in value if piece.sort != "sign")), 0.4
            case t.SymbolT(set_name):
                words = " ".join(piece.text for piece in value if piece.sort == "word" and piece.low not in LIGHT)
                if all(piece.sort == "word" for piece in value) and words:
                    yield from self.lexicon.members(words, set_name)[:3]
            case t.TextT():
                words = " ".join(piece.text for piece in value)
                yield (first.text if first.sort == "text" and len(value) == 1 else f'"{words}"'), 0.1
            case t.ListT(of=of):
                yield from self._listed(of, value, name)
            case t.RefT(sort="window"):
                yield from self.windows(value)
            case t.RefT(sort="cost"):
                yield from self._costs(value)
            case t.KindT() | t.RefT():
                words = " ".join(piece.text.strip('"') for piece in value)
                names = [words, *self.lexicon.vocabulary.alike(words)]
                names_of_game = [each for each in names if self.lexicon.vocabulary.is_name(each)]
                yield from (
                    (each if each.isidentifier() else f'"{each}"', 0.1 * (each != words)) for each in names_of_game[:2]
                )
            case t.TableT():
                if first.sort == "group" and len(value) == 1:
                    yield "{ " + inside(first.text)[0] + " }", 0.0
            case _:
                return

    def _listed(self, of: t.Type, value: Sequence[LineToken], name: str) -> Iterator[tuple[str, float]]:
        """A list as a range, as values with `or` or `and` between them, or as one value."""
        inner = t.plain(of)
        if isinstance(inner, t.NumberT):
            first = value[0]
            if first.sort == "range" and _are_units(value[1:], name):
                yield re.sub(r"\s*(?:\.{2,3}|-)\s*", "..", first.text), 0.0
                return
            numbers = [piece.text for piece in value if piece.sort in ("number", "ladder")]
            parts = [part for text in numbers for part in re.split(r"\D+", text)]
            words = {piece.low for piece in value if piece.sort == "word"}
            if parts and words <= LIGHT | {"or", "and", "to", "through", "a", "either", "between", "up"}:
                spans = _is_row(parts) or (len(parts) == 2 and words & {"to", "through", "between"})
                yield (f"{parts[0]}..{parts[-1]}" if spans and len(parts) > 1 else ", ".join(parts)), 0.1
            elif (
                len(parts) == 1 and words <= LIGHT | {"or", "more", "higher", "up", "above", "plus", "+"} and inner.high
            ):
                yield f"{parts[0]}..{inner.high}", 0.2
            return
        parts_of = re.split(r"\s+(?:or|and|,|/)\s+", " ".join(piece.text for piece in value))
        choices = [list(islice(self.values(inner, pieces(part)), 1)) for part in parts_of]
        if choices and all(choices):
            texts = [choice[0][0] for choice in choices]
            cost = sum(choice[0][1] for choice in choices)
            yield (texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"), cost

    def windows(self, value: Sequence[LineToken]) -> Iterator[tuple[str, float]]:
        names = []
        for piece in value:
            if piece.sort == "word" and piece.low in LIGHT | {"or", "and"}:
                continue
            windows = self.lexicon.vocabulary.symbols.windows
            same = [name for name in windows if name.lower() == piece.low.strip('"')]
            if not same:
                return
            names.append(same[0])
        if names:
            yield " or ".join(names), 0.0

    def _costs(self, value: Sequence[LineToken]) -> Iterator[tuple[str, float]]:
        """`2 AP and 1 MV`, also with the printed words of a currency, and the number behind it."""
        parts, cost = list[str](), 0.0
        words = [piece for piece in value if not (piece.sort == "word" and piece.low in ("and", "plus"))]
        while words:
            number = next((piece for piece in words[:2] if piece.sort == "number"), None)
            if number is None:
                return
            if len(words) == 1 and not parts:
                currencies = self.lexicon.vocabulary.symbols.currencies
                yield from ((f"{number.text} {name}", 0.6 + 0.2 * rank) for rank, name in enumerate(currencies))
                return
            at = words.index(number)
            name, used = self._currency([piece for piece in words[: at + 4] if piece is not number])
            if not name:
                return
            parts.append(f"{number.text} {name}")
            words = words[used + 1 :]
            cost += 0.1
        yield " and ".join(parts), cost

    def _currency(self, words: Sequence[LineToken]) -> tuple[str, int]:
        currencies = self.lexicon.vocabulary.symbols.currencies
        for size in (3, 2, 1):
            if len(words) < size:
                continue
            phrase = " ".join(piece.text for piece in words[:size])
            same = [name for name in currencies if name.lower() == phrase.lower()]
            same += [name for name in self.lexicon.vocabulary.alike(phrase) if name in currencies]
            if same:
                return same[0], size
        return "", 0


def _are_units(tokens: Sequence[LineToken], name: str = "") -> bool:
    return all(
        piece.sort == "sign" or piece.low in _UNITS or piece.low in LIGHT or piece.low == name for piece in tokens
    )


def _only_numbers(tokens: Sequence[LineToken], name: str) -> list[str]:
    numbers = [piece.text for piece in tokens if piece.sort == "number"]
    rest = [piece for piece in tokens if piece.sort not in ("number", "sign")]
    words_fit = all(piece.low in LIGHT | {"or", "and"} or piece.low in _UNITS for piece in rest)
    return numbers if len(numbers) >= 1 and words_fit else []


def _is_row(numbers: Sequence[str]) -> bool:
    values = [int(number) for number in numbers]
    return len(values) > 1 and values == list(range(values[0], values[0] + len(values)))
