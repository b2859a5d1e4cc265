"""One evening of an author: 200 steps over the protocol on a pack that did not exist a moment ago.

The author types a keyword, a card and a scenario letter by letter, asks about everything on the way, makes mistakes and
repairs them with what the server offers, renames, formats, runs, and closes. At every rest the findings equal those of
a fresh check of the same texts on the disk.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import define, field

from tests.editors.client import Client, Refusal
from tests.editors.open_game import FOLDERS
from tests.shipped import ROOT
from tools.workspace.workspace import Workspace

KEYWORDS = """keyword Snapping(n: 1..3 = 1) "Snapping {n}" on Bot house
  says "Once a turn, a bot that strikes it takes {n} damage." {
  after damage it during hit once per turn { damage hit.attacker by n from it }
}
"""
CARD = """
Bot "Old Nipper" house {
  hull 6, Plated(1), Snapping(2)
  Part Claw { power 2 }
}
"""
SCENARIO = """scenario "it snaps back" cites SY-KEYWORD-02 {
  seats Ann, Ben
  given map "Old Yard", Rusty for Ann at B2, "Old Nipper" for Ben at C2, Ann.energy = 2
  dice ImpactDie: 1
  do strike "Old Nipper" with "Iron Fist" by Ann
  then Rusty.damage is 2
}
"""


@define(eq=False)
class Evening:
    """The author's editor; `steps` counts every message that the author causes."""

    client: Client
    root: Path
    pack: Path
    texts: dict[str, str] = field(factory=dict)
    version: int = 1
    steps: int = 0

    def uri(self, name: str) -> str:
        return (self.pack / name).as_uri()

    def open(self, name: str) -> None:
        self.steps += 1
        self.texts[name] = (self.pack / name).read_text("utf-8") if (self.pack / name).exists() else ""
        self.client.open(self.pack / name, self.texts[name])

    def type(self, name: str, written: str, at: int | None = None, letters: int = 9) -> None:
        """Type a text in strokes of some letters, each an edit of a range as an editor sends it."""
        place = len(self.texts[name]) if at is None else at
        for start in range(0, len(written), letters):
            stroke = written[start : start + letters]
            self.replace(name, place + start, place + start, stroke)

    def replace(self, name: str, start: int, end: int, new: str) -> None:
        self.steps += 1
        self.version += 1
        text = self.texts[name]
        change = {"range": {"start": place(text, start), "end": place(text, end)}, "text": new}
        self.texts[name] = text[:start] + new + text[end:]
        document = {"uri": self.uri(name), "version": self.version}
        self.client.tell("textDocument/didChange", textDocument=document, contentChanges=[change])

    def swap(self, name: str, old: str, new: str) -> None:
        at = self.texts[name].index(old)
        self.replace(name, at, at + len(old), new)

    def ask(self, method: str, name: str, phrase: str = "", **more: Any) -> Any:
        self.steps += 1
        if phrase:
            at = self.texts[name].index(phrase) + len(phrase) // 2
            more["position"] = place(self.texts[name], at)
        return self.client.ask(f"textDocument/{method}", textDocument={"uri": self.uri(name)}, **more)

    def apply(self, edit: dict[str, Any]) -> None:
        """Apply the edits of a rename or of an action to open texts."""
        for uri, edits in edit["changes"].items():
            name = uri.removeprefix(f"{self.pack.as_uri()}/")
            for one in sorted(edits, key=lambda one: -offset(self.texts[name], one["range"]["start"])):
                start, end = (offset(self.texts[name], one["range"][side]) for side in ("start", "end"))
                self.replace(name, start, end, one["newText"])

    def findings(self, name: str) -> list[dict[str, Any]]:
        """The findings of the newest text, once the whole check agrees with a fresh one."""
        expected = self.fresh()[name]
        uri, version = self.uri(name), self.version
        newest = lambda: self.client.versions.get(uri) or 0  # noqa: E731
        told = lambda: sorted(one["code"] for one in self.client.findings.get(uri, []))  # noqa: E731
        self.client.reach(lambda: told() == expected and newest() <= version)
        return self.client.findings.get(uri, [])

    def fresh(self) -> dict[str, list[str]]:
        """The codes of a check of the same texts on the disk, in a copy."""
        disk = self.root.parent / "disk"
        shutil.rmtree(disk, ignore_errors=True)
        shutil.copytree(self.root, disk)
        for name, text in self.texts.items():
            file = disk / self.pack.relative_to(self.root) / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, "utf-8")
        result = Workspace([str(disk / "content" / "crabs")], jobs=1, base=str(disk)).check()
        codes: dict[str, list[str]] = {name: [] for name in self.texts}
        for one in result.diagnostics:
            codes[one.place.file.removeprefix("content/crabs/")].append(one.code)
        return {name: sorted(many) for name, many in codes.items()}


