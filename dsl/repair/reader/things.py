"""Noun phrases as expressions: `it`, `your bot`, `every other bot next to it`, `the attacker`, `enemy units`.

A phrase names something of a kind; where another kind is needed, a field or a function leads there (`me.bot`,
`my_bot(me)`), as in the rest of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.names import types as t
from dsl.repair.reader.reading import Reading
from dsl.repair.reader.scene import Scene
from dsl.repair.reader.thesaurus import like
from dsl.repair.vocabulary import plain
from dsl.text import limits

_IT = frozenset("it itself this self ~ this_one cardname".split())
_YOU = frozenset(
    "you me i yourself myself owner its_owner the_owner controller its_controller player the_player its_player "
    "your_player active_player the_active_player user".split()
)
_FOE = frozenset(
    "opponent enemy foe rival opponents enemies your_opponent the_opponent an_opponent the_enemy your_enemy each_opponent "
    "other_player the_other_player target_opponent target_player another_player their they your_foe".split()
)
_DOER = frozenset("attacker actor striker source aggressor assailant hitter shooter dealer causer pusher doer".split())
_TARGET = frozenset("target victim defender it_hit that them him opponent_bot target_bot".split())
_EVERY = re.compile(r"^(?:all|each|every|any|both)\s+(?:of\s+)?(?:the\s+)?(.+)$")
_OTHER = re.compile(r"^(?:(?:every|each|all)?\s*other|another)\s+(.+)$")
_HOSTILE = re.compile(
    r"^(?:all\s+|each\s+|every\s+)?(?:enemy|enemies|enemy's|opposing|opponent's|opponents'|opponents|rival|hostile|foe's|"
    r"your opponent's|the opponent's|your enemy's|the enemy's|other players'|the other player's)\s+(.+)$"
)
_AROUND = re.compile(
    r"\s+(?:(?:that|who|which) (?:is|are|stands?) |standing )?(?:next to|adjacent to|beside|near|around|touching|"
    r"within (\d+)(?: (?:hexes|tiles|spaces|squares|steps))?(?: of)?)(?:\s+(?:it|this|itself|this \w+))?$"
)


class ThingReader:
    """Reads noun phrases in a scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.vocabulary = scene.spot.vocabulary
        self.kinds = {plain(kind): kind for kind in self.vocabulary.kinds}

    def things(self, words: str, wanted: str = "") -> list[Reading]:
        """The expressions of a kind that a phrase may mean, the likeliest first."""
        costs: dict[str, float] = {}
        for expression, kind, cost in self._named(words.strip()):
            for reading in self._as(expression, kind, cost, wanted):
                if "(" in reading.text or "." in reading.text:
                    is_usual = (
                        self.vocabulary.rank(re.sub(r"\(it\.owner\)", "(me)", reading.text)) < limits.REPAIR_WRITTEN
                    )
                    reading += 0.0 if is_usual else 0.2
                if reading.cost < costs.get(reading.text, 99.0):
                    costs[reading.text] = reading.cost
        if not costs and wanted and words.strip().lower() in _IT and self.scene.in_script:
            return [each + 0.3 for each in self.things("you", wanted)]
        ranks = {
            text: self.vocabulary.rank(re.sub(r"\(it\.owner\)", "(me)", text))
            for text in costs
            if "." in text or "(" in text
        }
        best = min(ranks.values(), default=0)
        costs = {text: cost + (0.1 if ranks.get(text, best) > best else 0.0) for text, cost in costs.items()}
        return [Reading(text, cost) for text, cost in sorted(costs.items(), key=lambda entry: entry[1])][:8]

    def _as(self, expression: str, kind: str, cost: float, wanted: str) -> Iterator[Reading]:
        symbols = self.scene.symbols
        if not wanted or not kind or wanted in symbols.lineage(kind) or kind in symbols.lineage(wanted):
            yield Reading(expression, cost)
            return
        single = re.fullmatch(r"[\w.]+(?:\([\w.]*\))?", expression) is not None
        if not single:
            return
        for name in self.vocabulary.reached(kind, wanted):
            seat = self._seat(expression) if name == "owner" else ""
            if seat:
                yield Reading(seat, cost + 0.1)
            yield Reading(f"{expression}.{name}", cost + (0.15 if plain(name) == plain(wanted) else 0.35))
        for name, sig in symbols.fields(kind).items() if kind in symbols.kinds else ():
            if isinstance(sig.type, t.UnknownT) and plain(name) in {plain(each) for each in symbols.lineage(wanted)}:
                yield Reading(f"{expression}.{name}", cost + 0.1)
        for name in self.vocabulary.functions(kind):
            rule = symbols.rules[name]
            given = t.plain(rule.type) if rule.type is not None else None
            if isinstance(given, t.KindT) and wanted in symbols.lineage(given.name):
                yield Reading(f"{name}({expression})", cost + 0.3)

    def _kind_of(self, atom: str) -> str:
        """The kind of an expression such as `fight.actor.bot`; empty if it is not known."""
        symbols = self.scene.symbols
        root, *names = atom.split(".")
        kind = "Player" if root in ("me", "foe", "active") else self.scene.kind if root == "it" else ""
        sig = symbols.verbs.get(root)
        if sig is not None and names[:1] == ["actor"]:
            kind, names = "Player", names[1:]
        elif sig is not None and names:
            slot = next((slot.type for slot in sig.slots if slot.name == names[0]), sig.keeps.get(names[0]))
            kind, names = _kind_in(slot), names[1:]
        for name in names:
            fields = symbols.fields(kind) if kind in symbols.kinds else {}
            kind = "Player" if name == "owner" and kind else _kind_in(fields[name].type) if name in fields else ""
        return kind

    def _seat(self, name: str) -> str:
        """In a scenario, the player for whom a thing is there: `Rusty for Ann`."""
        given = re.search(rf"{re.escape(name)}\s+for\s+([A-Z]\w*)", self.scene.spot.text)
        return given[1] if given is not None and self.scene.spot.sort == "scenario" else ""

    # --------------------------------------------------------------------------------------------- phrases

    def _named(self, words: str) -> Iterator[tuple[str, str, float]]:
        """Expressions with their kind, or none if it is not known."""
        yield from self._formal(words)
        low = re.sub(r"^(?:the|a|an|that|one|target)\s+(?=\w)", "", words.lower().strip(" .,"))
        key = low.replace(" ", "_")
        near = _AROUND.search(low)
        noun = re.sub(r"^(?:this|that)\s+", "", low)
        if key in _IT or (self.is_kind(noun, self.scene.kind) and low.startswith(("this ", noun)) and not near):
            yield "it", self.scene.kind, 0.0 if key in _IT or low.startswith("this") else 0.25
        if key in _YOU:
            yield self.scene.player, "Player", 0.0
        if key in _FOE:
            yield from self._foes()
        yield from self._of_event(low, noun)
        yield from self._owned(low)
        yield from self._groups(low)
        yield from self._chosen(low)
        if key in self.scene.given_names:
            yield key, "", 0.0
        singular = plain(low)
        for name in self.scene.given_names:
            if plain(name) == singular and name != key:
                yield name, "", 0.2

    def _formal(self, words: str) -> Iterator[tuple[str, str, float]]:
        """Words that are an expression already."""
        yield from self._card(words)
        first = re.match(r"[^\W\d]\w*", words)
        if first is None:
            return
        first.group()
        is_dotted = re.fullmatch(r"\w+(?:\.\w+|\([^()]*(?:\([^()]*\))?[^()]*\)|\[[^\]]*\])+", words) is not None
        slots = [slot for slot, _, _ in self.scene.slots_of_event()]
        if is_dotted or re.match(r"[A-Z]\w* where ", words):
            yield re.sub(r"^(?:this|self)\.", "it.", words), "", 0.0
        elif words in (*self.scene.given_names, *slots):
            yield words, next((kind for slot, _, kind in self.scene.slots_of_event() if slot == words), ""), 0.0
        elif words == "me":
            yield "me", "Player", 0.0
        elif words[:1].isupper() and re.search(
            rf'[A-Z]\w*\s+"?{re.escape(words)}"?(?:\s+house)?\s*\{{', self.scene.spot.text
        ):
            yield words, "", 0.05
        elif self.scene.spot.sort == "scenario" and re.search(
            rf"\bseats\b.*\b{re.escape(words)}\b", self.scene.spot.text
        ):
            yield words, "Player", 0.0
        elif words in self.scene.symbols.rules and not self.scene.symbols.rules[words].params:
            yield words, "", 0.1
        elif words[:1].isupper() and words in self.vocabulary.kinds:
            yield words, words, 0.1

    def _card(self, words: str) -> Iterator[tuple[str, str, float]]:
        """A card or part by its name; in a scenario also in small letters and without quotes."""
        cards = self.vocabulary.cards
        shown = words.strip('"')
        if shown in cards:
            text = shown if shown.isidentifier() and not words.startswith('"') else f'"{shown}"'
            yield text, cards[shown], 0.0 if text == words else 0.1
        elif self.scene.spot.sort == "scenario" or words[:1] in '"' or words[:1].isupper():
            for name in [name for name in self.vocabulary.alike(shown) if name in cards][:2]:
                yield name if name.isidentifier() else f'"{name}"', cards[name], 0.2

    def _chosen(self, low: str) -> Iterator[tuple[str, str, float]]:
        """`the nearest enemy`: a rule of the game that picks among things, by its adjective."""
        words = [
            word
            for word in low.split()
            if word not in ("enemy", "opponent", "foe", "target", "one", "other", "rival", "enemies")
        ]
        if not 1 <= len(words) <= 2 or (len(words) == 2 and not self._kind(words[1])):
            return
        for name, sig in self.scene.symbols.rules.items():
            kind = _kind_in(t.item(sig.type) or sig.type) if sig.type is not None else ""
            if kind and (name == words[0] or name in like(words[0])):
                yield name, kind, 0.1 if name == words[0] else 0.3

    def _foes(self) -> Iterator[tuple[str, str, float]]:
        for name in ("foe", "opponent", "enemy", "rival"):
            if name in self.scene.symbols.rules or self.vocabulary.is_name(name):
                yield name, "Player", 0.1
        for atom in self._written("owner", "defender"):
            if not atom.startswith(("me.", "it.")):
                yield atom, self._kind_of(atom) or "Player", 0.6

    def _of_event(self, low: str, noun: str) -> Iterator[tuple[str, str, float]]:
        """The one who does it, and the one to whom it is done, in the event in scope or in one around it."""
        key = low.replace(" ", "_")
        slots = self.scene.slots_of_event()
        last = key.split("_")[-1]
        doer = key in _DOER or re.match(r"(?:one|player|bot|whoever|who|\w+)_(?:that|who|which)_\w+_(?:it|this)$", key)
        for name, preposition, kind in slots:
            if doer and preposition in ("by", "from", "with") and name != "me":
                yield name, kind, 0.05
            elif (key in _TARGET or self.is_kind(noun, kind)) and preposition == "":
                yield name, kind, 0.1
            elif name == key:
                yield name, kind, 0.0
        if doer or key in _TARGET or last in _TARGET | _DOER:
            words = _DOER if doer or last in _DOER else _TARGET
            for rank, atom in enumerate(self._written(*words)[:4]):
                yield atom, self._kind_of(atom), 0.3 + 0.1 * rank
        if doer:
            for verb in sorted({*self.vocabulary.events.get(self.scene.event, ()), self.scene.around}):
                sig = self.scene.symbols.verbs.get(verb)
                for slot in sig.slots if sig is not None else ():
                    kind_of = t.plain(slot.type)
                    if slot.preposition in ("by", "from") and slot.name != "me" and isinstance(kind_of, t.KindT):
                        yield f"{verb}.{slot.name}", kind_of.name, 0.3

    def _owned(self, low: str) -> Iterator[tuple[str, str, float]]:
        """`your bot`, `its owner`, `the hand of Ann`."""
        match = re.match(r"(?:your|my|their|his|her|owner's|its owner's)\s+(?:own\s+)?(.+)$", low)
        if match is not None:
            noun = match[1]
            yield from self._fields(self.scene.player, "Player", noun)
            for name in self.vocabulary.functions("Player"):
                parts = {plain(part) for part in name.split("_")}
                if plain(noun) == plain(name) or (plain(noun) in parts and len(parts) <= 2):
                    yield f"{name}({self.scene.player})", self._given(name), 0.15
            if self.is_kind(noun, self.scene.kind) and not self.scene.in_script:
                yield "it", self.scene.kind, 0.2
        match = re.match(r"(?:its|this \w+'s|it's)\s+(.+)$", low)
        if match is not None:
            yield from self._fields("it", self.scene.kind, match[1])
        match = re.match(
            r"(.+?)\s+(?:that stands |standing |which is )?(?:on|in|at)\s+(?:this(?: \w+)?|it|the \w+)$", low
        )
        if match is not None:
            for name in self.vocabulary.reached(self.scene.kind, self._kind(match[1])) if self._kind(match[1]) else ():
                yield f"it.{name}", self._kind(match[1]), 0.1
        match = re.match(r"(.+?)(?:'s|')\s+(.+)$", low) or None
        owner, noun = (match[1], match[2]) if match is not None else ("", "")
        of = re.match(r"(.+?)\s+of\s+(?:the\s+)?(.+)$", low)
        if of is not None:
            owner, noun = of[2], of[1]
        if owner:
            for expression, kind, cost in list(self._named(owner))[:4]:
                if kind:
                    yield from (
                        (each, of_kind, cost + more) for each, of_kind, more in self._fields(expression, kind, noun)
                    )

    def _fields(self, owner: str, kind: str, noun: str) -> Iterator[tuple[str, str, float]]:
        symbols = self.scene.symbols
        fields = symbols.fields(kind) if kind in symbols.kinds else {}
        wanted, near = plain(noun), {plain(word) for word in like(plain(noun))}
        for name, sig in fields.items():
            type = t.plain(t.item(sig.type) or sig.type)
            of_kind = type.name if isinstance(type, t.KindT) else ""
            if plain(name) == wanted:
                yield f"{owner}.{name}", of_kind, 0.0
            elif plain(name) in near or (of_kind and self.is_kind(noun, of_kind)):
                yield f"{owner}.{name}", of_kind, 0.5

    def _given(self, rule: str) -> str:
        sig = self.scene.symbols.rules[rule]
        type = t.plain(sig.type) if sig.type is not None else None
        return type.name if isinstance(type, t.KindT) else ""

    # ---------------------------------------------------------------------------------------------- groups

    def _groups(self, low: str) -> Iterator[tuple[str, str, float]]:
        """`all enemy bots`, `every other bot next to it`."""
        near = _AROUND.search(low)
        rest = low[: near.start()] if near is not None else low
        hostile, other = _HOSTILE.match(rest), _OTHER.match(rest)
        every = _EVERY.match(rest)
        noun = (hostile or other or every or re.match(r"(.+)$", rest))[1]  # type: ignore[index]
        noun = re.sub(r"^(?:enemy|other|opposing)\s+", "", noun)
        if not (hostile or other or every or near):
            return
        anybody = noun in ("everybody", "everyone", "all", "others", "everything", "other")
        kind = self.scene.kind if anybody else self._kind(noun)
        if not kind:
            return
        me = self.scene.player
        conditions = []
        if hostile is not None or re.search(r"\b(?:enemy|opposing)\b", rest):
            conditions.append(f"owner is not {me}")
        elif other is not None or near is not None:
            conditions.append(
                "that is not it" if anybody or self.is_kind(noun, self.scene.kind) else f"owner is not {me}"
            )
        if near is not None:
            centre = "it" if anybody or self.is_kind(noun, self.scene.kind) or not self.scene.in_script else ""
            own = [each.text for each in self.things(f"your {noun}", kind)][:1]
            centre = centre or (own[0] if own else "it")
            conditions.append(f"distance(that, {centre}) <= {near[1] or 1}")
        yield f"{kind} where {' and '.join(conditions)}" if conditions else kind, kind, 0.2

    def _kind(self, noun: str) -> str:
        word = plain(noun)
        if word in self.kinds:
            return self.kinds[word]
        same = [self.kinds[plain(other)] for other in like(word) if plain(other) in self.kinds]
        return same[0] if same else ""

    def is_kind(self, noun: str, kind: str) -> bool:
        word = plain(noun)
        names = (
            {plain(each) for each in self.scene.symbols.lineage(kind)} if kind in self.scene.symbols.kinds else set()
        )
        return bool(word) and (word in names or bool({plain(other) for other in like(word)} & names))

    def _written(self, *ends: str) -> list[str]:
        """The expressions of the game's own texts that end with a word, the most frequent first."""
        return [atom for atom, last in self.vocabulary.written if last in ends]


def _kind_in(type: t.Type | None) -> str:
    kind = t.plain(type) if type is not None else None
    return kind.name if isinstance(kind, t.KindT) else ""
