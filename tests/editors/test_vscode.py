"""The VS Code extension: its generated files are current, its grammar reads every shipped text, its commands exist."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.shipped import ROOT
from tools.editors import textmate

NODE = shutil.which("node")
FOLDER = textmate.FOLDER
BUILT = ROOT / "build" / "vscode"
CASES = [
    {"line": "effect damage target: Bot {", "word": "effect", "scope": "keyword.declaration"},
    {"line": "effect damage target: Bot {", "word": "damage", "scope": "entity.name.declaration"},
    {"line": "effect damage target: Bot {", "word": "Bot", "scope": "entity.name.type"},
    {"line": 'Bot Tin_Can "Tin Can" house {', "word": "Tin_Can", "scope": "entity.name.card"},
    {"line": 'Bot Tin_Can "Tin Can" house {', "word": '"Tin', "scope": "string.quoted.double"},
    {"line": 'Bot Tin_Can "Tin Can" house {', "word": "house", "scope": "keyword.other.mark"},
    {"line": "  choose one of me.hand as card", "word": "choose", "scope": "keyword.control"},
    {"line": "  choose one of me.hand as card", "word": "me", "scope": "variable.language"},
    {"line": "  choose one of me.hand as card", "word": "hand", "scope": "variable.other.property"},
    {"line": "  if count(Bot) >= 12 { stop }", "word": "count", "scope": "support.function"},
    {"line": "  if count(Bot) >= 12 { stop }", "word": "12", "scope": "constant.numeric"},
    {"line": "  if count(Bot) >= 12 { stop }", "word": "stop", "scope": "keyword.control"},
    {"line": "rule x cites SY-STEP-01 = 2", "word": "SY-STEP-01", "scope": "constant.other.clause"},
    {"line": "  move card to me.pile # why", "word": "move", "scope": "support.function.verb"},
    {"line": "  move card to me.pile # why", "word": "# why", "scope": "comment.line"},
    {"line": '  says "{target} falls"', "word": "{target}", "scope": "variable.parameter"},
]


def test_the_generated_files_are_current() -> None:
    for path, text in textmate.files().items():
        assert path.read_text("utf-8") == text, f"run `python -m tools.editors.textmate`: {path.name}"


def test_every_command_of_the_extension_is_registered() -> None:
    source = (FOLDER / "src" / "extension.ts").read_text("utf-8")
    package = json.loads((FOLDER / "package.json").read_text("utf-8"))
    registered = set(re.findall(r'register(?:Command)?\(\s*(?:context, )?"(botwright\.\w+)"', source))
    assert {one["command"] for one in package["contributes"]["commands"]} <= registered
    lenses = (ROOT / "tools/editors/answers/lenses.py").read_text("utf-8")
    assert set(re.findall(r'"(botwright\.\w+)"', lenses)) <= registered


def test_the_lock_file_holds_no_addresses() -> None:
    assert "omit-lockfile-registry-resolved=true" in (FOLDER / ".npmrc").read_text("utf-8")
    packages = json.loads((FOLDER / "package-lock.json").read_text("utf-8"))["packages"]
    assert packages
    assert not [name for name, about in packages.items() if "resolved" in about]


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
@pytest.mark.skipif(
    not (BUILT / "node_modules" / "vscode-textmate").is_dir(),
    reason="`make vscode` installs the libraries of the test",
)
def test_the_grammar_reads_every_shipped_text(tmp_path: Path) -> None:
    cases = tmp_path / "cases.json"
    cases.write_text(json.dumps(CASES), "utf-8")
    files = sorted(str(path) for room in ("rulesets", "content") for path in (ROOT / room).rglob("*.bot"))
    assert NODE is not None
    done = subprocess.run(
        [NODE, str(FOLDER / "grammar-test.mjs"), str(BUILT), str(textmate.GRAMMAR), str(cases), *files],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert f"{len(files)} files" in done.stdout
