"""Draws one card as SVG: name, values, picture, text, in a rectangle of any size.

The one idea: everything below the name is a `TextBlock`, markup with a known height, so the largest letters that fit
can be chosen by trying, and the picture takes whatever room is left between the values and the text. Sheets, single
cards and the studio show the same drawing. Every text of an author is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from zlib import crc32

from attrs import frozen

from dsl.describe.card import CardText
from dsl.describe.fields import FieldText
from tools.cards.fields import CardField, fields, is_house, plain, prose, steps, tables
from tools.cards.fonts import FONT
from tools.cards.icons import icon, icon_for
from tools.cards.letters import Run, TextLine, width_of, wrapped
from tools.cards.tints import PLAIN, Tint
from tools.report.escape import printable

INK, SOFT, LINE, TINT = "#16181d", "#5d636e", "#b9bec7", "#f1f2f5"
EDGE, PAD, GAP = 1.4, 2.8, 1.1
SIZES = (3.3, 3.0, 2.75, 2.5, 2.3, 2.1)
"""Millimetres; the smallest is about 6 points."""
NAME_SIZE = 4.3
NAME_SIZES = (NAME_SIZE, 3.8, 3.3, 2.8)
LEADING = 1.24
PICTURE = 13.0
"""The height from which a picture is worth its room."""
SHORT = 9
"""A value with at most so many letters is set in a box."""
TWO_COLUMNS, MANY = 85.0, 6
"""Parts and tables stand in two columns on a card of this width, or if there are so many of them."""


@frozen
class SheetCard:
    """A card as it is printed: its text, its colour, the art from a file as an address inside the page, its copies."""

    text: CardText
    tint: Tint = PLAIN
    art: str = ""
    copies: int = 1


@frozen
class TextBlock:
    """Markup whose upper left corner is 0, 0."""

    height: float
    markup: str


def h(text: str) -> str:
    """Escape an author's text for contents and attributes."""
    return escape(printable(" ".join(text.split())), quote=True)


def drawn(card: SheetCard, width: float, height: float) -> str:
    """The markup of a card; its text is cut nowhere, so one that never fits grows beyond its height."""
    head = _head(card, width)
    size, picture = _fitting(card, width, height) or (SIZES[-1], False)
    top, bottom = _halves(card, width - 2 * PAD, size)
    small = _small(card.text, width)
    y = head.height + GAP
    parts = [_frame(card, width, max(height, y + top.height + bottom.height + small.height)), head.markup]
    parts.append(_at(PAD, y, top))
    y += top.height
    room = height - EDGE - small.height - bottom.height - y
    if picture:
        parts.append(_picture(card, PAD, y, width - 2 * PAD, room - GAP))
        y += room
    parts.append(_at(PAD, y, bottom))
    parts.append(_at(PAD, max(height - EDGE, y + bottom.height + small.height) - small.height, small))
    return "".join(parts)


def back(card: SheetCard, title: str, width: float, height: float) -> str:
    """The back: the same for all cards of a kind, whatever their colour, so that it tells nothing about the front."""
    text, tint = card.text, PLAIN
    inside = f'x="{EDGE}" y="{EDGE}" width="{width - 2 * EDGE:.2f}" height="{height - 2 * EDGE:.2f}" rx="2"'
    size = min(width, height) * 0.34
    name = icon_for(text.kind_name) or "star"
    kind = wrapped([Run(text.kind_name, bold=True)], width - 4 * PAD, 5.0)
    game = wrapped([Run(title)], width - 4 * PAD, 2.6)
    middle = height / 2 - size / 2
    rim = f'x="{2 * PAD}" y="{2 * PAD}" width="{width - 4 * PAD:.2f}" height="{height - 4 * PAD:.2f}" rx="1.2"'
    return "".join(
        (
            f'<rect {inside} fill="{tint.band}" stroke="{tint.edge}" stroke-width="0.5"/>',
            f'<rect {rim} fill="none" stroke="{tint.edge}" stroke-width="0.3"/>',
            icon(name, (width - size) / 2, middle, size, tint.edge),
            _centred(kind, width, middle - 4 - len(kind) * 5.0 * LEADING, 5.0, INK),
            _centred(game, width, middle + size + 5, 2.6, SOFT),
        )
    )


