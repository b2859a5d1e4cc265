"""Waits for a program in a terminal without a clock: until it has drawn something, or does nothing more.

A busy machine makes a program slow, but it does not put it to sleep: a process that waits for a processor or a disk is
not asleep. So who waits for words that will never be drawn hears of it as soon as the program and its children have
slept for a while without waking once, and on a busy machine nobody gives up too early.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pexpect

from tests.guards import GUARD

LOOKS = 30
"""So many looks in a row must see the same sleep."""
PROCESSES = Path("/proc")

Pattern = str | type[pexpect.EOF]


class NotDrawn(AssertionError):
    """A program waits for input, or has ended, and has not drawn what was expected."""


def drawn(child: pexpect.spawn[str], *patterns: Pattern) -> int:
    """Wait until one of the patterns is drawn; its number."""
    wanted = " or ".join(map(repr, patterns))
    asleep, last = 0, None
    for _ in range(int(GUARD * 10)):
        try:
            return int(child.expect(list(patterns), timeout=0.1))
        except pexpect.TIMEOUT:
            now = sleep_of(child.pid)
            asleep = asleep + 1 if now is not None and now == last else 0
            last = now
            if asleep == LOOKS:
                break
        except pexpect.EOF:
            raise NotDrawn(f"it ended without {wanted}:\n{child.before}") from None
    raise NotDrawn(f"it waits and has not drawn {wanted}:\n{child.before}")


def sleep_of(pid: int) -> tuple[tuple[str, str], ...] | None:
    """Every thread of a process and its children with how often it woke; none if one of them is not asleep.

    None as well where the system does not tell: there only the guard ends a wait.
    """
    threads = []
    for process in family(pid):
        for task in sorted((PROCESSES / str(process) / "task").glob("*")):
            facts = status(task)
            if not facts.get("State", "R").startswith(("S", "Z")):
                return None
            threads.append((task.name, facts.get("voluntary_ctxt_switches", "")))
    return tuple(threads) or None


def family(pid: int) -> Iterator[int]:
    """A process and its children, and theirs."""
    children: dict[str, list[int]] = {}
    for process in PROCESSES.iterdir():
        if process.name.isdecimal():
            children.setdefault(status(process).get("PPid", ""), []).append(int(process.name))
    generation = [pid]
    while generation:
        yield from generation
        generation = [child for parent in generation for child in children.get(str(parent), ())]


def status(task: Path) -> dict[str, str]:
    """What the system says of a process or thread; nothing if it has just ended."""
    try:
        text = (task / "status").read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return {}
    return {name: value.strip() for name, _, value in (line.partition(":") for line in text.splitlines())}
