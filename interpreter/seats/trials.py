"""A supposed match that a bot plays to see what comes of it: nothing is kept, nothing can be taken back.

It is cheaper than a match: no log, no way back, one copy of the state. A rule that breaks ends it without a winner.
"""

from __future__ import annotations

from functools import cache

import interpreter.evaluate.expressions as expressions
import interpreter.evaluate.things as things
from dsl.ir.operations import Op
from dsl.names import types as t
from interpreter.compiled.jit import Jit
from interpreter.evaluate.sight import player_of
from interpreter.execute.answers import carry_out
from interpreter.execute.machine import Machine
from interpreter.instrument.faults import located
from interpreter.model import state as s
from interpreter.model.environment import RuleError, Scope, one
from interpreter.model.frames import WINDOW
from interpreter.model.presence import bearing
from interpreter.model.requests import Request
from interpreter.model.work_meter import ran_out, refill

WHO = "who"
PATIENCE = 3
"""So many answers that take too long are looked at before a bot gives up."""


class Trial:
    """`request` is the question that is answered next; where several are open at once, the wanted one comes first."""

    __slots__ = ("_machine", "_too_long", "_wanted", "broken")

    def __init__(self, machine: Machine, wanted: int | None = None) -> None:
        self._machine = machine
        if machine.linked.fast is None:  # the match itself need not be played by compiled code
            machine.linked.fast = Jit(machine.linked)
        machine.fast = machine.linked.fast
        self._wanted = wanted
        self.broken = False
        self._too_long: list[RuleError] = []  # of this trial and all its copies

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

    @property
    def rest(self) -> int:
        """No deeper than this the match is when all is done that the answer sets off: a window has not asked again
        what can be done in it now, which nobody wants to know who only looks how things stand."""
        frames = self._machine.state.frames
        return len(frames) if frames and frames[-1][0] == WINDOW else len(frames) - 1

    def answer(self, chosen: tuple[int, ...], floor: int = 0) -> None:
        request = self.request
        assert request is not None
        try:
            carry_out(self._machine, request, chosen, floor)
        except RuleError as wrong:
            self.broken = True
            if ran_out(wrong):  # one answer may be too long; if many are, nobody wants to wait for all of them
                self._too_long.append(wrong)
                if len(self._too_long) > PATIENCE:
                    raise

    def fork(self, seed: int | None = None) -> Trial:
        """A copy; with a seed, all chance to come is another."""
        m = self._machine
        bearing(m)  # looked up once for all copies
        machine = Machine(
            m.linked, m.state.fork(), m.seed if seed is None else seed, m.seats, board_cache=m.board_cache
        )
        copy = Trial(machine, self._wanted)
        copy.broken, copy._too_long = self.broken, self._too_long
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
    def retracts(self) -> str:
        """The action that takes something back, which is left to people."""
        return self._machine.linked.setting("retracts")

    @property
    def scored(self) -> bool:
        """Whether the ruleset says how well somebody stands."""
        return bool(self._machine.linked.setting("score"))

    def score(self, seat: str) -> int:
        """How well a seat stands, as the ruleset says it with `score`; 0 if it does not."""
        name = self._machine.linked.setting("score")
        if not name or not self.plays(seat):
            return 0
        m, who = self._machine, player_of(self._machine, seat)
        refill(m)
        m.begin_memo()
        try:
            found = one(expressions.value(_asking(name), Scope({WHO: who}), m))
        except RuleError as wrong:
            if ran_out(wrong):  # it would be too long for every option
                raise located(m, wrong) from None
            return 0
        finally:
            m.invalidate()
        return found if isinstance(found, int) and not isinstance(found, bool) else 0


@cache
def _asking(name: str) -> Op:
    """What a rule gives for `WHO`: one and the same operation, so that compiled code comes to know it."""
    return Op("ask_rule", t.NUMBER, (Op("local", t.PLAYER, data=WHO),), name)
