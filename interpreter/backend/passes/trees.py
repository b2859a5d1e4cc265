"""Python's trees, as the passes over emitted functions speak of them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from copy import copy
from typing import TypeVar

Node = TypeVar("Node", bound=ast.AST)


def called(node: ast.AST) -> str | None:
    """The name of a function that is called."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id
    return None


def constant(value: object) -> ast.Constant:
    return ast.Constant(value)  # type: ignore[arg-type]


def is_true(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def is_false(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is False


def is_atom(node: ast.AST) -> bool:
    """Whether an expression may be read any number of times."""
    return isinstance(node, ast.Name | ast.Constant)


def is_cheap(node: ast.AST) -> bool:
    """A name, or a cell: what may be read twice."""
    match node:
        case ast.Name():
            return True
        case ast.Subscript(value=ast.Name(id="c"), slice=ast.Constant()):
            return True
        case ast.Subscript(value=ast.Name(id="c"), slice=ast.BinOp(left=ast.Name(), right=ast.Constant())):
            return True
    return False


def names_read(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}


def names_given(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


def replaced(node: Node, names: Mapping[str, ast.expr]) -> Node:
    """A copy of a tree with other expressions for some of its names."""
    if isinstance(node, ast.Name):
        replacement = names.get(node.id, node)
        if isinstance(node.ctx, ast.Store) and isinstance(replacement, ast.Name):
            replacement = ast.Name(replacement.id, ast.Store())
        return replacement  # type: ignore[return-value]
    new = copy(node)
    for field, value in ast.iter_fields(node):
        if isinstance(value, list):
            setattr(new, field, [replaced(part, names) if isinstance(part, ast.AST) else part for part in value])
        elif isinstance(value, ast.AST):
            setattr(new, field, replaced(value, names))
    return new


def replaced_whole(node: Node, part: ast.expr, name: str) -> Node:
    """The same tree with a name in place of one of its parts."""
    if node is part:
        return ast.Name(name, ast.Load())  # type: ignore[return-value]
    for field, value in ast.iter_fields(node):
        if isinstance(value, list):
            setattr(node, field, [replaced_whole(v, part, name) if isinstance(v, ast.AST) else v for v in value])
        elif isinstance(value, ast.AST):
            setattr(node, field, replaced_whole(value, part, name))
    return node


def key_of(node: ast.AST) -> object:
    """What two trees have in common that say the same."""
    match node:
        case ast.Name():
            return node.id
        case ast.Constant():
            return (type(node.value), node.value)
    return (
        type(node),
        *[
            tuple([key_of(part) if isinstance(part, ast.AST) else part for part in value])
            if isinstance(value, list)
            else key_of(value) if isinstance(value, ast.AST) else value
            for field, value in ast.iter_fields(node)
            if field not in ("ctx", "kind", "type_comment")
        ],
    )  # fmt: skip
