"""Expressions: everything that has a value."""

from __future__ import annotations

from attrs import field, frozen

from dsl.syntax.nodes.base import Node
from dsl.text.source import NOWHERE, Span


@frozen
class Number(Node):
    """`3`"""

    value: int


@frozen
class Text(Node):
    '''`"Tail Whip"` or `""" long text """`: a text, or the display name of a thing, depending on the expected type.'''

    value: str
    long: bool = False
    is_quiet: bool | None = field(default=None, eq=False, repr=False)  # the mark `quiet`: an empty `says`


@frozen
class Truth(Node):
    """`yes`, `no`"""

    value: bool


@frozen
class Nothing(Node):
    """`none`"""


@frozen
class Name(Node):
    """`fire`, `Burnviper`, `it`, `me`, `that`"""

    text: str


@frozen
class ListOf(Node):
    """`[a, b]`"""

    items: tuple[Expr, ...]


@frozen
class Group(Node):
    """`( a )`: kept, because the author put the parentheses there."""

    inner: Expr


@frozen
class NumberRange(Node):
    """`1..6`, `0..`"""

    low: Expr
    high: Expr | None


@frozen
class Ladder(Node):
    """`2/4/6` at the start of a row; elsewhere a quotient of numbers where a ladder is expected."""

    steps: tuple[int, ...]


@frozen
class Negate(Node):
    """`-a`"""

    inner: Expr


@frozen
class Not(Node):
    """`not a`"""

    inner: Expr


@frozen
class Term(Node):
    """`+ a`, `- a`, `* a`, `/ a`, `% a`"""

    sign: str
    value: Expr


@frozen
class Sum(Node):
    """`a + b - c`"""

    first: Expr
    rest: tuple[Term, ...]


@frozen
class Product(Node):
    """`a * b / c % d`"""

    first: Expr
    rest: tuple[Term, ...]


@frozen
class And(Node):
    """`a and b`"""

    parts: tuple[Expr, ...]


@frozen
class Or(Node):
    """`a or b`: a truth, or alternatives such as `nature or water`."""

    parts: tuple[Expr, ...]


@frozen
class Compare(Node):
    """`a is b`, `a is not b`, `a < b`, `a in b`, `a not in b`, `a has b`, `a lacks b`"""

    sign: str
    left: Expr
    right: Expr


@frozen
class Where(Node):
    """`Bot where hp <= 2`; `Bot as b where …` names the current item."""

    base: Expr
    condition: Expr
    name: Name | None = None


@frozen
class Dot(Node):
    """`target.health`"""

    base: Expr
    name: str
    name_span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Index(Node):
    """`me.sectors[head]`"""

    base: Expr
    key: Expr


@frozen
class Arg(Node):
    """`a`, or `by: a` with a label; `Bot as b` names the current item for the later arguments."""

    label: str | None
    value: Expr
    name: Name | None = None


@frozen
class Call(Node):
    """`distance(a, b)`, `Burn(2)`; `(x at least 0)` is `greater(0, x)` and `is_bound`."""

    name: str
    args: tuple[Arg, ...]
    name_span: Span = field(default=NOWHERE, eq=False, repr=False)
    is_bound: bool | None = field(default=None, eq=False, repr=False)


@frozen
class IfThen(Node):
    """`(if a then b else c)`, `(if a then b else if c then d else e)`

    `(match x { 1: a, else: b })` is a chain of them that `is_match`.
    """

    condition: Expr
    then: Expr
    otherwise: Expr
    is_match: bool | None = field(default=None, eq=False, repr=False)


Expr = (
    Number | Text | Truth | Nothing | Name | ListOf | Group | NumberRange | Ladder | Negate | Not | Sum | Product | And
    | Or | Compare | Where | Dot | Index | Call | IfThen
)  # fmt: skip
