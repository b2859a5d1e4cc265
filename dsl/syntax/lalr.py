"""Turns tokens into a tree: an LALR(1) parser whose state decides which words are keywords.

A word is a keyword only where the current state can use it as one; everywhere else it is a name. So a kind can have a
field `map` or `window`. For speed: the parser's action depends on the state and the terminal, never on the text, so
each step is computed on first use and then looked up. A computed step has no detours: rules that only pass a value
upward (`atom` to `expr`, ten of them) are skipped, and a rule that ends in an omitted optional part includes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from operator import itemgetter
from typing import Any

from attrs import frozen

from dsl.syntax.keywords import RESERVED
from dsl.syntax.tables import GAP, SPLICE, GrammarRule, Tables, is_rule, tables
from dsl.syntax.tokens import Row, Token
from dsl.text.source import Span

Builder = Callable[[Any, Span], Any]
"""Builds a value of the tree from the parts of a rule or the text of a token."""

END = "$END"
_END: tuple[Row, ...] = ((END, "", -1, -1),)

Step = tuple[int, Any, Any, Any]
"""To reduce: the number of symbols, the extractor of their values from the stack, the builder, the resulting symbol.
To shift: -1, the state, the steps of that state, and the builder of a value from the text."""
ERROR: Step = (-1, None, None, None)


def same(parts: Any, span: Span) -> Any:
    """The builder of rules that pass on their only part."""
    return parts[0]


@frozen
class Stuck(Exception):
    """The parser cannot continue: the refused token, and the states at that point."""

    token: Token | None  # None at the end of the text
    states: tuple[int, ...]
    previous: Token | None


class LalrParser:
    """One grammar with one set of builders; between texts it keeps only the computed steps."""

    def __init__(self, builders: dict[str, Builder], grammar: Tables | None = None) -> None:
        self.tables = grammar or tables()
        self.builders = builders
        self.names = self.tables.words - RESERVED  # words that are names where the state does not use them as keywords
        self.rows: dict[int, dict[str, int]] = {}
        self.states: dict[int, ParserState] = {}
        # omitted parts have no span, so each value is built once: None, then the values of the empty rules
        omitted = [rule for rule in map(self.tables.rule, range(len(self.tables.rules))) if not rule.length]
        self.omitted = {rule.makes: index for index, rule in enumerate(omitted, 1)}
        self.omitted_values = [None, *(builders[rule.builder]((), (0, 0)) for rule in omitted)]

    def read(self, tokens: Iterable[Row], start: str) -> Any:
        """The tree of the tokens, or `Stuck`."""
        names = self.names
        states = [self.state(self.tables.starts[start])]
        values: list[Any] = self.omitted_values.copy()
        starts: list[int] = []  # start of each symbol; the last one ends with the last token
        steps = states[0].steps
        previous: Row | None = None
        end = 0
        for token in chain(tokens, _END):
            terminal, text, first, last = token
            step = steps[terminal]
            if step is ERROR and terminal in names:
                terminal = "NAME"
                step = steps[terminal]
            while step[0] >= 0 or (step is ERROR and terminal in names):
                if step is ERROR:
                    # the state accepts the keyword only in other contexts with the same symbols
                    terminal = "NAME"
                    step = states[-1].steps[terminal]
                    continue
                length, take, build, symbol = step
                if length == 1:
                    if take is not None:
                        value = take(values)
                        values[-1] = value if build is None else build(value, (starts[-1], end))
                    states[-1], step = states[-2][symbol][terminal]
                    continue
                value = take(values)
                if length:
                    if build is not None:
                        value = build(value, (starts[-length], end))
                    del values[-length:], states[-length:], starts[1 - length :]
                else:
                    starts.append(end)
                values.append(value)
                state, step = states[-1][symbol][terminal]
                states.append(state)
            if step is ERROR:
                break
            _, state, steps, leaf = step
            states.append(state)
            values.append(text if leaf is None else leaf(text, (first, last)))
            starts.append(first)
            end = last
            previous = token
        if terminal == END and states[-1].number == self.tables.ends[start]:
            return values[-1]
        refused = None if terminal == END else Token(*token)
        raise Stuck(refused, tuple(state.number for state in states), Token(*previous) if previous else None)

    def state(self, number: int) -> ParserState:
        if number not in self.states:
            self.states[number] = ParserState(self, number)
        return self.states[number]

    def row(self, state: int) -> dict[str, int]:
        if state not in self.rows:
            self.rows[state] = self.tables.row(state)
        return self.rows[state]

    def step(self, state: int, terminal: str) -> Step:
        """The step of a state for a terminal."""
        action = self.row(state).get(terminal)
        if action is None:
            return ERROR
        if not action & 1:
            shifted = self.state(action >> 1)
            return -1, shifted, shifted.steps, self.builders.get(terminal) if terminal.isupper() else None
        rule = self.tables.rule(action >> 1)
        if rule.length:
            return self._reduction(rule, None)
        omitted = self.omitted[rule.makes]
        next_action = self.row(self.row(state)[rule.makes]).get(terminal, 0)
        if next_action & 1 and self.tables.rule(next_action >> 1).length > 1:
            return self._reduction(self.tables.rule(next_action >> 1), omitted)
        return 0, itemgetter(omitted), None, rule.makes

    def _reduction(self, rule: GrammarRule, omitted: int | None) -> Step:
        """`omitted` is the index of the last symbol's value if that symbol was omitted and is not on the stack."""
        length = rule.length if omitted is None else rule.length - 1
        if rule.length == 1 and self.passes(rule):
            return length, None, None, rule.makes
        build = self.builders[rule.builder] if rule.value == "node" else None
        return length, extractor(rule, omitted), build, rule.makes

    def passes(self, rule: GrammarRule) -> bool:
        """Whether a rule with one symbol only replaces that symbol."""
        return rule.value in ("same", "nothing") or (rule.value == "node" and self.builders[rule.builder] is same)

    def expected(self, states: tuple[int, ...]) -> set[str]:
        """The terminals that could come next: each candidate of the state is tried."""
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
    """The steps of one state, by terminal."""

    def __init__(self, reader: LalrParser, number: int) -> None:
        self.reader = reader
        self.number = number

    def __missing__(self, terminal: str) -> Step:
        step = self[terminal] = self.reader.step(self.number, terminal)
        return step


