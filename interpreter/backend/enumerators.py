"""Legal actions as Python: for each action one function with a loop for each slot.

Requirements are tested as soon as the slots that they read are filled; `x in ZONE` gives the candidates for `x`. Rules
of the ruleset that forbid the action are requirements like any other. What cannot be emitted (slots for several things,
slots that may stay empty, lines that read the tried action itself) is enumerated by the reference, action by action.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import define, evolve

from dsl.ir.operations import Op
from dsl.ir.rules import Standing
from dsl.names import types as t
from dsl.names.signatures import SlotSig
from interpreter.backend.growing import Growers
from interpreter.backend.rules import Situation
from interpreter.compiled.env import Env
from interpreter.compiled.source import Unwritten
from interpreter.compiled.windows import Condition, Windows, filled
from interpreter.link.linked_program import Offered, walk
from interpreter.link.rule_index import OF, During
from interpreter.model import limits

if TYPE_CHECKING:
    from interpreter.backend.program import Emitted


@define
class _Name:
    """A name that a line at the top of an action gives to a value."""

    name: str
    op: Op
    needs: frozenset[str]


class Enumerators(Windows):
    def __init__(self, emitted: Emitted) -> None:
        super().__init__(emitted.compiler)
        self.emitted = emitted
        self.growers = Growers(self)
        self._listed: dict[str, str] = {}  # of slots that are listed before any loop: the names of the lists

    def moves(self, window: str) -> str:
        """The function that lists the moves of a player in a window: number of the action, `it`, more names, slots."""
        actions = self.linked.actions.get(window, [])
        functions = [self.fillings_of(action, window) for action in actions]
        source, constant = self.source, self.source.constant

        def write(name: str) -> None:
            with source.block(f"def {name}(m, c, p):"):
                source.line("m.memo = {}")
                source.line("out = []")
                for number, (action, function) in enumerate(zip(actions, functions, strict=True)):
                    source.at = action.op
                    depth = source.depth
                    for limit in action.clauses.once_per:
                        by = self.linked.signatures[action.op.data].slot("by")
                        wanted = f"(({constant(by.name)}, p),)" if by is not None else "((None, p),)"
                        source.line(f"if not times_of(m, c, {constant(action.op.data)}, {wanted}, {constant(limit)}):")
                        source.depth += 1
                    self._of_bearers(number, action, function)
                    source.depth = depth
                source.line("m.memo = None")
                source.line(f"if len(out) > {limits.OPTIONS}: raise Bail")
                source.line("return out")

        function_name = self.compiler.function(("straight moves", window), "l", write)
        assert function_name is not None
        return function_name

    def _of_bearers(self, number: int, action: Offered, function: str | None) -> None:
        source, constant = self.source, self.source.constant
        if function is None:
            self.emitted.fell_back(f"options of {action.op.data}")
            source.line(f"enumerated(m, {constant(action)}, {number}, p, out)")
        elif action.holder == "":
            source.line("try:")
            source.line(f"    {function}(m, c, None, p, {number}, None, out)")
            source.line(f"except Exception: again(m, {constant(action)}, {number}, p, out)")
        else:
            source.line("try:")
            source.line(f"    for i, x in list(bringers(m, {constant(action)}, p)):")
            source.line(f"        {function}(m, c, i, p, {number}, x, out)")
            source.line(f"except Exception: again(m, {constant(action)}, {number}, p, out)")

    # --------------------------------------------------------------------------------------------------- one action

    def fillings_of(self, action: Offered, window: str) -> str | None:
        """The function for the arguments of an action in a window; none if only the reference can list them."""
        key = ("straight fillings", action.op.data, action.holder, action.name, str(id(action.op)), window)
        remembers, self.compiler.remembers = self.compiler.remembers, True

        def write(name: str) -> None:
            self.emitted.compiler.fast_expressions.window = window
            self._arguments(action, name)

        try:
            return self.compiler.function(key, "l", write)
        finally:
            self.compiler.remembers = remembers

    def _arguments(self, action: Offered, function: str) -> None:
        plan, verb = self.linked.plan(action), action.op.data
        source = self.source
        if any(isinstance(slot.type, t.MaybeT) for slot in plan.slots):
            raise Unwritten("slots")
        extra = self.linked.mark_names.get(action.name, ()) if action.holder == "mark" else ()
        if plan.several:
            self.growers.write(action, function, plan, extra)
            return
        params = {name: source.fresh() for name in extra}
        slots = {slot.name for slot in plan.slots}
        names, conditions, price = self._lines(action, slots | {"me", *extra})
        for rule in (rule for _, rule in plan.rules):
            reads = self._reads(rule) & slots
            conditions.append(Condition(Op("forbidden", t.TRUTH, data=rule), frozenset(reads)))
        source.at = action.op
        with source.block(f"def {function}(m, c, it, me, nr, xx, out):"):
            if plan.during:
                self.only_during(plan.during)
            for name, var in params.items():
                source.line(f"{var} = xx[{source.constant(name)}]")
            numbers = None if plan.forbids is None else frozenset(number for number, _ in plan.forbids.always)
            late = self.emitted.rules.forbids(verb, numbers)
            env = Env({"me": "me", **params}, "it", "me", actor="me")
            self._levels(action, names, conditions, price, env, late)

    def only_during(self, during: During) -> None:
        """Nothing is legal unless some events are in progress."""
        outer = Env({}, "it", "me", actor="me")
        for verb, filters in during:
            self.source.line(f"if not {self.emitted.rules.going_on(verb, filters, outer, 'None')}: return ()")

    def _lines(self, action: Offered, bound: set[str]) -> tuple[list[_Name], list[Condition], Op | None]:
        """The lines at the top of an action as names and conditions, and its cost."""
        verb, outlook = action.op.data, self.linked.event_reads
        names: list[_Name] = []
        conditions: list[Condition] = []
        price: Op | None = None
        own = {slot.name for slot in self.linked.plan(action).slots}

        def needs(op: Op) -> frozenset[str]:
            if verb in outlook.text(op):
                raise Unwritten("a line that reads the action")
            read = {part.data for part in walk(op) if part.name == "local"}
            if read - bound - {name.name for name in names}:
                raise Unwritten("a name")
            return frozenset(read & (own | {name.name for name in names}))

        for line in action.body.args:
            if line.name in ("let", "keep") and price is not None:
                continue  # nothing asks for it before it is paid
            if line.name in ("let", "keep"):
                if line.data in own or line.data in bound:
                    raise Unwritten("a name")
                names.append(_Name(line.data, line.args[0], needs(line.args[0])))
            elif line.name == "require":
                if price is not None:
                    raise Unwritten("a requirement behind a cost")
                whole = line.args[0]
                for part in whole.args if whole.name == "and" else (whole,):
                    conditions.append(Condition(part, needs(part)))
            elif line.name == "cost":
                if price is not None or any(verb in outlook.currency(c) for way in line.data for c, _ in way if c):
                    raise Unwritten("cost")
                for part in line.args:
                    needs(part)
                price = line
            else:
                break
        conditions += [Condition(part, needs(part)) for part in action.clauses.conditions]
        return names, conditions, price

    def _levels(
        self, action: Offered, names: list[_Name], conditions: list[Condition], price: Op | None, env: Env, late: str
    ) -> None:
        source, plan = self.source, self.linked.plan(action)
        depth = source.depth
        done: list[Condition] = []
        bound: set[str] = set()
        plain = [condition for condition in conditions if condition.op.name != "forbidden"]
        rules = [condition for condition in conditions if condition.op.name == "forbidden"]
        env = self._at_level(names, plain, rules, done, bound, env)
        self._hoist(plan.slots[1:], plain, rules, done, env)
        for slot in plan.slots:
            env = self._loop(slot, plain, done, bound, env)
            env = self._at_level(names, plain, rules, done, bound, env)
        if late:
            values = self._values(plan.slots, env)
            source.line(f"if not {late}(m, c, {values}):")
            source.depth += 1
        if price is not None:
            source.line(f"if {self.payable(price, env, action.op.data)}:")
            source.depth += 1
        source.line(f"out.append((nr, it, xx, {', '.join(env.names[slot.name] for slot in plan.slots)}))")
        source.depth = depth

    def _hoist(
        self,
        slots: Sequence[SlotSig],
        plain: list[Condition],
        rules: list[Condition],
        done: list[Condition],
        env: Env,
    ) -> None:
        """Candidates of a slot that do not depend on other slots are listed once, before any loop."""
        self._listed = {}
        for slot in slots:
            alone = [condition for condition in plain if condition not in done and condition.slots == {slot.name}]
            forbidden = [condition for condition in rules if condition not in done and condition.slots == {slot.name}]
            if not alone and not forbidden:
                continue
            kept, lines = list(done), len(self.source.lines)
            many, board = super()._candidates(slot, plain, done, set(), env)
            if board:
                done[:] = kept
                del self.source.lines[lines:]
                continue
            name, held = self.source.fresh(), self.source.fresh("i")
            inner = filled(env, slot, name)
            tests, read = [], []
            for condition in alone:
                if condition not in done:
                    fixed, test = self.ex.fixed(condition.op, inner, but=slot.name)
                    for local, code in fixed:
                        self.source.line(f"{local} = {code}")
                    read += fixed
                    tests.append(test)
            tests += [f"not {self.forbids_now(condition.op.data, inner)}" for condition in forbidden]
            many = self.ex.paid_again(many or self._domain(slot), read)
            some = f" if {' and '.join(tests)}" if tests else ""
            self.source.line(f"{held} = [{name} for {name} in {many}{some}]")
            done += [condition for condition in (*alone, *forbidden) if condition not in done]
            self._listed[slot.name] = held

    def _candidates(
        self, slot: SlotSig, conditions: list[Condition], done: list[Condition], bound: set[str], env: Env
    ) -> tuple[str | None, str]:
        if slot.name in self._listed:
            return self._listed[slot.name], ""
        return super()._candidates(slot, conditions, done, bound, env)

    def _values(self, slots: Sequence[object], env: Env) -> str:
        parts = [f"{self.source.constant(name)}: {code}" for name, code in env.names.items()]
        return "{" + ", ".join(parts) + "}"

    def payable(self, price: Op, env: Env, verb: str) -> str:
        constant = self.source.constant
        names = self._values((), env)
        by_numbers = self.by_numbers(price, env, verb)
        if by_numbers is not None:
            return by_numbers
        whole = f"can_be_paid(m, {constant(price)}, {names}, it, me, {constant(verb)})"
        if any(currency is None for way in price.data for currency, _ in way):
            return whole
        amounts = "".join(f"{self.ex.value(part, env)}, " for part in price.args[::2])
        held = self.source.fresh()
        self.source.line(f"{held} = payable_for(m, {constant(price)}, ({amounts}), me)")
        return f"({whole} if {held} is None else {held})"

    def by_numbers(self, price: Op, env: Env, verb: str | None) -> str | None:
        """Whether a cost can be paid whose currencies are all numbers; none if some are not."""
        ways = []
        amounts = iter(price.args[::2])
        for way in price.data:
            wanted: dict[str, list[str]] = {}
            for currency, _ in way:
                amount = next(amounts)
                if currency is None or any(op.name == "pay" for op in self.linked.currencies[currency]):
                    return None
                low = self.ex.number(amount, env)
                changed = self.emitted.changes.cost(currency, verb) if currency not in wanted else ""
                if changed:
                    values = self._values((), env)
                    about = f"{{**{values}, {self.source.constant(OF)}: {self.source.constant(verb)}}}"
                    low = f"{changed}(m, c, {low}, {about})"
                sure = low.isdigit() or low.startswith("len(")
                wanted.setdefault(currency, []).append(low if sure else f"max(0, {low})")
            tests = []
            for currency, parts in wanted.items():
                held = self.ex.value(self.linked.currencies[currency][0], Env({}, "None", env.me))
                tests.append(f"{' + '.join(parts)} <= ({held} or 0)")
            ways.append(" and ".join(tests) if tests else "True")
        return "(" + " or ".join(ways) + ")"

    def _at_level(
        self,
        names: list[_Name],
        plain: list[Condition],
        rules: list[Condition],
        done: list[Condition],
        bound: set[str],
        env: Env,
    ) -> Env:
        """Everything that can be tested or named with the slots that are filled."""
        while True:
            self._tests(plain, done, bound, env)
            ready = next((name for name in names if name.name not in bound and name.needs <= bound), None)
            if ready is None:
                break
            local = self.source.fresh()
            self.source.line(f"{local} = {self.ex.value(ready.op, env)}")
            bound.add(ready.name)
            env = evolve(env, names={**env.names, ready.name: local})
        for rule in rules:
            if rule not in done and rule.slots <= bound:
                done.append(rule)
                self.source.line(f"if not {self.forbids_now(rule.op.data, env)}:")
                self.source.depth += 1
        return env

    def _in_order(self, op: Op, of: t.KindT, kind: t.KindT, env: Env) -> str:
        lineage = self.linked.program.symbols.lineage
        heir = kind.name != "Player" and kind.name in lineage(of.name)
        if heir and not self._is_adjacent(op) and self.emitted.compiler.fast_expressions.only_in_play(op):
            return f"sorted({self.ex.items(op, env)})"
        return super()._in_order(op, of, kind, env)

    # --------------------------------------------------------------------------------------------------- prohibitions

    def _reads(self, rule: Standing) -> set[str]:
        held = self.linked.held(rule)
        ops = [wish.op for wish in held.filters] + list(rule.clauses.conditions)
        ops += [wish.op for _, wishes in held.during for wish in wishes]
        names = {part.data for op in ops for part in walk(op) if part.name == "local"}
        return (names | {wish.slot for wish in held.filters}) - {"me", "here"}

    def forbids_now(self, rule: Standing, env: Env) -> str:
        """Whether a rule of the ruleset forbids what fills the slots."""
        types = {slot.name: slot.type for slot in self.linked.signatures[rule.target].slots}
        slots = {name: code for name, code in env.names.items() if name in types}
        more = {name: code for name, code in env.names.items() if name not in types}
        at = Situation(slots, types, "me", more=more)
        tests = self.emitted.rules.tests(rule, "None", "None", {}, "", at)
        return f"({' and '.join(tests)})" if tests else "True"
