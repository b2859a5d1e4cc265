"""A program made ready to run: every text found by name, every standing rule found by what it answers.

Made once for a program and a choice of modes, variants and rulings; shared by all matches and forks of it. Which rules can
answer an event is decided here, by the event's verb, so that the number of cards that are loaded does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field, frozen

from dsl import nodes as n
from dsl.check_declarations import Meaning
from dsl.check_standing import Standing
from dsl.core import Op
from dsl.names import VerbSig
from dsl.program import Program
from interpreter.cards import Card, read_cards
from interpreter.lower import Code, lower
from interpreter.state import Layout, layout

RANKS = {"ruleset": 0, "mode": 1, "ruling": 2, "keyword": 3, "status": 4, "card": 5}


@frozen
class Source:
    """A standing rule and where it is written. `holder` says who bears it: nobody, all of a kind, a mark, a card."""

    standing: Standing
    rank: int
    holder: str  # "", "kind", "mark", "card"
    name: str = ""  # of the kind, mark or card


@define
class World:
    program: Program
    modes: frozenset[str] = frozenset()
    rulings: dict[str, str] = field(factory=dict)
    layout: Layout = field(init=False)
    cards: dict[str, Card] = field(init=False)
    hooks: dict[tuple[str, str], list[Source]] = field(factory=dict, init=False)  # (word, verb)
    changes: dict[str, list[Source]] = field(factory=dict, init=False)  # modified name
    effects: dict[str, Meaning] = field(factory=dict, init=False)
    verbs: dict[str, VerbSig] = field(init=False)  # those of the ruleset and those that cards bring
    actions: dict[str, list[tuple[str, str, Op, n.Action]]] = field(
        factory=dict, init=False
    )  # window -> holder, name …
    texts: dict[str, Meaning] = field(factory=dict, init=False)  # flows, windows, rules, goals by `sort name`
    said: list[Standing] = field(factory=list, init=False)  # rules that sentences say, by number
    _codes: dict[int, tuple[Op, Code]] = field(factory=dict, init=False)
    _numbers: dict[int, int] = field(factory=dict, init=False)
    watched: frozenset[str] = field(init=False)  # verbs that some rule counts

    def __attrs_post_init__(self) -> None:
        self.layout = layout(self.program.rooms)
        self.cards = read_cards(self.program)
        self.verbs = dict(self.program.rooms.verbs)
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
        self.watched = frozenset(self.verbs)

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
                self._standing_ops(meaning.ops, RANKS["ruleset"], "kind", meaning.name)
                self.texts.setdefault(f"kind {meaning.name}", meaning)
            case "standing":
                self._standing_ops(meaning.ops, RANKS["ruleset"], "", "")
            case "mode" if meaning.name in self.modes:
                self._standing_ops(meaning.ops, RANKS["mode"], "", "")
            case "ruling":
                self._ruling(meaning)
            case _:
                self.texts[f"{meaning.sort} {meaning.name}"] = meaning

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
            self.actions.setdefault(window, []).append((holder, name, op, node))

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
        """The number of a rule that a sentence says, for the state."""
        known = self._numbers.get(id(standing))
        if known is None:
            known = self._numbers[id(standing)] = len(self.said)
            self.said.append(standing)
        return known
