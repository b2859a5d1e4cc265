"""Measures how long bots think about one decision, in milliseconds, in the games and modes of `decisions.txt`.

Each line of `tests/benchmarks/decisions.txt` has a game, a mode, a bot, and the floor and the goal in milliseconds. The
bot sits at the first seat and is timed at the questions that leave it a choice; random bots answer everything else.
"""

from __future__ import annotations

from time import perf_counter

from interpreter.match import EngineMatch, begin
from interpreter.seats import Seat, decide
from tools.bench.paired_games import home
from tools.bench.results import Measurement, rounded
from tools.matches import Game, load
from tools.play import seat_names
from tools.seats import seat as seat_of

DECISIONS = 12
"""Timed decisions in a round; each round is another match."""
ROUNDS = 3


def results(rounds: int = ROUNDS) -> list[Measurement]:
    lines = [line.split() for line in (home() / "decisions.txt").read_text(encoding="utf-8").splitlines()]
    return [_measured(game, mode, bot, float(floor), float(goal), rounds) for game, mode, bot, floor, goal in lines]


def _measured(name: str, mode: str, bot: str, floor: float, goal: float, rounds: int) -> Measurement:
    game = load(name, mode)
    _milliseconds(game, bot, 1, 1)  # what is compiled on first use is compiled
    times = sorted(time for seed in range(2, rounds + 2) for time in _milliseconds(game, bot, seed, DECISIONS))
    mean = rounded(sum(times) / max(len(times), 1))
    return Measurement(f"{bot} {name} {mode}", mean, None, 1.0, mean, "ms/decision", floor, goal, less_is_better=True)


def _milliseconds(game: Game, bot: str, seed: int, number: int) -> list[float]:
    """The times of the first decisions of a match."""
    names = tuple(seat_names(max(game.players[0], min(2, game.players[1]))))
    match = begin(game.linked(), names, seed, log=False)
    match.undoable = False
    seats = {name: seat_of(bot if name == names[0] else "random", seed, name) for name in names}
    times: list[float] = []
    while not match.over and len(times) < number:
        times += _answered(match, seats, names[0])
    return times


def _answered(match: EngineMatch, seats: dict[str, Seat], timed: str) -> list[float]:
    """Answer one question; the time, if the timed seat had a choice."""
    request = match.requests[0]
    begun = perf_counter()
    answer = decide(match, request, seats[request.seat])
    taken = 1000 * (perf_counter() - begun)
    match.answer(request.id, answer)
    return [taken] if request.seat == timed and len(request.options) > 1 else []
