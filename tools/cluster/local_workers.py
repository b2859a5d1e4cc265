"""The workers of a cluster of our own: processes of this machine. Whoever dies is replaced, even while it is starting.

They have no nannies, as these do not survive a worker that is killed while it starts. Ctrl-C is for the process that
asks, not for them: they have a session of their own, and end with it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

from attrs import define, field

GLANCE = 0.2
"""Seconds between two looks at the processes."""
PATIENCE = 30
"""Seconds that a worker looks for its scheduler before it ends."""
ENDING = 5
"""Seconds that a worker may take to end."""
LAST_LINES = 3


@define
class LocalWorkers:
    """So many workers with one thread each, whatever happens to them."""

    address: str
    number: int
    folder: str
    failed: int = 0
    """How many have ended by themselves."""
    _processes: list[subprocess.Popen[bytes]] = field(factory=list)
    _ending: Event = field(factory=Event)

    def start(self) -> None:
        self._processes.extend(self._begun() for _ in range(self.number))

    def watch(self) -> None:
        """Replace whoever has ended, until `end`."""
        while not self._ending.wait(GLANCE):
            for place, process in enumerate(self._processes):
                if process.poll() is not None:
                    self.failed += process.returncode >= 0
                    self._processes[place] = self._begun()

    def stop_watching(self) -> None:
        self._ending.set()

    def end(self) -> None:
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            try:
                process.wait(ENDING)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def complaint(self) -> str:
        """The last lines that the workers have written."""
        lines = Path(self.folder, "log").read_text("utf-8", "replace").strip().splitlines()
        return " ".join(lines[-LAST_LINES:])

    def _begun(self) -> subprocess.Popen[bytes]:
        words = ("--no-nanny", "--nthreads", "1", "--memory-limit", "0", "--no-dashboard")
        limits = ("--death-timeout", str(PATIENCE), "--local-directory", self.folder)
        with open(Path(self.folder, "log"), "ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "distributed.cli.dask_worker", self.address, *words, *limits],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )


@contextmanager
def local_workers(address: str, number: int) -> Iterator[LocalWorkers]:
    """Workers of the scheduler at an address, until the block ends."""
    with TemporaryDirectory(prefix="botwright-workers-", ignore_cleanup_errors=True) as folder:
        workers = LocalWorkers(address, number, folder)
        watching = Thread(target=workers.watch, name="botwright-workers", daemon=True)
        try:
            workers.start()
            watching.start()
            yield workers
        finally:
            workers.stop_watching()
            if watching.is_alive():
                watching.join()
            workers.end()
