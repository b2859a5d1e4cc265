"""Sentences that never stop, as Python statements: assignments, choices of way, loops, and calls of plain verbs.

Loops and events count as steps, as they do in the reference. Which fields a text has written since goals were asked is
followed while it is written, so that it asks them again only where it may matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from attrs import define, evolve, field

import interpreter.evaluate.dice as dice
from dsl.ir.operations import Op
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.signatures import SlotSig
from interpreter.compiled.env import Env
from interpreter.compiled.goals import EVERYTHING
from interpreter.compiled.source import Unwritten
from interpreter.link.linked_program import walk
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.state import KindLayout

if TYPE_CHECKING:
    from interpreter.compiled.program import Compiler

_SETTLES = frozenset({"eliminate", "win", "remove", "move", "take", "give", "lose"})
_DONE_AT_ONCE = frozenset(
    {"move", "take", "remove", "shuffle", "show", "roll", "set", "give", "lose", "eliminate", "lay"}
)


REFERENCE_ONLY = frozenset({"ask", "cancel", "cost", "match", "standing", "ways"})
"""Sentences that are not compiled: a text that holds one is left to the reference, or stops there for it."""
PARTS = frozenset({"again", "always_ask", "clauses", "lasts", "offer", "pay", "script_rows", "such"})
"""Parts of sentences and declarations: whoever reads these reads them along."""


@define
class TextGenerator:
    """A text being written: what its names are called, whether it gives a result, and what it has written so far."""

    env: Env
    calculates: bool = False  # a calculation: `stop` leaves a loop only, nothing is performed
    loops: int = 0
    writes: set[str] = field(factory=set)
    stop: str = ""  # how a loop that is not written here, or the text itself, is left; empty: by `return`
    leave: str = ""
    phases: int = 0


def writes_in(body: Op) -> set[str]:
    """The fields that a text writes itself; verbs that it performs settle their own."""
    fields: set[str] = set()
    for part in walk(body):
        if part.name == "assign":
            place = part.args[0]
            if place.name in ("field", "table_field"):
                fields.add(place.data if place.name == "table_field" else place.data[1])
            elif place.name != "local":
                fields.add(EVERYTHING)
        elif part.name == "perform" and part.data[0] in builtins.VERBS and part.data[0] not in ("roll", "win"):
            fields.add(EVERYTHING)
    return fields


def names_in(body: Op) -> list[str]:
    """The names that a text gives, in order."""
    return names_given(walk(body))


def names_given(parts: Iterable[Op]) -> list[str]:
    """The names that some operations give, in order."""
    names: dict[str, None] = {}
    for part in parts:
        match part.name:
            case "let" | "keep":
                names[part.data] = None
            case "for_each":
                names[part.data[0]] = None
            case "perform" if part.data[2]:
                names[part.data[2]] = None
            case "choose" if part.data[1]:
                names[part.data[1]] = None
            case "ask" if part.data:
                names[part.data] = None
            case "open" if part.data[1]:
                names[part.data[1]] = None
    return list(names)


def _uses_foe(body: Op) -> int:
    return sum(part.name == "builtin" and part.data == "foe" for part in walk(body))


def _within(given: Op | int, type: t.Type) -> bool:
    """Whether a constant lies in the range of a number."""
    number = given if isinstance(given, int) else given.data if given.name == "constant" else None
    return (
        isinstance(number, int) and isinstance(type, t.NumberT)
        and (type.low is None or number >= type.low) and (type.high is None or number <= type.high)
    )  # fmt: skip


class Sentences:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.source = compiler.source
        self.ex = compiler.expressions
        self.linked = compiler.linked

    # ------------------------------------------------------------------------------------------------- functions

    def define(self, body: Op, env: Env) -> None:
        """A calculation in sentences."""
        text = TextGenerator(self.with_names(body, env), calculates=True)
        self.block(body, text)
        self.source.line("return None")

    def effect(self, body: Op, env: Env) -> None:
        """The body of an effect, from its event to the goals."""
        text = TextGenerator(self.with_names(body, env), writes=writes_in(body))
        self.block(body, text)
        self.leave(text, "None")

    def with_names(self, body: Op, env: Env) -> Env:
        names = dict(env.names)
        for name in names_in(body):
            if name not in names:
                names[name] = self.source.fresh()
                self.source.line(f"{names[name]} = None")
        if self.compiler.looks.stay and _uses_foe(body) > 1:
            self.source.line(f"foe_ = foe(c, {env.me})")
            env = evolve(env, foe="foe_")
        lists = {part.data for part in walk(body) if part.name == "let" and self.ex.is_tuple(part.args[0], env)}
        lists -= {part.args[0].data for part in walk(body) if part.name == "assign"}
        return evolve(env, names=names, tuples=env.tuples | lists)

    def event(self, body: Op, *, checked: bool = True) -> None:
        """One more event: it has a number, and it is a step."""
        self.source.line(f"c[{s.EVENT_COUNT}] += 1")
        self.source.line(f"if c[{s.EVENT_COUNT}] > {limits.EVENTS_PER_MATCH}: raise Bail")
        # where it is not looked at, a loop around it looks whether there were too many
        self.compiler.weights.step(self.compiler.weights.of(body) + self.compiler.goals.weight(), looks=checked)

    def next_round(self) -> None:
        self.source.line(f"c[{s.ROUND}] += 1")
        self.source.line(f"if c[{s.ROUND}] > {limits.ROUNDS}: raise Bail")

    def turn(self, *done: Op) -> None:
        """One more step, an event, a turn of a loop or an offer, with what is done then."""
        self.compiler.weights.step(self.compiler.weights.of(*done))

    def leave(self, text: TextGenerator, result: str) -> None:
        """The end of an effect: its result, and the goals."""
        if text.leave:
            self.source.line(text.leave)
            return
        if result != "None":
            self.source.line(f"result = {result}")
            result = "result"
        self.compiler.goals.settle(text.writes)
        self.source.line(f"return {result}")

    # ------------------------------------------------------------------------------------------------- sentences

    def block(self, op: Op, text: TextGenerator) -> None:
        for line in op.args if op.name == "block" else (op,):
            self.sentence(line, text)

    def sentence(self, op: Op, text: TextGenerator) -> None:
        self.source.at = op
        match op.name:
            case "none" | "action":
                pass
            case "block":
                self.block(op, text)
            case "let" | "keep":
                self.source.line(f"{text.env.names[op.data]} = {self.ex.value(op.args[0], text.env)}")
            case "assign":
                self.assign(op, text)
            case "if":
                self._if(op, text)
            case "for_each" if not op.data[1]:
                self._for_each(op, text)
            case "repeat_times" | "repeat_while":
                self._repeat(op, text)
            case "stop":
                if text.loops:
                    self.source.line("break")
                elif text.stop:
                    self.source.line(text.stop)
                elif text.calculates:
                    raise Unwritten(op.name)
                else:
                    self.leave(text, "None")
            case "result":
                code = self.ex.value(op.args[0], text.env)
                if text.calculates:
                    self.source.line(f"return {code}")
                else:
                    self.leave(text, code)
            case "require" if not text.calculates:
                with self.source.block(f"if not {self.ex.truth(op.args[0], text.env)}:"):
                    self.leave(text, "None")
            case "perform" if not text.calculates:
                self.perform(op, text)
            case _:
                raise Unwritten(op.name)

    def _if(self, op: Op, text: TextGenerator) -> None:
        parts = list(op.args)
        word = "if"
        while len(parts) >= 2:
            with self.source.block(f"{word} {self._condition(parts[0], text.env, word)}:"):
                self.block(parts[1], text)
            word = "elif"
            del parts[:2]
        if parts:
            with self.source.block("else:"):
                self.block(parts[0], text)

    def _condition(self, op: Op, env: Env, word: str) -> str:
        """A condition; whether some or all of a list hold is found by a loop before, where there is room for one."""
        if word == "if" and op.name == "call" and op.data in ("some", "all") and len(op.args) == 2:
            return self.compiler.calls.by_loop(op, env)
        return self.ex.truth(op, env)

    def _for_each(self, op: Op, text: TextGenerator) -> None:
        name = text.env.names[op.data[0]]
        among = self.ex.items(op.args[0], text.env) if text.calculates else self.walked(op.args[0], text.env)
        if text.calculates:
            among = self.compiler.weights.loop(among, self.compiler.weights.of(op.args[1]))
        with self.source.block(f"for {name} in {among}:"):
            if not text.calculates:
                self.turn(op.args[1])
            text.loops += 1
            self.block(op.args[1], text)
            text.loops -= 1

    def walked(self, op: Op, env: Env) -> str:
        """The items of a loop, with a test of their number; the things of a kind are never too many."""
        code = self.ex.items(op, env)
        short = op.name == "kind" and len(self.linked.layout.heirs[op.data]) == 1
        return code if short or code.startswith("span(") else f"listed({code})"

    def _repeat(self, op: Op, text: TextGenerator) -> None:
        most = op.args[0] if op.name == "repeat_times" else op.args[1]
        with self.source.block(f"for {self.source.fresh()} in range({self.ex.number(most, text.env)}):"):
            self.turn(*op.args)
            text.loops += 1
            if op.name == "repeat_while":
                self.source.line(f"if not {self.ex.truth(op.args[0], text.env)}: break")
            self.block(op.args[-1], text)
            text.loops -= 1

    # ------------------------------------------------------------------------------------------------ assigning

    def assign(self, op: Op, text: TextGenerator) -> None:
        place, given = op.args
        new = self.new_value(place, op.data, given, text.env)
        match place.name:
            case "local":
                if place.data not in text.env.names:
                    raise Unwritten("local")
                self.source.line(f"{text.env.names[place.data]} = {new}")
            case "field" | "table_field" if not text.calculates:
                self._write(place, new, text)
            case _:
                raise Unwritten(place.name)

    def new_value(self, place: Op, sign: str, given: Op, env: Env) -> str:
        type = t.plain(place.type)
        if isinstance(type, t.TableT | t.UnknownT):
            raise Unwritten("table")
        if isinstance(type, t.ListT):
            new = f"tuple({self.ex.items(given, env)})"
            if sign == "=":
                return new
            old = self.ex.items(place, env)
            return f"added({old}, {new})" if sign == "+=" else f"without(m, {old}, {new})"
        if sign == "=":
            if isinstance(type, t.NumberT):
                if isinstance(given.type, t.MaybeT) or given.name == "none":
                    if place.name == "local" and (type.low, type.high) != (None, None) and given.name != "none":
                        raise Unwritten("a range")
                    return self.ex.number_or_none(given, env)
                return self._clamped(self.ex.number(given, env), type, place, given)
            return self.ex.value(given, env)
        old = self.ex.value(place, env)
        if isinstance(place.type, t.MaybeT):
            old = f"({old} or 0)"
        return self._clamped(f"{old} {sign[0]} {self.ex.number(given, env)}", type, place, None)

    def _clamped(self, new: str, type: t.Type, place: Op, given: Op | None) -> str:
        """A number as a name takes it: inside its range and what a number can be. Fields see to it themselves."""
        if place.name != "local" or (given is not None and _within(given, type)):
            return new
        if isinstance(type, t.NumberT) and (type.low, type.high) != (None, None):
            return f"clamped({new}, {type.low}, {type.high})"
        return f"bounded({new})"

    def _write(self, place: Op, new: str, text: TextGenerator) -> None:
        if place.name == "table_field":
            shape, thing = self.linked.layout.kinds["Table"], str(self.compiler.table)
            name = place.data
        else:
            owner = place.args[0]
            kind = t.plain(owner.type)
            if not isinstance(kind, t.KindT) or kind.name not in self.linked.layout.kinds:
                raise Unwritten("field")  # on a card that is no thing nothing can be kept: Python raises there
            shape, name = self.linked.layout.kinds[kind.name], place.data[1]
            thing = self.ex.value(owner, text.env)
            if isinstance(owner.type, t.MaybeT) or not thing.isidentifier():  # it is asked for once
                held = self.source.fresh()
                self.source.line(f"{held} = {thing}")
                thing = held
        if name not in shape.offset or shape.fields[name].sort != "keeps":
            raise Unwritten("field")
        offset = shape.offset[name]
        target = f"c[{int(thing) + offset}]" if thing.isdigit() else f"c[{thing} + {offset}]"
        self._guard(thing, place, shape)
        if self.compiler.goal_reads is not None and name in self.compiler.goal_reads:
            self.source.line("m.settled = False")
        if isinstance(t.plain(place.type), t.NumberT) and not (
            new.isdigit() and _within(int(new), t.plain(place.type))
        ):
            self._write_number(target, new, place, thing)
            return
        if place.name == "field" and isinstance(place.args[0].type, t.MaybeT):
            with self.source.block(f"if {thing} is not None:"):
                self.source.line(f"{target} = {new}")
        else:
            self.source.line(f"{target} = {new}")

    def _guard(self, thing: str, place: Op, shape: KindLayout) -> None:
        """Nothing is written but into a thing of the kind that the type says, should the type be wrong: the reference
        finds the field by the thing itself. Who plays is a player without a question."""
        if place.name == "table_field" or place.args[0].name == "me":
            return
        if place.args[0].name == "builtin" and place.args[0].data in ("active", "foe"):
            return
        heirs = self.compiler.heirs(shape.name)
        none = f"{thing} is not None and " if isinstance(place.args[0].type, t.MaybeT) else ""
        of_other_kind = (
            f"!= {self.source.constant(shape.name)}" if len(heirs) == 1 else f"not in {self.source.constant(heirs)}"
        )
        self.source.line(f"if {none}c[{thing}] {of_other_kind}: raise Bail")

    def _write_number(self, target: str, new: str, place: Op, thing: str) -> None:
        """A kept number stays inside its range; one without an end stays inside what a number can be."""
        type = t.plain(place.type)
        assert isinstance(type, t.NumberT)
        held = self.source.fresh()
        self.source.line(f"{held} = {new}")
        if isinstance(place.type, t.MaybeT):
            self.source.line(f"if {held} is not None: {held} = clamped({held}, {type.low}, {type.high})")
        else:
            largest = (1 << 63) - 1
            if type.low is not None:
                self.source.line(f"if {held} < {type.low}: {held} = {type.low}")
            else:
                self.source.line(f"if {held} < {-largest - 1}: raise Bail")
            if type.high is not None:
                self.source.line(f"if {held} > {type.high}: {held} = {type.high}")
            else:
                self.source.line(f"if {held} > {largest}: raise Bail")
        if place.name == "field" and isinstance(place.args[0].type, t.MaybeT):
            self.source.line(f"if {thing} is not None: {target} = {held}")
        else:
            self.source.line(f"{target} = {held}")

    # ---------------------------------------------------------------------------------------------- performing

    def perform(self, op: Op, text: TextGenerator) -> None:
        verb, _, given = op.data
        if verb not in self.linked.verbs:
            self.builtin(op, text, f"{text.env.names[op.data[2]]} = " if op.data[2] else "")
            return
        args, needed = self.slots(op, text.env)
        call = self.call(verb, args, text.env.it)
        if given:
            call = f"{text.env.names[given]} = {call}"
        if needed:
            with self.source.block(f"if {' and '.join(f'{name} is not None' for name in needed)}:"):
                self.source.line(call)
        else:
            self.source.line(call)

    def call(self, verb: str, args: list[str], it: str) -> str:
        """The call of a verb that is written as a function."""
        function = self.compiler.effect(verb)
        if function is None:
            raise Unwritten(verb)
        return f"{function}({', '.join(('m', 'c', it, *args))})"

    def slots(self, op: Op, env: Env) -> tuple[list[str], list[str]]:
        """The slots of a phrase in the order of the verb's head, and those without which nothing happens."""
        verb, names, _ = op.data
        given = dict(zip(names, op.args, strict=True))
        args: list[str] = []
        needed: list[str] = []
        for slot in self.linked.verbs[verb].slots:
            part = given.get(slot.name)
            if part is None or part.name == "default":
                args.append(self.compiler.default("verb", verb, slot.name) if part is not None else "None")
                continue
            code = self._slot(slot, part, env)
            if isinstance(slot.type, t.KindT) and slot.required and (isinstance(part.type, t.MaybeT) or code == "None"):
                held = self.source.fresh()
                self.source.line(f"{held} = {code}")
                needed.append(held)
                code = held
            args.append(code)
        return args, needed

    def _slot(self, slot: SlotSig, part: Op, env: Env) -> str:
        match t.plain(slot.type):
            case t.NumberT():
                return self.ex.number_or_none(part, env)
            case t.ListT():
                return f"tuple({self.ex.items(part, env)})"
            case t.KindT():
                if isinstance(t.plain(part.type), t.ListT | t.UnknownT):
                    raise Unwritten("several at once")
        return self.ex.value(part, env)

    def builtin(self, op: Op, text: TextGenerator, target: str) -> None:
        """A verb of the language that nothing answers: it is done at once."""
        verb = op.data[0]
        env = text.env
        if verb in self.linked.answered:
            raise Unwritten(verb)
        if verb == "win":
            self.source.line(f"c[{s.OUTCOME}] = tuple({self.ex.items(op.args[0], env)})")
            self.source.line("raise Over")
            return
        if verb not in _DONE_AT_ONCE:
            raise Unwritten(verb)
        if verb == "roll" and op.args[0].name == "word" and all(part.name == "none" for part in op.args[1:]):
            call = self._roll(op.args[0].data[1])
        else:
            call = f"do_builtin(m, {self.source.constant(verb)}, {self._values(op, env)})"
        self.source.line(target + call)
        if verb in ("lay", "remove"):
            self.source.line("look(m, c)")
        if verb in _SETTLES:
            self.compiler.goals.settle({EVERYTHING})

    def _roll(self, die: str) -> str:
        faces = tuple(dice.faces(self.linked.program.symbols, die))
        place = self.linked.layout.streams[f"die {die}"]
        fair = (1 << 64) - (1 << 64) % len(faces)
        word = self.source.constant
        return f"rolled(m, c, {place}, {word(f'die {die}')}, {word(faces)}, {len(faces)}, {fair})"

    def _values(self, op: Op, env: Env) -> str:
        """The slots of a verb of the language, made plain as the reference does."""
        constant = self.source.constant
        parts = []
        for slot, part in zip(builtins.VERBS[op.data[0]].slots, op.args, strict=True):
            if part.name == "none":
                code = "None"
            elif slot.wants == "place":
                code = self.ex.place(part, env)
            elif slot.wants == "sort" and part.name in ("kind", "word"):
                code = constant(part.data if part.name == "kind" else part.data[1])
            elif slot.wants in ("event", "end"):
                raise Unwritten(slot.wants)
            else:
                code = self.ex.value(part, env)
                if op.data[0] == "shuffle" and part.name in ("field", "table_field", "at"):
                    parts.append(f"{constant('#pile')}: {self.ex.place(part, env)}")
            parts.append(f"{constant(slot.name)}: {code}")
        more = {"#it": env.it, "#me": env.me, "#event": "None", "#span": constant(op.span), "#gives": "None"}
        if op.data[0] == "take" and not isinstance(op.type, t.ListT):
            more["#one"] = "True"
        parts += [f"{constant(name)}: {code}" for name, code in more.items()]
        return "{" + ", ".join(parts) + "}"
