"""Expressions of emitted code: what types and the whole program promise is not asked again.

Short definitions that nothing changes stand in place of their calls; fields of single things are cells or printed
tables; what can only be a thing in play is not looked for among those in play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.names.signatures import FieldSig
from interpreter.backend.fusion import GOING_THROUGH, FusedQueries, own_thats
from interpreter.compiled.calls import Calls
from interpreter.compiled.env import Env
from interpreter.compiled.expressions import Extent
from interpreter.compiled.queries import Lifted
from interpreter.compiled.source import ConstantTable, hoist_tables
from interpreter.compiled.thing_words import CopyOf
from interpreter.evaluate.fields import is_closed
from interpreter.link.linked_program import walk
from interpreter.model import limits
from interpreter.model import state as s

if TYPE_CHECKING:
    from interpreter.compiled.program import Compiler

_CHOOSING = frozenset({"highest", "lowest", "first", "top", "last", "bottom", "sorted", "reversed", "distinct"})
_HARMLESS = frozenset({
    "and", "or", "not", "that", "it", "me", "local", "constant", "symbol", "word", "none", "kind", "where", "mark",
})  # fmt: skip
_SPACES = frozenset({"adjacent", "within", "between", "row", "reach", "connected"})


class FastExpressions(FusedQueries):
    def __init__(self, compiler: Compiler) -> None:
        super().__init__(compiler)
        self._things: dict[int, Op] | None = None  # each `that` which goes through things in play

    def is_thing(self, op: Op, env: Env) -> bool:
        """Whether a value is certainly one thing in play, never a card."""
        if op.name == "local":
            return op.data in env.things
        if self._things is None:
            self._things = {}
            for text in self.linked.everything():
                for part in walk(text):
                    looping = part.name == "where" or (part.name == "call" and part.data in GOING_THROUGH)
                    if looping and len(part.args) == 2 and self.only_in_play(part.args[0]):
                        self._things |= {id(that): that for that in own_thats(part.args[1])}
        return id(op) in self._things

    def items(self, op: Op, env: Env) -> str:
        code = super().items(op, env)
        if code.startswith("items(tuple([") and code.endswith("]))") and _closes(code, len("items(")):
            return code[len("items(tuple(") : -2]
        return code

    def _event_field(self, op: Op, env: Env) -> str | None:
        verb, name = op.data
        if (op.args and op.args[0].name != "event") or verb not in self.compiler.tracked:
            return super()._event_field(op, env)
        name = "me" if name == "actor" else name
        names = f"m.now[{self.source.constant(verb)}]"
        slots = {slot.name for slot in self.linked.signatures[verb].slots}
        if verb in self.linked.verbs and name in slots:
            return f"{names}[{self.source.constant(name)}]"
        return f"{names}.get({self.source.constant(name)})"

    # ------------------------------------------------------------------------------------------------------ fields

    def _field(self, op: Op, env: Env) -> str | None:
        thing, name = op.args[0], op.data[1]
        kind = t.plain(thing.type)
        sig = self.sig(op)
        sure = isinstance(thing.type, t.KindT) and self.is_thing(thing, env)
        if not isinstance(kind, t.KindT) or not (sure or self.single(thing.type)):
            return self._of_any(op, kind, sig, env) or super()._field(op, env)
        certain = isinstance(thing.type, t.KindT)
        if sure and sig is not None and sig.sort == "printed" and not self.compiler.is_space(thing.type):
            table = self.compiler.printed_table(kind, sig)
            if table is not None:
                return self.compiler.printed_row(table, f"c[{self.value(thing, env)} + {s.CARD}]")
        if sig is None:
            if name == "owner" and self._never_a_player(kind):
                code = self.value(thing, env)
                if certain and code.isidentifier():
                    return f"(c[{code} + {s.OWNER}] or own(c, {code}))"
                return f"own(c, {code})"
            if name in ("face", "value") and certain and self._is_die(thing.type):
                face = f"face_on(m, c, {self.value(thing, env)})"
                return face if name == "face" else f"{face}.number"
            return super()._field(op, env)
        if sig.sort == "printed" and not certain and not self.compiler.is_space(kind):
            table = self.compiler.printed_table(kind, sig)
            if table is not None and not self._resolves(table):
                return f"printed_by(c, {self.value(thing, env)}, {self.source.constant(table)})"
        if sig.sort == "back" and not certain:
            holder = self.value(thing, env)
            who = self._who_stands(sig, "h")
            if who is not None:
                function = self.source.fresh("d")
                with self.compiler.aside(), self.source.block(f"def {function}(m, c, h):"):
                    none = "()" if isinstance(t.plain(sig.type), t.ListT) else "None"
                    self.source.line(f"return {none} if h is None else {who}")
                return f"{function}(m, c, {holder})"
        return super()._field(op, env)

    def _of_any(self, op: Op, kind: t.Type, sig: FieldSig | None, env: Env) -> str | None:
        """A field of what may be a thing, a card or nothing."""
        thing, name = op.args[0], op.data[1]
        if not isinstance(kind, t.KindT):
            return None
        if sig is None:
            return f"holder_of(m, c, {self.value(thing, env)})" if name == "holder" else None
        if sig.sort == "printed" and isinstance(thing.type, t.MaybeT) and not self.compiler.is_space(kind):
            table = self.compiler.printed_table(kind, sig)
            if table is not None:
                constant = self.source.constant
                return f"printed_of_card(m, c, {self.value(thing, env)}, {constant(name)}, {constant(table)})"
        return None

    @staticmethod
    def _resolves(table: object) -> bool:
        return any(type(row) is CopyOf for row in table.values())  # type: ignore[attr-defined]

    def _never_a_player(self, kind: t.KindT) -> bool:
        lineage = self.linked.program.symbols.lineage
        return kind.name != "Thing" and "Player" not in lineage(kind.name) and kind.name not in lineage("Player")

    def _field_of(self, sig: FieldSig, thing: str, type: t.Type, env: Env) -> str:
        if sig.sort == "printed" and self.single(type) and not self.compiler.is_space(type):
            table = self.compiler.printed_table(type, sig)
            if table is not None:
                return self.compiler.printed_row(table, f"c[{thing} + {s.CARD}]")
        return super()._field_of(sig, thing, type, env)

    def is_tuple(self, op: Op, env: Env) -> bool:
        if super().is_tuple(op, env):
            return True
        if op.name in ("field", "table_field"):
            sig = self.sig(op)
            return (
                sig is not None and sig.sort == "keeps" and isinstance(sig.type, t.ListT)
                and (op.name == "table_field" or isinstance(op.args[0].type, t.KindT))
            )  # fmt: skip
        return False

    def standing(self, kind: int, offset: int, space: str, several: bool) -> str:
        return f"{'all_on' if several else 'first_on'}(m, c, {kind}, {offset}, {space})"

    # ---------------------------------------------------------------------------------------------------- compare

    def _is(self, op: Op, env: Env) -> str | None:
        left, right = op.args
        if self._face_and_symbol(left, right) and not any(
            isinstance(t.plain(part.type), t.SymbolT) for part in op.args
        ):
            test = f"faces_alike({self.value(left, env)}, {self.value(right, env)})"
            return test if op.data == "is" else f"(not {test})"
        if right.name == "kind" and left.name == "field" and left.data[1] == "holder" and self.sig(left) is None:
            test = f"is_kind(m, c, {self.value(left, env)}, {self.source.constant(self.compiler.heirs(right.data))})"
            return test if op.data == "is" else f"(not {test})"
        for side, other in ((left, right), (right, left)):
            if side.name == "none" and other.name == "field" and isinstance(other.args[0].type, t.KindT):
                sig = self.sig(other)
                if sig is not None and sig.sort == "printed" and t.plain(sig.type) == t.RefT("cost"):
                    cards = frozenset(card.id for card in self.linked.cards.values() if sig.name in card.values)
                    no = "not " if op.data == "is" else ""
                    return f"({no}prints(c, {self.value(other.args[0], env)}, {self.source.constant(cards)}))"
        if all(isinstance(part.type, t.KindT) and self.is_thing(part, env) for part in (left, right)):
            return f"({self.value(left, env)} {'==' if op.data == 'is' else '!='} {self.value(right, env)})"
        single = self.single(left.type) or (isinstance(left.type, t.KindT) and self.is_thing(left, env))
        if right.name == "kind" and isinstance(t.plain(left.type), t.KindT) and single:
            code, heirs = self.value(left, env), sorted(self.compiler.heirs(right.data))
            among = f"in {self.source.constant(frozenset(heirs))}"
            test_of_kind = f"== {self.source.constant(heirs[0])}" if len(heirs) == 1 else among
            no = "" if op.data == "is" else "not "
            if isinstance(left.type, t.KindT):
                return f"({no}c[{code}] {test_of_kind})"
            if code.isidentifier():
                return f"({no}({code} is not None and c[{code}] {test_of_kind}))"
        return super()._is(op, env)

    def _in(self, op: Op, env: Env) -> str | None:
        left, right = op.args
        if isinstance(t.plain(left.type), t.MarkT) and right.name != "range" and left.name != "mark":
            no = "not " if op.data == "not in" else ""
            return f"({no}contains({self.items(right, env)}, {self.value(left, env)}))"
        return super()._in(op, env)

    def _times(self, op: Op, env: Env) -> str | None:
        """How often something happened; what it is counted by are slots of the verb."""
        verb, labels = op.data
        sig = self.linked.signatures[verb]
        wanted, within = "", "None"
        for label, part in zip(labels, op.args, strict=True):
            if label != "within":
                slot = sig.slot(label) or (sig.slot("") if label in ("object", "of") else None)
                if slot is None:
                    return super()._times(op, env)
                wanted += f"({self.source.constant(slot.name)}, {self.value(part, env)}), "
            elif part.name == "word":
                within = self.source.constant(part.data[1])
            elif part.name == "builtin" and part.data == "window":
                within = self.value(part, env)
            else:
                return None
        return f"times_of(m, c, {self.source.constant(verb)}, ({wanted}), {within})"

    def _at(self, op: Op, env: Env) -> str | None:
        many = op.args[0]
        if len(op.args) == 2 and isinstance(t.plain(many.type), t.LadderT) and many.name == "at":
            return f"step({self.value(many, env)}, {self.number(op.args[1], env)})"
        return super()._at(op, env)

    def _word(self, op: Op, env: Env) -> str | None:
        if op.data[0] == "table":
            meaning = self.linked.text("table", op.data[1])
            if meaning is not None and is_closed(meaning.ops[0]):
                value = self.compiler.closed_value(meaning.ops[0])
                return self.source.constant(_Printed(value)) + ".value"
        return super()._word(op, env)

    def _compare(self, op: Op, env: Env) -> str | None:
        left, right = op.args
        marked = op.data in ("has", "lacks") and right.name == "mark" and not right.args
        if marked and isinstance(left.type, t.KindT) and self.single(left.type):
            no = "" if op.data == "has" else "not "
            return f"({no}bears(c, {self.value(left, env)}, {self.source.constant(right.data)}))"
        return super()._compare(op, env)

    # ----------------------------------------------------------------------------------------------------- numbers

    def extent(self, op: Op) -> Extent:
        match op.name:
            case "call" if op.data == "count":
                return 0, limits.LIST_ITEMS
            case "field" if op.data[1] == "value" and self.sig(op) is None:
                return -1_000_000, 1_000_000
            case "field":
                sig, kind = self.sig(op), t.plain(op.args[0].type)
                if sig is not None and sig.sort == "printed" and isinstance(kind, t.KindT):
                    table = self.compiler.printed_table(kind, sig)
                    if table and all(type(row) is int for row in table.values()):
                        return min(table.values()), max(table.values())
        return super().extent(op)

    # --------------------------------------------------------------------------------------------------- in play

    def only_in_play(self, op: Op) -> bool:
        """Whether a list can only hold things in play, each once."""
        match op.name:
            case "kind":
                return True
            case "where":
                return self.only_in_play(op.args[0])
            case "field" | "table_field":
                sig = self.sig(op)
                return sig is not None and sig.sort in ("zone", "children", "back") and isinstance(sig.type, t.ListT)
            case "call" if op.data in _CHOOSING:
                return isinstance(t.plain(op.type), t.ListT) and self.only_in_play(op.args[0])
            case "call":
                return op.data in _SPACES
            case "ask_rule":
                rule = self.linked.program.symbols.rules[op.data]
                meaning = self.linked.text(rule.sort, op.data)
                changed = rule.sort == "rule" and op.data in self.looks.modified
                if meaning is None or not meaning.ops or changed or op.data in self._inside:
                    return False
                self._inside.append(op.data)
                try:
                    return self.only_in_play(meaning.ops[0])
                finally:
                    self._inside.pop()
        return False


def _closes(code: str, start: int) -> bool:
    """Whether the parenthesis that opens behind a word closes right before the end."""
    depth = 0
    for at in range(code.index("(", start), len(code)):
        depth += (code[at] in "([{") - (code[at] in ")]}")
        if depth == 0:
            return at == len(code) - 2
    return False


@frozen(eq=False)
class _Printed:
    """A value of the program that is known by itself, not by what it holds."""

    value: object


class FastCalls(Calls):
    """Functions of the language in emitted code."""

    def __init__(self, compiler: Compiler, expressions: FastExpressions) -> None:
        super().__init__(compiler, expressions)
        self.known: dict[str, ConstantTable] = {}  # by word, which dice fit into a combination or complete it

    def _first(self, op: Op, env: Env) -> str | None:
        """The first of a query: the rest is not gone through, if nothing there can be a fault."""
        many = op.args[0]
        if len(op.args) > 1 or many.name != "where" or self.compiler.picked(many, env) is not None:
            return super()._first(op, env)
        condition = self.compiler.unpicked(many)
        if condition is None or not self.never_fails(condition):
            return super()._first(op, env)
        name, inner, given = self.aside(op, env)
        with self.compiler.aside() as lines:
            with self.source.block(f"def {name}({', '.join(inner.heads())}):"):
                that = self.source.fresh("x")
                try:
                    fixed, test = self.ex.fixed(condition, inner.looking_at(that))
                except Lifted:
                    return super()._first(op, env)
                for held, first in fixed:
                    self.source.line(f"{held} = {first}")
                many_paid = self.ex.paid_again(self.ex.items(many.args[0], inner), fixed)
                with self.source.block(f"for {that} in {many_paid}:"):
                    self.source.line(f"if {test}: return {that}")
            hoist_tables(lines)
        return f"{name}({given})"

    _top = _first

    def never_fails(self, op: Op) -> bool:
        """Whether an operation is certainly no fault, whatever lies on the table."""
        match op.name:
            case "compare":
                good = op.data in ("is", "is not", "in", "not in", "has", "lacks") or all(
                    isinstance(part.type, t.NumberT) for part in op.args
                )
            case "field":
                sig = self.ex.sig(op)
                good = isinstance(op.args[0].type, t.KindT) and (
                    op.data[1] in ("owner", "holder")
                    if sig is None
                    else sig.sort in ("keeps", "stands", "children", "back")
                    or (sig.sort == "zone" and sig.levels is None)
                    or (sig.sort == "printed" and self.compiler.printed_table(op.args[0].type, sig) is not None)
                )
            case "call":
                good = op.data in ("some", "all", "count") and isinstance(op.data, str)
            case name:
                good = name in _HARMLESS
        return good and all(self.never_fails(part) for part in op.args)

    def _fits(self, op: Op, env: Env) -> str:
        return self._combined(op, env, "fits") or super()._fits(op, env)

    def _complete(self, op: Op, env: Env) -> str:
        return self._combined(op, env, "complete") or super()._complete(op, env)

    def _combined(self, op: Op, env: Env, word: str) -> str | None:
        """Dice of one sort in any order make the same combination: what they make is known by their numbers."""
        of = t.plain(t.item(op.args[1].type) or t.UNKNOWN)
        if not isinstance(of, t.KindT) or of.name not in self.compiler.linked.program.symbols.dice:
            return None
        if len(self.compiler.heirs(of.name)) != 1:
            return None
        memo = self.source.constant(self.known.setdefault(word, ConstantTable()))
        combo, dice = self.ex.value(op.args[0], env), self.ex.items(op.args[1], env)
        return f"combined(m, c, {self.source.constant(word)}, {memo}, {combo}, {dice})"
