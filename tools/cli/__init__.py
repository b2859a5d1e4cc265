"""The command line: one module for each command. This module only decides whether there is a command at all.

A bare `botwright` and `botwright --version` answer before any library is loaded, because people wait for them; a check
with nothing but paths has a fast path too. Everything else goes to `tools.cli.run`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

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
    from os import environ

    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words and "_BOTWRIGHT_COMPLETE" not in environ:
        return _tell(START)
    if words == ["--version"]:
        from tools.version import version

        return _tell(f"botwright {version()}\n")
    try:
        if words[:1] == ["check"] and "_BOTWRIGHT_COMPLETE" not in environ:
            from tools.cli.fast_check import quick_check

            if (code := quick_check(words[1:])) is not None:
                return code
        from tools.cli.run import run

        return run(words)
    except KeyboardInterrupt:
        from tools.cli.output import note

        note("stopped")
        return 130


def _tell(text: str) -> int:
    from tools.cli.output import tell

    return tell(text)
