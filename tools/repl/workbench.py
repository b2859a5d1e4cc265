"""A program and a match that belong together: steps are executed, declarations are added, files change.

Every change is passed to `keep` in order, so that repeating the changes gives the same workbench. A new card leaves the
table as it is if everything on it has its place in the new program; any other change rebuilds the match from its steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, evolve, field

from dsl.check.statements import sentence
from dsl.diagnostics import Diagnostic
from dsl.ir.effects.survey import Survey
from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.syntax.parsed import Parsed
from interpreter.execute.snapshot import canonical
from interpreter.explain.debugger import Watch
from interpreter.link.linked_program import LinkedProgram
from interpreter.model.events import Event
from tools.repl.input_kind import SentenceInput
from tools.repl.match_steps import ReplMatch
from tools.repl.rebuild import RebuildDifference, made_again
from tools.repl.session_program import GameChoice, SessionProgram, declared, opened, opened_again, with_texts
from tools.repl.steps import SentenceStep, Step

Keep = Callable[["Workbench", str, str], None]
"""Called when something has happened: `step`, `undo`, `redo`, `declared` (with its text) or `anew`."""


def _nobody(desk: Workbench, what: str, words: str) -> None:
    pass


@define
class Workbench:
    book: SessionProgram
    table: ReplMatch
    keep: Keep = _nobody
    _looked: list[tuple[str, SentenceInput, Op]] = field(
        factory=list
    )  # sentences that the linked program is prepared for

    def do(self, step: Step, watch: Watch | None = None) -> tuple[Event, ...]:
        happened = self.table.do(step, watch)
        self.keep(self, "step", "")
        return happened

    def say(self, entry: SentenceInput, file: str, watch: Watch | None = None) -> tuple[Event, ...]:
        """Execute a sentence, after preparing the linked program for the events it responds to, counts or shows."""
        step = SentenceStep(entry.text, file)
        cx = self.table.context(entry.piece).inner(doing=True)
        op = Op("block", t.NOTHING, (sentence(entry.node, cx),), span=entry.node.span)
        wrong = any(diagnostic.severity == "error" for diagnostic in cx.findings.diagnostics)
        if not wrong and _unknown(self.table.linked, op):
            self._looked.append((f"{file} {entry.text.strip()}", entry, op))
            before = self.table
            self.table.texts[file, entry.text] = op
            self.table = made_again(before, self._world())[0]
        return self.do(step, watch)

    def _world(self) -> LinkedProgram:
        if not self._looked:
            return self.book.linked
        return with_texts(self.book, [(name, entry.piece, entry.node, op) for name, entry, op in self._looked])

    def undo(self) -> Step | None:
        step = self.table.undo()
        if step is not None:
            self.keep(self, "undo", "")
        return step

    def redo(self) -> Step | None:
        step = self.table.redo()
        if step is not None:
            self.keep(self, "redo", "")
        return step

    # ----------------------------------------------------------------------------------------------- what changes

    def declare(self, parsed: Sequence[Parsed], text: str) -> tuple[tuple[Diagnostic, ...], RebuildDifference | None]:
        """Add declarations; return notes about them, and the first difference of the rebuilt match."""
        book, diagnostics = declared(self.book, parsed)
        same_rules = book.program.symbols is self.book.program.symbols
        self.book = book
        if not (same_rules and self._grafted(book.linked)):
            self._looked = []
            self.table, parting = made_again(self.table, book.linked)
        else:
            parting = None
        self.keep(self, "declared", text)
        return diagnostics, parting

    def _grafted(self, linked: LinkedProgram) -> bool:
        """Continue the table with a new linked program, if everything on it is unchanged there."""
        state = self.table.machine.state
        try:
            if self._looked or canonical(state, self.table.linked) != canonical(state, linked):
                return False
        except TypeError:  # a typed text that belongs to no program is in progress
            return False
        self.table.graft(linked)
        return True

    def reload(self) -> RebuildDifference | None:
        """Read the files again and rebuild the match; return the first difference."""
        self.book, self._looked = opened_again(self.book), []
        self.table, parting = made_again(self.table, self.book.linked)
        self.keep(self, "anew", "")
        return parting

    def settle(self, choice: GameChoice) -> RebuildDifference | None:
        """Rebuild the match with another mode or other rulings."""
        fresh = opened(choice)
        book = declared(fresh, self.book.typed)[0] if self.book.typed else fresh
        self.book, self._looked = evolve(book, texts=self.book.texts), []
        self.table, parting = made_again(self.table, self.book.linked)
        self.keep(self, "anew", "")
        return parting

    def begin(self, seed: int, bare: bool = False, seats: Sequence[str] | None = None) -> None:
        """Start another match of the same game."""
        self._looked = []
        self.table = ReplMatch(self.book.linked, tuple(seats or self.table.seats), seed, bare)
        self.keep(self, "anew", "")

    def counting(self) -> ReplMatch:
        """The same table in a linked program that counts every event, for questions about uncounted events."""
        old = self.table.linked
        linked = LinkedProgram(old.program, old.modes, dict(old.rulings), watch_all=True)
        return made_again(self.table, linked)[0]


def _unknown(linked: LinkedProgram, op: Op) -> bool:
    """Whether a text needs something that the linked program is not prepared for."""
    survey = Survey()
    survey.read(op)
    new_answers = bool(survey.answered - linked.answered) or bool(survey.ending & linked.quiet)
    return new_answers or bool(set(survey.counted) - linked.watched) or (survey.shows and not linked.shows)


def counts_anew(linked: LinkedProgram, op: Op) -> bool:
    """Whether an expression counts something that the linked program does not."""
    survey = Survey()
    survey.read(op)
    return bool(set(survey.counted) - linked.watched)
