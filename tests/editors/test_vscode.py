"""The VS Code extension: its generated files are current, its grammar reads every shipped text, its commands exist."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.editors.open_game import FOLDERS
from tests.guards import GUARD
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


built = pytest.mark.skipif(
    NODE is None or not (BUILT / "node_modules" / "vscode-textmate").is_dir(),
    reason="`make vscode` installs the libraries of the test; it needs Node",
)


def node(script: str, *words: str) -> str:
    assert NODE is not None
    command = [NODE, str(FOLDER / script), str(BUILT), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=GUARD, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


@built
def test_the_grammar_reads_every_shipped_text(tmp_path: Path) -> None:
    cases = tmp_path / "cases.json"
    cases.write_text(json.dumps(CASES), "utf-8")
    files = sorted(str(path) for room in ("rulesets", "content") for path in (ROOT / room).rglob("*.bot"))
    assert f"{len(files)} files" in node("grammar-test.mjs", str(textmate.GRAMMAR), str(cases), *files)


@built
def test_the_package_holds_the_extension_and_nothing_else(tmp_path: Path) -> None:
    """The .vsix is opened, and its own grammar reads the cases and every text."""
    with zipfile.ZipFile(BUILT / "botwright.vsix") as package:
        names = set(package.namelist())
        package.extractall(tmp_path)
    assert {name for name in names if not name.startswith("extension/")} == {
        "extension.vsixmanifest",
        "[Content_Types].xml",
    }
    inside = {name.removeprefix("extension/") for name in names if name.startswith("extension/")}
    assert inside == {
        "package.json", "language-configuration.json", "dist/extension.js", "syntaxes/botwright.tmLanguage.json",
    }  # fmt: skip
    about = json.loads((tmp_path / "extension/package.json").read_text("utf-8"))
    assert (tmp_path / "extension" / about["main"]).is_file()
    (grammar,) = about["contributes"]["grammars"]
    packed = tmp_path / "extension" / grammar["path"]
    assert packed.read_text("utf-8") == textmate.GRAMMAR.read_text("utf-8")
    cases = tmp_path / "cases.json"
    cases.write_text(json.dumps(CASES), "utf-8")
    files = sorted(map(str, (ROOT / "rulesets").rglob("*.bot")))
    assert f"{len(files)} files" in node("grammar-test.mjs", str(packed), str(cases), *files)


@built
def test_the_commands(tmp_path: Path) -> None:
    """Each command is run in the built extension with the real server; the cursor is inside a declaration."""
    for name in FOLDERS:
        shutil.copytree(ROOT / name, tmp_path / name)
    pack, rules = tmp_path / "content/scrapyard-starter", tmp_path / "rulesets/scrapyard"
    program = [sys.executable, "-m", "tools.cli"]

    def told(file: Path, command: str, phrase: str) -> list[dict[str, Any]]:
        text = file.read_text("utf-8")
        line = text.count("\n", 0, text.index(phrase))
        cursors = json.dumps([{"command": f"botwright.{command}", "line": line}])
        found: list[dict[str, Any]] = json.loads(node("commands-test.mjs", json.dumps(program), str(file), cursors))
        assert found.pop(0) == {"command": f"botwright.{command}"}
        return found

    tried = [one["typed"] for one in told(pack / "bots.bot", "tryCard", "hull 10")]
    assert tried[0] == f"cd {pack.parent}"
    assert tried[1].endswith(f"repl {rules} --pack {pack} --no-resume")
    assert tried[2] == "given Rusty"
    strikes = rules / "tests/strikes.bot"
    typed = [one["typed"] for one in told(strikes, "runScenario", "then Dummy.damage is 3")]
    assert typed[1].endswith(f"test {rules} -k 'power and the die add up'")
    (card,) = told(pack / "bots.bot", "showCard", "hull 10")
    assert "hull 10" in card["shown"]
    (clause,) = told(rules / "turn.bot", "openClause", "rule energy_per_turn")
    assert clause["shown"].endswith("clauses.yaml")
    assert clause["selection"]["start"]["line"] > 0
    (beside,) = told(strikes, "evaluate", "then Dummy.damage is 3")
    assert beside["says"] == "passes"
    (stages,) = told(rules / "turn.bot", "showStages", "phase turn")
    assert "## Tree" in stages["shown"]
    (nothing,) = told(rules / "bots.bot", "runScenario", "kind Part")
    assert "nothing of that sort" in nothing["message"]
