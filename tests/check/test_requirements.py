"""What kinds require of their forms is asked of every form, as it is printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.check.driver import check_text
from interpreter.model import limits
from interpreter.requirements import unfit
from tests.pack_makers import PACK, RULESET, make_folder, yaml
from tests.work import at_most, calls, grows_in_step
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
    errors = [diagnostic for diagnostic in result.diagnostics if diagnostic.severity == "error"]
    return [(diagnostic.code, source[diagnostic.place.start : diagnostic.place.end]) for diagnostic in errors]


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
    assert first.message == "`Saw` does not meet a requirement of a Tool: taken"
    assert [note.text for note in first.notes] == ["required of every Tool"]


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
    results = [diagnostic.message for diagnostic in workspace.check().diagnostics if diagnostic.code == "BW5023"]
    assert results == ["`Tone` does not meet a requirement of a Tool: taken"]
    card = tmp_path / "content" / "one" / "cards.bot"
    card.write_text("Tool Tone { number 9 }", encoding="utf-8")
    assert [diagnostic for diagnostic in workspace.refresh().diagnostics if diagnostic.code == "BW5023"] == []


# ------------------------------------------------------------------------------------- whichever paths are given

FAULTY = 'scenario "nothing is so" cites NO-SUCH-01 { seats Ann, Ben; then yes }\n'
PATHS = [
    ["content/one"],
    ["content/one/cards.bot"],
    ["rulesets/game", "content/one"],
    ["content/one", "rulesets/game"],
    ["rulesets/game", "content/one/cards.bot"],
    ["rulesets", "content"],
    ["content"],
]


def a_project(root: Path, in_tests: str = "", other_pack: str = "", beside: str = "") -> None:
    """A game whose kind requires something, a pack with a card that breaks it, and another pack."""
    rules = HEAD.replace("small", "sparring") + UNIQUE.replace('"taken"', "GA-TOOL-01")
    clauses = (
        'game: Game\nprefix: GA\nclauses:\n  - {id: GA-TOOL-01, section: Tools, rule: "No two tools are alike."}\n'
    )
    make_folder(
        root / "rulesets" / "game",
        {"ruleset.yaml": yaml(RULESET), "rules.bot": rules, "clauses.yaml": clauses, "tests/first.bot": in_tests},
    )
    make_folder(
        root / "content" / "one",
        {"pack.yaml": yaml({**PACK, "id": "one"}), "cards.bot": "Tool Axe { number 1 }\n", "more.bot": beside},
    )
    make_folder(
        root / "content" / "two",
        {"pack.yaml": yaml({**PACK, "id": "two"}), "cards.bot": other_pack or "Tool Hoe { number 3 }"},
    )


def unfit_axe(root: Path, paths: list[str], jobs: int = 1, cache: bool = False) -> list[str]:
    result = check_paths([str(root / diagnostic) for diagnostic in paths], cache=cache, jobs=jobs)
    return [diagnostic.message for diagnostic in result.diagnostics if diagnostic.code == "BW5023"]


SAYS = "`Axe` does not meet a requirement of a Tool: GA-TOOL-01, “No two tools are alike.”"


@pytest.mark.parametrize("paths", PATHS, ids=" ".join)
@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"in_tests": FAULTY},
        {"in_tests": "scenario {"},
        {"other_pack": "Tool Hoe { number 77 }"},
        {"other_pack": "Tool Hoe {"},
        {"other_pack": "effect dig { no_such_verb }"},
        {"beside": "Chest Broken { Tool Nail { number 4, weight 3 } }".replace("Tool Nail", "Lid Nail")},
        {"beside": FAULTY},
    ],
    ids=str,
)
def test_an_error_elsewhere_silences_no_requirement(tmp_path: Path, paths: list[str], wrong: dict[str, str]) -> None:
    a_project(tmp_path, **wrong)
    assert unfit_axe(tmp_path, paths) == [SAYS]


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_cache_and_other_processes_change_nothing(
    tmp_path: Path, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    a_project(tmp_path)
    for paths in (["rulesets/game", "content/one"], ["content/one"], ["rulesets/game", "content/one"]):
        assert unfit_axe(tmp_path, paths, jobs, cache=True) == [SAYS]
    (tmp_path / "content" / "one" / "cards.bot").write_text("Tool Axe { number 2 }\n", encoding="utf-8")
    assert unfit_axe(tmp_path, ["rulesets/game", "content/one"], jobs, cache=True) == []


@pytest.mark.parametrize(
    "beside",
    [
        "Tool Rake { number 77 }",  # a tool that is broken may have any number
        "Tool Rake {",
        "extend Tool { keeps worn: Nonsense = 0 }",  # a rule that is broken
    ],
)
def test_nothing_is_said_about_what_is_not_known(tmp_path: Path, beside: str) -> None:
    """Another broken tool could be the one with the number; then the first error is told, and no guess."""
    a_project(tmp_path, beside=beside)
    (tmp_path / "rulesets" / "game" / "rules.bot").write_text(
        HEAD.replace("small", "sparring") + 'extend Tool { require count(supply(Tool)) is 3 because "three tools" }\n',
        encoding="utf-8",
    )
    assert unfit_axe(tmp_path, ["content/one"]) == []


def test_a_card_that_names_a_broken_one_is_not_judged_but_the_others_are(tmp_path: Path) -> None:
    text = (
        'extend Kit { require all(keys(it.cards), that.price < 4) because "too dear" }\n'
        "Tool Axe { number 2, price 4 }\nTool Rake { number 77 }\n"
        "Kit Good { cards { Saw: 1 } }\nKit Dear { cards { Axe: 1 } }\nKit Doubtful { cards { Axe: 1, Rake: 1 } }"
    )
    assert found(tmp_path, text) == [("BW2105", "77"), ("BW5023", "Dear")]


ENDLESS = "require sum(1..9999, sum(1..9999, sum(1..9999, it.number))) > 0"
PLAIN = 'require it.number < 5 because "it is small"'


@pytest.fixture
def little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds that are reached soon: what is tested is what happens there."""
    for name, most in (("WORK_OF_A_REQUIREMENT", 10_000), ("WORK_OF_REQUIREMENTS", 40_000), ("WORK_OF_A_FORM", 0)):
        monkeypatch.setattr(limits, name, most)


