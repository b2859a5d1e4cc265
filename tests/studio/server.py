"""A studio for tests: a real server in a process of its own, and clients that behave as a browser does, or do not."""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attrs import define, field
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from tests.architecture.tree import ROOT
from tests.guards import GUARD
from tools.studio.start import PAGE, serve

BARE_PAGE = '<!doctype html><meta name="style-nonce" content="{{nonce}}"><title>bare</title>'


@define
class StudioServer:
    """`url` is the address that the command prints."""

    process: subprocess.Popen[str]
    url: str
    root: Path
    state: Path
    port: int = field(init=False)
    token: str = field(init=False)

    def __attrs_post_init__(self) -> None:
        found = re.search(r":(\d+)/\?token=(\S+)", self.url)
        assert found is not None
        self.port, self.token = int(found[1]), found[2]

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def cookie(self) -> str:
        return f"botwright-{self.port}={self.token}"

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any, dict[str, str]]:
        """A request of the owner's page, with other headers if given; an empty header is left out."""
        sent = {"Cookie": self.cookie, "Origin": self.base, **headers}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=GUARD)
        try:
            data = json.dumps(body) if body is not None else None
            connection.request(method, path, data, {name: value for name, value in sent.items() if value})
            response = connection.getresponse()
            text = response.read().decode()
            answered = {name.lower(): value for name, value in response.getheaders()}
        finally:
            connection.close()
        try:
            return response.status, json.loads(text), answered
        except ValueError:
            return response.status, text, answered

    def good(self, method: str, path: str, body: object = None) -> Any:
        status, answer, _ = self.ask(method, path, body)
        assert status == 200, answer
        return answer

    @contextmanager
    def socket(self, path: str, owner: bool = False, origin: str = "") -> Iterator[ClientConnection]:
        headers = {"Cookie": self.cookie} if owner else {}
        address, page = f"ws://127.0.0.1:{self.port}{path}", Origin(origin or self.base)
        with connect(address, origin=page, additional_headers=headers, open_timeout=GUARD, max_size=None) as socket:
            yield socket

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(GUARD)
        assert self.process.stdout is not None
        self.process.stdout.close()


def start(root: Path, state: Path, page: Path | None = None) -> StudioServer:
    """A studio for a workspace; `state` is where it keeps its matches."""
    settings = {"XDG_STATE_HOME": str(state), "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "tests.studio.server", str(root), str(page or PAGE)]
    process = subprocess.Popen(command, cwd=ROOT, env=os.environ | settings, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    studio = StudioServer(process, process.stdout.readline().split()[-1], root, state)
    assert studio.ask("GET", "/")[0] == 200
    return studio


def bare_page(folder: Path) -> Path:
    """A page without contents, for tests of the server where no page was built."""
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(BARE_PAGE, encoding="utf-8")
    return folder


if __name__ == "__main__":
    serve(sys.argv[1], "127.0.0.1", 0, False, print, Path(sys.argv[2]))
