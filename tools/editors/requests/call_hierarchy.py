"""Call hierarchy: what performs an effect or hooks into it, and what it performs."""

from __future__ import annotations

import lsprotocol.types as l

from tools.editors.answers import calls
from tools.editors.server import translate
from tools.editors.server.editor_server import BotwrightServer
from tools.editors.server.session import path_of


def register(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
    async def prepare(params: l.CallHierarchyPrepareParams) -> list[l.CallHierarchyItem] | None:
        offset = server.offset(params)
        declaration = await server.ask(
            params.text_document.uri, lambda path: calls.prepare(session.project, path, offset)
        )
        return None if declaration is None else [translate.call_item(session, declaration)]

    @server.feature(l.CALL_HIERARCHY_INCOMING_CALLS)
    async def incoming(params: l.CallHierarchyIncomingCallsParams) -> list[l.CallHierarchyIncomingCall] | None:
        path = path_of(params.item.uri)
        offset = translate.offset_of(session, params.item.uri, params.item.selection_range.start)
        callers = calls.incoming(session.project, path, offset)
        return [
            l.CallHierarchyIncomingCall(
                translate.call_item(session, caller),
                [translate.location(session, place).range for place in caller.places],
            )
            for caller in callers
        ] or None

    @server.feature(l.CALL_HIERARCHY_OUTGOING_CALLS)
    async def outgoing(params: l.CallHierarchyOutgoingCallsParams) -> list[l.CallHierarchyOutgoingCall] | None:
        path = path_of(params.item.uri)
        offset = translate.offset_of(session, params.item.uri, params.item.selection_range.start)
        callees = calls.outgoing(session.project, path, offset)
        return [
            l.CallHierarchyOutgoingCall(
                translate.call_item(session, callee),
                [translate.location(session, place).range for place in callee.places],
            )
            for callee in callees
        ] or None
