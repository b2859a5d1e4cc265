"""Jobs as seen from the server: a process for each, with a time limit on every answer.

A process that takes longer than it may, or dies, is ended with everything it started, and whoever waits learns why. One
process waits with its modules loaded, so that a job begins at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Callable, Mapping
from typing import Any

from attrs import define, field

Json = Any
Told = Callable[[Json], None]
LONGEST_LINE = 64 << 20
"""Bytes of an answer."""
USUAL_SECONDS = 30.0


class JobFailed(Exception):
    """The answer of a job is a refusal, or there is none."""

    def __init__(self, message: str, help: str = "", code: str = "") -> None:
        super().__init__(message)
        self.message, self.help, self.code = message, help, code

    @property
    def data(self) -> Json:
        return {"message": self.message, "help": self.help, "code": self.code}


@define(eq=False)
class JobProcess:
    """A process that does one job; requests are answered in order."""

    process: asyncio.subprocess.Process
    gone: str = ""
    """Why it does not answer any more."""
    _number: int = 0
    _lock: asyncio.Lock = field(factory=asyncio.Lock)

    async def ask(
        self, do: str, arguments: Mapping[str, Json], seconds: float = USUAL_SECONDS, report: Told | None = None
    ) -> Json:
        """The answer to a request; raises `JobFailed`."""
        async with self._lock:
            if self.gone:
                raise JobFailed(self.gone)
            self._number += 1
            try:
                return await asyncio.wait_for(self._asked(do, arguments, report), seconds)
            except TimeoutError:
                self.end(f"this took longer than {seconds:.0f} seconds and was stopped")
            except (OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                self.end("the process that did this has died: it may have needed too much memory")
            except asyncio.CancelledError:
                self.end("this was stopped")
                raise
            raise JobFailed(self.gone)

    async def _asked(self, do: str, arguments: Mapping[str, Json], report: Told | None) -> Json:
        requests, answers = self.process.stdin, self.process.stdout
        assert requests is not None
        assert answers is not None
        requests.write(json.dumps({"id": self._number, "do": do, "with": dict(arguments)}).encode() + b"\n")
        await requests.drain()
        while True:
            message = json.loads(await answers.readuntil(b"\n"))
            if message.get("id") != self._number:
                continue
            if "told" in message:
                if report is not None:
                    report(message["told"])
                continue
            if "refused" in message:
                raise JobFailed(**message["refused"])
            return message["answer"]

    def end(self, why: str = "this was closed") -> None:
        """End the process and everything that it started."""
        self.gone = self.gone or why
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()


async def start_process(module: str, folder: str, limit: int = LONGEST_LINE) -> asyncio.subprocess.Process:
    """A process of a module of the studio, in the folder of the workspace, as the leader of its own group."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, cwd=folder, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        start_new_session=True, limit=limit, env={**os.environ, "PYTHONSAFEPATH": "1", "PYTHONPATH": _own_folder()},
    )  # fmt: skip


def _own_folder() -> str:
    """Where this package is, in case it runs from a checkout; the workspace is not searched for modules."""
    return os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@define(eq=False)
class JobStarter:
    """Starts jobs; the next process is started in advance."""

    folder: str
    running: set[JobProcess] = field(factory=set)
    _ending: set[asyncio.Task[int]] = field(factory=set)
    _next: asyncio.Task[asyncio.subprocess.Process] | None = None

    async def begin(
        self, kind: str, arguments: Mapping[str, Json], seconds: float = USUAL_SECONDS, report: Told | None = None
    ) -> tuple[JobProcess, Json]:
        """A new process with its first answer; raises `JobFailed`."""
        process = await (self._next or self._started())
        self._next = self._started()
        job = JobProcess(process)
        self.running.add(job)
        try:
            return job, await job.ask("begin", {**arguments, "kind": kind}, seconds, report)
        except BaseException:
            self.leave(job)
            raise

    async def once(
        self, kind: str, arguments: Mapping[str, Json], seconds: float = USUAL_SECONDS, report: Told | None = None
    ) -> Json:
        """The answer of a job that does one thing."""
        job, answer = await self.begin(kind, arguments, seconds, report)
        self.leave(job)
        return answer

    def leave(self, job: JobProcess) -> None:
        """End a job; its process is waited for beside everything else."""
        self.running.discard(job)
        job.end()
        waiting = asyncio.create_task(job.process.wait())
        self._ending.add(waiting)
        waiting.add_done_callback(self._ending.discard)

    def prepare(self) -> None:
        self._next = self._next or self._started()

    async def close(self) -> None:
        for job in list(self.running):
            self.leave(job)
        if self._next is not None:
            self.leave(JobProcess(await self._next))
        await asyncio.gather(*self._ending)

    def _started(self) -> asyncio.Task[asyncio.subprocess.Process]:
        return asyncio.create_task(start_process("tools.studio.jobs", self.folder))
