"""Types, citations and other marks, parameters and slots: the parts of heads and phrases."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from dsl.syntax.nodes.base import Node
from dsl.syntax.nodes.expressions import Expr, Name, Text


@frozen
class Type(Node):
    """`Bot`, `many Bot`, `0..9`, `number`, `text`, `yes or no`, `ladder`, `list of T`, `table by K of T`, `T?`"""

    form: Literal["kind", "many", "range", "number", "text", "truth", "ladder", "list", "table"]
    name: str = ""
    low: int | None = None
    high: int | None = None
    of: Type | None = None
    by: Type | None = None
    maybe: bool = False


@frozen
class Cite(Node):
    """`RM-KEYWORD-03`; `is_short` if only its number is written, as in `RM-KEYWORD-03..05 08`."""

    clause: str
    is_short: bool | None = field(default=None, eq=False)


@frozen
class Marks(Node):
    """`cites … house says "…" quiet formerly old unenforced "…" also called "…"`"""

    cites: tuple[Cite, ...] = ()
    house: bool = False
    says: Text | None = None
    formerly: tuple[Name | Text, ...] = ()
    unenforced: Text | None = None
    called: tuple[Text, ...] = ()  # other words for it, which help and completion know

    @property
    def quiet(self) -> bool:
        """Whether the mark `quiet` is written: an empty `says`."""
        return self.says is not None and self.says.is_quiet is True


@frozen
class Param(Node):
    """`n: 1.. = 1`: of a keyword, rule, define or window; with a preposition in front, a slot of a verb."""

    name: str
    type: Type | None
    default: Expr | None
    preposition: str = ""


@frozen
class Slot(Node):
    """`by 3`: a filled slot of a phrase."""

    preposition: str
    value: Expr
