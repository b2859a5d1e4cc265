"""The server: addresses, and what is behind each of them.

Pages are the same for every address; what they show, they ask for. Everything under `/api/` is for the owner, except a
match, which asks for the token of a seat.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from attrs import define, field
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from dsl.syntax.keywords import DECLARATIONS, SENTENCES
from tools.matches.game_index import games, packs, titles
from tools.play import saved_matches
from tools.skeleton import Created, new_card, new_game, new_pack
from tools.skeleton.project_paths import SkeletonRefused
from tools.studio import records
from tools.studio.access import SHEET_POLICY, Access, Guard, policy
from tools.studio.language import converse, uri_of_folder
from tools.studio.processes import JobFailed, JobProcess, JobStarter
from tools.studio.tables import SECONDS_TO_READ, StudioTable, StudioTables
from tools.studio.workspace_files import FileRefused, WorkspaceFiles
from tools.version import version

Json = Any
Answer = Callable[[Request], Awaitable[Response]]
LONGEST_BODY = 4 << 20
MOST_KEPT = 5
GUESS_SECONDS = 0.5
"""A wrong token is answered after this time."""
STUDY_SECONDS, PROOF_SECONDS, SCENARIO_SECONDS = 3_600.0, 3_600.0, 120.0
NONCE = "{{nonce}}"


@define
class Studio:
    """Everything that the server keeps while it runs."""

    root: str
    access: Access
    page: Path
    """The folder of the built page."""
    starter: JobStarter = field(init=False)
    tables: StudioTables = field(init=False)
    files: WorkspaceFiles = field(init=False)
    _kept: dict[str, tuple[JobProcess, Json]] = field(factory=dict, init=False)  # jobs that answer again
    _starting: WeakValueDictionary[str, asyncio.Lock] = field(factory=WeakValueDictionary, init=False)

    def __attrs_post_init__(self) -> None:
        self.starter = JobStarter(self.root)
        self.tables = StudioTables(self.starter)
        self.files = WorkspaceFiles(self.root)

    # ----------------------------------------------------------------------------------------------------- the page

    async def index(self, request: Request) -> Response:
        token = request.query_params.get("token")
        if token is not None and self.access.may_enter(token):
            response: Response = RedirectResponse(request.url.path, 303)
            response.set_cookie(self.access.cookie, token, httponly=True, samesite="strict", path="/")
            return response
        nonce = secrets.token_urlsafe(16)
        text = (self.page / "index.html").read_text("utf-8").replace(NONCE, nonce)
        return HTMLResponse(text, headers={"content-security-policy": policy(nonce)})

    # ---------------------------------------------------------------------------------------------------- workspace

    async def state(self, request: Request) -> Response:
        root = os.path.realpath(self.root)
        return JSONResponse({
            "root": os.path.basename(root) or root, "uri": uri_of_folder(root), "version": version(),
            "games": sorted(games()), "packs": sorted(packs()), "titles": titles(),
            "words": {"declarations": sorted(DECLARATIONS), "sentences": sorted(SENTENCES)},
            "own": sorted(name for name, path in {**games(), **packs()}.items() if not path.is_absolute()),
        })  # fmt: skip

    async def list_files(self, request: Request) -> Response:
        return JSONResponse(self.files.list())

    async def read_file(self, request: Request) -> Response:
        file = self.files.read(request.query_params.get("path", ""))
        return JSONResponse({"text": file.text, "mark": file.mark})

    async def write_file(self, request: Request) -> Response:
        body = await _body(request)
        mark = body.get("mark")
        new = self.files.write(_text(body, "path"), _text(body, "text"), mark if isinstance(mark, str) else None)
        return JSONResponse({"mark": new})

    async def create(self, request: Request) -> Response:
        """The files of a new game, pack or card."""
        body = await _body(request)
        name, what = _text(body, "name"), _text(body, "what")
        makers: dict[str, Callable[[], Created]] = {
            "game": lambda: new_game(name),
            "pack": lambda: new_pack(name, _known(games(), _text(body, "game"))),
            "card": lambda: new_card(name, _known(packs(), _text(body, "pack")), _text(body, "kind")),
        }
        if what not in makers:
            raise JobFailed("only a game, a pack or a card can be created")
        try:
            created = await asyncio.to_thread(makers[what])
        except SkeletonRefused as refused:
            raise JobFailed(str(refused)) from refused
        return JSONResponse({"files": [path.replace(os.sep, "/") for path in created.files]})

    def _unit(self, name: str) -> str:
        """The path of a game or pack: its name, or a folder of the workspace."""
        places = {**games(), **packs()}
        return str(places[name]) if name in places else self.files.folder(name)

    # ------------------------------------------------------------------------------------------------ work on packs

    async def game(self, request: Request) -> Response:
        return JSONResponse(await self.starter.once("games", {"game": _known(games(), request.query_params["game"])}))

    async def cards(self, request: Request) -> Response:
        path = self._unit(request.query_params["path"])
        for name in [name for name in self._kept if name.startswith("cards ")]:  # the files may have changed
            self.starter.leave(self._kept.pop(name)[0])
        return JSONResponse((await self._keeping("cards", {"path": path}))[1])

    async def picture(self, request: Request) -> Response:
        """The picture of a card, as an image that runs nothing."""
        wanted = {"path": self._unit(request.query_params["path"])}
        job, _ = await self._keeping("cards", wanted)
        try:
            svg = await job.ask("picture", {"card": request.query_params["card"]})
        except JobFailed:
            if not job.gone:
                raise
            job, _ = await self._keeping("cards", wanted)  # another page has asked for the cards anew
            svg = await job.ask("picture", {"card": request.query_params["card"]})
        headers = {"content-security-policy": SHEET_POLICY, "cache-control": "private, max-age=30"}
        return Response(svg, media_type="image/svg+xml", headers=headers)

    async def sheet(self, request: Request) -> Response:
        path = self._unit(request.query_params["path"])
        backs, colour = "backs" in request.query_params, request.query_params.get("colour", "")
        html = await self.starter.once("cards", {"path": path, "print": True, "backs": backs, "colour": colour})
        return HTMLResponse(html, headers={"content-security-policy": SHEET_POLICY})

    async def run_scenarios(self, request: Request) -> Response:
        path = self._unit(_text(await _body(request), "path"))
        return JSONResponse(await self.starter.once("tests", {"path": path}, SCENARIO_SECONDS))

    async def clauses(self, request: Request) -> Response:
        game = _known(games(), request.query_params["game"])
        return JSONResponse(await self.starter.once("tests", {"clauses": game}, SCENARIO_SECONDS))

    async def work(self, socket: WebSocket) -> None:
        """A long piece of work with its progress; closing the connection ends it."""
        if not self.access.is_owner(socket):
            await _refuse(socket)
            return
        await socket.accept()
        try:
            wanted = await socket.receive_json()
            kind, arguments = wanted["kind"], dict(wanted["with"])
            seconds = {"study": STUDY_SECONDS, "tests": PROOF_SECONDS}[kind]
            name = "game" if kind == "study" else "clauses"
            arguments[name] = _known(games(), arguments[name])
            progress: asyncio.Queue[Json] = asyncio.Queue()
            task = asyncio.create_task(self.starter.once(kind, arguments, seconds, progress.put_nowait))
            await _carry(socket, task, progress)
        except (WebSocketDisconnect, KeyError, TypeError, ValueError):
            return

    # ------------------------------------------------------------------------------------------------------ matches

    async def begin_match(self, request: Request) -> Response:
        body = await _body(request)
        if "resume" in body:
            wanted: dict[str, Json] = {"resume": records.path_of(_text(body, "resume"), self.root)}
            wanted["who"] = body.get("who", {})
        else:
            game = _text(body, "game")
            seed = body.get("seed")
            wanted = {"game": _known(games(), game), "mode": body.get("mode"), "who": body.get("who")}
            wanted["seed"] = seed if isinstance(seed, int) else secrets.randbelow(1_000_000)
            wanted["record"] = saved_matches.new_path(game, datetime.now())
        return JSONResponse(_invitation(await self.tables.begin(wanted)))

    async def matches(self, request: Request) -> Response:
        return JSONResponse([_invitation(table) for table in self.tables.tables.values()])

    async def match(self, request: Request) -> Response:
        table = self.tables.tables.get(request.path_params["id"])
        if table is None:
            raise FileRefused("this match is not open any more", 404)
        if request.method == "DELETE":
            await self.tables.close(table.id)
            return JSONResponse({})
        if request.method == "POST":
            await table.reopen()
        return JSONResponse(_invitation(table))

    async def play(self, socket: WebSocket) -> None:
        """A match for whoever has a token of it."""
        await socket.accept()
        try:
            first = await asyncio.wait_for(socket.receive_json(), 10)
            table = self.tables.tables.get(socket.path_params["id"])
            opens, seat = table.seat_of(str(first.get("token", ""))) if table is not None else (False, None)
            if table is None or not opens:
                await asyncio.sleep(GUESS_SECONDS)
                await socket.close(4401, "this link does not open a match")
                return
            await _served(socket, table, seat)
        except (WebSocketDisconnect, TimeoutError, ValueError, TypeError, AttributeError, RuntimeError, KeyError):
            return
        except JobFailed as failed:
            await socket.close(4400, failed.message[:100])

    # ------------------------------------------------------------------------------------------------------ replays

    async def list_records(self, request: Request) -> Response:
        return JSONResponse(await asyncio.to_thread(records.listed, self.root))

    async def replay(self, request: Request) -> Response:
        """A question about a record; the process that has read it answers the next one too."""
        body = await _body(request)
        wanted = {"record": records.path_of(_text(body, "record"), self.root)}
        if "other" in body:
            wanted["other"] = records.path_of(_text(body, "other"), self.root)
            return JSONResponse(await self.starter.once("replay", wanted))
        viewer = {"seat": body.get("seat"), "everything": body.get("everything") is True}
        viewer["force"] = body.get("force") is True
        job, opened = await self._keeping("replay", wanted | viewer)
        do = body.get("do", "open")
        if do == "open":
            return JSONResponse(opened)
        if do == "play":
            return JSONResponse(await self._play_on(job, opened, body))
        arguments = {name: body[name] for name in ("index", "about", "event", "thing") if name in body}
        return JSONResponse(await job.ask(_one_of(do, ("moment", "why", "inspect", "find")), arguments))

    async def _keeping(self, kind: str, wanted: Mapping[str, Json]) -> tuple[JobProcess, Json]:
        """A job that is kept for further questions, with its first answer; the oldest one ends when there are many."""
        name = f"{kind} {json.dumps(wanted, sort_keys=True)}"
        async with self._starting.setdefault(name, asyncio.Lock()):  # one that takes long holds up no other
            if name not in self._kept or self._kept[name][0].gone:
                while len(self._kept) >= MOST_KEPT:
                    self.starter.leave(self._kept.pop(next(iter(self._kept)))[0])
                self._kept[name] = await self.starter.begin(kind, wanted)
            return self._kept[name]

    async def _play_on(self, job: JobProcess, opened: Json, body: Mapping[str, Json]) -> Json:
        """A new match that begins with the answers up to a moment."""
        path = saved_matches.new_path(opened["game"], datetime.now())
        if path is None:
            raise JobFailed("the match cannot be saved: the folder of your matches is not writable")
        saved = await job.ask("save", {"index": body.get("index"), "path": path})
        person = body["as"] if body.get("as") in saved["seats"] else saved["asked"]
        who = {seat: "human" if seat == person else "random" for seat in saved["seats"]}
        return _invitation(await self.tables.begin({"resume": path, "who": who}))

    async def language(self, socket: WebSocket) -> None:
        if not self.access.is_owner(socket):
            await _refuse(socket)
            return
        await socket.accept()
        await converse(socket, self.root)

    # --------------------------------------------------------------------------------------------------- the server

    def owned(self, answer: Answer) -> Answer:
        """An answer for the owner only; a refusal is an answer too."""

        async def answering(request: Request) -> Response:
            if not self.access.is_owner(request):
                message = "open the address that `botwright studio` printed, or the link of a seat"
                return JSONResponse({"message": message}, 401)
            try:
                return await answer(request)
            except JobFailed as failed:
                return JSONResponse(failed.data, 422)
            except FileRefused as refused:
                words = {"message": refused.message, "text": refused.text, "mark": refused.mark}
                return JSONResponse(words, refused.status)
            except KeyError as missing:
                return JSONResponse({"message": f"`{missing.args[0]}` is missing"}, 400)

        return answering

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        self.starter.prepare()
        yield
        for table in list(self.tables.tables):
            await self.tables.close(table)
        await self.starter.close()

    def app(self) -> Guard:
        routes = [
            Route("/api/state", self.owned(self.state)),
            Route("/api/files", self.owned(self.list_files)),
            Route("/api/file", self.owned(self.read_file)),
            Route("/api/file", self.owned(self.write_file), methods=["PUT"]),
            Route("/api/new", self.owned(self.create), methods=["POST"]),
            Route("/api/game", self.owned(self.game)),
            Route("/api/cards", self.owned(self.cards)),
            Route("/api/picture", self.owned(self.picture)),
            Route("/api/sheet", self.owned(self.sheet)),
            Route("/api/scenarios", self.owned(self.run_scenarios), methods=["POST"]),
            Route("/api/clauses", self.owned(self.clauses)),
            Route("/api/matches", self.owned(self.matches)),
            Route("/api/matches", self.owned(self.begin_match), methods=["POST"]),
            Route("/api/matches/{id}", self.owned(self.match), methods=["GET", "POST", "DELETE"]),
            Route("/api/records", self.owned(self.list_records)),
            Route("/api/replay", self.owned(self.replay), methods=["POST"]),
            WebSocketRoute("/api/work", self.work),
            WebSocketRoute("/api/language", self.language),
            WebSocketRoute("/api/play/{id}", self.play),
            Route("/api/{rest:path}", _nothing, methods=["GET", "POST", "PUT", "DELETE"]),
            Mount("/assets", GZipMiddleware(StaticFiles(directory=self.page / "assets", check_dir=False))),
            Route("/{rest:path}", self.index),
        ]
        return Guard(Starlette(routes=routes, lifespan=self.lifespan), self.access)


async def _nothing(request: Request) -> Response:
    return PlainTextResponse("there is nothing here", 404)


def _invitation(table: Any) -> Json:
    """What the owner learns about a match: everything, with the tokens of all seats."""
    links = [{"seat": seat, "token": token} for token, seat in table.tokens.items()]
    names = ("game", "mode", "title", "seats", "people", "who", "seed")
    state = {"over": table.over, "broken": table.broken, "record": records.name_of(table.about["record"])}
    return {"id": table.id, "links": links, **state} | {name: table.about[name] for name in names}


@define(eq=False)
class _Connection:
    """Somebody at a table; who does not read any more loses the connection."""

    socket: WebSocket
    serving: asyncio.Future[None] | None = None

    async def send_json(self, data: Json) -> None:
        await self.socket.send_json(data)

    def lose(self) -> None:
        if self.serving is not None:
            self.serving.cancel()


async def _served(socket: WebSocket, table: StudioTable, seat: str | None) -> None:
    """Let somebody sit or watch until they go or are lost."""

    async def serving() -> None:
        await table.enter(watcher, seat)
        while True:
            await _taken(socket, table.take, seat)

    watcher = _Connection(socket)
    watcher.serving = asyncio.ensure_future(serving())
    try:
        await asyncio.wait([watcher.serving])
        if not watcher.serving.cancelled():
            watcher.serving.result()
        else:
            with contextlib.suppress(RuntimeError, OSError, TimeoutError):
                await asyncio.wait_for(socket.close(4408, "the page did not keep up"), SECONDS_TO_READ)
    finally:
        watcher.serving.cancel()
        await table.leave(watcher)


async def _taken(socket: WebSocket, take: Callable[..., Awaitable[Json]], seat: str | None) -> None:
    """One request of a connection, with its answer."""
    message = await socket.receive_json()
    try:
        answer = {"answer": await take(seat, str(message["do"]), message)}
    except JobFailed as failed:
        answer = {"refused": failed.data}
    await socket.send_json({"id": message.get("id"), **answer})


async def _carry(socket: WebSocket, task: asyncio.Task[Json], progress: asyncio.Queue[Json]) -> None:
    """Tell the progress of a task and its answer, unless the connection is closed before."""
    gone = asyncio.create_task(socket.receive())
    news = asyncio.create_task(progress.get())
    try:
        while not task.done() and not gone.done():
            await asyncio.wait([task, gone, news], return_when=asyncio.FIRST_COMPLETED)
            if news.done():
                await socket.send_json({"told": news.result()})
                news = asyncio.create_task(progress.get())
        if task.done():
            try:
                await socket.send_json({"answer": task.result()})
            except JobFailed as failed:
                await socket.send_json({"refused": failed.data})
            await socket.close()
    finally:
        for waiting in (task, gone, news):
            waiting.cancel()


async def _refuse(socket: WebSocket) -> None:
    await asyncio.sleep(GUESS_SECONDS)
    await socket.close(4401, "this is for the owner of the studio")


async def _body(request: Request) -> Mapping[str, Json]:
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > LONGEST_BODY:
            raise FileRefused("this is too long", 413)
    try:
        body = json.loads(data)
    except ValueError as error:
        raise FileRefused("this is not JSON") from error
    if not isinstance(body, dict):
        raise FileRefused("this is not what was asked for")
    return body


def _text(body: Mapping[str, Json], name: str) -> str:
    value = body[name]
    if not isinstance(value, str):
        raise FileRefused(f"`{name}` must be a text")
    return value


def _known(places: Mapping[str, Path], name: str) -> str:
    """The name of a game or pack that exists; a path is none."""
    if name not in places:
        raise FileRefused(f"there is no `{name[:60]}` here", 404)
    return name


def _one_of(value: object, values: tuple[str, ...]) -> str:
    if value not in values:
        raise FileRefused("this cannot be done")
    return str(value)
