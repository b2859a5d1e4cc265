"""Formatting changes nothing but the looks, does it once, and keeps every comment."""

from __future__ import annotations

from bisect import bisect_left
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.diagnostics import Diagnostic
from dsl.format.formatter import format_text
from dsl.format.words import comment_text
from dsl.parse import parse_source
from dsl.syntax.parsed import Parsed
from dsl.syntax.tokens import tokenize
from dsl.text.source import Piece, Source
from tests.architecture.tree import kept_files, name_of
from tests.properties import trees

A_THIRD = settings(max_examples=settings().max_examples // 3)  # of what the profile says: there are many of these
SOURCES = [path for path in kept_files() if path.suffix == ".bot"]


def read(text: str) -> list[Parsed]:
    return parse_source(Source("f", text))


def tree_list(text: str) -> list[object]:
    return [item.tree for item in read(text) if item.tree is not None]


def comments(text: str) -> list[str]:
    return [comment_text(comment.text) for item in read(text) for comment in item.comments]


def holds(text: str) -> str:
    """Format a text without errors and look at the result with other eyes than the formatter's own."""
    result = format_text(text)
    assert result.diagnostics == ()
    assert result.changed == (result.text != text)
    if result.changed:  # else it is the same text: all that follows would be asked of it twice
        assert tree_list(result.text) == tree_list(text)
        assert comments(result.text) == comments(text)
        again = format_text(result.text)
        assert (again.text, again.changed) == (result.text, False)
    assert result.text == "" or (result.text[-1] == "\n" and result.text[-2:] != "\n\n" and result.text[0] != "\n")
    assert "\n\n\n" not in result.text or '"""' in text
    return result.text


@given(trees.files())
def test_a_file_means_the_same(text: str) -> None:
    holds(text)


@pytest.mark.parametrize("rule", trees.declaration_rules())
@A_THIRD
@given(st.data())
def test_every_construct_in_any_layout(rule: str, data: st.DataObject) -> None:
    text = data.draw(trees.declarations(rule))
    layout = data.draw(st.sampled_from([trees.respaced, trees.broken, trees.commented]))
    laid_out = data.draw(layout(text))
    assert tree_list(laid_out) == tree_list(text)
    holds(laid_out)


@given(st.data())
def test_spaces_do_not_matter(data: st.DataObject) -> None:
    text = data.draw(trees.declarations())
    assert holds(data.draw(trees.respaced(text))) == format_text(text).text


@given(st.data())
def test_new_lines_that_do_not_count_mean_nothing(data: st.DataObject) -> None:
    text = data.draw(trees.declarations())
    formatted = format_text(text).text
    again = holds(data.draw(trees.broken(text)))
    if "{" not in text and formatted.count("\n") == 1 and len(formatted) <= 100:
        assert again == formatted  # what fits on a line is joined; blocks and long lines may stay as they were broken


@given(st.data())
def test_comments_at_the_ends_of_items_change_no_line(data: st.DataObject) -> None:
    text = format_text(data.draw(trees.files(2))).text
    random = data.draw(st.randoms(use_true_random=False))
    changed = with_notes(random, text)
    assert holds(changed) == changed


def with_notes(random: Random, text: str) -> str:
    """Notes after and above some lines at which an item, a head or a declaration begins or ends."""
    tokens = tokenize(Piece("f", 0, text, "")).tokens
    starts = [token.start for token in tokens]
    out, offset = [], 0
    for line in text.split("\n")[:-1]:
        end = offset + len(line)
        following = bisect_left(starts, end)
        before = tokens[following - 1] if following else None
        after = tokens[following] if following < len(tokens) else None
        commented = "#" in line
        ends = after is None or after.kind in ("NL", "}") or (before is not None and before.kind == "{")
        if before is not None and before.end > end:
            ends = False  # inside a text
        out.append(line + "  # note" if ends and line and not commented and random.random() < 0.3 else line)
        if ends and after is not None and after.kind != "}" and random.random() < 0.3:
            first = after.start  # of a new line that counts, its token has the place of what follows
            out.append(" " * (first - text.rfind("\n", 0, first) - 1) + "# above")
        offset = end + 1
    return "\n".join([*out, ""])


@given(trees.soups())
def test_any_text_is_formatted_or_left_alone(text: str) -> None:
    result = format_text(text)
    if result.diagnostics:
        assert (result.text, result.changed) == (text, False)
        assert not any(diagnostic.code == "BW9001" for diagnostic in result.diagnostics)
        assert all(is_inside(diagnostic, text) for diagnostic in result.diagnostics)
    else:
        holds(text)


def is_inside(found: Diagnostic, text: str) -> bool:
    return 0 <= found.place.start <= found.place.end <= len(text)


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_every_source_of_the_repository(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if trees.is_valid(text):
        holds(text)
    else:
        assert format_text(text).text == text


@A_THIRD
@given(st.data())
def test_the_sources_with_other_spaces(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(SOURCES))
    text = path.read_text(encoding="utf-8")
    if trees.is_valid(text) and len(text) < 20_000:
        assert holds(data.draw(trees.respaced(text))) == format_text(text).text
