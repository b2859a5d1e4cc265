"""The matches of the studio: a process for each, a token for each seat and one for spectators.

Whoever connects with a token learns what that seat may know and can do what that seat may do; nothing that a connection
sends can name another seat.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from hmac import compare_digest
from typing import Any, Protocol

from attrs import define, field

from tools.studio.access import new_token
from tools.studio.processes import JobFailed, JobProcess, JobStarter

Json = Any
MOST_TABLES = 32
MOST_WATCHERS = 64
OF_SEATS = ("answer", "undo", "rule", "foretell")
"""Only somebody who plays may do this."""
OF_ALL = ("why", "why_not", "inspect", "rules", "log")
SECONDS_TO_READ = 3.0
PATIENCE, PATIENCE_WITH_SEARCH = 30.0, 300.0


class Watcher(Protocol):
    async def send_json(self, data: Json) -> None: ...
    def lose(self) -> None:
        """End a connection that is not read."""


@define(eq=False)
class StudioTable:
    """One match. `tokens` says for each token whose it is; none is a spectator."""

    id: str
    starter: JobStarter
    job: JobProcess
    about: dict[str, Json]
    tokens: dict[str, str | None]
    watchers: dict[Watcher, str | None] = field(factory=dict)
    broken: str = ""
    over: bool = False

    def seat_of(self, token: str) -> tuple[bool, str | None]:
        """Whether a token opens this match, and the seat."""
        for token_of_seat, seat in self.tokens.items():
            if compare_digest(token_of_seat.encode(), token.encode()):
                return True, seat
        return False, None

    @property
    def seconds(self) -> float:
        return PATIENCE_WITH_SEARCH if any(who.startswith("mcts") for who in self.about["who"].values()) else PATIENCE

    # -------------------------------------------------------------------------------------------------- connections

    async def enter(self, watcher: Watcher, seat: str | None) -> None:
        if len(self.watchers) >= MOST_WATCHERS:
            raise JobFailed("too many people watch this match already")
        self.watchers[watcher] = seat
        about = {name: self.about[name] for name in ("game", "mode", "title", "aim", "seats", "people", "who")}
        await watcher.send_json({"about": about | {"seat": seat}})
        if self.broken:
            await watcher.send_json({"broken": self.broken})
            return
        [seen] = await self._ask("look", {"seats": [seat]})
        await watcher.send_json({"seen": seen})
        await self.announce()

    async def leave(self, watcher: Watcher) -> None:
        self.watchers.pop(watcher, None)
        await self.announce()

    async def announce(self) -> None:
        """Tell everybody who is here."""
        here = sorted({seat for seat in self.watchers.values() if seat is not None})
        spectators = sum(seat is None for seat in self.watchers.values())
        await self._send_all({"here": here, "spectators": spectators})

    async def _send_all(self, message: Json) -> None:
        await self._send([(watcher, message) for watcher in self.watchers])

    async def _send(self, messages: Sequence[tuple[Watcher, Json]]) -> None:
        """Send a message to each; whoever cannot read any more must come again, and holds up nobody else."""
        sent = await asyncio.gather(*(_sent(watcher, message) for watcher, message in messages))
        for (watcher, _), arrived in zip(messages, sent, strict=True):
            if not arrived and watcher in self.watchers:
                del self.watchers[watcher]
                watcher.lose()

    # -------------------------------------------------------------------------------------------------------- deeds

    async def take(self, seat: str | None, do: str, arguments: Mapping[str, Json]) -> Json:
        """A request of a connection."""
        if do not in OF_ALL and (do not in OF_SEATS or seat is None):
            raise JobFailed("only a player can do this")
        watching = list(dict.fromkeys(self.watchers.values()))
        passed_on = {
            name: arguments[name] for name in ("about", "request", "chosen", "option", "thing") if name in arguments
        }
        answer = await self._ask(do, passed_on | {"seat": seat, "watching": watching}, watching)
        if do in ("answer", "undo"):
            await self._show(watching, answer["seen"])
            return {"notes": answer["notes"]}
        return answer

    async def advance(self) -> None:
        """Let bots begin."""
        watching = list(dict.fromkeys(self.watchers.values()))
        try:
            answer = await self._ask("advance", {"watching": watching}, watching)
        except JobFailed as failed:
            self.broken = self.broken or failed.message
            await self._send_all({"broken": self.broken})
            return
        await self._show(watching, answer["seen"])

    async def _ask(self, do: str, arguments: Mapping[str, Json], watching: list[str | None] | None = None) -> Json:
        def told(message: Json) -> None:
            asyncio.get_running_loop().create_task(self._thinks(watching or [], message))

        try:
            return await self.job.ask(do, arguments, self.seconds, told)
        except JobFailed as failed:
            if self.job.gone and not self.broken:
                self.broken = failed.message
                await self._send_all({"broken": self.broken})
            raise

    async def _thinks(self, watching: list[str | None], message: Json) -> None:
        await self._show(watching, message["seen"])
        await self._send_all({"thinks": message["thinks"]})

    async def _show(self, watching: list[str | None], seen: list[Json]) -> None:
        by_seat = dict(zip(watching, seen, strict=True))
        self.over = self.over or any(view["over"] for view in seen)
        pairs = [(watcher, {"seen": by_seat[seat]}) for watcher, seat in self.watchers.items() if seat in by_seat]
        await self._send(pairs)

    async def reopen(self) -> None:
        """Continue a match whose process has died from its record."""
        if not self.broken or self.about["record"] is None:
            return
        arguments = {"resume": self.about["record"], "who": self.about["who"]}
        self.starter.leave(self.job)
        self.job, self.about = await self.starter.begin("match", arguments)
        self.broken = ""
        seats = list(dict.fromkeys(self.watchers.values()))
        await self._show(seats, await self._ask("look", {"seats": seats}))

    async def close(self) -> None:
        with contextlib.suppress(JobFailed):
            await self.job.ask("close", {}, 5.0)
        self.starter.leave(self.job)
        await self._send_all({"broken": "this match was closed"})


@define
class StudioTables:
    starter: JobStarter
    tables: dict[str, StudioTable] = field(factory=dict)

    async def begin(self, arguments: Mapping[str, Json]) -> StudioTable:
        """Start or resume a match; see `jobs.match_job.begin`."""
        if len(self.tables) >= MOST_TABLES:
            finished = next((table for table in self.tables.values() if table.over or not table.watchers), None)
            if finished is None:
                raise JobFailed(f"{MOST_TABLES} matches are open: close one of them first")
            await self.close(finished.id)
        job, about = await self.starter.begin("match", arguments)
        seats: list[str | None] = [*about["people"], None]
        table = StudioTable(new_token()[:12], self.starter, job, about, {new_token(): seat for seat in seats})
        self.tables[table.id] = table
        await table.advance()
        return table

    async def close(self, id: str) -> None:
        await self.tables.pop(id).close()


async def _sent(watcher: Watcher, message: Json) -> bool:
    """Send a message; false if the watcher has gone in the meantime, or does not read."""
    try:
        await asyncio.wait_for(watcher.send_json(message), SECONDS_TO_READ)
    except (RuntimeError, OSError, TimeoutError):
        return False
    return True
