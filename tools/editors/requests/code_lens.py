"""Code lenses: run the scenarios of a declaration, try a card, what cites a clause."""

from __future__ import annotations

from collections.abc import Iterator

import lsprotocol.types as l

from tools.editors.answers import lenses
from tools.editors.server import translate
from tools.editors.server.commands import AS_SERVER_COMMANDS
from tools.editors.server.editor_server import BotwrightServer
from tools.editors.server.session import Session, uri_of
from tools.editors.values import Lens


def register(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_CODE_LENS)
    async def lens(params: l.CodeLensParams) -> list[l.CodeLens] | None:
        above = await server.ask(params.text_document.uri, lambda path: lenses.lenses(session.project, path))
        return list(_translated(session, above or [])) or None


def _translated(session: Session, above: list[Lens]) -> Iterator[l.CodeLens]:
    """An editor without commands of its own gets only lenses whose commands the server runs."""
    for lens in above:
        command = lens.command if session.has_commands else AS_SERVER_COMMANDS.get(lens.command)
        if command is None:
            continue
        place = translate.location(session, lens.location).range
        arguments: list[str | int] = list(lens.arguments)
        if lens.command == "botwright.evaluate":
            arguments = [uri_of(lens.location.path), f"{place.start.line}:{place.start.character}"]
        yield l.CodeLens(place, l.Command(lens.title, command, arguments=arguments))
