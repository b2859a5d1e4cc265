"""The totals of a simulation: JSON for programs, a table for people."""

from __future__ import annotations

import json

from interpreter.explain.odds import wilson
from tools.simulation.match import SimulatedGame
from tools.simulation.totals import Totals

FORMAT_VERSION = 1


def as_json(hall: SimulatedGame, totals: Totals, seconds: float) -> str:
    data = {
        "format_version": FORMAT_VERSION,
        "game": hall.game.name,
        "mode": hall.game.mode,
        "games": totals.games,
        "finished": totals.finished,
        "errors": totals.errors,
        "wins": dict(zip(totals.seats, totals.wins, strict=True)),
        "draws": totals.draws,
        "lost": totals.lost,
        "decisions": totals.decisions,
        "decisions_per_second": round(_rate(totals, seconds), 1),
        "rounds_mean": round(totals.rounds_mean, 3),
    }
    return json.dumps(data, indent=2, ensure_ascii=False)


def as_table(hall: SimulatedGame, totals: Totals, seconds: float) -> str:
    order = hall.order
    settled = [
        hall.game.mode or "",
        *order.variants,
        *(f"{name}: {reading}" for name, reading in order.rulings.items()),
    ]
    mode = f" ({', '.join(filter(None, settled))})" if any(settled) else ""
    last = f" to {order.seed + order.games - 1}" if order.games > 1 else ""
    lines = [f"{hall.game.name}{mode}: {totals.games:,} games, seeds {order.seed}{last}"]
    counts = [("finished", totals.finished), ("unfinished", totals.unfinished), ("failed", totals.errors)]
    lines += [_line(name, count, totals.games) for name, count in counts if count or name == "finished"]
    for seat, player, wins in zip(totals.seats, order.players, totals.wins, strict=True):
        low, high = wilson(wins, totals.finished)
        sure = f"  {100 * low:.1f} to {100 * high:.1f} %" if totals.finished else ""
        lines.append(_line(f"{seat} ({player}) won", wins, totals.finished) + sure)
    alone = len(totals.seats) == 1
    lines.append(_line(*("lost", totals.lost) if alone else ("draws", totals.draws), totals.finished))
    each = totals.decisions / max(1, totals.games - totals.errors)
    lines.append(
        f"  {'decisions':22}{totals.decisions:>12,}  {each:,.1f} a game, {_rate(totals, seconds):,.0f} a second"
    )
    if totals.rounds:  # those of the outermost flow: a game that leaves them to an inner one counts none here
        lines.append(f"  {'rounds':22}{totals.rounds_mean:>12,.1f}  a game")
    return "\n".join(lines) + "\n"


def failures(totals: Totals) -> list[str]:
    """A line for each match that failed."""
    return [
        f"error: the game with seed {failure.seed} failed: {failure.why}"
        + (f"; its record is {failure.record}" if failure.record else "; it has no record")
        for failure in totals.failures
    ]


def _line(name: str, count: int, of: int) -> str:
    share = f"  {100 * count / of:5.1f} %" if of else ""
    return f"  {name:22}{count:>12,}{share}"


def _rate(totals: Totals, seconds: float) -> float:
    return totals.decisions / seconds if seconds else 0.0
