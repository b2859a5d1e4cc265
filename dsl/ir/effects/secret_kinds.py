"""The kinds of things that a player may bring into the game in secret.

Most cards enter the game in public, whatever happens to them later: everybody then knows what is in the game, and only
who holds which card is hidden. But if a player chooses a card and takes it straight into a hidden zone, nobody else
even knows that it is there. Whether a program has such sentences is read from its text, once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.ir.effects.walk import walk
from dsl.ir.operations import Op
from dsl.ir.program import Program
from dsl.names.signatures import FieldSig
from dsl.names.symbols import SymbolTable

_GIVES = ("choose", "ask")


def secret_kinds(program: Program) -> frozenset[str]:
    """The kinds of hidden zones that receive things a player has chosen."""
    kinds: set[str] = set()
    handed_in = _slots(program)
    for op in _texts(program):
        parts = list(walk(op))
        chosen = _chosen(parts, handed_in)
        for part in parts:
            if part.name == "perform" and part.data[0] == "take" and _mentions(part.args[1], chosen):
                zone = _zone(part.args[2], program.symbols)
                if zone is not None and zone.sort == "zone" and zone.seen_by:
                    kinds.add(zone.item_kind)
    return frozenset(kinds)


def _texts(program: Program) -> Iterator[Op]:
    for meaning in program.declarations:
        yield from meaning.ops
    for card in program.cards:
        if card.checked.meaning is not None:
            yield card.checked.meaning


def _slots(program: Program) -> frozenset[str]:
    """The slots of all verbs of the rules and of cards."""
    verbs = [*program.symbols.verbs.values(), *(verb for card in program.cards for verb in card.checked.verbs)]
    return frozenset(slot.name for verb in verbs for slot in verb.slots if slot.name != "me")


def _chosen(parts: Iterable[Op], handed_in: frozenset[str]) -> frozenset[str]:
    """The names of a text for things that a player has chosen: results of a choice, or values passed to a slot."""
    chosen = set(handed_in)
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
    for _ in ways:  # a value computed from something chosen counts as chosen
        more = {name for name, source in ways if _mentions(source, frozenset(chosen))}
        if more <= chosen:
            break
        chosen |= more
    return frozenset(chosen)


def _mentions(op: Op, names: frozenset[str]) -> bool:
    return any(part.name == "event_field" or (part.name == "local" and part.data in names) for part in walk(op))


def _zone(place: Op, symbols: SymbolTable) -> FieldSig | None:
    while place.name == "at":
        place = place.args[0]
    if place.name == "table_field":
        return symbols.field("Table", place.data)
    return symbols.field(*place.data) if place.name == "field" and place.data[0] in symbols.kinds else None
