"""Clauses, standing rules and actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import frozen

from dsl.syntax.nodes.annotations import Cite, Marks, Param, Slot
from dsl.syntax.nodes.base import Node
from dsl.syntax.nodes.expressions import Expr, Name, Text

if TYPE_CHECKING:
    from dsl.syntax.nodes.statements import Block


@frozen
class DuringWindow(Node):
    """`during Main or Answer`"""

    windows: tuple[Name, ...]


@frozen
class DuringEvent(Node):
    """`during attack by foe`"""

    verb: Name
    object: Expr | None
    slots: tuple[Slot, ...]


@frozen
class IfClause(Node):
    """`if alive(target)`"""

    condition: Expr


@frozen
class WhileClause(Node):
    """`while hex is it`"""

    condition: Expr


@frozen
class OncePer(Node):
    """`once per turn`"""

    verb: Name


@frozen
class Until(Node):
    """`until end of turn`, `until start of turn by me`"""

    edge: Literal["end", "start"]
    verb: Name
    object: Expr | None
    slots: tuple[Slot, ...]


@frozen
class WorksIn(Node):
    """`works in hand or discard`"""

    zones: tuple[Name, ...]


Clause = DuringWindow | DuringEvent | IfClause | WhileClause | OncePer | Until | WorksIn

# ----------------------------------------------------------------------------------------------- standing rules


@frozen
class Hook(Node):
    """`after hit with it if alive(target) may { … }`, `after hit or shift by it { … }`"""

    word: Literal["before", "after", "instead of"]
    verb: Name
    object: Expr | None
    slots: tuple[Slot, ...]
    clauses: tuple[Clause, ...]
    marks: Marks
    may: bool
    may_by: Expr | None
    body: Block
    others: tuple[Name, ...] = ()

    @property
    def verbs(self) -> tuple[Name, ...]:
        return self.verb, *self.others


@frozen
class Change(Node):
    """`to 3`, `by -1`, `times 2`, `at least 0`, `at most 6`"""

    layer: Literal["to", "by", "times", "at least", "at most"]
    value: Expr


@frozen
class Modify(Node):
    """`modify value of armor by x at least 0 until end of turn`"""

    stat: Name
    of: Expr | None
    changes: tuple[Change, ...]
    layer: Name | None
    clauses: tuple[Clause, ...]
    marks: Marks


@frozen
class Forbid(Node):
    """`forbid dodge by it if … because "…"`, `allow dodge by it`, `forbid dodge or shift by it`"""

    allows: bool
    verb: Name
    object: Expr | None
    slots: tuple[Slot, ...]
    clauses: tuple[Clause, ...]
    because: Text | Cite | None
    marks: Marks
    others: tuple[Name, ...] = ()

    @property
    def verbs(self) -> tuple[Name, ...]:
        return self.verb, *self.others


@frozen
class Action(Node):
    """`action dodge by me during Answer once per turn { … }`"""

    id: Name
    slots: tuple[Param, ...]
    clauses: tuple[Clause, ...]
    marks: Marks
    body: Block
