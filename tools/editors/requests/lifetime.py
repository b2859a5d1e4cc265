"""The beginning and the end of a session: the abilities of the editor, and which files it is asked to watch."""

from __future__ import annotations

from typing import Any

import lsprotocol.types as l

from tools.editors.server.editor_server import BotwrightServer
from tools.editors.server.session import path_of

WATCHED = "**/*.{bot,yaml,toml}"


def register(server: BotwrightServer) -> None:
    session = server.session
    watches: list[bool] = []

    @server.feature(l.INITIALIZE)
    def initialize(params: l.InitializeParams) -> None:
        folders = params.workspace_folders or []
        root = folders[0].uri if folders else params.root_uri
        session.root = path_of(root) if root else ""
        text, workspace, window = (
            params.capabilities.text_document, params.capabilities.workspace, params.capabilities.window,
        )  # fmt: skip
        item = text.completion.completion_item if text and text.completion else None
        session.snippets = bool(item and item.snippet_support)
        session.takes_edits = bool(workspace and workspace.apply_edit)
        session.opens_places = bool(window and window.show_document and window.show_document.support)
        files = workspace.did_change_watched_files if workspace else None
        watches.append(bool(files and files.dynamic_registration))
        options = params.initialization_options
        session.has_commands = isinstance(options, dict) and options.get("commands") is True
        session.read_settings()

    @server.feature(l.INITIALIZED)
    def initialized(params: l.InitializedParams) -> None:
        del params
        chosen = server.protocol.server_capabilities.position_encoding
        session.encoding = str(getattr(chosen, "value", chosen) or "utf-16")  # type: ignore[assignment]
        if any(watches):
            method = l.WORKSPACE_DID_CHANGE_WATCHED_FILES
            wanted = l.DidChangeWatchedFilesRegistrationOptions([l.FileSystemWatcher(WATCHED)])
            server.client_register_capability(l.RegistrationParams([l.Registration("watched", method, wanted)]))

    @server.feature(l.SHUTDOWN)
    def shutdown(*_: Any) -> None:
        session.end()
