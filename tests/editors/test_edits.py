"""Random edits: what an editor is told after each equals a fresh check of the same files."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

from dsl.diagnostics import Diagnostic
from tests.editors.open_game import OpenGame
from tests.profiles import NIGHTLY
from tools.editors.answers import diagnostics
from tools.workspace.workspace import Workspace

FILES = (
    "rulesets/scrapyard/strike.bot", "rulesets/scrapyard/bots.bot", "content/scrapyard-starter/bots.bot",
    "content/scrapyard-starter/gadgets.bot", "rulesets/scrapyard/tests/strikes.bot",
)  # fmt: skip
OTHER_GAMES = {
    "gekido": (("rulesets/gekido", "content/gekido-core"), 250),
    "montoons": (("rulesets/montoons", "content/montoons-core"), 150),
    "robomon": (("rulesets/robomon", "content/robomon-island"), 100),
    "robotblow": (("rulesets/robotblow", "content/robotblow-core"), 150),
    "pblrobots": (("rulesets/pblrobots", "content/pblrobots-core"), 150),
}
"""The other games with the number of their edits in the nightly run: a whole check of them takes a second."""
SAME = "the same here"
SEEDS = 20 if NIGHTLY else 2
EDITS = 1_600 if NIGHTLY else 14


def edited(text: str, chance: random.Random) -> str:
    """One edit as authors make them: a number, a word, a sign, a comment, a line, a declaration."""
    words = [match.span() for match in re.finditer(r"\w+", text)]
    start, end = chance.choice(words)
    match chance.randrange(9):
        case 0:
            numbers = [match.span() for match in re.finditer(r"(?<!-)\b\d+\b", text)]
            start, end = chance.choice(numbers)
            return text[:start] + str(chance.randrange(12)) + text[end:]
        case 1:
            return text[:start] + text[start:end] + "x" + text[end:]
        case 2:
            return text[:start] + text[slice(*chance.choice(words))] + text[end:]
        case 3:
            signs = [match.start() for match in re.finditer(r"[{}(),.=]", text)]
            at = chance.choice(signs)
            return text[:at] + text[at + 1 :]
        case 4:
            lines = text.split("\n")
            lines.insert(chance.randrange(len(lines)), "# a comment")
            return "\n".join(lines)
        case 5:
            lines = text.split("\n")
            del lines[chance.randrange(len(lines))]
            return "\n".join(lines)
        case 6:
            return text + "\nBot Spare { hull 3 }\n"
        case 7:
            lines = text.split("\n")
            at = chance.randrange(len(lines))
            lines[at] += "  # why"
            return "\n".join(lines)
        case _:
            return text[:start] + text[end:]


def plain(found: list[Diagnostic]) -> list[tuple[str, int, int]]:
    """The findings with their places. A mistake that was told once for several places counts at each of them: how many
    repairs are tried is limited for a check, so a check of everything may try fewer than one of a single edit."""
    told = {(one.code, one.place.start, one.place.end) for one in found}
    again = {(one.code, note.place.start, note.place.end) for one in found for note in one.notes if note.text == SAME}
    return sorted(told | again)


def fresh(root: Path, game: OpenGame, texts: dict[str, str]) -> dict[str, list[tuple[str, int, int]]]:
    """A check of the files with these texts on the disk."""
    for name in game.folders:
        shutil.copytree(game.root / name, root / name, dirs_exist_ok=True)
    for name, text in texts.items():
        (root / name).write_text(text, "utf-8")
    result = Workspace([str(root / name) for name in game.folders], jobs=1, base=str(root)).check()
    by_file: dict[str, list[Diagnostic]] = {}
    for one in result.diagnostics:
        by_file.setdefault(one.place.file, []).append(one)
    return {name: plain(by_file.get(name, [])) for name in texts}


def author(game: OpenGame, disk: Path, files: tuple[str, ...], seed: int, edits: int) -> None:
    """Edit files at random; after each edit an answer at once, and after the whole check that of a fresh one."""
    chance = random.Random(seed)
    texts: dict[str, str] = {}
    for number in range(edits):
        name = chance.choice(files)
        text = texts.get(name) or game.text(name)
        if chance.random() < 0.3:
            text = (game.root / name).read_text("utf-8")  # the author takes everything back
        texts[name] = game.text(name, edited(text, chance))
        for other in texts:
            diagnostics.findings(game.project, game.path(other))  # an answer before the whole check
        game.check()
        expected = fresh(disk, game, texts)
        told = {other: plain(diagnostics.findings(game.project, game.path(other))) for other in texts}
        assert told == expected, (seed, number, name)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_answers_equal_those_of_a_fresh_check(own_yard: OpenGame, tmp_path: Path, seed: int) -> None:
    author(own_yard, tmp_path / "disk", FILES, seed, EDITS // SEEDS)


@pytest.mark.skipif(not NIGHTLY, reason="the nightly run edits all games")
@pytest.mark.parametrize("game", OTHER_GAMES)
def test_answers_equal_those_of_a_fresh_check_in_other_games(tmp_path: Path, game: str) -> None:
    folders, edits = OTHER_GAMES[game]
    open_game = OpenGame(tmp_path / "game", folders)
    paths = map(Path, open_game.project.snapshot.files)
    files = sorted(path for path in paths if path.suffix == ".bot" and path.is_relative_to(open_game.root))
    chosen = random.Random(game).sample(files, 8)
    names = tuple(str(path.relative_to(open_game.root)) for path in chosen)
    author(open_game, tmp_path / "disk", names, 1, edits)


def test_a_comment_changes_nothing_but_places(own_yard: OpenGame) -> None:
    name = "content/scrapyard-starter/bots.bot"
    text = own_yard.text(name, own_yard.text(name).replace("hull 10", "hul 10"))
    own_yard.check()
    path = own_yard.path(name)
    before = diagnostics.findings(own_yard.project, path)
    moved = text.replace("Bot Rusty house {", "# one more line\nBot Rusty house {\n  # and another one")
    own_yard.project.open(path, moved)
    after = diagnostics.findings(own_yard.project, path)
    assert [(one.code, one.message) for one in before] == [(one.code, one.message) for one in after]
    assert [moved[one.place.start : one.place.end] for one in after] == [
        text[one.place.start : one.place.end] for one in before
    ]


def test_an_edit_of_a_rule_is_seen_by_the_rest_at_once(own_yard: OpenGame) -> None:
    rules = "rulesets/scrapyard/bots.bot"
    text = own_yard.text(rules).replace("effect shove target", "effect push target")
    own_yard.project.open(own_yard.path(rules), text)
    strike = own_yard.path("rulesets/scrapyard/strike.bot")
    own_yard.project.open(strike, own_yard.project.text(strike).replace("shove target by n", "push target by n"))
    assert not diagnostics.findings(own_yard.project, strike)
    assert not diagnostics.findings(own_yard.project, own_yard.path(rules))


@pytest.mark.parametrize(
    "old, new, same",
    [
        ("Bot Rusty house {", "# why\nBot Rusty house { # and why", True),
        ("  hull 10\n", "    hull   10\n", True),
        ("  hull 10\n", "  hull 11\n", False),
        ("Bot Rusty house {", "# botwright: allow BW3005 -- why\nBot Rusty house {", False),
        ("# Four bots to begin with.", "", True),
    ],
)
def test_only_a_change_of_words_is_checked_again(yard: OpenGame, old: str, new: str, same: bool) -> None:
    name = "content/scrapyard-starter/bots.bot"
    path = yard.path(name)
    text = (yard.root / name).read_text("utf-8")
    assert old in text
    yard.project.open(path, text.replace(old, new))
    try:
        assert diagnostics.only_comments_differ(yard.project, path) is same
    finally:
        yard.project.close(path)


def test_a_declaration_that_is_written_twice_is_told_once(own_yard: OpenGame) -> None:
    name = "content/scrapyard-starter/bots.bot"
    spare = "\nBot Spare { hull 3, Part Lid { power 1 } }\n"
    text = own_yard.text(name, own_yard.text(name) + spare + spare)
    own_yard.check()
    (found,) = diagnostics.findings(own_yard.project, own_yard.path(name))
    assert found.place.start > text.rindex("Bot Spare")
