"""Texts of any game as Python: one function for a text, over the frame and the names that the reference keeps for it.

A text is one function over its instructions. A sentence that performs a verb calls it (`direct`), one that only the
reference knows is one step of the reference, and a question ends the function: it says `WAITS`, and the frame knows
where to go on. So a match may stop, be copied and be kept at any question, and both ways stand in the same state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dsl.ir.operations import Op
from interpreter.compiled.env import Env
from interpreter.compiled.sentences import TextGenerator
from interpreter.compiled.source import Unwritten
from interpreter.link.linked_program import walk
from interpreter.link.lower import LoweredText
from interpreter.model.frames import F_PC, F_SCOPE

if TYPE_CHECKING:
    from interpreter.compiled.program import Compiler

BASE = 2
FRESH, STALE = "m.memo = {}", "m.memo = None"
"""What was found out is kept while nothing is written; whatever a sentence calls begins without it."""
_JUMPS = {"jump": 1, "unless": 2, "count_down": 2, "next": 3}


class Segments:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.source = compiler.source
        self.ex = compiler.expressions
        self.sentences = compiler.sentences
        self.linked = compiler.linked

    def write(self, body: Op, code: LoweredText, function: str) -> None:
        """Write a text."""
        names = {part.data for part in walk(body) if part.name == "local"}
        env = Env({name: f"n.get({self.source.constant(name)})" for name in names}, "it", "me", actor="actor")
        text = TextGenerator(env)
        with self.source.block(f"def {function}(m, c, f, n, it, me, actor):"):
            self.source.line(f"pc = f[{F_PC}]")
            self.source.line(FRESH)
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
                    except Unwritten:
                        del self.source.lines[kept[0] :]
                        self.source.depth = kept[1]
                        self._by_reference(index)
                        if index + 1 < len(code.instructions):
                            self._begin(index + 1)
                self._close()
                self._single("pc")  # somewhere between two stretches: the reference takes the next step

    def _starts(self, code: LoweredText) -> set[int]:
        starts = {0}
        for instruction in code.instructions:
            if instruction[0] in _JUMPS:
                starts.add(instruction[_JUMPS[instruction[0]]])
            elif instruction[0] in ("either", "match", "ways"):
                starts |= set(instruction[-1])
            elif instruction[0] in ("may", "choose"):
                starts.add(instruction[2])
        return starts

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
        self._single(str(index))
        self.source.line("continue")
        self._close()

    def _single(self, where: str) -> None:
        """One step of the reference, and all that it begins."""
        self.source.line(f"f[{F_PC}] = {where}")
        self.source.line("v = single(m, f)")
        self.source.line("if v: return v - 1")
        self.source.line(FRESH)
        self.source.line(f"pc = f[{F_PC}]")

    def _unless(self, condition: str, other: int) -> None:
        self.source.line(f"pc = {other}")
        self.source.line(f"if {condition}:")
        self.source.depth += 1

    def _pay(self, instruction: tuple[Any, ...]) -> None:
        """A stretch pays for its sentences when it begins."""
        parts = [part for part in instruction[1:] if isinstance(part, Op)]
        self.weight += 1 + self.compiler.weights.of(*parts)

    # ---------------------------------------------------------------------------------------------- instructions

    def _instruction(self, index: int, instruction: tuple[Any, ...], text: TextGenerator) -> None:
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
                self.source.line(f"n[{name}] = keep(m, f, {name}, {first})")
                self._renamed(op.data)
            case ("assign", op):
                self._assign(op, text)
            case ("perform", op):
                self._perform(index, op, text)
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
            case ("match", subject, keys, targets):
                self.source.line(f"pc = way(m, {constant(keys)}, {constant(targets)}, {self.ex.value(subject, env)})")
                self._close()
            case ("standing", op):
                self.source.line(f"say(m, {constant(op.data)}, f, n)")
                self.source.line(FRESH)
            case ("choose" | "may" | "either" | "ways" | "ask", *_):
                self._ask(index, instruction)
            case ("open", op):
                self.source.line(f"f[{F_PC}] = {index + 1}")
                self.source.line(f"if open_window(m, {constant(op)}, f, n): return 1")
                self.source.line(FRESH)
                self._begin(index + 1)
            case _:
                self._end(index, instruction, text)

    def _ask(self, index: int, instruction: tuple[Any, ...]) -> None:
        """A question: it is asked by the reference, and the text goes on where the answer says."""
        self.source.line(f"f[{F_PC}] = {index + 1}")
        self.source.line(f"if ask(m, {self.source.constant(instruction)}, f, n): return 1")
        self.source.line(f"pc = f[{F_PC}]")
        self.source.line("continue")
        self._close()
        self._begin(index + 1)

    def _end(self, index: int, instruction: tuple[Any, ...], text: TextGenerator) -> None:
        """Sentences that may end the text."""
        match instruction:
            case ("require", op):
                with self.source.block(f"if not {self.ex.truth(op.args[0], text.env)}:"):
                    self.source.line(f"f[{F_PC}] = {index}")
                    self.source.line("return single(m, f) - 1")  # whoever collects refusals is told
            case ("result", op):
                self.source.line(f"return give_result(m, f, {self.ex.value(op.args[0], text.env)})")
                self._close()
            case ("end",) | ("leave",):
                self.source.line("return end_text(m, f)")
                self._close()
            case _:
                raise Unwritten(str(instruction[0]))

    def _assign(self, op: Op, text: TextGenerator) -> None:
        place, given = op.args
        if place.name != "local":
            self.sentences.assign(op, text)
            self.source.line(FRESH)
            return
        new = self.sentences.new_value(place, op.data, given, text.env)
        self.source.line(f"n[{self.source.constant(place.data)}] = {new}")
        self._renamed(place.data)

    def _renamed(self, name: str) -> None:
        """A name of a text has another value: others may look at it as what an event holds."""
        if name in self.linked.seen_names:
            self.source.line(FRESH)

    def _perform(self, index: int, op: Op, text: TextGenerator) -> None:
        verb, _, given = op.data
        target = f"n[{self.source.constant(given)}] = " if given else ""
        if verb not in self.linked.verbs:
            self.source.line(STALE)
            self.sentences.builtin(op, text, target)
            self.source.line(FRESH)
            return
        args, needed = self.sentences.slots(op, text.env)
        needs = " and ".join(f"{name} is not None" for name in needed)
        if self.compiler.effect(verb) is not None:
            call = target + self.sentences.call(verb, args, text.env.it)
            self.source.line(STALE)
            self.source.line(f"if {needs}: {call}" if needed else call)
            self.source.line(FRESH)
            return
        constant = self.source.constant
        slots = [slot.name for slot in self.linked.verbs[verb].slots]
        names = ", ".join(f"{constant(name)}: {arg}" for name, arg in zip(slots, args, strict=True))
        gives = f"(f[{F_SCOPE}], {constant(given)})" if given else "None"
        self.source.line(f"f[{F_PC}] = {index + 1}")
        test = f"{needs} and " if needed else ""
        self.source.line(f"if {test}perform(m, {constant(verb)}, {{{names}}}, it, {gives}): return 1")
        self.source.line(FRESH)
        self._begin(index + 1)
