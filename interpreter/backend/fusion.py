"""Queries of emitted code: a query of a query goes round once, and definitions are opened to see what they are.

`lockable(me)` may be a list of dice that are not locked and fit; the emitted loop goes through the tray and tests both.
Whether something is in such a list is two tests and no list. What does not depend on the item is reckoned once.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from dsl.ir.operations import Op
from dsl.names import types as t
from interpreter.compiled.env import Env
from interpreter.compiled.expressions import Expressions
from interpreter.compiled.queries import WORK_BEFORE, WORK_OF, Lifted
from interpreter.link.linked_program import walk

SHORT = 48
"""A definition of at most so many operations may stand in place of its call."""
DEPTH = 8
"""So many definitions may stand inside each other."""
GOING_THROUGH = frozenset({"some", "all", "count", "sum", "highest", "lowest", "least", "most", "each", "distinct"})
"""Functions whose second part looks at each item of the first."""
_LOOPING = frozenset({"where", "call"})
_TAKING = frozenset(
    {"distance", "fits", "complete", "lesser", "greater", "difference", "first", "last", "top", "shows"}
)
"""Functions that only take what they are given."""
_ATOMS = ("None", "True", "False")
_HOLDS = frozenset(
    {"compare", "and", "or", "not", "sum", "product", "negate", "ask_rule", "call", "field", "at", "list"}
)
"""Operations whose parts may be read before a loop."""
_WORTH = frozenset({"field", "ask_rule", "where", "call", "event_field", "times"})
"""Parts that are worth reading before a loop."""


def is_atom(code: str) -> bool:
    return code.isidentifier() or code.isdigit() or code in _ATOMS


def own_thats(op: Op) -> Iterator[Op]:
    """Each `that` of a condition that means an item of its own list."""
    if op.name == "that":
        yield op
    for part in op.args[:1] if loops(op) else op.args:
        yield from own_thats(part)


def loops(op: Op) -> bool:
    """Whether the second part of an operation looks at the items of the first."""
    return op.name == "where" or (op.name == "call" and op.data in GOING_THROUGH and len(op.args) > 1)


class FusedQueries(Expressions):
    def __init__(self, compiler) -> None:  # type: ignore[no-untyped-def]
        super().__init__(compiler)
        self._inside: list[str] = []
        self._weighed: dict[int, tuple[Op, int]] = {}
        self._endless: dict[str, bool] = {}
        self.window: str | None = None  # the open window, where that is known
        self.lists: set[str] = set()  # names of emitted code that hold a list

    # ------------------------------------------------------------------------------------------------- definitions

    def opened(self, op: Op, env: Env) -> tuple[Op, Env] | None:
        """The body of a short definition that nothing changes, with its arguments."""
        name = op.data
        rule = self.linked.program.symbols.rules[name]
        meaning = self.linked.text(rule.sort, name)
        if meaning is None or not meaning.ops or len(self._inside) >= DEPTH or self._asks_itself(name):
            return None
        body = meaning.ops[0]
        if body.name == "block" or (rule.sort == "rule" and name in self.looks.modified) or self._weight(body) > SHORT:
            return None
        if any(part.name in ("local", "named") and part.data == "here" for part in walk(body)):
            return None
        if self.compiler.remembers and self.compiler.is_heavy(body):
            return None
        args: dict[str, str] = {}
        tuples = set()
        for index, param in enumerate(rule.params):
            given = op.args[index] if index < len(op.args) else None
            if given is None or given.name == "none":
                args[param.name] = self.compiler.default("rule", name, param.name)
            elif isinstance(t.plain(param.type), t.NumberT):
                args[param.name] = self.number_or_none(given, env)
            elif isinstance(t.plain(param.type), t.ListT):
                args[param.name] = self.list_of(given, env)
                tuples.add(param.name)
            else:
                args[param.name] = self.value(given, env)
            uses, looped = self._uses(body, param.name)
            if not is_atom(args[param.name]) and (uses > 1 or looped):
                return None
        return body, Env(args, tuples=frozenset(tuples))

    def _ask_rule(self, op: Op, env: Env) -> str | None:
        opened = self.opened(op, env)
        if opened is None:
            return super()._ask_rule(op, env)
        self._inside.append(op.data)
        try:
            return self.value(*opened)
        finally:
            self._inside.pop()

    def _asks_itself(self, name: str) -> bool:
        """Whether a definition asks itself, directly or through others."""
        asks_itself = self._endless.get(name)
        if asks_itself is None:
            seen: set[str] = set()
            waiting = [name]
            while waiting:
                rule = self.linked.program.symbols.rules[waiting.pop()]
                meaning = self.linked.text(rule.sort, rule.name)
                for body in meaning.ops if meaning is not None else ():
                    asked = {part.data for part in walk(body) if part.name == "ask_rule"}
                    waiting += asked - seen
                    seen |= asked
            asks_itself = self._endless[name] = name in seen
        return asks_itself

    def _weight(self, op: Op) -> int:
        weighed = self._weighed.get(id(op))
        if weighed is None:
            weighed = self._weighed[id(op)] = (op, sum(1 for _ in walk(op)))
        return weighed[1]

    def _uses(self, op: Op, name: str, looped: bool = False) -> tuple[int, bool]:
        """How often a name is read, and whether it is in a loop."""
        if op.name == "local":
            return (1, looped) if op.data == name else (0, False)
        often, inside = 0, False
        for index, part in enumerate(op.args):
            deeper = looped or (op.name in _LOOPING and index > 0) or op.name == "call"
            count, deep = self._uses(part, name, deeper)
            often, inside = often + count, inside or deep
        return often, inside

    # ----------------------------------------------------------------------------------------------------- queries

    def peeled(self, op: Op, env: Env) -> tuple[Op, Env, list[tuple[Op, Env]]]:
        """A list as what it is picked from, and the conditions on its items."""
        conditions: list[tuple[Op, Env]] = []
        while True:
            if op.name == "where" and self.compiler.unpicked(op) is op.args[1]:
                conditions.insert(0, (op.args[1], env))
                op = op.args[0]
                continue
            opened = self.opened(op, env) if op.name == "ask_rule" else None
            if opened is None or (opened[0].name != "where" and not self.is_tuple(*opened)):
                return op, env, conditions
            op, env = opened

    def those(self, many: Op, condition: Op, env: Env) -> str:
        base, outer, conditions = self.peeled(many, env)
        conditions.append((condition, env))
        that = self.source.fresh("x")
        held: list[tuple[str, str]] = []
        tests = []
        for part, around in conditions:
            fixed, test = self.fixed(part, around.looking_at(that))
            held += fixed
            tests.append(test)
        first = "".join(f"for {name} in ({code},) " for name, code in held)
        every = self.items(base, outer)
        if any(self.compiler.goes_round(part) for part, _ in conditions):
            every = self.paid_again(self.compiler.weights.each(base, condition, every), held)
        return f"[{that} {first}for {that} in {every} if {' and '.join(tests)}]"

    def _in(self, op: Op, env: Env) -> str | None:
        left, right = op.args
        if right.name in ("where", "ask_rule") and self.same_plainly(left.type):
            base, outer, conditions = self.peeled(right, env)
            of = t.item(base.type)
            single = self.value(left, env)
            if conditions and of is not None and self.same_plainly(of) and single.isidentifier():
                tests = [self.truth(part, around.looking_at(single)) for part, around in conditions]
                no = "not " if op.data == "not in" else ""
                return f"({no}({single} in {self.items(base, outer)} and {' and '.join(tests)}))"
        return super()._in(op, env)

    def fixed(self, op: Op, env: Env, *, number: bool = False, but: str = "") -> tuple[list[tuple[str, str]], str]:
        """A value that is wanted for many items, and what in it is the same for all of them, to be read once."""
        held: list[tuple[str, str]] = []

        def same(part: Op) -> bool:
            return next(own_thats(part), None) is None and not any(
                inner.name == "local" and inner.data == but for inner in walk(part)
            )

        def lift(part: Op) -> Op:
            if part.name == "written" or self._levels(part) is not None:
                return part
            if part.name in _WORTH and same(part):
                listed = isinstance(t.plain(part.type), t.ListT)
                around = evolve(env, that="None")
                code = self.list_of(part, around) if listed else self.value(part, around)
                if is_atom(code):
                    name = code
                else:
                    name = self.source.fresh("h")
                    held.extend(self.read_once(part, name, code))
                if listed:
                    self.lists.add(name)
                return Op("written", part.type, data=name, span=part.span)
            if part.name in _HOLDS and (part.name != "call" or part.data in GOING_THROUGH or part.data in _TAKING):
                inner = loops(part)
                return evolve(part, args=tuple([p if inner and at else lift(p) for at, p in enumerate(part.args)]))
            return part

        try:
            lifted = lift(op)
            return held, self.number(lifted, env) if number else self.value(lifted, env)
        except Lifted:  # the reference does some of it, and it knows only what was written by the author
            if any(part.name == "written" for part in walk(op)):
                raise
            return [], self.number(op, env) if number else self.value(op, env)

    def read_once(self, op: Op, name: str, found: str) -> list[tuple[str, str]]:
        """The name of what is read before a loop, and of its work if the reference would go round at each turn."""
        if op.name in ("field", "ask_rule") or not self.compiler.goes_round(op):
            return [(name, found)]
        before, work = self.source.fresh(WORK_BEFORE), self.source.fresh(WORK_OF)
        counted = self.compiler.weights.counted()
        return [(before, counted), (name, found), (work, f"{counted} - {before}")]

    def _builtin(self, op: Op, env: Env) -> str | None:
        if op.data == "window" and self.window is not None:
            return self.source.constant(self.window)
        return super()._builtin(op, env)

    def is_tuple(self, op: Op, env: Env) -> bool:
        if op.name == "written":
            return op.data in self.lists
        if op.name == "if_then":
            return all(self.is_tuple(part, env) for part in op.args[1:])
        return super().is_tuple(op, env)

    def _gives_tuple(self, name: str) -> bool:
        if super()._gives_tuple(name):
            return True
        meaning = self.linked.text(self.linked.program.symbols.rules[name].sort, name)
        if meaning is None or not meaning.ops or name in self.looks.modified or self._asks_itself(name):
            return False
        body = meaning.ops[0]
        if body.name != "block":
            return self.is_tuple(body, Env())
        if not body.args or body.args[-1].name != "result" or self.compiler.rule(name) is None:
            return False
        assigned = {part.args[0].data for part in walk(body) if part.name == "assign" and part.args[0].name == "local"}
        lets = [part for part in walk(body) if part.name == "let" and part.data not in assigned]
        lists = frozenset(part.data for part in lets if self.is_tuple(part.args[0], Env()))
        inner = Env(tuples=lists)
        return all(self.is_tuple(part.args[0], inner) for part in walk(body) if part.name == "result")

    def items(self, op: Op, env: Env) -> str:
        if op.name == "that" and isinstance(op.type, t.KindT) and is_atom(env.that):
            return f"({env.that},)"
        if op.name in ("local", "it", "me", "builtin") and isinstance(op.type, t.KindT):
            code = self.value(op, env)
            if is_atom(code) and self.single(op.type):
                return f"(({code},) if {code} is not None else ())"
        return super().items(op, env)
