"""The whole picture: a headline, the boards with their legend, the panels, on the room that there is.

First the best drawing is tried, then plainer ones, until one has room; boards and panels stand side by side where the
screen is wide. If nothing fits in height the plainest is taken, and the reader scrolls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.picture import View
from tools.drawing.boards import Style, draw
from tools.drawing.canvas import size
from tools.drawing.ink import Ink, Line, Run, beside, broken, cut, line, width
from tools.drawing.panels import Detail, Panels
from tools.drawing.schema import Schema, said
from tools.drawing.spots import Field, Look
from tools.drawing.tokens import Tokens, legend

GAP = 3
LEAST_PANEL = 34
"""A panel beside a board is at least so wide."""
_HELD = "\N{NO-BREAK SPACE}"
"""Holds words together that belong on one line."""
_DETAILS: tuple[Detail, ...] = ("full", "some", "little")
_TRIES: tuple[tuple[Detail, Style, Style], ...] = (
    ("full", "roomy", "roomy"), ("full", "roomy", "boxed"), ("full", "roomy", "bare"),
    ("full", "boxed", "boxed"), ("full", "boxed", "bare"),
    ("some", "roomy", "roomy"), ("some", "roomy", "bare"), ("some", "boxed", "boxed"), ("some", "boxed", "bare"),
    ("full", "bare", "bare"), ("some", "bare", "bare"),
    ("little", "boxed", "boxed"), ("little", "boxed", "bare"), ("little", "bare", "bare"),
)  # fmt: skip
"""How much panels tell, the style of the first board, and that of the others: the best first."""


def picture(
    view: View, schema: Schema, ink: Ink, keys: Mapping[int, str] | None = None, room: int | None = None
) -> list[Line]:
    """The table as a seat sees it, on `room` lines if that can be done.

    `keys` are the numbers of options that are spaces, by the number of the space.
    """
    most = room if room is not None else ink.height
    head = [headline(view, schema, ink.width)]
    tries: list[list[Line]] = []
    for body in _bodies(view, schema, ink, keys or {}):
        tries.append(head + body)
        if len(tries[-1]) <= most:
            return tries[-1]
    return min(tries, key=len)


def headline(view: View, schema: Schema, wide: int) -> Line:
    """The game, its mode, the round, and whose turn it is."""
    modes = f" ({', '.join(map(said, view.modes))})" if view.modes else ""
    parts = [f"round {view.round}"] if view.round else []
    if view.over:
        parts.append("over")
    elif view.active:
        parts.append(f"{view.active}'s turn")
    parts += [said(view.window)] if view.window and not view.over else []
    told = f" · {' · '.join(parts)}" if parts else ""
    head = line((schema.title, "title"), modes, (told, "strong"))
    seen = line((f"   as {view.seat} sees it" if view.seat else "", "dim"))
    return cut((*head, *(seen if width(head) + width(seen) <= wide else ())), wide)


def _bodies(view: View, schema: Schema, ink: Ink, keys: Mapping[int, str]) -> Iterator[list[Line]]:
    """All that is below the headline, the best way first."""
    if not view.boards:
        for detail in _DETAILS:
            yield Panels(view, schema, Tokens(view, schema), detail, ink.width).all()
        return
    for detail, style, others in _TRIES:
        if others == style or len(view.boards) > 1:
            yield from _arranged(view, schema, ink, keys, (style, others), detail)


def _arranged(
    view: View, schema: Schema, ink: Ink, keys: Mapping[int, str], styles: tuple[Style, Style], detail: Detail
) -> Iterator[list[Line]]:
    """Boards and panels beside each other, then below each other."""
    look = Look(view, schema, keys)
    fields = look.fields()
    boards = _boards(fields, schema, look.tokens, styles, ink.width - LEAST_PANEL - GAP)
    if boards is not None:
        left = ink.width - size(boards)[0] - GAP
        yield beside(boards, Panels(view, schema, look.tokens, detail, left).all(), GAP)
    boards = _boards(fields, schema, look.tokens, styles, ink.width)
    if boards is not None:
        yield boards + Panels(view, schema, look.tokens, detail, ink.width).all()


def _boards(
    fields: list[Field], schema: Schema, tokens: Tokens, styles: tuple[Style, Style], most: int
) -> list[Line] | None:
    """All boards, beside each other as far as there is room; none if one does not fit."""
    rows: list[list[Line]] = []
    for index, field in enumerate(fields):
        drawn = draw(field, styles[min(index, 1)], schema, most)
        if drawn is None:
            return None
        block = [cut(line((field.title, "strong")), most), *drawn]
        if rows and size(rows[-1])[0] + GAP + size(block)[0] <= most:
            rows[-1] = beside(rows[-1], block, GAP)
        else:
            rows.append(block)
    found = [one for row in rows for one in row]
    return found + _legend(fields, tokens, max(size(found)[0], min(most, 40)))


def _legend(fields: list[Field], tokens: Tokens, wide: int) -> list[Line]:
    """What the signs mean, each with its meaning on one line."""
    signs: dict[str, str] = {}
    for field in fields:
        for sign, words in field.signs.items():
            known = signs.setdefault(sign, words)
            if words not in known.split(" / "):
                signs[sign] = f"{known} / {words}"
    runs: list[Run] = []
    for (token, style), meaning in legend(tokens, signs):
        runs += [("  ", "")] if runs else []
        runs += [(f"{token}{_HELD}", style), (meaning.replace(" ", _HELD), "dim")]
    found = broken(line(*runs), wide, 0) if runs else []
    return [tuple((words.replace(_HELD, " "), style) for words, style in one) for one in found]
