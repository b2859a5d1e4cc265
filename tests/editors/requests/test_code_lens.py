"""Code lenses: commands of the extension for VS Code, commands of the server for every other editor."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from tests.editors.client import Client
from tests.editors.open_files import BOTS, CARDS, CLAUSES, OpenFiles
from tests.editors.open_game import FOLDERS
from tests.shipped import ROOT

SCENARIOS = "rulesets/scrapyard/tests/strikes.bot"


def test_every_lens_of_another_editor_can_be_run_by_the_server(game: OpenFiles) -> None:
    known = set(game.client.server["capabilities"]["executeCommandProvider"]["commands"])
    for name in (BOTS, CARDS, SCENARIOS):
        found = game.of("codeLens", name)
        assert {one["command"]["command"] for one in found} <= known
    (lens, *_) = (one for one in game.of("codeLens", SCENARIOS) if one["command"]["title"] == "run")
    answer = game.command(lens["command"]["command"], *lens["command"]["arguments"])
    assert answer["summary"] == "passes"


def test_the_extension_gets_its_own_commands(tmp_path: Path) -> None:
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, tmp_path / folder)
    client = Client(tmp_path, {"commands": True})
    uri = client.open(tmp_path / CARDS)
    titles = {
        one["command"]["title"]: one["command"]["command"]
        for one in client.ask("textDocument/codeLens", textDocument={"uri": uri})
    }
    assert titles["try this card"] == "botwright.tryCard"
    assert titles["show the card"] == "botwright.showCard"
    catalogue = client.open(tmp_path / CLAUSES)
    found = client.ask("textDocument/codeLens", textDocument={"uri": catalogue})
    assert any(re.fullmatch(r"cited by \d+ rules? and \d+ scenarios?", one["command"]["title"]) for one in found)
    assert client.end() == 0
