"""Chance is even, counted and the same everywhere."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.model import rng

# SplitMix64 with seed 0, as published with the algorithm: the counted form must walk the same sequence.
PUBLISHED = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC]


def test_the_published_sequence() -> None:
    assert [rng.word(0, count) for count in range(4)] == PUBLISHED


def test_streams_do_not_depend_on_each_other() -> None:
    a, b = rng.stream_key(7, "die D6"), rng.stream_key(7, "shuffle deck")
    assert a != b
    assert [rng.word(a, n) for n in range(5)] != [rng.word(b, n) for n in range(5)]
    assert rng.stream_key(7, "die D6") == a
    assert rng.stream_key(8, "die D6") != a


def test_every_outcome_is_about_as_likely() -> None:
    key, count = rng.stream_key(1, "die"), 0
    seen: Counter[int] = Counter()
    for _ in range(60_000):
        face, count = rng.below(key, count, 6)
        seen[face] += 1
    # six standard deviations of a fair die around 10,000
    assert set(seen) == set(range(6))
    assert all(abs(times - 10_000) < 6 * 91 for times in seen.values())


def test_an_uneven_limit_draws_again() -> None:
    """With a limit just over half of all words, about half of the draws must be thrown away."""
    key, count = rng.stream_key(3, "x"), 0
    for _ in range(100):
        result, count = rng.below(key, count, (1 << 63) + 1)
        assert 0 <= result <= 1 << 63
    assert count > 120


@given(st.lists(st.integers(), max_size=30, unique=True), st.integers(0, 1 << 32))
def test_a_shuffle_keeps_every_item(items: list[int], seed: int) -> None:
    order, count = rng.shuffled(rng.stream_key(seed, "s"), 0, items)
    assert sorted(order) == sorted(items)
    assert count >= max(0, len(items) - 1)


def test_three_cards_come_in_all_six_orders() -> None:
    key, count = rng.stream_key(5, "s"), 0
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(6_000):
        order, count = rng.shuffled(key, count, (1, 2, 3))
        seen[order] += 1
    assert len(seen) == 6
    assert all(abs(times - 1_000) < 6 * 29 for times in seen.values())


def test_a_draw_needs_an_outcome() -> None:
    with pytest.raises(ValueError, match="at least one"):
        rng.below(1, 0, 0)
