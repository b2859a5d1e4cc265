"""The filled slots of a sentence or of the head of a rule: who does it, and the words behind each preposition."""

from __future__ import annotations

from dsl.describe import english
from dsl.describe.values import is_group, is_many, one_of, value
from dsl.describe.voice import Voice, one_kind, type_of
from dsl.names import types as t
from dsl.names.signatures import SlotSig
from dsl.syntax import nodes as n


def subject_slot(slots: tuple[SlotSig, ...]) -> SlotSig | None:
    """The slot of the actor: `by me`, `by attacker: Bot`; not `by amount: 0..`."""
    for slot in slots:
        if slot.preposition == "by" and (slot.name == "me" or isinstance(t.plain(slot.type), t.KindT)):
            return slot
    return None


def doer(slots: tuple[n.Slot, ...], subject: SlotSig | None, v: Voice) -> n.Expr | None:
    """The actor, if the phrase names one; a number is never an actor."""
    by = next((slot.value for slot in slots if slot.preposition == "by"), None)
    if subject is None or isinstance(by, n.Number) or isinstance(type_of(by, v) if by else None, t.NumberT):
        return None
    return by


def prepositions_of(
    object: n.Expr | None,
    slot_values: tuple[n.Slot, ...],
    slots: tuple[SlotSig, ...],
    subject: SlotSig | None,
    v: Voice,
    single: bool = False,
) -> str:
    """The prepositions of a phrase in the author's order, without the actor; `single` describes one of a set instead
    of all."""
    by_word = {slot.preposition: slot for slot in slots}
    parts = []
    for slot in slot_values:
        if subject is not None and slot.preposition == "by":
            continue
        slot_sig = by_word.get(slot.preposition)
        if single and is_group(slot.value, v):
            words = one_of(slot.value, v)
        else:
            words = _reflexive(slot.value, object, v) or value(slot.value, v, slot_sig.type if slot_sig else None)
        parts.append(f"{slot.preposition} {words}")
    return " ".join(parts)


def _reflexive(given: n.Expr, object: n.Expr | None, v: Voice) -> str:
    """A reflexive pronoun for the same thing again in one phrase."""
    if given != object or not isinstance(given, n.Name):
        return ""
    if given.text == "me":
        return "yourself"
    return "itself" if given.text == "it" or (given.text in v.locals and not is_many(given, v)) else ""


def object_names(slots: tuple[SlotSig, ...]) -> frozenset[str]:
    """The names of a verb's object: in `keep_pile pile: Pile` the verb need not repeat it."""
    for slot in slots:
        if not slot.preposition:
            kind = one_kind(slot.type)
            return frozenset([english.words(slot.name), english.words(kind).lower() if kind else ""])
    return frozenset()
