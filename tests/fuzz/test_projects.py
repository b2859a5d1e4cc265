"""A small sample of what `make fuzz` does for long, without processes: each project is checked within a number of calls."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz import projects
from tests.fuzz.run import write
from tests.work import at_most
from tools.workspace import check_paths

SAMPLE = range(12)
MOST_CALLS = 12_000_000


@pytest.mark.parametrize("number", SAMPLE)
def test_a_project_of_any_size_is_answered(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projects, "SIZES", (1, 2, 7, 30, 205))
    write(number, tmp_path)
    paths = [str(tmp_path / "rulesets" / "fuzzed_game"), str(tmp_path / "content" / "fuzzed")]
    with at_most(MOST_CALLS):
        result = check_paths(paths, cache=False, jobs=1)
    assert not [diagnostic for diagnostic in result.diagnostics if diagnostic.code.startswith("BW9")]
