"""Lay a table: begin a match, or go on with the one that a record holds."""

from __future__ import annotations

import os
from collections.abc import Sequence

from tools.matches import Game, Match, resume
from tools.matches.journal import never_begun, read_all
from tools.matches.record import read_record
from tools.matches.resuming import as_asked


def begin(game: Game, seats: Sequence[str], seed: int, record: str | None = None) -> Match:
    """A match from its beginning; if `record` holds one that is not over, that match from where it was left."""
    if record is None or not os.path.lexists(record) or never_begun(read_all(record)):
        return game.start(seats, seed, record=record)
    as_asked(read_record(record), game, seats, seed)
    return resume(record, game=game, record=True)
