"""What paths mean, what is checked against what, and how results are told."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from dsl.diagnostics import Diagnostic
from tests.pack_makers import CLAUSES, make_folder, yaml
from tests.work import at_most
from tests.workspace.workspaces import RULES, SCENE, bot, everything, game, pack_yaml, told
from tools.packs import build_pack
from tools.workspace import CheckResult, Workspace, check_paths, load_program

WRONG = bot("Aa").replace("hp", "hpp")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(*paths: str) -> CheckResult:
    return check_paths(paths, cache=False)


def codes(result: CheckResult) -> list[str]:
    return [diagnostic.code for diagnostic in result.diagnostics]


# ------------------------------------------------------------------------------------------------ what is meant


def test_a_ruleset(project: Path) -> None:
    game(project)
    result = check("rulesets/sparring")
    assert told(result) == []
    assert (result.files, result.declarations) == (3, 14)


def test_a_pack_finds_its_ruleset_in_the_project(project: Path) -> None:
    game(project, one=WRONG)
    for path in ("content/one", "content", ".", str(project / "content" / "one")):
        assert told(check(path)) == ["content/one/cards.bot:2 BW2004"]


def test_a_pack_finds_its_ruleset_from_elsewhere(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game(project / "here", one=WRONG)
    away = project / "away"
    away.mkdir()
    monkeypatch.chdir(away)
    assert told(check("../here/content/one")) == ["../here/content/one/cards.bot:2 BW2004"]
    whole = str(project / "here" / "content" / "one")
    assert told(check(whole)) == [f"{whole}/cards.bot:2 BW2004"]
    monkeypatch.chdir(project / "here" / "content" / "one")
    assert told(check(".")) == ["cards.bot:2 BW2004"]


def test_a_pack_finds_its_ruleset_beside_it(project: Path) -> None:
    game(project / "elsewhere", one=WRONG)
    make_folder(project / "flat", {"a/pack.yaml": pack_yaml("a"), "a/cards.bot": WRONG})
    (project / "elsewhere" / "rulesets" / "sparring").rename(project / "flat" / "rules")
    assert told(check("flat/a")) == ["flat/a/cards.bot:2 BW2004"]


def test_what_a_pack_builds_on_is_not_reported(project: Path) -> None:
    game(project, one=WRONG, two=bot("Bb", whom="Aa"))
    (project / "content" / "two" / "pack.yaml").write_text(pack_yaml("two", packs='[{id: one, version: "^1.0"}]'))
    (project / "rulesets" / "sparring" / "more.bot").write_text("kind Bad {\n  hp 3\n}\n")
    result = check("content/two")
    assert told(result) == []
    assert (result.files, result.declarations) == (2, 1)
    assert told(check("content/two", "content/one")) == ["content/one/cards.bot:2 BW2004"]


def test_a_single_file_is_checked_in_its_unit(project: Path) -> None:
    game(project, one=bot("Aa", whom="Bb"))
    make_folder(project / "content" / "one", {"more.bot": bot("Bb") + bot("Cc").replace("hp", "hpp")})
    assert told(check("content/one/cards.bot")) == []
    result = check("content/one/more.bot")
    assert told(result) == ["content/one/more.bot:7 BW2004"]
    assert (result.files, result.declarations) == (1, 2)
    both = check("content/one/more.bot", "content/one/cards.bot")
    assert (both.files, told(both)) == (2, ["content/one/more.bot:7 BW2004"])


def test_a_folder_inside_a_unit_is_checked_in_its_unit(project: Path) -> None:
    game(project)
    make_folder(project / "rulesets" / "sparring", {"more.bot": "kind Bad {\n  hp 3\n}\n"})
    result = check("rulesets/sparring/tests")
    assert (told(result), result.files, result.declarations) == ([], 1, 2)


def test_through_a_link_to_the_project(project: Path) -> None:
    game(project / "real", one=WRONG + bot("Bb"))
    (project / "link").symlink_to(project / "real")
    assert told(check("link/content/one/cards.bot")) == ["link/content/one/cards.bot:2 BW2004"]


def test_a_manifest_alone(project: Path) -> None:
    game(project, one=WRONG)
    manifest = project / "content" / "one" / "pack.yaml"
    manifest.write_text(manifest.read_text() + "colour: red\n")
    result = check("content/one/pack.yaml")
    assert (told(result), result.files) == (["content/one/pack.yaml:9 BW4101"], 1)


def test_a_packed_pack(project: Path) -> None:
    game(project, one=bot("Aa", whom="Bb"))
    assert build_pack("content/one", "one.zip").findings.errors == 0
    assert told(check("one.zip")) == ["one.zip/cards.bot:4 BW2007"]
    make_folder(project / "content" / "one", {"more.bot": bot("Bb")})
    assert build_pack("content/one", "one.zip").findings.errors == 0
    result = check("one.zip")
    assert (told(result), result.files, result.declarations) == ([], 3, 2)


def test_stdin(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO((RULES + WRONG).encode())))
    result = check("-")
    assert codes(result) == ["BW2004"]
    assert result.diagnostics[0].place.file == "<stdin>"
    assert result.files == 1


def test_loose_texts_of_one_folder_are_one_ruleset(project: Path) -> None:
    make_folder(project, {"a.bot": RULES, "deeper/b.bot": WRONG + SCENE})
    assert "deeper/b.bot:2 BW2004" in told(check("."))
    (project / "b.bot").write_text(bot("Bb"))
    assert told(check("a.bot", "b.bot")) == []
    assert "b.bot:1 BW2129" in told(check("b.bot"))


def test_without_a_path_the_project_is_checked(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game(project, one=WRONG)
    assert told(check()) == ["content/one/cards.bot:2 BW2004"]
    monkeypatch.chdir(project / "rulesets")
    assert told(check()) == ["../content/one/cards.bot:2 BW2004"]


def test_without_a_path_the_settings_say_what(project: Path) -> None:
    game(project / "games", one=WRONG)
    (project / "botwright.toml").write_text('paths = ["games/content"]\n')
    assert told(check()) == ["games/content/one/cards.bot:2 BW2004"]


def test_without_a_project_what_is_shipped_is_checked(project: Path) -> None:
    result = check()
    assert result.files > 5
    assert codes(result) == []


def test_nothing_at_all(project: Path) -> None:
    (project / "empty").mkdir()
    result = check("empty")
    assert (codes(result), result.files, result.declarations) == ([], 0, 0)


def test_a_path_that_is_not_there(project: Path) -> None:
    assert told(check("none.bot")) == ["none.bot:1 BW4304"]


# ------------------------------------------------------------------------------------------- against what


def test_a_pack_does_not_see_packs_that_it_does_not_name(project: Path) -> None:
    game(project, one=bot("Aa"), two=bot("Bb", whom="Aa"))
    assert told(check(".")) == ["content/two/cards.bot:4 BW2007"]
    (project / "content" / "two" / "pack.yaml").write_text(pack_yaml("two", packs='[{id: one, version: "^1.0"}]'))
    assert told(check(".")) == []


def test_a_pack_brings_rules_for_those_that_name_it(project: Path) -> None:
    keyword = "keyword Quick on Bot {\n  modify speed of it by 1\n}\n"
    quick = bot("Bb", more="  Quick\n")
    game(project, one=keyword + bot("Aa", more="  Quick\n"), two=quick, three=quick.replace("Bb", "Cc"))
    (project / "content" / "two" / "pack.yaml").write_text(pack_yaml("two", packs='[{id: one, version: "^1.0"}]'))
    assert told(check(".")) == ["content/three/cards.bot:5 BW2008"]


def test_names_across_packs_that_do_not_know_each_other(project: Path) -> None:
    game(project, one=bot("Aa") + bot("Bb"), two=bot("Cc") + bot("Aa"))
    for paths in (["."], ["content/two", "content/one"]):
        result = check(*paths)
        assert told(result) == ["content/two/cards.bot:6 BW2101"]
        [note] = result.diagnostics[0].notes
        assert note.place.file == "content/one/cards.bot"
    assert told(check("content/two")) == []


def test_rules_across_packs_that_do_not_know_each_other(project: Path) -> None:
    keyword = "keyword Quick on Bot {\n  modify speed of it by 1\n}\n"
    cards = bot("Aa", more="  Quick\n")
    game(project, one=keyword + cards, two=keyword + cards.replace("Aa", "Bb"), three=bot("Quick"))
    assert told(check(".")) == ["content/three/cards.bot:1 BW2101", "content/two/cards.bot:1 BW2101"]


def test_names_across_files_and_with_the_ruleset(project: Path) -> None:
    game(project, one=bot("Aa") + bot("Bot"))
    make_folder(project / "content" / "one", {"more.bot": "\n" + bot("Aa")})
    assert told(check("content")) == ["content/one/cards.bot:6 BW2101", "content/one/more.bot:2 BW2101"]


def test_the_tests_of_a_ruleset_are_its_own_affair(project: Path) -> None:
    game(project, one=bot("Rusty"), two=bot("Aa", whom="Rusty"))
    assert told(check(".")) == ["content/two/cards.bot:4 BW2007"]


def test_scenarios_of_a_ruleset_may_name_cards_of_its_packs(project: Path) -> None:
    game(project, one=bot("Rusty"))
    tests = project / "rulesets" / "sparring" / "tests"
    (tests / "a.bot").write_text(SCENE)
    assert told(check("rulesets")) == []
    (project / "content" / "one" / "cards.bot").write_text(bot("Rosty"))
    assert set(codes(check("rulesets"))) == {"BW2007"}


def test_what_only_a_pack_uses_is_used(project: Path) -> None:
    game(project)
    rules = project / "rulesets" / "sparring" / "more.bot"
    rules.write_text("effect extra target: Bot {\n  damage target by 1 from target\n}\n")
    assert codes(check("rulesets")) == ["BW3005"] == codes(check("rulesets/sparring/more.bot"))
    game(project, one=bot("Aa", more="  after hit by it { extra target }\n"))
    assert codes(check("rulesets")) == [] == codes(check("."))


def test_what_a_file_uses_that_cannot_be_read_is_not_called_unused(project: Path) -> None:
    game(project)
    (project / "rulesets" / "sparring" / "more.bot").write_text("define twice(n: number) = n * 2\n")
    assert codes(check("rulesets")) == ["BW3005"]
    (project / "rulesets" / "sparring" / "odd.bot").write_bytes(b"\xff")
    assert codes(check("rulesets")) == ["BW1001"]


def test_an_unknown_card_in_a_rule(project: Path) -> None:
    game(project)
    (project / "rulesets" / "sparring" / "more.bot").write_text("define best = Robto.hp\n")
    assert "BW2007" in codes(check("rulesets"))


def test_citations_are_held_against_the_catalogue(project: Path) -> None:
    game(project, one=bot("Aa").replace("{", "cites MG-SETUP-02 {", 1))
    assert told(check("content")) == []  # no catalogue, nothing to hold it against
    (project / "rulesets" / "sparring" / "clauses.yaml").write_text(yaml(CLAUSES))
    assert told(check("content")) == ["content/one/cards.bot:1 BW2013"]


def test_each_clause_of_a_range_is_held_against_the_catalogue(project: Path) -> None:
    game(project, one=bot("Aa").replace("{", "cites MG-SETUP-01..03 {", 1))
    (project / "rulesets" / "sparring" / "clauses.yaml").write_text(yaml(CLAUSES))
    messages = [diagnostic.message for diagnostic in check("content").diagnostics if diagnostic.code == "BW2013"]
    assert [message.split("`")[1] for message in messages] == ["MG-SETUP-02", "MG-SETUP-03"]


def test_a_ruleset_that_is_not_there_is_told_once(project: Path) -> None:
    game(project, one="".join(bot(f"B{number}", whom="Nobody") for number in range(20)) + "Bot Bad {\n  hp 3 4\n}\n")
    manifest = project / "content" / "one" / "pack.yaml"
    manifest.write_text(manifest.read_text().replace("id: sparring", "id: sparing"))
    result = check("content")
    assert codes(result) == ["BW1101", "BW4207"]
    assert "sparring" in result.diagnostics[1].help


def test_a_ruleset_with_a_bad_manifest_is_told_at_the_manifest(project: Path) -> None:
    game(project, one=WRONG)
    manifest = project / "rulesets" / "sparring" / "ruleset.yaml"
    manifest.write_text(manifest.read_text().replace("licence:", "license:"))
    assert told(check(".")) == ["rulesets/sparring/ruleset.yaml:6 BW4101"]
    assert codes(check("content")) == ["BW4207"]


def test_a_pack_that_is_not_there(project: Path) -> None:
    game(project, one=WRONG)
    (project / "content" / "one" / "pack.yaml").write_text(pack_yaml("one", packs='[{id: none, version: "^1.0"}]'))
    assert codes(check("content")) == ["BW4201"]


def test_a_later_language(project: Path) -> None:
    game(project)
    manifest = project / "rulesets" / "sparring" / "ruleset.yaml"
    manifest.write_text(manifest.read_text().replace('language: "^1.0"', 'language: "^9.0"'))
    assert told(check("rulesets")) == ["rulesets/sparring/ruleset.yaml:4 BW4205"]


def test_a_ruleset_of_the_project_hides_the_shipped_one(project: Path) -> None:
    make_folder(project / "content" / "mine", {"pack.yaml": pack_yaml("mine").replace("sparring", "scrapyard")})
    (project / "content" / "mine" / "cards.bot").write_text("Bot Mine { speed 3 }\n")
    assert "BW4207" not in codes(check("content"))  # the shipped one is found
    game(project / "other")
    ruleset = project / "other" / "rulesets" / "sparring"
    manifest = (ruleset / "ruleset.yaml").read_text().replace("id: sparring", "id: scrapyard")
    make_folder(
        project / "rulesets" / "scrapyard", {"ruleset.yaml": manifest, "rules.bot": "kind Bot {\n  speed: 0..9\n}\n"}
    )
    assert told(check("content")) == []


# ------------------------------------------------------------------------------------------------- the result


def test_the_order_of_paths_and_files_does_not_matter(project: Path) -> None:
    game(project, one=WRONG, two=bot("Aa"), three=bot("Cc", whom="Dd"))
    paths = ["content/three", "content/one", "rulesets", "content/two"]
    first = check(*paths)
    assert len(first.diagnostics) == 3
    for other in ([*reversed(paths)], ["."], [*paths, *paths, "content/one/cards.bot"]):
        assert everything(check(*other))[0] == first.diagnostics
    places = [(diagnostic.place.file, diagnostic.place.start) for diagnostic in first.diagnostics]
    assert places == sorted(places)


def test_too_many_findings_of_one_file_are_counted(project: Path) -> None:
    text = "".join(f"kind K{number} {{\n  hp 1..30\n}}\n" for number in range(1_200))
    make_folder(project, {"a.bot": text, "b.bot": "kind Bad {\n  hp 3\n}\n"})
    result = check(".")
    of_a = [diagnostic for diagnostic in result.diagnostics if diagnostic.place.file == "a.bot"]
    assert len(of_a) == 1_001
    assert "1,200" in of_a[-1].message
    assert "DIAGNOSTICS_KEPT" in of_a[-1].message
    assert told(result)[-1] == "b.bot:2 BW1101"


def test_many_names_that_are_not_there_cost_no_time(project: Path) -> None:
    cards = "".join(bot(f"Card{number}", whom=f"Nobody{number}") for number in range(400))
    game(project, one=cards)
    with at_most(calls=20_000_000):
        result = check("content")
    assert codes(result) == ["BW2007"] * 400
    (project / "content" / "one" / "cards.bot").write_text(bot("Somebody", whom="Nobody") + bot("Nobodi"))
    assert "Nobodi" in check("content").diagnostics[0].help


def test_the_sources_are_those_of_the_places(project: Path) -> None:
    game(project, one=bot("Aa") + bot("Aa"))
    result = check(".")
    [actual] = result.diagnostics
    assert _text(result, actual) == "Aa"
    assert result.sources["content/one/cards.bot"].text[actual.notes[0].place.start :].startswith("Aa")


def _text(result: CheckResult, one: Diagnostic) -> str:
    return result.sources[one.place.file].text[one.place.start : one.place.end]


# ------------------------------------------------------------------------------------------------- programs


def test_a_program(project: Path) -> None:
    game(project, one=bot("Aa"))
    program, result = load_program("sparring", ["one"])
    assert program is not None
    assert codes(result) == []
    assert sorted(card.id for card in program.cards) == ["Aa", "Rusty"]
    assert len(program.scenarios) == 1
    assert program.symbols.ruleset is not None


def test_a_program_to_play_has_no_tests(project: Path) -> None:
    game(project, one=bot("Aa"))
    program, _ = load_program("sparring", ["one"], tests=False)
    assert program is not None
    assert [card.id for card in program.cards] == ["Aa"]
    assert program.scenarios == ()


def test_a_program_of_a_pack_alone_has_its_game_without_its_tests(project: Path) -> None:
    game(project, one=bot("Aa"), two=bot("Bb"))
    (project / "content" / "two" / "pack.yaml").write_text(pack_yaml("two", packs='[{id: one, version: "^1.0"}]'))
    program, _ = load_program([], ["content/two"])
    assert program is not None
    assert [card.id for card in program.cards] == ["Aa", "Bb"]
    assert program.scenarios == ()


def test_no_program_without_a_ruleset(project: Path) -> None:
    make_folder(project / "content" / "one", {"pack.yaml": pack_yaml("one"), "cards.bot": bot("Aa")})
    program, result = load_program([], ["content/one"])
    assert program is None
    assert codes(result) == ["BW4207"]


def test_a_shipped_game_by_its_id(project: Path) -> None:
    program, result = load_program("scrapyard")
    assert program is not None
    assert codes(result) == []


def test_a_workspace_tells_what_it_looked_at(project: Path) -> None:
    game(project, one=bot("Aa"), two=bot("Bb"))
    workspace = Workspace(["content/one"])
    workspace.check()
    folders = {os.path.relpath(path) for sort, path in workspace.looks if sort == "folder"}
    assert folders == {"content/one", "rulesets/sparring"}
