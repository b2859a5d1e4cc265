"""One handler for each request of the protocol: it finds the text and the offset, asks, and translates the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import lsprotocol.types as l
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from tools.editors.answers import (
    actions,
    calls,
    completion,
    diagnostics,
    formatting,
    hints,
    hover,
    lenses,
    links,
    places,
    ranges,
    rename,
    signature,
    symbols,
    tokens,
)
from tools.editors.server import translate
from tools.editors.server.commands import COMMANDS, run_command
from tools.editors.server.positions import changed
from tools.editors.server.session import Session, path_of, uri_of
from tools.editors.values import FileRange, NotPossible
from tools.version import version

Answer = TypeVar("Answer")
LEGEND = l.SemanticTokensLegend(list(tokens.TYPES), list(tokens.MODIFIERS))
HINTED = 100_000


class BotwrightServer(LanguageServer):
    """A server for one editor. Behind a WebSocket, feed `protocol` with messages and give it a writer."""

    def __init__(self) -> None:
        super().__init__("botwright", version(), text_document_sync_kind=l.TextDocumentSyncKind.Incremental)
        self.session = Session(self.publish)
        register(self)

    def publish(self, paths: list[str]) -> None:
        for path in paths:
            found = diagnostics.findings(self.session.project, path)
            if self.session.told(path, bool(found)):
                document = self.session.project.documents.get(path)
                told = [translate.diagnostic(self.session, one) for one in found]
                params = l.PublishDiagnosticsParams(uri_of(path), told, document.version if document else None)
                self.text_document_publish_diagnostics(params)


def register(server: BotwrightServer) -> None:
    _lifetime(server)
    _texts(server)
    _names(server)
    _writing(server)
    _views(server)
    _hierarchy(server)


def _lifetime(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.INITIALIZE)
    def initialize(params: l.InitializeParams) -> None:
        folders = params.workspace_folders or []
        root = folders[0].uri if folders else params.root_uri
        session.root = path_of(root) if root else ""
        text = params.capabilities.text_document
        item = text.completion.completion_item if text and text.completion else None
        session.snippets = bool(item and item.snippet_support)

    @server.feature(l.INITIALIZED)
    def initialized(params: l.InitializedParams) -> None:
        del params
        chosen = server.protocol.server_capabilities.position_encoding
        session.encoding = str(getattr(chosen, "value", chosen) or "utf-16")  # type: ignore[assignment]

    @server.feature(l.SHUTDOWN)
    def shutdown(*_: Any) -> None:
        session.end()


def _texts(server: BotwrightServer) -> None:
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

    for name in COMMANDS:
        server.command(name)(_command(session, name))


def _command(session: Session, name: str) -> Callable[..., Any]:
    def command(*arguments: Any) -> Any:
        given = arguments[0] if len(arguments) == 1 and isinstance(arguments[0], list) else arguments
        return run_command(session, name, given)

    return command


def _plain(text: str) -> str:
    """Line ends as the language has them."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


async def _ask(server: BotwrightServer, uri: str, answer: Callable[[str], Answer]) -> Answer | None:
    """An answer about a text, once its unit has been checked; None if that is impossible."""
    path = path_of(uri)
    if not await server.session.ready(path):
        return None
    try:
        return answer(path)
    except NotPossible as refused:
        raise JsonRpcException(message=refused.why, code=l.LSPErrorCodes.RequestFailed.value) from refused


