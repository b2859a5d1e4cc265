"""What emitted code pays for its work: little, but enough that no decision runs away.

A step (an event, a turn of a loop, an offer) is counted, and a text with much in it counts for several steps. Loops pay
for all their turns before the first; a short one that has no other loop in its turns is free, and so are short
functions, since whoever calls them counts them as part of its own text. A function that asks itself is never short.
Emitted code may use as much as the reference, and at the next question every step counts for as much as the reference
may need for one (`limits.WORK_OF_A_STEP`). If that runs out, the match is played again by the reference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dsl.ir.operations import Op
from interpreter.backend.asking import most_steps
from interpreter.backend.quick_words import SHORT_LIST
from interpreter.compiled.work_costs import Weights
from interpreter.model import limits
from interpreter.model import state as s

if TYPE_CHECKING:
    from interpreter.backend.changes import EmittingCompiler

LIGHT_FUNCTION = 2_000
"""A function with more operations, those of the functions that it calls included, pays for itself."""
LIGHT_TEXT = limits.WORK_OF_A_STEP
"""A text counts for one more step for each so many operations."""

Key = tuple[str, ...]


class FreeWeights(Weights):
    compiler: EmittingCompiler

    def __init__(self, compiler: EmittingCompiler) -> None:
        super().__init__(compiler)
        self._under_way: set[Key] = set()
        self._circles: set[Key] = set()

    # ---------------------------------------------------------------------------------------------- light functions

    def light_rule(self, name: str) -> int | None:
        return self._once(("rule", name), super().light_rule, name)

    def light_stat(self, kind: str, name: str) -> int | None:
        return self._once(("stat", kind, name), super().light_stat, kind, name)

    def _once(self, key: Key, ask: Callable[..., int | None], *names: str) -> int | None:
        """In every circle of functions that ask each other, the first that was looked at pays."""
        if key in self._under_way:
            self._circles.add(key)
            return None
        if key not in self._light:
            self._under_way.add(key)
            ask(*names)
            self._under_way.remove(key)
            if key in self._circles:
                self._light[key] = None
        return self._light[key]

    def _weight(self, op: Op) -> int | None:
        weight = self.of(op)
        return weight if weight <= LIGHT_FUNCTION else None

    def _short_loop(self, op: Op) -> int:
        weight = super()._short_loop(op)
        loops = op.name == "where" or (op.name == "call" and len(op.args) == 2)
        if weight or not loops or self.compiler.goes_round(op.args[1]):
            return weight
        return SHORT_LIST * self.of(op.args[1])

    # ------------------------------------------------------------------------------------------------------- paying

    def pay(self, amount: int | str) -> None:
        self.compiler.source.line(f"u = m.meter; u.left -= {amount}")
        self.compiler.source.line("if u.left < 0: raise Bail")

    def note(self, amount: int) -> None:
        pass

    def step(self, amount: int, *, looks: bool = True) -> None:
        self._steps(1 + amount // LIGHT_TEXT)

    def text(self, body: Op) -> None:
        """Pay for a text, if there is much in it."""
        self._steps(self.of(body) // LIGHT_TEXT)

    def _steps(self, number: int) -> None:
        if number:
            self.compiler.source.line(f"c[{s.STEPS}] += {number}")
            self.compiler.source.line(f"if c[{s.STEPS}] > {most_steps()}: raise Bail")

    def counted(self) -> str:
        return "-m.meter.left"

    def turns(self, many: str, body: int) -> str:
        return f"{'spent' if body else 'brief'}(m, {many}, {1 + body})"

    def picked(self, many: str, body: int, code: str) -> str:
        return code

    def each(self, many: Op, part: Op, items: str) -> str:
        if self.short(many, part) is not None:
            return items
        weight = 1 + self.of(part)
        return f"spent(m, {items}, {weight})" if self.compiler.goes_round(part) else f"brief(m, {items}, {weight})"

    def loop(self, many: str, body: int) -> str:
        held = self.compiler.source.fresh("i")
        self.compiler.source.line(f"{held} = {self.turns(many, body)}")
        return held
