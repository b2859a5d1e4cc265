"""The job of a simulation: the game, its seats, the number of matches, and the first seed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from attrs import asdict, field, frozen

from tools.matches.games import Game, load
from tools.play import seat_names
from tools.seats import UnknownSeat, check

RANDOM = "random"


@frozen
class SimulationJob:
    game: str
    mode: str | None
    variants: tuple[str, ...]
    packs: tuple[str, ...] | None
    players: tuple[str, ...]
    """Who answers at each seat, in order."""
    games: int
    seed: int
    most: int
    """Decisions after which a match is left unfinished."""
    contenders: tuple[str, ...] = ()
    """Names of cards: every two of them meet equally often, each at one seat, then at the other."""
    rulings: Mapping[str, str] = field(factory=dict)
    """How rules are read that the rulebook leaves open, where that is not as by default."""
    cards: str | None = None
    """The kind of the cards whose wins are counted; empty for all cards."""

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(seat_names(len(self.players)))

    def ready(self) -> Game:
        """Load the game. Raises `Unplayable`."""
        return load(self.game, self.mode, self.variants, self.packs, self.rulings)

    def text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def of_text(cls, text: str) -> SimulationJob:
        data = json.loads(text)
        for name in ("variants", "packs", "players", "contenders"):
            data[name] = None if data[name] is None else tuple(data[name])
        return cls(**data)


def seated(game: Game, names: Sequence[str]) -> tuple[str, ...]:
    """The player at each seat: the named ones in order, then random bots. Raises `UnknownSeat`."""
    for name in names:
        check(name)
        if name == "human":
            raise UnknownSeat("nobody is asked in a simulation: all seats are bots")
    least, most = game.players
    number = max(len(names), least, min(2, most))
    if number > most:
        allowed = str(least) if least == most else f"{least} to {most}"
        raise UnknownSeat(f"{game.name} is for {allowed} players, and {len(names)} were named")
    return (*names, *[RANDOM] * (number - len(names)))
