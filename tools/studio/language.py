"""The language server behind a WebSocket: a process in the limits of a job, and its messages frame by frame.

The page may only speak about files of the workspace: a message that names another file is dropped.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, unquote

from starlette.websockets import WebSocket, WebSocketDisconnect

from tools.studio.processes import JobProcess, start_process

LONGEST = 16 << 20
URIS = frozenset(["uri", "rootUri", "oldUri", "newUri", "targetUri"])


def uri_of_folder(folder: str) -> str:
    return "file://" + quote(os.path.realpath(folder).replace(os.sep, "/"), safe="/:~()!*'")


async def converse(socket: WebSocket, folder: str) -> None:
    """Carry messages both ways until one side ends."""
    process = await start_process("tools.studio.jobs.language_server", folder)
    root = uri_of_folder(folder)
    both = [asyncio.create_task(_to_server(socket, process, root)), asyncio.create_task(_to_page(socket, process))]
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in both:
            task.cancel()
        JobProcess(process).end()
        await process.wait()


async def _to_server(socket: WebSocket, process: asyncio.subprocess.Process, root: str) -> None:
    assert process.stdin is not None
    try:
        while True:
            text = await socket.receive_text()
            if len(text) > LONGEST or not _is_inside(json.loads(text), root):
                continue
            data = text.encode("utf-8", "replace")
            process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
            await process.stdin.drain()
    except (WebSocketDisconnect, OSError, ValueError):
        return


async def _to_page(socket: WebSocket, process: asyncio.subprocess.Process) -> None:
    assert process.stdout is not None
    try:
        while True:
            length = 0
            while (header := (await process.stdout.readuntil(b"\n")).strip()) != b"":
                name, _, value = header.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            await socket.send_text((await process.stdout.readexactly(length)).decode("utf-8"))
    except (asyncio.IncompleteReadError, OSError, RuntimeError, ValueError, WebSocketDisconnect):
        return


def _is_inside(message: Any, root: str) -> bool:
    return all(
        (uri == root or uri.startswith(f"{root}/")) and ".." not in unquote(uri).split("/") for uri in _uris(message)
    )


def _uris(part: Any) -> Iterator[str]:
    """Every address of a file in a message."""
    if isinstance(part, dict):
        for name, value in part.items():
            if name in URIS and isinstance(value, str):
                yield value
            else:
                yield from _uris(value)
    elif isinstance(part, list):
        for value in part:
            yield from _uris(value)
