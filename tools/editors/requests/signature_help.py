"""Signature help: the slots of a phrase and the arguments of a call."""

from __future__ import annotations

import lsprotocol.types as l

from tools.editors.answers import signature
from tools.editors.server.editor_server import BotwrightServer


def register(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_SIGNATURE_HELP, l.SignatureHelpOptions(trigger_characters=["(", ",", " "]))
    async def signature_help(params: l.SignatureHelpParams) -> l.SignatureHelp | None:
        offset = server.offset(params)
        called = await server.ask(
            params.text_document.uri, lambda path: signature.signature(session.project, path, offset)
        )
        if called is None:
            return None
        parts = [l.ParameterInformation((start, end), says or None) for start, end, says in called.parts]
        active = called.active if called.active < len(parts) else None
        information = l.SignatureInformation(called.label, called.says or None, parts, active)
        return l.SignatureHelp([information], 0, active)
