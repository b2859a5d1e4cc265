"""A compiler for one linked: which functions there are, each written when it is first spoken of.

Rules, stats and effects become functions of the machine, the cells and their parameters. What cannot be written (a
sentence that stops, a construct that only the reference knows) makes that one function impossible, and whoever wanted
it asks the reference instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from dsl.ir.effects.event_reads import goes_through
from dsl.ir.operations import NO_OP, Op
from dsl.ir.program import DefaultSort
from dsl.names import types as t
from dsl.names.signatures import FieldSig, RuleSig
from interpreter.compiled.calls import Calls
from interpreter.compiled.env import Env
from interpreter.compiled.expressions import Expressions
from interpreter.compiled.flows import Flows
from interpreter.compiled.goals import Goals
from interpreter.compiled.plain_verbs import Looks
from interpreter.compiled.sentences import Sentences
from interpreter.compiled.source import ConstantTable, GeneratedSource, Unwritten, hoist_tables
from interpreter.compiled.straight import Straight
from interpreter.compiled.thing_words import CopyOf
from interpreter.compiled.windows import Windows
from interpreter.compiled.work_costs import Weights
from interpreter.evaluate.expressions import value
from interpreter.evaluate.fields import is_closed
from interpreter.execute.machine import Machine
from interpreter.link.linked_program import LinkedProgram, walk
from interpreter.model import state as s
from interpreter.model.environment import Scope
from interpreter.model.state import State
from interpreter.model.values import CardRef


class Compiler:
    def __init__(self, linked: LinkedProgram) -> None:
        self.linked = linked
        self.looks = Looks(linked)
        self.source = GeneratedSource()
        self.table = linked.layout.first_thing
        self.weights = Weights(self)
        self.expressions = Expressions(self)
        self.calls = Calls(self, self.expressions)
        self.goals = Goals(self)
        self.sentences = Sentences(self)
        self.windows = Windows(self)
        self.flows = Flows(self)
        self.straight = Straight(self)
        self.goal_reads = self.goals.table_reads()
        self.tracked: set[str] = set()  # verbs of which emitted code knows the innermost event (`interpreter.backend`)
        self.remembers = False
        self.changes: Callable[[RuleSig, str, Env], bool] | None = None  # writes the changes of a rule, if it can
        self._looked_into: set[tuple[str, ...]] = set()  # whether rules keep what they gave while nothing changes
        self._functions: dict[tuple[str, ...], str | None] = {}
        self._finished: list[Any] = []
        self._printed_tables: dict[tuple[str, str], ConstantTable | None] = {}

    # ----------------------------------------------------------------------------------------------- functions

    def function(self, key: tuple[str, ...], letter: str, write: Callable[[str], None]) -> str | None:
        """A function by what it is for; none if it cannot be written. One that speaks of itself is known before."""
        if self.remembers:
            key = (*key, "remembers")
        if key in self._functions:
            return self._functions[key]
        name = self._functions[key] = self.source.fresh(letter)
        with self.aside() as lines:
            try:
                write(name)
                hoist_tables(lines)
            except Unwritten:
                self._functions[key] = None
                lines.clear()
        return self._functions[key]

    @contextmanager
    def aside(self) -> Iterator[list[Any]]:
        """Write somewhere else for a while: a function that another one needs."""
        source = self.source
        kept, depth, at = source.lines, source.depth, source.at
        source.lines, source.depth = [], 0
        try:
            yield source.lines
        finally:
            self._finished += source.lines
            source.lines, source.depth, source.at = kept, depth, at

    def finish(self) -> None:
        """All functions together, in the order in which they were finished."""
        self.source.lines = self._finished + self.source.lines
        self._finished = []

    # --------------------------------------------------------------------------------------------------- facts

    def is_space(self, type: t.Type) -> bool:
        kind = t.plain(type)
        return isinstance(kind, t.KindT) and "Space" in self.linked.program.symbols.lineage(kind.name)

    def one_shape(self, op: Op) -> s.KindLayout | None:
        """The layout of the things of a query, if it goes through all of one kind that has no heirs."""
        if op.name != "kind":
            return None
        heirs = [shape for shape in self.linked.layout.kinds.values() if op.data in shape.lineage]
        return heirs[0] if len(heirs) == 1 else None

    def heirs(self, kind: str) -> frozenset[str]:
        return frozenset(name for name, shape in self.linked.layout.kinds.items() if kind in shape.lineage)

    def default(self, sort: DefaultSort, owner: str, name: str) -> str:
        op = self.linked.program.defaults.get((sort, owner, name), NO_OP)
        if op.name not in ("constant", "none"):
            raise Unwritten("default")
        return self.source.constant(op.data)

    # --------------------------------------------------------------------------------------------------- rules

    def constant_rule(self, name: str) -> Op | None:
        """A rule that is a number, text or truth which nothing ever changes."""
        rule = self.linked.program.symbols.rules[name]
        meaning = self.linked.text(rule.sort, name)
        fixed = meaning is not None and meaning.ops[0].name == "constant" and name not in self.looks.modified
        return meaning.ops[0] if meaning is not None and fixed else None

    def rule(self, name: str) -> str | None:
        rule = self.linked.program.symbols.rules[name]
        meaning = self.linked.text(rule.sort, name)
        if meaning is None or not meaning.ops:
            return None
        op = meaning.ops[0]

        def write(function: str) -> None:
            names = {param.name: self.source.fresh() for param in rule.params}
            lists = frozenset(param.name for param in rule.params if isinstance(t.plain(param.type), t.ListT))
            env = Env(names, tuples=lists)
            self.source.at = op
            with self.source.block(f"def {function}({', '.join(('m', 'c', *names.values()))}):"):
                if self.weights.light_rule(name) is None:
                    self.weights.pay(self.weights.of(op))
                self._rule(rule, op, env)
            self._remember(function, name, op, self.linked.event_reads.rule(name), name in self.linked.changes)

        return self.function(("rule", name), "r", write)

    def _rule(self, rule: RuleSig, op: Op, env: Env) -> None:
        name, names = rule.name, env.names
        if op.name == "block":
            if rule.sort == "rule" and name in self.looks.modified:
                raise Unwritten("a rule with a block that others change")
            self.sentences.define(op, env)
            return
        base = self.expressions.value(op, env)
        if rule.sort != "rule" or name not in self.looks.modified:
            self.source.line(f"return {base}")
            return
        if self.changes is not None and self.changes(rule, base, env):
            return
        first = names[rule.params[0].name] if rule.params else "None"
        given = ", ".join(f"{self.source.constant(key)}: {var}" for key, var in names.items())
        changed = f"modified(m, {self.source.constant(name)}, v, {first}, {{{given}}}, {self._word('rule')})"
        self._changed(name, base, changed)

    def _remember(self, function: str, name: str, op: Op, verbs: frozenset[str], changed: bool) -> None:
        """What goes through many things, or what others change, is not done twice while nothing changes."""
        if self.remembers and self.remembered(op, changed):
            words = f"{self.source.constant(name)}, {self.source.constant(verbs)}"
            self.source.line(f"{function} = remembering({words}, {function})")

    def remembered(self, op: Op, changed: bool) -> bool:
        return changed or goes_through(op)

    def goes_round(self, op: Op) -> bool:
        """Whether there is a loop in an operation."""
        return goes_through(op)

    def is_heavy(self, op: Op) -> bool:
        return goes_through(op)

    def _word(self, word: str) -> str:
        return self.source.constant(word)

    def _changed(self, name: str, base: str, changed: str) -> None:
        """A base, and what rules make of it; where no rule that stands does, only those said for a while could."""
        if name not in self.looks.modified:
            self.source.line(f"return {base}")
            return
        if name in self.linked.changes:
            self.source.line(f"v = {base}")
            self.source.line(f"return {changed}")
            return
        with self.source.block(f"if c[{s.STANDING}]:"):
            self.source.line(f"v = {base}")
            self.source.line(f"return {changed}")
        self.source.line(f"return {base}")

    def stat_changed(self, kind: str, name: str, base: str, changed: str) -> None:
        self._changed(name, base, changed)

    def printed_table(self, type: t.Type, sig: FieldSig) -> ConstantTable | None:
        """The printed value of a field by card, if all copies have the same: numbers, symbols and the like."""
        kind = t.plain(type)
        if not isinstance(kind, t.KindT) or t.plain(sig.type) == t.RefT("cost") or self.is_space(type):
            return None
        key = (kind.name, sig.name)
        if key not in self._printed_tables:
            self._printed_tables[key] = self._printed_by_card(kind.name, sig)
        return self._printed_tables[key]

    def _printed_by_card(self, kind: str, sig: FieldSig) -> ConstantTable | None:
        by_card: dict[str | None, Any] = {}
        heirs = self.heirs(kind)
        plain = [self._printed_by_kind(heir, sig) for heir in sorted(heirs)]
        if plain and all(value_of_kind is not None and value_of_kind == plain[0] for value_of_kind in plain):
            by_card[None] = plain[0][0] if plain[0] is not None else None  # a thing that is no copy of a card
        for card in self.linked.cards.values():
            if card.kind not in heirs:
                continue
            own = card.values.get(sig.name)
            printed = self._constant_of(own) if own is not None else self._printed_by_kind(card.kind, sig)
            if printed is None:
                return None
            by_card[card.id] = printed[0]
        return ConstantTable(by_card) if by_card else None

    def copy_of(self, op: Op) -> CopyOf | None:
        """What a name stands for if it is that of one card, and nothing else on any table can be called so."""
        if op.name != "card" or op.data[0] in (None, "Thing", "Space", "Player"):
            return None
        kind, name = op.data
        ids = self.linked.called.get(name, ())
        if len(ids) != 1 or "." in ids[0] or ids[0] not in self.linked.cards:
            return None
        own = self.linked.cards[ids[0]].kind
        return CopyOf(ids[0], own, CardRef(ids[0])) if kind in self.linked.layout.lineage_of(own) else None

    def _constant_of(self, op: Op) -> tuple[Any] | None:
        """The value of an operation that reads no state."""
        if op.name == "constant" or op.name == "ladder":
            return (op.data,)
        named = self.copy_of(op)
        if named is not None:
            return (named,)
        if not is_closed(op):
            return None
        return (self.closed_value(op),)

    def closed_value(self, op: Op) -> Any:
        """The value of an operation that reads no state, computed on an empty table."""
        machine = Machine(self.linked, State([]), 0, ())
        machine.fast = None
        return value(op, Scope(), machine)

    def _printed_by_kind(self, kind: str, sig: FieldSig) -> tuple[Any] | None:
        """What a kind says of a field that a card does not print; none if that has to be reckoned."""
        for ancestor in self.linked.layout.kinds[kind].lineage:
            first = self.linked.first.get((ancestor, sig.name))
            if first is not None:
                return self._constant_of(first)
        return (s.empty_of(sig.type),)

    def stat(self, kind: str, name: str) -> str | None:
        """A stat that is reckoned the same way for all of a kind."""
        base = self.base_of(kind, name)
        if base is None:
            return None

        def write(function: str) -> None:
            self.source.at = base
            with self.source.block(f"def {function}(m, c, it):"):
                if self.weights.light_stat(kind, name) is None:
                    self.weights.pay(self.weights.of(base))
                me = "None"
                if any(part.name == "me" or (part.name == "builtin" and part.data == "foe") for part in walk(base)):
                    me = "me"
                    self.source.line("me = controller(m, it)")
                code = self.expressions.value(base, Env({}, "it", me))
                word = self.source.constant(name)
                self.stat_changed(kind, name, code, f"modified(m, {word}, v, it, {{}}, {self._word('stat')})")
            changed = name in self.linked.changes
            self._remember(function, f"{kind} {name}", base, self.linked.event_reads.field(name), changed)

        return self.function(("stat", kind, name), "s", write)

    def base_of(self, kind: str, name: str) -> Op | None:
        """The base of a stat, if it is the same for all things of a kind."""
        shapes = [shape for shape in self.linked.layout.kinds.values() if kind in shape.lineage]
        firsts = []
        for shape in shapes:
            if not shape.fields[name].computed and self._is_printed(shape.name, name):
                return None
            bases = [self.linked.first[a, name] for a in shape.lineage if (a, name) in self.linked.first]
            firsts.append(bases[0] if bases else None)
        base = firsts[0]
        same = base is not None and all(first is base for first in firsts)
        return base if same and not self.is_space(t.KindT(kind)) else None

    def _is_printed(self, kind: str, name: str) -> bool:
        """Whether some card prints a stat of a kind."""
        return any(name in card.values for card in self.linked.cards.values() if card.kind == kind)

    def printed_row(self, table: ConstantTable, card: str) -> str:
        """The printed value of a card, from a table of all cards."""
        row_code = f"{self.source.constant(table)}[{card}]"
        return f"resolved(m, {row_code})" if any(type(row) is CopyOf for row in table.values()) else row_code

    def printed_stat(self, kind: str, sig: FieldSig) -> str | None:
        """A stat that cards print, and what rules make of it."""
        table = self.printed_table(t.KindT(kind), sig)
        if table is None:
            return None

        def write(function: str) -> None:
            name = self.source.constant(sig.name)
            with self.source.block(f"def {function}(m, c, it):"):
                base = self.printed_row(table, f"c[it + {s.CARD}]")
                self.stat_changed(kind, sig.name, base, f"modified(m, {name}, v, it, {{}}, {self._word('stat')})")
            if sig.name in self.linked.changes:
                self._remember(function, f"{kind} {sig.name}", NO_OP, self.linked.event_reads.field(sig.name), True)

        return self.function(("stat", kind, sig.name), "s", write)

    # ------------------------------------------------------------------------------------------------- effects

    def effect(self, verb: str) -> str | None:
        """A verb of the program that never asks and that nobody looks at, as a plain call; none if it is not one."""
        if not self.looks.plain(verb) or self.looks.asks(verb):
            return None
        body = self.looks.body(verb)
        if body is None:
            return None

        def write(function: str) -> None:
            names = {slot.name: self.source.fresh() for slot in self.linked.verbs[verb].slots}
            env = Env(names, "it", names.get("me", "None"), tuples=self.lists(verb))
            self.source.at = body
            with self.source.block(f"def {function}({', '.join(('m', 'c', 'it', *names.values()))}):"):
                self.sentences.event(body)
                self.sentences.effect(body, env)

        return self.function(("effect", verb), "e", write)

    def lists(self, verb: str) -> frozenset[str]:
        """The slots of a verb that hold lists."""
        return frozenset(s.name for s in self.linked.verbs[verb].slots if isinstance(t.plain(s.type), t.ListT))

    def action(self, verb: str) -> str:
        """The body of an action that was offered: its requirements are known to hold."""
        body = self.looks.body(verb)
        if body is None or not self.looks.plain(verb) or self.looks.asks(verb):
            raise Unwritten(verb)
        lines = body.args
        while lines and lines[0].name == "require":
            lines = lines[1:]
        rest = Op("block", t.NOTHING, lines, span=body.span)

        def write(function: str) -> None:
            names = {slot.name: self.source.fresh() for slot in self.linked.verbs[verb].slots}
            env = Env(names, "it", names.get("me", "None"), tuples=self.lists(verb))
            with self.source.block(f"def {function}({', '.join(('m', 'c', 'it', *names.values()))}):"):
                self.sentences.event(body)
                self.sentences.effect(rest, env)

        function_name = self.function(("action", verb), "a", write)
        if function_name is None:
            raise Unwritten(verb)
        return function_name

    # ------------------------------------------------------------------------------------------------- picking

    def picked(self, op: Op, env: Env) -> str | None:
        """Of all spaces of a kind those that what is printed on them picks: a table of the board."""
        parts = self._split(op)
        if parts is None:
            return None
        fixed, index, _ = parts
        many = self.expressions.value(op.args[0], env)
        key = self.source.fresh("")
        that = self.source.fresh("x")
        inner = Env({}, that=that)
        test = " and ".join(self.expressions.truth(part, inner) for part in fixed)
        if index is None:
            return f"picked(m, {key}, {many}, lambda {that}: {test})"
        own, wanted = index
        code = self.expressions.value(own, inner)
        if fixed:  # what is not picked is found under no value, not even under none
            code = f"({code} if {test} else {self.source.constant(())})"
        return f"grouped(m, {key}, {many}, lambda {that}: {code}, {self.expressions.value(wanted, env)})"

    def unpicked(self, op: Op) -> Op | None:
        """The rest of a condition, without the printed part that has already been applied."""
        parts = self._split(op)
        if parts is None:
            return op.args[1]
        rest = parts[2]
        if not rest:
            return None
        return rest[0] if len(rest) == 1 else Op("and", t.TRUTH, tuple(rest))

    def _split(self, op: Op) -> tuple[list[Op], tuple[Op, Op] | None, list[Op]] | None:
        """A condition on spaces as what is printed alone, one printed value that equals something, and the rest."""
        many, condition = op.args
        if many.name != "kind" or not self.is_space(t.KindT(many.data)):
            return None
        fixed: list[Op] = []
        rest: list[Op] = []
        index: tuple[Op, Op] | None = None
        for part in condition.args if condition.name == "and" else (condition,):
            if self._printed(part):
                fixed.append(part)
            elif index is None and (indexed := self._indexed(part)) is not None:
                index = indexed
            else:
                rest.append(part)
        return (fixed, index, rest) if fixed or index is not None else None

    def printed_local(self, op: Op, name: str) -> bool:
        """Whether a condition reads nothing of what fills a slot but what is printed on it."""

        def good(part: Op) -> bool:
            if not any(inner.name == "local" and inner.data == name for inner in walk(part)):
                return part.name in ("field", "ask_rule", "constant", "symbol", "none", "sum")
            match part.name:
                case "field":
                    thing = part.args[0]
                    own = thing.name == "local" and thing.data == name
                    return own and self._space_field(Op("field", part.type, (Op("that", thing.type),), part.data))
                case "compare" | "and" | "or" | "not" | "sum":
                    return all(good(inner) for inner in part.args)
            return False

        return good(op)

    def _printed(self, op: Op) -> bool:
        """Whether an expression reads nothing but what is printed on `that` and constants."""
        match op.name:
            case "field":
                sig = self.linked.layout.kinds.get("Space") and self._space_field(op)
                return bool(sig)
            case "constant" | "symbol" | "none":
                return True
            case "compare" | "and" | "or" | "not" | "sum" | "range":
                return all(self._printed(part) for part in op.args)
        return False

    def drawn(self, op: Op, spaces: frozenset[str] = frozenset({"here"}), names: bool = False) -> bool:
        """Whether an expression reads nothing but what is printed on spaces: the same as long as the board lies.

        `spaces` are the names of spaces besides `that`; `names` says whether other names may stand in it, for truths,
        numbers and symbols. What defines say of these is looked into.
        """
        match op.name:
            case "field":
                thing = op.args[0]
                if thing.name == "local" and thing.data in spaces:
                    return self._space_field(Op("field", op.type, (Op("that", thing.type),), op.data))
                return self._space_field(op)
            case "local":
                return names and isinstance(t.plain(op.type), t.TruthT | t.NumberT | t.SymbolT)
            case "constant" | "symbol" | "none":
                return True
            case "compare" | "and" | "or" | "not" | "sum" | "product" | "negate" | "list" | "if_then":
                return all(self.drawn(part, spaces, names) for part in op.args)
            case "ask_rule":
                return self._drawn_define(op, spaces, names)
        return False

    def _drawn_define(self, op: Op, spaces: frozenset[str], names: bool) -> bool:
        rule = self.linked.program.symbols.rules[op.data]
        meaning = self.linked.text(rule.sort, op.data)
        if rule.sort != "define" or meaning is None or len(op.args) != len(rule.params):
            return False
        inner = set()
        for param, given in zip(rule.params, op.args, strict=True):
            if given.name == "that" or (given.name == "local" and given.data in spaces):
                inner.add(param.name)
            elif not self.drawn(given, spaces, names):
                return False
        body = meaning.ops[0]
        if any(part.name == "that" for part in walk(body)) or (op.data, *inner) in self._looked_into:
            return False  # one that asks itself would go on for ever
        self._looked_into.add((op.data, *inner))
        try:
            return self.drawn(body, frozenset(inner), names=True)
        finally:
            self._looked_into.discard((op.data, *inner))

    def _space_field(self, op: Op) -> bool:
        thing = op.args[0]
        if thing.name != "that" or not self.is_space(thing.type) or not isinstance(thing.type, t.KindT):
            return False
        sig = self.linked.layout.kinds[thing.type.name].fields.get(op.data[1])
        return op.data[1] in ("row", "column") if sig is None else sig.sort == "printed"

    def _indexed(self, op: Op) -> tuple[Op, Op] | None:
        """`column is slot.column`: a printed value of `that`, and one that does not look at `that`."""
        if op.name != "compare" or op.data != "is":
            return None
        for own, other in (op.args, op.args[::-1]):
            alike = type(t.plain(own.type)) is type(t.plain(other.type)) and self.expressions.same_plainly(own.type)
            if own.name != "field" or not alike:
                continue
            if self._space_field(own) and not any(part.name == "that" for part in walk(other)):
                return own, other
        return None
