"""Signature help: the slot that is being written."""

from __future__ import annotations

from tests.editors.open_files import STRIKE, OpenFiles


def test_the_slot_at_the_cursor(game: OpenFiles) -> None:
    answer = game.at("signatureHelp", STRIKE, "damage target by force from", "force")
    (found,) = answer["signatures"]
    assert found["label"] == "damage target by amount from source"
    start, end = found["parameters"][found["activeParameter"]]["label"]
    assert found["label"][start:end] == "amount"
    assert game.at("signatureHelp", STRIKE, "# A hit") is None
