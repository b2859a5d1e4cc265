"""The printed reference: complete, well formed, the same everywhere, and never ahead of the language."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.check.driver import check_text
from dsl.diagnostics.codes import registry
from dsl.names.builtins import FUNCTIONS, LAYERS, NAMES, VERBS
from dsl.parse import parse_sentence, parse_source
from dsl.syntax import nodes as n
from dsl.syntax.keywords import DECLARATIONS, FOREIGN, MARKS, SENTENCES
from dsl.text.source import Source
from tests.architecture.tree import ROOT
from tests.pack_makers import RULESET, make_folder, yaml
from tools.reference import game_reference, language_reference, word_entry, words
from tools.reference.citations import cited, declared
from tools.reference.constructs import written
from tools.reference.contents import contents_of
from tools.reference.examples import OWN, OWN_LINES, all_examples, declaration, line
from tools.reference.game import face_words
from tools.reference.game import lines as game_lines
from tools.reference.markdown import cell_code, code, marked

SCRAPYARD = ROOT / "rulesets" / "scrapyard"


@cache
def language() -> str:
    return language_reference().text


@cache
def scrapyard() -> str:
    answer = game_reference(str(SCRAPYARD))
    assert answer.findings.exit_code() == 0
    return answer.text


def section(text: str, title: str) -> str:
    """What stands under a heading."""
    result = re.search(rf"(?m)^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.DOTALL)
    assert result is not None, title
    return result[1]


def cells(row: str) -> list[str]:
    """The cells of a row of a table."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]]


# -------------------------------------------------------------------------------------------------- the language


@pytest.mark.parametrize(
    "title, words",
    [
        ("Declarations", DECLARATIONS),
        ("Lines of a block", SENTENCES),
        ("Marks", MARKS),
        ("Layers of a change", LAYERS),
        ("Functions", FUNCTIONS),
        ("Verbs", VERBS),
        ("Names", [*NAMES, "it", "me", "that"]),
        ("Words of other languages", FOREIGN),
        ("Codes", registry()),
    ],
)
def test_every_table_is_complete(title: str, words: list[str]) -> None:
    result = section(language(), title)
    for word in words:
        spelt = cell_code(word).strip("`")
        assert re.search(rf"`{re.escape(spelt)}(?!\w)", result), word


@pytest.mark.parametrize("text", [language(), scrapyard()], ids=["language", "game"])
def test_tables_are_tables(text: str) -> None:
    """Every row has as many cells as its head."""
    width = 0
    for row in text.splitlines():
        if row.startswith("|"):
            width = width or len(cells(row))
            assert len(cells(row)) == width, row
        else:
            width = 0


def test_each_word_has_an_example() -> None:
    assert [word for word in DECLARATIONS if not declaration(word)] == []
    assert [word for word in SENTENCES if not line(word)] == []


@pytest.mark.parametrize("word", list(DECLARATIONS))
def test_an_example_of_a_declaration_is_one(word: str) -> None:
    (parsed,) = parse_source(Source("x.bot", declaration(word)))
    assert parsed.diagnostics == ()
    assert parsed.tree is not None
    assert re.match(rf"{word}\b", declaration(word))


@pytest.mark.parametrize("word", list(SENTENCES))
def test_an_example_of_a_line_can_be_read(word: str) -> None:
    assert re.search(rf"\b{word}\b", line(word))
    separated = line(word)
    whole = {"offer": "window W {{ {} }}"}.get(word, "effect x {{ {} }}").format(separated)
    (parsed,) = parse_source(Source("x.bot", whole))
    assert parsed.diagnostics == (), separated


def test_our_own_examples_fill_gaps_only() -> None:
    for word in OWN:
        assert not any(re.match(rf"{word}\b", example) for example in all_examples()), word
    for example in OWN_LINES.values():
        tree, result = parse_sentence(example)
        assert tree is not None, result


