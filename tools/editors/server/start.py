"""Starts the language server on a transport: stdin and stdout, or a TCP port of this machine."""

from __future__ import annotations

import logging
import os

from tools.editors.server.features import new_server

HOST = "127.0.0.1"


def serve(port: int | None = None) -> None:
    """Serve one editor until it ends the session."""
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    server = new_server()
    if port is None:
        # copies, because the server closes what it is given, and the command line writes to the originals at its end
        server.start_io(os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"))
    else:
        server.start_tcp(HOST, port)
