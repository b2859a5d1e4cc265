"""What a finished match is worth to each seat, as numbers."""

from __future__ import annotations

import interpreter.evaluate.things as things
from dsl.names import types as t
from interpreter.execute.machine import Machine
from interpreter.link.linked_program import LinkedProgram
from interpreter.model import state as s
from interpreter.seats.trials import number_for


def results(m: Machine) -> tuple[float, ...]:
    """The worth of a finished match for each seat: its `payoff`, or what winning is worth."""
    payoff = m.linked.setting("payoff")
    if payoff:
        return tuple(float(number_for(m, payoff, seat)) for seat in m.seats)
    winners = {things.seat_of(m, player) for player in m.state.cells[s.OUTCOME] or ()}
    return won(m.seats, winners)


def won(seats: tuple[str, ...], winners: set[str]) -> tuple[float, ...]:
    """1 shared by the winners, -1 shared by the losers; 0 if nobody has won. Who plays alone wins or loses."""
    if len(seats) == 1:
        return (1.0 if winners else -1.0,)
    losers = len(seats) - len(winners)
    if not winners or not losers:
        return (float(bool(winners)),) * len(seats)
    return tuple(1 / len(winners) if seat in winners else -1 / losers for seat in seats)


def bounds(linked: LinkedProgram) -> tuple[float, float] | None:
    """The lowest and highest worth of a match; none if the declared range of the `payoff` is open."""
    payoff = linked.setting("payoff")
    if not payoff:
        return -1.0, 1.0
    sig = linked.program.symbols.rules.get(payoff)
    match sig.type if sig is not None else None:
        case t.NumberT(low=int() as low, high=int() as high):
            return float(low), float(high)
        case _:
            return None
