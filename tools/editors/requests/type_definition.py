"""Go to type definition: from a value to the kind or set of symbols that it is one of."""

from __future__ import annotations

import lsprotocol.types as l

from tools.editors.answers import type_definition
from tools.editors.server import translate
from tools.editors.server.editor_server import BotwrightServer


def register(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_TYPE_DEFINITION)
    async def typed(params: l.TypeDefinitionParams) -> list[l.Location] | None:
        declared = await server.ask(
            params.text_document.uri,
            lambda path: type_definition.type_definition(session.project, path, server.offset(params)),
        )
        return [translate.location(session, place) for place in declared or []] or None
