"""Texts that stop, as Python: one function for a whole flow, cut at the places where it may wait for an answer.

Where the text stands is one number, its names are numbered locals; both lie in its frame while it waits, and the frame
is part of the state. Phases, and effects that ask, are written in place: nobody looks at them from outside, else the
flow is left to the reference. A stretch is a block `if pc == 7:`; going on to a later one falls through, going back is
`continue`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from dsl.ir.operations import Op
from dsl.names import types as t
from interpreter.compiled.env import Env
from interpreter.compiled.jump_table import BASE, LABEL, simpler
from interpreter.compiled.sentences import TextGenerator, names_given, writes_in
from interpreter.compiled.source import Unwritten
from interpreter.evaluate.suppression import VOLUNTEER
from interpreter.link.effects.hidden_slots import shows_all_to
from interpreter.link.linked_program import walk
from interpreter.model import limits
from interpreter.model import state as s

if TYPE_CHECKING:
    from interpreter.compiled.program import Compiler

MOST_INLINE = 12


@define
class FlowPosition:
    """Where in the nest of texts a sentence is written."""

    env: Env
    leave: int  # the label behind the text
    loops: tuple[int, ...] = ()  # labels behind the loops around, innermost last
    phases: int = 0
    inside: tuple[str, ...] = ()
    result: str = ""


class Flows:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.source = compiler.source
        self.ex = compiler.expressions
        self.sentences = compiler.sentences
        self.linked = compiler.linked
        self.looks = compiler.looks

    def write(self, body: Op, function: str) -> int:
        """Write a flow; the number of names that its frame keeps."""
        if not self.linked.has_phases:
            raise Unwritten("a game without phases")  # it has begun with its first question
        self.locals: list[str] = []
        self.labels: list[int] = []
        self.count = 0
        kept = self.source.lines
        self.source.lines = []
        depth, self.source.depth = self.source.depth, BASE
        try:
            self.open = False
            end = self.label()
            place = FlowPosition(self.names(body, Env()), end)
            self.begin(self.label())
            self.block(body, place)
            self.begin(end)
            self.source.line("m.state.frames.pop()")
            self.source.line("return")
            self.close()
        finally:
            body_lines = simpler(self.source.lines)
            self.source.lines, self.source.depth = kept, depth
            self.labels = [label for label in self.labels if any(f"if pc == @{label}@:" in x.text for x in body_lines)]
        numbers = {label: index for index, label in enumerate(self.labels)}
        kept_names = "".join(f"{name}, " for name in self.locals)
        with self.source.block(f"def {function}(m, c, f, a):"):
            self.source.line(f"{', '.join(('pc', *self.locals))}, = f[2:]")
            with self.source.block("while True:"):
                for line in body_lines:
                    line.text = LABEL.sub(lambda match: str(numbers[int(match[1])]), line.text)
                    line.text = line.text.replace("#names#", kept_names)
                    self.source.lines.append(line)
        return len(self.locals)

    # --------------------------------------------------------------------------------------------------- labels

    def label(self) -> int:
        self.count += 1
        return self.count

    def begin(self, label: int) -> None:
        """Begin a stretch; the one before goes on into it."""
        if self.open:
            self.source.line(f"pc = @{label}@")
            self.close()
        self.labels.append(label)
        self.source.line(f"if pc == @{label}@:")
        self.source.depth += 1
        self.open = True

    def close(self) -> None:
        self.source.depth = BASE
        self.open = False

    def go(self, label: int) -> None:
        """Go on elsewhere, from the end of a stretch."""
        back = label in self.labels
        self.source.line(f"pc = @{label}@")
        if back:
            self.source.line("continue")
        self.close()

    def unless(self, condition: str, other: int) -> None:
        """Go on here if a condition holds, else at a later place."""
        assert other not in self.labels
        self.source.line(f"pc = @{other}@")
        self.source.line(f"if {condition}:")
        self.source.depth += 1

    def jump(self, label: int) -> str:
        return f"pc = @{label}@; continue"

    def local(self) -> str:
        name = self.source.fresh()
        self.locals.append(name)
        return name

    def names(self, body: Op, env: Env) -> Env:
        names = dict(env.names)
        for name in self._own_names(body):
            if name not in names:
                names[name] = self.local()
        return Env(names, env.it, env.me, tuples=env.tuples)

    def _own_names(self, body: Op) -> list[str]:
        """The names of a text itself, not those of phases inside it: they have their own."""
        inside = {id(part) for phase in walk(body) if phase.name == "phase" for part in walk(phase.args[1])}
        return names_given(part for part in walk(body) if id(part) not in inside)

    # ------------------------------------------------------------------------------------------------ sentences

    def block(self, op: Op, place: FlowPosition) -> None:
        after: int | None = None
        for line in op.args if op.name == "block" else (op,):
            if line.name == "choose" and line.args[4].name == "none" and after is None:
                after = self.label()  # a choice without an option skips the rest of its block
            self.sentence(line, place, after)
        if after is not None:
            self.begin(after)

    def sentence(self, op: Op, place: FlowPosition, skip: int | None = None) -> None:
        if not self.open:
            return  # after `stop` nothing is done
        self.source.at = op
        if op.name == "stop":
            self.go(place.loops[-1] if place.loops else place.leave)
            return
        if op.name == "result":
            if place.result:
                self.source.line(f"{place.result} = {self.ex.value(op.args[0], place.env)}")
            self.go(place.leave)
            return
        if not self._stops(op):
            text = TextGenerator(place.env, writes=set())
            text.stop = self.jump(place.loops[-1] if place.loops else place.leave)
            text.leave = self.jump(place.leave)
            self.sentences.sentence(op, text)
            return
        match op.name:
            case "block":
                self.block(op, place)
            case "if":
                self._if(op, place)
            case "repeat" | "repeat_times" | "repeat_while":
                self._repeat(op, place)
            case "for_each" if not op.data[1]:
                self._for_each(op, place)
            case "phase":
                self._phase(op, place)
            case "perform" if op.data[0] in self.linked.verbs:
                self._perform(op, place)
            case "choose":
                self._choose(op, place, skip)
            case "either":
                self._either(op, place)
            case "may":
                self._may(op, place)
            case "open":
                self.compiler.windows.write(self, op, place)
            case _:
                raise Unwritten(op.name)

    def _stops(self, op: Op) -> bool:
        """Whether a sentence may wait, or runs for ever, or gives a result out of a loop."""
        if self.looks.text_asks(op) or any(part.name in ("repeat", "result") for part in walk(op)):
            return True
        return any(part.name == "stop" for part in walk(op)) and any(
            part.name in ("for_each", "repeat_times", "repeat_while") for part in walk(op)
        )

    def _if(self, op: Op, place: FlowPosition) -> None:
        after = self.label()
        parts = list(op.args)
        while len(parts) >= 2:
            other = self.label()
            self.unless(self.ex.truth(parts[0], place.env), other)
            self.block(parts[1], place)
            if self.open:
                self.go(after)
            self.begin(other)
            del parts[:2]
        if parts:
            self.block(parts[0], place)
        self.begin(after)

    def _repeat(self, op: Op, place: FlowPosition) -> None:
        start, after = self.label(), self.label()
        inner = FlowPosition(place.env, place.leave, (*place.loops, after), place.phases, place.inside, place.result)
        if op.name == "repeat":
            self.begin(start)
            if "round" not in self.linked.verbs:
                self.sentences.next_round()
            self.sentences.turn(op.args[0])
        else:
            counter = self.local()
            most = op.args[0] if op.name == "repeat_times" else op.args[1]
            self.source.line(f"{counter} = {self.ex.number(most, place.env)}")
            self.begin(start)
            self.source.line(f"{counter} -= 1")
            self.unless(f"{counter} >= 0", after)
            self.sentences.turn(*op.args)
            if op.name == "repeat_while":
                self.unless(self.ex.truth(op.args[0], place.env), after)
        self.block(op.args[-1], inner)
        if self.open:
            self.go(start)
        self.begin(after)

    def _for_each(self, op: Op, place: FlowPosition) -> None:
        start, after = self.label(), self.label()
        many, index = self.local(), self.local()
        self.source.line(f"{many} = {self.sentences.walked(op.args[0], place.env)}")
        self.source.line(f"{index} = 0")
        self.begin(start)
        self.unless(f"{index} < len({many})", after)
        self.sentences.turn(op.args[1])
        self.source.line(f"{place.env.names[op.data[0]]} = {many}[{index}]")
        self.source.line(f"{index} += 1")
        inner = FlowPosition(place.env, place.leave, (*place.loops, after), place.phases, place.inside, place.result)
        self.block(op.args[1], inner)
        if self.open:
            self.go(start)
        self.begin(after)

    # ------------------------------------------------------------------------------------------- texts in place

    def _phase(self, op: Op, place: FlowPosition) -> None:
        verb, (who_op, body) = op.data, op.args
        if not self.looks.plain(verb) or self.linked.series:
            raise Unwritten(verb)
        leave, after = self.label(), self.label()
        named = who_op.name != "none"
        who = self.ex.value(who_op, place.env) if named else place.env.me
        if named and who_op.name != "local":
            who = self.local()
            self.source.line(f"{who} = {self.ex.value(who_op, place.env)}")
        self.unless(f"{who} is None or {who} in c[{s.PLAYERS}]", after)
        self.source.line(f"if not c[{s.BEGUN}]: begin_play(m)")
        before = ""
        if named:
            if place.phases:
                before = self.local()
                self.source.line(f"{before} = c[{s.ACTIVE}]")
            self.source.line(f"c[{s.ACTIVE}] = {who}")
        if verb == "round":
            self.sentences.next_round()
        self.sentences.event(body, checked=False)
        env = self.names(body, Env(place.env.names, place.env.it, who))
        self.block(body, FlowPosition(env, leave, (), place.phases + int(named), place.inside))
        self.begin(leave)
        self.compiler.goals.settle(writes_in(body))
        if before:
            self.source.line(f"if {before} is not None: c[{s.ACTIVE}] = {before}")
        self.begin(after)

    def _perform(self, op: Op, place: FlowPosition) -> None:
        """An effect that asks, written in place."""
        verb, _, given = op.data
        after = self.label()
        args, needed = self.sentences.slots(op, place.env)
        names = {slot.name: self.local() for slot in self.linked.verbs[verb].slots}
        if needed:
            self.unless(" and ".join(f"{name} is not None" for name in needed), after)
        for name, arg in zip(names.values(), args, strict=True):
            self.source.line(f"{name} = {arg}")
        self.in_place(verb, names, place, place.env.names[given] if given else "")
        self.begin(after)

    def in_place(
        self, verb: str, names: dict[str, str], place: FlowPosition, given: str, *, chosen: bool = False
    ) -> None:
        """The body of a verb, here; of an action that was offered the requirements are known to hold."""
        body = self.looks.body(verb)
        if not self.looks.plain(verb) or verb in place.inside or len(place.inside) > MOST_INLINE or body is None:
            raise Unwritten(verb)
        leave = self.label()
        self.sentences.event(body, checked=False)
        env = self.names(body, Env(names, place.env.it, names.get("me", "None")))
        result = self.local() if given else ""
        if result:
            self.source.line(f"{result} = None")
        inner = FlowPosition(env, leave, (), place.phases, (*place.inside, verb), result)
        lines = body.args if body.name == "block" else (body,)
        if chosen:
            while lines and lines[0].name == "require":
                lines = lines[1:]
        self.block(Op("block", t.NOTHING, lines, span=body.span), inner)
        self.begin(leave)
        self.compiler.goals.settle(writes_in(body))
        if given:
            self.source.line(f"{given} = {result}")

    # --------------------------------------------------------------------------------------------------- asking

    def ask(self, sort: str, who: str, options: str, least: str, most: str, prompt: str = "") -> None:
        """Wait for an answer: everything that the text knows goes into its frame."""
        resume = self.label()
        word = self.source.constant
        self.source.line(f"if {who} is None: raise Bail")
        self.source.line("s = m.state")
        self.source.line(f"s.asking = ({word(sort)}, {who}, {options}, {least}, {most}, {word(prompt)})")
        self.source.line("s.next_request += 1")
        self.source.line(f"f[2:] = (@{resume}@, #names#)")
        self.source.line("return")
        self.close()
        self.begin(resume)

    def _choose(self, op: Op, place: FlowPosition, skip: int | None) -> None:
        if len(op.args) > 5:
            raise Unwritten("a choice that is judged as a whole")
        least_op, most_op, among, who, otherwise = op.args
        form, given = op.data
        after, without = self.label(), self.label()
        if otherwise.name == "none":
            assert skip is not None
            without = skip
        if form != "one" or (who.name == "builtin" and who.data == "chance"):
            raise Unwritten("choose")
        if not shows_all_to(self.linked, among, who):
            raise Unwritten("a choice among what may be hidden")
        name = place.env.names.get(given) if given else None
        self.source.line(f"o = {self.ex.items(among, place.env)}")
        self.unless("o", without)
        if name:
            self.source.line(f"{name} = o[0]")
        self.unless("len(o) > 1", after)
        self.source.line(f"if len(o) > {limits.OPTIONS}: raise Bail")
        self.ask("choose", self.ex.value(who, place.env), "o", "1", "1", "choose")
        if name:
            self.source.line(f"{name} = a[0]")
        if otherwise.name != "none":
            self.go(after)
            self.begin(without)
            self.block(otherwise, place)
        self.begin(after)
        del least_op, most_op

    def _either(self, op: Op, place: FlowPosition) -> None:
        who, bodies = op.args[0], op.args[1:]
        if who.name == "builtin" and who.data == "chance":
            raise Unwritten("either")
        after = self.label()
        numbers = self.source.constant(tuple(range(len(bodies))))
        self.ask("either", self.ex.value(who, place.env), numbers, "1", "1", "")
        self._prompts(op.data)
        for index, body in enumerate(bodies):
            if index == len(bodies) - 1:
                self.block(body, place)
                break
            others = self.label()
            self.unless(f"a[0] == {index}", others)
            self.block(body, place)
            if self.open:
                self.go(after)
            self.begin(others)
        self.begin(after)

    def _prompts(self, labels: tuple[str, ...]) -> None:
        """The words of the ways are kept with the question."""
        for line in reversed(self.source.lines):
            if "s.asking = (" in line.text:
                line.text = line.text[: line.text.rindex(", ")] + f", {self.source.constant(labels)})"
                return

    def _may(self, op: Op, place: FlowPosition) -> None:
        who, body, other = op.args
        following = body.args[0] if body.name == "block" and body.args else body
        if following.name == "choose" or VOLUNTEER in self.linked.answered:
            raise Unwritten("may choose")
        no, after = self.label(), self.label()
        self.ask("may", self.ex.value(who, place.env), "(True,)", "0", "1", "do it?")
        self.unless("a", no)
        self.block(body, place)
        if self.open:
            self.go(after)
        self.begin(no)
        self.block(other, place)
        self.begin(after)
