"""Plays a scenario: sets up the table, executes its sentences, and answers every question from its dialogue.

Always strict: a question without an answer, an answer without a question, and an unused line or die fail the scenario,
with the open question and the possible answers. Every sentence and answer runs in a copy of the state, so that a fault
leaves the table unchanged; all moves are recorded for replays.
"""

from __future__ import annotations

from attrs import define, evolve, field, frozen

import dsl.check.expressions as ex
import interpreter.evaluate.dice as dice
import interpreter.evaluate.things as things
import interpreter.execute.automatic_answers as automatic_answers
import interpreter.scenarios.answer_lines as words
from dsl.check.context import Context
from dsl.check.scenarios import CHANCE, column_type
from dsl.check.statements import sentence
from dsl.diagnostics import Span
from dsl.diagnostics.codes import failures as codes
from dsl.ir.findings import Findings
from dsl.ir.operations import Op
from dsl.ir.passages import SourceDeclaration
from dsl.ir.program import Program, ScenarioSource
from dsl.names import types as t
from dsl.syntax import nodes as n
from dsl.syntax.walk import walk as walk_nodes
from interpreter.evaluate.expressions import value
from interpreter.execute.machine import Machine
from interpreter.execute.snapshot import canonical
from interpreter.explain.resolve_words import Past, TypedWords
from interpreter.instrument.coverage import Coverage
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, Refused, new_machine
from interpreter.model import state as s
from interpreter.model.environment import RuleError, Scope
from interpreter.model.requests import EngineRequest
from interpreter.model.state import State, Value
from interpreter.model.work_meter import refill
from interpreter.scenarios.answers import Answers
from interpreter.scenarios.assertions import Claims
from interpreter.scenarios.presence import must_mean_one
from interpreter.scenarios.setup import Fails, Setting, cannot_lay, given_items
from interpreter.visibility.redact import asked_on


@define
class Stage:
    """A program with its linked programs: one for all scenarios with the same modes, variants and rulings."""

    program: Program
    _worlds: dict[tuple[frozenset[str], tuple[tuple[str, str], ...], bool], LinkedProgram] = field(factory=dict)

    def linked(self, tree: n.Scenario) -> LinkedProgram:
        modes: set[str] = set()
        rulings: dict[str, str] = {}
        for item in given_items(tree, n.GivenSwitch):
            if item.form == "ruling":
                rulings[item.name.text] = item.value.text if item.value else ""
            else:
                modes.add(item.name.text)
        if not any(item.form == "mode" for item in given_items(tree, n.GivenSwitch)):
            modes |= {word for name, word in self.program.symbols.settings.items() if name == "default_mode"}
        counts = any(isinstance(node, n.Call) and node.name == "times" for node in walk_nodes(tree))
        key = frozenset(modes), tuple(sorted(rulings.items())), counts
        if key not in self._worlds:
            self._worlds[key] = LinkedProgram(self.program, frozenset(modes), rulings, watch_all=counts)
        return self._worlds[key]


@frozen
class ExecutedText:
    """A `do …`, or the flow of the game: a text and its names."""

    text: Op
    names: dict[str, Value]
    span: Span


@frozen
class Answered:
    request: int
    chosen: tuple[int, ...]
    span: Span


