"""One small game for all tests of answers; tests that change it make their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.editors.open_game import OpenGame


@pytest.fixture(scope="package")
def yard(tmp_path_factory: pytest.TempPathFactory) -> OpenGame:
    return OpenGame(tmp_path_factory.mktemp("yard"))


@pytest.fixture
def own_yard(tmp_path: Path) -> OpenGame:
    return OpenGame(tmp_path)
