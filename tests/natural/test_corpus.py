"""The corpus of natural mistakes is complete and well-formed."""

from __future__ import annotations

from tests.natural.corpus import mistakes
from tools.resources import shipped_rulesets


def test_every_entry_is_complete() -> None:
    corpus = list(mistakes())
    games = set(shipped_rulesets())
    assert len(corpus) >= 300
    assert len({mistake.id for mistake in corpus}) == len(corpus)
    for mistake in corpus:
        assert mistake.game in games, mistake.id
        assert mistake.kind in ("card", "keyword", "map", "manifest", "scenario"), mistake.id
        assert mistake.meant, mistake.id
        assert 0 <= mistake.line <= mistake.text.count("\n") + 1, mistake.id


def test_both_halves_are_large() -> None:
    halves = [sum(mistake.held_out is half for mistake in mistakes()) for half in (True, False)]
    assert min(halves) >= 150
