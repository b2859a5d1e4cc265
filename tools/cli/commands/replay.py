"""`botwright replay`: replays, verifies or compares recorded matches."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

import click
from attrs import evolve

from interpreter.visibility.views import view
from tools.cli.common import UsageError, existing
from tools.cli.output import note, say
from tools.cli.people import at_terminal, ink, play, read_line
from tools.cli.terminal import complain
from tools.drawing import picture_of, schema_of
from tools.drawing.screen import screen
from tools.matches import BadRecord, MatchFault, resume
from tools.matches.compare_records import first_difference, heads, in_words
from tools.matches.record import read_record
from tools.matches.replay import Replay
from tools.matches.replay_text import NarratedReplay, ReplayViewer, as_json, headline, verified
from tools.matches.resume_match import differs, game_of, loss
from tools.play import PlaySession, saved_matches
from tools.replay.timeline import Timeline
from tools.replay.viewer import ReplaySession
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
@click.option("--text", is_flag=True, help="Print the whole match, as without a terminal.")
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
    text: bool,
    format: str,
) -> int:
    """Replay the match recorded in FILE and show what happened.

    In a terminal, step through the match: forward and back, to a turn, a round or an event; ask why; play on from
    any moment. Otherwise, or with `--text`, print it.

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
    eyes = ReplayViewer(seat, everything)
    if at_terminal() and _is_terminal() and not (verify or text or until is not None or format == "json"):
        return look_through(Timeline(game_of_record, record, eyes))
    return _tell(record, game_of_record, eyes, verify, until, format, not other_made)


def _is_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


def look_through(timeline: Timeline) -> int:
    """Let somebody step through a match until they quit."""
    session = ReplaySession(timeline, lambda: ink(False, "auto"))
    say(session.ink().lines([*session.opening(), *session.page()]))
    while (typed := read_line(session.prompt)) is not None:
        reply = session.take(typed)
        say(session.ink().lines(reply.lines))
        if reply.action == "left":
            break
        if reply.action == "plays":
            _play_on(session, reply.people)
        if reply.action in ("moved", "plays"):
            say(session.ink().lines(session.page()))
    return 0


def _play_on(session: ReplaySession, people: tuple[str, ...]) -> None:
    """Play a new match that begins with the answers up to the moment shown; the record stays as it is."""
    path = saved_matches.new_path(session.match.game.name, datetime.now())
    if path is None:
        note("the match cannot be saved: the folder of your matches is not writable")
        return
    try:
        session.match.save(path)
        with resume(path, game=session.match.game, record=True) as match:
            who = {seat: "human" if seat in people else "random" for seat in match.seats}
            play(PlaySession(match, who, session.ink))
    except MatchFault as fault:
        complain(DiagnosticReport(fault.diagnostics))


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
        seen = view(retelling.replay.engine, retelling.eyes.seat)
        style = ink(False, "auto")
        yield from style.lines(screen(picture_of(seen, schema_of(retelling.replay.game.linked())), style))
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
