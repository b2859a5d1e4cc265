"""Unsaved texts count instead of the files; the base folder replaces the current one; a check can be cancelled."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.shipped import ROOT
from tools.workspace.overlays import Overlays
from tools.workspace.workspace import Cancelled, Workspace

CARDS = "content/scrapyard-starter/bots.bot"
MANIFEST = "content/scrapyard-starter/pack.yaml"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("rulesets/scrapyard", "content/scrapyard-starter"):
        shutil.copytree(ROOT / name, tmp_path / name)
    return tmp_path


def found(workspace: Workspace) -> set[tuple[str, str]]:
    return {(one.place.file, one.code) for one in workspace.refresh().diagnostics}


def test_unsaved_texts_count(project: Path) -> None:
    overlays = Overlays()
    workspace = Workspace(["content/scrapyard-starter"], jobs=1, base=str(project), overlays=overlays)
    assert found(workspace) == set()
    text = (project / CARDS).read_text("utf-8")
    overlays.put(str(project / CARDS), text.replace("hull 10", "hul 10"))
    assert {file for file, _ in found(workspace)} == {CARDS}
    overlays.put(str(project / CARDS), text + "\nBot Spare { hull 3, Part Lid { power 1 } }\n")
    assert found(workspace) == set()
    overlays.put(str(project / "content/scrapyard-starter/new.bot"), "Bot Spare { hull 4, Part Lid { power 1 } }\n")
    assert {file for file, _ in found(workspace)} == {"content/scrapyard-starter/new.bot"}, "two cards of one name"
    overlays.drop(str(project / CARDS))
    assert found(workspace) == set()
    overlays.put(str(project / MANIFEST), "id: [")
    assert MANIFEST in {file for file, _ in found(workspace)}
    overlays.drop(str(project / MANIFEST))
    assert found(workspace) == set()


def test_the_base_folder_decides_and_not_the_current_one(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / CARDS).write_text("Bot Box { hul 3 }\n", "utf-8")
    workspace = Workspace([], jobs=1, base=str(project))
    monkeypatch.chdir(tmp_path.parent)
    elsewhere = found(workspace)
    monkeypatch.chdir(project)
    assert elsewhere == {(one.place.file, one.code) for one in Workspace([], jobs=1).check().diagnostics}
    assert CARDS in {file for file, _ in elsewhere}


def test_a_cancelled_check_leaves_the_next_one_right(project: Path) -> None:
    for stop in (1, 3, 5):
        asked = iter(range(1, 1_000))
        workspace = Workspace(
            ["rulesets", "content"], jobs=1, base=str(project), cancelled=lambda at=stop, asked=asked: next(asked) == at
        )
        with pytest.raises(Cancelled):
            workspace.check()
        assert found(workspace) == set()


def test_an_overlay_may_hold_anything(project: Path) -> None:
    overlays = Overlays()
    workspace = Workspace(["content/scrapyard-starter"], jobs=1, base=str(project), overlays=overlays)
    for text in ("\0", "\ud800", "{" * 5_000, "\r\n" * 100, "Bot " * 50_000):
        overlays.put(str(project / "content/scrapyard-starter/x.bot"), text)
        assert all(file.startswith("content/scrapyard-starter/") for file, _ in found(workspace))
