"""Tables in another notation: legends, and scripts with a row for each number.

`'.' = floor; '#' = wall` and `[1,2,3] => strike closest with Bite` are rows whose keys and values can be told apart by
their types, so the signs between them do not matter, and neither does their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, pairwise, product

from dsl.names import types as t
from dsl.repair.reader.effects import EffectReader
from dsl.repair.reader.lexicon import matched
from dsl.repair.reader.reading import Reading
from dsl.repair.reader.scene import Scene

_KEY = r"(?:at (?:least|most) \d+|\d+(?:\s*(?:\.\.|-|to|,|or|and)\s*\d+)*|\[[\d, ]+\]|else)"
_BETWEEN = r"\s*(?:=>|->|:=|:|=|;|,)?\s*(?:then\s+)?"


class RowReader:
    """Reads a field whose value is a table, or a script with rows."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def line(self, text: str) -> list[Reading]:
        """`legend { … }` and `plan { … }` in some notation."""
        match = re.match(r"(?P<n>[A-Za-z]\w*)\s*[:=]*\s*[{(\[]\s*(?P<b>.+?)\s*[})\]]\s*$", text) or re.match(
            r"[{(\[]\s*(?P<b>.+?)\s*[})\]]\s*(?P<n>[a-z]\w*)$", text
        )
        if match is None:
            return []
        readings = []
        for name, cost in matched(match["n"], dict.fromkeys(self.scene.lexicon.fields, ())):
            type = t.plain(self.scene.lexicon.fields[name].type)
            rows: Iterator[Reading] = iter(())
            if isinstance(type, t.TableT) and isinstance(type.by, t.TextT):
                rows = self.legend(match["b"])
            elif isinstance(type, t.ScriptT) and type.by is not None:
                rows = self.script(match["b"])
            readings += [Reading(f"{name} {{ {each.text} }}", cost + each.cost) for each in islice(rows, 12)]
        return sorted(readings, key=lambda reading: reading.cost)

    def legend(self, body: str) -> Iterator[Reading]:
        """Signs of a drawing with their meaning."""
        rows = []
        for part in _parts(body):
            match = re.match(
                r'(?P<k>"[^"]+"|[^\w\s"]|\w)\s*(?:=>|->|:|=|;|\bis\b|\bmeans\b|\|)?\s*(?P<v>"?[A-Za-z]\w*(?:\([^)]*\)|\s*\{.*\})?"?)$',
                part,
            )
            turned = re.match(r'(?P<v>[A-Za-z]\w*)\s*(?:=>|->|:|=|\bis\b)\s*(?P<k>"[^"]+"|[^\w\s"])$', part)
            row = turned or match
            if row is None:
                return
            sign = row["k"].strip('"')
            values = self.meanings(row["v"].strip('"'))
            rows.append([Reading(f'"{sign}": {value}', cost) for value, cost in values[:2]])
        for choice in islice(product(*rows), 4):
            yield Reading(", ".join(each.text for each in choice), sum(each.cost for each in choice))

    def meanings(self, word: str) -> list[tuple[str, float]]:
        """What a sign may mean: a symbol, a keyword or a card."""
        symbols = self.scene.symbols
        if not word.isidentifier():
            return [(word, 0.0)]
        names = dict.fromkeys(
            (*(member for each in symbols.symbols.values() for member in each.members), *symbols.marks), ()
        )
        exact = [(word, 0.0)] if word in names or word in self.scene.spot.vocabulary.cards else []
        return exact or matched(word, names)[:2] or [(word, 1.0)]

    def script(self, body: str) -> Iterator[Reading]:
        """Rows with a number and a sentence."""
        body = re.sub(r"\b(?:case|on|if|roll|d\d+)\s+(?=\[?\d)", "", body, flags=re.IGNORECASE)
        body = re.sub(r"[;,]?\s*\bbreak\b\s*;?", "; ", body)
        body = re.sub(r"\b(\d+)\s+at (most|least)\b", r"at \2 \1", body)
        apart = [match.end() for match in re.finditer(r"^|[,;.]\s*", body)]
        starts = [
            match.start()
            for match in re.finditer(rf"(?:^|(?<=[,;.]\s)|(?<=[,;.])|(?<=\s)){_KEY}(?={_BETWEEN}[A-Za-z])", body)
        ]
        if len(apart) > 1:  # a number inside a sentence is no key
            starts = [start for start in starts if start in apart]
        rows = []
        if starts and not body[: starts[0]].strip():
            bounds = [*starts, len(body)]
            for start, end in pairwise(bounds):
                part = body[start:end].strip(" ,;.")
                match = re.match(rf"({_KEY}){_BETWEEN}(.+)$", part)
                if match is None:
                    return
                rows.append((match[1], match[2]))
        else:
            for part in re.split(r"\s*[,;]\s*", body.strip(" ,;")):
                match = re.match(rf"(.+?)\s*(?:=>|->|:|=|\bon\b)\s*({_KEY})$", part)
                if match is None:
                    return
                rows.append((match[2], match[1]))
        reader = EffectReader(self.scene.scripted())
        choices = [
            [Reading(f"{_key(key)}: {each.text}", each.cost) for each in reader.sentences(sentence)[:4]]
            for key, sentence in rows
        ]
        if choices and all(choices):
            joined = [
                Reading(", ".join(each.text for each in choice), sum(each.cost for each in choice))
                for choice in islice(product(*choices), 40)
            ]
            yield from sorted(joined, key=lambda reading: reading.cost)


def _key(text: str) -> str:
    numbers = re.findall(r"\d+", text)
    if text.startswith("at ") or text == "else" or len(numbers) < 2:
        return text.strip("[]")
    return f"{numbers[0]}..{numbers[-1]}"


def _parts(body: str) -> list[str]:
    """Rows set apart by commas, semicolons or line ends, but not inside quotes and brackets."""
    parts, start, depth, quoted = list[str](), 0, 0, False
    for at, sign in enumerate(body):
        quoted ^= sign == '"'
        depth += 0 if quoted else (sign in "{([") - (sign in "})]")
        if sign == "," and not quoted and depth == 0:
            parts.append(body[start:at])
            start = at + 1
    return [part.strip() for part in (*parts, body[start:]) if part.strip()]
