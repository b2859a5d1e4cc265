"""What a whole program looks at: which verbs can run as plain calls, because nobody would see the difference.

A verb is *plain* when no rule answers or forbids it, none counts it, none asks whether it is going on, and no duration
ends with it. Then its event needs no entry among those that are going on: it is a number that goes up and a call. It
*asks* when its text, or a text that it runs, may stop for an answer. Both are decided once for a loaded program with
its modes and rulings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, field

from dsl.ir.operations import Op
from dsl.ir.rules import Clauses
from dsl.names import types as t
from interpreter.link.linked_program import LinkedProgram, walk

ASKING = frozenset({"may", "either", "ways", "choose", "ask", "open", "together", "cost", "phase"})
ASKING_VERBS = frozenset({"arrange", "run", "begin", "end", "pass"})
"""Verbs of the language that stop, or that move the machine about."""


@define
class Looks:
    """`seen` are verbs that somebody looks at from outside; `windows` those windows that somebody looks at."""

    linked: LinkedProgram
    seen: set[str] = field(factory=set)
    windows: set[str] = field(factory=set)
    cards_as_values: set[str] = field(factory=set)  # kinds of which a card itself may be a value
    modified: set[str] = field(factory=set)  # rules and stats that some rule changes
    stay: bool = True  # nobody is ever eliminated
    _asks: dict[str, bool] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for op in self._everything():
            for part in walk(op):
                self._look(part)
        self.seen |= set(self.linked.answered) | set(self.linked.watched)

    def plain(self, verb: str) -> bool:
        return verb not in self.seen

    def asks(self, verb: str) -> bool:
        """Whether a verb of the program may stop for an answer; one that runs itself is taken to."""
        may_ask = self._asks.get(verb)
        if may_ask is None:
            self._asks[verb] = True
            body = self.body(verb)
            may_ask = self._asks[verb] = body is None or self.text_asks(body)
        return may_ask

    def text_asks(self, body: Op) -> bool:
        for part in walk(body):
            if part.name in ASKING or (part.name == "for_each" and part.data[1]):
                return True
            if part.name == "perform":
                verb = part.data[0]
                if verb in ASKING_VERBS or verb in self.linked.answered:
                    return True
                if verb in self.linked.verbs and self.asks(verb):
                    return True
        return False

    def body(self, verb: str) -> Op | None:
        """The text of an effect or of an action of the ruleset."""
        meaning = self.linked.effects.get(verb)
        if meaning is None or not meaning.ops:
            return None
        op = meaning.ops[0]
        return op.args[0] if op.name == "action" else op

    # ------------------------------------------------------------------------------------------------- looking

    def _everything(self) -> Iterator[Op]:
        for meaning in self.linked.program.declarations:
            yield from meaning.ops
        for card in self.linked.program.cards:
            if card.checked.meaning is not None:
                yield card.checked.meaning

    def _look(self, part: Op) -> None:
        match part.name:
            case "event":
                self.seen.add(part.data)
            case "event_field":
                self.seen.add(part.data[0])
            case "times":
                self._names(part)
            case "builtin" if part.data == "window":
                self.windows |= set(self.linked.program.symbols.windows)
            case "card" | "child":
                self._named(part.data[0], part.data[1])
            case "call" if part.data == "supply":
                self.cards_as_values.add(part.args[0].data[1])
            case "call" if part.data == "keys":
                self._keys(t.plain(t.item(part.type) or t.UNKNOWN))
            case "perform" if part.data[0] in ("eliminate", "begin"):
                self.stay = False
            case "perform" if part.data[0] == "end":
                self._names(part)
            case "standing":
                self._clauses(part.data.clauses)
                self.windows |= set(part.data.clauses.windows)
                if part.data.sort == "modify":
                    self.modified.add(part.data.target)
            case "clauses" | "lasts":
                self._clauses(part.data)

    def _keys(self, of: t.Type) -> None:
        """Keys of a table are cards where things are its keys, or where it cannot be told."""
        if of == t.THING:
            for name in self._row_names():
                self._named("Thing", name)
        elif isinstance(of, t.KindT | t.UnknownT | t.NothingT):
            self.cards_as_values.add(of.name if isinstance(of, t.KindT) else "Thing")

    def _named(self, kind: str | None, name: str) -> None:
        """A name may stand for a card: of its own kind, where the sentence does not say of which."""
        if kind in (None, "Thing"):
            kinds = {self.linked.cards[id].kind for id in self.linked.called.get(name, ()) if id in self.linked.cards}
            self.cards_as_values |= kinds or {self.linked.program.names.get(name, "Thing")}
        else:
            self.cards_as_values.add(str(kind))

    def _row_names(self) -> set[str]:
        """All names that are keys of tables."""
        return {
            str(name)
            for op in self._everything()
            for part in walk(op)
            if part.name == "table"
            for key in part.data
            if isinstance(key, tuple) and key and key[0] == "thing"
            for name in key[1:]
        }

    def _names(self, part: Op) -> None:
        """Whatever an operation names as a word may be an event or a window."""
        for inner in walk(part):
            if inner.name == "word":
                self._name(inner.data[1])
            elif inner.name == "event":
                self._name(inner.data)

    def _name(self, name: str) -> None:
        (self.windows if name in self.linked.program.symbols.windows else self.seen).add(name)

    def _clauses(self, clauses: Clauses) -> None:
        for verb, _ in clauses.during:
            self.seen.add(verb)
        for name in clauses.once_per:
            self._name(name)
        if clauses.until is not None:
            self.seen.add(clauses.until[1])


def looking_at(linked: LinkedProgram, texts: Iterable[Op]) -> Looks:
    """What some texts look at; nothing is taken for granted about what is answered or counted."""
    looks: Looks = Looks.__new__(Looks)
    looks.linked, looks.seen, looks.windows = linked, set(), set()
    looks.cards_as_values, looks.modified, looks.stay, looks._asks = set(), set(), True, {}
    for op in texts:
        for part in walk(op):
            looks._look(part)
    return looks