@pytest.mark.usefixtures("little_work")
def test_a_requirement_that_takes_too_long_is_one_finding_at_its_line_and_the_others_are_still_asked() -> None:
    text = f"kind Tool {{\n  number: 1..9\n  {ENDLESS}\n  {PLAIN}\n}}\n\nTool Axe {{ number 2 }}\n\nTool Saw {{ number 7 }}\n"
    program = check_text(text, "f.bot").program
    with at_most(1_000_000):
        items = list(unfit(program, {"Axe", "Saw"}))
    assert [(item.code, text[item.place.start : item.place.end]) for item in items] == [
        ("BW5024", ENDLESS.removeprefix("require ")),
        ("BW5023", "Saw"),
    ]


@pytest.mark.usefixtures("little_work")
def test_many_requirements_that_take_long_share_what_a_check_may_cost() -> None:
    def asked(number: int) -> int:
        lines = "".join(f"  require sum(1..99, sum(1..99, it.number)) > {index}\n" for index in range(number))
        program = check_text(f"kind Tool {{\n  number: 1..9\n{lines}}}\n\nTool Axe {{ number 2 }}\n").program
        return calls(lambda: list(unfit(program, {"Axe"})), 100_000_000)

    assert asked(40) < 2 * asked(10)


def test_what_leads_to_a_table_is_found_once_for_all_requirements() -> None:
    def asked(number: int) -> None:
        rules = "".join(f"define d{i} = d{i + 1} + 1\n" for i in range(number)) + f"define d{number} = 1\n"
        lines = "".join(f"  require it.number + d0 > {index}\n" for index in range(number))
        program = check_text(f"{rules}kind Tool {{\n  number: 1..9\n{lines}}}\n").program
        list(unfit(program, set()))

    grows_in_step(asked, 20)


