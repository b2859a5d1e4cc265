"""Checks the `then` lines of a scenario.

A claim is evaluated on the real state, about things on the table. If it is false, the message shows the actual values
of both sides, or where a thing is. Refusals have a module of their own.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

import dsl.check.expressions as ex
import interpreter.evaluate.narration as narration
import interpreter.evaluate.things as things
import interpreter.scenarios.presence as presence
from dsl.diagnostics.codes import failures as codes
from dsl.ir.operations import Op
from dsl.syntax import nodes as n
from interpreter.evaluate.expressions import value
from interpreter.execute.machine import Machine
from interpreter.explain.resolve_words import TypedWords
from interpreter.model.environment import one
from interpreter.model.values import CardRef
from interpreter.scenarios.refusals import Refusal
from interpreter.scenarios.setup import Fails

_PLAIN = ("constant", "none", "symbol", "kind", "card", "child", "mark", "word", "range")
"""Operations that show their own value."""


@frozen
class Claims:
    """Compares the claims of a scenario with the table."""

    saying: TypedWords

    @property
    def machine(self) -> Machine:
        return self.saying.machine

    def text(self, node: n.Node | Op) -> str:
        return self.saying.cx.findings.piece.text[slice(*node.span)]

    def then(self, step: n.Then) -> None:
        assert step.value is not None
        if step.cannot is not None:
            player = one(value(ex.value(step.value, self.saying.cx), self.saying.scope, self.machine))
            if player is None:
                raise Fails(codes.NOT_THERE, step.value.span, what=f"`{self.text(step.value)}` is not a player here")
            Refusal(self.saying, step, player).hold()
            return
        for part in step.value.parts if isinstance(step.value, n.And) else (step.value,):
            op = ex.value(part, self.saying.cx)
            presence.check_names(self.saying, op)
            if not presence.holds(self.saying, op):
                raise Fails(codes.NOT_SO, part.span, text=self.text(part), found=self._found(op))

    def _found(self, op: Op) -> str:
        """The actual value: ` (it is 7)`, or the values of both sides, or the place of the thing."""
        if (
            op.name == "compare"
            and op.data not in ("in", "not in")
            and self.saying.spelt_out(op.args[1]).name in _PLAIN
        ):
            return f" (it is {self._shown(op.args[0])})"
        instead = "; ".join(dict.fromkeys(self._instead(op)))
        return f" ({instead})" if instead else ""

    def _instead(self, op: Op) -> Iterator[str]:
        if op.name in ("and", "or", "not"):
            for part in op.args:
                yield from self._instead(part)
        elif op.name == "compare" and op.data in ("in", "not in"):
            yield self._lies(op.data, *op.args)
        elif op.name == "compare":
            values = (side for side in op.args if self.saying.spelt_out(side).name not in _PLAIN)
            yield ", ".join(f"`{self.text(side)}` is {self._shown(side)}" for side in values)

    def _lies(self, sign: str, left: Op, right: Op) -> str:
        """The place of a thing that should, or should not, be in a list."""
        member = one(value(left, self.saying.scope, self.machine))
        among = self.text(right)
        if isinstance(member, CardRef) or things.is_thing(self.machine, member):
            here = presence.where(self.machine, member)
            said = f"{narration.shown_value(self.machine, member, left.type)} is {here}"
            return f"{said}, not in {among}" if sign == "in" and here != f"in {among}" else said
        return f"`{self.text(left)}` is {self._shown(left)}, `{among}` is {self._shown(right)}"

    def _shown(self, op: Op) -> str:
        result = value(op, self.saying.scope, self.machine)
        return "an empty list" if result == () else narration.shown_value(self.machine, result, op.type)
