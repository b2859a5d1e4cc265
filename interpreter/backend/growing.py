"""Actions on several things at once: their slots grow one thing at a time, as long as what they hold is allowed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.names.signatures import SlotSig
from interpreter.backend import now
from interpreter.compiled.env import Env
from interpreter.compiled.source import Unwritten
from interpreter.compiled.support import Bail, Cells
from interpreter.evaluate.domain import domain
from interpreter.execute.action_checks import ActionInProgress
from interpreter.link.action_plans import Depth, Plan, PlannedCheck
from interpreter.link.linked_program import Offered, walk
from interpreter.model import limits
from interpreter.model.environment import Scope, contains
from interpreter.model.state import Value

if TYPE_CHECKING:
    from interpreter.backend.enumerators import Enumerators
    from interpreter.execute.machine import Machine

WHOLE = -1
"""No single line refuses the arguments."""
Growing = tuple[int, Callable[..., Any], Callable[..., Any] | None, frozenset[int]]
"""The index of a slot, what may join, whether it may join now, and the lines that one more thing may mend."""


def grown(
    m: Machine, c: Cells, starts: list[Any], check: Callable[..., int], slots: Sequence[Growing],
    around: tuple[Any, ...], action: Offered, names: tuple[str, ...], goes_on: bool,
) -> list[Any]:  # fmt: skip
    """All arguments that are legal: each check returns 0, or the number of the line that refuses."""
    it, me, params = around
    out: list[Any] = []
    seen = {_key(start) for start in starts}
    pools: dict[Any, Any] = {}
    waiting, tried = starts, 0
    while waiting:
        bigger: list[Any] = []
        for held in waiting:
            tried += 1
            if tried > limits.OPTIONS:
                raise Bail
            if goes_on:
                scope = Scope({**dict(zip(names, held, strict=True)), "me": me}, it, me, None, me)
                with ActionInProgress(m, action, scope, True):
                    now.refresh(m, action.op.data)
                    failed = check(m, c, it, me, *held, *params)
                now.refresh(m, action.op.data)
            else:
                failed = check(m, c, it, me, *held, *params)
            if not failed:
                out.append(held)
            for index, pool, joins, mended in slots:
                if not failed or (held[index] == () and (failed == WHOLE or failed in mended)):
                    key = (index, *[part for part in held if type(part) is not tuple])
                    if key not in pools:
                        pools[key] = pool(m, c, it, me, *held, *params)
                    for more in pools[key]:
                        if more in held[index]:
                            continue
                        longer = (*held[:index], (*held[index], more), *held[index + 1 :])
                        seen_as = _key(longer)
                        if seen_as in seen:
                            continue
                        seen.add(seen_as)
                        if joins is None or joins(m, c, it, me, *held, *params, more):
                            bigger.append(longer)
        waiting = bigger
    return out


def _key(held: Any) -> Any:
    return tuple([frozenset(part) if type(part) is tuple else part for part in held])


def among(many: Value, every: Sequence[Value]) -> list[Value]:
    """The values that are in a list."""
    if type(many) is tuple and all(type(part) is int for part in many):
        members = set(many)
        return [part for part in every if type(part) is int and part in members]
    return [part for part in every if contains(many, part)]


def domain_of(m: Machine, type: t.Type) -> tuple[Value, ...]:
    return domain(m, type)


WORDS: dict[str, Any] = {"grown": grown, "among": among, "domain_of": domain_of}


class Growers:
    """Writes the functions for the arguments of such an action."""

    def __init__(self, enumerators: Enumerators) -> None:
        self.enumerators = enumerators
        self.source = enumerators.source
        self.ex = enumerators.ex
        self.compiler = enumerators.compiler
        self.linked = enumerators.linked

    def write(self, action: Offered, function: str, plan: Plan, extra: Sequence[str]) -> None:
        source, constant = self.source, self.source.constant
        if any(isinstance(slot.type, t.MaybeT) for slot in plan.slots):
            raise Unwritten("slots")
        starts = self._starts(action, plan, extra)
        check, lines = self._check(action, plan, extra)
        slots = []
        for index, (slot, depth) in enumerate(zip(plan.slots, plan.depths, strict=True)):
            if slot in plan.several:
                pool, joins = self._pool(action, plan, slot, depth, extra)
                mended = frozenset(number for number, line in lines if line.may_mend(slot.name))
                slots.append(f"({index}, {pool}, {joins}, {constant(mended)}), ")
        params = [source.fresh() for _ in extra]
        names = constant(tuple(slot.name for slot in plan.slots))
        with source.block(f"def {function}(m, c, it, me, nr, xx, out):"):
            if plan.during:
                self.enumerators.only_during(plan.during)
            for name, param in zip(extra, params, strict=True):
                source.line(f"{param} = xx[{constant(name)}]")
            around = f"(it, me, ({''.join(f'{param}, ' for param in params)}))"
            first = f"{starts}({', '.join(('m', 'c', 'it', 'me', *params))})"
            source.line(
                f"for y in grown(m, c, {first}, {check}, ({''.join(slots)}), {around}, {constant(action)}, {names}, "
                f"{plan.goes_on}): out.append((nr, it, xx, *y))"
            )

    # ------------------------------------------------------------------------------------------------------- parts

    def _heads(self, plan: Plan, extra: Sequence[str]) -> tuple[Env, list[str]]:
        slots = {slot.name: self.source.fresh() for slot in plan.slots}
        params = {name: self.source.fresh() for name in extra}
        tuples = frozenset(slot.name for slot in plan.several)
        env = Env({"me": "me", **params, **slots}, "it", "me", actor="me", tuples=tuples)
        return env, [*slots.values(), *params.values()]

    def _starts(self, action: Offered, plan: Plan, extra: Sequence[str]) -> str:
        """The function for the arguments to begin with."""
        source = self.source
        function = source.fresh("l")
        with self.compiler.aside():
            params = {name: source.fresh() for name in extra}
            env = Env({"me": "me", **params}, "it", "me", actor="me")
            with source.block(f"def {function}({', '.join(('m', 'c', 'it', 'me', *params.values()))}):"):
                source.line("out = []")
                depth = source.depth
                env = self._asks(plan.before.asks, env)
                for slot, here in zip(plan.slots, plan.depths, strict=True):
                    env = self._begin(action, plan, slot, here, env)
                source.line(f"out.append(({''.join(f'{env.names[slot.name]}, ' for slot in plan.slots)}))")
                source.depth = depth
                source.line("return out")
        return function

    def _begin(self, action: Offered, plan: Plan, slot: SlotSig, here: Depth, env: Env) -> Env:
        source, constant = self.source, self.source.constant
        name = source.fresh()
        several = slot in plan.several
        if several and (here.pool or here.among):
            raise Unwritten("slots")
        inner = Env({**env.names, slot.name: name}, "it", "me", actor="me", tuples=env.tuples | {slot.name})
        if several and slot.default is not None:
            source.line(f"{name} = {self.compiler.default('verb', action.op.data, slot.name)} or ()")
            source.line(f"for {name} in ({name},):")
            source.depth += 1
        elif several:
            that = source.fresh("x")
            source.line(f"{that} = {self._pooled(here.each, slot, env)}")
            source.line(f"for {name} in [(x,) for x in {that}]:")
            source.depth += 1
        else:
            every = source.fresh()
            asks = (*here.pool, *here.among)
            if not asks or self._heirs(slot.type) is None:
                source.line(f"{every} = domain_of(m, {constant(slot.type)})")
            for number, op in enumerate(asks):
                source.line(f"{every} = {self._among(op, slot.type, every, env, first=number == 0)}")
            source.line(f"for {name} in {every}:")
            source.depth += 1
            inner = Env({**env.names, slot.name: name}, "it", "me", actor="me", tuples=env.tuples)
        return self._asks((*here.alone, *here.asks), inner)

    def _heirs(self, type: t.Type) -> tuple[int, ...] | None:
        """The indexes of the kinds of things that a slot may hold; none if it holds something else, or players."""
        kind = t.plain(type)
        if not isinstance(kind, t.KindT) or kind.name == "Player":
            return None
        return self.linked.layout.heirs.get(kind.name)

    def _among(self, op: Op, type: t.Type, every: str, env: Env, *, first: bool) -> str:
        """What lies in a list, of everything that a slot may hold or of what is left of that."""
        heirs = self._heirs(type)
        if first and heirs is not None:
            return f"in_play(m, c, {self.ex.items(op, env)}, {self.source.constant(heirs)})"
        return f"among({self.ex.list_of(op, env)}, {every})"

    def _asks(self, asks: Sequence[PlannedCheck], env: Env) -> Env:
        source = self.source
        for ask in asks:
            if ask.rule is not None:
                source.line(f"if not {self.enumerators.forbids_now(ask.rule, env)}:")
                source.depth += 1
            elif ask.name:
                local = source.fresh()
                source.line(f"{local} = {self.ex.value(ask.op, env)}")
                env = Env({**env.names, ask.name: local}, "it", "me", actor="me", tuples=env.tuples)
            else:
                source.line(f"if {self.ex.truth(ask.op, env)}:")
                source.depth += 1
        return env

    def _pooled(self, conditions: Sequence[Op], slot: SlotSig, env: Env) -> str:
        """The candidates for a slot that holds several things."""
        source = self.source
        of = t.item(slot.type) or t.UNKNOWN
        pool = source.fresh()
        first = True
        for condition in conditions:
            if _is_membership(condition):
                many = condition.args[1]
                plain = isinstance(t.plain(of), t.KindT) and t.item(many.type) == of
                if first and plain and self.compiler.fast_expressions.only_in_play(many):  # type: ignore[attr-defined]
                    source.line(f"{pool} = sorted({self.ex.items(many, env)})")
                else:
                    if first and self._heirs(of) is None:
                        source.line(f"{pool} = domain_of(m, {source.constant(of)})")
                    source.line(f"{pool} = {self._among(many, of, pool, env, first=first)}")
            else:
                every = f"domain_of(m, {source.constant(of)})" if first else pool
                that = source.fresh("x")
                test = self.ex.truth(condition, env.looking_at(that))
                source.line(f"{pool} = [{that} for {that} in {every} if {test}]")
            first = False
        if first:
            source.line(f"{pool} = domain_of(m, {source.constant(of)})")
        return pool

    def _pool(self, action: Offered, plan: Plan, slot: SlotSig, here: Depth, extra: Sequence[str]) -> tuple[str, str]:
        """The functions for what may join a slot: whatever the others hold, and as they are now."""
        source = self.source
        pool, joins = source.fresh("l"), "None"
        with self.compiler.aside():
            env, heads = self._heads(plan, extra)
            with source.block(f"def {pool}({', '.join(('m', 'c', 'it', 'me', *heads))}):"):
                source.line(f"return {self._pooled(here.each, slot, env)}")
        if here.more:
            joins = source.fresh("l")
            with self.compiler.aside():
                env, heads = self._heads(plan, extra)
                with source.block(f"def {joins}({', '.join(('m', 'c', 'it', 'me', *heads, 'that'))}):"):
                    tests = [self.ex.truth(condition, env.looking_at("that")) for condition in here.more]
                    source.line(f"return {' and '.join(tests)}")
        return pool, joins

    def _check(self, action: Offered, plan: Plan, extra: Sequence[str]) -> tuple[str, list[tuple[int, Any]]]:
        """The function that checks all arguments: 0, or the number of the line that refuses them."""
        source, constant = self.source, self.source.constant
        function, verb = source.fresh("l"), action.op.data
        numbered = list(enumerate(plan.lines, 1))
        numbers = None if plan.forbids is None else frozenset(number for number, _ in plan.forbids.always)
        late = self.enumerators.emitted.rules.forbids(verb, numbers)
        with self.compiler.aside():
            env, heads = self._heads(plan, extra)
            with source.block(f"def {function}({', '.join(('m', 'c', 'it', 'me', *heads))}):"):
                given = {slot.name for slot in plan.slots} | {"me", *extra}
                values = ", ".join(f"{constant(name)}: {code}" for name, code in env.names.items() if name in given)
                if late:
                    source.line(f"if {late}(m, c, {{{values}}}): return {WHOLE}")
                for condition in action.clauses.conditions:
                    source.line(f"if not {self.ex.truth(condition, env)}: return {WHOLE}")
                later = {id(line.op) for line in plan.lines}
                for line in action.body.args:
                    if line.name not in ("let", "keep", "require", "cost"):
                        break
                    if line.name in ("let", "keep") and id(line) not in later:
                        env = self._let(line, env)
                for number, wanted in numbered:
                    env = self._line(number, wanted.op, verb, env, plan, numbered)
                source.line("return 0")
        return function, numbered

    def _let(self, line: Op, env: Env) -> Env:
        local = self.source.fresh()
        self.source.line(f"{local} = {self.ex.value(line.args[0], env)}")
        return Env({**env.names, line.data: local}, "it", "me", actor="me", tuples=env.tuples)

    def _line(self, number: int, line: Op, verb: str, env: Env, plan: Plan, lines: Sequence[Any]) -> Env:
        if line.name in ("let", "keep"):
            read = {part.data for part in walk(line.args[0]) if part.name == "local"}
            if read - set(env.names):
                if any(other.op.name in ("require", "cost") for at, other in lines if at > number):
                    raise Unwritten("a name")
                return env  # a name that the payment gives: nothing asks for it
            return self._let(line, env)
        if line.name == "require":
            self.source.line(f"if not {self.ex.truth(line.args[0], env)}: return {number}")
        else:
            self.source.line(f"if not {self.enumerators.payable(line, env, verb)}: return {number}")
        return env


def _is_membership(condition: Op) -> bool:
    if condition.name != "compare" or condition.data != "in" or condition.args[0].name != "that":
        return False
    return all(part.name != "that" for part in walk(condition.args[1]))
