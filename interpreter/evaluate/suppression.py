"""Suppression: things whose text must not work now, and players who may not accept a `may`.

Both are decided by `forbid` alone, with two verbs that never occur: `take_effect` and `volunteer`. So a game can keep
bystanders out of an event, whatever a card says. While this is decided, nothing is suppressed: otherwise the answer
could depend on itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.things as things
from interpreter.model.state import Thing, Value

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

TAKE_EFFECT, VOLUNTEER = "take_effect", "volunteer"


def is_silent(m: Machine, thing: Thing) -> bool:
    """Whether a rule suppresses the text of a thing."""
    if TAKE_EFFECT not in m.linked.answered or m.judging_silence:
        return False
    return _forbidden(m, TAKE_EFFECT, {"card": thing, "player": things.controller(m, thing)})


def may_volunteer(m: Machine, player: Value) -> bool:
    """Whether a player may accept a `may`."""
    return VOLUNTEER not in m.linked.answered or not _forbidden(m, VOLUNTEER, {"player": player})


def _forbidden(m: Machine, verb: str, values: dict[str, Value]) -> bool:
    judging, still = m.judging_silence, m.memo
    m.judging_silence, m.memo = True, None  # results computed now must not be memoised
    try:
        return active_rules.forbidden(m, verb, values) is not None
    finally:
        m.judging_silence, m.memo = judging, still
