"""Calls that may wait for an answer become statements of their own: `x = call(…)`, `call(…)` or `return call(…)`.

The order in which things are evaluated stays the same: whatever stands before such a call in an expression gets a name
first.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from interpreter.backend.passes.trees import is_atom

Waits = Callable[[ast.Call], bool]
"""Whether a call may wait for an answer."""


class CannotStop(Exception):
    """A call that may wait stands where nothing can be continued: inside a comprehension, a lambda or a generator."""


class Hoist:
    """One function at a time."""

    def __init__(self, waits: Waits) -> None:
        self.waits = waits
        self._names = 0

    def fresh(self) -> str:
        self._names += 1
        return f"_a{self._names}"

    def has(self, node: ast.AST | None) -> bool:
        return node is not None and any(isinstance(part, ast.Call) and self.waits(part) for part in ast.walk(node))

    # -------------------------------------------------------------------------------------------------- statements

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [line for node in body for line in self.statement(node)]

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        if not self.has(node):
            return [node]
        before: list[ast.stmt] = []
        match node:
            case ast.Expr(value=value) | ast.Return(value=ast.expr() as value):
                node.value = self.top(value, before)
            case ast.Assign(targets=targets, value=value):
                node.value = self.top(value, before)
                if any(self.has(target) for target in targets):
                    raise CannotStop(ast.unparse(node))
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                node = _given(name, ast.BinOp(ast.Name(name, ast.Load()), op, value))
                node.value = self.inner(node.value, before)
            case ast.If():
                node.test = self.inner(node.test, before)
                node.body, node.orelse = self.block(node.body), self.block(node.orelse)
            case ast.While(orelse=[]):
                self._while(node)
            case ast.For(orelse=[]):
                node.iter = self.inner(node.iter, before)
                node.body = self.block(node.body)
            case ast.Try(orelse=[], finalbody=[]):
                node.body = self.block(node.body)
                for handler in node.handlers:
                    handler.body = self.block(handler.body)
            case _:
                raise CannotStop(ast.unparse(node))
        return [*before, node]

    def _while(self, node: ast.While) -> None:
        node.body = self.block(node.body)
        if self.has(node.test):
            before: list[ast.stmt] = []
            test = self.inner(node.test, before)
            leave = ast.If(ast.UnaryOp(ast.Not(), test), [ast.Break()], [])
            node.test = ast.Constant(True)
            node.body = [*before, leave, *node.body]

    # ------------------------------------------------------------------------------------------------- expressions

    def top(self, node: ast.expr, before: list[ast.stmt]) -> ast.expr:
        """An expression whose value a statement takes: it may itself be a call that waits."""
        if isinstance(node, ast.Call) and self.waits(node):
            self._parts(node, before)
            return node
        return self.inner(node, before)

    def inner(self, node: ast.expr, before: list[ast.stmt]) -> ast.expr:
        """An expression inside another one: it does not wait any more."""
        if not self.has(node):
            return node
        match node:
            case ast.Call() if self.waits(node):
                self._parts(node, before)
                return self._named(node, before)
            case ast.BoolOp(op=op, values=values):
                return self._in_turn(op, values, before)
            case ast.IfExp():
                name = self.fresh()
                test = self.inner(node.test, before)
                body, other = self._giving(name, node.body), self._giving(name, node.orelse)
                before.append(ast.If(test, body, other))
                return ast.Name(name, ast.Load())
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
                first = node.generators[0]
                first.iter = self.inner(first.iter, before)  # asked once, before anything else
                if self.has(node):
                    raise CannotStop(ast.unparse(node))
                return node
            case ast.Lambda() | ast.DictComp() | ast.NamedExpr():
                raise CannotStop(ast.unparse(node))
            case ast.Compare(ops=ops) if len(ops) > 1:
                raise CannotStop(ast.unparse(node))
        self._parts(node, before)
        return node

    def _parts(self, node: ast.expr, before: list[ast.stmt]) -> None:
        """The parts of an expression in the order of their evaluation."""
        places: list[tuple[object, str, int | None]] = []
        for holder in _holders(node):
            for field, value in ast.iter_fields(holder):
                if isinstance(value, list):
                    places += [(holder, field, at) for at, part in enumerate(value) if isinstance(part, ast.expr)]
                elif isinstance(value, ast.expr):
                    places.append((holder, field, None))
        last = max((at for at, place in enumerate(places) if self.has(_get(*place))), default=-1)
        for at, place in enumerate(places[: last + 1]):
            part = _get(*place)
            if self.has(part):
                part = self.inner(part, before)
            elif at < last and not is_atom(part) and not isinstance(part, ast.Starred) and not _is_path(part):
                part = self._named(part, before)
            _set(*place, part)

    def _named(self, node: ast.expr, before: list[ast.stmt]) -> ast.expr:
        name = self.fresh()
        before.append(_given(name, node))
        return ast.Name(name, ast.Load())

    def _giving(self, name: str, node: ast.expr) -> list[ast.stmt]:
        before: list[ast.stmt] = []
        value = self.top(node, before)
        return [*before, _given(name, value)]

    def _in_turn(self, op: ast.boolop, values: list[ast.expr], before: list[ast.stmt]) -> ast.expr:
        """`a and b`: the second is asked only if the first holds."""
        name = self.fresh()
        before += self._giving(name, values[0])
        inside = before
        for value in values[1:]:
            test: ast.expr = ast.Name(name, ast.Load())
            if isinstance(op, ast.Or):
                test = ast.UnaryOp(ast.Not(), test)
            block = ast.If(test, self._giving(name, value), [])
            inside.append(block)
            inside = block.body
        return ast.Name(name, ast.Load())


def _given(name: str, value: ast.expr) -> ast.Assign:
    return ast.Assign([ast.Name(name, ast.Store())], value, lineno=1)


def _holders(node: ast.expr) -> list[ast.AST]:
    """A node and its keywords: both hold parts that are evaluated."""
    return [node, *getattr(node, "keywords", ())]


def _is_path(node: ast.expr) -> bool:
    """`m.state.cells`: the function of a call, or what no question replaces."""
    return isinstance(node, ast.Attribute) and (is_atom(node.value) or _is_path(node.value))


def _get(holder: object, field: str, at: int | None) -> ast.expr:
    value = getattr(holder, field)
    found: ast.expr = value if at is None else value[at]
    return found


def _set(holder: object, field: str, at: int | None, part: ast.expr) -> None:
    if at is None:
        setattr(holder, field, part)
    else:
        getattr(holder, field)[at] = part
