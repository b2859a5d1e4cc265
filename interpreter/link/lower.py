"""Lowers sentences to instructions: blocks become a flat list with jumps, so a position in a text is one number.

Both engines share this form: the reference executes one instruction after another; compiled code turns the stretches
between two questions into functions. An instruction is a tuple: its name, then its operands.
"""

from __future__ import annotations

from typing import Any

from attrs import define, field

from dsl.ir.operations import Op

Instruction = tuple[Any, ...]


@define
class LoweredText:
    """One text as instructions, each with its source span."""

    instructions: list[Instruction] = field(factory=list)
    spans: list[tuple[int, int]] = field(factory=list)


def lower(body: Op) -> LoweredText:
    lowering = _Lowering()
    lowering.block(body)
    lowering.emit(("end",), body.span)
    return lowering.code


@define
class _Lowering:
    code: LoweredText = field(factory=LoweredText)
    hidden: int = 0
    leaves: list[list[int]] = field(factory=list)  # for each enclosing loop: the jumps that leave it

    def emit(self, instruction: Instruction, span: tuple[int, int]) -> int:
        self.code.instructions.append(instruction)
        self.code.spans.append(span)
        return len(self.code.instructions) - 1

    def here(self) -> int:
        return len(self.code.instructions)

    def patch(self, index: int, *values: Any) -> None:
        self.code.instructions[index] = (*self.code.instructions[index][: -len(values)], *values)

    def fresh(self) -> str:
        self.hidden += 1
        return f"#{self.hidden}"

    def block(self, op: Op) -> None:
        if op.name != "block":
            self.sentence(op, [])
            return
        skips: list[int] = []  # choices without an option skip the rest of their block
        for line in op.args:
            self.sentence(line, skips)
        for index in skips:
            self.patch(index, self.here())
        if any(line.name == "perform" and line.data[0] == "show" for line in op.args):
            self.emit(("hide", op), op.span)

    def sentence(self, op: Op, skips: list[int]) -> None:
        match op.name:
            case "if":
                self._if(op)
            case "repeat" | "repeat_times" | "repeat_while":
                self._repeat(op)
            case "for_each":
                self._for_each(op)
            case "may":
                index = self.emit(("may", op.args[0], 0), op.span)
                self.block(op.args[1])
                end = self.emit(("jump", 0), op.span)
                self.patch(index, self.here())
                self.block(op.args[2])
                self.patch(end, self.here())
            case "either" | "match":
                self._branches(op, op.data, op.args[1:])
            case "ways":
                self._branches(op, op.data, op.args[2::2], op.args[1::2])
            case "choose":
                self._choose(op, skips)
            case "phase":
                self.emit(("phase", op.data, op.args[0], op.args[1]), op.span)
            case "stop":
                if self.leaves:
                    self.leaves[-1].append(self.emit(("jump", 0), op.span))
                else:
                    self.emit(("leave",), op.span)
            case "block":
                self.block(op)
            case "none":
                pass
            case "cost":
                self.emit(("cost", op), op.span)
            case _:
                self.emit((op.name, op), op.span)

    def _if(self, op: Op) -> None:
        ends: list[int] = []
        parts = list(op.args)
        while len(parts) >= 2:
            condition, body = parts[0], parts[1]
            del parts[:2]
            index = self.emit(("unless", condition, 0), condition.span)
            self.block(body)
            ends.append(self.emit(("jump", 0), op.span))
            self.patch(index, self.here())
        if parts:
            self.block(parts[0])
        for end in ends:
            self.patch(end, self.here())

    def _repeat(self, op: Op) -> None:
        counter = self.fresh()
        self.leaves.append([])
        if op.name == "repeat":
            start = self.emit(("round",), op.span)
            self.block(op.args[0])
            self.emit(("jump", start), op.span)
        else:
            most = op.args[0] if op.name == "repeat_times" else op.args[1]
            self.emit(("count", counter, most), op.span)
            start = self.here()
            index = self.emit(("count_down", counter, 0), op.span)
            test = None
            if op.name == "repeat_while":
                test = self.emit(("unless", op.args[0], 0), op.args[0].span)
            self.block(op.args[-1])
            self.emit(("jump", start), op.span)
            self.patch(index, self.here())
            if test is not None:
                self.patch(test, self.here())
        for jump in self.leaves.pop():
            self.patch(jump, self.here())

    def _for_each(self, op: Op) -> None:
        name, together = op.data
        if together:
            self.emit(("together", name, op.args[0], op.args[1]), op.span)
            return
        walker = self.fresh()
        self.leaves.append([])
        self.emit(("walk", walker, op.args[0]), op.span)
        start = self.here()
        index = self.emit(("next", walker, name, 0), op.span)
        self.block(op.args[1])
        self.emit(("jump", start), op.span)
        self.patch(index, self.here())
        for jump in self.leaves.pop():
            self.patch(jump, self.here())

    def _branches(self, op: Op, data: Any, bodies: tuple[Op, ...], *more: Any) -> None:
        index = self.emit((op.name, op.args[0], data, *more, ()), op.span)
        targets, ends = [], []
        for body in bodies:
            targets.append(self.here())
            self.block(body)
            ends.append(self.emit(("jump", 0), op.span))
        for end in ends:
            self.patch(end, self.here())
        self.patch(index, (*targets, self.here()))

    def _choose(self, op: Op, skips: list[int]) -> None:
        otherwise = op.args[4]
        index = self.emit(("choose", op, 0), op.span)
        if otherwise.name == "none":
            skips.append(index)
            return
        over = self.emit(("jump", 0), op.span)
        self.patch(index, self.here())
        self.block(otherwise)
        self.patch(over, self.here())
