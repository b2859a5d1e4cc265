"""Coverage: which sentences, values and branches of a program have run.

One pass over a program numbers its operations and lists what can run in each declaration. A machine with coverage marks
the operations that it executes and the result of each value; without it, the reference pays for one test and compiled
code for nothing. Marks are bytes, so those of several scenarios or processes can be merged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from dsl.diagnostics import NOWHERE, Span
from dsl.ir.effects.walk import walk
from dsl.ir.operations import NO_OP, SENTENCES, Op
from dsl.ir.passages import SourceDeclaration
from dsl.ir.program import Program
from dsl.ir.rules import Standing
from interpreter.link.source_map import SourceMap
from interpreter.model import state as s
from interpreter.model.presence import presence_of

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine
    from interpreter.link.lower import LoweredText
    from interpreter.model.environment import Scope
    from interpreter.model.state import Value

RAN, TRUE, FALSE = 1, 2, 4
_HEADS = frozenset(
    "block script_rows if standing action clauses lasts offer again always_ask keep form seen_by none".split()
)
"""Operations that do not run themselves, or whose parts show that they ran."""
_PRINTED = frozenset("constant none symbol ladder list range table negate word card child mark cost".split())
"""Values that are only read."""
_RECKONED = frozenset(
    "and ask_rule at builtin call compare default event event_field field if_then it kind local me named not or "
    "product sum table_field that times where would".split()
)
"""Values that run. Any other operation is a sentence."""


@frozen
class Item:
    """Something that runs as a whole: a sentence, value or condition. A mark on any of its operations shows that."""

    span: Span
    shown_by: tuple[int, ...]


@frozen
class TextBranch:
    """A branch of a text. A mark on one of its operations shows that a way was taken."""

    span: Span
    ways: tuple[tuple[tuple[int, ...], int], ...]


@frozen
class Declared:
    """A rule or card, and everything that can run in it."""

    rule: SourceDeclaration
    card: str  # the id of a card, else empty
    items: tuple[Item, ...]
    branches: tuple[TextBranch, ...]
    first: int  # the numbers of its operations: from here
    last: int  # up to here

    @property
    def cites(self) -> tuple[str, ...]:
        return self.rule.passage.cites


# ---------------------------------------------------------------------------------------------------- the program


class Ground:
    """A program with a number for each operation."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.numbers: dict[int, int] = {}
        self.ops: list[Op] = []
        rules = iter(SourceMap(program).rules)
        self.declared = [
            self._declared(next(rules), "", meaning.ops if meaning.sort != "currency" else ())
            for meaning in program.declarations
        ]
        for card in program.cards:
            if card.checked.meaning is not None and card.parsed.tree is not None:
                self.declared.append(self._declared(next(rules), card.id, (card.checked.meaning,)))

    def _declared(self, rule: SourceDeclaration, card: str, ops: tuple[Op, ...]) -> Declared:
        first = len(self.ops)
        for op in ops:
            for part in walk(op):
                if part is not NO_OP and id(part) not in self.numbers:
                    self.numbers[id(part)] = len(self.ops)
                    self.ops.append(part)
        reading = _Reading(self)
        for op in ops:
            reading.top(op)
        return Declared(rule, card, tuple(reading.items), tuple(reading.branches), first, len(self.ops))

    def number(self, op: Op) -> int | None:
        return self.numbers.get(id(op))