def fits(card: SheetCard, width: float, height: float, smallest: float = SIZES[-1]) -> bool:
    """Whether the card fits in letters that are not smaller than this."""
    size = _fitting(card, width, height)
    return size is not None and size[0] >= smallest


def needed_height(card: SheetCard, width: float) -> float:
    """The height of a card in its smallest letters."""
    top, bottom = _halves(card, width - 2 * PAD, SIZES[-1])
    return _head(card, width).height + GAP + top.height + bottom.height + _small(card.text, width).height + EDGE


def alone(card: SheetCard, width: float, height: float) -> str:
    """A file with one card."""
    height = max(height, needed_height(card, width))
    ground = '<rect width="100%" height="100%" fill="#fff"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height:.4g}mm" '
        f'viewBox="0 0 {width} {height:.4g}" role="img" font-family="{FONT}"><title>{h(card.text.name)}</title>'
        f"{ground}{drawn(card, width, height)}</svg>\n"
    )


def _fitting(card: SheetCard, width: float, height: float) -> tuple[float, bool] | None:
    """The largest letters that leave room for a picture, or else the largest that fit at all."""
    room = height - _head(card, width).height - GAP - _small(card.text, width).height - EDGE
    heights = []
    for size in SIZES:
        top, bottom = _halves(card, width - 2 * PAD, size)
        heights.append((size, room - top.height - bottom.height))
    for size, left in heights[:4]:
        if left >= PICTURE:
            return size, True
    return next(((size, left >= PICTURE) for size, left in heights if left >= 0), None)


# ------------------------------------------------------------------------------------------------------ the frame


def _frame(card: SheetCard, width: float, height: float) -> str:
    inside = f'x="{EDGE}" y="{EDGE}" width="{width - 2 * EDGE:.2f}" height="{height - 2 * EDGE:.2f}" rx="2"'
    return f'<rect {inside} fill="#fff" stroke="{card.tint.edge}" stroke-width="0.5"/>'


def _head(card: SheetCard, width: float) -> TextBlock:
    """The name on a band in the card's colour, with its kind."""
    text = card.text
    kind = "" if text.name == text.kind_name else text.kind_name.upper()
    kind_width = min(width_of(kind, 1.9), (width - 2 * PAD) * 0.5) if kind else 0.0
    house = 3.0 if text.house else 0.0
    room = width - 2 * PAD - kind_width - house - (2.0 if kind else 0.0)
    size, lines = next(
        ((size, lines) for size in NAME_SIZES if len(lines := wrapped([Run(text.name, bold=True)], room, size)) == 1),
        (NAME_SIZES[2], wrapped([Run(text.name, bold=True)], room, NAME_SIZES[2])),
    )
    height = max(len(lines) * size * 1.12 + 2.6, 7.2)
    inner = width - 2 * EDGE
    band = (
        f'<path d="M{EDGE} {EDGE + height:.2f}v-{height - 2:.2f}a2 2 0 0 1 2-2h{inner - 4:.2f}a2 2 0 0 1 2 2v'
        f'{height - 2:.2f}z" fill="{card.tint.band}"/>'
    )
    y = EDGE + (height - len(lines) * size * 1.12) / 2
    named = _lines(lines, PAD, y, size, INK, 1.12)
    if house:
        named += _house(width - PAD - kind_width - house - (0.8 if kind else 0.0), EDGE + height / 2 - 1.3, 2.4)
    if kind:
        named += _words(kind, width - PAD - kind_width, EDGE + height / 2 + 0.65, 1.9, SOFT, limit=kind_width)
    return TextBlock(EDGE + height, band + named)


def _small(card: CardText, width: float) -> TextBlock:
    if not card.cites:
        return TextBlock(0.9, "")
    size = 1.6
    lines = wrapped([Run(" ".join(card.cites))], width - 2 * PAD, size)
    height = len(lines) * size * 1.2 + 1.0
    return TextBlock(height, _lines(lines, 0, 0.3, size, SOFT, 1.2))


def _house(x: float, y: float, size: float) -> str:
    scale = size / 16
    return (
        f'<path class="house" transform="translate({x:.2f} {y:.2f}) scale({scale:.3f})" fill="{SOFT}" '
        'd="M8 1.5 1.5 7.3h1.8v7h3.6v-4h2.2v4h3.6v-7h1.8z"><title>house: no rulebook states this</title></path>'
    )


