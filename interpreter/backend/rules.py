"""Rules in force as Python: which of them answer an event, forbid it, or change a value, known by verb and by bearer.

A rule of the ruleset is a test. A rule of a kind is a loop over the things of that kind, or a test of the thing in its
slot. Rules of cards and marks are found by the card or mark in a table, so their number does not matter. Rules that a
sentence states for a while are looked at only while there are any.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from dsl.ir.operations import Op
from dsl.ir.rules import Standing
from dsl.names import types as t
from interpreter.compiled.env import Env
from interpreter.link.linked_program import walk
from interpreter.link.linked_rules import RuleSource
from interpreter.link.rule_index import OF, Filter, changed_by
from interpreter.model import state as s

if TYPE_CHECKING:
    from interpreter.backend.program import Emitted


@frozen
class Situation:
    """What a rule can read where it is tested: names with their code, the slots among them with their types, the actor,
    the event (a Python name, or `None`)."""

    names: dict[str, str]
    types: Mapping[str, t.Type]
    actor: str
    event: str = "None"
    dictionary: str = ""  # a name that holds all names of the event
    more: dict[str, str] = field(factory=dict)  # names of the event besides its slots


Use = Callable[[RuleSource, str, str, dict[str, str], int], None]
"""Write what happens with a rule that applies: the rule, `it`, `me`, its own names, its number."""


class RuleWriter:
    def __init__(self, emitted: Emitted) -> None:
        self.emitted = emitted
        self.compiler = emitted.compiler
        self.linked = emitted.linked
        self.source = emitted.compiler.source
        self.ex = emitted.compiler.expressions
        self._tests: dict[tuple[int, bool], tuple[Any, Any]] = {}
        self._of_windows: dict[tuple[str, str, str], list[tuple[RuleSource, Any]]] = {}

    # ------------------------------------------------------------------------------------------------- what there is

    def sources(self, sort: str, target: str, scope: str = "") -> list[tuple[int, RuleSource, str]]:
        """The rules of a sort about a verb or value, with their number and the slot of their bearer."""
        if sort != "modify":
            every = self.linked.hooks.get((sort, target), [])
            return [(i, source, self.linked.held(source.standing).subject) for i, source in enumerate(every)]
        every = self.linked.changes.get(target, [])
        own = [(i, source) for i, source in enumerate(every) if source.standing.scope == scope]
        return [(i, source, changed_by(source.standing)) for i, source in own]

    def may_be_said(self, sort: str, target: str) -> bool:
        return (sort, target) in self.emitted.said

    # ------------------------------------------------------------------------------------------------------- bearers

    def of_source(self, number: int, source: RuleSource, subject: str, at: Situation, use: Use) -> None:
        src, depth = self.source, self.source.depth
        src.at = source.standing.body
        if source.holder == "":
            self._if_applies(source, "None", "None", {}, subject, at)
            use(source, "None", "None", {}, number)
            src.depth = depth
            return
        it, me = src.fresh("i"), src.fresh("w")
        extra: dict[str, str] = {}
        slot = at.names.get(subject, "None") if subject else ""
        kinds = self.linked.layout.kinds
        if source.holder == "kind":
            heirs = [name for name, shape in kinds.items() if source.name in shape.lineage]
            if subject:
                self._bearers_in_slot(it, slot, subject, at)
                src.line(f"if type({it}) is int and c[{it}] in {src.constant(frozenset(heirs))} and alive(m, c, {it}):")
            else:
                src.line(
                    f"for {it} in {self.ex.value(Op('kind', t.ListT(t.KindT(source.name)), data=source.name), Env())}:"
                )
        elif source.holder == "card":
            kind = src.constant(self.linked.cards[source.name].kind)
            if subject:
                self._bearers_in_slot(it, slot, subject, at)
                card = f"c[{it} + {s.CARD}] == {src.constant(source.name)}"
                src.line(f"if type({it}) is int and {card} and c[{it}] == {kind} and alive(m, c, {it}):")
            else:
                src.line(f"for {it} in copies(m, {src.constant(source.name)}):")
        else:
            params = self.linked.mark_names[source.name]
            args = src.fresh()
            extra = {name: f"{args}[{index}]" for index, name in enumerate(params)}
            if subject:
                self._bearers_in_slot(it, slot, subject, at)
                src.line(f"if type({it}) is int and alive(m, c, {it}):")
            else:
                src.line(f"for {it} in bearers(m, {src.constant(source.name)}):")
            src.depth += 1
            src.line(f"for {args} in [a for x, a in c[{it} + {s.MARKS}] if x == {src.constant(source.name)}]:")
        src.depth += 1
        wanted = self._where_it_works(source)
        src.line(f"if works(m, c, {it}, {src.constant(wanted)}):")
        src.depth += 1
        tests = " and ".join(self.tests(source.standing, it, me, extra, subject, at))
        if me in tests:
            src.line(f"{me} = controller(m, {it})")
        if tests:
            src.line(f"if {tests}:")
            src.depth += 1
        if me not in tests:
            src.line(f"{me} = controller(m, {it})")
        if "take_effect" in self.linked.answered:
            src.line(f"if not is_silent(m, {it}):")
            src.depth += 1
        use(source, it, me, extra, number)
        src.depth = depth

    def _bearers_in_slot(self, it: str, slot: str, subject: str, at: Situation) -> None:
        """The value of a slot; the items one by one if it may be a list."""
        type = at.types.get(subject)
        if type is not None and isinstance(t.plain(type), t.KindT):
            self.source.line(f"{it} = {slot}")
            return
        self.source.line(f"for {it} in each_of({slot}):")
        self.source.depth += 1

    def _where_it_works(self, source: RuleSource) -> tuple[str, ...] | None:
        return source.standing.clauses.works_in or None

    def _if_applies(
        self, source: RuleSource, it: str, me: str, extra: dict[str, str], subject: str, at: Situation
    ) -> None:
        tests = self.tests(source.standing, it, me, extra, subject, at)
        if tests:
            self.source.line(f"if {' and '.join(tests)}:")
            self.source.depth += 1

    # ---------------------------------------------------------------------------------------------------- one rule

    def tests(self, rule: Standing, it: str, me: str, extra: dict[str, str], subject: str, at: Situation) -> list[str]:
        """Whether a rule applies, as conditions."""
        if rule.sort == "modify":
            return self._change_tests(rule, it, me, extra, subject, at)
        held = self.linked.held(rule)
        outer = Env(extra, it, me, actor=at.actor)
        conditions = []
        for wish in held.filters:
            single = isinstance(t.plain(at.types.get(wish.slot, t.UNKNOWN)), t.KindT)
            if wish.slot == subject and wish.op.name == "it" and single:
                continue
            conditions.append(self._fills(wish, at, outer))
        whose = (
            at.actor if me == "None" else f"({me} if {me} is not None else {at.actor})" if at.actor != "None" else me
        )
        inner = Env({**at.more, **extra, **at.names}, it, whose, actor=at.actor)
        return conditions + self._clauses(rule, it, me, outer, inner, at)

    def _change_tests(
        self, rule: Standing, it: str, me: str, extra: dict[str, str], subject: str, at: Situation
    ) -> list[str]:
        conditions = []
        outer = Env(extra, it, me, actor=at.actor)
        if rule.of.name != "none" and not (subject and rule.of.name == "it"):
            conditions.append(self._fills(Filter(OF, rule.of, False), at, outer))
        names = {key: code for key, code in at.names.items() if key != OF}
        inner = Env({**at.more, **extra, **names}, it, me, actor=at.actor)
        return conditions + self._clauses(rule, it, me, outer, inner, at)

    def _clauses(self, rule: Standing, it: str, me: str, outer: Env, inner: Env, at: Situation) -> list[str]:
        clauses, held, constant = rule.clauses, self.linked.held(rule), self.source.constant
        conditions = []
        if clauses.windows:
            window = self.compiler.fast_expressions.window
            conditions.append(f"{constant(window) if window else 'm.open_window()'} in {constant(clauses.windows)}")
        for verb, filters in held.during:
            conditions.append(self.going_on(verb, filters, outer, at.event))
        conditions += [self.ex.truth(condition, inner) for condition in clauses.conditions]
        if clauses.once_per:
            conditions.append(f"not used(m, {constant(rule)}, {it})")
        return conditions

    def _fills(self, wish: Filter, at: Situation, outer: Env) -> str:
        """Whether a slot holds what a rule wants there."""
        actual, type = at.names.get(wish.slot, "None"), at.types.get(wish.slot, t.UNKNOWN)
        constant, op = self.source.constant, wish.op
        single = isinstance(t.plain(type), t.KindT)
        if op.name == "kind" and not wish.is_place and single:
            heirs = frozenset(name for name, shape in self.linked.layout.kinds.items() if op.data in shape.lineage)
            return f"is_one(m, c, {actual}, {constant(heirs)})"
        plain = self._is_compared(type) and not wish.is_place and op.name not in ("kind", "card")
        if plain and self._is_compared(op.type):
            return f"{actual} == {self.ex.value(op, outer)}"
        if plain and isinstance(t.plain(op.type), t.ListT) and self._is_compared(t.item(op.type) or t.UNKNOWN):
            return f"{actual} in {self.ex.items(op, outer)}"
        names = "".join(f"{constant(name)}: {code}, " for name, code in outer.names.items())
        scope = f"Scope({{{names}}}, {outer.it}, {outer.me}, None, {outer.actor})"
        return f"filter_matches(m, {constant(op)}, {actual}, {scope}, {wish.is_place})"

    def _is_compared(self, type: t.Type) -> bool:
        """Whether values of a type are compared as they are: things and names of cards, words and numbers."""
        kind = t.plain(type)
        return self.ex.same_plainly(type) or (isinstance(kind, t.KindT) and kind.name != "Thing")

    def going_on(self, verb: str, filters: Sequence[Filter], outer: Env, event: str) -> str:
        """Whether an event is in progress, apart from one."""
        constant = self.source.constant
        if not filters:
            if event == "None" and verb in self.emitted.tracked:
                return f"(m.now[{constant(verb)}] is not NOTHING)"
            return f"on(m, {constant(verb)}, {event})"
        function, extra = self.source.fresh("d"), self.source.fresh("x")
        names = {name: f"{extra}[{index}]" for index, name in enumerate(outer.names)}
        inner = Env(names, "it", "me", actor="actor")
        slots = {slot.name: slot.type for slot in self.linked.signatures[verb].slots}
        at = Situation({name: f"n[{constant(name)}]" for name in slots}, slots, "actor")
        with self.compiler.aside(), self.source.block(f"def {function}(m, c, it, me, actor, ev, {extra}):"):
            with self.source.block("for e in reversed(m.state.events):"):
                self.source.line(f"if e[1] != {constant(verb)} or e is ev: continue")
                self.source.line("n = m.state.scopes[e[2]]")
                tests = [self._fills(wish, at, inner) for wish in filters]
                self.source.line(f"if {' and '.join(tests)}: return True")
            self.source.line("return False")
        given = "".join(f"{code}, " for code in outer.names.values())
        return f"{function}(m, c, {outer.it}, {outer.me}, {outer.actor}, {event}, ({given}))"

    # ---------------------------------------------------------------------------------------------------- by table

    def by_table(
        self, sort: str, target: str, tabled: list[tuple[int, RuleSource, str]], at: Situation, hits: str
    ) -> None:
        """Rules of many cards and marks: found by the card or mark of the thing, and tested by functions."""
        constant, line = self.source.constant, self.source.line
        for subject in dict.fromkeys(subject for _, _, subject in tabled):
            cards: dict[str, list[list[Any]]] = {}
            marks: dict[str, list[list[Any]]] = {}
            for number, source, own in tabled:
                if own == subject:
                    room = cards if source.holder == "card" else marks
                    wanted = self._where_it_works(source)
                    room.setdefault(source.name, []).append([number, source, None, wanted])
            changes = sort == "modify"
            heads = f"m, c, {constant(target)}, {at.dictionary}"
            if not changes:
                heads = f"m, c, {constant(sort)}, {constant(target)}, {at.dictionary}, {at.event}"
            listed = constant(_Room(cards))
            tables = f"{listed}, {constant(_Room(marks))}, {hits}"
            if subject:
                by = "changes_by" if changes else "borne_by"
                type = at.types.get(subject)
                if type is not None and isinstance(t.plain(type), t.KindT):
                    line(f"{by}({heads}, {at.names[subject]}, {tables})")
                else:
                    with self.source.block(f"for i in each_of({at.names.get(subject, 'None')}):"):
                        line(f"{by}({heads}, i, {tables})")
            else:
                line(f"if {listed}.presence is not m.state.presence or {listed}.borne:")
                line(f"    {'changes_in_play' if changes else 'borne_in_play'}({heads}, {tables})")
        line(f"if len({hits}) > 1: {hits}.sort(key={'by_bearer' if sort == 'modify' else 'by_number'})")

    def of_window(self, sort: str, target: str, window: str) -> list[tuple[RuleSource, Any]]:
        """The rules of a window about a verb, each with the function that tests it: its own names are those of the
        window."""
        key = (sort, target, window)
        tested = self._of_windows.get(key)
        if tested is None:
            every = self.linked.windows[window].rules.get((sort, target), ())
            tested = self._of_windows[key] = [(source, self._test(source, sort, target, window)) for source in every]
        return tested

    def _test(self, source: RuleSource, sort: str, target: str, window: str) -> Any:
        constant = self.source.constant
        params = self.linked.program.symbols.windows[window].params

        def write(name: str) -> None:
            with self.source.block(f"def {name}(m, c, n, ev, it, me, x):"):
                extra = {param: f"x[{constant(param)}]" for param in params}
                at = self.situation(sort, target, source.standing, "ev")
                tests = self.tests(source.standing, "None", "None", extra, "", at)
                self.source.line(f"return {' and '.join(tests) if tests else 'True'}")

        return self.emitted.function(("test", source, window), "q", write)

    def test_of(self, source: RuleSource, sort: str, target: str) -> Any:
        """The function that tests a rule of a card or mark: machine, cells, names, event, `it`, `me`, own names."""
        key = (id(source), True)
        if key not in self._tests:
            constant = self.source.constant
            subject = changed_by(source.standing) if sort == "modify" else self.linked.held(source.standing).subject
            params = self.linked.mark_names[source.name] if source.holder == "mark" else ()

            def write(name: str) -> None:
                with self.source.block(f"def {name}(m, c, n, ev, it, me, x):"):
                    extra = {param: f"x[{constant(param)}]" for param in params}
                    at = self.situation(sort, target, source.standing, "ev")
                    tests = self.tests(source.standing, "it", "me", extra, subject, at)
                    self.source.line(f"return {' and '.join(tests) if tests else 'True'}")

            self._tests[key] = (source, self.emitted.function(("test", source), "q", write))
        return self._tests[key][1]

    def situation(self, sort: str, target: str, rule: Standing | None, event: str = "None") -> Situation:
        """Names in the dictionary `n` of an event, or of what is asked of a value."""
        constant = self.source.constant
        if sort == "modify":
            more = {name: f"n.get({constant(name)})" for name in (self._read_by(rule) if rule is not None else ())}
            actor = f"n.get({constant('me')})"
            return Situation({OF: f"n[{constant(OF)}]"}, {OF: t.UNKNOWN}, actor, "None", "n", more)
        sig = self.linked.signatures[target]
        types = {slot.name: slot.type for slot in sig.slots}
        own = target not in self.linked.verbs
        names = {name: f"n.get({constant(name)})" if own else f"n[{constant(name)}]" for name in types}
        read = self._read_by(rule) if rule is not None else set()
        more = {name: f"n.get({constant(name)})" for name in sorted(read - set(names))}
        actor = names.get("me", "None")
        if "me" not in names and rule is not None and self.linked.held(rule).by:
            actor = f"n.get({constant(self.linked.held(rule).by)})"
        elif target in self.linked.verbs and "me" not in names:
            actor = f"n.get({constant('me')})"
        return Situation(names, types, actor, event, "n", more)

    def _read_by(self, rule: Standing) -> set[str]:
        ops = [*rule.clauses.conditions, *(op for _, op in rule.changes)]
        return {part.data for op in ops for part in walk(op) if part.name == "local"}

    # ------------------------------------------------------------------------------------------------------ functions

    def hits(self, sort: str, verb: str) -> str:
        """The name of the function that lists the hooks that answer an event: machine, cells, its names, its record."""

        def write(name: str) -> None:
            with self.source.block(f"def {name}(m, c, n, ev):"):
                self.source.line("h = []")
                self._hits(sort, verb, self.sources(sort, verb), "ev")
                self.source.line("return h")

        function_name = self.compiler.function(("hits", sort, verb), "y", write)
        assert function_name is not None
        return function_name

    def _hits(self, sort: str, verb: str, sources: list[tuple[int, RuleSource, str]], event: str) -> None:
        line, constant = self.source.line, self.source.constant

        def use(source: RuleSource, it: str, me: str, extra: dict[str, str], number: int) -> None:
            own = "".join(f"({constant(key)}, {code}), " for key, code in sorted(extra.items()))
            line(f"h.append((0, {constant(_By(source))}.source, {it}, {me}, ({own}), {number}, 0))")

        for number, source, subject in sources:
            if source.holder not in ("card", "mark"):
                self.of_source(number, source, subject, self.situation(sort, verb, source.standing, event), use)
        tabled = [entry for entry in sources if entry[1].holder in ("card", "mark")]
        if tabled:
            self.by_table(sort, verb, tabled, self.situation(sort, verb, None, event), "h")
        if self.may_be_said(sort, verb):
            line(f"if c[{s.STANDING}]: said_hits(m, {constant(sort)}, {constant(verb)}, n, {event}, h)")
        if (sort, verb) in self.linked.in_windows:
            line(f"window_hits(m, {constant(sort)}, {constant(verb)}, n, {event}, h)")

    def forbids(self, verb: str, late: frozenset[int] | None = None) -> str:
        """The name of the function that says whether some rule forbids an event with some names; empty if none can.

        `late` are the numbers of the rules of the ruleset that have not been tested before.
        """
        many = self.sources("forbid", verb)
        if late is not None:
            many = [entry for entry in many if entry[1].holder or entry[0] in late]
        if not many and not self.may_be_said("forbid", verb) and ("forbid", verb) not in self.linked.in_windows:
            return ""

        def write(name: str) -> None:
            line = self.source.line
            with self.source.block(f"def {name}(m, c, n):"):
                if self.linked.may_allow(verb):
                    line("h = []")
                    self._hits("forbid", verb, many, "None")
                    line("if not h: return False")
                    line("top = max([e[1].rank for e in h])")
                    line("h = []")
                    self._hits("allow", verb, self.sources("allow", verb), "None")
                    line("for e in h:")
                    line("    if e[1].rank > top: return False")
                    line("return True")
                    return
                plain = [entry for entry in many if entry[1].holder not in ("card", "mark")]

                def use(source: RuleSource, it: str, me: str, extra: dict[str, str], number: int) -> None:
                    line("return True")

                for number, source, subject in plain:
                    self.of_source(number, source, subject, self.situation("forbid", verb, source.standing), use)
                line("h = []")
                self._hits("forbid", verb, [entry for entry in many if entry not in plain], "None")
                line("return len(h) > 0")

        function_name = self.compiler.function(("forbids", verb, *map(str, sorted(late or ()))), "y", write)
        assert function_name is not None
        return function_name


class _Room(dict[str, Any]):
    """Rules by card or by mark, and who bore them when the things in play were last looked through."""

    __hash__ = object.__hash__  # type: ignore[assignment]
    presence: Any = None
    borne: Any = ()


@frozen(eq=False)
class _By:
    source: RuleSource
