"""The examples of the how-to are run as printed. Each is skipped without its extra."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import botwright
from tests.architecture.tree import ROOT
from tests.guards import GUARD

PAGE = ROOT / "dsl/docs/howto/learn-a-game.md"
SECTIONS = dict(re.findall(r"^## ([^\n]*)\n(.*?)(?=^## |\Z)", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL))
EXAMPLES = {
    title: code[1] for title, text in SECTIONS.items() if (code := re.search(r"```python\n(.*?)```", text, re.S))
}


def test_there_is_an_example_for_each_library() -> None:
    assert len(EXAMPLES) == 4
    assert "Without any library" not in EXAMPLES, "its example is a command"
    assert all(len(code.splitlines()) <= 20 for code in EXAMPLES.values())


@pytest.mark.parametrize("title", EXAMPLES)
def test_an_example_runs_as_printed(title: str, tmp_path: Path) -> None:
    library = "pyspiel" if "OpenSpiel" in title else "pettingzoo"
    pytest.importorskip(library, reason="the extra is not installed")
    done = subprocess.run(
        [sys.executable, "-c", EXAMPLES[title]], cwd=tmp_path, capture_output=True, text=True, timeout=GUARD
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout or "Numbers" in title


def test_without_the_extra_a_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    game = botwright.load(str(ROOT / "rulesets/scrapyard"))
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "tools.learning.pettingzoo_adapter", raising=False)
    with pytest.raises(botwright.MissingExtra, match=r"botwright\[rl\]"):
        botwright.pettingzoo_env(game)
