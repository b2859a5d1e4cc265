"""Fields of kinds, and declarations."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from dsl.syntax.nodes.annotations import Marks, Param, Type
from dsl.syntax.nodes.base import Node
from dsl.syntax.nodes.expressions import Expr, Name, Text
from dsl.syntax.nodes.rules import Action, Clause, Forbid, Hook, Modify, WorksIn
from dsl.syntax.nodes.scenarios import Scenario
from dsl.syntax.nodes.statements import Block, Keeps, Require, Thing
from dsl.text.source import Span


@frozen
class Printed(Node):
    """`hp: 1..30 = 5`"""

    name: Name
    type: Type
    default: Expr | None
    marks: Marks
    late: Span | None = field(default=None, eq=False, repr=False)  # marks where language 1.0 had them


@frozen
class Stat(Node):
    """`stat move: 0..9`, `stat health = it.hp - it.damage`"""

    name: Name
    type: Type | None
    base: Expr | None
    marks: Marks
    late: Span | None = field(default=None, eq=False, repr=False)  # marks where language 1.0 had them


@frozen
class Zone(Node):
    """`zone level 1..6 of Module holds 1 seen by owner`"""

    name: Name
    levels: tuple[int, int] | None
    of: Name
    holds: Expr | None
    seen_by: Expr | None
    marks: Marks


@frozen
class Children(Node):
    """`children abilities of Ability holds 1..4`"""

    name: Name
    of: Name
    holds: Expr | None
    marks: Marks


@frozen
class Script(Node):
    """`script plan by 1..4`"""

    name: Name
    by: Type | None
    marks: Marks


@frozen
class Stands(Node):
    """`stands on tile: Tile as bot`"""

    name: Name
    on: Name
    many: bool
    back: Name
    marks: Marks


# -------------------------------------------------------------------------------------------- declarations


@frozen
class Ruleset(Node):
    """`ruleset arena "Arena of Bots" { players 2..4 }`"""

    id: Name
    shown: Text | None
    marks: Marks
    body: Block


@frozen
class Symbol(Node):
    """`earth "Solid Earth"`"""

    id: Name
    shown: Text | None


@frozen
class Symbols(Node):
    """`symbols Element { air, earth }`"""

    id: Name
    shown: Text | None
    marks: Marks
    members: tuple[Symbol, ...]


@frozen
class FacePart(Node):
    """`2 armor`, `-1`, `1..6`, `none`"""

    form: Literal["number", "range", "symbol", "none"]
    number: int = 1
    high: int = 0
    symbol: str = ""


@frozen
class DieFace(Node):
    """`time + move`"""

    parts: tuple[FacePart, ...]


@frozen
class Die(Node):
    """`die Action { move, basic, time + move }`"""

    id: Name
    shown: Text | None
    marks: Marks
    faces: tuple[DieFace, ...]


@frozen
class Table(Node):
    """`table bonus { centre: 3, ring: 1 }`"""

    id: Name
    marks: Marks
    body: Block


@frozen
class ComboPart(Node):
    """`3 same`, `cross`"""

    count: int
    word: Name


@frozen
class Combo(Node):
    """`combo full_house "Full House" = 3 same + 2 same`"""

    id: Name
    shown: Text | None
    marks: Marks
    parts: tuple[ComboPart, ...]


@frozen
class Kind(Node):
    """`kind Basic is Ability { … }`, `extend Bot { … }`"""

    id: Name
    base: Name | None
    shown: Text | None
    marks: Marks
    items: tuple[KindItem, ...]
    extends: bool = False


@frozen
class Currency(Node):
    """`currency AP "Action Point" = me.points`, `currency Spark { pay … }`"""

    id: Name
    shown: Text | None
    marks: Marks
    value: Expr | None
    body: Block | None


@frozen
class Layer(Node):
    """`layer prevented after by`"""

    id: Name
    after: str


@frozen
class Rule(Node):
    """`rule step_cost(mover: Bot, hex: Hex) = 1`, `rule step_cost(mover: Bot) { … result 1 }`"""

    id: Name
    params: tuple[Param, ...]
    type: Type | None
    marks: Marks
    value: Expr | Block


@frozen
class Define(Node):
    """`define near(a: Hex, b: Hex) = distance(a, b) <= 1`"""

    id: Name
    params: tuple[Param, ...]
    type: Type | None
    marks: Marks
    value: Expr | Block


@frozen
class Effect(Node):
    """`effect damage target: Bot by amount: 0.. from source { … }`, `effect parry by me during fight { … }`"""

    id: Name
    slots: tuple[Param, ...]
    marks: Marks
    body: Block
    during: tuple[Name, ...] = ()


@frozen
class Keyword(Node):
    """`keyword Push(n: 1.. = 1) "Push {n}" on Ability { … }`"""

    id: Name
    params: tuple[Param, ...]
    shown: Text | None
    bearers: tuple[Name, ...]
    clauses: tuple[Clause, ...]
    marks: Marks
    body: Block


@frozen
class Status(Node):
    """`status Burn(n: 1.. = 1) on Bot stacks add { … }`"""

    id: Name
    params: tuple[Param, ...]
    shown: Text | None
    bearers: tuple[Name, ...]
    stacks: Name | None
    clauses: tuple[Clause, ...]
    marks: Marks
    body: Block


@frozen
class Window(Node):
    """`window Opening(n: 0..9) { offer up to n to active }`"""

    id: Name
    params: tuple[Param, ...]
    shown: Text | None
    marks: Marks
    body: Block


@frozen
class Flow(Node):
    """`flow Match { … }`"""

    id: Name
    shown: Text | None
    marks: Marks
    body: Block


@frozen
class Goal(Node):
    """`goal last_standing = players where alive`"""

    id: Name
    marks: Marks
    value: Expr


@frozen
class Always(Node):
    """`always count(Die) <= 6 because "…"`"""

    condition: Expr
    because: Text | None
    marks: Marks


@frozen
class RulingOption(Node):
    """`default first "…" { … }`, `option roll "…" { … }`"""

    default: bool
    id: Name
    shown: Text | None
    marks: Marks
    body: Block


@frozen
class Ruling(Node):
    """`ruling tie { default … { … } option … { … } }`"""

    id: Name
    shown: Text | None
    marks: Marks
    options: tuple[RulingOption, ...]


@frozen
class Mode(Node):
    """`mode quick "Quick" { … }`, `variant no_shields { … }`"""

    id: Name
    shown: Text | None
    marks: Marks
    body: Block
    variant: bool = False


KindItem = (
    Printed
    | Keeps
    | Stat
    | Zone
    | Children
    | Script
    | Stands
    | WorksIn
    | Hook
    | Modify
    | Forbid
    | Action
    | Require
    | Always
)
Declaration = (
    Ruleset | Symbols | Die | Table | Combo | Kind | Currency | Layer | Rule | Define | Effect | Action | Keyword
    | Status | Hook | Modify | Forbid | Window | Flow | Goal | Always | Ruling | Mode | Scenario | Thing
)  # fmt: skip
