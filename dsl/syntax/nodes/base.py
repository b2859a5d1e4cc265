"""The class of all nodes."""

from __future__ import annotations

from attrs import field, frozen

from dsl.text.source import NOWHERE, Span


@frozen(kw_only=True)
class Node:
    """Anything with a place in the text."""

    span: Span = field(default=NOWHERE, eq=False, repr=False)
