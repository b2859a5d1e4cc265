"""Expressions compiled when they are asked often: the rest of the reference runs on, only faster.

Every operation that the reference is asked for many times from outside becomes one function, together with the rules
and stats that it asks. If the function raises anything but a fault of the rules, the reference does that one value
again: it is the meaning, this is only its speed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from attrs import frozen

from dsl.diagnostics.codes.internal import INTERNAL
from dsl.ir.operations import Op
from interpreter.compiled import direct
from interpreter.compiled.env import Env
from interpreter.compiled.program import Compiler
from interpreter.compiled.segments import Segments
from interpreter.compiled.source import Line, Namespace, Unwritten, define_functions, hoist_tables
from interpreter.compiled.support import WORDS
from interpreter.link.action_plans import Plan
from interpreter.link.linked_program import LinkedProgram, Offered, walk
from interpreter.link.lower import LoweredText
from interpreter.model.environment import RuleError, Scope, fault
from interpreter.model.state import Thing, Value
from interpreter.model.work_meter import out_of_work

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

OFTEN = 24
"""So many times an operation is asked before it is compiled."""
SIMPLE = frozenset(
    {"constant", "none", "symbol", "ladder", "local", "it", "me", "that", "word", "kind", "mark", "default"}
)

_NAME = re.compile(r"\w+")

Compiled = Callable[..., Value]
Handler = Callable[[Op, Scope, "Machine"], Value]


@frozen
class Quick:
    """The fillings of an action that its requirements allow, and the lines at its top that are still to be asked.

    With a `price` nothing else is to be asked, and behind what fills the slots a filling has the least amounts of it.
    """

    function: Compiled
    rest: tuple[Op, ...]
    price: Op | None

    def fillings(self, m: Machine, it: Value, player: Thing, extra: Iterable[Value]) -> list[tuple[Value, ...]] | None:
        """The fillings; none if something is not what the types promise: then they are tried one after another."""
        try:
            fillings: list[tuple[Value, ...]] = self.function(m, m.state.cells, it, player, *extra)
        except Exception:  # noqa: BLE001 - whatever it is, the reference says what it means
            if m.fast is not None:
                m.fast.redone += 1
            return None
        return fillings


class Jit:
    """The compiled expressions of one linked program."""

    def __init__(self, linked: LinkedProgram) -> None:
        self.compiler = Compiler(linked)
        self.compiler.remembers = True
        self.functions: dict[int, Compiled | None] = {}
        self.texts: dict[int, Compiled | None] = {}
        self.fillings: dict[int, Quick | None] = {}
        self.namespace: Namespace = {**WORDS, **direct.WORDS}
        self.drive = direct.drive
        self.knows_goals = self.compiler.goal_reads is not None
        self.redone = 0  # so often the reference did again what broke here: next to never, or something is wrong
        self._seeing = {"board_cache", "printed_of"}  # what looks at a board
        self._asked: dict[int, int] = {}
        self._kept: list[Op] = []  # operations are known by where they lie: they must not go away

    def value(self, op: Op, scope: Scope, m: Machine, handlers: dict[str, Handler]) -> Value:
        key = id(op)
        try:
            function = self.functions[key]
        except KeyError:
            function = self._count(op, key)
        if function is not None:
            try:
                return function(m, m.state.cells, scope.values, scope.it, scope.me, scope.that, scope.actor)
            except RuleError:
                raise
            except Exception:  # noqa: BLE001 - not what the types promise: the reference knows what it means
                self.redone += 1
        meter = m.meter
        meter.left -= 1
        if meter.left < 0:
            raise out_of_work(op)
        handler = handlers.get(op.name)
        if handler is None:
            raise fault(INTERNAL, op, what=f"`{op.name}`", report="")
        return handler(op, scope, m)

    def text(self, body: Op, code: LoweredText) -> Compiled | None:
        """The function of a text, made when it was run some times; none before, or if there is no use in it."""
        key = id(body)
        try:
            return self.texts[key]
        except KeyError:
            pass
        asked = self._asked.get(key, 0) + 1
        self._asked[key] = asked
        if asked == 1:
            self._kept.append(body)
        if asked < OFTEN:
            return None
        del self._asked[key]
        self.texts[key] = self._segments(body, code)
        return self.texts[key]

    def _segments(self, body: Op, code: LoweredText) -> Compiled:
        compiler = self.compiler
        source = compiler.source
        source.lines = []
        name = source.fresh("t")
        Segments(compiler).write(body, code, name)
        return self._define(name)

    def quick(self, action: Offered, plan: Plan, extra: tuple[str, ...]) -> Quick | None:
        """The fillings of an action as a function, made when it was tried some times; none before, or if it has slots
        for several things."""
        key = id(action)
        try:
            return self.fillings[key]
        except KeyError:
            pass
        asked = self._asked.get(key, 0) + 1
        self._asked[key] = asked
        if asked < OFTEN:
            return None
        del self._asked[key]
        self.fillings[key] = None if plan.several else self._quick(action, plan, extra)
        return self.fillings[key]

    def _quick(self, action: Offered, plan: Plan, extra: tuple[str, ...]) -> Quick | None:
        self.compiler.source.lines = []
        try:
            name, rest, price = self.compiler.windows.fillings(action, plan.slots, extra)
        except Unwritten:
            self.compiler.source.lines = []
            return None
        return Quick(self._define(name), rest, price)

    def _count(self, op: Op, key: int) -> Compiled | None:
        if op.name in SIMPLE:
            self._kept.append(op)
            self.functions[key] = None
            return None
        asked = self._asked.get(key, 0) + 1
        self._asked[key] = asked
        if asked == 1:
            self._kept.append(op)
        if asked < OFTEN:
            return None
        del self._asked[key]
        self.functions[key] = None  # while it is written, and if it cannot be
        self.functions[key] = self._compile(op)
        return self.functions[key]

    def _compile(self, op: Op) -> Compiled | None:
        self.compiler.source.lines = []
        name = write_expression(self.compiler, op)
        return self._define(name) if name is not None else None

    def _define(self, name: str) -> Compiled:
        """Take in what was written, with all the functions that it needs."""
        source = self.compiler.source
        self.compiler.finish()
        if self._sees_boards(source.lines):
            start = next(index for index, line in enumerate(source.lines) if line.text.startswith(f"def {name}("))
            source.lines.insert(
                start + 1, Line("    if m.board_cache is None or m.board_cache.laid is not c[10]: look(m, c)")
            )
        define_functions(source, self.namespace, "rules")
        source.lines = []
        function: Any = self.namespace[name]
        return function  # type: ignore[no-any-return]

    def _sees_boards(self, lines: list[Line]) -> bool:
        """Whether some functions look at a board, themselves or through those that were written before."""
        names = {name for line in lines for name in _NAME.findall(line.text)}
        if names.isdisjoint(self._seeing):
            return False
        self._seeing.update(line.text[4 : line.text.index("(")] for line in lines if line.text.startswith("def "))
        return True


def write_expression(compiler: Compiler, op: Op) -> str | None:
    """Write a function for an expression; none if only the reference knows it."""
    source = compiler.source
    name = source.fresh("f")
    names = {part.data: source.fresh() for part in walk(op) if part.name == "local"}
    source.at = op
    code = compiler.expressions.value(op, Env(names, "it", "me", "that", "actor"))
    if code.startswith(f"value({source.constant(op)}, "):
        return None
    start = len(source.lines)
    with source.block(f"def {name}(m, c, n, it, me, that, actor):"):
        compiler.weights.pay(compiler.weights.of(op))
        for given, local in names.items():
            source.line(f"{local} = n.get({source.constant(given)})")
        source.line(f"return {code}")
    own = source.lines[start:]
    hoist_tables(own)
    source.lines[start:] = own
    return name
