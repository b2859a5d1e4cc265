"""Writes cards as one self-contained HTML file to print and cut; it runs no script and fetches nothing.

Large cards come first, four to a page, then small ones, nine to a page; maps come last. A card with a long text is set
smaller, then wider. The space a text needs is estimated generously from its letters, because a sheet that cuts off a
rule is worse than one with some white. Every text of an author is escaped by `h`, in contents and in attributes.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from dsl.describe.card import CardText
from dsl.describe.fields import Drawing, FieldText, ScriptText
from tools.cards.fields import CardField, fields, is_house, plain, prose, steps, tables
from tools.cards.layout import LARGE, SHORT, SMALL, PlacedCard, format_of, many_parts, pages
from tools.cards.sheet import Sheet
from tools.cards.style import HOUSE, STYLE
from tools.report.escape import printable
from tools.report.findings import counted

GREYS = 10
MAP_WIDTH = 175
CELL = 11.0
"""Millimetres."""
BESIDE = 7
"""Maps of so many columns stand two beside each other."""
SHORT_NAME = 14
"""Letters of a name that is not broken."""
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
COLOURS = frozenset(["red", "orange", "yellow", "green", "blue", "purple", "brown"])
"""A ground that is called like a colour has it."""


def h(text: str) -> str:
    """Escape an author's text for contents and attributes."""
    return escape(printable(" ".join(text.split())), quote=True)


def page(sheet: Sheet) -> str:
    """The whole file."""
    title = h(sheet.title or "Cards")
    maps = [card for kind in sheet.kinds for card in kind.cards if kind.apart]
    count = ", ".join(counted(len(kind.cards), h(kind.cards[0].kind_name), h(kind.heading)) for kind in sheet.kinds)
    body = [f'<header class="sheet"><h1>{title}</h1><p>{count or "no cards"}</p></header>']
    sizes = [(kind, format_of(kind.cards)) for kind in sheet.kinds if not kind.apart]
    for of in (LARGE, SMALL):
        for placed in pages([card for kind, size in sizes if size is of for card in kind.cards], of):
            free = " free" if any("long" in card.classes for card in placed) else ""
            body += [f'<section class="page {of.name}{free}">', *(_card(card) for card in placed), "</section>"]
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


def _card(placed: PlacedCard) -> str:
    card = placed.card
    many = " many" if many_parts(card) else ""
    parts = f'<div class="parts{many}">{"".join(map(_part, card.parts))}</div>' if card.parts else ""
    inside = [_top(card, "h3"), *_fields(card), _text(card), parts, _row_scripts(card), _small(card)]
    return f'<article class="{" ".join(["card", *placed.classes])}">{"".join(inside)}</article>'


def _top(card: CardText, heading: str) -> str:
    kind = "" if card.name == card.kind_name else f'<span class="kind">{h(card.kind_name)}</span>'
    house = HOUSE if card.house else ""
    return f'<div class="top"><{heading}>{h(card.name)}</{heading}>{house}{kind}</div>'


def _fields(card: CardText) -> Iterator[str]:
    """Short values in boxes, longer values in a list, then sentences and tables."""
    short = [entry for entry in plain(card) if len(entry.value) <= SHORT]
    long = [entry for entry in plain(card) if len(entry.value) > SHORT]
    sentences = prose(card)
    if short:
        boxes = "".join(f"<div><dd>{_steps(entry.value)}</dd><dt>{_named(entry)}</dt></div>" for entry in short)
        yield f'<dl class="stats">{boxes}</dl>'
    for entry in sentences:
        named = f"<b>{h(entry.name)}</b> " if len(sentences) > 1 else ""
        yield f'<p class="told">{named}{_value(entry)}</p>'
    if long:
        listed = "".join(f"<dt>{h(entry.name)}</dt><dd>{_value(entry)}</dd>" for entry in long)
        yield f'<dl class="facts">{listed}</dl>'
    if tables(card):
        yield f'<div class="tables">{"".join(_table(entry, entry.rows, entry.house) for entry in tables(card))}</div>'


def _named(entry: CardField) -> str:
    return h(entry.name) + (HOUSE if entry.house else "")


def _value(entry: CardField) -> str:
    return _steps(entry.value) + (HOUSE if entry.house else "")


def _steps(value: str) -> str:
    """A ladder as one box for each step."""
    boxes = "".join(f"<b>{h(step)}</b>" for step in steps(value))
    return f'<span class="steps">{boxes}</span>' if boxes else h(value)


def _table(named: FieldText | ScriptText, rows: tuple[FieldText, ...], house: bool) -> str:
    lines = ""
    for row in rows:
        short = ' class="short"' if len(row.name) <= SHORT_NAME else ""
        lines += f"<tr><th{short}>{h(row.name)}</th><td>{_steps(row.value)}</td></tr>"
    return f'<table class="rows"><caption>{h(named.name)}{HOUSE if house else ""}</caption>{lines}</table>'


def _text(card: CardText) -> str:
    inside = []
    for keyword in card.keywords:
        reminder = f" <i>({h(keyword.reminder)})</i>" if keyword.reminder else ""
        inside.append(f"<p><b>{h(keyword.name)}</b>{reminder}</p>")
    inside += [f"<p>{h(rule)}</p>" for rule in card.rules]
    inside += [_script(script) for script in card.scripts if not script.rows]
    if card.unenforced:
        inside.append(f"<p><i>Not enforced: {h(card.unenforced)}</i></p>")
    return f'<div class="text">{"".join(inside)}</div>' if inside else ""


def _script(script: ScriptText) -> str:
    house = HOUSE if is_house(script) else ""
    return f"<p><b>{h(script.name.capitalize())}:</b>{house} {h(script.text)}</p>"


def _row_scripts(card: CardText) -> str:
    """Scripts with rows come last, side by side."""
    tables = "".join(_table(script, script.rows, is_house(script)) for script in card.scripts if script.rows)
    return f'<div class="tables">{tables}</div>' if tables else ""


def _line(card: CardText) -> str:
    facts = "".join(f'<span class="fact">{h(entry.name)} <b>{_value(entry)}</b></span> ' for entry in fields(card))
    return f'<p class="line">{facts}</p>' if facts else ""


def _part(part: CardText) -> str:
    inner = "".join(_part(inner_part) for inner_part in part.parts)
    return f'<div class="part">{_top(part, "h4")}{_line(part)}{_text(part)}{_row_scripts(part)}{inner}</div>'


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
        _row_scripts(card),
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
