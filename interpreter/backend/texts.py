"""Sentences of any text as Python that runs straight.

Names are Python variables; those of an observed event are in the dictionary of the event (`n`), where rules find them.
A sentence that is not emitted is one call of the reference; it is counted and listed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve, field

from dsl.ir.operations import Op
from dsl.names import builtins
from dsl.names import types as t
from interpreter.compiled.env import Env
from interpreter.compiled.sentences import Sentences, TextGenerator, names_in
from interpreter.compiled.source import ConstantTable, Unwritten
from interpreter.link.effects.hidden_slots import is_by_place, shows_all_to
from interpreter.link.linked_program import walk
from interpreter.model import state as s
from interpreter.model.frames import V_CHANGES, V_FLAGS, V_RESULT

if TYPE_CHECKING:
    from interpreter.backend.program import Emitted

_LEAVING = frozenset({"stop", "result", "require", "cancel"})
_PLAIN_BUILTINS = frozenset({"move", "take", "remove", "shuffle", "roll", "set", "give", "lose", "eliminate", "lay"})
_BY_RUNTIME = {"run": "run_script", "begin": "begin_flow", "arrange": "arranged"}
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


class Texts(Sentences):
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

    # --------------------------------------------------------------------------------------------------- sentences

    def whole(self, body: Op, unit: EmittedText) -> None:
        """A text from its first to its last sentence; what it shows is hidden when it ends."""
        if unit.offered and body.name == "block":
            kinds = [line.name for line in body.args]
            top = next((at for at, name in enumerate(kinds) if name not in ("let", "keep", "require")), len(kinds))
            asked = [line for line in body.args[:top] if line.name != "require"]
            body = evolve(body, args=(*asked, *body.args[top:]))
        if any(part.name == "perform" and part.data[0] == "show" for part in walk(body)):
            unit.shown = self.source.fresh("z")
            self.source.line(f"{unit.shown} = m.state.open_scope({{}})")
        unit.numbers = {
            part.data for part in walk(body) if part.name == "local" and isinstance(t.plain(part.type), t.NumberT)
        }
        self.emitted.compiler.weights.text(body)
        self.block(body, unit)
        if unit.shown:
            self.source.line(f"m.state.scopes.pop({unit.shown}, None)")

    def block(self, op: Op, text: TextGenerator) -> None:
        """A choice without an option skips the rest of its block: the rest is inside it."""
        assert isinstance(text, EmittedText)
        depth = self.source.depth
        for line in op.args if op.name == "block" else (op,):
            self.sentence(line, text)
        self.source.depth = depth
        if any(line.name == "perform" and line.data[0] == "show" for line in op.args):
            self.source.line(f"hide(m, {text.shown}, {self.source.constant(op.span)})")

    def sentence(self, op: Op, text: TextGenerator) -> None:
        assert isinstance(text, EmittedText)
        kept, depth = len(self.source.lines), self.source.depth
        loops = text.loops
        self.source.at = op
        try:
            self._sentence(op, text)
        except Unwritten:
            del self.source.lines[kept:]
            self.source.depth, text.loops = depth, loops
            self.by_reference(op, text)

    def _sentence(self, op: Op, text: EmittedText) -> None:
        match op.name:
            case "choose":
                self._choose(op, text)
            case "may":
                self._may(op, text)
            case "either":
                self._either(op, text)
            case "ways":
                self._ways(op, text)
            case "match":
                self._match(op, text)
            case "ask":
                target = f"{text.env.names[op.data]} = " if op.data else ""
                who = f"one({self.ex.value(op.args[0], text.env)})"
                self.source.line(f"{target}asked_at_table(m, {self.source.constant(op.type)}, {who})")
            case "phase":
                self.emitted.events.phase(op, text)
            case "open":
                self._open(op, text)
            case "repeat":
                with self.source.block("while True:"):
                    if "round" not in self.linked.verbs:
                        self.next_round()
                    self.turn(op.args[0])
                    text.loops += 1
                    self.block(op.args[0], text)
                    text.loops -= 1
            case "keep":
                self._keep(op, text)
            case "standing":
                self._say(op, text)
            case "result" | "cancel" if text.event != "None" and not text.settles:
                there = f"if {text.event} is not None: " if text.maybe_event else ""
                if op.name == "result":
                    self.source.line(f"{there}{text.event}[{V_RESULT}] = {self.ex.value(op.args[0], text.env)}")
                else:
                    flags = f"{text.event}[{V_FLAGS}]"
                    self.source.line(f"{there}{flags} = (*{flags}, {self.source.constant('cancelled')})")
                self.leave(text, "None")
            case "cancel":
                self.leave(text, "None")
            case "for_each" if op.data[1]:
                self._together(op, text)
            case "cost":
                self._cost(op, text)
            case _:
                super().sentence(op, text)

    def leave(self, text: TextGenerator, result: str) -> None:
        assert isinstance(text, EmittedText)
        if text.shown and text.leave != "raise Leave":
            self.source.line(f"m.state.scopes.pop({text.shown}, None)")
        if text.leave:
            self.source.line(text.leave)
            return
        if not text.settles:
            self.source.line("return")
            return
        if result != "None":
            self.source.line(f"result = {result}")
            result = "result"
        self.emitted.settle()
        self.source.line(f"return {result}")

    def by_reference(self, op: Op, text: TextGenerator) -> None:
        """A sentence that is not emitted."""
        assert isinstance(text, EmittedText)
        self.emitted.fell_back(f"{op.name if op.name != 'perform' else op.data[0]} in {text.fallen}")
        if any(part.name in _LEAVING for part in walk(op)):
            self.source.line("raise Bail")
            return
        env = text.env
        names = {part.data for part in walk(op) if part.name == "local" and env.names.get(part.data, "").isidentifier()}
        parts = [f"{self.source.constant(name)}: {env.names[name]}" for name in sorted(names)]
        held = self.source.fresh("d")
        heads = f"{env.it}, {env.me}, {env.actor}, {text.rank}, {text.event}"
        self.source.line(f"{held} = sentence(m, {self.source.constant(op)}, {{{', '.join(parts)}}}, {heads})")
        for name in self.given_names(op):
            target = env.names.get(name, "")
            if target.isidentifier():
                self.source.line(f"{target} = {held}.get({self.source.constant(name)})")
            elif target:
                key = self.source.constant(name)
                self.source.line(f"if {key} in {held}: n[{key}] = {held}[{key}]")

    def assign(self, op: Op, text: TextGenerator) -> None:
        assert isinstance(text, EmittedText)
        kept, depth = len(self.source.lines), self.source.depth
        try:
            super().assign(op, text)
        except Unwritten:
            place, given = op.args
            if place.name == "local":
                raise
            del self.source.lines[kept:]
            self.source.depth = depth
            constant, env = self.source.constant, text.env
            new = self.ex.value(given, env)
            heads = f"{constant(op.data)}, {new}, {self.scope((place,), text)}, {env.it}, {env.me}, {env.actor}"
            self.source.line(f"assigned(m, {constant(place)}, {heads})")

    def _cost(self, op: Op, text: EmittedText) -> None:
        env, constant = text.env, self.source.constant
        if self._by_numbers(op, text):
            return
        held = self.source.fresh("d")
        names = self.scope(op.args, text)
        ends = "None"
        if all(currency is not None for way in op.data for currency, _ in way):
            ends = f"({''.join(f'{self.ex.number(part, env)}, ' for part in op.args)})"
        words = f"{constant(op)}, {names}, {env.it}, {env.me}, {env.actor}, {text.event}, {ends}"
        self.source.line(f"{held} = pay(m, c, {words})")
        for given in dict.fromkeys(name for way in op.data for _, name in way if name):
            if given in env.names:
                self.source.line(f"if {constant(given)} in {held}: {env.names[given]} = {held}[{constant(given)}]")

    def _by_numbers(self, op: Op, text: EmittedText) -> bool:
        """Pay a cost with one way and fixed amounts of numbers; false if it is not one."""
        source, constant, env = self.source, self.source.constant, text.env
        verb = text.fallen if text.fallen in self.linked.verbs and text.event != "None" else None
        if len(op.data) != 1 or (text.event != "None" and verb is None) or not env.me.isidentifier():
            return False
        terms = list(zip(op.data[0], op.args[::2], op.args[1::2], strict=True))
        currencies = [currency for (currency, _), _, _ in terms]
        if (
            len(set(currencies)) < len(currencies)
            or None in currencies
            or any(low is not high for _, low, high in terms)
        ):
            return False
        places = [self.linked.currencies[currency][0] for currency in currencies]
        if any(line.name == "pay" for currency in currencies for line in self.linked.currencies[currency]):
            return False
        if any(place.name not in ("field", "table_field") for place in places):
            return False
        amounts = []
        for (currency, _), low, _ in terms:
            amount = source.fresh()
            source.line(f"{amount} = {self.ex.number(low, env)}")
            changed = self.emitted.changes.cost(currency, verb)
            if changed:
                values = self._all_names(text)[:-1]
                about = f"{values}, {constant('me')}: {env.me}, {constant('#of')}: {constant(verb)}}}"
                source.line(f"{amount} = {changed}(m, c, {amount}, {about.replace('{, ', '{')})")
            source.line(f"if {amount} < 0: {amount} = 0")
            amounts.append(amount)
        payer = Env({}, "None", env.me)
        for amount, place in zip(amounts, places, strict=True):
            source.line(f"if {amount} > ({self.ex.value(place, payer)} or 0): raise Bail")
        for amount, place in zip(amounts, places, strict=True):
            taken = Op("assign", t.NOTHING, (place, Op("written", t.NUMBER, data=amount)), "-=")
            with source.block(f"if {amount}:"):
                super().assign(taken, EmittedText(payer))
        for ((_, given), _, _), amount in zip(terms, amounts, strict=True):
            if given and given in env.names:
                source.line(f"{env.names[given]} = {amount}")
        return True

    def _together(self, op: Op, text: EmittedText) -> None:
        """Several decide in secret: the text is a function of its own, for copies of the table and for the table."""
        source, constant, env = self.source, self.source.constant, text.env
        among, body = op.args
        if any(part.name in _LEAVING for part in walk(body)):
            raise Unwritten("together")
        used = {part.data for part in walk(body) if part.name == "local"} | set(self.given_names(body))
        own = op.data[0]
        outer = {name: code for name, code in env.names.items() if code.isidentifier() and name in used - {own}}
        function = source.fresh("p")
        with self.compiler.aside():
            item = source.fresh()
            names = {**env.names, **{name: f"x[{constant(name)}]" for name in outer}, own: item}
            source.at = body
            with source.block(f"def {function}(m, c, ev, n, it, me, actor, x, {item}):"):
                for name in self.names_of(body):
                    if name not in names:
                        names[name] = source.fresh()
                        source.line(f"{names[name]} = None")
                event = "ev" if text.event != "None" else "None"
                inside = evolve(env, names=names, it="it", me="me", actor="actor", foe="")
                inner = EmittedText(inside, event=event, rank=text.rank, fallen=text.fallen)
                inner.maybe_event = text.maybe_event
                self.whole(body, inner)
        held = source.fresh("d")
        given = ", ".join(f"{constant(name)}: {code}" for name, code in outer.items())
        around = f"({env.it}, {env.me}, {env.actor})"
        many = f"tuple({self.ex.items(among, env)})"
        source.line(f"{held} = decide_together(m, c, {function}, {many}, {text.event}, {around}, {{{given}}})")
        for name, code in outer.items():
            source.line(f"{code} = {held}[{constant(name)}]")

    def _keep(self, op: Op, text: EmittedText) -> None:
        target = text.env.names[op.data]
        first = self.ex.value(op.args[0], text.env)
        if text.event == "None":
            self.source.line(f"{target} = {first}")
            return
        held = self.source.fresh()
        self.source.line(f"{held} = {first}")
        name = self.source.constant(op.data)
        there = f"{text.event} is not None and " if text.maybe_event else ""
        self.source.line(
            f"{target} = kept(m, {text.event}, {name}, {held}) if {there}{text.event}[{V_CHANGES}] else {held}"
        )

    def _say(self, op: Op, text: EmittedText) -> None:
        rule = op.data
        constant = self.source.constant
        if rule.sort == "modify" and rule.scope == "event":
            if text.event == "None":
                return
            if text.maybe_event:
                raise Unwritten("standing")
            for layer, change in rule.changes:
                value = self.ex.value(change, text.env)
                words = f"{constant(rule.target)}, {text.rank}, {constant(layer)}, {constant(rule.layer)}"
                self.source.line(f"change({text.event}, {words}, {value})")
            return
        names = self.scope((op,), text) if not self.emitted.keeps_all_names else self._all_names(text)
        env = text.env
        heads = f"{env.it}, {env.me}, {env.actor}, {text.rank}, {text.event}"
        self.source.line(f"say(m, {constant(rule)}, {names}, {heads})")
        self.source.line("m.settled = False")

    def _all_names(self, text: EmittedText) -> str:
        parts = [f"{self.source.constant(name)}: {code}" for name, code in sorted(text.env.names.items())]
        return "{" + ", ".join(parts) + "}"

    # ------------------------------------------------------------------------------------------------------ asking

    def _who(self, op: Op, env: Env) -> str:
        code = self.ex.value(op, env)
        return code if isinstance(op.type, t.KindT) else f"one({code})"

    def _hidden(self, among: Op, who: Op) -> str:
        """The type of a list of which the chooser may not see everything, or `None`."""
        if is_by_place(self.linked, among) or shows_all_to(self.linked, among, who):
            return "None"
        return self.source.constant(among.type)

    def _choose(self, op: Op, text: EmittedText) -> None:
        least_op, most_op, among, who, otherwise = op.args[:5]
        form, given = op.data
        source, env = self.source, text.env
        options, number = source.fresh("o"), source.fresh("n")
        chance = who.name == "builtin" and who.data == "chance"
        single = all(part.name == "constant" and part.data == 1 for part in (least_op, most_op))
        if single and form == "one" and len(op.args) == 5:
            self._choose_one(op, text, chance)
            return
        source.line(f"{options} = listed(tuple({self.ex.items(among, env)}))")
        source.line(f"{number} = len({options})")
        target = env.names[given] if given else ""
        if len(op.args) > 5:
            least = f"max(0, {self.ex.number(least_op, env)})"
        else:
            least = self.ex.number(least_op, env)
        most = number if most_op.name == "none" else f"max(0, {self.ex.number(most_op, env)})"
        simple = least == most == "1" or (form == "one" and least_op.name == most_op.name == "constant")
        such = len(op.args) > 5
        if such:
            self._such(op, text, options, number, least, most, target, chance)
            return
        empty = f"not {number}" if simple or form == "one" else f"not {number} and {least} > 0"
        if least_op.name == "constant" and least_op.data <= 0 and form != "one":
            empty = "False"
        if otherwise.name != "none":
            with source.block(f"if {empty}:"):
                self.block(otherwise, text)
            source.line("else:")
        else:
            source.line(f"if not ({empty}):" if empty != f"not {number}" else f"if {number}:")
        source.depth += 1
        chosen = source.fresh("a")
        low, high = source.fresh(), source.fresh()
        source.line(f"{low} = {least}; {high} = {most}")
        source.line(f"if {low} > {number}: {low} = {number}")
        source.line(f"if {high} > {number}: {high} = {number}")
        source.line(f"if not {high} or {low} == {number}: {chosen} = {options}[:{high}]")
        if chance:
            source.line(f"else: {chosen} = chance_of(m, {options}, {low}, {high})")
        else:
            hidden = self._hidden(among, who)
            source.line(f"else: {chosen} = chosen_of(m, {options}, {low}, {high}, {self._who(who, env)}, {hidden})")
        if target:
            source.line(f"{target} = one({chosen})" if form in ("one", "one or none") else f"{target} = {chosen}")
        if otherwise.name != "none":
            source.depth -= 1

    def _choose_one(self, op: Op, text: EmittedText, chance: bool) -> None:
        """One of some; who has only one is not asked."""
        among, who, otherwise = op.args[2:5]
        given = op.data[1]
        source, env = self.source, text.env
        options, chosen = source.fresh("o"), source.fresh("a")
        source.line(f"{options} = listed({self.ex.items(among, env)})")
        if otherwise.name != "none":
            with source.block(f"if not {options}:"):
                self.block(otherwise, text)
            source.line("else:")
        else:
            source.line(f"if {options}:")
        source.depth += 1
        source.line(f"if len({options}) == 1: {chosen} = {options}[0]")
        if chance:
            source.line(f"else: {chosen} = chance_of(m, tuple({options}), 1, 1)[0]")
        else:
            hidden = self._hidden(among, who)
            source.line(f"else: {chosen} = chosen_one(m, {options}, {self._who(who, env)}, {hidden})")
        if given and env.names[given]:
            source.line(f"{env.names[given]} = one({chosen})")
        if otherwise.name != "none":
            source.depth -= 1

    def _such(
        self, op: Op, text: EmittedText, options: str, number: str, least: str, most: str, target: str, chance: bool
    ) -> None:
        among, who, otherwise, such = op.args[2], op.args[3], op.args[4], op.args[5]
        source, env = self.source, text.env
        low, high, fits, that = source.fresh(), source.fresh(), source.fresh(), source.fresh("x")
        source.line(f"{low} = {least}; {high} = min({most}, {number})")
        condition = self.ex.value(such.args[0], env.looking_at(that))
        source.line(f"{fits} = fitting(m, {options}, {low}, {high}, lambda {that}: {condition})")
        if otherwise.name != "none":
            with source.block(f"if not {fits}:"):
                self.block(otherwise, text)
            source.line("else:")
        else:
            source.line(f"if {fits}:")
        source.depth += 1
        chooser = source.constant("chance") if chance else f"{self._who(who, env)} if len({fits}) > 1 else None"
        hidden = "None" if chance else self._hidden(among, who)
        chosen = f"chosen_set(m, {options}, {fits}, {low}, {high}, {chooser}, {hidden})"
        if target:
            chosen = f"{target} = one({chosen})" if op.data[0] in ("one", "one or none") else f"{target} = {chosen}"
        source.line(chosen)
        if otherwise.name != "none":
            source.depth -= 1

    def _nothing_to_do(self, body: Op, text: EmittedText) -> str:
        """When an optional block begins with a choice without options, or an empty string."""
        following = body
        while following.name == "block" and following.args:
            following = following.args[0]
        if following.name != "choose" or following.args[4].name != "none":
            return ""
        if len(following.args) > 5:
            raise Unwritten("may choose")
        least = self.ex.number(following.args[0], text.env)
        return f"not {self.ex.items(following.args[2], text.env)} and {least} > 0"

    def _may(self, op: Op, text: EmittedText) -> None:
        who, body, other = op.args
        source = self.source
        nothing = self._nothing_to_do(body, text)
        player = source.fresh()
        tests = [f"not ({nothing})"] if nothing else []
        held = source.fresh()
        source.line(f"{held} = False")
        with source.block(f"if {tests[0]}:" if tests else "if True:"):
            source.line(f"{player} = {self._who(who, text.env)}")
            allowed = "may_volunteer(m, " + player + ") and " if "volunteer" in self.linked.answered else ""
            source.line(f"{held} = {allowed}ask(m, {source.constant('may')}, {player}, 1, 0, 1, (True,))")
        with source.block(f"if {held}:"):
            self.block(body, text)
        if other.name != "none":
            with source.block("else:"):
                self.block(other, text)

    def _chance(self, who: Op) -> bool:
        return who.name == "builtin" and who.data == "chance"

    def _either(self, op: Op, text: EmittedText) -> None:
        who, bodies = op.args[0], op.args[1:]
        chosen = self.source.fresh()
        if self._chance(who):
            self.source.line(f"{chosen} = one_way(m, {len(bodies)})")
        else:
            options = tuple(range(len(bodies)))
            heads = f"{self.source.constant('either')}, {self._who(who, text.env)}"
            asked = f"ask(m, {heads}, {len(bodies)}, 1, 1, {options})[0]"
            self.source.line(f"{chosen} = {asked}")
        self._branch(chosen, bodies, text)

    def _branch(self, chosen: str, bodies: tuple[Op, ...], text: EmittedText) -> None:
        for index, body in enumerate(bodies):
            with self.source.block(f"{'if' if index == 0 else 'elif'} {chosen} == {index}:"):
                self.block(body, text)

    def _ways(self, op: Op, text: EmittedText) -> None:
        who, conditions, bodies = op.args[0], op.args[1::2], op.args[2::2]
        source = self.source
        can, chosen = source.fresh(), source.fresh()
        parts = ", ".join(f"({index}, {self.ex.truth(part, text.env)})" for index, part in enumerate(conditions))
        source.line(f"{can} = [i for i, x in ({parts},) if x]")
        drawn = (
            f"one_way(m, len({can}))"
            if self._chance(who)
            else f"ask(m, {source.constant('either')}, {self._who(who, text.env)}, len({can}), 1, 1, {can})[0]"
        )
        source.line(f"{chosen} = {can}[{drawn} if len({can}) > 1 else 0] if {can} else -1")
        self._branch(chosen, bodies, text)

    def _match(self, op: Op, text: EmittedText) -> None:
        subject, bodies = op.args[0], op.args[1:]
        chosen = self.source.fresh()
        code = self.ex.value(subject, text.env)
        rows = self._rows(op)
        if rows is not None:
            self.source.line(f"{chosen} = {self.source.constant(rows)}.get({code}, {len(op.data)})")
        else:
            self.source.line(f"{chosen} = way(m, {self.source.constant(tuple(op.data))}, {code})")
        self._branch(chosen, bodies, text)

    @staticmethod
    def _rows(op: Op) -> ConstantTable | None:
        """The rows of a `match` by symbol or number; none if its keys are of another sort."""
        subject = t.plain(op.args[0].type)
        sort = (
            "symbols" if isinstance(subject, t.SymbolT) else "number" if isinstance(op.args[0].type, t.NumberT) else ""
        )
        rows = ConstantTable()
        for index, key in enumerate(op.data):
            if type(key) is not tuple or not key or key[0] != sort:
                return None
            for part in key[1:]:
                rows.setdefault(part, index)
        return rows

    def _open(self, op: Op, text: EmittedText) -> None:
        name, given = op.data
        function = self.emitted.windows.window(name)
        params = self.linked.program.symbols.windows[name].params
        args = []
        for index, param in enumerate(params):
            arg = op.args[index] if index < len(op.args) else None
            if arg is None:
                break
            args.append(
                self.compiler.default("window", name, param) if arg.name == "none" else self.ex.value(arg, text.env)
            )
        args += ["None"] * (len(params) - len(args))
        call = f"{function}({', '.join(('m', 'c', *args))})"
        self.source.line(f"{text.env.names[given]} = {call}" if given else call)

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

    def turn(self, *done: Op) -> None:
        """One more step: a turn of a loop or an offer."""
        self.compiler.weights.step(self.compiler.weights.of(*done))
