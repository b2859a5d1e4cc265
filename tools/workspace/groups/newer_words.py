"""Finds words that are newer than the language version of a manifest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.diagnostics import Diagnostic, diagnose
from dsl.diagnostics.codes.packs import SINCE
from dsl.packs.manifest import Manifest
from dsl.syntax.constructs import Newer
from dsl.syntax.language_versions import newer
from dsl.syntax.parsed import Parsed
from dsl.text.source import Place


def newer_words(parsed: Parsed, manifest: Manifest) -> Iterator[Diagnostic]:
    """The newer words of a declaration."""
    forms = newer(parsed.piece.text, parsed.tree, manifest.language.low)
    return too_new(((form, parsed.piece.place(span)) for form, span in forms), manifest)


def too_new(forms: Iterable[tuple[Newer, Place]], manifest: Manifest) -> Iterator[Diagnostic]:
    """A finding for each of these forms that is newer than the manifest allows."""
    for form, place in forms:
        if form.since > manifest.language.low:
            since, range = f"{form.since.major}.{form.since.minor}", f"`{manifest.language}`"
            yield diagnose(SINCE, place, word=form.written, since=since, pack=manifest.id, range=range)
