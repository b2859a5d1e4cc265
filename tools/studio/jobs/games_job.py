"""What the page must know to begin a match or a study: the modes of a game and how many people play each."""

from __future__ import annotations

from tools.drawing.schema import schema_of
from tools.matches import load
from tools.play import NAMES, rulebook
from tools.studio.jobs.job import Arguments, Deeds, Json, Tell, text


def begin(arguments: Arguments, tell: Tell) -> tuple[Deeds, Json]:
    """Describe `game`, a name or a folder."""
    name = text(arguments, "game")
    first = load(name)
    modes = []
    for mode in first.modes or (None,):
        game = first if mode == first.mode else load(name, mode)
        least, most = game.players
        modes.append({"mode": mode, "least": least, "most": most, "aim": rulebook.aim(game.linked())})
    answer: Json = {
        "game": first.name,
        "title": schema_of(first.linked()).title,
        "usual": first.mode,
        "modes": modes,
        "names": list(NAMES),
    }
    return {}, answer
