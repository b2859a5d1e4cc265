"""Long lines at the prompt go on at a word, below the text that they belong to."""

from __future__ import annotations

from tools.repl.wrapped import wrapped

HELP = ":save FILE                         write the match to a file that `replay` and `:load` read"


def test_a_line_of_two_columns_goes_on_below_its_second() -> None:
    assert list(wrapped([HELP], 80)) == [
        ":save FILE                         write the match to a file that `replay` and",
        "                                   `:load` read",
    ]


def test_short_lines_stay_and_long_ones_hang() -> None:
    assert list(wrapped(["short", "  " + "word " * 12], 42)) == [
        "short", "  word word word word word word word word", "    word word word word",
    ]  # fmt: skip


def test_a_source_line_keeps_its_place() -> None:
    source = "  60 |   require part in my_bot(me).parts because it is not a part of your bot"
    assert list(wrapped([source], 40)) == [source]


def test_every_line_fits_whatever_it_says() -> None:
    for wide in (40, 57, 80):
        assert all(len(line) <= wide for line in wrapped([HELP, "x" * 200, "a  " + "b" * 100], wide))
