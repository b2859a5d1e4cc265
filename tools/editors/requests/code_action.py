"""Code actions: the fixes of findings, all fixes of a file, its formatting, the fields that a card lacks."""

from __future__ import annotations

from collections.abc import Sequence

import lsprotocol.types as l

from tools.editors.answers import actions
from tools.editors.server import translate
from tools.editors.server.editor_server import BotwrightServer

FORMAT = "source.formatAll"
KINDS: dict[actions.ActionSort, str] = {
    "fix": l.CodeActionKind.QuickFix.value, "all": l.CodeActionKind.SourceFixAll.value, "format": FORMAT,
}  # fmt: skip


def register(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_CODE_ACTION, l.CodeActionOptions(code_action_kinds=list(KINDS.values())))
    async def code_action(params: l.CodeActionParams) -> list[l.CodeAction] | None:
        start, end = server.offsets(params)
        sorts = _wanted(params.context.only)
        offered = await server.ask(
            params.text_document.uri, lambda path: actions.actions(session.project, path, start, end, sorts)
        )
        return [
            l.CodeAction(
                action.title,
                kind=KINDS[action.sort],
                diagnostics=[translate.diagnostic(session, action.finding)] if action.finding is not None else None,
                edit=translate.edits_by_file(session, action.edits),
            )
            for action in offered or []
        ] or None


def _wanted(only: Sequence[l.CodeActionKind | str] | None) -> set[actions.ActionSort]:
    """The sorts that the editor asked for; formatting, which takes longest, only if it asked."""
    if only is None:
        return {"fix", "all"}
    asked = [str(getattr(kind, "value", kind)) for kind in only]
    return {
        sort
        for sort, kind in KINDS.items()
        if any(not prefix or f"{kind}.".startswith(f"{prefix}.") for prefix in asked)
    }
