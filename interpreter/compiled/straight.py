"""Texts that ask, as Python that never stops: whoever answers is called where the question stands.

For mass play by chance a match is never copied in the middle, so nothing has to be kept while somebody thinks: the
text of a flow is one function, an effect that asks is another, loops are loops. The same sentences as in `flows`, the
same order of events and of options; only the waiting is gone. `pick(number)` picks one of so many options,
`pick_some(number, least, most)` any of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from dsl.ir.operations import Op
from dsl.names import types as t
from interpreter.compiled.env import Env
from interpreter.compiled.sentences import Sentences, TextGenerator, writes_in
from interpreter.compiled.source import Unwritten
from interpreter.compiled.windows import asked_of
from interpreter.link.effects.hidden_slots import shows_all_to
from interpreter.link.linked_program import walk
from interpreter.model import limits
from interpreter.model import state as s

if TYPE_CHECKING:
    from interpreter.compiled.program import Compiler


class Straight(Sentences):
    def __init__(self, compiler: Compiler) -> None:
        super().__init__(compiler)
        self.looks = compiler.looks

    def flow(self, body: Op, setup: str, rest: str) -> None:
        """A whole flow: what comes before the first question, and the rest."""
        if self.linked.series:
            raise Unwritten("series")
        lines = list(body.args if body.name == "block" else (body,))
        first = []
        while lines and not self.looks.text_asks(lines[0]) and lines[0].name == "perform" and not lines[0].data[2]:
            first.append(lines.pop(0))
        for function, part in ((setup, first), (rest, lines)):
            with self.source.block(f"def {function}(m, c, pick, pick_some):"):
                text = Op("block", t.NOTHING, tuple(part), span=body.span)
                self.block(text, TextGenerator(self.with_names(text, Env()), leave="return"))

    # ------------------------------------------------------------------------------------------------ sentences

    def block(self, op: Op, text: TextGenerator) -> None:
        """A choice without an option skips the rest of its block: the rest stands inside it."""
        depth = self.source.depth
        for line in op.args if op.name == "block" else (op,):
            self.sentence(line, text)
        self.source.depth = depth

    def sentence(self, op: Op, text: TextGenerator) -> None:
        self.source.at = op
        match op.name:
            case "choose":
                self._choose(op, text)
            case "either":
                self._either(op, text)
            case "may":
                self._may(op, text)
            case "phase":
                self._phase(op, text)
            case "repeat":
                with self.source.block("while True:"):
                    if "round" not in self.linked.verbs:
                        self.next_round()
                    self.turn(op.args[0])
                    text.loops += 1
                    self.block(op.args[0], text)
                    text.loops -= 1
            case "open":
                self._open(op, text)
            case _:
                super().sentence(op, text)

    def function_for(self, verb: str) -> str | None:
        """A verb as a call: one that asks is given who answers."""
        if not self.looks.asks(verb):
            return self.compiler.effect(verb)
        body = self.looks.body(verb)
        if body is None or not self.looks.plain(verb):
            return None

        def write(function: str) -> None:
            names = {slot.name: self.source.fresh() for slot in self.linked.verbs[verb].slots}
            env = Env(names, "it", names.get("me", "None"), tuples=self.compiler.lists(verb))
            self.source.at = body
            with self.source.block(
                f"def {function}({', '.join(('m', 'c', 'it', *names.values(), 'pick', 'pick_some'))}):"
            ):
                self.event(body)
                self.effect(body, env)

        return self.compiler.function(("straight", verb), "e", write)

    def call(self, verb: str, args: list[str], it: str) -> str:
        function = self.function_for(verb)
        if function is None:
            raise Unwritten(verb)
        more = ("pick", "pick_some") if self.looks.asks(verb) else ()
        return f"{function}({', '.join(('m', 'c', it, *args, *more))})"

    def _phase(self, op: Op, text: TextGenerator) -> None:
        verb, (who_op, body) = op.data, op.args
        if not self.looks.plain(verb):
            raise Unwritten(verb)
        if any(part.name in ("stop", "result", "require") for part in walk(body)) or text.phases:
            raise Unwritten("phase")
        named = who_op.name != "none"
        who = self.ex.value(who_op, text.env) if named else text.env.me
        if named and who_op.name != "local":
            held = self.source.fresh()
            self.source.line(f"{held} = {who}")
            who = held
        stays = self.looks.stay and isinstance(who_op.type, t.KindT)
        with self.source.block("if True:" if stays else f"if {who} is None or {who} in c[{s.PLAYERS}]:"):
            self.source.line(f"if not c[{s.BEGUN}]: begin_play(m)")
            if named:
                self.source.line(f"c[{s.ACTIVE}] = {who}")
            if verb == "round":
                self.next_round()
            self.event(body, checked=False)
            env = self.with_names(body, evolve(text.env, me=who, foe=""))
            inner = TextGenerator(env, leave="raise Bail", phases=text.phases + int(named))
            self.block(body, inner)
            self.compiler.goals.settle(writes_in(body))

    # --------------------------------------------------------------------------------------------------- asking

    @staticmethod
    def _anew() -> str:
        """Somebody answers: steps and work are counted anew."""
        return f"c[{s.STEPS}] = 0; m.meter.left = {limits.WORK // limits.COMPILED_SHARE}"

    def _choose(self, op: Op, text: TextGenerator) -> None:
        if len(op.args) > 5:
            raise Unwritten("a choice that is judged as a whole")
        _, _, among, who, otherwise = op.args
        form, given = op.data
        if form != "one" or (who.name == "builtin" and who.data == "chance"):
            raise Unwritten("choose")
        if not shows_all_to(self.linked, among, who):
            raise Unwritten("a choice among what may be hidden")
        options, number = self.source.fresh("o"), self.source.fresh("n")
        self.source.line(f"{options} = {self.ex.items(among, text.env)}")
        self.source.line(f"{number} = len({options})")
        if otherwise.name != "none":
            with self.source.block(f"if not {number}:"):
                self.block(otherwise, text)
            head = "else:"
        else:
            head = f"if {number}:"
        self.source.line(head)
        self.source.depth += 1
        if given:
            self.source.line(f"{text.env.names[given]} = {options}[0]")
        with self.source.block(f"if {number} > 1:"):
            self.source.line(f"if {number} > {limits.OPTIONS}: raise Bail")
            chosen = f"{text.env.names[given]} = {options}[pick({number})]" if given else f"pick({number})"
            self.source.line(f"{self._anew()}; {chosen}")
        if otherwise.name != "none":
            self.source.depth -= 1

    def _either(self, op: Op, text: TextGenerator) -> None:
        who, bodies = op.args[0], op.args[1:]
        if who.name == "builtin" and who.data == "chance":
            raise Unwritten("either")
        chosen = self.source.fresh()
        self.source.line(f"{self._anew()}; {chosen} = pick({len(bodies)})")
        for index, body in enumerate(bodies):
            head = (
                f"if {chosen} == 0:"
                if index == 0
                else "else:"
                if index == len(bodies) - 1
                else f"elif {chosen} == {index}:"
            )
            with self.source.block(head):
                self.block(body, text)

    def _may(self, op: Op, text: TextGenerator) -> None:
        who, body, other = op.args
        following = body.args[0] if body.name == "block" and body.args else body
        if following.name == "choose":
            raise Unwritten("may choose")
        del who
        self.source.line(self._anew())
        with self.source.block("if pick_some(1, 0, 1):"):
            self.block(body, text)
        if other.name != "none":
            with self.source.block("else:"):
                self.block(other, text)

    def _open(self, op: Op, text: TextGenerator) -> None:
        windows = self.compiler.windows
        name = op.data[0]
        offer, must = windows.plain_window(op)
        actions = self.linked.actions.get(name, [])
        legal = windows.legal(name)
        player, options = self.source.fresh(), self.source.fresh("o")
        to = offer.args[1]
        player_code = self.ex.value(to, text.env) if isinstance(to.type, t.KindT) else ""
        many = f"({player_code},)" if player_code else self.ex.items(to, text.env)
        depth = self.source.depth
        stays = self.looks.stay and bool(player_code)
        if player_code:
            self.source.line(f"{player} = {player_code}")
        else:
            self.source.line(f"for {player} in {many}:")
            self.source.depth += 1
        if not stays:
            self.source.line(f"if {player} in c[{s.PLAYERS}]:")
            self.source.depth += 1
        if offer.data == "any":
            self.source.line("while True:")
            self.source.depth += 1
        self.turn(*(line for action in actions for line in asked_of(action)))
        self.source.line(f"{options} = {legal}(m, c, {player})")
        if offer.data == "any":
            self.source.line(f"if not {options}: break")
        else:
            self.source.line(f"if {options}:")
            self.source.depth += 1
        chosen = self.source.fresh()
        self.source.line(self._anew())
        if must:
            self.source.line(f"{chosen} = {options}[pick(len({options}))]")
        else:
            self.source.line(f"{chosen} = pick_some(len({options}), 0, 1)")
            if offer.data == "any":
                self.source.line(f"if not {chosen}: break")
            else:
                self.source.line(f"if {chosen}:")
                self.source.depth += 1
            self.source.line(f"{chosen} = {options}[{chosen}[0]]")
        for number, action in enumerate(actions):
            if len(actions) > 1:
                self.source.line(f"{'if' if number == 0 else 'elif'} {chosen}[0] == {number}:")
                self.source.depth += 1
            self._do(action.op.data, chosen, player, text)
            if len(actions) > 1:
                self.source.depth -= 1
        self.source.depth = depth

    def _do(self, verb: str, chosen: str, player: str, text: TextGenerator) -> None:
        slots = self.linked.verbs[verb].slots
        others = [slot.name for slot in slots if slot.name != "me"]
        given = {name: f"{chosen}[{number + 1}]" for number, name in enumerate(others)} | {"me": player}
        args = [given[slot.name] for slot in slots]
        if self.looks.asks(verb):
            self.source.line(self.call(verb, args, "None"))
        else:
            self.source.line(f"{self.compiler.action(verb)}({', '.join(('m', 'c', 'None', *args))})")
