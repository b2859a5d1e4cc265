"""Mass play: the same totals however the matches are dealt out, and every match is counted once."""

from __future__ import annotations

import io
import json
import multiprocessing
import sys
from pathlib import Path

import pytest
from attrs import evolve

import tools.simulation.workers as workers
from interpreter.match import begin
from interpreter.model import state as s
from tests.cli.program import botwright
from tests.simulation.simulated import hall, race
from tools.seats.play_match import play
from tools.simulation import FailedMatch, SimulationJob, Totals, UnknownSeat, as_json, as_table, simulate
from tools.simulation.job import seated
from tools.simulation.match import SimulatedGame, seats_of
from tools.simulation.progress import ProgressBar


def counted(totals: Totals) -> list[object]:
    return totals.as_list()


def test_any_number_of_jobs_gives_the_same_totals(tmp_path: Path) -> None:
    race_of_40 = hall(tmp_path, 40)
    alone, _ = simulate(race_of_40, 1)
    assert alone.games == alone.finished == 40
    assert sum(alone.wins) == 40
    assert alone.decisions > 160
    assert alone.rounds_mean > 1
    for jobs in (2, 3):
        together, _ = simulate(race_of_40, jobs)
        assert counted(together) == counted(alone)


def test_where_nothing_can_be_forked_each_process_loads_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_context", lambda: multiprocessing.get_context("spawn"))
    few = hall(tmp_path, 6)
    assert counted(simulate(few, 2)[0]) == counted(simulate(few, 1)[0])


def test_another_seed_is_another_game_and_shares_add_up(tmp_path: Path) -> None:
    whole, _ = simulate(hall(tmp_path, 20, seed=5), 1)
    first, _ = simulate(hall(tmp_path, 12, seed=5), 1)
    second, _ = simulate(hall(tmp_path, 8, seed=17), 1)
    first.add(second)
    assert counted(first) == counted(whole)
    assert counted(simulate(hall(tmp_path, 20, seed=500), 1)[0]) != counted(whole)


def test_a_match_without_an_end_is_left_unfinished(tmp_path: Path) -> None:
    totals, _ = simulate(hall(tmp_path, 3, mode="endless", most=50), 1)
    assert (totals.games, totals.finished, totals.unfinished, totals.errors) == (3, 0, 3, 0)
    assert totals.decisions == 150
    assert totals.rounds_mean == 0


def test_a_match_that_fails_is_named_and_keeps_its_record(tmp_path: Path) -> None:
    risky = hall(tmp_path, 12, mode="risky")
    totals, _ = simulate(risky, 2, records=str(tmp_path))
    assert 0 < totals.errors < 12
    assert totals.games == totals.finished + totals.errors == 12
    assert [failure.seed for failure in totals.failures] == sorted(failure.seed for failure in totals.failures)
    for failure in totals.failures:
        assert "BW5002" in failure.why
        assert failure.record == str(tmp_path / f"race-{failure.seed}.match")
        first, *_ = (json.loads(line) for line in Path(failure.record).read_text().splitlines())
        assert first["seed"] == failure.seed
        assert first["mode"] == "risky"
    again, _ = simulate(risky, 1, records=str(tmp_path))
    assert counted(again) == counted(totals)


def test_whatever_happens_in_one_match_the_others_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = hall(tmp_path, 6)
    played = type(few)._played

    def odd(self: object, seed: int) -> object:
        if seed == 4:
            raise ZeroDivisionError("a fault of ours")
        return played(self, seed)  # type: ignore[arg-type]

    monkeypatch.setattr(type(few), "_played", odd)
    totals, _ = simulate(few, 1, records=str(tmp_path))
    assert totals.finished == 5
    (failure,) = totals.failures
    assert (failure.seed, failure.why) == (4, "BW9001: ZeroDivisionError: a fault of ours")
    assert Path(failure.record).exists()


def test_seats(tmp_path: Path) -> None:
    game = hall(tmp_path, 1).game
    assert seated(game, ()) == ("random", "random")
    assert seated(game, ("random",)) == ("random", "random")
    assert seated(game, ("random",) * 3) == ("random",) * 3
    assert hall(tmp_path, 1, seats=("random",) * 3).order.seats == ("Ann", "Ben", "Cid")
    with pytest.raises(UnknownSeat, match="there is no bot `randem`: did you mean `random`"):
        seated(game, ("randem",))
    with pytest.raises(UnknownSeat, match="all seats are bots"):
        seated(game, ("human",))
    with pytest.raises(UnknownSeat, match="race is for 2 to 3 players"):
        seated(game, ("random",) * 4)


@pytest.mark.parametrize("other", ["greedy", "mcts:5"])
def test_bots_that_look_ahead(tmp_path: Path, other: str) -> None:
    mixed = hall(tmp_path, 2, seats=(other,))
    assert mixed.order.players == (other, "random")
    totals, _ = simulate(mixed, 1)
    assert totals.finished == 2
    assert counted(simulate(mixed, 2)[0]) == counted(totals)


