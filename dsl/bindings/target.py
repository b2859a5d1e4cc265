"""What a name can refer to: a thing that is declared once and used in many places."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

Space = Literal[
    "verb", "field", "rule", "kind", "mark", "symbols", "symbol", "die", "table", "combo", "currency", "layer",
    "window", "flow", "ruling", "reading", "mode", "ruleset", "card", "part", "scenario", "clause", "slot", "local",
    "seat", "builtin", "zone",
]  # fmt: skip


@frozen(order=True)
class Target:
    """`owner` is what the name belongs to: the kind of a field, the verb or head of a slot, the set of a symbol, the
    ruling of a reading, the declaration of a part; of a local name, where it is declared in its text."""

    space: Space
    name: str
    owner: str = ""


@frozen
class Use:
    """A written name, as offsets from the start of its text, and what it means there.

    Several targets mean that the name stands for all of them: a slot of each verb of one hook, a field that several
    kinds declare. `typed` is the type of a value in words.
    """

    start: int
    end: int
    targets: tuple[Target, ...]
    declares: bool = False
    quoted: bool = False
    typed: str = ""
