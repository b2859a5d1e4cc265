"""Linked editing: a local name in all its places; nothing that others can see."""

from __future__ import annotations

from tests.editors.open_files import STRIKE, OpenFiles


def test_a_local_name_is_linked(game: OpenFiles) -> None:
    answer = game.at("linkedEditingRange", STRIKE, "if face has miss", "face")
    assert len(answer["ranges"]) == 4
    assert {game.written(STRIKE, one) for one in answer["ranges"]} == {"face"}
    assert answer["wordPattern"]


def test_what_others_see_is_not_linked(game: OpenFiles) -> None:
    assert game.at("linkedEditingRange", STRIKE, "effect hit", "hit") is None
    assert game.at("linkedEditingRange", STRIKE, "with part: Part", "part") is None
    assert game.at("linkedEditingRange", STRIKE, "keeps landed", "landed") is None
