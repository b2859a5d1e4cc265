"""Rename: every file, the catalogue, and a refusal with its reason."""

from __future__ import annotations

import pytest

from tests.editors.client import Refusal
from tests.editors.open_files import BOTS, CLAUSES, STRIKE, TURN, OpenFiles


def test_rename_across_files(game: OpenFiles) -> None:
    place = game.at("prepareRename", STRIKE, "damage target by force", "damage")
    assert place["placeholder"] == "damage"
    changes = game.at("rename", STRIKE, "damage target by force", "damage", newName="harm")["changes"]
    assert {BOTS, STRIKE} <= {game.name_of(uri) for uri in changes}
    assert {one["newText"] for edits in changes.values() for one in edits} == {"harm"}


def test_a_clause_is_renamed_in_the_catalogue(game: OpenFiles) -> None:
    assert game.at("prepareRename", CLAUSES, "SY-WIN-01")["placeholder"] == "SY-WIN-01"
    changes = game.at("rename", CLAUSES, "SY-WIN-01", newName="SY-END-01")["changes"]
    assert {CLAUSES, TURN} <= {game.name_of(uri) for uri in changes}


def test_a_refusal_says_why(game: OpenFiles) -> None:
    with pytest.raises(Refusal, match="word of the language"):
        game.at("rename", BOTS, "effect damage", "damage", newName="move")
    with pytest.raises(Refusal, match="in the catalogue"):
        game.at("prepareRename", TURN, "SY-WIN-01")
