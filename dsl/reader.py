"""Tokens to a tree: the LALR(1) machine, with words read by its state.

A word is a keyword only where the machine's present state can use it as one; everywhere else it is a name. That is what
lets a kind have a field `map` or `window`. Two things make it fast: names and keywords are told apart by one look-up in
the row of the present state, and a chain of rules that only pass one value upward (`atom` to `expr`, ten steps) is walked
once for each (state, symbol, next token) and remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import frozen

from dsl.source import Span
from dsl.tables import GAP, SPLICE, Rule, Tables, tables
from dsl.tokens import Token
from dsl.words import RESERVED

Builder = Callable[[list[Any], Span], Any]
END = "$END"


@frozen
class Stuck(Exception):
    """The machine cannot go on: the token it met, and the states it was in."""

    token: Token | None  # none at the end of the text
    states: tuple[int, ...]
    previous: Token | None


class Reader:
    """One grammar with one set of builders; holds no state between texts except what it has learnt about chains."""

    def __init__(self, builders: dict[str, Builder], grammar: Tables | None = None) -> None:
        self.tables = grammar or tables()
        self.builders: list[Builder | None] = [
            None if rule.inline else builders.get(rule.builder) for rule in self.tables.rules
        ]
        self.chains: dict[tuple[int, str, str], int] = {}

    def read(self, tokens: Iterable[Token], start: str) -> Any:
        actions, rules, builders = self.tables.actions, self.tables.rules, self.builders
        words, chains = self.tables.words, self.chains
        states = [self.tables.starts[start]]
        values: list[Any] = []
        spans: list[Span] = []
        previous: Token | None = None
        end = 0
        for token in (*tokens, Token(END, "", -1, -1)):
            terminal = token.kind
            row = actions[states[-1]]
            if terminal == "word":
                text = token.text
                if text in words and (text in row or text in RESERVED):
                    terminal = text
                else:
                    terminal = "CAP" if text[0].isupper() else "NAME"
            while True:
                action = row.get(terminal)
                if action is None:
                    if terminal == END and states[-1] == self.tables.ends[start]:
                        return values[0]
                    raise Stuck(None if terminal == END else token, tuple(states), previous)
                if not action & 1:
                    states.append(action >> 1)
                    values.append(token)
                    spans.append((token.start, token.end))
                    end = token.end
                    break
                number = action >> 1
                rule = rules[number]
                length = rule.length
                if length:
                    children = values[-length:]
                    span = (spans[-length][0], spans[-1][1])
                    del states[-length:], values[-length:], spans[-length:]
                else:
                    children = []
                    span = (end, end)
                states_below = states[-1]
                value = _value(rule, builders[number], children, span)
                key = (states_below, rule.makes, terminal)
                state = chains.get(key)
                if state is None:
                    state = chains[key] = self._chain(*key)
                states.append(state)
                values.append(value)
                spans.append(span)
                row = actions[state]
            previous = token
        raise AssertionError("the end token either ends or is refused")

    def _chain(self, below: int, made: str, terminal: str) -> int:
        """The state after `made`, past all rules that would only pass the one value on."""
        actions, rules = self.tables.actions, self.tables.rules
        while True:
            state = actions[below][made]
            action = actions[state].get(terminal)
            if action is None or not action & 1:
                return state
            rule = rules[action >> 1]
            if not (rule.length == 1 and rule.pass_one):
                return state
            made = rule.makes

    def expected(self, states: tuple[int, ...]) -> set[str]:
        """The terminals that could really come next: each one that the states lead to is tried out."""
        return {terminal for terminal in self.tables.actions[states[-1]] if self._would_shift(list(states), terminal)}

    def _would_shift(self, states: list[int], terminal: str) -> bool:
        actions, rules = self.tables.actions, self.tables.rules
        if terminal[0] == "<" and len(terminal) > 2:
            return False  # a rule, not a token
        for _ in range(1000):
            action = actions[states[-1]].get(terminal)
            if action is None:
                return terminal == END and states[-1] in self.tables.ends.values()
            if not action & 1:
                return True
            rule = rules[action >> 1]
            if rule.length:
                del states[-rule.length :]
            states.append(actions[states[-1]][rule.makes])
        return False


def _value(rule: Rule, builder: Builder | None, children: list[Any], span: Span) -> Any:
    plan = rule.plan
    if rule.inline and plan and plan[0] == SPLICE:
        # a growing list of repeated parts: extend the one that is there, so that long lists stay linear
        kept = children[0]
        plan = plan[1:]
    else:
        kept = []
    for index in plan:
        if index == GAP:
            kept.append(None)
        elif index >= SPLICE:
            kept.extend(children[index - SPLICE])
        else:
            kept.append(children[index])
    if rule.inline:
        return kept
    if rule.pass_one and len(kept) == 1:
        return kept[0]
    assert builder is not None, f"no builder for {rule.builder}"
    return builder(kept, span)
