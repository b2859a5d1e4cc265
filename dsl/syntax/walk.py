"""Walks a tree without recursion, so that no input can exhaust the stack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import fields

from dsl.syntax.nodes import Node
from dsl.text.source import Span

_child_fields: dict[type, tuple[str, ...]] = {}


def _fields(cls: type[Any]) -> tuple[str, ...]:
    names = _child_fields[cls] = tuple(f.name for f in fields(cls) if f.name not in ("span", "name_span", "late"))
    return names


def children(node: Node) -> list[Node]:
    """The child nodes, in source order."""
    below: list[Node] = []
    for name in _child_fields.get(type(node)) or _fields(type(node)):
        value = getattr(node, name)
        if value.__class__ is tuple:
            if value:
                _add_nodes(value, below)
        elif isinstance(value, Node):
            below.append(value)
    return below


def _add_nodes(values: tuple[Any, ...], below: list[Node]) -> None:
    for value in values:
        if isinstance(value, Node):
            below.append(value)
        elif value.__class__ is tuple:
            _add_nodes(value, below)


def walk(root: Node) -> Iterator[Node]:
    """The node and all its descendants, in pre-order and source order."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        below = children(node)
        if below:
            below.reverse()
            pending += below


def too_deep(root: Node, limit: int) -> Span | None:
    """The span of the first node that is more than `limit` levels below the root."""
    level, depth = [root], 0
    while level:
        depth += 1
        if depth > limit:
            return level[0].span
        level = [child for node in level for child in children(node)]
    return None
