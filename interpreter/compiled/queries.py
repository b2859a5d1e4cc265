"""Queries as Python: lists gone through once, with what is the same for all items read before.

Fields of all things of a kind lie evenly in the flat list, so they are read side by side where that is enough.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from dsl.ir.operations import Op
from interpreter.compiled.env import Env
from interpreter.compiled.fields import Fields
from interpreter.link.linked_program import walk
from interpreter.model.state import KindLayout

_LIFTING = frozenset({"compare", "and", "or", "not", "sum", "product", "negate"})


WORK_BEFORE, WORK_OF = "wb", "wo"
"""The names of the work that was done before something is read, and of the work that reading it took, begin so."""


class Lifted(Exception):
    """A part that was read before stands where only the reference can go on."""


def held_first(fixed: list[tuple[str, str]]) -> str:
    """What is read before a loop, in front of the items of a comprehension."""
    return "".join(f"for {name} in ({code},) " for name, code in fixed)


class Queries(Fields):
    def _filtered(self, op: Op, env: Env) -> str:
        """The items of a query as a list, not yet a tuple."""
        picked = self.compiler.picked(op, env)
        condition = self.compiler.unpicked(op)
        if condition is None:
            return self._paid(op, picked, env) if picked else self.items(op.args[0], env)
        if picked is not None:
            return self._those(self._paid(op, picked, env), condition, env)
        return self._by_columns(op, env) or self.those(op.args[0], condition, env)

    def _paid(self, op: Op, picked: str, env: Env) -> str:
        weights = self.compiler.weights
        return weights.picked(self.value(op.args[0], env), weights.of(op.args[1]), picked)

    def _by_columns(self, op: Op, env: Env) -> str | None:
        """All of a kind by what they keep: their fields are read side by side."""
        many, condition = op.args
        shape = self.compiler.one_shape(many)
        if shape is None:
            return None
        that = self.source.fresh("x")
        columns, rest = self.columns(condition, shape, lambda thing: thing.name == "that")
        if not columns:
            return None
        code = self.value(many, env)
        heads = ", ".join((that, *columns.values()))
        weights = self.compiler.weights
        sources = "".join(f", column(c, {code}, {shape.offset[name]}, {shape.size})" for name in columns)
        try:
            fixed, test = self.fixed(rest, env.looking_at(that))
        except Lifted:
            return None
        paid = self.paid_again(weights.turns(code, weights.of(condition)), fixed)
        return f"[{that} {held_first(fixed)}for {heads} in zip({paid}{sources}) if {test}]"

    def columns(self, op: Op, shape: KindLayout, own: Callable[[Op], bool]) -> tuple[dict[str, str], Op]:
        """The kept fields of the things that a condition goes through, each as a name, and the condition with them."""
        columns: dict[str, str] = {}

        def change(part: Op) -> Op:
            if part.name == "field" and own(part.args[0]):
                sig = shape.fields.get(part.data[1])
                if sig is not None and sig.sort == "keeps":
                    name = columns.setdefault(sig.name, "")
                    if not name:
                        name = columns[sig.name] = self.source.fresh("y")
                    return Op("written", part.type, data=name, span=part.span)
            if part.name in _LIFTING:
                return evolve(part, args=tuple(change(inner) for inner in part.args))
            return part

        changed = change(op)
        return columns, changed

    def those(self, many: Op, condition: Op, env: Env) -> str:
        return self._those(self.compiler.weights.each(many, condition, self.items(many, env)), condition, env)

    def _those(self, many: str, condition: Op, env: Env) -> str:
        that = self.source.fresh("x")
        fixed, test = self.fixed(condition, env.looking_at(that))
        return f"[{that} {held_first(fixed)}for {that} in {self.paid_again(many, fixed)} if {test}]"

    def each(self, many: Op, part: Op, env: Env, *, number: bool = False) -> str:
        """A value for each item."""
        that = self.source.fresh("x")
        fixed, code = self.fixed(part, env.looking_at(that), number=number)
        paid = self.paid_again(self.compiler.weights.each(many, part, self.items(many, env)), fixed)
        return f"[{code} {held_first(fixed)}for {that} in {paid}]"

    def fixed(self, op: Op, env: Env, *, number: bool = False, but: str = "") -> tuple[list[tuple[str, str]], str]:
        """A value that is wanted for many items, and what in it is the same for all of them, to be read once.

        The items are `that`, or what goes through a name. Rules and fields are paid for once: the reference remembers
        them as well. Whoever goes through the items pays for anything else at each turn (`paid_again`).
        """
        held: list[tuple[str, str]] = []

        def same(part: Op) -> bool:
            return not any(
                inner.name == "that" or (inner.name == "local" and inner.data == but) for inner in walk(part)
            )

        def lift(part: Op) -> Op:
            if part.name == "written":
                return part
            if part.name in ("field", "ask_rule") and same(part):
                name = self.source.fresh("h")
                held.append((name, self.value(part, evolve(env, that="None"))))
                return Op("written", part.type, data=name, span=part.span)
            if part.name in _LIFTING:
                return evolve(part, args=tuple(lift(inner) for inner in part.args))
            return part

        try:
            lifted = lift(op)
            return held, self.number(lifted, env) if number else self.value(lifted, env)
        except Lifted:  # the reference does some of it, and it knows only what was written by the author
            if any(part.name == "written" for part in walk(op)):
                raise
            return [], self.number(op, env) if number else self.value(op, env)

    def paid_again(self, many: str, fixed: list[tuple[str, str]]) -> str:
        """The items of a loop, each of which pays for what was read before; the first has paid."""
        works = [name for name, _ in fixed if name.startswith(WORK_OF)]
        return self.compiler.weights.again(many, " + ".join(works)) if works else many

    def _named(self, op: Op, env: Env) -> str:
        return self.value(op.args[0], evolve(env, names={**env.names, op.data: env.that}))

    def _written(self, op: Op, env: Env) -> str:
        code: str = op.data
        return code

    def _where(self, op: Op, env: Env) -> str:
        return f"tuple({self._filtered(op, env)})"
