"""A program prepared to run: every text by name, every standing rule by the event it responds to.

Made once for a program and a choice of modes, variants and rulings, and shared by all matches and forks. It indexes the
rules by the verb they respond to, so the number of loaded cards does not matter. Every standing rule has a number in
program order, so a state can refer to it in any process.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from attrs import define, field

from dsl.ir.declarations import CheckedDeclaration
from dsl.ir.effects.secret_kinds import secret_kinds
from dsl.ir.effects.survey import Survey, begins_others
from dsl.ir.effects.walk import walk as walk
from dsl.ir.operations import SENTENCES, Op
from dsl.ir.program import Program, ProgramCard
from dsl.ir.rules import Clauses, Standing
from dsl.lazy import lazy_module
from dsl.names import builtins
from dsl.names.signatures import VerbSig
from interpreter.board.board_cache import BoardCaches
from interpreter.board.geometry import Shapes
from interpreter.link.action_plans import Plan, plan
from interpreter.link.effects.event_reads import EventReads
from interpreter.link.effects.plain_currencies import PlainCurrencies
from interpreter.link.layer_order import layer_order
from interpreter.link.linked_rules import RANKS as RANKS
from interpreter.link.linked_rules import Offered as Offered
from interpreter.link.linked_rules import RuleSource as RuleSource
from interpreter.link.linked_rules import WindowText, builtin_signature, window_text
from interpreter.link.lower import LoweredText, lower
from interpreter.link.printed_cards import Beginning, PrintedCard, read_cards
from interpreter.link.rule_index import Held, Listeners, changed_by, hold
from interpreter.model.state import Layout, Value, layout
from interpreter.model.values import CardRef, Face

if TYPE_CHECKING:
    from dsl.ir.passages import SourceDeclaration
    from interpreter.compiled.jit import Jit
    from interpreter.evaluate.fields import Reader
    from interpreter.instrument.coverage import Coverage
    from interpreter.link import source_map as link_source_map
    from interpreter.link.source_map import SourceMap
else:
    link_source_map = lazy_module("interpreter.link.source_map")


@define
class LinkedProgram:
    program: Program
    modes: frozenset[str] = frozenset()
    rulings: dict[str, str] = field(factory=dict)
    watch_all: bool = False  # a scenario may count what no rule counts
    layout: Layout = field(init=False)
    cards: dict[str, PrintedCard] = field(init=False)
    hooks: dict[tuple[str, str], list[RuleSource]] = field(factory=dict, init=False)  # (word, verb)
    changes: dict[str, list[RuleSource]] = field(factory=dict, init=False)  # modified name
    effects: dict[str, CheckedDeclaration] = field(factory=dict, init=False)
    verbs: dict[str, VerbSig] = field(init=False)  # of the ruleset and of cards
    actions: dict[str, list[Offered]] = field(factory=dict, init=False)  # by window
    texts: dict[str, CheckedDeclaration] = field(
        factory=dict, init=False
    )  # flows, windows, rules, goals by `sort name`
    always: list[tuple[str, Op, str]] = field(factory=list, init=False)  # the kind or nothing, condition, reason
    first: dict[tuple[str, str], Op] = field(factory=dict, init=False)  # the first or base value of (kind, field)
    seen: dict[tuple[str, str], Op] = field(factory=dict, init=False)  # the viewers of (kind, zone)
    _secret_kinds: frozenset[str] | None = field(default=None, init=False)  # once asked
    hideable: frozenset[str] | None = field(default=None, init=False)  # kinds that a zone may hide, once asked
    blind_slots: dict[str, dict[str, frozenset[str]]] = field(
        factory=dict, init=False
    )  # by window and verb, once asked
    seen_names: frozenset[str] = field(init=False)  # slots and kept names that are read from an event
    shows: bool = field(default=False, init=False)  # whether some text uses `show`
    lasting: dict[str, Clauses] = field(factory=dict, init=False)  # the duration of a status
    boards: Shapes = field(factory=Shapes, init=False)  # the shape of a map, by its card
    board_caches: BoardCaches = field(init=False)  # results computed for them
    coverage: Coverage | None = field(default=None, init=False, eq=False)  # observes all matches of it
    fast: Jit | None = field(default=None, init=False, eq=False)  # compiled expressions, if enabled
    unseen: object = field(default=None, init=False, eq=False)  # when matches run by emitted code (`backend/unseen`)
    layers: tuple[str, ...] = field(init=False)
    said: list[Standing] = field(factory=list, init=False)  # all standing rules, by number
    watched: frozenset[str] = field(init=False)  # verbs that some rule counts
    look_backs: dict[str, frozenset[str]] = field(init=False)  # of verbs that are counted only within these events
    told: frozenset[tuple[str, str]] = field(init=False)  # the types and verbs of all standing rules
    answered: frozenset[str] = field(init=False)  # verbs that some rule responds to or forbids
    has_phases: bool = field(init=False)  # else a game has begun with its first question
    series: frozenset[int] = field(init=False)  # texts of flows that begin other flows
    signatures: dict[str, VerbSig] = field(init=False)  # of all verbs, built-in ones too
    listeners: dict[tuple[str, str], Listeners] = field(factory=dict, init=False)  # hooks by (word, verb)
    changers: dict[tuple[str, str], Listeners] = field(factory=dict, init=False)  # changes by (sort, modified name)
    windows: dict[str, WindowText] = field(factory=dict, init=False)
    currencies: dict[str, tuple[Op, ...]] = field(factory=dict, init=False)  # a number, or ways to pay with things
    in_windows: frozenset[tuple[str, str]] = field(init=False)  # the types and verbs of the rules of windows
    _goals: list[CheckedDeclaration] = field(factory=list, init=False)
    mark_names: dict[str, tuple[str, ...]] = field(init=False)  # of the numbers of a keyword or status
    works_in: dict[str, tuple[str, ...]] = field(init=False)  # where the texts of a kind work, if it says so
    readers: dict[tuple[str, str], Reader] = field(factory=dict, init=False)  # of (kind, field), made when first needed
    firsts: dict[tuple[str, str], Op] = field(factory=dict, init=False)  # like `first`, with inherited values
    fixed: dict[int, tuple[Op, bool, Value]] = field(factory=dict, init=False)  # constant operations, with their values
    written_rules: int = field(default=0, init=False)  # the number of standing rules in the program
    beginnings: dict[tuple[str, str | None], tuple[Beginning, ...]] = field(
        factory=dict, init=False
    )  # of kind and card: how its kept fields begin, once asked
    called: dict[str, tuple[str, ...]] = field(factory=dict, init=False)  # of a name: the ids of the cards that have it
    faces: dict[str, list[Face]] = field(factory=dict, init=False)  # of a die, when first asked
    face_weights: dict[str, dict[Face, int]] = field(factory=dict, init=False)  # how often a die has each face
    supplies: dict[str, tuple[CardRef, ...]] = field(factory=dict, init=False)  # of a kind: its cards, when first asked
    supply_indices: dict[tuple[str, str], Mapping[Value, Collection[Value]] | None] = field(
        factory=dict, init=False
    )  # its cards by a printed field: `interpreter.evaluate.supply_index`
    quiet: frozenset[str] = field(init=False)  # verbs that no rule responds to, forbids, counts or waits for
    unspoken: frozenset[str] = field(init=False)  # verbs with `says ""`: they are not logged
    bodies: dict[str, tuple[Op | None, int]] = field(factory=dict, init=False)  # of verbs: the text, and its rank
    looked_at: frozenset[str] = field(init=False)  # verbs whose events in progress are read
    event_reads: EventReads = field(init=False)
    plain_currencies: PlainCurrencies = field(init=False)
    _printed: dict[str, ProgramCard] = field(factory=dict, init=False)
    _held: dict[int, Held] = field(factory=dict, init=False)
    _plans: dict[tuple[int, int], Plan] = field(factory=dict, init=False)
    _codes: dict[int, tuple[Op, LoweredText]] = field(factory=dict, init=False)
    _numbers: dict[int, int] = field(factory=dict, init=False)
    _texts: list[Op] = field(factory=list, init=False)  # all sentences, in the order of the program, if ever needed
    _text_numbers: dict[int, int] = field(factory=dict, init=False)
    _source_map: SourceMap | None = field(default=None, init=False)
    _learned: list[tuple[SourceDeclaration, Op]] = field(factory=list, init=False)  # before `_source_map` was made
    _somewhere: dict[Callable[[Op], bool], bool] = field(factory=dict, init=False)
    _unnumbered: list[Op] = field(factory=list, init=False)  # learned, and not yet numbered

    def __attrs_post_init__(self) -> None:
        symbols = self.program.symbols
        self.board_caches = BoardCaches(self.boards)
        self.layout = layout(symbols)
        self.cards = read_cards(self.program)
        self.verbs = dict(symbols.verbs)
        self.layers = layer_order({name: layer.after for name, layer in symbols.layers.items()})
        for written in self.program.cards:
            for verb in written.checked.verbs:
                self.verbs.setdefault(verb.name, verb)
        for meaning in self.program.declarations:
            self._take(meaning)
        for card in self.cards.values():
            for standing in card.standings:
                self._stand(RuleSource(standing, RANKS["card"], "card", card.id))
            for action in card.actions:
                self._action("card", card.id, action)
        self._look_through()
        self._make_ready()

    # ------------------------------------------------------------------------------------------ reading the program

    def _take(self, meaning: CheckedDeclaration) -> None:
        match meaning.sort:
            case "effect":
                self.effects[meaning.name] = meaning
            case "action":
                self.effects[meaning.name] = meaning
                for action in meaning.ops:
                    self._action("", "", action)
            case "keyword" | "status":
                self._standing_ops(meaning.ops, RANKS[meaning.sort], "mark", meaning.name)
            case "kind":
                self._kind(meaning)
            case "standing":
                self._standing_ops(meaning.ops, RANKS["ruleset"], "", "")
            case "mode" if meaning.name in self.modes:
                self._standing_ops(meaning.ops, RANKS["mode"], "", "")
            case "ruling":
                self._ruling(meaning)
            case "always":
                self.always.append(("", meaning.ops[0], meaning.reason))
            case _:
                self.texts[f"{meaning.sort} {meaning.name}"] = meaning

    def _kind(self, meaning: CheckedDeclaration) -> None:
        self._standing_ops(meaning.ops, RANKS["ruleset"], "kind", meaning.name)
        for op in meaning.ops:
            if op.name == "keep":
                self.first[meaning.name, op.data] = op.args[0]
            elif op.name == "seen_by":
                self.seen[meaning.name, op.data] = op.args[0]
            elif op.name not in ("standing", "action", "require"):
                self.always.append((meaning.name, op, ""))

    def _ruling(self, meaning: CheckedDeclaration) -> None:
        chosen = self.rulings.get(meaning.name, self.program.symbols.rulings[meaning.name].default)
        for option in meaning.ops:
            if option.data == chosen:
                self._standing_ops(option.args, RANKS["ruling"], "", "")

    def _standing_ops(self, ops: Iterable[Op], rank: int, holder: str, name: str) -> None:
        for op in ops:
            if op.name == "standing":
                self._stand(RuleSource(op.data, rank, holder, name))
            elif op.name == "action":
                self._action(holder, name, op)
            elif op.name == "lasts":
                self.lasting[name] = op.data

    def _stand(self, source: RuleSource) -> None:
        standing = source.standing
        if standing.sort == "modify":
            self.changes.setdefault(standing.target, []).append(source)
        else:
            self.hooks.setdefault((standing.sort, standing.target), []).append(source)

    def _action(self, holder: str, name: str, op: Op) -> None:
        sig = self.verbs[op.data]
        for window in sig.windows:
            self.actions.setdefault(window, []).append(Offered(holder, name, op, sig))

    def _look_through(self) -> None:
        """One pass over all texts: number the standing rules; collect the verbs that are counted or responded to."""
        survey = Survey()
        for op in self.everything():
            survey.read(op)
        for entries in self.actions.values():
            for action in entries:
                survey.action(action.op.data, action.clauses)
        for rule in survey.rules:
            self.number_of(rule)
        self.written_rules = len(self.said)
        self.told = frozenset((rule.sort, rule.target) for rule in self.said)
        self.shows, self.seen_names = survey.shows, frozenset(survey.seen_names)
        self.watched = frozenset(self.verbs if self.watch_all else survey.counted)
        self.look_backs = {} if self.watch_all else survey.look_backs()
        self.answered, self.looked_at = frozenset(survey.answered), survey.any_of(self.verbs)
        self.quiet = frozenset(self.verbs) - self.answered - self.watched - survey.ending
        self.unspoken = frozenset(name for name, sig in self.verbs.items() if sig.says == "")
        self.has_phases = any(part.name == "phase" for op in self.everything() for part in walk(op))
        self.series = frozenset(
            id(declaration.ops[0]) for declaration in self.program.declarations if begins_others(declaration)
        )

    def _make_ready(self) -> None:
        """Compute everything that matches look up again and again."""
        symbols = self.program.symbols
        self.signatures = {**{name: builtin_signature(name) for name in builtins.VERBS}, **self.verbs}
        self.mark_names = {name: tuple(param.name for param in sig.params) for name, sig in symbols.marks.items()}
        self.works_in = {
            name: next(
                (symbols.kinds[ancestor].works_in for ancestor in shape.lineage if symbols.kinds[ancestor].works_in), ()
            )
            for name, shape in self.layout.kinds.items()
        }
        self.event_reads = EventReads(self)
        self.plain_currencies = PlainCurrencies(self)
        for card in self.cards.values():
            for called in dict.fromkeys((card.id, card.id.rsplit(".", 1)[-1], card.shown)):
                self.called[called] = (*self.called.get(called, ()), card.id)
        for shape in self.layout.kinds.values():
            for kind in reversed(shape.lineage):
                self.firsts |= {(shape.name, name): op for (of, name), op in self.first.items() if of == kind}
        self._bodies()
        self._goals = [meaning for key, meaning in self.texts.items() if key.startswith("goal ")]
        for key, meaning in self.texts.items():
            if key.startswith("window "):
                self.windows[meaning.name] = window_text(meaning)
            elif key.startswith("currency "):
                self.currencies[meaning.name] = tuple(meaning.ops)
        self.in_windows = frozenset(key for window in self.windows.values() for key in window.rules)
        for (sort, verb), sources in self.hooks.items():
            self.listeners[sort, verb] = listeners = Listeners()
            for order, source in enumerate(sources):
                listeners.add(order, source, self.held(source.standing).subject)
        for name, sources in self.changes.items():
            for order, source in enumerate(sources):
                about = (source.standing.scope, name)
                self.changers.setdefault(about, Listeners()).add(order, source, changed_by(source.standing))

    def _bodies(self) -> None:
        """The bodies of effects and actions; of an action that several texts declare, the first."""
        for entries in self.actions.values():
            for entry in entries:
                if entry.op.data not in self.effects:
                    self.bodies.setdefault(entry.op.data, (entry.body, RANKS["card"]))
        for verb in self.verbs:
            meaning = self.effects.get(verb)
            if meaning is not None and meaning.ops:
                op = meaning.ops[0]
                self.bodies[verb] = (op.args[0] if op.name == "action" else op, RANKS["ruleset"])
            self.bodies.setdefault(verb, (None, 0))

    def held(self, standing: Standing) -> Held:
        """The prepared filters of a standing rule."""
        held = self._held.get(id(standing))
        if held is None:
            held = self._held[id(standing)] = hold(self.number_of(standing), standing, self.signatures, self.verbs)
        return held

    def may_answer(self, sort: str, verb: str) -> bool:
        """Whether a rule of this type about a verb can ever be active, including rules typed at the prompt."""
        return (sort, verb) in self.told or len(self.said) > self.written_rules

    def may_allow(self, verb: str) -> bool:
        """Whether some rule may allow what another one forbids."""
        return any(rule.sort == "allow" and rule.target == verb for rule in self.said)

    def plan(self, action: Offered) -> Plan:
        """The plan for enumerating an action."""
        key = (id(action), len(self.said))  # a rule typed at the prompt may allow what others forbid
        action_plan = self._plans.get(key)
        if action_plan is None:
            action_plan = self._plans[key] = plan(action, self)
        return action_plan

    def somewhere(self, good: Callable[[Op], bool]) -> bool:
        """Whether any operation of the program satisfies a condition; computed once."""
        occurs = self._somewhere.get(good)
        if occurs is None:
            occurs = self._somewhere[good] = any(good(part) for op in self.everything() for part in walk(op))
        return occurs

    def everything(self) -> Iterator[Op]:
        for meaning in self.program.declarations:
            yield from meaning.ops
        for card in self.program.cards:
            if card.checked.meaning is not None:
                yield card.checked.meaning

    # ---------------------------------------------------------------------------------------------------- texts

    def code(self, op: Op) -> LoweredText:
        """The instructions of a text, made on first use."""
        entry = self._codes.get(id(op))
        if entry is None:
            entry = self._codes[id(op)] = (op, lower(op))
        return entry[1]

    def text(self, sort: str, name: str) -> CheckedDeclaration | None:
        return self.texts.get(f"{sort} {name}")

    def goals(self) -> list[CheckedDeclaration]:
        return self._goals

    def number_of(self, standing: Standing) -> int:
        """The number of a standing rule, for the state."""
        number = self._numbers.get(id(standing))
        if number is None:
            number = self._numbers[id(standing)] = len(self.said)
            self.said.append(standing)
        return number

    @property
    def source_map(self) -> link_source_map.SourceMap:
        """The source positions of the program, made on first use."""
        if self._source_map is None:
            self._source_map = link_source_map.SourceMap(self.program)
            for text in self._learned:
                self._source_map.learn(*text)
        return self._source_map

    def learn(self, rule: SourceDeclaration, op: Op) -> None:
        """Add a text from outside the program: a sentence of a scenario or the prompt."""
        if self._source_map is not None:
            self._source_map.learn(rule, op)
        else:
            self._learned.append((rule, op))
        self._unnumbered.append(op)
        said = Survey()
        said.read(op)
        self.quiet -= said.ending  # it may state something that lasts until one of these

    def secret_kinds(self) -> frozenset[str]:
        """The kinds of things that players take into the game unseen."""
        if self._secret_kinds is None:
            self._secret_kinds = secret_kinds(self.program)
        return self._secret_kinds

    def printed(self, name: str) -> ProgramCard | None:
        """A card of the program by id, shown name or former name."""
        if not self._printed:
            for card in self.program.cards:
                head = card.checked.head
                for called in (head.id, head.shown, *head.formerly):
                    self._printed.setdefault(called, card)
        return self._printed.get(name)

    def number_of_text(self, op: Op) -> int | None:
        """The number of a text or sentence in program order; none if it is not part of the program."""
        self._number_texts()
        return self._text_numbers.get(id(op))

    def numbered_text(self, number: int) -> Op:
        self._number_texts()
        if not 0 <= number < len(self._texts):
            raise IndexError(number)
        return self._texts[number]

    def _number_texts(self) -> None:
        """Number all texts. The numbers depend on the program alone, not on when this runs.

        Texts from outside the program come after it, in the order in which they were added.
        """
        waiting = self._unnumbered if self._texts else [*self.everything(), *self._unnumbered]
        if waiting:
            self._unnumbered = []
        for op in waiting:
            for part in walk(op):
                if part.name in SENTENCES and id(part) not in self._text_numbers:
                    self._text_numbers[id(part)] = len(self._texts)
                    self._texts.append(part)

    def setting(self, name: str) -> str:
        """A setting of the ruleset, such as `active_first` for `triggers`."""
        return self.program.symbols.settings.get(name, "")

    def start(self) -> Op:
        """The text of the starting flow of a match."""
        name = self.setting("start") or next(iter(self.program.symbols.flows))
        meaning = self.text("flow", name)
        assert meaning is not None
        return meaning.ops[0]
