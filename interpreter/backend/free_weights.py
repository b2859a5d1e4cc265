"""Emitted code does not count its evaluations: a step is bounded by its events, turns and offers (`STEPS`), and what
asks itself by Python's depth of calls. Only loops pay, for all their turns before the first: a loop in a loop can go
round as often as both lists are long. Ranges pay where they are made."""

from __future__ import annotations

from dsl.ir.operations import Op
from interpreter.compiled.work_costs import Weights


class FreeWeights(Weights):
    def pay(self, amount: int | str) -> None:
        pass

    def note(self, amount: int) -> None:
        pass

    def turns(self, many: str, body: int) -> str:
        return f"spent(m, {many}, {1 + body})"

    def picked(self, many: str, body: int, found: str) -> str:
        return found

    def each(self, many: Op, part: Op, items: str) -> str:
        if self.short(many, part) is not None:
            return items
        if many.name == "range" and self._is_plain(part):
            return items
        return self.turns(items, 0 if self._is_plain(part) else self.of(part))

    def loop(self, many: str, body: int) -> str:
        held = self.compiler.source.fresh("i")
        self.compiler.source.line(f"{held} = {self.turns(many, body)}")
        return held
