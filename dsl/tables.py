"""The grammar as tables: what lark makes of `grammar.lark`, in a form that loads in a few milliseconds.

Lark reads the grammar, finds conflicts and computes the LALR(1) states; `make_tables` turns its result into plain lists.
They are kept in `grammar.json` beside the grammar, so that no command has to load lark or unpickle anything; a test holds
that file and grammar agree. Terminals are spelt as authors spell them (`repeat`), rules in angle brackets.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

from attrs import frozen

STARTS = ("declaration", "expr", "sentence")
SPLICE = 1000
"""Added to a child's number in a plan: put its own children here instead of itself."""
GAP = -1
"""In a plan: an optional part that was not written."""


@frozen
class Rule:
    """How a run of symbols becomes one: `plan` says which children stay."""

    makes: str
    builder: str
    length: int
    plan: list[int]
    inline: bool  # the children themselves are the value, to be spliced into the rule above
    pass_one: bool  # a single child stands for itself


@frozen
class Tables:
    """`actions[state][symbol]`: for a terminal 2·state to shift or 2·rule+1 to reduce, for the rest the next state."""

    words: frozenset[str]
    starts: dict[str, int]
    ends: dict[str, int]
    rules: list[Rule]
    actions: list[dict[str, int]]


def make_tables(grammar: str) -> dict[str, Any]:
    """Let lark read the grammar; refuses any conflict."""
    from lark import Lark
    from lark.parsers.lalr_analysis import LALR_Analyzer, Shift

    lark = Lark(grammar, parser="lalr", start=list(STARTS), maybe_placeholders=True)
    analysis = LALR_Analyzer(lark.parser.parser_conf, strict=True)  # type: ignore[no-untyped-call]
    analysis.compute_lalr()  # type: ignore[no-untyped-call]
    spelt = {t.name: t.pattern.value for t in lark.terminals if t.pattern is not None}
    table = analysis.parse_table
    order = _order(table)
    rules = sorted(
        {arg for row in table.states.values() for action, arg in row.values() if action is not Shift},
        key=lambda rule: (rule.origin.name, [symbol.name for symbol in rule.expansion], str(rule.alias)),
    )
    number = {rule: index for index, rule in enumerate(rules)}
    actions = []
    for state in order:
        row = {}
        for symbol, (action, arg) in sorted(table.states[state].items()):
            terminal = symbol in spelt or symbol.isupper() or symbol == "$END"
            code = number[arg] * 2 + 1 if action is not Shift else order[arg] * 2
            row[spelt.get(symbol, symbol) if terminal else f"<{symbol}>"] = code if terminal else code // 2
        actions.append(row)
    return {
        "words": sorted(word for word in spelt.values() if word.isalpha()),
        "starts": {name: order[state] for name, state in sorted(table.start_states.items())},
        "ends": {name: order[state] for name, state in sorted(table.end_states.items())},
        "rules": [_plan(rule) for rule in rules],
        "actions": actions,
    }


def _order(table: Any) -> dict[int, int]:
    """Number the states in the order in which they are reached, so that the file does not depend on hashing."""
    waiting = [state for _, state in sorted(table.start_states.items())]
    order: dict[int, int] = {}
    while waiting:
        state = waiting.pop(0)
        if state in order:
            continue
        order[state] = len(order)
        for _, (_action, arg) in sorted(table.states[state].items(), key=lambda item: item[0]):
            if isinstance(arg, int):
                waiting.append(arg)
    return order


def _plan(rule: Any) -> list[Any]:
    name = str(rule.origin.name)
    plan: list[int] = []
    gaps = rule.options.empty_indices
    before = [len(run) for run in "".join(str(int(gap)) for gap in gaps).split("0")] if gaps else []
    for index, symbol in enumerate(rule.expansion):
        plan += [GAP] * (before[index] if before else 0)
        if symbol.is_term:
            if rule.options.keep_all_tokens or not symbol.filter_out:
                plan.append(index)
        else:
            plan.append(index + SPLICE if symbol.name.startswith("_") else index)
    plan += [GAP] * (before[-1] if before else 0)
    pass_one = bool(rule.options.expand1) and not rule.alias
    return [f"<{name}>", str(rule.alias or name), len(rule.expansion), plan, name.startswith("_"), pass_one]


def to_text(tables: dict[str, Any]) -> str:
    """The tables as a file: one line a state, so that a change of the grammar is a small change of the file."""
    lines = ["{"]
    for key in ("words", "starts", "ends"):
        lines.append(f"{json.dumps(key)}: {json.dumps(tables[key])},")
    for key, end in (("rules", ","), ("actions", "")):
        rows = ",\n".join(json.dumps(row, separators=(",", ":")) for row in tables[key])
        lines.append(f"{json.dumps(key)}: [\n{rows}\n]{end}")
    return "\n".join([*lines, "}", ""])


@cache
def tables() -> Tables:
    """The tables of the language as shipped."""
    raw = json.loads(resources.files("dsl").joinpath("grammar.json").read_text("utf-8"))
    return Tables(
        words=frozenset(raw["words"]),
        starts=raw["starts"],
        ends=raw["ends"],
        rules=[Rule(*row) for row in raw["rules"]],
        actions=raw["actions"],
    )
