"""Which names of a tree are bound together with the node around them, and which are values of their own."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.syntax import nodes as n

LOCALS = (n.Let, n.ForEach, n.Pay, n.Where, n.Arg)
RESULTS = (n.Choose, n.Ask, n.Open, n.CostTerm)
_NAMED_PARTS = (
    "id",
    "verb",
    "others",
    "windows",
    "zones",
    "stat",
    "layer",
    "window",
    "gives",
    "seat",
    "names",
    "die",
    "name",
)
_MORE_PARTS: dict[type[n.Node], tuple[str, ...]] = {
    n.Kind: ("base",), n.Zone: ("of",), n.Children: ("of",), n.Stands: ("on", "back"), n.Keyword: ("bearers",),
    n.Status: ("bearers", "stacks"), n.CostTerm: ("currency",), n.ComboPart: ("word",), n.Thing: ("kind", "like"),
    n.GivenThing: ("role", "thing"), n.GivenSwitch: ("value",), n.Then: ("waits",), n.Effect: ("during",),
    n.Ruling: ("options",),
}  # fmt: skip


def declared_locals(node: n.Node) -> Iterator[n.Name]:
    for attribute in ("name", "gives"):
        value = getattr(node, attribute, None)
        if isinstance(value, n.Name) and (isinstance(node, (*LOCALS, *RESULTS)) or attribute == "gives"):
            yield value
    if isinstance(node, n.Cases):
        yield from node.names


def names_of_the_node(parent: n.Node) -> set[int]:
    """The names among the children of a node that are bound with it; other names are values of their own."""
    named: set[int] = set()
    for part in (*_NAMED_PARTS, *_MORE_PARTS.get(type(parent), ())):
        value = getattr(parent, part, None)
        if isinstance(value, n.Name):
            named.add(id(value))
        elif isinstance(value, tuple):
            named.update(id(item) for item in value if isinstance(item, n.Name))
    return named
