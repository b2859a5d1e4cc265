"""What somebody says about a table, in the words of the language: which things, which option, which filling is meant.

Scenarios answer questions and name actions in words, and so does everybody at a prompt. A thing is meant by its name, a
die by what it shows; where a name could mean several things, each of them may be meant.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from attrs import field, frozen

import dsl.check.expressions as ex
import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.dice as dice
import interpreter.evaluate.things as things
from dsl.check.context import Context
from dsl.diagnostics import Diagnostic, Piece
from dsl.ir.findings import Findings
from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.syntax import nodes as n
from dsl.text.source import digest
from interpreter.evaluate.expressions import value
from interpreter.execute.choices import domain
from interpreter.execute.machine import Machine
from interpreter.model import state as s
from interpreter.model.environment import Scope, equal, items, one
from interpreter.model.moves import Move
from interpreter.model.requests import Option
from interpreter.model.state import Thing, Value
from interpreter.model.values import CardRef, Face


@frozen
class Past:
    """What a scenario has been through: the cards that ever came to the table, and whether anything was done.

    `gone` are the names that lines of the scenario gave to things that have left since.
    """

    came: AbstractSet[str]
    begun: bool
    gone: AbstractSet[str]


@frozen
class Saying:
    """Words, held against a table. `cx` knows the names that may be said, `scope` what the local ones stand for."""

    machine: Machine
    cx: Context
    scope: Scope
    declarations: Mapping[str, Op] = field(factory=dict)  # what local names are other words for
    past: Past | None = None

    def spelt_out(self, op: Op) -> Op:
        return self.declarations.get(op.data, op) if op.name == "local" else op

    def meant(self, option: Option, op: Op) -> bool:
        """Whether an option is what somebody names, by its words or by its value."""
        op = self.spelt_out(op)
        if op.name == "constant" and option.words == op.data:
            return True
        if op.name in ("card", "child") and isinstance(option.value, tuple):  # something that pays goes by its words
            card = self.machine.linked.cards.get(things.card_id(self.machine, op.data[1]))
            if option.words in (op.data[1], card.shown if card is not None else ""):
                return True
        return self.same(option.value, op)

    def same(self, offered: Value, op: Op) -> bool:
        """Whether what is said means what is offered: things are meant by name, dice by what they show."""
        m, op = self.machine, self.spelt_out(op)
        thing = things.is_thing(m, offered)
        if op.name in ("card", "child") and thing and things.is_called(m, offered, op.data[1]):
            return True
        if isinstance(offered, CardRef) and op.name in ("card", "child"):  # the card itself, whoever has a copy of it
            return op.data[1] in (offered.id, offered.id.rsplit(".", 1)[-1], things.shown(m, offered))
        if isinstance(offered, tuple) and op.name in ("card", "child"):
            return len(offered) == 1 and self.same(offered[0], op)
        if op.name == "constant" and thing and isinstance(op.data, str):  # a text of the cases
            return things.is_called(m, offered, op.data)
        wanted = value(op, self.scope, m)
        if equal(offered, wanted):
            return True
        if isinstance(offered, tuple):
            return len(offered) == len(items(wanted)) and set(offered) == set(items(wanted))
        if isinstance(wanted, tuple) and len(wanted) == 1:
            return equal(offered, wanted[0])
        if thing and _is_face(wanted, op.type) and "Die" in things.lineage(m, offered):
            return equal(dice.shown_face(m, offered), wanted)
        return False

    def filled(self, line: n.Phrase) -> dict[str, Op]:
        """The slots that a phrase fills."""
        said = {slot.preposition: slot.value for slot in line.slots}
        if line.object is not None:
            said[""] = line.object
        sig = active_rules.signature(self.machine, line.verb.text)
        found = {}
        for preposition, node in said.items():
            slot = sig.slot(preposition)
            if slot is not None:
                found[slot.name] = ex.value(node, self.cx.inner(me=True), slot.type)
        return found

    def candidates(self, op: Op, type: t.Type) -> list[Value]:
        """What may be meant where a value of this type is wanted."""
        of = t.plain(type)
        found = value(op, self.scope, self.machine)
        if _is_face(found, op.type) and isinstance(of, t.KindT):
            return [thing for thing in domain(self.machine, of) if self.same(thing, op)] or [None]
        return [items(found) if t.item(of) is not None else one(found)]

    def is_said(self, move: Move, wanted: dict[str, Op]) -> bool:
        """Whether a move has what a phrase says."""
        values = dict(move.values)
        return all(self.same(values.get(name), op) for name, op in wanted.items())


def _is_face(found: Value, type: t.Type) -> bool:
    """Whether a die may be meant by this: a symbol, a face, or a number that is not that of a thing."""
    return isinstance(found, str | Face) or (isinstance(found, int) and isinstance(t.plain(type), t.NumberT))


# ------------------------------------------------------------------------------------------------- words and names


def context(m: Machine, text: str) -> Context:
    """What somebody at the table may name: all cards and parts, all seats, everything that the rules name."""
    names = {name: card.kind for card in m.linked.cards.values() for name in (card.id.rsplit(".", 1)[-1], card.shown)}
    return Context(
        m.symbols, Findings(Piece("<input>", 0, text, digest(text))), "a scenario",
        events=dict(m.linked.program.events), any_event=True,
        cards={**names, **m.linked.program.names}, seats=m.seats, me=True,
    )  # fmt: skip


def respelt(m: Machine, text: str) -> str:
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
    known = {name.lower(): name for name in names}
    return re.sub(rf"(?<!\w)({spoken})(?!\w)", lambda found: f'"{known[found[0].lower()]}"', text, flags=re.IGNORECASE)


def told_wrong(found: list[Diagnostic]) -> str:
    """The first thing that is wrong with what somebody typed."""
    first = next((one for one in found if one.severity == "error"), None)
    if first is None:
        return "it says nothing"
    return f"{first.message}; {first.help}" if first.help else first.message


def asked_player(m: Machine) -> Thing | None:
    """Who is meant by `me`: the one who is asked, else whose turn it is."""
    seats = {request.seat for request in m.state.requests}
    if len(seats) == 1:
        return things.find(m, seats.pop(), "Player")
    active: Thing | None = m.state.cells[s.ACTIVE]
    return active
