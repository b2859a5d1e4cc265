"""Distributes the matches of a study to the workers of a cluster and adds up what comes back.

A chunk whose worker has died is split and played again, until only single matches are left that end their workers.
Those are played alone at the end, and more than once, so that no match is blamed for what another one or a power cut
has done. So the totals depend on no worker, and everything but the match that kills is counted.
"""

from __future__ import annotations

import logging
import signal
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from attrs import define, field

from dsl.lazy import lazy_module
from tools.cluster.chunk import PARTS, Played, SeedRange, play_chunk, same_text
from tools.cluster.local_workers import GLANCE, LocalWorkers, local_workers
from tools.cluster.shipment import OtherEngine, Shipment, shipment_of
from tools.cluster.study_file import NotResumed, StudyFile, open_study
from tools.simulation.match import SimulatedGame
from tools.simulation.totals import FailedMatch, Totals
from tools.simulation.workers import Seen, with_records
from tools.workspace.facts.workers import cores

if TYPE_CHECKING:
    import dask
    import distributed
else:
    dask = lazy_module("dask")
    distributed = lazy_module("distributed")

__all__ = ["ClusterGone", "NoCluster", "NotResumed", "OtherEngine", "cluster", "simulate_on"]

A_CHUNK = 1.0
"""Seconds that a chunk should take, about."""
MOST_IN_A_CHUNK = 20_000
AHEAD = 2
"""Chunks for each core that are on their way at a time."""
KILLED = 0
"""How often a cluster of our own lets a chunk kill a worker before it is reported."""
TRIALS_ALONE = 4
"""How often a single match has to end its worker, alone on the cluster, to be blamed for it."""
LOST = ("error", "cancelled", "lost")
STARTS = 3
"""How often each worker of our own may fail to start before any of them is there."""
DASK = "dask"
CONNECTING = "20s"


class NoCluster(Exception):
    """There is no cluster to play on; the text says why."""


class ClusterGone(Exception):
    """The cluster has gone while a study was played; the totals are those until then."""

    def __init__(self, why: str, totals: Totals, seconds: float) -> None:
        self.totals, self.seconds = totals, seconds
        super().__init__(why)


def simulate_on(
    hall: SimulatedGame, where: str, jobs: int, seen: Seen, records: str = ".", resume: str | None = None
) -> tuple[Totals, float]:
    """Play all matches of the job on a cluster; return the totals, and the seconds that they take at this speed (a
    resumed study plays only the rest). On Ctrl-C the totals are those until then. Raises `NoCluster`, `ClusterGone`,
    `NotResumed` and `OtherEngine`."""
    shipment, totals = shipment_of(hall.order, hall.game), Totals(hall.order.seats)
    kept, clock, gone = open_study(resume, shipment, totals), _Clock(), None
    before = totals.decisions
    try:
        with cluster(where, jobs) as client, clock:
            ClusterStudy(client, shipment, totals, kept, seen).play(hall.order.seed, hall.order.games)
    except KeyboardInterrupt:
        pass  # the cluster was still being made, or already being closed
    except NoCluster as no:
        if totals.decisions == before:
            raise
        gone = no
    finally:
        kept.close()
    now = totals.decisions - before
    seconds = clock.seconds * totals.decisions / now if now else clock.seconds
    totals = with_records(hall, totals, records)
    if gone is not None:
        raise ClusterGone(f"the cluster has gone: {gone}", totals, seconds)
    return totals, seconds


@define
class _Clock:
    """The seconds that a block has taken, however it ends."""

    seconds: float = 0.0
    _begin: float = 0.0

    def __enter__(self) -> None:
        self._begin = perf_counter()

    def __exit__(self, *how: object) -> None:
        self.seconds = perf_counter() - self._begin


