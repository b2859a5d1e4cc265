"""Who is kept silent: things whose text may not work now, and players who may not take up what a `may` offers.

Both are decided by `forbid` alone, with two verbs that never happen: `take_effect` and `volunteer`. So a game can say
who has no part in something, whatever a card says. While that is decided nobody is silent: otherwise the question
could hang on its own answer.
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
    """Whether some rule forbids that the text of a thing works."""
    if TAKE_EFFECT not in m.linked.answered or m.judging_silence:
        return False
    return _forbidden(m, TAKE_EFFECT, {"card": thing, "player": things.controller(m, thing)})


def may_volunteer(m: Machine, player: Value) -> bool:
    """Whether a player may take up what a `may` offers."""
    return VOLUNTEER not in m.linked.answered or not _forbidden(m, VOLUNTEER, {"player": player})


def _forbidden(m: Machine, verb: str, values: dict[str, Value]) -> bool:
    judging, still = m.judging_silence, m.memo
    m.judging_silence, m.memo = True, None  # what is found now may not be remembered for others
    try:
        return active_rules.forbidden(m, verb, values) is not None
    finally:
        m.judging_silence, m.memo = judging, still
