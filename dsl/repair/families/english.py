"""Sentences in plain English as constructs of the language: triggers, effects, things, and what is forbidden.

The rules of the game decide what a word can mean: its verbs in all their forms, its fields, keywords and functions, and
the words that they are also called. A sentence has many readings; each is tried, so that only one that the checker
accepts is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, product

from dsl.names import types as t
from dsl.repair.families.signs import NUMBERS
from dsl.repair.spot import LineRewrite, RepairSpot
from dsl.repair.vocabulary import called, plain
from dsl.text.inflection import forms

_MOST = 40  # readings of one sentence
_LESSON = "a sentence of the language, with the verbs of this game"
_CAUSE = r"(?:when(?:ever)?|each time|every time|any time|as soon as|once|if|after|upon|on)"
_ENDS = r"(?:\s+(?:away|back|tiles?|spaces?|hex(?:es)?|squares?|fields?|steps?))*"
_OTHERS = r"(?:every|each|all|any|a|an|everybody|everyone|whoever|who(?:ever)?|everything)"


_LIGHT = frozenset(
    "a an the this that it its itself you your me my his her their they them is are was be been being to of on in at by "
    "from for with and or then so also has have had when whenever if each every all any time once after before would "
    "instead not cannot can may will must only per more less extra other who whoever whose which there one does do did "
    "everybody everyone everything stands stand loses gains suffers deals dealt own their also gets get because while during until end start beginning away back next takes take bot player card cards".split()
)


class Reader:
    """Reads the English of one line."""

    def __init__(self, spot: RepairSpot) -> None:
        self.spot = spot
        self.symbols = spot.vocabulary.symbols
        self.kind = spot.kind
        self.verbs: dict[str, list[str]] = {}
        for name, sig in self.symbols.verbs.items():
            for word in (name, *called(sig)):
                for form in forms(word):
                    self.verbs.setdefault(form, []).append(name)
        before = spot.blanked[: spot.line_start]
        self.in_script = bool(
            re.search(r"\b(?:" + "|".join(spot.vocabulary.scripts(self.kind) or ["\0"]) + r")\b[^{}]*\{[^{}]*$", before)
        )
        self.is_player_text = spot.sort == "card" and bool(spot.vocabulary.scripts(self.kind))

    # ------------------------------------------------------------------------------------------------ things

    def things(self, words: str) -> list[str]:
        """The expressions that a group of words may mean, the likeliest first."""
        words = words.strip().strip(",.").strip()
        low = re.sub(r"^(?:the|a|an|that|its own|his own|your own)\s+", "", words.lower())
        found: dict[str, None] = {}

        def add(*values: str) -> None:
            found.update(dict.fromkeys(value for value in values if value))

        kinds = {plain(kind): kind for kind in self.symbols.kinds}
        bare = re.sub(r"^(?:this|that)\s+", "", low)
        if low in ("it", "itself", "this", "~", "they", "him", "her") or (
            low.startswith("this ") and len(low.split()) <= 3
        ):
            add("it", *(f"it.{name}" for name in self._fields_of(bare, self.kind)))
        if low in (
            "you",
            "me",
            "the player",
            "player",
            "its owner",
            "its player",
            "owner",
            "yourself",
            "your player",
            "controller",
        ):
            add("me", "it.owner", "it.occupant.owner")
        if low in ("opponent", "enemy", "foe", "your opponent", "your enemy", "the other player", "rival"):
            add("foe", "me.foe")
        mine = re.match(r"(?:your|my|their|his|her)(?: own)?\s+(.+)$", low)
        if mine is not None:
            noun = plain(mine[1]) and mine[1].replace(" ", "_")
            add(*(f"me.{name}" for name in self._fields_of(mine[1], "Player")))
            add(*(f"{name}(me)" for name in self.symbols.rules if name in (noun, f"my_{noun}")))
        whose = re.match(r"(?:its|this \w+'s)\s+(.+)$", low)
        if whose is not None:
            add(*(f"it.{name}" for name in self._fields_of(whose[1], self.kind)))
            add(*(f"it.owner.{name}" for name in self._fields_of(whose[1], "Player")))
        if re.search(
            r"\b(?:that|who|which|whoever|whatever)\b.*\b\w+(?:ed|s|k|t)\b\s+(?:it|this|them)|^(?:attacker|striker|hitter|aggressor|assailant)$",
            low,
        ):
            add(*self._doers())
        on_it = re.match(r"(.+?)\s+(?:on|in|at|standing on|that stands on)\s+(?:this|it|the)\b", low)
        if on_it is not None:
            add(*(f"it.{name}" for name in self._reached(kinds.get(plain(on_it[1]), ""))))
        add(*self._groups(low, kinds))
        single = re.sub(r"\s+", "_", bare)
        if single in self._local_names():
            add(single)
        add(*self._event_values(single))
        for name in self.spot.vocabulary.alike(words) + ([words] if self.spot.vocabulary.is_name(words) else []):
            if name not in self.symbols.kinds or words[:1].isupper() or words.endswith("s"):
                add(name if name.isidentifier() else f'"{name}"')
        return list(found)[:6]

    def _doers(self) -> list[str]:
        """The one who does what happens: the value behind `by` or `from` of an event, as seen in it or around it."""
        names: dict[str, None] = {}
        for sig in self.symbols.verbs.values():
            for slot in sig.slots:
                if slot.preposition in ("by", "from") and slot.name != "me":
                    names[slot.name] = None
        around = [
            f"{verb}.{slot.name}"
            for verb in self._around()
            for slot in self.symbols.verbs[verb].slots
            if slot.preposition in ("by", "from") and slot.name != "me"
        ]
        return [*around[:3], *list(names)[:3]]

    def _around(self) -> list[str]:
        """The events that may be going on around the verbs of the line."""
        words = re.findall(r"\w+", self.spot.line.lower())
        verbs = [verb for word in words for verb in self.verbs.get(word, ())]
        events = [event for verb in verbs for event in sorted(self.spot.vocabulary.events.get(verb, ()))]
        counted = [
            event
            for event in dict.fromkeys(events)
            if event in self.symbols.verbs and len(self.symbols.verbs[event].slots) > 1
        ]
        return counted[:6]

    def _groups(self, low: str, kinds: dict[str, str]) -> Iterator[str]:
        """Every other thing of a kind nearby."""
        match = re.match(rf"{_OTHERS}\b\s*(?:one\s+)?(other\s+)?(\w+)?(.*)$", low)
        if match is None:
            return
        kind = kinds.get(plain(match[2] or ""), self.kind if self.spot.sort != "card" or not match[2] else "")
        if not kind:
            kind = self.kind
        rest = low
        within = re.search(r"(?:within|at most|up to)\s+(\d+)", rest)
        near = bool(re.search(r"next to|adjacent|beside|near|around|touching|neighbou?r", rest))
        conditions = ["that is not it"]
        if near or within is not None:
            conditions.append(f"distance(that, it) <= {within[1] if within else 1}")
        yield f"{kind} where {' and '.join(conditions)}"
        if not near and within is None:
            yield kind

    def _fields_of(self, words: str, kind: str) -> list[str]:
        fields = self.symbols.fields(kind) if kind in self.symbols.kinds else {}
        wanted = plain(words)
        return [name for name, sig in fields.items() if wanted in (plain(name), *map(plain, called(sig)))]

    def _reached(self, kind: str) -> list[str]:
        return self.spot.vocabulary.reached(self.kind, kind) if kind and self.kind in self.symbols.kinds else []

    def _local_names(self) -> set[str]:
        before = self.spot.blanked[: self.spot.line_end]
        return set(re.findall(r"\b(?:as|let|each)\s+(\w+)", before)) | {
            slot.name
            for verb in set(re.findall(r"\w+", before)) & set(self.symbols.verbs)
            for slot in self.symbols.verbs[verb].slots
        }

    def _event_values(self, name: str) -> Iterator[str]:
        for verb, sig in self.symbols.verbs.items():
            if name in sig.keeps or any(slot.name == name for slot in sig.slots):
                yield f"{verb}.{name}"

    def accounts(self, reading: str, text: str) -> bool:
        """Whether a reading uses most of the words that carry meaning."""
        words = [word for word in re.findall(r"[A-Za-z]+|\d+", text.lower()) if word not in _LIGHT]
        used = {plain(part) for name in re.findall(r"\w+", reading) for part in (name, *name.split("_"))}
        used |= {
            form
            for name in re.findall(r"\w+", reading)
            if name in self.symbols.verbs
            for word in (name, *called(self.symbols.verbs[name]))
            for form in forms(word)
        }
        names = set(re.findall(r"\w+", reading))
        left = [
            word
            for word in words
            if word not in used and plain(word) not in used and not names & set(self.spot.vocabulary.also(word))
        ]
        numbers = [word for word in left if word.isdigit()]
        return not numbers and len(left) <= max(1, len(words) // 2)

    # ----------------------------------------------------------------------------------------------- effects

    def effects(self, clause: str) -> Iterator[str]:
        """The sentences that a clause may mean."""
        clause = re.sub(r"^(?:then|and|also|,|so|you may|may)\s+", "", clause.strip().strip(".,;").strip())
        for part in (self._damage, self._gain, self._passive, self._active, self._turned):
            yield from part(clause)

    def _damage(self, clause: str) -> Iterator[str]:
        """`X takes 2 damage`, `deal 2 damage to X`: a verb that is written as a noun."""
        amount = r"(\d+|n|x|\w+)"
        for regex, thing, number, noun in (
            (
                rf"(.+?)\s+(?:takes?|suffers?|receives?|is dealt|are dealt|gets?)\s+{amount}\s+(?:points?\s+of\s+)?(\w+)$",
                1,
                2,
                3,
            ),
            (
                rf"(?:.*?\s)?(?:deals?|does|do|inflicts?|causes?)\s+{amount}\s+(?:points?\s+of\s+)?(\w+)\s+(?:to|on|at)\s+(.+)$",
                3,
                1,
                2,
            ),
        ):
            match = re.match(regex, clause, re.IGNORECASE)
            if match is None:
                continue
            for verb in self.verbs.get(match[noun].lower(), ()):
                for target in self.things(match[thing]):
                    yield from self._phrases(verb, target, match[number])

    def _phrases(self, verb: str, target: str, number: str = "") -> Iterator[str]:
        """A phrase with its object, a number, and a source that the verb needs."""
        sig = self.symbols.verbs[verb]
        slots = {slot.preposition: slot for slot in sig.slots}
        if (
            not target
            and "" in slots
            and slots[""].required
            and not (number and isinstance(t.plain(slots[""].type), t.NumberT))
        ):
            return
        text = f"{verb} {target}" if "" in slots else verb
        if number:
            numeric = [p for p, slot in slots.items() if p and isinstance(t.plain(slot.type), t.NumberT)]
            if not numeric and "" in slots:
                text = f"{verb} {number}" + (f" for {target}" if "for" in slots else "")
            elif numeric:
                text += f" {numeric[0]} {number}"
        needed = [slot for p, slot in slots.items() if slot.required and p and not re.search(rf"\b{p}\b", text)]
        if not needed:
            yield text
            return
        sources = ("it", "attacker", "me", "it.owner")
        for values in islice(product(sources, repeat=len(needed)), 8):
            yield text + "".join(f" {slot.preposition} {value}" for slot, value in zip(needed, values, strict=True))

    def _gain(self, clause: str) -> Iterator[str]:
        """`you get 3 energy`, `it loses 1 power`, `the bot gets Guard`."""
        match = re.match(
            r"(?:(.+?)\s+)?(gains?|gets?|receives?|adds?|loses?|lose|spends?|has)\s+(?:(\d+|n|x|an?|one)\s+)?(?:(?:more|extra|less|point of|points of)\s+)?([\w ]+)$",
            clause,
            re.IGNORECASE,
        )
        if match is None:
            return
        number = match[3] if match[3] and match[3] not in ("a", "an", "one") else "1"
        sign = "-=" if match[2].lower().startswith(("lose", "spend")) else "+="
        subject = match[1] or "you"
        for target in self.things(subject):
            for kind in ("Player", self.kind, *self.symbols.kinds):
                for name in self._fields_of(match[4], kind):
                    sig = self.symbols.field(kind, name)
                    if sig is not None and sig.sort == "keeps" and isinstance(t.plain(sig.type), t.NumberT):
                        yield f"{target}.{name} {sign} {number}"
                        if " where " in target:
                            yield f"for each other in {target} {{ other.{name} {sign} {number} }}"
            for mark in [name for name in self.symbols.marks if plain(name) == plain(match[4])]:
                value = f"({number})" if match[3] else ""
                yield f"give {mark}{value} to {target}" if sign == "+=" else f"lose {mark} from {target}"
        for verb in (*self.verbs.get(match[2].lower(), ()), *self.verbs.get(match[4].lower(), ())):
            for target in self.things(subject):
                yield from self._phrases(verb, target, number)

    def _passive(self, clause: str) -> Iterator[str]:
        """`the target is pushed 2 away`."""
        match = re.match(
            rf"(.+?)\s+(?:is|are|gets?|must be|has to be)\s+(\w+)(?:\s+(?:by\s+)?(\d+|n|x))?{_ENDS}$",
            clause,
            re.IGNORECASE,
        )
        if match is None:
            return
        for verb in self.verbs.get(match[2].lower(), ()):
            for target in self.things(match[1]):
                yield from self._phrases(verb, target, match[3] or "")

    def _active(self, clause: str) -> Iterator[str]:
        """`you draw two cards`, `push the target 2`, `reroll all your dice`."""
        words = clause.split()
        for at, word in enumerate(words[:6]):
            for verb in self.verbs.get(word.lower(), ()):
                rest = " ".join(words[at + 1 :])
                number = re.search(r"\b(\d+|n|x)\b", rest)
                thing = re.sub(r"\b(?:\d+|n|x|cards?|by|to|tiles?|times?|away|extra|more)\b", "", rest).strip()
                yield from self._phrases(verb, "", number[1] if number else "")
                for target in self.things(thing) if thing else []:
                    yield from self._phrases(verb, target, number[1] if number else "")

    def _turned(self, clause: str) -> Iterator[str]:
        """`it takes 2 less damage`, `the attack does 1 more`: a changed amount."""
        match = re.search(
            r"\b(\d+|n|x)\s+(more|less|fewer|extra|additional)\b|\b(?:plus|\+)\s*(\d+)|\bminus\s*(\d+)", clause
        )
        if match is None:
            return
        number = match[1] or match[3] or match[4]
        if match[2] in ("less", "fewer") or match[4]:
            yield f"modify amount by -{number} at least 0"
        else:
            yield f"modify amount by {number}"

    def clauses(self, text: str) -> Iterator[str]:
        """One or several clauses as sentences."""
        whole = list(dict.fromkeys(islice(self.effects(text), 40)))
        yield from whole
        parts = re.split(r"\s*(?:,\s*(?:and|then|but)?|\band\b|\bbut\b|\bthen\b|;|\.\s)\s*", text)
        parts = [part for part in parts if part.strip()]
        if 2 <= len(parts) <= 3:
            readings = [list(dict.fromkeys(islice(self.effects(part), 6))) for part in parts]
            for sentences in islice(product(*readings), 40):
                yield "; ".join(sentences)

    # ---------------------------------------------------------------------------------------------- triggers

    def standing(self, text: str) -> Iterator[str]:
        """The rule of a card or keyword that a sentence may mean."""
        text, once = self._once(text)
        yield from self._forbidden(text)
        yield from self._stat(text)
        for regex, effect_at in (
            (rf"{_CAUSE}\s+(.+?)\s*[,:]\s*(?:then\s+)?(.+)$", 2),
            (rf"{_CAUSE}\s+(.+?)\s*\{{\s*(.+?)\s*\}}\s*$", 2),
            (rf"(.+?)\s+{_CAUSE}\s+(.+)$", 1),
        ):
            match = re.match(regex, text, re.IGNORECASE)
            if match is not None:
                trigger, effect = (match[1], match[2]) if effect_at == 2 else (match[2], match[1])
                braced = "{" in regex
                yield from self._hooked(trigger, effect, once, braced)
        caused = re.match(rf"{_CAUSE}\s+", text, re.IGNORECASE)
        for split in re.finditer(r"\s(?=(?:you|your|it|its|the|they|this|draw|gain|lose|deal)\b)", text) if caused else ():
            if split.start() > (caused.end() if caused else 0) + 4:
                yield from self._hooked(text[caused.end() : split.start()] if caused else "", text[split.end() :], once, False)
        match = re.match(
            r"(?:at|on)\s+the\s+(start|beginning|end)\s+of\s+(?:each|every|the|a|your|its|any)?\s*(?:of\s+\w+\s+)?(\w+)\s*,?\s*(.+)$",
            text,
            re.IGNORECASE,
        )
        if match is not None:
            word = "after" if match[1].lower() == "end" else "before"
            yield from self._periods(word, match[2], match[3], once)
        who = re.match(
            r"(?:who(?:ever)?|anybody who|anyone who)\s+(\w+)\s+(?:it|this)\s*(?:,\s*)?(.+)$", text, re.IGNORECASE
        )
        if who is not None:
            for verb in self.verbs.get(who[1].lower(), ()):
                for effect in islice(self.clauses("the attacker " + who[2]), 10):
                    yield f"after {verb} it{once} {{ {effect} }}"

    def _once(self, text: str) -> tuple[str, str]:
        """A sentence without `only once each turn`, and the clause for it."""
        regex = r"[.,;]?\s*(?:this (?:triggers|happens|works) )?(?:only |at most )?once (?:per|each|every|a|in each) (\w+)\.?|\bthe first time (?:each|every|in a|per) (\w+),?"
        match = re.search(regex, text, re.IGNORECASE)
        if match is None:
            return text.strip().rstrip("."), ""
        return re.sub(regex, "", text, flags=re.IGNORECASE).strip().rstrip("."), f" once per {match[1] or match[2]}"

    def _hooked(self, trigger: str, effect: str, once: str, braced: bool) -> Iterator[str]:
        events = list(dict.fromkeys(self._events(trigger)))
        scripts = self._scripts(trigger)
        effects = [effect] if braced else list(dict.fromkeys(islice(self.clauses(effect), 24)))
        if re.search(r"\bwould\b", trigger):
            spare = bool(re.search(r"not|nothing|isn't|instead of that", effect))
            for event in events:
                yield from (f"instead of {event}{once} {{ {sentence} }}" for sentence in effects)
                if spare:
                    yield f"instead of {event}{once} {{ }}"
            return
        for sentence in effects:
            yield from (f"{script} {{ {sentence} }}" for script in scripts)
            yield from (f"after {event}{once} {{ {sentence} }}" for event in events[:6])

    def _scripts(self, trigger: str) -> list[str]:
        """The scripts of this kind that a trigger may mean: `when you use it`, `when played`, `when hired`."""
        names = self.spot.vocabulary.scripts(self.kind)
        words = set(trigger.lower().split())
        fit = [
            name
            for name in names
            if words
            & (
                forms(name.removeprefix("on_").removesuffix("ed"))
                | {name}
                | forms(name.removeprefix("on_").removesuffix("d"))
            )
        ]
        return fit or (
            names if len(names) == 1 and words & {"you", "it", "this", "played", "used", "hired", "plays"} else []
        )

    def _events(self, trigger: str) -> Iterator[str]:
        """The events that a trigger may mean."""
        text = re.sub(r"\b(?:would|gets?|has been|have been|just)\b\s*", "", trigger.strip())
        passive = re.match(
            r"(.+?)\s+(?:is |are |was |be )?(?:dealt\s+)?(\w+)(?:\s+(?:by|during|in|with)\s+(?:an?\s+|the\s+)?(.+))?$",
            text,
            re.IGNORECASE,
        )
        if passive is not None:
            for verb in self.verbs.get(
                passive[2].lower(),
                self.verbs.get({"hurt": "damage", "harmed": "damage"}.get(passive[2].lower(), ""), []),
            ):
                for target in self.things(passive[1])[:3]:
                    inside = self._inside(passive[3])
                    yield from (f"{verb} {target}{during}" for during in inside)
                    yield f"{verb} by {target}"
                    yield f"{verb} with {target}"
        active = re.match(r"(.+?)\s+(\w+)\s+(.+)$", text)
        if active is not None:
            for verb in self.verbs.get(active[2].lower(), ()):
                for target in self.things(active[1])[:2]:
                    for goal in self.things(active[3])[:2]:
                        yield f"{verb} {goal} by {target}"
                    yield f"{verb} by {target}"

    def _inside(self, words: str | None) -> list[str]:
        """`by a strike`: during the event of that name, or of the verb that performs it."""
        if not words:
            return [""]
        names = self.verbs.get(words.lower().split()[-1], [])
        around = self._around()
        likely = [name for name in names if name in around]
        return [*(f" during {name}" for name in dict.fromkeys([*likely, *around[:4], *names[:2]])), ""]

    def _periods(self, word: str, period: str, effect: str, once: str) -> Iterator[str]:
        low = plain(period)
        names = [
            name for name, sig in self.symbols.verbs.items() if low == plain(name) or low in map(plain, called(sig))
        ]
        names += [name for name in self.symbols.verbs if low in map(plain, name.split("_")) and name not in names]
        for name in names[:4]:
            for sentence in islice(self.clauses(effect), 10):
                for by in ("", " by me", " by it.owner", " by it"):
                    yield f"{word} {name}{by}{once} {{ {sentence} }}"

    def _forbidden(self, text: str) -> Iterator[str]:
        match = re.match(
            r"(.+?)\s+(?:cannot|can not|can't|may not|must not|is never|can never)\s+(?:be\s+)?(\w+)(.*?)(?:\s+because\s+(.+))?$",
            text,
            re.IGNORECASE,
        )
        if match is None:
            return
        passive = bool(re.search(r"\bbe\s+\w+", text))
        reason = (match[4] or f"it cannot be {match[2]}").strip().strip('".')
        for verb in self.verbs.get(match[2].lower(), ()):
            for thing in self.things(match[1]):
                yield f'forbid {verb} {"" if passive else "by "}{thing} because "{reason}"'

    def _stat(self, text: str) -> Iterator[str]:
        """`your hand limit is one higher`: a rule or stat by its name in words."""
        match = re.match(
            r"(?:(your|its|my|his|the)\s+)?(.+?)\s+(?:is|are)\s+(\d+)\s+(higher|lower|more|less|greater|smaller|bigger)$",
            text,
            re.IGNORECASE,
        )
        if match is None:
            return
        sign = "-" if match[4].lower() in ("lower", "less", "smaller") else ""
        name = match[2].strip().replace(" ", "_")
        for owner in ("me", "it", "it.owner"):
            yield f"modify {name} of {owner} by {sign}{match[3]}"
        yield f"modify {name} by {sign}{match[3]}"


def _digits(text: str) -> str:
    return re.sub(
        r"\b(" + "|".join(word for word in NUMBERS if word != "one") + r")\b",
        lambda m: str(NUMBERS[m[1].lower()]),
        text,
        flags=re.IGNORECASE,
    ).replace(" one ", " 1 ")


def sentences(spot: RepairSpot) -> Iterator[LineRewrite]:
    """The readings of the line, or of the block in it that the finding is about."""
    if spot.sort == "scenario" or len(spot.raw) > 300 or len(spot.raw.split()) < 3:
        return
    reader = Reader(spot)
    for start, end, inner in _segments(spot, reader):
        text = _digits(spot.raw[start:end])
        readings = reader.clauses(text) if inner else reader.standing(text)
        seen = [reading for reading in dict.fromkeys(islice(readings, 400)) if reader.accounts(reading, text)]
        for rank, reading in enumerate(islice(seen, _MOST)):
            new = f" {reading} " if inner and spot.raw[start - 1 : start] == "{" else reading
            yield spot.rewrite(start, end, new, "english", _LESSON, 2.0 + rank * 0.03, False, whole=True)


def _segments(spot: RepairSpot, reader: Reader) -> Iterator[tuple[int, int, bool]]:
    """The parts of the line that may be English: the innermost block, or the whole line."""
    block = re.search(r"\{([^{}]*[a-z] [a-z][^{}]*)\}", spot.line)
    if block is not None:
        yield block.start(1), block.end(1), True
    start = len(spot.indent)
    end = len(spot.raw.rstrip())
    if not spot.in_head:
        yield start, end, reader.in_script
        if not reader.in_script:
            inside = re.match(r"\s*[A-Za-z]\w*\s*:\s*(.+)$", spot.line)
            if inside is not None:
                for script in spot.vocabulary.scripts(spot.kind):
                    yield inside.start(1), end, True
                    del script


def said(spot: RepairSpot) -> Iterator[LineRewrite]:
    """A line that nobody can read, in a keyword or card whose `says` tells in English what it does."""
    says = re.search(r'\bsays\s+"([^"\n]{10,160})"', spot.text[: spot.line_start])
    if says is None or spot.in_head or not spot.error.code.startswith("BW1"):
        return
    foreign = re.search(r"[$|~@\\%]|::|->", spot.line) is not None
    reader = Reader(spot)
    text = _digits(re.sub(r"\{(\w+)\}", r"\1", says[1]))
    readings = [reading for reading in dict.fromkeys(islice(reader.standing(text), 200)) if reader.accounts(reading, text)]
    for rank, reading in enumerate(readings[:20]):
        lesson = "this is what its text says"
        new = spot.indent + reading
        yield spot.rewrite(0, len(spot.raw), new, "said", lesson, (2.5 if foreign else 4.6) + rank * 0.03, False, whole=True)


def labelled(spot: RepairSpot) -> Iterator[LineRewrite]:
    """`Battlecry: draw 1`: the word of another game for the script of this kind."""
    match = re.match(r"(\s*)([A-Z][\w ]*?)\s*[:\-–—]+\s*(.+?)\.?\s*$", spot.line)
    if match is None or spot.sort != "card":
        return
    scripts = spot.vocabulary.scripts(spot.kind)
    for rank, script in enumerate(scripts):
        lesson = f"what {_a(spot.kind)} does is in its script `{script}`"
        text = spot.raw[match.start(3) : match.end(3)]
        readings = [text, *islice(Reader(spot).clauses(_digits(text)), 12)]
        for more, reading in enumerate(dict.fromkeys(readings)):
            new = f"{match[1]}{script} {{ {reading} }}"
            yield spot.rewrite(
                0, len(spot.raw), new, "label", lesson, 1.5 + rank * 0.3 + more * 0.05, False, whole=True
            )


def _a(kind: str) -> str:
    return f"{t.article(kind)} {kind}"


FAMILIES = (sentences, labelled, said)
