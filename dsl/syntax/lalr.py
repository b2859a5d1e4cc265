"""Tokens to a tree: the LALR(1) machine, with words read by its state.

A word is a keyword only where the machine's present state can use it as one; everywhere else it is a name. That is
what lets a kind have a field `map` or `window`. The idea that makes it fast: what the machine does depends on states
and sorts of tokens, never on their text, so each step is worked out when it is first met and looked up ever after. A
step that was worked out has no detours: rules that only pass a value upward (`atom` to `expr`, ten of them) are walked
past, and a rule that ends in something unwritten takes it along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from operator import itemgetter
from typing import Any

from attrs import frozen

from dsl.syntax.keywords import RESERVED
from dsl.syntax.tables import GAP, SPLICE, Rule, Tables, is_rule, tables
from dsl.syntax.tokens import Row, Token
from dsl.text.source import Span

Builder = Callable[[Any, Span], Any]
"""From the parts of a rule, or the text of a word, to what stands for it in the tree."""

END = "$END"
_END: tuple[Row, ...] = ((END, "", -1, -1),)

Step = tuple[int, Any, Any, Any]
"""To reduce: how many symbols go, how their values are taken off the stack, what makes one of them, and its symbol.
To shift: -1, the state, what the state does with the next token, and what makes a value of the text."""
REFUSED: Step = (-1, None, None, None)


def same(parts: Any, span: Span) -> Any:
    """The builder of rules that pass their one part on as it is."""
    return parts[0]


@frozen
class Stuck(Exception):
    """The machine cannot go on: the token it met, and the states it was in."""

    token: Token | None  # none at the end of the text
    states: tuple[int, ...]
    previous: Token | None


class Reader:
    """One grammar with one set of builders; holds no state between texts except the steps that it has worked out."""

    def __init__(self, builders: dict[str, Builder], grammar: Tables | None = None) -> None:
        self.tables = grammar or tables()
        self.builders = builders
        self.names = self.tables.words - RESERVED  # words that are names where the state has no other use for them
        self.rows: dict[int, dict[str, int]] = {}
        self.states: dict[int, State] = {}
        # what was not written has no place, so each is made once: None, then what the rules without symbols make
        unwritten = [rule for rule in map(self.tables.rule, range(len(self.tables.rules))) if not rule.length]
        self.unwritten = {rule.makes: index for index, rule in enumerate(unwritten, 1)}
        self.bottom = [None, *(builders[rule.builder]((), (0, 0)) for rule in unwritten)]

    def read(self, tokens: Iterable[Row], start: str) -> Any:
        """The tree of the tokens, or `Stuck`."""
        names = self.names
        states = [self.state(self.tables.starts[start])]
        values: list[Any] = self.bottom.copy()
        starts: list[int] = []  # where the symbols begin; the last one ends with the last token
        steps = states[0].steps
        previous: Row | None = None
        end = 0
        for token in chain(tokens, _END):
            terminal, text, first, last = token
            step = steps[terminal]
            if step is REFUSED and terminal in names:
                terminal = "NAME"
                step = steps[terminal]
            while step[0] >= 0 or (step is REFUSED and terminal in names):
                if step is REFUSED:
                    # the state seemed to know the word, but only of other places where the same symbols stand
                    terminal = "NAME"
                    step = states[-1].steps[terminal]
                    continue
                length, take, build, made = step
                if length == 1:
                    if take is not None:
                        value = take(values)
                        values[-1] = value if build is None else build(value, (starts[-1], end))
                    states[-1], step = states[-2][made][terminal]
                    continue
                value = take(values)
                if length:
                    if build is not None:
                        value = build(value, (starts[-length], end))
                    del values[-length:], states[-length:], starts[1 - length :]
                else:
                    starts.append(end)
                values.append(value)
                state, step = states[-1][made][terminal]
                states.append(state)
            if step is REFUSED:
                break
            _, state, steps, leaf = step
            states.append(state)
            values.append(text if leaf is None else leaf(text, (first, last)))
            starts.append(first)
            end = last
            previous = token
        if terminal == END and states[-1].number == self.tables.ends[start]:
            return values[-1]
        at = None if terminal == END else Token(*token)
        raise Stuck(at, tuple(state.number for state in states), Token(*previous) if previous else None)

    def state(self, number: int) -> State:
        if number not in self.states:
            self.states[number] = State(self, number)
        return self.states[number]

    def row(self, state: int) -> dict[str, int]:
        if state not in self.rows:
            self.rows[state] = self.tables.row(state)
        return self.rows[state]

    def step(self, state: int, terminal: str) -> Step:
        """What a state does with a terminal."""
        action = self.row(state).get(terminal)
        if action is None:
            return REFUSED
        if not action & 1:
            shifted = self.state(action >> 1)
            return -1, shifted, shifted.steps, self.builders.get(terminal) if terminal.isupper() else None
        rule = self.tables.rule(action >> 1)
        if rule.length:
            return self._reduction(rule, None)
        unwritten = self.unwritten[rule.makes]
        above = self.row(self.row(state)[rule.makes]).get(terminal, 0)
        if above & 1 and self.tables.rule(above >> 1).length > 1:
            return self._reduction(self.tables.rule(above >> 1), unwritten)
        return 0, itemgetter(unwritten), None, rule.makes

    def _reduction(self, rule: Rule, unwritten: int | None) -> Step:
        """`unwritten`: where the value of the last symbol is to be found, if that is not on the stack."""
        length = rule.length if unwritten is None else rule.length - 1
        if rule.length == 1 and self.passes(rule):
            return length, None, None, rule.makes
        build = self.builders[rule.builder] if rule.value == "node" else None
        return length, taker(rule, unwritten), build, rule.makes

    def passes(self, rule: Rule) -> bool:
        """Whether a rule of one symbol puts another for it and does nothing else."""
        return rule.value in ("same", "nothing") or (rule.value == "node" and self.builders[rule.builder] is same)

    def expected(self, states: tuple[int, ...]) -> set[str]:
        """The terminals that could really come next: each one that the states lead to is tried out."""
        return {terminal for terminal in self.row(states[-1]) if self._would_shift(list(states), terminal)}

    def _would_shift(self, states: list[int], terminal: str) -> bool:
        if is_rule(terminal):
            return False
        for _ in range(1000):
            action = self.row(states[-1]).get(terminal)
            if action is None:
                return terminal == END and states[-1] in self.tables.ends.values()
            if not action & 1:
                return True
            rule = self.tables.rule(action >> 1)
            if rule.length:
                del states[-rule.length :]
            states.append(self.row(states[-1])[rule.makes])
        return False


class Steps(dict[str, Step]):
    """What one state does with each terminal."""

    def __init__(self, reader: Reader, number: int) -> None:
        self.reader = reader
        self.number = number

    def __missing__(self, terminal: str) -> Step:
        step = self[terminal] = self.reader.step(self.number, terminal)
        return step


class State(dict[str, "After"]):
    """One state of the machine: what comes after each symbol that is made on top of it."""

    def __init__(self, reader: Reader, number: int) -> None:
        self.reader = reader
        self.number = number
        self.steps = Steps(reader, number)

    def __missing__(self, made: str) -> After:
        after = self[made] = After(self.reader, self.number, made)
        return after


class After(dict[str, tuple[State, Step]]):
    """After one symbol in one state: by the next terminal, the state that follows and what it does.

    Rules that would only pass the value on are walked past.
    """

    def __init__(self, reader: Reader, below: int, made: str) -> None:
        self.reader = reader
        self.below = below
        self.made = made

    def __missing__(self, terminal: str) -> tuple[State, Step]:
        reader, made = self.reader, self.made
        while True:
            number = reader.row(self.below)[made]
            step = reader.step(number, terminal)
            length, take, _, above = step
            if length != 1 or take is not None:
                found = self[terminal] = reader.state(number), step
                return found
            made = above


def taker(rule: Rule, unwritten: int | None = None) -> Callable[[list[Any]], Any]:
    """How the parts of a rule come off the stack: counted from its top, or from the bottom if they were not written."""
    length = rule.length if unwritten is None else rule.length - 1
    places = [0 if index == GAP else index % SPLICE - length for index in rule.plan]
    if unwritten is not None:
        places = [place if index != length else unwritten for index, place in zip(rule.plan, places, strict=True)]
    if rule.value in ("same", "nothing"):
        return itemgetter(places[0] if places else 0)
    lists = [index >= SPLICE for index in rule.plan]
    if rule.value == "list" and lists[:1] == [True]:
        return _growing(places, lists)
    if any(lists):
        return _spliced(places, lists)
    if not places:
        return itemgetter(slice(0))
    first, last = places[0], places[-1]
    if len(places) == 1 or (last < 0 and places == list(range(first, last + 1))):
        return itemgetter(slice(first, last + 1 or None))
    return itemgetter(*places)


def _spliced(places: list[int], lists: list[bool]) -> Callable[[list[Any]], Any]:
    def take(values: list[Any]) -> list[Any]:
        kept: list[Any] = []
        for place, many in zip(places, lists, strict=True):
            if many:
                kept += values[place]
            else:
                kept.append(values[place])
        return kept

    return take


def _growing(places: list[int], lists: list[bool]) -> Callable[[list[Any]], Any]:
    """A list of repeated parts is extended where it is, so that long ones take no more than linear time."""
    first, *rest = places
    others = _spliced(rest, lists[1:])

    def extend(values: list[Any]) -> Any:
        values[first].extend(others(values))
        return values[first]

    def append(values: list[Any]) -> Any:
        values[first].append(values[rest[0]])
        return values[first]

    return append if lists[1:] == [False] else extend
