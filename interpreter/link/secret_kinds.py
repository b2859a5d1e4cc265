"""What others take into the game without anybody seeing what it is: which kinds of things are so secret.

Most cards come into the game before all eyes, whatever becomes of them later: what is in the game is then known, and
only who holds what is not. But if a player chooses a card and takes it straight into a hidden zone, nobody else knows
even that it is there. Whether a program has such sentences can be read from it, once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.ir.operations import Op
from dsl.names.signatures import FieldSig
from interpreter.link.linked_program import LinkedProgram, walk

_GIVES = ("choose", "ask")


def undisclosed(linked: LinkedProgram) -> frozenset[str]:
    """The kinds of hidden zones that receive things a player has chosen; computed once for a linked program."""
    if linked.undisclosed is None:
        linked.undisclosed = frozenset(_kinds(linked))
    return linked.undisclosed


def _kinds(linked: LinkedProgram) -> set[str]:
    found: set[str] = set()
    for op in _texts(linked):
        parts = list(walk(op))
        chosen = _chosen(parts, linked)
        for part in parts:
            if part.name == "perform" and part.data[0] == "take" and _mentions(part.args[1], chosen):
                zone = _zone(part.args[2], linked)
                if zone is not None and zone.sort == "zone" and zone.seen_by:
                    found.add(zone.item_kind)
    return found


def _texts(linked: LinkedProgram) -> Iterator[Op]:
    for meaning in linked.program.declarations:
        yield from meaning.ops
    for card in linked.program.cards:
        if card.checked.meaning is not None:
            yield card.checked.meaning


def _chosen(parts: Iterable[Op], linked: LinkedProgram) -> frozenset[str]:
    """Names of a text that stand for what somebody has chosen: given by a choice, or handed in from outside."""
    chosen = {slot.name for verb in linked.verbs.values() for slot in verb.slots if slot.name != "me"}
    ways: list[tuple[str, Op]] = []
    for part in parts:
        if part.name in _GIVES:
            chosen.add(part.data[1] if part.name == "choose" else part.data)
        elif part.name in ("let", "keep"):
            chosen.discard(part.data)
            ways.append((part.data, part.args[0]))
        elif part.name == "for_each":
            chosen.discard(part.data[0])
            ways.append((part.data[0], part.args[0]))
    for _ in ways:  # what is made of something chosen is chosen
        more = {name for name, source in ways if _mentions(source, frozenset(chosen))}
        if more <= chosen:
            break
        chosen |= more
    return frozenset(chosen)


def _mentions(op: Op, names: frozenset[str]) -> bool:
    return any(part.name == "event_field" or (part.name == "local" and part.data in names) for part in walk(op))


def _zone(place: Op, linked: LinkedProgram) -> FieldSig | None:
    while place.name == "at":
        place = place.args[0]
    if place.name == "table_field":
        return linked.layout.kinds["Table"].fields.get(place.data)
    if place.name == "field" and place.data[0] in linked.layout.kinds:
        return linked.layout.kinds[place.data[0]].fields.get(place.data[1])
    return None
