"""`botwright lsp`: the language server, for editors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dsl.lazy import lazy_module
from tools.cli.common import CommandFailed

if TYPE_CHECKING:
    from tools.editors.server import start
else:
    start = lazy_module("tools.editors.server.start")


@click.command
@click.option("--tcp", "port", type=click.IntRange(1, 65_535), default=None, help="Listen on this port of 127.0.0.1.")
@click.option("--stdio", is_flag=True, help="Use stdin and stdout (the default).")
def command(port: int | None, stdio: bool) -> int:
    """Serve an editor over the Language Server Protocol.

    It needs the extra `lsp`: `pip install "botwright[lsp]"`.
    """
    del stdio
    try:
        serve = start.serve
    except ModuleNotFoundError as missing:
        if missing.name in ("pygls", "lsprotocol"):
            raise CommandFailed(
                'the language server needs the extra `lsp`: `pip install "botwright[lsp]"`'
            ) from missing
        raise
    serve(port)
    return 0
