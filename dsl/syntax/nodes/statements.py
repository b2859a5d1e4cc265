"""Sentences, rows and things: the lines of a block."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from dsl.syntax.nodes.annotations import Cite, Marks, Slot, Type
from dsl.syntax.nodes.base import Node
from dsl.syntax.nodes.expressions import Arg, Expr, Name, Text
from dsl.syntax.nodes.rules import Action, Forbid, Hook, Modify, Until
from dsl.text.source import Span


@frozen
class Block(Node):
    """`{ … }`"""

    lines: tuple[Line, ...]


@frozen
class Phrase(Node):
    """`damage target by 3 from attacker as hurt`, `hp 6`, `played { … }`: a sentence or a filled-in field."""

    verb: Name
    object: Expr | None
    slots: tuple[Slot, ...]
    until: Until | None
    gives: Name | None
    marks: Marks
    body: Block | None


@frozen
class Row(Node):
    """`1: run`, `at most 6: none`, `else: 3`"""

    key: RowKey
    value: Line | Expr


@frozen
class RowKey(Node):
    """The key of a row, before the colon."""

    form: Literal["number", "range", "text", "names", "thing", "at least", "at most", "else"]
    values: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None


@frozen
class Thing(Node):
    """`Robot Burnviper "Burn-Viper" house { … }`, `Basic "Tail Whip" { … }`, `Push(2)`, `Sharp`

    `Robot Adder like Burnviper { … }` is based on another card.
    """

    kind: Name
    args: tuple[Arg, ...] | None
    id: Name | None
    shown: Text | None
    marks: Marks
    body: Block | None
    like: Name | Text | None = None


@frozen
class Assign(Node):
    """`target.damage += 1`"""

    sign: Literal["=", "+=", "-="]
    place: Expr
    value: Expr


@frozen
class Let(Node):
    """`let least = 1`"""

    name: Name
    value: Expr


@frozen
class Branch(Node):
    """`if a { … }` inside an `If`"""

    condition: Expr
    body: Block


@frozen
class If(Node):
    """`if a { … } else if b { … } else { … }`"""

    branches: tuple[Branch, ...]
    otherwise: Block | None


@frozen
class Repeat(Node):
    """`repeat { … }`, `repeat 3 { … }`, `repeat while a at most 6 { … }`"""

    times: Expr | None
    condition: Expr | None
    at_most: Expr | None
    body: Block


@frozen
class ForEach(Node):
    """`for each p in players { … }`, `together for each p in players { … }`"""

    name: Name
    among: Expr
    body: Block
    together: bool = False


@frozen
class May(Node):
    """`may by foe { … } else { … }`"""

    by: Expr | None
    body: Block
    otherwise: Block | None


@frozen
class EitherOption(Node):
    """`"draw" { … }` inside an `Either`; `"repair" if me.damage > 0 { … }` is a way only then."""

    label: Text | None
    body: Block
    condition: Expr | None = None


@frozen
class Either(Node):
    """`either "draw" by me { … } or "repair" if me.damage > 0 { … } or "pass" { … }`"""

    by: Expr | None
    options: tuple[EitherOption, ...]


@frozen
class MatchCases(Node):
    """`match total { at most 6: …, else: … }`"""

    value: Expr
    body: Block


@frozen
class Stop(Node):
    """`stop`"""


@frozen
class Cancel(Node):
    """`cancel`"""


@frozen
class Result(Node):
    """`result x`"""

    value: Expr


@frozen
class Amount(Node):
    """`one`, `one or none`, `any`, `up to 2`, `1..3`"""

    form: Literal["one", "one or none", "any", "up to", "range"]
    value: Expr | None = None


@frozen
class Choose(Node):
    """`choose up to 2 of me.hand by foe as cards else { … }`, `choose any of me.hand such that sum(that, price) < 6`,
    `choose one of models as model says "Which bot do you play?"`"""

    amount: Amount
    among: Expr
    by: Expr | None
    gives: Name | None
    otherwise: Block | None
    such: Expr | None = None
    says: Text | None = None


@frozen
class Ask(Node):
    """`ask me for Ring as ring`"""

    whom: Expr
    type: Type
    gives: Name | None


@frozen
class Open(Node):
    """`open Opening(2) as taken`"""

    window: Name
    args: tuple[Arg, ...]
    gives: Name | None


@frozen
class Phase(Node):
    """`phase turn by p { … }`"""

    verb: Name
    by: Expr | None
    marks: Marks
    body: Block


@frozen
class Require(Node):
    """`require armor.owner is me because "it is not your armor"`"""

    condition: Expr
    because: Text | Cite | None
    marks: Marks


@frozen
class CostTerm(Node):
    """`0..6 AP as x`"""

    amount: Expr
    currency: Name | None
    gives: Name | None


@frozen
class Cost(Node):
    """`cost 1 AP and 0..6 DF as x or 2 MV`: alternatives of sums"""

    ways: tuple[tuple[CostTerm, ...], ...]
    marks: Marks


@frozen
class Offer(Node):
    """`offer up to 2 to active`"""

    amount: Amount
    to: Expr


@frozen
class Again(Node):
    """`again until all pass`"""


@frozen
class AlwaysAsk(Node):
    """`always ask`"""


@frozen
class Pay(Node):
    """`pay d from me.tray where shows(d, fire) { … }`"""

    name: Name
    source: Expr
    body: Block


@frozen
class Keeps(Node):
    """`keeps damage: 0.. = 0`"""

    name: Name
    type: Type | None
    default: Expr | None
    marks: Marks
    late: Span | None = field(default=None, eq=False, repr=False)  # marks where language 1.0 had them


Sentence = (
    Phrase | Assign | Let | If | Repeat | ForEach | May | Either | MatchCases | Stop | Cancel | Result | Choose | Ask
    | Open | Phase | Require | Cost | Keeps | Hook | Modify | Forbid | Action | Offer | Again | AlwaysAsk | Pay
)  # fmt: skip
Line = Sentence | Row | Thing
