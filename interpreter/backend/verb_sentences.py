"""Sentences that perform a verb, as Python.

A verb of the program is a call of its function. A verb of the language that no rule hears and whose slots are plain is
a call of the function that does just that; any other one becomes an event of the runtime.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve, field

from dsl.ir.operations import Op
from dsl.names import builtins
from dsl.names import types as t
from interpreter.compiled.env import Env
from interpreter.compiled.sentences import Sentences, TextGenerator, names_in
from interpreter.compiled.source import Unwritten
from interpreter.link.linked_program import walk
from interpreter.model import state as s

if TYPE_CHECKING:
    from interpreter.backend.program import Emitted

_PLAIN_BUILTINS = frozenset({"move", "take", "remove", "shuffle", "roll", "set", "give", "lose", "eliminate", "lay"})
_SETTLING = frozenset({"eliminate", "remove", "move", "take", "give", "lose"})


@define
class EmittedText(TextGenerator):
    """A text being emitted: the event that it belongs to (a Python name, or `None`), and its rank."""

    event: str = "None"
    rank: int = 0
    settles: bool = False  # its end is the end of its event: goals are asked
    fallen: str = ""  # the name under which fallbacks are counted
    numbers: set[str] = field(factory=set)  # names that are read as numbers somewhere
    shown: str = ""  # the Python name of the scope that holds what it shows
    maybe_event: bool = False  # there may be no event
    offered: bool = False  # it was just offered as an action: its requirements hold


class VerbSentences(Sentences):
    def __init__(self, emitted: Emitted) -> None:
        super().__init__(emitted.compiler)
        self.emitted = emitted

    # ------------------------------------------------------------------------------------------------------- names

    def named(self, body: Op, env: Env) -> Env:
        """The names of a text as Python variables, none at first."""
        names = dict(env.names)
        for name in self.names_of(body):
            if name not in names:
                names[name] = self.source.fresh()
                self.source.line(f"{names[name]} = None")
        return evolve(env, names=names)

    @staticmethod
    def names_of(body: Op) -> list[str]:
        costs = [name for part in walk(body) if part.name == "cost" for way in part.data for _, name in way if name]
        return list(dict.fromkeys((*names_in(body), *costs)))

    def given_names(self, op: Op) -> list[str]:
        """The names that a sentence may change."""
        assigned = [part.args[0].data for part in walk(op) if part.name == "assign" and part.args[0].name == "local"]
        return list(dict.fromkeys((*self.names_of(op), *assigned)))

    def scope(self, ops: tuple[Op, ...], unit: EmittedText) -> str:
        """The names that some operations read, as a dictionary."""
        used = {part.data for op in ops for part in walk(op) if part.name == "local"}
        names = unit.env.names
        parts = [f"{self.source.constant(name)}: {names[name]}" for name in sorted(used & set(names))]
        return "{" + ", ".join(parts) + "}"

    # -------------------------------------------------------------------------------------------------- performing

    def perform(self, op: Op, text: TextGenerator) -> None:
        assert isinstance(text, EmittedText)
        verb, names, given = op.data
        target = f"{text.env.names[given]} = " if given else ""
        if verb not in self.linked.verbs:
            self._builtin(op, text, target)
            return
        several = self._several(op)
        if several:
            parts = []
            for name, part in zip(names, op.args, strict=True):
                if part.name == "default":
                    code = self.compiler.default("verb", verb, name)
                else:
                    code = self.ex.value(part, text.env)
                parts.append(f"{self.source.constant(name)}: {code}")
            function = self.emitted.events.verb(verb)
            plain = not self.emitted.observed(verb)
            slots = self.source.constant(tuple(slot.name for slot in self.linked.verbs[verb].slots))
            body = "None" if plain else self.emitted.events.body(verb) or "None"
            heads = f"{self.source.constant(verb)}, {function}, {body}, {plain}, {slots}"
            call = f"events(m, c, {heads}, {{{', '.join(parts)}}}, {text.env.it})"
            if target:
                call = f"{target}{call[:-1]}, {text.env.names[given]})"
            self.source.line(call)
            if plain:
                self.emitted.settle()
            return
        super().perform(op, text)

    def _several(self, op: Op) -> bool:
        """Whether a list may be given to a slot for one thing."""
        verb, names, _ = op.data
        given = dict(zip(names, op.args, strict=True))
        for slot in self.linked.verbs[verb].slots:
            part = given.get(slot.name)
            single = part is not None and isinstance(t.plain(slot.type), t.KindT)
            if single and part is not None and isinstance(t.plain(part.type), t.ListT | t.UnknownT):
                return True
        return False

    def call(self, verb: str, args: list[str], it: str) -> str:
        return f"{self.emitted.events.verb(verb)}({', '.join(('m', 'c', it, *args))})"

    def _builtin(self, op: Op, text: EmittedText, target: str) -> None:
        verb = op.data[0]
        env, source = text.env, self.source
        if verb == "win" and verb not in self.linked.answered:
            source.line(f"c[{s.OUTCOME}] = tuple({self.ex.items(op.args[0], env)})")
            source.line("raise Over")
            return
        if verb not in self.emitted.heard_builtins and self._directly(op, text, target):
            return
        values = self.builtin_values(op, text)
        name = source.constant(verb)
        if verb in self.emitted.heard_builtins:
            each = {"move": "thing", "remove": "things", "eliminate": "player", "set": "die", "give": "bearer",
                    "lose": "bearer"}.get(verb)  # fmt: skip
            held = source.fresh("d")
            source.line(f"{held} = {values}")
            many = f"[{held}]"
            if each:
                key, item = source.constant(each), source.fresh("x")
                many = f"[{{**{held}, {key}: {item}}} for {item} in items({held}[{key}])]"
            source.line(f"{target}builtin_event(m, c, {name}, {many}, {env.it})")
            return
        if verb == "end":
            source.line(f"end_event(m, {self.source.constant(op.args[0].data)})")
            return
        if verb == "show":
            source.line(f"show(m, {text.shown}, {values})")
            return
        if verb == "run":
            source.line(f"run_script(m, c, {values}, {text.event})")
            return
        if verb == "begin":
            source.line(f"{target}begin_flow(m, c, {values})")
            return
        if verb == "arrange":
            source.line(f"arranged(m, {values})")
            return
        if verb not in _PLAIN_BUILTINS:
            raise Unwritten(verb)
        if verb == "roll" and op.args[0].name == "word" and all(part.name == "none" for part in op.args[1:]):
            source.line(target + self._rolled(self._roll(op.args[0].data[1]), op, text))
            return
        source.line(target + self._rolled(f"do_builtin(m, {name}, {values})", op, text))
        if verb in ("lay", "remove"):
            source.line("look(m, c)")
        if verb in _SETTLING:
            self.emitted.settle()

    def _directly(self, op: Op, text: EmittedText, target: str) -> bool:
        """A verb of the language that nobody answers, if its slots are plain; false if it is not written so."""
        verb, env, ex, source = op.data[0], text.env, self.ex, self.source
        slots = {slot.name: part for slot, part in zip(builtins.VERBS[verb].slots, op.args, strict=True)}
        given = {name for name, part in slots.items() if part.name != "none"}
        match verb:
            case "move" if given == {"thing", "place", "level"} and not target:
                zone = self._zone(slots["place"], env)
                if zone is None:
                    return False
                heads = f"{ex.value(slots['thing'], env)}, {zone[0]}, {source.constant(zone[1])}"
                source.line(f"move_to_level(m, c, {heads}, {ex.value(slots['level'], env)})")
                self.emitted.settle()
            case "move" if given == {"thing", "place"} and not target:
                zone = self._zone(slots["place"], env)
                moving = ex.value(slots["thing"], env)
                if zone is not None:
                    source.line(f"move_into(m, c, {moving}, {zone[0]}, {source.constant(zone[1])})")
                elif self.compiler.is_space(slots["place"].type) and ex.single(slots["place"].type):
                    source.line(f"move_onto(m, c, {moving}, {ex.value(slots['place'], env)})")
                else:
                    return False
                self.emitted.settle()
            case "take" if given <= {"number", "sort", "place"} and {"number", "sort"} <= given:
                model = slots["sort"]
                if model.name in ("kind", "word"):
                    model_code = source.constant(model.data if model.name == "kind" else model.data[1])
                else:
                    model_code = ex.value(model, env)
                to = self._to(slots["place"], env)
                single = not isinstance(op.type, t.ListT)
                number = ex.value(slots["number"], env)
                source.line(f"{target}take_new(m, c, {number}, {model_code}, {to}, {env.me}, {single})")
                self.emitted.settle()
            case "remove" if given == {"things"} and not target:
                source.line(f"if remove_all(m, c, {ex.value(slots['things'], env)}): look(m, c)")
                self.emitted.settle()
            case "roll" if given == {"dice"} and slots["dice"].name != "word":
                rolled = slots["dice"]
                if not isinstance(t.plain(t.item(rolled.type) or rolled.type), t.KindT):
                    return False
                source.line(target + self._rolled(f"roll_dice(m, c, {ex.value(rolled, env)})", op, text))
            case "roll" if {"dice", "die"} <= given <= {"dice", "die", "place", "roller"}:
                die = slots["die"]
                if die.name not in ("kind", "word"):
                    return False
                name = source.constant(die.data if die.name == "kind" else die.data[1])
                to = self._to(slots["place"], env)
                roller = slots["roller"]
                owner = env.me if roller.name == "none" else f"(one({ex.value(roller, env)}) or {env.me})"
                source.line(f"{target}roll_new(m, c, {ex.value(slots['dice'], env)}, {name}, {to}, {owner})")
            case "set" if given == {"die", "face"} and not target:
                source.line(f"turn_die(m, c, {ex.value(slots['die'], env)}, {ex.value(slots['face'], env)})")
            case _:
                return False
        return True

    def _to(self, op: Op, env: Env) -> str:
        """A place to go to, or `None`."""
        if op.name == "none":
            return "None"
        zone = self._zone(op, env)
        if zone is not None:
            return f"at_zone(m, c, {zone[0]}, {self.source.constant(zone[1])})"
        return self.ex.place(op, env)

    def _zone(self, op: Op, env: Env) -> tuple[str, str] | None:
        """The holder and name of a zone without levels that an operation names."""
        if op.name not in ("field", "table_field"):
            return None
        sig = self.ex.sig(op)
        if sig is None or sig.sort != "zone" or sig.levels is not None:
            return None
        if op.name == "table_field":
            return str(self.compiler.table), sig.name
        if not self.ex.single(op.args[0].type):
            return None
        return self.ex.value(op.args[0], env), sig.name

    @staticmethod
    def _rolled(call: str, op: Op, text: EmittedText) -> str:
        """A face that goes to a name which is read as a number becomes one."""
        return f"narrowed({call})" if op.data[0] == "roll" and op.data[2] in text.numbers else call

    def builtin_values(self, op: Op, text: EmittedText) -> str:
        """The slots of a verb of the language as plain values."""
        constant, env = self.source.constant, text.env
        parts = []
        for slot, part in zip(builtins.VERBS[op.data[0]].slots, op.args, strict=True):
            if slot.wants == "end":
                if part.name != "none":
                    filters = part.data.until[2] if part.data.until is not None else ()
                    names = self.scope(tuple(wish for _, wish in filters), text)
                    code = f"ending(m, {constant(part.data)}, {names}, {env.it}, {env.me}, {env.actor})"
                    parts.append(f"{constant('#ending')}: {code}")
                continue
            if part.name == "none":
                code = "None"
            elif slot.wants == "place":
                code = self.ex.place(part, env)
            elif slot.wants == "sort" and part.name in ("kind", "word"):
                code = constant(part.data if part.name == "kind" else part.data[1])
            elif slot.wants == "event":
                if part.name == "builtin":
                    raise Unwritten("window")
                code = constant(part.data)
            else:
                code = self.ex.value(part, env)
                if op.data[0] == "shuffle" and part.name in ("field", "table_field", "at"):
                    parts.append(f"{constant('#pile')}: {self.ex.place(part, env)}")
            parts.append(f"{constant(slot.name)}: {code}")
        number = "None" if text.event == "None" else f"({text.event} and {text.event}[0])"
        more = {"#it": env.it, "#me": env.me, "#event": number, "#span": constant(op.span), "#gives": "None"}
        if op.data[0] == "take" and not isinstance(op.type, t.ListT):
            more["#one"] = "True"
        parts += [f"{constant(name)}: {code}" for name, code in more.items()]
        return "{" + ", ".join(parts) + "}"
