"""Scenarios, run: a table is laid as given, one sentence is done, every question is answered by the dialogue.

Strict always: a question that no line answers, a line or a die that is left over, a roll that is not scripted, all fail
the scenario, with what was asked and which answers were possible. What `then` says is reckoned on the real state.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from attrs import define, field, frozen

import dsl.check_expressions as ex
import interpreter.chance as chance
import interpreter.happening as happening
import interpreter.standing as standing
import interpreter.telling as telling
import interpreter.things as things
from dsl import nodes as n
from dsl import types as t
from dsl.check_marks import cites as cites_of
from dsl.check_sentences import sentence
from dsl.context import Context, Findings
from dsl.core import Op
from dsl.program import Program, Scenario
from dsl.source import Span
from interpreter.choices import Request
from interpreter.evaluate import truth, value
from interpreter.faults import message
from interpreter.frames import F_OP, TEXT, V_VERB
from interpreter.given import Fails, Setting, given_items
from interpreter.legality import Move, Reason, bringers, refusal
from interpreter.machine import Machine
from interpreter.match import Match, Refused, new_machine
from interpreter.saying import Saying
from interpreter.scope import RuleError, Scope, one
from interpreter.state import Thing
from interpreter.world import World, walk


@frozen
class Outcome:
    """How a scenario ended: where and why it failed, if it did."""

    passed: bool
    message: str = ""
    span: Span = (0, 0)
    todo: bool = False


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
    except Fails as failed:
        return Outcome(False, failed.message, failed.span)
    except RuleError as wrong:
        expected = next((step for step in tree.steps if isinstance(step, n.Then) and step.fails is not None), None)
        if expected is not None and expected.fails is not None and expected.fails.text == wrong.code:
            return Outcome(True)
        return Outcome(False, _told(wrong), tree.span)
    return Outcome(True)


@define
class _Running:
    program: Program
    scenario: Scenario
    tree: n.Scenario
    cx: Context = field(init=False)
    match: Match = field(init=False)
    scope: Scope = field(init=False)
    names: int = 0  # the scope of the sentences of the scenario

    @property
    def machine(self) -> Machine:
        return self.match.machine

    @property
    def _saying(self) -> Saying:
        return Saying(self.machine, self.cx, self.scope)

    def run(self, case: dict[str, n.Expr]) -> None:
        seats = [name.text for step in self.tree.steps if isinstance(step, n.Seats) for name in step.names]
        self.cx = Context(
            self.program.rooms, Findings(self.scenario.parsed.piece), "a scenario", events=dict(self.program.events),
            any_event=True, cards=dict(self.program.names), seats=tuple(seats),
        )  # fmt: skip
        modes, rulings = self._switches()
        world = World(self.program, frozenset(modes), rulings, watch_all=True)
        self.match = Match(new_machine(world, seats, 0, script={}))
        self.scope = Scope({})
        for name, cell in case.items():
            op = ex.value(cell, self.cx)
            self.cx.locals[name] = op.type
            self.scope.values[name] = value(op, self.scope, self.machine)
        Setting(self.program, self.tree, self.cx, self.scope, self.machine).lay()
        done = False
        steps = list(self.tree.steps)
        if not any(isinstance(step, n.Do) for step in steps) and any(isinstance(step, n.Answer) for step in steps):
            self._begin(world.start())
        for step in steps:
            done = self._step(step) or done
        self._nothing_left()

    def _switches(self) -> tuple[list[str], dict[str, str]]:
        modes: list[str] = []
        rulings: dict[str, str] = {}
        for item in given_items(self.tree, n.GivenSwitch):
            if item.form == "ruling":
                rulings[item.name.text] = item.value.text if item.value else ""
            else:
                modes.append(item.name.text)
        return modes, rulings

    # -------------------------------------------------------------------------------------------- the dialogue

    def _begin(self, op: Op) -> None:
        m = self.machine
        names = dict(self.scope.values)
        self.names = m.state.open_scope(names)
        m.push_text(op, self.names, None, None, None, 0, False, None)
        m.run()
        self._learn()

    def _learn(self) -> None:
        """What sentences of the scenario have named is known from then on."""
        named = self.machine.state.scopes.get(self.names, {})
        self.scope.values.update({name: found for name, found in named.items() if not name.startswith("#")})

    def _step(self, step: n.Step) -> bool:
        match step:
            case n.Do(sentence=line):
                self._no_question(step.span)
                doing = self.cx.inner(doing=True)
                op = sentence(line, doing)
                self.cx.locals.update(doing.locals)
                text = Op("block", t.NOTHING, (op,), span=step.span)
                self.machine.world.learn(f'scenario "{self.tree.name.value}"', self.scenario.parsed.piece, line, text)
                self._begin(text)
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
            raise Fails(f"{request.seat} was asked and nothing answers: {_asked(request)}", span)

    def _nothing_left(self) -> None:
        self._no_question(self.tree.name.span)
        for die, faces in (self.machine.script or {}).items():
            left = len(faces) - chance.used(self.machine, f"die {die}")
            if left and not die.startswith("shuffle "):
                raise Fails(f"{left} scripted rolls of {die} were never rolled", self.tree.name.span)

    def _answer(self, step: n.Answer) -> None:
        request = next((one for one in self.match.requests if one.seat == step.seat.text), None)
        if request is None:
            open_now = ", ".join(one.seat for one in self.match.requests) or "nobody"
            raise Fails(f"{step.seat.text} is not asked anything now; asked: {open_now}", step.span)
        chosen = self._chosen(step, request)
        try:
            self.match.answer(request.id, chosen)
        except Refused as refused:
            raise Fails(f"{refused}: {_asked(request)}", step.span) from None
        self._learn()

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
            op = ex.value(node, self.cx.inner(me=True))
            index = next(
                (i for i, option in enumerate(request.options) if i not in found and self._saying.meant(option, op)),
                None,
            )
            if index is None:
                raise Fails(f"this was not offered: {_asked(request)}", node.span)
            found.append(index)
        return found

    def _move(self, step: n.Answer, request: Request) -> int:
        assert step.phrase is not None
        saying = self._saying
        wanted = saying.filled(step.phrase)
        fitting = []
        for index, option in enumerate(request.options):
            move = option.value
            if isinstance(move, Move) and move.verb == step.phrase.verb.text and saying.is_said(move, wanted):
                fitting.append((self._unsaid(move, wanted), index))
        if not fitting:
            raise Fails(f"this is not possible now: {_asked(request)}", step.span)
        return min(fitting)[1]

    def _unsaid(self, move: Move, wanted: dict[str, Op]) -> int:
        """How much a move says that the phrase does not: slots for several are empty unless they are said."""
        return sum(len(found) for name, found in move.values if name not in wanted and isinstance(found, tuple))

    # ------------------------------------------------------------------------------------------------- then

    def _then(self, step: n.Then) -> None:
        if step.fails is not None:
            raise Fails(f"nothing failed, but {step.fails.text} is expected", step.span)
        assert step.value is not None
        if step.cannot is not None:
            self._cannot(step, step.cannot)
            return
        parts = step.value.parts if isinstance(step.value, n.And) else (step.value,)
        for part in parts:
            op = ex.value(part, self.cx)
            if not truth(op, self.scope, self.machine):
                raise Fails(f"this is not so: {self._explained(part, op)}", part.span)

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
        player = one(value(ex.value(step.value, self.cx), self.scope, self.machine))
        match line.verb.text:
            case "choose":
                reason = self._not_offered(player, line)
            case "pass":
                rule = standing.forbidden(self.machine, "pass", {"player": player})
                reason = (rule.reason or "`pass` is forbidden", rule.cites) if rule is not None else None
            case _:
                self._because(step, self._refused(player, line), line)
                return
        self._because(step, [reason], line)

    def _because(self, step: n.Then, reasons: list[Reason | None], line: n.Phrase) -> None:
        """Hold the reasons against the one that is expected; where several things are meant, one of them is enough."""
        if None in reasons:
            raise Fails(f"{line.verb.text} is possible", line.span)
        found = [reason for reason in reasons if reason is not None]
        match step.because:
            case n.Cite(clause=clause):
                good = any(clause in cites for _, cites in found)
            case n.Text(value=text):
                good = any(words == text for words, _ in found)
            case _:
                good = True
        if not good:
            shown = "; ".join(dict.fromkeys(f"{words} ({', '.join(cites) or 'no clause'})" for words, cites in found))
            raise Fails(f"the reason is another one: {shown}", step.span)

    def _not_offered(self, player: Thing, line: n.Phrase) -> Reason | None:
        """Why something is not among the options of an open choice: what the text that asks, and its rules, cite."""
        m = self.machine
        request = next((r for r in self.match.requests if r.seat == things.seat_of(m, player)), None)
        assert line.object is not None
        if request is None:
            raise Fails(f"{things.seat_of(m, player)} is not asked anything now", line.span)
        op = ex.value(line.object, self.cx.inner(me=True))
        if any(self._saying.meant(option, op) for option in request.options):
            return None
        return "it is not offered", self._cited()

    def _cited(self) -> tuple[str, ...]:
        """What the text that asks cites, and the rules that its sentences ask."""
        m = self.machine
        frame = m.state.frames[-1]
        event = happening.own_event(m, frame) if frame[0] == TEXT else None
        meaning = m.world.effects.get(event[V_VERB]) if event is not None else None
        found = [cite.clause for cite in cites_of(meaning.node)] if meaning is not None else []
        waiting, known = [frame[F_OP]] if frame[0] == TEXT else [], set[str]()
        while waiting:
            for part in walk(waiting.pop()):
                if part.name == "ask_rule" and part.data not in known:
                    known.add(part.data)
                    rule = m.world.text(m.rooms.rules[part.data].sort, part.data)
                    if rule is not None:
                        found += [cite.clause for cite in cites_of(rule.node)]
                        waiting.append(rule.ops[0])
        return tuple(found)

    def _refused(self, player: Thing, line: n.Phrase) -> list[Reason | None]:
        """Why an action cannot be done, for every thing that a phrase may mean."""
        m = self.machine
        values = self._saying.fillings(line, player)
        reasons = [
            refusal(m, action, {**dict(zip(values, filling, strict=True)), **extra}, it, player)
            for entries in m.world.actions.values()
            for action in entries
            if action.op.data == line.verb.text
            for it, extra in bringers(m, action, player)
            for filling in product(*values.values())
        ]
        return reasons or [("nobody can do it", ())]


def _told(wrong: RuleError) -> str:
    """A fault of the rules with its place and the rule that it came out of."""
    where = f" ({wrong.passage.spot}, {wrong.passage.name})" if wrong.passage is not None else ""
    return f"{wrong.code}: {message(wrong)}{where}"


def _asked(request: Request) -> str:
    options = ", ".join(option.words for option in request.options[:12])
    return f"{request.prompt} ({options or 'nothing to choose'})"
