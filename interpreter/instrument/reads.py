"""The values that an expression reads: its fields, names and rules, in the author's words.

An expression changes nothing and asks nobody, so it can be evaluated again to find out what it read. Only parts that
the engine would evaluate count: after a false part of an `and`, nothing does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import interpreter.evaluate.narration as narration
from dsl.ir.effects.walk import walk
from dsl.ir.operations import Op
from dsl.ir.passages import shortened
from dsl.names import types as t
from interpreter.evaluate.expressions import truth, value
from interpreter.model.environment import RuleError, Scope
from interpreter.model.state import Value
from interpreter.model.values import Range, Rows

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

Values = tuple[tuple[str, str], ...]
"""Names in the author's words, with their values."""

MOST = 10
"""The maximum number of values of one sentence."""
LONGEST = 80
"""The maximum number of list items shown."""
_PATH = ("local", "it", "me", "field", "table_field", "event_field", "builtin")


def reads(m: Machine, op: Op, scope: Scope, most: int = MOST) -> Values:
    """The values that an expression or sentence reads."""
    before, m.memo = m.memo, {} if m.memo is None else m.memo  # reading changes nothing
    try:
        return _reads(m, op, scope, most)
    finally:
        m.memo = before


def _reads(m: Machine, op: Op, scope: Scope, most: int) -> Values:
    read: dict[str, str] = {}
    for part in _parts(m, op, scope):
        name = m.linked.source_map.said(part)
        if name in read:
            continue
        try:
            read[name] = worded(m, value(part, scope, m), part.type)
        except (RuleError, RecursionError):  # the fault itself is reported elsewhere
            continue
        if len(read) >= most:
            break
    return tuple(read.items())


def _parts(m: Machine, op: Op, scope: Scope) -> Iterator[Op]:
    match op.name:
        case "local":
            if op.data in scope.values and not op.data.startswith("#"):
                yield op
        case "it" | "me" | "that" | "table_field" | "event_field" | "times" | "would":
            yield op
        case "builtin":
            if op.data != "chance":
                yield op
        case "field":
            yield op
            if op.args[0].name not in _PATH:
                yield from _parts(m, op.args[0], scope)
        case "at" | "where":
            yield op
        case "ask_rule":
            yield op
            for part in op.args:
                yield from _parts(m, part, scope)
        case "call":
            yield op
            for part in op.args:
                if _is_path(part):  # later arguments may be evaluated for each item of a list
                    yield from _parts(m, part, scope)
        case "and" | "or":
            for part in op.args:
                yield from _parts(m, part, scope)
                if _true(m, part, scope) is not (op.name == "and"):
                    return
        case "if_then":
            yield from _parts(m, op.args[0], scope)
            taken = _true(m, op.args[0], scope)
            if taken is not None:
                yield from _parts(m, op.args[1 if taken else 2], scope)
        case _:
            for part in op.args:
                yield from _parts(m, part, scope)


def _is_path(op: Op) -> bool:
    return op.name in _PATH and not any(part.name == "that" for part in walk(op))


def _true(m: Machine, op: Op, scope: Scope) -> bool | None:
    try:
        return truth(op, scope, m)
    except (RuleError, RecursionError):
        return None


def first_false(m: Machine, op: Op, scope: Scope) -> Op:
    """The part of a condition that fails: the first false part of an `and`."""
    while op.name == "and":
        op = next((part for part in op.args if not _true(m, part, scope)), op.args[-1])
    return op


# --------------------------------------------------------------------------------------------------------- words


def worded(m: Machine, subject: Value, type: t.Type | None = None) -> str:
    """A value in words; its type distinguishes a number from a thing."""
    return shortened(_worded(m, subject, type))


def _worded(m: Machine, subject: Value, type: t.Type | None) -> str:
    plain = t.plain(type) if type is not None else None
    match subject:
        case None:
            return "none"
        case bool():
            return "yes" if subject else "no"
        case int() if isinstance(plain, t.NumberT | t.LadderT):
            return str(subject)
        case tuple():
            of = plain.of if isinstance(plain, t.ListT) else t.NUMBER if isinstance(plain, t.LadderT) else None
            return ", ".join(_worded(m, part, of) for part in subject[:LONGEST]) or "nothing"
        case Range(low=low, high=high):
            return f"{low}..{high if high is not None else ''}"
        case Rows(rows=rows):
            of = plain.of if isinstance(plain, t.TableT) else None
            by = plain.by if isinstance(plain, t.TableT) else None
            shown = (f"{_key(m, key, by)}: {_worded(m, row, of)}" for key, row in rows[:LONGEST])
            return ", ".join(shown) or "nothing"
        case _:
            return narration.shown_value(m, subject)


def _key(m: Machine, key: Value, type: t.Type | None) -> str:
    """The key of a row: a value, or a form of a table key (`("at least", 3)`)."""
    if isinstance(key, tuple) and key and isinstance(key[0], str):
        return " ".join(str(part) for part in (key if key[0].startswith("at ") else key[1:] or key))
    return _worded(m, key, type)
