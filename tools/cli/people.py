"""People at a terminal: its size and colours, the lines they type, and where their match is saved."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Callable, Iterable
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from dsl.lazy import lazy_module
from tools.cli.output import note, say
from tools.cli.terminal import colour_on
from tools.drawing.styled_text import TextStyle
from tools.play import Hotseat, PlaySession, saved_matches
from tools.play.completion import completions
from tools.report.escape import printable

if TYPE_CHECKING:
    import readline

    from tools.play.hotseat import End
else:
    readline = lazy_module("readline")

PIPED = (80, 60)
"""The width and height if there is no terminal."""
DUMB = ("", "dumb", "unknown")
"""Terminals that only add lines."""


def at_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def play(session: PlaySession) -> End:
    """Play a match in which people take part, and say where it is saved."""
    complete_with(lambda typed: completions(session, typed))
    session.steady = at_terminal() and _draws()
    end = Hotseat(session, read_line, say, _clear, _in_place, unattended=not at_terminal()).play()
    note(*map(printable, session.bots.notes))
    session.kept = _kept(session, end != "left")
    return end


def _kept(session: PlaySession, over: bool) -> str:
    """Say where a match is saved; its file, if any."""
    match = session.match
    path = match.path
    if path is None:
        return ""
    match.close()
    if over:
        new = saved_matches.over(path)
        note(f"the match is saved: botwright replay {printable(new)}")
        return new
    if saved_matches.is_ours(path):
        note(f"the match is saved: `botwright play {printable(_words(session))}` resumes it")
    else:
        note("the match is saved: the same command resumes it")
    return path


def _words(session: PlaySession) -> str:
    """The arguments that find a match again: its game, and its mode and options if they are not the default."""
    game = session.match.game
    said = [game.where.get(game.name, game.name)]
    usual = game.linked().program.symbols.settings.get("default_mode")
    said += ["--mode", game.mode] if game.mode and game.mode != usual else []
    said += [word for variant in game.variants for word in ("--variant", variant)]
    said += [word for name, reading in session.schema.readings.items() for word in ("--ruling", f"{name}={reading}")]
    return " ".join(said)


def ink(ascii_only: bool, color: str) -> TextStyle:
    terminal = _draws()
    size = get_terminal_size(PIPED) if terminal else PIPED
    many = "256" in os.environ.get("TERM", "") or bool(os.environ.get("COLORTERM"))
    plain = ascii_only or (terminal and not _speaks_unicode())
    return TextStyle(colour=colour_on(color), many_colours=many, ascii=plain, width=max(40, size[0]), height=size[1])


def _speaks_unicode() -> bool:
    return locale.getencoding().lower().replace("-", "") == "utf8"


def _draws() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


def _redraws() -> bool:
    """Whether what was written can be changed."""
    return _draws() and os.environ.get("TERM", "dumb") not in DUMB


def complete_with(completions: Callable[[str], Iterable[str]]) -> None:
    """Enable line editing with Tab completion, and a history that is not shared between players."""
    if not at_terminal():
        return
    try:
        readline.set_auto_history(False)
        readline.parse_and_bind("set enable-bracketed-paste off")
        readline.set_completer_delims("")
        readline.set_completer(lambda typed, number: next(iter([*completions(typed)][number:]), None))
        readline.parse_and_bind("tab: complete")
    except ImportError:  # not every Python has it
        return


def _in_place(words: str) -> None:
    """Show a line that the next one replaces; an empty one leaves nothing. Without a terminal, nothing is shown."""
    if _redraws():
        sys.stdout.write(f"\r{printable(words)}\x1b[K")
        sys.stdout.flush()


def _clear() -> None:
    """Clear the screen and its scrollback."""
    if _redraws():
        sys.stdout.write("\x1b[3J\x1b[2J\x1b[H")
        sys.stdout.flush()
    else:
        say([""] * 3)


def read_line(prompt: str) -> str | None:
    """A typed line; a line from a pipe or file is echoed."""
    try:
        typed = input(prompt)
    except (EOFError, KeyboardInterrupt):
        say([""])
        return None
    if not at_terminal():
        say([printable(typed)])
    return typed
