"""The bench of the engine: both sides play the same games, take turns, and are told in one form."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from tests.cli.program import ROOT, botwright
from tools.bench import OTHERS, names
from tools.bench.forks import in_the_middle
from tools.bench.interleave import Comparison, Work, enough, measure
from tools.bench.paired_games import GamesNotInstalled, all_twins, home, module
from tools.bench.playouts import Backend, BenchmarkGame, play_out, play_out_by_hand, ready
from tools.bench.results import Measurement, as_json, as_table
from tools.bench.triggers import table_with, trials

SAME_CHANCE = ["breakthrough", "connectfour", "hex11", "tictactoe"]  # games without dice: the seed says everything
PLAYOUTS = {"breakthrough": 1, "hex11": 3}


@cache
def game(name: str) -> BenchmarkGame:
    return ready(all_twins()[name])


@pytest.mark.parametrize("backend", ["stopping", "reference"])
@pytest.mark.parametrize("name", SAME_CHANCE)
def test_the_same_seed_is_the_same_game_by_hand(name: str, backend: Backend) -> None:
    for seed in range(PLAYOUTS.get(name, 10)):
        assert play_out(game(name), seed, backend) == play_out_by_hand(game(name).new_by_hand, seed)


@pytest.mark.parametrize("name", [*SAME_CHANCE, "pig"])
def test_straight_through_the_same_seats_win(name: str) -> None:
    for seed in range(20):
        assert play_out(game(name), seed, "straight")[1] == play_out(game(name), seed, "stopping")[1]


@pytest.mark.parametrize("backend", ["stopping", "reference"])
def test_a_game_of_dice_comes_to_an_end_on_both_sides(backend: Backend) -> None:
    for seed in range(5):
        decisions, winners = play_out(game("pig"), seed, backend)
        assert decisions > 10
        assert len(winners) == 1
        assert len(play_out_by_hand(game("pig").new_by_hand, seed)[1]) == 1


def test_the_names_of_all_that_is_measured() -> None:
    assert names() == ["breakthrough", "connectfour", "hex11", "pig", "tictactoe", *OTHERS]


class Clock:
    """A clock that moves only when somebody works."""

    now = 0.0

    def __call__(self) -> float:
        return self.now

    def work(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    result = Clock()
    monkeypatch.setattr("tools.bench.interleave.perf_counter", result)
    return result


def test_sides_take_turns_and_the_median_counts(clock: Clock) -> None:
    order: list[str] = []

    def side(name: str, seconds: float) -> Work:
        def work(round: int) -> int:
            order.append(f"{name}{round}")
            clock.work(seconds * (20 if round == 1 else 1))  # one busy moment, for all
            return 1

        return work

    (result,) = measure([Comparison("t", "x/s", side("o", 0.01), side("t", 0.02), side("r", 0.001))], 5)
    assert order == ["t0", "o0", "r0", "o1", "t1", "r1", "t2", "o2", "r2", "o3", "t3", "t4", "o4"]
    assert result == Measurement("t", 100.0, 1000.0, 50.0, 2.0, "x/s")
    (timed,) = measure([Comparison("t", "µs", side("o", 0.01), side("t", 0.02), per="unit")], 3)
    assert timed == Measurement("t", 10_000.0, None, 20_000.0, 0.5, "µs", less_is_better=True)


def test_how_often_work_fits_into_a_turn(clock: Clock) -> None:
    assert enough(lambda _: clock.work(0.002), 0.02) == 10
    assert enough(lambda _: clock.work(0.02), 0.01) == 1


def test_figures_are_told() -> None:
    results = [
        Measurement("pig", 9_000.0, 300.0, 10_000.0, 0.9, "playouts/s"),
        Measurement("fork", 5.5, None, 1.1, 5.0, "forks/s", 3.0, 10.0),
        Measurement("mode off", 2.2, None, 2.0, 1.1, "µs/event", 1.05, 1.0, less_is_better=True),
    ]
    assert as_table(results).splitlines() == [
        "                              ours   reference      theirs       ratio",
        "pig                          9,000         300      10,000       0.9 ×  playouts/s",
        "fork                          5.50                    1.10      5.00 ×  forks/s, floor 3.00, goal 10.0",
        "mode off                      2.20                    2.00      1.10 ×  µs/event, floor 1.05, goal 1.00, not reached",
    ]
    data = json.loads(as_json(results))
    assert data["format_version"] == 1
    assert data["results"][1] == {
        "name": "fork", "ours": 5.5, "reference": None, "theirs": 1.1, "ratio": 5.0, "unit": "forks/s",
        "floor": 3.0, "goal": 10.0, "less_is_better": False,
    }  # fmt: skip


def test_a_copy_by_hand_is_as_large_as_the_match() -> None:
    match = in_the_middle()
    assert match.requests
    values = len(match.machine.state.cells)
    table = module(home() / "slotted.py").Table(values)
    copy = table.copy()
    copy.pieces[0].a = -5
    assert table.pieces[0].a == 0
    assert values <= 12 * len(copy.pieces) < values + 12


def test_every_event_is_answered_by_the_card_that_it_hits() -> None:
    match = table_with(3)
    match.answer((1,))
    layout, cells = match.program.linked.layout.kinds["Token"], match.machine.state.cells
    seen = [cells[thing + layout.offset["seen"]] for thing in range(len(cells)) if cells[thing] == "Token"]
    assert sorted(seen) == [0, 0, 22]  # one event, then ten, each counted by its effect and by its card
    assert [trial.name for trial in trials((2, 3))] == ["triggers 3", "mode off"]


def test_the_command(tmp_path: Path) -> None:
    done = botwright("bench", "pig", "--rounds", "1", "--format", "json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    result, _ = json.loads(done.stdout)["results"]
    assert set(result) == {"name", "ours", "reference", "theirs", "ratio", "unit", "floor", "goal", "less_is_better"}
    assert result["name"] == "pig"
    assert result["ours"] > 0
    wrong = botwright("bench", "chess", cwd=tmp_path)
    assert wrong.returncode == 2
    assert b"there is no measurement `chess`" in wrong.stderr
    begun = botwright("bench", "hex", "--rounds", "1", "--format", "json", cwd=ROOT)  # as much of a name as tells it
    assert [result["name"] for result in json.loads(begun.stdout)["results"]] == ["hex11", "hex11 stopping"]


def test_where_there_is_no_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.bench.paired_games.room", lambda _: tmp_path / "tools")
    with pytest.raises(GamesNotInstalled, match="of the repository"):
        all_twins()
