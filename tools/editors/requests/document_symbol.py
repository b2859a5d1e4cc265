"""Document symbols: the outline of a text."""

from __future__ import annotations

import lsprotocol.types as l

from tools.editors.answers import symbols
from tools.editors.server import translate
from tools.editors.server.editor_server import BotwrightServer
from tools.editors.server.session import path_of


def register(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def outline(params: l.DocumentSymbolParams) -> list[l.DocumentSymbol] | None:
        path = path_of(params.text_document.uri)
        return [
            translate.symbol(session, declaration) for declaration in symbols.outline(session.project, path)
        ] or None
