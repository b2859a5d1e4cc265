"""The head of a rule: its time, its event and the things in it, from `onDamage` to `whenever this bot is hit`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product

from attrs import frozen

from dsl.names import types as t
from dsl.names.signatures import SlotSig
from dsl.repair.reader.chunks import Chunk, chunks_of, fit
from dsl.repair.reader.scene import Scene
from dsl.repair.reader.things import ThingReader
from dsl.repair.reader.tokens import LineToken, pieces

WHEN = r"(?:when(?:ever)?|each time|every time|any time|as soon as|once|after|upon|on|if|at|before|instead of|every|the next time|the first time)"


@frozen
class HookHead:
    """The head of a rule: `after damage it`."""

    text: str
    verb: str
    cost: float


class HookReader:
    """Reads heads of rules in a scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.things = ThingReader(scene)

    def heads(self, head: str) -> Iterator[HookHead]:
        """The heads that a trigger may mean."""
        head = head.strip().strip(",:").strip()
        word, cost = "after", 0.05
        match = re.match(rf"({WHEN})\s+(?:an?\s+event\s+)?(.+)$", head, re.IGNORECASE)
        trailing = re.match(r"(.+?)\s+(after|before)(?:\s+(.+))?$", head)
        if match is not None:
            low, head = match[1].lower(), match[2]
            word = low if low in ("before", "after", "instead of") else "after"
            cost = 0.0 if word == low else 0.05
        elif trailing is not None:
            word, head = trailing[2], " ".join(part for part in (trailing[3], trailing[1]) if part)
        words = [word]
        if re.search(r"\bwould\b", head):
            words = ["instead of", "before"]
        elif re.search(r"\b(?:about to|dies|destroyed|wrecked)\b", head):
            words = [word, "before"] if word == "after" else [word]
        head = re.sub(r"\b(?:would|about to|has been|have been|just|next|ever|then)\b\s*", "", head)
        during = re.search(r"\s+during\s+(\w+)$", head)
        tail = f" during {during[1]}" if during else ""
        head = head[: during.start()] if during else head
        for phrase, verb, extra in self._events(head):
            for rank, each in enumerate(words):
                yield HookHead(f"{each} {phrase}{tail}", verb, cost + extra + 0.1 * rank)

    def _events(self, trigger: str) -> Iterator[tuple[str, str, float]]:
        """The events that a trigger may mean: the verb, with the things that it names."""
        tokens = pieces(trigger)
        results: list[tuple[str, str, float]] = []
        for at, piece in enumerate(tokens[:8]):
            if piece.sort != "word":
                continue
            for size in (2, 1):
                group = tokens[at : at + size]
                if len(group) < size or any(each.sort != "word" for each in group):
                    continue
                for verb, cost in self.scene.lexicon.verbs(" ".join(each.text for each in group))[:5]:
                    results += self._event(verb, tokens[:at], tokens[at + size :], cost, piece.text == verb)
        yield from sorted(results, key=lambda entry: entry[2])

    def _event(
        self, verb: str, before: Sequence[LineToken], after: Sequence[LineToken], cost: float, found_bare: bool
    ) -> Iterator[tuple[str, str, float]]:
        words = {piece.low for piece in before if piece.sort == "word"}
        undergoes = bool(
            words & {"take", "takes", "suffers", "receives", "is", "are", "gets", "get", "be", "dealt", "taken"}
        )
        dealt = bool(words & {"deals", "deal", "does", "inflicts", "causes"})
        drop = {
            "take",
            "takes",
            "suffers",
            "receives",
            "is",
            "are",
            "gets",
            "get",
            "be",
            "dealt",
            "deals",
            "deal",
            "does",
            "inflicts",
            "causes",
        }
        subject = [piece for piece in before if piece.low not in drop]
        bare = found_bare and not undergoes
        chunks = [*chunks_of(self.scene, subject, subject=not (undergoes or bare)), *chunks_of(self.scene, after)]
        if undergoes and not dealt:
            chunks = [Chunk(chunk.words, chunk.preposition, chunk.number) for chunk in chunks]
        chunks = [chunk for chunk in chunks if not chunk.number]
        slots = [slot for slot in self.scene.symbols.verbs[verb].slots if not isinstance(t.plain(slot.type), t.NumberT)]
        if not chunks:
            for slot in slots:
                type = t.plain(t.item(slot.type) or slot.type)
                name = type.name if isinstance(type, t.KindT) and slot.preposition in ("", "with") else ""
                if name in self.scene.lineage:
                    yield f"{verb} {slot.preposition} it".replace("  ", " "), verb, cost + 0.15
            yield verb, verb, cost + 0.4
            return
        inside, chunks = self._inside(verb, chunks)
        if len(chunks) > 2:
            return
        for order in _orders(slots, len(chunks)):
            fits = [fit(slot, chunk, loose=False) for slot, chunk in zip(order, chunks, strict=True)]
            if any(fit is None for fit in fits):
                continue
            choices = []
            for slot, chunk in zip(order, chunks, strict=True):
                type = t.plain(t.item(slot.type) or slot.type)
                choices.append(self.things.things(chunk.words, type.name if isinstance(type, t.KindT) else "")[:3])
            for choice in islice(product(*choices), 6):
                parts = sorted(
                    (slots.index(slot), f"{slot.preposition} {each.text}".strip())
                    for slot, each in zip(order, choice, strict=True)
                )
                total = cost + sum(each.cost for each in choice) + sum(fit or 0.0 for fit in fits)
                yield " ".join([verb, *(part for _, part in parts)]) + inside, verb, total

    def _inside(self, event: str, chunks: list[Chunk]) -> tuple[str, list[Chunk]]:
        """`by a strike`, `in a fight`: during an event, and the other phrases."""
        for chunk in chunks:
            if chunk.preposition not in ("by", "in", "during", "from", "with"):
                continue
            word = re.sub(r"^(?:an?|the|any)\s+", "", chunk.words.lower())
            vocabulary = self.scene.spot.vocabulary
            around = {*vocabulary.events.get(event, ()), *vocabulary.periods}
            named = [verb for verb, _ in self.scene.lexicon.verbs(word) if verb in around and verb != event]
            if named and not self.things.things(chunk.words):
                chosen = max(named, key=lambda verb: vocabulary.periods[verb])
                return f" during {chosen}", [other for other in chunks if other is not chunk]
        return "", chunks


def _orders(slots: Sequence[SlotSig], size: int) -> Iterator[tuple[SlotSig, ...]]:
    for first in slots:
        if size == 1:
            yield (first,)
            continue
        for second in slots:
            if second is not first:
                yield (first, second)