@define
class Play:
    """One case of a scenario, from setup to its last step."""

    stage: Stage
    scenario: ScenarioSource
    case: dict[str, n.Expr]
    coverage: Coverage | None = None
    proved: bool = False  # whether it will be replayed: then every state is kept
    cx: Context = field(init=False)
    match: EngineMatch = field(init=False)
    scope: Scope = field(init=False)
    declarations: dict[str, Op] = field(factory=dict)  # the names of the case
    setting: Setting = field(init=False)
    moves: list[ExecutedText | Answered] = field(factory=list)
    states: list[State] = field(factory=list)  # after setup, then after every move
    points: list[bytes] = field(factory=list)  # the same as bytes, recorded when they were reached
    at: Span = (0, 0)  # of the current step
    names: int = 0  # the scope of the sentences of the scenario
    present: set[str] = field(factory=set)  # names of the scenario for things on the table
    gone: set[str] = field(factory=set)  # names whose thing has left
    fault: RuleError | None = None  # the fault of the last step, until a `then fails` expects it
    failed: bool = False  # whether an expected fault occurred
    seed: int | None = None  # of a trial: dice and shuffles follow from it, and nothing is scripted

    @property
    def tree(self) -> n.Scenario:
        tree = self.scenario.parsed.tree
        assert isinstance(tree, n.Scenario)
        return tree

    @property
    def machine(self) -> Machine:
        return self.match.machine

    @property
    def saying(self) -> TypedWords:
        past = Past(self.machine.came or frozenset(), bool(self.moves), self.gone)
        return TypedWords(self.machine, self.cx, self.scope, self.declarations, past)

    def run(self) -> None:
        linked = self.stage.linked(self.tree)
        linked.coverage = self.coverage
        try:
            self._run()
        finally:
            linked.coverage = None  # coverage ignores replays

    def begin(self) -> EngineMatch:
        """Lay the table and go on to the first decision that the scenario does not answer."""
        self._lay()
        steps = self.tree.steps
        if not any(isinstance(step, n.Do) for step in steps):
            self._do(ExecutedText(self.machine.linked.start(), dict(self.scope.values), self.tree.name.span))
        for step in steps:
            if isinstance(step, n.Then) or (isinstance(step, n.Answer) and not self._is_answer(step)):
                continue
            try:
                self._step(step)
            except Fails:
                if not self.match.requests:
                    raise
                break  # another card asks other questions: the first of them is the decision
        self._expect_no_fault()
        return self.match

    def _run(self) -> None:
        self._lay()
        steps = self.tree.steps
        if not any(isinstance(step, n.Do) for step in steps) and any(map(self._is_answer, steps)):
            self._do(ExecutedText(self.machine.linked.start(), dict(self.scope.values), self.tree.name.span))
        for step in steps:
            self._step(step)
        self._expect_no_fault()
        try:
            self._nothing_left()
        except Fails as failed:
            raise self._with_unasked(failed) from None

    def _lay(self) -> None:
        program = self.stage.program
        seats = tuple(name.text for step in self.tree.steps if isinstance(step, n.Seats) for name in step.names)
        self.cx = Context(
            program.symbols, Findings(self.scenario.parsed.piece), "a scenario", events=dict(program.events),
            any_event=True, cards=dict(program.names), seats=seats,
        )  # fmt: skip
        linked = self.stage.linked(self.tree)
        script: dict[str, tuple[Value, ...]] | None = {} if self.seed is None else None
        self.match = EngineMatch(new_machine(linked, seats, self.seed or 0, script=script, under_way=True))
        self.machine.came, self.machine.unasked = set(), []
        self.scope = Scope({})
        columns = {
            name.text: [row[index] for row in step.rows]
            for step in self.tree.steps
            if isinstance(step, n.Cases)
            for index, name in enumerate(step.names)
        }
        for name, cell in self.case.items():
            op = self.declarations[name] = ex.value(cell, self.cx, column_type(columns.get(name, ()), self.cx))
            self.cx.locals[name] = op.type
            self.scope.values[name] = value(op, self.scope, self.machine)
        self.at = self.tree.name.span
        self.setting = Setting(program, self.tree, self.cx, self.scope, self.machine, self.declarations)
        self.setting.check = lambda place: must_mean_one(self.saying, place)
        try:
            self.setting.lay()
        except RuleError:
            self.at = self.setting.at
            raise
        self._mark()

    def _mark(self) -> None:
        if self.coverage is not None:
            self.coverage.in_play(self.machine)
        if self.proved:
            self.states.append(self.machine.state)
            self.points.append(canonical(self.machine.state, self.machine.linked))

    def _is_answer(self, step: n.Step) -> bool:
        return isinstance(step, n.Answer) and not self._by_chance(step)

    def _by_chance(self, step: n.Answer) -> bool:
        seats = (name.text for line in self.tree.steps if isinstance(line, n.Seats) for name in line.names)
        return step.seat.text == CHANCE and CHANCE not in seats

    # ------------------------------------------------------------------------------------------------------ doing

    def _step(self, step: n.Step) -> None:
        refill(self.machine)
        match step:
            case n.Then(fails=n.Name(text=code)):
                if self.fault is None:
                    raise Fails(codes.NO_FAULT, step.span, expected=code)
                if self.fault.code == code:
                    self.fault, self.failed = None, True
                self._expect_no_fault()
                return
            case n.Do() | n.Answer() | n.Then():
                self._expect_no_fault()
                self.at = step.span
                self._look_again()
        try:
            self._done(step)
        except Fails as failed:
            raise self._with_unasked(failed) from None

    def _with_unasked(self, failed: Fails) -> Fails:
        """Add the automatic answers to a failure: they may be its cause."""
        automatic = automatic_answers.summary(self.machine.unasked)
        if automatic and "answered automatically" not in failed.help:
            failed.help = f"{failed.help}; {automatic}" if failed.help else automatic
        return failed

    def _done(self, step: n.Step) -> None:
        match step:
            case n.Do(sentence=line):
                self._no_question()
                text = self._text(step, line)
                must_mean_one(self.saying, text)
                self._do(ExecutedText(text, dict(self.scope.values), step.span))
            case n.Answer() if self._is_answer(step):
                self._answer(step)
            case n.Then() if step.waits:
                self._waits(step)
            case n.Then():
                self._then(step)
            case _:
                pass

    def _look_again(self) -> None:
        """Bind the names of the case that stand for cards to the things with that name now."""
        for name, op in self.declarations.items():
            if op.name in ("card", "child"):
                self.scope.values[name] = value(op, self.scope, self.machine)

    def _then(self, step: n.Then) -> None:
        try:
            Claims(self.saying).then(step)
        except Fails as failed:
            for request in self.match.requests:  # the thing may enter play later
                lines = words.listed(words.lines(*asked_on(self.machine, request)))
                failed.help = failed.help or f"{request.seat} is still asked to answer with {lines}"
            raise

    def _text(self, step: n.Do, line: n.Phrase | n.Assign | n.Open) -> Op:
        doing = self.cx.inner(doing=True)
        op = sentence(line, doing)
        self.cx.locals.update(doing.locals)
        text = Op("block", t.NOTHING, (op,), span=step.span)
        rule = SourceDeclaration(f'scenario "{self.tree.name.value}"', self.scenario.parsed.piece, line)
        self.machine.linked.learn(rule, text)
        return text

    def _do(self, move: ExecutedText) -> None:
        self.at = move.span
        self.machine.unasked = []
        try:
            self.names = begin(self.machine, move)
        except RuleError as wrong:
            self.fault = wrong
            return
        self.moves.append(move)
        self._not_refused(move)
        self._mark()
        self._learn()

    def _not_refused(self, move: ExecutedText) -> None:
        """Fail if a `do` performs an action that is refused; a forbidden effect simply does not happen."""
        for verb, reason, cites in self.machine.refusals or ():
            sig = self.machine.symbols.verbs.get(verb)
            if sig is not None and sig.sort == "action":
                of_head = sig.node.marks.cites if sig.node is not None else ()
                cites = cites or tuple(cite.clause for cite in of_head)
                because = f"{reason} ({', '.join(cites)})" if cites else reason
                raise Fails(codes.REFUSED, move.span, verb=verb, reason=because)

    def _learn(self) -> None:
        """Remember the names given by sentences of the scenario."""
        named = self.machine.state.scopes.get(self.names, {})
        values = self.scope.values
        values.update({name: value for name, value in named.items() if not name.startswith("#")})
        self.gone -= {name for name in named if self._is_thing(name)}
        self.gone |= {name for name in self.present if not self._is_thing(name)}
        for name in self.gone & set(values):
            values[name] = None  # its number may later belong to another thing
        self.present = {name for name in values if self._is_thing(name)}

    def _is_thing(self, name: str) -> bool:
        """Whether a name of the scenario refers to a thing on the table."""
        counts = isinstance(t.plain(self.cx.locals.get(name, t.UNKNOWN)), t.NumberT)
        return not counts and things.is_thing(self.machine, self.scope.values.get(name))

    def _expect_no_fault(self) -> None:
        if self.fault is not None:
            raise self.fault

    # ------------------------------------------------------------------------------------------------ what is left

    def _no_question(self) -> None:
        for request in self.match.requests:
            lines = words.listed(words.lines(*asked_on(self.machine, request)))
            span = self.moves[-1].span if self.moves else self.at
            raise Fails(codes.UNANSWERED, span, seat=request.seat, asked=words.asked(request), lines=lines)

    def _nothing_left(self) -> None:
        if self.failed:  # lines after the fault were never reached
            return
        last = self.tree.steps[-1] if self.tree.steps else None
        if not (isinstance(last, n.Then) and last.waits):
            self._no_question()
        for laid in self.setting.scripted:
            used = dice.used(self.machine, laid.stream)
            if laid.number >= used:
                came = "none" if not used else f"only {used}"
                advice = f"remove it, or do something that uses it: the match used {came} of these values"
                raise Fails(codes.LEFT_OVER, laid.span, what=f"{laid.what} is never used", advice=advice)

    def _waits(self, step: n.Then) -> None:
        """Check that exactly these seats are asked now."""
        asked = ", ".join(f"{open_request.seat} ({words.asked(open_request)})" for open_request in self.match.requests)
        for name in step.waits:
            if all(open_request.seat != name.text for open_request in self.match.requests):
                now = f"the open question is for {asked}" if asked else "nobody is asked anything"
                raise Fails(codes.NOT_ASKED, name.span, seat=name.text, now=now)
        for request in self.match.requests:
            if all(request.seat != name.text for name in step.waits):
                seats = dict.fromkeys(open_request.seat for open_request in self.match.requests)
                lines = f"`then waits for {' and '.join(seats)}`"
                raise Fails(codes.UNANSWERED, step.span, seat=request.seat, asked=words.asked(request), lines=lines)

    # ---------------------------------------------------------------------------------------------------- answers

    def _meant(self, step: n.Answer, open_now: list[EngineRequest]) -> tuple[EngineRequest, tuple[int, ...]]:
        """The question that a line answers, and the chosen options; of several questions, the first that matches."""
        *others, last = open_now
        for request in others:
            try:
                chosen = self._chosen(step, request)
            except Fails:
                continue
            if not request.refuses(chosen):
                return request, chosen
        return last, self._chosen(step, last)

    def _chosen(self, step: n.Answer, request: EngineRequest) -> tuple[int, ...]:
        """The words of a line at the table of its seat: in a simultaneous decision each seat has its own table."""
        table, own = asked_on(self.machine, request)
        said = Scope(self.scope.values, None, things.find(table, request.seat, "Player"))
        return Answers(evolve(self.saying, machine=table, scope=said), own).chosen(step)

    def _answer(self, step: n.Answer) -> None:
        open_now = [open_request for open_request in self.match.requests if open_request.seat == step.seat.text]
        if not open_now:
            asked = ", ".join(
                f"{open_request.seat} ({words.asked(open_request)})" for open_request in self.match.requests
            )
            now = f"the open question is for {asked}" if asked else "nobody is asked anything: remove the line"
            raise Fails(codes.NOT_ASKED, step.span, seat=step.seat.text, now=now)
        request, chosen = self._meant(step, open_now)
        before, self.machine.unasked = self.machine.unasked, []
        try:
            self.match.answer(request.id, chosen)
        except RuleError as wrong:
            self.fault = wrong
            return
        except Refused:
            self.machine.unasked = before
            why = request.refuses(chosen)
            lines = f"possible: {words.listed(words.lines(*asked_on(self.machine, request)))}"
            raise Fails(codes.WRONG_COUNT, step.span, seat=request.seat, why=why, lines=lines) from None
        self.moves.append(Answered(request.id, chosen, step.span))
        self._mark()
        self._learn()


