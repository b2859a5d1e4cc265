"""Changes of rules, stats and costs as Python: which rules change a value is known from the program, so each of them is
a test and an entry in a list; only rules that a sentence has stated for a while are looked up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.names.signatures import RuleSig
from interpreter.backend.expressions import FastCalls, FastExpressions
from interpreter.backend.free_weights import FreeWeights
from interpreter.backend.passes.hoisting import hoisted
from interpreter.backend.rules import Situation
from interpreter.compiled.env import Env
from interpreter.compiled.program import Compiler
from interpreter.link.linked_program import LinkedProgram
from interpreter.link.linked_rules import RuleSource
from interpreter.link.rule_index import OF
from interpreter.model import state as s

if TYPE_CHECKING:
    from interpreter.backend.program import Emitted

_SEARCHING = frozenset({"some", "all", "count", "sum", "highest", "lowest", "least", "most", "each", "distinct"})
_FLOODING = frozenset({"reach", "path_cost", "connected"})


class Changes:
    def __init__(self, emitted: Emitted) -> None:
        self.emitted = emitted
        self.linked = emitted.linked
        self.compiler = emitted.compiler
        self.source = emitted.compiler.source
        self.ex = emitted.compiler.expressions

    def rule(self, rule: RuleSig, base: str, env: Env) -> bool:
        """Return the value of a rule with its changes."""
        names = env.names
        types = {param.name: param.type for param in rule.params}
        first = names[rule.params[0].name] if rule.params else "None"
        about = rule.params[0].type if rule.params else t.UNKNOWN
        self._write(rule.name, "rule", base, first, about, names, types)
        return True

    def stat(self, name: str, kind: t.Type, base: str) -> None:
        """Return the value of a stat of `it` with its changes."""
        self._write(name, "stat", base, "it", kind, {}, {})

    def cost(self, currency: str, verb: str | None) -> str:
        """The function for an amount of a currency with its changes: machine, cells, the amount, the names of the
        action; empty if nothing changes it."""
        if verb is None:
            return ""
        rules, line, constant = self.emitted.rules, self.source.line, self.source.constant
        sources = [
            entry for entry in rules.sources("modify", currency, "cost")
            if entry[1].standing.of.name != "word" or entry[1].standing.of.data[1] == verb
        ]  # fmt: skip
        said = rules.may_be_said("modify", currency)
        if not sources and not said:
            return ""

        def write(name: str) -> None:
            with self.source.block(f"def {name}(m, c, v, n):"):
                line("w = []")
                plain = [entry for entry in sources if entry[1].holder not in ("card", "mark")]

                def use(source: RuleSource, it: str, me: str, extra: dict[str, str], number: int) -> None:
                    at = rules.situation("modify", currency, source.standing)
                    inner = Env({**at.more, **extra}, it, me, actor=at.actor)
                    for layer, op in source.standing.changes:
                        value = self.ex.value(op, inner)
                        line(
                            f"w.append(({source.rank}, {constant(layer)}, {constant(source.standing.layer)}, {value}))"
                        )

                for number, source, subject in plain:
                    rules.of_source(number, source, subject, rules.situation("modify", currency, source.standing), use)
                tabled = [entry for entry in sources if entry not in plain]
                if tabled:
                    line("h = []")
                    rules.by_table("modify", currency, tabled, rules.situation("modify", currency, None), "h")
                    line("for e in h: w.append(e[2:])")
                if said:
                    heads = f"{constant(currency)}, n[{constant(OF)}], n, {constant('cost')}"
                    line(f"if c[{s.STANDING}]: said_changes(m, {heads}, w)")
                line(f"return reckon(v, w, {constant(self.linked.layers)}) if w else v")

        return self.compiler.function(("cost", currency, verb), "z", write) or ""

    def _write(
        self, name: str, scope: str, base: str, of: str, about: t.Type, names: dict[str, str], types: dict[str, t.Type]
    ) -> None:
        line, constant, rules = self.source.line, self.source.constant, self.emitted.rules
        sources = rules.sources("modify", name, scope)
        said = rules.may_be_said("modify", name)
        if not sources and not said:
            line(f"return {base}")
            return
        line(f"v = {base}")
        given = ", ".join(f"{constant(key)}: {var}" for key, var in names.items())
        more = f"{constant(OF)}: {of}"
        dictionary = f"{{{', '.join(part for part in (given, more) if part)}}}"
        if not sources:
            changed = f"modified(m, {constant(name)}, v, {of}, {{{given}}}, {constant(scope)})"
            line(f"return {changed} if c[{s.STANDING}] else v")
            return
        layers = {(layer, source.standing.layer) for _, source, _ in sources for layer, _ in source.standing.changes}
        plain = [entry for entry in sources if entry[1].holder not in ("card", "mark")]
        adds = not said and len(plain) == len(sources) and layers == {("by", "")}
        if not adds:
            line("w = []")
        at = Situation({**names, OF: of}, {**types, OF: about}, names.get("me", "None"), "None", "")

        def use(source: RuleSource, it: str, me: str, extra: dict[str, str], number: int) -> None:
            inner = Env({**extra, **names}, it, me, actor=names.get("me", "None"))
            for layer, op in source.standing.changes:
                value = self.ex.value(op, inner)
                if adds:
                    line(f"v = added_up(v, {value})")
                else:
                    line(f"w.append(({source.rank}, {constant(layer)}, {constant(source.standing.layer)}, {value}))")

        for number, source, subject in plain:
            rules.of_source(number, source, subject, at, use)
        if adds:
            line("return v")
            return
        tabled = [entry for entry in sources if entry not in plain]
        if tabled:
            line(f"n = {dictionary}")
            line("h = []")
            rules.by_table("modify", name, tabled, Situation({OF: of}, {OF: about}, "None", "None", "n"), "h")
            line("for e in h: w.append(e[2:])")
        if said:
            line(f"if c[{s.STANDING}]: said_changes(m, {constant(name)}, {of}, {{{given}}}, {constant(scope)}, w)")
        line(f"return reckon(v, w, {constant(self.linked.layers)}) if w else v")


class EmittingCompiler(Compiler):
    """Writes rules and stats with their changes in place."""

    in_place: Changes | None = None
    weights: FreeWeights

    def __init__(self, linked: LinkedProgram) -> None:
        super().__init__(linked)
        self.weights = FreeWeights(self)
        self.fast_expressions = FastExpressions(self)
        self.expressions = self.fast_expressions
        self.calls = FastCalls(self, self.expressions)
        self._deep: dict[int, tuple[Op, int]] = {}
        self._asking: set[str] = set()

    def function(self, key: tuple[str, ...], letter: str, write: Callable[[str], None]) -> str | None:
        """A function that others may call, too: no window is known in it, unless it is written for one."""
        window, self.fast_expressions.window = self.fast_expressions.window, None
        try:
            return super().function(key, letter, write)
        finally:
            self.fast_expressions.window = window

    def is_heavy(self, op: Op) -> bool:
        """Whether what an operation gives is worth remembering while nothing changes."""
        return self._depth(op) > 1

    def goes_round(self, op: Op) -> bool:
        """Whether there is a loop in an operation."""
        return self._depth(op) > 0

    def _depth(self, op: Op) -> int:
        """How many loops stand inside each other, with those of the rules that are asked."""
        kept = self._deep.get(id(op))
        if kept is not None:
            return kept[1]
        depth = max([self._depth(part) for part in op.args], default=0)
        if op.name == "where" or (op.name == "call" and op.data in _SEARCHING):
            depth += 1
        elif op.name == "call" and op.data in _FLOODING:
            depth += 2
        elif op.name == "ask_rule" and op.data not in self._asking:
            rule = self.linked.program.symbols.rules[op.data]
            meaning = self.linked.text(rule.sort, op.data)
            self._asking.add(op.data)
            for part in meaning.ops if meaning is not None else ():
                depth = max(depth, self._depth(part))
            self._asking.discard(op.data)
        elif op.name == "for_each":
            depth += 1
        if not self._asking:
            self._deep[id(op)] = (op, depth)
        return depth

    def remembered(self, op: Op, changed: bool) -> bool:
        return changed or self.is_heavy(op)

    def finish(self) -> None:
        self._finished = hoisted(self._finished, self.source.fresh)
        super().finish()

    def _constant_of(self, op: Op) -> tuple[Any] | None:
        """A printed list of words is kept once for all copies."""
        if op.name == "word" and op.data[0] != "table":
            return (op.data[1],)
        if op.name == "list" and op.args and all(part.name == "word" and part.data[0] != "table" for part in op.args):
            return (tuple([part.data[1] for part in op.args]),)
        return super()._constant_of(op)

    def stat_changed(self, kind: str, name: str, base: str, changed: str) -> None:
        if self.in_place is None or name not in self.looks.modified:
            super().stat_changed(kind, name, base, changed)
            return
        self.in_place.stat(name, t.KindT(kind), base)
