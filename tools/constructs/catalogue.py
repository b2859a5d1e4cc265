"""The list of all constructs, in chapters.

Constructs that the checker reads from a table are read from the same table here, so that a new function, verb or name
is listed at once; constructs that only the grammar knows are listed by hand.
"""

from __future__ import annotations

from typing import get_args, get_type_hints

from dsl.names import builtins as v
from dsl.syntax import nodes as n
from dsl.syntax.constructs import CONSTRUCTS
from dsl.syntax.keywords import DECLARATIONS, MARKS, SENTENCES

Use = tuple[str, str]
"""A chapter and a construct in it."""

_RULES = frozenset("before after instead modify forbid allow action".split())
"""Words that begin declarations and sentences, and have a chapter of their own."""
_IN_VARIANTS = _RULES | frozenset("repeat for together choose cost keeps offer always".split())
SIGNS = ("is", "is not", "<", ">", "<=", ">=", "in", "not in", "has", "lacks")

_BY_HAND = {
    "declarations": """
        kind … is …; define { … }; rule { … }; keyword(n); status(n); currency { pay … }; a form; a form like
        another; ruling: another option; players in a mode
    """,
    "fields": """
        printed; keeps; stat, printed base; stat, computed base; zone; zone with levels; zone holds; zone
        seen by; children; script; script by rows; stands on; stands as many; works in; require on a kind;
        always on a kind; keeps in an effect
    """,
    "dice": "number; range; symbol; several on a face; none",
    "combinations": "a symbol",
    "standing rules": """
        before; after; instead of; may; may by; modify; forbid; allow; on a verb of the language; several verbs
    """,
    "changes": "layer; of what an action costs",
    "clauses": "until start of; because",
    "sentences": """
        =; +=; -=; as x; repeat n; repeat while; repeat for ever; for each; together for each; may … else;
        else of an if; open … as x; action said in a sentence; always ask; a rule said in a sentence; give …
        until …
    """,
    "choices": """
        choose one; choose one or none; choose n or a..b; choose up to; choose any; choose … such that; choose
        by; choose by chance; choose … else; either by; either … if; may by; take one
    """,
    "costs": "cost; cost … and …; cost … or …; cost of a range, as x; cost of a card",
    "windows": "offer one; offer up to; offer any; window with parameters",
    "expressions": """
        a + b; a - b; a * b; a / b; a % b; label: a; ladder; list as name; (if … else if …); "Name".field
    """,
    "forms of the language": "Board; Map; Shape; Deck",
    "scenarios": """
        given a switch; given a thing; given a value; then; then
        cannot; then fails; then waits for; answer choose; answer pass; answer yes; answer no; answer tell;
        answer with an action
    """,
}


def _by_hand(chapter: str) -> list[str]:
    return [" ".join(entry.split()) for entry in _BY_HAND.get(chapter, "").split(";") if entry.strip()]


def _counted(chapter: str) -> list[str]:
    """The constructs of a chapter that have their own node class."""
    return [
        construct.counted[1]
        for construct in CONSTRUCTS
        if construct.counted is not None and construct.counted[0] == chapter
    ]


def _from_tables() -> dict[str, list[str]]:
    return {
        "declarations": [word for word in DECLARATIONS if word not in _RULES - {"action"}],
        "the ruleset": [*v.RULESET_ITEMS, *v.TRIGGERS],
        "fields": [],
        "types": [*get_args(get_type_hints(n.Type)["form"]), "T?"],
        "dice": [],
        "combinations": [*v.COMBO_WORDS],
        "rows": [*get_args(get_type_hints(n.RowKey)["form"])],
        "statuses": [f"stacks {word}" for word in v.STACKING],
        "standing rules": [],
        "changes": [*v.LAYERS],
        "clauses": _counted("clauses"),
        "sentences": [word for word in SENTENCES if word not in _IN_VARIANTS],
        "choices": [],
        "costs": [],
        "windows": [],
        "expressions": [*(f"a {sign} b" for sign in SIGNS), *_counted("expressions")],
        "functions": [*v.FUNCTIONS, *v.SCENARIO_FUNCTIONS],
        "verbs of the language": [*v.VERBS],
        "names": ["it", "me", "that", *v.NAMES, *v.THING_FIELDS, *v.SPACE_FIELDS, *v.DIE_FIELDS],
        "marks": sorted(MARKS),
        "forms of the language": [],
        "scenarios": _counted("scenarios"),
    }


def all_constructs() -> list[Use]:
    """All constructs, in the order in which they are shown."""
    uses = [
        (chapter, construct) for chapter, some in _from_tables().items() for construct in (*some, *_by_hand(chapter))
    ]
    return list(dict.fromkeys(uses))
