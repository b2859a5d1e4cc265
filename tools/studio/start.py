"""Starts the server and says where it is."""

from __future__ import annotations

import os
import socket
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn

from tools.studio.access import LOOPBACK, Access
from tools.studio.app import Studio

PAGE = Path(__file__).parent / "page" / "dist"
HOST = "127.0.0.1"


class NoPage(Exception):
    """The page has not been built."""


def serve(folder: str, host: str, port: int, opens: bool, say: Callable[[str], None], page: Path = PAGE) -> None:
    """Serve a workspace until interrupted; port 0 is any free one."""
    if not (page / "index.html").is_file():
        raise NoPage
    os.chdir(folder)
    listener = socket.create_server((host, port))
    real_port: int = listener.getsockname()[1]
    access = Access(real_port, hosts_of(host))
    studio = Studio(os.getcwd(), access, page)
    shown = HOST if host in ("", "0.0.0.0", "::") else host  # noqa: S104 - only compared
    address = f"http://{shown}:{real_port}/?token={access.token}"
    say(f"the studio is at {address}")
    if opens:
        webbrowser.open(address)
    config = uvicorn.Config(
        studio.app(), ws="websockets-sansio", log_level="warning", access_log=False, server_header=False,
        timeout_graceful_shutdown=2, ws_max_size=16 << 20, proxy_headers=False,
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[listener])


def hosts_of(host: str) -> tuple[str, ...]:
    """The names under which the server may be called: those of this machine, and the given one or its addresses."""
    if host in LOOPBACK:
        return LOOPBACK
    names = {host, socket.gethostname(), socket.getfqdn()}
    if host in ("", "0.0.0.0", "::"):  # noqa: S104 - only compared
        names |= {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None)}  # type: ignore[misc]
    return (*LOOPBACK, *sorted(names - {"", "0.0.0.0", "::"}))  # noqa: S104 - only compared