@define
class _Reading:
    """Collects everything that can run in one declaration."""

    ground: Ground
    items: list[Item] = field(factory=list)
    branches: list[TextBranch] = field(factory=list)

    def top(self, op: Op) -> None:
        """Something at the top of a declaration: a text, a standing rule, a value."""
        match op.name:
            case "standing":
                self._standing(op.data)
            case "action":
                self._inside(op.args[0])
                for part in op.args[1:]:
                    for condition in getattr(part.data, "conditions", ()):
                        self._condition(condition)
            case "form":
                for part in op.args:
                    self.top(part)
            case "block" if op.data is not None:  # one reading of a ruling
                for part in op.args:
                    self.top(part)
            case "keep" if op.args[0].name in ("block", "script_rows"):
                self._inside(op.args[0])
            case "keep" if any(part.name not in _PRINTED for part in walk(op.args[0])):
                self._item(op.args[0], ())  # computed: a stat, or an initial value that reads something
                self._choices(op.args[0])
            case "keep" | "mark" | "table" | "seen_by" | "again" | "always_ask" | "lasts" | "word" | "constant":
                pass  # a constant need not run
            case "offer":
                self._item(op, op.args)
            case _ if op.name in SENTENCES or op.name == "block":
                self._inside(op)
            case name:
                assert name in _RECKONED | _PRINTED, name
                self._item(op, (op,))
                self._choices(op)

    def _standing(self, rule: Standing, said: bool = False) -> None:
        """A standing rule; one stated by a sentence has run when it was stated."""
        for condition in rule.clauses.conditions:
            self._condition(condition)
        for _, change in rule.changes:
            if not said:
                self._item(change, (change,))
            self._choices(change)
        self._inside(rule.body)

    def _inside(self, op: Op) -> None:
        """A text, sentence by sentence."""
        match op.name:
            case "block":
                for line in op.args:
                    self._inside(line)
                return
            case "script_rows":
                self._ways(op.span, op.args)
            case "if":
                parts = list(op.args)
                while len(parts) >= 2:
                    self._condition(parts[0])
                    del parts[:2]
            case "match" | "either":
                self._ways(op.span, op.args[1:])
            case "ways":
                self._ways(op.span, op.args[2::2])
            case "require":
                self._condition(op.args[0])
                return
            case "standing":
                self._item(op, ())
                self._standing(op.data, said=True)
                return
        if op.name not in _HEADS:
            self._item(op, [part for part in op.args if part.name not in SENTENCES])
        for part in op.args:
            if part.name in SENTENCES:
                self._inside(part)
            else:
                self._choices(part)
                if op.name == "repeat_while" and part is op.args[0]:
                    self._condition(part)

    def _choices(self, op: Op) -> None:
        """`if … then … else …` inside a value."""
        for part in walk(op):
            if part.name == "if_then":
                self._condition(part.args[0])

    def _item(self, op: Op, parts: Iterable[Op]) -> None:
        if op.span == NOWHERE:
            return
        numbers = (self.ground.number(part) for part in (op, *parts))
        self.items.append(Item(op.span, tuple(number for number in numbers if number is not None)))

    def _condition(self, op: Op) -> None:
        number = self.ground.number(op)
        if number is not None and op.name != "constant":
            self._item(op, ())
            self.branches.append(TextBranch(op.span, (((number,), TRUE), ((number,), FALSE))))

    def _ways(self, span: Span, bodies: Iterable[Op]) -> None:
        ways = []
        for body in bodies:
            numbers = (self.ground.number(part) for part in walk(body) if part.name not in _HEADS)
            inside = tuple(number for number in numbers if number is not None)
            if inside:  # nothing can run in an empty block
                ways.append((inside, RAN | TRUE | FALSE))
        if ways:
            self.branches.append(TextBranch(span, tuple(ways)))


# ------------------------------------------------------------------------------------------------------- watching


@define
class Coverage:
    """What has run of a program, and which cards were in play."""

    ground: Ground
    marks: bytearray = field(init=False)
    cards: set[str] = field(factory=set)
    _sentences: dict[tuple[int, int], int] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.marks = bytearray(len(self.ground.ops))

    def add(self, marks: bytes | bytearray, cards: Iterable[str]) -> None:
        """Merge the marks of another run."""
        self.marks = bytearray(a | b for a, b in zip(self.marks, marks, strict=True))
        self.cards |= set(cards)

    def lay_over(self, own: Declared, other: Declared, there: Coverage) -> None:
        """Merge the marks of the same declaration in another program."""
        if own.last - own.first == other.last - other.first:
            pairs = zip(self.marks[own.first : own.last], there.marks[other.first : other.last], strict=True)
            self.marks[own.first : own.last] = bytes(a | b for a, b in pairs)
        self.cards |= there.cards

    def in_play(self, m: Machine) -> None:
        """Record the cards in play, and the maps with their boards."""
        maps = {key.partition("#")[0] for key, _ in m.state.cells[s.BOARD] if key}
        boards = (m.linked.cards[map].values["board"].data[1] for map in maps)
        self.cards |= {*presence_of(m).cards, *maps, *boards}

    def value(self, op: Op, scope: Scope, m: Machine, handler: Callable[[Op, Scope, Machine], Value]) -> Value:
        number = self.ground.numbers.get(id(op))
        if number is None:
            return handler(op, scope, m)
        self.marks[number] |= RAN
        result = handler(op, scope, m)
        self.marks[number] |= TRUE if result else FALSE
        return result

    def sentence(self, text: Op, here: int, code: LoweredText) -> None:
        """Called before an instruction of a text runs."""
        number = self._sentences.get((id(text), here))
        if number is None:
            number = self._sentences[id(text), here] = self._found(text, code.spans[here])
        if number >= 0:
            self.marks[number] |= RAN

    def _found(self, text: Op, span: Span) -> int:
        """The sentence of an instruction, by its span."""
        for part in walk(text):
            if part.span == span and part.name in SENTENCES and part.name != "block":
                number = self.ground.number(part)
                return -1 if number is None else number
        return -1

    # ------------------------------------------------------------------------------------------------- looking back

    def ran(self, item: Item) -> bool:
        return any(self.marks[number] for number in item.shown_by)

    def ways(self, branch: TextBranch) -> list[bool]:
        """For each way of a branch, whether it was taken."""
        return [any(self.marks[number] & mark for number in numbers) for numbers, mark in branch.ways]

    def touched(self, declared: Declared) -> bool:
        return any(self.marks[declared.first : declared.last])
