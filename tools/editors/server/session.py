"""One session with an editor: its project, and the whole checks that run beside its questions.

An edit is answered at once from the project. A moment after the last edit the whole check of all units with an open
text begins in a thread of its own; a newer edit cancels it, and only the newest result counts. Whatever goes wrong in
a check is reported and ends neither the session nor the next check.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar
from urllib.parse import quote, unquote, urlsplit

from attrs import define, field

from dsl.text.give_way import giving_way
from tools import settings
from tools.editors.answers.diagnostics import only_comments_differ
from tools.editors.project import MANIFESTS, Project
from tools.editors.server.positions import Encoding
from tools.editors.snapshot import Snapshot, snapshot
from tools.internal_errors import write_report
from tools.workspace.overlays import Overlays
from tools.workspace.workspace import Cancelled, Workspace

Outcome = TypeVar("Outcome")
PAUSE = 0.3
"""Seconds without an edit before the whole check begins."""
CANCELLED_MOST = 3
"""Checks in a row that a newer edit may cancel."""
LONGEST = 2_000_000
"""Characters of a text that is looked at."""
STANDSTILL = 1.0
"""Seconds that a whole check waits for one answer at most."""
WAIT = 60.0
"""Seconds that a question waits for the first check."""


def path_of(uri: str) -> str:
    """The path of a file; for any other address a name that is no file."""
    parts = urlsplit(uri)
    if parts.scheme not in ("file", ""):
        return f"{os.sep}{parts.scheme}{os.sep}{unquote(parts.path).lstrip('/')}"
    path = unquote(parts.path)
    if os.name == "nt" and path[:1] == "/" and path[2:3] == ":":
        path = path[1:]
    return os.path.abspath(path.replace("\0", ""))


def uri_of(path: str) -> str:
    plain = path.replace(os.sep, "/")
    return "file://" + quote(plain if plain.startswith("/") else f"/{plain}", safe="/:~()!*'")


@define(eq=False)
class Session:
    """`publish` is called with the paths whose findings may have changed."""

    publish: Callable[[list[str]], None]
    project: Project = field(factory=Project)
    encoding: Encoding = "utf-16"
    root: str = ""
    snippets: bool = False
    takes_edits: bool = False
    opens_places: bool = False
    has_commands: bool = False
    """Whether the editor runs the commands of the extension for VS Code itself."""
    _overlays: Overlays = field(factory=Overlays)
    _workspace: Workspace | None = None
    _generation: int = 0
    _cancelled: int = 0
    _timer: asyncio.TimerHandle | None = None
    _running: bool = False
    _again: bool = False
    _forced: bool = True
    """Whether something else than an open text may have changed."""
    _done: asyncio.Event = field(factory=asyncio.Event)
    _pool: ThreadPoolExecutor | None = None
    _quiet: threading.Event = field(factory=threading.Event)
    """Set while no question is being answered."""
    _told: set[str] = field(factory=set)
    _last_units: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        self._quiet.set()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Meanwhile a whole check stands still between two declarations, so that both do not fight for one core."""
        self._quiet.clear()
        try:
            yield
        finally:
            self._quiet.set()

    # --------------------------------------------------------------------------------------------------- edits

    def opened(self, path: str, text: str, version: int) -> None:
        self.project.open(path, text[:LONGEST], version)
        self._forced = True
        self._soon(0.0)
        self.publish([path])

    def changed(self, path: str, text: str, version: int) -> None:
        document = self.project.documents.get(path)
        if document is None:
            self.opened(path, text, version)
            return
        with self.answering():
            document.become(text[:LONGEST], version)
            self._soon(PAUSE)
            self.publish([path])

    def closed(self, path: str) -> None:
        self.project.close(path)
        self._forced = True
        self._soon(PAUSE)
        self.publish([path])

    def saved(self) -> None:
        """Something on the disk has changed."""
        self._forced = True
        self.read_settings()
        self._soon(0.0)

    def read_settings(self) -> None:
        """Warnings that the project allows are no findings here either."""
        if self.root:
            self.project.allowed = settings.load(self.root).settings.allow

    async def beside(self, work: Callable[[], Outcome]) -> Outcome:
        """The outcome of some work that is done in the thread of the whole checks, one after another."""
        return await asyncio.get_running_loop().run_in_executor(self._thread(), work)

    def _thread(self) -> ThreadPoolExecutor:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(1, "check")
            sys.setswitchinterval(0.001)  # a question is answered while a check runs
        return self._pool

    # ---------------------------------------------------------------------------------------------- whole checks

    def _soon(self, pause: float) -> None:
        self._generation += 1
        self._done.clear()
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(pause, self._begin)

    def _begin(self) -> None:
        if self._running:
            self._again = True
            return
        if not self._forced and all(only_comments_differ(self.project, path) for path in self.project.documents):
            self._done.set()
            return
        self._running, self._forced = True, False
        texts = {path: document.text for path, document in self.project.documents.items()}
        loop = asyncio.get_running_loop()
        task = loop.run_in_executor(self._thread(), self._check, texts, self._generation)
        task.add_done_callback(self._end)

    def _check(self, texts: dict[str, str], generation: int) -> Snapshot | None:
        self._overlays.become(texts)
        units = tuple(sorted({unit_of(path) for path in texts if path.endswith((".bot", ".yaml"))} - {""}))
        if not units:
            return None
        if self._workspace is None or units != self._last_units:
            before = self._workspace
            self._workspace = Workspace(units, jobs=1, base=self.root or None, overlays=self._overlays)
            if before is not None:
                self._workspace.library = before.library  # what is known about single texts stays known
            self._last_units = units
        workspace = self._workspace
        workspace.cancelled = lambda: self._generation != generation and self._cancelled < CANCELLED_MOST
        with giving_way(self._give_way):
            return snapshot(workspace, workspace.refresh())

    def _give_way(self) -> None:
        self._quiet.wait(STANDSTILL)

    def _end(self, task: asyncio.Future[Snapshot | None]) -> None:
        self._running = False
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, Cancelled):
            self._cancelled += 1
            self._forced = True
        elif error is not None:
            write_report(error)
            self._workspace = None
        else:
            self._cancelled = 0
            fresh = task.result()
            if fresh is not None:
                self.project.become(fresh)
            paths = {*self.project.documents, *self._told, *(fresh.others if fresh is not None else ())}
            self.publish(sorted(paths))
        if self._again or isinstance(error, Cancelled):
            self._again = False
            self._begin()
        else:
            self._done.set()

    async def ready(self, path: str) -> bool:
        """Wait until the unit of a text has been checked once."""
        if self.project.unit(path) is not None:
            return True
        if path not in self.project.documents:
            return False
        try:
            await asyncio.wait_for(self._done.wait(), WAIT)
        except TimeoutError:
            return False
        return self.project.unit(path) is not None

    async def settled(self) -> None:
        """Wait for the whole check of the newest texts."""
        await asyncio.wait_for(self._done.wait(), 10 * WAIT)

    def told(self, path: str, any: bool) -> bool:
        """Remember whether the editor shows findings of a file; whether it must be told."""
        before = path in self._told
        (self._told.add if any else self._told.discard)(path)
        return any or before or path in self.project.documents

    def end(self) -> None:
        self._generation += 1
        if self._timer is not None:
            self._timer.cancel()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def unit_of(path: str) -> str:
    """The folder of the ruleset or pack that a text is in; the text itself if it is in none."""
    folder = os.path.dirname(path)
    for _ in range(40):
        if any(os.path.isfile(os.path.join(folder, name)) for name in MANIFESTS):
            return folder
        above = os.path.dirname(folder)
        if above == folder or os.path.lexists(os.path.join(folder, ".git")):
            break
        folder = above
    return path if path.endswith(".bot") and os.path.isfile(path) else ""
