"""Checks drawings: maps and shapes are drawn in text.

All rows have the same length, every sign is in the legend, and every sign of the legend is one character; the place
of an error is the sign itself. Everything drawn on a board is a space.
"""

from __future__ import annotations

from dsl.check.context import Context
from dsl.diagnostics.codes import names as codes
from dsl.diagnostics.codes.text import TOO_LARGE
from dsl.syntax import nodes as n
from dsl.text.limits import DRAWING_SIDE
from dsl.text.source import Span


def check_drawing(tree: n.Thing, cx: Context) -> None:
    fields = {line.verb.text: line for line in tree.body.lines if isinstance(line, n.Phrase)} if tree.body else {}
    rows, legend = fields.get("rows"), fields.get("legend")
    _spaces(fields, cx)
    if rows is None or legend is None or legend.body is None or not isinstance(rows.object, n.Text):
        return
    signs = set()
    for line in legend.body.lines:
        if isinstance(line, n.Row) and line.key.form == "text":
            sign = line.key.values[0]
            signs.add(sign)
            if len(sign) != 1:
                cx.report(
                    codes.BAD_MAP, line.key.span, what=f'the sign "{sign}" of the legend is not one character',
                    instead="use one character for each kind of space",
                )  # fmt: skip
    _grid(rows.object, signs, cx)


def _spaces(fields: dict[str, n.Phrase], cx: Context) -> None:
    """The space kind of a board and the kinds in the legend of a map must be spaces."""
    made_of, legend = fields.get("space"), fields.get("legend")
    kinds = [made_of.object] if made_of is not None and isinstance(made_of.object, n.Name) else []
    if "board" in fields and legend is not None and legend.body is not None:
        drawn = [row.value for row in legend.body.lines if isinstance(row, n.Row)]
        kinds += [thing.kind for thing in drawn if isinstance(thing, n.Thing) and thing.body is not None]
    for kind in kinds:
        if kind.text in cx.symbols.kinds and "Space" not in cx.symbols.lineage(kind.text):
            what = f"a board is made of spaces, and `{kind.text}` is not a space"
            cx.report(codes.BAD_MAP, kind.span, what=what, instead=f"declare it with `kind {kind.text} is Space`")


def _grid(rows: n.Text, signs: set[str], cx: Context) -> None:
    lines = [line for line in rows.value.split("\n") if line.strip()]
    if not lines:
        cx.report(codes.BAD_MAP, rows.span, what="the drawing is empty", instead="draw at least one row")
        return
    if len(lines) > DRAWING_SIDE or max(len(line.split()) for line in lines) > DRAWING_SIDE:
        limit = f"{DRAWING_SIDE} rows, and {DRAWING_SIDE} signs in a row"
        cx.report(TOO_LARGE, rows.span, what="this drawing", limit=limit, name="DRAWING_SIDE")
        return
    widths = [len(line.split()) for line in lines]
    usual = max(set(widths), key=widths.count)
    for number, (line, width) in enumerate(zip(lines, widths, strict=True)):
        if width != usual:
            cx.report(
                codes.BAD_MAP, _place(rows, number, line, cx),
                what=f"this row has {width} spaces, the others have {usual}",
                instead="draw every row with the same number of signs, separated by spaces",
            )  # fmt: skip
        for sign in line.split():
            if sign not in signs:
                legend = " ".join(f"`{other}`" for other in sorted(signs))
                cx.report(
                    codes.BAD_MAP, _place(rows, number, sign, cx), what=f'the sign "{sign}" is not in the legend',
                    instead=f"the legend has {legend}; separate signs by spaces",
                )  # fmt: skip
                break


def _place(rows: n.Text, number: int, what: str, cx: Context) -> Span:
    """The span of a row, or of the first such sign in it."""
    text = cx.findings.piece.text
    start, row_number = rows.span[0] + 3, -1
    while start < rows.span[1]:
        end = text.find("\n", start)
        end = rows.span[1] if end < 0 else min(end, rows.span[1])
        if text[start:end].strip(' "'):
            row_number += 1
        if row_number == number:
            offset = text.find(what.strip(), start, end)
            return (offset, offset + len(what.strip())) if offset >= 0 else (start, end)
        start = end + 1
    return rows.span
