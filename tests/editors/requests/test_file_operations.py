"""A new, empty file gets its first text; a file of rules is left to its author."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.editors.client import Client
from tests.editors.open_files import CARDS
from tests.editors.open_game import FOLDERS, OpenGame
from tests.shipped import ROOT
from tools.editors.answers.new_file import first_text
from tools.editors.project import Project


@pytest.mark.parametrize(
    "name, begins",
    [
        ("content/scrapyard-starter/old_nipper.bot", 'Bot "Old Nipper" '),
        ("content/scrapyard-starter/tests/pinch.bot", 'scenario "Pinch" {'),
    ],
)
def test_a_new_file(tmp_path: Path, name: str, begins: str) -> None:
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, tmp_path / folder)
    client = Client(tmp_path, workspace={"applyEdit": True})
    uri = client.open(tmp_path / CARDS)
    client.ask("textDocument/hover", textDocument={"uri": uri}, position={"line": 0, "character": 0})
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"")
    client.tell("workspace/didCreateFiles", files=[{"uri": path.as_uri()}])
    ((address, (edit,)),) = client.asked_for("workspace/applyEdit")["edit"]["changes"].items()
    assert address == path.as_uri()
    assert edit["newText"].startswith(begins)
    fresh = client.open(path, edit["newText"])
    client.reach(lambda: fresh in client.findings)
    client.ask("textDocument/hover", textDocument={"uri": fresh}, position={"line": 0, "character": 0})
    assert not [one for one in client.findings[fresh] if one["severity"] == 1]
    client.tell("workspace/didRenameFiles", files=[{"oldUri": fresh, "newUri": f"{fresh}x"}])
    client.tell("workspace/didDeleteFiles", files=[{"uri": fresh}])
    assert client.end() == 0


def test_a_file_with_a_text_and_a_file_of_rules_are_left_alone(tmp_path: Path) -> None:
    assert first_text(Project(), str(tmp_path / "nowhere.bot")) == ""
    game = OpenGame(tmp_path)
    assert first_text(game.project, game.path("rulesets/scrapyard/more.bot")) == ""
    assert first_text(game.project, game.path("content/scrapyard-starter/notes.txt")) == ""
