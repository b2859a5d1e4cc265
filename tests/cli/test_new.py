"""`botwright new`: skeletons that pass the check as they are, in the one style, and never over anything that exists."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import ROOT, environment
from tools.cli import main
from tools.skeleton import new_card, new_game, new_pack
from tools.skeleton.project_paths import SkeletonRefused


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_a_game_a_pack_and_a_card_pass_as_they_are(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "game", "sky_duel"]) == 0
    assert main(["new", "pack", "storm", "--game", "sky_duel"]) == 0
    assert main(["new", "card", "Thunder Clap", "--pack", "storm", "--kind", "Card"]) == 0
    capfd.readouterr()
    assert main(["check", "."]) == 0, capfd.readouterr().out
    assert main(["fmt", "--check", "."]) == 0, capfd.readouterr().out
    assert not any("@" in text.decode() for text in tree(project).values())


@pytest.mark.parametrize("name", ["a", "x9", "b_2", "long_name_of_a_game", "q1_z2"])
def test_every_good_name_makes_a_good_game(project: Path, name: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "game", name]) == 0
    assert main(["check", "."]) == 0, capfd.readouterr().out


BAD = ("", "Sky", "sky-duel", "9sky", "sky__duel", "_sky", "sky_", "é", "a b", "x" * 51)
WORSE = ("../x", "a/b", ".", "-x", "con", "com1", "with", "kind", "a\0b", "a\nb")


@pytest.mark.parametrize("name", [*BAD, *WORSE])
def test_bad_names_of_games(project: Path, name: str) -> None:
    with pytest.raises(SkeletonRefused):
        new_game(name)
    assert tree(project) == {}
    assert sorted(path.name for path in project.iterdir()) == [".git"]


@pytest.mark.parametrize("name", ["Storm", "a/b", "nul", "x" * 51, "a--b", "..", ""])
def test_bad_names_of_packs(project: Path, name: str) -> None:
    new_game("sky")
    before = tree(project)
    with pytest.raises(SkeletonRefused):
        new_pack(name, "sky")
    assert tree(project) == before


@pytest.mark.parametrize(
    "name", ["", " ", "9 lives", 'a"b', "a\\b", "a{b}", "../x", "x" * 51, "con", "\x1b[31m", "日本"]
)
def test_bad_names_of_cards(project: Path, name: str) -> None:
    new_game("sky")
    before = tree(project)
    with pytest.raises(SkeletonRefused):
        new_card(name, "sky_first", "Card")
    assert tree(project) == before


@pytest.mark.parametrize(
    "name, file, head",
    [
        ("Squall", "squall.bot", "Card Squall house {"),
        ("squall", "squall.bot", "Card Squall house {"),
        ("Thunder Clap", "thunder_clap.bot", 'Card "Thunder Clap" house {'),
        ("M3-OW", "m3_ow.bot", 'Card "M3-OW" house {'),
        ("Élan vital", "lan_vital.bot", 'Card "Élan vital" house {'),
    ],
)
def test_names_of_cards(project: Path, name: str, file: str, head: str) -> None:
    new_game("sky")
    result = new_card(name, "sky_first", "Card")
    assert result.files == (f"content/sky_first/{file}",)
    assert f"\n{head}" in Path(result.files[0]).read_text("utf-8")


def test_nothing_is_written_over(project: Path) -> None:
    new_game("sky")
    new_card("Squall", "sky_first", "Card")
    before = tree(project)
    for again in (
        lambda: new_game("sky"),
        lambda: new_pack("sky_first", "sky"),
        lambda: new_card("squall", "sky_first", "Card"),
    ):
        with pytest.raises(SkeletonRefused, match="exists already"):
            again()
    assert tree(project) == before


def test_a_link_to_nowhere_exists_too(project: Path) -> None:
    (project / "rulesets").mkdir()
    os.symlink("nowhere", project / "rulesets" / "sky")
    with pytest.raises(SkeletonRefused):
        new_game("sky")
    assert not (project / "content").exists()


def test_half_a_game_is_never_left(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "rulesets").mkdir()
    (project / "content").write_text("a file where a folder should be")
    assert main(["new", "game", "sky"]) == 1
    assert "error: `content` could not be written: File exists" in capfd.readouterr().err
    assert list((project / "rulesets").iterdir()) == []


KINDS = """\
ruleset zoo "Zoo" { players 2..4 }

