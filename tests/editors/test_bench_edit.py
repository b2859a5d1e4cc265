"""`bench edit` measures every kind of edit; what it measures is judged by nobody here."""

from __future__ import annotations

import json

from tools.bench.edit_answers import EDITS, edit_bench


def test_every_kind_of_edit_is_measured() -> None:
    results = json.loads(edit_bench("json", rounds=3, game="scrapyard").text)["results"]
    names = {result["name"] for result in results}
    assert {f"{edit.name} {part}" for edit in EDITS for part in ("p50", "p95")} <= names
    assert "whole p50" in names