@contextmanager
def cluster(where: str, jobs: int = 0) -> Iterator[Any]:
    """A client of a new cluster on this machine, or of a running scheduler (`dask://HOST:PORT`)."""
    address = where.removeprefix("dask://")
    try:
        with _undisturbed():
            _ = distributed.Client
        if where != DASK:
            with (
                distributed.utils.silence_logging_cmgr(logging.CRITICAL),
                distributed.Client(f"tcp://{address}", timeout=CONNECTING, set_as_default=False) as client,
            ):
                yield client
            return
        with (
            dask.config.set({"distributed.scheduler.allowed-failures": KILLED}),
            distributed.LocalCluster(n_workers=0, dashboard_address=None, silence_logs=logging.CRITICAL) as own,
            local_workers(own.scheduler_address, cores(jobs)) as workers,
            distributed.Client(own, set_as_default=False) as client,
        ):
            _wait_for_one(client, workers)
            yield client
    except ModuleNotFoundError as missing:
        raise NoCluster('`--on dask` needs the extra `dask`: `pip install "botwright[dask]"`') from missing
    except OSError as error:
        raise NoCluster(f"the cluster at `{address}` does not answer: {error}") from error


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C waits until the end of the block: a library that is interrupted while it is loaded breaks later."""
    pressed: list[int] = []
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


def _wait_for_one(client: Any, workers: LocalWorkers) -> None:
    """Wait until a worker of our own is ready; raises `NoCluster` if they cannot start."""
    while not client.nthreads():
        if workers.failed > STARTS * workers.number:
            raise NoCluster(f"no worker can be started: {workers.complaint()}")
        sleep(GLANCE)


@define
class ClusterStudy:
    """One study on a cluster, from its first chunk to its last."""

    client: Any
    shipment: Shipment
    totals: Totals
    kept: StudyFile
    seen: Seen
    _waiting: deque[SeedRange] = field(factory=deque, init=False)
    _running: dict[Any, SeedRange] = field(factory=dict, init=False)
    _suspects: deque[int] = field(factory=deque, init=False)
    _trials: Counter[int] = field(factory=Counter, init=False)
    _size: int = field(default=1, init=False)
    _name: str = field(factory=lambda: uuid4().hex[:8], init=False)
    _rules: Any = field(default=None, init=False)
    _sent: int = field(default=0, init=False)
    _rules_sent: int = field(default=0, init=False)

    def play(self, first: int, count: int) -> None:
        """Play the matches that are not yet counted; stops early on Ctrl-C."""
        self._waiting.extend(self.kept.left(first, count))
        try:
            self.seen(self.totals)
            self._collect_all()
            while self._suspects:
                self._waiting.append(SeedRange(self._suspects.popleft(), 1))
                self._collect_all()
        except KeyboardInterrupt:
            self.client.cancel(list(self._running))

    def _send_rules(self) -> None:
        self._rules_sent += 1
        key = f"rules-{self.shipment.hash}-{self._name}-{self._rules_sent}"
        self._rules = self.client.submit(same_text, self.shipment.files, key=key)

    def _collect_all(self) -> None:
        """Play everything that waits."""
        completed = distributed.as_completed(loop=self.client.loop)
        self._send(completed)
        for future in completed:
            chunk = self._running.pop(future)
            if future.status == "finished":
                self._count(chunk, Played.of_text(future.result()))
            elif future.status != "error":  # the scheduler has lost it
                self._waiting.appendleft(chunk)
            elif not isinstance(wrong := future.exception(), distributed.KilledWorker):
                self.client.cancel(list(self._running))
                raise wrong
            elif wrong.task == future.key:
                self._suspect(chunk)
            else:  # a worker has died with the rules before the chunk began
                self._waiting.appendleft(chunk)
            future.release()
            self._send(completed)

    def _send(self, completed: Any) -> None:
        """Keep every core busy."""
        if self._rules is None or self._rules.status in LOST:
            self._send_rules()
        while self._waiting and len(self._running) < AHEAD * self._cores():
            chunk = self._next()
            self._sent += 1
            future = self.client.submit(
                play_chunk, self.shipment.job, self._rules, self.shipment.hash, chunk.first, chunk.count,
                key=f"chunk-{self._name}-{self._sent}", pure=False,
            )  # fmt: skip
            self._running[future] = chunk
            completed.add(future)

    def _next(self) -> SeedRange:
        """The next chunk: small at first and towards the end, so that no worker is left with many matches."""
        block = self._waiting.popleft()
        left = block.count + sum(chunk.count for chunk in self._waiting)
        size = max(1, min(self._size, block.count, left // (AHEAD * self._cores()) or 1))
        if size < block.count:
            self._waiting.appendleft(SeedRange(block.first + size, block.count - size))
        return SeedRange(block.first, size)

    def _cores(self) -> int:
        threads: dict[str, int] = self.client.nthreads()
        return max(1, sum(threads.values()))

    def _count(self, chunk: SeedRange, played: Played) -> None:
        self.kept.write(chunk, played.totals)
        self.totals.add(Totals.from_list(self.totals.seats, played.totals))
        if played.seconds < A_CHUNK / 2 and chunk.count >= self._size:
            self._size = min(MOST_IN_A_CHUNK, self._size * 2)
        elif played.seconds > A_CHUNK * 2:
            self._size = max(1, self._size // 2)
        self.seen(self.totals)

    def _suspect(self, chunk: SeedRange) -> None:
        """A chunk has ended its worker: split it, or put its only match last, or blame that match."""
        if chunk.count > 1:
            self._waiting.extendleft(reversed(chunk.split()))
            self._size = max(1, chunk.count // PARTS)
        elif self._trials[chunk.first] < TRIALS_ALONE:  # the first time it may not have been alone
            self._trials[chunk.first] += 1
            self._suspects.append(chunk.first)
        else:
            failed = Totals(self.totals.seats)
            failed.failed(FailedMatch(chunk.first, "the worker that played it ended, each time"))
            self.kept.write(chunk, failed.as_list())
            self.totals.add(failed)
            self.seen(self.totals)
