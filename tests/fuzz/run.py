"""A fuzzer of sizes: whole projects whose chain lengths, crowds, nesting depths and numbers vary, each with limits.

    python -m tests.fuzz.run [--inputs 400] [--seed N] [--keep FOLDER]

Every input is a project of its own. `check`, `fmt --check` and `cards` read it in processes that may use so much time of
the processor and so much memory and no more. A process that reaches a limit, dies or reports an internal error is a
finding: its input is kept, and the exit code is 1. An input depends only on its number, so each can be made again.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from attrs import frozen

from tests.fuzz.projects import files_of

CPU_SECONDS = 30
MEMORY_BYTES = 2_000_000_000
COMMANDS = (("check", "--no-cache", "--jobs", "1", "--max", "5"), ("fmt", "--check", "."), ("cards", "fuzzed"))


@frozen
class Failure:
    number: int
    command: tuple[str, ...]
    why: str


def limited() -> None:
    """In the child, before the program starts."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def write(number: int, folder: Path) -> None:
    for path, data in files_of(Random(f"sizes {number}")).items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)


def failures(number: int, folder: Path) -> Iterator[Failure]:
    """What the commands do wrong with one input."""
    for command in COMMANDS:
        done = subprocess.run(
            [sys.executable, "-m", "tools.cli", *command],
            cwd=folder,
            env={"PYTHONPATH": str(Path(__file__).parents[2]), "PATH": "", "HOME": str(folder), "LC_ALL": "C.UTF-8"},
            capture_output=True,
            preexec_fn=limited,
            check=False,
        )
        said = (done.stdout + done.stderr).decode("utf-8", "replace")
        if done.returncode not in (0, 1, 2):
            yield Failure(number, command, f"exit code {done.returncode}: {said[-300:]}")
        elif "BW9" in said or "Traceback" in said:
            yield Failure(number, command, said[-600:])


def main() -> int:
    reading = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reading.add_argument("--inputs", type=int, default=400, help="how many are tried")
    reading.add_argument("--seed", type=int, default=0, help="the number of the first input")
    reading.add_argument("--keep", type=Path, default=Path("build/fuzz"), help="where inputs with findings are kept")
    given = reading.parse_args()
    wrong = 0
    for number in range(given.seed, given.seed + given.inputs):
        with tempfile.TemporaryDirectory(prefix="fuzz-") as raised:
            folder = Path(raised)
            write(number, folder)
            for failure in failures(number, folder):
                wrong += 1
                kept = given.keep / str(number)
                shutil.copytree(folder, kept, dirs_exist_ok=True)
                print(
                    f"input {number}, kept in {kept}: botwright {' '.join(failure.command)}: {failure.why}", flush=True
                )
    print(f"{given.inputs} inputs, {wrong} findings")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
