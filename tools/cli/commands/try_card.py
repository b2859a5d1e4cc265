"""`botwright try`: drops a card into a ready-made fight."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from shutil import get_terminal_size

import click

from interpreter.model.environment import RuleError
from tools.cli.common import UsageError, color_option
from tools.cli.output import say
from tools.cli.terminal import colour_on, complain
from tools.drawing.styled_text import TextStyle
from tools.matches import MatchFault
from tools.play import Hotseat, PlaySession
from tools.report.escape import printable
from tools.report.findings import DiagnosticReport
from tools.trials import CardTrial, TrialRefused, begin_trial

PIPED = (80, 60)
MOST_PLAYED = 100


@click.command
@click.argument("card")
@click.option("--against", metavar="CARD", help="The opponent, in fights that have one.")
@click.option("--pack", "packs", multiple=True, help="Pack of the card, by path or id; repeatable.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same dice.")
@click.option(
    "--decisions", type=click.IntRange(0, MOST_PLAYED), default=5, show_default=True,
    help="Without a terminal: go on at random for so many decisions.",
)  # fmt: skip
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")
@color_option
def command(
    card: str, against: str | None, packs: tuple[str, ...], seed: int, decisions: int, ascii_only: bool, color: str
) -> int:
    """Drop CARD into a ready-made fight of its game: its name, or the file that contains it.

    The fight stops at its first decision, which is yours; the others answer at random. Without a terminal, lines are
    read from stdin as answers; after the last one the fight goes on at random for a few decisions, and what happened is
    printed.
    """
    try:
        trial = begin_trial(card, against, packs, seed)
    except TrialRefused as refused:
        raise UsageError(str(refused)) from None
    except MatchFault as wrong:
        complain(DiagnosticReport(wrong.diagnostics))
        return 1
    match = trial.match
    first = next((request.seat for request in match.requests), match.seats[0])
    who = {seat: "human" if seat == first else "random" for seat in match.seats}
    session = PlaySession(match, who, lambda: _style(ascii_only, color))
    say(_about(trial))
    try:
        if match.over:
            say(session.ink().lines([*session.log(None), (), *session.board(), ()]))
            say([_end(trial)])
            return 0
        Hotseat(session, _line, say, lambda: None, titled=False).play()
        if not _at_terminal():
            say(_gone_on(trial, session, decisions))
    except RuleError as broken:
        raise UsageError(broken.message) from None
    return 0


def _about(trial: CardTrial) -> Iterator[str]:
    shown = printable(trial.card.head.shown)
    if trial.declared:
        yield f"{shown}: {printable(trial.name)}."
    elif trial.name:
        yield f'{shown}, in the scenario "{printable(trial.name)}".'
    else:
        yield f"{shown}: no fight is prepared for a {printable(trial.card.head.kind)}, so a match begins."


def _gone_on(trial: CardTrial, session: PlaySession, decisions: int) -> Iterator[str]:
    """Some more decisions at random, and what happened."""
    match = session.match
    since = match.logged
    for seat in match.seats:
        session.replace(seat, "random")
    played = 0
    while played < decisions and not match.over and session.step():
        played += 1
    if not played:
        return
    happened = match.log(None, since)
    yield f"After {played} more {'decision' if played == 1 else 'decisions'} at random:"
    words = [
        printable("  " * (event.depth + 1) + session.schema.spoken(event.words)) for event in happened if event.words
    ]
    yield from words or ["  nothing happened"]
    if match.over:
        yield _end(trial)


def _end(trial: CardTrial) -> str:
    return printable(trial.match.verdict) if trial.match.result else "Nothing more is asked; the fight ends here."


def _style(ascii_only: bool, color: str) -> TextStyle:
    terminal = sys.stdout is not None and sys.stdout.isatty()
    size = get_terminal_size(PIPED) if terminal else PIPED
    return TextStyle(
        colour=colour_on(color), many_colours=False, ascii=ascii_only, width=max(40, size[0]), height=size[1]
    )


def _at_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _line(prompt: str) -> str | None:
    """A typed line; a line from a pipe or file is echoed."""
    try:
        typed = input(prompt)
    except (EOFError, KeyboardInterrupt):
        say([""])
        return None
    if not _at_terminal():
        say([printable(typed)])
    return typed
