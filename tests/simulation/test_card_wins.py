"""How often the side won that had a card: what counts as having, and how it is told."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.program import botwright
from tests.simulation.simulated import MANIFEST
from tests.simulation.test_round_robin import RULES
from tools.matches.games import load
from tools.simulation import SimulationJob, simulate
from tools.simulation.card_watch import NoSuchCards, counted_cards
from tools.simulation.card_wins import CardWins, as_csv, as_json, as_svg, as_text, card_wins
from tools.simulation.match import SimulatedGame
from tools.simulation.totals import Totals

GAMES = 30


def race(folder: Path, garage: str) -> str:
    (folder / "ruleset.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "race.bot").write_text(RULES.replace("zone garage of Car", garage), encoding="utf-8")
    return str(folder)


def results(folder: Path, garage: str, jobs: int = 1) -> tuple[dict[str, CardWins], Totals]:
    place = race(folder, garage)
    order = SimulationJob(place, None, (), None, ("random", "random"), GAMES, 1, 100, cards="Car")
    hall = SimulatedGame(order, load(place))
    totals, _ = simulate(hall, jobs)
    return {row.name: row for row in card_wins(hall.game.linked(), totals)}, totals


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_side_with_the_fastest_car_wins(tmp_path: Path, jobs: int) -> None:
    """Each side has one car; both may have the same one, and then both win."""
    rows, totals = results(tmp_path, "zone garage of Car", jobs)
    assert sum(row.in_play.matches for row in rows.values()) == 2 * GAMES
    assert rows["Jet <X>"].in_play.rate == 1
    assert rows["Snail"].in_play.rate < rows["Hare"].in_play.rate < 1
    assert sum(row.in_play.wins for row in rows.values()) == sum(totals.wins)
    assert list(rows) == ["Jet <X>", "Hare", "Snail"]


def test_a_card_that_only_its_owner_sees_is_not_in_play(tmp_path: Path) -> None:
    rows, _ = results(tmp_path, "zone garage of Car seen by owner")
    assert sum(row.had.matches for row in rows.values()) == 2 * GAMES
    assert sum(row.in_play.matches for row in rows.values()) == 0


def test_a_card_that_nobody_sees_is_not_had(tmp_path: Path) -> None:
    assert results(tmp_path, "zone garage of Car seen by nobody")[0] == {}


def test_table_csv_json_and_picture_agree(tmp_path: Path) -> None:
    by_name, totals = results(tmp_path, "zone garage of Car")
    rows = list(by_name.values())
    lines = {(row["card"], row["where"]): row for row in csv.DictReader(io.StringIO(as_csv(rows)))}
    jet = by_name["Jet <X>"].in_play
    assert lines["Jet <X>", "in play"]["wins"] == lines["Jet <X>", "in play"]["matches"] == str(jet.matches)
    told = json.loads(as_json(rows, totals, "race", None))["cards"][0]
    assert told["name"] == "Jet <X>"
    assert told["in_play"]["matches"] == told["in_play"]["wins"] == jet.matches
    assert f"{jet.matches}  100.0 %" in as_text(rows, totals, "race")
    words = [part.text for part in ElementTree.fromstring(as_svg(rows, totals, "race")).iter() if part.text]
    assert {"Jet <X>", "Hare", "Snail"} <= set(words)


def test_a_kind_without_cards_is_refused(tmp_path: Path) -> None:
    linked = load(race(tmp_path, "zone garage of Car")).linked()
    assert counted_cards(linked, "") == counted_cards(linked, "Car") == {"Snail", "Hare", "Jet"}
    with pytest.raises(NoSuchCards, match="no kind `Bike`"):
        counted_cards(linked, "Bike")


def test_the_command_writes_the_cards(tmp_path: Path) -> None:
    place, table = race(tmp_path, "zone garage of Car"), tmp_path / "cars.csv"
    done = botwright("simulate", place, "-n", "4", "--jobs", "1", "--cards", "Car", "-o", str(table), cwd=tmp_path)
    assert done.returncode == 0
    assert b"4 finished games" in done.stdout
    assert table.read_text(encoding="utf-8").startswith("card,where,matches")
    both = botwright("simulate", place, "--cards", "Car", "--round-robin", cwd=tmp_path)
    assert b"do not go together" in both.stderr
