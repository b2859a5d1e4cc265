"""Lines of a scenario in English or in the words of other test languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from dsl.repair.reader.conditions import ConditionReader
from dsl.repair.reader.effects import EffectReader
from dsl.repair.reader.reading import Reading
from dsl.repair.reader.scene import Scene
from dsl.repair.reader.stage import dice, seats

_CHECKS = r"(?:then|and|assert|assertion|expect|check|verify|ensure|test|result|so|should|must|that)"
_EVENTS = r"(?:do|when|run|perform|execute|now|let|action|trigger|event|act|step)"
_EQUAL = r"(?:assert_?equals?|assertEqual|expect_?equal|assert_eq|assert_that|is_equal|check_equal|eq)"


class ScenarioReader:
    """Reads one line of a scenario."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def line(self, text: str) -> list[Reading]:
        text = text.strip().rstrip(";.").strip()
        low = text[:1].lower() + text[1:]
        costs: dict[str, float] = {}
        staged = (*seats(text), *dice(text, self.scene.spot.vocabulary))
        for reading in (*staged, *self._checked(low), *self._done(low), *self._given(low), *self._answered(text)):
            if reading.cost < costs.get(reading.text, 99.0):
                costs[reading.text] = reading.cost
        return [Reading(text, cost) for text, cost in sorted(costs.items(), key=lambda entry: entry[1])][:16]

    def _checked(self, text: str) -> Iterator[Reading]:
        """`assert x == 2`, `expect(x).toBe(2)`, `then Rusty has 2 damage`."""
        match = re.match(rf"{_EQUAL}\s*\(\s*(.+?)\s*,\s*([^,]+?)\s*\)$", text, re.IGNORECASE)
        if match is not None:
            pair = (
                (match[2], match[1]) if re.fullmatch(r"\d+|\"[^\"]*\"|true|false", match[1]) else (match[1], match[2])
            )
            yield Reading(f"then {self._named(pair[0])} is {pair[1]}", 0.1)
        match = re.match(
            r"expect\s*\((.+?)\)\s*\.(?:not\.)?to_?(?:be|equal|eq|have|strictly)\w*\((.*)\)$", text, re.IGNORECASE
        )
        if match is not None:
            yield Reading(f"then {self._named(match[1])} {'is not' if '.not.' in text else 'is'} {match[2]}", 0.1)
        started = re.match(rf"((?:then\s+)?{_CHECKS}(?:\s+that)?)\b\s*[:(]?\s*(.+?)$", text, re.IGNORECASE)
        rest, cost = (started[2], 0.0) if started is not None else (text, 0.4)
        if started is not None and "(" not in rest and rest.endswith(")"):
            rest = rest[:-1]
        if started is None and not re.search(r"\b(?:is|has|have|should|are)\b|[=<>]", text):
            return
        rest = re.sub(r"\b(?:should|must|will|shall|has to|needs to)\s+(?:still\s+|now\s+)?be\b", "is", rest)
        rest = re.sub(r"\b(?:should|must|will)\s+(?:still\s+|now\s+)?have\b", "has", rest)
        rest = re.sub(r"\b(?:should|must|will)\s+not\s+be\b", "is not", rest)
        rest = re.sub(r"\b(is|has)\s+(?:now|still|equal to|exactly)\s+", r"\1 ", rest)
        rest = re.sub(r"^([\w.\"() ]+?)\s*(?:[:=]|==)\s*(\w+)$", r"\1 is \2", rest)
        rest = re.sub(r"\b(?:equals?(?: to)?|is equal to|stays|remains|becomes)\s+(?=\w+$)", "is ", rest)
        rest = re.sub(r"\bone$", "1", rest)
        rest = re.sub(r"^([\w.\"]+\.\w+)\s+(\d+)$", r"\1 is \2", rest)
        on = re.match(r"(\w+)\s+is\s+(\S+)\s+on\s+(.+)$", rest)
        if on is not None:
            rest = f"{on[3]}.{on[1]} is {on[2]}"
        for each in islice(self._conditions(rest), 12):
            yield Reading(f"then {each.text}", cost + each.cost)

    def _conditions(self, text: str) -> Iterator[Reading]:
        yield from sorted(ConditionReader(self.scene).conditions(text), key=lambda reading: reading.cost)
        match = re.match(r"(.+?)\s+(?:is|are)\s+(alive|dead|destroyed|wrecked|gone|defeated)$", text)
        if match is not None:
            name = self._named(match[1])
            kind = self.scene.spot.vocabulary.cards.get(name.strip('"'), "")
            fields = self.scene.symbols.fields(kind) if kind in self.scene.symbols.kinds else {}
            if "health" in fields:
                yield Reading(f"{name}.health {'> 0' if match[2] == 'alive' else '<= 0'}", 0.6)

    def _done(self, text: str) -> Iterator[Reading]:
        """`when …`, `Rusty deals 2 damage to Kettle`."""
        started = re.match(rf"{_EVENTS}\b\s*:?\s*(.+)$", text)
        rest, cost = (started[1], 0.0) if started is not None else (text, 0.3)
        if re.match(r"(?:then|given|seats|dice|cites)\b", rest):
            return
        reader = EffectReader(self.scene)
        variants = [rest, rest[:1].upper() + rest[1:]]
        for variant in variants:
            for each in reader.sentences(variant)[:6]:
                if ";" not in each.text:
                    yield Reading(f"do {each.text}", cost + each.cost)

    def _given(self, text: str) -> Iterator[Reading]:
        """`setup: …`, `given Ann has Rusty`."""
        match = re.match(r"(?:given|setup|set up|start|with|initially)\b\s*:?\s*(?:with\s+)?(.+)$", text, re.IGNORECASE)
        if match is None:
            return
        parts = [
            part.strip() for part in re.split(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+(?=[A-Z\"])", match[1]) if part.strip()
        ]
        items = [self._item(part) for part in parts]
        yield Reading(f"given {', '.join(items)}", 0.1)

    def _item(self, part: str) -> str:
        name = r"(\"[^\"]+\"|[A-Z]\w*)"
        for regex, new in (
            (rf"{name}\s+(?:has|plays|owns|with|gets|uses)\s+{name}$", r"\2 for \1"),
            (rf"{name}\s*:\s*{name}$", r"\2 for \1"),
            (rf"{name}\s*\(\s*{name}\s*\)$", r"\1 for \2"),
            (rf"{name}\s+(?:to|of|by|owned by|belongs to|from|is)\s+{name}$", r"\1 for \2"),
        ):
            if re.match(regex, part):
                return re.sub(regex, new, part)
        match = re.match(r"(?:the\s+)?(\w+)\s+of\s+(\S+)\s*(?:=|is|:)\s*(.+)$", part)
        if match is not None:
            return f"{match[2]}.{match[1]} = {match[3]}"
        match = re.match(r"(\"[^\"]+\"|\w+)'s\s+(\w+)\s*(?:=|is|:)\s*(.+)$", part)
        if match is not None:
            return f"{match[1]}.{match[2]} = {match[3]}"
        match = re.match(r"([\w\"]+\.\w+)\s*(?:=|==|is|:|at)?\s*(\d+)$", part)
        if match is not None:
            return f"{match[1]} = {match[2]}"
        match = re.match(rf"{name}\s+(?:has|with)\s+(\d+)\s+([a-z]\w*)$", part)
        if match is not None:
            return f"{match[1]}.{match[3]} = {match[2]}"
        return part

    def _answered(self, text: str) -> Iterator[Reading]:
        """`Ann chooses Rusty`, `Ann uses Battery`."""
        match = re.match(r"([A-Z]\w*)\s+(?:then\s+)?(\w+?)(?:es|s)?\s+(.+)$", text)
        if match is not None and re.search(rf"\bseats\b.*\b{match[1]}\b", self.scene.spot.text):
            for verb in (match[2], match[2] + "e"):
                if verb == "choose" or verb in self.scene.symbols.verbs:
                    yield Reading(f"{match[1]}: {verb} {match[3]}", 0.1 if verb == "choose" else 0.35)

    def _named(self, text: str) -> str:
        return self.scene.spot.vocabulary.normalised(text.strip())
