"""Distributes matches to processes, a few at a time; each returns its totals as JSON.

Each process writes the number of its current match to shared memory. If it dies, that match counts as failed, and
another process plays the rest of its share: so the totals depend on no process. A failed match is played again with a
record, in a process of its own, because it may kill that one too.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from time import perf_counter
from typing import Any

from attrs import define, evolve, field

from tools.simulation.job import SimulationJob
from tools.simulation.match import SimulatedGame
from tools.simulation.totals import FailedMatch, Totals
from tools.workspace.facts.workers import cores

A_SHARE = 0.1
"""Seconds that a share should take, about; it is some matches at first, and more when they are quick."""
MOST_IN_A_SHARE = 2_000
IDLE = -1

Seen = Callable[[Totals], None]
"""Called with the counts so far."""


def simulate(
    hall: SimulatedGame, jobs: int = 0, seen: Seen = lambda totals: None, records: str = "."
) -> tuple[Totals, float]:
    """Play all matches of the job; return the totals and the seconds taken. On Ctrl-C the totals are those until
    then."""
    order = hall.order
    hands = max(1, min(cores(jobs), order.games, 64))
    begin = perf_counter()
    totals = _alone(hall, seen) if hands == 1 else _WorkerPool(hall, hands, seen).play()
    seconds = perf_counter() - begin
    return with_records(hall, totals, records), seconds


def with_records(hall: SimulatedGame, totals: Totals, folder: str) -> Totals:
    """Play failed matches again and record them."""
    totals.failures = [evolve(failure, record=_recorded(hall, failure.seed, folder)) for failure in totals.failures]
    return totals


def _alone(hall: SimulatedGame, seen: Seen) -> Totals:
    totals = Totals(hall.order.seats)
    last_report = perf_counter()
    try:
        for seed in _seeds(hall.order):
            hall.play(seed, totals)
            if perf_counter() - last_report > A_SHARE:
                seen(totals)
                last_report = perf_counter()
    except KeyboardInterrupt:
        pass  # the match in progress does not count
    return totals


def _seeds(order: SimulationJob) -> range:
    return range(order.seed, order.seed + order.games)


def _context() -> BaseContext:
    """The multiprocessing context: forked processes inherit the game; others load it themselves."""
    can_fork = sys.platform not in ("win32", "darwin") and threading.active_count() == 1
    return multiprocessing.get_context("fork" if can_fork else "spawn")


# ------------------------------------------------------------------------------------------------------ the crowd


@define
class _Worker:
    """One process with its current share."""

    process: BaseProcess
    channel: Connection
    playing: Any  # in shared memory: the number of the current match, or IDLE
    share: list[int] = field(factory=list)
    since: float = 0.0


@define
class _WorkerPool:
    hall: SimulatedGame
    hands: int
    seen: Seen
    waiting: deque[int] = field(init=False)
    totals: Totals = field(init=False)
    size: int = 1
    context: BaseContext = field(factory=_context)

    def __attrs_post_init__(self) -> None:
        self.waiting = deque(_seeds(self.hall.order))
        self.totals = Totals(self.hall.order.seats)

    def play(self) -> Totals:
        crew = [self._hire() for _ in range(self.hands)]
        try:
            while any(hand.share for hand in crew):
                busy = [hand for hand in crew if hand.share]
                ready = wait([hand.channel for hand in busy])
                for hand in busy:
                    if hand.channel in ready and not self._collect(hand):
                        crew.remove(hand)
                        if self.waiting:
                            crew.append(self._hire())
                self.seen(self.totals)
        except KeyboardInterrupt:
            pass  # what has come back counts
        finally:
            _dismiss(crew)
        return self.totals

    def _hire(self) -> _Worker:
        ours, theirs = self.context.Pipe()
        playing = multiprocessing.RawValue("q", IDLE)
        order = None if self.context.get_start_method() == "fork" else self.hall.order.text()
        hall = self.hall if order is None else None
        process: BaseProcess = self.context.Process(  # type: ignore[attr-defined]
            target=_work, args=(theirs, playing, hall, order), daemon=True
        )
        process.start()
        theirs.close()
        hand = _Worker(process, ours, playing)
        self._deal(hand)
        return hand

    def _deal(self, hand: _Worker) -> None:
        """Send the next share, unless all are distributed or the process is dead."""
        hand.share = [self.waiting.popleft() for _ in range(min(self.size, len(self.waiting)))]
        hand.since = perf_counter()
        if hand.share:
            try:
                hand.channel.send_bytes(json.dumps(hand.share).encode())
            except OSError:
                pass  # `_collect` notices that it has died

    def _collect(self, hand: _Worker) -> bool:
        """Add the totals of a process and send its next share; false if it has died."""
        try:
            share = Totals.from_list(self.totals.seats, json.loads(hand.channel.recv_bytes()))
        except (EOFError, OSError, ValueError, TypeError):
            self._bury(hand)
            return False
        self.totals.add(share)
        taken = perf_counter() - hand.since
        if taken < A_SHARE / 2 and len(hand.share) == self.size:
            self.size = min(MOST_IN_A_SHARE, self.size * 2)
        elif taken > A_SHARE * 4:
            self.size = max(1, self.size // 2)
        # shares become small towards the end, so that no process is left with many matches
        self.size = max(1, min(self.size, len(self.waiting) // (2 * self.hands) or 1))
        self._deal(hand)
        return True

    def _bury(self, hand: _Worker) -> None:
        """Count the current match of a dead process as failed; other processes play the rest of its share."""
        hand.process.join(1)
        hand.channel.close()
        at = hand.playing.value
        if at in hand.share:
            code = hand.process.exitcode
            how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
            self.totals.failed(FailedMatch(at, f"the process that played it ended ({how})"))
            self.totals.failures.sort(key=lambda failure: failure.seed)
        self.waiting.extendleft(seed for seed in reversed(hand.share) if seed != at)
        hand.share = []


def _work(channel: Connection, playing: Any, hall: SimulatedGame | None, order: str | None) -> None:
    """Play shares until there are no more."""
    try:
        hall = hall or _loaded(order)
        while True:
            share = json.loads(channel.recv_bytes())
            totals = Totals(hall.order.seats)
            for seed in share:
                playing.value = seed
                hall.play(seed, totals)
            playing.value = IDLE
            channel.send_bytes(json.dumps(totals.as_list()).encode())
    except (EOFError, OSError, KeyboardInterrupt):
        return  # the parent has closed the pipe


def _loaded(order: str | None) -> SimulatedGame:
    job = SimulationJob.of_text(order or "")
    return SimulatedGame(job, job.ready())


def _dismiss(crew: Iterable[_Worker]) -> None:
    for hand in crew:
        hand.channel.close()
    for hand in crew:
        hand.process.join(1)
        if hand.process.is_alive():
            hand.process.terminate()
            hand.process.join()


# ---------------------------------------------------------------------------------------------------- failures


def _recorded(hall: SimulatedGame, seed: int, folder: str) -> str:
    """Play a match again with a record; return its path, or None if there is none."""
    context = _context()
    ours, theirs = context.Pipe(duplex=False)
    order = None if context.get_start_method() == "fork" else hall.order.text()
    process: BaseProcess = context.Process(  # type: ignore[attr-defined]
        target=_record, args=(theirs, hall if order is None else None, order, seed, folder), daemon=True
    )
    process.start()
    theirs.close()
    try:
        return ours.recv_bytes().decode()
    except (EOFError, OSError):
        return ""
    finally:
        process.join()
        ours.close()


def _record(channel: Connection, hall: SimulatedGame | None, order: str | None, seed: int, folder: str) -> None:
    channel.send_bytes((hall or _loaded(order)).record(seed, folder).encode())
