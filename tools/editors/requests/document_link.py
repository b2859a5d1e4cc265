"""Document links: from a citation to its clause."""

from __future__ import annotations

import lsprotocol.types as l

from tools.editors.answers import links
from tools.editors.server import translate
from tools.editors.server.editor_server import BotwrightServer
from tools.editors.server.session import Session, uri_of
from tools.editors.values import FileRange


def register(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_DOCUMENT_LINK)
    async def link(params: l.DocumentLinkParams) -> list[l.DocumentLink] | None:
        citations = await server.ask(params.text_document.uri, lambda path: links.links(session.project, path))
        return [
            l.DocumentLink(
                translate.location(session, citation.location).range,
                _address(session, citation.target),
                citation.says or None,
            )
            for citation in citations or []
        ] or None


def _address(session: Session, place: FileRange) -> str:
    line = translate.location(session, place).range.start.line + 1
    return f"{uri_of(place.path)}#L{line}"
