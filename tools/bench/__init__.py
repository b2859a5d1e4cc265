"""Benchmarks. Every figure is a ratio to a reference that is measured in the same run.

A machine is fast today and busy tomorrow; the ratio of two interleaved measurements is stable. The benchmarks are the
small games (random playouts), `fork`, `triggers` (also a mode that is off), `games` (whole games), `decisions` (bots),
`start` (cold starts, the first question of a match), `compile` (reading and checking packs) and `edit` (answers to an
editor); with `--peers`, games of OpenSpiel beside ours.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from tools.bench import decisions, first_question, forks, peers, playouts, startup, triggers, whole_games
from tools.bench.check_speed import compile_bench, compile_results
from tools.bench.edit_answers import edit_bench, edit_results, richest_game
from tools.bench.interleave import measure
from tools.bench.paired_games import GamesNotInstalled, all_twins
from tools.bench.peers import NoPeers
from tools.bench.results import Measurement, as_json, as_table
from tools.report.findings import CommandOutput

OTHERS = ("fork", "triggers", "games", "decisions", "start", "compile", "edit")


def names() -> list[str]:
    """The names of all benchmarks."""
    return [*all_twins(), *OTHERS]


def bench(
    wanted: Sequence[str] = (),
    format: str = "full",
    *,
    rounds: int = 15,
    cards: int = 10_000,
    jobs: int = 0,
    beside_peers: bool = False,
) -> CommandOutput:
    """Run the selected benchmarks, or all of them, and print the results. Raises `NoPeers` if OpenSpiel is missing."""
    chosen = list(wanted) or names()
    results = engine_results(chosen, rounds)
    if beside_peers:
        results += measure(peers.trials(chosen), rounds)
    if "games" in chosen:
        results += measure(whole_games.trials(), min(rounds, whole_games.ROUNDS))
    if "decisions" in chosen:
        results += decisions.results(min(rounds, decisions.ROUNDS))
    if "start" in chosen:
        results += startup.results(min(rounds, startup.ROUNDS))
        results += first_question.results(min(rounds, first_question.ROUNDS))
    if "compile" in chosen:
        measurements, _ = compile_results(cards, jobs)
        results += [evolve(result, name=f"compile {result.name}") for result in measurements]
    if "edit" in chosen:
        results += [evolve(result, name=f"edit {result.name}") for result in edit_results(rounds, richest_game())]
    return CommandOutput(as_json(results) if format == "json" else as_table(results))


def engine_results(chosen: Sequence[str], rounds: int) -> list[Measurement]:
    """The benchmarks that run in this process, interleaved: each round runs every one of them once."""
    trials = [trial for name, game in all_twins().items() if name in chosen for trial in playouts.trials(game)]
    trials += [forks.trial()] if "fork" in chosen else []
    trials += triggers.trials() if "triggers" in chosen else []
    return measure(trials, rounds)


__all__ = ["GamesNotInstalled", "NoPeers", "bench", "compile_bench", "edit_bench", "names"]
