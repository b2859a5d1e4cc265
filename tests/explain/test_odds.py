"""How likely something is: chances that were worked out on paper, and what is done where nobody can."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from interpreter.explain.odds import Odds, check_question, odds, wilson
from interpreter.match import begin
from tests.cli.program import botwright
from tools.matches.games import Game, load
from tools.odds import BadQuestion, as_table, ask
from tools.odds.question import read

MANIFEST = """\
id: chances
name: Chances
version: 1.0.0
language: "^1.0"
authors: [Ann]
licence: CC0-1.0
source: made up for these tests
"""

RULES = """\
ruleset chances "Chances" { players 2, triggers active_first, start Match }

symbols Icon { miss, crit }

die D6 { 1..6 }

die Impact { miss, 0, 0, 1, 1, crit }

combo yahtzee = 5 same

combo full_house = 3 same + 2 other

combo small_straight = 4 run

combo large_straight = 5 run

kind Gadget { price: 0..9 = 1 }

Gadget Torch { }

Gadget Bucket { price 2 }

Gadget Welder { price 3 }

extend Table { zone pile of Gadget }

extend Player { keeps points: 0.. = 0 }

effect explode by me {
  keeps rolling = yes
  repeat while rolling at most 40 {
    roll D6 as face
    me.points += face
    rolling = face is 6
  }
}

effect careful by me {
  roll D6 as face
  if face is 1 { roll D6 as second; me.points = second } else { me.points = face }
}

effect lay_out {
  for each gadget in supply(Gadget) { take 1 of gadget into pile }
  shuffle pile
}

effect pick by me { choose one of 1..4 as n; me.points = n }

effect never by me { repeat 2000 { choose one of 1..2 as n; me.points = n } }

effect broken by me { roll D6 as face; me.points = 12 / (face - 3) }

flow Match { repeat { roll D6 as face; pick by first(players) } }

goal far = players where points > 4
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("chances")
    (folder / "ruleset.yaml").write_text(MANIFEST)
    (folder / "rules.bot").write_text(RULES)
    return load(folder)


def chances(found: Odds) -> dict[str, Fraction | float]:
    assert found.exact
    assert sum(outcome.chance for outcome in found.outcomes) == 1
    return {outcome.words: outcome.chance for outcome in found.outcomes}


@pytest.mark.parametrize(
    "question, chance",
    [
        ("roll 2 of D6 as dice; sum(dice, value) is 7", Fraction(1, 6)),
        ("roll 2 of D6 as dice; sum(dice, value) is 12", Fraction(1, 36)),
        ("roll 2 of D6 as dice; sum(dice, value) is 13", 0),
        ("roll 4 of D6 as dice; some(dice, value is 6)", 1 - Fraction(5, 6) ** 4),
        ("roll D6 as one; roll D6 as two; one > two", Fraction(15, 36)),
        ("roll Impact as face; face has crit", Fraction(1, 6)),
        ("roll Impact as face; face.value is 0", Fraction(4, 6)),
        ("roll 2 of Impact as dice; some(dice, shows(that, miss))", Fraction(11, 36)),
        ("choose one of [1, 2, 3, 4, 5] by chance as n; n > 3", Fraction(2, 5)),
        ("choose 2 of [1, 2, 3, 4] by chance as n; 4 in n", Fraction(1, 2)),
        ("lay_out; top(pile) is Torch", Fraction(1, 3)),
        ("lay_out; sum(top(pile, 2), price) is 3", Fraction(1, 3)),
        ("yes", 1),
    ],
)
def test_worked_out_on_paper(game: Game, question: str, chance: Fraction) -> None:
    assert chances(ask(game, question)).get("yes", 0) == chance


def test_whoever_names_a_die_asks_what_it_shows(game: Game) -> None:
    assert chances(ask(game, "D6")) == {str(number): Fraction(1, 6) for number in range(1, 7)}
    assert chances(ask(game, "Impact"))["crit"] == Fraction(1, 6)


