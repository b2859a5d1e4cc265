"""Hover: the meaning of a word, the text of a card, a cited clause with its sentence, how a stat comes about."""

from __future__ import annotations

import lsprotocol.types as l

from tools.editors.answers import hover
from tools.editors.server import translate
from tools.editors.server.editor_server import BotwrightServer


def register(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_HOVER)
    async def hovered(params: l.HoverParams) -> l.Hover | None:
        answer = await server.ask(
            params.text_document.uri, lambda path: hover.hover(session.project, path, server.offset(params))
        )
        if answer is None:
            return None
        text, place = answer
        return l.Hover(l.MarkupContent(l.MarkupKind.Markdown, text), translate.location(session, place).range)
