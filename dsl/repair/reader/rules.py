"""The rules and scripts of a card or keyword in English or another language.

A rule has a time, an event, conditions and sentences: `Whenever this bot is hit, …`, `onHit: …`, `on hit(it) { … }` and
`def on_hit(self): …` are one rule. So the reader cuts a line into these parts and reads each by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from dsl.names import types as t
from dsl.repair.reader.amounts import AmountReader
from dsl.repair.reader.conditions import ConditionReader
from dsl.repair.reader.effects import EffectReader
from dsl.repair.reader.hooks import WHEN, HookReader
from dsl.repair.reader.lexicon import matched
from dsl.repair.reader.reading import Reading
from dsl.repair.reader.scene import Scene
from dsl.repair.reader.standing import StandingReader
from dsl.repair.reader.things import ThingReader

_ONCE = re.compile(
    r"[.,;]?\s*\(?(?:this (?:triggers|happens|works|can only happen) )?(?:only |at most )?once (?:per|each|every|a|in each|in every|in a|during each) (\w+)\)?[.,]?|"
    r"[.,;]?\s*(?:for )?(?:the first time|first) (?:each|every|in each|in a|in every|per) (\w+),?",
    re.IGNORECASE,
)
_PERIOD = re.compile(
    r"^(?:at|on|in|during)?\s*(?:the\s+)?(start|beginning|end|begin|upkeep)\s+of\s+(each|every|your|its|its owner's|its player's|the|a|any|this bot's|their)?\s*"
    r"(?:\w+'s\s+)?(turn|round|phase|fight|battle|match|\w+)\s*[,:]?\s*(?:then\s+)?(.+)$",
    re.IGNORECASE,
)
_FUNCTION = r"(?:def|function|func|fn|sub|public|private|void|async|static|override|script|method)"
_MOST = 40


class RuleReader:
    """Reads one line of a card or keyword that does something."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.things = ThingReader(scene)
        self.hooks = HookReader(scene)
        self.standing = StandingReader(scene)
        self.amounts = AmountReader(scene)
        self.scripts = scene.spot.vocabulary.scripts(scene.kind) if scene.spot.sort == "card" else []

    def line(self, text: str) -> list[Reading]:
        """The readings of a line, the likeliest first."""
        text = text.strip().strip(";").strip().rstrip(".")
        once = _ONCE.search(text)
        period = f" once per {once[1] or once[2]}" if once is not None else ""
        rest = _ONCE.sub(" ", text).strip(" ,.") if once is not None else text
        if once is not None and re.match(r"\s*(?:for )?the first time", text, re.IGNORECASE):
            rest = f"when {rest}"
        costs: dict[str, float] = {}
        for reading in islice(self._all(rest, period), 160):
            if reading.cost < costs.get(reading.text, 99.0):
                costs[reading.text] = reading.cost
        return [Reading(text, cost) for text, cost in sorted(costs.items(), key=lambda entry: entry[1])][:_MOST]

    def _all(self, text: str, once: str) -> Iterator[Reading]:
        if not once:
            yield from self._scripted(text)
            yield from self.standing.forbidden(text)
            yield from self.standing.stat(text)
        yield from self._blocked(text, once)
        yield from self._periodic(text, once)
        yield from self._triggered(text, once)
        yield from self.amounts.rules(text, once)

    def _scripted(self, text: str) -> Iterator[Reading]:
        """A script by its name, by a label, or by no name at all."""
        if not self.scripts:
            return
        parts = self._parted(text)
        if parts is not None:
            label, body = parts
            for script, cost in self._script_named(label):
                yield from self._script(script, body, cost)
        match = re.match(
            r"(?:when(?:ever)?|on|after|as soon as|if)\s+(?:you\s+|it\s+is\s+|it's\s+|this\s+(?:is\s+|card\s+is\s+)?)?(\w+?)(?:\s+(?:this|it|this card|the card|\w+))?\s*[,:]\s*(.+)$",
            text,
            re.IGNORECASE,
        )
        if match is not None:
            for script, cost in self._script_named(match[1]):
                yield from self._script(script, match[2], cost)
        match = re.match(r"(.+?)\s+(\w+)$", text)
        if match is not None and match[2] in self.scripts:
            yield from self._script(match[2], match[1], 0.1)
        if not re.match(rf"{WHEN}\b|.*\b(?:cannot|can't)\b", text, re.IGNORECASE):
            for rank, script in enumerate(self._plain_scripts()):
                yield from self._script(script, text, 0.4 + 0.2 * rank)

    def _plain_scripts(self) -> list[str]:
        """The scripts that a line without a label may be of: the one that runs when the card is used or played."""
        if len(self.scripts) == 1:
            return self.scripts
        own = [
            sig.name
            for sig in self.scene.lexicon.fields.values()
            if sig.sort == "script" and sig.kind == self.scene.kind
        ]
        return [*own, *(name for name in self.scripts if name not in own)][:2]

    def _script_named(self, label: str) -> list[tuple[str, float]]:
        words = re.sub(
            rf"\b(?:{_FUNCTION}|self|it|this|you|is|when|on|effect of|the|card|text)\b|[^\w\s]", " ", label.lower()
        )
        key = "_".join(words.split())
        costs = dict(matched(key, dict.fromkeys(self.scripts, ()))) if key else {}
        squeezed = key.replace("_", "")
        for script in self.scripts:
            if squeezed in (script.replace("_", ""), "on" + script.removesuffix("d"), "on" + script.removesuffix("ed")):
                costs[script] = 0.1
        if (
            len(self.scripts) == 1
            and not costs
            and len(key.split("_")) <= 2
            and not self.scene.lexicon.field_names(key)
        ):
            costs[self.scripts[0]] = 0.6
        return sorted(costs.items(), key=lambda entry: entry[1])[:3]

    def _script(self, script: str, body: str, cost: float) -> Iterator[Reading]:
        reader = EffectReader(self.scene.scripted())
        for each in reader.sentences(body)[:8]:
            yield Reading(f"{script} {{ {each.text} }}", cost + each.cost)

    def _parted(self, text: str) -> tuple[str, str] | None:
        """A label and what it does: `used() { … }`, `Battlecry: …`, `used: () => { … }`, `x = function() … end`."""
        for regex in (
            rf"(?:{_FUNCTION}\s+)*([\w ]+?)\s*(?:\([^()]*\))?\s*(?:->\s*\w+\s*)?(?:=>|:|=)?\s*(?:\([^()]*\)\s*=>|function\s*\([^()]*\)|lambda\s*\w*\s*:)?\s*[{{\[(]\s*(.*?)\s*[}}\])]\s*$",
            rf"(?:{_FUNCTION}\s+)*([\w ]+?)\s*(?:\([^()]*\))?\s*(?:=>|:|=|-)\s*(?:\([^()]*\)\s*=>|function\s*\([^()]*\)|lambda\s*\w*\s*:)?\s*(.+?)(?:\s+end)?\s*$",
            r"\{(\w+)\}\s*:\s*(.+)$",
            r'(\w+)\s*[:=]?\s*"([^"]+)"$',
            r'"(\w+)"\s*:\s*"?([^"]+?)"?\s*$',
            r"(?:A|AB|SP|S):(\w+)\$?\s*\w*\s*\|\s*.*?(?:SpellDescription|Description)\$\s*(.+)$",
        ):
            match = re.match(regex, text)
            if match is not None:
                body = match[2].strip()
                return match[1], body[1:-1].strip() if body.startswith("{") and body.endswith("}") else _balanced(body)
        return None

    def _blocked(self, text: str, once: str) -> Iterator[Reading]:
        """A head and a block in some notation: `on damage(it): …`, `onDamage => …`, `damage it after { … }`."""
        match = re.match(r"(?P<h>[^{}\[\]:]+?)\s*(?:=>|:|->)?\s*[{\[]\s*(?P<b>.*?)\s*[}\]]?\s*$", text) or re.match(
            r"(?P<h>[^{}\[\]:]+?)\s*(?:=>|->|:)\s*(?P<b>.+?)\s*$", text
        )
        turned = re.match(r"\{\s*(?P<b>.*?)\s*\}\s*(?P<h>.+)$", text)
        match = turned or match
        if match is None:
            return
        head, body = match["h"], match["b"]
        if head.strip() in self.scripts:
            return
        head = re.sub(rf"^(?:{_FUNCTION}\s+)+", "", head)
        head = re.sub(r"\((?:self|this|e|event|ctx)?\)", "", head)
        head = re.sub(r"^on_?([A-Z]?\w+)", lambda m: "on " + m[1][0].lower() + m[1][1:], head)
        head = re.sub(r"(\w)\((\w+)\)", r"\1 \2", head)
        yield from self._ruled(head, body, once)

    def _triggered(self, text: str, once: str) -> Iterator[Reading]:
        """`Whenever it is hit, …` and `… whenever it is hit`."""
        who = re.match(
            r"(?:who(?:ever)?|anyone who|any \w+ that|the \w+ that|each \w+ that|a \w+ (?:that|who))\s+(?P<t>\w+\s+(?:it|this \w+|this|you))\s*,?\s+(?P<e>.+)$",
            text,
            re.IGNORECASE,
        )
        if who is not None:
            yield from (each + 0.1 for each in self._ruled(f"after {who['t']}", f"the attacker {who['e']}", once))
        match = re.match(rf"(?P<w>{WHEN})\s+(?P<t>.+?)\s*,\s*(?:then\s+)?(?P<e>.+)$", text, re.IGNORECASE)
        if match is not None:
            yield from self._ruled(f"{match['w']} {match['t']}", match["e"], once)
        elif re.match(rf"{WHEN}\s", text, re.IGNORECASE):
            for split in re.finditer(
                r"\s(?=(?:you|your|it|its|the|they|this|draw|gain|lose|deal|give|damage)\b)", text
            ):
                if split.start() > 8:
                    yield from (each + 0.2 for each in self._ruled(text[: split.start()], text[split.end() :], once))
        match = re.match(
            r"(?P<e>.+?)\s*,?\s+(?P<w>when(?:ever)?|each time|every time|after|before|if)\s+(?P<t>[^,{}]+)$",
            text,
            re.IGNORECASE,
        )
        if match is not None:
            yield from (each + 0.05 for each in self._ruled(f"{match['w']} {match['t']}", match["e"], once))

    def _ruled(self, head: str, body: str, once: str) -> Iterator[Reading]:
        """A head and what happens, with the conditions between them."""
        condition = ""
        match = re.match(r"(.+?)\s+(?:if|while)\s+(.+)$", head.strip()) if not head.lower().startswith("if ") else None
        if match is not None:
            head, condition = match[1], match[2]
        leading = re.match(r"if\s+(.+?)\s+((?:after|before|instead of|on|when)\s.+)$", head)
        if leading is not None:
            head, condition = leading[2], leading[1]
        may = re.search(r"\s+(?:you\s+)?may$", head)
        head = head[: may.start()] if may else head
        for hook in islice(self.hooks.heads(head), 12):
            during = re.search(r" during (\w+)", hook.text)
            scene = self.scene.inside(hook.verb, during[1] if during else "")
            reader = EffectReader(scene)
            tests = [""]
            if condition:
                tests = [f" if {each.text}" for each in islice(ConditionReader(scene).conditions(condition), 3)]
            for test in tests:
                for each in self._bodies(reader, body)[:6]:
                    chosen = " may" if may else ""
                    if each.text == "{ }" and hook.text.startswith("before "):
                        yield Reading(f"instead of {hook.text.removeprefix('before ')}{once}{test} {{ }}", hook.cost)
                        continue
                    cost = hook.cost + each.cost + (0.6 if self.scripts and hook.text.startswith("after") else 0.0)
                    yield Reading(f"{hook.text}{once}{test}{chosen} {each.text}".rstrip(), cost)

    def _bodies(self, reader: EffectReader, body: str) -> list[Reading]:
        body = body.strip()
        if not body or body in ("return", "pass", "nothing", "nothing happens"):
            return [Reading("{ }")]
        may = re.match(r"(?:you|its owner|the player|its player)\s+may\s+(.+)$", body)
        if may is not None:
            return [Reading(f"may {{ {each.text} }}", each.cost) for each in reader.sentences(may[1])]
        return [Reading(f"{{ {each.text} }}", each.cost) for each in reader.sentences(body)]

    def _periodic(self, text: str, once: str) -> Iterator[Reading]:
        """`At the start of your turn, …`."""
        match = _PERIOD.match(text)
        if match is None:
            return
        word = "after" if match[1].lower() == "end" else "before"
        whose = (match[2] or "").lower()
        for verb, cost in self.scene.lexicon.verbs(match[3].lower())[:4]:
            sig = self.scene.symbols.verbs[verb]
            by = next((slot for slot in sig.slots if slot.preposition == "by"), None)
            kind = t.plain(by.type) if by is not None else None
            owners: list[Reading] = [Reading("")]
            if by is not None and whose in ("your", "its", "its owner's", "its player's", "this bot's", "their"):
                wanted = kind.name if isinstance(kind, t.KindT) else ""
                player = self.things.things("you", wanted)
                own = self.things.things("it", wanted)
                owners = [Reading(f" by {each.text}", each.cost) for each in (*own, *player)][:4]
            if by is None and sig.slots and whose:
                slot = sig.slots[0]
                wanted_kind = t.plain(slot.type)
                wanted = wanted_kind.name if isinstance(wanted_kind, t.KindT) else ""
                owners = [Reading(f" {each.text}", each.cost) for each in self.things.things("it", wanted)] or owners
            reader = EffectReader(self.scene.inside(verb))
            for owner in owners:
                for each in self._bodies(reader, match[4])[:6]:
                    yield Reading(f"{word} {verb}{owner.text}{once} {each.text}", cost + owner.cost + each.cost)


def _balanced(body: str) -> str:
    """A body without a brace that closes nothing, and with one that is missing."""
    depth = body.count("{") - body.count("}")
    return body + " }" * depth if depth > 0 else body.removesuffix("}").strip() if depth < 0 else body
