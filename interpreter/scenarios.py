"""Scenarios, run: a table is laid as given, one sentence is done, every question is answered by the dialogue.

Strict always: a question that no line answers, a line or a die that is left over, a roll that is not scripted, all fail
the scenario, with what was asked and which answers were possible. What `then` says is reckoned on the real state.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, field, frozen

import dsl.check_expressions as ex
import interpreter.chance as chance
import interpreter.standing as standing
import interpreter.telling as telling
import interpreter.things as things
from dsl import nodes as n
from dsl import types as t
from dsl.check_sentences import sentence
from dsl.context import Context, Findings
from dsl.core import Op
from dsl.program import Program, Scenario
from dsl.source import Span
from interpreter import state as s
from interpreter.choices import Request
from interpreter.evaluate import truth, value
from interpreter.machine import Machine
from interpreter.match import Match, Refused, first_flow, new_machine
from interpreter.scope import RuleError, Scope, equal, items, one
from interpreter.state import Thing, Value
from interpreter.values import CardRef, Face, MarkOf
from interpreter.verbs import create_card, lay_map, put, stand
from interpreter.windows import Move, refusal
from interpreter.world import World


@frozen
class Outcome:
    """How a scenario ended: where and why it failed, if it did."""

    passed: bool
    message: str = ""
    span: Span = (0, 0)
    todo: bool = False


class _Fails(Exception):
    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.message, self.span = message, span


def run_scenario(program: Program, scenario: Scenario) -> list[Outcome]:
    """One outcome, or one for each row of its cases."""
    tree = scenario.parsed.tree
    assert isinstance(tree, n.Scenario)
    if any(isinstance(step, n.Todo) for step in tree.steps):
        return [Outcome(True, todo=True)]
    return [_run(program, scenario, tree, case) for case in _cases(tree)]


def _cases(tree: n.Scenario) -> Iterator[dict[str, n.Expr]]:
    table = next((step for step in tree.steps if isinstance(step, n.Cases)), None)
    if table is None:
        yield {}
        return
    for row in table.rows:
        yield {name.text: cell for name, cell in zip(table.names, row, strict=True)}


def _run(program: Program, scenario: Scenario, tree: n.Scenario, case: dict[str, n.Expr]) -> Outcome:
    running = _Running(program, scenario, tree)
    try:
        running.run(case)
    except _Fails as failed:
        return Outcome(False, failed.message, failed.span)
    except RuleError as wrong:
        expected = next((step for step in tree.steps if isinstance(step, n.Then) and step.fails is not None), None)
        if expected is not None and expected.fails is not None and expected.fails.text == wrong.code:
            return Outcome(True)
        return Outcome(False, f"{wrong.code}: {wrong.message}", tree.span)
    return Outcome(True)


@define
class _Running:
    program: Program
    scenario: Scenario
    tree: n.Scenario
    cx: Context = field(init=False)
    match: Match = field(init=False)
    scope: Scope = field(init=False)

    @property
    def machine(self) -> Machine:
        return self.match.machine

    def run(self, case: dict[str, n.Expr]) -> None:
        seats = [name.text for step in self.tree.steps if isinstance(step, n.Seats) for name in step.names]
        self.cx = Context(
            self.program.rooms, Findings(self.scenario.parsed.piece), "a scenario", events=dict(self.program.events),
            any_event=True, cards=dict(self.program.names), seats=tuple(seats),
        )  # fmt: skip
        modes, rulings = self._switches()
        world = World(self.program, frozenset(modes), rulings)
        self.match = Match(new_machine(world, seats, 0, script={}))
        self.scope = Scope({})
        for name, cell in case.items():
            op = ex.value(cell, self.cx)
            self.cx.locals[name] = op.type
            self.scope.values[name] = value(op, self.scope, self.machine)
        self._lay()
        done = False
        steps = list(self.tree.steps)
        if not any(isinstance(step, n.Do) for step in steps) and any(isinstance(step, n.Answer) for step in steps):
            self._begin(first_flow(world))
        for step in steps:
            done = self._step(step) or done
        self._nothing_left()

    def _switches(self) -> tuple[list[str], dict[str, str]]:
        modes: list[str] = []
        rulings: dict[str, str] = {}
        for item in self._given(n.GivenSwitch):
            if item.form == "ruling":
                rulings[item.name.text] = item.value.text if item.value else ""
            else:
                modes.append(item.name.text)
        return modes, rulings

    def _given(self, wanted: type) -> list[Any]:
        return [
            item
            for step in self.tree.steps
            if isinstance(step, n.Given)
            for item in step.items
            if isinstance(item, wanted)
        ]

    # ------------------------------------------------------------------------------------------- the table

    def _lay(self) -> None:
        many = self._given(n.GivenThing)
        for item in sorted(many, key=lambda item: not self._is_map(item)):
            self._thing(item)
        for item in self._given(n.GivenValue):
            place = ex.value(item.place, self.cx)
            new = value(ex.value(item.value, self.cx, place.type), self.scope, self.machine)
            self.machine.assign(place, "=", new, self.scope)
        for step in self.tree.steps:
            if isinstance(step, n.Dice):
                faces = self._script().setdefault(step.die.text, [])
                faces += [_face(face) for face in step.faces]
            elif isinstance(step, n.Order) and isinstance(step.pile, n.Name | n.Dot):
                zone = step.pile.text if isinstance(step.pile, n.Name) else step.pile.name
                names = [getattr(thing, "text", getattr(thing, "value", "")) for thing in step.things]
                self._script()[f"shuffle {zone}"] = names

    def _script(self) -> dict[str, list[Value]]:
        assert self.machine.script is not None
        return self.machine.script

    def _is_map(self, item: n.GivenThing) -> bool:
        name = item.thing.text if isinstance(item.thing, n.Name) else item.thing.value
        return self.program.names.get(name) == "Map"

    def _thing(self, item: n.GivenThing) -> None:
        name = item.thing.text if isinstance(item.thing, n.Name) else item.thing.value
        slots = {slot.preposition: slot.value for slot in item.slots}
        m = self.machine
        if name in self.program.rooms.marks:
            mark = value(ex.value(n.Call(name, item.args or (), item.span, span=item.span), self.cx), self.scope, m)
            assert isinstance(mark, MarkOf)
            bearer = self._value(slots.get("on") or slots.get("to"))
            m.state.cells[bearer + s.MARKS] = (*m.state.cells[bearer + s.MARKS], (mark.name, mark.args))
            return
        card = m.world.cards.get(things.card_id(m, name))
        if card is None:
            raise _Fails(f"there is no card {name}", item.span)
        if card.kind == "Map":
            lay_map(m, card.id)
            return
        owner: Thing | None = self._value(slots["for"]) if "for" in slots else None
        thing = create_card(m, card, owner)
        if "at" in slots:
            space = self._value(slots["at"])
            if space is None or isinstance(space, CardRef):
                raise _Fails(f"there is no such space for {name}", item.span)
            stand(m, thing, space)
            m.state.cells[thing + s.OWNER] = owner
        if "in" in slots:
            self._put(thing, slots["in"])

    def _put(self, thing: Thing, zone: n.Expr) -> None:
        from interpreter.verbs import target_zone

        to = target_zone(self.machine, ex.value(zone, self.cx), self.scope)
        if isinstance(to, tuple):
            put(self.machine, thing, *to)

    def _value(self, node: n.Expr | None) -> Any:
        if node is None:
            return None
        return one(value(ex.value(node, self.cx, t.KindT("Space")), self.scope, self.machine))

    # -------------------------------------------------------------------------------------------- the dialogue

    def _begin(self, op: Op) -> None:
        m = self.machine
        m.push_text(op, m.state.open_scope(self.scope.values), None, None, None, 0, False)
        m.run()

    def _step(self, step: n.Step) -> bool:
        match step:
            case n.Do(sentence=line):
                self._no_question(step.span)
                doing = self.cx.inner(doing=True)
                op = sentence(line, doing)
                self.cx.locals.update(doing.locals)
                self._begin(Op("block", t.NOTHING, (op,), span=step.span))
                return True
            case n.Answer():
                self._answer(step)
            case n.Then():
                self._then(step)
            case _:
                pass
        return False

    def _no_question(self, span: Span) -> None:
        for request in self.match.requests:
            raise _Fails(f"{request.seat} was asked and nothing answers: {_asked(request)}", span)

    def _nothing_left(self) -> None:
        self._no_question(self.tree.name.span)
        for die, faces in self._script().items():
            if faces and not die.startswith("shuffle "):
                raise _Fails(f"{len(faces)} scripted rolls of {die} were never rolled", self.tree.name.span)

    def _answer(self, step: n.Answer) -> None:
        request = next((one for one in self.match.requests if one.seat == step.seat.text), None)
        if request is None:
            open_now = ", ".join(one.seat for one in self.match.requests) or "nobody"
            raise _Fails(f"{step.seat.text} is not asked anything now; asked: {open_now}", step.span)
        chosen = self._chosen(step, request)
        try:
            self.match.answer(request.id, chosen)
        except Refused as refused:
            raise _Fails(f"{refused}: {_asked(request)}", step.span) from None

    def _chosen(self, step: n.Answer, request: Request) -> list[int]:
        match step.form:
            case "pass" | "no":
                return []
            case "yes":
                return [0]
            case "phrase":
                assert step.phrase is not None
                return [self._move(step, request)]
        found: list[int] = []
        for node in step.values:
            wanted = value(ex.value(node, self.cx.inner(me=True)), self.scope, self.machine)
            index = next(
                (i for i, option in enumerate(request.options) if i not in found and self._same(option.value, wanted)),
                None,
            )
            if index is None:
                raise _Fails(f"this was not offered: {_asked(request)}", node.span)
            found.append(index)
        return found

    def _same(self, offered: Value, wanted: Value) -> bool:
        if equal(offered, wanted):
            return True
        m = self.machine
        if isinstance(offered, int) and not isinstance(offered, bool) and isinstance(wanted, CardRef):
            return things.is_called(m, offered, wanted.id)
        if isinstance(offered, int) and isinstance(wanted, str | Face):  # a die by what it shows
            return "Die" in things.lineage(m, offered) and equal(chance.shown_face(m, offered), wanted)
        return False

    def _move(self, step: n.Answer, request: Request) -> int:
        assert step.phrase is not None
        verb = step.phrase.verb.text
        said = {slot.preposition: slot.value for slot in step.phrase.slots}
        if step.phrase.object is not None:
            said[""] = step.phrase.object
        sig = standing.signature(self.machine, verb)
        wanted = {}
        for preposition, node in said.items():
            slot = sig.slot(preposition)
            if slot is not None:
                wanted[slot.name] = value(ex.value(node, self.cx.inner(me=True), slot.type), self.scope, self.machine)
        for index, option in enumerate(request.options):
            move = option.value
            if isinstance(move, Move) and move.verb == verb:
                values = dict(move.values)
                if all(self._same(values.get(name), found) for name, found in wanted.items()):
                    return index
        raise _Fails(f"this is not possible now: {_asked(request)}", step.span)

    # ------------------------------------------------------------------------------------------------- then

    def _then(self, step: n.Then) -> None:
        if step.fails is not None:
            raise _Fails(f"nothing failed, but {step.fails.text} is expected", step.span)
        assert step.value is not None
        if step.cannot is not None:
            self._cannot(step, step.cannot)
            return
        parts = step.value.parts if isinstance(step.value, n.And) else (step.value,)
        for part in parts:
            op = ex.value(part, self.cx)
            if not truth(op, self.scope, self.machine):
                raise _Fails(f"this is not so: {self._explained(part, op)}", part.span)

    def _explained(self, node: n.Expr, op: Op) -> str:
        text = self.scenario.parsed.piece.text[node.span[0] : node.span[1]]
        if op.name == "compare":
            left = value(op.args[0], self.scope, self.machine)
            shown = (
                telling.shown_value(self.machine, left) if not isinstance(left, int) or isinstance(left, bool) else left
            )
            if isinstance(t.plain(op.args[0].type), t.KindT):
                shown = things.shown(self.machine, left)
            return f"{text} (it is {shown})"
        return text

    def _cannot(self, step: n.Then, line: n.Phrase) -> None:
        assert step.value is not None
        m = self.machine
        player = one(value(ex.value(step.value, self.cx), self.scope, m))
        verb = line.verb.text
        sig = standing.signature(self.machine, verb)
        values: dict[str, Value] = {slot.name: None for slot in sig.slots}
        values["me"] = player
        said = {slot.preposition: slot.value for slot in line.slots}
        if line.object is not None:
            said[""] = line.object
        for preposition, node in said.items():
            slot = sig.slot(preposition)
            if slot is not None:
                values[slot.name] = one(value(ex.value(node, self.cx.inner(me=True), slot.type), self.scope, m))
        reasons = [
            refusal(m, op, node, values, None, player)
            for entries in m.world.actions.values()
            for _, _, op, node in entries
            if op.data == verb
        ]
        if not reasons or None in reasons:
            raise _Fails(f"{verb} is possible", line.span)
        reason = reasons[0]
        assert reason is not None
        if isinstance(step.because, n.Cite) and step.because.clause not in reason[1]:
            cited = ", ".join(reason[1]) or "no clause"
            raise _Fails(f"the reason is another one: {reason[0]} ({cited})", step.span)
        if isinstance(step.because, n.Text) and step.because.value != reason[0]:
            raise _Fails(f"the reason is another one: {reason[0]}", step.span)


def _face(face: n.Face) -> Face:
    total, symbols = 0, []
    for part in face.parts:
        if part.form == "number":
            total += part.number
        elif part.form == "symbol":
            symbols += [part.symbol] * part.number
    return Face(total, tuple(symbols))


def _asked(request: Request) -> str:
    options = ", ".join(option.words for option in request.options[:12])
    return f"{request.prompt} ({options or 'nothing to choose'})"


__all__ = ["Outcome", "items", "run_scenario"]