def orderly(tree: n.Scenario) -> None:
    """Check that `given` lines come first, and that every name of the cases is used."""
    begun = False
    for step in tree.steps:
        begun = begun or isinstance(step, n.Do) or (isinstance(step, n.Answer) and step.seat.text != CHANCE)
        if begun and isinstance(step, n.Given | n.Seats):
            advice = "put `given` before the first `do` and the first answer"
            raise cannot_lay(step.span, "this `given` comes after something has happened", advice)
    others = [step for step in tree.steps if not isinstance(step, n.Cases)]
    for table in (step for step in tree.steps if isinstance(step, n.Cases)):
        for name in table.names:
            if not any(_uses(step, name.text) for step in others):
                what = f"no line uses `{name.text}`"
                raise Fails(codes.LEFT_OVER, name.span, what=what, advice="remove the column")


def _uses(step: n.Step, name: str) -> bool:
    return any(name in (getattr(node, "text", ""), getattr(node, "symbol", "")) for node in walk_nodes(step))


def begin(m: Machine, move: ExecutedText) -> int:
    """Run a text up to the next question; returns the scope of its names. A fault leaves everything unchanged."""
    before, logged = m.state, len(m.log or ())
    m.state, m.refusals = before.fork(), []
    try:
        if move.text is m.linked.start():
            m.state.cells[s.BEGUN] = False  # the flow begins with setup
        names = m.state.open_scope(dict(move.names))
        m.push_text(move.text, names, None, None, None, 0, False, None)
        refill(m)
        m.run()
    except BaseException:
        m.state = before
        if m.log is not None:
            del m.log[logged:]
        raise
    return names
