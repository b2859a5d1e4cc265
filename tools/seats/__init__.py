"""Creates seats by name: `human`, `random`, `greedy`, `mcts` or `mcts:500`, and `cmd:./bot.py`, a program.

Bots in the engine are pure; an external program needs a process, a clock and a log, so it belongs here.
"""

from __future__ import annotations

import shlex

from dsl.diagnostics import did_you_mean
from interpreter.seats import Seat
from interpreter.seats.greedy import Greedy
from interpreter.seats.human import Asks, Human
from interpreter.seats.mcts import PLAYOUTS, TreeSearch
from interpreter.seats.random_seat import RandomSeat
from tools.seats.limits import Limits
from tools.seats.process import ProcessSeat

PROGRAM = "cmd"
"""Stands before the command of a program."""
KNOWN = ("human", "random", "greedy", "mcts", PROGRAM)
MOST_PLAYOUTS = 1_000_000


class UnknownSeat(ValueError):
    """There is no player of this name, or its parameter is invalid."""


def check(spec: str) -> None:
    """Check the name of a player. Raises `UnknownSeat`; no program is started."""
    name, _, rest = spec.partition(":")
    if name not in KNOWN:
        names = ", ".join(f"`{name}`" for name in KNOWN)
        raise UnknownSeat(f"there is no bot `{name[:40]}`: {did_you_mean(name, KNOWN, f'there are {names}')}")
    if name == "mcts":
        _playouts(rest)
    elif name == PROGRAM:
        _command(rest)
    elif rest:
        raise UnknownSeat(f"`{name}` takes nothing behind a colon")


def seat(spec: str, seed: int, name: str, *, asks: Asks | None = None, limits: Limits | None = None) -> Seat:
    """The seat `name` of a match, with the player given on the command line; `asks` asks the person of `human`.

    Call its `close` if it has one: this ends a started program.
    """
    check(spec)
    kind, _, rest = spec.partition(":")
    if kind == "random":
        return RandomSeat.seeded(seed, name)
    if kind == "greedy":
        return Greedy.seeded(seed, name)
    if kind == "mcts":
        return TreeSearch.seeded(seed, name, _playouts(rest))
    if kind == "human":
        if asks is None:
            raise UnknownSeat("nobody is there to be asked: `human` needs a terminal")
        return Human(asks)
    return ProcessSeat(_command(rest), limits or Limits())


def _playouts(rest: str) -> int:
    if not rest:
        return PLAYOUTS
    if not (rest.isascii() and rest.isdigit() and len(rest) < 10 and 1 <= int(rest) <= MOST_PLAYOUTS):
        raise UnknownSeat(f"`mcts:{rest[:20]}`: write how many playouts, 1 to {MOST_PLAYOUTS:,}, as in `mcts:200`")
    return int(rest)


def _command(rest: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(rest))
    except ValueError as wrong:
        raise UnknownSeat(f"`cmd:{rest[:40]}`: {str(wrong).lower()}") from None
    if not words:
        raise UnknownSeat("`cmd:` needs a command, as in `cmd:./bot.py`")
    return words
