"""`botwright tune`: better weights for the score that bots play by."""

from __future__ import annotations

import difflib
import sys

import click

from tools.balance.output import as_table
from tools.cli.common import UsageError, finish
from tools.cli.output import note
from tools.cli.terminal import complain
from tools.matches import Unplayable
from tools.matches.games import load
from tools.play import seat_names
from tools.report.findings import CommandOutput, DiagnosticReport
from tools.tuning.self_play import TunedScore, TuningPlan, tune
from tools.tuning.weights import NothingToTune, ScoreWeights, weights_of


@click.command
@click.argument("game")
@click.option("--mode", help="Mode of the game.")
@click.option("--generations", type=click.IntRange(1, 1_000), default=6, show_default=True)
@click.option("--candidates", type=click.IntRange(1, 100), default=6, show_default=True, help="In each generation.")
@click.option("-n", "pairs", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Seeds per candidate.")
@click.option("--test", type=click.IntRange(2, 100_000), default=100, show_default=True, help="Unseen seeds, last.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the whole search.")
@click.option("--most", type=click.IntRange(1), default=2_000, show_default=True, help="Decisions of a match.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write the patch to a file instead of stdout.")
def command(
    game: str, mode: str | None, generations: int, candidates: int, pairs: int, test: int, seed: int, most: int,
    output: str | None,
) -> int:  # fmt: skip
    """Tune the numbers in the `score` of GAME by self-play, and print them as a patch of the rules.

    In each generation, candidates with a few other numbers play against the best ones so far, on the same seeds from
    every seat. At the end the result plays against the old score on seeds that no candidate has seen: that is the
    improvement. No rule of the game changes; defines that the rules read, too, keep their numbers.
    """
    try:
        loaded = load(game, mode)
        weights = weights_of(loaded)
        least, highest = loaded.players
        seats = tuple(seat_names(max(least, min(2, highest))))
        plan = TuningPlan(seats, generations, candidates, pairs, test, seed, most)
        words = f" --mode {mode}" if mode else ""
        again = f"botwright tune {game}{words} --generations {generations} --candidates {candidates} -n {pairs}"
        at_terminal = bool(sys.stderr and sys.stderr.isatty())
        tuned = tune(weights, plan, f"{again} --test {test} --seed {seed}", note if at_terminal else _silent)
    except Unplayable as no:
        complain(DiagnosticReport(no.diagnostics[:1]))
        return 1
    except NothingToTune as no:
        raise UsageError(str(no)) from no
    title = f"{loaded.name}: {len(weights.own)} weights in {len({weight.define for weight in weights.own})} defines"
    finish(CommandOutput(as_table(title, [tuned.gain], [_judged(weights, tuned)])))
    return finish(CommandOutput(_patch(weights, tuned)), output)


def _silent(words: str) -> None:
    """Where nobody watches, nothing is told before the end."""


def _judged(weights: ScoreWeights, tuned: TunedScore) -> str:
    if tuned.values == weights.values:
        return "no candidate was better: the weights stay as they are"
    if tuned.gain.low > 0.5:
        return "the new weights are better, for certain"
    return "the new weights are not better for certain: tune longer, or test on more seeds"


def _patch(weights: ScoreWeights, tuned: TunedScore) -> str:
    """The changed defines as a unified diff of the files that they are in."""
    lines: list[str] = []
    for define, parsed in weights.defines.items():
        before, after = parsed.piece.text, weights.text(define, tuned.values)
        name = parsed.piece.file
        lines += difflib.unified_diff(before.splitlines(), after.splitlines(), name, name, lineterm="", n=1)
    return "\n".join(lines) + "\n" if lines else ""