@pytest.mark.usefixtures("little_work")
def test_a_requirement_of_another_unit_that_takes_too_long_is_never_lost(tmp_path: Path) -> None:
    """At its line if its unit is checked too, else at the card that it was asked of, with its line beside it."""
    a_project(tmp_path)
    (tmp_path / "rulesets" / "game" / "rules.bot").write_text(
        HEAD.replace("small", "sparring") + f"extend Tool {{ {ENDLESS} }}\n", encoding="utf-8"
    )
    for paths, file in (["rulesets/game", "content/one"], "rules.bot"), (["content/one"], "cards.bot"):
        result = check_paths([str(tmp_path / path) for path in paths], cache=False, jobs=1)
        late = [diagnostic for diagnostic in result.diagnostics if diagnostic.code == "BW5024"]
        assert [diagnostic.place.file.rsplit("/", 1)[-1] for diagnostic in late] == [file]


QUERIES = {
    "unique number": "count(supply(Tool) where number is it.number) is 1",
    "counted with a condition": "count(supply(Tool), number is it.number and price is it.price) is 1",
    "another one": "not some(supply(Tool), number is it.number and id is not it.id)",
    "a name": "count(supply(Tool) where name is it.name) is 1",
    "a symbol": "count(supply(Tool) where hue is it.hue and number is it.number) is 1",
    "a default": "some(supply(Tool), price is 1)",
    "a partner": "it.partner in supply(Tool) and not (it.partner not in supply(Tool))",
}
MANY = (
    HEAD.replace("number: 1..9,", "number: 1..99999, hue: Hue = red, partner: Tool = Saw,")
    + "symbols Hue { red, blue }\n"
)
HUES = ("red", "blue")


@pytest.mark.parametrize("question", QUERIES.values(), ids=QUERIES)
def test_a_question_about_all_cards_costs_each_card_the_same_however_many_there_are(question: str) -> None:
    """It looked at all cards for each card: a pack of 10,000 right cards ran out of steps."""

    def asked(number: int) -> None:
        list(unfit(programs[number], {f"T{i}" for i in range(number)}))

    programs = {}
    for number in (80, 160):
        cards = (f"Tool T{i} {{ number {i + 2}, hue {HUES[i % 2]}, partner T0 }}\n" for i in range(number))
        programs[number] = check_text(f"{MANY}extend Tool {{ require {question} }}\n{''.join(cards)}").program
        assert list(unfit(programs[number], {f"T{i}" for i in range(number)})) == []
    grows_in_step(asked, 80)


def test_few_cards_that_all_cards_are_compared_with_are_told_apart_by_every_field() -> None:
    """The quick way finds neither too many cards nor too few: by numbers, symbols, names, defaults, and by nothing."""
    cards = "".join(f"Tool T{i} {{ number {1 + i % 3}, hue {HUES[i % 2]} }}\n" for i in range(6))
    for question, right in {
        "count(supply(Tool) where number is 1) is 3": True,
        "count(supply(Tool) where number is 1 and hue is red) is 2": True,
        "count(supply(Tool) where hue is red and number is 1) is 2": True,
        "count(supply(Tool) where hue is red and number is 9 and 1 / it.price is 1) is 0": True,
        "count(supply(Tool) where number is it.price) is 3": True,
        "some(supply(Tool), price is 2)": False,
        "count(supply(Tool), number is 2 and partner is Saw) is 2": True,
        "count(supply(Tool) where name is it.name) is 1": True,
        "count(supply(Tool) where number is price) is 3": True,
        "first(supply(Tool) where number is 3) is T2": True,
        "T3 in supply(Tool)": True,
        "it.partner in supply(Tool)": True,
        "it.partner in supply(Hammer)": False,
        "it.partner not in supply(Hammer)": True,
    }.items():
        checked = check_text(f"{MANY}kind Hammer is Tool {{ }}\nextend Tool {{ require {question} }}\n{cards}")
        assert not checked.diagnostics, question
        assert (not list(unfit(checked.program, {"T1"}))) is right, question


@pytest.mark.usefixtures("little_work")
def test_what_all_forms_together_cost_is_told_as_such() -> None:
    """No form alone takes long here."""
    cards = "".join(f"Tool T{i} {{ number {i + 2} }}\n" for i in range(60))
    program = check_text(f"{MANY}extend Tool {{ require sum(1..300, it.number) > 0 }}\n{cards}").program
    (late,) = unfit(program, {f"T{i}" for i in range(60)})
    assert late.code == "BW5024"
    assert "40,000" in late.message
    assert "all forms together" in late.notes[0].text
