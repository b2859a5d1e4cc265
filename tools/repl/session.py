"""A session at the prompt: takes a line and returns lines. It knows the match and all commands, and no terminal.

The session survives any input: unreadable text is reported with its place, an impossible command changes nothing, and
an internal error becomes a sentence and a report as everywhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from attrs import define, field, frozen

import interpreter.evaluate.things as things
from dsl.diagnostics import Diagnostic
from dsl.names import types as t
from dsl.syntax import nodes as n
from dsl.syntax.tokens import tokenize
from dsl.text.source import Piece, Place
from interpreter.evaluate.expressions import value
from interpreter.explain.debugger import Halt
from interpreter.instrument.faults import diagnostic
from interpreter.instrument.reads import worded
from interpreter.match import Refused
from interpreter.model import state as s
from interpreter.model.environment import RuleError
from interpreter.model.events import ROLLED, Event
from interpreter.model.requests import EngineRequest
from interpreter.model.state import Value
from interpreter.model.work_meter import refill
from interpreter.seats import Seat
from tools.drawing import schema_of
from tools.internal_errors import internal_diagnostic
from tools.matches.errors import MatchFault
from tools.matches.seat_answers import next_answer
from tools.repl import answer_text
from tools.repl.autosave import Autosave
from tools.repl.breakpoints import Breakpoints
from tools.repl.commands import registry as commands
from tools.repl.input_kind import (
    BadInput,
    CommandInput,
    DeclarationInput,
    ExpressionInput,
    ReplInput,
    SentenceInput,
    StepInput,
    read,
)
from tools.repl.match_steps import ReplMatch
from tools.repl.plain_words import as_command, as_read
from tools.repl.question_text import question_lines
from tools.repl.session_program import called
from tools.repl.state_facts import Fact, facts
from tools.repl.state_facts import change_lines as told_changes
from tools.repl.steps import AnswerStep, BadText, GivenStep, StepRefused
from tools.repl.workbench import Workbench, counts_anew
from tools.repl.write_names import Unnameable, spelt
from tools.report.escape import printable
from tools.report.findings import DiagnosticReport
from tools.report.full import blocks
from tools.report.style import ReportStyle

SHOWN = 20
"""The maximum number of options shown with a question."""
DIFFERENCES = 5
"""The maximum number of changes shown after a step without an event."""
MOST_ANSWERS = 5_000
"""The maximum number of answers of bots in a row."""


@frozen
class NotedFact:
    """A fact that was true after a number of steps, for an exported scenario."""

    steps: int
    words: str


@define
class ReplSession:
    desk: Workbench
    keeper: Autosave
    look: ReportStyle = field(factory=ReportStyle)
    bots: dict[str, Seat] = field(factory=dict)
    stops: Breakpoints = field(factory=Breakpoints)
    noted: list[NotedFact] = field(factory=list)
    forks: dict[int, Workbench] = field(factory=dict)
    fork: int = 1
    left: bool = False
    """Whether the person wants to quit."""
    entries: int = 0
    wrongs: int = 0
    """The number of rejected inputs."""
    asked: Mapping[str, Fact] = field(factory=dict, init=False)  # the table at the last question
    _told: tuple[tuple[str, str, tuple[str, ...]], ...] = field(default=(), init=False)  # the questions that were shown

    def __attrs_post_init__(self) -> None:
        self.desk.keep = self.keeper.keep
        self.asked = facts(self.table.machine)

    @property
    def table(self) -> ReplMatch:
        return self.desk.table

    @property
    def round(self) -> int:
        round: int = self.table.machine.state.cells[s.ROUND]
        return round

    # -------------------------------------------------------------------------------------------------- one text

    def enter(self, text: str) -> list[str]:
        """Process a typed text; return the lines to show."""
        self.entries += 1
        file = f"input {self.entries}"
        self.desk.book = self.desk.book.noted(file, text)
        lines: list[str] = []
        try:
            lines += self._entered(text, file)
        except Halt as halt:
            lines += self.stops.position(halt, self)
        except KeyboardInterrupt:
            self.stops.over()
            lines.append("stopped; the table is unchanged")
        except Exception as error:  # noqa: BLE001 - a session outlives everything
            lines += self.wrong(error)
        lines += self._remarks()
        return lines

    def _entered(self, text: str, file: str) -> Iterator[str]:
        done = False
        try:
            for entry in read(as_read(self.table, text), file, self.table.input_context()):
                yield from self._take(entry, file)
                done = True
        except BadText:
            command = as_command(text) if not done else None
            if command is None:
                raise
            yield from commands.run(self, *command)

    def greeting(self) -> list[str]:
        """The lines at the start of a session."""
        game = self.desk.book.game
        mode = f", mode {game.mode}" if game.mode else ""
        seats = " and ".join(self.table.seats)
        lines = [f"{game.name}{mode}, {seats}, seed {self.table.seed}. `:help` lists the commands."]
        try:
            lines += self.happened(self.table.log[-SHOWN:]) + self.play_bots()
        except Exception as error:  # noqa: BLE001 - as above
            lines += self.wrong(error)
        return lines + self._remarks()

    def _remarks(self) -> list[str]:
        """Notes about the history folder, each shown once."""
        notes, self.keeper.folder.notes[:] = list(self.keeper.folder.notes), []
        new = [note for note in notes if note not in self.keeper.said]
        self.keeper.said += new
        return [printable(f"note: {note}") for note in new]

    def wrong(self, error: Exception) -> list[str]:
        """An error in words, with its position."""
        self.wrongs += 1
        match error:
            case StepRefused():
                return [printable(f"error: {error}", 1_000)]
            case Unnameable():
                return [printable(f"error: this cannot be shown: {error}", 1_000)]
            case BadText(diagnostics=diagnostics) | MatchFault(diagnostics=diagnostics):
                return self.findings(diagnostics)
            case RuleError():
                return self.findings((diagnostic(error, self.table.linked),))
            case Refused():
                return self.findings(
                    (Diagnostic(error.code, "error", error.message, Place("", 0, 0), help=error.help),)
                )
            case _:
                return self.findings((internal_diagnostic(error, command=("repl",)),))

    def findings(self, diagnostics: tuple[Diagnostic, ...]) -> list[str]:
        lines = list(blocks(DiagnosticReport(diagnostics[:20], self.desk.book.sources), self.look))
        return lines[:-1] if lines and not lines[-1] else lines

    def _take(self, entry: ReplInput, file: str) -> list[str]:
        match entry:
            case CommandInput(name=name, rest=rest):
                return list(commands.run(self, name, rest))
            case BadInput(diagnostics=diagnostics):
                raise BadText(diagnostics)
            case DeclarationInput():
                return list(self._declare(entry))
            case ExpressionInput():
                return list(self._show(entry))
            case SentenceInput():
                return self._sentence(entry, file)
            case StepInput(node=n.Answer()):
                return self.do(answer_text.by_words(self.table, entry))
            case StepInput(node=n.Then() as then):
                return list(self._then(entry, then))
            case StepInput():
                return self.run(lambda: self.desk.do(GivenStep(entry.text, file)))

    # ------------------------------------------------------------------------------------------- what can be typed

    def _declare(self, entry: DeclarationInput) -> Iterator[str]:
        text = "".join(declaration.piece.text for declaration in entry.parsed)
        diagnostics, parting = self.desk.declare(entry.parsed, text)
        yield from self.findings(diagnostics)
        yield printable(f"added {', '.join(map(called, entry.parsed))}")
        if parting is not None:
            yield from commands.parted(parting, self.table)
        yield from self.question()

    def _show(self, entry: ExpressionInput) -> Iterator[str]:
        value, type = self.reckoned(entry)
        yield f"{self.words(value, type)}  ({printable(t.show(type))})"
        plain = t.plain(type)
        if self.stops.halted is None and isinstance(plain, t.NumberT | t.TruthT | t.SymbolT | t.TextT | t.KindT):
            m = self.table.machine
            try:
                fact = entry.text.strip() if value is True else f"{entry.text.strip()} is {spelt(m, value, type)}"
                self.note(fact)
            except Unnameable:
                pass

    def note(self, words: str) -> None:
        """Record a fact that is true now, for an exported scenario."""
        said = outside(words, things.seat_of(self.table.machine, self.table.me))
        if said and not self.table.locals:
            self.noted.append(NotedFact(len(self.table.steps), said))

    def reckoned(self, entry: ExpressionInput) -> tuple[Value, t.Type]:
        """The value of an expression, and its type."""
        if self.stops.halted is not None:
            return self.stops.reckoned(entry, self.table)
        op = self.table.understood(entry.node, entry.piece)
        table = self.desk.counting() if counts_anew(self.table.linked, op) else self.table
        refill(table.machine)
        return value(op, table.scope(), table.machine), op.type

    def words(self, actual: Value, type: t.Type) -> str:
        m = self.stops.halted.machine if self.stops.halted is not None else self.table.machine
        of = t.item(type)
        if isinstance(actual, tuple) and of is not None:
            return printable(", ".join(worded(m, part, of) for part in actual) or "nothing")
        return printable(worded(m, actual, type))

    def _sentence(self, entry: SentenceInput, file: str) -> list[str]:
        """Execute a sentence; an offered action is chosen as if its player had chosen it."""
        node = entry.node
        verb = self.table.linked.verbs.get(node.verb.text) if isinstance(node, n.Phrase) else None
        request = next((request for request in self.table.requests if request.sort == "act"), None)
        if entry.forced or not isinstance(node, n.Phrase) or verb is None or verb.sort != "action" or request is None:
            return self.run(lambda: self.desk.say(entry, file, self.stops.watch()))
        index = answer_text.move_meant(self.table, request, node, entry)
        if index is None:
            return commands.why_not(self, entry.text.strip())
        return self.do(answer_text.answered(request, (index,)))

    def _then(self, entry: StepInput, then: n.Then) -> Iterator[str]:
        if then.value is None or then.cannot is not None:
            raise StepRefused("`:whynot` explains why an action is not possible")
        value, _ = self.reckoned(ExpressionInput(then.value, entry.text, entry.piece))
        yield "yes" if value else "no"
        if value is True:
            self.note(entry.text.strip().removeprefix("then").strip())

    # --------------------------------------------------------------------------------------------------- doing

    def do(self, step: AnswerStep) -> list[str]:
        """Give an answer and report its consequences."""
        return self.run(lambda: self.desk.do(step, self.stops.watch()))

    def run(self, doing: Callable[[], tuple[Event, ...]]) -> list[str]:
        """Execute a step, report its events, and let bots answer."""
        before = facts(self.table.machine)
        self.stops.doing = doing
        try:
            events = doing()
        except Halt:
            raise
        except BaseException:
            self.stops.over()
            raise
        trail = list(self.stops.trail())
        lines = [*trail, *self.happened(events)]
        self.stops.over()
        self.asked = before
        unheard = {ROLLED, *self.table.machine.linked.unspoken}
        silent = not trail and all(event.verb in unheard for event in events if event.words)
        if silent and not isinstance(self.table.steps[-1], AnswerStep):
            lines += self._silent()
        return [*lines, *self.play_bots()]

    def _silent(self) -> list[str]:
        """The effect of a sentence without events: the changes and the names it declared."""
        every = [printable(line, 400) for line in told_changes(self.asked, facts(self.table.machine))]
        shown = every[:DIFFERENCES]
        shown += [f"and {len(every) - DIFFERENCES} more: `:diff`"] if every[DIFFERENCES:] else []
        scope = self.table.scope()
        for name, type in self.table.locals.items():
            if name in scope.values and name not in self.table.locals_before():
                shown.append(f"{name} is {self.words(scope.values[name], type)}")
        return shown or ["done"]

    def play_bots(self) -> list[str]:
        """Let bots answer until a person is asked."""
        lines: list[str] = []
        for _ in range(MOST_ANSWERS):
            answer = next_answer(self.table.match, self.bots) if self.bots and not self.table.over else None
            if answer is None:
                break
            request = next(request for request in self.table.requests if request.id == answer[0])
            step = answer_text.answered(request, answer[2])
            lines.append(printable(step.words_of()))
            lines += self.happened(self.desk.do(step))
        return [*lines, *self.question()]

    def happened(self, events: tuple[Event, ...]) -> list[str]:
        """Events in words, each with its number."""
        linked = self.table.machine.linked
        spoken = schema_of(linked).spoken
        shown = [event for event in events if event.words and event.verb not in linked.unspoken]
        return [printable(f"{event.number:>5}  {'  ' * event.depth}{spoken(event.words)}", 400) for event in shown]

    def question(self, again: bool = False) -> list[str]:
        """The open question, unless it has been shown."""
        if self.table.over:
            return [printable(self.table.match.verdict)]
        asked = tuple(
            (request.seat, request.prompt, tuple(option.words for option in request.options))
            for request in self.table.requests
        )
        if asked == self._told and not again:
            return []
        self._told = asked
        most = 0 if again else SHOWN
        return [line for request in self.table.requests for line in self.asked_of(request, most)]

    def asked_of(self, request: EngineRequest, most: int = 0) -> Iterator[str]:
        """A question with its numbered options."""
        return question_lines(self.desk.book.game, self.table, request, most)


def outside(words: str, seat: str) -> str:
    """Typed words with the seat for `me`; empty if they only make sense to a player at the table."""
    tokens = tokenize(Piece("", 0, words, "")).tokens
    if not seat or "\n" in words or any(token.text in ("foe", "foes", "it", "that") for token in tokens):
        return ""
    for token in reversed(tokens):
        if token.text == "me":
            words = words[: token.start] + seat + words[token.end :]
    return words
