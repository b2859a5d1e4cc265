"""File operations: a new, empty file gets its first text; a renamed or deleted one is checked where it is now.

No text names a file, so a renamed file needs no edit anywhere else.
"""

from __future__ import annotations

import lsprotocol.types as l

from tools.editors.answers.new_file import first_text
from tools.editors.server.editor_server import BotwrightServer
from tools.editors.server.session import path_of
from tools.files.read_folder import try_bytes

_TEXTS = l.FileOperationRegistrationOptions([l.FileOperationFilter(l.FileOperationPattern("**/*.{bot,yaml}"), "file")])
_START = l.Range(l.Position(0, 0), l.Position(0, 0))


def register(server: BotwrightServer) -> None:
    session = server.session

    @server.feature(l.WORKSPACE_DID_CREATE_FILES, _TEXTS)
    async def created(params: l.CreateFilesParams) -> None:
        session.saved()
        changes = {}
        for file in params.files:
            path = path_of(file.uri)
            if not session.project.text(path) and try_bytes(path, 1) == b"":
                text = first_text(session.project, path)
                if text:
                    changes[file.uri] = [l.TextEdit(_START, text)]
        if changes and session.takes_edits:
            edit = l.WorkspaceEdit(changes=dict(changes))
            server.workspace_apply_edit(l.ApplyWorkspaceEditParams(edit, "the first text of a new file"))

    @server.feature(l.WORKSPACE_DID_RENAME_FILES, _TEXTS)
    async def renamed(params: l.RenameFilesParams) -> None:
        del params
        session.saved()

    @server.feature(l.WORKSPACE_DID_DELETE_FILES, _TEXTS)
    async def deleted(params: l.DeleteFilesParams) -> None:
        del params
        session.saved()
