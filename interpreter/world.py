"""A program made ready to run: every text found by name, every standing rule found by what it answers.

Made once for a program and a choice of modes, variants and rulings; shared by all matches and forks of it. Which
rules can answer an event is decided here, by the event's verb, so that the number of cards that are loaded does not
matter. Every standing rule has a number, given in the order of the program, so that the state can name it in any
process.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, field, frozen

from dsl import nodes as n
from dsl.check_declarations import Meaning
from dsl.check_standing import Clauses, Standing
from dsl.core import NO_OP, Op
from dsl.names import VerbSig
from dsl.program import Program
from interpreter.board import Board
from interpreter.cards import Card, read_cards
from interpreter.lower import Code, lower
from interpreter.reckoning import layer_order
from interpreter.state import Layout, layout

RANKS = {"ruleset": 0, "mode": 1, "ruling": 2, "keyword": 3, "status": 4, "card": 5}


@frozen
class Source:
    """A standing rule and where it is written. `holder` says who bears it: nobody, all of a kind, a mark, a card."""

    standing: Standing
    rank: int
    holder: str  # "", "kind", "mark", "card", "window", "said"
    name: str = ""  # of the kind, mark or card


@frozen
class Offered:
    """An action and who brings it along."""

    holder: str
    name: str
    op: Op
    node: n.Action
    requires: tuple[tuple[Op, frozenset[str]], ...] = ()  # those at the top, each with the names that it looks at

    @property
    def body(self) -> Op:
        return self.op.args[0]

    @property
    def clauses(self) -> Clauses:
        found: Clauses = self.op.args[1].data if len(self.op.args) > 1 else Clauses()
        return found


@define
class World:
    program: Program
    modes: frozenset[str] = frozenset()
    rulings: dict[str, str] = field(factory=dict)
    watch_all: bool = False  # a scenario may count what no rule counts
    layout: Layout = field(init=False)
    cards: dict[str, Card] = field(init=False)
    hooks: dict[tuple[str, str], list[Source]] = field(factory=dict, init=False)  # (word, verb)
    changes: dict[str, list[Source]] = field(factory=dict, init=False)  # modified name
    effects: dict[str, Meaning] = field(factory=dict, init=False)
    verbs: dict[str, VerbSig] = field(init=False)  # those of the ruleset and those that cards bring
    actions: dict[str, list[Offered]] = field(factory=dict, init=False)  # by window
    texts: dict[str, Meaning] = field(factory=dict, init=False)  # flows, windows, rules, goals by `sort name`
    always: list[tuple[str, Op, str]] = field(factory=list, init=False)  # the kind or nothing, condition, reason
    first: dict[tuple[str, str], Op] = field(factory=dict, init=False)  # the first or base value of (kind, field)
    lasting: dict[str, Clauses] = field(factory=dict, init=False)  # how long a status stays
    boards: dict[str, Board] = field(factory=dict, init=False)  # the shape of a map, by its card
    layers: tuple[str, ...] = field(init=False)
    said: list[Standing] = field(factory=list, init=False)  # all standing rules, by number
    watched: frozenset[str] = field(init=False)  # verbs that some rule counts
    answered: frozenset[str] = field(init=False)  # verbs that some rule answers or forbids
    series: frozenset[int] = field(init=False)  # texts of flows that begin other flows
    _codes: dict[int, tuple[Op, Code]] = field(factory=dict, init=False)
    _numbers: dict[int, int] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        rooms = self.program.rooms
        self.layout = layout(rooms)
        self.cards = read_cards(self.program)
        self.verbs = dict(rooms.verbs)
        self.layers = layer_order({name: _after(layer.node) for name, layer in rooms.layers.items()})
        for written in self.program.cards:
            for verb in written.checked.verbs:
                self.verbs.setdefault(verb.name, verb)
        for meaning in self.program.meanings:
            self._take(meaning)
        for card in self.cards.values():
            for standing in card.standings:
                self._stand(Source(standing, RANKS["card"], "card", card.id))
            for action in card.actions:
                self._action("card", card.id, action)
        self._look_through()

    # ------------------------------------------------------------------------------------------ reading the program

    def _take(self, meaning: Meaning) -> None:
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
                because = getattr(meaning.node, "because", None)
                self.always.append(("", meaning.ops[0], getattr(because, "value", "")))
            case _:
                self.texts[f"{meaning.sort} {meaning.name}"] = meaning

    def _kind(self, meaning: Meaning) -> None:
        self._standing_ops(meaning.ops, RANKS["ruleset"], "kind", meaning.name)
        for op in meaning.ops:
            if op.name == "keep":
                self.first[meaning.name, op.data] = op.args[0]
            elif op.name not in ("standing", "action", "require"):
                self.always.append((meaning.name, op, ""))

    def _ruling(self, meaning: Meaning) -> None:
        assert isinstance(meaning.node, n.Ruling)
        default = next((option.id.text for option in meaning.node.options if option.default), "")
        chosen = self.rulings.get(meaning.name, default)
        for option in meaning.ops:
            if option.data == chosen:
                self._standing_ops(option.args, RANKS["ruling"], "", "")

    def _standing_ops(self, ops: Iterable[Op], rank: int, holder: str, name: str) -> None:
        for op in ops:
            if op.name == "standing":
                self._stand(Source(op.data, rank, holder, name))
            elif op.name == "action":
                self._action(holder, name, op)
            elif op.name == "lasts":
                self.lasting[name] = op.data

    def _stand(self, source: Source) -> None:
        standing = source.standing
        if standing.sort == "modify":
            self.changes.setdefault(standing.target, []).append(source)
        else:
            self.hooks.setdefault((standing.sort, standing.target), []).append(source)

    def _action(self, holder: str, name: str, op: Op) -> None:
        node = self.verbs[op.data].node
        assert isinstance(node, n.Action)
        for window in self.verbs[op.data].windows:
            self.actions.setdefault(window, []).append(Offered(holder, name, op, node, _requires(op)))

    def _look_through(self) -> None:
        """Once over all texts: number the standing rules, note what is counted, what is answered, who begins flows."""
        watched, answered, series = set[str](), set[str](), set[int]()
        for op in self._everything():
            for part in walk(op):
                if part.name == "standing":
                    self.number_of(part.data)
                    if part.data.sort != "modify":
                        answered.add(part.data.target)
                elif part.name == "times":
                    watched.add(part.data[0])
        for entries in self.actions.values():
            watched |= {entry.op.data for entry in entries if entry.clauses.once_per}
        for meaning in self.program.meanings:
            if meaning.sort == "flow" and any(
                part.name == "perform" and part.data[0] == "begin" for part in walk(meaning.ops[0])
            ):
                series.add(id(meaning.ops[0]))
        self.watched = frozenset(self.verbs if self.watch_all else watched)
        self.answered, self.series = frozenset(answered), frozenset(series)

    def _everything(self) -> Iterator[Op]:
        for meaning in self.program.meanings:
            yield from meaning.ops
        for card in self.program.cards:
            if card.checked.meaning is not None:
                yield card.checked.meaning

    # ---------------------------------------------------------------------------------------------------- texts

    def code(self, op: Op) -> Code:
        """The instructions of a text, made when it is first needed."""
        found = self._codes.get(id(op))
        if found is None:
            found = self._codes[id(op)] = (op, lower(op))
        return found[1]

    def text(self, sort: str, name: str) -> Meaning | None:
        return self.texts.get(f"{sort} {name}")

    def goals(self) -> list[Meaning]:
        return [meaning for key, meaning in self.texts.items() if key.startswith("goal ")]

    def number_of(self, standing: Standing) -> int:
        """The number of a standing rule, for the state."""
        known = self._numbers.get(id(standing))
        if known is None:
            known = self._numbers[id(standing)] = len(self.said)
            self.said.append(standing)
        return known

    def setting(self, name: str) -> str:
        """A word that the ruleset gives for an entry, such as `active_first` for `triggers`."""
        ruleset = self.program.rooms.ruleset
        for line in ruleset.body.lines if ruleset else ():
            if isinstance(line, n.Phrase) and line.verb.text == name and isinstance(line.object, n.Name):
                return line.object.text
        return ""

    def start(self) -> Op:
        """The text of the flow that a match begins with."""
        name = self.setting("start") or next(iter(self.program.rooms.flows))
        meaning = self.text("flow", name)
        assert meaning is not None
        return meaning.ops[0]


def _requires(action: Op) -> tuple[tuple[Op, frozenset[str]], ...]:
    found = []
    for line in action.args[0].args:
        if line.name not in ("require", "let", "keep"):
            break
        if line.name == "require":
            parts = list(walk(line.args[0]))
            if not any(part.name == "event" and part.data == action.data for part in parts):
                names = frozenset(part.data for part in parts if part.name == "local")
                found.append((line.args[0], names))
    return tuple(found)


def walk(op: Op) -> Iterator[Op]:
    """An operation and all its parts, those of standing rules too."""
    waiting = [op]
    while waiting:
        here = waiting.pop()
        yield here
        waiting += reversed(here.args)
        if isinstance(here.data, Standing):
            rule = here.data
            waiting += [rule.body, rule.of, rule.may or NO_OP]
            waiting += [part for _, part in rule.changes]
            waiting += _parts(rule.clauses)
            waiting += [part for _, part in rule.filters]
        elif isinstance(here.data, Clauses):
            waiting += _parts(here.data)


def _parts(clauses: Clauses) -> list[Op]:
    found = list(clauses.conditions)
    found += [part for _, filters in clauses.during for _, part in filters]
    if clauses.until is not None:
        found += [part for _, part in clauses.until[2]]
    return found


def _after(node: n.Node) -> str:
    assert isinstance(node, n.Layer)
    return node.after