def place(text: str, offset: int) -> dict[str, int]:
    return {"line": text.count("\n", 0, offset), "character": offset - text.rfind("\n", 0, offset) - 1}


def offset(text: str, position: dict[str, int]) -> int:
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[: position["line"]]) + position["character"]


def test_two_hundred_steps_on_an_unseen_pack(tmp_path: Path) -> None:
    root = tmp_path / "project"
    for name in FOLDERS:
        shutil.copytree(ROOT / name, root / name)
    new = [sys.executable, "-m", "tools.cli", "new", "pack", "crabs", "--game", "scrapyard"]
    subprocess.run(new, cwd=root, check=True, capture_output=True, env={"PYTHONPATH": str(ROOT), "PATH": ""})
    client = Client(root)
    evening = Evening(client, root, root / "content" / "crabs")
    for part in (write_a_keyword, write_a_card, make_mistakes, write_a_scenario, rename_and_format, look_around, go):
        part(evening)
    assert evening.steps >= 200
    assert client.end() == 0


def write_a_keyword(evening: Evening) -> None:
    evening.open("cards.bot")
    assert evening.findings("cards.bot") == []
    evening.open("keywords.bot")
    evening.type("keywords.bot", KEYWORDS)
    assert evening.findings("keywords.bot") == []
    says = evening.ask("hover", "keywords.bot", "Snapping(n")["contents"]["value"]
    assert "Once a turn" in says
    assert evening.ask("definition", "keywords.bot", "damage hit.attacker")
    assert evening.ask("typeDefinition", "keywords.bot", "attacker")
    evening.ask("signatureHelp", "keywords.bot", "by n from")


def write_a_card(evening: Evening) -> None:
    evening.type("cards.bot", CARD[: CARD.index("hull 6") + 2])
    at = place(evening.texts["cards.bot"], len(evening.texts["cards.bot"]))
    offers = evening.ask("completion", "cards.bot", position=at)["items"]
    assert "hull" in [one["label"] for one in offers]
    evening.type("cards.bot", CARD[CARD.index("hull 6") + 2 :])
    assert evening.findings("cards.bot") == []
    assert "hull 6" in evening.ask("hover", "cards.bot", "Old Nipper")["contents"]["value"]
    for word in ("Plated", "Snapping", "hull 6", "Claw", "power 2"):
        assert evening.ask("hover", "cards.bot", word), word
        evening.ask("documentHighlight", "cards.bot", word)
        evening.ask("references", "cards.bot", word, context={"includeDeclaration": True})


def make_mistakes(evening: Evening) -> None:
    for old, new, code in (
        ("hull 6", "hull 60", "BW2105"), ("Plated(1)", "Platd(1)", ""), ("power 2", "powr 2", ""), ("house {", "house", ""),
        ("Snapping(2)", "Snapping(9)", ""), ("Part Claw", "Prat Claw", ""), ("}\n", "}\n}\n", ""),
    ):  # fmt: skip
        before = evening.texts["cards.bot"]
        evening.swap("cards.bot", old, new)
        found = evening.findings("cards.bot")
        assert found, (old, new)
        assert not code or code in [one["code"] for one in found]
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
        for request in ("documentSymbol", "semanticTokens/full", "foldingRange", "codeLens", "documentLink"):
            evening.ask(request, "cards.bot")
        evening.ask("inlayHint", "cards.bot", range=whole)
        context = {"diagnostics": found}
        actions = evening.ask("codeAction", "cards.bot", range=found[0]["range"], context=context) or []
        fixes = [one for one in actions if one.get("diagnostics")]
        if fixes:
            evening.apply(fixes[0]["edit"])
        evening.replace("cards.bot", 0, len(evening.texts["cards.bot"]), before)
    assert evening.findings("cards.bot") == []


