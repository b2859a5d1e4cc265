"""The meaning of a checked text: a small set of operations that the engine executes.

The tree records the author's words; an `Op` records their meaning: every name is bound, every slot is in its place,
every type is known. The engine needs nothing else, and the list below is all that it has to implement. `data` is a
plain value (a number, a name, a tuple of names), never a node of the tree.
"""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from dsl.names.types import UNKNOWN, Type
from dsl.text.source import Span


@frozen
class Op:
    """`name` is one of `OPS`; `args` are its parts in order; `data` says which one is meant."""

    name: str
    type: Type = UNKNOWN
    args: tuple[Op, ...] = ()
    data: Any = None
    span: Span = field(default=(0, 0), eq=False, repr=False)


NO_OP = Op("none")

OPS: dict[str, str] = {
    # values
    "constant": "data: the number, text or truth itself",
    "none": "nothing",
    "symbol": "data: (set, member)",
    "ladder": "data: the steps",
    "list": "args: the items",
    "range": "args: low, and high if there is one",
    "local": "data: the name of a slot, parameter, `let`, `keeps` or loop variable",
    "it": "the thing that the text is printed on",
    "me": "the player who controls it, or who acts",
    "that": "the current item of a query",
    "builtin": "data: players, active, foe, foes, actor, window, mode",
    "table_field": "a field of the table itself; data: its name",
    "field": "args: the thing; data: (kind, name)",
    "event": "data: the verb; its innermost event in progress",
    "event_field": "args: the event; data: (verb, slot or kept name)",
    "kind": "all things of a kind in play; data: the kind",
    "card": "a thing of the content, by id; data: (kind or none, id)",
    "child": "a child of the current thing; data: (kind, id)",
    "mark": "a keyword or status; data: its name; args: its numbers",
    "word": "a word of the program; data: (sort, name)",
    "at": "args: table or indexed zone, key",
    "where": "args: the set, the condition on `that`",
    "named": "an expression about `that`, which also has a name; data: the name; args: the expression",
    "ask_rule": "data: the rule or define; args: its parameters",
    "call": "data: a function of the language; args: its arguments",
    "times": "how often an event has happened; data: (verb, labels); args: the values of the labels",
    "would": "args: a card; data: the verb that its text may perform",
    "negate": "- a",
    "not": "not a",
    "sum": "data: the signs; args: the terms",
    "product": "data: the signs; args: the factors",
    "and": "all of args",
    "or": "any of args",
    "compare": "data: the sign; args: left, right",
    "if_then": "args: condition, then, else",
    "table": "data: keys; args: values",
    "default": "an omitted slot; data: (verb, slot)",
    "form": "a card or part; data: (id, shown name); args: its fields, marks, parts and standing rules",
    "seen_by": "who sees a zone of a kind; data: the zone; args: players",
    # sentences
    "script_rows": "data: keys; args: the body of each",
    "block": "args in order",
    "perform": "an event; data: (verb, names of the slots, name of the result); args: the slots",
    "assign": "args: place, value; data: `=`, `+=` or `-=`",
    "let": "data: name; args: value",
    "keep": "data: name; args: first value",
    "if": "args: condition, block, condition, block …, and the else block if the number is odd",
    "repeat": "args: body; data: `forever`",
    "repeat_times": "args: number, body",
    "repeat_while": "args: condition, most, body",
    "for_each": "data: (name, together); args: list, body",
    "may": "args: chooser, body, else body",
    "either": "data: labels; args: chooser, bodies …",
    "ways": "an `either` whose ways have conditions; data: labels; args: chooser, condition, body, condition, body …",
    "match": "data: keys; args: value, bodies …",
    "stop": "leave the innermost loop or the effect",
    "cancel": "end the event that is about to happen",
    "result": "args: value",
    "choose": "data: (form of the amount, name of the result); args: least, most, options, chooser, else body, such",
    "such": "a condition on the whole choice; data: the author's words; args: the condition",
    "ask": "data: name of the result; args: whom",
    "open": "data: (window, name of the result); args: its parameters",
    "phase": "data: verb; args: who, body",
    "require": "data: (reason, clause); args: condition",
    "cost": "data: per way the (currency, name) of each term; args: least and most of each term in order",
    "offer": "data: form of the amount; args: most, to whom",
    "again": "until all pass",
    "always_ask": "ask even if no action is legal",
    "pay": "data: name; args: options, body",
    "standing": "a rule created by a sentence; data: a `Standing`",
    "action": "data: the verb of an action granted by a text; args: its body, its clauses",
    "clauses": "data: the `Clauses` of an action",
    "lasts": "how long a keyword or status stays; data: `Clauses`",
}

SENTENCES = frozenset(list(OPS)[list(OPS).index("script_rows") :])
"""The operations that have effects; the others are values."""
