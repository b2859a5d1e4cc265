"""What a piece of generated code can see, each as the code speaks of it; and what every writer of code knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.names.signatures import FieldSig

if TYPE_CHECKING:
    from interpreter.compiled.program import Compiler


@frozen
class Env:
    """What an expression can see, each as the code speaks of it."""

    names: dict[str, str] = field(factory=dict)
    it: str = "None"
    me: str = "None"
    that: str = "None"
    actor: str = "None"
    tuples: frozenset[str] = frozenset()  # names that are known to hold a list
    foe: str = ""  # a name that holds `foe`, where it was read before
    things: frozenset[str] = frozenset()  # names that are known to hold one thing in play

    def looking_at(self, that: str) -> Env:
        return evolve(self, that=that)

    def heads(self) -> list[str]:
        """The parameters of a function that sees what this sees."""
        return ["m", "c", "it", "me", "that", "actor", *self.names.values()]


class Writer:
    """Knows the compiler that it writes for, and asks the types what it may count on."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.linked = compiler.linked
        self.looks = compiler.looks
        self.source = compiler.source

    def value(self, op: Op, env: Env) -> str:
        """An expression as Python."""
        raise NotImplementedError

    def number(self, op: Op, env: Env) -> str:
        """An expression as Python that is a number."""
        raise NotImplementedError

    def items(self, op: Op, env: Env) -> str:
        """An expression as Python that can be gone through."""
        raise NotImplementedError

    def single(self, type: t.Type) -> bool:
        """Whether a value is one thing of the table, never a card."""
        return isinstance(t.plain(type), t.KindT) and not self.may_be_card(type)

    def may_be_card(self, type: t.Type) -> bool:
        kind = t.plain(type)
        if not isinstance(kind, t.KindT):
            return True
        lineage = self.linked.program.symbols.lineage
        for kind_of_cards in self.looks.cards_as_values:
            if kind_of_cards == "Thing" or kind_of_cards in lineage(kind.name) or kind.name in lineage(kind_of_cards):
                return True
        return kind.name == "Thing"

    def same_plainly(self, type: t.Type) -> bool:
        """Whether values of a type are the same when Python says so."""
        match t.plain(type):
            case t.NumberT() | t.SymbolT() | t.TruthT() | t.TextT() | t.NothingT():
                return True
            case t.RefT():
                return True
            case t.KindT():
                return self.single(type)
            case _:
                return False

    def sig(self, op: Op) -> FieldSig | None:
        if op.name == "table_field":
            return self.linked.layout.kinds["Table"].fields.get(op.data)
        kind = t.plain(op.args[0].type)
        if not isinstance(kind, t.KindT) or kind.name not in self.linked.layout.kinds:
            return None
        return self.linked.layout.kinds[kind.name].fields.get(op.data[1])
