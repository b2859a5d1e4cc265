"""Who may ask the server for what.

The owner opens the address that the command prints: its token becomes a cookie of this browser. A player or spectator
has the token of one seat of one match, and nothing else. Only requests to the own address are answered, whatever name
leads there (so that a foreign name cannot be bound to it), and only pages of that address may ask. What the page may
load is stated with every answer: its own files, and nothing that a text could bring along.
"""

from __future__ import annotations

import secrets
from hmac import compare_digest

from attrs import field, frozen
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def new_token() -> str:
    return secrets.token_urlsafe(24)


@frozen
class Access:
    """The addresses under which the server answers, and the token of its owner."""

    port: int
    hosts: tuple[str, ...] = LOOPBACK
    token: str = field(factory=new_token, repr=False)

    @property
    def cookie(self) -> str:
        """Cookies do not know ports: each studio on a machine has its own."""
        return f"botwright-{self.port}"

    def is_owner(self, connection: HTTPConnection) -> bool:
        return compare_digest(connection.cookies.get(self.cookie, "").encode(), self.token.encode())

    def may_enter(self, token: str) -> bool:
        return compare_digest(token.encode(), self.token.encode())

    def serves(self, host: str) -> bool:
        return host in {f"{name}:{self.port}" for name in self.hosts} | (set(self.hosts) if self.port == 80 else set())

    def refusal(self, scope: Scope) -> str:
        """Why a request is not answered; empty if it is."""
        headers = Headers(scope=scope)
        if not self.serves(headers.get("host", "")):
            return "this name does not belong to the studio"
        origin = headers.get("origin")
        own = origin is not None and origin.removeprefix("http://") != origin and self.serves(origin[len("http://") :])
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if (origin is not None or changes) and not own:
            return "only the page of the studio may ask this"
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and _is_data(scope["path"]):
            return "only the page of the studio may ask this"
        return ""


def _is_data(path: str) -> bool:
    return path.startswith("/api/")


def policy(nonce: str = "") -> str:
    """The content security policy of the page; the editor's own styles carry the nonce."""
    styles = f"'self' 'nonce-{nonce}'" if nonce else "'self'"
    rules = [
        "default-src 'none'", "script-src 'self'", f"style-src {styles}", "img-src 'self' blob: data:",
        "connect-src 'self'", "font-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ]  # fmt: skip
    return "; ".join(rules)


SHEET_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox allow-modals"
)
"""A sheet to print has its own styles and nothing else."""


@frozen
class Guard:
    """Refuses what `Access` refuses, before anything else sees it."""

    app: ASGIApp
    access: Access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        why = self.access.refusal(scope)
        if why and scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": why})
        elif why:
            await PlainTextResponse(why, 403)(scope, receive, _hardened(send, scope["path"]))
        else:
            await self.app(scope, receive, _hardened(send, scope["path"]))


def _hardened(send: Send, path: str) -> Send:
    # the name of an asset changes with its content
    cached = "public, max-age=31536000, immutable" if path.startswith("/assets/") else "no-store"

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.setdefault("content-security-policy", policy())
            headers["x-content-type-options"] = "nosniff"
            headers["referrer-policy"] = "no-referrer"
            headers["cross-origin-opener-policy"] = "same-origin"
            headers["cross-origin-resource-policy"] = "same-origin"
            headers.setdefault("cache-control", cached)
        await send(message)

    return sending
