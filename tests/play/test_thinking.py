"""A person who waits for a bot is told how far it is, and only if it takes long."""

from __future__ import annotations

import pytest

from tools.drawing import TextStyle
from tools.matches import load
from tools.play.session import PlaySession

SEED = 3


def advance(monkeypatch: pytest.MonkeyPatch, patience: float) -> list[tuple[str, float]]:
    monkeypatch.setattr("tools.seats.thinking_time.PATIENCE", patience)
    monkeypatch.setattr("tools.seats.thinking_time.perf_counter", iter(range(1_000_000)).__next__)
    match = load("scrapyard").start(["Ann", "Ben"], seed=SEED)
    session = PlaySession(match, {"Ann": "mcts:12", "Ben": "human"}, lambda: TextStyle(width=80, height=24))
    said: list[tuple[str, float]] = []
    session.advance(progress=lambda seat, share: said.append((seat, share)))
    session.close()
    assert session.asked == "Ben"
    return said


def test_who_waits_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    said = advance(monkeypatch, 2.0)
    assert said
    assert {seat for seat, _ in said} == {"Ann"}
    assert all(0 < share <= 1 for _, share in said)


def test_a_quick_bot_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert advance(monkeypatch, 1_000.0) == []