def _picture(card: SheetCard, x: float, y: float, width: float, height: float) -> str:
    """The art, or an emblem in the card's colour."""
    box = f'x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}"'
    if card.art:
        return f'<image class="art" {box} preserveAspectRatio="xMidYMid slice" href="{card.art}"/>'
    text = card.text
    values = [entry.value for entry in plain(text) if not entry.value[:1].isdigit()]
    name = icon_for(text.name, *values, text.kind_name, *(entry.name for entry in plain(text)))
    ground = f'<rect class="emblem" {box} rx="1" fill="{card.tint.wash}"/>'
    turned = crc32(text.id.encode()) % 360
    middle_x, middle_y, radius = x + width / 2, y + height / 2, min(width, height) / 2
    rings = "".join(
        f'<circle cx="{middle_x:.2f}" cy="{middle_y:.2f}" r="{radius * part:.2f}" fill="none" '
        f'stroke="{card.tint.band}" stroke-width="0.35" stroke-dasharray="{2 + turned % 5} {1 + turned % 3}" '
        f'transform="rotate({turned} {middle_x:.2f} {middle_y:.2f})"/>'
        for part in (0.92, 0.78)
    )
    size = radius * 1.05
    if name is not None:
        return ground + rings + icon(name, middle_x - size / 2, middle_y - size / 2, size, card.tint.edge)
    initials = "".join(word[0] for word in text.name.split()[:2]).upper()
    wide = width_of(initials, size, bold=True)
    return (
        ground + rings + _words(initials, middle_x - wide / 2, middle_y + size * 0.36, size, card.tint.edge, bold=True)
    )


# ------------------------------------------------------------------------------------------------------ the contents


def _halves(card: SheetCard, width: float, size: float) -> tuple[TextBlock, TextBlock]:
    """What stands above the picture, and what stands below it."""
    text = card.text
    short = [entry for entry in plain(text) if len(entry.value) <= SHORT]
    long = [entry for entry in plain(text) if len(entry.value) > SHORT]
    above = [_boxes(short, width, size)] if short else []
    above += [_fact(entry, width, size) for entry in long]
    below = [_sentence(entry, width, size) for entry in prose(text)]
    below += _paragraphs(text, width, size)
    below.append(_columns(list(_wide_blocks(text, width, size)), width, many=len(text.parts) >= MANY))
    return _stack(above), _stack(below)


def _wide_blocks(card: CardText, width: float, size: float) -> Iterator[tuple[TextBlock, TextBlock]]:
    """Parts and tables, each over the whole width and over half of it."""
    half = (width - 2 * GAP) / 2
    for entry in tables(card):
        yield _table(entry, entry.rows, width, size, entry.house), _table(entry, entry.rows, half, size, entry.house)
    for part in card.parts:
        yield _part(part, width, size), _part(part, half, size)
    for script in card.scripts:
        if script.rows:
            rows = FieldText(script.name, ""), script.rows
            yield _table(*rows, width, size, is_house(script)), _table(*rows, half, size, is_house(script))


def _columns(blocks: Sequence[tuple[TextBlock, TextBlock]], width: float, *, many: bool) -> TextBlock:
    """Blocks below each other, or in two columns that are kept as even as their order allows."""
    if len(blocks) < 2 or not (many or width >= TWO_COLUMNS):
        return _stack([whole for whole, _ in blocks])
    halves = [half for _, half in blocks]
    split = min(
        range(1, len(halves) + 1),
        key=lambda at: max(_stack(halves[:at]).height, _stack(halves[at:]).height),
    )
    left, right = _stack(halves[:split]), _stack(halves[split:])
    return TextBlock(max(left.height, right.height), left.markup + _at((width + 2 * GAP) / 2, 0, right))


def _stack(blocks: Iterable[TextBlock]) -> TextBlock:
    y, parts = 0.0, []
    for block in blocks:
        if block.height:
            parts.append(_at(0, y, block))
            y += block.height
    return TextBlock(y, "".join(parts))


