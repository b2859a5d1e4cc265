"""Workspace symbols: a search for declared names in all texts."""

from __future__ import annotations

import lsprotocol.types as l

from tools.editors.answers import symbols
from tools.editors.server import translate
from tools.editors.server.editor_server import BotwrightServer


def register(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.WORKSPACE_SYMBOL)
    async def search(params: l.WorkspaceSymbolParams) -> list[l.WorkspaceSymbol] | None:
        found = symbols.search(session.project, params.query)
        return [
            l.WorkspaceSymbol(
                translate.location(session, one.head),
                one.name,
                translate.SYMBOL_KINDS.get(one.sort, l.SymbolKind.Object),
            )
            for one in found
        ] or None
