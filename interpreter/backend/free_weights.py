"""Emitted code does not count its evaluations: a step is bounded by its events, turns and offers (`STEPS`), lists by
their length, and what asks itself by Python's depth of calls. Only loops inside loops pay, once for each outer item."""

from __future__ import annotations

from dsl.ir.effects.event_reads import goes_through
from dsl.ir.operations import Op
from interpreter.compiled.work_costs import Weights


class FreeWeights(Weights):
    def pay(self, amount: int | str) -> None:
        pass

    def note(self, amount: int) -> None:
        pass

    def turns(self, many: str, body: int) -> str:
        return many

    def picked(self, many: str, body: int, found: str) -> str:
        return found

    def each(self, many: Op, part: Op, items: str) -> str:
        if self.short(many, part) is None and goes_through(part) and _nested(part):
            return f"spent(m, {items}, 8)"
        return items

    def loop(self, many: str, body: int) -> str:
        held = self.compiler.source.fresh("i")
        self.compiler.source.line(f"{held} = {many}")
        return held


def _nested(op: Op) -> bool:
    """Whether a loop stands inside a loop."""
    return any(goes_through(part) and any(goes_through(inner) for inner in part.args) for part in op.args)
