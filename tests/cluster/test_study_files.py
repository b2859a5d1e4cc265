"""What a worker gets, and what is kept of a study: without a cluster."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import botwright
from tests.simulation.simulated import hall, race
from tools.cluster.chunk import Played, SeedRange, play_chunk
from tools.cluster.shipment import OtherEngine, shipment_of, unpacked
from tools.cluster.study_file import NotResumed, StudyFile, open_study
from tools.simulation import Totals, simulate


def test_a_chunk_is_played_from_texts_and_numbers_alone(tmp_path: Path) -> None:
    game = hall(tmp_path, 12, mode="risky")
    sent = shipment_of(game.order, game.game)
    for file in (tmp_path / "race").iterdir():
        file.unlink()
    whole = Totals(game.order.seats)
    for chunk in (SeedRange(1, 5), SeedRange(6, 7)):
        played = Played.of_text(play_chunk(sent.job, sent.files, sent.hash, chunk.first, chunk.count))
        whole.add(Totals.from_list(whole.seats, played.totals))
    race(tmp_path)
    alone, _ = simulate(hall(tmp_path, 12, mode="risky"), 1, records=str(tmp_path))
    assert whole.games == alone.games == 12
    assert [(failure.seed, failure.why) for failure in whole.failures] == [(f.seed, f.why) for f in alone.failures]
    assert alone.failures
    assert (whole.wins, whole.decisions, whole.rounds) == (alone.wins, alone.decisions, alone.rounds)


def test_a_worker_with_other_rules_or_another_engine_does_not_play(tmp_path: Path) -> None:
    game = hall(tmp_path, 1)
    sent = shipment_of(game.order, game.game)
    with pytest.raises(OtherEngine):
        unpacked(sent.job, sent.files, "0" * 32)
    changed = shipment_of(game.order, hall(tmp_path, 1, mode="risky").game)
    assert changed.hash != sent.hash


def test_the_parts_of_a_chunk_are_the_whole() -> None:
    for count in (2, 7, 8, 9, 100):
        parts = SeedRange(5, count).split()
        seeds = [seed for part in parts for seed in range(part.first, part.first + part.count)]
        assert seeds == list(range(5, 5 + count))
        assert 1 < len(parts) <= 8


def test_the_seeds_that_are_left() -> None:
    study = StudyFile(None, [SeedRange(10, 5), SeedRange(1, 2), SeedRange(20, 1)])
    assert list(study.left(1, 24)) == [SeedRange(3, 7), SeedRange(15, 5), SeedRange(21, 4)]
    assert list(StudyFile(None).left(3, 4)) == [SeedRange(3, 4)]
    assert list(StudyFile(None, [SeedRange(3, 4)]).left(3, 4)) == []


def test_a_study_goes_on_where_its_file_ends(tmp_path: Path) -> None:
    game, path = hall(tmp_path, 20), str(tmp_path / "race.study")
    sent = shipment_of(game.order, game.game)
    study = open_study(path, sent, Totals(game.order.seats))
    expected = Totals(game.order.seats)
    for chunk in (SeedRange(1, 4), SeedRange(9, 2)):
        totals = Played.of_text(play_chunk(sent.job, sent.files, sent.hash, chunk.first, chunk.count)).totals
        study.write(chunk, totals)
        expected.add(Totals.from_list(expected.seats, totals))
    study.close()
    with open(path, "a") as file:
        file.write("[11, 2, [2, 2,")  # the process was killed here
    counted = Totals(game.order.seats)
    again = open_study(path, sent, counted)
    assert counted.as_list() == expected.as_list()
    assert again.done == [SeedRange(1, 4), SeedRange(9, 2)]
    again.write(SeedRange(11, 1), Totals(game.order.seats).as_list())
    again.close()
    last = open_study(path, sent, Totals(game.order.seats))
    last.close()
    assert last.done == [SeedRange(1, 4), SeedRange(9, 2), SeedRange(11, 1)]


def test_a_damaged_line_is_told_and_nothing_is_thrown_away(tmp_path: Path) -> None:
    game, path = hall(tmp_path, 20), tmp_path / "race.study"
    sent = shipment_of(game.order, game.game)
    study = open_study(str(path), sent, Totals(game.order.seats))
    for chunk in (SeedRange(1, 2), SeedRange(3, 2)):
        study.write(chunk, Totals(game.order.seats).as_list())
    study.close()
    lines = path.read_text().splitlines(keepends=True)
    path.write_text(lines[0] + "[1, 2, [2,\n" + lines[2])
    before = path.read_bytes()
    with pytest.raises(NotResumed, match=r"line 2 of .* is damaged"):
        open_study(str(path), sent, Totals(game.order.seats))
    assert path.read_bytes() == before


def test_the_file_of_another_study_is_left_alone(tmp_path: Path) -> None:
    game, path = hall(tmp_path, 20), tmp_path / "race.study"
    sent = shipment_of(game.order, game.game)
    open_study(str(path), sent, Totals(game.order.seats)).close()
    before = path.read_bytes()
    other = hall(tmp_path, 20, seed=2)
    with pytest.raises(NotResumed, match="not the file of this study"):
        open_study(str(path), shipment_of(other.order, other.game), Totals(game.order.seats))
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "words, message",
    [
        (("--on", "moon"), "`--on moon`: write `dask`"),
        (("--resume", "x.study"), "`--resume` goes with `--on`"),
    ],
)
def test_wrong_options(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    done = botwright("simulate", race(tmp_path), "-n", "1", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr.decode()
