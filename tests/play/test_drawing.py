"""The parts that drawings are made of: lines of words, boxes that join, colours, tokens, and what a program tells."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.architecture.tree import ROOT
from tests.play.test_golden_drawings import CASES, Case, drawn, game
from tools.drawing import styled_text as inks
from tools.drawing.canvas import Canvas
from tools.drawing.schema import Schema, said, schema_of
from tools.drawing.styled_text import TextStyle, beside, broken, centred, cut, line, padded, short, width

WORDS = st.text(alphabet="ab 帆é\u0301…─", max_size=30)
LINES = st.lists(st.tuples(WORDS, st.sampled_from(["", "dim", "seat1"])), max_size=5).map(tuple)


@cache
def schema(name: str) -> Schema:
    return schema_of(game(name).linked())


# ------------------------------------------------------------------------------------------------------------ lines


@given(LINES, st.integers(0, 40))
def test_what_is_cut_or_padded_has_its_width(found: inks.Line, most: int) -> None:
    assert width(cut(found, most)) <= most
    assert width(padded(found, most)) == width(centred(found, most)) == max(width(cut(found, most)), most)


@given(LINES, st.integers(6, 40), st.integers(0, 4))
def test_a_broken_line_fits_and_loses_no_letter_of_short_words(found: inks.Line, most: int, hang: int) -> None:
    lines = broken(found, most, hang)
    assert all(width(result) <= most for result in lines)
    letters = "".join(words for words, _ in found).replace(" ", "")
    kept = "".join(words for result in lines for words, _ in result).replace(" ", "")
    if max(map(width, "".join(words for words, _ in found).split(" "))) <= most - hang:
        assert kept == letters


def test_words_in_several_styles_stay_together() -> None:
    result = broken(line("x" * 18, (" [", "dim"), ("key", "strong"), "]"), 20, 2)
    assert [TextStyle().text(item) for item in result] == ["x" * 18, "  [key]"]


def test_names_are_cut_and_that_is_seen() -> None:
    assert short("Iron Fist", 9) == "Iron Fist"
    assert short("Iron Fist", 6) == "Iron…"
    assert short("帆船帆船", 5) == "帆船…"


def test_blocks_stand_beside_each_other() -> None:
    result = beside([line("a"), line("long")], [line("b"), line("c"), line("d")], 2)
    assert TextStyle().lines(result) == ["a     b", "long  c", "      d"]


def test_nothing_that_a_terminal_obeys_gets_through() -> None:
    assert TextStyle(colour=True).text(line("a\x1b[31mb", ("c\x07", "dim"))) == "a\\x1b[31mb\x1b[2mc\\x07\x1b[0m"


# ---------------------------------------------------------------------------------------------------------- colours


def luminance(number: int) -> float:
    """Of a colour of the 256: the cube of six steps each."""
    steps = (0, 95, 135, 175, 215, 255)
    rest = number - 16
    parts = [steps[rest // 36] / 255, steps[rest // 6 % 6] / 255, steps[rest % 6] / 255]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_colours_of_seats_can_be_read_on_black_and_on_white() -> None:
    for code in inks._SEATS_256:
        light = luminance(int(code))
        assert (light + 0.05) / 0.05 >= 3, code
        assert 1.05 / (light + 0.05) >= 3, code
    assert len(set(inks._SEATS_256)) == len(set(inks._SEATS_16)) == inks.SEATS


def test_colours_change_no_letter() -> None:
    result = line(("Ann", "seat0 strong"), " and ", ("Ben", "seat1"), ("  ", "dim"))
    plain, few, many = TextStyle(), TextStyle(colour=True, many_colours=False), TextStyle(colour=True)
    assert plain.text(result) == "Ann and Ben"
    assert few.text(result) == "\x1b[36;1mAnn\x1b[0m and \x1b[35mBen\x1b[0m"
    assert many.text(result) == "\x1b[38;5;33;1mAnn\x1b[0m and \x1b[38;5;166mBen\x1b[0m"
    for ink in (few, many):
        assert re.sub(r"\x1b\[[\d;]*m", "", ink.text(result)) == plain.text(result)


def test_plain_letters_take_the_same_room() -> None:
    with_boxes = drawn(Case("scrapyard", 30))
    plain = drawn(Case("scrapyard", 30, ascii=True))
    assert plain.isascii()
    assert [width(result) for result in with_boxes.splitlines()] == [len(result) for result in plain.splitlines()]


# ----------------------------------------------------------------------------------------------------------- boxes


def test_boxes_join_where_they_meet() -> None:
    canvas = Canvas()
    for x, y in ((0, 0), (4, 0), (2, 2)):
        canvas.box(x, y, 3, 1)
    canvas.put(1, 1, line("a"))
    assert TextStyle().lines(canvas.lines()) == ["┌───┬───┐", "│a  │   │", "└─┬─┴─┬─┘", "  │   │", "  └───┘"]


def test_a_wide_letter_takes_two_places_and_a_mark_none() -> None:
    canvas = Canvas()
    canvas.put(0, 0, line("帆e\u0301x"))
    canvas.put(5, 0, line("|"))
    assert TextStyle().lines(canvas.lines()) == ["帆e\u0301x |"]


# ---------------------------------------------------------------------------------------------------- a whole drawing


@pytest.mark.parametrize("name", sorted({case.game for case in CASES}))
def test_no_screen_is_too_narrow_down_to_forty_columns(name: str) -> None:
    case = next(case for case in CASES if case.game == name)
    lines = drawn(Case(name, case.answers, 40, 24, case.mode, case.players)).splitlines()
    assert max(map(width, lines)) <= 40
    assert any("Ann" in result for result in lines)


def test_signs_follow_what_a_space_has_become() -> None:
    actual = (ROOT / "tests/cases/boards/lagoon-4-120x40.txt").read_text(encoding="utf-8")
    third = next(result for result in actual.splitlines() if result.startswith("3 "))
    assert "D" not in third  # these hexes were deep and are so no more: they are drawn as the water that is left
    assert third.count("·") == 4
    assert "D          │" in next(result for result in actual.splitlines() if result.startswith("4 "))


# ---------------------------------------------------------------------------------------------------------- schema


def test_ids_are_said_as_people_say_them() -> None:
    assert [said(name) for name in ("start_roll", "ActionDie", "Bot", "M3")] == [
        "start roll",
        "action die",
        "Bot",
        "M3",
    ]
    gekido = schema("gekido")
    assert gekido.spoken("lock_on CommandDie cross by Ann") == "lock on Command Die cross by Ann"
    assert gekido.symbol("full_house") == "Full House"


@pytest.mark.parametrize(
    "name, secret",
    [
        ("scrapyard", True),
        ("montoons", True),
        ("goose", True),
        ("lagoon", False),
        ("tictactoe", False),
    ],
)
def test_a_game_has_secrets_or_has_not(name: str, secret: bool) -> None:
    assert schema(name).secret is secret


def test_a_graph_has_its_links_both_ways() -> None:
    links = schema("tramway").links("Old_Town")
    assert links["D1"] == ("B1", "C1")
    assert links["A1"] == ("B1", "C1")
