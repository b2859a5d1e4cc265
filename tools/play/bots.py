"""Bots for the seats without a person.

The answer of a bot depends only on the seed of the match, its seat, the number of answers so far, and what it may know;
so a resumed match continues as if it had never stopped, and undoing and repeating an answer gives the same reply. An
external program is started once and kept running.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import define, field

from interpreter.model import rng
from interpreter.model.requests import EngineRequest
from interpreter.seats import Seat, decide, default_answer, question_of
from tools.matches import Match
from tools.matches.match import engine_of
from tools.seats import PROGRAM, seat
from tools.seats.process import ProcessSeat

SLOW = ("mcts", PROGRAM)
"""Bots that may take a while."""


@define
class Bots:
    """`who` names a bot for each of their seats."""

    who: Mapping[str, str]
    notes: list[str] = field(factory=list)
    """Their faults."""
    progress: Callable[[str, float], None] | None = None
    """Told how far a bot is that takes longer than a second."""
    _programs: dict[str, Seat] = field(factory=dict, init=False)
    _told: dict[str, int] = field(factory=dict, init=False)

    def answer(self, match: Match, request: EngineRequest) -> tuple[int, ...]:
        """The answer of the bot at a seat to an open request; the plainest valid answer if the bot's is invalid."""
        bot = self._bot(match, request.seat)
        answer = decide(engine_of(match), request, bot)
        if isinstance(bot, ProcessSeat):
            new = bot.faults[self._told.get(request.seat, 0) :]
            self._told[request.seat] = len(bot.faults)
            self.notes += [f"{request.seat}: the program {fault.what}; {fault.then}" for fault in new]
        wrong = request.refuses(answer)
        if not wrong:
            return answer
        self.notes.append(f"{request.seat} ({self.who[request.seat]}) gives no answer: {wrong}")
        return default_answer(question_of(request))

    def is_slow(self, name: str) -> bool:
        return self.who[name].partition(":")[0] in SLOW

    def is_program(self, name: str) -> bool:
        return self.who[name].partition(":")[0] == PROGRAM

    def _bot(self, match: Match, name: str) -> Seat:
        spec = self.who[name]
        if not self.is_program(name):
            key = rng.stream_key(match.seed, f"bot {name} {match.answers}")
            return seat(spec, rng.below(key, 0, 1 << 62)[0], name, tell=self._teller(name))
        if name not in self._programs:
            self._programs[name] = seat(spec, match.seed, name)
        return self._programs[name]

    def close(self) -> None:
        """End the programs that were started."""
        for program in self._programs.values():
            close = getattr(program, "close", None)
            if close is not None:
                close()
        self._programs.clear()

    def _teller(self, name: str) -> Callable[[float], None] | None:
        progress = self.progress
        return None if progress is None else lambda share: progress(name, share)
