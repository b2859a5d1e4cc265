"""Rename, and whether a name can be renamed; a refusal says why."""

from __future__ import annotations

from typing import Any

import lsprotocol.types as l

from tools.editors.answers import rename
from tools.editors.server import translate
from tools.editors.server.editor_server import BotwrightServer


def register(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare_rename(params: l.PrepareRenameParams) -> l.PrepareRenamePlaceholder | None:
        word = await server.ask(
            params.text_document.uri, lambda path: rename.can_rename(session.project, path, server.offset(params))
        )
        return None if word is None else l.PrepareRenamePlaceholder(translate.location(session, word[0]).range, word[1])

    @server.feature(l.TEXT_DOCUMENT_RENAME, l.RenameOptions(prepare_provider=True))
    async def renamed(params: l.RenameParams) -> l.WorkspaceEdit | None:
        def answer(path: str) -> Any:
            change = rename.rename_clause if path.endswith(".yaml") else rename.rename
            return change(session.project, path, server.offset(params), params.new_name)

        edits = await server.ask(params.text_document.uri, answer)
        return None if edits is None else translate.edits_by_file(session, edits)
