"""Choices in another form: `let steps = choose(1, 3)`, `pick a target among my dice`, `choose as die one of loose(me)`.

A choice has a name, a number and a group; each is recognised by its shape, wherever it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.repair.reader.reading import Reading
from dsl.repair.reader.scene import Scene
from dsl.repair.reader.things import ThingReader
from dsl.repair.vocabulary import plain

_CHOOSE = r"(?:choose|chooses|pick|picks|select|selects|choice)"
_SAYS = re.compile(r'\s*\bsays\s*[:=]?\s*("[^"]*")\s*$')
_SPAN = re.compile(
    r"(?:between\s+|from\s+|in\s+)?(\d+)\s*(?:\.{2,3}|-|\bto\b|\band\b|\bor\b|,)\s*(?:or\s+)?(\d+)(?:\s*(?:,|or|and|\s)+\s*(\d+))?"
)
_LIGHT_NAMES = frozenset("a an one of the number value amount number_of some any".split())


def picks(text: str, scene: Scene) -> Iterator[Reading]:
    """One clause as a choice."""
    said = _SAYS.search(text)
    tail = f" says {said[1]}" if said is not None else ""
    text = text[: said.start()] if said is not None else text
    assigned = re.match(rf"(?:let\s+|var\s+)?([a-z]\w*)\s*:?=\s*({_CHOOSE}\b.*)$", text)
    name, rest = (assigned[1], assigned[2]) if assigned is not None else ("", text)
    begun = re.match(rf"(?:(?:you|me|the player|player)\s+(?:may\s+)?)?{_CHOOSE}\b\s*(.+)$", rest)
    if begun is None:
        return
    rest = begun[1].strip()
    if rest.startswith("(") and rest.endswith(")"):
        rest = rest[1:-1].strip()
    named = re.search(r"\s*\b(?:as|called|named)\s+(?:the\s+|an?\s+)?([a-z]\w*)", rest)
    if named is not None and not name:
        name, rest = named[1], f"{rest[: named.start()]} {rest[named.end() :]}".strip()
    span = _SPAN.search(rest)
    if span is not None and "(" not in rest and not re.search(r"[A-Z]", rest):
        low, high = span[1], span[3] or span[2]
        words = re.findall(r"[a-z]\w*", rest[: span.start()] + " " + rest[span.end() :])
        left = [each for each in words if each not in _LIGHT_NAMES]
        if int(low) < int(high) and len(left) <= 1:
            name = name or (left[0] if left else "number")
            yield Reading(f"choose one of {low}..{high} as {name}{tail}", 0.1 if left or name else 0.3)
        return
    for many, group, cost in _amounts(rest):
        own = (
            re.match(r"(?:the\s+|an?\s+)?([a-z]\w*)\s+(?:from|in|among|out of|of)\s+(.+)$", group) if not name else None
        )
        chosen, among_what = (own[1], own[2]) if own is not None else (name, group)
        for among in _groups(among_what, scene):
            called = chosen or _name(among_what, scene)
            yield Reading(f"choose {many} {among.text} as {called}{tail}", cost + among.cost + (0.0 if chosen else 0.1))


def _amounts(text: str) -> Iterator[tuple[str, str, float]]:
    match = re.match(r"up to (\d+)\s+(?:of\s+)?(.+)$", text)
    if match is not None:
        yield f"up to {match[1]} of", match[2], 0.05
        return
    match = re.match(r"(?:any number of|any of|any|some of)\s+(.+)$", text)
    if match is not None:
        yield "any of", match[1], 0.05
    match = re.match(r"(\d+)\s+(?:of\s+)?(.+)$", text)
    if match is not None and match[1] != "1":
        yield f"{match[1]} of", match[2], 0.05
        return
    yield "one of", re.sub(r"^(?:(?:one|any|1)\s+of\s+|one\s+|1\s+|an?\s+)", "", text), 0.05


def _groups(words: str, scene: Scene) -> Iterator[Reading]:
    """The things to choose from, with a condition."""
    words = words.strip()
    filtered = re.match(
        r"(.+?)\s*,?\s+(?:where|if|that (?:is|are|has|have)\b|which (?:is|are|has|have)\b|who (?:is|are)\b|with)\s*(.*)$",
        words,
    )
    reader = ThingReader(scene)
    formal = re.fullmatch(r"[\w.]+\([^()]*\)|[A-Z]\w*|[\w]+\.\w+", words)
    if formal is not None:
        yield Reading(words, 0.05)
        yield from _turned(words, scene)
    if filtered is not None:
        condition = _condition(words[len(filtered[1]) :].strip(" ,"), scene)
        for group in list(_groups(filtered[1], scene))[:4]:
            if condition and " where " not in group.text:
                yield Reading(f"{group.text} where {condition}", group.cost + 0.05)
    of_kind = re.match(
        r"(?:(?P<h>enemy|opposing|other|hostile|your|my|own)\s+)?(?P<k>[A-Za-z]\w*?)s?(?:\s+(?:of|from|in|among)\s+(?P<g>.+))?$",
        words,
    )
    if of_kind is not None:
        yield from _kinds(of_kind["k"], of_kind["h"] or "", of_kind["g"] or "", scene)
    yield from (each + 0.1 for each in reader.things(f"each {words}")[:2])
    yield from (each + 0.2 for each in reader.things(words)[:3])


def _kinds(kind: str, whose: str, group: str, scene: Scene) -> Iterator[Reading]:
    """`enemy Armor`, `Armor of your enemy`: things of a kind among those that a definition lists for a player."""
    vocabulary = scene.spot.vocabulary
    names = [name for name in vocabulary.kinds if plain(name) == plain(kind)]
    hostile = whose in ("enemy", "opposing", "hostile", "other") or re.search(
        r"\b(?:enemy|opponent|foe|rival)\b", group
    )
    owners = [each.text for each in ThingReader(scene).things("opponent", "Player")] if hostile else [scene.player]
    for name in names[:1]:
        for owner in owners[:3]:
            for function in vocabulary.functions("Player"):
                rank = vocabulary.rank(f"{function}({owner})")
                if rank < len(vocabulary.written):
                    yield Reading(f"{function}({owner}) where that is {name}", 0.2 + 0.002 * rank)


def _turned(words: str, scene: Scene) -> Iterator[Reading]:
    """`foe.modules` for `modules(foe)`, and `dice(enemy)` for `dice(foe)`."""
    dotted = re.fullmatch(r"([\w.]+)\.(\w+)", words)
    if dotted is not None and dotted[2] in scene.symbols.rules:
        yield Reading(f"{dotted[2]}({dotted[1]})", 0.15)
    called = re.fullmatch(r"(\w+)\((\w+)\)", words)
    if called is not None:
        for each in ThingReader(scene).things(called[2], "Player")[:2]:
            yield Reading(f"{called[1]}({each.text})", 0.15 + each.cost)


def _condition(text: str, scene: Scene) -> str:
    text = re.sub(r"^(?:where|if|which|who|with)\s+", "", text)
    text = re.sub(r"^(?:it|they)\s+(?=is|has|are)", "that ", text)
    text = re.sub(r"\bare\b", "is", text)
    if re.fullmatch(r"[A-Z]\w*", text):
        return f"that is {text}"
    return text if re.match(r"that\s", text) else f"that {text}" if re.match(r"(?:is|has|lacks)\s", text) else text


def _name(words: str, scene: Scene) -> str:
    noun = re.findall(r"[A-Za-z]\w*", words.split(" where ")[0])
    name = noun[-1].lower() if noun else "chosen"
    name = {"dice": "die", "me": "chosen", "foe": "chosen"}.get(name, name.removesuffix("s"))
    taken = name in scene.symbols.verbs or name in ("it", "me", "that") or name in scene.symbols.rules
    return "chosen" if taken else name
