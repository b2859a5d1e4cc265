"""`pack diff` says in words what changed, and what comes out differently."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT
from tools.cli import main

CHANGES = (
    ("gadgets.bot", "copies 4", "copies 3"),
    ("gadgets.bot", "me.energy += 3", "me.energy += 4"),
    ("bots.bot", "hull 8, Plated(1)", "hull 8, Plated(2)"),
    ("bots.bot", "power 1, Shove(3)", "power 2, Shove(3)"),
    ("bots.bot", "Part Lid { power 2 }", "Part Lid { power 2, range 2 }"),
)


@pytest.fixture
def versions(tmp_path: Path) -> tuple[str, str]:
    old, new = tmp_path / "old", tmp_path / "new"
    shutil.copytree(ROOT / "content" / "scrapyard-starter", old)
    shutil.copytree(old, new)
    for name, before, after in CHANGES:
        text = (new / name).read_text(encoding="utf-8")
        assert before in text
        (new / name).write_text(text.replace(before, after, 1), encoding="utf-8")
    manifest = new / "pack.yaml"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace("1.0.0", "1.0.1"), encoding="utf-8")
    return str(old), str(new)


def test_changes_are_said_in_words(versions: tuple[str, str], capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["pack", "diff", *versions]) == 0
    shown = capfd.readouterr().out
    for sentence in (
        "Gadget Battery: copies 4 → 3",
        "Bot Tin_Can: Plated (1) → (2)",
        "Bot Forklift: Fork: power 1 → 2",
        "Bot Kettle: Lid: with `range 2`",
        "me.energy += 3",
    ):
        assert sentence in shown


def test_what_comes_out_differently(versions: tuple[str, str], capfd: pytest.CaptureFixture[str]) -> None:
    old, new = versions
    assert main(["pack", "diff", old, new, "--scenarios", "--games", "20"]) == 0
    shown = capfd.readouterr().out
    assert "of 20 seeded games come out differently" in shown
    assert "scenario “gadgets that give energy” passed, now it fails" in shown
    assert main(["pack", "diff", old, old, "--scenarios", "--games", "20"]) == 0
    same = capfd.readouterr().out
    assert "nothing changed\n  0 of 20 seeded games come out differently, 0 of them with another winner" in same
    assert "scenario" not in same
