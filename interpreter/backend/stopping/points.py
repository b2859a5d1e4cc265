"""A function that may wait: its beginning, and one continuation for each point where it may.

At a point the function notes where it is and the names that it still needs, and returns `WAIT`; its callers do the
same. The continuation of a point is a function of these names and the answer: the rest of the block, then whatever
follows the block. So a function that is not continued pays for one comparison at each call, and continuations are made
when they are first needed.

A loop that is continued in the middle begins with the rest of its turn. A `for` with a point goes through a tuple by
number, so its place is a number too.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from copy import copy
from typing import Any

from interpreter.backend.passes.trees import is_true
from interpreter.backend.stopping.hoist import Hoist
from interpreter.backend.stopping.liveness import NONE, Around, Liveness, MissingNames, Names, given_in
from interpreter.compiled.source import Namespace, define_tree

_OF_MACHINE = {"c": "m.state.cells", "st": "m.state", "w_": "m.now"}
"""Names that stand for parts of the machine wherever they are: they are not kept but looked up again."""


class Wait:
    """What a function returns that waits for an answer. It must reach the one who continues it, so it is good for
    nothing else."""

    def __bool__(self) -> bool:
        raise RuntimeError("a call that waits is not known as one")


WAIT = Wait()


class Point:
    """A place where a function may wait."""

    __slots__ = ("_continuation", "function", "names", "number", "tried")

    def __init__(self, function: StoppingFunction, number: int, names: tuple[str, ...], tried: bool) -> None:
        self.function, self.number, self.names = function, number, names
        self.tried = tried  # whether an exception can be caught around it
        self._continuation: Callable[..., Any] | None = None

    @property
    def continuation(self) -> Callable[..., Any]:
        """A function of the answer, an exception in its place (if that can be caught), and the names."""
        if self._continuation is None:
            self._continuation = self.function.continued(self)
        return self._continuation

    def __repr__(self) -> str:
        return f"{self.function.name} at {self.number}"


class StoppingFunction:
    """One function with its points, in a namespace."""

    def __init__(self, tree: ast.FunctionDef, hoist: Hoist, namespace: Namespace) -> None:
        self.name, self.namespace, self.tree = tree.name, namespace, tree
        self.hoist = hoist
        self.found_again: Names = NONE  # names of this function that are looked up again
        self._loops = 0
        self._marked: list[tuple[ast.stmt, bool]] = []
        tree.body = self._mark(hoist.block(tree.body), tried=False)
        params = [arg.arg for arg in tree.args.args]
        own = frozenset(params) | given_in(tree.body)
        live = Liveness(own)
        live.block(tree.body, NONE, Around())
        given = MissingNames(live.after)
        given.block(tree.body, frozenset(params))
        self.points = [
            Point(self, number, self._kept(live.after[number]), tried) for number, (_, tried) in enumerate(self._marked)
        ]
        for point in self.points:
            namespace[self._held(point.number)] = point
        first = [_assign(name, ast.Constant(None)) for name in sorted(given.missing)]
        self.entry = self._function(self.name, tree.args, [*first, *tree.body])

    def _kept(self, needed: Names) -> tuple[str, ...]:
        """The names to keep at a point, the machine first."""
        self.found_again |= needed & _OF_MACHINE.keys()
        return ("m", *sorted(needed - _OF_MACHINE.keys() - {"m"}))

    def _held(self, number: int) -> str:
        return f"P_{self.name}_{number}"

    # ------------------------------------------------------------------------------------------------------- points

    def _mark(self, body: list[ast.stmt], tried: bool) -> list[ast.stmt]:
        """Number the points, and let loops that contain one go by number."""
        found: list[ast.stmt] = []
        for node in body:
            value = getattr(node, "value", None)
            if isinstance(node, ast.Expr | ast.Assign | ast.Return) and self._waits(value):
                if isinstance(node, ast.Return) and not tried:
                    found.append(node)  # whoever called is waiting just as well
                    continue
                node.point = len(self._marked)  # type: ignore[union-attr]
                self._marked.append((node, tried))
            elif isinstance(node, ast.If | ast.While):
                node.body = self._mark(node.body, tried)
                if isinstance(node, ast.If):
                    node.orelse = self._mark(node.orelse, tried)
            elif isinstance(node, ast.For) and any(self.hoist.has(line) for line in node.body):
                found += self._by_number(node)
                node.body = self._mark(node.body, tried)
            elif isinstance(node, ast.Try):
                node.body = self._mark(node.body, tried=True)
                for handler in node.handlers:
                    handler.body = self._mark(handler.body, tried)
            found.append(node)
        return found

    def _waits(self, value: ast.AST | None) -> bool:
        return isinstance(value, ast.Call) and self.hoist.waits(value)

    def _by_number(self, node: ast.For) -> list[ast.stmt]:
        self._loops += 1
        many, at = f"_q{self._loops}", f"_i{self._loops}"
        before = _assign(many, ast.Call(_name("tuple"), [node.iter], []))
        item = ast.Assign([node.target], ast.Subscript(_name(many), _name(at), ast.Load()), lineno=1)
        node.target, node.body = ast.Name(at, ast.Store()), [item, *node.body]
        length = ast.Call(_name("len"), [_name(many)], [])
        node.iter = ast.Call(_name("range"), [length], [])
        node.counts = (many, at)  # type: ignore[attr-defined]
        return [before]

    # -------------------------------------------------------------------------------------------------- functions

    def continued(self, point: Point) -> Callable[..., Any]:
        body = self._rest(self.tree.body, point)
        assert body is not None
        found_again = [_assign(found, ast.parse(_OF_MACHINE[found], mode="eval").body) for found in self.found_again]
        body = [*found_again, *body]
        name = f"{self.name}_{point.number}"
        given = ["answer_", "raised_", *point.names] if point.tried else ["answer_", *point.names]
        args = ast.arguments([], [ast.arg(given_name) for given_name in given], None, [], [], None, [])
        module = placed(ast.Module([self._function(name, args, body)], []))
        define_tree(module, self.namespace, name)
        continuation: Callable[..., Any] = self.namespace[name]
        return continuation

    def _rest(self, body: list[ast.stmt], point: Point, depth: int = 0) -> list[ast.stmt] | None:
        """What is left of a block after a point in it; none if the point is elsewhere."""
        for at, node in enumerate(body):
            found = self._rest_of(node, point, depth)
            if found is not None:
                return [*found, *body[at + 1 :]]
        return None

    def _rest_of(self, node: ast.stmt, point: Point, depth: int) -> list[ast.stmt] | None:
        if getattr(node, "point", None) == point.number:
            return self._answered(node, point)
        match node:
            case ast.If():
                found = self._rest(node.body, point, depth)
                return self._rest(node.orelse, point, depth) if found is None else found
            case ast.While() | ast.For():
                inner = self._rest(node.body, point, depth + 1)
                return None if inner is None else self._loop(node, inner, depth)
            case ast.Try():
                inner = self._rest(node.body, point, depth)
                if inner is not None:
                    new = copy(node)
                    new.body = inner
                    return [new]
                for handler in node.handlers:
                    inner = self._rest(handler.body, point, depth)
                    if inner is not None:
                        return inner
        return None

    @staticmethod
    def _loop(node: ast.While | ast.For, inner: list[ast.stmt], depth: int) -> list[ast.stmt]:
        """A loop that begins with the rest of a turn."""
        first = f"_f{depth}"
        new = copy(node)
        started = ast.If(_name(first), [_assign(first, ast.Constant(False)), *inner, ast.Continue()], [])
        new.body = [started, *node.body]
        if isinstance(new, ast.While):
            if not is_true(new.test):
                new.test = ast.BoolOp(ast.Or(), [_name(first), new.test])
        else:
            many, at = new.counts  # type: ignore[attr-defined]
            length = ast.Call(_name("len"), [_name(many)], [])
            new.iter = ast.Call(_name("range"), [_name(at), length], [])
        return [_assign(first, ast.Constant(True)), new]

    @staticmethod
    def _answered(node: ast.stmt, point: Point) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        if point.tried:
            test = ast.Compare(_name("raised_"), [ast.IsNot()], [ast.Constant(None)])
            found.append(ast.If(test, [ast.Raise(_name("raised_"))], []))
        match node:
            case ast.Assign(targets=targets):
                found.append(ast.Assign(targets, _name("answer_"), lineno=1))
            case ast.Return():
                found.append(ast.Return(_name("answer_")))
        return found

    def _function(self, name: str, args: ast.arguments, body: list[ast.stmt]) -> ast.FunctionDef:
        return ast.FunctionDef(name, args, self._lowered(body) or [ast.Pass()], [], lineno=1)

    # ---------------------------------------------------------------------------------------------------- waiting

    def _lowered(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The same block, with what is done at its points if the call waits."""
        found: list[ast.stmt] = []
        for node in body:
            if hasattr(node, "point"):
                found += self._at_point(node, self.points[node.point])
                continue
            new = copy(node)
            for field in ("body", "orelse"):
                if getattr(node, field, None):
                    setattr(new, field, self._lowered(getattr(node, field)))
            if isinstance(new, ast.Try):
                new.handlers = [copy(handler) for handler in new.handlers]
                for handler in new.handlers:
                    handler.body = self._lowered(handler.body)
            found.append(new)
        return found

    def _at_point(self, node: Any, point: Point) -> list[ast.stmt]:
        target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
        direct = isinstance(target, ast.Name) and target.id not in point.names
        held = target.id if isinstance(target, ast.Name) and direct else "_w"
        names = ", ".join([self._held(point.number), *point.names])
        wait = ast.parse(f"if {held} is WAIT:\n m.answerer.pending.append(({names},))\n return WAIT").body
        found: list[ast.stmt] = [_assign(held, node.value), *wait]
        if isinstance(node, ast.Assign) and not direct:
            found.append(ast.Assign(node.targets, _name("_w"), lineno=1))
        elif isinstance(node, ast.Return):
            found.append(ast.Return(_name("_w")))
        return found


def placed(tree: ast.Module) -> ast.Module:
    """The same tree, all of it on one line: its parts come from anywhere."""
    for node in ast.walk(tree):
        if "lineno" in node._attributes:
            node.lineno = node.end_lineno = 1  # type: ignore[attr-defined]
            node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
    return tree


def _name(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _assign(name: str, value: ast.expr) -> ast.Assign:
    return ast.Assign([ast.Name(name, ast.Store())], value, lineno=1)
