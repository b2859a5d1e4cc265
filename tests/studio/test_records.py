"""Records by name: a match keeps its address when it is over, and no name leads out of the folders of records."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from tools.matches import load
from tools.play import saved_matches
from tools.studio import records
from tools.studio.workspace_files import FileRefused


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The record of a match of this user."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path = saved_matches.new_path("scrapyard", datetime(2026, 1, 2))
    assert path is not None
    load("scrapyard").start({"Ann": "random", "Ben": "random"}, 1, record=path).close()
    return path


def test_a_match_that_is_over_keeps_the_address_of_its_record(saved: str, tmp_path: Path) -> None:
    name = records.name_of(saved)
    assert records.path_of(name, str(tmp_path)) == saved
    over = saved_matches.over(saved)
    assert over is not None
    assert over != saved
    assert records.path_of(name, str(tmp_path)) == over


@pytest.mark.parametrize("name", ["saved/../../etc/passwd", "over/none.bwr", "workspace/../x.bwr", "", "saved/"])
def test_a_name_leads_to_a_record_or_nowhere(saved: str, tmp_path: Path, name: str) -> None:
    with pytest.raises(FileRefused):
        records.path_of(name, str(tmp_path))


def test_a_record_elsewhere_has_no_name(tmp_path: Path) -> None:
    assert records.name_of(None) == ""
    assert records.name_of(str(tmp_path / "elsewhere.bwr")) == ""
