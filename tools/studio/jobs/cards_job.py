"""The cards of a game or pack: as data for the gallery, and as a sheet to print."""

from __future__ import annotations

from attrs import asdict

from tools.cards import render_cards
from tools.cards.sheet import sheet_of
from tools.reference.load import load
from tools.studio.jobs.job import Arguments, Deeds, JobRefused, Json, Tell, refused, text


def begin(arguments: Arguments, tell: Tell) -> tuple[Deeds, Json]:
    """The cards in `path`; with `print`, the sheet as a document."""
    path = text(arguments, "path")
    if arguments.get("print") is True:
        output = render_cards(path, format="html")
        if not output.text:
            raise refused(output.findings.diagnostics[0])
        return {}, output.text
    loaded = load(path)
    if loaded.contents is None:
        findings = loaded.findings.diagnostics
        raise refused(findings[0]) if findings else JobRefused("there are no cards here")
    sheet = sheet_of(loaded.contents)
    kinds = [
        {
            "kind": kind.kind,
            "heading": kind.heading,
            "apart": kind.apart,
            "cards": [asdict(card) for card in kind.cards],
        }
        for kind in sheet.kinds
    ]
    return {}, {"title": sheet.title, "kinds": kinds}
