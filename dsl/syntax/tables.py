"""The grammar as parser tables: the output of lark for `grammar.lark`, in a form that loads in a few milliseconds.

Lark reads the grammar, detects conflicts and computes the LALR(1) states; `make_tables` turns its result into plain
lists. They are stored in `grammar.json` beside the grammar, so that no command has to load lark or unpickle anything;
a test checks that the file matches the grammar. Terminals are spelled as in the language (`repeat`), rules in angle
brackets. Everything that is known about a rule before parsing is computed here: which of its parts are kept, and
whether a value is built from them at all.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Literal

from attrs import frozen

from dsl.lazy import lazy_module

if TYPE_CHECKING:
    import lark as lark_module
    from lark.parsers import lalr_analysis
else:
    lark_module = lazy_module("lark")
    lalr_analysis = lazy_module("lark.parsers.lalr_analysis")


STARTS = ("declaration", "expr", "sentence")
SPLICE = 1000
"""Added to a child's index in a plan: splice the parts of that list instead of the list."""
GAP = -1
"""In a plan: an omitted optional part."""
SEPARATORS = frozenset(["NL"])
"""Terminals that only separate. Unlike signs they are named, so lark would keep them as parts."""

ValueForm = Literal["node", "same", "list", "nothing"]


@frozen
class GrammarRule:
    """A production: `plan` says which of its symbols are kept, and `value` how they are combined.

    A `node` is built by the builder of the rule; a `list` is spliced into the rule above, and grows when it begins
    with itself; `same` is the single kept part, unchanged; `nothing` is for pure separators.
    """

    makes: str
    builder: str
    length: int
    plan: list[int]
    value: ValueForm


@frozen
class Tables:
    """`rows[state]` is a line of actions, each followed by its symbols; `row` parses it into a dictionary.

    For a terminal an action is 2·state to shift or 2·rule+1 to reduce, for a rule it is the next state. Most texts
    reach few states, so a line is only parsed when its state is reached.
    """

    words: frozenset[str]
    starts: dict[str, int]
    ends: dict[str, int]
    rules: list[list[Any]]
    rows: list[str]

    def rule(self, number: int) -> GrammarRule:
        return GrammarRule(*self.rules[number])

    def row(self, state: int) -> dict[str, int]:
        actions: dict[str, int] = {}
        action = 0
        for part in self.rows[state].split():
            if part.isdecimal():
                action = int(part)
            else:
                actions[part] = action
        return actions


def is_rule(symbol: str) -> bool:
    """Whether a symbol of a row is the name of a rule, not a terminal such as `<` or `<=`."""
    return symbol[0] == "<" and symbol[-1] == ">" and len(symbol) > 2


def make_tables(grammar: str) -> dict[str, Any]:
    """Build the tables with lark; any conflict is an error."""
    lark = lark_module.Lark(grammar, parser="lalr", start=list(STARTS), maybe_placeholders=True)
    analysis: Any = lalr_analysis.LALR_Analyzer(lark.parser.parser_conf, strict=True)
    analysis.compute_lalr()
    spellings = {t.name: t.pattern.value for t in lark.terminals if t.pattern is not None}
    table = analysis.parse_table
    order = _order(table)
    rules = sorted(
        {arg for row in table.states.values() for action, arg in row.values() if action is not lalr_analysis.Shift},
        key=lambda rule: (rule.origin.name, [symbol.name for symbol in rule.expansion], str(rule.alias)),
    )
    number = {rule: index for index, rule in enumerate(rules)}
    rows = []
    for state in order:
        row: dict[int, list[str]] = {}
        for symbol, (action, arg) in sorted(table.states[state].items()):
            terminal = symbol in spellings or symbol.isupper() or symbol == "$END"
            code = number[arg] * 2 + 1 if action is not lalr_analysis.Shift else order[arg] * 2
            spelling = spellings.get(symbol, symbol) if terminal else f"<{symbol}>"
            row.setdefault(code if terminal else code // 2, []).append(spelling)
        rows.append(" ".join(" ".join([str(code), *symbols]) for code, symbols in sorted(row.items())))
    return {
        "words": sorted(word for word in spellings.values() if word.isalpha()),
        "starts": {name: order[state] for name, state in sorted(table.start_states.items())},
        "ends": {name: order[state] for name, state in sorted(table.end_states.items())},
        "rules": _plans(rules),
        "rows": rows,
    }


def _order(table: Any) -> dict[int, int]:
    """Number the states in the order in which they are reached, so that the file does not depend on hashing."""
    pending = [state for _, state in sorted(table.start_states.items())]
    order: dict[int, int] = {}
    while pending:
        state = pending.pop(0)
        if state in order:
            continue
        order[state] = len(order)
        for _, (_action, arg) in sorted(table.states[state].items(), key=lambda item: item[0]):
            if isinstance(arg, int):
                pending.append(arg)
    return order


def _plans(rules: list[Any]) -> list[list[Any]]:
    """The rules as rows of the file.

    Lark would build a list for every rule whose name begins with an underscore. Most of these lists are always empty
    (a separator) or always contain one part (a choice between rules); computed here, they need not be built.
    """
    value: dict[str, ValueForm] = {}
    inline: dict[str, list[Any]] = {}
    for rule in rules:
        if rule.origin.name.startswith("_"):
            inline.setdefault(rule.origin.name, []).append(rule)
            value[rule.origin.name] = "nothing"
    changed = True
    while changed:  # from `nothing` via `same` to `list`, until a fixed point
        changed = False
        for name, alternatives in inline.items():
            plans = [_plan(rule, value) for rule in alternatives]
            form: ValueForm = "list"
            if not any(plans):
                form = "nothing"
            elif all(len(plan) == 1 and 0 <= plan[0] < SPLICE for plan in plans):
                form = "same"
            if form != value[name]:
                value[name], changed = form, True
    return [_row(rule, value) for rule in rules]


def _plan(rule: Any, value: dict[str, ValueForm]) -> list[int]:
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


def _row(rule: Any, value: dict[str, ValueForm]) -> list[Any]:
    name = str(rule.origin.name)
    plan = _plan(rule, value)
    form = value.get(name, "node")
    if form == "node" and rule.options.expand1 and not rule.alias:
        assert len(plan) != 1 or 0 <= plan[0] < SPLICE, f"whether {name} stands for itself depends on the text"
        form = "same" if len(plan) == 1 else "node"
    return [f"<{name}>", str(rule.alias or name), len(rule.expansion), plan, form]


def to_text(tables: dict[str, Any]) -> str:
    """The tables as a file: one line per state, so that a change of the grammar is a small change of the file."""
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
