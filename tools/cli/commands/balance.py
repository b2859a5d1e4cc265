"""`botwright balance`: how strong the cards of a pack are, and what another value would change."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from tools.balance import output
from tools.balance.figures import BalanceFigure
from tools.balance.pack_study import PackStudy, Progress, always_chosen, always_used, never_chosen, unused
from tools.balance.vary import CannotVary, Variation, VariedCard, vary
from tools.cli.common import CommandFailed, UsageError, finish
from tools.cli.output import note
from tools.cli.terminal import complain
from tools.files import write_atomic
from tools.matches import Unplayable
from tools.matches.game_index import packs as known_packs
from tools.matches.games import Game, load
from tools.packs.load import load_pack
from tools.report.findings import CommandOutput, DiagnosticReport
from tools.simulation import SimulationJob, UnknownSeat
from tools.simulation.job import seated
from tools.trials import TrialRefused
from tools.trials.find_card import find_card

SUFFIXES = (".csv", ".json", ".parquet", ".html")


@click.command
@click.argument("subject")
@click.option("--vary", nargs=2, metavar="FIELD A..B", help="A field of the card, and the values to compare.")
@click.option("--card", default="", help="With a pack: look only at this card.")
@click.option("--mode", help="Mode of the game.")
@click.option("--pack", "packs", multiple=True, help="Pack to use, by path or id (default: all packs of the game).")
@click.option("--seat", "seats", multiple=True, help="Player at the next seat: `random`, `greedy`, `mcts`, `mcts:500`.")
@click.option(
    "-n",
    "games",
    type=click.IntRange(10, 1_000_000),
    default=1_000,
    show_default=True,
    help="Number of matches; with --vary, at most so many for each value.",
)
@click.option(
    "--pairs",
    type=click.IntRange(0, 100_000),
    default=50,
    show_default=True,
    help="Pairs of matches for each card that players choose.",
)
@click.option("--exactly", is_flag=True, help="With --vary: play all matches, even if the answer is certain before.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the first match.")
@click.option("--jobs", type=click.IntRange(0, 256), default=0, help="Number of processes (0: automatic).")
@click.option(
    "--most",
    type=click.IntRange(1),
    default=5_000,
    show_default=True,
    help="Give up on a match after this many.",
)
@click.option(
    "-o",
    "--output",
    "outputs",
    multiple=True,
    type=click.Path(dir_okay=False),
    help="Also write a file: .csv, .json, .parquet or .html (the last two need the extra `stats`).",
)
@click.option("--format", type=click.Choice(["full", "json", "csv"]), default="full", show_default=True)
def command(
    subject: str, vary: tuple[str, str] | None, card: str, mode: str | None, packs: tuple[str, ...],
    seats: tuple[str, ...], games: int, pairs: int, exactly: bool, seed: int, jobs: int, most: int,
    outputs: tuple[str, ...], format: str,
) -> int:  # fmt: skip
    """Measure the balance of SUBJECT: a pack, or with --vary a card.

    A pack: who wins from which seat, how long matches are, how often the side wins that has each card in play and the
    side that has not, which cards are never or always in play, and which are never or always chosen when offered. Where
    players choose cards, pairs of matches with the same seed show what taking a card gains over leaving it.

    A card with --vary: how often the side with the card wins for each value. All values play the same seeds, and the
    study stops as soon as the answer is certain.

    Every figure has a 95 % confidence interval and the command that reproduces it.
    """
    wrong = [path for path in outputs if not path.endswith(SUFFIXES)]
    if wrong:
        raise UsageError(f"`{wrong[0]}` does not end in {', '.join(SUFFIXES)}")
    try:
        name = _game_of_card(subject, packs) if vary else _game_of_pack(subject)
        game = load(name, mode, (), packs or None)
        players = seated(game, seats)
    except Unplayable as no:
        complain(DiagnosticReport(no.diagnostics[:1]))
        return 1
    except UnknownSeat as no:
        raise UsageError(str(no)) from no
    order = SimulationJob(name, mode, (), packs or None, players, games, seed, most)
    words = [("--mode", mode)] if mode else []
    words += [("--pack", pack) for pack in packs] + [("--seat", who) for who in seats]
    options = "".join(f" {option} {word}" for option, word in words)
    if vary:
        study = _varied(game, order, _variation(subject, vary), options, exactly)
        ending = "the answer is certain" if study.certain else "the answer is not certain: play more matches with `-n`"
        notes = [f"{study.matches:,} matches for each value; {ending}"]
        return _finish(f"{subject}: {vary[0]} {vary[1]}", study.figures, notes, outputs, format)
    figures = PackStudy(_id(subject), order, game, options, pairs, card).figures(jobs, _progress())
    notes = [
        _listed("never in play", unused(figures)),
        _listed("in play on every side of every match", always_used(figures)),
        _listed("offered, but never chosen", never_chosen(figures)),
        _listed("chosen whenever offered", always_chosen(figures)),
    ]
    return _finish(f"{subject}: {games:,} matches of {game.name}", figures, notes, outputs, format)


def _varied(game: Game, order: SimulationJob, variation: Variation, options: str, exactly: bool) -> VariedCard:
    try:
        return vary(game, order, variation, options, _progress(), exactly)
    except CannotVary as no:
        raise UsageError(str(no)) from no


def _variation(card: str, words: tuple[str, str]) -> Variation:
    field, span = words
    ends = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", span)
    if ends is None or int(ends[1]) > int(ends[2]) or int(ends[2]) - int(ends[1]) > 50:
        raise UsageError(f"`{span}` is no range of values: write `1..4`")
    return Variation(card, field, tuple(range(int(ends[1]), int(ends[2]) + 1)))


def _game_of_card(card: str, packs: tuple[str, ...]) -> str:
    try:
        card_file = find_card(card, packs)
    except TrialRefused as no:
        raise UsageError(str(no)) from no
    return str(card_file.folder) if card_file.is_of_the_game else card_file.game


def _folder(pack: str) -> str:
    return pack if Path(pack).is_dir() else str(known_packs().get(pack, pack))


def _game_of_pack(pack: str) -> str:
    needed = getattr(load_pack(_folder(pack)).manifest, "ruleset", None) if Path(_folder(pack)).is_dir() else None
    if needed is None:
        raise UsageError(f"there is no pack `{pack}`; for a card, say what to vary: `--vary FIELD 1..4`")
    return str(needed.id)


def _id(pack: str) -> str:
    return str(getattr(load_pack(_folder(pack)).manifest, "id", pack))


def _listed(what: str, names: Sequence[str]) -> str:
    return f"{what}: {', '.join(names) or 'none'}"


def _progress() -> Progress:
    return (lambda words: note(words)) if sys.stderr and sys.stderr.isatty() else (lambda words: None)


def _finish(
    title: str, figures: Sequence[BalanceFigure], notes: Sequence[str], outputs: Sequence[str], format: str
) -> int:
    ways = {
        "full": lambda: output.as_table(title, figures, notes),
        "json": lambda: output.as_json(title, figures),
        "csv": lambda: output.as_csv(figures),
        "html": lambda: output.as_html(title, figures, notes),
    }
    finish(CommandOutput(ways[format]()))
    try:
        for path in outputs:
            kind = path.rsplit(".", 1)[-1]
            data = output.as_parquet(figures) if kind == "parquet" else ways[kind]().encode()
            failed = write_atomic(path, data)
            if failed is not None:
                raise CommandFailed(failed.message)
    except output.NoStats as no:
        raise CommandFailed(str(no)) from no
    return 0
