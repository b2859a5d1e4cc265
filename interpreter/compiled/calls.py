"""The functions of the language as Python, as far as they are worth it; the reference does the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dsl.ir.operations import Op
from dsl.names import types as t
from interpreter.board.board_cache import FAR
from interpreter.compiled.env import Env
from interpreter.compiled.expressions import UNROLL, Expressions
from interpreter.compiled.source import ConstantTable, hoist_tables
from interpreter.compiled.work_costs import SHORT_LINE

if TYPE_CHECKING:
    from interpreter.compiled.program import Compiler

ALONG = 20
"""What each space of a straight way costs: no less than the reference pays for it."""


class Calls:
    def __init__(self, compiler: Compiler, expressions: Expressions) -> None:
        self.compiler = compiler
        self.ex = expressions
        self.source = compiler.source

    def call(self, op: Op, env: Env) -> str | None:
        name = "each_one" if op.data == "each" else op.data
        writer: Callable[[Op, Env], str | None] | None = getattr(self, f"_{name}", None)
        return writer(op, env) if writer is not None else None

    # --------------------------------------------------------------------------------------------------- lists

    def _count(self, op: Op, env: Env) -> str | None:
        many = op.args[0]
        if len(op.args) == 1:
            return f"len({self.ex.items(many, env)})"
        if not isinstance(t.plain(op.args[1].type), t.TruthT) or not isinstance(t.plain(many.type), t.ListT):
            return None
        return f"len({self.ex.those(many, op.args[1], env)})"

    def _sum(self, op: Op, env: Env) -> str | None:
        if len(op.args) == 1:
            that = self.source.fresh("x")
            return f"bounded(sum([as_number({that}) for {that} in {self._paid(op, env)}]))"
        return f"bounded(sum({self.ex.each(op.args[0], op.args[1], env, number=True)}))"

    def _paid(self, op: Op, env: Env) -> str:
        """The list that a function goes through."""
        return self.compiler.weights.turns(self.ex.items(op.args[0], env), 0)

    def _sorted(self, op: Op, env: Env) -> str | None:
        return f"tuple(sorted({self._paid(op, env)}, reverse=True))" if len(op.args) == 1 else None

    def _distinct(self, op: Op, env: Env) -> str:
        if len(op.args) == 1:
            return f"tuple(dict.fromkeys({self._paid(op, env)}))"
        that, pool = self.source.fresh("x"), self.source.fresh("x")
        key = self.ex.value(op.args[1], env.looking_at(that))
        paid = self.compiler.weights.each(op.args[0], op.args[1], self.ex.items(op.args[0], env))
        return f"(lambda {pool}: distinct({pool}, [{key} for {that} in {pool}]))({paid})"

    def _keys(self, op: Op, env: Env) -> str:
        memo = self.source.constant(ConstantTable())
        return f"key_list(m, {self.ex.value(op.args[0], env)}, {self.source.constant(op)}, {memo})"

    def _supply(self, op: Op, env: Env) -> str:
        return f"supply(m, {self.source.constant(op.args[0].data[1])})"

    def _step(self, op: Op, env: Env) -> str:
        return f"step({self.ex.value(op.args[0], env)}, {self.ex.number(op.args[1], env)})"

    def _steps(self, op: Op, env: Env) -> str:
        return f"steps({self.ex.value(op.args[0], env)})"

    def _others(self, op: Op, env: Env) -> str:
        return f"others(m, one({self.ex.value(op.args[0], env)}))"

    def _next_after(self, op: Op, env: Env) -> str:
        return f"next_after(m, one({self.ex.value(op.args[0], env)}))"

    def _area(self, op: Op, env: Env) -> str | None:
        if len(op.args) > 2 and isinstance(t.plain(op.args[2].type), t.NumberT):
            return None  # a direction, not a spot
        facing = self.ex.value(op.args[2], env) if len(op.args) > 2 else "None"
        parts = f"{self.ex.value(op.args[0], env)}, {self.ex.value(op.args[1], env)}, {facing}, {len(op.args) > 2}"
        return f"area(m, {parts}, {self.source.constant(ConstantTable())})"

    def _some(self, op: Op, env: Env) -> str | None:
        if len(op.args) == 1:
            return f"(len({self.ex.items(op.args[0], env)}) > 0)"
        return self._every(op, env, "or")

    def _all(self, op: Op, env: Env) -> str | None:
        if len(op.args) == 1:
            return None
        return self._every(op, env, "and")

    def _every(self, op: Op, env: Env, joint: str) -> str:
        """A short range of fixed numbers is written out, a longer list is gone through in a function of its own."""
        many, condition = op.args
        ends = many.args if many.name == "range" and len(many.args) == 2 else ()
        if ends and all(end.name == "constant" for end in ends) and 0 < ends[1].data - ends[0].data + 1 <= UNROLL:
            numbers = range(ends[0].data, ends[1].data + 1)
            parts = [self.ex.truth(condition, env.looking_at(str(number))) for number in numbers]
            return "(" + f" {joint} ".join(parts) + ")"
        name, inner, given = self.aside(op, env)
        with self.compiler.aside() as lines:
            with self.source.block(f"def {name}({', '.join(inner.heads())}):"):
                self._quantified(op, inner, f"return {joint == 'or'}")
                self.source.line(f"return {joint != 'or'}")
            hoist_tables(lines)
        return f"{name}({given})"

    def by_loop(self, op: Op, env: Env) -> str:
        """Whether some or all of a list hold, found by a loop that stands before: the name that holds it."""
        held = self.source.fresh()
        wanted = op.data == "some"
        self.source.line(f"{held} = {not wanted}")
        self._quantified(op, env, f"{held} = {wanted}; break")
        return held

    def _quantified(self, op: Op, env: Env, settled: str, *, paid: bool = False) -> None:
        """Go through a list until one item settles it: one that holds for `some`, one that does not for `all`."""
        many, condition = op.args
        that = self.source.fresh("x")
        wanted = op.data == "some"
        fixed: list[tuple[str, str]] = []
        test = ""
        inner = condition if condition.name == "call" and condition.data in ("some", "all") else None
        nested = inner is not None and len(inner.args) == 2
        if not nested:
            fixed, test = self.ex.fixed(condition, env.looking_at(that))
        for held, first in fixed:
            self.source.line(f"{held} = {first}")
        weights = self.compiler.weights
        every = self.ex.items(many, env)
        short = weights.short(many, condition) is not None
        if not paid and not short:
            every = weights.loop(every, weights.of(condition))
        every = self.ex.paid_again(every, fixed)
        with self.source.block(f"for {that} in {every}:"):
            if not nested or inner is None:
                self.source.line(f"if {'' if wanted else 'not '}{test}: {settled}")
            elif (inner.data == "all") == wanted:
                is_paid = short and weights.inner(many, condition) is not None
                self._quantified(inner, env.looking_at(that), "break", paid=is_paid)
                with self.source.block("else:"):
                    self.source.line(settled)
            else:
                self.source.line(
                    f"if {'' if wanted else 'not '}{self.ex.truth(inner, env.looking_at(that))}: {settled}"
                )

    def aside(self, op: Op, env: Env) -> tuple[str, Env, str]:
        """The name of a function for an operation, what is seen in it, and what it is given."""
        used = sorted({part.data for part in _locals(op)} & set(env.names))
        names = {name: self.source.fresh() for name in used}
        inner = Env(names, "it", "me", "that", "actor", env.tuples)
        given = ["m", "c", env.it, env.me, env.that, env.actor, *(env.names[name] for name in used)]
        return self.source.fresh("q"), inner, ", ".join(given)

    def _extreme(self, op: Op, env: Env) -> str:
        many = self.ex.items(op.args[0], env)
        if len(op.args) == 1:
            return f"{op.data}({self.compiler.weights.turns(many, 0)}, None)"
        that = self.source.fresh("x")
        key = self.ex.number(op.args[1], env.looking_at(that))
        pool = self.source.fresh("x")
        paid = self.compiler.weights.each(op.args[0], op.args[1], many)
        return f"(lambda {pool}: {op.data}({pool}, [{key} for {that} in {pool}]))({paid})"

    _highest = _extreme
    _lowest = _extreme

    def _least(self, op: Op, env: Env) -> str | None:
        return self._end(op, env, "smallest")

    def _most(self, op: Op, env: Env) -> str | None:
        return self._end(op, env, "largest")

    def _end(self, op: Op, env: Env, word: str) -> str | None:
        if len(op.args) == 1:
            return None
        return f"{word}({self.ex.each(op.args[0], op.args[1], env, number=True)})"

    def _first(self, op: Op, env: Env) -> str | None:
        if len(op.args) > 1:
            return f"first_of(m, {self.ex.items(op.args[0], env)}, {self.ex.number(op.args[1], env)})"
        return f"first({self.ex.items(op.args[0], env)})"

    _top = _first

    def _last(self, op: Op, env: Env) -> str | None:
        return f"last({self.ex.items(op.args[0], env)})" if len(op.args) == 1 else None

    _bottom = _last

    def _each_one(self, op: Op, env: Env) -> str:
        return f"tuple({self.ex.each(op.args[0], op.args[1], env)})"

    def _reversed(self, op: Op, env: Env) -> str:
        return f"turned(m, {self.ex.items(op.args[0], env)})"

    # ------------------------------------------------------------------------------------------------- numbers

    def _two(self, op: Op, env: Env, word: str) -> str:
        return f"{word}({self.ex.number(op.args[0], env)}, {self.ex.number(op.args[1], env)})"

    def _lesser(self, op: Op, env: Env) -> str:
        return self._two(op, env, "min")

    def _greater(self, op: Op, env: Env) -> str:
        return self._two(op, env, "max")

    def _difference(self, op: Op, env: Env) -> str:
        code = f"abs({self.ex.number(op.args[0], env)} - {self.ex.number(op.args[1], env)})"
        apart = Op("sum", t.NUMBER, op.args, ("-",))
        return self.ex.within_bounds(apart, code)

    def _face_value(self, op: Op, env: Env) -> str | None:
        if isinstance(op.args[0].type, t.FaceT):
            return f"{self.ex.value(op.args[0], env)}.number"
        return None

    # ------------------------------------------------------------------------------------------------- players

    def _clockwise(self, op: Op, env: Env) -> str | None:
        return f"clockwise(m, one({self.ex.value(op.args[0], env)}))"

    # -------------------------------------------------------------------------------------------------- boards

    def _spot(self, op: Op, env: Env) -> str | None:
        """A space, or where a thing stands, if it is plain from the types which of the two it is."""
        kind = t.plain(op.type)
        if not isinstance(kind, t.KindT):
            return None
        if self.compiler.is_space(op.type):
            return self.ex.value(op, env)
        shape = self.compiler.linked.layout.kinds.get(kind.name)
        standing = [sig.name for sig in shape.fields.values() if sig.sort == "stands"] if shape is not None else []
        if shape is None or len(standing) != 1:
            return None
        return f"cell(c, {self.ex.value(op, env)}, {shape.offset[standing[0]]})"

    def _of_two(self, op: Op, env: Env, table: str) -> str | None:
        spots = [self._spot(part, env) for part in op.args]
        if None in spots or len(spots) != 2:
            return None
        code = f"m.board_cache.{table}[{spots[0]}, {spots[1]}]"
        return self.compiler.weights.turns(code, ALONG) if table in ("between", "row") else code

    def _adjacent(self, op: Op, env: Env) -> str | None:
        spot = self._spot(op.args[0], env)
        return f"m.board_cache.adjacent[{spot}]" if spot is not None else None

    def _distance(self, op: Op, env: Env) -> str | None:
        return self._of_two(op, env, "distance")

    def _row(self, op: Op, env: Env) -> str | None:
        step = op.args[1]
        if step.name == "call" and step.data == "neighbour" and step.args[0] == op.args[0]:
            spot = self._spot(op.args[0], env)
            if spot is not None:  # the way on in one direction is a table of the board
                ray = f"m.board_cache.ray[{spot}, {self.ex.number(step.args[1], env)}]"
                return self.compiler.weights.turns(ray, ALONG)
        return self._of_two(op, env, "row")

    def _between(self, op: Op, env: Env) -> str | None:
        return self._of_two(op, env, "between")

    def _beyond(self, op: Op, env: Env) -> str | None:
        return self._of_two(op, env, "beyond")

    def _in_line(self, op: Op, env: Env) -> str | None:
        return self._of_two(op, env, "in_line")

    def _neighbour(self, op: Op, env: Env) -> str | None:
        spot = self._spot(op.args[0], env)
        return f"m.board_cache.neighbour[{spot}, {self.ex.number(op.args[1], env)}]" if spot is not None else None

    def _within(self, op: Op, env: Env) -> str | None:
        spot = self._spot(op.args[0], env)
        if spot is None:
            return None
        code = f"m.board_cache.within[{spot}, {self.ex.number(op.args[1], env)}]"
        return self.compiler.weights.picked("m.board_cache.where", 1, code)

    def _reach(self, op: Op, env: Env) -> str | None:
        spot = self._spot(op.args[0], env)
        if spot is None:
            return None
        code = self._reached(op, spot, self.ex.number(op.args[1], env), env)
        return f"tuple(sorted({code}))"

    def _path_cost(self, op: Op, env: Env) -> str | None:
        spot, goal = self._spot(op.args[0], env), self._spot(op.args[1], env)
        if spot is None or goal is None:
            return None
        return f"{self._reached(op, spot, str(FAR), env)}.get({goal})"

    def _reached(self, op: Op, spot: str, points: str, env: Env) -> str:
        """The spaces within reach: remembered until something changes, for the same start, points and names."""
        if len(op.args) < 3:
            return f"reached(m, {spot}, {points}, None, None, 2)"
        cost = op.args[2]
        here, there = self.source.fresh("x"), self.source.fresh("x")
        inner = Env({**env.names, "here": here}, env.it, env.me, there, env.actor, env.tuples)
        used = sorted(({part.data for part in _locals(cost)} - {"here"}) & set(env.names))
        weight = 2 + self.compiler.weights.of(cost)
        steps = f"lambda {here}, {there}: {self.ex.value(cost, inner)}"
        if self.compiler.drawn(cost, names=True):
            key = ", ".join((self.source.fresh(""), *(env.names[name] for name in used)))
            seen = ", ".join((env.it, env.me, env.actor))
            return f"charted(m, {spot}, {points}, ({key},), {steps}, ({seen}), {weight})"
        key = ", ".join((self.source.fresh(""), env.it, env.me, env.actor, *(env.names[name] for name in used)))
        return f"reached(m, {spot}, {points}, ({key}), {steps}, {weight})"

    def _sees(self, op: Op, env: Env) -> str | None:
        """Whether nothing between two spaces blocks the line: a table of the board, if what blocks is printed."""
        spot, other = self._spot(op.args[0], env), self._spot(op.args[1], env)
        if spot is None or other is None or not (len(op.args) < 3 or self.compiler.drawn(op.args[2])):
            return None
        there = self.source.fresh("x")
        blocked = self.ex.truth(op.args[2], Env({}, that=there)) if len(op.args) > 2 else "False"
        how, site = self.source.constant(op.data), self.source.fresh("")
        weight = 1 + self.compiler.weights.of(*op.args[2:])
        return f"sighted(m, {how}, {spot}, {other}, {site}, lambda {there}: {blocked}, {weight})"

    _glimpses = _sees

    def _shows(self, op: Op, env: Env) -> str | None:
        if not isinstance(t.plain(op.args[1].type), t.SymbolT):
            return None
        return f"shows(m, {self.ex.value(op.args[0], env)}, {self.ex.value(op.args[1], env)})"

    def _fits(self, op: Op, env: Env) -> str:
        return f"fits(combo(m, {self.ex.value(op.args[0], env)}), faces(m, {self.ex.items(op.args[1], env)}), m.meter)"

    def _complete(self, op: Op, env: Env) -> str:
        return (
            f"complete(combo(m, {self.ex.value(op.args[0], env)}), faces(m, {self.ex.items(op.args[1], env)}), m.meter)"
        )

    def _connected(self, op: Op, env: Env) -> str | None:
        """The spaces that are connected with a space: a function of its own."""
        spot = self._spot(op.args[0], env)
        if spot is None:
            return None
        source = self.source
        there = source.fresh("x")
        name, inner, given = self.aside(op.args[1], env)
        with self.compiler.aside(), source.block(f"def {name}({', '.join((*inner.heads(), 'spot'))}):"):
            source.line("if spot is None: return ()")
            fixed, test = self.ex.fixed(op.args[1], inner.looking_at(there))
            for held, code in fixed:
                source.line(f"{held} = {code}")
            source.line("near = m.board_cache.adjacent")
            source.line("found = {spot}")
            source.line("waiting = [spot]")
            weights = self.compiler.weights
            with source.block("while waiting:"):
                around = self.ex.paid_again(weights.loop("near[waiting.pop()]", weights.of(op.args[1])), fixed)
                step, good = f"for {there} in {around}:", f"if {there} not in found and {test}:"
                with source.block(step), source.block(good):
                    source.line(f"found.add({there})")
                    source.line(f"waiting.append({there})")
            source.line("return tuple(sorted(found))")
        return f"{name}({given}, {spot})"

    def _lines(self, op: Op, env: Env) -> str | None:
        spot = self._spot(op.args[0], env)
        if spot is None:
            return None
        length = op.args[1]
        if length.name == "constant" and length.data <= SHORT_LINE:  # it is paid for by what it weighs
            return f"m.board_cache.lines[{spot}, {length.data}]"
        return f"lined(m, {spot}, {self.ex.number(length, env)})"


def _locals(op: Op) -> list[Op]:
    locals_of_op = [op] if op.name == "local" else []
    for part in op.args:
        locals_of_op += _locals(part)
    return locals_of_op
