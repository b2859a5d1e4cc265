"""A supposed match that a bot plays to see what comes of it: nothing is kept, nothing can be taken back.

It is cheaper than a match: no log, no way back, one copy of the state. A rule that breaks ends it without a winner.
"""

from __future__ import annotations

import interpreter.evaluate as evaluate
import interpreter.things as things
from dsl import types as t
from dsl.core import Op
from interpreter import state as s
from interpreter.answering import carry_out
from interpreter.choices import Request
from interpreter.compiled.jit import Jit
from interpreter.machine import Machine
from interpreter.scope import RuleError, Scope, one
from interpreter.sight import player_of


class Trial:
    """`request` is the question that is answered next; where several are open at once, the wanted one comes first."""

    __slots__ = ("_machine", "_wanted", "broken")

    def __init__(self, machine: Machine, wanted: int | None = None) -> None:
        self._machine = machine
        if machine.world.fast is None:  # the match itself need not be played by compiled code
            machine.world.fast = Jit(machine.world)
        machine.fast = machine.world.fast
        self._wanted = wanted
        self.broken = False

    @property
    def request(self) -> Request | None:
        found: tuple[Request, ...] = self._machine.state.requests
        if self.broken or not found:
            return None
        return next((request for request in found if request.id == self._wanted), found[0])

    @property
    def over(self) -> bool:
        return self.request is None

    @property
    def depth(self) -> int:
        """How deep inside other texts the one is that asks."""
        return len(self._machine.state.frames)

    def answer(self, chosen: tuple[int, ...]) -> None:
        request = self.request
        assert request is not None
        try:
            carry_out(self._machine, request, chosen)
        except RuleError:
            self.broken = True

    def fork(self, seed: int | None = None) -> Trial:
        """A copy; with a seed, all chance to come is another."""
        m = self._machine
        copy = Trial(Machine(m.world, m.state.fork(), m.seed if seed is None else seed, m.seats), self._wanted)
        copy.broken = self.broken
        return copy

    # ----------------------------------------------------------------------------------------------- how it stands

    @property
    def winners(self) -> tuple[str, ...] | None:
        """Who has won; none while it goes on, nobody in a draw."""
        outcome = self._machine.state.cells[s.OUTCOME]
        return None if outcome is None else tuple(things.seat_of(self._machine, player) for player in outcome)

    def plays(self, seat: str) -> bool:
        return player_of(self._machine, seat) in self._machine.state.cells[s.PLAYERS]

    @property
    def seats(self) -> tuple[str, ...]:
        return self._machine.seats

    @property
    def scored(self) -> bool:
        """Whether the ruleset says how well somebody stands."""
        return bool(self._machine.world.setting("score"))

    def score(self, seat: str) -> int:
        """How well a seat stands, as the ruleset says it with `score`; 0 if it does not."""
        name = self._machine.world.setting("score")
        if not name or not self.plays(seat):
            return 0
        player = Op("constant", t.PLAYER, data=player_of(self._machine, seat))
        try:
            found = one(evaluate.value(Op("ask_rule", t.NUMBER, (player,), name), Scope(), self._machine))
        except RuleError:
            return 0
        return found if isinstance(found, int) and not isinstance(found, bool) else 0
