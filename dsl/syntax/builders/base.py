"""Helpers of the builders: a table for each module, and builders of nodes whose fields are the parts of their rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dsl.syntax.lalr import Builder
from dsl.syntax.nodes.base import Node
from dsl.text.source import Span

Children = Sequence[Any]


def registrar(builders: dict[str, Builder]) -> Callable[..., Callable[[Builder], Builder]]:
    """A decorator that enters a builder in a table, under the names of its rules."""

    def builds(*rules: str) -> Callable[[Builder], Builder]:
        def register(builder: Builder) -> Builder:
            for rule in rules:
                builders[rule] = builder
            return builder

        return register

    return builds


def node(cls: Callable[..., Node], *first: Any) -> Builder:
    """For a node whose fields are the parts in the order of the grammar, after the constants of the rule."""

    def build(c: Children, span: Span) -> Node:
        return cls(*first, *c, span=span)

    return build


def collected(cls: Callable[..., Node]) -> Builder:
    """For a node whose only field contains all the parts."""

    def build(c: Children, span: Span) -> Node:
        return cls(tuple(c), span=span)

    return build


def present(children: Children) -> tuple[Any, ...]:
    return tuple(child for child in children if child is not None)


def split(children: Children, node_type: type) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The children of a type, and the others."""
    return (
        tuple(child for child in children if isinstance(child, node_type)),
        tuple(child for child in children if not isinstance(child, node_type)),
    )
