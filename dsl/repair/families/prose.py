"""A card that is described in sentences: `Weapon "Steam Roller": a melee weapon for the legs, with Impact`.

The fields of its kind decide what to look for: numbers beside their names, symbols, cards and keywords by their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from dsl.names import types as t
from dsl.names.signatures import FieldSig
from dsl.repair.spot import LineRewrite, MistakeSpot
from dsl.repair.vocabulary import called, plain
from dsl.syntax import nodes as n

_WORDS = re.compile(r"[A-Za-z0-9][\w'\-]*")


def described_card(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """The whole text as one card."""
    body = spot.text[spot.head_start :]
    if "{" in spot.blanked[spot.head_start :] or len(body) > 600:
        return
    head = re.match(r"\s*(?:a|an|the)?\s*((?:[A-Za-z]\w*\s+){0,2}?[A-Za-z]\w*)\b", body)
    words = _WORDS.findall(body)
    for size in (1, 2, 3):
        kind = _kind(" ".join(words[:size]), spot)
        if kind is not None and head is not None:
            yield from _cards(kind, size, body, spot)
            return


def _kind(words: str, spot: MistakeSpot) -> str | None:
    names = [words, *spot.vocabulary.alike(words)] if words else []
    return next((name for name in names if name in spot.vocabulary.kinds), None)


def _cards(kind: str, size: int, body: str, spot: MistakeSpot) -> Iterator[LineRewrite]:
    rest = re.sub(rf"^\s*(?:\S+\s+){{{size - 1}}}", "", body, count=1)
    rest = re.sub(r"^\s*\S+", "", rest, count=1)
    named = re.match(r'\s*(?:called|named|:)?\s*("[^"\n]*"|[A-Z]\w*)', rest)
    if named is None:
        return
    prose = rest[named.end() :]
    if len(_WORDS.findall(prose)) < 4:
        return
    items = list(dict.fromkeys(_items(kind, prose, spot)))
    if not items:
        return
    said = " ".join(prose.replace('"', "'").split()).strip(" :;,.")
    said = re.sub(r"^house\s+", "", said)
    scripts = spot.vocabulary.scripts(kind)
    lesson = "a card has its fields in braces" + (f", and what it does in `{scripts[0]} {{ … }}`" if scripts else "")
    text = f'{kind} {named[1]} house says "{said[:1].upper()}{said[1:]}." {{\n  {", ".join(items)}\n}}\n'
    yield LineRewrite(spot.head_start, len(spot.text), text, "prose", lesson, 1.2, False, True, is_part=bool(scripts))


def _items(kind: str, prose: str, spot: MistakeSpot) -> Iterator[str]:
    groups = _groups(prose)
    taken: set[str] = set()
    for name, sig in spot.vocabulary.symbols.fields(kind).items():
        fixed = sig.default is None or isinstance(sig.default, n.Number | n.Truth | n.Nothing | n.ListOf)
        if sig.sort not in ("printed", "stat") or sig.computed or (sig.sort == "stat" and not fixed):
            continue
        value = _value(name, sig, prose, groups, spot)
        if value:
            taken.add(plain(value.strip("[]")))
            yield f"{name} {value}" if value != "yes" else name
    for name, mark in spot.vocabulary.symbols.marks.items():
        bearers = set(mark.bearers) & set(spot.vocabulary.symbols.lineage(kind))
        if bearers and plain(name) in groups and plain(name) not in taken and not mark.status:
            number = re.search(rf"\b{name}\b[\s(]*(\d+)", prose)
            yield f"{name}({number[1]})" if number and mark.params else name


def _groups(prose: str) -> Mapping[str, str]:
    """All runs of up to four words in the form in which names are compared."""
    words = [word for word in _WORDS.findall(prose) if word.lower() not in ("a", "an", "the")]
    runs = (" ".join(words[k : k + size]) for size in (4, 3, 2, 1) for k in range(len(words) - size + 1))
    return {plain(run): run for run in runs}


def _value(name: str, sig: FieldSig, prose: str, groups: Mapping[str, str], spot: MistakeSpot) -> str:
    type = t.plain(sig.type)
    inner = t.plain(t.item(type) or type)
    if isinstance(inner, t.NumberT):
        for word in (name.replace("_", " "), *called(sig)):
            match = re.search(rf"\b(\d+)\s+{word}s?\b|\b{word}\s+(?:of\s+|is\s+|=\s*)?(\d+)", prose, re.IGNORECASE)
            if match is not None:
                return match[1] or match[2]
        return ""
    if isinstance(inner, t.TruthT):
        return "yes" if plain(name) in groups else ""
    if isinstance(inner, t.SymbolT) and inner.name in spot.vocabulary.symbols.symbols:
        members = spot.vocabulary.symbols.symbols[inner.name].members
        return next((member for member in members if plain(member) in groups), "")
    if isinstance(inner, t.KindT):
        lineage = spot.vocabulary.symbols.lineage
        cards = [
            card
            for run in groups
            for card in spot.vocabulary.cards_named(run)
            if inner.name in lineage(spot.vocabulary.cards[card])
        ]
        return cards[0] if cards else ""
    return ""


FAMILIES = (described_card,)
