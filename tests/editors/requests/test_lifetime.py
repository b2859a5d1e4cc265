"""The beginning of a session: abilities, files to watch, settings of the project."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.editors.client import Client
from tests.editors.open_files import BOTS, OpenFiles
from tests.editors.open_game import FOLDERS
from tests.shipped import ROOT


def test_the_server_says_what_it_can(game: OpenFiles) -> None:
    abilities = game.client.server["capabilities"]
    assert abilities["renameProvider"] == {"prepareProvider": True}
    assert abilities["textDocumentSync"]["change"] == 2
    assert game.client.server["serverInfo"]["name"] == "botwright"


def test_an_editor_that_can_is_asked_to_watch_files(tmp_path: Path) -> None:
    able = {"didChangeWatchedFiles": {"dynamicRegistration": True}}
    client = Client(tmp_path, workspace=able)
    (wanted,) = client.asked_for("client/registerCapability")["registrations"]
    assert wanted["method"] == "workspace/didChangeWatchedFiles"
    assert "bot" in wanted["registerOptions"]["watchers"][0]["globPattern"]
    assert client.end() == 0


def test_warnings_that_the_project_allows_are_no_findings(tmp_path: Path) -> None:
    for name in FOLDERS:
        shutil.copytree(ROOT / name, tmp_path / name)
    client = Client(tmp_path)
    unused = (tmp_path / BOTS).read_text("utf-8") + "\ndefine nobody_asks = 3\n"
    uri = client.open(tmp_path / BOTS, unused)
    client.reach(lambda: client.findings.get(uri))
    (finding,) = client.findings[uri]
    (tmp_path / "botwright.toml").write_text(f'allow = ["{finding["code"]}"]\n', "utf-8")
    client.tell("workspace/didChangeWatchedFiles", changes=[{"uri": "file:///botwright.toml", "type": 1}])
    client.reach(lambda: client.findings.get(uri) == [])
    assert client.end() == 0
