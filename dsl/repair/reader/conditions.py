"""Conditions in English or another language: `it has less than 4 health`, `my bot is burning`, `amount == 0`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.names import types as t
from dsl.repair.reader.lexicon import ANY
from dsl.repair.reader.reading import Reading
from dsl.repair.reader.scene import Scene
from dsl.repair.reader.things import ThingReader
from dsl.repair.vocabulary import plain

_MORE = r"(?:more|greater|higher|larger|bigger|over|above)"
_LESS = r"(?:less|fewer|lower|smaller|under|below)"
_SIGNS = (
    (r"===?", "is"), (r"!==?|<>", "is not"), (r"&&", "and"), (r"\|\|", "or"), (r"=<", "<="), (r"=>", ">="),
)  # fmt: skip
_NUMBER = r"(\d+|n|x|[a-z]\w*)"
_AMOUNTS = (
    (rf"(?:at least|no {_LESS} than|not {_LESS} than|a minimum of)\s+{_NUMBER}", ">="),
    (rf"(?:at most|no {_MORE} than|not {_MORE} than|up to|a maximum of)\s+{_NUMBER}", "<="),
    (rf"{_MORE}\s+than\s+{_NUMBER}", ">"),
    (rf"{_LESS}\s+than\s+{_NUMBER}", "<"),
    (rf"{_NUMBER}\s+or\s+{_MORE}", ">="),
    (rf"{_NUMBER}\s+or\s+{_LESS}", "<="),
    (rf"(?:exactly|equal to)\s+{_NUMBER}", "is"),
    (r"(\d+)", "is"),
)


class ConditionReader:
    """Reads conditions in a scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.things = ThingReader(scene)

    def conditions(self, text: str) -> Iterator[Reading]:
        """What a condition may mean; the words of the language stay as they are."""
        text = text.strip().strip("{}").strip(" ,;")
        while text.startswith("(") and _closes_at_end(text):
            text = text[1:-1].strip()
        for joint in (" and ", " or ", " && ", " || "):
            parts = text.split(joint)
            if len(parts) == 2 and parts[0].count("(") == parts[0].count(")"):
                for first in self.conditions(parts[0]):
                    for second in self.conditions(parts[1]):
                        word = "and" if joint.strip() in ("and", "&&") else "or"
                        yield Reading(f"{first.text} {word} {second.text}", first.cost + second.cost)
        yield from self._simple(text)

    def _simple(self, text: str) -> Iterator[Reading]:
        negated = re.match(r"(?:not|!)\s*(.+)$", text)
        if negated is not None and not re.match(r"(?:not|!)\s*\w+\s*(?:is|has)\b", text):
            yield from (Reading(f"not ({each.text})", each.cost) for each in self.conditions(negated[1]))
        formal = re.sub(r"\b(?:len|size|length)\(((?:[^()]|\([^()]*\))+)\)", r"count(\1)", text)
        formal = re.sub(r"([\w.]+)\.(?:length|size|count)(?:\(\))?(?!\w)", r"count(\1)", formal)
        formal = self.scene.spot.vocabulary.normalised(formal)
        formal = re.sub(r"(?<=[\w)])\s+=\s+(?=\w)", " is ", formal)
        for sign, word in _SIGNS:
            formal = re.sub(rf"\s*(?<![<>=!]){sign}(?!=)\s*", f" {word} ", formal)
        if re.search(r"\s(?:is|has|in|lacks|<|>|<=|>=)\s", formal) and not re.search(
            r"\b(?:the|a|an|your|my|its|this|less|more|least|most|than|equal)\b", formal
        ):
            yield Reading(formal, 0.0 if formal == text else 0.1)
        yield from self._state(text)
        yield from self._number(text)
        yield from self._empty(text)

    def _state(self, text: str) -> Iterator[Reading]:
        """`it has Burning`, `my bot is burning`, `it is not stunned`."""
        match = re.match(
            r"(.+?)\s+(is not|isn't|are not|aren't|is|are|has no|have no|does not have|doesn't have|has|have|lacks|without)\s+"
            r"(?:currently\s+|an?\s+|the\s+)?([A-Za-z]\w*)$",
            text,
        )
        if match is None:
            return
        word = "lacks" if re.search(r"not|n't|no\b|lacks|without", match[2]) else "has"
        for thing in self.things.things(match[1])[:3]:
            for name, cost in self.scene.lexicon.mark_names(match[3], ANY)[:2]:
                yield Reading(f"{thing.text} {word} {name}", thing.cost + cost)
            for name, cost in self._truths(match[3]):
                sign = "not " if word == "lacks" else ""
                yield Reading(f"{sign}{thing.text}.{name}", thing.cost + cost + 0.3)

    def _truths(self, word: str) -> Iterator[tuple[str, float]]:
        wanted = plain(word)
        for kind in self.scene.symbols.kinds.values():
            for name, sig in kind.fields.items():
                if isinstance(t.plain(sig.type), t.TruthT) and plain(name) == wanted:
                    yield name, 0.0

    def _number(self, text: str) -> Iterator[Reading]:
        """`it has less than 4 health`, `its health is at least 4`, `4 or more damage was dealt`."""
        for amount, sign in _AMOUNTS:
            for regex, owner, number, noun in (
                (rf"(.+?)\s+(?:has|have|had)\s+{amount}\s+(?:\w+\s+of\s+)?([a-z][\w ]*?)(?:\s+left)?$", 1, 2, 3),
                (rf"(.+?)\s+(?:is|are|was)\s+{amount}$", 1, 2, 0),
                (rf"{amount}\s+([a-z]\w*)\s+(?:is|was|were)\s+\w+$", 0, 1, 2),
            ):
                match = re.match(regex, text, re.IGNORECASE)
                if match is None:
                    continue
                value = match[number]
                if not value.isdigit() and value not in (*self.scene.numbers, *self.scene.given_names):
                    continue
                yield from self._compared(match[owner] if owner else "", match[noun] if noun else "", sign, value)

    def _compared(self, owner: str, noun: str, sign: str, value: str) -> Iterator[Reading]:
        noun = re.sub(r"^(?:the|its|your|my)\s+", "", noun)
        if owner and noun:
            for thing in self.things.things(owner)[:4]:
                for kind in self.scene.symbols.kinds:
                    for name, cost in self.scene.lexicon.kept_names(noun, kind)[:3]:
                        yield Reading(f"{thing.text}.{name} {sign} {value}", thing.cost + cost)
            return
        if owner and (owner in self.scene.numbers or "damage" in owner or owner == "it"):
            yield Reading(f"{self.scene.amount} {sign} {value}", 0.1 if owner in self.scene.numbers else 0.5)
        if owner:
            parts = re.match(r"(?:(its|your|my|the)\s+)?(.+)$", owner)
            whose = {"its": "it", "your": "you", "my": "you"}.get(parts[1] or "", "it") if parts else "it"
            of = re.match(r"(.+?)\s+of\s+(.+)$", owner) or re.match(r"(?P<b>.+?)'s\s+(?P<a>.+)$", owner)
            if of is not None and "'s" in owner:
                yield from self._compared(of["b"], of["a"], sign, value)
            elif of is not None:
                yield from self._compared(of[2], of[1], sign, value)
            elif parts is not None:
                yield from self._compared(whose, parts[2], sign, value)
        elif noun:
            yield Reading(f"{self.scene.amount} {sign} {value}", 0.4)

    def _empty(self, text: str) -> Iterator[Reading]:
        """`you have no cards in hand`, `your hand is empty`."""
        match = re.match(r"(.+?)\s+(?:is|are)\s+(not\s+)?empty$", text)
        if match is not None:
            for thing in self.things.things(match[1])[:3]:
                yield Reading(f"count({thing.text}) {'> 0' if match[2] else 'is 0'}", thing.cost + 0.2)
        match = re.match(
            r"(.+?)\s+(?:has|have)\s+(no|any|some)\s+(?:cards?|modules?|\w+)\s+in\s+(?:his |her |their |the |your )?(\w+)$",
            text,
        )
        if match is not None:
            for thing in self.things.things(match[1])[:3]:
                yield Reading(
                    f"count({thing.text}.{match[3]}) {'is 0' if match[2] == 'no' else '> 0'}", thing.cost + 0.2
                )


def _closes_at_end(text: str) -> bool:
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return at == len(text) - 1
    return False
