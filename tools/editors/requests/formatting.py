"""Formatting of a whole text, or of the declarations that a range touches."""

from __future__ import annotations

import lsprotocol.types as l

from tools.editors.answers import formatting
from tools.editors.server import translate
from tools.editors.server.editor_server import BotwrightServer
from tools.editors.server.session import path_of


def register(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_FORMATTING)
    async def formatted(params: l.DocumentFormattingParams) -> list[l.TextEdit] | None:
        path = path_of(params.text_document.uri)
        return [translate.text_edit(session, edit) for edit in formatting.whole(session.project, path)] or None

    @server.feature(l.TEXT_DOCUMENT_RANGE_FORMATTING)
    async def range_formatted(params: l.DocumentRangeFormattingParams) -> list[l.TextEdit] | None:
        uri = params.text_document.uri
        start, end = server.offsets(params)
        edits = formatting.part(session.project, path_of(uri), start, end)
        return [translate.text_edit(session, edit) for edit in edits] or None
