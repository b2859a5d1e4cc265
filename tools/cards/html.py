"""Cards as one HTML file to print and cut: nothing outside it is needed, and nothing inside it runs.

Cards stand in rows of three, three rows to a page. A card with much to say is set smaller, then wider; how much room a
text needs is reckoned from its letters, a little too generously, because a sheet that cuts off a rule is worse than one
with some white. Every text of an author passes through `h`, in contents and in attributes.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from dsl.describe import CardText
from dsl.describing.cards import Drawing, Entry, ScriptText
from tools.cards.layout import SHORT, Placed, pages
from tools.cards.sheet import Sheet
from tools.cards.style import HOUSE, STYLE
from tools.report.escape import printable
from tools.report.findings import counted

GREYS = 10
MAP_WIDTH = 175
"""Millimetres."""


def h(text: str) -> str:
    """Text of an author, harmless in contents and in attributes."""
    return escape(printable(" ".join(text.split())), quote=True)


def page(sheet: Sheet) -> str:
    """The whole file."""
    title = h(sheet.title or "Cards")
    cards = [card for kind in sheet.kinds for card in kind.cards if not kind.apart]
    maps = [card for kind in sheet.kinds for card in kind.cards if kind.apart]
    count = ", ".join(counted(len(kind.cards), h(kind.cards[0].kind_name), h(kind.heading)) for kind in sheet.kinds)
    body = [f'<header class="sheet"><h1>{title}</h1><p>{count or "no cards"}</p></header>']
    for placed in pages(cards):
        free = " free" if any("long" in one.classes for one in placed) else ""
        body += [f'<section class="page{free}">', *(_card(one) for one in placed), "</section>"]
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


# -------------------------------------------------------------------------------------------------------- a card


def _card(placed: Placed) -> str:
    card = placed.card
    parts = f'<div class="parts">{"".join(map(_part, card.parts))}</div>' if card.parts else ""
    inside = [_top(card, "h3"), *_fields(card.entries), _text(card), parts, _small(card)]
    return f'<article class="{" ".join(["card", *placed.classes])}">{"".join(inside)}</article>'


def _top(card: CardText, heading: str) -> str:
    kind = "" if card.name == card.kind_name else f'<span class="kind">{h(card.kind_name)}</span>'
    house = HOUSE if card.house else ""
    return f'<div class="top"><{heading}>{h(card.name)}</{heading}>{house}{kind}</div>'


def _fields(entries: tuple[Entry, ...]) -> Iterator[str]:
    """Short values in boxes, the others in a list."""
    short = [entry for entry in entries if len(entry.value) <= SHORT]
    long = [entry for entry in entries if len(entry.value) > SHORT]
    if short:
        boxes = "".join(f"<div><dd>{h(entry.value)}</dd><dt>{h(entry.name)}</dt></div>" for entry in short)
        yield f'<dl class="stats">{boxes}</dl>'
    if long:
        listed = "".join(f"<dt>{h(entry.name)}</dt><dd>{h(entry.value)}</dd>" for entry in long)
        yield f'<dl class="facts">{listed}</dl>'


def _text(card: CardText) -> str:
    inside = []
    for keyword in card.keywords:
        reminder = f" <i>({h(keyword.reminder)})</i>" if keyword.reminder else ""
        inside.append(f"<p><b>{h(keyword.name)}</b>{reminder}</p>")
    inside += [f"<p>{h(rule)}</p>" for rule in card.rules]
    inside += [_script(script) for script in card.scripts]
    if card.unenforced:
        inside.append(f"<p><i>Not enforced: {h(card.unenforced)}</i></p>")
    return f'<div class="text">{"".join(inside)}</div>' if inside else ""


def _script(script: ScriptText) -> str:
    if not script.rows:
        return f"<p><b>{h(script.name.capitalize())}:</b> {h(script.text)}</p>"
    rows = "".join(f"<tr><th>{h(row.name)}</th><td>{h(row.value)}</td></tr>" for row in script.rows)
    return f'<table class="rows"><caption>{h(script.name)}</caption>{rows}</table>'


def _part(part: CardText) -> str:
    facts = ", ".join(f"{h(entry.name)} <b>{h(entry.value)}</b>" for entry in part.entries)
    line = f'<p class="line">{facts}</p>' if facts else ""
    inner = "".join(_part(one) for one in part.parts)
    return f'<div class="part">{_top(part, "h4")}{line}{_text(part)}{inner}</div>'


def _small(card: CardText) -> str:
    return f'<p class="small">{h(" ".join(card.cites))}</p>' if card.cites else ""


# --------------------------------------------------------------------------------------------------------- maps


def _map(card: CardText, sheet: Sheet) -> str:
    drawing = card.drawing
    facts = ", ".join(f"{h(entry.name)} <b>{h(entry.value)}</b>" for entry in card.entries)
    hexes = card.id in sheet.hex
    parts = [
        '<article class="map">',
        _top(card, "h3"),
        f'<p class="line">{facts}</p>' if facts else "",
        _drawn(drawing, hexes) + _legend(drawing) if drawing is not None else "",
        _text(card),
        _small(card),
        "</article>",
    ]
    return "".join(parts)


def _greys(drawing: Drawing) -> dict[str, int]:
    """A grey for each sign of the legend, in its order."""
    return {sign.name: position % GREYS for position, sign in enumerate(drawing.legend)}


def _drawn(drawing: Drawing, hexes: bool) -> str:
    greys = _greys(drawing)
    columns = max((len(row) for row in drawing.rows), default=1)
    cell = min(10.0, MAP_WIDTH / (columns + 0.5))
    rows = []
    for row in drawing.rows:
        signs = "".join(f'<span class="g{greys.get(sign, 0)}">{h(sign)}</span>' for sign in row)
        rows.append(f"<div>{signs}</div>")
    shape = "drawn hexes" if hexes else "drawn"
    return f'<div><div class="{shape}" style="--cell:{cell:.2f}mm">{"".join(rows)}</div></div>'


def _legend(drawing: Drawing) -> str:
    greys = _greys(drawing)
    signs = ""
    for sign in drawing.legend:
        signs += f'<p><span class="g{greys[sign.name]}">{h(sign.name)}</span>{h(sign.value)}</p>'
    return f'<div class="legend">{signs}</div>' if signs else ""
