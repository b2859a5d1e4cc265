"""The functions of one linked program, each emitted when it is first needed.

Modes, variants and rulings are fixed, so what is off does not exist. From the whole program it is known who observes
which verb; whatever nobody observes is left out.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from dsl.ir.operations import Op
from dsl.ir.rules import Standing
from dsl.names import builtins
from dsl.names import types as t
from interpreter.backend import bearing, counting, growing, moving, now, quick_words, rolling, runtime
from interpreter.backend.changes import Changes, EmittingCompiler
from interpreter.backend.enumerators import Enumerators
from interpreter.backend.events import Events
from interpreter.backend.passes.simplify import Passes
from interpreter.backend.rules import RuleWriter
from interpreter.backend.stopping.waiting_functions import WaitingFunctions
from interpreter.backend.texts import Texts
from interpreter.backend.verb_sentences import EmittedText
from interpreter.backend.windows import WindowFunctions
from interpreter.compiled.env import Env
from interpreter.compiled.plain_verbs import looking_at
from interpreter.compiled.source import define_functions
from interpreter.compiled.support import WORDS
from interpreter.execute.builtin_verbs import SCRIPT_RANK
from interpreter.link.linked_program import LinkedProgram, walk
from interpreter.model import state as s

Emission = Callable[..., Any]


class Emitted:
    """Emitted functions, and what is known about the whole program."""

    def __init__(self, linked: LinkedProgram) -> None:
        self.linked = linked
        self.compiler = EmittingCompiler(linked)
        self.compiler.remembers = False
        self.source = self.compiler.source
        self.keeps_all_names = False
        self.deed: Any = None  # the last event that was done as an action, with its names
        self.fallbacks: Counter[str] = Counter()  # constructs that the reference executes, by name and place
        self.namespace = {
            **WORDS,
            **runtime.WORDS,
            **bearing.WORDS,
            **now.WORDS,
            **counting.WORDS,
            **moving.WORDS,
            **rolling.WORDS,
            **growing.WORDS,
            **quick_words.WORDS,
            "as_count": _as_count,
            "note_deed": _note_deed,
        }
        self.waiting = WaitingFunctions()
        self.namespace |= self.waiting.words
        self._functions: dict[Any, tuple[Any, Emission]] = {}
        self._payers: dict[int, Emission] = {}
        self.passes = Passes(linked.layout.first_thing, self.source.constants)
        self._observe()
        self._forbids: dict[str, str] = {}
        self.facts = moving.MotionTables(linked, self.compiler.goal_reads)
        self.namespace["SYMBOL"] = self.facts.symbol_of_mark
        self.namespace["id"] = id
        self.blind: dict[str, quick_words.Blind] = {}  # by window, where moves may hold what the player does not see
        self.rules = RuleWriter(self)
        self.texts = Texts(self)
        self.events = Events(self)
        self.windows = WindowFunctions(self)
        self.enumerators = Enumerators(self)
        self.enumerated_again = 0  # so often the reference listed actions because emitted code had raised something
        self.changes = self.compiler.in_place = Changes(self)
        self.compiler.changes = self.changes.rule
        self._goals = self._define_goals()

    # -------------------------------------------------------------------------------------------------- observers

    def _texts(self) -> Iterator[Op]:
        """All texts that can run: those of modes that are off and of rulings that are not chosen are left out."""
        chosen = self.linked.rulings
        for meaning in self.linked.program.declarations:
            if meaning.sort == "mode" and meaning.name not in self.linked.modes:
                continue
            if meaning.sort == "ruling":
                default = self.linked.program.symbols.rulings[meaning.name].default
                for option in meaning.ops:
                    if option.data == chosen.get(meaning.name, default):
                        yield from option.args
                continue
            yield from meaning.ops
        for card in self.linked.program.cards:
            if card.checked.meaning is not None:
                yield card.checked.meaning

    def _observe(self) -> None:
        linked = self.linked
        looks = looking_at(linked, self._texts())
        self.heard: set[tuple[str, str]] = set()  # sorts and verbs of the rules that can be active
        self.ending: set[str] = set()  # verbs with which some rule ends
        self.ended: set[str] = set()  # events and windows that a text ends
        self.deeds: set[str] = set()  # verbs of windows whose deeds are read
        self.with_more: set[str] = set()  # verbs with names besides their slots: actions of marks
        own_events: set[str] = set()
        self.said: set[tuple[str, str]] = set()  # sorts and targets of the rules that sentences state
        own = {id(source.standing) for many in (*linked.hooks.values(), *linked.changes.values()) for source in many}
        own |= {
            id(one.standing) for window in linked.windows.values() for many in window.rules.values() for one in many
        }
        self.tracked: set[str] = set()  # verbs of which some text reads the innermost event
        for text in self.linked.everything():
            for part in walk(text):
                if part.name == "event_field":
                    self.tracked.add(part.data[0])
                elif part.name == "standing":
                    self.tracked |= {verb for verb, filters in part.data.clauses.during if not filters}
        self.compiler.tracked = self.tracked
        for op in self._texts():
            for part in walk(op):
                if part.name == "standing":
                    rule: Standing = part.data
                    if id(rule) not in own:
                        self.said.add((rule.sort, rule.target))
                    if rule.sort != "modify":
                        self.heard.add((rule.sort, rule.target))
                    if rule.clauses.until is not None:
                        self.ending.add(rule.clauses.until[1])
                elif part.name in ("clauses", "lasts") and part.data.until is not None:
                    self.ending.add(part.data.until[1])
                elif part.name == "perform" and part.data[0] == "end":
                    self.ended.add(part.args[0].data)
                elif part.name == "perform" and part.data[0] in builtins.VERBS:
                    for arg in part.args:
                        until = getattr(arg.data, "until", None)
                        if until is not None:
                            self.ending.add(until[1])
                elif part.name == "open" and part.data[1]:
                    self.deeds |= {action.op.data for action in linked.actions.get(part.data[0], ())}
        for entries in linked.actions.values():
            for action in entries:
                if action.holder == "mark":
                    self.with_more.add(action.op.data)
        for verb, (body, _) in linked.bodies.items():
            if body is not None and any(self._needs_event(part) for part in walk(body)):
                own_events.add(verb)
        self.heard_builtins = {verb for _, verb in self.heard if verb in builtins.VERBS}
        self._observed = (
            {verb for _, verb in self.heard} | looks.seen | set(linked.watched) | self.ending
            | self.ended | self.deeds | self.with_more | own_events
        )  # fmt: skip

    @staticmethod
    def _needs_event(part: Op) -> bool:
        """Whether a sentence refers to the event of its text."""
        if part.name == "standing":
            rule: Standing = part.data
            return rule.sort == "modify" and rule.scope == "event"
        return part.name in ("cost", "cancel") or (part.name == "perform" and part.data[0] == "run")

    def observed(self, verb: str) -> bool:
        return verb in self._observed

    def fell_back(self, what: str) -> None:
        self.fallbacks[what] += 1

    # --------------------------------------------------------------------------------------------------- functions

    def flow(self, op: Op) -> Emission:
        """The function of a flow."""

        def write(name: str) -> None:
            with self.source.block(f"def {name}(m, c):"):
                unit = EmittedText(self.texts.named(op, Env()), leave="return", fallen="flow")
                self.texts.whole(op, unit)

        return self._function(op, "t", write)

    def script(self, op: Op) -> Emission:
        """The function of a text on a card: its event, the names that it begins with, its thing and its player."""
        known = self._functions.get(id(op))
        if known is not None:
            return known[1]

        def write(name: str) -> None:
            constant = self.source.constant
            with self.source.block(f"def {name}(m, c, ev, x, it, me):"):
                used = {part.data for part in walk(op) if part.name == "local"}
                names = {}
                for known in dict.fromkeys((*self.texts.names_of(op), *sorted(used))):
                    names[known] = self.source.fresh()
                    self.source.line(f"{names[known]} = x.get({constant(known)})")
                unit = EmittedText(Env(names, "it", "me"), event="ev", rank=SCRIPT_RANK, fallen="script")
                unit.maybe_event = True
                self.texts.whole(op, unit)

        return self._function(op, "t", write)

    def hook(self, rule: Standing, rank: int, verb: str) -> Emission:
        """The function of a hook: its event and the names of that, `it`, `me`, the actor, and its own names."""
        known = self._functions.get(id(rule))
        if known is not None:
            return known[1]

        def write(name: str) -> None:
            constant = self.source.constant
            slots = {slot.name for slot in self.linked.signatures[verb].slots}
            body = rule.body
            own = [given for given in self.texts.names_of(body) if given not in slots]
            with self.source.block(f"def {name}(m, c, ev, n, it, me, actor, x):"):
                used = {part.data for part in walk(body) if part.name == "local"}
                assigned = set(self.texts.given_names(body))
                names = {known: self.source.fresh() for known in own}
                for var in names.values():
                    self.source.line(f"{var} = None")
                for known in sorted(used | assigned):
                    if known in names:
                        continue
                    if known in slots:
                        names[known] = f"n[{constant(known)}]"
                    else:
                        names[known] = f"n.get({constant(known)})" if known not in assigned else f"n[{constant(known)}]"
                more = self._extra_names(rule)
                for known in more & (used | assigned):
                    names[known] = self.source.fresh()
                    self.source.line(f"{names[known]} = x.get({constant(known)})")
                env = Env(names, "it", "me", actor="actor")
                self.texts.whole(body, EmittedText(env, event="ev", rank=rank, fallen=f"{rule.sort} {rule.target}"))

        return self._function(rule, "h", write)

    def values_of(self, source: Any) -> Emission:
        """The function for the values of a change that a card or mark makes."""

        def write(name: str) -> None:
            constant = self.source.constant
            rule = source.standing
            params = self.linked.mark_names[source.name] if source.holder == "mark" else ()
            with self.source.block(f"def {name}(m, c, n, it, me, x):"):
                at = self.rules.situation("modify", rule.target, rule)
                names = {**at.more, **{param: f"x[{constant(param)}]" for param in params}}
                env = Env(names, "it", "me", actor=at.actor)
                found = "".join(f"{self.compiler.expressions.value(op, env)}, " for _, op in rule.changes)
                self.source.line(f"return ({found})")

        return self._function(("values", id(source)), "q", write)

    def payers(self, line: Op) -> Emission:
        """The function for the things that can pay through a line of a currency."""
        known = self._payers.get(id(line))
        if known is None:

            def write(name: str) -> None:
                with self.source.block(f"def {name}(m, c, me):"):
                    self.source.line(f"return {self.compiler.expressions.value(line.args[0], Env({}, 'None', 'me'))}")

            known = self._payers[id(line)] = self._function(("payers", id(line)), "q", write)
        return known

    def payment(self, line: Op) -> Emission:
        """The text of a way to pay with a thing."""
        return self.script(line.args[1])

    def function(self, key: Any, letter: str, write: Callable[[str], None]) -> Emission:
        return self._function(key, letter, write)

    def is_heard(self, sort: str, verb: str) -> bool:
        return (sort, verb) in self.heard

    def by_name(self, name: str) -> Emission:
        """An emitted function, defined if that has not been done yet."""
        if name not in self.namespace:
            self._define(name)
        found: Emission = self.namespace[name]
        return found

    def forbids(self, m: Any, c: list[Any], verb: str, names: dict[str, Any]) -> bool:
        """Whether some rule forbids an event."""
        name = self._forbids.get(verb)
        if name is None:
            name = self._forbids[verb] = self.rules.forbids(verb)
        return bool(name) and bool(self.by_name(name)(m, c, names))

    def hits(self, m: Any, c: list[Any], sort: str, event: list[Any], names: dict[str, Any]) -> list[Any]:
        """The hooks that answer an event."""
        return self.by_name(self.rules.hits(sort, event[1]))(m, c, names, event)  # type: ignore[no-any-return]

    def replaced(self, m: Any, c: list[Any], event: list[Any]) -> bool:
        hits = self.by_name(self.rules.hits("instead of", event[1]))
        return self.namespace["replaced"](m, c, event, hits)  # type: ignore[no-any-return]

    def run_hook(self, m: Any, c: list[Any], event: list[Any], entry: Any, again: bool) -> Any:
        return self.namespace["run_hook"](m, c, event, entry, again)

    def _extra_names(self, rule: Standing) -> set[str]:
        """The names that may come with a rule: the numbers of a mark, or those that a sentence fixed."""
        found: set[str] = set()
        for names in self.linked.mark_names.values():
            found |= set(names)
        for window in self.linked.program.symbols.windows.values():
            found |= set(window.params)
        slots = {slot.name for slot in self.linked.signatures[rule.target].slots}
        return found - slots

    def _function(self, key: Any, letter: str, write: Callable[[str], None]) -> Emission:
        known = self._functions.get(key if type(key) is tuple else id(key))
        if known is None:
            source = self.source
            lines, depth = source.lines, source.depth
            source.lines, source.depth = [], 0
            name = source.fresh(letter)
            write(name)
            known = self._functions[key if type(key) is tuple else id(key)] = (key, self._define(name))
            source.lines, source.depth = lines, depth
        return known[1]

    def _define(self, name: str) -> Emission:
        self.compiler.finish()
        define_functions(self.source, self.namespace, "rules", self._improved)
        self.source.lines = []
        function: Emission = self.namespace[name]
        return function

    def _improved(self, text: str) -> ast.Module:
        return self.waiting.module(self.passes.improved(text), self.namespace)

    # ------------------------------------------------------------------------------------------------------- goals

    def settle(self) -> None:
        """Ask the goals, if something was written since they were asked."""
        self.source.line(f"if not m.settled: {self._goals}(m, c)")

    def _define_goals(self) -> str:
        source, ex, linked = self.source, self.compiler.expressions, self.linked
        name = source.fresh("g")
        knows = self.compiler.goal_reads is not None
        with source.block(f"def {name}(m, c):"):
            source.line("if m.several: return")
            if knows:
                source.line("m.settled = True")
            source.line(f"if c[{s.OUTCOME}] is not None: raise Over")
            for kind, op, _ in linked.always:
                env = Env({}, "it", "me")
                many = ex.value(Op("kind", t.ListT(t.KindT(kind)), data=kind), Env()) if kind else "(None,)"
                with source.block(f"for it in {many}:"):
                    source.line("me = controller(m, it) if it is not None else None")
                    source.line(f"if not {ex.truth(op, env)}: raise Bail")
            source.line(f"if not c[{s.PLAYERS}]: c[{s.OUTCOME}] = (); raise Over")
            begun = f"c[{s.BEGUN}]" if linked.has_phases else f"c[{s.BEGUN}] or m.state.next_request > 1"
            source.line(f"if not ({begun}): return")
            if linked.series:
                source.line("if m.in_series(): return")
            for meaning in linked.goals():
                source.line(f"w = {ex.items(meaning.ops[0], Env())}")
                source.line(f"if w: c[{s.OUTCOME}] = tuple(w); raise Over")
        self._define(name)
        return name


def _as_count(count: Any) -> int:
    return count if isinstance(count, int) else 0


def _note_deed(m: Any, frame: list[Any]) -> None:
    event, names = m.emitted.deed
    if not {"cancelled", "replaced"} & set(event[5]):
        values = tuple(sorted((name, given) for name, given in names.items() if not name.startswith("#")))
        frame[7] = (*frame[7], runtime.Deed(event[1], values))
