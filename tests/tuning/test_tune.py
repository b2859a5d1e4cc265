"""Tuning finds weights that win where the written ones lose, and says so only of seeds that it has not played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import botwright
from tools.matches.games import Game, load
from tools.tuning.self_play import TuningPlan, tune
from tools.tuning.weights import NothingToTune, weights_of

MANIFEST = """\
id: gathering
name: Gathering
version: 1.0.0
language: "^1.0"
authors: [Ann]
licence: CC0-1.0
source: made up for these tests
"""

RULES = """\
ruleset gathering "Gathering" { players 2, triggers active_first, start Match, score prospects }

extend Player {
  keeps coins: 0.. = 0
  keeps stones: 0.. = 0
}

define prospects(p: Player): number = 0 * wealth(p) + 2 * p.stones + bonus(p)

define wealth(p: Player): number = 3 * p.coins

define bonus(p: Player): number = 5 * p.coins / 100

flow Match {
  repeat 3 {
    for each p in players {
      either "a stone" by p { p.stones += 1 } or "a coin" { p.coins += 1 }
    }
  }
  win players where ahead(that)
}

define ahead(p: Player): yes or no = all(others(p), coins + bonus(that) < p.coins + bonus(p))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "rulesets/gathering"
    home.mkdir(parents=True)
    (home / "ruleset.yaml").write_text(MANIFEST)
    (home / "rules.bot").write_text(RULES)
    return tmp_path


def gathering(folder: Path) -> Game:
    return load(str(folder / "rulesets/gathering"))


def test_the_weights_are_the_numbers_that_only_the_score_uses(folder: Path) -> None:
    weights = weights_of(gathering(folder))
    assert sorted((weight.define, weight.value) for weight in weights.own) == [
        ("prospects", 0),
        ("prospects", 2),
        ("wealth", 3),
    ]
    assert "bonus" in weights.defines, "a rule reads it, so it keeps its numbers"
    changed = weights.text("wealth", [7 if weight.define == "wealth" else weight.value for weight in weights.own])
    assert "= 7 * p.coins" in changed


def test_two_scores_rate_one_match(folder: Path) -> None:
    weights = weights_of(gathering(folder))
    linked = weights.program([weights.values])
    assert weights.name_of(0) in linked.program.symbols.rules
    assert linked.setting("score") == "prospects"


def test_a_foolish_score_is_mended_and_tested_on_unseen_seeds(folder: Path) -> None:
    weights = weights_of(gathering(folder))
    plan = TuningPlan(("Ann", "Ben"), 5, 5, 2, 10, 1, 100)
    tuned = tune(weights, plan, "again", lambda words: None)
    value = {(weight.define, weight.value): new for weight, new in zip(weights.own, tuned.values, strict=True)}
    assert value["prospects", 0] * value["wealth", 3] > value["prospects", 2], "a coin is worth more than a stone"
    assert tuned.gain.value == 1
    assert tuned.gain.low > 0.5
    assert tuned.gain.count == 10
    assert tune(weights, plan, "again", lambda words: None) == tuned


def test_a_good_score_stays_as_it_is(folder: Path) -> None:
    rules = folder / "rulesets/gathering/rules.bot"
    rules.write_text(RULES.replace("0 * wealth(p) + 2 * p.stones", "9 * wealth(p) + 1 * p.stones"))
    weights = weights_of(gathering(folder))
    tuned = tune(weights, TuningPlan(("Ann", "Ben"), 1, 2, 2, 4, 1, 100), "again", lambda words: None)
    assert tuned.values == weights.values
    assert tuned.gain.value == 0.5


def test_the_command_prints_a_patch(folder: Path) -> None:
    done = botwright(
        "tune", "gathering", "--generations", "5", "--candidates", "5", "-n", "2", "--test", "8", cwd=folder
    )
    assert done.returncode == 0, done.stderr
    text = done.stdout.decode()
    assert "the new weights are better, for certain" in text
    assert "-define prospects(p: Player): number = 0 * wealth(p) + 2 * p.stones + bonus(p)" in text
    assert "+define prospects" in text
    assert (folder / "rulesets/gathering/rules.bot").read_text() == RULES


def test_a_game_without_a_score(folder: Path) -> None:
    rules = folder / "rulesets/gathering/rules.bot"
    rules.write_text(RULES.replace(", score prospects", ""))
    with pytest.raises(NothingToTune, match="no `score`"):
        weights_of(gathering(folder))
