"""Texts of any game as Python, cut where they may wait: the frame, its names and where it stands are the reference's.

A text is one function over its instructions. It runs from where its frame stands to the next sentence that only the
reference does (one that asks, begins an event that others answer, or ends the text), says which one that is, and the
machine goes on. So a match may stop, be copied and be kept at any question, and both ways stand in the same state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dsl.ir.operations import Op
from interpreter.compiled.env import Env
from interpreter.compiled.sentences import Text
from interpreter.compiled.source import Unwritten
from interpreter.link.linked_program import walk
from interpreter.link.lower import Code
from interpreter.model.frames import F_PC

if TYPE_CHECKING:
    from interpreter.compiled.program import Compiler

BASE = 2
_JUMPS = {"jump": 1, "unless": 2, "count_down": 2, "next": 3}


class Segments:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.source = compiler.source
        self.ex = compiler.expressions
        self.sentences = compiler.sentences
        self.linked = compiler.linked

    def write(self, body: Op, code: Code, function: str) -> bool:
        """Write a text; false if nothing of it is worth a function."""
        names = {part.data for part in walk(body) if part.name == "local"}
        env = Env({name: f"n.get({self.source.constant(name)})" for name in names}, "it", "me", actor="actor")
        text = Text(env)
        done = 0
        with self.source.block(f"def {function}(m, c, frame, n, it, me, actor):"):
            self.source.line(f"pc = frame[{F_PC}]")
            with self.source.block("while True:"):
                starts = self._starts(code)
                self.open = False
                for index, instruction in enumerate(code.instructions):
                    if index in starts:
                        self._begin(index)
                    if not self.open:
                        continue
                    kept = len(self.source.lines), self.source.depth
                    self.source.at = next((part for part in instruction[1:] if isinstance(part, Op)), self.source.at)
                    try:
                        self._pay(instruction)
                        self._instruction(index, instruction, text)
                        done += instruction[0] not in ("jump", "end")
                    except Unwritten:
                        del self.source.lines[kept[0] :]
                        self.source.depth = kept[1]
                        self._by_reference(index)
                        if index + 1 < len(code.instructions):
                            self._begin(index + 1)
                self._close()
                self.source.line("return pc")  # somewhere between two stretches: the reference takes the next step
        return done > 0

    def _starts(self, code: Code) -> set[int]:
        found = {0}
        for instruction in code.instructions:
            if instruction[0] in _JUMPS:
                found.add(instruction[_JUMPS[instruction[0]]])
            elif instruction[0] in ("either", "match", "ways"):
                found |= set(instruction[-1])
            elif instruction[0] in ("may", "choose"):
                found.add(instruction[2])
        return found

    # --------------------------------------------------------------------------------------------------- labels

    def _begin(self, index: int) -> None:
        if self.open:
            self.source.line(f"pc = {index}")
            self._close()
        self.source.line(f"if pc == {index}:")
        self.source.depth += 1
        self.open = True
        self.weight = 0
        self.source.line("pass")
        self.paying = self.source.lines[-1]

    def _close(self) -> None:
        if self.open and self.weight:
            self.paying.text = self.paying.text.replace("pass", f"m.meter.left -= {self.weight}")
        self.source.depth = BASE
        self.open = False

    def _by_reference(self, index: int) -> None:
        self.source.line(f"return {index}")
        self._close()

    def _unless(self, condition: str, other: int) -> None:
        self.source.line(f"pc = {other}")
        self.source.line(f"if {condition}:")
        self.source.depth += 1

    def _pay(self, instruction: tuple[Any, ...]) -> None:
        """A stretch pays for its sentences when it begins; the reference keeps what it found for one sentence only."""
        parts = [part for part in instruction[1:] if isinstance(part, Op)]
        self.weight += 1 + self.compiler.weights.of(*parts)
        if self.weight > 1 and any(self._is_kept(inner) for part in parts for inner in walk(part)):
            self._stirred()

    def _is_kept(self, op: Op) -> bool:
        """Whether what an operation gives is kept while nothing changes, and may have been long to find."""
        return op.name == "ask_rule" and self.compiler.weights.light_rule(op.data) is None

    # ---------------------------------------------------------------------------------------------- instructions

    def _instruction(self, index: int, instruction: tuple[Any, ...], text: Text) -> None:
        constant = self.source.constant
        env = text.env
        match instruction:
            case ("jump", target):
                self.source.line(f"pc = {target}")
                if target <= index:
                    self.source.line("continue")
                self._close()
            case ("unless", condition, target):
                self._unless(self.ex.truth(condition, env), target)
            case ("let", op):
                self.source.line(f"n[{constant(op.data)}] = {self.ex.value(op.args[0], env)}")
            case ("keep", op):
                name, first = constant(op.data), self.ex.value(op.args[0], env)
                self.source.line(f"n[{name}] = keep(m, frame, {name}, {first})")
                self._renamed(op.data)
            case ("assign", op):
                self._assign(op, text)
            case ("perform", op):
                self._perform(op, text)
            case ("count", name, most):
                self.source.line(f"n[{constant(name)}] = {self.ex.number(most, env)}")
            case ("count_down", name, after):
                self.source.line(f"v = n[{constant(name)}]")
                self.source.line(f"n[{constant(name)}] = v - 1")
                self._unless("v > 0", after)
                self.sentences.turn()
            case ("walk", name, among):
                self.source.line(f"n[{constant(name)}] = listed({self.ex.list_of(among, env)})")
            case ("next", name, item, after):
                self.source.line(f"v = n[{constant(name)}]")
                self._unless("v", after)
                self.source.line(f"n[{constant(item)}] = v[0]")
                self.source.line(f"n[{constant(name)}] = v[1:]")
                self.sentences.turn()
            case ("round",):
                if "round" not in self.linked.verbs:
                    self.sentences.next_round()
                self.sentences.turn()
            case ("require", op):
                self.source.line(f"if not {self.ex.truth(op.args[0], env)}: return {index}")
            case _:
                raise Unwritten(str(instruction[0]))

    def _assign(self, op: Op, text: Text) -> None:
        place, given = op.args
        if place.name != "local":
            self.sentences.assign(op, text)
            self._stirred()
            return
        new = self.sentences.new_value(place, op.data, given, text.env)
        self.source.line(f"n[{self.source.constant(place.data)}] = {new}")
        self._renamed(place.data)

    def _perform(self, op: Op, text: Text) -> None:
        verb, _, given = op.data
        target = f"n[{self.source.constant(given)}] = " if given else ""
        if verb not in self.linked.verbs:
            self.source.line("m.memo = None")  # what comes into play is reckoned while others have come already
            self.sentences.builtin(op, text, target)
            self._stirred()
            return
        args, needed = self.sentences.slots(op, text.env)
        call = target + self.sentences.call(verb, args, text.env.it)
        if needed:
            call = f"if {' and '.join(f'{name} is not None' for name in needed)}: {call}"
        self.source.line("m.memo = None")  # while an effect goes on, things change between what it asks
        self.source.line(call)
        self._stirred()

    def _renamed(self, name: str) -> None:
        """A name of a text has another value: others may look at it as what an event holds."""
        if name in self.linked.seen_names:
            self._stirred()

    def _stirred(self) -> None:
        """Something was written: what was found out before counts no more."""
        self.source.line("m.memo = {}")
