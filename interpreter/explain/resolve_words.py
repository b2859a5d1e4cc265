"""Resolves words typed about a table: the things, options and slot values they refer to.

Scenarios answer questions and name actions in words, and so does the prompt. A thing is referred to by its name, a die
by its face; a name that fits several things may refer to any of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from attrs import field, frozen

import dsl.check.expressions as ex
import interpreter.evaluate.dice as dice
import interpreter.evaluate.things as things
from dsl.check.context import Context
from dsl.diagnostics import Diagnostic, Piece
from dsl.ir.findings import Findings
from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.syntax import nodes as n
from dsl.text.source import digest
from interpreter.evaluate.domain import domain
from interpreter.evaluate.expressions import value
from interpreter.execute.machine import Machine
from interpreter.model import state as s
from interpreter.model.environment import Scope, equal, items, one
from interpreter.model.moves import Move
from interpreter.model.requests import Option
from interpreter.model.state import Thing, Value
from interpreter.model.values import CardRef, Face


@frozen
class Past:
    """The history of a scenario: all cards that ever entered play, and whether anything has happened.

    `gone` are the names that the scenario gave to things that have left since.
    """

    came: AbstractSet[str]
    begun: bool
    gone: AbstractSet[str]


@frozen
class TypedWords:
    """Words resolved against a table. `cx` knows the names that may be used, `scope` the values of local names."""

    machine: Machine
    cx: Context
    scope: Scope
    declarations: Mapping[str, Op] = field(factory=dict)  # local names that stand for other words
    past: Past | None = None

    def spelt_out(self, op: Op) -> Op:
        return self.declarations.get(op.data, op) if op.name == "local" else op

    def meant(self, option: Option, op: Op) -> bool:
        """Whether words refer to an option, by its words or by its value."""
        op = self.spelt_out(op)
        if op.name == "constant" and option.words == op.data:
            return True
        if op.name in ("card", "child") and isinstance(option.value, tuple):  # a payment is referred to by its words
            card = self.machine.linked.cards.get(things.card_id(self.machine, op.data[1]))
            if option.words in (op.data[1], card.shown if card is not None else ""):
                return True
        return self.same(option.value, op)

    def same(self, offered: Value, op: Op) -> bool:
        """Whether words refer to an offered value: things by name, dice by face."""
        m, op = self.machine, self.spelt_out(op)
        thing = things.is_thing(m, offered)
        if op.name in ("card", "child") and thing and things.is_called(m, offered, op.data[1]):
            return True
        if isinstance(offered, CardRef) and op.name in ("card", "child"):  # the card itself, not a copy
            return op.data[1] in (offered.id, offered.id.rsplit(".", 1)[-1], things.shown(m, offered))
        if isinstance(offered, tuple) and op.name in ("card", "child"):
            return len(offered) == 1 and self.same(offered[0], op)
        if op.name == "constant" and thing and isinstance(op.data, str):  # a text of the cases
            return things.is_called(m, offered, op.data)
        typed = value(op, self.scope, m)
        if equal(offered, typed):
            return True
        if isinstance(offered, tuple):
            return len(offered) == len(items(typed)) and set(offered) == set(items(typed))
        if isinstance(typed, tuple) and len(typed) == 1:
            return equal(offered, typed[0])
        if thing and _is_face(typed, op.type) and "Die" in things.lineage(m, offered):
            return equal(dice.shown_face(m, offered), typed)
        return False

    def filled(self, line: n.Phrase) -> dict[str, Op]:
        """The slots that a phrase fills."""
        given = {slot.preposition: slot.value for slot in line.slots}
        if line.object is not None:
            given[""] = line.object
        sig = self.machine.linked.signatures[line.verb.text]
        slots = {}
        for preposition, node in given.items():
            slot = sig.slot(preposition)
            if slot is not None:
                slots[slot.name] = ex.value(node, self.cx.inner(me=True), slot.type)
        return slots

    def candidates(self, op: Op, type: t.Type) -> list[Value]:
        """The values that words can refer to where this type is needed."""
        of = t.plain(type)
        result = value(op, self.scope, self.machine)
        if _is_face(result, op.type) and isinstance(of, t.KindT):
            return [thing for thing in domain(self.machine, of) if self.same(thing, op)] or [None]
        return [items(result) if t.item(of) is not None else one(result)]

    def is_said(self, move: Move, slots: dict[str, Op]) -> bool:
        """Whether a move matches the slots of a phrase."""
        values = dict(move.values)
        return all(self.same(values.get(name), op) for name, op in slots.items())


def _is_face(value: Value, type: t.Type) -> bool:
    """Whether a value can refer to a die: a symbol, a face, or a number that is not a thing."""
    return isinstance(value, str | Face) or (isinstance(value, int) and isinstance(t.plain(type), t.NumberT))


# ------------------------------------------------------------------------------------------------- words and names


def context(m: Machine, text: str) -> Context:
    """The names that can be used at the table: all cards and parts, all seats, everything that the rules name."""
    names = {name: card.kind for card in m.linked.cards.values() for name in (card.id.rsplit(".", 1)[-1], card.shown)}
    return Context(
        m.symbols, Findings(Piece("<input>", 0, text, digest(text))), "a scenario",
        events=dict(m.linked.program.events), any_event=True,
        cards={**names, **m.linked.program.names}, seats=m.seats, me=True,
    )  # fmt: skip


def normalised_action(m: Machine, text: str) -> str:
    """An action as people say it, in the words of the language: `use torch Old Yard` is `use_torch "Old Yard"`."""
    parts = text.split()
    actions = {action.op.data for entries in m.linked.actions.values() for action in entries}
    for count in range(len(parts), 1, -1):
        if parts[0] not in actions and (verb := "_".join(parts[:count]).lower()) in actions:
            text = " ".join([verb, *parts[count:]])
            break
    names = {card.shown for card in m.linked.cards.values() if not card.shown.isidentifier()}
    if not names or '"' in text:
        return text
    spoken = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    spelling = {name.lower(): name for name in names}
    return re.sub(
        rf"(?<!\w)({spoken})(?!\w)", lambda match: f'"{spelling[match[0].lower()]}"', text, flags=re.IGNORECASE
    )


def first_error(diagnostics: list[Diagnostic]) -> str:
    """The first error in typed words."""
    first = next((diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"), None)
    if first is None:
        return "it says nothing"
    return f"{first.message}; {first.help}" if first.help else first.message


def asked_player(m: Machine) -> Thing | None:
    """The meaning of `me`: the player who is asked, else the active player."""
    seats = {request.seat for request in m.state.requests}
    if len(seats) == 1:
        return things.find(m, seats.pop(), "Player")
    active: Thing | None = m.state.cells[s.ACTIVE]
    return active
