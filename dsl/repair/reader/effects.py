"""Sentences in English, in another order or another language as sentences of the game.

A clause names a verb in some form, and things and numbers for its slots. The reader tries each verb that a word may
mean, gives each phrase the slot of its type, and accounts for every word: what is left over must carry no meaning of its
own. So `deal 2 damage to each enemy bot`, `damage(enemy, 2)` and `damage by 2 target` lead to the phrase of the verb.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product

from dsl.names import types as t
from dsl.names.signatures import SlotSig
from dsl.repair.reader.amounts import AmountReader
from dsl.repair.reader.changes import ChangeReader
from dsl.repair.reader.chunks import Chunk, as_object, chunk_of, chunks_of, divided, fit
from dsl.repair.reader.control import ControlReader
from dsl.repair.reader.formal import FormalReader
from dsl.repair.reader.picks import picks
from dsl.repair.reader.reading import Reading
from dsl.repair.reader.scene import Scene
from dsl.repair.reader.thesaurus import like
from dsl.repair.reader.things import ThingReader
from dsl.repair.reader.tokens import LineToken, pieces

_GIVEN = frozenset("deal deals dealt do does inflict inflicts cause causes make makes deal_out give gives".split())
_TAKEN = frozenset("take takes taken suffer suffers receive receives get gets sustain sustains".split())
_MOST = 24


class EffectReader:
    """Reads sentences in a scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.things = ThingReader(scene)
        self.changes = ChangeReader(scene)
        self.control = ControlReader(scene, lambda text, inner: EffectReader(inner).sentences(text))
        self.formal = FormalReader(scene, self.sentences)

    def sentences(self, text: str) -> list[Reading]:
        """One or several clauses as sentences, the likeliest first."""
        text = text.strip().strip(";.").strip()
        costs: dict[str, float] = {}
        for reading in [*self.control.controlled(text), *self.clause(text), *self._several(text)]:
            if reading.cost < costs.get(reading.text, 99.0):
                costs[reading.text] = reading.cost
        return [Reading(text, cost) for text, cost in sorted(costs.items(), key=lambda entry: entry[1])][:_MOST]

    def _several(self, text: str) -> Iterator[Reading]:
        for joint in (
            r"\s*;\s*|\.\s+",
            r"\s*;\s*|\.\s+|,\s*(?:and|then|and then)?\s+|\s+and\s+(?:then\s+)?|\s+then\s+",
        ):
            parts = divided(text, joint)
            if not 2 <= len(parts) <= 4:
                continue
            readings = [self.sentences(part)[:4] for part in parts]
            if all(readings):
                for choice in islice(product(*readings), 10):
                    yield Reading("; ".join(each.text for each in choice), sum(each.cost for each in choice) + 0.05)

    def clause(self, text: str) -> Iterator[Reading]:
        """One clause as one sentence."""
        text = text.strip().strip(".;,").strip()
        if not text or len(text) > 160:
            return
        yield from self.formal.formal(text)
        yield from self._called(text)
        yield from self._by_part(text)
        yield from picks(text, self.scene)
        if self.scene.in_script and not self.scene.event:
            yield from AmountReader(self.scene).lasting(text)
        yield from self.changes.changes(text)
        tokens = pieces(text)
        if any(piece.sort == "group" and piece.text[0] in "{[" for piece in tokens):
            return
        for at, piece in enumerate(tokens[:9]):
            if piece.sort != "word":
                continue
            for size in (2, 1):
                group = tokens[at : at + size]
                if len(group) < size or any(each.sort != "word" for each in group):
                    continue
                for verb, cost in self.scene.lexicon.verbs(" ".join(each.text for each in group))[:5]:
                    yield from self._phrased(verb, tokens[:at], tokens[at + size :], cost)

    def _called(self, text: str) -> Iterator[Reading]:
        """`draw(2)`, `target.push(2)`: a verb as a function or a method."""
        match = re.match(r"(?:(?P<x>[\w.]+)\.)?(?P<v>[a-z_A-Z]\w*)\s*\((?P<a>.*)\)$", text)
        if match is None:
            return
        arguments = [part.strip() for part in re.split(r",(?![^()]*\))", match["a"]) if part.strip()]
        chunks = [chunk_of(re.sub(r"^\w+\s*[:=]\s*", "", argument)) for argument in arguments]
        if match["x"]:
            chunks.insert(0, Chunk(re.sub(r"^(?:this|self)\b", "it", match["x"])))
        for verb, cost in self.scene.lexicon.verbs(match["v"])[:4]:
            yield from (each + cost for each in self._filled(verb, chunks, loose=True))

    def _by_part(self, text: str) -> Iterator[Reading]:
        """`bite the closest`, `use Glare on the strongest`: a part of the card as if it were a verb."""
        words = re.sub(r"^(?:use|uses|with|using|do|does|play)\s+", "", text)
        for shown, kind in self._parts():
            match = re.match(
                rf"(?i:{re.escape(shown)}|{re.escape(shown)}s)\b\s*(?:on|at|against|to)?\s*(.*)$", words, re.IGNORECASE
            )
            if match is None or not match[1]:
                continue
            name = shown if shown.isidentifier() else f'"{shown}"'
            for rank, verb in enumerate(self._verbs_with(kind)[:3]):
                sig = self.scene.symbols.verbs[verb]
                slot = next((slot for slot in sig.slots if slot.preposition == ""), None)
                type = t.plain(t.item(slot.type) or slot.type) if slot is not None else None
                for each in self.things.things(match[1], type.name if isinstance(type, t.KindT) else "")[:2]:
                    yield Reading(f"{verb} {each.text} with {name}", 0.3 + 0.1 * rank + each.cost)

    def _parts(self) -> list[tuple[str, str]]:
        """The parts of the card in hand, with their kinds."""
        heads = re.findall(r'(?:^|[\n{,])\s*([A-Z]\w*)\s+("[^"\n]+"|[A-Z]\w*)[^{}\n]*\{', self.scene.spot.text)
        return [(name.strip('"'), kind) for kind, name in heads[1:] if kind in self.scene.symbols.kinds]

    def _verbs_with(self, kind: str) -> list[str]:
        """The verbs that are done with a thing of a kind, those that the game's texts use most first."""
        lineage = self.scene.symbols.lineage(kind)
        verbs = [
            name
            for name, sig in self.scene.symbols.verbs.items()
            for slot in sig.slots
            if slot.preposition == "with" and isinstance(of := t.plain(slot.type), t.KindT) and of.name in lineage
        ]
        counted = self.scene.spot.vocabulary.counted(r"[a-z_]\w*(?= )")
        return sorted(verbs, key=lambda verb: -counted[verb])

    def _phrased(
        self, verb: str, before: Sequence[LineToken], after: Sequence[LineToken], cost: float
    ) -> Iterator[Reading]:
        words = [piece.low for piece in before if piece.sort == "word"]
        taken = bool(set(words) & _TAKEN)
        passive = bool(words) and words[-1] in ("is", "are", "be", "gets", "get", "been")
        chunks = [
            *chunks_of(self.scene, [piece for piece in before if piece.low not in _GIVEN | _TAKEN], subject=True),
            *chunks_of(self.scene, after),
        ]  # fmt: skip
        if taken or passive:
            chunks = [as_object(chunk) if chunk.is_subject else chunk for chunk in chunks]
        if chunks and len(chunks) > 5:
            return
        yield from (each + cost for each in self._filled(verb, chunks))

    def _filled(self, verb: str, chunks: Sequence[Chunk], loose: bool = False) -> Iterator[Reading]:
        """A verb with the chunks in its slots."""
        slots = self.scene.symbols.verbs[verb].slots
        numbers = [chunk for chunk in chunks if chunk.number]
        phrases = [chunk for chunk in chunks if not chunk.number]
        numeric = [slot for slot in slots if isinstance(t.plain(slot.type), t.NumberT)]
        if len(numbers) > len(numeric):
            return
        if any(chunk.preposition not in ("", "by", "for", "to", "of") for chunk in numbers):
            return
        given: dict[str, list[Reading]] = {}
        for slot, chunk in zip(numeric, numbers, strict=False):
            given[slot.name] = [Reading(chunk.words)]
        for slot in numeric[len(numbers) :]:
            if slot.required:
                given[slot.name] = [Reading("1", 0.6)]
        places = [slot for slot in slots if slot not in numeric]
        for assigned, cost in self._assigned(places, phrases, loose):
            readings = {**given, **{slot.name: self._values(slot, chunk) for slot, chunk in assigned.items()}}
            for slot in slots:
                if slot.required and slot.name not in readings:
                    readings[slot.name] = self._defaults(slot)
            if not all(readings.values()):
                continue
            for slot in slots:
                if slot.name == "me" and slot.name not in readings and not self.scene.in_script and self.scene.kind:
                    readings[slot.name] = [*self.things.things("you", "Player")[:1], Reading("", 0.3)]
            order = [slot for slot in slots if slot.name in readings]
            for choice in islice(product(*(readings[slot.name][:4] for slot in order)), 12):
                parts = [
                    f"{slot.preposition} {each.text}".strip()
                    for slot, each in zip(order, choice, strict=True)
                    if each.text
                ]
                things = [
                    each.text for slot, each in zip(order, choice, strict=True) if slot not in numeric and each.text
                ]
                twice = 0.3 * (len(things) - len(set(things)))
                yield Reading(" ".join([verb, *parts]), cost + twice + sum(each.cost for each in choice))

    def _assigned(
        self, slots: Sequence[SlotSig], phrases: Sequence[Chunk], loose: bool
    ) -> Iterator[tuple[dict[SlotSig, Chunk], float]]:
        """Each phrase in a slot: by its preposition, or by its place before or behind the verb."""
        if not phrases:
            yield {}, 0.0
            return
        first, rest = phrases[0], phrases[1:]
        for slot in slots:
            cost_of_place = fit(slot, first, loose)
            if cost_of_place is None:
                continue
            if first.preposition and slot.preposition != first.preposition:  # it has a slot of its own
                cost_of_place += 0.5 if any(other.preposition == first.preposition for other in slots) else 0.0
            for others, cost in self._assigned([other for other in slots if other is not slot], rest, loose):
                yield {slot: first, **others}, cost + cost_of_place

    def _values(self, slot: SlotSig, chunk: Chunk) -> list[Reading]:
        type = t.plain(slot.type)
        inner = t.plain(t.item(type) or type)
        if isinstance(inner, t.KindT):
            return self.things.things(chunk.words, inner.name)
        if isinstance(inner, t.SymbolT):
            words = re.sub(r"^(?:a|an|the|your)\s+", "", chunk.words)
            return [Reading(name, cost) for name, cost in self.scene.lexicon.members(words, inner.name)]
        if isinstance(inner, t.UnknownT):
            return self.things.things(chunk.words)
        words = re.sub(r"^(?:the|a|an)\s+", "", chunk.words)
        rules = [Reading(name, 0.3) for name in (words, *self._synonyms(words)) if name in self.scene.symbols.rules]
        return rules or ([Reading(words, 0.3)] if re.fullmatch(r"[\w.()\[\]]+", words) else [])

    def _synonyms(self, words: str) -> list[str]:
        return sorted(like(words.lower()))

    def _defaults(self, slot: SlotSig) -> list[Reading]:
        """What a slot that nobody mentions may be: the doer, the bearer, the thing of the player."""
        type = t.plain(slot.type)
        inner = t.plain(t.item(type) or type)
        wanted = inner.name if isinstance(inner, t.KindT) else ""
        if isinstance(inner, t.SymbolT | t.NumberT | t.MarkT | t.TextT | t.TruthT):
            return []
        doers = [name for name, preposition, _ in self.scene.slots_of_event() if preposition in ("by", "from")]
        source = slot.preposition in ("by", "from")
        readings = [Reading(name, 0.1) for name in doers if name != "me"] if source and wanted != "Player" else []
        words = ("it", "you", "the target") if source else ("the target", "you", "it")
        for rank, word in enumerate(words):
            readings += [each + (0.15 + 0.1 * rank) for each in self.things.things(word, wanted)[:2]]
        return readings[:5]
