"""Each request has a module, a test of its own, and a line on the how-to page."""

from __future__ import annotations

import re

from tests.shipped import ROOT
from tools.editors.server.commands import COMMANDS
from tools.editors.server.features import REQUESTS, new_server

PAGE = (ROOT / "dsl/docs/howto/use-an-editor.md").read_text("utf-8")
UNSEEN = re.compile(r"initialized?|shutdown|textDocument/did\w+|workspace/didChangeWatchedFiles")
"""Messages that an author never sees."""
SENT = {"textDocument/publishDiagnostics", "workspace/executeCommand"}
"""What the server sends by itself, and what the library registers for commands."""


def test_each_request_is_a_module_with_its_tests() -> None:
    written = {path.stem for path in (ROOT / "tools/editors/requests").glob("[a-z]*.py")}
    assert {module.__name__.rpartition(".")[2] for module in REQUESTS} == written
    tested = {path.stem.removeprefix("test_") for path in (ROOT / "tests/editors/requests").glob("test_*.py")}
    assert written <= tested


def test_the_page_lists_every_request_and_command() -> None:
    answered = {name for name in new_server().protocol.fm.features if not UNSEEN.fullmatch(name)}
    rows = "\n".join(re.findall(r"(?m)^\| (`.*?) \|", PAGE))
    assert set(re.findall(r"`((?:textDocument|workspace|callHierarchy)/[\w/]+)`", rows)) == answered | SENT
    assert set(re.findall(r"`(botwright\.server\.\w+)`", rows)) == set(COMMANDS)
