"""Commands that an editor runs through the server: the text of a card, its picture, and where a clause is.

Running scenarios and trying a card are left to the command line in a terminal of the editor, so that they look and
behave as everywhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tools.cards.drawn_card import SheetCard
from tools.cards.pictures import in_words, picture
from tools.editors.answers import hover, places
from tools.editors.server.positions import lines_of
from tools.editors.server.session import Session, path_of, uri_of
from tools.editors.server.translate import range_of

COMMANDS = ("botwright.server.cardText", "botwright.server.cardAt", "botwright.server.clausePlace")


def run_command(session: Session, command: str, arguments: Sequence[Any]) -> Any:
    if len(arguments) < 2 or not all(isinstance(one, str) for one in arguments[:2]):
        return None
    root, name = arguments[0], arguments[1]
    if command == "botwright.server.cardAt":
        return _card_at(session, path_of(root), name)
    unit = session.project.snapshot.units.get(root)
    if unit is None:
        return None
    match command:
        case "botwright.server.cardText":
            where = unit.givers.get(name)
            pieces = session.project.pieces(where[0]) if where is not None else []
            piece = next((one for one in pieces if where is not None and one.digest == where[1]), None)
            piece = piece or next((one for one in pieces if name in one.text), None)
            return hover.card_text(session.project, session.project.checked(piece, unit), name) if piece else None
        case "botwright.server.clausePlace":
            found = places.clause_places(session.project, unit, name)
            if not found:
                return None
            place = range_of(session, found[0].path, found[0].start, found[0].end)
            return {"uri": uri_of(found[0].path), "line": place.start.line, "character": place.start.character}
        case _:
            return None


def _card_at(session: Session, path: str, position: str) -> Any:
    """The card at `line:character` of a text: its name, its words, and its picture."""
    line, _, character = position.partition(":")
    text = session.project.text(path)
    if text is None or not (line.isdecimal() and character.isdecimal()):
        return None
    offset = lines_of(text, session.encoding).offset(int(line), int(character))
    card = hover.card_at(session.project, path, offset)
    if card is None:
        return None
    return {
        "id": card.id,
        "name": card.name,
        "kind": card.kind_name,
        "words": in_words(card),
        "svg": picture(SheetCard(card)),
    }
