"""Checks `then Ann cannot …` against the question that Ann is asked at that moment.

A refusal is meaningful only if the seat is asked to act in a window of that action, or to choose among things of that
type. The line claims that the answer `Ann: …` would not be accepted, so it is compared with the options and nothing
else. In any other situation the scenario fails and names the open question. The reason for the refusal is then computed
for every copy that the words may mean.

If nothing is in progress, no question is open. Then the window of the action is opened on a copy, for this line only,
and the line must name its reason: such a table may lack many things that the action needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product

from attrs import evolve, frozen

import dsl.check.expressions as ex
import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.expressions as expressions
import interpreter.evaluate.things as things
import interpreter.model.current_events as current_events
import interpreter.scenarios.answer_lines as words
import interpreter.scenarios.presence as presence
from dsl.check.annotations import cites as cites_of
from dsl.diagnostics.codes import failures as codes
from dsl.ir.effects.walk import walk
from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.names.signatures import SlotSig
from dsl.syntax import nodes as n
from interpreter.evaluate.domain import domain
from interpreter.execute.action_checks import Reason, refusal
from interpreter.execute.legality import bringers, legal
from interpreter.execute.machine import Machine
from interpreter.execute.windows import receivers
from interpreter.explain.resolve_words import TypedWords
from interpreter.model import state as s
from interpreter.model.environment import RuleError, Scope
from interpreter.model.frames import F_OP, F_PC, TEXT, V_VERB, W_OFFER, W_PLAYER, WINDOW
from interpreter.model.moves import Move
from interpreter.model.requests import EngineRequest, Option
from interpreter.model.state import Thing, Value
from interpreter.model.work_meter import ran_out
from interpreter.scenarios.answers import ANSWERS
from interpreter.scenarios.setup import Fails
from interpreter.visibility.redact import asked_on, writable_copy

FILLINGS = 2_000
"""The maximum number of argument combinations whose reasons are computed."""
NOT_OFFERED = "it is not offered"


@frozen
class Asked:
    """A question of a seat, its table, and whether it was opened for one line only."""

    machine: Machine
    request: EngineRequest
    supposed: bool = False


@frozen
class Refusal:
    """One `cannot` line of a scenario."""

    saying: TypedWords
    step: n.Then
    player: Thing

    @property
    def machine(self) -> Machine:
        return self.saying.machine

    @property
    def line(self) -> n.Phrase:
        assert self.step.cannot is not None
        return self.step.cannot

    @property
    def seat(self) -> str:
        return things.seat_of(self.machine, self.player)

    def hold(self) -> None:
        """Fail unless the seat is asked about this and cannot do it, for the named reason."""
        if self.machine.state.cells[s.OUTCOME] is not None:
            raise self._elsewhere("the match is over")
        match self.line.verb.text:
            case "choose":
                self._cannot_choose()
            case "pass":
                self._cannot_pass()
            case _:
                self._cannot_act()

    # --------------------------------------------------------------------------------------------- what is open instead

    def _text(self, node: n.Node) -> str:
        return self.saying.cx.findings.piece.text[slice(*node.span)]

    def _elsewhere(self, now: str, advice: str = "") -> Fails:
        advice = advice or "let the scenario reach the question where this could be done"
        said = f"{self.seat} cannot {self._text(self.line)}"
        return Fails(codes.NOT_AT_STAKE, self.line.span, said=said, now=now, advice=advice)

    def _own(self) -> list[Asked]:
        """The questions of the seat; in a simultaneous decision each seat has its own table."""
        return [
            Asked(*asked_on(self.machine, request))
            for request in self.machine.state.requests
            if request.seat == self.seat
        ]

    def _now(self) -> str:
        return words.open_now(self.machine) or "nobody is asked anything"

    def _possible(self, lines: str) -> Fails:
        phrase, advice = f"`{self._text(self.line)}`", f"{lines}: change the rules, or expect that it can be done"
        return Fails(codes.POSSIBLE, self.line.span, seat=self.seat, phrase=phrase, advice=advice)

    def _at(self, table: Machine) -> TypedWords:
        """The words of the line, as the player says them at a table."""
        return evolve(self.saying, machine=table, scope=Scope(self.saying.scope.values, None, self.player))

    # --------------------------------------------------------------------------------------------------------- choices

    def _cannot_choose(self) -> None:
        assert self.line.object is not None
        op = ex.value(self.line.object, self.saying.cx.inner(me=True))
        questions = [asked for asked in self._own() if self._is_about(asked, op)]
        if not questions:
            raise self._elsewhere(self._now())
        for question in questions:
            self._not_an_option(question, op)
        self._because([[(NOT_OFFERED, _cited(asked.machine))] for asked in questions])

    def _not_an_option(self, question: Asked, op: Op) -> None:
        saying, request = self._at(question.machine), question.request
        assert self.line.object is not None
        if request.sort != "either" and not any(presence.is_card(option.value) for option in request.options):
            presence.must_be_there(saying, op, self.line.object.span)
        for index, option in enumerate(request.options):
            if saying.meant(option, op) and (request.fits is None or any(index in fit for fit in request.fits)):
                lines = f"`{self.seat}: choose {self._text(self.line.object)}` is offered"
                raise self._possible(lines)
        if self._together(saying, request, saying.spelt_out(op)):
            raise self._possible(f"`{self.seat}: choose {self._text(self.line.object)}` can be chosen together")

    def _together(self, saying: TypedWords, request: EngineRequest, op: Op) -> bool:
        """Whether a list names options that may be chosen together."""
        named = op.args if op.name == "list" else ()
        if len(named) < 2 or not request.least <= len(named) <= request.most:
            return False
        chosen: set[int] = set()
        for part in named:
            means = (index for index, option in enumerate(request.options) if saying.meant(option, part))
            index = next((index for index in means if index not in chosen), None)
            if index is None:
                return False
            chosen.add(index)
        return request.fits is None or tuple(sorted(chosen)) in request.fits

    def _is_about(self, question: Asked, op: Op) -> bool:
        """Whether a question could offer this at all: things of its type, or one of its ways by name."""
        request, m = question.request, question.machine
        if request.sort not in ANSWERS["choose"]:
            return False
        op = self.saying.spelt_out(op)
        if request.sort == "either":
            return op.name != "constant" or op.data in _ways(m)
        if request.sort in ("pay", "order"):
            return True
        if op.name == "constant" and isinstance(op.data, str):  # a name in quotes
            card = m.linked.cards.get(things.card_id(m, op.data))
            return card is None or _alike(m, words.type_of(m, request), t.KindT(card.kind))
        return _alike(m, words.type_of(m, request), op.type)

    # ---------------------------------------------------------------------------------------------------------- passes

    def _cannot_pass(self) -> None:
        questions = self._own()
        if not questions:
            raise self._elsewhere(self._now())
        reasons: list[list[Reason]] = []
        for question in questions:
            request, m = question.request, question.machine
            if not request.refuses(()):
                raise self._possible(f"the open question is for {self.seat} ({words.asked(request)}), who may pass")
            rule = active_rules.forbidden(m, "pass", {"player": self.player}) if request.sort == "act" else None
            if rule is not None:
                reasons.append([(rule.reason or "`pass` is forbidden", rule.cites)])
            else:
                reasons.append([(request.refuses(()), _cited(m))])
        self._because(reasons)

    # --------------------------------------------------------------------------------------------------------- actions

    def _cannot_act(self) -> None:
        m, verb = self.machine, self.line.verb.text
        sig = m.symbols.verbs[verb]
        if sig.sort != "action":
            raise self._elsewhere(f"`{verb}` is not an action, so it is never offered", "name an action of the game")
        if m.state.frames or m.state.requests:
            questions = [
                asked for asked in self._own() if asked.request.sort == "act" and asked.request.prompt in sig.windows
            ]
            if not questions:
                raise self._elsewhere(f"{self._now()}; `{verb}` is for {_windows(sig.windows)}")
        else:
            questions = self._supposed(sig.windows)
        for question in questions:
            self._not_a_move(question)
            self._is_planned(question)
        if self.step.because is None:
            return
        refused = [list(self._refused(question)) for question in questions]
        if questions[0].supposed:  # the window in which only this reason prevents it is meant
            refused = [reasons for reasons in refused if self._is_named_in(reasons)] or refused
        self._because([reasons for question in refused for reasons in question])

    def _not_a_move(self, question: Asked) -> None:
        """Fail if an option of the question matches the line."""
        saying, request = self._at(question.machine), question.request
        wanted = saying.filled(self.line)
        slots = {slot.name: slot for slot in question.machine.linked.signatures[self.line.verb.text].slots}
        for name, op in wanted.items():
            if isinstance(t.plain(slots[name].type), t.KindT):
                presence.must_be_there(saying, op, op.span)
        for option in request.options:
            move = option.value
            if isinstance(move, Move) and move.verb == self.line.verb.text and saying.is_said(move, wanted):
                offered = f"`{self.seat}: {words.said(question.machine, move)}` is offered"
                opened = f" when `{request.prompt}` opens" if question.supposed else ""
                raise self._possible(offered + opened)

    def _is_planned(self, question: Asked) -> None:
        """Fail if a cost could not be planned: that is no refusal, since it might be payable."""
        m = question.machine
        for action in m.linked.actions.get(question.request.prompt, ()):
            for line in action.body.args if action.op.data == self.line.verb.text else ():
                if id(line) in m.meter.unplanned:
                    raise m.meter.unplanned[id(line)]

    def _supposed(self, windows: Iterable[str]) -> list[Asked]:
        """The questions to the seat if a window of the action opened now, while nothing is in progress."""
        if self.step.because is None:
            advice = f"add `because …`, or open the window first: `do open {next(iter(windows))}`"
            raise self._elsewhere("no window is open, so the refusal needs a reason", advice)
        others: list[str] = []
        questions = [asked for window in windows for asked in self._opened(window, others)]
        if not questions:
            whom = f"{' and '.join(dict.fromkeys(others))}, not {self.seat}" if others else "nobody"
            raise self._elsewhere(f"no window is open, and {_windows(windows)} would ask {whom}")
        return questions

    def _opened(self, name: str, others: list[str]) -> Iterator[Asked]:
        """The questions of a window opened on a copy of the table; `others` collects the other seats it asks."""
        m = self.machine
        meaning = m.linked.text("window", name)
        assert meaning is not None
        assert isinstance(meaning.node, n.Window)
        values = {param.name: self._supposed_for(name, param) for param in meaning.node.params}
        for index, offer in enumerate(m.linked.windows[name].offers):
            table = Machine(m.linked, writable_copy(m.state), m.seed, m.seats, None, m.script, meter=m.meter)
            frame = [WINDOW, name, table.state.open_scope(dict(values)), 0, 0, 0, 0, (), None, None]
            table.state.frames.append(frame)
            try:
                asked = receivers(table, offer, Scope(values))
                others += [things.seat_of(m, player) for player in asked if player != self.player]
                if self.player in asked:
                    frame[W_OFFER], frame[W_PLAYER] = index, asked.index(self.player)
                    options = tuple(Option(move, "") for move in legal(table, name, self.player))
                    yield Asked(table, EngineRequest(0, self.seat, "act", options, 0, 1, name), True)
            except RuleError as wrong:
                if ran_out(wrong):
                    raise  # otherwise its rules refer to an event that is not in progress

    def _supposed_for(self, window: str, param: n.Param) -> Value:
        """The arguments for opening a window: defaults, and the player where a player is expected."""
        if param.default is None and param.type is not None and param.type.name == "Player":
            return self.player
        return expressions.default(self.machine, "window", window, param.name)

    # --------------------------------------------------------------------------------------------------------- reasons

    def _refused(self, question: Asked) -> Iterator[list[Reason]]:
        """For each copy that may be meant: the reasons why the action is refused, whatever the other slots hold.

        If the seat has copies of its own, these are meant.
        """
        saying, m = self._at(question.machine), question.machine
        wanted = saying.filled(self.line)
        verb = self.line.verb.text
        slots = [slot for slot in m.linked.signatures[verb].slots if slot.name != "me"]
        meant = {slot.name: self._copies(saying, wanted[slot.name], slot) for slot in slots if slot.name in wanted}
        every = [dict(zip(meant, way, strict=True)) for way in product(*meant.values())]
        several = [name for name, copies in meant.items() if len(copies) > 1]
        own = [way for way in every if all(things.controller(m, way[name][0]) == self.player for name in several)]
        for way in own or every:
            fillings = {slot.name: way[slot.name] if slot.name in way else _unsaid(m, verb, slot) for slot in slots}
            yield list(self._reasons(question, fillings))

    def _copies(self, saying: TypedWords, op: Op, slot: SlotSig) -> list[list[Value]]:
        """The possible values of a slot: copy by copy if a name has several, else all together."""
        m, op = saying.machine, saying.spelt_out(op)
        if op.name in ("card", "child") and isinstance(t.plain(slot.type), t.KindT):
            called = [thing for thing in domain(m, t.plain(slot.type)) if things.is_called(m, thing, op.data[1])]
            if called:
                return [[thing] for thing in called]
        return [saying.candidates(op, slot.type)]

    def _reasons(self, question: Asked, fillings: dict[str, list[Value]]) -> Iterator[Reason]:
        m, verb = question.machine, self.line.verb.text
        brought = False
        for action in m.linked.actions.get(question.request.prompt, ()):
            if action.op.data != verb:
                continue
            for it, extra in bringers(m, action, self.player):
                brought = True
                for filling in islice(product(*fillings.values()), FILLINGS):
                    values = {**dict(zip(fillings, filling, strict=True)), "me": self.player, **extra}
                    try:
                        yield refusal(m, action, values, it, self.player) or (NOT_OFFERED, ())
                    except RuleError as wrong:
                        if ran_out(wrong):
                            raise  # otherwise its rules cannot be evaluated for these arguments
        if not brought:
            yield f"nothing of {self.seat} brings `{verb}`", ()

    def _is_named_in(self, reasons: list[list[Reason]]) -> bool:
        """Fail unless each copy that is meant is refused for the named reason."""
        match self.step.because:
            case n.Cite(clause=clause):
                return bool(reasons) and all(any(clause in cites for _, cites in some) for some in reasons)
            case n.Text(value=text):
                return bool(reasons) and all(any(said == text for said, _ in some) for some in reasons)
            case _:
                return True

    def _because(self, reasons: list[list[Reason]]) -> None:
        if not self._is_named_in(reasons):
            assert self.step.because is not None
            named = [f"{said} ({', '.join(cites) or 'no clause'})" for some in reasons for said, cites in some]
            every = "; ".join(dict.fromkeys(named)) or NOT_OFFERED
            raise Fails(codes.OTHER_REASON, self.step.because.span, reasons=every)


def _unsaid(m: Machine, verb: str, slot: SlotSig) -> list[Value]:
    """The possible values of a slot that the line does not state: its default, none if optional, else all."""
    if slot.default is not None:
        return [expressions.default(m, "verb", verb, slot.name)]
    if isinstance(slot.type, t.MaybeT):
        return [None]
    of = t.item(slot.type)
    return [(candidate,) for candidate in domain(m, of)] if of is not None else list(domain(m, slot.type))


def _windows(names: Iterable[str]) -> str:
    return " or ".join(f"`{name}`" for name in names) or "no window"


def _ways(m: Machine) -> tuple[str, ...]:
    """All ways of the `either` that asks, available or not."""
    frame = m.state.frames[-1]
    if frame[0] != TEXT:
        return ()
    asking = m.linked.code(frame[F_OP]).instructions[max(frame[F_PC] - 1, 0)]
    return tuple(label or f"way {number}" for number, label in enumerate(asking[2], 1))


def _alike(m: Machine, offered: t.Type, said: t.Type) -> bool:
    """Whether a value of one type may be an option of another type."""
    offered, said = t.plain(offered), t.plain(t.item(said) or said)
    match offered, said:
        case t.UnknownT(), _:
            return True
        case _, t.UnknownT():
            return True
        case t.KindT(name=one_kind), t.KindT(name=other):
            return one_kind in m.symbols.lineage(other) or other in m.symbols.lineage(one_kind)
        case t.KindT(name=kind), t.NumberT() | t.SymbolT() | t.FaceT():
            return "Die" in m.symbols.lineage(kind)
        case t.FaceT(), t.NumberT() | t.SymbolT() | t.FaceT():
            return True
        case t.SymbolT(name=one_set), t.SymbolT(name=other):
            return one_set == other
        case _:
            return type(offered) is type(said)


def _cited(m: Machine) -> tuple[str, ...]:
    """The clauses cited by the text that asks and by the rules it calls."""
    frame = m.state.frames[-1]
    event = current_events.own_event(m, frame) if frame[0] == TEXT else None
    meaning = m.linked.effects.get(event[V_VERB]) if event is not None else None
    clauses = [cite.clause for cite in cites_of(meaning.node)] if meaning is not None else []
    waiting, visited = [frame[F_OP]] if frame[0] == TEXT else [], set[str]()
    while waiting:
        for part in walk(waiting.pop()):
            if part.name == "ask_rule" and part.data not in visited:
                visited.add(part.data)
                rule = m.linked.text(m.symbols.rules[part.data].sort, part.data)
                if rule is not None:
                    clauses += [cite.clause for cite in cites_of(rule.node)]
                    waiting.append(rule.ops[0])
    return tuple(clauses)
