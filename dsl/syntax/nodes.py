"""The tree: what an author wrote, node by node, before any name has a meaning.

Every node is frozen and has one span, in offsets from the start of its piece; spans do not count in comparisons, so
`parse(format(text)) == parse(text)` is one `==`. Sums, products and chains of `and` are flat, so that long ones are not
deep. A docstring begins with the concrete syntax. Which lines may stand in which block is not decided here: the checker
knows more words to explain it.
"""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from dsl.text.source import Span

NOWHERE: Span = (0, 0)


@frozen(kw_only=True)
class Node:
    """Anything with a place in the text."""

    span: Span = field(default=NOWHERE, eq=False, repr=False)


# ------------------------------------------------------------------------------------------------ expressions


@frozen
class Number(Node):
    """`3`"""

    value: int


@frozen
class Text(Node):
    '''`"Tail Whip"` or `""" long text """`: the text, or the shown name of a thing, by what is wanted.'''

    value: str
    long: bool = False


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
class Range(Node):
    """`1..6`, `0..`"""

    low: Expr
    high: Expr | None


@frozen
class Ladder(Node):
    """`2/4/6` where a row begins with it; elsewhere a quotient of numbers that a ladder is wanted for."""

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
    """`Bot where hp <= 2`; `Bot as b where …` gives the thing that is looked at a name."""

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
    """`a`, or `by: a` with a label; `Bot as b` gives a name to the thing that the later ones look at."""

    label: str | None
    value: Expr
    name: Name | None = None


@frozen
class Call(Node):
    """`distance(a, b)`, `Burn(2)`"""

    name: str
    args: tuple[Arg, ...]
    name_span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class IfThen(Node):
    """`(if a then b else c)`, `(if a then b else if c then d else e)`"""

    condition: Expr
    then: Expr
    otherwise: Expr


Expr = (
    Number | Text | Truth | Nothing | Name | ListOf | Group | Range | Ladder | Negate | Not | Sum | Product | And | Or
    | Compare | Where | Dot | Index | Call | IfThen
)  # fmt: skip

# ----------------------------------------------------------------------------------------------- types, marks


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
    """`RM-KEYWORD-03`"""

    clause: str


@frozen
class Marks(Node):
    """`cites … house says "…" formerly old unenforced "…"`"""

    cites: tuple[Cite, ...] = ()
    house: bool = False
    says: Text | None = None
    formerly: tuple[Name | Text, ...] = ()
    unenforced: Text | None = None


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


# ------------------------------------------------------------------------------------------------ clauses


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


# --------------------------------------------------------------------------------------------------- sentences


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
    """What stands before the colon of a row."""

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
class Option(Node):
    """`"draw" { … }` inside an `Either`; `"repair" if me.damage > 0 { … }` is a way only then."""

    label: Text | None
    body: Block
    condition: Expr | None = None


@frozen
class Either(Node):
    """`either "draw" by me { … } or "repair" if me.damage > 0 { … } or "pass" { … }`"""

    by: Expr | None
    options: tuple[Option, ...]


@frozen
class Match(Node):
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
    """`choose up to 2 of me.hand by foe as cards else { … }`, `choose any of me.hand such that sum(that, price) < 6`"""

    amount: Amount
    among: Expr
    by: Expr | None
    gives: Name | None
    otherwise: Block | None
    such: Expr | None = None


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


# -------------------------------------------------------------------------------------------------- fields


@frozen
class Printed(Node):
    """`hp: 1..30 = 5`"""

    name: Name
    type: Type
    default: Expr | None
    marks: Marks
    late: Span | None = field(default=None, eq=False, repr=False)  # marks where language 1.0 had them


@frozen
class Keeps(Node):
    """`keeps damage: 0.. = 0`"""

    name: Name
    type: Type | None
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
class Face(Node):
    """`time + move`"""

    parts: tuple[FacePart, ...]


@frozen
class Die(Node):
    """`die Action { move, basic, time + move }`"""

    id: Name
    shown: Text | None
    marks: Marks
    faces: tuple[Face, ...]


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
class Action(Node):
    """`action dodge by me during Answer once per turn { … }`"""

    id: Name
    slots: tuple[Param, ...]
    clauses: tuple[Clause, ...]
    marks: Marks
    body: Block


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


# --------------------------------------------------------------------------------------------------- scenarios


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
    faces: tuple[Face, ...]


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
class Todo(Node):
    """`todo "…"`"""

    text: Text


Step = Seats | Given | Dice | Order | Do | Answer | Then | Cases | Todo


@frozen
class Scenario(Node):
    """`scenario "a push stops" { … }`"""

    name: Text
    marks: Marks
    steps: tuple[Step, ...]


Sentence = (
    Phrase | Assign | Let | If | Repeat | ForEach | May | Either | Match | Stop | Cancel | Result | Choose | Ask | Open
    | Phase | Require | Cost | Keeps | Hook | Modify | Forbid | Action | Offer | Again | AlwaysAsk | Pay
)  # fmt: skip
Line = Sentence | Row | Thing
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
