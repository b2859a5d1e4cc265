"""Every question about every name of a game has an answer, or none with a reason: a sample here, all in the nightly run.

Names of three games: their rules, their packs and their scenarios.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import settings

from tests.editors.open_game import OpenGame
from tools.editors.answers import calls, completion, hover, places, rename, signature
from tools.editors.values import NotPossible

NIGHTLY = settings().max_examples > 1_000
GAMES = {
    "scrapyard": ("rulesets/scrapyard", "content/scrapyard-starter"),
    "gekido": ("rulesets/gekido", "content/gekido-core"),
    "robomon": ("rulesets/robomon", "content/robomon-island"),
}
SAMPLE = 60
WITHOUT_A_PLACE = ("builtin", "kind", "field", "symbols", "symbol", "seat", "card", "slot")
"""What the language declares itself, spaces of maps, and names of built-in verbs have no declaration to go to."""


def reason_or_place(game: OpenGame, path: str, offset: int) -> object:
    """The word that a rename would change, or why it cannot."""
    try:
        return rename.can_rename(game.project, path, offset)
    except NotPossible as reason:
        return reason.why


@pytest.mark.parametrize("game", GAMES if NIGHTLY else ["scrapyard"])
def test_every_question_about_names(tmp_path: Path, game: str) -> None:
    open_game = OpenGame(tmp_path, GAMES[game])
    project = open_game.project
    names = []
    bound = written = 0
    for path in project.snapshot.files:
        unit = project.unit(path)
        assert unit is not None
        for piece in project.pieces(path):
            checked = project.checked(piece, unit)
            names += [(path, piece.start + use.start, use) for use in checked.uses]
            bound += len({(use.start, use.end) for use in checked.uses})
            written += 1
    assert bound > 2 * written
    chosen = names if NIGHTLY else random.Random(1).sample(names, SAMPLE)
    for path, offset, use in chosen:
        target = use.targets[0]
        found = places.definition(project, path, offset)
        assert found or target.space in WITHOUT_A_PLACE, (path, offset, use)
        every = places.references(project, path, offset)
        assert not found or set(found) <= set(every), (path, offset, use)
        assert not every or any(one.path == path and one.start <= offset <= one.end for one in every), (path, use)
        assert target.space in ("builtin", "card", "kind") or hover.hover(project, path, offset), (path, offset, use)
        assert reason_or_place(open_game, path, offset)
        completion.completion(project, path, offset + 1)
        signature.signature(project, path, offset)
        calls.incoming(project, path, offset)