def test_how_a_construct_is_written_comes_from_its_node() -> None:
    assert written(n.Until) == ["until end of turn", "until start of turn by me"]
    assert written(n.Printed) == ["hp: 1..30 = 5"]


def test_every_word_has_an_entry() -> None:
    for word in words():
        entry = word_entry(word)
        assert entry is not None, word
        assert entry.startswith(f"# {word}\n\n`")
        assert entry.count("```") in (0, 2)


@pytest.mark.parametrize(
    "word, told",
    [
        (
            "count",
            "`count(things, condition)` is a function: the number of items, or of those for which the condition is true",
        ),
        ("keeps", "`keeps damage: 0.. = 0` is an item of a kind: a kept field"),
        ("keeps", "`keeps` begins a line in a block"),
        ("during", "`during attack by foe` is a clause: only inside such an event"),
        ("house", "`house` is a mark: a value that no rulebook states."),
        ("when", "`when` is a word of other languages; here it is `after`."),
        ("owner", "`owner` is a field of every thing"),
        ("Map", "`Map` is a kind that every game has, with the fields `board`"),
        ("ladder", "`ladder` is a type"),
        ("never", "`never` after `stacks`: one at a time."),
        ("at least", "`at least` is a layer of `modify`"),
        ("me", "`me` is a name: "),
    ],
)
def test_what_an_entry_tells(word: str, told: str) -> None:
    assert told in (word_entry(word) or "")


@pytest.mark.parametrize("word", ["", "zzz", "BW1001", "Count", "(", "it's", "\x00", "../x"])
def test_what_is_no_word_has_no_entry(word: str) -> None:
    assert word_entry(word) is None


# ------------------------------------------------------------------------------------------------------- a game


def test_the_sections_of_a_game() -> None:
    assert re.findall(r"(?m)^## (.+)$", scrapyard()) == [
        "Kinds", "Symbols and dice", "Verbs", "Actions", "Keywords", "Statuses", "Rules that others may change",
        "Standing rules", "Windows", "Modes and variants", "Winning", "Clauses",
    ]  # fmt: skip


def test_kinds_with_their_fields() -> None:
    kinds = section(scrapyard(), "Kinds")
    assert "| `hull` | printed | number 1..20 |  |" in kinds
    assert "| `damage` | kept | number 0.. | 0 |" in kinds
    assert "| `health` | reckoned | computed | this Bot's hull minus this Bot's damage |" in kinds


def test_verbs_with_their_phrases() -> None:
    assert "| `damage target by amount from source` | source deals amount damage to target | SY-DAMAGE-01 |" in section(
        scrapyard(), "Verbs"
    )


def test_keywords_with_their_texts() -> None:
    assert "| **Plated N** | Bot | Strikes hurt it N less. | SY-KEYWORD-02 |" in section(scrapyard(), "Keywords")


def test_each_clause_is_listed_once_with_the_places_that_cite_it() -> None:
    rows = [cells(row) for row in section(scrapyard(), "Clauses").splitlines() if row.startswith("| SY-")]
    ids = re.findall(r"\bid: (SY-[A-Z]+-\d+)", (SCRAPYARD / "clauses.yaml").read_text(encoding="utf-8"))
    assert [row[0] for row in rows] == ids
    by_id = {row[0]: row for row in rows}
    assert "bots.bot: after enter" in by_id["SY-STEP-04"][2]
    assert 'tests/turns.bot: "coolant puts the fire out"' in by_id["SY-STEP-04"][3]


def test_rulings_show_their_readings() -> None:
    text = (ROOT / "tests" / "cases" / "describe" / "arena.bot").read_text(encoding="utf-8")
    result = "\n".join(game_lines(contents_of(check_text(text).program)))
    assert "| `first` (default) | the first wins | The rolls allowed are 2. |" in result
    assert "| `roll` | roll off | A player cannot dodge. |" in result
    assert "| **Quick** | mode | The rolls allowed are 4. |  |" in result


