"""Go to definition: from a name to its declaration, from a citation to the clause in the catalogue."""

from __future__ import annotations

import lsprotocol.types as l

from tools.editors.answers import places
from tools.editors.server import translate
from tools.editors.server.editor_server import BotwrightServer


def register(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: l.DefinitionParams) -> list[l.Location] | None:
        declared = await server.ask(
            params.text_document.uri, lambda path: places.definition(session.project, path, server.offset(params))
        )
        return [translate.location(session, place) for place in declared or []] or None
