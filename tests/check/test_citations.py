"""Clauses by number: what a citation means, and how a wrong range is reported."""

from __future__ import annotations

import pytest

from dsl.check.annotations import cites
from dsl.parse import parse_source
from dsl.text.source import Source


@pytest.mark.parametrize(
    "written, clauses",
    [
        ("AR-MOVE-01", ["AR-MOVE-01"]),
        ("AR-MOVE-01..03", ["AR-MOVE-01", "AR-MOVE-02", "AR-MOVE-03"]),
        ("AR-MOVE-09..11 05", ["AR-MOVE-09", "AR-MOVE-10", "AR-MOVE-11", "AR-MOVE-05"]),
        ("AR-MOVE-01 03..04 AR-BOT-02 07", ["AR-MOVE-01", "AR-MOVE-03", "AR-MOVE-04", "AR-BOT-02", "AR-BOT-07"]),
        ("AR-MOVE-03..01", ["AR-MOVE-03..01"]),
        ("AR-MOVE-01..999999999", ["AR-MOVE-01..999999999"]),
    ],
)
def test_the_clauses_of_a_citation(written: str, clauses: list[str]) -> None:
    (parsed,) = parse_source(Source("x", f"rule reach cites {written} = 1\n"))
    assert parsed.tree is not None
    assert [cite.clause for cite in cites(parsed.tree)] == clauses


def test_a_citation_is_marked_where_it_is_written() -> None:
    text = "rule reach cites AR-MOVE-01..02 05 = 1\n"
    (parsed,) = parse_source(Source("x", text))
    assert parsed.tree is not None
    assert [text[slice(*cite.span)] for cite in cites(parsed.tree)] == ["AR-MOVE-01..02", "AR-MOVE-01..02", "05"]
