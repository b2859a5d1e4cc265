"""Shows one line of a file with marks under a part of it.

The marks must be under the right letters although tabs, wide letters, combining accents and escapes are not one column
wide. So the line is first converted to cells, each with its shown text and width; marks and cuts are computed in cells.
Only the neighbourhood of the marks is converted, so a line of ten million letters costs as much as a short one.
"""

from __future__ import annotations

from attrs import frozen

from tools.report import escape

TAB = "    "
CUT = "…"


@frozen
class ScreenCell:
    shown: str
    room: int


@frozen
class Excerpt:
    text: str
    indent: int
    marks: int


def _cell(line: str, index: int) -> ScreenCell:
    character = line[index]
    if character == "\t":
        return ScreenCell(TAB, len(TAB))
    if character == "[" and line[max(index - 2, 0) : index] == "##":
        return ScreenCell(escape.escaped(character), 4)  # a build service would take `##[` for a command
    shown = escape.printable(character)
    return ScreenCell(shown, escape.room(character) if shown == character else len(shown))


def _rooms(cells: list[ScreenCell]) -> int:
    return sum(cell.room for cell in cells)


def excerpt(line: str, start: int, end: int, width: int) -> Excerpt:
    """Show `line` with marks under the characters from `start` to `end`, in at most `width` columns."""
    line = line.removesuffix("\r")
    start = min(start, len(line))
    end = max(min(end, len(line)), start)
    first = max(0, start - width)
    last = min(len(line), start + width)
    cells = [_cell(line, index) for index in range(first, last)]
    mark = start - first
    marked = min(end - first, len(cells))
    left, right = _window(cells, mark, width, first > 0, last < len(line))
    before, after = first > 0 or left > 0, last < len(line) or right < len(cells)
    indent = _rooms(cells[left:mark]) + (len(CUT) if before else 0)
    inside = cells[mark : min(marked, right)]
    if inside and inside[0].room == 0 and indent:
        indent -= 1  # an accent alone is marked under the letter that bears it
    text = "".join(cell.shown for cell in cells[left:right])
    return Excerpt(
        text=(CUT if before else "") + text + (CUT if after else ""),
        indent=indent,
        marks=max(1, _rooms(inside)),
    )


def _window(cells: list[ScreenCell], mark: int, width: int, cut_left: bool, cut_right: bool) -> tuple[int, int]:
    """The cells to show: all if they fit, else as many as fit with the mark a third of the way in."""
    if not cut_left and not cut_right and _rooms(cells) <= width:
        return 0, len(cells)
    budget = max(width - 2 * len(CUT), 1)
    left = mark
    taken = 0
    while left > 0 and taken + cells[left - 1].room <= budget // 3:
        left -= 1
        taken += cells[left].room
    if not cut_left and _rooms(cells[:left]) <= budget // 3:
        taken += _rooms(cells[:left])  # the beginning of the line is near: show it rather than a cut
        left = 0
    right = mark
    while right < len(cells) and taken + cells[right].room <= budget:
        taken += cells[right].room
        right += 1
    return left, right
