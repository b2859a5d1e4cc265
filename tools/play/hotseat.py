"""People who share a terminal: shows the pages of a session, reads lines, and clears the screen between players.

It reads, writes and clears through functions that it is given, and knows no terminal; a test passes lists.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from attrs import define, field

from tools.drawing.styled_text import Line, line
from tools.play.commands import explained, saved
from tools.play.session import PlaySession
from tools.report.escape import printable

Read = Callable[[str], str | None]
"""Ask for a line; None at the end of the input or after an interrupt."""
Write = Callable[[Sequence[str]], None]
End = Literal["over", "left", "again", "replay"]
AFTERWARDS = "r: again, v: replay, l: log, why N, b: table, s FILE: save, Enter: leave> "


@define
class Hotseat:
    """`unattended` plays on for people when the input ends, for runs without a terminal."""

    session: PlaySession
    read: Read
    write: Write
    clear: Callable[[], None]
    in_place: Callable[[str], None] = lambda words: None
    """Show a line that the next one replaces."""
    unattended: bool = False
    titled: bool = True
    """Whether the match begins with its title and its aim."""
    _waits: bool = field(default=False, init=False)
    """Whether a line about a bot is shown."""

    def play(self) -> End:
        """Play until the match is over or a player quits."""
        session = self.session
        try:
            if self.titled and not session.match.answers:
                self._show(session.opening())
            while True:
                session.advance(self._thinks, self._progress)
                self._wait("")
                if not session.asked:
                    self._show(session.ending())
                    return self._afterwards()
                if not self._seated():
                    return "left"
                self._show(session.page())
                if not self._turn():
                    return "left"
        except KeyboardInterrupt:
            return "left"
        finally:
            session.close()

    def _afterwards(self) -> End:
        """Nobody has to leave to learn how a match was lost: the log can be read, and the match played again."""
        viewer = self.session.people[0] if len(self.session.people) == 1 else None
        while not self.unattended:
            word, _, rest = (self.read(AFTERWARDS) or "").strip().partition(" ")
            match word.lower():
                case "r" | "again":
                    return "again"
                case "v" | "replay":
                    return "replay"
                case "l" | "log":
                    self._show(self.session.log(viewer, everything=rest.strip().lower() == "all"))
                case "why":
                    self._show(explained(self.session, rest.strip()).lines)
                case "b" | "board":
                    self._show(self.session.board())
                case "s" | "save":
                    self._show(saved(self.session, rest.strip()).lines)
                case "" | "q" | "quit":
                    break
                case _:
                    continue
        return "over"

    def _turn(self) -> bool:
        """Ask one question until it is answered; false if the player quits."""
        session = self.session
        while True:
            text = self.read(f"{printable(session.asked)}> ")
            if text is None:
                return self._ended()
            reply = session.take(text)
            if reply.lines:
                self._show(reply.lines)
            match reply.sort:
                case "on":
                    return True
                case "left":
                    return False
                case "again":
                    self._show(session.page())
                case "stay":
                    continue

    def _seated(self) -> bool:
        """Pass the keyboard to the player who is asked; in a game with secrets, hide the screen from the others."""
        session = self.session
        name = session.curtain
        if name:
            self.clear()
            self._show([line(f"Pass the keyboard to {name}.")])
            if self.read(f"{printable(name)}, press Enter when nobody else is looking> ") is None and not self._ended():
                return False
            self.clear()
        session.sit_down(session.asked)
        return True

    def _ended(self) -> bool:
        if not self.unattended:
            return False
        for seat in self.session.people:
            self.session.replace(seat, "random")
        self._show([line(("The input has ended: the rest is played at random.", "dim"))])
        return True

    def _thinks(self, seat: str) -> None:
        if self.session.bots.is_program(seat):  # it tells nothing before it answers
            self._wait(f"{seat} is thinking …")

    def _progress(self, seat: str, share: float) -> None:
        self._wait(f"{seat} is thinking … {share:.0%}")

    def _wait(self, words: str) -> None:
        if words or self._waits:
            self.in_place(words)
        self._waits = bool(words)

    def _show(self, lines: Sequence[Line]) -> None:
        self.write(self.session.ink().lines(lines))
