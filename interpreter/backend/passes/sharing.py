"""An emitted function asks once for a value that it needs twice.

In a function that only looks nothing changes, so whatever is asked again gives the same. In any other function that is
so inside one statement. Only what is asked in any case is asked before: nothing is done that was not done, and nothing
fails that did not fail.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator

from interpreter.backend.passes.trees import key_of, names_given, names_read

LOOKING = frozenset("lrqsyd")
"""The letters with which the names of functions begin that only look."""
ASKING = re.compile(r"[rqsyd]\d+$")
PURE = frozenset({
    "resolved", "card", "would", "owner", "own", "filter_matches", "times_of", "called_by", "row_of", "has", "shows",
    "printed_of_card", "printed_by", "controller", "copy_or_card", "is_kind", "face_on", "holder_of", "has_mark",
    "level_of", "distinct", "joined", "same", "combined", "value_of", "cell", "read", "items", "is_card", "reached",
    "charted", "sighted", "area", "held", "holder", "on",
    "first_on", "all_on", "leveled", "in_play", "things_of",
})  # fmt: skip
"""Words that only look."""
GROWING = frozenset({"h", "w", "out", "found", "waiting"})
"""Names of lists and sets to which emitted code adds."""


def share(function: ast.FunctionDef) -> bool:
    """Ask once what is asked twice; whether there was anything."""
    sharing = _Sharing(function)
    if function.name[0] in LOOKING:
        sharing.block(function.body)
    else:
        sharing.lines(function.body)
    return sharing.given > 0


class _Sharing:
    def __init__(self, function: ast.FunctionDef) -> None:
        self.function = function
        self.given = 0

    def fresh(self) -> str:
        self.given += 1
        return f"_{self.given}"

    # ------------------------------------------------------------------------------------------------------ blocks

    def block(self, body: list[ast.stmt]) -> None:
        """The statements of a function that only looks."""
        at = 0
        while at < len(body):
            at = self._before(body, at, len(body))
            for inner in _inner(body[at]):
                self.block(inner)
            at += 1

    def lines(self, body: list[ast.stmt]) -> None:
        """The statements of any function: each for itself."""
        at = 0
        while at < len(body):
            node = body[at]
            if isinstance(node, ast.Assign | ast.Expr | ast.Return | ast.If):
                at = self._before(body, at, at + 1, head=True)
            for inner in _inner(body[at]):
                self.lines(inner)
            at += 1

    def _before(self, body: list[ast.stmt], at: int, end: int, *, head: bool = False) -> int:
        """Ask once before a statement what it and those up to the end ask more than once; where it stands then."""
        scope: list[ast.stmt] = [ast.Expr(part) for part in _heads(body[at])] if head else body[at:end]
        counts: Counter[object] = Counter()
        for node in scope:
            _count(node, counts, 1)
        changed = set().union(*[names_given(node) for node in body[at:end]])
        while True:
            best: ast.expr | None = None
            size = 0
            for part in (asked for head_part in _heads(body[at]) for asked in certain(head_part)):
                if is_asking(part) and counts[key_of(part)] > 1 and not names_read(part) & changed:
                    weight = sum(1 for _ in ast.walk(part))
                    if weight > size:
                        best, size = part, weight
            if best is None:
                return at
            name = self.fresh()
            key = key_of(best)
            swap = _Swap(key, name)
            if head:
                for field in _fields(body[at]):
                    setattr(body[at], field, swap.visit(getattr(body[at], field)))
            else:
                swap.all(body, at, end)
            body.insert(at, ast.Assign([ast.Name(name, ast.Store())], best, lineno=getattr(body[at], "lineno", 1)))
            at, end = at + 1, end + 1
            counts.clear()
            scope = [ast.Expr(part) for part in _heads(body[at])] if head else body[at:end]
            for node in scope:
                _count(node, counts, 1)


class _Swap(ast.NodeTransformer):
    """Puts a name in place of an expression."""

    def __init__(self, key: object, name: str) -> None:
        self.key, self.name = key, name

    def all(self, body: list[ast.stmt], at: int, end: int) -> None:
        for place in range(at, end):
            self.visit(body[place])

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if is_asking(node) and key_of(node) == self.key:
            return ast.Name(self.name, ast.Load())
        return super().generic_visit(node)


def is_asking(node: ast.AST) -> bool:
    """Whether an expression only looks, and is worth keeping."""
    match node:
        case ast.Call(func=ast.Name(id=name), keywords=[]):
            return (name in PURE or ASKING.match(name) is not None) and all(_looks(part) for part in node.args)
        case ast.Subscript(value=ast.Name(id=name)) if name[0] == "k":
            return is_asking(node.slice)
    return False


def _looks(node: ast.AST) -> bool:
    """Whether nothing in an expression does anything, and it reads nothing that grows."""
    for part in ast.walk(node):
        if isinstance(part, ast.Lambda | ast.NamedExpr) or (isinstance(part, ast.Name) and part.id in GROWING):
            return False
        if isinstance(part, ast.Call):
            name = part.func.id if isinstance(part.func, ast.Name) else ""
            is_pure = name in PURE or name in (
                "tuple",
                "first",
                "last",
                "one",
                "Scope",
                "span",
                "spent",
                "brief",
                "listed",
            )
            if isinstance(part.func, ast.Attribute):
                is_pure = part.func.attr in ("get", "open_window")
            if not is_pure and ASKING.match(name) is None:
                return False
    return True


def _count(node: ast.AST, counts: Counter[object], often: int) -> None:
    """How often each expression is asked; in a loop, more than once."""
    if is_asking(node):
        counts[key_of(node)] += often
    if isinstance(node, ast.For):
        _count(node.iter, counts, often)
        for line in node.body:
            _count(line, counts, 2)
        return
    if isinstance(node, ast.ListComp | ast.GeneratorExp):
        _count(node.generators[0].iter, counts, often)
        for inner in (*node.generators[0].ifs, *node.generators[1:], node.elt):
            _count(inner, counts, 2)
        return
    for part in ast.iter_child_nodes(node):
        _count(part, counts, often)


def _fields(node: ast.stmt) -> tuple[str, ...]:
    match node:
        case ast.If() | ast.While():
            return ("test",)
        case ast.For():
            return ("iter",)
        case ast.Assign() | ast.Expr():
            return ("value",)
        case ast.Return():
            return ("value",) if node.value is not None else ()
    return ()


def _heads(node: ast.stmt) -> list[ast.expr]:
    """The expressions of a statement that are evaluated before anything in it is done."""
    if isinstance(node, ast.While):
        return []
    return [getattr(node, field) for field in _fields(node)]


def _inner(node: ast.stmt) -> list[list[ast.stmt]]:
    blocks = [getattr(node, name, None) for name in ("body", "orelse", "finalbody")]
    handlers = [handler.body for handler in getattr(node, "handlers", ())]
    return [inner for inner in (*blocks, *handlers) if inner]


def certain(node: ast.expr) -> Iterator[ast.expr]:
    """The parts of an expression that are evaluated in any case."""
    yield node
    match node:
        case ast.BoolOp():
            yield from certain(node.values[0])
        case ast.Compare():
            yield from certain(node.left)
            yield from certain(node.comparators[0])
        case ast.IfExp():
            yield from certain(node.test)
        case ast.ListComp() | ast.GeneratorExp():
            yield from certain(node.generators[0].iter)
        case ast.Lambda():
            return
        case _:
            for part in ast.iter_child_nodes(node):
                if isinstance(part, ast.expr):
                    yield from certain(part)
                elif isinstance(part, ast.keyword):
                    yield from certain(part.value)
