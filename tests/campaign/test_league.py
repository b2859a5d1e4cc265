"""A league over several matches is one match for the program: left and killed between two games, it goes on the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import botwright
from tools.play import by_chance

SEATS = ("Ann", "Ben", "Cid")
MATCHES = 3


@pytest.fixture(scope="module")
def league() -> botwright.Game:
    return botwright.load("pblrobots", mode="keeper_league")


def games_won(match: botwright.Match) -> dict[str, int]:
    players = [thing for thing in match.view().things if thing.kind == "Player"]
    return {player.name: int(player.fields["wins"]) for player in players}


def keepers(match: botwright.Match) -> dict[str, int]:
    players = [thing for thing in match.view().things if thing.kind == "Player"]
    return {player.name: len(player.fields["keepers"]) for player in players}


def play_until(match: botwright.Match, matches: int) -> None:
    """Answer by chance until so many matches of the league have been won."""
    while not match.over and sum(games_won(match).values()) < matches:
        request = match.requests[0]
        match.answer(request.id, by_chance(request, 3, match.answers))


def test_a_league_of_three_matches_resumes_after_each_of_them(league: botwright.Game, tmp_path: Path) -> None:
    match = league.start(SEATS, seed=3)
    for number in range(1, MATCHES + 1):
        play_until(match, number)
        assert sum(games_won(match).values()) == number
        assert set(keepers(match).values()) == {5}
        match.save(tmp_path / "league.bwr")
        again = botwright.resume(tmp_path / "league.bwr", game=league)
        assert again.hash == match.hash
        match = again
    assert match.over
    winners = match.view().winners
    assert len(winners) == 1
    assert games_won(match)[winners[0]] == max(games_won(match).values())
