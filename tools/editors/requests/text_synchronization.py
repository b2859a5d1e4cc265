"""The texts that an editor has open, and files that change on the disk; findings are published after each."""

from __future__ import annotations

import lsprotocol.types as l

from tools.editors.server.editor_server import BotwrightServer
from tools.editors.server.positions import changed
from tools.editors.server.session import path_of


def register(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: l.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        session.opened(path_of(document.uri), _plain(document.text), document.version)

    @server.feature(l.TEXT_DOCUMENT_DID_CHANGE)
    async def edited(params: l.DidChangeTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        text = session.project.text(path) or ""
        for change in params.content_changes:
            if isinstance(change, l.TextDocumentContentChangePartial):
                start, end = change.range.start, change.range.end
                first, last = (start.line, start.character), (end.line, end.character)
                text = changed(text, first, last, _plain(change.text), session.encoding)
            else:
                text = _plain(change.text)
        session.changed(path, text, params.text_document.version)

    @server.feature(l.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: l.DidCloseTextDocumentParams) -> None:
        session.closed(path_of(params.text_document.uri))

    @server.feature(l.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: l.DidSaveTextDocumentParams) -> None:
        del params
        session.saved()

    @server.feature(l.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def watched(params: l.DidChangeWatchedFilesParams) -> None:
        del params
        session.saved()


def _plain(text: str) -> str:
    """Line ends as the language has them."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
