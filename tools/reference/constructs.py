"""How each construct is written, read from the docstring of its node, and the tables of constructs in the reference."""

from __future__ import annotations

import re

from dsl.syntax import constructs as c
from dsl.syntax import nodes as n

_CODE = re.compile(r"`([^`]+)`")

CLAUSES: dict[type[n.Node], str] = {one.node: one.means for one in c.CLAUSES}
ITEMS: dict[type[n.Node], str] = {
    **{one.node: one.means for one in c.ITEMS},
    n.WorksIn: "the zones in which the text of such a card works",
}
STEPS: dict[type[n.Node], str] = {one.node: one.means for one in c.STEPS}
TYPES = c.TYPES.forms
MAYBE = ("Bot?", "the same, or `none`")
MARK_WORDS = c.MARKS.forms
LAYER_WORDS = {layer: means for layer, (_, means) in c.construct_of(n.Change).forms.items()}
WHO = {name: means for name, (_, means) in c.construct_of(n.Name).forms.items()}


def written(node: type[n.Node]) -> list[str]:
    """How a construct is written: the code at the start of its docstring."""
    first = (node.__doc__ or "").split(":")[0] if ":" not in _first(node) else _first(node)
    return _CODE.findall(first) or _CODE.findall(node.__doc__ or "")[:1]


def _first(node: type[n.Node]) -> str:
    """The beginning of the docstring that consists of code and commas only."""
    opening = re.match(r"\s*(?:`[^`]+`(?:,\s*|\s+or\s+)?)+", node.__doc__ or "")
    return opening.group() if opening is not None else ""