def _boxes(entries: Sequence[CardField], width: float, size: float) -> TextBlock:
    """Short values in boxes, side by side while there is room."""
    x = y = 0.0
    value_size, label_size = size * 1.3, max(size * 0.68, 1.7)
    height = value_size * 1.1 + label_size * 1.25 + 1.0
    parts = []
    for entry in entries:
        value = entry.name if entry.is_flag else " / ".join(steps(entry.value)) or entry.value
        label = "" if entry.is_flag else entry.name
        picture = icon_for(entry.value) if not entry.value[:1].isdigit() else icon_for(entry.name)
        shown = min(width_of(value, value_size, bold=True), width - 2)
        space = value_size * 1.15 if picture else 0.0
        house = label_size * 1.2 if entry.house else 0.0
        wide = min(max(shown + space, width_of(label, label_size) + house) + 2.0, width)
        if x and x + wide > width:
            x, y = 0.0, y + height + 0.8
        parts.append(
            f'<rect x="{x:.2f}" y="{y:.2f}" width="{wide:.2f}" height="{height:.2f}" rx="0.8" fill="none" '
            f'stroke="{LINE}" stroke-width="0.2"/>'
        )
        left = x + (wide - shown - space) / 2
        if picture:
            parts.append(icon(picture, left, y + 0.6, value_size * 0.95, SOFT))
        parts.append(_words(value, left + space, y + 0.45 + value_size * 0.92, value_size, INK, bold=True, limit=shown))
        if label:
            label_width = min(width_of(label, label_size), wide - 1 - house)
            start = x + (wide - label_width - house) / 2
            base = y + height - 0.55 - label_size * 0.2
            parts.append(_words(label, start, base, label_size, SOFT, limit=label_width))
            if house:
                parts.append(_house(start + label_width + 0.2, base - label_size * 0.85, label_size))
        x += wide + 0.8
    return TextBlock(y + height + GAP, "".join(parts))


def _fact(entry: CardField, width: float, size: float) -> TextBlock:
    """A name and a longer value on its own lines."""
    return _paragraph([Run(f"{entry.name} "), Run(entry.value, bold=True)], width, size * 0.95, house=entry.house)


def _sentence(entry: CardField, width: float, size: float) -> TextBlock:
    return _paragraph([Run(entry.value, italic=True)], width, size, house=entry.house)


def _paragraphs(card: CardText, width: float, size: float) -> list[TextBlock]:
    blocks = []
    for keyword in card.keywords:
        runs = [Run(keyword.name, bold=True)]
        if keyword.reminder:
            runs.append(Run(f" ({keyword.reminder})", italic=True))
        blocks.append(_paragraph(runs, width, size))
    blocks += [_paragraph([Run(rule)], width, size) for rule in card.rules]
    for script in card.scripts:
        if not script.rows:
            label = script.name[:1].upper() + script.name[1:]
            runs = [Run(f"{label}: ", bold=True), Run(script.text)]
            blocks.append(_paragraph(runs, width, size, house=is_house(script)))
    if card.unenforced:
        blocks.append(_paragraph([Run(f"Not enforced: {card.unenforced}", italic=True)], width, size))
    return blocks


def _table(named: FieldText, rows: Sequence[FieldText], width: float, size: float, house: bool) -> TextBlock:
    label_size = max(size * 0.68, 1.7)
    caption = _words(named.name.upper(), 0, label_size, label_size, SOFT, limit=width - 3)
    if house:
        caption += _house(min(width_of(named.name.upper(), label_size), width - 3) + 0.4, 0, label_size * 1.1)
    y = label_size * 1.35
    parts = [caption]
    widest = max((width_of(row.name, size, bold=True) for row in rows), default=0.0) + 1.6
    beside = max((width_of(row.value, size) for row in rows), default=0.0)
    key_width = min(widest, max(width * 0.58, width - beside - 1.6))
    for row in rows:
        keys = wrapped([Run(row.name, bold=True)], key_width - 1.2, size)
        value = " / ".join(steps(row.value)) or row.value
        values = wrapped([Run(value)], width - key_width, size)
        high = max(len(keys), len(values)) * size * 1.16 + 0.5
        parts.append(f'<path d="M0 {y:.2f}h{width:.2f}" stroke="{LINE}" stroke-width="0.15"/>')
        parts.append(_lines(keys, 0, y + 0.25, size, INK, 1.16))
        parts.append(_lines(values, key_width, y + 0.25, size, INK, 1.16))
        y += high
    return TextBlock(y + GAP, "".join(parts))


