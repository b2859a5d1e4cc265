"""The bench measures what it says: the same cards on both sides, and times that mean work."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from lark import Lark

from dsl.text.source import Source, pieces
from tools.bench import compile_bench
from tools.bench.check_speed import REFERENCE, Measurement, measure, richest_pack, table, with_an_edit
from tools.bench.lark_baseline import reference
from tools.generate import generate
from tools.resources import shipped_packs

PATTERN = Path(__file__).parent / "pattern"


@cache
def parser() -> Lark:
    return reference()


def texts(folders: Sequence[Path]) -> list[str]:
    return [path.read_text(encoding="utf-8") for folder in folders for path in sorted(folder.glob("*.bot"))]


def test_the_reference_reads_the_same_declarations() -> None:
    result = texts([*shipped_packs().values(), PATTERN])  # rules are not measured
    assert len(result) > 4
    for text in result:
        tree = parser().parse(text, start="file")
        declared = [child for child in tree.children if getattr(child, "type", "") != "NL" and child is not None]
        assert len(declared) == len(pieces(Source("f", text)))


@pytest.mark.parametrize(
    "text",
    [
        "Bot A { a 1\n b 2 }",
        "Bot A {\n\n  # note\n  a 1, # note\n  b [1,\n   2,\n  ]\n  # note\n}",
        "effect x {\n  damage target\n    by 3\n    from me\n  if a {\n  }\n  else {\n  }\n}",
        "table t {\n  1: a\n  at most 6: b\n  else: c\n}",
        "Bot A {\n  for each x in y {\n  }\n  for each x in y { }\n}",
    ],
)
def test_the_reference_knows_which_new_lines_count(text: str) -> None:
    assert parser().parse(text, start="file").children


def test_figures_as_json() -> None:
    answer = compile_bench("json", cards=60, jobs=1, like=str(shipped_packs()["scrapyard-starter"]), rounds=1)
    assert answer.findings.diagnostics == ()
    data = json.loads(answer.text)
    assert data["format_version"] == 1
    assert [result["name"] for result in data["results"]] == ["parse", "cold", "unchanged", "one card", "one rule"]
    for result in data["results"]:
        assert set(result) == {
            "name",
            "ours",
            "reference",
            "theirs",
            "ratio",
            "unit",
            "floor",
            "goal",
            "less_is_better",
        }
        assert result["unit"] == "s"
        if result["reference"] is None:  # in a running process: a time, in seconds
            assert (result["theirs"], result["less_is_better"]) == (1.0, True)
            assert result["ratio"] == result["ours"] > 0
        else:
            assert result["reference"] == REFERENCE
            assert result["ratio"] == pytest.approx(result["theirs"] / result["ours"], rel=0.05)


def test_figures_as_a_table() -> None:
    results = [
        Measurement("cold", 2.0, REFERENCE, 5.0, 2.5, "s"),
        Measurement("one card", 0.0015, None, 1.0, 0.0015, "s"),
    ]
    assert table(results, "9 cards").splitlines() == [
        f"9 cards; reference: {REFERENCE}",
        "                 ours   reference       ratio",
        "cold           2.00 s      5.00 s       2.5 ×",
        "one card       1.5 ms",
    ]


def test_an_edit_changes_one_declaration() -> None:
    text = (PATTERN / "cards.bot").read_text(encoding="utf-8").replace('"Starter Deck"', '"Starter Deck 4"')
    edited = with_an_edit(text, 3)
    before, after = ([piece.digest for piece in pieces(Source("f", item))] for item in (text, edited))
    assert len(before) == len(after) == 5
    assert before[:-1] == after[:-1]
    assert 'Deck "Starter Deck 10000003" {' in edited
    assert with_an_edit(edited, 4) != edited


def test_work_that_was_not_done_has_no_time(tmp_path: Path) -> None:
    result = generate(str(PATTERN), 20, str(tmp_path / "out"))
    (tmp_path / "out" / result.files[0]).write_text("Bot A { }\n")
    with pytest.raises(AssertionError, match="cards were found"):
        measure(result, 1, 1)


def test_the_richest_pack_is_a_shipped_one() -> None:
    assert Path(richest_pack()) in shipped_packs().values()
