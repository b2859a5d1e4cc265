"""Runs `botwright new …` again and again, each time killed one step later; prints what each one left behind.

    python killed_new.py FOLDER WORD...

A step is anything that changes the disk. The program is loaded once, with all its modules, and forked for each run.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from tests.cli.server import warm
from tools.cli import main

STEPS = frozenset(["open", "os.mkdir", "os.rename", "os.link", "os.remove"])


def run(folder: Path, words: list[str], steps: int, watched: int) -> bool:
    """Whether the command, killed before step number `steps`, came to its end."""
    child = os.fork()
    if not child:
        left = steps

        def count(event: str, args: tuple[object, ...]) -> None:
            nonlocal left
            if (event in STEPS and ".new-" in str(args)) or event == "os.mkdir":
                left -= 1
                if left < 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        os.chdir(folder)
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (1, 2):
            os.dup2(null, stream)
        sys.addaudithook(count)
        os._exit(main(words))
    os.close(watched)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def every_step(root: Path, words: list[str]) -> None:
    for steps in range(1_000):
        folder = root / str(steps)
        folder.mkdir()
        listening, watched = os.pipe()
        os.set_inheritable(watched, True)
        done = run(folder, words, steps, watched)
        os.read(listening, 1)  # ends when the last process that holds the other end has ended: the watcher
        os.close(listening)
        left = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))
        print(steps, "done" if done else "killed", *left)
        if done:
            return


if __name__ == "__main__":
    warm()
    every_step(Path(sys.argv[1]), sys.argv[2:])