def test_a_clause_that_is_cited_twice_in_one_place_is_told_once() -> None:
    rules = "rule a cites AR-X-01 = 1\n\nmode m cites AR-X-01 AR-X-02 { modify a to 2 cites AR-X-01 }\n"
    rules += 'scenario "s" cites AR-X-02 { seats Ann, Ben }\n'
    result = cited(contents_of(check_text(rules, "unit/a.bot").program))
    assert {id: (places.rules, places.scenarios) for id, places in result.items()} == {
        "AR-X-01": (["a.bot: rule a", "a.bot: mode m"], []),
        "AR-X-02": (["a.bot: mode m"], ['a.bot: "s"']),
    }


@pytest.mark.parametrize(
    "text, told",
    [
        ("instead of draw { }", "instead of draw"),
        ("modify hand_size to 3", "modify hand_size"),
        ("allow dodge by me", "allow dodge"),
        ("extend Player { keeps x = 0 }", "extend Player"),
        ("variant odd { forbid draw }", "variant odd"),
        ('Bot "Tin Can" { }', "Bot Tin Can"),
        ("always 1 is 1", "always"),
        ("effect draw by me { }", "effect draw"),
    ],
)
def test_declarations_in_a_few_words(text: str, told: str) -> None:
    tree = parse_source(Source("x.bot", text))[0].tree
    assert tree is not None
    assert declared(tree) == told


def test_faces_in_words() -> None:
    (parsed,) = parse_source(Source("x.bot", "die D { move, 2 armor, time + move, -1, 1..6, none }"))
    assert isinstance(parsed.tree, n.Die)
    assert [face_words(face) for face in parsed.tree.faces] == [
        "move",
        "2 armor",
        "time + move",
        "-1",
        "1 to 6",
        "blank",
    ]


def test_a_reference_names_no_place_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        "rulesets/game/ruleset.yaml": yaml(RULESET),
        "rulesets/game/clauses.yaml": yaml(
            {"game": "A game", "prefix": "MG", "clauses": "[{id: MG-A-01, section: A}]"}
        ),
        "rulesets/game/game.bot": 'ruleset game "A" { players 2 }\n\nrule a cites MG-A-01 = 1\n\nflow Match { repeat a { stop } }\n',
    }
    make_folder(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    here = game_reference("rulesets/game")
    monkeypatch.chdir(tmp_path / "rulesets")
    there = game_reference(str(tmp_path / "rulesets" / "game"))
    assert here.findings.diagnostics == ()
    assert here.text == there.text
    assert "| MG-A-01 |  | game.bot: rule a |  |" in here.text
    assert str(tmp_path) not in here.text
    assert str(ROOT) not in scrapyard() + language()


def test_a_game_with_errors_has_no_reference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_folder(
        tmp_path, {"rulesets/game/ruleset.yaml": yaml(RULESET), "rulesets/game/game.bot": "kind Bot { hp: Nope }\n"}
    )
    monkeypatch.chdir(tmp_path)
    answer = game_reference("rulesets/game")
    assert answer.text == ""
    assert "BW2001" in {diagnostic.code for diagnostic in answer.findings.diagnostics}
    assert answer.findings.exit_code() == 1


# -------------------------------------------------------------------------------------------------------- Markdown


@given(st.text(max_size=60))
def test_text_in_markdown_means_nothing(text: str) -> None:
    shown = marked(text)
    assert "\n" not in shown
    assert not re.search(r"(?<!\\)(?:\\\\)*[|`*_~\[\]<]", shown)
    assert not re.match(r"[#+=>-]|\d+[.)]", shown)


@given(st.text(max_size=60))
def test_code_in_a_table_stays_in_its_cell(text: str) -> None:
    shown = cell_code(text)
    assert len(cells(f"| {shown} | x |")) == 2
    fence = re.match(r"`+", code(text))
    assert fence is not None
    assert code(text).endswith(fence.group())
    assert fence.group() not in re.findall(r"`+", code(text)[len(fence.group()) : -len(fence.group())])
