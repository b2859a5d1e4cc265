"""Protocol values from plain ones. Nothing is decided here."""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib import resources

import lsprotocol.types as l

from dsl.diagnostics import Diagnostic
from dsl.diagnostics.codes import names, rules, text
from tools.editors.answers.calls import Caller
from tools.editors.server.positions import lines_of
from tools.editors.server.session import Session, path_of, uri_of
from tools.editors.values import FileRange, OutlineSymbol, Proposal, TextEdit

PAGES = str(resources.files("dsl") / "diagnostics" / "errors")
_TAGS = {
    **{code: [l.DiagnosticTag.Unnecessary] for code in (names.UNUSED_NAME.id, rules.UNUSED.id)},
    text.OLD_FORM.id: [l.DiagnosticTag.Deprecated],
}
_KIND = l.CompletionItemKind
ITEM_KINDS = {
    "keyword": _KIND.Keyword, "verb": _KIND.Event, "builtin verb": _KIND.Event, "field": _KIND.Field,
    "rule": _KIND.Function, "function": _KIND.Function, "kind": _KIND.Class, "mark": _KIND.Interface,
    "symbols": _KIND.Enum, "symbol": _KIND.EnumMember, "card": _KIND.Value, "local": _KIND.Variable,
    "seat": _KIND.Variable, "slot": _KIND.Variable, "clause": _KIND.Reference, "table": _KIND.Struct,
    "window": _KIND.Module, "flow": _KIND.Module, "currency": _KIND.Unit, "builtin": _KIND.Constant,
}  # fmt: skip
_SORT = l.SymbolKind
SYMBOL_KINDS = {
    "effect": _SORT.Event, "action": _SORT.Event, "phase": _SORT.Event, "hook": _SORT.Event, "kind": _SORT.Class,
    "rule": _SORT.Function, "define": _SORT.Function, "goal": _SORT.Function, "table": _SORT.Array,
    "symbols": _SORT.Enum, "symbol": _SORT.EnumMember, "die": _SORT.Enum, "keyword": _SORT.Interface,
    "status": _SORT.Interface, "window": _SORT.Module, "flow": _SORT.Module, "ruleset": _SORT.Package,
    "mode": _SORT.Namespace, "variant": _SORT.Namespace, "ruling": _SORT.Namespace, "scenario": _SORT.Method,
    "printed": _SORT.Field, "stat": _SORT.Property, "keeps": _SORT.Field, "zone": _SORT.Field,
    "children": _SORT.Field, "script": _SORT.Method, "stands": _SORT.Field, "currency": _SORT.Number,
}  # fmt: skip


def range_of(session: Session, path: str, start: int, end: int) -> l.Range:
    lines = lines_of(session.project.text(path) or "", session.encoding)
    return l.Range(l.Position(*lines.position(start)), l.Position(*lines.position(end)))


def offset_of(session: Session, uri: str, position: l.Position) -> int:
    lines = lines_of(session.project.text(path_of(uri)) or "", session.encoding)
    return lines.offset(position.line, position.character)


def location(session: Session, place: FileRange) -> l.Location:
    return l.Location(uri_of(place.path), range_of(session, place.path, place.start, place.end))


def edits_by_file(session: Session, edits: Iterable[TextEdit]) -> l.WorkspaceEdit:
    changes: dict[str, list[l.TextEdit]] = {}
    for edit in edits:
        changes.setdefault(uri_of(edit.path), []).append(text_edit(session, edit))
    return l.WorkspaceEdit(changes=changes)


def text_edit(session: Session, edit: TextEdit) -> l.TextEdit:
    return l.TextEdit(range_of(session, edit.path, edit.start, edit.end), edit.text)


def diagnostic(session: Session, finding: Diagnostic) -> l.Diagnostic:
    place = finding.place
    message = f"{finding.message}\n{finding.help}" if finding.help else finding.message
    related = []
    for note in finding.notes:
        path = session.project.snapshot.shown.get(note.place.file, note.place.file)
        if session.project.text(path) is not None:
            related.append(
                l.DiagnosticRelatedInformation(
                    location(session, FileRange(path, note.place.start, note.place.end)), note.text
                )
            )
    return l.Diagnostic(
        range_of(session, place.file, place.start, max(place.end, place.start)),
        message,
        severity=l.DiagnosticSeverity.Error if finding.severity == "error" else l.DiagnosticSeverity.Warning,
        code=finding.code,
        code_description=l.CodeDescription(uri_of(os.path.join(PAGES, f"{finding.code}.md"))),
        source="botwright",
        related_information=related or None,
        tags=_TAGS.get(finding.code),
    )


def item(session: Session, offer: Proposal, range: l.Range) -> l.CompletionItem:
    snippet = session.snippets and "$" in offer.insert
    return l.CompletionItem(
        label=offer.label,
        kind=ITEM_KINDS.get(offer.sort, _KIND.Text),
        detail=offer.detail or None,
        documentation=l.MarkupContent(l.MarkupKind.Markdown, offer.says) if offer.says else None,
        sort_text=f"{offer.rank:02d}{offer.label}",
        insert_text_format=l.InsertTextFormat.Snippet if snippet else l.InsertTextFormat.PlainText,
        text_edit=l.TextEdit(range, offer.insert if snippet else offer.label),
    )


def symbol(session: Session, declaration: OutlineSymbol) -> l.DocumentSymbol:
    whole, head = declaration.location, declaration.head
    return l.DocumentSymbol(
        declaration.name or declaration.sort,
        SYMBOL_KINDS.get(declaration.sort, _SORT.Object),
        range_of(session, whole.path, whole.start, whole.end),
        range_of(session, head.path, max(head.start, whole.start), min(head.end, whole.end)),
        detail=declaration.detail,
        children=[symbol(session, inner) for inner in declaration.inside] or None,
    )


def call_item(session: Session, caller: Caller) -> l.CallHierarchyItem:
    return l.CallHierarchyItem(
        caller.name,
        SYMBOL_KINDS.get(caller.sort, _SORT.Object),
        uri_of(caller.location.path),
        range_of(session, caller.location.path, caller.location.start, caller.location.end),
        range_of(session, caller.head.path, caller.head.start, caller.head.end),
        detail=caller.sort,
    )
