"""The small tree that a manifest is before its fields are read: words, lists and mappings, each with its place."""

from __future__ import annotations

from attrs import field, frozen

from dsl.text.source import Place


@frozen
class Word:
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
class Fields:
    """`key: value` lines; a key stands once."""

    entries: tuple[tuple[Word, Node], ...]
    key: str
    place: Place = field(eq=False)


@frozen
class Refused:
    """Something that was already complained about; whoever meets it stays silent."""

    key: str
    place: Place = field(eq=False)


Node = Word | Items | Fields | Refused
"""Each node knows the key that it stands under, because messages name it."""


def child(fields: Fields, name: str) -> Node | None:
    """The value of a field, if it is there."""
    return next((value for key, value in fields.entries if key.text == name), None)


def words(node: Node | None) -> list[Word]:
    """The words in a list, or the one word."""
    items = node.items if isinstance(node, Items) else (node,)
    return [item for item in items if isinstance(item, Word)]


def parts(node: Node | None) -> list[Fields]:
    """The fields in a list."""
    return [item for item in node.items if isinstance(item, Fields)] if isinstance(node, Items) else []
