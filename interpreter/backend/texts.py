"""Sentences of any text as Python that runs straight.

Names are Python variables; those of an observed event are in the dictionary of the event (`n`), where rules find them.
A sentence that is not emitted is one call of the reference; it is counted and listed.
"""

from __future__ import annotations

from attrs import evolve

from dsl.ir.operations import Op
from dsl.names import types as t
from interpreter.backend.verb_sentences import EmittedText, VerbSentences
from interpreter.compiled.env import Env
from interpreter.compiled.sentences import TextGenerator
from interpreter.compiled.source import ConstantTable, Unwritten
from interpreter.link.effects.hidden_slots import is_by_place, shows_all_to
from interpreter.link.linked_program import walk
from interpreter.model.frames import V_CHANGES, V_FLAGS, V_RESULT

_LEAVING = frozenset({"stop", "result", "require", "cancel"})
_BY_RUNTIME = {"run": "run_script", "begin": "begin_flow", "arrange": "arranged"}


class Texts(VerbSentences):
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

    def turn(self, *done: Op) -> None:
        """One more step: a turn of a loop or an offer."""
        self.compiler.weights.step(self.compiler.weights.of(*done))