def test_a_program_as_a_seat(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text("import sys\nfor line in sys.stdin: print('{\"answer\": [0]}', flush=True)\n")
    totals, _ = simulate(hall(tmp_path, 2, seats=(f"cmd:{sys.executable} {program}",)), 1)
    assert totals.finished == 2


def test_by_chance_compiled_or_not_is_the_same_game(tmp_path: Path) -> None:
    """Who answers by chance draws the same numbers where nobody looks at the table and where somebody could."""
    few = hall(tmp_path, 1)
    for seed in range(5):
        match = begin(few.game.linked(), few.order.seats, seed, log=False)
        ending = play(match, seats_of(few.order, seed))
        assert few._by_chance(seed) == (ending.winners, ending.decisions, match.machine.state.cells[s.ROUND])


def test_an_order_survives_a_pipe() -> None:
    for packs in (None, ("a", "b")):
        order = SimulationJob("race", "risky", ("x",), packs, ("random", "random"), 9, 3, 70)
        assert SimulationJob.of_text(order.text()) == order


# -------------------------------------------------------------------------------------------------------- telling


def test_told_as_json_and_as_a_table(tmp_path: Path) -> None:
    of_four = hall(tmp_path, 4)
    totals = Totals(("Ann", "Ben"), 4, 2, 1, 40, 12, [1, 0], [FailedMatch(3, "it broke", "race-3.match")])
    assert json.loads(as_json(of_four, totals, 2.0)) == {
        "format_version": 1, "game": "race", "mode": "plain", "games": 4, "finished": 2, "errors": 1,
        "wins": {"Ann": 1, "Ben": 0}, "draws": 1, "lost": 0, "decisions": 40, "decisions_per_second": 20.0,
        "rounds_mean": 6.0,
    }  # fmt: skip
    assert as_table(of_four, totals, 2.0).splitlines() == [
        "race (plain): 4 games, seeds 1 to 4",
        "  finished                         2   50.0 %",
        "  unfinished                       1   25.0 %",
        "  failed                           1   25.0 %",
        "  Ann (random) won                 1   50.0 %  9.5 to 90.5 %",
        "  Ben (random) won                 0    0.0 %  0.0 to 65.8 %",
        "  draws                            1   50.0 %",
        "  decisions                       40  13.3 a game, 20 a second",
        "  rounds                         6.0  a game",
    ]


def test_a_game_that_counts_no_rounds_has_no_line_for_them(tmp_path: Path) -> None:
    of_four = hall(tmp_path, 4)
    with_rounds, without = (Totals(("Ann", "Ben"), 4, 4, 0, 40, rounds, [3, 1]) for rounds in (12, 0))
    lines = as_table(of_four, with_rounds, 2.0).splitlines()
    assert lines[-1].split() == ["rounds", "3.0", "a", "game"]
    assert as_table(of_four, without, 2.0).splitlines() == lines[:-1]


def test_who_plays_alone_and_does_not_win_has_lost(tmp_path: Path) -> None:
    alone = Totals(("Ann",))
    between_two = Totals(("Ann", "Ben"))
    for winners in (["Ann"], [], []):
        alone.ended(winners, 1, 1)
        between_two.ended(winners, 1, 1)
    assert (alone.wins, alone.draws, alone.lost) == ([1], 0, 2)
    assert (between_two.wins, between_two.draws, between_two.lost) == ([1, 0], 2, 0)
    three = hall(tmp_path, 3)
    table = as_table(SimulatedGame(evolve(three.order, players=("random",)), three.game), alone, 1.0)
    assert "  lost                             2   66.7 %" in table
    assert "draws" not in table


def test_a_bar_shows_how_far_it_is() -> None:
    stream = io.StringIO()
    bar = ProgressBar(10, stream)
    totals = Totals(("Ann",), 5)
    bar.show(totals)
    totals.games = 6
    bar.show(totals)  # too soon
    totals.games = 10
    totals.failures.append(FailedMatch(1, ""))
    bar.show(totals)
    bar.wipe()
    pictures = stream.getvalue().split("\r")
    assert "[###############...............] 5 of 10 games" in pictures[1]
    assert "10 of 10 games, 1 failed" in pictures[2]
    assert pictures[3].strip() == ""


# --------------------------------------------------------------------------------------------------- the command


def test_the_command(tmp_path: Path) -> None:
    path = race(tmp_path)
    collected = []
    for jobs in ("1", "2"):
        done = botwright("simulate", path, "-n", "10", "--seed", "4", "--jobs", jobs, "--format", "json", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, b"")
        data = json.loads(done.stdout)
        assert list(data) == [
            "format_version", "game", "mode", "games", "finished", "errors", "wins", "draws", "lost", "decisions",
            "decisions_per_second", "rounds_mean",
        ]  # fmt: skip
        assert data.pop("decisions_per_second") > 0
        collected.append(data)
    assert collected[0] == collected[1]
    shown = botwright("simulate", path, "-n", "3", "--progress", "--seat", "random", cwd=tmp_path)
    assert b"3 of 3 games" in shown.stderr
    assert shown.stdout.decode().startswith("race (plain): 3 games, seeds 1 to 3\n")
    risky = botwright("simulate", path, "-n", "10", "--mode", "risky", "--records", str(tmp_path), cwd=tmp_path)
    assert risky.returncode == 1
    assert b"error: the game with seed" in risky.stderr
    assert b"BW5002" in risky.stderr


@pytest.mark.parametrize(
    "words, code, told",
    [
        (("nothing",), 1, b"there is no game `nothing`"),
        (("race", "--mode", "fast"), 1, b"fast"),
        (("race", "--seat", "kasparov"), 2, b"there is no bot `kasparov`"),
        (("race", "-n", "0"), 2, b"-n"),
    ],
)
def test_wrong_use(tmp_path: Path, words: tuple[str, ...], code: int, told: bytes) -> None:
    race(tmp_path)
    done = botwright("simulate", *(f"./{word}" if word == "race" else word for word in words), cwd=tmp_path)
    assert done.returncode == code
    assert told in done.stderr
    assert b"Traceback" not in done.stderr
