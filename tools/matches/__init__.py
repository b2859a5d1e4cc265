"""The public API of matches: load a game, start a match, answer, view, save, resume.

This module only defines names; their modules are loaded on first use, because most commands need none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.lazy import exports

if TYPE_CHECKING:
    from tools.matches.errors import BadArgument, BadRecord, MatchFault, Unplayable
    from tools.matches.games import Game, load
    from tools.matches.match import Match, Request
    from tools.matches.resume_match import resume


__getattr__ = exports(
    {
        "BadArgument": "tools.matches.errors",
        "BadRecord": "tools.matches.errors",
        "Game": "tools.matches.games",
        "Match": "tools.matches.match",
        "MatchFault": "tools.matches.errors",
        "Request": "tools.matches.match",
        "Unplayable": "tools.matches.errors",
        "load": "tools.matches.games",
        "resume": "tools.matches.resume_match",
    }
)

__all__ = ["BadArgument", "BadRecord", "Game", "Match", "MatchFault", "Request", "Unplayable", "load", "resume"]
