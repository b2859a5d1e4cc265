"""Inlay hints: the types of names and the values of calculations that are not written."""

from __future__ import annotations

import lsprotocol.types as l

from tools.editors.answers import hints
from tools.editors.server import translate
from tools.editors.server.editor_server import BotwrightServer

HINTED = 100_000


def register(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_INLAY_HINT)
    async def inlay(params: l.InlayHintParams) -> list[l.InlayHint] | None:
        uri = params.text_document.uri
        start, end = server.offsets(params)
        in_range = await server.ask(
            uri, lambda path: hints.hints(session.project, path, start, min(end, start + HINTED))
        )
        kinds = {True: l.InlayHintKind.Type, False: None}
        return [
            l.InlayHint(translate.location(session, hint.at).range.start, hint.text, kind=kinds[hint.is_type])
            for hint in in_range or []
        ] or None
