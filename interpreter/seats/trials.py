"""A determinized match on which a bot tries answers: nothing is saved or undone.

It is cheaper than a match: no log, no undo, one copy of the state. A fault of the rules ends it without a winner.
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
from interpreter.model.current_events import event_values
from interpreter.model.environment import RuleError, Scope, one
from interpreter.model.frames import E_IDS, EVENT, T_BRANCHES, TOGETHER, V_VERB, W_EVENT, WINDOW, asking_depth
from interpreter.model.presence import presence_of
from interpreter.model.requests import EngineRequest
from interpreter.model.work_meter import ran_out, refill
from interpreter.visibility.redact import decides

WHO = "who"
PATIENCE = 3
"""The number of overlong answers tolerated before a bot gives up."""


class TrialMatch:
    """`request` is the next question; of several open ones, the wanted one comes first, then those to the seat that
    answered last."""

    __slots__ = ("_answered", "_machine", "_too_long", "_wanted", "broken")

    def __init__(self, machine: Machine, wanted: int | None = None) -> None:
        self._machine = machine
        if machine.linked.fast is None:  # the match itself may run without compiled code
            machine.linked.fast = Jit(machine.linked)
        machine.fast = machine.linked.fast
        self._wanted = wanted
        self._answered = ""  # the seat that answered last
        self.broken = False
        self._too_long: list[RuleError] = []  # of this trial and all its copies

    @property
    def request(self) -> EngineRequest | None:
        requests: tuple[EngineRequest, ...] = self._machine.state.requests
        if self.broken or not requests:
            return None
        if len(requests) == 1:
            return requests[0]
        own = next((request for request in requests if request.seat == self._answered), requests[0])
        return next((request for request in requests if request.id == self._wanted), own)

    @property
    def over(self) -> bool:
        return self.request is None

    @property
    def depth(self) -> int:
        """The nesting depth of the text that asks."""
        return len(self._machine.state.frames)

    @property
    def rest(self) -> tuple[int, int]:
        """The depth at which the effects of an answer are done, and the depth of questions that come after them.

        They are done when the innermost window is on top again. It is not asked again at that point: enumerating its
        actions is not needed to rate the position. Outside a window they are done when the text that asks ends or asks
        again. An answer to what another player does is done when the event that asks is over: a block or a pass counts
        once the blow has landed.
        """
        frames = self._machine.state.frames
        if frames and frames[-1][0] == WINDOW and self.reacts:
            end = self._end_of_event(frames[-1][W_EVENT])
            return end, end
        window = asking_depth(frames)
        return (window, window) if window else (self.depth - 1, self.depth)

    @property
    def reacts(self) -> bool:
        """Whether one player is asked during an action of another."""
        m, asked = self._machine, self.request
        actors = [event_values(m, event).get("me") for event in m.state.events if event[V_VERB] in _action_verbs(m)]
        return bool(actors) and asked is not None and actors[-1] not in (None, player_of(m, asked.seat))

    def _end_of_event(self, event: int | None) -> int:
        """The number of frames below those of an event."""
        frames = self._machine.state.frames
        depths = (depth for depth, frame in enumerate(frames) if frame[0] == EVENT and event in frame[E_IDS])
        return next(depths, len(frames) - 1)

    def answer(self, chosen: tuple[int, ...], floor: int = 0) -> None:
        request = self.request
        assert request is not None
        self._answered = request.seat
        self._machine.resting = floor > 0
        try:
            carry_out(self._machine, request, chosen, floor)
        except RuleError as error:
            self.broken = True
            if ran_out(error):  # one overlong answer is tolerated, many are not
                self._too_long.append(error)
                if len(self._too_long) > PATIENCE:
                    raise

    def fork(self, seed: int | None = None) -> TrialMatch:
        """A copy; with a seed, all future chance differs."""
        m = self._machine
        presence_of(m)  # computed once for all copies
        machine = Machine(
            m.linked, m.state.fork(), m.seed if seed is None else seed, m.seats, board_cache=m.board_cache
        )
        copy = TrialMatch(machine, self._wanted)
        copy.broken, copy._too_long, copy._answered = self.broken, self._too_long, self._answered
        return copy

    # ----------------------------------------------------------------------------------------------- how it stands

    @property
    def winners(self) -> tuple[str, ...] | None:
        """The winners; none while the match is in progress, empty for a draw."""
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
        """Whether the ruleset rates positions."""
        return bool(self._machine.linked.setting("score"))

    def score(self, seat: str, rule: str = "") -> int:
        """The rating of a seat by a rule, else by the `score` of the ruleset; 0 if it has none.

        While several decide together, a seat is rated on its own copy of the table: what it has decided so far is not
        on the common one, and without this every answer would be worth the same.
        """
        name = rule or self._machine.linked.setting("score")
        if not name or not self.plays(seat):
            return 0
        m = self._decided(seat)
        try:
            return number_for(m, name, seat)
        except RuleError as error:
            if ran_out(error):  # it would be overlong for every option
                raise located(m, error) from None
            return 0

    def _decided(self, seat: str) -> Machine:
        """The table as the decisions of a seat have left it."""
        m = self._machine
        frames = m.state.frames
        if not frames or frames[-1][0] != TOGETHER:
            return m
        own = next((branch for branch in frames[-1][T_BRANCHES] if decides(m, branch) == player_of(m, seat)), None)
        if own is None:
            return m
        return Machine(m.linked, own.state, m.seed, m.seats, board_cache=m.board_cache)


def _action_verbs(m: Machine) -> frozenset[str]:
    return frozenset(action.op.data for entries in m.linked.actions.values() for action in entries)


def number_for(m: Machine, rule: str, seat: str) -> int:
    """The number that a rule or define gives for the player at a seat."""
    refill(m)
    m.begin_memo()
    try:
        points = one(expressions.value(_asking(rule), Scope({WHO: player_of(m, seat)}), m))
    finally:
        m.invalidate()
    return points if isinstance(points, int) and not isinstance(points, bool) else 0


@cache
def _asking(name: str) -> Op:
    """The call of a rule for `WHO`: always the same operation, so that compiled code recognises it."""
    return Op("ask_rule", t.NUMBER, (Op("local", t.PLAYER, data=WHO),), name)
