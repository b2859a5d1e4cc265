"""Golden texts: the cards of a pack as `botwright cards` prints them, read by eye before they are kept.

`tests/cases/cards/<pack>.txt` holds them; `pytest --rewrite` writes them anew, and whoever does that reads the diff.
"""

from __future__ import annotations

import pytest

from tests.architecture.tree import ROOT
from tools.cli import main
from tools.resources import shipped_packs

FOLDER = ROOT / "tests" / "cases" / "cards"


PACKS = sorted(shipped_packs())


@pytest.mark.parametrize("pack", PACKS)
def test_the_cards_are_those_that_were_read(
    pack: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(["cards", pack]) == 0
    actual = capsys.readouterr().out
    file = FOLDER / f"{pack}.txt"
    if request.config.getoption("--rewrite"):
        FOLDER.mkdir(exist_ok=True)
        file.write_text(actual, encoding="utf-8", newline="")
    assert actual == file.read_text(encoding="utf-8")
