"""Finds the art of a card: an asset of the pack that lies beside the card's file and is called like the card.

`content/crabs/old_nipper.bot` with `Bot "Old Nipper"` is printed with `content/crabs/old_nipper.png`, if the manifest
lists it under `assets`. The bytes decide whether a file is a picture, not its name; it is put into the page as data, so
nothing is fetched, and a script inside an SVG picture does not run.
"""

from __future__ import annotations

import posixpath
from base64 import b64encode
from collections.abc import Iterator, Mapping

from dsl.diagnostics import Diagnostic, diagnose
from dsl.diagnostics.codes.packs import NOT_A_PICTURE
from dsl.text.source import Place
from tools.report.escape import printable

ENDINGS = (".svg", ".png", ".jpg", ".jpeg", ".webp")
LARGEST = 2_000_000
"""Bytes: a sheet of fifty cards stays a file that a browser can print."""
_SIGNS = ((b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"))


def art_beside(assets: Mapping[str, bytes], file: str, card: str) -> tuple[str, list[Diagnostic]]:
    """The picture as an address inside the page, or the finding that says why there is none."""
    for path in _paths(file, card):
        if path in assets:
            data = assets[path]
            problem = "it is larger than 2 MB" if len(data) > LARGEST else ""
            form = media_type(data)
            if not problem and form is not None:
                return f"data:{form};base64,{b64encode(data).decode()}", []
            reason = problem or "it is no PNG, JPEG, WebP or SVG picture"
            return "", [diagnose(NOT_A_PICTURE, Place(printable(path), 0, 0), path=printable(path), why=reason)]
    return "", []


def _paths(file: str, card: str) -> Iterator[str]:
    folder = posixpath.dirname(file)
    for stem in dict.fromkeys((card.lower(), card)):
        for ending in ENDINGS:
            yield posixpath.join(folder, stem + ending)


def media_type(data: bytes) -> str | None:
    for sign, form in _SIGNS:
        if data.startswith(sign):
            return form
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    start = data[:1_000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return "image/svg+xml" if start.startswith((b"<svg", b"<?xml")) and b"<svg" in data[:4_000].lower() else None