def _names(server: BotwrightServer) -> None:
    session = server.session

    def at(params: Any) -> int:
        return translate.offset_of(session, params.text_document.uri, params.position)

    @server.feature(l.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: l.DefinitionParams) -> list[l.Location] | None:
        found = await _ask(
            server, params.text_document.uri, lambda path: places.definition(session.project, path, at(params))
        )
        return [translate.location(session, one) for one in found or []] or None

    @server.feature(l.TEXT_DOCUMENT_REFERENCES)
    async def references(params: l.ReferenceParams) -> list[l.Location] | None:
        declared = params.context.include_declaration
        found = await _ask(
            server,
            params.text_document.uri,
            lambda path: places.references(session.project, path, at(params), declared),
        )
        return [translate.location(session, one) for one in found or []] or None

    @server.feature(l.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    async def highlight(params: l.DocumentHighlightParams) -> list[l.DocumentHighlight] | None:
        found = await _ask(
            server, params.text_document.uri, lambda path: places.highlights(session.project, path, at(params))
        )
        kinds = {True: l.DocumentHighlightKind.Write, False: l.DocumentHighlightKind.Read}
        return [
            l.DocumentHighlight(translate.location(session, one).range, kinds[declares])
            for one, declares in found or []
        ] or None

    @server.feature(l.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare_rename(params: l.PrepareRenameParams) -> l.PrepareRenamePlaceholder | None:
        found = await _ask(
            server, params.text_document.uri, lambda path: rename.can_rename(session.project, path, at(params))
        )
        return (
            None if found is None else l.PrepareRenamePlaceholder(translate.location(session, found[0]).range, found[1])
        )

    @server.feature(l.TEXT_DOCUMENT_RENAME, l.RenameOptions(prepare_provider=True))
    async def renamed(params: l.RenameParams) -> l.WorkspaceEdit | None:
        def answer(path: str) -> Any:
            change = rename.rename_clause if path.endswith(".yaml") else rename.rename
            return change(session.project, path, at(params), params.new_name)

        edits = await _ask(server, params.text_document.uri, answer)
        return None if edits is None else translate.edits_by_file(session, edits)

    @server.feature(l.TEXT_DOCUMENT_HOVER)
    async def hovered(params: l.HoverParams) -> l.Hover | None:
        found = await _ask(
            server, params.text_document.uri, lambda path: hover.hover(session.project, path, at(params))
        )
        if found is None:
            return None
        text, place = found
        return l.Hover(l.MarkupContent(l.MarkupKind.Markdown, text), translate.location(session, place).range)


def _writing(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_COMPLETION, l.CompletionOptions(trigger_characters=[".", '"', "-"]))
    async def complete(params: l.CompletionParams) -> l.CompletionList | None:
        offset = translate.offset_of(session, params.text_document.uri, params.position)
        found = await _ask(
            server, params.text_document.uri, lambda path: completion.completion(session.project, path, offset)
        )
        if found is None:
            return None
        items, start = found
        range = translate.range_of(session, path_of(params.text_document.uri), start, offset)
        return l.CompletionList(len(items) >= completion.MOST, [translate.item(session, one, range) for one in items])

    @server.feature(l.TEXT_DOCUMENT_SIGNATURE_HELP, l.SignatureHelpOptions(trigger_characters=["(", ",", " "]))
    async def signature_help(params: l.SignatureHelpParams) -> l.SignatureHelp | None:
        offset = translate.offset_of(session, params.text_document.uri, params.position)
        found = await _ask(
            server, params.text_document.uri, lambda path: signature.signature(session.project, path, offset)
        )
        if found is None:
            return None
        parts = [l.ParameterInformation((start, end), says or None) for start, end, says in found.parts]
        active = found.active if found.active < len(parts) else None
        one = l.SignatureInformation(found.label, found.says or None, parts, active)
        return l.SignatureHelp([one], 0, active)

    @server.feature(l.TEXT_DOCUMENT_FORMATTING)
    async def formatted(params: l.DocumentFormattingParams) -> list[l.TextEdit] | None:
        path = path_of(params.text_document.uri)
        return [translate.text_edit(session, edit) for edit in formatting.whole(session.project, path)] or None

    @server.feature(l.TEXT_DOCUMENT_RANGE_FORMATTING)
    async def range_formatted(params: l.DocumentRangeFormattingParams) -> list[l.TextEdit] | None:
        uri = params.text_document.uri
        start, end = (translate.offset_of(session, uri, one) for one in (params.range.start, params.range.end))
        edits = formatting.part(session.project, path_of(uri), start, end)
        return [translate.text_edit(session, edit) for edit in edits] or None

    kinds = [l.CodeActionKind.QuickFix, l.CodeActionKind.SourceFixAll]

    @server.feature(l.TEXT_DOCUMENT_CODE_ACTION, l.CodeActionOptions(code_action_kinds=kinds))
    async def code_action(params: l.CodeActionParams) -> list[l.CodeAction] | None:
        uri = params.text_document.uri
        start, end = (translate.offset_of(session, uri, one) for one in (params.range.start, params.range.end))
        found = await _ask(server, uri, lambda path: actions.actions(session.project, path, start, end))
        return [
            l.CodeAction(
                one.title,
                kind=l.CodeActionKind.SourceFixAll if one.whole else l.CodeActionKind.QuickFix,
                diagnostics=[translate.diagnostic(session, one.finding)] if one.finding is not None else None,
                edit=translate.edits_by_file(session, one.edits),
            )
            for one in found or []
        ] or None


def _views(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def outline(params: l.DocumentSymbolParams) -> list[l.DocumentSymbol] | None:
        path = path_of(params.text_document.uri)
        return [translate.symbol(session, one) for one in symbols.outline(session.project, path)] or None

    @server.feature(l.WORKSPACE_SYMBOL)
    async def search(params: l.WorkspaceSymbolParams) -> list[l.WorkspaceSymbol] | None:
        found = symbols.search(session.project, params.query)
        return [
            l.WorkspaceSymbol(
                translate.location(session, one.head),
                one.name,
                translate.SYMBOL_KINDS.get(one.sort, l.SymbolKind.Object),
            )
            for one in found
        ] or None

    async def semantic(uri: str, start: int = 0, end: int = -1) -> l.SemanticTokens | None:
        found = await _ask(server, uri, lambda path: tokens.tokens(session.project, path, start, end))
        return None if found is None else l.SemanticTokens(list(_encoded(session, path_of(uri), found)))

    @server.feature(l.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    async def semantic_full(params: l.SemanticTokensParams) -> l.SemanticTokens | None:
        return await semantic(params.text_document.uri)

    @server.feature(l.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, LEGEND)
    async def semantic_range(params: l.SemanticTokensRangeParams) -> l.SemanticTokens | None:
        uri = params.text_document.uri
        start, end = (translate.offset_of(session, uri, one) for one in (params.range.start, params.range.end))
        return await semantic(uri, start, end)

    @server.feature(l.TEXT_DOCUMENT_INLAY_HINT)
    async def inlay(params: l.InlayHintParams) -> list[l.InlayHint] | None:
        uri = params.text_document.uri
        start, end = (translate.offset_of(session, uri, one) for one in (params.range.start, params.range.end))
        found = await _ask(
            server, uri, lambda path: hints.hints(session.project, path, start, min(end, start + HINTED))
        )
        kinds = {True: l.InlayHintKind.Type, False: None}
        return [
            l.InlayHint(translate.location(session, one.at).range.start, one.text, kind=kinds[one.is_type])
            for one in found or []
        ] or None

    @server.feature(l.TEXT_DOCUMENT_FOLDING_RANGE)
    async def folding(params: l.FoldingRangeParams) -> list[l.FoldingRange] | None:
        path = path_of(params.text_document.uri)
        found = []
        for start, end, comment in ranges.folds(session.project, path):
            place = translate.range_of(session, path, start, end)
            last = place.end.line if comment else place.end.line - 1
            if last > place.start.line:
                kind = l.FoldingRangeKind.Comment if comment else l.FoldingRangeKind.Region
                found.append(l.FoldingRange(place.start.line, last, kind=kind))
        return found or None

    @server.feature(l.TEXT_DOCUMENT_SELECTION_RANGE)
    async def selection(params: l.SelectionRangeParams) -> list[l.SelectionRange] | None:
        uri, path = params.text_document.uri, path_of(params.text_document.uri)
        chosen = []
        for position in params.positions:
            offset = translate.offset_of(session, uri, position)
            outer: l.SelectionRange | None = None
            for start, end in reversed(ranges.selections(session.project, path, offset)):
                outer = l.SelectionRange(translate.range_of(session, path, start, end), outer)
            chosen.append(outer or l.SelectionRange(l.Range(position, position)))
        return chosen or None

    @server.feature(l.TEXT_DOCUMENT_CODE_LENS)
    async def lens(params: l.CodeLensParams) -> list[l.CodeLens] | None:
        found = await _ask(server, params.text_document.uri, lambda path: lenses.lenses(session.project, path))
        return [
            l.CodeLens(
                translate.location(session, one.location).range,
                l.Command(one.title, one.command, arguments=list(one.arguments)),
            )
            for one in found or []
        ] or None

    @server.feature(l.TEXT_DOCUMENT_DOCUMENT_LINK)
    async def link(params: l.DocumentLinkParams) -> list[l.DocumentLink] | None:
        found = await _ask(server, params.text_document.uri, lambda path: links.links(session.project, path))
        return [
            l.DocumentLink(
                translate.location(session, one.location).range, _address(session, one.target), one.says or None
            )
            for one in found or []
        ] or None


def _address(session: Session, place: FileRange) -> str:
    line = translate.location(session, place).range.start.line + 1
    return f"{uri_of(place.path)}#L{line}"


def _encoded(session: Session, path: str, found: list[tokens.Token]) -> Iterator[int]:
    """Tokens as the protocol packs them: each relative to the one before."""
    types = {name: number for number, name in enumerate(tokens.TYPES)}
    line = character = 0
    for start, length, sort, bits in found:
        place = translate.range_of(session, path, start, start + length)
        down = place.start.line - line
        right = place.start.character - (0 if down else character)
        yield from (down, right, place.end.character - place.start.character, types[sort], bits)
        line, character = place.start.line, place.start.character


def _hierarchy(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
    async def prepare(params: l.CallHierarchyPrepareParams) -> list[l.CallHierarchyItem] | None:
        offset = translate.offset_of(session, params.text_document.uri, params.position)
        found = await _ask(server, params.text_document.uri, lambda path: calls.prepare(session.project, path, offset))
        return None if found is None else [translate.call_item(session, found)]

    @server.feature(l.CALL_HIERARCHY_INCOMING_CALLS)
    async def incoming(params: l.CallHierarchyIncomingCallsParams) -> list[l.CallHierarchyIncomingCall] | None:
        path = path_of(params.item.uri)
        offset = translate.offset_of(session, params.item.uri, params.item.selection_range.start)
        found = calls.incoming(session.project, path, offset)
        return [
            l.CallHierarchyIncomingCall(
                translate.call_item(session, one), [translate.location(session, place).range for place in one.places]
            )
            for one in found
        ] or None

    @server.feature(l.CALL_HIERARCHY_OUTGOING_CALLS)
    async def outgoing(params: l.CallHierarchyOutgoingCallsParams) -> list[l.CallHierarchyOutgoingCall] | None:
        path = path_of(params.item.uri)
        offset = translate.offset_of(session, params.item.uri, params.item.selection_range.start)
        found = calls.outgoing(session.project, path, offset)
        return [
            l.CallHierarchyOutgoingCall(
                translate.call_item(session, one), [translate.location(session, place).range for place in one.places]
            )
            for one in found
        ] or None
