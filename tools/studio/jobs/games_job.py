"""What the page must know to begin a match or a study: the modes of a game and how many people play each."""

from __future__ import annotations

from collections import Counter

from interpreter.link.linked_program import LinkedProgram
from tools.drawing.schema import Schema, said, schema_of
from tools.matches import load
from tools.play import NAMES, rulebook
from tools.studio.jobs.job import Arguments, Deeds, Json, Tell, text

FEWEST = 2
"""A kind is worth a study if it has so many cards."""


def begin(arguments: Arguments, tell: Tell) -> tuple[Deeds, Json]:
    """Describe `game`, a name or a folder."""
    name = text(arguments, "game")
    first = load(name)
    modes = []
    for mode in first.modes or (None,):
        game = first if mode == first.mode else load(name, mode)
        least, most = game.players
        modes.append({"mode": mode, "least": least, "most": most, "aim": rulebook.aim(game.linked())})
    schema = schema_of(first.linked())
    answer: Json = {
        "game": first.name,
        "title": schema.title,
        "usual": first.mode,
        "modes": modes,
        "names": list(NAMES),
        "kinds": _kinds(first.linked(), schema),
    }
    return {}, answer


def _kinds(linked: LinkedProgram, schema: Schema) -> list[dict[str, str]]:
    """The kinds of cards that a study can compare."""
    lineage = linked.program.symbols.lineage
    cards = [card.kind for id, card in linked.cards.items() if "." not in id]
    counted = Counter(name for kind in cards for name in lineage(kind))
    shown = [kind for kind, count in counted.items() if FEWEST <= count < len(cards) and kind in linked.layout.kinds]
    return [{"kind": kind, "words": schema.kinds.get(kind, said(kind))} for kind in sorted(shown)]
