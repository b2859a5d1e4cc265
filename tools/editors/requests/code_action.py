"""Code actions: the fixes of findings, all fixes of a file, the fields that a card lacks."""

from __future__ import annotations

import lsprotocol.types as l

from tools.editors.answers import actions
from tools.editors.server import translate
from tools.editors.server.editor_server import BotwrightServer


def register(server: BotwrightServer) -> None:
    session = server.session

    kinds = [l.CodeActionKind.QuickFix, l.CodeActionKind.SourceFixAll]

    @server.feature(l.TEXT_DOCUMENT_CODE_ACTION, l.CodeActionOptions(code_action_kinds=kinds))
    async def code_action(params: l.CodeActionParams) -> list[l.CodeAction] | None:
        uri = params.text_document.uri
        start, end = server.offsets(params)
        found = await server.ask(uri, lambda path: actions.actions(session.project, path, start, end))
        return [
            l.CodeAction(
                one.title,
                kind=l.CodeActionKind.SourceFixAll if one.whole else l.CodeActionKind.QuickFix,
                diagnostics=[translate.diagnostic(session, one.finding)] if one.finding is not None else None,
                edit=translate.edits_by_file(session, one.edits),
            )
            for one in found or []
        ] or None
