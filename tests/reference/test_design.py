"""The written review of the language keeps its word: tables, line counts and cards are what they are said to be."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from statistics import median

import pytest

from dsl.names import builtins as v
from dsl.parse import parse_source
from dsl.syntax import nodes as n
from dsl.text.source import Source
from tests.architecture.tree import ROOT
from tools.constructs.__main__ import main
from tools.constructs.catalogue import all_constructs
from tools.constructs.count import uses
from tools.constructs.games import Counted, counted
from tools.constructs.page import renewed, unjudged, verdicts

PAGE = ROOT / "dsl" / "DESIGN.md"
OTHERS = ("ours", "Forge", "EDOPro", "fireplace", "Ludii")


@cache
def games() -> tuple[Counted, ...]:
    return tuple(counted(ROOT))


def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_the_tables_are_those_of_the_games(request: pytest.FixtureRequest) -> None:
    new = renewed(page(), games())
    if request.config.getoption("--rewrite", default=False):
        PAGE.write_text(new, encoding="utf-8", newline="\n")
    assert new == page(), "run `python -m tools.constructs`"


def test_whatever_is_suspect_has_a_verdict() -> None:
    assert unjudged(page(), games()) == [], "give a verdict in the table of dsl/DESIGN.md: keep, and why, or remove"
    assert {words.split()[0].strip(":,") for words in verdicts(page()).values()} <= {"keep", "remove"}


def test_every_word_of_the_language_is_counted() -> None:
    listed = set(all_constructs())
    assert {("functions", name) for name in v.FUNCTIONS} <= listed
    assert {("verbs of the language", name) for name in v.VERBS} <= listed
    assert {game.name for game in games()} >= {"scrapyard", "duel", "yahtzee", "tictactoe"}


def test_what_a_text_uses_is_found() -> None:
    text = """action jump card: Card by me during Main once per turn {
  require card in me.hand because "no"
  cost 0..2 EN as x
  choose up to 2 of top(pile, 3) by foe as seen else { stop }
  give Winged to card until end of turn
}
"""
    (parsed,) = parse_source(Source("x.bot", text))
    assert isinstance(parsed.tree, n.Action)
    names = set(uses(parsed.tree))
    for use in (
        ("declarations", "action"), ("clauses", "during Window"), ("clauses", "once per"), ("clauses", "because"),
        ("costs", "cost of a range, as x"), ("choices", "choose up to"), ("choices", "choose by"),
        ("choices", "choose … else"), ("functions", "top"), ("verbs of the language", "give"),
        ("sentences", "give … until …"), ("sentences", "stop"), ("names", "me"), ("names", "foe"),
    ):  # fmt: skip
        assert use in names, use
    assert ("choices", "choose by chance") not in names


def test_a_field_that_is_called_like_a_verb_is_none() -> None:
    (parsed,) = parse_source(Source("x.bot", "Bot Rusty { move 5, played { move it to me.dock } }\n"))
    assert parsed.tree is not None
    assert sum(use == ("verbs of the language", "move") for use in uses(parsed.tree)) == 1


def test_the_median_card_has_at_most_six_lines() -> None:
    assert median(lines for game in games() for lines in game.cards) <= 6
    shipped = [game for game in games() if game.name not in ("montoons",)]  # whose cards are whole sheets
    assert all(median(game.cards) <= 6 for game in shipped if game.cards)


def test_our_three_cards_are_cards_of_the_duel() -> None:
    cards = (ROOT / "tests/probes/duel/cards.bot").read_text(encoding="utf-8")
    ours = re.findall(r"```bot\n(.*?)```", page(), re.DOTALL)
    assert len(ours) == 3
    assert all(card in cards for card in ours)


def test_the_lines_are_counted_right() -> None:
    by_name = {
        (other, number): int(cell)
        for number, row in enumerate(re.findall(r"^\| (?:damage, quick|trigger|replacement) \| (.*) \|$", page(), re.M))
        for other, cell in zip(OTHERS, row.split(" | "), strict=True)
    }
    blocks = re.findall(
        r"```(?:bot|text|lua|python|lisp)\n(.*?)```", page().split("## Comparison with other systems")[1], re.DOTALL
    )
    assert len(blocks) == 15
    counts = {
        (OTHERS[index // 3], index % 3): sum(bool(line.strip()) for line in block.splitlines())
        for index, block in enumerate(blocks)
    }
    assert counts == by_name


def test_the_command_tells_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "dsl"
    folder.mkdir()
    small = tmp_path / "rulesets" / "small"
    small.mkdir(parents=True)
    (small / "ruleset.yaml").write_text("id: small\n", encoding="utf-8")
    (small / "game.bot").write_text("Bot Rusty {\n  hull 5\n}\n", encoding="utf-8")
    mine = folder / "DESIGN.md"
    mine.write_text("<!-- constructs -->\n<!-- end -->\n<!-- cards -->\n<!-- end -->\n", encoding="utf-8")
    assert main(["--check"], folder) == 1
    assert "older than the games" in capsys.readouterr().err
    assert main([], folder) == 1
    assert "no verdict: declarations: ruleset" in capsys.readouterr().err
    assert "| small | 1 | 3 | 3 |" in mine.read_text(encoding="utf-8")
    judged = re.sub(r"(?m)^(\| `.*` \| (?:none|all) \|)  \|$", r"\1 keep: so it is |", mine.read_text(encoding="utf-8"))
    mine.write_text(judged, encoding="utf-8")
    assert main(["--check"], folder) == 0
    assert main(["--nonsense"], folder) == 2
