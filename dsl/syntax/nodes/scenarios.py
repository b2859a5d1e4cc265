"""Scenarios and their steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import frozen

from dsl.syntax.nodes.annotations import Cite, Marks, Slot
from dsl.syntax.nodes.base import Node
from dsl.syntax.nodes.expressions import Arg, Expr, Name, Text
from dsl.syntax.nodes.statements import Assign, Open, Phrase

if TYPE_CHECKING:
    from dsl.syntax.nodes.declarations import DieFace


@frozen
class Seats(Node):
    """`seats Ann, Ben`"""

    names: tuple[Name, ...]


@frozen
class GivenSwitch(Node):
    """`mode duel`, `variant no_shields`, `ruling tie is roll`"""

    form: Literal["mode", "variant", "ruling"]
    name: Name
    value: Name | None = None


@frozen
class GivenThing(Node):
    """`Rusty for Ann at A1`, `map "Strip"`, `Burn(2) on Rusty`"""

    role: Name | None
    thing: Name | Text
    args: tuple[Arg, ...] | None
    slots: tuple[Slot, ...]


@frozen
class GivenValue(Node):
    """`Rusty.hp = 3`"""

    place: Expr
    value: Expr


@frozen
class Given(Node):
    """`given mode duel, Rusty for Ann at A1`"""

    items: tuple[GivenSwitch | GivenThing | GivenValue, ...]


@frozen
class Dice(Node):
    """`dice Action: move, -1`"""

    die: Name
    faces: tuple[DieFace, ...]


@frozen
class Order(Node):
    """`order Ann.deck: Flare, Burn`"""

    pile: Expr
    things: tuple[Expr, ...]


@frozen
class Do(Node):
    """`do attack Rusty by Sparky`"""

    sentence: Phrase | Assign | Open


@frozen
class Answer(Node):
    """`Ann: choose r1c1`, `Ann: pass`, `Ann: yes`, `Ann: tell bull`, `Ann: push Rusty`"""

    seat: Name
    form: Literal["choose", "pass", "yes", "no", "tell", "phrase"]
    values: tuple[Expr, ...] = ()
    phrase: Phrase | None = None


@frozen
class Then(Node):
    """`then Rusty.hp is 3`, `then Ann cannot step Rusty because …`, `then fails BW5003`, `then waits for Ann`"""

    value: Expr | None
    cannot: Phrase | None = None
    because: Text | Cite | None = None
    fails: Name | None = None
    waits: tuple[Name, ...] = ()


@frozen
class Cases(Node):
    """`cases n, hurt { 1, 3; 2, 4 }`"""

    names: tuple[Name, ...]
    rows: tuple[tuple[Expr, ...], ...]


@frozen
class TryCard(Node):
    """`try Rusty against "Tin Can"`"""

    card: Name | Text
    against: Name | Text | None = None


@frozen
class Todo(Node):
    """`todo "…"`"""

    text: Text


Step = Seats | Given | TryCard | Dice | Order | Do | Answer | Then | Cases | Todo


@frozen
class Scenario(Node):
    """`scenario "a push stops" { … }`"""

    name: Text
    marks: Marks
    steps: tuple[Step, ...]
