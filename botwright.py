"""Botwright from Python: the public names, in one place.

Everything here is defined elsewhere and only named again; a name that is not in `__all__` may change without notice.
Wrong text never raises: it gives `Diagnostic` values, each with a code, a sentence, a place and a help.

    game = botwright.load("scrapyard")
    match = game.start(["Ann", "Ben"], seed=1)
    while not match.over:
        request = match.requests[0]
        match.answer(request.id, [0] if request.least else [])
    print(match.result)

A match deals in requests, answers, views and plain values only. Whoever holds it can see everything. What a seat may
know is `match.view(seat)`, `match.log(seat)`, `match.why(…, seat=seat)` and `match.why_not(…, seat=seat)`. A record or
a save holds everything, hidden cards too.

A plain `match.fork()` keeps the chance to come: a search must not look ahead on it, or it sees the dice that will fall.
`match.fork(seed=…)` draws them anew. `match.hash` covers the whole state; `match.position` is the same for matches that
stand alike, whatever way has led there.
"""

from dsl.diagnostics import Diagnostic, Edit, Fix, Label, Severity
from dsl.text.source import Place
from interpreter.explain.explanation import Explanation
from interpreter.match import Refused
from interpreter.model.environment import RuleError
from interpreter.visibility.view_types import EventView, View
from tools.matches import BadArgument, BadRecord, Game, Match, MatchFault, Request, Unplayable, load, resume

__all__ = [
    "BadArgument",
    "BadRecord",
    "Diagnostic",
    "Edit",
    "EventView",
    "Explanation",
    "Fix",
    "Game",
    "Label",
    "Match",
    "MatchFault",
    "Place",
    "Refused",
    "Request",
    "RuleError",
    "Severity",
    "Unplayable",
    "View",
    "load",
    "resume",
]
