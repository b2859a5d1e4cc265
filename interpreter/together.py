"""Secret simultaneous choices: everybody decides on the same state, then everything takes effect.

Not yet: until requests of several seats can be open at once, the seats decide one after another, each on the state as it
is then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.scope import Scope, items

if TYPE_CHECKING:
    from interpreter.machine import Machine


def begin_together(m: Machine, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
    _, name, among, body = instruction
    for thing in reversed(items(m._listed(among, scope))):
        inner = m.state.open_scope({**scope.values, name: thing})
        m.push_text(body, inner, frame[4], frame[5], frame[6], frame[7], True)
