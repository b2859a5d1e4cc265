"""What the checker resolved while it read one declaration: for editors, which ask about single words.

The checker fills in a trace only if it is given one, so a check costs nothing more. A trace keeps the scope of each
name (`Any`, because scopes belong to a later stage), so that an editor can ask what else could stand there.
"""

from __future__ import annotations

from typing import Any

from attrs import define, field, frozen

from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.syntax import nodes as n


@frozen(eq=False)
class Resolved:
    """An expression with its meaning, the scope in which it was read, and the type that was expected there."""

    node: n.Node
    op: Op
    scope: Any
    expected: t.Type | None


@frozen(eq=False)
class Named:
    """A local name at its declaration, with its type."""

    node: n.Name
    type: t.Type


@frozen(eq=False)
class Performed:
    """A sentence whose verb was looked up, with its scope."""

    node: n.Phrase
    scope: Any


@define(eq=False)
class NameTrace:
    resolved: list[Resolved] = field(factory=list)
    named: list[Named] = field(factory=list)
    performed: list[Performed] = field(factory=list)
