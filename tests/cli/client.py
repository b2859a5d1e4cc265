"""Asks the server of ready processes (`server.py`) for one command and ends as that command ends.

Run as a script it is `botwright` for a shell: the command has the script's own input, output, folder and environment. It
loads next to nothing, since saving the start of a whole program is all that it is for.
"""

from __future__ import annotations

import array
import json
import os
import socket
import sys


def ask(where: str, words: list[str], cwd: str, environment: dict[str, str], files: tuple[int, int, int]) -> int:
    """The exit code of a command that is run with these files as its input and outputs; -1 if it was killed."""
    said = json.dumps([words, cwd, environment]).encode()
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(where)
        line.sendmsg([len(said).to_bytes(8, "big")], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))])
        line.sendall(said)
        code = line.recv(8)
    return int.from_bytes(code, "big", signed=True) if code else -1


if __name__ == "__main__":
    sys.exit(ask(sys.argv[1], sys.argv[2:], os.getcwd(), dict(os.environ), (0, 1, 2)))
