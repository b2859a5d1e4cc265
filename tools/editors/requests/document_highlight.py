"""Document highlight: the same name in the same text, the declaration marked apart."""

from __future__ import annotations

import lsprotocol.types as l

from tools.editors.answers import places
from tools.editors.server import translate
from tools.editors.server.editor_server import BotwrightServer


def register(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    async def highlight(params: l.DocumentHighlightParams) -> list[l.DocumentHighlight] | None:
        same_name = await server.ask(
            params.text_document.uri, lambda path: places.highlights(session.project, path, server.offset(params))
        )
        kinds = {True: l.DocumentHighlightKind.Write, False: l.DocumentHighlightKind.Read}
        return [
            l.DocumentHighlight(translate.location(session, place).range, kinds[declares])
            for place, declares in same_name or []
        ] or None