def _part(part: CardText, width: float, size: float) -> TextBlock:
    """A part in a frame of its own, with the same contents on one line or below."""
    inner = width - 3.2
    kind = "" if part.name == part.kind_name else f"  {part.kind_name}"
    blocks = [_paragraph([Run(part.name, bold=True), Run(kind, italic=True)], inner, size * 1.06, after=0.3)]
    facts: list[Run] = []
    for entry in fields(part):
        if entry.rows:
            continue
        value = "" if entry.is_flag else " / ".join(steps(entry.value)) or entry.value
        facts += [Run(f"{entry.name} "), Run(f"{value}   ", bold=True)]
    if facts:
        blocks.append(_paragraph(facts, inner, size * 0.95, after=0.5))
    blocks += _paragraphs(part, inner, size * 0.97)
    blocks += [whole for whole, _ in _wide_blocks(part, inner, size * 0.95)]
    inside = _stack(blocks)
    height = inside.height + 1.0
    frame = (
        f'<rect width="{width:.2f}" height="{height:.2f}" rx="0.6" fill="{TINT}" stroke="{LINE}" stroke-width="0.2"/>'
        f'<rect width="0.7" height="{height:.2f}" fill="{SOFT}"/>'
    )
    return TextBlock(height + GAP, frame + _at(1.8, 0.7, inside))


# --------------------------------------------------------------------------------------------------------- text


def _paragraph(runs: Sequence[Run], width: float, size: float, *, house: bool = False, after: float = GAP) -> TextBlock:
    lines = wrapped(runs, width - (size if house else 0), size)
    if not lines:
        return TextBlock(0.0, "")
    markup = _lines(lines, 0, 0, size, INK, LEADING)
    if house:
        markup += _house(lines[-1].width + 0.4, (len(lines) - 1) * size * LEADING + size * 0.1, size * 0.85)
    return TextBlock(len(lines) * size * LEADING + after, markup)


def _lines(lines: Sequence[TextLine], x: float, y: float, size: float, fill: str, leading: float) -> str:
    parts = []
    for number, line in enumerate(lines):
        base = y + number * size * leading + size * 0.92
        at = x
        for run, wide in zip(
            line.runs, _widths(line, size), strict=True
        ):  # a text of one style can be stretched anywhere
            length = f' textLength="{wide:.2f}" lengthAdjust="spacingAndGlyphs"' if wide else ""
            place = f'x="{at:.2f}" y="{base:.2f}" font-size="{size:.2f}" fill="{fill}"'
            parts.append(f"<text {place}{length}>{_run(run)}</text>")
            at += wide
    return "".join(parts)


def _widths(line: TextLine, size: float) -> list[float]:
    """The widths of the runs of a line, which together are as wide as the line."""
    widths = [width_of(run.text, size, bold=run.bold) for run in line.runs]
    share = line.width / sum(widths) if sum(widths) else 0.0
    return [wide * share for wide in widths]


def _centred(lines: Sequence[TextLine], width: float, y: float, size: float, fill: str) -> str:
    return "".join(
        _lines([line], (width - line.width) / 2, y + number * size * LEADING, size, fill, LEADING)
        for number, line in enumerate(lines)
    )


def _run(run: Run) -> str:
    style = (' font-weight="700"' if run.bold else "") + (' font-style="italic"' if run.italic else "")
    # white space at the ends of a run is kept: it separates words of two styles
    return f'<tspan xml:space="preserve"{style}>{escape(printable(run.text), quote=True)}</tspan>'


def _words(
    text: str, x: float, base: float, size: float, fill: str, *, bold: bool = False, limit: float | None = None
) -> str:
    wide = width_of(text, size, bold=bold) if limit is None else min(limit, width_of(text, size, bold=bold))
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x:.2f}" y="{base:.2f}" font-size="{size:.2f}" fill="{fill}"{weight} textLength="{wide:.2f}" '
        f'lengthAdjust="spacingAndGlyphs">{h(text)}</text>'
    )


def _at(x: float, y: float, block: TextBlock) -> str:
    return f'<g transform="translate({x:.2f} {y:.2f})">{block.markup}</g>' if block.markup else ""
