"""Questions that were never asked, because they had only one answer: noted for whoever wonders where they are.

A match keeps no such notes. A scenario does, from one line to the next, so that its messages can say why a choice never
came.
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
"""So many of the last notes are told."""


def note(m: Machine, who: Value, answer: str, why: str) -> None:
    """Somebody did not have to be asked."""
    if m.unasked is not None:
        seat = who if isinstance(who, str) else things.seat_of(m, who) if who is not None else "nobody"
        m.unasked.append(f"`{seat}: {answer}` ({why})")


def note_of(m: Machine, who: Op, scope: Scope, answer: str, why: str) -> None:
    """Likewise, of whom a sentence would have asked."""
    if m.unasked is not None:
        note(m, one(value(who, scope, m)), answer, why)


def note_choice(m: Machine, who: Op, scope: Scope, chosen: tuple[Value, ...], type: t.Type) -> None:
    """A choice that left nothing to choose: all that was there was taken, or there was nothing."""
    if m.unasked is None:
        return
    of = t.item(type) or t.UNKNOWN
    named = ", ".join(narration.shown_value(m, found, of) for found in chosen)
    chooser = one(value(who, scope, m))
    if chosen:
        note(m, chooser, f"choose {named}", "there was no other way")
    else:
        note(m, chooser, "pass", "there was nothing to choose from")


def told(notes: list[str] | None) -> str:
    """The last notes in one sentence; nothing if there are none."""
    every = list(dict.fromkeys(notes or ()))
    more = f" and {len(every) - SHOWN} before" if len(every) > SHOWN else ""
    return f"answered by itself: {', '.join(every[-SHOWN:])}{more}" if every else ""
