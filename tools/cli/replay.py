"""`botwright replay`: a recorded match, played again, checked, or held against another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tools.cli.common import Refusal, existing, finish
from tools.cli.output import say
from tools.cli.terminal import complain
from tools.report.escape import printable
from tools.report.findings import Answer, Findings

if TYPE_CHECKING:
    from tools.matches.record import Record
    from tools.matches.retelling import Retelling


@click.command
@click.argument("file", type=click.Path())
@click.option("--verify", is_flag=True, help="Only check that every state and event is as recorded.")
@click.option("--until", type=click.IntRange(0), help="Stop after so many answers and show the table.")
@click.option("--diff", "other", type=click.Path(), help="Show where another record parts from this one.")
@click.option("--seat", help="Tell it as this seat saw it; without, as somebody who looks on.")
@click.option("--all", "everything", is_flag=True, help="Tell everything, hidden things too.")
@click.option("--force", is_flag=True, help="Play it although rules, packs or engine differ; mark where that shows.")
@click.option("--game", type=click.Path(), help="The game, if it is not where it was.")
@click.option("--pack", "packs", multiple=True, help="The packs, if they are not where they were.")
@click.option("--format", type=click.Choice(["full", "json"]), default="full", show_default=True, help="How to print.")
def command(
    file: str,
    verify: bool,
    until: int | None,
    other: str | None,
    seat: str | None,
    everything: bool,
    force: bool,
    game: str | None,
    packs: tuple[str, ...],
    format: str,
) -> int:
    """Play the match again that is recorded in FILE, and tell what happened.

    A record is only played with the rules, packs and engine that it was made with. The file is never changed.
    """
    from tools.matches import MatchFault
    from tools.matches.record import read_record
    from tools.matches.resuming import game_of, loss
    from tools.matches.retelling import Eyes, Retelling

    if seat is not None and everything:
        raise Refusal("`--seat` tells what one seat saw, `--all` tells everything: choose one")
    existing([file, *([other] if other is not None else [])])
    try:
        record = read_record(file)
        if other is not None:
            return _diff(record, read_record(other), format)
        complain(Findings(tuple(loss(record))))
        if seat is not None and seat not in record.seats:
            raise Refusal(f"nobody sits at `{seat}`: the seats are {', '.join(record.seats)}")
        replay, wrong = _replay(record, game_of(record, game, packs or None), force)
    except MatchFault as fault:
        complain(Findings(fault.diagnostics))
        return 1
    return _tell(record, Retelling(replay, Eyes(seat, everything)), verify, until, format)
