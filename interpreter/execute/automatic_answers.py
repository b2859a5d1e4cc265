"""Notes on questions that were not asked because they had only one answer.

Only a scenario collects them, between two of its lines, so that its messages can explain why a choice was skipped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import interpreter.evaluate.narration as narration
import interpreter.evaluate.things as things
from dsl.ir.operations import Op
from dsl.names import types as t
from interpreter.evaluate.expressions import value
from interpreter.model.environment import Scope, one
from interpreter.model.state import Value

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

SHOWN = 4
"""How many of the last notes a message shows."""


def note(m: Machine, who: Value, answer: str, why: str) -> None:
    """Note that a player did not have to be asked."""
    if m.unasked is not None:
        seat = who if isinstance(who, str) else things.seat_of(m, who) if who is not None else "nobody"
        m.unasked.append(f"`{seat}: {answer}` ({why})")


def note_of(m: Machine, who: Op, scope: Scope, answer: str, why: str) -> None:
    """The same, for the player whom a sentence would have asked."""
    if m.unasked is not None:
        note(m, one(value(who, scope, m)), answer, why)


def note_choice(m: Machine, who: Op, scope: Scope, chosen: tuple[Value, ...], type: t.Type) -> None:
    """Note a choice without alternatives: everything was taken, or nothing was available."""
    if m.unasked is None:
        return
    of = t.item(type) or t.UNKNOWN
    named = ", ".join(narration.shown_value(m, item, of) for item in chosen)
    chooser = one(value(who, scope, m))
    if chosen:
        note(m, chooser, f"choose {named}", "there was no other way")
    else:
        note(m, chooser, "pass", "there was nothing to choose")


def summary(notes: list[str] | None) -> str:
    """The last notes in one sentence; empty if there are none."""
    distinct = list(dict.fromkeys(notes or ()))
    more = f" and {len(distinct) - SHOWN} before" if len(distinct) > SHOWN else ""
    return f"answered automatically: {', '.join(distinct[-SHOWN:])}{more}" if distinct else ""
