"""The cards of a game or pack: their words and pictures for the gallery, and a sheet to print."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import asdict, field, frozen

from dsl.describe.card import CardText
from tools.cards import PrintOptions, render_cards
from tools.cards.drawn_card import SheetCard
from tools.cards.pictures import in_words, picture
from tools.cards.printed import printed
from tools.cards.sheet import sheet_of
from tools.packs.load import load_pack
from tools.reference.load import load
from tools.studio.jobs.job import Arguments, Deeds, JobRefused, Json, Tell, refused, text

MOST_FINDINGS = 10


def begin(arguments: Arguments, tell: Tell) -> tuple[Deeds, Json]:
    """The cards in `path`; with `print`, the sheet as a document."""
    path = text(arguments, "path")
    if arguments.get("print") is True:
        options = PrintOptions(backs=arguments.get("backs") is True, colour_by=text(arguments, "colour"))
        output = render_cards(path, format="html", options=options)
        if not output.text:
            raise refused(output.findings.diagnostics[0])
        return {}, output.text
    loaded = load(path)
    if loaded.contents is None:
        findings = loaded.findings.diagnostics
        raise refused(findings[0]) if findings else JobRefused("there are no cards here")
    sheet = sheet_of(loaded.contents)
    cards = printed(sheet, loaded.contents, PrintOptions(), load_pack(path).folder.assets).cards
    kinds = [
        {"kind": kind.kind, "heading": kind.heading, "cards": [_card(card, kind.apart) for card in kind.cards]}
        for kind in sheet.kinds
    ]
    errors = [finding for finding in loaded.findings.diagnostics if finding.severity == "error"]
    missing = [f"{finding.code}: {finding.message}" for finding in errors[:MOST_FINDINGS]]
    return {"picture": _Pictures(cards).picture}, {"title": sheet.title, "kinds": kinds, "findings": missing}


def _card(card: CardText, apart: bool) -> Json:
    """A card in words; a map with its drawing, because it has no picture."""
    drawing = asdict(card.drawing) if card.drawing is not None and apart else None
    return {
        "id": card.id,
        "name": card.name,
        "kind": card.kind_name,
        "words": in_words(card),
        "pictured": not apart,
        "drawing": drawing,
    }


@frozen
class _Pictures:
    """Pictures of cards, each drawn when it is first looked at."""

    cards: Mapping[str, SheetCard]
    _drawn: dict[str, str] = field(factory=dict, init=False)

    def picture(self, arguments: Arguments, tell: Tell) -> Json:
        id = text(arguments, "card")
        if id not in self.cards:
            raise JobRefused("there is no such card")
        if id not in self._drawn:
            self._drawn[id] = picture(self.cards[id])
        return self._drawn[id]
