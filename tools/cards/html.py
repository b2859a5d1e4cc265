"""Writes cards as one self-contained HTML file to print and cut; it runs no script and fetches nothing.

Each page is one SVG picture of its cards; with backs, the next page shows them in mirrored places, so that both sides
meet when a printer turns the sheet over its long edge. Maps come last. Every text of an author is escaped by `h`, in
contents and in attributes.
"""

from __future__ import annotations

from dsl.describe.card import CardText
from dsl.describe.fields import Drawing
from tools.cards.drawn_card import back, drawn, h
from tools.cards.fields import CardField, fields, is_house, steps
from tools.cards.fonts import FONT
from tools.cards.layout import PAGE_WIDTH, PlacedCard, SheetPage, pages
from tools.cards.printed import PrintedSheet
from tools.cards.sheet import Sheet
from tools.cards.style import HOUSE, STYLE
from tools.report.findings import counted

GREYS = 10
MAP_WIDTH = 175
CELL = 11.0
"""Millimetres."""
BESIDE = 7
"""Maps of so many columns stand two beside each other."""
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
COLOURS = frozenset(["red", "orange", "yellow", "green", "blue", "purple", "brown"])
"""A ground that is called like a colour has it."""


def page(sheet: Sheet | PrintedSheet) -> str:
    """The whole file."""
    shown = sheet if isinstance(sheet, PrintedSheet) else PrintedSheet(sheet)
    sheet = shown.sheet
    title = h(sheet.title or "Cards")
    maps = [card for kind in sheet.kinds for card in kind.cards if kind.apart]
    count = ", ".join(counted(len(kind.cards), h(kind.cards[0].kind_name), h(kind.heading)) for kind in sheet.kinds)
    body = [f'<header class="sheet"><h1>{title}</h1><p>{count or "no cards"}</p></header>']
    for placed in pages(shown.of(kind) for kind in sheet.kinds if not kind.apart):
        body.append(_page(placed, "".join(map(_card, placed.cards))))
        if shown.backs:
            body.append(_page(placed, "".join(_back(card, sheet.title) for card in placed.mirrored().cards)))
    if maps:
        body += ['<section class="maps">', *(_map(card, sheet) for card in maps), "</section>"]
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            f'<head><meta charset="utf-8"><title>{title}</title>',
            '<meta name="viewport" content="width=device-width">',
            f"<style>{STYLE}</style></head>",
            "<body>",
            *body,
            "</body>",
            "</html>",
            "",
        ]
    )


# -------------------------------------------------------------------------------------------------------- cards


def _page(placed: SheetPage, inside: str) -> str:
    height = f"{placed.height:.4g}"
    return (
        f'<section class="page"><svg width="{PAGE_WIDTH:.4g}mm" height="{height}mm" '
        f'viewBox="0 0 {PAGE_WIDTH:.4g} {height}" role="list" font-family="{FONT}">{inside}</svg></section>'
    )


def _card(placed: PlacedCard) -> str:
    inside = drawn(placed.card, placed.width, placed.height)
    return f"{_place('card', placed, placed.card.text.name)}{_cut(placed)}{inside}</g>"


def _back(placed: PlacedCard, title: str) -> str:
    inside = back(placed.card, title, placed.width, placed.height)
    return f"{_place('back', placed, placed.card.text.kind_name)}{_cut(placed)}{inside}</g>"


def _place(name: str, placed: PlacedCard, label: str) -> str:
    where = f"translate({placed.x:.4g} {placed.y:.4g})"
    return f'<g class="{name}" role="listitem" aria-label="{h(label)}" transform="{where}">'


def _cut(placed: PlacedCard) -> str:
    """The line to cut along."""
    return (
        f'<rect width="{placed.width:.4g}" height="{placed.height:.4g}" fill="#fff" stroke="#b9bec7" '
        'stroke-width="0.15" stroke-dasharray="1 1"/>'
    )


def _top(card: CardText, heading: str) -> str:
    kind = "" if card.name == card.kind_name else f'<span class="kind">{h(card.kind_name)}</span>'
    house = HOUSE if card.house else ""
    return f'<div class="top"><{heading}>{h(card.name)}</{heading}>{house}{kind}</div>'


def _value(entry: CardField) -> str:
    return h(" / ".join(steps(entry.value)) or entry.value) + (HOUSE if entry.house else "")


