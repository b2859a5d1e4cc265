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
        matching = symbols.search(session.project, params.query)
        return [
            l.WorkspaceSymbol(
                translate.location(session, declaration.head),
                declaration.name,
                translate.SYMBOL_KINDS.get(declaration.sort, l.SymbolKind.Object),
            )
            for declaration in matching
        ] or None
