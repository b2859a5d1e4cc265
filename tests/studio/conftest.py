"""A workspace with a game and packs made a minute ago, and a studio that serves it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.studio.server import StudioServer, bare_page, start
from tools.skeleton import new_game, new_pack


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("studio") / "work"
    folder.mkdir()
    before = os.getcwd()
    os.chdir(folder)
    try:
        new_game("sky_duel")
        new_pack("crabs", "scrapyard")
    finally:
        os.chdir(before)
    return folder


@pytest.fixture(scope="module")
def studio(workspace: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StudioServer]:
    """A studio with a page without contents: what the server answers does not depend on the page."""
    folder = tmp_path_factory.mktemp("state")
    server = start(workspace, folder, bare_page(folder / "page"))
    yield server
    server.close()
