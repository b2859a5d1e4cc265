"""Windows as Python: who may act, with what, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.ir.operations import Op
from dsl.names import types as t
from interpreter.backend.asking import most_steps
from interpreter.compiled.env import Env
from interpreter.link.effects.hidden_slots import blind_slots
from interpreter.model import state as s

if TYPE_CHECKING:
    from interpreter.backend.program import Emitted


class WindowFunctions:
    def __init__(self, emitted: Emitted) -> None:
        self.emitted = emitted
        self.compiler = emitted.compiler
        self.linked = emitted.linked
        self.source = emitted.compiler.source
        self.ex = emitted.compiler.expressions

    def window(self, name: str) -> str:
        """The function of a window: given its parameters, it returns what was done in it."""
        function_name = self.compiler.function(
            ("straight window", name), "w", lambda function: self._write(name, function)
        )
        assert function_name is not None
        return function_name

    def _write(self, name: str, function: str) -> None:
        source, constant = self.source, self.source.constant
        window = self.linked.windows[name]
        params = {param: source.fresh() for param in self.linked.program.symbols.windows[name].params}
        moves = self.emitted.enumerators.moves(name)
        with source.block(f"def {function}({', '.join(('m', 'c', *params.values()))}):"):
            values = ", ".join(f"{constant(param)}: {var}" for param, var in params.items())
            source.line(f"f = open_window(m, {constant(name)}, {{{values}}})")
            ended = name in self.emitted.ended
            if ended:
                source.line("at = len(m.state.events), len(m.state.frames) - 1")
                source.line("try:")
                source.depth += 1
            for offer in window.offers:
                self._offer(name, offer, Env(params), moves)
            if not window.offers:
                source.line("pass")
            if ended:
                source.depth -= 1
                with source.block("except Ended as e:"):
                    source.line("if e.args[0] != f[2]: raise")
                    source.line("drop(m, at[0], at[1])")
                    source.line("return f[7]")
            source.line("return close_window(m, f)")

    def _offer(self, name: str, offer: Op, env: Env, moves: str) -> None:
        source, constant, window = self.source, self.source.constant, self.linked.windows[name]
        again = window.again
        if isinstance(offer.args[1].type, t.KindT) and not again and self.ex.single(offer.args[1].type):
            self._offer_to_one(name, offer, env, moves)
            return
        source.line("i = u = 0")
        if again:
            source.line("q = 0")
        with source.block("while True:"):
            source.line(f"o = [x for x in {self.ex.items(offer.args[1], env)} if x in c[{s.PLAYERS}]]")
            if again:
                source.line("if not o or q >= len(o): break")
                source.line("if i >= len(o): i = u = 0; continue")
            else:
                source.line("if i >= len(o): break")
            if offer.data == "one":
                source.line("if u >= 1: i += 1; u = 0; continue")
            elif offer.data != "any":
                most = f"as_count({self.ex.value(offer.args[0], env)})"
                source.line(f"if u >= {most}: i += 1; u = 0; continue")
            source.line("p = o[i]")
            source.line(f"c[{s.STEPS}] += 1")
            source.line(f"if c[{s.STEPS}] > {most_steps()}: raise Bail")
            source.line(f"a = {moves}(m, c, p)")
            if blind_slots(self.linked, name):
                source.line(f"a = in_order(m, {constant(name)}, a, p)")
            passed = "i += 1; u = 0" + ("; q += 1" if again else "")
            if not window.always_ask:
                source.line(f"if not a: {passed}; continue")
            must = "0"
            if ("forbid", "pass") in self.emitted.heard:
                must = "must_act(m, p) if a else 0"
            source.line(f"d = offered(m, {constant(name)}, p, a, {must})")
            with source.block("if d is None:"):
                self._pass(passed)
                source.line("continue")
            source.line("u += 1" + ("; q = 0" if again else ""))
            self._done(name)

    def _offer_to_one(self, name: str, offer: Op, env: Env, moves: str) -> None:
        """An offer to one player."""
        source, constant, window = self.source, self.source.constant, self.linked.windows[name]
        source.line("u = 0")
        with source.block("while True:"):
            if offer.data == "one":
                source.line("if u: break")
            elif offer.data != "any":
                source.line(f"if u >= as_count({self.ex.value(offer.args[0], env)}): break")
            source.line(f"p = {self.ex.value(offer.args[1], env)}")
            source.line(f"if p not in c[{s.PLAYERS}]: break")
            source.line(f"c[{s.STEPS}] += 1")
            source.line(f"if c[{s.STEPS}] > {most_steps()}: raise Bail")
            source.line(f"a = {moves}(m, c, p)")
            if blind_slots(self.linked, name):
                source.line(f"a = in_order(m, {constant(name)}, a, p)")
            if not window.always_ask:
                source.line("if not a: break")
            must = "0"
            if ("forbid", "pass") in self.emitted.heard:
                must = "must_act(m, p) if a else 0"
            source.line(f"d = offered(m, {constant(name)}, p, a, {must})")
            with source.block("if d is None:"):
                self._pass("break")
                source.line("break")
            source.line("u += 1")
            self._done(name)

    def _done(self, name: str) -> None:
        """Do what was chosen."""
        word = "if"
        for number, action in enumerate(self.linked.actions.get(name, ())):
            self._do(word, number, action.op.data)
            word = "elif"

    def _pass(self, passed: str) -> None:
        source, constant = self.source, self.source.constant
        if "pass" not in self.linked.answered:
            source.line(passed)
            return
        heard = self.emitted.heard
        if any((word, "pass") in heard for word in ("before", "after", "instead of")) or "pass" in self.linked.watched:
            values = f"{{{constant('player')}: p, {constant('#span')}: (0, 0)}}"
            source.line("f[4] = 0")
            source.line(f"builtin_event(m, c, {constant('pass')}, [{values}], None)")
            source.line(f"if f[4]: {passed}")
            return
        source.line(f"c[{s.EVENT_COUNT}] += 1; c[{s.STEPS}] += 1")
        source.line(passed)
        self.emitted.settle()

    def _do(self, word: str, number: int, verb: str) -> None:
        """Do what somebody has chosen."""
        source = self.source
        called = self.emitted.events.verb(verb, offered=True)
        others = [slot.name for slot in self.linked.verbs[verb].slots if slot.name != "me"]
        given = {name: f"d[{index}]" for index, name in enumerate(others, 3)} | {"me": "p"}
        args = [given[slot.name] for slot in self.linked.verbs[verb].slots]
        more = ["d[2]"] if verb in self.emitted.with_more else []
        deed = "; note_deed(m, f)" if verb in self.emitted.deeds else ""
        source.line(f"{word} d[0] == {number}: {called}({', '.join(('m', 'c', 'd[1]', *args, *more))}){deed}")
