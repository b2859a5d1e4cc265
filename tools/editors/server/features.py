"""A server that answers every request; `tools/editors/requests` has a module for each."""

from __future__ import annotations

from tools.editors.requests import (
    call_hierarchy,
    code_action,
    code_lens,
    completion,
    definition,
    document_highlight,
    document_link,
    document_symbol,
    execute_command,
    file_operations,
    folding_range,
    formatting,
    hover,
    inlay_hint,
    lifetime,
    linked_editing_range,
    references,
    rename,
    selection_range,
    semantic_tokens,
    signature_help,
    text_synchronization,
    type_definition,
    workspace_symbol,
)
from tools.editors.server.editor_server import BotwrightServer

REQUESTS = (
    lifetime, text_synchronization, file_operations, execute_command, hover, completion, signature_help, definition,
    type_definition, references, document_highlight, linked_editing_range, rename, document_symbol, workspace_symbol,
    formatting, code_action, semantic_tokens, inlay_hint, folding_range, selection_range, code_lens, document_link,
    call_hierarchy,
)  # fmt: skip


def new_server() -> BotwrightServer:
    """A server for one editor, on no transport yet."""
    server = BotwrightServer()
    for request in REQUESTS:
        request.register(server)
    return server
