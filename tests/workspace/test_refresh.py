"""A workspace that is kept up to date says the same as one that looks at everything anew, and does less for it."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tools.workspace.facts.card_facts as card_facts
import tools.workspace.units.declaration_parse as reading
from dsl.check.driver import Unit, check
from dsl.parse import parse_source
from dsl.text.source import Source
from tests.pack_makers import CLAUSES, yaml
from tests.workspace.workspaces import (
    EXTRA,
    NAMES,
    RULES,
    SCENE,
    Author,
    bot,
    everything,
    game,
    pieces,
    some_card,
    some_project,
    some_rule,
    some_scene,
    told,
)
from tools.workspace import Workspace
from tools.workspace.groups.check_group import CheckGroup
from tools.workspace.groups.suggestions import untouched
from tools.workspace.units.incremental_split import SplitDeclaration, cut_whole, cut_window

ASKED = (
    (".",),
    ("content",),
    ("content/one", "content/three"),
    ("rulesets",),
    ("content/two",),
    ("rulesets/sparring/tests/a.bot", "content/one/cards.bot"),
    (),
)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The first words of every text that is parsed."""
    seen: list[str] = []
    parse = reading.parse_piece

    def noting(piece):  # type: ignore[no-untyped-def]
        seen.append(" ".join(piece.text.split()[:2]))
        return parse(piece)

    monkeypatch.setattr(reading, "parse_piece", noting)
    return seen


