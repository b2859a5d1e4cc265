"""Emitted code counts no evaluations: a step is bounded by its events, turns and offers (`STEPS`), what asks itself by
Python's depth of calls, and one loop by the length of its list. Only loops that go round with other loops inside pay,
for all their turns before the first. Ranges pay where they are made."""

from __future__ import annotations

from dsl.ir.operations import Op
from interpreter.compiled.work_costs import Weights

LONG_TURN = 24
"""A loop whose turns weigh as much pays, since there may be a loop in them."""


class FreeWeights(Weights):
    def pay(self, amount: int | str) -> None:
        pass

    def note(self, amount: int) -> None:
        pass

    def turns(self, many: str, body: int) -> str:
        return many if body < LONG_TURN else f"spent(m, {many}, {1 + body})"

    def picked(self, many: str, body: int, found: str) -> str:
        return found

    def each(self, many: Op, part: Op, items: str) -> str:
        if self.short(many, part) is not None or not self.compiler.goes_round(part):
            return items
        return f"spent(m, {items}, {1 + self.of(part)})"

    def loop(self, many: str, body: int) -> str:
        if body < LONG_TURN:
            return many
        held = self.compiler.source.fresh("i")
        self.compiler.source.line(f"{held} = {self.turns(many, body)}")
        return held
