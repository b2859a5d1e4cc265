"""Draws boards in text: squares as boxes, hexes as staggered bricks, tracks as a row that folds, graphs as lists.

A brick in a staggered wall touches six others, as a hex does, so the drawing shows adjacency. Each board can be drawn
in several sizes, from roomy boxes to bare signs; the caller takes the largest that fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from attrs import evolve, frozen

from tools.drawing.canvas import Canvas
from tools.drawing.model import DrawnBoard, DrawnSpace, DrawnToken
from tools.drawing.space_contents import EMPTY
from tools.drawing.styled_text import Line, Run, broken, centred, cut, line, padded, safe, seat_style, short, width

Style = Literal["roomy", "boxed", "bare"]
"""Boxes with two lines, with one line, or signs alone."""
WIDEST = 11
"""The largest inner width of a cell."""
USUAL = 5
NARROW = 30
"""The width that a list of spaces with their contents needs."""


@frozen
class CellSize:
    """The inner width of a cell, its number of lines, and whether it has a border."""

    wide: int
    high: int
    boxed: bool


@frozen
class SpaceDrawing:
    """A space to draw. `key` is its option number, if it is an option.

    Chips are drawn over the ground where room is short; kept symbols always stand beside it.
    """

    name: str
    row: int
    column: int
    ground: Run
    chips: tuple[Run, ...]
    key: str = ""
    laid: bool = False
    beside: tuple[Run, ...] = ()


@frozen
class BoardDrawing:
    """A board to draw."""

    grid: str
    spots: tuple[SpaceDrawing, ...]
    links: Mapping[str, tuple[str, ...]]


def run_of(token: DrawnToken) -> Run:
    """A token in the style of its seat."""
    colour = () if token.colour is None else (seat_style(token.colour),)
    return safe((token.letters, " ".join((*colour, *((token.emphasis,) if token.emphasis != "plain" else ())))))


def drawing_of(board: DrawnBoard, keys: Mapping[int, str]) -> BoardDrawing:
    """A board as text; `keys` are the numbers of options that are spaces."""
    return BoardDrawing(board.grid, tuple(_spot(space, keys) for space in board.spaces), dict(board.links))


def _spot(space: DrawnSpace, keys: Mapping[int, str]) -> SpaceDrawing:
    chips, beside = tuple(map(run_of, space.chips)), tuple(map(run_of, space.beside))
    ground, key = run_of(space.ground), keys.get(space.thing, "")
    return SpaceDrawing(space.name, space.row, space.column, ground, chips, key, space.laid, beside)


def draw(field: BoardDrawing, style: Style, most: int) -> list[Line] | None:
    """A board within this width, with cells as wide as useful; None if it does not fit in this style."""
    if field.grid == "graph":
        return _graph(field, most) if most >= NARROW else None
    bland = all(spot.ground[0] == EMPTY for spot in field.spots)
    high = 2 if style == "roomy" and not (bland and field.grid != "track") else 1
    for size in _sizes(field, style):
        way = CellSize(size, high, style != "bare")
        lines = _grid(_folded(field, way, most) if field.grid == "track" else field, way, most)
        if lines is not None:
            return lines
    return _strips(field, CellSize(_sizes(field, style)[-1], 1, False), most) if style == "bare" else None


def _strips(field: BoardDrawing, way: CellSize, most: int) -> list[Line] | None:
    """A board that is wider than the screen, split into strips of columns."""
    margin = len(str(max(spot.row for spot in field.spots))) + 2 + way.wide
    each = (most - margin) // (way.wide + 1)
    if each < 1:
        return None
    lines: list[Line] = []
    for first in range(0, max(spot.column for spot in field.spots), each):
        spots = tuple(
            evolve(spot, column=spot.column - first) for spot in field.spots if first < spot.column <= first + each
        )
        lines += _grid(evolve(field, spots=spots), way, most, first) or []
    return lines


def _sizes(field: BoardDrawing, style: Style) -> list[int]:
    """The possible cell widths, the best first: from all content on one line down to one token."""
    whole = max((_wanted((*spot.chips, *_laid(spot))) + _beside_width(spot) for spot in field.spots), default=1)
    token = max((width((chip,)) for spot in field.spots for chip in (*spot.chips, *_laid(spot))), default=1)
    token = max(token, max((1 + width(spot.beside) for spot in field.spots if spot.beside), default=1))
    if style == "bare":
        return [max(token, 1 + (field.grid == "hex"))]
    least = min(WIDEST, max(3, token))
    sizes = range(min(WIDEST, max(USUAL, whole)), least - 1, -1)
    return [size for size in sizes if field.grid != "hex" or size % 2] or [least + (least + 1) % 2]


def _laid(spot: SpaceDrawing) -> tuple[Run, ...]:
    return (spot.ground,) if spot.laid else ()


def _beside_width(spot: SpaceDrawing) -> int:
    return width(spot.beside) + len(spot.beside)


def _wanted(chips: Sequence[Run]) -> int:
    """The width of all tokens of a space on one line."""
    return sum(width((chip,)) + 1 for chip in chips) - 1 + 2


# ----------------------------------------------------------------------------------------------------------- grids


def _grid(field: BoardDrawing, way: CellSize, most: int, before: int = 0) -> list[Line] | None:
    """Draw a grid; `before` is the number of columns in earlier strips."""
    rows = [spot.row for spot in field.spots]
    columns = [spot.column for spot in field.spots]
    if not rows:
        return []
    margin = len(str(max(rows))) + 1
    pitch = way.wide + 1
    half = pitch // 2 if field.grid == "hex" else 0
    if margin + max(columns) * pitch + 1 + (half if max(rows) > 1 else 0) > most:
        return None
    canvas = Canvas()
    deep = way.high + 1 if way.boxed else way.high
    labelled = field.grid != "track"
    if labelled:
        for column in sorted(set(columns)):
            left = margin + (column - 1) * pitch + 1
            canvas.put(left, 0, centred(((_letters(column + before), "dim"),), way.wide))
        for row in sorted(set(rows)):
            canvas.put(0, 1 + (row - 1) * deep + (1 if way.boxed else 0), ((str(row), "dim"),))
    for spot in field.spots:
        x = margin + (spot.column - 1) * pitch + (half if spot.row % 2 == 0 else 0)
        y = int(labelled) + (spot.row - 1) * deep
        if way.boxed:
            canvas.box(x, y, way.wide, way.high)
        for index, content in enumerate(_cell(spot, way, named=not labelled)):
            canvas.put(x + 1, y + index + int(way.boxed), content)
    return canvas.lines()


def _letters(column: int) -> str:
    sign = ""
    while column:
        column, rest = divmod(column - 1, 26)
        sign = chr(65 + rest) + sign
    return sign


def _cell(spot: SpaceDrawing, way: CellSize, named: bool) -> Iterator[Line]:
    """The content of a cell: ground and number above, tokens below; or the most important of it on one line."""
    key: Run = (f"({spot.key})", "key")
    if way.high == 2:
        ground = (*(_named(spot) if named else (spot.ground,)), *_spaced(spot.beside))
        right = (key,) if spot.key and width(spot.key) + 2 + width(ground) < way.wide else ()
        gap = way.wide - width(ground) - width(right) - 1
        yield padded((*ground, (" " * max(1, gap), ""), *right), way.wide) if right else padded(ground, way.wide)
        yield centred(_chips(spot.chips, way.wide), way.wide)
        return
    chips = _chips((*spot.chips, spot.ground) if spot.laid else spot.chips, way.wide)
    if spot.key and not chips and width(spot.key) + 2 <= way.wide:
        yield centred((key,), way.wide)
        return
    drawn = chips or (((spot.name, "dim"),) if named else (spot.ground,))
    beside = next((row for row in (_spaced(spot.beside), spot.beside) if width((*drawn, *row)) <= way.wide), ())
    yield centred((*drawn, *beside), way.wide)


def _spaced(chips: Sequence[Run]) -> Line:
    return tuple(run for chip in chips for run in ((" ", ""), chip))


def _named(spot: SpaceDrawing) -> Line:
    """The content of a space on a track with its name, since a track has no row or column labels."""
    name = (spot.name, "dim")
    return (name,) if spot.ground[0] == EMPTY else (name, (" ", ""), spot.ground)


def _chips(chips: Sequence[Run], most: int) -> Line:
    """As many tokens as fit, and the number of the others."""
    if not chips:
        return ()
    for number in range(len(chips), 0, -1):
        parts: list[Run] = []
        for chip in chips[:number]:
            parts += [(" ", "")] if parts else []
            parts.append(chip)
        if number < len(chips):
            parts.append((f"+{len(chips) - number}", "dim"))
        if width(tuple(parts)) <= most:
            return tuple(parts)
    return cut((chips[0],), most)


# ------------------------------------------------------------------------------------------------ tracks and graphs


def _folded(field: BoardDrawing, way: CellSize, most: int) -> BoardDrawing:
    """A track that is too long for one row continues below, always from the left."""
    each = max(1, (most - 4) // (way.wide + 1))
    spots = tuple(
        evolve(spot, row=index // each + 1, column=index % each + 1) for index, spot in enumerate(field.spots)
    )
    return evolve(field, spots=spots)


def _graph(field: BoardDrawing, most: int) -> list[Line]:
    wide = min(20, max((width(spot.name) for spot in field.spots), default=1))
    lines: list[Line] = []
    for spot in field.spots:
        key = f"({spot.key})" if spot.key else ""
        here = [(short(spot.name, wide).ljust(wide), "strong"), (f" {key:<4}", "key")]
        if spot.ground[0] != EMPTY:
            here += [spot.ground, (" ", "")]
        for chip in spot.chips:
            here += [chip, (" ", "")]
        neighbours = " ".join(field.links.get(spot.name, ()))
        lines += broken(tuple(here) + (line(("— ", "dim"), (neighbours, "")) if neighbours else ()), most, wide + 6)
    return lines
