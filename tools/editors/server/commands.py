"""Commands that an editor runs through the server: the text of a card, its picture, where a clause is, scenarios.

The extension for VS Code has commands of its own for a terminal. For every other editor a code lens names a command of
this module, and its answer is shown as a message or by opening the place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tools.cards.drawn_card import SheetCard
from tools.cards.pictures import in_words, picture
from tools.editors.answers import evaluation, hover, places, stages
from tools.editors.server.positions import lines_of
from tools.editors.server.session import Session, path_of, uri_of
from tools.editors.server.translate import range_of

CARD_TEXT = "botwright.server.cardText"
CARD_AT = "botwright.server.cardAt"
CLAUSE_PLACE = "botwright.server.clausePlace"
EVALUATE = "botwright.server.evaluate"
STAGES = "botwright.server.stages"
COMMANDS = (CARD_TEXT, CARD_AT, CLAUSE_PLACE, EVALUATE, STAGES)
OF_TEXTS = (CARD_AT, EVALUATE, STAGES)
"""Commands about a position in a text, which wait until its unit has been checked once."""
AS_SERVER_COMMANDS: Mapping[str, str] = {
    "botwright.showCard": CARD_TEXT,
    "botwright.openClause": CLAUSE_PLACE,
    "botwright.evaluate": EVALUATE,
}
"""The commands of code lenses for editors that have no commands of their own; other lenses are left out there."""


async def run_command(session: Session, command: str, arguments: Sequence[Any]) -> Any:
    if len(arguments) < 2 or not all(isinstance(argument, str) for argument in arguments[:2]):
        return None
    first, second = arguments[0], arguments[1]
    if command in OF_TEXTS and not await session.ready(path_of(first)):
        return None
    match command:
        case "botwright.server.cardAt":
            return _card_at(session, path_of(first), second)
        case "botwright.server.evaluate":
            return await _evaluated(session, path_of(first), second)
        case "botwright.server.stages":
            offset = _offset(session, path_of(first), second)
            return None if offset is None else stages.stages(session.project, path_of(first), offset)
        case "botwright.server.cardText":
            return _card_text(session, first, second)
        case "botwright.server.clausePlace":
            return _clause_place(session, first, second)
        case _:
            return None


def _offset(session: Session, path: str, position: str) -> int | None:
    """The offset of `line:character` in a text."""
    line, _, character = position.partition(":")
    text = session.project.text(path)
    if text is None or not (line.isdecimal() and character.isdecimal()) or len(position) > 20:
        return None
    return lines_of(text, session.encoding).offset(int(line), int(character))


def _card_text(session: Session, root: str, name: str) -> str | None:
    unit = session.project.snapshot.units.get(root)
    if unit is None:
        return None
    where = unit.givers.get(name)
    pieces = session.project.pieces(where[0]) if where is not None else []
    piece = next((candidate for candidate in pieces if where is not None and candidate.digest == where[1]), None)
    piece = piece or next((candidate for candidate in pieces if name in candidate.text), None)
    return hover.card_text(session.project, session.project.checked(piece, unit), name) if piece else None


def _clause_place(session: Session, root: str, clause: str) -> dict[str, Any] | None:
    unit = session.project.snapshot.units.get(root)
    declared = places.clause_places(session.project, unit, clause) if unit is not None else []
    if not declared:
        return None
    place = range_of(session, declared[0].path, declared[0].start, declared[0].end)
    return {"uri": uri_of(declared[0].path), "line": place.start.line, "character": place.start.character}


def _card_at(session: Session, path: str, position: str) -> dict[str, Any] | None:
    """The card at a position: its name, its words, and its picture."""
    offset = _offset(session, path, position)
    card = hover.card_at(session.project, path, offset) if offset is not None else None
    if card is None:
        return None
    return {
        "id": card.id,
        "name": card.name,
        "kind": card.kind_name,
        "words": in_words(card),
        "svg": picture(SheetCard(card)),
    }


async def _evaluated(session: Session, path: str, position: str) -> dict[str, Any] | None:
    """The scenarios of the declaration at a position, run beside everything else."""
    offset = _offset(session, path, position)
    asked = evaluation.question(session.project, path, offset, session.root) if offset is not None else None
    if asked is None:
        return None
    answer = await session.beside(lambda: evaluation.evaluate(asked))
    return {
        "title": asked.title,
        "summary": answer.summary,
        "holds": answer.holds,
        "wrong": list(answer.wrong),
        "results": [
            {
                "name": scenario.name,
                "status": scenario.status,
                "message": scenario.message,
                "uri": uri_of(scenario.path),
                "line": scenario.line,
            }
            for scenario in answer.results
        ],
    }
