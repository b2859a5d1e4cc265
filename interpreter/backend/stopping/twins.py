"""The words of emitted code that may wait, as functions that can: made from their own source, so each has one text."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable
from functools import cache
from types import ModuleType
from typing import Any

from interpreter.backend import asking, paying, runtime, several
from interpreter.backend.stopping.branches import branching
from interpreter.backend.stopping.hoist import Hoist
from interpreter.backend.stopping.points import WAIT, StoppingFunction, placed
from interpreter.compiled.source import define_tree

WORDS: tuple[tuple[ModuleType, tuple[str, ...]], ...] = (
    (asking, ("ask", "ask_together", "offered")),
    (paying, ("pay", "_units")),
    (several, ("events", "together", "_answer", "decide_together", "decided_by_each", "_decided")),
    (
        runtime,
        (
            "chosen_of", "chosen_one", "chosen_set", "asked_at_table", "arranged", "drive", "sentence", "run_hooks",
            "run_hook", "begin_hook", "after", "replaced", "builtin_event", "begin_flow", "run_script",
        ),
    ),
)  # fmt: skip
"""The functions that may wait, by module."""
NAMES = frozenset(name for _, names in WORDS for name in names)
CALLED = frozenset({"function", "body"})
"""Parameters that are such functions."""
METHODS = frozenset({"ask", "act", "request", "run_hook", "replaced"})
"""Methods of whoever answers, and of the emitted program, that may wait."""


def waits(call: ast.Call) -> bool:
    """Whether a call in the source of these words may wait."""
    match call.func:
        case ast.Name(id=name):
            return name in NAMES or name in CALLED
        case ast.Attribute(attr=attr, value=value):
            holder = value.id if isinstance(value, ast.Name) else value.attr if isinstance(value, ast.Attribute) else ""
            return attr in METHODS and holder in ("answerer", "emitted")
        case ast.Call():
            return True  # a function that was looked up: a hook, a script, a flow
    return False


def words() -> dict[str, Callable[..., Any]]:
    """The words that may wait, by name."""
    return dict(_words())


@cache
def _words() -> tuple[tuple[str, Callable[..., Any]], ...]:
    found: dict[str, Callable[..., Any]] = {}
    spaces = []
    for module, names in WORDS:
        space = {**vars(module), "WAIT": WAIT}
        spaces.append(space)
        for tree in _trees(module, names):
            function = StoppingFunction(tree, Hoist(waits), space)
            define_tree(placed(ast.Module([function.entry], [])), space, module.__name__)
            found[tree.name] = space[tree.name]
    found["decided_by_each"] = branching(found["_decided"], found["decided_by_each"])
    for space in spaces:
        space.update(found)
    return tuple(found.items())


def _trees(module: ModuleType, names: Iterable[str]) -> list[ast.FunctionDef]:
    tree = ast.parse(inspect.getsource(module))
    return [_bare(node) for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in names]


def _bare(node: ast.FunctionDef) -> ast.FunctionDef:
    """Without its types and its docstring."""
    for arg in node.args.args:
        arg.annotation = None
    node.returns = None
    if isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant):
        del node.body[0]
    node.body = [_Plain().visit(line) for line in node.body]
    return node


class _Plain(ast.NodeTransformer):
    """`x: int = 1` is `x = 1`."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is None:
            return ast.Pass()
        return ast.Assign([node.target], node.value, lineno=node.lineno)
