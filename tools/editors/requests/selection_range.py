"""Selection ranges: the constructs around a cursor, from the word outwards."""

from __future__ import annotations

import lsprotocol.types as l

from tools.editors.answers import selection
from tools.editors.server import translate
from tools.editors.server.editor_server import BotwrightServer
from tools.editors.server.session import path_of


def register(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_SELECTION_RANGE)
    async def selection_range(params: l.SelectionRangeParams) -> list[l.SelectionRange] | None:
        uri, path = params.text_document.uri, path_of(params.text_document.uri)
        chosen = []
        for position in params.positions:
            offset = translate.offset_of(session, uri, position)
            outer: l.SelectionRange | None = None
            for start, end in reversed(selection.selections(session.project, path, offset)):
                outer = l.SelectionRange(translate.range_of(session, path, start, end), outer)
            chosen.append(outer or l.SelectionRange(l.Range(position, position)))
        return chosen or None
