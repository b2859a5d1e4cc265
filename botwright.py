"""Botwright from Python: the public names, in one place.

Everything here is defined elsewhere; a name that is not in `__all__` may change without notice. Wrong text never raises
an exception: it gives `Diagnostic` values, each with a code, a sentence, a place and help.

    game = botwright.load("scrapyard")
    match = game.start(["Ann", "Ben"], seed=1)
    while not match.over:
        request = match.requests[0]
        match.answer(request.id, [0] if request.least else [])
    print(match.result)

A match uses requests, answers, views and plain values only. Whoever holds the object can see everything. A seat may
know `match.view(seat)`, `match.log(seat)`, `match.why(…, seat=seat)` and `match.why_not(…, seat=seat)`. A record or a
save contains everything, including hidden cards.

A plain `match.fork()` keeps the future dice rolls, so a search must not look ahead on it; `match.fork(seed=…)` redraws
them. `match.hash` covers the whole state; `match.position` is equal for equal positions, however they were reached.

`game.tree(["Ann", "Ben"])` is the game as a tree, for search and learning: decisions with numbered actions, chance node
by node, and for each seat what it knows, as text and as numbers. `pettingzoo_env`, `gymnasium_env` and `openspiel_game`
hand it to the libraries of that name; they need the extras `rl` and `openspiel`.
"""

from dsl.diagnostics import Diagnostic, Edit, Fix, Label, Severity
from dsl.text.source import Place
from interpreter.explain.explanation import Explanation
from interpreter.gametree.chance import Draw
from interpreter.gametree.encodings import Feature
from interpreter.gametree.node import DrawOutcome, NodeKind, TreeAction, TreeNode
from interpreter.gametree.schema import VectorSchema
from interpreter.gametree.space import ActionSpace
from interpreter.gametree.tree import GameTree
from interpreter.match import Refused
from interpreter.model.environment import RuleError
from interpreter.visibility.view_types import EventView, View
from tools.learning.environments import MissingExtra, gymnasium_env, openspiel_game, pettingzoo_env
from tools.matches import BadArgument, BadRecord, Game, Match, MatchFault, Request, Unplayable, load, resume

__all__ = [
    "ActionSpace",
    "BadArgument",
    "BadRecord",
    "Diagnostic",
    "Draw",
    "DrawOutcome",
    "Edit",
    "EventView",
    "Explanation",
    "Feature",
    "Fix",
    "Game",
    "GameTree",
    "Label",
    "Match",
    "MatchFault",
    "MissingExtra",
    "NodeKind",
    "Place",
    "Refused",
    "Request",
    "RuleError",
    "Severity",
    "TreeAction",
    "TreeNode",
    "Unplayable",
    "VectorSchema",
    "View",
    "gymnasium_env",
    "load",
    "openspiel_game",
    "pettingzoo_env",
    "resume",
]
