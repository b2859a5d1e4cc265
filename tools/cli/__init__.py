"""The command line: one module for each command. This module only decides whether there is a command at all.

A bare `botwright` and `botwright --version` answer before any library is loaded, because people wait for them; a check
with nothing but paths has a fast path too. Everything else goes to `tools.cli.run`.
"""

from __future__ import annotations

import gc
import os
import sys

from dsl.lazy import TYPE_CHECKING, lazy_module

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tools import version as tools_version
    from tools.cli import fast_check, output
    from tools.cli import run as cli_run
else:
    tools_version = lazy_module("tools.version")
    cli_run = lazy_module("tools.cli.run")
    fast_check = lazy_module("tools.cli.fast_check")
    output = lazy_module("tools.cli.output")


_COLLECTOR = (100_000, 50, 100)
"""Programs are large and contain few cycles, so they are searched for them less often than Python would."""

START = """\
Botwright: rules and cards of board games, written as sentences.

  botwright new game NAME   create a game: rules, a first card and a passing scenario
  botwright check           find mistakes in rules and cards
  botwright fmt             write all files in one style
  botwright play            play a match in the terminal
  botwright explain CODE    explain a message, with a wrong and a right example

`botwright --help` lists all commands; `botwright COMMAND --help` describes one of them.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 success, 1 findings, 2 wrong usage or an internal error."""
    if arguments is not None:
        return _run(list(arguments))
    gc.set_threshold(*_COLLECTOR)
    try:
        return _run(sys.argv[1:])
    finally:
        gc.freeze()  # the process ends: no need to search everything once more


def _run(words: list[str]) -> int:
    if not words and "_BOTWRIGHT_COMPLETE" not in os.environ:
        return _tell(START)
    if words == ["--version"]:
        return _tell(f"botwright {tools_version.version()}\n")
    try:
        is_check = words[:1] == ["check"] and "_BOTWRIGHT_COMPLETE" not in os.environ
        if is_check and (code := fast_check.quick_check(words[1:])) is not None:
            return code
        return cli_run.run(words)
    except KeyboardInterrupt:
        output.note("stopped")
        return 130


def _tell(text: str) -> int:
    return output.tell(text)
