"""Semantic tokens: each name painted as what it means."""

from __future__ import annotations

from collections.abc import Iterator

import lsprotocol.types as l

from tools.editors.answers import tokens
from tools.editors.server import translate
from tools.editors.server.editor_server import BotwrightServer
from tools.editors.server.session import Session, path_of

LEGEND = l.SemanticTokensLegend(list(tokens.TYPES), list(tokens.MODIFIERS))


def register(server: BotwrightServer) -> None:
    session = server.session

    async def semantic(uri: str, start: int = 0, end: int = -1) -> l.SemanticTokens | None:
        in_range = await server.ask(uri, lambda path: tokens.tokens(session.project, path, start, end))
        return None if in_range is None else l.SemanticTokens(list(_encoded(session, path_of(uri), in_range)))

    @server.feature(l.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    async def semantic_full(params: l.SemanticTokensParams) -> l.SemanticTokens | None:
        return await semantic(params.text_document.uri)

    @server.feature(l.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, LEGEND)
    async def semantic_range(params: l.SemanticTokensRangeParams) -> l.SemanticTokens | None:
        uri = params.text_document.uri
        start, end = server.offsets(params)
        return await semantic(uri, start, end)


def _encoded(session: Session, path: str, in_range: list[tokens.Token]) -> Iterator[int]:
    """Tokens as the protocol packs them: each relative to the one before."""
    types = {name: number for number, name in enumerate(tokens.TYPES)}
    line = character = 0
    for start, length, type, bits in in_range:
        place = translate.range_of(session, path, start, start + length)
        down = place.start.line - line
        right = place.start.character - (0 if down else character)
        yield from (down, right, place.end.character - place.start.character, types[type], bits)
        line, character = place.start.line, place.start.character
