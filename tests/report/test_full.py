"""The report that people read: the right line, the marks under the right letters, and nothing a terminal obeys."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.diagnostics import Label
from dsl.text.source import Place, Source
from tests.report.reports import FILE, at, found, many, one, rendered
from tools.report.excerpt import excerpt
from tools.report.findings import DiagnosticReport

CHOSEN = """kind Bot {
}

effect cool by me {
  choose one of me.parts as chosen
  overheat chosen
}
"""


def test_the_example_of_the_house_style() -> None:
    text = "\n" * 12 + "  choose one of me.parts as chosen\n  overheat chosen\n"
    place = Place(FILE, text.rindex("chosen"), len(text) - 1)
    findings = DiagnosticReport(
        (
            found(
                place,
                "`overheat` needs a number, but this is a part",
                label="a Part, chosen on line 13",
                help="heat is kept on each part: did you mean `chosen.heat`?",
            ),
        ),
        {FILE: Source(FILE, text)},
        1,
        1,
    )
    assert rendered("full", findings) == [
        "error[BW2104]: `overheat` needs a number, but this is a part",
        "  --> content/core/bots.bot:14:12",
        "14 |   overheat chosen",
        "   |            ^^^^^^ a Part, chosen on line 13",
        "   = help: heat is kept on each part: did you mean `chosen.heat`?",
        "   = more: botwright explain BW2104",
        "",
        "checked 1 file with 1 declaration: 1 error",
    ]


def test_notes_are_further_places_with_their_own_marks() -> None:
    text = "kind Bot {\n}\n\nkind Bot {\n}\n"
    second = Place(FILE, text.rindex("Bot"), text.rindex("Bot") + 3)
    note = Label(at(text, "Bot"), "first declared here")
    findings = DiagnosticReport((found(second, "two of them", notes=(note,)),), {FILE: Source(FILE, text)}, 1, 2)
    assert rendered("full", findings)[:7] == [
        "error[BW2104]: two of them",
        " --> content/core/bots.bot:4:6",
        "4 | kind Bot {",
        "  |      ^^^",
        " --> content/core/bots.bot:1:6",
        "1 | kind Bot {",
        "  |      --- first declared here",
    ]


def test_the_gutter_is_as_wide_as_the_widest_line_number() -> None:
    text = "first\n" + "\n" * 98 + "last\n"
    note = Label(at(text, "first"), "see here")
    lines = rendered(
        "full", DiagnosticReport((found(at(text, "last"), notes=(note,)),), {FILE: Source(FILE, text)}, 1, 1)
    )
    assert lines[1:7] == [
        "   --> content/core/bots.bot:100:1",
        "100 | last",
        "    | ^^^^",
        "   --> content/core/bots.bot:1:1",
        "  1 | first",
        "    | ----- see here",
    ]


@pytest.mark.parametrize(
    "line, word, shown, marks",
    [
        ("\toverheat x", "x", "    overheat x", "             ^"),
        ("日本 chosen", "chosen", "日本 chosen", "     ^^^^^^"),
        ("a 日本 b", "日本", "a 日本 b", "  ^^^^"),
        ("e\u0301e\u0301 x", "x", "e\u0301e\u0301 x", "   ^"),
        ("ae\u0301", "\u0301", "ae\u0301", " ^"),
        ("a\x1b[31m x", "x", "a\\x1b[31m x", "          ^"),
        ("a \u202e b", "\u202e", "a \\u202e b", "  ^^^^^^"),
        ("x\x9b y", "y", "x\\x9b y", "      ^"),
        ("##[error]x", "x", "##\\x5berror]x", "            ^"),
        ("a\r", "a", "a", "^"),
    ],
)
def test_marks_stand_under_the_letters(line: str, word: str, shown: str, marks: str) -> None:
    lines = rendered("full", one(f"{line}\n", word))
    assert lines[2] == f"1 | {shown}"
    assert lines[3] == f"  | {marks}"


def test_an_empty_stretch_gets_one_mark_and_one_over_lines_says_where_it_ends() -> None:
    text = "abc {\n  d\n}\n"
    source = {FILE: Source(FILE, text)}
    behind = DiagnosticReport((found(Place(FILE, 5, 5)),), source, 1, 1)
    assert rendered("full", behind)[3] == "  |      ^"
    long = DiagnosticReport((found(Place(FILE, 4, 11), label="this block"),), source, 1, 1)
    assert rendered("full", long)[2:4] == ["1 | abc {", "  |     ^ this block (down to line 3)"]
    to_line_end = DiagnosticReport((found(Place(FILE, 0, 6)),), source, 1, 1)
    assert rendered("full", to_line_end)[3] == "  | ^^^^^"


@pytest.mark.parametrize("place", [Place(FILE, -3, -1), Place(FILE, 99, 120), Place(FILE, 3, 1), Place("other", 3, 5)])
@pytest.mark.parametrize("format", ["full", "concise", "json", "github", "junit", "sarif"])
def test_an_impossible_place_is_shown_somewhere(place: Place, format: str) -> None:
    findings = DiagnosticReport((found(place),), {FILE: Source(FILE, "short\n")}, 1, 1)
    assert any("BW2104" in line for line in rendered(format, findings))


def test_a_long_line_is_cut_around_the_marks() -> None:
    text = "a" * 500 + " wrong " + "b" * 500
    lines = rendered("full", one(text, "wrong"), width=80)
    assert len(lines[2]) <= 80
    assert lines[2].startswith("1 | …aaa")
    assert lines[2].endswith("bbb…")
    column = lines[3].index("^")
    assert lines[2][column : column + 5] == "wrong"


def test_a_line_of_ten_million_letters_is_cut_as_quickly() -> None:
    text = "x" * 10_000_000
    findings = DiagnosticReport((found(Place(FILE, 0, len(text))),), {FILE: Source(FILE, text)}, 1, 1)
    lines = rendered("full", findings, width=80)
    assert len(lines[2]) <= 80
    assert lines[3].count("^") <= 80


def test_a_message_as_long_as_a_file_is_cut() -> None:
    lines = rendered("full", one("x", "x", message="`" + "n" * 1_000_000 + "` is unknown", help="h" * 1_000_000))
    assert max(map(len, lines)) < 700


@given(st.text(max_size=300), st.integers(0, 300), st.integers(0, 300), st.integers(20, 130))
def test_an_excerpt_fits_and_its_marks_are_below_it(line: str, start: int, end: int, width: int) -> None:
    line = line.replace("\n", " ")
    part = excerpt(line, start, end, width)
    room = sum(_room(character) for character in part.text)
    assert part.marks >= 1
    assert part.indent + part.marks <= max(room + 1, 1)
    assert room <= width + 12  # one escape may stand over the edge
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", part.text)


def _room(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def test_twenty_of_many_are_shown_and_all_are_counted() -> None:
    lines = rendered("full", many(500), most=20)
    assert sum(line.startswith("error[") for line in lines) == 20
    assert "480 more findings not shown here (`--max 0` shows all, `--format concise` one line each):" in lines
    assert "  content/pack/f0000.bot: 480" in lines
    assert lines[-1] == "checked 1 file with 500 declarations: 500 errors"


def test_no_file_hides_another_and_no_warning_an_error() -> None:
    loud, quiet = many(100), one("kind Bot { }\n", "Bot", file="z.bot")
    warnings = many(30, files=30, severity="warning")
    findings = DiagnosticReport(
        (*warnings.diagnostics, *loud.diagnostics, *quiet.diagnostics),
        {**warnings.sources, **loud.sources, **quiet.sources},
        32,
        1,
    )
    lines = rendered("full", findings, most=20)
    assert " --> z.bot:1:6" in lines
    assert not any(line.startswith("warning[") for line in lines)
    assert lines[-1].endswith("101 errors, 30 warnings")


def test_max_0_shows_all() -> None:
    assert sum(line.startswith("error[") for line in rendered("full", many(500), most=0)) == 500


def test_a_clean_run_says_what_it_looked_at() -> None:
    assert rendered("full", DiagnosticReport((), {}, 2, 0)) == ["checked 2 files with 0 declarations: no findings"]


def test_colour_changes_only_colour() -> None:
    findings = one(CHOSEN, "overheat", label="here", help="so", notes=(Label(at(CHOSEN, "Bot"), "there"),))
    plain, coloured = rendered("full", findings), rendered("full", findings, colour=True)
    assert [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in coloured] == plain
    assert any("\x1b[1;31m" in line for line in coloured)
    assert not any("\x1b" in line for line in plain)
