"""The server over its protocol: one process for the module, every request, edits, positions, hostile texts."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.editors.client import Client, Refusal, place
from tests.editors.open_game import FOLDERS
from tests.shipped import ROOT
from tools.editors.server.session import path_of

STRIKE = "rulesets/scrapyard/strike.bot"
CARDS = "content/scrapyard-starter/bots.bot"
WHOLE = {"start": {"line": 0, "character": 0}, "end": {"line": 10_000, "character": 0}}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def client(root: Path) -> Iterator[Client]:
    client = Client(root)
    yield client
    assert client.end() == 0


@pytest.fixture(scope="module")
def strike(client: Client, root: Path) -> str:
    return client.open(root / STRIKE)


@pytest.fixture(scope="module")
def cards(client: Client, root: Path) -> str:
    return client.open(root / CARDS)


REQUESTS: list[tuple[str, dict[str, Any]]] = [
    ("documentSymbol", {}),
    ("semanticTokens/full", {}),
    ("semanticTokens/range", {"range": WHOLE}),
    ("inlayHint", {"range": WHOLE}),
    ("foldingRange", {}),
    ("codeLens", {}),
    ("documentLink", {}),
]


@pytest.mark.parametrize("request_of, more", REQUESTS)
def test_every_request_about_a_text(client: Client, strike: str, request_of: str, more: dict[str, Any]) -> None:
    assert client.ask(f"textDocument/{request_of}", textDocument={"uri": strike}, **more)


def test_a_bare_command_does_not_load_the_libraries() -> None:
    code = "import sys, tools.cli.commands.lsp, tools.cli; tools.cli.main(['lsp', '--help']); print('pygls' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


AT_A_NAME: list[tuple[str, dict[str, Any]]] = [
    ("hover", {}),
    ("definition", {}),
    ("references", {"context": {"includeDeclaration": True}}),
    ("documentHighlight", {}),
    ("prepareRename", {}),
    ("rename", {"newName": "harm"}),
    ("completion", {}),
    ("prepareCallHierarchy", {}),
]


@pytest.mark.parametrize("request_of, more", AT_A_NAME)
def test_every_request_about_a_name(
    client: Client, strike: str, root: Path, request_of: str, more: dict[str, Any]
) -> None:
    text = (root / STRIKE).read_text("utf-8")
    line, character = place(text, "damage target")
    assert client.at(request_of, strike, line, character - 3, **more)


def test_signature_help_behind_a_verb(client: Client, strike: str, root: Path) -> None:
    line, character = place((root / STRIKE).read_text("utf-8"), "damage target by force")
    (found,) = client.at("signatureHelp", strike, line, character + 9)["signatures"]
    assert found["label"] == "damage target by amount from source"


def test_selection_ranges_grow(client: Client, strike: str, root: Path) -> None:
    line, character = place((root / STRIKE).read_text("utf-8"), "force += face.value")
    positions = [{"line": line, "character": character}]
    (found,) = client.ask("textDocument/selectionRange", textDocument={"uri": strike}, positions=positions)
    depth = 0
    while found.get("parent"):
        found, depth = found["parent"], depth + 1
    assert depth >= 4
    assert found["range"]["start"] == {"line": 0, "character": 0}


def test_calls_in_both_directions(client: Client, strike: str, root: Path) -> None:
    line, character = place((root / STRIKE).read_text("utf-8"), "effect hit")
    (item,) = client.at("prepareCallHierarchy", strike, line, character + 4)
    assert item["name"] == "hit"
    out = {one["to"]["name"] for one in client.ask("callHierarchy/outgoingCalls", item=item)}
    assert {"damage", "Answer"} <= out
    into = {one["from"]["name"] for one in client.ask("callHierarchy/incomingCalls", item=item)}
    assert {"Shove", "Plated", "Hot"} <= into


def test_workspace_symbols(client: Client, strike: str) -> None:
    found = {one["name"] for one in client.ask("workspace/symbol", query="shov")}
    assert {"Shove", "shove"} <= found


def test_commands(client: Client, cards: str, root: Path) -> None:
    client.ask("textDocument/codeLens", textDocument={"uri": cards})
    pack = str(root / "content/scrapyard-starter")
    says = client.ask("workspace/executeCommand", command="botwright.server.cardText", arguments=[pack, "Rusty"])
    assert "hull 10" in says
    arguments = [str(root / "rulesets/scrapyard"), "SY-WIN-01"]
    assert (
        client.ask("workspace/executeCommand", command="botwright.server.clausePlace", arguments=arguments)["line"] > 3
    )


def test_a_finding_comes_and_goes_with_the_text(client: Client, cards: str, root: Path) -> None:
    text = (root / CARDS).read_text("utf-8")
    client.change(cards, text.replace("hull 10", "hul 10", 1), 2)
    client.reach(lambda: [one["code"] for one in client.findings.get(cards, [])] != [])
    (first, *_) = client.findings[cards]
    line, character = place(text, "hull 10")
    assert first["range"]["start"] == {"line": line, "character": character - 3}
    assert "hull" in first["message"]
    page = Path(path_of(first["codeDescription"]["href"]))
    assert page.name == f"{first['code']}.md"
    assert page.is_file()
    asked = {"diagnostics": [first], "triggerKind": 1}
    actions = client.ask("textDocument/codeAction", textDocument={"uri": cards}, range=first["range"], context=asked)
    assert any("missing" in action["title"] for action in actions)
    client.change(cards, text, 3)
    client.reach(lambda: client.findings.get(cards) == [] and client.versions.get(cards) == 3)


def test_an_edit_of_a_range_counts_in_utf_16(client: Client, root: Path) -> None:
    path = root / "content/scrapyard-starter/emoji.bot"
    uri = client.open(path, 'Bot Box "😀😀 Box" { hull 3 }\n')
    edit = {"range": {"start": {"line": 0, "character": 26}, "end": {"line": 0, "character": 27}}, "text": "99"}
    client.tell("textDocument/didChange", textDocument={"uri": uri, "version": 2}, contentChanges=[edit])
    client.reach(lambda: any("99" in one["message"] for one in client.findings.get(uri, [])))
    (found,) = (one for one in client.findings[uri] if "99" in one["message"])
    assert (found["range"]["start"]["character"], found["range"]["end"]["character"]) == (26, 28)
    client.tell("textDocument/didClose", textDocument={"uri": uri})
    client.reach(lambda: client.findings.get(uri) == [])


def test_a_refused_rename_says_why(client: Client, strike: str, root: Path) -> None:
    line, character = place((root / STRIKE).read_text("utf-8"), "open Answer")
    with pytest.raises(Refusal, match="no name here"):
        client.at("rename", strike, line, character - 4, newName="x")


HOSTILE = [
    "\0" * 1_000,
    "(" * 20_000,
    "Bot A {" * 3_000,
    'Bot A { hull "' + "x" * 30_000,
    "\ud83d"[:0] + "𝕏" * 5_000 + "\n{}" * 500,
    "effect a { " + "let x = 1 + " * 5_000,
    "#" * 100_000,
]


def test_hostile_texts_and_positions_end_nothing(client: Client, root: Path) -> None:
    uri = client.open(root / "content/scrapyard-starter/hostile.bot", "")
    for version, text in enumerate(HOSTILE, 2):
        client.change(uri, text, version)
    far = {"line": 2**31 - 1, "character": 2**31 - 1}
    for method, more in (*AT_A_NAME[:2], ("completion", {})):
        client.ask(f"textDocument/{method}", textDocument={"uri": uri}, position=far, **more)
    for version in range(100, 400):  # only the last of many edits counts
        client.change(uri, f"Bot Quick{version} {{ hull 3 }}\n", version)
    backwards = {"range": {"start": far, "end": {"line": 0, "character": 4}}, "text": "Last { hull 3 }\n"}
    client.tell("textDocument/didChange", textDocument={"uri": uri, "version": 400}, contentChanges=[backwards])
    symbols = client.ask("textDocument/documentSymbol", textDocument={"uri": uri})
    assert [one["name"] for one in symbols] == ["Last"]
    client.tell("textDocument/didClose", textDocument={"uri": uri})
    assert client.ask("textDocument/hover", textDocument={"uri": uri}, position=far) is None


def test_a_question_during_a_whole_check_is_answered(client: Client, cards: str, root: Path) -> None:
    text = (root / CARDS).read_text("utf-8")
    for version in range(10, 20):
        client.change(cards, text + f"\nBot Extra{version} {{ hull 3 }}\n", version)
        found = client.ask("textDocument/documentSymbol", textDocument={"uri": cards})
        assert found[-1]["name"] == f"Extra{version}"
    client.change(cards, text, 20)
