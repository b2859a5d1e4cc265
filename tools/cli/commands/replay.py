"""`botwright replay`: replays, verifies or compares recorded matches."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click
from attrs import evolve

from interpreter.visibility.views import view
from tools.cli.common import UsageError, existing
from tools.cli.output import say
from tools.cli.terminal import complain
from tools.matches import BadRecord, MatchFault
from tools.matches.compare_records import first_difference, heads, in_words
from tools.matches.record import read_record
from tools.matches.replay import Replay
from tools.matches.replay_text import NarratedReplay, ReplayViewer, as_json, headline, verified
from tools.matches.resume_match import differs, game_of, loss
from tools.matches.view_text import table
from tools.report.escape import printable
from tools.report.findings import DiagnosticReport

if TYPE_CHECKING:
    from tools.matches import Game
    from tools.matches.record import Record
    from tools.matches.replay_text import NarratedReplay, ReplayViewer


@click.command
@click.argument("file", type=click.Path())
@click.option("--verify", is_flag=True, help="Only verify that every state and event matches the record.")
@click.option("--until", type=click.IntRange(0), help="Stop after this many answers and show the table.")
@click.option("--diff", "other", type=click.Path(), help="Show where another record differs from this one.")
@click.option("--seat", help="Show what this seat saw (default: what a spectator saw).")
@click.option("--all", "everything", is_flag=True, help="Show everything, including hidden information.")
@click.option("--force", is_flag=True, help="Replay although rules, packs or engine differ; mark the differences.")
@click.option("--game", type=click.Path(), help="Game, if it has moved.")
@click.option("--pack", "packs", multiple=True, help="Pack, if it has moved; repeatable.")
@click.option("--format", type=click.Choice(["full", "json"]), default="full", show_default=True, help="Output format.")
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
    """Replay the match recorded in FILE and show what happened.

    A record needs the rules, packs and engine that it was made with. The file is never changed.
    """
    if seat is not None and everything:
        raise UsageError("`--seat` shows what one seat saw, `--all` shows everything: use only one of them")
    existing([file])
    existing([other] if other is not None else [])
    try:
        record = read_record(file)
        if other is not None:
            return _diff(record, read_record(other), format)
        if seat is not None and seat not in record.seats:
            raise UsageError(f"nobody sits at `{printable(seat, 100)}`: the seats are {', '.join(record.seats)}")
        game_of_record = game_of(record, game, packs or None)
        other_made = _other_made(record, game_of_record, force)
    except MatchFault as fault:
        complain(DiagnosticReport(fault.diagnostics))
        return 1
    return _tell(record, game_of_record, ReplayViewer(seat, everything), verify, until, format, not other_made)


def _other_made(record: Record, game: Game, force: bool) -> bool:
    """Whether a record was made with other versions; reports it, and without `force` stops there."""
    complain(DiagnosticReport(tuple(loss(record))))
    differences = differs(record, game)
    if differences and not force:
        raise BadRecord(differences)
    complain(DiagnosticReport(tuple(evolve(difference, severity="warning") for difference in differences)))
    return bool(differences)


def _tell(
    record: Record, game: Game, eyes: ReplayViewer, verify: bool, until: int | None, format: str, same_made: bool
) -> int:
    """Replay a record and print the requested view; 1 if it differs from the record."""
    retelling = NarratedReplay(Replay(game, record), eyes)
    aloud = format == "full" and not verify
    if aloud:
        say([printable(headline(record, eyes.everything))])
    for entry in retelling.run(until):
        if aloud:
            say(map(printable, entry.lines()))
            if retelling.replay.parting is not None and retelling.replay.parting.number == entry.number:
                say([printable(f"      >>> here the replay differs from the record: {retelling.replay.parting.what}")])
    parting = retelling.replay.parting
    if format == "json":
        say([as_json(record, retelling, looks=until is not None, verify=verify)])
    elif verify and parting is None and record.damage is None:
        say([verified(record)])
    elif aloud:
        say(map(printable, _end(retelling, until is not None)))
    if parting is not None:
        complain(DiagnosticReport((parting.diagnostic(record, same_made),)))
    return int(parting is not None or (verify and record.damage is not None))


def _end(retelling: NarratedReplay, looks: bool) -> Iterator[str]:
    if looks:
        yield ""
        yield from table(view(retelling.replay.engine, retelling.eyes.seat))
    else:
        yield retelling.ending()


def _diff(record: Record, other: Record, format: str) -> int:
    """Show where two records differ; 1 if they do."""
    fingerprints, difference = heads(record, other), first_difference(record, other)
    if difference is not None:
        difference = in_words(difference, record, other)
    if format == "json":
        data = {"format_version": 1, "files": [record.path, other.path], "made": [list(pair) for pair in fingerprints]}
        say([json.dumps({**data, "difference": difference.data() if difference is not None else None})])
    else:
        say(printable(f"made with {then} / {now}") for then, now in fingerprints)
        answers = sum(entry.sort == "answer" for entry in record.entries)
        say(
            [
                printable(difference.words())
                if difference is not None
                else f"The records agree: {answers} answers are the same."
            ]
        )
    return int(difference is not None or bool(fingerprints))
