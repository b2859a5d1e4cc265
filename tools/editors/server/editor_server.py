"""The server of one editor, as an object: its session, and how every request finds its text and its answer.

To serve on another transport than stdin or a port, such as a WebSocket, feed `protocol` with messages and give it a
writer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

import lsprotocol.types as l
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from tools.editors.answers import diagnostics
from tools.editors.server import translate
from tools.editors.server.session import Session, path_of, uri_of
from tools.editors.values import NotPossible
from tools.version import version

Answer = TypeVar("Answer")


class PlacedParams(Protocol):
    """The parameters of every request about a position in a text."""

    @property
    def text_document(self) -> l.TextDocumentIdentifier: ...
    @property
    def position(self) -> l.Position: ...


class RangedParams(Protocol):
    """The parameters of every request about a range of a text."""

    @property
    def text_document(self) -> l.TextDocumentIdentifier: ...
    @property
    def range(self) -> l.Range: ...


class BotwrightServer(LanguageServer):
    """`features.new_server` makes one that answers every request."""

    def __init__(self) -> None:
        super().__init__("botwright", version(), text_document_sync_kind=l.TextDocumentSyncKind.Incremental)
        self.session = Session(self.publish)

    def publish(self, paths: list[str]) -> None:
        for path in paths:
            findings = diagnostics.findings(self.session.project, path)
            if self.session.told(path, bool(findings)):
                document = self.session.project.documents.get(path)
                published = [translate.diagnostic(self.session, finding) for finding in findings]
                params = l.PublishDiagnosticsParams(uri_of(path), published, document.version if document else None)
                self.text_document_publish_diagnostics(params)

    async def ask(self, uri: str, answer: Callable[[str], Answer]) -> Answer | None:
        """An answer about a text, once its unit has been checked; None if that is impossible."""
        path = path_of(uri)
        if not await self.session.ready(path):
            return None
        try:
            with self.session.answering():
                return answer(path)
        except NotPossible as refused:
            raise JsonRpcException(message=refused.why, code=l.LSPErrorCodes.RequestFailed.value) from refused

    def offset(self, params: PlacedParams) -> int:
        return translate.offset_of(self.session, params.text_document.uri, params.position)

    def offsets(self, params: RangedParams) -> tuple[int, int]:
        uri, range = params.text_document.uri, params.range
        return translate.offset_of(self.session, uri, range.start), translate.offset_of(self.session, uri, range.end)
