"""Everybody against everybody: who meets whom, what counts, and how it is told."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from tests.cli.program import botwright
from tests.simulation.simulated import MANIFEST
from tools.matches.games import load
from tools.simulation import SimulationJob, simulate
from tools.simulation.heat_map import as_svg
from tools.simulation.match import SimulatedGame
from tools.simulation.pair_results import as_csv, as_json, as_text, contest
from tools.simulation.round_robin import CardPickingSeat, NoRoundRobin, contenders, meetings, pair_of, wishes_of

RULES = """\
ruleset race "Race" { players 2, triggers active_first, start Match }

kind Car { speed: 0..9 }

Car Snail { speed 1 }

Car Hare { speed 5 }

Car Jet "Jet <X>" { speed 9 }

extend Player { zone garage of Car }

flow Match {
  for each p in players {
    choose one of supply(Car) by p as model
    take 1 of model into p.garage
  }
  choose one of 1..3 by first(players) as lap
  win highest(players, sum(garage, speed))
}
"""


@pytest.fixture
def race(tmp_path: Path) -> str:
    (tmp_path / "ruleset.yaml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "race.bot").write_text(RULES, encoding="utf-8")
    return str(tmp_path)


def order(race: str, each: int, names: tuple[str, ...]) -> SimulationJob:
    return SimulationJob(race, None, (), None, ("random", "random"), each * len(meetings(names)), 1, 100, names)


def test_the_cards_that_are_picked_first_meet(race: str) -> None:
    assert contenders(load(race)) == ("Hare", "Jet <X>", "Snail")
    assert contenders(load(race), "Car") == ("Hare", "Jet <X>", "Snail")
    with pytest.raises(NoRoundRobin, match="no kind `Bike`"):
        contenders(load(race), "Bike")
    with pytest.raises(NoRoundRobin, match="fewer than two cards of the kind `Player`"):
        contenders(load(race), "Player")


def test_a_card_that_one_player_picks_for_both_is_no_contender(tmp_path: Path) -> None:
    rules = RULES.replace(
        "kind Car {", "kind Road { length: 0..9 }\n\nRoad Lane { length 1 }\n\nRoad Alley { length 2 }\n\nkind Car {"
    )
    rules = rules.replace("flow Match {", "flow Match {\n  choose one of supply(Road) by first(players) as road")
    (tmp_path / "ruleset.yaml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "race.bot").write_text(rules, encoding="utf-8")
    game = load(str(tmp_path))
    assert contenders(game) == ("Hare", "Jet <X>", "Snail")
    assert contenders(game, "Road") == ("Alley", "Lane")


def test_every_two_meet_at_both_seats() -> None:
    ordered = order("race", 4, ("A", "B", "C"))
    assert [wishes_of(ordered, seed) for seed in range(1, 5)] == [("A", "B"), ("B", "A")] * 2
    assert {pair_of(ordered, seed)[0] for seed in range(1, 13)} == {0, 1, 2}


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_faster_one_always_wins(race: str, jobs: int) -> None:
    game = load(race)
    hall = SimulatedGame(order(race, 6, contenders(game)), game)
    totals, _ = simulate(hall, jobs)
    result = contest(hall, totals)
    assert result.names == ("Jet <X>", "Hare", "Snail")
    assert [result.overall[name].rate for name in result.names] == [1.0, 0.5, 0.0]
    assert result.shares["Hare", "Snail"].wins == 6
    rows = list(csv.DictReader(io.StringIO(as_csv(result))))
    assert len(rows) == 6
    assert rows[0]["contender"] == "Jet <X>"
    low, high = float(rows[0]["low"]), float(rows[0]["high"])
    assert (low, high) == (pytest.approx(0.6097, abs=1e-3), 1.0)  # Wilson's interval of 6 in 6
    data = json.loads(as_json(result, totals))
    assert [item["wins"] for item in data["contenders"]] == [12, 6, 0]
    assert "100.0 %" in as_text(result, totals)
    picture = ElementTree.fromstring(as_svg(result))
    cells = [part.text for part in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert cells.count("100") == 3
    assert cells.count("0") == 3


@pytest.mark.parametrize(
    "name", ["=2+5", "+1", "-1", "@SUM(A1)", "  =2+5", "=cmd|'/C calc'!A0", "\uff1d2+5", "\uff201"]
)
def test_no_name_is_a_formula_in_a_spreadsheet(tmp_path: Path, name: str) -> None:
    rules = RULES.replace("Jet <X>", name)
    (tmp_path / "race.bot").write_text(rules)
    game = load(tmp_path)
    hall = SimulatedGame(order(str(tmp_path), 2, contenders(game)), game)
    rows = list(csv.reader(io.StringIO(as_csv(contest(hall, simulate(hall, 1)[0])))))
    cells = [cell for row in rows for cell in row]
    assert f"'{name}" in cells
    assert not any(cell.lstrip().startswith(("=", "+", "-", "@")) for cell in cells)


def test_the_picture_says_what_it_shows(race: str) -> None:
    """Matches of each pair, who played, what colours and bold numbers mean: whoever gets it has nothing else."""
    game = load(race)
    hall = SimulatedGame(order(race, 6, contenders(game)), game)
    result = contest(hall, simulate(hall, 1)[0])
    parts = list(ElementTree.fromstring(as_svg(result)).iter("{http://www.w3.org/2000/svg}text"))
    words = " ".join(part.text or "" for part in parts)
    assert "how often the row wins against the column" in words
    assert "6 matches of each pair, changing seats, played by random and random" in words
    assert "95 % range" in words
    assert "0: the row always loses" in words
    bold = [part.text for part in parts if part.get("font-weight") == "bold"]
    assert sorted(bold[1:]) == ["0"] * 3 + ["100"] * 3, "of 6 in 6 the range leaves 50 out"
    hall = SimulatedGame(order(race, 2, contenders(game)), game)
    few = contest(hall, simulate(hall, 1)[0])
    parts = list(ElementTree.fromstring(as_svg(few)).iter("{http://www.w3.org/2000/svg}text"))
    assert sum(part.get("font-weight") == "bold" for part in parts) == 1, (
        "two matches say nothing: only the title is bold"
    )


@pytest.mark.parametrize("likes, takes", [((0, 1), (1, 2)), ((0, 2), (1, 2)), ((2, 3), (1, 2)), ((0, 3), (1, 3))])
def test_nobody_takes_what_the_other_wishes_for(likes: tuple[int, ...], takes: tuple[int, ...]) -> None:
    """Two of four: the own wish is the second, that of the other the first."""

    class Fixed:
        def choose(self, *_: object) -> tuple[int, ...]:
            return likes

    question = SimpleNamespace(sort="choose", least=2, most=2, shown=lambda _: offered)
    offered = SimpleNamespace(options=[SimpleNamespace(words=words) for words in ("A", "B", "C", "D")])
    wishing = CardPickingSeat(Fixed(), "B", ("A",))  # type: ignore[arg-type]
    assert wishing.choose(lambda: None, question, None) == takes  # type: ignore[arg-type,return-value]
    assert wishing.choose(lambda: None, question, None) == likes, "only once"  # type: ignore[arg-type,return-value]


def test_the_command_writes_what_it_is_asked_for(race: str, tmp_path: Path) -> None:
    table, picture = tmp_path / "table.csv", tmp_path / "map.svg"
    done = botwright(
        "simulate", race, "--round-robin", "--jobs", "1", "-o", str(table), "-o", str(picture), cwd=tmp_path
    )
    assert done.returncode == 0
    assert b"3 contenders, 6 games, 6 of them counted" in done.stdout
    assert table.read_text(encoding="utf-8").count("\n") == 7
    assert picture.read_text(encoding="utf-8").startswith("<svg ")


def test_the_command_refuses_what_is_no_round_robin(race: str, tmp_path: Path) -> None:
    assert b"needs `--round-robin`" in botwright("simulate", race, "--format", "svg", cwd=tmp_path).stderr
    assert b"does not end in .csv" in botwright("simulate", race, "--round-robin", "-o", "map.bmp", cwd=tmp_path).stderr
