"""When goals must be asked again: only after something was written that they look at.

The reference asks after every event. Here it is known from the program which fields the goals read, so that a text
that writes none of them need not ask; where that cannot be told, the code asks as often as the reference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.ir.operations import Op
from interpreter.compiled.env import Env
from interpreter.link.linked_program import walk
from interpreter.model import state as s

if TYPE_CHECKING:
    from interpreter.compiled.program import Compiler

EVERYTHING = "*"
_PLAIN = frozenset({
    "constant", "none", "symbol", "ladder", "list", "range", "local", "that", "at", "where", "negate", "not", "sum",
    "product", "and", "or", "compare", "if_then", "word", "call", "block", "let", "result", "if", "for_each", "keep",
    "it", "me", "mark", "named",
})  # fmt: skip
_STATIC_CALLS = frozenset({
    "count", "sum", "all", "some", "highest", "lowest", "best", "sorted", "groups", "distinct", "each", "first", "last",
    "top", "bottom", "lesser", "greater", "difference", "least", "most", "reversed", "adjacent", "distance", "within",
    "in_line", "neighbour", "row", "between", "clockwise", "next_after", "others",
})  # fmt: skip


class Goals:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.linked = compiler.linked
        self.reads: set[str] = set()
        self._seen: set[str] = set()
        if self.linked.always or self.linked.series or not self.linked.has_phases:
            self.reads.add(EVERYTHING)
        for meaning in self.linked.goals():
            self._read(meaning.ops[0])

    def table_reads(self) -> frozenset[str] | None:
        """The fields that goals and invariants look at, if nothing but these and what verbs of the language change can
        matter to them; none if that cannot be told."""
        wanted = Goals.__new__(Goals)
        wanted.compiler, wanted.linked, wanted.reads, wanted._seen = self.compiler, self.linked, set(), set()
        if not self.linked.has_phases:
            return None
        for op in (*(goal.ops[0] for goal in self.linked.goals()), *(op for _, op, _ in self.linked.always)):
            wanted._read(op)
        if EVERYTHING in wanted.reads or wanted.reads & self.compiler.looks.modified:
            return None
        return frozenset(wanted.reads)

    def _read(self, op: Op) -> None:
        for part in walk(op):
            match part.name:
                case "field":
                    self._field(part.data[1])
                case "table_field":
                    self._field(part.data)
                case "kind":
                    self.reads.add(f"kind {part.data}")
                case "builtin" if part.data in ("players", "winners"):
                    self.reads.add("players")
                case "ask_rule":
                    self._rule(part.data)
                case "call" if part.data not in _STATIC_CALLS:
                    self.reads.add(EVERYTHING)
                case name if name not in _PLAIN:
                    self.reads.add(EVERYTHING)

    def _field(self, name: str) -> None:
        self.reads.add(name)
        for (_, field), first in self.linked.first.items():
            if field == name and f"first {name}" not in self._seen:
                self._seen.add(f"first {name}")
                self._read(first)

    def _rule(self, name: str) -> None:
        if name in self._seen:
            return
        self._seen.add(name)
        rule = self.linked.program.symbols.rules[name]
        meaning = self.linked.text(rule.sort, name)
        if meaning is not None:
            self._read(meaning.ops[0])
        if name in self.compiler.looks.modified:
            self.reads.add(EVERYTHING)

    # ------------------------------------------------------------------------------------------------- asking

    def settle(self, writes: set[str]) -> None:
        """Ask the goals, if what was written since they were asked can matter to them."""
        source = self.compiler.source
        if EVERYTHING in self.reads:
            source.line("settle(m)")
        elif EVERYTHING in writes or self.reads & writes or "players" in writes:
            source.line(f"{self.function()}(m, c)")
        elif self.are_long():  # the reference asks them all the same: it would cost as much as it did before
            self.compiler.weights.pay("m.goals_work")

    def are_long(self) -> bool:
        """Whether it is known only at the table how much goals cost."""
        return any(self.compiler.weights.is_long(meaning.ops[0]) for meaning in self.linked.goals())

    def weight(self) -> int:
        """What goals cost as far as that is known beforehand: every event pays for it."""
        return (
            0 if EVERYTHING in self.reads else self.compiler.weights.of(*(goal.ops[0] for goal in self.linked.goals()))
        )

    def function(self) -> str:
        function_name = self.compiler.function(("goals",), "g", self._write)
        assert function_name is not None
        return function_name

    def _write(self, name: str) -> None:
        source, ex = self.compiler.source, self.compiler.expressions
        with source.block(f"def {name}(m, c):"):
            source.line(f"if len(m.state.frames) > 1 or not c[{s.PLAYERS}]: return settle(m)")
            source.line(f"if not c[{s.BEGUN}]: return")
            counted = self.compiler.weights.counted()
            if self.are_long():
                source.line(f"b = {counted}")
            for meaning in self.linked.goals():
                source.at = meaning.ops[0]
                source.line(f"w = {ex.items(meaning.ops[0], Env())}")
                with source.block("if w:"):
                    source.line(f"c[{s.OUTCOME}] = tuple(w)")
                    source.line("raise Over")
            if self.are_long():
                source.line(f"m.goals_work = {counted} - b")
