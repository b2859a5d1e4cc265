"""What a player learns about the game as a whole: its aim, its rules, a question in the author's words, and how it came about."""

from __future__ import annotations

import pytest

from interpreter.visibility.view_types import EventView
from tests.play.test_golden_drawings import game
from tests.play.test_sessions import said, say, session
from tools.play import Hotseat
from tools.play.completion import completions
from tools.play.ending import deeds
from tools.play.rulebook import aim, chapters, lookup


@pytest.mark.parametrize("name", ["gekido", "robomon", "robotblow", "montoons", "pblrobots", "scrapyard"])
def test_every_game_says_what_it_is_about_in_two_sentences(name: str) -> None:
    text = aim(game(name).linked())
    assert text.endswith(".")
    assert text.count(". ") == 1


def test_a_match_begins_with_its_aim_and_how_to_ask() -> None:
    started = session("scrapyard", "human", "random")
    shown: list[str] = []
    Hotseat(started, lambda prompt: None, shown.extend, lambda: None).play()
    assert shown[0].startswith("Scrapyard. The last bot in the yard wins.")
    assert any("Type h for help" in line for line in shown[:4])


def test_the_rules_are_read_by_chapter_and_by_word() -> None:
    started = session("scrapyard", "human", "random")
    clauses = started.rules.clauses
    assert set(chapters(clauses)) >= {"setup", "turn", "step", "strike", "win"}
    page = said(say(started, "h"))
    assert all(chapter in page for chapter in chapters(clauses))
    chapter = said(say(started, "h step"))
    assert [clause for clause in clauses if clause in chapter] == [c for c in clauses if c.startswith("SY-STEP-")]
    assert clauses["SY-STEP-01"].split()[0] in chapter
    words = said(say(started, "h energy"))
    assert all("energy" in clauses[clause].lower() for clause in clauses if clause in words)
    assert "SY-" in words
    assert "say nothing about `zebra`" in said(list(lookup(clauses, "zebra")))
    assert started.match.answers == session("scrapyard", "human", "random").match.answers  # reading is no answer


def test_a_question_is_asked_in_the_words_of_its_author() -> None:
    started = session("scrapyard", "human", "human")
    assert started.question is not None
    assert started.question.prompt in ("Which bot do you play?", "Which yard do you play in?")


def test_what_each_player_did_is_counted_from_the_log() -> None:
    words = [
        "Ann attacks Ben's bot",
        "Ann attacks it",
        "Ben steps to A1",
        "the arena is laid out",
        "Annabel waves",
        "Ann may roll twice",
    ]
    events = [EventView(number, "verb", text, 0, ()) for number, text in enumerate(words)]
    counted, amounts = deeds(events, {"Ann": "Ann", "Ben": "Ben"})
    assert not amounts
    assert {deed: dict(by) for deed, by in counted.items()} == {"attacks": {"Ann": 2}, "steps": {"Ben": 1}}


def test_after_the_end_the_log_can_be_read_and_the_match_played_again() -> None:
    started = session("scrapyard", "human", "random", seed=3)
    started.replace("Ann", "random")
    shown: list[str] = []
    typed = iter(["l", "r"])
    table = Hotseat(started, lambda prompt: next(typed), shown.extend, lambda: None)
    assert table.play() == "again"
    won = next(index for index, line in enumerate(shown) if line.endswith(" won."))
    assert len(shown) > won + 3  # the log was shown after the result


def test_tab_completes_options_commands_and_chapters() -> None:
    started = session("scrapyard", "human", "human")
    assert started.question is not None
    words = [choice.words for choice in started.question.choices]
    assert next(iter(completions(started, words[0][:2].lower()))) == words[0]
    assert list(completions(started, "why n")) == ["why not "]
    assert list(completions(started, "h st")) == ["h step", "h strike"]
    assert completions(started, "zz") == {}
    last = words[0].split()[-1]
    assert words[0] in completions(started, last[:4].lower())  # a word in it will do
    assert set(words) < set(completions(started, ""))
