"""The adapters by name: they load their library only when one of these functions is called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from dsl.lazy import lazy_module
from interpreter.gametree.space import ActionSpace
from tools.matches.games import Game
from tools.play import seat_names

if TYPE_CHECKING:
    from tools.learning import gymnasium_adapter, openspiel_adapter, pettingzoo_adapter
    from tools.learning.gymnasium_adapter import SeatEnv
    from tools.learning.openspiel_adapter import TreeGame
    from tools.learning.pettingzoo_adapter import MatchEnv
else:
    gymnasium_adapter = lazy_module("tools.learning.gymnasium_adapter")
    openspiel_adapter = lazy_module("tools.learning.openspiel_adapter")
    pettingzoo_adapter = lazy_module("tools.learning.pettingzoo_adapter")

LONGEST = 5_000
"""Decisions after which a match is cut short."""
LIBRARIES = ("gymnasium", "numpy", "pettingzoo", "pyspiel")


class MissingExtra(ImportError):
    """A library is not installed; the text says how to install it."""


def pettingzoo_env(
    game: Game,
    seats: Sequence[str] | None = None,
    *,
    split: bool = True,
    longest: int = LONGEST,
    space: ActionSpace | None = None,
) -> MatchEnv:
    """A game as an environment of PettingZoo (AEC). `seats` are names in order, by default those of the fewest players,
    but two if possible. `space` keeps the numbers of actions of an earlier environment (`env.tree.space`).
    """
    with _extra("rl"):
        return pettingzoo_adapter.MatchEnv(game.tree(_names(game, seats), split=split, space=space), game.name, longest)


def gymnasium_env(
    game: Game,
    seats: Sequence[str] | None = None,
    bots: Mapping[str, str] | None = None,
    *,
    split: bool = True,
    longest: int = LONGEST,
    space: ActionSpace | None = None,
) -> SeatEnv:
    """One seat of a game as an environment of Gymnasium: the one without a bot.

    `bots` names bots by seat (`{"Ben": "greedy"}`); by default all seats but the first have random ones.
    """
    names = _names(game, seats)
    others = dict(bots) if bots is not None else dict.fromkeys(names[1:], "random")
    with _extra("rl"):
        return gymnasium_adapter.SeatEnv(game.tree(names, split=split, space=space), others, longest)


def openspiel_game(
    game: Game,
    seats: Sequence[str] | None = None,
    *,
    split: bool = True,
    bounds: tuple[float, float] | None = None,
    longest: int = 2 * LONGEST,
    space: ActionSpace | None = None,
    zero_sum: bool | None = None,
    keep: bool = False,
) -> TreeGame:
    """A game for the algorithms of OpenSpiel. `bounds` are the least and the greatest result of a seat: they are needed
    if the rules do not limit the `payoff`. `zero_sum` says whether the results of a match add up to zero, where that is
    not found out. `keep` keeps all nodes: for solvers that walk through a game of up to some hundred thousand nodes."""
    tree = game.tree(_names(game, seats), split=split, space=space, keep=keep)
    limits = bounds or tree.bounds
    if limits is None:
        raise ValueError("the `payoff` of this game has no limits: declare its range, or name `bounds=`")
    with _extra("openspiel"):
        return openspiel_adapter.TreeGame(tree, game.name, limits, longest, zero_sum)


def _names(game: Game, seats: Sequence[str] | None) -> tuple[str, ...]:
    least, most = game.players
    return tuple(seats or seat_names(max(least, min(2, most))))


@contextmanager
def _extra(name: str) -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name in LIBRARIES:
            raise MissingExtra(f'this needs the extra `{name}`: `pip install "botwright[{name}]"`') from missing
        raise
