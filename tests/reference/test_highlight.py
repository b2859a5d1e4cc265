"""The lexer: every text comes out as it went in, and words have the colours of what they are."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, String, Text

from tests.architecture.tree import ROOT
from tools.highlight import LONGEST, BotLexer, colours

TEXT = """\
# A comment.
effect hit target: Bot with part: Part cites AR-STRIKE-01 {
  keeps force: 0.. = part.power
  if count(pile) > 2 and not me.tired { move top(pile) to me.hand }
}

Bot Rusty "Old Rusty" { hull 10 }
"""


def coloured(text: str) -> dict[str, object]:
    return {part: colour for _, colour, part in colours(text)}


def test_words_have_the_colours_of_what_they_are() -> None:
    result = coloured(TEXT)
    assert result["# A comment."] is Comment.Single
    assert result["effect"] is Keyword.Declaration
    assert result["hit"] is Name
    assert result["Bot"] is Name.Class
    assert result["with"] is Operator.Word
    assert result["cites"] is Keyword.Pseudo
    assert result["AR-STRIKE-01"] is Name.Label
    assert result["keeps"] is Keyword
    assert result["power"] is Name.Attribute
    assert result["if"] is Operator.Word
    assert result["count"] is Name.Function
    assert result["me"] is Name.Builtin.Pseudo
    assert result["move"] is Name.Builtin
    assert result['"Old Rusty"'] is String
    assert result["10"] is Number.Integer


def test_what_has_no_meaning_is_an_error() -> None:
    assert Error in coloured("a \x07 b").values()
    assert Text.Whitespace in coloured("a b").values()


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
def test_every_text_comes_out_as_it_went_in(text: str) -> None:
    parts = list(colours(text))
    assert "".join(part for _, _, part in parts) == text
    at = 0
    for start, _, part in parts:
        assert start == at
        at += len(part)


@pytest.mark.parametrize("file", sorted((ROOT / "rulesets").rglob("*.bot")), ids=lambda file: file.name)
def test_all_rules_are_coloured_without_an_error(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    tokens = list(BotLexer().get_tokens(text))
    assert "".join(part for _, part in tokens) == text
    assert not any(colour is Error for colour, _ in tokens)


def test_long_texts_are_left_plain() -> None:
    assert [colour for _, colour, _ in colours("x " * LONGEST)] == [Text]


def test_pygments_finds_it_by_its_name() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pygments.lexers"] == {"botwright": "tools.highlight:BotLexer"}
    assert BotLexer.aliases == ["botwright", "bot"]