class ParserState(dict[str, "Goto"]):
    """One state of the parser: the goto table for each symbol that is reduced on top of it."""

    def __init__(self, reader: LalrParser, number: int) -> None:
        self.reader = reader
        self.number = number
        self.steps = Steps(reader, number)

    def __missing__(self, symbol: str) -> Goto:
        goto = self[symbol] = Goto(self.reader, self.number, symbol)
        return goto


class Goto(dict[str, tuple[ParserState, Step]]):
    """The next state and its step, by the next terminal, after one symbol was reduced in one state.

    Rules that only pass a value on are skipped.
    """

    def __init__(self, reader: LalrParser, below: int, symbol: str) -> None:
        self.reader = reader
        self.below = below
        self.symbol = symbol

    def __missing__(self, terminal: str) -> tuple[ParserState, Step]:
        reader, symbol = self.reader, self.symbol
        while True:
            number = reader.row(self.below)[symbol]
            step = reader.step(number, terminal)
            length, take, _, next_symbol = step
            if length != 1 or take is not None:
                result = self[terminal] = reader.state(number), step
                return result
            symbol = next_symbol


def extractor(rule: GrammarRule, omitted: int | None = None) -> Callable[[list[Any]], Any]:
    """A function that takes the parts of a rule from the stack: by offset from its top, or from the bottom for
    omitted parts."""
    length = rule.length if omitted is None else rule.length - 1
    offsets = [0 if index == GAP else index % SPLICE - length for index in rule.plan]
    if omitted is not None:
        offsets = [offset if index != length else omitted for index, offset in zip(rule.plan, offsets, strict=True)]
    if rule.value in ("same", "nothing"):
        return itemgetter(offsets[0] if offsets else 0)
    lists = [index >= SPLICE for index in rule.plan]
    if rule.value == "list" and lists[:1] == [True]:
        return _extend_list(offsets, lists)
    if any(lists):
        return _spliced(offsets, lists)
    if not offsets:
        return itemgetter(slice(0))
    first, last = offsets[0], offsets[-1]
    if len(offsets) == 1 or (last < 0 and offsets == list(range(first, last + 1))):
        return itemgetter(slice(first, last + 1 or None))
    return itemgetter(*offsets)


def _spliced(offsets: list[int], lists: list[bool]) -> Callable[[list[Any]], Any]:
    def take(values: list[Any]) -> list[Any]:
        kept: list[Any] = []
        for offset, is_list in zip(offsets, lists, strict=True):
            if is_list:
                kept += values[offset]
            else:
                kept.append(values[offset])
        return kept

    return take


def _extend_list(offsets: list[int], lists: list[bool]) -> Callable[[list[Any]], Any]:
    """A list of repeated parts is extended in place, so that long lists take linear time."""
    first, *rest = offsets
    others = _spliced(rest, lists[1:])

    def extend(values: list[Any]) -> Any:
        values[first].extend(others(values))
        return values[first]

    def append(values: list[Any]) -> Any:
        values[first].append(values[rest[0]])
        return values[first]

    return append if lists[1:] == [False] else extend
