"""Starts a match, or resumes the match of a record."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from tools.matches import Game, Match, resume
from tools.matches.journal import never_begun, read_all
from tools.matches.record import read_record
from tools.matches.resume_match import as_asked


def begin(
    game: Game,
    seats: Sequence[str] | Mapping[str, str | None],
    seed: int | None,
    record: str | None = None,
) -> Match:
    """Start a match, or resume the match in `record`.

    `seats` may name bots; the record stores them. Without a seed, a match with any seed is resumed.
    """
    if record is None or not os.path.lexists(record) or never_begun(read_all(record)):
        return game.start(seats, seed if seed is not None else 1, record=record)
    saved = read_record(record)
    as_asked(saved, game, tuple(seats), seed if seed is not None else saved.seed)
    return resume(record, game=game, record=True)