def _text(card: CardText) -> str:
    inside = []
    for keyword in card.keywords:
        reminder = f" <i>({h(keyword.reminder)})</i>" if keyword.reminder else ""
        inside.append(f"<p><b>{h(keyword.name)}</b>{reminder}</p>")
    inside += [f"<p>{h(rule)}</p>" for rule in card.rules]
    for script in card.scripts:
        house = HOUSE if is_house(script) else ""
        words = "; ".join(f"{row.name}: {row.value}" for row in script.rows) or script.text
        inside.append(f"<p><b>{h(script.name.capitalize())}:</b>{house} {h(words)}</p>")
    if card.unenforced:
        inside.append(f"<p><i>Not enforced: {h(card.unenforced)}</i></p>")
    return f'<div class="text">{"".join(inside)}</div>' if inside else ""


def _line(card: CardText) -> str:
    facts = "".join(f'<span class="fact">{h(entry.name)} <b>{_value(entry)}</b></span> ' for entry in fields(card))
    return f'<p class="line">{facts}</p>' if facts else ""


def _small(card: CardText) -> str:
    return f'<p class="small">{h(" ".join(card.cites))}</p>' if card.cites else ""


# --------------------------------------------------------------------------------------------------------- maps


def _map(card: CardText, sheet: Sheet) -> str:
    drawing = card.drawing
    marks = sheet.marks.get(card.id, frozenset())
    looks = _looks(drawing, marks, _grounds(sheet)) if drawing is not None else {}
    parts = [
        f'<article class="map{"" if _columns(drawing) <= BESIDE else " broad"}">',
        _top(card, "h3"),
        _line(card),
        _drawn(drawing, card, sheet, looks) + _legend(drawing, looks) if drawing is not None else "",
        _text(card),
        _small(card),
        "</article>",
    ]
    return "".join(parts)


def _columns(drawing: Drawing | None) -> int:
    return max((len(row) for row in drawing.rows), default=1) if drawing is not None else 1


def _grounds(sheet: Sheet) -> dict[str, int]:
    """A number for each ground, the same on all maps of a sheet."""
    maps = [card for kind in sheet.kinds for card in kind.cards if kind.apart and card.drawing is not None]
    result: dict[str, int] = {}
    for card in maps:
        marks = sheet.marks.get(card.id, frozenset())
        for sign in card.drawing.legend if card.drawing is not None else ():
            if sign.name not in marks and sign.value not in COLOURS:
                result.setdefault(sign.value, len(result))
    return result


def _looks(drawing: Drawing, marks: frozenset[str], grounds: dict[str, int]) -> dict[str, str]:
    """The style of each sign of the legend: a ground is grey, or has the colour of its name."""
    result = {}
    for sign in drawing.legend:
        ground = f"c-{sign.value}" if sign.value in COLOURS else f"g{grounds.get(sign.value, 0) % GREYS}"
        result[sign.name] = "mark" if sign.name in marks else ground
    return result


def _drawn(drawing: Drawing, card: CardText, sheet: Sheet, looks: dict[str, str]) -> str:
    """The rows of a map; on square grids with the letters of the columns and the numbers of the rows."""
    hexes = card.id in sheet.hex
    columns = _columns(drawing)
    named = card.kind != "Shape" and not hexes and columns <= len(ALPHABET)
    heads = "".join(f"<i>{letter}</i>" for letter in ALPHABET[:columns])
    rows = [f"<div><i></i>{heads}</div>"] if named else []
    for number, row in enumerate(drawing.rows, 1):
        signs = "".join(f'<span class="{looks.get(sign, "g0")}">{h(sign)}</span>' for sign in row)
        rows.append(f"<div>{f'<i>{number}</i>' if named else ''}{signs}</div>")
    shape = "drawn hexes" if hexes else "drawn"
    cell = min(CELL, MAP_WIDTH / (columns + 0.5))
    return f'<div><div class="{shape}" style="--cell:{cell:.2f}mm">{"".join(rows)}</div></div>'


def _legend(drawing: Drawing, looks: dict[str, str]) -> str:
    signs = ""
    for sign in drawing.legend:
        signs += f'<p><span class="{looks[sign.name]}">{h(sign.name)}</span>{h(sign.value)}</p>'
    return f'<div class="legend">{signs}</div>' if signs else ""
