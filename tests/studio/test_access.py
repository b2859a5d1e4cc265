"""Who may ask the studio: its own page, with the token of its owner or of a seat; nobody else, under no other name."""

from __future__ import annotations

import json
import re

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.guards import GUARD
from tests.studio.server import StudioServer

PLACES = [
    ("GET", "/api/state"), ("GET", "/api/files"), ("GET", "/api/file?path=x.bot"), ("PUT", "/api/file"),
    ("POST", "/api/new"), ("GET", "/api/game?game=scrapyard"), ("GET", "/api/cards?path=scrapyard"),
    ("GET", "/api/picture?path=scrapyard&card=x"), ("GET", "/api/sheet?path=scrapyard"), ("POST", "/api/scenarios"),
    ("GET", "/api/clauses?game=scrapyard"), ("GET", "/api/matches"), ("POST", "/api/matches"), ("GET", "/api/records"),
    ("POST", "/api/replay"), ("GET", "/api/matches/abc"),
]  # fmt: skip


@pytest.mark.parametrize("method, place", PLACES)
def test_without_the_owners_token_nothing_is_answered(studio: StudioServer, method: str, place: str) -> None:
    body = {} if method != "GET" else None
    assert studio.ask(method, place, body, Cookie="")[0] == 401
    assert studio.ask(method, place, body, Cookie=f"botwright-{studio.port}=guess")[0] == 401


def test_every_place_of_the_server_is_in_this_list() -> None:
    with open("tools/studio/app.py", encoding="utf-8") as file:
        routes = re.findall(r'Route\("(/api/\w+)[^"]*", self\.owned', file.read())
    assert {place.split("?")[0].rsplit("/abc")[0] for _, place in PLACES} == set(routes)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}"]
)
def test_another_name_for_this_machine_is_refused(studio: StudioServer, host: str) -> None:
    status, answer, _ = studio.ask("GET", "/api/state", Host=host.format(port=studio.port), Origin="")
    assert (status, answer) == (403, "this name does not belong to the studio")


def test_the_machine_may_be_called_localhost(studio: StudioServer) -> None:
    host = f"localhost:{studio.port}"
    assert studio.ask("GET", "/api/state", Host=host, Origin=f"http://{host}")[0] == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1:1"])
def test_another_page_is_refused(studio: StudioServer, origin: str) -> None:
    origin = origin.format(port=studio.port)
    assert studio.ask("GET", "/api/state", Origin=origin)[0] == 403
    assert studio.ask("POST", "/api/matches", {}, Origin=origin)[0] == 403
    for path in ("/api/language", "/api/work", "/api/play/x"):
        with pytest.raises((InvalidStatus, ConnectionClosed)), studio.socket(path, owner=True, origin=origin) as socket:
            socket.recv(GUARD)


def test_a_form_of_another_page_is_refused_although_it_sends_no_origin(studio: StudioServer) -> None:
    assert studio.ask("POST", "/api/matches", {}, Origin="")[0] == 403
    assert studio.ask("GET", "/api/state", Origin="", **{"Sec-Fetch-Site": "cross-site"})[0] == 403


def test_the_token_becomes_a_cookie_and_leaves_the_address(studio: StudioServer) -> None:
    status, _, headers = studio.ask("GET", f"/write/x?token={studio.token}", Cookie="")
    assert (status, headers["location"]) == (303, "/write/x")
    assert headers["set-cookie"].startswith(f"{studio.cookie};")
    assert {"HttpOnly", "SameSite=strict"} <= set(headers["set-cookie"].split("; "))
    status, _, headers = studio.ask("GET", "/?token=guess", Cookie="")
    assert (status, headers.get("set-cookie")) == (200, None)


def test_a_page_may_load_its_own_files_and_run_nothing_else(studio: StudioServer) -> None:
    _, first, headers = studio.ask("GET", "/cards/x")
    policy = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    nonce = re.search(r'content="([^"]+)"', first)
    assert nonce is not None
    assert policy["style-src"] == f"'self' 'nonce-{nonce[1]}'"
    assert policy["frame-ancestors"] == "'none'"
    assert nonce[1] not in studio.ask("GET", "/cards/x")[1]
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/api/language", "/api/work"])
def test_work_is_for_the_owner(studio: StudioServer, path: str) -> None:
    with pytest.raises((InvalidStatus, ConnectionClosed)), studio.socket(path) as socket:
        socket.recv(GUARD)


def test_a_guessed_link_opens_no_match(studio: StudioServer) -> None:
    body = {"game": "scrapyard", "mode": None, "who": {"Ann": "human", "Ben": "human"}, "seed": 1}
    match = studio.good("POST", "/api/matches", body)
    tokens = [link["token"] for link in match["links"]]
    assert len(set(tokens)) == 3
    for id, token in ((match["id"], "guess"), (match["id"], tokens[0][:-1]), ("guess", tokens[0]), (match["id"], "")):
        with studio.socket(f"/api/play/{id}") as socket:
            socket.send(json.dumps({"token": token}))
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(GUARD)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401
    studio.good("DELETE", f"/api/matches/{match['id']}")