@given(seed=st.integers(0, 10**6))
@settings(max_examples=max(8, settings().max_examples // 100))
def test_after_any_changes_it_says_what_a_fresh_one_says(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    chance = random.Random(seed)
    root = tmp_path_factory.mktemp("project")
    some_project(root, chance)
    before = Path.cwd()
    os.chdir(root)
    try:
        paths = [path for path in chance.choice(ASKED) if os.path.lexists(path)]
        workspace = Workspace(paths)
        workspace.check()
        author = Author(root, chance)
        for _ in range(10):
            for _ in range(chance.choice((1, 1, 1, 3))):
                author.change()
            assert everything(workspace.refresh()) == everything(Workspace(paths).check())
    finally:
        os.chdir(before)


@given(seed=st.integers(0, 10**6))
@settings(max_examples=max(30, settings().max_examples // 20))
def test_it_says_what_the_plain_checker_says(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    chance = random.Random(seed)
    parts = [*pieces(RULES), *(some_card(chance) for _ in range(chance.randrange(6)))]
    parts += [some_scene(chance), *(some_rule(chance) for _ in range(chance.randrange(3)))]
    if chance.random() < 0.6:
        chance.shuffle(parts)
    at = chance.randrange(len(parts))
    texts = {"a.bot": "".join(parts[:at]), "b.bot": "".join(parts[at:])}
    root = tmp_path_factory.mktemp("loose")
    for name, text in texts.items():
        (root / name).write_text(text)
    with pytest.MonkeyPatch.context() as patch:  # the plain checker makes no suggestions
        patch.setattr(CheckGroup, "suggested", lambda group, slot: list(map(untouched, group.findings_of(slot))))
        result = Workspace([str(root)]).check()
    prefix = result.diagnostics[0].place.file.rpartition("/")[0] if result.diagnostics else ""
    whole = tuple(p for name, text in texts.items() for p in parse_source(Source(f"{prefix}/{name}", text)))
    assert result.diagnostics == check([Unit("game", whole)]).diagnostics


def test_nothing_is_read_when_nothing_has_changed(project: Path, read: list[str]) -> None:
    game(project, one=bot("Aa"))
    workspace = Workspace(["."])
    first = workspace.check()
    read.clear()
    assert workspace.refresh() is first
    assert read == []


def test_one_card_is_read_when_one_card_has_changed(project: Path, read: list[str]) -> None:
    game(project, one="\n".join(bot(name) for name in ("Aa", "Bb", "Cc", "Dd", "Ee")))
    workspace = Workspace(["."])
    assert told(workspace.check()) == []
    read.clear()
    file = project / "content" / "one" / "cards.bot"
    file.write_text(file.read_text().replace("Bot Cc {\n  hp 8", "Bot Cc {\n  hpp 8"))
    assert told(workspace.refresh()) == ["content/one/cards.bot:14 BW2004"]
    assert read == ["Bot Cc"]


def test_a_card_that_only_moves_is_not_read(project: Path, read: list[str]) -> None:
    game(project, one=bot("Aa") + bot("Bb", whom="Nobody"))
    workspace = Workspace(["."])
    assert told(workspace.check()) == ["content/one/cards.bot:9 BW2007"]
    read.clear()
    file = project / "content" / "one" / "cards.bot"
    file.write_text(bot("Bb", whom="Nobody") + bot("Aa"))
    assert told(workspace.refresh()) == ["content/one/cards.bot:4 BW2007"]
    assert read == []


def test_a_changed_rule_changes_what_is_said_of_cards(project: Path) -> None:
    game(project, one=bot("Aa", hp=20))
    workspace = Workspace(["content"])
    assert told(workspace.check()) == []
    rules = project / "rulesets" / "sparring" / "rules.bot"
    rules.write_text(RULES.replace("hp: 1..30", "hp: 1..9"))
    assert told(workspace.refresh()) == ["content/one/cards.bot:2 BW2105"]
    rules.write_text(RULES)
    assert told(workspace.refresh()) == []


def test_a_card_that_appears_satisfies_those_that_want_it(project: Path) -> None:
    game(project, one=bot("Aa", whom="Bb"))
    workspace = Workspace(["."])
    assert told(workspace.check()) == ["content/one/cards.bot:4 BW2007"]
    (project / "content" / "one" / "more.bot").write_text(bot("Bb"))
    assert told(workspace.refresh()) == []
    (project / "content" / "one" / "more.bot").write_text(bot("Cc"))
    assert told(workspace.refresh()) == ["content/one/cards.bot:4 BW2007"]
    (project / "content" / "one" / "more.bot").unlink()
    assert told(workspace.refresh()) == ["content/one/cards.bot:4 BW2007"]


def test_a_scenario_hears_of_a_card_that_is_gone(project: Path) -> None:
    game(project)
    tests = project / "rulesets" / "sparring" / "tests"
    (tests / "b.bot").write_text(SCENE)
    (tests / "a.bot").write_text(bot("Rusty"))
    workspace = Workspace(["rulesets"])
    assert told(workspace.check()) == []
    (tests / "a.bot").write_text(bot("Rusti"))
    assert {line.partition(" ")[2] for line in told(workspace.refresh())} == {"BW2007"}


def test_a_card_that_cannot_be_read_silences_those_that_name_it(project: Path) -> None:
    game(project, one=bot("Aa", whom="Bb") + bot("Bb"))
    workspace = Workspace(["content"])
    assert told(workspace.check()) == []
    file = project / "content" / "one" / "cards.bot"
    file.write_text(bot("Aa", whom="Bb") + bot("Bb").replace("hp 8", "hp 8 9"))
    assert [line.partition(" ")[2] for line in told(workspace.refresh())] == ["BW1101"]


class TestWhatAResultDependsOn:
    """Each of these is one thing that a finding depends on, changed there and back."""

    @pytest.fixture
    def cards(self, project: Path) -> Path:
        game(project, one=bot("Aa"))
        return project / "content" / "one" / "cards.bot"

    @pytest.fixture
    def tests(self, project: Path, cards: Path) -> Path:
        return project / "rulesets" / "sparring" / "tests" / "a.bot"

    def helps(self, workspace: Workspace) -> list[str]:
        return [diagnostic.help for diagnostic in workspace.refresh().diagnostics]

    def codes(self, workspace: Workspace) -> list[str]:
        return [diagnostic.code for diagnostic in workspace.refresh().diagnostics]

    def test_a_suggestion_on_all_other_names(self, cards: Path) -> None:
        cards.write_text(bot("Aa", whom="Nobody"))
        workspace = Workspace(["content"])
        assert "Nobodi" not in self.helps(workspace)[0]
        more = cards.parent / "more.bot"
        more.write_text(bot("Nobodi"))
        assert "Nobodi" in self.helps(workspace)[0]
        more.write_text(bot("Anybody"))
        assert "Nobodi" not in self.helps(workspace)[0]

    def test_a_suggestion_on_how_many_names_are_missing(self, cards: Path) -> None:
        lost = "".join(bot(f"L{number}", whom=f"Lost{number}x") for number in range(30))
        cards.write_text(bot("Aa", whom="Nobody") + bot("Nobodi"))
        workspace = Workspace(["content"])
        assert "Nobodi" in self.helps(workspace)[0]
        more = cards.parent / "more.bot"
        more.write_text(lost)
        assert "Nobodi" not in self.helps(workspace)[0]
        more.write_text("")
        assert "Nobodi" in self.helps(workspace)[0]

    @pytest.mark.parametrize(
        "text",
        [bot("Aa", whom="Zed"), "Zed Aa {\n  hp 3\n}\n", SCENE.replace("Rusty", "Zed"), "define best = Zed.hp\n"],
    )
    def test_silence_on_words_of_texts_that_cannot_be_read(self, cards: Path, text: str) -> None:
        cards.write_text(text)
        workspace = Workspace(["content"])
        before = everything(workspace.refresh())
        assert "Zed" in " ".join(diagnostic.message for diagnostic in workspace.refresh().diagnostics)
        more = cards.parent / "more.bot"
        more.write_text("keyword Zed on {\n}\n")
        assert {diagnostic.place.file for diagnostic in workspace.refresh().diagnostics} == {"content/one/more.bot"}
        more.unlink()
        assert everything(workspace.refresh()) == before

    def test_which_of_two_cards_is_the_first(self, cards: Path) -> None:
        short, long = bot("Aa"), bot("Aa", more="  speed 3\n")
        cards.write_text(short + long)
        workspace = Workspace(["content"])
        assert told(workspace.refresh()) == ["content/one/cards.bot:6 BW2101"]
        cards.write_text(long + short)
        assert told(workspace.refresh()) == ["content/one/cards.bot:7 BW2101"]

    def test_what_a_scenario_means_on_all_names(self, cards: Path, tests: Path) -> None:
        tests.write_text(SCENE.replace("Rusty", "Rustic"))
        workspace = Workspace(["rulesets"])
        assert "Rustica" not in self.helps(workspace)[0]
        cards.write_text(bot("Rustica"))
        assert "Rustica" in self.helps(workspace)[0]
        cards.write_text(bot("Aa"))
        assert "Rustica" not in self.helps(workspace)[0]

    def test_a_scenario_on_names_of_a_pack_whose_rules_change_too(self, cards: Path, tests: Path) -> None:
        keyword = "keyword Quick on Bot {\n  modify speed of it by 1\n}\n"
        cards.write_text(keyword + bot("Rusty", more="  Quick\n"))
        tests.write_text(SCENE)
        workspace = Workspace(["rulesets"])
        assert self.codes(workspace) == []
        cards.write_text(keyword.replace("1", "2") + bot("Other", more="  Quick\n"))
        assert set(self.codes(workspace)) == {"BW2007"}

    @pytest.mark.parametrize("user", ["card", "scenario"])
    def test_what_is_unused_on_all_that_could_use_it(self, project: Path, cards: Path, user: str) -> None:
        (project / "rulesets" / "sparring" / "extra.bot").write_text(EXTRA)
        use = bot("Aa", more="  after hit by it { extra target }\n")
        if user == "scenario":
            use = bot("Rusty") + SCENE.replace("do damage Rusty by 3 from Rusty", "do extra Rusty")
        file = cards if user == "card" else project / "rulesets" / "sparring" / "tests" / "a.bot"
        for paths in (["rulesets"], ["."]):
            file.write_text(bot("Bb"))
            workspace = Workspace(paths)
            assert self.codes(workspace) == ["BW3005"]
            file.write_text(use)
            assert self.codes(workspace) == []
            file.write_text(bot("Bb"))
            assert self.codes(workspace) == ["BW3005"]

    def test_a_circle_on_all_cards_in_it(self, project: Path, cards: Path) -> None:
        (project / "rulesets" / "sparring" / "extra.bot").write_text(EXTRA)
        cards.write_text(bot("Aa", more="  after extra { hit target with it.abilities by it }\n"))
        workspace = Workspace(["content"])
        assert "BW3008" not in self.codes(workspace)
        circle = bot("Aa", more="  after damage { extra target }\n")
        cards.write_text(circle)
        assert self.codes(workspace) == ["BW3008"]
        (cards.parent / "more.bot").write_text(bot("Bb", more="  after damage { extra target }\n"))
        assert everything(workspace.refresh()) == everything(Workspace(["content"]).check())
        cards.write_text(bot("Aa"))
        assert self.codes(workspace) == ["BW3008"]
        (cards.parent / "more.bot").unlink()
        assert self.codes(workspace) == []

    def test_citations_on_the_catalogue(self, project: Path, cards: Path) -> None:
        cards.write_text(bot("Aa").replace("{", "cites MG-SETUP-02 {", 1))
        book = project / "rulesets" / "sparring" / "clauses.yaml"
        book.write_text(yaml(CLAUSES))
        workspace = Workspace(["content"])
        assert self.codes(workspace) == ["BW2013"]
        book.write_text(yaml(CLAUSES).replace("SETUP-01", "SETUP-02"))
        assert self.codes(workspace) == []

    def test_places_on_what_stands_above(self, cards: Path) -> None:
        good = [bot(f"Bot{number}") for number in range(8)]
        cards.write_text("".join([*good, bot("Aa", whom="Nobody"), bot("Bot3")]))
        workspace = Workspace(["content"])
        before = told(workspace.refresh())
        assert before == ["content/one/cards.bot:44 BW2007", "content/one/cards.bot:46 BW2101"]
        good[1] = good[1].replace("hp 8", "hp 8\n  speed 3\n\n")
        cards.write_text("".join([*good, bot("Aa", whom="Nobody"), bot("Bot3")]))
        assert told(workspace.refresh()) == ["content/one/cards.bot:47 BW2007", "content/one/cards.bot:49 BW2101"]
        assert everything(workspace.refresh()) == everything(Workspace(["content"]).check())

    def test_notes_on_what_stands_above_in_another_file(self, project: Path, cards: Path) -> None:
        (cards.parent / "more.bot").write_text(bot("Aa"))
        workspace = Workspace(["content"])
        assert workspace.refresh().diagnostics[0].notes[0].place.start == 4
        cards.write_text("# above\n" + bot("Aa"))
        assert workspace.refresh().diagnostics[0].notes[0].place.start == 12
        rules = project / "rulesets" / "sparring" / "rules.bot"
        (cards.parent / "more.bot").write_text(bot("Push"))
        start = workspace.refresh().diagnostics[0].notes[0].place.start
        rules.write_text(RULES.replace('ruleset sparring "Sparring" {', 'ruleset sparring "Sparring!" {'))
        assert workspace.refresh().diagnostics[0].notes[0].place.start == start + 1


def test_a_change_within_one_tick_of_the_clock_is_seen(project: Path) -> None:
    game(project, one=bot("Aa", hp=8))
    file = project / "content" / "one" / "cards.bot"
    workspace = Workspace(["content"])
    assert told(workspace.check()) == []
    state = file.stat()
    file.write_text(file.read_text().replace("hp 8", "pp 8"))
    os.utime(file, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert "content/one/cards.bot:2 BW2004" in told(workspace.refresh())


def test_a_manifest_that_moves_its_lines_moves_its_findings(project: Path) -> None:
    game(project, one=bot("Aa"))
    manifest = project / "content" / "one" / "pack.yaml"
    manifest.write_text(manifest.read_text().replace("id: sparring", "id: other"))
    workspace = Workspace(["content"])
    [before] = told(workspace.check())
    manifest.write_text("# a remark\n\n" + manifest.read_text())
    [after] = told(workspace.refresh())
    assert (before, after) == ("content/one/pack.yaml:5 BW4207", "content/one/pack.yaml:7 BW4207")


def test_a_ruleset_that_appears_is_found(project: Path) -> None:
    game(project, one=bot("Aa").replace("hp", "hpp"))
    hidden = project / ".hidden"
    (project / "rulesets" / "sparring").rename(hidden)
    workspace = Workspace(["content"])
    assert [line.partition(" ")[2] for line in told(workspace.check())] == ["BW4207"]
    hidden.rename(project / "rulesets" / "sparring")
    assert [line.partition(" ")[2] for line in told(workspace.refresh())] == ["BW2004"]


def test_it_can_be_used_again_after_a_fault(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game(project, one=bot("Aa"))
    workspace = Workspace(["content"])
    workspace.check()
    with monkeypatch.context() as patch:
        patch.setattr("tools.workspace.facts.card_links.CardNames.settle", lambda *_: 1 / 0)
        (project / "content" / "one" / "cards.bot").write_text(bot("Bb").replace("hp", "hpp"))
        assert [diagnostic.code for diagnostic in workspace.refresh().diagnostics] == ["BW9001"]
    assert told(workspace.refresh()) == ["content/one/cards.bot:2 BW2004"]


BITS = ("\n", "{", "}", "# c\n", "kind X { }\n", "  ", "\n\n", "foo\n", "Bot A {\n", "}\n", "after x { }\n", "#", "k")


@given(st.data())
def test_a_text_that_is_cut_in_part_is_cut_as_a_whole(data: st.DataObject) -> None:
    parts = st.sampled_from([*pieces(RULES), bot("Aa"), SCENE, "# alone\n\n"])
    old = "".join(data.draw(st.lists(parts, min_size=3, max_size=8)))
    start = data.draw(st.integers(0, len(old)))
    end = data.draw(st.integers(start, min(len(old), start + 40)))
    new = old[:start] + "".join(data.draw(st.lists(st.sampled_from(BITS), max_size=3))) + old[end:]
    before, wrong = cut_whole(Source("x", old))
    if wrong or not all(piece.even for piece in before):
        return
    window = cut_window(old, Source("x", new), [piece.start for piece in before])
    if window is None:
        return
    moved = len(new) - len(old)
    later = [SplitDeclaration(piece.start + moved, piece.text, piece.digest) for piece in before[window.last :]]
    assert [*before[: window.first], *window.cut, *later] == cut_whole(Source("x", new))[0]


def test_such_a_cut_happens() -> None:
    old = "".join(bot(f"{name}{number}") for number in range(5) for name in NAMES)
    new = old.replace("Bot Cc3 {\n  hp 8", "Bot Cc3 {\n  hp 9")
    window = cut_window(old, Source("x", new), [piece.start for piece in cut_whole(Source("x", old))[0]])
    assert window is not None
    assert len(window.cut) <= 4


def test_every_shape_of_facts_survives_the_way_to_the_disk(project: Path) -> None:
    chance = random.Random(3)
    game(project, one="\n".join(some_card(chance) for _ in range(60)))
    workspace = Workspace(["."])
    workspace.check()
    group = workspace.group("content/one")
    assert group is not None
    items = list(group.facts.values())
    assert len(items) > 50
    assert any(fact.findings for fact in items)
    assert any(fact.unread for fact in items)
    import json

    for fact in items:
        assert card_facts.from_list(json.loads(json.dumps(card_facts.as_list(fact))), {}) == fact
