"""The one style: golden files that read as a description of it, and what must not happen to a text."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

import dsl.format.formatter as formatter
from dsl.format.formatter import FormatResult, format_text
from dsl.format.words import comment_text
from dsl.parse import parse_source
from dsl.syntax import migrations
from dsl.text.limits import FILE_LINES, TEXT_CHARACTERS
from dsl.text.source import Source
from tests.architecture.tree import ROOT

CASES = sorted((ROOT / "tests" / "cases" / "format").glob("*.bot"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_golden_case(case: Path, request: pytest.FixtureRequest) -> None:
    expected = case.with_suffix(".out")
    result = format_text(case.read_text(encoding="utf-8"), case.name)
    assert result.diagnostics == ()
    if request.config.getoption("--rewrite"):
        expected.write_text(result.text, encoding="utf-8", newline="\n")
    assert result.text == expected.read_text(encoding="utf-8")
    assert result.changed
    assert format_text(result.text) == FormatResult(result.text, False)


def test_there_are_cases_and_no_others() -> None:
    assert len(CASES) >= 8
    outputs = (ROOT / "tests" / "cases" / "format").glob("*.out")
    assert {output.stem for output in outputs} == {case.stem for case in CASES}


def in_style(text: str) -> str:
    """A text in the one style, from a text without errors."""
    result = format_text(text)
    assert result.diagnostics == ()
    return result.text


@pytest.mark.parametrize(
    "wrong, right",
    [
        ("a+b-c*d/e%f", "a + b - c * d / e % f"),
        ("- a", "-a"),
        ("- - a", "- -a"),
        ("a - - a", "a - -a"),
        ("a*- a", "a * -a"),
        ("-( a+b )", "-(a + b)"),
        ("not( a )", "not (a)"),
        ("f( a , by : b )", "f(a, by: b)"),
        ("f ( )", "f()"),
        ("Burn ( 2 )", "Burn(2)"),
        ("a . b [ c ] [ 1 ]", "a.b[c][1]"),
        ("[ ]", "[]"),
        ("[ a,b, ]", "[a, b]"),
        ("1 .. 6", "1..6"),
        ("a.b .. ( c )", "a.b..(c)"),
        ("1 .. - 2", "1..-2"),
        ("a in 1 .. where b", "a in 1.. where b"),
        ("it -1", "it - 1"),
        ("me.x-1", "me.x - 1"),
        ("2 / 4 / 6", "2/4/6"),
        ("a / 4 / 6", "a / 4 / 6"),
        ("2/4/a", "2 / 4 / a"),
        ("2/4[1]", "2 / 4[1]"),
        ("( if a<b then- c else [ ] )", "(if a < b then -c else [])"),
        ("a  is   not b", "a is not b"),
    ],
)
def test_spaces_in_a_value(wrong: str, right: str) -> None:
    assert in_style(f"define x = {wrong}\n") == f"define x = {right}\n"


@pytest.mark.parametrize(
    "wrong, right",
    [
        ("gain- 1", "gain -1"),
        ("gain x-1", "gain x - 1"),
        ("gain(a)", "gain (a)"),
        ("gain f (a)", "gain f(a)"),
        ("modes[ a,b ]", "modes [a, b]"),
        ("result[ a ][1]", "result [a][1]"),
        ("result- a", "result -a"),
        ("result(if a then b else c)", "result (if a then b else c)"),
        ("require count(a)>1", "require count(a) > 1"),
        ("modify x at least( a )times- 1", "modify x at least (a) times -1"),
        ("a.b+=1", "a.b += 1"),
        ("open Main( 2 )as x", "open Main(2) as x"),
        ("cost 0 .. 6 AP as x", "cost 0..6 AP as x"),
        ("choose a .. b of c", "choose a..b of c"),
        ("1..3 :run", "1..3: run"),
        ("- 1:run", "-1: run"),
        ("ask me for Ring? as x", "ask me for Ring? as x"),
        ("keeps a :0 .. ?=none", "keeps a: 0..? = none"),
        ("after hit( a )with it{ }", "after hit (a) with it { }"),
        ("before hit-1 during turn- 2{ }", "before hit -1 during turn -2 { }"),
        ("window 3", "window 3"),
        ("map(a)", "map (a)"),
    ],
)
def test_spaces_in_a_sentence(wrong: str, right: str) -> None:
    assert in_style(f"effect x {{\n  {wrong}\n}}\n") == f"effect x {{\n  {right}\n}}\n"


def test_an_open_range_keeps_away_from_the_word_after_it() -> None:
    text = "kind K { zone a of B holds 1.. seen by owner, keeps n: 0.. house, script s by 1.. }\n"
    assert in_style(text.replace("..", " .. ")) == text


@pytest.mark.parametrize("text", ["", "\n", "   \n\n  ", "\n" * 50])
def test_nothing_stays_nothing(text: str) -> None:
    assert in_style(text) == ""


def test_a_file_of_comments() -> None:
    assert in_style("\n\n#a\n   # b  \n\n\n\n#c") == "# a\n# b\n\n# c\n"


@pytest.mark.parametrize(
    "comment, written",
    [
        ("#a", "# a"),
        ("#  a", "#  a"),
        ("#", "#"),
        ("##a", "## a"),
        ("####", "####"),
        ("#!run", "#!run"),
        ("##!x", "##!x"),
    ],
)
def test_the_space_of_a_comment(comment: str, written: str) -> None:
    assert comment_text(comment) == written
    assert comment_text(written) == written


def test_a_line_of_just_the_width_stays() -> None:
    for width, lines in ((100, 1), (101, 3)):
        head, body = "effect x { ", " }"
        text = head + "a" * (width - len(head + body)) + body + "\n"
        assert in_style(text).count("\n") == lines
    # a comment at the end is not counted
    text = f"effect x {{ {'a' * 87} }}  # and a long comment after it, which nobody has to break\n"
    assert format_text(text) == FormatResult(text, False)


def test_a_break_that_is_not_needed_goes() -> None:
    text = "effect push target: Bot\n  by n: 1..\n  cites A-B-1\n{ stop }\n"
    assert in_style(text) == "effect push target: Bot by n: 1.. cites A-B-1 { stop }\n"


def test_an_author_may_choose_where_a_long_head_is_broken() -> None:
    text = (
        "effect push target: Bot by spaces: 1..\n  from source: Bot\n  cites AR-PUSH-01 AR-PUSH-02 AR-PUSH-03\n"
        '  says "{source} pushes {target}" {\n  stop\n}\n'
    )
    assert format_text(text) == FormatResult(text, False)


def test_a_case_row_with_a_comment_inside_keeps_its_separator() -> None:
    # without the comma, the line `at # note` would go on with the line above
    text = "table t {\n  1: a, at # note\n  most 6: b\n}\n"
    assert in_style(text) == "table t {\n  1: a,\n  at  # note\n    most 6: b\n}\n"


def test_a_plus_after_a_face_is_no_sign_of_a_number() -> None:
    assert in_style("die D {\n none+2\n time+ +1\n -1 + 2 armor\n}\n") == (
        "die D {\n  none + 2\n  time + +1\n  -1 + 2 armor\n}\n"
    )


def test_what_follows_a_block_stays_with_it() -> None:
    text = 'scenario "s" {\n  then a cannot b {\n    c\n  } # note\n because X-Y-1\n}\n'
    assert in_style(text) == 'scenario "s" {\n  then a cannot b {\n    c\n  }  # note\n    because X-Y-1\n}\n'
    assert in_style(text.replace(" # note\n", "")) == (
        'scenario "s" {\n  then a cannot b {\n    c\n  } because X-Y-1\n}\n'
    )


def test_names_are_written_composed_and_texts_left_alone() -> None:
    apart = unicodedata.normalize("NFD", "한글")
    accent = unicodedata.normalize("NFD", "é")
    assert in_style(f'effect x {{ {apart} "{accent}" }}\n') == f'effect x {{ 한글 "{accent}" }}\n'


@pytest.mark.parametrize("text", ["kind   Bot {", "kind Bot { hp: 1..3 }\n\nrule  = 3\n", "\teffect x { }", "'", "\0"])
def test_a_text_with_errors_is_left_alone(text: str) -> None:
    result = format_text(text, "a.bot")
    assert (result.text, result.changed) == (text, False)
    assert result.diagnostics
    assert all(diagnostic.place.file == "a.bot" for diagnostic in result.diagnostics)


def test_a_long_text_at_the_limit_keeps_its_own_indentation() -> None:
    rows = "  abc\n" * ((TEXT_CHARACTERS - 50) // 6)
    text = f'Map M {{\n    rows """\n{rows} """\n}}\n'
    result = in_style(text)
    assert result == f'Map M {{\n  rows """\n{rows} """\n}}\n'
    assert parse_source(Source("f", result))[0].tree == parse_source(Source("f", text))[0].tree


def test_a_file_that_would_grow_over_a_limit_is_left_alone() -> None:
    text = "rule a = 1\ndefine a = 1\n" * (FILE_LINES // 2 - 1)
    result = format_text(text)
    assert (result.text, result.changed) == (text, False)
    assert [diagnostic.code for diagnostic in result.diagnostics] == ["BW1003"]
    assert result.diagnostics[0].message.startswith("after formatting, this file is over the limit")


TEXT = "#one\nkind A { hp: 1..3 } #two\nkind B { hp: 1..3 }\n"


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace("1..3", "1..4", 1),
        lambda text: text.replace("kind B { hp: 1..3 }\n", ""),
        lambda text: text + "kind C { }\n",
        lambda text: text.replace("kind A", "kind"),
        lambda text: text.replace("# one\n", ""),
        lambda text: text.replace("# one", "# two"),
        lambda text: text.replace("# two", "# two\n# two"),
        lambda text: text.replace("\n", "\n\n"),
    ],
)
def test_a_fault_of_the_formatter_damages_nothing(
    damage: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = formatter.rewrite_text
    assert format_text(TEXT).changed
    assert damage(format_text(TEXT).text) != format_text(TEXT).text
    monkeypatch.setattr(formatter, "rewrite_text", lambda *args: damage(whole(*args)))
    result = format_text(TEXT, "a.bot")
    assert (result.text, result.changed) == (TEXT, False)
    assert [(diagnostic.code, diagnostic.place.file) for diagnostic in result.diagnostics] == [("BW9001", "a.bot")]


def test_the_table_of_the_style_is_in_the_module() -> None:
    assert formatter.__doc__ is not None
    assert formatter.__doc__.count("\n| ") > 15


OLD = """kind Bot {
  hp: 1..30 = 5 house cites AR-BOT-01  # why five
  stat speed = ((3) + 1)  # reason
    cites AR-BOT-02
    # between
    says "fast"
  keeps moved = (no) house, keeps heat: 0.. cites AR-BOT-03 = 1 house formerly warmth
}

