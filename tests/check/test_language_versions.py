"""A pack that uses a word of a later language than its manifest asks for is told since when there is it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.parse import parse_source
from dsl.syntax import language_versions
from dsl.text.source import Source
from dsl.text.versions import LANGUAGE, Version
from tools.cli import main

GAME = """ruleset tiny "Tiny" { players 2, start Match }

extend Table { keeps seen: 0.. = 0 }

effect fight { note_it }

effect note_it during fight { seen += 1 }

flow Match { repeat { phase turn by active { fight; if seen > 3 { win active } } } }
"""
MANIFEST = (
    'id: tiny\nname: Tiny\nversion: 1.0.0\nauthors: [Ann]\nlicence: CC0-1.0\nsource: made up\nlanguage: "{range}"\n'
)


@pytest.mark.parametrize("range, told", [("^1.0", True), (">=1.0 <3", True), ("^1.1", False)])
def test_the_manifest_is_held_to_what_it_says(
    range: str, told: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "ruleset.yaml").write_text(MANIFEST.replace("{range}", range))
    (tmp_path / "game.bot").write_text(GAME)
    monkeypatch.chdir(tmp_path)
    main(["check", "."])
    out = "".join(capfd.readouterr())
    assert ("warning[BW4212]: `during` in the head of an effect was added in language 1.1" in out) == told, out
    assert ("game.bot:7:1" in out) == told


def test_clauses_by_number_need_language_1_2() -> None:
    (first,) = parse_source(Source("x", "rule reach cites AR-MOVE-01..03 05 = 1\n"))
    ((form, _),) = language_versions.newer(first.piece.text, first.tree, Version(1, 1, 0))
    assert form.written == "clauses by number"


def test_a_fight_for_a_tried_card_needs_language_1_2() -> None:
    (first,) = parse_source(Source("x", 'scenario "a fight" { try Rusty against Sparky }\n'))
    ((form, _),) = language_versions.newer(first.piece.text, first.tree, Version(1, 1, 0))
    assert form.written == "`try`"


def test_what_is_older_needs_nothing() -> None:
    (first,) = parse_source(Source("x", "effect fight by me { choose one of me.hand as card }\n"))
    assert list(language_versions.newer(first.piece.text, first.tree, language_versions.FIRST)) == []


def test_no_word_is_later_than_the_language() -> None:
    assert all(language_versions.FIRST < word.since <= LANGUAGE for word in language_versions.FORMS)
    assert Version(1, 1, 0) <= LANGUAGE
