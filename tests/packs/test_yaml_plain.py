"""The quick way to read plain YAML gives what the careful way gives, or nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dsl.packs.yaml_guard import INVISIBLE, compose_carefully
from dsl.packs.yaml_nodes import Items, Node, Scalar, YamlFields
from dsl.packs.yaml_plain import read_plain
from dsl.text.source import Place, Source
from tests.pack_makers import CLAUSES, PACK, RULESET, yaml

PLAIN = """\
# a catalogue
game: A game, with words; and (more) of them
prefix: MG      # short
summary: >-
  Two lines
  of text: with "anything" # in them

modes: [standard, duel of two]
notes:
  one: 'quoted "so"'
  two: >-
    folded
    too
clauses:
  # ---- setup
  - id: MG-SETUP-01
    section: 1.2 Setup & more
    rule: "Two players: no more # and no less."
    modes: [duel]

  - id: MG-SETUP-02
    section: "1.7"
examples:
- id: MG-EX-01
  given: it's so
empty:
list:
  - one word
  - "two"
ruleset: {id: game, version: ">=1.2 <2"}
version: 1.2.3
"""


def places(node: Node) -> Iterator[Place | int]:
    """Whole places of words; starts of the rest, because the library counts comments behind a block as part of it."""
    match node:
        case YamlFields():
            yield node.place.start
            for key, value in node.entries:
                yield key.place
                yield from places(value)
        case Items():
            yield node.place.start
            for item in node.items:
                yield from places(item)
        case Scalar():
            yield node.place


def same(text: str) -> bool:
    """Whether the quick way read the text; then both ways agree."""
    source = Source("x.yaml", text)
    quick = read_plain(source)
    if quick is None:
        return False
    careful, result = compose_carefully(source)
    assert result == []
    assert careful == quick
    assert list(places(careful)) == list(places(quick))
    return True


@pytest.mark.parametrize("text", [PLAIN, yaml(PACK), yaml(RULESET), PLAIN.replace("\n\n", "\n"), PLAIN.rstrip("\n")])
def test_plain_files_are_read_quickly(text: str) -> None:
    assert same(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "a: b: c",
        "a: b\n  c\n",
        "a: b\n  # c\n  d\n",
        "a: [b, c",
        "a: [b: c]",
        "a: 'it''s'",
        'a: "\\n"',
        "a: &b c",
        "a: !b c",
        "a: *b",
        "a: |\n  b\n",
        "a: >-\n  b\n\n  c\n",
        "a: >-\n  b\n   c\n",
        "a: >-\n  b\n # c\n",
        "a: >-\n  b\n  # c\n",
        "a: >-\nb: c\n",
        "a: >-\n  b\n   \n",
        "a: >-\n  b\n\n   ",
        "a: b\na: c\n",
        "a: {b: c, b: d}",
        "- a\n",
        "---\na: b\n",
        "a:\tb\n",
        "a: b\t\n",
        "a: b \n c: d\n",
        "a:\n  - b: c\n   d: e\n",
        "a:\n  - b: c\n  d: e\n",
        "a:\n  b: c\n - d\n",
        "a: " + "9" * 30,
        "a b: c",
        "a : b",
        "a:b",
        "? a\n: b",
    ],
)
def test_what_is_not_plain_goes_the_careful_way(text: str) -> None:
    assert not same(text)


LINES = [
    *["a: b", "b: c d", 'c: "q # : x"', "d: 'q'", "e:", "f: [a, b]", "g: []", "h: >-", "i: {a: b, c: 'd'}", "j: 1.2.3"],
    *[
        "- a",
        "- a: b",
        "- b: >-",
        "-",
        "- ",
        "# c",
        "",
        "x",
        "x y",
        "k: b # c",
        "l: b#c",
        "m: it's, (so); =&*!%@?",
        "n: yes",
    ],
    *[
        "text of a long line",
        "o: 12",
        "p: -",
        "q: - a",
        "r: a:b",
        "s: a: b",
        "t: [a, b ]",
        "- [a]",
        "- - a",
        "u: #c",
        "é: é",
        "v: é",
        "k_1: a",
        "1k: a",
    ],
]
TEXTS = st.lists(
    st.tuples(
        st.sampled_from([0, 0, 1, 2, 2, 4, 4, 6]), st.sampled_from(LINES), st.sampled_from(["", "", "", " ", "  # c"])
    ),
    max_size=8,
).map(lambda lines: "\n".join(" " * indent + line + end for indent, line, end in lines))


@given(TEXTS, st.sampled_from(["", "\n", "\n\n", "\n  "]))
@example("e:\n- a\nb: c", "")
@example("h: >-\n  x\n# c\na: b", "")
@example("e:\n  h: >-\n    x\n  b: c", "")
def test_both_ways_agree_on_lines(text: str, end: str) -> None:
    same(text + end)


@given(st.sampled_from([PLAIN, yaml(PACK), yaml(CLAUSES, clauses="\n  - id: MG-A-01\n    section: x")]), st.data())
def test_both_ways_agree_after_a_slip(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 4))
    slip = data.draw(
        st.sampled_from(
            ["", " ", "\n", "  ", ":", ": ", "'", '"', "#", " #", "-", "- ", "[", "]", "{", ",", ">", "|", "x", "1"]
        )
    )
    same(text[:at] + slip + text[at + cut :])


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\t"), max_size=12))
def test_both_ways_agree_on_values(value: str) -> None:
    if INVISIBLE.search(value.replace("\n", "")) is None:  # such characters are refused before
        for text in (
            f"a: {value}\nb: c",
            f'a: "{value}"',
            f"a: '{value}'",
            f"a: [x, {value}]",
            f"a: >-\n  {value}\nb: c",
        ):
            same(text)
