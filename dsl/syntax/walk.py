"""One generic walk over the tree, without recursion, so that no input can exhaust the stack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import fields

from dsl.syntax.nodes import Node
from dsl.text.source import Span

_child_fields: dict[type, tuple[str, ...]] = {}


def _fields(cls: type[Any]) -> tuple[str, ...]:
    found = _child_fields.get(cls)
    if found is None:
        found = _child_fields[cls] = tuple(f.name for f in fields(cls) if f.name not in ("span", "name_span", "late"))
    return found


def children(node: Node) -> Iterator[Node]:
    """The nodes right below, in the order of the text."""
    for name in _fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif type(value) is tuple:
            yield from _in_tuple(value)


def _in_tuple(values: tuple[Any, ...]) -> Iterator[Node]:
    for value in values:
        if isinstance(value, Node):
            yield value
        elif type(value) is tuple:
            yield from _in_tuple(value)


def walk(root: Node) -> Iterator[Node]:
    """The node and everything below it, each before its children, in the order of the text."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(tuple(children(node))))


def too_deep(root: Node, limit: int) -> Span | None:
    """The place of the first node that lies deeper than `limit` below the root."""
    level, depth = [root], 0
    while level:
        depth += 1
        if depth > limit:
            return level[0].span
        level = [child for node in level for child in children(node)]
    return None