def test_five_dice(game: Game) -> None:
    names = ["large_straight", "small_straight", "full_house", "yahtzee"]
    asked = '"nothing"'
    for name in reversed(names):
        asked = f'(if complete({name}, dice) then "{name}" else {asked})'
    result = chances(ask(game, f"roll 5 of D6 as dice; {asked}"))
    assert [result[name] * 7776 for name in names] == [240, 1200 - 240, 300, 6]


def test_numbers_come_with_all_their_chances_and_a_mean(game: Game) -> None:
    answer = ask(game, "roll 2 of D6 as dice; sum(dice, value)")
    assert [outcome.number for outcome in answer.outcomes] == list(range(2, 13))
    assert [outcome.chance * 36 for outcome in answer.outcomes] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert answer.mean is not None
    assert answer.mean.chance == 7
    assert answer.runs == 36


def test_a_second_roll_only_after_a_one(game: Game) -> None:
    answer = ask(game, "careful by me; me.points")
    assert chances(answer) == {"1": Fraction(1, 36), **{str(face): Fraction(7, 36) for face in range(2, 7)}}
    assert answer.runs == 11


def test_rolling_on_after_a_six(game: Game) -> None:
    """Forty rolls deep, but each depth has five ways out: that can be gone through."""
    answer = ask(game, "explode by me; me.points")
    assert answer.runs == 39 * 5 + 6
    assert chances(answer)["5"] == Fraction(1, 6)
    assert chances(answer)["11"] == Fraction(1, 36)
    assert "6" not in chances(answer)
    assert answer.mean is not None
    assert float(answer.mean.chance) == pytest.approx(4.2)


def test_faces_that_are_the_same_are_one_way(game: Game) -> None:
    answer = ask(game, "roll Impact as face; face")
    assert answer.runs == 4
    assert chances(answer) == {"0": Fraction(1, 3), "1": Fraction(1, 3), "miss": Fraction(1, 6), "crit": Fraction(1, 6)}
    assert [outcome.words for outcome in answer.outcomes] == ["0", "1", "crit", "miss"]


def test_what_is_given_lies_on_the_table(game: Game) -> None:
    answer = ask(
        game,
        "given Torch in pile, Bucket in pile, Ann.points = 2; shuffle pile; top(pile) is Bucket and Ann.points is 2",
    )
    assert chances(answer)["yes"] == Fraction(1, 2)


# ------------------------------------------------------------------------------------------------------ by trying


def test_too_many_ways_are_tried(game: Game) -> None:
    answer = ask(game, "roll 9 of D6 as dice; sum(dice, value) > 31", samples=400)  # by symmetry a half
    assert not answer.exact
    assert answer.runs == 400
    yes = answer.outcomes[0]
    assert yes.words == "yes"
    assert yes.low < 0.5 < yes.high
    assert yes.low < yes.chance < yes.high


def test_too_many_ways_are_found_out_on_the_way(game: Game) -> None:
    """A guess of the ways can be too low; then the count itself says stop."""
    exactly = ask(game, "roll 3 of D6 as dice; sum(dice, value)", most=216)
    assert exactly.exact
    tried = ask(game, "roll 3 of D6 as dice; sum(dice, value)", most=215, samples=300)
    assert not tried.exact
    assert tried.mean is not None
    assert tried.mean.low < 10.5 < tried.mean.high
    assert not ask(game, "explode by me; me.points", most=100, samples=10).exact


def test_whoever_has_to_choose_chooses_by_chance(game: Game) -> None:
    answer = ask(game, "pick by me; me.points", samples=600)
    assert not answer.exact
    assert {outcome.number for outcome in answer.outcomes} == {1, 2, 3, 4}
    for outcome in answer.outcomes:
        assert 0.15 < outcome.low < outcome.high < 0.35


def test_the_same_seed_tries_the_same(game: Game) -> None:
    question = "pick by me; me.points"
    assert ask(game, question, samples=50, seed=4) == ask(game, question, samples=50, seed=4)
    assert ask(game, question, samples=50, seed=4) != ask(game, question, samples=50, seed=5)


@pytest.mark.parametrize(
    "count, samples, low, high",
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (500, 1000, 0.4691, 0.5309),
        (0, 0, 0.0, 1.0),
    ],
)
def test_ranges(count: int, samples: int, low: float, high: float) -> None:
    assert wilson(count, samples) == pytest.approx((low, high), abs=0.0001)


