"""A match: requests, answers, forks, and going back.

A match is its program, its seats, its seed and the answers so far; everything else follows from these. An answer is
taken only if it is one of what was offered to that seat; anything else changes nothing and says why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, field

import interpreter.things as things
from dsl.program import Program
from interpreter import state as s
from interpreter.asking import take
from interpreter.choices import Request
from interpreter.events import Event
from interpreter.machine import Machine
from interpreter.places import begin_fields
from interpreter.state import State, Thing, Value
from interpreter.world import World


class Refused(Exception):
    """An answer that is none: the match is as it was."""


@define
class Match:
    machine: Machine
    answers: list[tuple[int, tuple[int, ...]]] = field(factory=list)
    _before: list[tuple[State, int]] = field(factory=list)

    @property
    def requests(self) -> tuple[Request, ...]:
        found: tuple[Request, ...] = self.machine.state.requests
        return found

    @property
    def over(self) -> bool:
        return self.machine.state.cells[s.OUTCOME] is not None or not (self.requests or self.machine.state.frames)

    @property
    def result(self) -> tuple[str, ...]:
        """The seats that have won; empty for a draw or while the match goes on."""
        return tuple(things.seat_of(self.machine, player) for player in self.machine.state.cells[s.OUTCOME] or ())

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(self.machine.log or ())

    def answer(self, request_id: int, answer: Sequence[int]) -> None:
        """Answer an open request with the numbers of options, from 0; a pass is an empty answer."""
        request = next((one for one in self.requests if one.id == request_id), None)
        if request is None:
            raise Refused(f"there is no open request {request_id}")
        chosen = tuple(answer)
        wrong = request.refuses(chosen)
        if wrong:
            raise Refused(wrong)
        machine = self.machine
        before = machine.state
        machine.state = before.fork()
        logged = len(machine.log) if machine.log is not None else 0
        try:
            take(machine, request, chosen)
            machine.run()
        except Exception:
            machine.state = before
            if machine.log is not None:
                del machine.log[logged:]
            raise
        self._before.append((before, logged))
        self.answers.append((request_id, chosen))

    def undo(self) -> bool:
        """Take the last answer back."""
        if not self._before:
            return False
        self.machine.state, logged = self._before.pop()
        self.answers.pop()
        if self.machine.log is not None:
            del self.machine.log[logged:]
        return True

    def fork(self) -> Match:
        """A copy that goes its own way."""
        m = self.machine
        log = list(m.log) if m.log is not None else None
        copy = Machine(m.world, m.state.fork(), m.seed, m.seats, log, m.script)
        return Match(copy, list(self.answers), list(self._before))


def new_machine(
    world: World,
    seats: Sequence[str],
    seed: int,
    *,
    log: bool = True,
    script: dict[str, tuple[Value, ...]] | None = None,
) -> Machine:
    """A table with its players and nothing else."""
    layout = world.layout
    cells: list[Value] = [None, 0, (), None, (), (), 0, (), None, 0, ()]
    cells += [() for _ in layout.kinds]
    machine = Machine(world, State(cells), seed, tuple(seats), log=[] if log else None, script=script)
    table = s.create(machine.state, layout.kinds["Table"], None, "Table")
    machine.state.cells[s.TABLE] = table
    players: list[Thing] = [s.create(machine.state, layout.kinds["Player"], None, seat) for seat in seats]
    machine.state.cells[s.PLAYERS] = tuple(players)
    machine.state.cells[s.ACTIVE] = players[0] if players else None
    for thing in (table, *players):
        begin_fields(machine, thing)
    return machine


def start(
    program: Program,
    seats: Sequence[str],
    seed: int = 0,
    *,
    modes: Sequence[str] = (),
    rulings: Mapping[str, str] | None = None,
    log: bool = True,
) -> Match:
    """Begin a match with the flow that the ruleset starts with."""
    world = World(program, frozenset(modes), dict(rulings or {}))
    machine = new_machine(world, seats, seed, log=log)
    machine.push_text(world.start(), machine.state.open_scope({}), None, None, None, 0, True, None)
    machine.run()
    return Match(machine)
