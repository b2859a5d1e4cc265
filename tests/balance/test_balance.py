"""Balance studies answer questions whose answer is known, with intervals that hold it."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from tests.balance.dicing import dicing
from tests.cli.program import botwright
from tools.balance.figures import half_width, mean, share
from tools.balance.output import NoStats, as_html, as_parquet
from tools.balance.pack_study import CHOSEN, always_chosen, never_chosen

DICE = [Fraction(one - other) for one in range(1, 7) for other in range(1, 7)]
"""The differences of two dice, all equally likely."""
OTHERS = Fraction(2, 3)
"""How often the opponent, who takes a charm at random, has another one than the side that is measured."""


def worth(lead: int) -> Fraction:
    """How often a side wins that is ahead by so much before the dice; a draw is half a win."""
    won = sum(1 for difference in DICE if difference + lead > 0)
    drawn = sum(1 for difference in DICE if difference + lead == 0)
    return Fraction(2 * won + drawn, 2 * len(DICE))


def expected(luck: int) -> Fraction:
    """How often the side with the varied charm wins; with two equal charms every side wins half."""
    return OTHERS * worth(luck - 1) + (1 - OTHERS) * Fraction(1, 2)


def run(folder: Path, *words: str) -> str:
    done = botwright("balance", *words, cwd=folder)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def figures(text: str) -> dict[tuple[str, str], dict[str, str]]:
    return {(row["subject"], row["what"]): row for row in csv.DictReader(io.StringIO(text))}


def test_the_known_worth_of_a_lead() -> None:
    assert worth(0) == Fraction(1, 2)
    assert worth(1) == Fraction(47, 72)
    assert worth(6) == 1


def test_a_varied_value_has_the_known_win_rates(tmp_path: Path) -> None:
    rows = figures(run(dicing(tmp_path), "Clover", "--vary", "luck", "1..3", "-n", "800", "--exactly", "--format", "csv"))  # fmt: skip
    for luck in (1, 2, 3):
        row = rows[f"luck {luck}", "wins"]
        assert int(row["count"]) == 800
        assert float(row["low"]) < expected(luck) < float(row["high"]), luck
    for luck in (2, 3):
        gain = rows[f"luck {luck} against {luck - 1}", "gain"]
        assert float(gain["low"]) < expected(luck) - expected(luck - 1) < float(gain["high"])
        spread = float(gain["high"]) - float(gain["low"])
        apart = float(rows["luck 2", "wins"]["high"]) - float(rows["luck 2", "wins"]["low"])
        assert spread < apart, "the same seeds make a difference surer than its two sides"


def test_a_study_stops_when_the_answer_is_certain(tmp_path: Path) -> None:
    text = run(dicing(tmp_path), "Clover", "--vary", "luck", "1..6", "-n", "1000")
    stopped = re.search(r"^([\d,]+) matches for each value; the answer is certain", text, re.MULTILINE)
    assert stopped is not None
    assert int(stopped[1].replace(",", "")) < 1000
    few = run(dicing(tmp_path), "Clover", "--vary", "luck", "1..2", "-n", "10")
    assert "10 matches for each value; the answer is not certain" in few


def test_a_pack_of_equal_cards_is_in_balance(tmp_path: Path) -> None:
    rows = figures(run(dicing(tmp_path), "charms", "-n", "600", "--pairs", "20", "--jobs", "1", "--format", "csv"))
    third = rows["Feather", "in play"]
    assert float(third["low"]) < Fraction(1, 3) < float(third["high"])
    assert float(rows["draws", "share of matches"]["low"]) < Fraction(1, 6) < float(rows["draws", "share of matches"]["high"])  # fmt: skip
    first = rows["first player", "share of all wins"]
    assert float(first["low"]) < 0.5 < float(first["high"])
    for card in ("Clover", "Horseshoe", "Feather"):
        assert float(rows[card, "gain when taken"]["value"]) == 0, "the same dice fall for equal charms"
        for what in ("wins with it", "wins without it"):
            assert float(rows[card, what]["low"]) < Fraction(15, 36) < float(rows[card, what]["high"])
    assert float(rows["match", "length in decisions"]["value"]) == 2
    offered = rows["Feather", "chosen when offered"]
    assert int(offered["count"]) == 1_200, "both players are offered all three charms in each match"
    assert float(offered["low"]) < Fraction(1, 3) < float(offered["high"])
    assert offered["value"] == third["value"], "here a charm is in play for whoever has chosen it"


def test_what_taking_a_strong_card_gains(tmp_path: Path) -> None:
    """Against an opponent who takes a charm at random, two points more are worth as much as a lead of two."""
    folder = dicing(tmp_path)
    cards = folder / "content/charms/cards.bot"
    cards.write_text(cards.read_text().replace("Clover { luck 1 }", "Clover { luck 3 }"))
    rows = figures(run(folder, "charms", "--card", "Clover", "-n", "10", "--pairs", "600", "--jobs", "1", "--format", "csv"))  # fmt: skip
    taken = OTHERS * worth(2) + (1 - OTHERS) * worth(0)
    left = OTHERS * worth(0) + (1 - OTHERS) * worth(-2)
    assert taken - left == worth(2) - Fraction(1, 2)
    gain = rows["Clover", "gain when taken"]
    assert int(gain["count"]) == 600
    assert float(gain["low"]) < taken - left < float(gain["high"])
    assert float(gain["low"]) > 0.1


def test_every_match_that_was_asked_for_is_played(tmp_path: Path) -> None:
    rows = figures(run(dicing(tmp_path), "charms", "-n", "25", "--pairs", "0", "--jobs", "1", "--format", "csv"))
    assert int(rows["draws", "share of matches"]["count"]) == 25
    assert "-n 25 " in rows["draws", "share of matches"]["command"]


def test_options_that_are_never_and_always_chosen() -> None:
    rows = [share(name, CHOSEN, chosen, 4, "x") for name, chosen in (("Clover", 0), ("Feather", 4), ("Horseshoe", 3))]
    assert (never_chosen(rows), always_chosen(rows)) == (["Clover"], ["Feather"])


def test_a_strong_card_and_a_card_that_nobody_can_have(tmp_path: Path) -> None:
    folder = dicing(tmp_path)
    cards = folder / "content/charms/cards.bot"
    cards.write_text(
        cards.read_text().replace("Clover { luck 1 }", "Clover { luck 9 }") + "\nCharm Shadow { luck 1 }\n"
    )
    rules = folder / "rulesets/dicing/rules.bot"
    cards.write_text(cards.read_text().replace("Shadow { luck 1 }", "Shadow { luck 10 }"))
    text = (
        rules.read_text().replace("supply(Charm)", "supply(Charm) where luck < 10").replace("luck: 0..9", "luck: 0..10")
    )
    rules.write_text(text)
    text = run(folder, "charms", "-n", "200", "--pairs", "10", "--jobs", "1")
    assert "never in play: Shadow" in text
    rows = figures(run(folder, "charms", "-n", "200", "--pairs", "10", "--jobs", "1", "--format", "csv"))
    gain = rows["Clover", "gain when taken"]
    assert float(gain["low"]) > 0, "eight points more decide every match but against its like"


def test_every_command_gives_its_figure_again(tmp_path: Path) -> None:
    folder = dicing(tmp_path)
    first = figures(run(folder, "Clover", "--vary", "luck", "1..2", "-n", "60", "--exactly", "--format", "csv"))
    for key, row in first.items():
        words = shlex.split(row["command"])[2:]
        again = figures(run(folder, *words, "--format", "csv"))[key]
        assert (again["value"], again["low"], again["high"]) == (row["value"], row["low"], row["high"])
    rows = figures(run(folder, "charms", "-n", "40", "--pairs", "6", "--jobs", "1", "--format", "csv"))
    for key in (("Clover", "gain when taken"), ("Clover", "chosen when offered"), ("Clover", "in play")):
        words = shlex.split(rows[key]["command"])[1:]
        done = botwright(*words, *(("--format", "csv") if words[0] == "balance" else ("--format", "json")), cwd=folder)
        assert done.returncode == 0
        if words[0] == "balance":
            assert figures(done.stdout.decode())[key] == rows[key]
        else:
            assert json.loads(done.stdout)["games"] == 40


@pytest.mark.parametrize(
    "words, message",
    [
        (("nothing",), "there is no pack `nothing`"),
        (("Clover", "--vary", "luck", "4..1"), "is no range of values"),
        (("Clover", "--vary", "weight", "1..2"), "the card has no line `weight NUMBER`"),
        (("Clover", "--vary", "luck", "9..10"), "`luck 10` is not possible"),
        (("charms", "-o", "x.pdf"), "does not end in"),
    ],
)
def test_wrong_questions(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    done = botwright("balance", *words, cwd=dicing(tmp_path))
    assert done.returncode == 2
    assert message in done.stderr.decode()


def test_intervals() -> None:
    assert half_width([1.0]) == 1.0
    assert 0 < half_width([0.0] * 10) < 0.1
    figure = mean("a", "gain", [0.0, 1.0] * 50, "x")
    assert (figure.value, round(figure.high - figure.low, 2)) == (0.5, 0.2)
    assert share("a", "wins", 0, 0, "x").high == 1


def test_files_with_charts() -> None:
    polars = pytest.importorskip("polars", reason="the extra `stats` is not installed")
    made = [share("Kettle & Co", "wins", 3, 10, "botwright x"), mean("match", "length in rounds", [3.0, 4.0], "botwright y")]  # fmt: skip
    page = as_html("A <study>", made, ["nothing"])
    assert page.count("<svg") == 2
    assert "Kettle &amp; Co" in page
    assert "A &lt;study&gt;" in page
    assert not re.search(r"(src|href)=\"http", page), "the page needs no network"
    frame = polars.read_parquet(io.BytesIO(as_parquet(made)))
    assert frame["value"].to_list() == [0.3, 3.5]
    assert frame.columns == ["subject", "what", "value", "low", "high", "count", "command"]


def test_without_the_extra_a_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    monkeypatch.setattr("tools.balance.output.polars._module", None, raising=False)
    with pytest.raises(NoStats, match=r"botwright\[stats\]"):
        as_parquet([share("a", "wins", 1, 2, "x")])
