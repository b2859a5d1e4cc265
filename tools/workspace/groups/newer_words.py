"""Finds words that are newer than the language version of a manifest."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, diagnose
from dsl.diagnostics.codes.packs import SINCE
from dsl.packs.manifest import Manifest
from dsl.syntax.language_versions import newer
from dsl.syntax.parsed import Parsed


def newer_words(parsed: Parsed, manifest: Manifest) -> Iterator[Diagnostic]:
    for word, span in newer(parsed.piece.text, parsed.tree, manifest.language.low):
        since = f"{word.since.major}.{word.since.minor}"
        place, range = parsed.piece.place(span), f"`{manifest.language}`"
        yield diagnose(SINCE, place, word=word.written, since=since, pack=manifest.id, range=range)
