"""Measures random playouts of games of OpenSpiel, in C++, beside the same games in our language.

`tests/benchmarks/peers.txt` says which of their games is which of ours. Theirs are driven from Python, as ours are:
legal actions, a random one, apply, until the end. There is no floor; the figures show where an interpreter written
in Python stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from dsl.lazy import lazy_module
from tools.bench.interleave import Comparison, enough
from tools.bench.paired_games import all_twins, home
from tools.bench.playouts import play_out, ready

pyspiel = lazy_module("pyspiel")


class NoPeers(Exception):
    """OpenSpiel is not installed."""


def trials(wanted: Sequence[str]) -> list[Comparison]:
    """The games of both sides that are wanted. Raises `NoPeers`."""
    lines = [line.split(maxsplit=1) for line in (home() / "peers.txt").read_text(encoding="utf-8").splitlines()]
    try:
        games = {name: pyspiel.load_game(theirs) for name, theirs in lines if name in wanted}
    except ModuleNotFoundError:
        raise NoPeers("`--peers` needs OpenSpiel: pip install open_spiel") from None
    return [_trial(name, game) for name, game in games.items()]


def _trial(name: str, peer: Any) -> Comparison:
    game = ready(all_twins()[name])
    number = max(1, enough(lambda seed: play_out(game, seed, "straight")))

    def ours(round: int) -> int:
        for seed in range(round * number, (round + 1) * number):
            play_out(game, seed, "straight")
        return number

    def theirs(round: int) -> int:
        for seed in range(round * number, (round + 1) * number):
            _played(peer, seed)
        return number

    return Comparison(f"{name}, OpenSpiel", "playouts/s", ours, theirs)


def _played(peer: Any, seed: int) -> None:
    below = Random(seed).randrange  # noqa: S311 - both sides use it
    state = peer.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[below(len(outcomes))][0])
        else:
            actions = state.legal_actions()
            state.apply_action(actions[below(len(actions))])
