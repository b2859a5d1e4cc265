"""`botwright studio`: a page to write, play, replay and study games, served on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dsl.lazy import lazy_module
from tools.cli.common import CommandFailed
from tools.cli.output import note, say

if TYPE_CHECKING:
    from tools.studio import start
else:
    start = lazy_module("tools.studio.start")

EXTRA = ("starlette", "uvicorn", "websockets", "anyio")
HERE = "127.0.0.1"
WARNING = "warning: others on the network reach this; whoever has the whole address can read and change your files"


@click.command
@click.argument("path", type=click.Path(exists=True, file_okay=False), default=".")
@click.option("--port", type=click.IntRange(0, 65_535), default=0, help="Port (default: any free one).")
@click.option(
    "--host", default=HERE, show_default=True, help="Address to listen on; only change it in a network you trust."
)
@click.option("--open/--no-open", "opens", default=True, help="Open the page in a browser.")
def command(path: str, port: int, host: str, opens: bool) -> int:
    """Serve the studio for the workspace in PATH: one page to write, play, replay and study games.

    It needs the extra `studio`: `pip install "botwright[studio]"`. It listens on this machine only.
    """
    try:
        serve = start.serve
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] in EXTRA:
            raise CommandFailed('the studio needs the extra `studio`: `pip install "botwright[studio]"`') from missing
        raise
    if host not in (HERE, "localhost", "::1"):
        note(WARNING)
    try:
        serve(path, host, port, opens, lambda words: say([words]))
    except start.NoPage:
        raise CommandFailed("the page of the studio is not built: `make studio` builds it (with Node 20)") from None
    except OSError as error:
        raise CommandFailed(f"the studio cannot listen on {host}:{port}: {error.strerror or error}") from error
    return 0
