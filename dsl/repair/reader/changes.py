"""Keywords that are given and lost, numbers that change, and amounts of an event that are modified."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.names import types as t
from dsl.repair.reader.lexicon import ANY
from dsl.repair.reader.reading import Reading
from dsl.repair.reader.scene import Scene
from dsl.repair.reader.things import ThingReader

_HEALTH = frozenset("hp health heart hearts life lives hull structure hitpoints hit core vitality".split())


class ChangeReader:
    """Reads clauses that change something without a verb of the game."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.things = ThingReader(scene)

    def changes(self, text: str) -> Iterator[Reading]:
        """A clause as a change."""
        yield from self._marked(text)
        yield from self._numbered(text)
        yield from self._changed(text)

    def _marked(self, text: str) -> Iterator[Reading]:
        """`it gains Burning 2`, `your bot is no longer burning`, `set every enemy bot on fire`."""
        lasting = re.search(
            r"\s+(?:until|till|for|this)\s+(?:my|your|its|the|this|one|end|start|next|turn|round)\b.*$", text
        )
        if lasting is not None:  # a status says itself how long it lasts
            yield from (each + 0.2 for each in self._marked(text[: lasting.start()]))
            return
        for regex, way in (
            (r"(?P<x>.*?)\s*\b(?:gains?|gets?|receives?|becomes?|is|are|starts? to|begins? to)\s+(?:an?\s+)?(?P<m>[A-Za-z]+)[\s(]*(?P<n>\d+|n|x)?\)?$", 1),
            (r"(?:give|gives|apply|put|place|inflict|add)\s+(?P<m>[A-Za-z]+)[\s(]*(?P<n>\d+|n|x)?\)?\s+(?:to|on|onto|upon)\s+(?P<x>.+)$", 1),
            (r"(?:give|gives)\s+(?P<x>.+?)\s+(?P<m>[A-Za-z]+)[\s(]*(?P<n>\d+|n|x)?\)?$", 1),
            (r"(?:set|sets)\s+(?P<x>.+?)\s+on\s+(?P<m>fire)(?P<n>)$", 1),
            (r"(?P<m>[a-z]+)\s+(?P<x>(?:it|the|your|each|every|all|that|target|attacker|this)\b.*)(?P<n>)$", 1),
            (r"(?P<x>.+?)\s+(?P<m>burns|stuns)\s*(?P<n>\d+)?$", 1),
            (r"(?P<x>.+?)\s+(?:is|are)\s+no longer\s+(?P<m>[A-Za-z]+)(?P<n>)$", -1),
            (r"(?:remove|lose|clear|take|end)\s+(?P<m>[A-Za-z]+)\s+(?:from|off|on|of)\s+(?P<x>.+?)(?P<n>)$", -1),
            (r"(?P<x>.+?)\s+(?:loses?|is freed from|is cured of)\s+(?P<m>[A-Za-z]+)(?P<n>)$", -1),
            (r"(?:extinguish|unstun|cure)\s+(?P<x>.+?)(?P<n>)(?P<m>)$", -1),
        ):  # fmt: skip
            match = re.match(regex, text, re.IGNORECASE)
            if match is not None and match["m"]:
                yield from self._mark(match["x"] or "you", match["m"], match["n"] or "", way)

    def _mark(self, thing: str, word: str, number: str, way: int) -> Iterator[Reading]:
        marks = self.scene.symbols.marks
        for name, cost in [*self.scene.lexicon.mark_names(word, ANY), *self._mark_forms(word)][:3]:
            if word.islower() and not marks[name].status and cost > 0.2:
                continue
            bearers = marks[name].bearers
            for each in self.things.things(thing, bearers[0] if bearers else "")[:5]:
                value = f"({number or 1})" if marks[name].params else ""
                if number and not marks[name].params:
                    continue
                does = f"give {name}{value} to" if way > 0 else f"lose {name} from"
                yield Reading(f"{does} {each.text}", cost + each.cost)

    def _mark_forms(self, word: str) -> Iterator[tuple[str, float]]:
        low = word.lower()
        for ending, instead in (("s", ""), ("s", "ing"), ("ed", ""), ("ned", ""), ("", "ing"), ("d", "")):
            if low.endswith(ending) and len(low) > 3:
                stem = low.removesuffix(ending) if ending else low
                yield from ((name, cost + 0.1) for name, cost in self.scene.lexicon.mark_names(stem + instead, ANY)[:1])

    def _numbered(self, text: str) -> Iterator[Reading]:
        """`gain 3 energy`, `its power increases by 1`, `set your energy to 0`."""
        value = r"(?P<n>\d+|[a-z]\w*)"
        for regex, sign in (
            (rf"(?P<x>.*?)\s*\b(?:gains?|gets?|receives?|earns?|adds?|has)\s+\+?{value}\s+(?:more\s+|extra\s+|points?\s+of\s+)?(?P<f>[a-z][\w ]*)$", "+="),
            (rf"(?P<x>.*?)\s*\b(?:loses?|spends?|pays?)\s+{value}\s+(?:points?\s+of\s+)?(?P<f>[a-z][\w ]*)$", "-="),
            (rf"(?P<x>)\+\s*{value}\s+(?P<f>[a-z][\w ]*)$", "+="),
            (rf"(?P<x>)-\s*{value}\s+(?P<f>[a-z][\w ]*)$", "-="),
            (rf"(?P<x>your|its|my)\s+(?P<f>[a-z]\w*)\s+(?:increases|rises|goes up)\s+by\s+{value}$", "+="),
            (rf"(?P<x>your|its|my)\s+(?P<f>[a-z]\w*)\s+(?:decreases|falls|drops|goes down)\s+by\s+{value}$", "-="),
            (rf"set\s+(?P<x>your|its|my)\s+(?P<f>[a-z]\w*)\s+to\s+{value}$", "="),
            (rf"(?P<x>your|its|my)\s+(?P<f>[a-z]\w*)\s+(?:becomes|is set to)\s+{value}$", "="),
        ):  # fmt: skip
            match = re.match(regex, text, re.IGNORECASE)
            if match is None or not self._is_number(match["n"]):
                continue
            owner = {"your": "you", "my": "you", "its": "it"}.get(match["x"].lower(), match["x"]) or "you"
            if match["f"].split()[0].lower() in _HEALTH:
                yield from self._hurt(owner, sign, match["n"])
            for thing in self.things.things(owner)[:4]:
                for name, cost in self._kept(match["f"]):
                    is_group = " where " in thing.text
                    if re.search(r"[()]", thing.text) and not is_group:
                        text_of = f"let bearer = {thing.text}; bearer.{name} {sign} {match['n']}"
                    elif is_group:
                        text_of = f"for each other in {thing.text} {{ other.{name} {sign} {match['n']} }}"
                    else:
                        text_of = f"{thing.text}.{name} {sign} {match['n']}"
                    yield Reading(text_of, thing.cost + cost)

    def _hurt(self, owner: str, sign: str, number: str) -> Iterator[Reading]:
        """`it loses 2 hearts`, `you gain 1 hp`: damage and repair, where the game has verbs for them."""
        wanted = {"-=": "damage", "+=": "heal"}.get(sign)
        for verb, cost in self.scene.lexicon.verbs(wanted)[:2] if wanted is not None else ():
            sig = self.scene.symbols.verbs[verb]
            slot = next((slot for slot in sig.slots if slot.preposition == ""), None)
            kind = t.plain(slot.type) if slot is not None else None
            if slot is None or not isinstance(kind, t.KindT) or cost > 0.3:
                continue
            for thing in self.things.things(owner, kind.name)[:3]:
                parts = [verb, thing.text]
                for other in sig.slots:
                    if other is not slot and other.required and isinstance(t.plain(other.type), t.NumberT):
                        parts += [other.preposition, number]
                    elif other is not slot and other.required:
                        source = self.things.things("it", kind.name) or [Reading("it")]
                        parts += [other.preposition, source[0].text]
                yield Reading(" ".join(parts), cost + thing.cost + 0.1)

    def _kept(self, words: str) -> list[tuple[str, float]]:
        """The kept numbers with this name."""
        costs: dict[str, float] = {}
        for kind in self.scene.symbols.kinds:
            fields = self.scene.symbols.fields(kind)
            for name, cost in self.scene.lexicon.kept_names(words, kind):
                if fields[name].sort == "keeps" and cost < costs.get(name, 0.65):
                    costs[name] = cost
        return sorted(costs.items(), key=lambda entry: entry[1])[:3]

    def _is_number(self, word: str) -> bool:
        return word.isdigit() or word in self.scene.numbers or word in self.scene.given_names

    def _changed(self, text: str) -> Iterator[Reading]:
        """`it takes 2 less damage`, `reduce amount by n`, `halve the damage`, `amount -= n`."""
        amount = self.scene.amount
        if not self.scene.event:
            return
        name = rf"(?:the\s+|its\s+)?(?:{re.escape(amount)}|damage|amount|it)(?:\s+(?:dealt|taken|it takes|received))?"
        for regex, new in (
            (rf"(?:reduce|decrease|lower|lessen)s?\s+{name}\s+by\s+(\d+|n|x)$", r"modify {0} by -\1"),
            (rf"(?:increase|raise|boost)s?\s+{name}\s+by\s+(\d+|n|x)$", r"modify {0} by \1"),
            (rf"{name}\s+(?:is|are)\s+(?:reduced|decreased|lowered)\s+by\s+(\d+|n|x)$", r"modify {0} by -\1"),
            (rf"{name}\s+(?:is|are)\s+(?:increased|raised)\s+by\s+(\d+|n|x)$", r"modify {0} by \1"),
            (r".*\b(\d+|n|x)\s+(?:less|fewer)\s*(?:damage)?$", r"modify {0} by -\1 at least 0"),
            (r".*\b(\d+|n|x)\s+(?:more|extra|additional)\s*(?:damage)?$", r"modify {0} by \1"),
            (rf"{re.escape(amount)}\s*-=\s*(\w+)$", r"modify {0} by -\1"),
            (rf"{re.escape(amount)}\s*\+=\s*(\w+)$", r"modify {0} by \1"),
            (rf"{re.escape(amount)}\s*=\s*{re.escape(amount)}\s*-\s*(\w+)$", r"modify {0} by -\1"),
            (rf"{re.escape(amount)}\s*=\s*{re.escape(amount)}\s*\+\s*(\w+)$", r"modify {0} by \1"),
            (rf"{re.escape(amount)}\s*=\s*(.+)$", r"modify {0} to \1"),
            (rf"(?:set\s+)?{name}\s+(?:to|becomes)\s+(\d+)$", r"modify {0} to \1"),
            (rf"(?:modify\s+)?(?:halve\s+{name}|{name}\s+(?:to|is)\s+half(?:ed)?|{name}\s+is\s+halved)()$", r"modify {0} to {0} / 2"),
            (rf"double\s+{name}()$", r"modify {0} to {0} * 2"),
        ):  # fmt: skip
            match = re.match(regex, text, re.IGNORECASE)
            if match is not None:
                yield Reading(match.expand(new).replace("{0}", amount), 0.2)
                return
