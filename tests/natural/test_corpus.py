"""The corpus of natural mistakes is complete and well-formed."""

from __future__ import annotations

from pathlib import Path

from tests.natural.corpus import mistakes, variants
from tests.natural.measure import Bench
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


def test_the_lines_that_were_meant_are_right(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    for variant in variants():
        assert bench.check(variant, variant.right).findings == (), f"{variant.id}: {variant.fix}"
