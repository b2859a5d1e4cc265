"""One server over the protocol for the tests of all requests, on a copy of a small game; each test leaves its texts
as they were."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editors.client import Client
from tests.editors.open_files import OpenFiles
from tests.editors.open_game import FOLDERS
from tests.shipped import ROOT


@pytest.fixture(scope="package")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenFiles]:
    root: Path = tmp_path_factory.mktemp("requests")
    for name in FOLDERS:
        shutil.copytree(ROOT / name, root / name)
    client = Client(root)
    yield OpenFiles(client, root)
    assert client.end() == 0
