"""Linked editing ranges: the places of a local name, which change together while one of them is typed over."""

from __future__ import annotations

import lsprotocol.types as l

from tools.editors.answers import linked_editing
from tools.editors.server import translate
from tools.editors.server.editor_server import BotwrightServer


def register(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_LINKED_EDITING_RANGE)
    async def linked_editing_range(params: l.LinkedEditingRangeParams) -> l.LinkedEditingRanges | None:
        occurrences = await server.ask(
            params.text_document.uri,
            lambda path: linked_editing.linked(session.project, path, server.offset(params)),
        )
        if not occurrences:
            return None
        return l.LinkedEditingRanges(
            [translate.location(session, place).range for place in occurrences], linked_editing.WORD
        )
