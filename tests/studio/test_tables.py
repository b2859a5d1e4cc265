"""Matches of the studio: each token learns and does what its seat may, and a process that dies takes nothing with it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from attrs import define, field
from websockets.sync.client import ClientConnection

from tests.architecture.tree import ROOT
from tests.guards import GUARD, wait_until
from tests.studio.server import StudioServer
from tools.studio import tables
from tools.studio.processes import JobProcess, JobStarter
from tools.studio.tables import StudioTable

PEOPLE = {"Ann": "human", "Ben": "human"}


def begin(studio: StudioServer, game: str = "scrapyard", **more: Any) -> tuple[Any, dict[str | None, str]]:
    body = {"game": game, "mode": None, "who": PEOPLE, "seed": 4} | more
    match = studio.good("POST", "/api/matches", body)
    return match, {link["seat"]: link["token"] for link in match["links"]}


@contextmanager
def enter(studio: StudioServer, match: Any, token: str) -> Iterator[ClientConnection]:
    with studio.socket(f"/api/play/{match['id']}") as socket:
        socket.send(json.dumps({"token": token}))
        yield socket


def until(socket: ClientConnection, name: str) -> Any:
    """The next message with this name."""
    while True:
        message = json.loads(socket.recv(GUARD))
        if name in message:
            return message[name]


def answer(socket: ClientConnection, seen: Any, **more: Any) -> None:
    question = seen["picture"]["question"]
    socket.send(json.dumps({"id": 1, "do": "answer", "request": question["id"], "chosen": [0], **more}))


def hands(seen: Any) -> dict[str, tuple[int, list[str]]]:
    """By player: the cards of the hand that are face down, and the names of the others."""
    found = {}
    for holder in seen["picture"]["players"]:
        zones = [zone for zone in holder["piece"].get("zones", ()) if zone["name"] == "hand"]
        found[holder["piece"]["name"]] = (
            sum(zone["hidden"] for zone in zones),
            [p["name"] for z in zones for p in z["pieces"]],
        )
    return found


def test_each_seat_sees_its_own_secrets_and_a_spectator_sees_none(studio: StudioServer) -> None:
    match, tokens = begin(studio)
    with ExitStack() as stack:
        sockets = {seat: stack.enter_context(enter(studio, match, token)) for seat, token in tokens.items()}
        seen = {seat: until(socket, "seen") for seat, socket in sockets.items()}
        while not any(number for number, _ in hands(seen[None]).values()):  # until cards are dealt
            asked = next(seat for seat in ("Ann", "Ben") if "question" in seen[seat]["picture"])
            answer(sockets[asked], seen[asked])
            seen = {seat: until(socket, "seen") for seat, socket in sockets.items()}
    for seat, other in (("Ann", "Ben"), ("Ben", "Ann")):
        own = hands(seen[seat])[seat][1]
        assert own
        assert hands(seen[seat])[other][1] == []
        assert hands(seen[None])[seat] == (len(own), [])
        assert hands(seen[other])[seat] == (len(own), [])
        for viewer in (None, other):
            shared = set(hands(seen[other])[other][1]) if viewer else set()
            assert all(name not in json.dumps(seen[viewer]) for name in set(own) - shared)
    assert "question" not in seen[None]["picture"]


def test_nobody_answers_for_another_seat(studio: StudioServer) -> None:
    match, tokens = begin(studio)
    with enter(studio, match, tokens["Ann"]) as ann, enter(studio, match, tokens["Ben"]) as ben:
        seen = {"Ann": until(ann, "seen"), "Ben": until(ben, "seen")}
        asked, waiting = (ann, ben) if "question" in seen["Ann"]["picture"] else (ben, ann)
        name = "Ann" if asked is ann else "Ben"
        answer(waiting, seen[name], seat=name)
        assert until(waiting, "refused")["message"] == "this question is not open any more"
        with enter(studio, match, tokens[None]) as spectator:
            assert until(spectator, "about")["seat"] is None
            for do in ("answer", "undo", "rule", "look", "close", "advance"):
                answer(spectator, seen[name], do=do, seat=name, seats=[name])
                assert until(spectator, "refused")["message"] == "only a player can do this"
            spectator.send(json.dumps({"id": 2, "do": "why", "about": "", "seat": name}))
            assert "spectators" in until(spectator, "refused")["message"]
        answer(asked, seen[name], chosen=[10_000])
        assert until(asked, "refused")["message"]
        answer(asked, seen[name], chosen="0")
        assert until(asked, "refused")["message"] == "an answer is a list of option numbers"
        answer(asked, seen[name])
        assert until(waiting, "seen")["answers"] == 1


def test_a_lone_person_takes_back_and_asks_for_rules_and_reasons(studio: StudioServer) -> None:
    match, tokens = begin(studio, who={"Ann": "human", "Ben": "random"})
    with enter(studio, match, tokens["Ann"]) as socket:
        seen = until(socket, "seen")
        words = [option["words"] for option in seen["picture"]["question"]["options"]]
        answer(socket, seen)
        after = until(socket, "seen")
        assert after["answers"] > seen["answers"]
        answered = json.loads(socket.recv(GUARD))
        assert answered["id"] == 1
        for request, part in (
            ({"do": "why", "about": ""}, "rulesets/scrapyard"),
            ({"do": "why_not", "about": "strike Rusty"}, "has another question to answer first"),
            ({"do": "rule", "option": 0}, "SY-"),
            ({"do": "inspect", "thing": after["picture"]["players"][0]["piece"]["number"]}, "Ann"),
        ):
            socket.send(json.dumps({"id": 5, **request}))
            lines = until(socket, "answer")
            assert any(part in line for line in lines), lines
        socket.send(json.dumps({"id": 6, "do": "undo"}))
        back = until(socket, "seen")
        assert [option["words"] for option in back["picture"]["question"]["options"]] == words


def test_the_studio_starts_no_programs_at_seats(studio: StudioServer, tmp_path: Path) -> None:
    who = {"Ann": f"cmd:touch {tmp_path / 'started'}", "Ben": "random"}
    status, told, _ = studio.ask("POST", "/api/matches", {"game": "scrapyard", "mode": None, "who": who})
    assert (status, "starts no programs" in told["message"]) == (422, True)
    assert not (tmp_path / "started").exists()


def children(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(line.split()[0]) for line in found.stdout.splitlines() if "tools.studio.jobs" in line]


def new_child(studio: StudioServer, before: set[int]) -> int:
    """The process that was started in advance for the next job."""
    assert wait_until(lambda: set(children(studio.process.pid)) - before)
    return (set(children(studio.process.pid)) - before).pop()


def test_a_match_whose_process_dies_goes_on_from_its_record_and_the_others_do_not_notice(studio: StudioServer) -> None:
    before = set(children(studio.process.pid))
    unharmed, others = begin(studio, who={"Ann": "human", "Ben": "random"})
    process = new_child(studio, before)
    match, tokens = begin(studio, who={"Ann": "human", "Ben": "random"})
    with enter(studio, match, tokens["Ann"]) as socket, enter(studio, unharmed, others["Ann"]) as beside:
        answer(socket, until(socket, "seen"))
        seen = until(socket, "seen")
        os.kill(process, signal.SIGKILL)
        answer(socket, seen)
        assert "has died" in until(socket, "broken")
        answer(beside, until(beside, "seen"))
        assert until(beside, "seen")["answers"] > 0
        studio.good("POST", f"/api/matches/{match['id']}")
        assert until(socket, "seen") == seen


def test_work_ends_with_its_connection_and_does_not_hold_up_the_page(studio: StudioServer) -> None:
    wanted = {
        "game": "scrapyard",
        "mode": None,
        "what": "wins",
        "games": 1_000_000,
        "seed": 1,
        "players": ["greedy", "greedy"],
    }
    with studio.socket("/api/work", owner=True) as socket:
        socket.send(json.dumps({"kind": "study", "with": wanted}))
        assert until(socket, "told")["of"] == 1_000_000
        busy = set(children(studio.process.pid))
        studio.good("GET", "/api/state")  # long before the study is over
        socket.ping()
    assert wait_until(lambda: busy - set(children(studio.process.pid))), "the processes of the study still run"


def test_a_job_may_not_take_all_memory() -> None:
    code = "from tools.studio.jobs.limits import limit_memory; limit_memory(); bytearray(6 << 30)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "MemoryError" in done.stderr


def test_a_workspace_cannot_bring_modules_along(studio: StudioServer, workspace: Path) -> None:
    for name in ("json.py", "attrs.py", "tools/__init__.py", "sitecustomize.py"):
        path = workspace / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"open({str(workspace / 'imported')!r}, 'w')\n", encoding="utf-8")
    try:
        assert studio.good("POST", "/api/scenarios", {"path": "rulesets/sky_duel"})["passed"] > 0
        studio.good("GET", "/api/game?game=sky_duel")  # by the process that was started after these files
        assert not (workspace / "imported").exists()
    finally:
        for name in ("json.py", "attrs.py", "tools/__init__.py", "sitecustomize.py"):
            (workspace / name).unlink()


def test_the_language_server_hears_only_of_files_of_the_workspace(studio: StudioServer, workspace: Path) -> None:
    outside = workspace.parent / "outside.bot"
    outside.write_text("nonsense", encoding="utf-8")
    root = studio.good("GET", "/api/state")["uri"]
    with studio.socket("/api/language", owner=True) as socket:
        first = {"processId": None, "rootUri": root, "capabilities": {}}
        socket.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": first}))
        assert until(socket, "result")["capabilities"]
        socket.send(json.dumps({"jsonrpc": "2.0", "method": "initialized", "params": {}}))
        for uri in (
            f"file://{outside}",
            f"{root}/../outside.bot",
            f"{root}/%2e%2e/outside.bot",
            f"{root}/content/crabs/cards.bot",
        ):
            document = {"uri": uri, "languageId": "botwright", "version": 1, "text": "nonsense"}
            socket.send(
                json.dumps({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}})
            )
        params = until(socket, "params")
        assert params["uri"].endswith("content/crabs/cards.bot")


@define(eq=False)
class Listener:
    """Somebody at a table who reads, or does not."""

    reads: bool
    heard: list[Any] = field(factory=list)
    lost: bool = False

    async def send_json(self, data: Any) -> None:
        if not self.reads:
            await asyncio.Event().wait()
        self.heard.append(data)

    def lose(self) -> None:
        self.lost = True


def test_who_does_not_read_is_lost_and_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "SECONDS_TO_READ", 0.01)
    starter = JobStarter(".")
    table = StudioTable("x", starter, cast(JobProcess, None), {"people": []}, {})
    deaf, keen = Listener(reads=False), Listener(reads=True)
    table.watchers |= {deaf: None, keen: "Ann"}
    asyncio.run(table.announce())
    asyncio.run(table.announce())
    assert keen.heard == [{"here": ["Ann"], "spectators": 1}, {"here": ["Ann"], "spectators": 0}]
    assert (deaf.lost, keen.lost) == (True, False)
    assert list(table.watchers) == [keen]


def test_the_notes_on_options_come_when_the_table_is_drawn(studio: StudioServer) -> None:
    match, tokens = begin(studio, who={"Ann": "human", "Ben": "random"})
    with enter(studio, match, tokens["Ann"]) as socket:
        seen = until(socket, "seen")
        while seen["picture"]["question"]["sort"] != "act":
            answer(socket, seen)
            seen = until(socket, "seen")
            assert until(socket, "answer") == {"notes": []}
        question = seen["picture"]["question"]
        socket.send(json.dumps({"id": 2, "do": "foretell", "request": question["id"]}))
        notes = until(socket, "answer")
        assert notes.keys() == {str(option["index"]) for option in question["options"]}
        assert any("costs" in note for note in notes.values())
        socket.send(json.dumps({"id": 3, "do": "foretell", "request": question["id"] + 1}))
        assert until(socket, "answer") == {}
    with enter(studio, match, tokens[None]) as spectator:
        spectator.send(json.dumps({"id": 2, "do": "foretell", "request": question["id"]}))
        assert until(spectator, "refused")["message"] == "only a player can do this"
