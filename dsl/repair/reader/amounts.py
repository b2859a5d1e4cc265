"""Rules that make the number of an event larger or smaller: `It takes n less damage`, `your hits do 2 more damage`.

Such a sentence has an event, a thing that does or undergoes it, a number and a sign, in any order. In a script it also
lasts for a while; where the author does not say how long, the game's own cards do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from dsl.names import types as t
from dsl.repair.reader.reading import Reading
from dsl.repair.reader.scene import Scene
from dsl.repair.reader.things import ThingReader

_N = r"\+?(?P<n>\d+|n|x)"
_MORE = r"(?:more|extra|additional|further|greater|higher)"
_LESS = r"(?:less|fewer|smaller|lower)"
_DOES = r"(?:deals?|does|do|inflicts?|causes?|has|have|gets?|gains?)"
_TAKES = r"(?:takes?|suffers?|receives?|loses?)"
_OF = r"(?:points?\s+of\s+)?"
_FORMS: tuple[tuple[str, str, str], ...] = (
    (rf"(?P<x>.*?)\s*\b{_TAKES}\s+{_N}\s+{_OF}{_LESS}\s+{_OF}(?P<v>\w+)(?P<r>.*)$", "-", "object"),
    (rf"(?P<x>.*?)\s*\b{_TAKES}\s+{_N}\s+{_OF}{_MORE}\s+{_OF}(?P<v>\w+)(?P<r>.*)$", "", "object"),
    (rf"(?P<x>.*?)\s*\b{_TAKES}\s+(?P<v>\w+)\s*-\s*{_N}(?P<r>.*)$", "-", "object"),
    (rf"(?:(?:damage|hits?|attacks?|strikes?)\s+(?:against|on|to|at)\s+(?P<x>.+?))\s+{_DOES}\s+{_N}\s+{_LESS}\s*(?P<v>\w*)(?P<r>.*)$", "-", "object"),
    (rf"(?:(?:damage|hits?|attacks?|strikes?)\s+(?:against|on|to|at)\s+(?P<x>.+?))\s+{_DOES}\s+{_N}\s+{_MORE}\s*(?P<v>\w*)(?P<r>.*)$", "", "object"),
    (rf"(?P<x>.*?)\s*\b{_DOES}\s+{_N}\s+{_OF}{_MORE}\s+{_OF}(?P<v>\w+)(?P<r>.*)$", "", "source"),
    (rf"(?P<x>.*?)\s*\b{_DOES}\s+{_N}\s+{_OF}{_LESS}\s+{_OF}(?P<v>\w+)(?P<r>.*)$", "-", "source"),
    (rf"(?P<x>.*?)\s*\b{_DOES}\s+\+(?P<n>\d+|n)\s*(?P<v>damage|attack|strength|power)?(?P<r>)$", "", "source"),
    (rf"(?:prevents?|blocks?|ignores?|absorbs?|negates?)\s+(?:up to\s+|the first\s+)?{_N}\s+{_OF}(?:of\s+)?(?:the\s+|all\s+|any\s+)?(?P<v>\w+)(?:\s+(?:to|against|on|dealt to|from)\s+(?P<x>.+?))?(?P<r>)$", "-", "object"),
    (rf"(?:reduce|lessen|decrease|lower)s?\s+(?:the\s+|all\s+|any\s+|each\s+)?(?:(?P<w>incoming|received|taken)\s+)?(?P<v>\w+)\s*(?:taken|it takes|dealt|received|done)?\s*(?:(?:to|against|on)\s+(?P<x>.+?)\s*)?\bby\s+{_N}(?P<r>)$", "-", "object"),
    (rf"(?:reduce|lessen|decrease|lower)s?\s+(?:the\s+|all\s+|any\s+)?(?P<v>\w+)\s+by\s+{_N}\s+(?:for|to|against)\s+(?P<x>.+?)(?P<r>)$", "-", "object"),
    (rf"(?:all\s+|any\s+|the\s+)?(?P<v>damage|hits?|attacks?)\s+(?:dealt to|done to|taken by|to|against|on)\s+(?P<x>.+?)\s+(?:is|are)\s+(?:reduced|lessened|lowered|decreased)\s+by\s+{_N}(?P<r>)$", "-", "object"),
    (rf"(?:all\s+|any\s+|the\s+)?(?P<v>damage|hits?|attacks?)\s+(?:dealt to|done to|taken by|to|against|on)\s+(?P<x>.+?)\s+(?:is|are)\s+{_N}\s+{_LESS}(?P<r>)$", "-", "object"),
    (rf"(?:add|adds|deal|deals)\s+{_N}\s+(?:{_MORE}\s+)?(?:damage\s+)?to\s+(?:the\s+|your\s+|its\s+|all\s+|each\s+)?(?P<v>damage|hits?|attacks?|strikes?)(?P<x>)(?P<r>)$", "", "source"),
    (r"(?:your\s+|the\s+|its\s+)?(?P<v>damage|attack|hit|strike)\s+\+\s*(?P<n>\d+)(?P<x>)(?P<r>)$", "", "source"),
    (r"\+\s*(?P<n>\d+)\s+(?:to\s+)?(?:the\s+|your\s+)?(?P<v>damage|attack|hit)(?P<x>)(?P<r>)$", "", "source"),
    (rf"(?:increase|raise|boost)s?\s+(?:the\s+|your\s+|its\s+|all\s+)?(?P<v>damage|attack|hits?)(?:\s+(?:it|you)\s+(?:deals?|does|do))?\s+by\s+{_N}(?P<x>)(?P<r>)$", "", "source"),
    (rf"(?P<x>its|your|my)\s+(?P<v>attacks?|hits?|strikes?|blows?)\s+(?:are|is)\s+{_N}\s+(?:stronger|harder|more)(?P<r>)$", "", "source"),
    (rf"(?P<x>its|your|my)\s+(?P<v>attacks?|hits?|strikes?|blows?)\s+(?:are|is)\s+{_N}\s+(?:weaker|less)(?P<r>)$", "-", "source"),
)  # fmt: skip
_WHOSE = re.compile(
    r"^(?P<o>its|your|my|this \w+'s|the \w+'s)\s+(?:next\s+|first\s+|own\s+)?(?P<v>[a-z]+?)e?s?$", re.IGNORECASE
)
_LASTING = re.compile(
    r"[,\s]*\b(?:(?:until|till|to)\s+(?:the\s+)?(?P<edge>end|start|beginning)\s+of\s+(?:the\s+|this\s+|your\s+)?(?P<next>next\s+)?(?P<p>\w+)"
    r"|(?:until|till)\s+(?P<your>your|its|the)\s+next\s+(?P<q>\w+)"
    r"|(?:in|during|for)\s+(?:the\s+rest\s+of\s+)?(?:this|the)\s+(?P<r>\w+)|(?:for\s+)?this\s+(?P<s>\w+))\s*[,.]?\s*",
    re.IGNORECASE,
)
_MODIFIED = r"\bbefore (\w+)[^{}\n]*\{ modify \w+"
_UNTIL = r"\buntil (?:end|start) of \w+(?: by \w+| it)?"


@frozen
class _Amount:
    verb: str
    thing: str
    role: str
    change: str
    cost: float


class AmountReader:
    """Reads sentences about an amount in a scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.things = ThingReader(scene)

    def rules(self, text: str, once: str) -> Iterator[Reading]:
        """As a rule of a card or keyword."""
        for amount in self._amounts(text):
            yield from self._hooked(amount, once)

    def lasting(self, text: str) -> Iterator[Reading]:
        """As a sentence of a script: a rule for a while."""
        until, rest, cost = self._duration(text)
        for amount in self._amounts(rest):
            for reading in self._hooked(amount, f" {until}"):
                yield reading + cost

    def _amounts(self, text: str) -> Iterator[_Amount]:
        for regex, sign, role in _FORMS:
            match = re.match(regex, text.strip(" .,"), re.IGNORECASE)
            if match is None:
                continue
            parts = match.groupdict()
            rest = (parts.get("r") or "").strip(" .")
            if rest and not re.match(r"(?:instead|than usual|in total|each time|per hit)$", rest):
                continue
            thing, word = (parts.get("x") or "").strip(), (parts.get("v") or "damage").lower()
            whose = _WHOSE.match(thing)
            if whose is not None and self.scene.lexicon.verbs(whose["v"]):
                thing, word = {"its": "it", "your": "you", "my": "you"}.get(whose["o"].lower(), "it"), whose["v"]
            thing = {"its": "it", "your": "you", "my": "you"}.get(thing.lower(), thing)
            for verb, cost in self._verbs(word):
                yield _Amount(verb, thing, role, f"{sign}{match['n']}", cost)

    def _verbs(self, word: str) -> list[tuple[str, float]]:
        """The events whose number may be meant: those of the word, and those that the game's own rules change."""
        costs = dict(self.scene.lexicon.verbs(word)[:3])
        usual = self._usual_events()
        for rank, verb in enumerate(usual[:3]):
            costs.setdefault(verb, 0.3 + 0.1 * rank)
        for verb in costs:
            costs[verb] += 0.0 if verb in usual[:1] else 0.05
        return sorted(costs.items(), key=lambda entry: entry[1])

    def _usual_events(self) -> list[str]:
        counted = self.scene.spot.vocabulary.counted(_MODIFIED)
        return [verb for verb, _ in counted.most_common() if verb in self.scene.symbols.verbs]

    def _hooked(self, change: _Amount, clauses: str) -> Iterator[Reading]:
        sig = self.scene.symbols.verbs[change.verb]
        slots = {slot.preposition: slot for slot in sig.slots}
        slot = slots.get("") if change.role == "object" else slots.get("from") or slots.get("by")
        slot_name = next((each.name for each in sig.slots if isinstance(t.plain(each.type), t.NumberT)), "")
        if slot is None or not slot_name:
            return
        type = t.plain(slot.type)
        wanted = type.name if isinstance(type, t.KindT) else ""
        floor = " at least 0" if change.change.startswith("-") and not self.scene.in_script else ""
        own = "you" if self.scene.in_script else "it"
        for thing in self.things.things(change.thing or own, wanted)[:3]:
            where = f"{slot.preposition} {thing.text}".strip()
            text = f"before {change.verb} {where}{clauses} {{ modify {slot_name} by {change.change}{floor} }}"
            yield Reading(text, change.cost + thing.cost + 0.1)

    def _duration(self, text: str) -> tuple[str, str, float]:
        """The clause of a duration, the text without it, and the cost of a guess."""
        match = _LASTING.search(text)
        usual = self.scene.spot.vocabulary.counted(_UNTIL)
        if match is None:
            return (usual.most_common(1)[0][0] if usual else "until end of turn"), text, 0.3
        rest = f"{text[: match.start()]} {text[match.end() :]}".strip()
        word = next((match[name] for name in "pqrs" if match[name]), "turn")
        verbs = [verb for verb, _ in self.scene.lexicon.verbs(word.lower())[:4]]
        clauses = [clause for clause, _ in usual.most_common() if clause.split()[3] in verbs]
        is_start = match["edge"] in ("start", "beginning") or match["your"] is not None or match["next"] is not None
        fitting = [clause for clause in clauses if clause.startswith("until start") == is_start]
        if fitting:
            return fitting[0], rest, 0.0
        verb = verbs[0] if verbs else "turn"
        return (f"until start of {verb} by me" if is_start else f"until end of {verb}"), rest, 0.1
