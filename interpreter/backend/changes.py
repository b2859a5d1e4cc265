"""Changes of rules as Python, where only the ruleset, the mode and the rulings make any.

The bearers of such changes need not be looked up. If a sentence has stated a rule for a while, everything is looked up
at run time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from dsl.ir.rules import Standing
from dsl.names.signatures import RuleSig
from interpreter.compiled.env import Env
from interpreter.model import state as s

if TYPE_CHECKING:
    from interpreter.backend.program import Emitted


class Changes:
    def __init__(self, emitted: Emitted) -> None:
        self.linked = emitted.linked
        self.source = emitted.compiler.source
        self.ex = emitted.compiler.expressions

    def write(self, rule: RuleSig, base: str, env: Env) -> bool:
        """Return the value of a rule with its changes; false if their bearers have to be looked up."""
        changers = self.linked.changers.get(("rule", rule.name))
        if changers is None or changers.anywhere is not None or changers.slots:
            return False
        source, constant, names = self.source, self.source.constant, env.names
        first = names[rule.params[0].name] if rule.params else "None"
        given = ", ".join(f"{constant(key)}: {var}" for key, var in names.items())
        source.line(f"v = {base}")
        words = f"{constant(rule.name)}, v, {first}, {{{given}}}, {constant('rule')}"
        source.line(f"if c[{s.STANDING}]: return modified(m, {words})")
        source.line("w = []")
        for _, origin in sorted(changers.always, key=lambda entry: entry[0]):
            self._change(origin.standing, origin.rank, first, env)
        source.line(f"return reckon(v, w, {constant(self.linked.layers)}) if w else v")
        return True

    def _change(self, standing: Standing, rank: int, first: str, env: Env) -> None:
        source, constant = self.source, self.source.constant
        actor = env.names.get("me", "None")
        inner = evolve(env, it="None", me="None", actor=actor)
        tests = []
        if standing.of.name != "none":
            outer = f"Scope({{}}, None, None, None, {actor})"
            tests.append(f"filter_matches(m, {constant(standing.of)}, {first}, {outer})")
        clauses, held = standing.clauses, self.linked.held(standing)
        if clauses.windows:
            tests.append(f"m.open_window() in {constant(clauses.windows)}")
        if held.during:
            tests.append(f"going_on(m, {constant(held.during)}, None, None, {actor})")
        tests += [self.ex.truth(condition, inner) for condition in clauses.conditions]
        if clauses.once_per:
            tests.append(f"not used(m, {constant(standing)}, None)")
        with source.block(f"if {' and '.join(tests)}:" if tests else "if True:"):
            for layer, op in standing.changes:
                value = self.ex.value(op, inner)
                source.line(f"w.append(({rank}, {constant(layer)}, {constant(standing.layer)}, {value}))")