symbols Element { air, fire }

kind Trick {
  damage: ladder
}

kind Basic is Trick {
  range: 1..9
}

kind Animal {
  number: text
  hp: 1..30
  element: Element
  wild: yes or no
  armor: 0..9 = 0
  rider: Animal?
  stat move: 2..9
  stat health = it.hp
  keeps hurt: 0.. = 0
  children tricks of Trick holds 1..4
}
"""


def test_every_needed_field_of_a_kind_is_filled_in(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    new_game("zoo")
    (project / "rulesets" / "zoo" / "rules.bot").write_text(KINDS)
    result = new_card("Lion", "zoo_first", "Animal")
    assert Path(result.files[0]).read_text() == (
        "Animal Lion house {\n"
        "  # it may also say: armor, rider\n"
        '  number "to be written"\n'
        "  hp 1  # 1..30\n"
        "  element air  # air, fire\n"
        "  wild no\n"
        "  move 2  # 2..9\n"
        '  Basic "First" {\n'
        "    range 1  # 1..9\n"
        "    damage 1/2/3\n"
        "  }\n"
        "}\n"
    )
    assert main(["fmt", "--check", result.files[0]]) == 0, capfd.readouterr().out
    assert Path(new_pack("more", "zoo").files[1]).read_text().splitlines()[2] == 'Animal "First of More" house {'


@pytest.mark.parametrize(
    "words, said",
    [
        (["new", "pack", "p", "--game", "sly"], "there is no game `sly`: did you mean `sky`?"),
        (["new", "card", "X", "--pack", "nix", "--kind", "Card"], "there is no pack `nix`"),
        (["new", "card", "X", "--pack", "sky_first", "--kind", "Crd"], "did you mean `Card`?"),
    ],
)
def test_what_is_not_there(project: Path, words: list[str], said: str, capfd: pytest.CaptureFixture[str]) -> None:
    new_game("sky")
    assert main(words) == 2
    assert said in capfd.readouterr().err


def test_a_manifest_with_errors_is_named(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    new_game("sky")
    (project / "content" / "sky_first" / "pack.yaml").write_text("id: 3: 4\n")
    assert main(["new", "card", "X", "--pack", "sky_first", "--kind", "Card"]) == 2
    assert "`content/sky_first/pack.yaml` has errors" in capfd.readouterr().err


@pytest.mark.parametrize("game, kind", [("robomon", "Robomon"), ("scrapyard", "Bot")])
def test_the_first_card_of_a_pack_is_what_its_game_is_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, kind: str
) -> None:
    """Something with parts, where there is such a thing, not a page or a shop that has more printed on it."""
    monkeypatch.chdir(tmp_path)
    written = Path(new_pack("more", game).files[1]).read_text(encoding="utf-8")
    assert written.splitlines()[2].startswith(f'{kind} "First of More"')


@pytest.mark.parametrize("words", [("game", "sky_duel"), ("pack", "crabs", "--game", "scrapyard")])
def test_a_killed_command_leaves_nothing_behind(words: tuple[str, ...], tmp_path: Path) -> None:
    """Killed before each change to the disk, one after the other."""
    command = [sys.executable, str(ROOT / "tests/faults/killed_new.py"), str(tmp_path), "new", *words]
    ran = subprocess.run(command, env=environment(), capture_output=True, text=True, cwd=ROOT)
    *killed, done = [line.split() for line in ran.stdout.splitlines()]
    assert len(killed) > 5, ran.stderr
    assert [line[1:] for line in killed] == [["killed"]] * len(killed)
    assert done[1] == "done"
    assert not any(".new-" in path for path in done)
    assert any(path.endswith("cards.bot") for path in done)
