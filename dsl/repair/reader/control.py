"""Conditions, loops and choices around sentences, in the notation of any language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice, product

from dsl.names import types as t
from dsl.repair.reader.conditions import ConditionReader
from dsl.repair.reader.reading import Reading
from dsl.repair.reader.scene import Scene
from dsl.repair.reader.things import ThingReader


class ControlReader:
    """Reads what surrounds sentences; `sentences` reads those inside."""

    def __init__(self, scene: Scene, sentences: Callable[[str, Scene], list[Reading]]) -> None:
        self.scene = scene
        self.things = ThingReader(scene)
        self.conditions = ConditionReader(scene)
        self._read = sentences

    def sentences(self, text: str) -> list[Reading]:
        """The sentences inside."""
        return self._read(text, self.scene)

    def controlled(self, text: str) -> Iterator[Reading]:
        """`if …`, `you may …`, `choose …`, loops, in the notation of any language."""
        match = re.match(
            r"(?:if|when|in case|provided)\s*(?P<c>\(.+\)|.+?)\s*(?:\{\s*(?P<b>.*?)\s*\}|:\s*(?P<d>.+)|,\s*(?:then\s+)?(?P<e>.+)|\s+then\s+"
            r"(?P<f>.+?)(?:\s+end)?)\s*$",
            text,
        )
        if match is not None:
            body = next(match[name] for name in "bdef" if match[name] is not None)
            parts = re.match(r"(.+?)[;,.]?\s*\}?\s*(?:else|otherwise)\s*[:,{]?\s*(.+?)\s*$", body)
            first, second = (parts[1], parts[2]) if parts is not None else (body, "")
            yield from self._if(match["c"], first, second)
        match = re.match(r"if\s*(\((?:[^()]|\([^()]*\))+\))\s*(?![{,:])(.+)$", text)
        if match is not None:
            yield from self._if(match[1], match[2], "")
        match = re.match(r"(.+?)\s+(?:only\s+)?if\s+([^{}]+)$", text)
        if match is not None:
            yield from self._if(match[2], match[1], "")
        match = re.match(r"(?:you|it|its owner|the player|they)?\s*(?:may|can|might)\s+(?:choose to\s+)?(.+)$", text)
        if match is not None and not match[1].startswith(("not ", "only ", "{")):
            yield from (Reading(f"may {{ {each.text} }}", each.cost) for each in self.sentences(match[1])[:4])
        yield from self._loops(text)
        yield from self._chosen(text)

    def _if(self, condition: str, first: str, second: str) -> Iterator[Reading]:
        conditions = list(islice(self.conditions.conditions(condition), 8))
        then = self.sentences(first)[:4]
        other = self.sentences(second)[:2] if second else [Reading("")]
        for test, yes, no in islice(product(sorted(conditions, key=lambda each: each.cost)[:5], then, other), 24):
            tail = f" else {{ {no.text} }}" if second else ""
            yield Reading(f"if {test.text} {{ {yes.text} }}{tail}", test.cost + yes.cost + no.cost + 0.05)

    def _loops(self, text: str) -> Iterator[Reading]:
        body = r"\s*(?::\s*(?P<a>.+)|\{\s*(?P<b>.+?)\s*\}|do\s+(?P<c>.+?)(?:\s+end)?)\s*$"
        for head in (
            r"(?:repeat\s+(?P<n>\d+|[a-z]\w*)(?:\s+times)?)", r"for\s+\w+\s+in\s+range\s*\((?P<n>\d+|[a-z]\w*)\)",
            r"for\s*\(\s*(?:int|let|var)?\s*\w+\s*=\s*0\s*;\s*\w+\s*<\s*(?P<n>\d+|[a-z]\w*)\s*;[^)]*\)",
            r"(?P<n>\d+)\s+times",
        ):  # fmt: skip
            match = re.match(head + body, text)
            if match is not None:
                inner = match["a"] or match["b"] or match["c"]
                yield from (
                    Reading(f"repeat {match['n']} {{ {each.text} }}", each.cost) for each in self.sentences(inner)[:3]
                )
        match = re.match(r"(?:repeat\s+)?while\s*(?P<n>\(.+?\)|.+?)" + body, text)
        if match is not None:
            inner = match["a"] or match["b"] or match["c"]
            for test in islice(self.conditions.conditions(match["n"]), 3):
                for each in self.sentences(inner)[:2]:
                    yield Reading(f"repeat while {test.text} at most 20 {{ {each.text} }}", test.cost + each.cost)
        for head in (
            r"for\s*(?:each|every|all)?\s*\(?\s*(?:var|let|const|auto)?\s*(?P<x>[a-z]\w*)\s+(?:in|of)\s+(?P<n>[\w.]+(?:\([\w., ]*\))?)\s*\)?",
            r"foreach\s*\(?\s*(?:var\s+)?(?P<x>[a-z]\w*)\s+in\s+(?P<n>[\w.]+(?:\([\w., ]*\))?)\s*\)?",
        ):
            match = re.match(head + body, text)
            if match is not None and "range" not in match["n"]:
                inner = match["a"] or match["b"] or match["c"]
                for each in self.sentences(inner)[:3]:
                    yield Reading(f"for each {match['x']} in {match['n']} {{ {each.text} }}", each.cost)
        match = re.match(
            r"(?P<n>[\w.]+(?:\([\w., ]*\))?)\.for_?[eE]ach\(\s*\(?(?P<x>\w+)\)?\s*=>?\s*:?>?\s*\{?(?P<a>.+?)\}?\s*\)\s*$",
            text,
        )
        if match is not None:
            for each in self.sentences(match["a"])[:3]:
                yield Reading(f"for each {match['x']} in {match['n']} {{ {each.text} }}", each.cost)

    def _chosen(self, text: str) -> Iterator[Reading]:
        """`choose a die and reroll it`, `choose up to 2 dice and flip them`, `reroll one of your dice`."""
        match = re.match(
            r"(?:choose|pick|select)\s+(up to (\d+)|any number of|any|one of|one|an|a|(\d+))\s+(?:of\s+)?(.+?)\s*(?:,|\band\b|\bto\b|;)\s*(?:then\s+)?(.+)$",
            text,
        )
        if match is not None:
            yield from self._choice(match[1], match[2] or match[3], match[4], match[5])
        match = re.match(
            r"(\w+)\s+(up to (\d+)|any number of|any|one of|one)\s+(?:of\s+)?(?!more\b|extra\b)(.+)$", text
        )
        if match is not None and self.scene.lexicon.verbs(match[1]):
            yield from self._choice(match[2], match[3], match[4], f"{match[1]} it")

    def _choice(self, how: str, number: str | None, what: str, then: str) -> Iterator[Reading]:
        many = (
            "any of"
            if how.startswith("any")
            else f"up to {number} of"
            if how.startswith("up")
            else f"{number} of"
            if number
            else "one of"
        )
        noun = re.sub(r"^(?:of\s+)?(?:your|the|my)\s+", "", what.strip())
        singular = many == "one of"
        for group in self._group_of(noun, what)[:4]:
            name = re.sub(r"\W+", "_", noun.split()[-1]) if noun else "chosen"
            name = {"dice": "die"}.get(name, name.removesuffix("s")) if singular else name
            if name in self.scene.symbols.verbs or name in ("bot", "me", "it"):
                name = "chosen"
            rest = re.sub(r"\b(?:it|them|that \w+|those \w+)\b", name, then)
            for each in self._read(rest, self.scene.naming(name))[:3]:
                yield Reading(f"choose {many} {group.text} as {name}; {each.text}", group.cost + each.cost + 0.1)

    def _group_of(self, noun: str, what: str) -> list[Reading]:
        """The things that a phrase in the plural may mean."""
        groups = [
            Reading(f"{name}({self.scene.player})", 0.3 + 0.1 * rank) for rank, name in enumerate(self._lists(noun))
        ]
        return [*self.things.things(f"each {what}")[:2], *groups, *self.things.things(f"your {noun}")[:3]]

    def _lists(self, noun: str) -> list[str]:
        """The definitions that give a list of such things for a player, as the game's cards use them."""
        words = noun.split()
        kinds = {name for name in self.scene.symbols.kinds if self.things.is_kind(words[-1], name)} if words else set()
        named = [
            name for name in self.scene.spot.vocabulary.functions("Player")
            if words and (words[-1].rstrip("s") in name or words[0] == name)
        ]  # fmt: skip
        for name in self.scene.spot.vocabulary.functions("Player"):
            type = self.scene.symbols.rules[name].type
            of = t.plain(t.item(type) or type) if type is not None else None
            if isinstance(of, t.KindT) and isinstance(type, t.ListT) and of.name in kinds and name not in named:
                named.append(name)
        vocabulary = self.scene.spot.vocabulary
        return sorted(named, key=lambda name: vocabulary.rank(f"{name}(me)"))[:3]
