"""Mass play between bots with its progress: win rates, a round robin as a heat map, lengths, and wins by card."""

from __future__ import annotations

import tempfile
from time import perf_counter
from typing import Any

import tools.simulation.card_wins as card_wins
from interpreter.explain.odds import wilson
from tools.matches import load
from tools.simulation import SimulationJob, UnknownSeat, simulate
from tools.simulation.card_watch import NoSuchCards, counted_cards
from tools.simulation.heat_map import as_svg
from tools.simulation.job import seated
from tools.simulation.match import SimulatedGame
from tools.simulation.pair_results import as_csv, contest, settled_words
from tools.simulation.round_robin import NoRoundRobin, contenders
from tools.simulation.totals import Totals
from tools.studio.jobs.job import Arguments, Deeds, JobRefused, Json, Tell, number, text, text_or_none

MOST_MATCHES = 1_000_000
MOST_DECISIONS = 5_000


def begin(arguments: Arguments, tell: Tell) -> tuple[Deeds, Json]:
    """Play `games` matches of `game` with `players`; `what` is `wins`, `pairs` (a round robin) or `cards`.

    `of_kind` selects the cards of a round robin, or those that are counted.
    """
    name, what, games = text(arguments, "game"), text(arguments, "what"), number(arguments, "games")
    if not 1 <= games <= MOST_MATCHES:
        raise JobRefused(f"the number of matches must be 1 to {MOST_MATCHES:,}")
    game = load(name, text_or_none(arguments, "mode"))
    players, kind = _players(arguments), text_or_none(arguments, "of_kind") or ""
    try:
        seats = seated(game, players)
        picked = contenders(game, kind) if what == "pairs" else ()
        if what == "cards":
            counted_cards(game.linked(), kind)
    except (UnknownSeat, NoRoundRobin, NoSuchCards) as wrong:
        raise JobRefused(str(wrong)) from wrong
    if picked:
        pairs = len(picked) * (len(picked) - 1) // 2
        games = max(1, games // (2 * pairs)) * 2 * pairs
    job = SimulationJob(
        name, game.mode, (), None, seats, games, number(arguments, "seed"), MOST_DECISIONS, picked,
        cards=kind if what == "cards" else None,
    )  # fmt: skip
    hall = SimulatedGame(job, game)
    begun = perf_counter()

    def seen(totals: Totals) -> None:
        tell(_counted(totals, job, perf_counter() - begun))

    with tempfile.TemporaryDirectory(prefix="botwright-study-") as folder:
        totals, seconds = simulate(hall, 0, seen, folder)
    answer = _counted(totals, job, seconds) | {
        "title": settled_words(hall),
        "failures": [f.why for f in totals.failures],
    }
    if what == "pairs":
        round_robin = contest(hall, totals)
        answer |= {"svg": as_svg(round_robin), "csv": as_csv(round_robin)}
    elif what == "cards":
        rows = card_wins.card_wins(game.linked(), totals)
        answer |= {"svg": card_wins.as_svg(rows, totals, settled_words(hall)), "csv": card_wins.as_csv(rows)}
    else:
        answer["csv"] = _csv(answer)
    return {}, answer


def _players(arguments: Arguments) -> tuple[str, ...]:
    players = arguments.get("players", ())
    if not all(isinstance(player, str) and not player.startswith("cmd") for player in players):
        raise JobRefused("the studio starts no programs")
    return tuple(players)


def _counted(totals: Totals, job: SimulationJob, seconds: float) -> dict[str, Any]:
    rates = []
    for seat, player, wins in zip(totals.seats, job.players, totals.wins, strict=True):
        low, high = wilson(wins, totals.finished)
        rates.append({"seat": seat, "player": player, "wins": wins, "low": low, "high": high})
    return {
        "games": totals.games,
        "of": job.games,
        "finished": totals.finished,
        "failed": totals.errors,
        "unfinished": totals.unfinished,
        "draws": totals.lost if len(totals.seats) == 1 else totals.draws,
        "rates": rates,
        "decisions": totals.decisions / max(1, totals.games - totals.errors),
        "rounds": totals.rounds_mean,
        "lengths": totals.lengths,
        "seconds": seconds,
    }


def _csv(counted: dict[str, Any]) -> str:
    lines = ["seat,player,wins,finished,low,high"]
    for rate in counted["rates"]:
        lines.append(
            f"{rate['seat']},{rate['player']},{rate['wins']},{counted['finished']},{rate['low']:.4f},{rate['high']:.4f}"
        )
    lines += ["", "decisions from,to,matches"]
    lines += [f"{low},{high},{count}" for low, high, count in counted["lengths"]]
    return "\n".join(lines) + "\n"