def write_a_scenario(evening: Evening) -> None:
    evening.open("tests/snaps.bot")
    evening.type("tests/snaps.bot", SCENARIO, letters=14)
    assert evening.findings("tests/snaps.bot") == []
    assert run(evening, "tests/snaps.bot", "scenario")["summary"] == "passes"
    evening.swap("keywords.bot", "by n from", "by n + 1 from")
    answer = run(evening, "tests/snaps.bot", "scenario")
    assert answer["summary"].startswith("fails"), "the unsaved keyword counts"
    evening.swap("keywords.bot", "by n + 1 from", "by n from")
    assert run(evening, "keywords.bot", "keyword")["holds"] is False, "no scenario speaks of it by name"


def run(evening: Evening, name: str, phrase: str) -> Any:
    evening.steps += 1
    at = place(evening.texts[name], evening.texts[name].index(phrase))
    arguments = [evening.uri(name), f"{at['line']}:{at['character']}"]
    return evening.client.ask("workspace/executeCommand", command="botwright.server.evaluate", arguments=arguments)


def rename_and_format(evening: Evening) -> None:
    evening.ask("prepareRename", "keywords.bot", "Snapping(n")
    evening.apply(evening.ask("rename", "keywords.bot", "Snapping(n", newName="Pinching"))
    assert "Pinching(2)" in evening.texts["cards.bot"]
    assert evening.findings("cards.bot") == []
    assert evening.findings("keywords.bot") == []
    for wrong in ("pinching", "Plated", "a b"):
        with pytest.raises(Refusal, match=r"\w"):
            evening.ask("rename", "keywords.bot", "Pinching(n", newName=wrong)
    evening.swap("cards.bot", "hull 6, ", "hull    6,   ")
    (edit,) = evening.ask("formatting", "cards.bot", options={"tabSize": 2, "insertSpaces": True})
    evening.apply({"changes": {evening.uri("cards.bot"): [edit]}})
    assert "  hull 6, Plated(1), Pinching(2)\n" in evening.texts["cards.bot"]


def look_around(evening: Evening) -> None:
    asked: tuple[Callable[[str], Any], ...] = (
        lambda word: evening.ask("completion", "keywords.bot", word),
        lambda word: evening.ask("definition", "keywords.bot", word),
        lambda word: evening.ask("hover", "keywords.bot", word),
        lambda word: evening.ask("prepareCallHierarchy", "keywords.bot", word),
        lambda word: evening.ask("linkedEditingRange", "keywords.bot", word),
    )
    for word in (
        "Pinching(n",
        "on Bot",
        "after damage",
        "during hit",
        "hit.attacker",
        "from it",
        "keyword",
        "damage it",
    ):
        for question in asked:
            question(word)
    evening.steps += 1
    assert "Pinching" in [one["name"] for one in evening.client.ask("workspace/symbol", query="pinch")]


def go(evening: Evening) -> None:
    """Everything is saved and closed: the findings are those of the disk."""
    for name, text in evening.texts.items():
        evening.steps += 1
        (evening.pack / name).parent.mkdir(exist_ok=True)
        (evening.pack / name).write_text(text, "utf-8")
        evening.client.tell("textDocument/didSave", textDocument={"uri": evening.uri(name)})
    assert evening.fresh() == {name: [] for name in evening.texts}
    for name in evening.texts:
        evening.steps += 1
        evening.client.tell("textDocument/didClose", textDocument={"uri": evening.uri(name)})
