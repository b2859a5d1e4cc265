"""A client of the language server over stdin and stdout, as an editor is one: messages, and nothing else.

A thread reads all messages. A request waits for its answer; findings are kept by file with the version that they are
for. It is written out here, in eighty lines, because the libraries for it bring an event loop for tests whose warnings
are errors in this project.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from tests.guards import GUARD
from tools.editors.server.session import uri_of


class Refusal(Exception):
    """The server answered with an error."""


class Client:
    def __init__(self, root: Path, options: Any = None, **capabilities: Any) -> None:
        self.program = subprocess.Popen(
            [sys.executable, "-m", "tools.cli", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
        )
        self.answers: dict[int, Any] = {}
        self.findings: dict[str, list[dict[str, Any]]] = {}
        self.versions: dict[str, Any] = {}
        self.told = 0
        self.asked: list[dict[str, Any]] = []
        """Requests of the server, each answered with nothing, and its messages to the author."""
        self.changed = threading.Condition()
        self.number = 0
        self.closed = False
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        completion = {"completionItem": {"snippetSupport": True}}
        wanted = {"textDocument": {"completion": completion, "rename": {"prepareSupport": True}}, **capabilities}
        folder = [{"uri": uri_of(str(root)), "name": root.name}]
        self.server = self.ask(
            "initialize", processId=None, capabilities=wanted, workspaceFolders=folder, rootUri=None,
            initializationOptions=options,
        )  # fmt: skip
        self.tell("initialized")

    def _read(self) -> None:
        stream = self.program.stdout
        assert stream is not None
        while True:
            size = 0
            while (line := stream.readline()) not in (b"\r\n", b""):
                if line.lower().startswith(b"content-length:"):
                    size = int(line.split(b":")[1])
            message = json.loads(stream.read(size)) if size else None
            with self.changed:
                if message is None:
                    self.closed = True
                elif message.get("method") == "textDocument/publishDiagnostics":
                    params = message["params"]
                    self.findings[params["uri"]] = params["diagnostics"]
                    self.versions[params["uri"]] = params.get("version")
                    self.told += 1
                elif "id" in message and "method" not in message:
                    self.answers[message["id"]] = message
                elif message.get("method") != "window/logMessage":
                    self.asked.append(message)
                self.changed.notify_all()
                if self.closed:
                    return
            if "id" in message and "method" in message:
                self.send({"id": message["id"], "result": None})

    def send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        stream = self.program.stdin
        assert stream is not None
        stream.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        stream.flush()

    def tell(self, method: str, **params: Any) -> None:
        self.send({"method": method, "params": params})

    def begin(self, method: str, **params: Any) -> int:
        """A request whose answer is fetched later."""
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        return self.number

    def answer(self, number: int) -> Any:
        with self.changed:
            assert self.changed.wait_for(lambda: number in self.answers or self.closed, GUARD), "no answer"
            assert number in self.answers, "the server has ended"
            message = self.answers.pop(number)
        if "error" in message:
            raise Refusal(message["error"]["message"])
        return message["result"]

    def ask(self, method: str, **params: Any) -> Any:
        return self.answer(self.begin(method, **params))

    # ---------------------------------------------------------------------------------------------- shorthands

    def open(self, path: Path, text: str | None = None, version: int = 1) -> str:
        uri = uri_of(str(path))
        text = path.read_text("utf-8") if text is None else text
        item = {"uri": uri, "languageId": "botwright", "version": version, "text": text}
        self.tell("textDocument/didOpen", textDocument=item)
        return uri

    def change(self, uri: str, text: str, version: int) -> None:
        changes = [{"text": text}]
        self.tell("textDocument/didChange", textDocument={"uri": uri, "version": version}, contentChanges=changes)

    def at(self, method: str, uri: str, line: int, character: int, **more: Any) -> Any:
        place = {"line": line, "character": character}
        return self.ask(f"textDocument/{method}", textDocument={"uri": uri}, position=place, **more)

    def asked_for(self, method: str) -> dict[str, Any]:
        """The parameters of the next request or message of this sort from the server."""
        with self.changed:
            find = lambda: next((one for one in self.asked if one["method"] == method), None)  # noqa: E731
            assert self.changed.wait_for(lambda: find() or self.closed, GUARD), f"{method} never came"
            message = find()
            assert message is not None, "the server has ended"
            self.asked.remove(message)
            params: dict[str, Any] = message["params"]
            return params

    def reach(self, until: Any) -> None:
        """Wait until something holds for the findings."""
        with self.changed:
            assert self.changed.wait_for(lambda: until() or self.closed, GUARD), f"not reached: {self.findings}"
            assert until(), "the server has ended"

    def end(self) -> int:
        if not self.closed:
            self.ask("shutdown")
            self.tell("exit")
        code = self.program.wait(GUARD)
        self.reader.join()
        for stream in (self.program.stdin, self.program.stdout, self.program.stderr):
            if stream is not None:
                stream.close()
        return code


def place(text: str, word: str, number: int = 1) -> tuple[int, int]:
    """Line and character of the middle of a word."""
    at = -1
    for _ in range(number):
        at = text.index(word, at + 1)
    line = text.count("\n", 0, at)
    return line, at - text.rfind("\n", 0, at) - 1 + len(word) // 2
