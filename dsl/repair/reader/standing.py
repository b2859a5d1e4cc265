"""Rules without an event of their own: what cannot happen, what is higher, what is lessened."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.names import types as t
from dsl.repair.reader.lexicon import matched
from dsl.repair.reader.reading import Reading
from dsl.repair.reader.scene import Scene
from dsl.repair.reader.things import ThingReader


class StandingReader:
    """Reads standing rules in a scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.things = ThingReader(scene)

    def forbidden(self, text: str) -> Iterator[Reading]:
        """`It cannot be shoved`, `immune to shoves`."""
        for regex, passive in (
            (
                r"(?P<x>.*?)\s*\b(?:cannot|can not|can't|may not|must not|is never|can never|never)\s+be\s+(?P<v>\w+)(?P<r>.*)$",
                True,
            ),
            (r"(?P<x>.+?)\s+(?:cannot|can not|can't|may not|must not|never)\s+(?P<v>\w+)(?P<r>.*)$", False),
            (r"(?P<x>.*?)\s*(?:is\s+)?immune\s+(?:to|against)\s+(?:being\s+)?(?P<v>\w+)(?P<r>)$", True),
            (r"(?P<x>.*?)\s*\b(?:no|prevents? all|ignores?)\s+(?P<v>\w+)(?P<r>)$", True),
        ):
            match = re.match(regex, text, re.IGNORECASE)
            if match is None or match["v"].lower() == "be":
                continue
            reason = re.match(r"\s+because\s+(.+)$", match["r"])
            if match["r"].strip(" .") and reason is None:
                continue
            for verb, cost in self.scene.lexicon.verbs(match["v"])[:3]:
                slots = {slot.preposition: slot for slot in self.scene.symbols.verbs[verb].slots}
                slot = slots.get("") if passive else slots.get("by") or slots.get("from") or slots.get("with")
                if slot is None:
                    continue
                type = t.plain(slot.type)
                wanted = type.name if isinstance(type, t.KindT) else ""
                why = (
                    reason[1].strip().strip('".')
                    if reason
                    else f"it cannot {'be ' if passive else ''}{match['v'].lower()}"
                )
                if passive and not reason and not re.search(r"ed$|en$|t$", match["v"]):
                    why = f"it cannot be {_participle(verb)}"
                for thing in self.things.things(match["x"] or "it", wanted)[:3]:
                    where = f"{slot.preposition} {thing.text}".strip()
                    yield Reading(f'forbid {verb} {where} because "{why}"', cost + thing.cost)

    def stat(self, text: str) -> Iterator[Reading]:
        """`Your hand limit is one higher`, `+1 power`, `its range is increased by 1`."""
        for regex, sign in (
            (
                r"(?P<x>your|its|my|his|the)?\s*(?P<f>[a-z][\w ]*?)\s+(?:is|are)\s+(?P<n>\d+|n|x|one)\s+(?:higher|more|greater|bigger|larger)$",
                "",
            ),
            (
                r"(?P<x>your|its|my|his|the)?\s*(?P<f>[a-z][\w ]*?)\s+(?:is|are)\s+(?P<n>\d+|n|x|one)\s+(?:lower|less|smaller)$",
                "-",
            ),
            (
                r"(?P<x>your|its|my|his|the)?\s*(?P<f>[a-z][\w ]*?)\s+(?:is\s+)?(?:increased|raised|increases)\s+by\s+(?P<n>\d+|n|x|one)$",
                "",
            ),
            (
                r"(?P<x>your|its|my|his|the)?\s*(?P<f>[a-z][\w ]*?)\s+(?:is\s+)?(?:reduced|lowered|decreases)\s+by\s+(?P<n>\d+|n|x|one)$",
                "-",
            ),
            (r"(?P<x>you|it)\s+(?:have|has|gets?|gains?)\s+\+(?P<n>\d+)\s+(?P<f>[a-z][\w ]*)$", ""),
        ):
            match = re.match(regex, text, re.IGNORECASE)
            if match is None:
                continue
            number = "1" if match["n"] == "one" else match["n"]
            owner = "you" if (match["x"] or "").lower() in ("your", "my", "you") else "it"
            names = {
                name: (sig.params[0].type if sig.params else None) for name, sig in self.scene.symbols.rules.items()
            }
            for name, cost in matched(match["f"].strip().replace(" ", "_"), dict.fromkeys(names, ())):
                wanted = names[name]
                if wanted is None:
                    yield Reading(f"modify {name} by {sign}{number}", cost)
                    continue
                kind = t.plain(wanted)
                for thing in self.things.things(owner, kind.name if isinstance(kind, t.KindT) else "")[:3]:
                    is_card = self.scene.spot.sort == "card"
                    whose = "me" if thing.text == "it.owner" and is_card else thing.text
                    yield Reading(f"modify {name} of {whose} by {sign}{number}", cost + thing.cost)
            for name, cost in self.scene.lexicon.kept_names(match["f"].strip(), self.scene.kind)[:2]:
                yield Reading(f"modify {name} of it by {sign}{number}", cost + 0.1)


def _participle(verb: str) -> str:
    return verb + "d" if verb.endswith("e") else verb + "ed"
