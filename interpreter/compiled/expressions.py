"""Expressions as Python: what the reference reckons by walking, said once as source.

The code is written for the types that the checker found, and only for values that they promise. Whatever else turns up
at run time (none where a number is wanted, a card where a thing is) makes Python raise; then the step is taken back
and the reference does it and says what is wrong. So here nothing is checked twice. What is rare is not compiled: the
code asks the reference for the value of that one operation.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.ir.operations import SENTENCES, Op
from dsl.names import types as t
from interpreter.compiled.env import Env
from interpreter.compiled.queries import Lifted, Queries
from interpreter.compiled.source import ConstantTable
from interpreter.compiled.support import LARGEST
from interpreter.link.linked_program import walk
from interpreter.model import state as s
from interpreter.model.values import MarkOf

_SIGNS = {"<", ">", "<=", ">="}
_TUPLES = frozenset({"kind", "where", "list"})
_THERE = frozenset({"constant", "symbol", "sum", "product", "negate", "compare", "not", "and", "or"})
"""Operations whose value is never none."""
_TUPLE_CALLS = frozenset({
    "highest", "lowest", "sorted", "groups", "distinct", "each", "reversed", "supply", "clockwise", "others",
    "adjacent", "within", "between", "row", "toward", "area", "reach", "lines", "connected",
})  # fmt: skip
UNROLL = 8
REFERENCE_ONLY = frozenset({
    "child", "cost", "default", "event", "form", "range", "seen_by", "table",
})  # fmt: skip
"""Values that are not compiled: the code asks the reference for them. Every other one has a writer of its name."""

Extent = tuple[int | None, int | None]


def fits_in_a_number(extent: Extent) -> bool:
    low, high = extent
    return low is not None and high is not None and -LARGEST <= low <= high < LARGEST


def reckoned(sign: str, a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    """Between which ends the result of an operation on two numbers lies."""
    match sign:
        case "+":
            return a[0] + b[0], a[1] + b[1]
        case "-":
            return a[0] - b[1], a[1] - b[0]
        case "*":
            ends = [x * y for x in a for y in b]
            return min(ends), max(ends)
        case _:  # what is divided does not grow, and a remainder is smaller than what it is divided by
            most = max(abs(end) for end in (a if sign == "/" else b))
            return -most, most


def _names_a_card(op: Op) -> bool:
    return op.name == "card" or (op.name == "list" and any(part.name == "card" for part in op.args))


class Expressions(Queries):
    """Writes expressions for one compiler. Every answer is the text of a Python expression."""

    # -------------------------------------------------------------------------------------------------- entry

    def value(self, op: Op, env: Env) -> str:
        if op.name in REFERENCE_ONLY or op.name in SENTENCES:
            return self.by_reference(op, env)
        writer: Callable[[Op, Env], str | None] = getattr(self, f"_{op.name}")
        written = writer(op, env)
        return written if written is not None else self.by_reference(op, env)

    def by_reference(self, op: Op, env: Env) -> str:
        """Ask the reference for this one operation."""
        if any(part.name == "written" for part in walk(op)):
            raise Lifted
        used = {part.data for part in walk(op) if part.name == "local"}
        if any(part.name in ("call", "ask_rule") for part in walk(op)):
            used |= {"here"} & set(env.names)
        names = ", ".join(f"{self.source.constant(name)}: {env.names[name]}" for name in sorted(used & set(env.names)))
        scope = f"Scope({{{names}}}, {env.it}, {env.me}, {env.that}, {env.actor})"
        return f"value({self.source.constant(op)}, {scope}, m)"

    def truth(self, op: Op, env: Env) -> str:
        return self.value(op, env)

    def number(self, op: Op, env: Env) -> str:
        code = self.value(op, env)
        match op.type:
            case t.NumberT():
                return code
            case t.FaceT():
                return f"{code}.number"
            case _:
                return f"as_number({code})"

    def number_or_none(self, op: Op, env: Env) -> str:
        """What a name of type `number` takes: a face as its number, none as it is."""
        if op.name == "none":
            return "None"
        if isinstance(op.type, t.MaybeT) and isinstance(op.type.of, t.NumberT):
            return self.value(op, env)
        return f"narrowed({self.value(op, env)})" if isinstance(op.type, t.MaybeT) else self.number(op, env)

    def items(self, op: Op, env: Env) -> str:
        """A value as a list."""
        if op.name == "range" and len(op.args) == 2:
            low, high = (self.number(part, env) for part in op.args)
            return f"span(m, {low}, {high})"
        if op.name == "where":
            return self._filtered(op, env)
        levels = self.all_levels(op, env)
        if levels is not None:
            return levels
        code = self.value(op, env)
        if self.is_tuple(op, env):
            return code
        return f"items({code})"

    def list_of(self, op: Op, env: Env) -> str:
        """A value as a list that may be kept."""
        return self.value(op, env) if self.is_tuple(op, env) else f"tuple({self.items(op, env)})"

    def is_tuple(self, op: Op, env: Env) -> bool:
        if op.name in _TUPLES or (op.name == "builtin" and op.data in ("players", "foes")):
            return True
        if op.name == "call" and op.data in _TUPLE_CALLS:
            return True
        if op.name == "sum":
            return isinstance(t.plain(op.type), t.ListT)
        if op.name == "local":
            return op.data in env.tuples
        if op.name == "ask_rule":
            return self._gives_tuple(op.data)
        if op.name == "that":
            return isinstance(op.type, t.ListT)
        if op.name in ("field", "table_field"):
            sig = self.sig(op)
            return sig is not None and sig.sort in ("zone", "children") and isinstance(sig.type, t.ListT)
        return False

    def _gives_tuple(self, name: str) -> bool:
        """Whether a rule that nothing changes gives a list, whatever it is asked about."""
        meaning = self.linked.text(self.linked.program.symbols.rules[name].sort, name)
        if meaning is None or not meaning.ops or name in self.looks.modified:
            return False
        op = meaning.ops[0]
        return op.name in _TUPLES or (
            op.name == "call" and op.data in _TUPLE_CALLS and self.compiler.rule(name) is not None
        )

    def place(self, op: Op, env: Env) -> str:
        """A place to go to: a zone with its holder, else a space."""
        if op.name in ("field", "table_field"):
            sig = self.sig(op)
            if sig is not None and sig.sort in ("zone", "children"):
                holder = str(self.compiler.table) if op.name == "table_field" else f"one({self.value(op.args[0], env)})"
                return f"Place({holder}, {self.source.constant(sig.name)})"
        if op.name == "at":
            return self._by_place(op, env)
        if self.single(op.type):
            return self.value(op, env)
        return self._by_place(op, env)

    def _by_place(self, op: Op, env: Env) -> str:
        used = {part.data for part in walk(op) if part.name == "local"} & set(env.names)
        names = ", ".join(f"{self.source.constant(name)}: {env.names[name]}" for name in sorted(used))
        return (
            f"place_of(m, {self.source.constant(op)}, Scope({{{names}}}, {env.it}, {env.me}, {env.that}, {env.actor}))"
        )

    # ------------------------------------------------------------------------------------------------ values

    def _constant(self, op: Op, env: Env) -> str:
        return self.source.constant(op.data)

    _ladder = _constant

    def _none(self, op: Op, env: Env) -> str:
        return "None"

    def _symbol(self, op: Op, env: Env) -> str:
        return self.source.constant(op.data[1])

    def _local(self, op: Op, env: Env) -> str:
        return env.names.get(op.data, "None")

    def _it(self, op: Op, env: Env) -> str:
        return env.it

    def _me(self, op: Op, env: Env) -> str:
        return env.me

    def _that(self, op: Op, env: Env) -> str:
        return env.that

    def _builtin(self, op: Op, env: Env) -> str | None:
        match op.data:
            case "players":
                return f"c[{s.PLAYERS}]"
            case "active":
                return f"c[{s.ACTIVE}]"
            case "round":
                return f"c[{s.ROUND}]"
            case "winners":
                return f"c[{s.OUTCOME}]"
            case "actor":
                return env.actor
            case "foe":
                return env.foe or f"foe(c, {env.me})"
            case "foes":
                return f"foes(c, {env.me})"
            case "window":
                return "m.open_window()"
        return None

    def _kind(self, op: Op, env: Env) -> str:
        heirs = self.linked.layout.heirs[op.data]
        if len(heirs) == 1:
            return f"c[{s.FIRST_KIND + heirs[0]}]"
        return f"things_of(m, c, {self.source.constant(heirs)})"

    def _list(self, op: Op, env: Env) -> str | None:
        parts = []
        for part in op.args:
            if isinstance(t.plain(part.type), t.ListT):
                parts.append(f"*spread({self.value(part, env)})")
            elif part.name in _THERE:
                parts.append(self.value(part, env))
            else:  # what a type promises may still be none at the table: then it is left out
                parts.append(f"*given({self.value(part, env)})")
        code = "(" + "".join(f"{part}, " for part in parts) + ")"
        return f"collected(m, {code})" if any(part.startswith("*spread(") for part in parts) else code

    def _event_field(self, op: Op, env: Env) -> str | None:
        """What an event holds that is going on; one that was done in a window is for the reference."""
        verb, field = op.data
        if op.args and op.args[0].name != "event":
            return None
        return f"held(m, {self.source.constant(verb)}, {self.source.constant('me' if field == 'actor' else field)})"

    def _if_then(self, op: Op, env: Env) -> str:
        condition, then, other = (self.value(part, env) for part in op.args)
        return f"({then} if {condition} else {other})"

    def _negate(self, op: Op, env: Env) -> str:
        return self.within_bounds(op, f"(-{self.number(op.args[0], env)})")

    def _not(self, op: Op, env: Env) -> str:
        return f"(not {self.truth(op.args[0], env)})"

    def _and(self, op: Op, env: Env) -> str:
        return "(" + " and ".join(self.truth(part, env) for part in op.args) + ")"

    def _or(self, op: Op, env: Env) -> str:
        return "(" + " or ".join(self.truth(part, env) for part in op.args) + ")"

    def _sum(self, op: Op, env: Env) -> str | None:
        if isinstance(t.plain(op.type), t.ListT):
            code = self.items(op.args[0], env)
            for sign, part in zip(op.data, op.args[1:], strict=True):
                code = f"{'joined' if sign == '+' else 'without'}(m, {code}, {self.items(part, env)})"
            return f"listed({code})"
        code = self.number(op.args[0], env)
        for sign, part in zip(op.data, op.args[1:], strict=True):
            code += f" {sign} {self.number(part, env)}"
        return self.within_bounds(op, f"({code})")

    def _product(self, op: Op, env: Env) -> str:
        code = self.number(op.args[0], env)
        for sign, part in zip(op.data, op.args[1:], strict=True):
            code = f"({code} {'//' if sign == '/' else sign} {self.number(part, env)})"
        return self.within_bounds(op, code)

    def within_bounds(self, op: Op, code: str) -> str:
        """A computed number with a test of its size; without one where declared ranges prove that it fits."""
        return code if fits_in_a_number(self.extent(op)) else f"bounded({code})"

    def extent(self, op: Op) -> Extent:
        """The least and the greatest that a number can be, as far as that is certain: a kept number never leaves its
        range, and nothing is outside what a number can be."""
        match op.name:
            case "constant" if type(op.data) is int:
                return op.data, op.data
            case "field" | "table_field":
                sig, of = self.sig(op), t.plain(op.type)
                kept = sig is not None and sig.sort == "keeps" and isinstance(of, t.NumberT)
                return (of.low, of.high) if kept and isinstance(of, t.NumberT) else (None, None)
            case "negate":
                return reckoned("-", (0, 0), self._ends(op.args[0]))
            case "sum" | "product":
                extent = self._ends(op.args[0])
                for sign, part in zip(op.data, op.args[1:], strict=True):
                    extent = reckoned(sign, extent, self._ends(part))
                return extent
            case _:
                return None, None

    def _ends(self, op: Op) -> tuple[int, int]:
        low, high = self.extent(op)
        return -LARGEST if low is None else low, LARGEST - 1 if high is None else high

    # ------------------------------------------------------------------------------------------------- compare

    def _compare(self, op: Op, env: Env) -> str | None:
        left, right = op.args
        if _names_a_card(left) or _names_a_card(right):
            return self._is_card(op, env)  # which things are copies of it is asked by the reference
        if left.name == "builtin" and left.data == "mode" and right.name == "word":  # a linked is of one mode
            return str((right.data[1] in self.linked.modes) is (op.data in ("has", "is")))
        if op.data in _SIGNS:
            return f"({self.number(left, env)} {op.data} {self.number(right, env)})"
        match op.data:
            case "is" | "is not":
                return self._is(op, env)
            case "in" | "not in":
                return self._in(op, env)
            case "has" | "lacks" if right.name == "mark" and isinstance(t.plain(left.type), t.KindT):
                if any(part.name != "none" for part in right.args):
                    return None  # numbers are compared by the reference
                test = f"has_mark(m, c, {self.value(left, env)}, {self.source.constant(right.data)})"
                return test if op.data == "has" else f"(not {test})"
            case "has" | "lacks" if right.name == "symbol" and isinstance(left.type, t.FaceT):
                no = "" if op.data == "has" else "not "
                return f"({self.value(right, env)} {no}in {self.value(left, env)}.symbols)"
            case "has" | "lacks":
                test = f"has(m, {self.value(left, env)}, {self.value(right, env)})"
                return test if op.data == "has" else f"(not {test})"
        return None

    def _is_card(self, op: Op, env: Env) -> str | None:
        """Whether a thing is a card that is called by its name, where nothing else can be called so."""
        for left, right in (op.args, op.args[::-1]):
            named = self.compiler.copy_of(right)
            if op.data in ("is", "is not") and named is not None and isinstance(t.plain(left.type), t.KindT):
                if left.name == "card":
                    return None
                test = f"is_card(c, {self.value(left, env)}, {self.source.constant(named.id)})"
                return test if op.data == "is" else f"(not {test})"
        return None

    def _card(self, op: Op, env: Env) -> str | None:
        named = self.compiler.copy_of(op)
        return f"copy_or_card(m, {self.source.constant(named)})" if named is not None else None

    def _mark(self, op: Op, env: Env) -> str | None:
        if self.linked.program.symbols.marks[op.data].params:
            return None
        return self.source.constant(MarkOf(op.data))

    def _would(self, op: Op, env: Env) -> str:
        actions, memo = self.source.constant(op.data), self.source.constant(ConstantTable())
        return f"would(m, {self.value(op.args[0], env)}, {actions}, {memo})"

    def _is(self, op: Op, env: Env) -> str | None:
        left, right = op.args
        yes = op.data == "is"
        if right.name == "kind":
            heirs = self.compiler.heirs(right.data)
            if not isinstance(t.plain(left.type), t.KindT):
                return None
            test = f"is_kind(m, c, {self.value(left, env)}, {self.source.constant(heirs)})"
            if self.single(left.type) and isinstance(left.type, t.KindT) and left.name in ("that", "local", "it"):
                test = f"(c[{self.value(left, env)}] in {self.source.constant(heirs)})"
            return test if yes else f"(not {test})"
        for side, other in ((left, right), (right, left)):
            if side.name == "none":
                return f"({self.value(other, env)} is {'' if yes else 'not '}None)"
        for side, other in ((left, right), (right, left)):  # a face is compared by its number, or the symbols it shows
            if isinstance(t.plain(side.type), t.FaceT) and isinstance(t.plain(other.type), t.NumberT):
                sign = "==" if yes else "!="
                return f"({self.value(side, env)}.number {sign} {self.value(other, env)})"
        if self._face_and_symbol(left, right):
            if isinstance(t.plain(left.type), t.SymbolT):
                left, right = right, left
            test = f"face_is({self.value(left, env)}, {self.value(right, env)})"
            return test if yes else f"(not {test})"
        if self.same_plainly(left.type) and self.same_plainly(right.type):
            sign = "==" if yes else "!="
            return f"({self.value(left, env)} {sign} {self.value(right, env)})"
        if isinstance(t.plain(left.type), t.KindT) and isinstance(t.plain(right.type), t.KindT):
            test = f"same(c, {self.value(left, env)}, {self.value(right, env)})"
            return test if yes else f"(not {test})"
        test = f"is_same(m, {self.source.constant(op)}, {self.value(left, env)}, {self.value(right, env)})"
        return test if yes else f"(not {test})"

    @staticmethod
    def _face_and_symbol(left: Op, right: Op) -> bool:
        """Whether a face is compared with a symbol, or with another face."""
        types = [t.plain(part.type) for part in (left, right)]
        return any(isinstance(type, t.FaceT) for type in types) and all(
            isinstance(type, t.FaceT | t.SymbolT) for type in types
        )

    def _in(self, op: Op, env: Env) -> str | None:
        left, right = op.args
        no = "not " if op.data == "not in" else ""
        single = self.value(left, env)
        if right.name == "range" and isinstance(t.plain(left.type), t.NumberT):
            low = self.number(right.args[0], env)
            if len(right.args) == 1:
                return f"({no}{low} <= {single})"
            high = self.number(right.args[1], env)
            if right.args[1].name == "constant":
                return f"({no}{low} <= {single} <= {high})"
            return f"({no}inside({single}, {low}, {high}))"  # the upper end is asked for in any case: it may be a fault
        of = t.item(right.type)
        plain = (t.KindT, t.NumberT, t.SymbolT, t.TruthT, t.TextT, t.RefT)
        if of is None or not isinstance(t.plain(of), plain) or not isinstance(t.plain(left.type), plain):
            return None
        many = self.items(right, env)
        if right.name != "list" and right.name != "builtin":
            many = self.compiler.weights.turns(many, 0)
        return f"({single} {no}in {many})"

    # --------------------------------------------------------------------------------------------------- rules

    def _ask_rule(self, op: Op, env: Env) -> str | None:
        plain = self.compiler.constant_rule(op.data)
        if plain is not None and not any(part.name != "none" for part in op.args):
            return self.source.constant(plain.data)
        function = self.compiler.rule(op.data)
        if function is None:
            return None
        rule = self.linked.program.symbols.rules[op.data]
        args = []
        for index, param in enumerate(rule.params):
            given = op.args[index] if index < len(op.args) else None
            if given is None or given.name == "none":
                args.append(self.compiler.default("rule", op.data, param.name))
            elif isinstance(t.plain(param.type), t.NumberT):
                args.append(self.number_or_none(given, env))
            elif isinstance(t.plain(param.type), t.ListT):
                args.append(self.list_of(given, env))
            else:
                args.append(self.value(given, env))
        return f"{function}({', '.join(('m', 'c', *args))})"

    def _word(self, op: Op, env: Env) -> str | None:
        return self.source.constant(op.data[1]) if op.data[0] != "table" else None

    def _at(self, op: Op, env: Env) -> str | None:
        if len(op.args) < 2:
            return None
        many, key = op.args
        if isinstance(t.plain(many.type), t.ListT) and isinstance(t.plain(key.type), t.NumberT):
            return f"nth({self.items(many, env)}, {self.number(key, env)})"
        if isinstance(t.plain(many.type), t.ListT) and isinstance(t.plain(key.type), t.SymbolT):
            return self._by_symbol(many, key, env)
        if isinstance(t.plain(many.type), t.TableT):
            level = self.level(many, key, env)
            if level is not None:
                return level
            return f"row_of(m, {self.value(many, env)}, {self.value(key, env)})"
        return None

    def _by_symbol(self, many: Op, key: Op, env: Env) -> str | None:
        """Of several things the one that a symbol names, by the only symbol that each of them prints."""
        of = t.plain(t.item(many.type) or t.UNKNOWN)
        if not isinstance(of, t.KindT) or not self.is_tuple(many, env):
            return None
        heirs = [self.linked.layout.kinds[kind] for kind in self.compiler.heirs(of.name)]
        sigs = [sig for shape in heirs for sig in shape.fields.values() if isinstance(t.plain(sig.type), t.SymbolT)]
        if len({sig.name for sig in sigs}) != 1 or len(sigs) != len(heirs) or sigs[0].sort != "printed":
            return None
        table = self.compiler.printed_table(of, sigs[0])
        if table is None:
            return None
        return f"called_by(m, c, {self.value(many, env)}, {self.source.constant(table)}, {self.value(key, env)})"

    def _times(self, op: Op, env: Env) -> str | None:
        """How often something happened; within what is a word, or an event by its name."""
        verb, labels = op.data
        wanted, within = [], "None"
        for label, part in zip(labels, op.args, strict=True):
            if label != "within":
                wanted.append(f"({self.source.constant(label)}, {self.value(part, env)})")
            elif part.name == "word":
                within = self.source.constant(part.data[1])
            elif part.name == "builtin" and part.data == "window":
                within = self.value(part, env)
            else:
                return None
        return f"times(m, {self.source.constant(verb)}, [{', '.join(wanted)}], {within})"

    def _call(self, op: Op, env: Env) -> str | None:
        if not isinstance(op.data, str):
            return None
        return self.compiler.calls.call(op, env)
