"""Matches in the terminal: people at the keyboard, bots for the rest.

The session knows requests, answers and the log; it reads lines and writes lines and knows nothing of any game. Bots
draw their answers from a counted stream, so that a match with a seed is always the same match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Sized
from typing import Protocol

from attrs import define, field

from interpreter import rng
from tools.matches import Match, Request

Read = Callable[[str], str | None]
"""Ask for a line; none when the input has ended."""
Write = Callable[[str], None]

MOST_DECISIONS = 5_000


class Asked(Protocol):
    """A request, as far as a bot that answers by chance looks at it."""

    @property
    def seat(self) -> str: ...
    @property
    def sort(self) -> str: ...
    @property
    def options(self) -> Sized: ...
    @property
    def least(self) -> int: ...
    @property
    def most(self) -> int: ...


@define
class Session:
    """One match with its seats: those in `people` are asked, the others answer by chance."""

    match: Match
    people: frozenset[str]
    read: Read
    write: Write
    seed: int
    shown: int = field(default=0)

    def play(self) -> bool:
        """Play to the end; false if a person left before."""
        while not self.match.over:
            self.tell()
            request = self.match.requests[0]
            if request.seat in self.people:
                if not self._ask(request):
                    return False
            else:
                self.match.answer(request.id, by_chance(request, self.seed, self.match.answers))
            if self.match.answers >= MOST_DECISIONS:
                self.write(f"Nobody has won after {MOST_DECISIONS:,} decisions; the match ends here.")
                return True
        self.tell()
        winners = self.match.result
        self.write(f"{' and '.join(winners)} won." if winners else "Nobody won.")
        return True

    def tell(self) -> None:
        """What has happened since it was last told."""
        for event in self.match.log(self._viewer, self.shown):
            self.write("  " * event.depth + event.words)
        self.shown = self.match.logged

    @property
    def _viewer(self) -> str | None:
        """Through whose eyes the match is told: those of the only person, else those of an onlooker."""
        return next(iter(self.people)) if len(self.people) == 1 else None

    def _ask(self, request: Request) -> bool:
        self.write("")
        self.write(f"{request.seat}: {request.prompt}")
        for number, option in enumerate(request.options, 1):
            self.write(f"  {number}  {option}")
        while True:
            line = self.read(self._hint(request))
            if line is None or line.strip() in ("q", "quit"):
                return False
            if line.strip() in ("u", "undo"):
                if self._take_back():
                    return True
                self.write("There is nothing to take back.")
                continue
            wrong = self._take(request, line)
            if not wrong:
                return True
            self.write(wrong)

    def _take_back(self) -> bool:
        """Go back to the last question that a person answered, over all that bots have answered since."""
        done = False
        while self.match.undo():
            done = True
            if self.match.requests[0].seat in self.people:
                break
        self.shown = min(self.shown, self.match.logged)
        return done

    def _hint(self, request: Request) -> str:
        if request.least == 0 and request.most == 1:
            return "number, Enter to pass, u to undo, q to leave> "
        if request.least == request.most == 1:
            return "number, u to undo, q to leave> "
        return f"{request.least} to {request.most} numbers, u to undo, q to leave> "

    def _take(self, request: Request, line: str) -> str:
        """Answer with the numbers of a line; the reason if they are no answer."""
        words = line.replace(",", " ").split()
        if not all(word.isdigit() for word in words):
            return "Type the numbers of what you choose."
        chosen = tuple(int(word) - 1 for word in words)
        wrong = request.refuses(chosen)
        if wrong:
            return wrong[0].upper() + wrong[1:] + "."
        self.match.answer(request.id, chosen)
        return ""


def by_chance(request: Asked, seed: int, count: int) -> tuple[int, ...]:
    """An answer by chance; where nothing must be done, something is done more often than not."""
    key = rng.stream_key(seed, f"bot {request.seat} {count}")
    number, drawn = rng.below(key, 0, request.most - request.least + 1)
    number += request.least
    if request.sort == "act" and number == 0:
        eager, drawn = rng.below(key, drawn, 4)
        number = 1 if eager and request.most else 0
    order, _ = rng.shuffled(key, drawn, range(len(request.options)))
    return tuple(sorted(order[:number]))


def seat_names(number: int) -> Sequence[str]:
    return ("Ann", "Ben", "Cid", "Dot", "Eve", "Fox")[:number]