effect go { keeps deed = 3 unenforced "who knows"; let x = 4 }
"""
SETTLED = """kind Bot {
  hp: 1..30 house cites AR-BOT-01 = 5  # why five
  stat speed cites AR-BOT-02 says "fast" = ((3) + 1)  # reason

  # between

  keeps moved house = (no), keeps heat: 0.. cites AR-BOT-03 house formerly warmth = 1
}

effect go { keeps deed unenforced "who knows" = 3; let x = 4 }
"""


def test_upgrading_moves_marks_before_the_value_and_keeps_every_comment() -> None:
    result = format_text(OLD, upgrade=True)
    assert result.text == SETTLED
    assert result.changed
    assert result.diagnostics == ()
    assert not format_text(SETTLED, upgrade=True).changed


@pytest.mark.parametrize(
    "written, shorter",
    [
        ("AR-MOVE-01 AR-MOVE-02 AR-MOVE-03", "AR-MOVE-01..03"),
        ("AR-MOVE-01 AR-MOVE-02", "AR-MOVE-01 02"),
        ("AR-MOVE-01..03 AR-MOVE-04 AR-MOVE-06", "AR-MOVE-01..04 06"),
        ("AR-MOVE-01 AR-BOT-02 AR-BOT-04", "AR-MOVE-01 AR-BOT-02 04"),
        ("AR-MOVE-01\n  cites AR-MOVE-02 AR-MOVE-03 AR-MOVE-02", "AR-MOVE-01..03 02"),
        ("AR-MOVE-99 AR-MOVE-100", "AR-MOVE-99 AR-MOVE-100"),
    ],
)
def test_upgrading_writes_clauses_by_number(written: str, shorter: str) -> None:
    result = format_text(f"rule reach cites {written} = 1\n", upgrade=True)
    assert result.text == f"rule reach cites {shorter} = 1\n"
    assert not format_text(result.text, upgrade=True).changed
    assert result.diagnostics == ()  # clauses in full remain valid


@pytest.mark.parametrize(
    "written, limited",
    [
        ("greater(0, x - 1)", "(x - 1 at least 0)"),
        ("greater(2, lesser(98, x)) + 1", "(x at most 98 at least 2) + 1"),
        ("f(lesser(3, x), 2 * lesser(4, x))", "f(x at most 3, 2 * (x at most 4))"),
        ("(if x then greater(1, x) else 0)", "(if x then (x at least 1) else 0)"),
        ("greater(0, (if x then 1 else 2))", "((if x then 1 else 2) at least 0)"),
        ("greater(x, y)", "greater(x, y)"),
        ("greater(x, 0)", "greater(x, 0)"),
    ],
)
def test_upgrading_writes_limits_behind_the_value(written: str, limited: str) -> None:
    result = format_text(f"rule reach = {written}\n", upgrade=True)
    assert result.text == f"rule reach = {limited}\n"
    assert not format_text(result.text, upgrade=True).changed


def test_upgrading_writes_quiet() -> None:
    text = 'kind Bot { keeps moved says "" house = no, keeps heat: 0..9 says "hot" = 0 }\n'
    assert format_text(text, upgrade=True).text == text.replace('says ""', "quiet")


def test_the_rows_of_a_match_in_parentheses_stand_on_lines_of_their_own() -> None:
    text = "define f(a: 0..9) = (match a {\n     1: 2\n   2: (a at most 1)\n else: 0\n  }) + 1\n"
    assert format_text(text).text == ("define f(a: 0..9) = (match a {\n  1: 2\n  2: (a at most 1)\n  else: 0\n}) + 1\n")


def test_a_long_list_of_clauses_breaks_before_a_chapter() -> None:
    chapters = [f"AR-CHAPTER{letter}-01..03 05 07" for letter in "ABCDEFG"]
    text = format_text(f"rule reach cites {' '.join(chapters)} = 1\n").text
    assert [word for line in text.splitlines() for word in line.split(" cites ")[1:]] == [
        " ".join(chapters[:3]),
        " ".join(chapters[3:6]),
        f"{chapters[6]} = 1",
    ]


def test_without_upgrading_an_older_form_stays() -> None:
    assert format_text(OLD).text == OLD


def test_upgrading_leaves_a_text_with_errors_as_it_is() -> None:
    broken = OLD + "kind {\n"
    result = format_text(broken, upgrade=True)
    assert result.text == broken
    assert not result.changed
    assert any(diagnostic.severity == "error" for diagnostic in result.diagnostics)


def test_upgrading_that_would_change_the_meaning_is_not_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof is real: a rewrite that loses a mark is found out."""
    loses = evolve(migrations.REWRITES[0], find=lambda tree, text, rows: iter([((21, 26), (((21, 27), ""),))]))
    monkeypatch.setattr(migrations, "REWRITES", (loses,))
    text = "kind Bot { hp: 1..3 = house }\n".replace("= house", "= 2 house")
    result = format_text(text, upgrade=True)
    assert result.text == text
    assert [diagnostic.code for diagnostic in result.diagnostics] == ["BW9001"]
