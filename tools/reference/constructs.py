"""One sentence about each construct that has no word of its own in the tables of the language.

The docstring of a node says how the construct is written, and nothing else does; this module says what it means. A test
checks that none is missing: a new clause, type or step in the tree needs its sentence here.
"""

from __future__ import annotations

import re
from typing import get_args

from dsl.names import builtins
from dsl.syntax import nodes as n
from dsl.syntax.keywords import MARKS

_CODE = re.compile(r"`([^`]+)`")

CLAUSES: dict[type[n.Node], str] = {
    n.DuringWindow: "only while one of these windows is open",
    n.DuringEvent: "only inside such an event, at any depth",
    n.IfClause: "only if it is so at that moment",
    n.WhileClause: "as long as it is so",
    n.OncePer: "at most once in each",
    n.Until: "ends there: with the event that is going on, else with the next one",
    n.WorksIn: "where the text works; in play if nothing is said",
}

ITEMS: dict[type[n.Node], str] = {
    n.Printed: "a printed field, which is filled in on the card and never changes",
    n.Keeps: "a kept field, which sentences change in play",
    n.Stat: "a reckoned field, which is never set, only modified; its base is printed or computed",
    n.Zone: "a place for things, with who can see into it",
    n.Children: "parts that stand inside the form",
    n.Script: "sentences that the ruleset runs; with `by`, a table of them",
    n.Stands: "where things of this kind stand, and what the space calls them",
    n.WorksIn: "the zones in which the text of such a card works",
}

STEPS: dict[type[n.Node], str] = {
    n.Seats: "who plays",
    n.Given: "how things stand at the beginning",
    n.Dice: "what the next rolls show, in order",
    n.Order: "the order of a pile, from the top",
    n.Do: "does one sentence",
    n.Answer: "answers the question that is open for a seat, or does an action",
    n.Then: "what must be so now; what a player cannot do, and why; which fault ends the match",
    n.Cases: "runs the scenario once for each row",
    n.Todo: "a scenario that is not written yet",
}

TYPES: dict[str, tuple[str, str]] = {
    "kind": ("Bot", "a thing of that kind, a symbol of that set, or a word of the program (`Combo`, `Window`, `Kind`)"),
    "many": ("many Bot", "several of them at once: a verb happens once for all"),
    "range": ("0..9", "a whole number between these; `0..` has no end"),
    "number": ("number", "any whole number"),
    "text": ("text", "text in quotes"),
    "truth": ("yes or no", "a truth"),
    "ladder": ("ladder", "a row of numbers such as `2/4/6`, one for each step"),
    "list": ("list of text", "several values in order"),
    "table": ("table by Element of 0..9", "a value for each key"),
}

MAYBE = ("Bot?", "the same, or `none`")

MARK_WORDS: dict[str, tuple[str, str]] = {
    "cites": ("cites AR-MOVE-01 AR-MOVE-02", "the clauses of the rulebook that this enforces or tests"),
    "house": ("house", "a value that no rulebook states"),
    "says": ('says "{source} hits {target}"', "text by hand, with the names of the head in braces"),
    "formerly": ("formerly Old_Name", "an earlier name, so that old decks and saves stay valid"),
    "unenforced": ('unenforced "…"', "a rule that players must keep themselves; shown to them"),
}

LAYER_WORDS: dict[str, str] = {
    "to": "sets the value",
    "by": "adds to it, or takes from it",
    "times": "multiplies it",
    "at least": "keeps it from falling below",
    "at most": "keeps it from rising above",
}

WHO: dict[str, str] = {
    "it": "the thing that a text is printed on; for a keyword or status, the thing that bears it",
    "me": "on a thing: the player who controls `it`; else who acts, where the head says `by me`",
    "that": "the thing being looked at, in `where` and in the later arguments of `count`, `highest` and their like",
}


def written(node: type[n.Node]) -> list[str]:
    """How a construct is written: the code at the start of its docstring."""
    first = (node.__doc__ or "").split(":")[0] if ":" not in _first(node) else _first(node)
    return _CODE.findall(first) or _CODE.findall(node.__doc__ or "")[:1]


def _first(node: type[n.Node]) -> str:
    """The docstring as far as it is nothing but code and commas."""
    found = re.match(r"\s*(?:`[^`]+`(?:,\s*|\s+or\s+)?)+", node.__doc__ or "")
    return found.group() if found is not None else ""


def missing() -> list[str]:
    """Constructs of the language that have no sentence here."""
    found = [node.__name__ for node in get_args(n.Clause) if node not in CLAUSES]
    found += [node.__name__ for node in get_args(n.Step) if node not in STEPS]
    standing = (n.Hook, n.Modify, n.Forbid, n.Action, n.Require, n.Always)
    found += [node.__name__ for node in get_args(n.KindItem) if node not in ITEMS and node not in standing]
    found += [form for form in _forms() if form not in TYPES]
    found += [word for word in MARKS if word not in MARK_WORDS]
    found += [layer for layer in builtins.LAYERS if layer not in LAYER_WORDS]
    return found


def _forms() -> tuple[str, ...]:
    from typing import get_type_hints

    return get_args(get_type_hints(n.Type)["form"])
