"""Find references: every use of a name, of a card under each of its names, of a clause."""

from __future__ import annotations

import lsprotocol.types as l

from tools.editors.answers import places
from tools.editors.server import translate
from tools.editors.server.editor_server import BotwrightServer


def register(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_REFERENCES)
    async def references(params: l.ReferenceParams) -> list[l.Location] | None:
        declared = params.context.include_declaration
        uses = await server.ask(
            params.text_document.uri,
            lambda path: places.references(session.project, path, server.offset(params), declared),
        )
        return [translate.location(session, place) for place in uses or []] or None
