"""The grammar as tables: what lark makes of `grammar.lark`, in a form that loads in a few milliseconds.

Lark reads the grammar, finds conflicts and computes the LALR(1) states; `make_tables` turns its result into plain
lists. They are kept in `grammar.json` beside the grammar, so that no command has to load lark or unpickle anything; a
test holds that file and grammar agree. Terminals are spelt as authors spell them (`repeat`), rules in angle brackets.
What can be known of a rule without a text is decided here: which of its parts stay, and whether anything is made of
them at all.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any, Literal

from attrs import frozen

STARTS = ("declaration", "expr", "sentence")
SPLICE = 1000
"""Added to a child's number in a plan: put the parts of that list here instead of the list."""
GAP = -1
"""In a plan: an optional part that was not written."""
SEPARATORS = frozenset(["NL"])
"""Terminals that only separate. Unlike signs they have names, so lark would keep them as parts."""

Makes = Literal["node", "same", "list", "nothing"]


@frozen
class Rule:
    """How a run of symbols becomes one: `plan` says which of them stay, and `value` what they become.

    A `node` is made by the builder of the rule; a `list` is spliced into the rule above, and grows when it begins with
    itself; `same` is the one part that stays, unchanged; `nothing` is for what only separates.
    """

    makes: str
    builder: str
    length: int
    plan: list[int]
    value: Makes


@frozen
class Tables:
    """`rows[state]` is a line of actions, each followed by the symbols that cause it; `row` turns it into a look-up.

    For a terminal an action is 2·state to shift or 2·rule+1 to reduce, for a rule it is the next state. Most texts meet
    few of the states, so a line is only taken apart when its state is met.
    """

    words: frozenset[str]
    starts: dict[str, int]
    ends: dict[str, int]
    rules: list[list[Any]]
    rows: list[str]

    def rule(self, number: int) -> Rule:
        return Rule(*self.rules[number])

    def row(self, state: int) -> dict[str, int]:
        found: dict[str, int] = {}
        action = 0
        for part in self.rows[state].split():
            if part.isdecimal():
                action = int(part)
            else:
                found[part] = action
        return found


def is_rule(symbol: str) -> bool:
    """Whether a symbol of a row is the name of a rule, not a terminal such as `<` or `<=`."""
    return symbol[0] == "<" and symbol[-1] == ">" and len(symbol) > 2


def make_tables(grammar: str) -> dict[str, Any]:
    """Let lark read the grammar; refuses any conflict."""
    from lark import Lark
    from lark.parsers.lalr_analysis import LALR_Analyzer, Shift

    lark = Lark(grammar, parser="lalr", start=list(STARTS), maybe_placeholders=True)
    analysis: Any = LALR_Analyzer(lark.parser.parser_conf, strict=True)
    analysis.compute_lalr()
    spelt = {t.name: t.pattern.value for t in lark.terminals if t.pattern is not None}
    table = analysis.parse_table
    order = _order(table)
    rules = sorted(
        {arg for row in table.states.values() for action, arg in row.values() if action is not Shift},
        key=lambda rule: (rule.origin.name, [symbol.name for symbol in rule.expansion], str(rule.alias)),
    )
    number = {rule: index for index, rule in enumerate(rules)}
    rows = []
    for state in order:
        row: dict[int, list[str]] = {}
        for symbol, (action, arg) in sorted(table.states[state].items()):
            terminal = symbol in spelt or symbol.isupper() or symbol == "$END"
            code = number[arg] * 2 + 1 if action is not Shift else order[arg] * 2
            spelling = spelt.get(symbol, symbol) if terminal else f"<{symbol}>"
            row.setdefault(code if terminal else code // 2, []).append(spelling)
        rows.append(" ".join(" ".join([str(code), *symbols]) for code, symbols in sorted(row.items())))
    return {
        "words": sorted(word for word in spelt.values() if word.isalpha()),
        "starts": {name: order[state] for name, state in sorted(table.start_states.items())},
        "ends": {name: order[state] for name, state in sorted(table.end_states.items())},
        "rules": _plans(rules),
        "rows": rows,
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


def _plans(rules: list[Any]) -> list[list[Any]]:
    """The rules as rows of the file.

    Lark would make a list of every rule whose name begins with an underscore. Most of these lists are always empty (a
    separator) or always hold one thing (a choice between rules); found out here, they need not be made.
    """
    value: dict[str, Makes] = {}
    inline: dict[str, list[Any]] = {}
    for rule in rules:
        if rule.origin.name.startswith("_"):
            inline.setdefault(rule.origin.name, []).append(rule)
            value[rule.origin.name] = "nothing"
    changed = True
    while changed:  # from `nothing` by `same` to `list`, until each agrees with what it is made of
        changed = False
        for name, alternatives in inline.items():
            plans = [_plan(rule, value) for rule in alternatives]
            found: Makes = "list"
            if not any(plans):
                found = "nothing"
            elif all(len(plan) == 1 and 0 <= plan[0] < SPLICE for plan in plans):
                found = "same"
            if found != value[name]:
                value[name], changed = found, True
    return [_row(rule, value) for rule in rules]


def _plan(rule: Any, value: dict[str, Makes]) -> list[int]:
    gaps = rule.options.empty_indices
    before = [len(run) for run in "".join(str(int(gap)) for gap in gaps).split("0")] if gaps else []
    plan: list[int] = []
    for index, symbol in enumerate(rule.expansion):
        plan += [GAP] * (before[index] if before else 0)
        if symbol.is_term:
            if symbol.name not in SEPARATORS and (rule.options.keep_all_tokens or not symbol.filter_out):
                plan.append(index)
        elif value.get(symbol.name) != "nothing":
            plan.append(index + SPLICE if value.get(symbol.name) == "list" else index)
    return plan + [GAP] * (before[-1] if before else 0)


def _row(rule: Any, value: dict[str, Makes]) -> list[Any]:
    name = str(rule.origin.name)
    plan = _plan(rule, value)
    made = value.get(name, "node")
    if made == "node" and rule.options.expand1 and not rule.alias:
        assert len(plan) != 1 or 0 <= plan[0] < SPLICE, f"whether {name} stands for itself depends on the text"
        made = "same" if len(plan) == 1 else "node"
    return [f"<{name}>", str(rule.alias or name), len(rule.expansion), plan, made]


def to_text(tables: dict[str, Any]) -> str:
    """The tables as a file: one line a state, so that a change of the grammar is a small change of the file."""
    lines = ["{"]
    for key in ("words", "starts", "ends"):
        lines.append(f"{json.dumps(key)}: {json.dumps(tables[key])},")
    for key, end in (("rules", ","), ("rows", "")):
        rows = ",\n".join(json.dumps(row, separators=(",", ":")) for row in tables[key])
        lines.append(f"{json.dumps(key)}: [\n{rows}\n]{end}")
    return "\n".join([*lines, "}", ""])


@cache
def tables() -> Tables:
    """The tables of the language as shipped."""
    raw = json.loads(resources.files("dsl").joinpath("syntax", "grammar.json").read_text("utf-8"))
    return Tables(
        words=frozenset(raw["words"]), starts=raw["starts"], ends=raw["ends"], rules=raw["rules"], rows=raw["rows"]
    )
