"""The small tree of a manifest before its fields are read: scalars, lists and mappings, each with its place."""

from __future__ import annotations

from attrs import field, frozen

from dsl.text.source import Place


@frozen
class Scalar:
    """One scalar: its text, and whether it was written without quotes."""

    text: str
    plain: bool
    key: str
    place: Place = field(eq=False)


@frozen
class Items:
    """`[a, b]`, or lines that begin with `-`."""

    items: tuple[Node, ...]
    key: str
    place: Place = field(eq=False)


@frozen
class YamlFields:
    """`key: value` lines; each key occurs once."""

    entries: tuple[tuple[Scalar, Node], ...]
    key: str
    place: Place = field(eq=False)


@frozen
class RejectedNode:
    """A value that was already reported; later stages ignore it."""

    key: str
    place: Place = field(eq=False)


Node = Scalar | Items | YamlFields | RejectedNode
"""Each node knows its key, because messages name it."""


def child(fields: YamlFields, name: str) -> Node | None:
    """The value of a field, if it is there."""
    return next((value for key, value in fields.entries if key.text == name), None)


def scalars(node: Node | None) -> list[Scalar]:
    """The scalars in a list, or the single scalar."""
    items = node.items if isinstance(node, Items) else (node,)
    return [item for item in items if isinstance(item, Scalar)]


def parts(node: Node | None) -> list[YamlFields]:
    """The fields in a list."""
    return [item for item in node.items if isinstance(item, YamlFields)] if isinstance(node, Items) else []
