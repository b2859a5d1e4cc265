"""What kinds require of their forms is asked of every form, as it is printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pack_makers import PACK, RULESET, make_folder, yaml
from tools.workspace import check_paths
from tools.workspace.workspace import Workspace

HEAD = """ruleset small "Small" { players 2..4, start Match }
flow Match { win none }
keyword Heavy on Tool { }
kind Tool { number: 1..9, price: 0..9 = 1 }
kind Chest { children tools of Tool }
kind Kit is Deck { }
Tool Saw { number 1 }
"""


def found(tmp_path: Path, text: str) -> list[tuple[str, str]]:
    file = tmp_path / "small.bot"
    file.write_text(HEAD + text, encoding="utf-8")
    result = check_paths([str(file)], cache=False, jobs=1)
    source = file.read_text(encoding="utf-8")
    errors = [one for one in result.diagnostics if one.severity == "error"]
    return [(one.code, source[one.place.start : one.place.end]) for one in errors]


UNIQUE = 'extend Tool { require count(supply(Tool) where number is it.number) <= 1 because "taken" }\n'
WORTH = 'extend Chest { require sum(it.tools, price) <= 5 because "too dear" }\n'
FAIR = "extend Tool { require fair(it) }\ndefine fair(tool: Tool) { if tool.price > 4 { result no }; result yes }\n"
BUILT = 'extend Kit { require sum(it.cards) in 2..3, require all(keys(it.cards), that.price < 4) because "too dear" }\n'


@pytest.mark.parametrize(
    "text, wrong",
    [
        (UNIQUE + "Tool Axe { number 2 }", []),
        (UNIQUE + "Tool Axe { number 1 }", ["Saw", "Axe"]),
        (WORTH + "Chest Box { Tool Nail { number 4, price 3 }, Tool Nut { number 5, price 2 } }", []),
        (WORTH + "Chest Box { Tool Nail { number 4, price 3 }, Tool Nut { number 5, price 3 } }", ["Box"]),
        ("extend Tool { require it.price < 3 }\nChest Box { Tool Nail { number 4, price 3 } }", ["Box"]),
        (BUILT + "Tool Axe { number 2, price 3 }\nKit Few { cards { Saw: 1, Axe: 2 } }", []),
        (BUILT + "Tool Axe { number 2, price 4 }\nKit Few { cards { Saw: 1, Axe: 1 } }", ["Few"]),
        (BUILT + "Kit Few { cards { Saw: 4 } }", ["Few"]),
        ("extend Tool { require it lacks Heavy or it.price > 2 }\nTool Axe { number 2, Heavy }", ["Axe"]),
        (FAIR + "Tool Axe { number 2, price 5 }\nTool Hoe like Axe { number 3 }", ["Axe", "Hoe"]),
        ("extend Tool { require 6 / it.price > 1 }\nTool Axe { number 2, price 0 }", ["Axe"]),
    ],
)  # fmt: skip
def test_a_form_that_breaks_a_requirement_is_told(tmp_path: Path, text: str, wrong: list[str]) -> None:
    assert found(tmp_path, text) == [("BW5023", name) for name in wrong]


@pytest.mark.parametrize(
    "text, told",
    [
        ("extend Tool { require count(players) > 1 }", "count(players) > 1"),
        ("extend Tool { keeps worn: 0..9 = 0, require it.worn is 0 }", "it.worn is 0"),
        ("extend Tool { require count(Chest) is 0 }", "count(Chest) is 0"),
        ("extend Tool { require fair(it) }\ndefine fair(tool: Tool) = some(players, tool.price > 1)", "fair(it)"),
    ],
)
def test_what_only_a_table_has_cannot_be_required(tmp_path: Path, text: str, told: str) -> None:
    assert found(tmp_path, text) == [("BW3001", told)]


def test_the_reason_is_told_with_the_place_where_it_stands(tmp_path: Path) -> None:
    (tmp_path / "small.bot").write_text(HEAD + UNIQUE + "Tool Axe { number 1 }", encoding="utf-8")
    first = check_paths([str(tmp_path / "small.bot")], cache=False, jobs=1).diagnostics[0]
    assert first.message == "`Saw` is not as a Tool must be: taken"
    assert [note.text for note in first.notes] == ["so a Tool must be"]


def test_a_pack_is_judged_with_what_it_builds_on(tmp_path: Path) -> None:
    """Each pack is told of its own forms; those of the ruleset count along, and another pack is not there."""
    make_folder(
        tmp_path / "rulesets" / "game",
        {"ruleset.yaml": yaml(RULESET), "rules.bot": HEAD.replace("small", "sparring") + UNIQUE},
    )
    for name, number in (("one", 1), ("two", 2), ("three", 2)):
        manifest = {**PACK, "id": name}
        make_folder(
            tmp_path / "content" / name,
            {"pack.yaml": yaml(manifest), "cards.bot": f"Tool T{name} {{ number {number} }}"},
        )
    workspace = Workspace([str(tmp_path / "rulesets"), str(tmp_path / "content")])
    told = [one.message for one in workspace.check().diagnostics if one.code == "BW5023"]
    assert told == ["`Tone` is not as a Tool must be: taken"]
    card = tmp_path / "content" / "one" / "cards.bot"
    card.write_text("Tool Tone { number 9 }", encoding="utf-8")
    assert [one for one in workspace.refresh().diagnostics if one.code == "BW5023"] == []
