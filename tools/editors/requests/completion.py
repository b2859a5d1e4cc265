"""Completion: what could stand at the cursor, phrases with their slots as snippets."""

from __future__ import annotations

import lsprotocol.types as l

from tools.editors.answers import completion
from tools.editors.server import translate
from tools.editors.server.editor_server import BotwrightServer
from tools.editors.server.session import path_of


def register(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_COMPLETION, l.CompletionOptions(trigger_characters=[".", '"', "-"]))
    async def complete(params: l.CompletionParams) -> l.CompletionList | None:
        offset = server.offset(params)
        completed = await server.ask(
            params.text_document.uri, lambda path: completion.completion(session.project, path, offset)
        )
        if completed is None:
            return None
        items, start = completed
        range = translate.range_of(session, path_of(params.text_document.uri), start, offset)
        return l.CompletionList(
            len(items) >= completion.MOST, [translate.item(session, proposal, range) for proposal in items]
        )
