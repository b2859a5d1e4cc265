"""Creates seats by name: `human`, `random`, `greedy`, `mcts`, and `cmd:./bot.py`, a program.

`mcts:500` tries so many answers, `mcts:2s` thinks so long. Bots in the engine are pure; a clock, and the process and
the log of an external program, belong here.
"""

from __future__ import annotations

import re
import shlex

from dsl.diagnostics import did_you_mean
from interpreter.seats import Seat
from interpreter.seats.greedy import Greedy
from interpreter.seats.human import Asks, Human
from interpreter.seats.mcts import PLAYOUTS, TreeSearch
from interpreter.seats.random_seat import RandomSeat
from tools.seats.limits import Limits
from tools.seats.process import ProcessSeat
from tools.seats.thinking_time import Tell, ThinkingTime

PROGRAM = "cmd"
"""Stands before the command of a program."""
KNOWN = ("human", "random", "greedy", "mcts", PROGRAM)
MOST_PLAYOUTS = 1_000_000
MOST_SECONDS = 3_600
_SECONDS = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,3})?)s", re.ASCII)


class UnknownSeat(ValueError):
    """There is no player of this name, or its parameter is invalid."""


def check(spec: str) -> None:
    """Check the name of a player. Raises `UnknownSeat`; no program is started."""
    name, _, rest = spec.partition(":")
    if name not in KNOWN:
        names = ", ".join(f"`{name}`" for name in KNOWN)
        raise UnknownSeat(f"there is no bot `{name[:40]}`: {did_you_mean(name, KNOWN, f'there are {names}')}")
    if name == "mcts":
        _effort(rest)
    elif name == PROGRAM:
        _command(rest)
    elif rest:
        raise UnknownSeat(f"`{name}` takes nothing behind a colon")


def seat(
    spec: str,
    seed: int,
    name: str,
    *,
    asks: Asks | None = None,
    limits: Limits | None = None,
    tell: Tell | None = None,
) -> Seat:
    """The seat `name` of a match, with the player given on the command line.

    `asks` asks the person of `human`; `tell` is called with the progress of a search that takes longer than a second.
    Call its `close` if it has one: this ends a started program.
    """
    check(spec)
    kind, _, rest = spec.partition(":")
    if kind == "random":
        return RandomSeat.seeded(seed, name)
    if kind == "greedy":
        return Greedy.seeded(seed, name)
    if kind == "mcts":
        playouts, seconds = _effort(rest)
        watch = ThinkingTime(seconds, tell) if seconds is not None or tell is not None else None
        return TreeSearch.seeded(seed, name, playouts, watch)
    if kind == "human":
        if asks is None:
            raise UnknownSeat("nobody is there to be asked: `human` needs a terminal")
        return Human(asks)
    return ProcessSeat(_command(rest), limits or Limits())


def _effort(rest: str) -> tuple[int | None, float | None]:
    """The playouts, or the seconds, of a search."""
    if not rest:
        return PLAYOUTS, None
    timed = _SECONDS.fullmatch(rest)
    if timed is not None and 0 < float(timed[1]) <= MOST_SECONDS:
        return None, float(timed[1])
    if not (rest.isascii() and rest.isdigit() and len(rest) < 10 and 1 <= int(rest) <= MOST_PLAYOUTS):
        raise UnknownSeat(
            f"`mcts:{rest[:20]}`: write how many playouts, 1 to {MOST_PLAYOUTS:,}, as in `mcts:200`, or how long it "
            "may think, as in `mcts:2s`"
        )
    return int(rest), None


def _command(rest: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(rest))
    except ValueError as wrong:
        raise UnknownSeat(f"`cmd:{rest[:40]}`: {str(wrong).lower()}") from None
    if not words:
        raise UnknownSeat("`cmd:` needs a command, as in `cmd:./bot.py`")
    return words
