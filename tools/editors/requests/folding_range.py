"""Folding ranges: blocks and comments of several lines."""

from __future__ import annotations

import lsprotocol.types as l

from tools.editors.answers import folding
from tools.editors.server import translate
from tools.editors.server.editor_server import BotwrightServer
from tools.editors.server.session import path_of


def register(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_FOLDING_RANGE)
    async def folding_range(params: l.FoldingRangeParams) -> list[l.FoldingRange] | None:
        path = path_of(params.text_document.uri)
        ranges = []
        for start, end, comment in folding.folds(session.project, path):
            place = translate.range_of(session, path, start, end)
            last = place.end.line if comment else place.end.line - 1
            if last > place.start.line:
                kind = l.FoldingRangeKind.Comment if comment else l.FoldingRangeKind.Region
                ranges.append(l.FoldingRange(place.start.line, last, kind=kind))
        return ranges or None
