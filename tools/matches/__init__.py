"""Matches for everybody outside: load a game, begin a match, answer, look at it, keep it, take it up again.

Only names are here; what they stand for is loaded when it is first used, because most commands need none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tools.matches.faults import BadArgument, BadRecord, MatchFault, Unplayable
    from tools.matches.games import Game, load
    from tools.matches.match import Match, Request
    from tools.matches.resuming import resume


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(name)
    return getattr(import_module(_HOMES[name]), name)


_HOMES = {
    "BadArgument": "tools.matches.faults",
    "BadRecord": "tools.matches.faults",
    "Game": "tools.matches.games",
    "Match": "tools.matches.match",
    "MatchFault": "tools.matches.faults",
    "Request": "tools.matches.match",
    "Unplayable": "tools.matches.faults",
    "load": "tools.matches.games",
    "resume": "tools.matches.resuming",
}

__all__ = ["BadArgument", "BadRecord", "Game", "Match", "MatchFault", "Request", "Unplayable", "load", "resume"]
