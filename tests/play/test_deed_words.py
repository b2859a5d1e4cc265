"""Options in the words that their author has for the log; who knows the words of the rules may type those."""

from __future__ import annotations

from tests.play.test_sessions import session
from tools.drawing.schema import Schema, schema_of
from tools.play.choice import OptionSlot, deed_words


def schema() -> Schema:
    return schema_of(session("robomon", "human", "random").match.game.linked())


def test_the_sentence_of_the_log_is_turned_to_the_player() -> None:
    slots = (OptionSlot("target", "", "Sparky"), OptionSlot("ability", "with", "Bite"))
    assert deed_words("use_basic", slots, 2, schema()) == "use Bite against Sparky"
    assert deed_words("raise_armor", (), 0, schema()) == "raise the armor"


def test_what_is_open_is_called_by_its_kind_or_left_out_at_the_end() -> None:
    slots = (OptionSlot("target", "", "Sparky"), OptionSlot("ability", "with", "Bite"))
    assert deed_words("use_basic", slots, 1, schema()) == "use a basic against Sparky"
    assert deed_words("go", (OptionSlot("goal", "to", "A1"),), 0, schema()) == "move"


def test_a_sentence_that_leaves_something_out_is_not_used() -> None:
    assert deed_words("raise_armor", (OptionSlot("by_how_much", "by", "2"),), 1, schema()) == ""
    assert deed_words("no_such_action", (), 0, schema()) == ""