# ------------------------------------------------------------------------------------------------- in a match


def test_a_match_that_is_asked_about_stays_as_it_is(game: Game) -> None:
    match = begin(game.linked(), ("Ann", "Ben"), 3, log=False)
    untouched = begin(game.linked(), ("Ann", "Ben"), 3, log=False)
    question = read("roll 2 of D6 as dice; sum(dice, value) is 7")
    result, wrong = check_question(
        game.linked().program, ("Ann", "Ben"), question.sentences, question.asked, question.piece
    )
    assert not wrong
    cells = match.machine.state.cells[:]
    for seed in range(3):
        assert odds(match.machine, result, seed=seed).chance("yes") == Fraction(1, 6)
        odds(match.machine, result, most=0, samples=3, seed=seed)
    assert match.machine.state.cells == cells
    for item in (match, untouched):
        item.answer(item.requests[0].id, [0])
    assert match.machine.state.cells == untouched.machine.state.cells


def test_the_end_of_the_match_on_the_way_can_be_asked_about(game: Game) -> None:
    assert chances(ask(game, "careful by me; winners is [Ann]"))["yes"] == Fraction(14, 36)


# ----------------------------------------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    "question, told",
    [
        ("", "there is no question"),
        ("given Torch in pile", "there is no question"),
        ("roll D6 as face", "not a question"),
        ("roll D6 as face; fase is 6", "`fase` has no meaning here"),
        ("roll D7 as face; face is 6", "D7"),
        ("roll D6 as face; (face", "never closed"),
        ('roll D6 as face; "fa', "is missing"),
        ("given Trch in pile; yes", "Trch"),
        ("given given; yes", "given"),
        ("broken by me; me.points", "BW5002"),
        ("never by me; me.points", "more than 1,000 choices"),
    ],
)
def test_a_question_that_cannot_be_asked(game: Game, question: str, told: str) -> None:
    with pytest.raises(BadQuestion) as wrong:
        ask(game, question, samples=1)
    assert told in str(wrong.value)


def test_places_are_those_of_the_whole_question(game: Game) -> None:
    with pytest.raises(BadQuestion) as wrong:
        ask(game, 'roll D6 as face; "; (" is "" or (\nfase is 6)')
    (result,) = wrong.value.report.diagnostics
    assert wrong.value.report.sources[result.place.file].text[result.place.start : result.place.end] == "fase"


# -------------------------------------------------------------------------------------------------- the command


def test_as_a_table(game: Game) -> None:
    assert as_table(ask(game, "roll D6 as face; face > 4")).splitlines() == [
        "yes  33.33 %  1/3  ██████████",
        "no   66.67 %  2/3  ████████████████████",
        "exact: 6 ways that chance can turn out",
    ]
    assert as_table(ask(game, "pick by me; me.points", samples=10)).splitlines()[-1].startswith("tried 10 times")


def test_the_command(tmp_path: Path) -> None:
    folder = tmp_path / "chances"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(MANIFEST)
    (folder / "rules.bot").write_text(RULES)
    done = botwright(
        "odds", "./chances", "roll 2 of D6 as dice; sum(dice, value) is 7", "--format", "json", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data == {
        "format_version": 1, "game": "chances", "mode": None,
        "question": "roll 2 of D6 as dice; sum(dice, value) is 7", "exact": True,
        "outcomes": [
            {"value": True, "chance": 1 / 6, "fraction": "1/6"}, {"value": False, "chance": 5 / 6, "fraction": "5/6"},
        ],
        "mean": None, "ways": 36,
    }  # fmt: skip
    tried = botwright("odds", "./chances", "pick by me; me.points", "--samples", "20", "--format", "json", cwd=tmp_path)
    data = json.loads(tried.stdout)
    assert data["samples"] == 20
    assert data["mean"]["low"] < data["mean"]["chance"] < data["mean"]["high"]
    wrong = botwright("odds", "./chances", "roll D6 as face; fase", cwd=tmp_path)
    assert wrong.returncode == 1
    assert b"<input>:1:18" in wrong.stderr
    assert botwright("odds", "./nothing", "1", cwd=tmp_path).returncode == 1
