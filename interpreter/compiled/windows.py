"""Windows as Python: every legal filling of an action by nested loops, each requirement asked as early as it can be.

What a requirement says of one slot (`goal in adjacent(square)`) is where the candidates for that slot come from. The
options come out in the same order as in the reference: slots in the order of the head, things in the order in which
they came into play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import define, evolve

from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.names.signatures import SlotSig
from interpreter.compiled.env import Env
from interpreter.compiled.queries import WORK_BEFORE, WORK_OF, Lifted
from interpreter.compiled.source import Unwritten
from interpreter.link.effects.hidden_slots import blind_slots_of
from interpreter.link.linked_program import Offered, walk
from interpreter.model import limits
from interpreter.model import state as s

if TYPE_CHECKING:
    from interpreter.compiled.flows import FlowPosition, Flows
    from interpreter.compiled.program import Compiler


@define
class Condition:
    """A part of a requirement, and the slots that it looks at."""

    op: Op
    slots: frozenset[str]


class Windows:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.source = compiler.source
        self.ex = compiler.expressions
        self.linked = compiler.linked
        self.looks = compiler.looks

    # ------------------------------------------------------------------------------------------------ the window

    def write(self, flows: Flows, op: Op, place: FlowPosition) -> None:
        """Open a window in place: offer, wait, do."""
        name = op.data[0]
        offer, must = self.plain_window(op)
        actions = self.linked.actions.get(name, [])
        legal = self.legal(name)
        after = flows.label()
        player = flows.local()
        start = following = after
        to = offer.args[1]
        single = isinstance(to.type, t.KindT)
        if not single or offer.data == "any":
            start = flows.label()
        if single:
            if offer.data == "any":
                flows.begin(start)
            self.source.line(f"{player} = {self.ex.value(to, place.env)}")
            flows.unless(f"{player} in c[{s.PLAYERS}]", after)
        else:
            following = flows.label()
            index = flows.local()
            self.source.line(f"{index} = 0")
            flows.begin(start)
            self.source.line(f"o = [x for x in {self.ex.items(to, place.env)} if x in c[{s.PLAYERS}]]")
            flows.unless(f"{index} < len(o)", after)
            self.source.line(f"{player} = o[{index}]")
        self.compiler.sentences.turn(*(op for action in actions for op in asked_of(action)))
        self.source.line(f"o = {legal}(m, c, {player})")
        flows.unless("o", following)
        flows.ask("act", player, "o", str(int(must)), "1", name)
        if not must:
            flows.unless("a", following)
        done = start if offer.data == "any" else following
        for number, action in enumerate(actions):
            others = flows.label()
            if number < len(actions) - 1:
                flows.unless(f"a[0][0] == {number}", others)
            self._do(flows, action, player, place)
            if flows.open:
                flows.go(done)
            if number < len(actions) - 1:
                flows.begin(others)
        if not single:
            flows.begin(following)
            self.source.line(f"{index} += 1")
            flows.go(start)
        flows.begin(after)

    def plain_window(self, op: Op) -> tuple[Op, bool]:
        name, given = op.data
        meaning = self.linked.text("window", name)
        if meaning is None or given or name in self.looks.windows or op.args:
            raise Unwritten(name)
        offers = [part for part in meaning.ops if part.name == "offer"]
        others = [part for part in meaning.ops if part.name not in ("offer", "standing")]
        if len(offers) != 1 or offers[0].data not in ("one", "any") or others:
            raise Unwritten(name)
        must = False
        for part in meaning.ops:
            if part.name == "standing":
                rule = part.data
                clauses = rule.clauses
                plain = not (
                    clauses.during or clauses.windows or clauses.conditions or clauses.once_per or clauses.until
                )
                if rule.sort != "forbid" or rule.target != "pass" or rule.filters or not plain:
                    raise Unwritten(name)
                must = True
        if any(target == "pass" for _, target in self.linked.hooks):
            raise Unwritten("pass")
        return offers[0], must

    def _do(self, flows: Flows, action: Offered, player: str, place: FlowPosition) -> None:
        verb = action.op.data
        slots = self.linked.verbs[verb].slots
        others = [slot.name for slot in slots if slot.name != "me"]
        given = {name: f"a[0][{number + 1}]" for number, name in enumerate(others)} | {"me": player}
        if not self.looks.asks(verb):
            args = (given[slot.name] for slot in slots)
            self.source.line(f"{self.compiler.action(verb)}({', '.join(('m', 'c', 'None', *args))})")
            return
        names = {slot.name: flows.local() for slot in slots}
        for name, local in names.items():
            self.source.line(f"{local} = {given[name]}")
        flows.in_place(verb, names, place, "", chosen=True)

    # ------------------------------------------------------------------------------------------------- legality

    def legal(self, window: str) -> str:
        actions = self.linked.actions.get(window, [])
        for action in actions:
            self._plain_action(action)

        def write(function: str) -> None:
            with self.source.block(f"def {function}(m, c, me):"):
                self.source.line("out = []")
                for number, action in enumerate(actions):
                    self.source.at = action.op
                    self._fillings(number, action)
                self.source.line(f"if len(out) > {limits.OPTIONS}: raise Bail")
                self.source.line("return out")

        function_name = self.compiler.function(("legal", window), "l", write)
        if function_name is None:
            raise Unwritten(window)
        return function_name

    # --------------------------------------------------------------------------------- fillings of any action

    def fillings(
        self, action: Offered, slots: Sequence[SlotSig], extra: Sequence[str]
    ) -> tuple[str, tuple[Op, ...], Op | None]:
        """A function for the fillings that the requirements allow, as far as they are written, the lines left over, and
        the cost of which each filling brings the least numbers along.

        What is left over is asked of each filling by the reference, with costs and rules that forbid.
        """
        names = {slot.name for slot in slots}
        conditions: list[Condition] = []
        rest: list[Op] = []
        for line in action.body.args:
            if line.name not in ("let", "keep", "require", "cost"):
                break
            parts = self._parts(line, names | {"me", *extra}, action.op.data)
            conditions += [Condition(part, _slots_in(part) & names) for part in parts or ()]
            if parts is None:
                rest.append(line)
        price = self._price(rest, names | {"me", *extra}, action.op.data)
        function = self.source.fresh("l")
        params = {name: self.source.fresh() for name in extra}
        self.source.at = action.op
        with self.source.block(f"def {function}({', '.join(('m', 'c', 'it', 'me', *params.values()))}):"):
            self.source.line("out = []")
            self.compiler.weights.note(self.compiler.weights.of(*asked_of(action)))
            env = Env({"me": "me", **params}, "it", "me", actor="me")
            self._nested(slots, conditions, env, "", price.args[::2] if price is not None else ())
            self.source.line(f"if len(out) > {limits.OPTIONS}: raise Bail")
            self.source.line("return out")
        return function, tuple(rest if price is None else ()), price

    def _price(self, rest: list[Op], bound: set[str], verb: str) -> Op | None:
        """The cost, if nothing else is left over and its numbers look at nothing but what fills the action."""
        if len(rest) != 1 or rest[0].name != "cost" or any(name is None for way in rest[0].data for name, _ in way):
            return None
        plain = all(self._looks_only_at(amount, bound, verb) for amount in rest[0].args[::2])
        return rest[0] if plain else None

    def _looks_only_at(self, op: Op, bound: set[str], verb: str) -> bool:
        return all(
            part.data in bound if part.name == "local" else not (part.name == "event" and part.data == verb)
            for part in walk(op)
        )

    def _parts(self, line: Op, bound: set[str], verb: str) -> tuple[Op, ...] | None:
        """A requirement as parts that look at nothing but what fills the action; none if it looks at more."""
        if line.name != "require":
            return None
        whole = line.args[0]
        if not self._looks_only_at(whole, bound, verb):
            return None
        return whole.args if whole.name == "and" else (whole,)

    def _plain_action(self, action: Offered) -> None:
        clauses = action.clauses
        verb = action.op.data
        if action.holder or clauses.during or clauses.conditions or clauses.once_per or clauses.works_in:
            raise Unwritten(verb)
        if not self.looks.plain(verb):
            raise Unwritten(verb)
        if blind_slots_of(self.linked, action):
            raise Unwritten("a slot for what the player may not see")

    def _fillings(self, number: int, action: Offered) -> None:
        slots = [slot for slot in self.linked.verbs[action.op.data].slots if slot.name != "me"]
        conditions = self._conditions(action, {slot.name for slot in slots})
        env = Env({"me": "me"}, "None", "me", actor="me")
        self._nested(slots, conditions, env, str(number))

    def _nested(
        self, slots: Sequence[SlotSig], conditions: list[Condition], env: Env, first: str, more: Sequence[Op] = ()
    ) -> None:
        """One loop inside the other, a slot each; what fits goes to `out`, with some more values of it."""
        if any(isinstance(slot.type, t.MaybeT) for slot in slots):
            raise Unwritten("a slot that may be empty")
        depth = self.source.depth
        done: list[Condition] = []
        bound: set[str] = set()
        self._tests(conditions, done, bound, env)
        for slot in slots:
            env = self._loop(slot, conditions, done, bound, env)
        parts = [first] if first else []
        parts += [env.names[slot.name] for slot in slots]
        parts += [self.ex.value(op, env) for op in more]
        self.source.line(f"out.append(({''.join(f'{part}, ' for part in parts)}))")
        self.source.depth = depth

    def _loop(
        self, slot: SlotSig, conditions: list[Condition], done: list[Condition], bound: set[str], env: Env
    ) -> Env:
        """Go through what may fill a slot, and ask everything that can be asked now."""
        name = self.source.fresh()
        inner = filled(env, slot, name)
        source, board = self._candidates(slot, conditions, done, bound, env)
        bound.add(slot.name)
        ready = [condition for condition in conditions if condition not in done and condition.slots <= bound]
        done += ready
        heads, tests = name, []
        kind = t.plain(slot.type)
        every = isinstance(kind, t.KindT) and kind.name != "Player" and source is None
        shape = self.compiler.one_shape(Op("kind", data=kind.name)) if isinstance(kind, t.KindT) and every else None
        printed: list[str] = []
        inputs: list[str] = []
        read: list[tuple[str, str]] = []
        columns: dict[str, str] = {}
        for condition in ready:
            op = condition.op
            if shape is not None:
                own = lambda thing: thing.name == "local" and thing.data == slot.name  # noqa: E731
                try:
                    more, changed = self.ex.columns(op, shape, own)
                    fixed, test = self.ex.fixed(changed, inner, but=slot.name)
                    columns |= more
                except Lifted:
                    fixed, test = self.ex.fixed(op, inner, but=slot.name)
            else:
                fixed, test = self.ex.fixed(op, inner, but=slot.name)
            for held, code in fixed:  # what does not change while the slot is filled is read once
                self.source.line(f"{held} = {code}")
            if board and self.compiler.printed_local(op, slot.name):
                printed.append(test)
                works = (WORK_BEFORE, WORK_OF)
                inputs += [held for held, code in fixed if "m.board_cache." not in code and held[:2] not in works]
            else:
                tests.append(test)
                read += fixed
        source = source or self._domain(slot)
        if printed:  # candidates that what is printed on the board decides: a table of the board
            key, table = self.source.fresh("p"), self.source.fresh("p")
            site = self.source.fresh("")
            self.source.line(f"{key} = ({', '.join((site, board, *inputs))})")
            self.source.line(f"{table} = m.board_cache.picked.get({key})")
            some = f"tuple([{name} for {name} in {source} if {' and '.join(printed)}])"
            self.source.line(f"if {table} is None: {table} = m.board_cache.picked[{key}] = {some}")
            source = table
            self.compiler.weights.note(8 * self.compiler.weights.of(*(condition.op for condition in ready)))
        source = self.compiler.weights.loop(source, self.compiler.weights.of(*(condition.op for condition in ready)))
        source = self.ex.paid_again(source, read)
        if columns and shape is not None:
            heads = ", ".join((name, *columns.values()))
            sides = "".join(f", column(c, {source}, {shape.offset[field]}, {shape.size})" for field in columns)
            source = f"zip({source}{sides})"
        if len(bound) > 1:
            self.source.line(f"if len(out) > {limits.OPTIONS}: raise Bail")
        self.source.line(f"for {heads} in {source}:")
        self.source.depth += 1
        if tests:
            self.source.line(f"if {' and '.join(tests)}:")
            self.source.depth += 1
        return inner

    def _tests(self, conditions: list[Condition], done: list[Condition], bound: set[str], env: Env) -> None:
        """Every condition whose slots are all filled by now."""
        ready = [condition for condition in conditions if condition not in done and condition.slots <= bound]
        if ready:
            test = " and ".join(self.ex.truth(condition.op, env) for condition in ready)
            self.source.line(f"if {test}:")
            self.source.depth += 1
            done += ready

    def _conditions(self, action: Offered, slots: set[str]) -> list[Condition]:
        conditions: list[Condition] = []
        for line in action.body.args:
            if line.name == "require":
                whole = line.args[0]
                for part in whole.args if whole.name == "and" else (whole,):
                    names = frozenset(inner.data for inner in walk(part) if inner.name == "local")
                    if names - slots - {"me"}:
                        raise Unwritten("require")
                    conditions.append(Condition(part, names & slots))
            elif line.name in ("let", "keep", "cost"):
                raise Unwritten(line.name)
            else:
                break
        return conditions

    def _candidates(
        self, slot: SlotSig, conditions: list[Condition], done: list[Condition], bound: set[str], env: Env
    ) -> tuple[str | None, str]:
        """What a requirement counts up to fill a slot, and the space on a board that it is about; none if none does."""
        kind = t.plain(slot.type)
        if isinstance(kind, t.KindT):
            for condition in conditions:
                op = condition.op
                if condition in done or op.name != "compare" or op.data != "in" or op.args[0].name != "local":
                    continue
                of = t.item(op.args[1].type)
                if op.args[0].data != slot.name or not condition.slots - {slot.name} <= bound or of is None:
                    continue
                if any(part.name == "local" and part.data == slot.name for part in walk(op.args[1])):
                    continue
                if isinstance(of, t.KindT):
                    done.append(condition)
                    board = self.ex.value(op.args[1].args[0], env) if self._is_adjacent(op.args[1]) else ""
                    return self._in_order(op.args[1], of, kind, env), board
        return None, ""

    def _in_order(self, op: Op, of: t.KindT, kind: t.KindT, env: Env) -> str:
        """Of a list the things of a kind that are in play, in the order in which they came."""
        if self._is_adjacent(op):
            near = f"m.board_cache.around[{self.ex.value(op.args[0], env)}]"
            if kind.name in self.linked.program.symbols.lineage(of.name):
                return near
            return f"[x for x in {near} if c[x] in {self.source.constant(self.compiler.heirs(kind.name))}]"
        if kind.name == "Player":
            return f"[x for x in c[{s.PLAYERS}] if x in {self.ex.items(op, env)}]"
        return f"in_play(m, c, {self.ex.items(op, env)}, {self.source.constant(self.linked.layout.heirs[kind.name])})"

    def _is_adjacent(self, op: Op) -> bool:
        return (
            op.name == "call" and op.data == "adjacent"
            and self.ex.single(op.args[0].type) and self.compiler.is_space(op.args[0].type)
        )  # fmt: skip

    def _domain(self, slot: SlotSig) -> str:
        match t.plain(slot.type):
            case t.SymbolT(name=name):
                return self.source.constant(self.linked.program.symbols.symbols[name].members)
            case t.NumberT(low=low, high=high) if low is not None and high is not None and high - low < limits.OPTIONS:
                return f"range({low}, {high + 1})"
            case t.TruthT():
                return "(True, False)"
            case t.KindT(name="Player"):
                return f"c[{s.PLAYERS}]"
            case t.KindT(name=name):
                return self.ex.value(Op("kind", t.ListT(t.KindT(name)), data=name), Env())
            case _:
                raise Unwritten(slot.name)


def filled(env: Env, slot: SlotSig, name: str) -> Env:
    """What is seen where a slot is filled, one thing in play after another if it is for a thing."""
    things = env.things | {slot.name} if isinstance(t.plain(slot.type), t.KindT) else env.things
    return evolve(env, names={**env.names, slot.name: name}, things=things)


def asked_of(action: Offered) -> Sequence[Op]:
    """The lines at the top of an action, which are asked while its fillings are found."""
    lines = list(action.body.args)
    return [line for line in lines if line.name in ("let", "keep", "require", "cost")]


def _slots_in(op: Op) -> frozenset[str]:
    return frozenset(part.data for part in walk(op) if part.name == "local")
