"""Processes of the program that need no start: one process loads everything and forks for every command.

Most tests of the command line are about what a command says and does, not about how its process begins. For them a
process is forked off one that has all modules loaded, with files, folder, environment and exit code of its own. It cannot
disturb the next one: what it changes is gone with it. `make nightly`, and tests about the start itself, begin a new Python.
"""

from __future__ import annotations

import array
import contextlib
import gc
import importlib
import io
import json
import os
import pkgutil
import select
import signal
import socket
import sys
import traceback

import tools
from tests.remembered import remember
from tools.matches import load
from tools.resources import shipped_rulesets

NOT_LOADED = ("__main__", "tools.skeleton.templates", "_adapter", "tools.learning.spaces")
"""Modules that are not imported: the adapters need libraries of extras."""
LOADING = ("play", "repl", "simulate", "odds")
"""Commands that make a game ready to be played."""
Asked = tuple[list[str], str, dict[str, str], "array.array[int]"]
_known: set[str] = set()


def serve(where: str) -> None:
    """Fork for every command until the other end of the standard input is closed."""
    warm()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(where)
        listener.listen(16)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        while True:
            ready, _, _ = select.select([listener, 0], [], [], 1.0)
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            if 0 in ready:
                return
            if listener in ready:
                line, _ = listener.accept()
                asked = _asked(line)
                read_games(asked)
                if os.fork() == 0:
                    listener.close()
                    run(line, asked)
                for file in asked[3]:
                    os.close(file)
                line.close()


def warm() -> None:
    """Load every module of the program and the tables of the grammar."""
    for module in pkgutil.walk_packages(tools.__path__, "tools."):
        if not module.name.endswith(NOT_LOADED):
            importlib.import_module(module.name)
    from dsl.check.driver import check_text

    check_text("kind Bot { hp: 1..30 }\n", "warm.bot")
    remember()
    settle()


def settle() -> None:
    """What is loaded now stays; a fork shares its pages as long as nobody looks through them."""
    gc.collect()
    gc.freeze()


def read_games(asked: Asked) -> None:
    """Read the shipped games that a command names, before the fork: the next one finds them here."""
    words, cwd, _, _ = asked
    os.chdir(cwd)
    for name in set(words[1:]) & set(shipped_rulesets()) if words[:1] and words[0] in LOADING else ():
        if name not in _known and not os.path.lexists("content"):  # with packs of its own it is another game
            _known.add(name)
            load(name)
            settle()


def run(line: socket.socket, asked: Asked) -> None:
    """One command, in the process that was forked for it."""
    from tools.cli import main

    words, cwd, environment, files = asked
    for target, file in enumerate(files):
        os.dup2(file, target)
        os.close(file)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv = ["botwright", *words]
    sys.stdin = io.TextIOWrapper(os.fdopen(0, "rb"), "utf-8", "surrogateescape")
    sys.stdout = io.TextIOWrapper(os.fdopen(1, "wb"), "utf-8", "surrogateescape")
    sys.stderr = io.TextIOWrapper(os.fdopen(2, "wb"), "utf-8", "backslashreplace", line_buffering=True)
    code = 1
    try:
        code = main(words)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - as a Python that ends with an exception
        traceback.print_exc()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    line.sendall(code.to_bytes(8, "big", signed=True))
    os._exit(0)


def _asked(line: socket.socket) -> Asked:
    files: array.array[int] = array.array("i", [0, 0, 0])
    head, more, _, _ = line.recvmsg(8, socket.CMSG_LEN(3 * files.itemsize))
    files = array.array("i", more[0][2])
    size, said = int.from_bytes(head, "big"), b""
    while len(said) < size:
        said += line.recv(size - len(said))
    words, cwd, environment = json.loads(said)
    return words, cwd, environment, files


if __name__ == "__main__":
    serve(sys.argv[1])
