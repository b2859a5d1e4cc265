"""Jobs as seen from the server: what takes too long is ended with everything it started, and says so."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from tests.guards import wait_until
from tools.resources import shipped_packs
from tools.studio.processes import JobFailed, JobStarter

STUDY = {
    "game": "scrapyard",
    "mode": None,
    "what": "wins",
    "games": 1_000_000,
    "seed": 1,
    "players": ["greedy", "greedy"],
}


def alive(group: int) -> bool:
    """Whether a process of a group still runs; a dead one that nobody has waited for does not count."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[2]) == group and fields[0] != "Z":
                return True
    return False


def test_work_that_takes_too_long_is_ended_with_everything_it_started(tmp_path: Path) -> None:
    async def run() -> tuple[str, int]:
        starter = JobStarter(str(tmp_path))
        told: asyncio.Queue[object] = asyncio.Queue()
        started = asyncio.create_task(starter.once("study", STUDY, 600, told.put_nowait))
        await told.get()  # matches are being played, in processes of their own
        [job] = starter.running
        job.end("this took longer than 600 seconds and was stopped")
        with pytest.raises(JobFailed) as failed:
            await started
        await starter.close()
        return failed.value.message, job.process.pid

    message, group = asyncio.run(run())
    assert "was stopped" in message or "has died" in message
    assert wait_until(lambda: not alive(group))
    assert os.getpid() != group


def test_an_answer_that_does_not_come_in_time_is_not_waited_for(tmp_path: Path) -> None:
    async def run() -> tuple[str, str]:
        starter = JobStarter(str(tmp_path))
        with pytest.raises(JobFailed) as late:
            await starter.once("study", STUDY, 0.0)
        job, _ = await starter.begin("cards", {"path": str(shipped_packs()["scrapyard-starter"])})
        with pytest.raises(JobFailed) as unknown:
            await job.ask("no such deed", {})
        assert not job.gone  # a refusal is an answer
        await starter.close()
        return late.value.message, unknown.value.message

    late, unknown = asyncio.run(run())
    assert late == "this took longer than 0 seconds and was stopped"
    assert unknown == "nothing here is called `no such deed`"
