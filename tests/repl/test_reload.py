"""Files that are edited while a match is played: it goes on with them, and the first difference is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.repl.prompts import prompt, typed
from tools.repl.session import ReplSession
from tools.skeleton import new_game

RULES = Path("rulesets/sky_duel/rules.bot")
CARDS = Path("content/sky_duel_first/cards.bot")
DEAL = """\
  for each p in players {
    for each card in supply(Card) { deal card by p }
  }
"""


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ReplSession:
    monkeypatch.chdir(tmp_path)
    new_game("sky_duel")
    edit(RULES, DEAL, "")  # or each card that is added would change the match from its first step
    return prompt("throw", "throw", "throw", game="sky_duel", folder=tmp_path / "kept")


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_nothing_has_changed(session: ReplSession) -> None:
    assert typed(session, ":reload") == "read again; 3 steps went as before"


def test_a_change_that_does_not_show_yet(session: ReplSession) -> None:
    edit(RULES, "= 20", "= 30")
    assert typed(session, ":reload") == "read again; 3 steps went as before"
    assert typed(session, "points_to_win") == "30  (a number)"


def test_the_first_difference_is_shown(session: ReplSession) -> None:
    points = typed(session, "Ann.points")
    edit(RULES, "score face +", "score 2 * face +")
    output = typed(session, ":reload")
    assert output.startswith(
        "the match now takes a different course, after step 1 (`Ann: throw by Ann`): it was `Ann scores 3`"
    )
    assert "now it is `Ann scores 6`" in output
    assert len(session.table.steps) == 3
    assert typed(session, "Ann.points") != points


def test_a_value_that_is_otherwise_is_a_difference(session: ReplSession) -> None:
    typed(session, "take 1 of First into me.cards")
    edit(CARDS, "bonus 1", "bonus 3")
    assert "`First.bonus` was 1, now it is 3" in typed(session, ":reload")


def test_a_file_with_a_mistake_changes_nothing(session: ReplSession) -> None:
    before = session.desk.book
    edit(RULES, "me.points += n", "me.pionts += n")
    output = typed(session, ":reload")
    assert "BW2004" in output
    assert "did you mean `points`?" in output
    assert session.desk.book.linked is before.linked
    assert "scores" in typed(session, "throw"), "the match goes on with the rules that it has"
    edit(RULES, "me.pionts += n", "me.points += n")
    assert typed(session, ":reload") == "read again; 4 steps went as before"


def test_what_cannot_be_done_again_comes_back_when_it_can(session: ReplSession) -> None:
    Path("rulesets/sky_duel/tests/first.bot").unlink()
    edit(RULES, "action throw by me", "action toss by me")
    output = typed(session, ":reload")
    assert "`Ann: throw by Ann` is no longer possible: `throw by Ann` is not offered now" in output
    assert "3 steps could not be repeated" in output
    assert session.table.steps == []
    assert "some steps could not be repeated" in typed(session, ":scenario x")
    edit(RULES, "action toss by me", "action throw by me")
    typed(session, ":reload")
    assert len(session.table.steps) == 3


def test_what_was_typed_stays(session: ReplSession) -> None:
    typed(session, "Card Second { bonus 2 }", "take 1 of Second into me.cards")
    edit(CARDS, "bonus 1", "bonus 3")
    typed(session, ":reload")
    assert typed(session, "Second.bonus; count(me.cards)") == "2  (a number 0..3)\n1  (a number 0..)"
    edit(RULES, "  bonus: 0..3", "  bonus: 0..1")
    edit(CARDS, "bonus 3", "bonus 1")
    output = typed(session, ":reload")
    assert "BW2105" in output, "what was typed no longer fits"
    assert "bonus 2" in output


def test_a_new_file_and_a_removed_one(session: ReplSession) -> None:
    extra = CARDS.parent / "extra.bot"
    extra.write_text("Card Third house { bonus 2 }\n")
    assert "read again" in typed(session, ":reload")
    assert typed(session, "Third.bonus") == "2  (a number 0..3)"
    extra.unlink()
    typed(session, ":reload")
    assert "BW2007" in typed(session, "Third.bonus")


def test_a_match_that_was_left_is_taken_up_with_the_rules_of_today(session: ReplSession, tmp_path: Path) -> None:
    from tools.repl.autosave import Autosave
    from tools.repl.history_folder import HistoryFolder

    session.keeper.leave(over=False)
    edit(RULES, "score face +", "score 2 * face +")
    keeper = Autosave(HistoryFolder(str(tmp_path / "kept")))
    left = keeper.offered()
    assert left is not None
    desk, notes = keeper.take_up(left)
    assert "the rules have changed" in notes[0]
    assert len(desk.table.steps) == 3
