"""Verbs and phases as Python functions, with as much of an event around them as somebody observes.

A verb that nobody observes is a number that goes up and a call. An observed one has a record in `state.events`, and its
names in a dictionary; each of its stages (prohibitions, hooks before, changes, replacements, hooks after, the end of
rules) is emitted only if some rule of the loaded program can take part in it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING

from attrs import evolve

from dsl.ir.operations import Op
from interpreter.backend.asking import most_steps
from interpreter.backend.verb_sentences import EmittedText
from interpreter.compiled.env import Env
from interpreter.link.linked_program import walk
from interpreter.model import state as s
from interpreter.model.frames import V_CHANGES, V_FLAGS, V_RESULT, V_SCOPE

if TYPE_CHECKING:
    from interpreter.backend.program import Emitted


class Events:
    def __init__(self, emitted: Emitted) -> None:
        self.emitted = emitted
        self.compiler = emitted.compiler
        self.linked = emitted.linked
        self.source = emitted.compiler.source
        self.texts = emitted.texts

    # ------------------------------------------------------------------------------------------------------- verbs

    def verb(self, verb: str, *, offered: bool = False) -> str:
        """The function of a verb: given `it` and its slots, it does everything that its event means.

        What was just offered as an action is neither forbidden nor refused by its requirements: that was found out
        when it was listed, and nothing has changed since.
        """
        write = self._observed_verb if self.emitted.observed(verb) else self._plain_verb
        key = ("straight verb", verb, "offered" if offered else "")
        function = self.compiler.function(key, "e", lambda name: write(verb, name, offered))
        assert function is not None
        return function

    def _heads(self, verb: str) -> dict[str, str]:
        return {slot.name: self.source.fresh() for slot in self.linked.verbs[verb].slots}

    def _env(self, verb: str, names: dict[str, str]) -> Env:
        return Env(names, "it", names.get("me", "None"), tuples=self.compiler.lists(verb))

    def _count(self) -> None:
        self.source.line(f"c[{s.EVENT_COUNT}] += 1")
        self.source.line(f"c[{s.STEPS}] += 1")
        self.source.line(f"if c[{s.STEPS}] > {most_steps()}: raise Bail")

    def _plain_verb(self, verb: str, function: str, offered: bool) -> None:
        names = self._heads(verb)
        body, rank = self.linked.bodies[verb]
        self.source.at = body
        with self.source.block(f"def {function}({', '.join(('m', 'c', 'it', *names.values()))}):"):
            self._count()
            if body is not None:
                env = self.texts.named(body, self._env(verb, names))
                unit = EmittedText(env, rank=rank, settles=True, fallen=verb, offered=offered)
                self.texts.whole(body, unit)
            self.emitted.settle()

    def _observed_verb(self, verb: str, function: str, offered: bool) -> None:
        names = self._heads(verb)
        body, _ = self.linked.bodies[verb]
        constant = self.source.constant
        text = self.body(verb, offered=offered and ("before", verb) not in self.emitted.heard)
        self.source.at = body
        more = ["x=None"] if verb in self.emitted.with_more else []
        with self.source.block(f"def {function}({', '.join(('m', 'c', 'it', *names.values(), *more))}):"):
            self._count()
            slots = [f"{constant(name)}: {var}" for name, var in names.items()]
            own = [f"{constant(name)}: None" for name in self._own_names(verb)]
            self.source.line(f"n = {{{', '.join((*slots, *own))}}}")
            if more:
                self.source.line("if x: n.update(x)")

            def do() -> None:
                if text:
                    self.source.line(f"{text}(m, c, ev, n, it)")

            self._stages(verb, "it", "None", do, offered)
            self.source.line(f"return ev[{V_RESULT}]")

    def _own_names(self, verb: str) -> list[str]:
        """The names of a body that it begins with as none; those that it keeps come when it declares them."""
        body, _ = self.linked.bodies[verb]
        if body is None:
            return []
        kept = {part.data for part in walk(body) if part.name == "keep"}
        slots = {slot.name for slot in self.linked.verbs[verb].slots}
        return [name for name in self.texts.names_of(body) if name not in kept and name not in slots]

    def body(self, verb: str, *, offered: bool = False) -> str:
        """The function of the text of an observed verb; empty if it has none."""
        constant = self.source.constant
        body, rank = self.linked.bodies[verb]
        if body is None:
            return ""

        def write(function: str) -> None:
            slots = [slot.name for slot in self.linked.verbs[verb].slots]
            names = {name: f"n[{constant(name)}]" for name in (*slots, *self.texts.names_of(body))}
            for name in {part.data for part in walk(body) if part.name == "local"} - set(names):
                names[name] = f"n.get({constant(name)})"
            self.source.at = body
            with self.source.block(f"def {function}(m, c, ev, n, it):"):
                me = "None"
                if "me" in slots:
                    me = "me"
                    self.source.line(f"me = n[{constant('me')}]")
                env = Env(names, "it", me, tuples=self.compiler.lists(verb))
                self.texts.whole(body, EmittedText(env, event="ev", rank=rank, fallen=verb, offered=offered))

        function_name = self.compiler.function(("straight body", verb, "offered" if offered else ""), "b", write)
        assert function_name is not None
        return function_name

    # ------------------------------------------------------------------------------------------------------ stages

    def _stages(self, verb: str, it: str, phase: str, do: Callable[[], None], offered: bool = False) -> None:
        """The life of an observed event; its names are in `n`. Leaves its record in `ev`."""
        source, constant, emitted = self.source, self.source.constant, self.emitted
        heard = emitted.heard
        replaced = f"done_before(m, {constant(verb)})" if ("instead of", verb) in heard else "()"
        source.line(
            f"ev = [c[{s.EVENT_COUNT}], {constant(verb)}, -c[{s.EVENT_COUNT}], (), {replaced}, (), None, {it}, {phase}]"
        )
        source.line("st = m.state")
        source.line(f"st.scopes[ev[{V_SCOPE}]] = n")
        source.line("st.events.append(ev)")
        tracked = verb in emitted.tracked
        if tracked:
            source.line(f"w_ = m.now; u_ = w_[{constant(verb)}]; w_[{constant(verb)}] = n")
        ends = verb in emitted.ending
        if ends:
            source.line(f"if c[{s.STANDING}]: end_standings(m, {constant('start')}, ev)")
        depth = source.depth
        ended = verb in emitted.ended
        if ended:
            source.line("at = len(st.events), len(st.frames)")
            source.line("try:")
            source.depth += 1
        self._until_done(verb, do, offered)
        if ended:
            source.depth -= 1
            with source.block("except Ended as e:"):
                source.line("if e.args[0] != ev[0]: raise")
                source.line("drop(m, at[0], at[1])")
        self._after(verb)
        source.depth = depth
        if ends:
            source.line(f"if c[{s.STANDING}]: end_standings(m, {constant('end')}, ev); m.settled = False")
        if verb in emitted.deeds:
            source.line("m.emitted.deed = (ev, n)")
        if tracked:
            source.line(f"w_[{constant(verb)}] = u_")
        source.line("st.events.pop()")
        source.line(f"del st.scopes[ev[{V_SCOPE}]]")
        if phase != "None":
            active = self.source.fresh()
            source.line(f"{active} = n.get({constant('#active')})")
            source.line(f"if {active} is not None: c[{s.ACTIVE}] = {active}")
        emitted.settle()

    def _until_done(self, verb: str, do: Callable[[], None], offered: bool) -> None:
        source, constant, emitted = self.source, self.source.constant, self.emitted
        heard = emitted.heard
        depth = source.depth
        forbids = emitted.rules.forbids(verb) if ("forbid", verb) in heard and not offered else ""
        may_cancel = forbids != "" or ("before", verb) in heard
        if forbids:
            source.line(f"if {forbids}(m, c, n): ev[{V_FLAGS}] = ({constant('cancelled')},)")
        if ("before", verb) in heard:
            hits = emitted.rules.hits("before", verb)
            if forbids:
                source.line(f"h = {hits}(m, c, n, ev) if not ev[{V_FLAGS}] else None")
            else:
                source.line(f"h = {hits}(m, c, n, ev)")
            source.line("if h: run_hooks(m, c, ev, h)")
        if may_cancel:
            source.line(f"if {constant('cancelled')} not in ev[{V_FLAGS}]:")
            source.depth += 1
        if ("before", verb) in heard:
            source.line(f"if ev[{V_CHANGES}]: apply_changes(m, ev)")
        if ("instead of", verb) in heard:
            source.line(f"if not replaced(m, c, ev, {emitted.rules.hits('instead of', verb)}):")
            source.depth += 1
        counted = verb in self.linked.watched
        start = len(source.lines)
        if counted:
            source.line("ev.append(1)")
        do()
        if counted:
            source.line("del ev[9:]")
        if len(source.lines) == start:
            source.line("pass")
        source.depth = depth

    def _after(self, verb: str) -> None:
        source = self.source
        counted, heard = verb in self.linked.watched, ("after", verb) in self.emitted.heard
        if not (counted or heard):
            return
        with source.block(f"if not ev[{V_FLAGS}]:"):
            if counted:
                slots = tuple(sorted(slot.name for slot in self.linked.signatures[verb].slots))
                source.line(f"record_done(m, c, ev, n, {source.constant(slots)})")
            if heard:
                source.line(f"after(m, c, ev, n, {self.emitted.rules.hits('after', verb)})")

    # ------------------------------------------------------------------------------------------------------ phases

    def phase(self, op: Op, text: EmittedText) -> None:
        verb, who_op = op.data, op.args[0]
        source, constant = self.source, self.source.constant
        named = who_op.name != "none"
        who = source.fresh()
        source.line(f"{who} = {self.texts._who(who_op, text.env) if named else text.env.me}")
        with source.block(f"if {who} is None or {who} in c[{s.PLAYERS}]:"):
            with source.block(f"if not c[{s.BEGUN}]:"):
                source.line(f"c[{s.BEGUN}] = True")
                source.line("m.settled = False")
                self.emitted.settle()
            parts = [f"{constant('me')}: {who}"]
            if named:
                source.line(f"p = c[{s.ACTIVE}] if in_a_turn(m) else None")
                parts.append(f"{constant('#active')}: p")
                source.line(f"c[{s.ACTIVE}] = {who}")
            if verb == "round":
                self.texts.next_round()
            function, names = self._phase(op, text)
            given = [text.env.names[name] for name in names]
            result = source.fresh()
            args = ", ".join(("m", "c", text.env.it, f"{{{', '.join(parts)}}}", *given))
            source.line(f"{result} = {function}({args})")
            for index, name in enumerate(names):
                target = text.env.names[name]
                if not target.startswith("n.get("):
                    source.line(f"{target} = {result}[{index}]")

    def _phase(self, op: Op, text: EmittedText) -> tuple[str, list[str]]:
        """A function for a phase, given the names of the text around it that it reads or changes; it returns them."""
        verb, (_, body) = op.data, op.args
        used = {part.data for part in walk(body) if part.name == "local"} | set(self.texts.given_names(body))
        names = [name for name in text.env.names if name in used]
        function = self.source.fresh("p")
        source = self.source
        with self.compiler.aside():
            inner = {name: source.fresh() for name in names}
            source.at = body
            heads = ", ".join(("m", "c", "it", "n", *inner.values()))
            with source.block(f"def {function}({heads}):"):
                self._count()
                env = self.texts.named(
                    body, evolve(text.env, names=dict(inner), it="it", me="me", actor="None", foe="")
                )
                source.line(f"me = n[{source.constant('me')}]")
                leaves = any(part.name in ("stop", "result", "require", "cancel") for part in walk(body))

                def do() -> None:
                    with source.block("try:") if leaves else nullcontext():
                        unit = EmittedText(env, leave="raise Leave" if leaves else "", event="ev", rank=0, fallen=verb)
                        unit.stop = "raise Leave"
                        self.texts.whole(body, unit)
                    if leaves:
                        source.line("except Leave: pass")

                self._stages(verb, "it", source.constant(body), do)
                source.line(f"return ({''.join(f'{var}, ' for var in inner.values())})")
        return function, names
