"""Decides where a line that is too long is broken, for the formatter.

Breaks only where the language ignores a line end: before a joining word or mark, after an operator, inside brackets.
Each such point has a rank; a line is cut at its strongest rank, and parts that are still too long at the next.
Brackets are opened last. An author's own breaks at these points take precedence over computed ones, so manual layout
is kept, and the formatter recognises its own breaks: a second run changes nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from dsl.format.shape import CITED, Tape
from dsl.syntax.keywords import MARKS, PREPOSITIONS

WIDTH = 100
STEP = "  "
_DEEPEST = 60  # columns; brackets further right are not opened

_AFTER_COMMA, _MARK, _CITATION, _AFTER_EQUALS = 0, 1, 7, 8
_RANK = dict.fromkeys(MARKS, _MARK)
_RANK |= dict.fromkeys(("during", "until", "while", "once", "because", "else"), 2)
_RANK |= dict.fromkeys((*PREPOSITIONS, "as"), 3)
_RANK |= {"where": 4, "or": 5, "and": 6}
_OPERATORS = ({"+", "-", "<", ">", "<=", ">="}, {"*", "/", "%"})
_ASSIGNMENTS = frozenset("= += -=".split())
_KEEPS_NEXT = frozenset("instead end start one any up list table works seen stands may yes".split())
"""Words that keep the joining word after them on their line: `instead of`, `up to`, `seen by`."""

Points = list[tuple[int, int]]
"""Break points: the token that would begin the new line, and the rank of the point."""


def broken(tape: Tape, start: int, end: int, lead: str, indent: str, suffix: int = 0) -> list[str]:
    """Lines for these tokens. `lead` begins the first line, `suffix` columns are needed after the last."""
    if tape.has_comment(start, end):
        return _as_written(tape, start, end, lead, indent)
    if len(lead) + tape.width(start, end) + suffix <= WIDTH or len(indent) > _DEEPEST:
        return [lead + tape.flat(start, end)]
    points = _points(tape, start, end)
    cuts = [index for index, _ in points if tape.broken_before(index)] or _after_equals(
        tape, start, end, lead, indent, suffix
    )
    lines: list[str] = []
    for first, last in _between(start, cuts, end):
        needed = suffix if last == end else 0
        lines += _fit(tape, first, last, indent + STEP if lines else lead, indent + STEP, needed, points)
    return lines


def author_breaks(tape: Tape, start: int, end: int) -> bool:
    return any(tape.broken_before(index) for index, _ in _points(tape, start, end))


def _between(start: int, cuts: Sequence[int], end: int) -> list[tuple[int, int]]:
    return list(zip([start, *cuts], [*cuts, end], strict=True))


def _points(tape: Tape, start: int, end: int) -> Points:
    points: Points = []
    depth = 0
    bracketed = start > 0 and tape.tokens[start - 1].kind in ("(", "[", ",")
    for index in range(start, end):
        kind, word = tape.tokens[index][:2]
        if kind == "word":
            rank = _RANK.get(word, 2 if bracketed and word == "then" else None)
            if rank is not None and depth == 0 and index > start and not _is_kept(tape, index):
                points.append((index, rank))
        elif kind in "([":
            depth += 1
        elif kind in ")]":
            depth -= 1
        elif depth == 0 and index + 1 < end:
            if kind == ",":
                points.append((index + 1, _AFTER_COMMA))
            elif kind in _ASSIGNMENTS:
                points.append((index + 1, _AFTER_EQUALS))
            elif kind in CITED and tape.tokens[index + 1].kind == "CLAUSE":
                points.append((index + 1, _CITATION))
    return points


def _is_kept(tape: Tape, index: int) -> bool:
    following = tape.tokens[index + 1].text if index + 1 < len(tape.tokens) else ""
    return tape.tokens[index - 1].text in _KEEPS_NEXT or (tape.tokens[index].text == "for" and following == "each")


def _after_equals(tape: Tape, start: int, end: int, lead: str, indent: str, suffix: int) -> list[int]:
    """The point after the last `=`, if both halves then fit on a line. A head with a block or marks after it is cut
    there."""
    if suffix:
        return []
    depth = 0
    for index in range(end - 2, start, -1):
        kind, word = tape.tokens[index][:2]
        if kind in ")]":
            depth += 1
        elif kind in "([":
            depth -= 1
        elif depth == 0 and (word in MARKS or kind == ","):
            return []
        elif depth == 0 and kind in _ASSIGNMENTS:
            left = len(lead) + tape.width(start, index + 1)
            right = len(indent) + len(STEP) + tape.width(index + 1, end)
            return [index + 1] if left <= WIDTH and right <= WIDTH else []
    return []


def _fit(tape: Tape, start: int, end: int, lead: str, indent: str, suffix: int, points: Points) -> list[str]:
    """Lines for a stretch without the author's breaks: cut at its strongest rank, as few times as needed."""
    if len(lead) + tape.width(start, end) + suffix <= WIDTH:
        return [lead + tape.flat(start, end)]
    inside = points[bisect_left(points, (start + 1, 0)) : bisect_left(points, (end, 0))]
    inside = [point for point in inside if point[1] < _AFTER_EQUALS]
    if not inside:
        return _open_brackets(tape, start, end, lead, indent, suffix)
    strongest = min(rank for _, rank in inside)
    cuts = [index for index, rank in inside if rank == strongest]
    if strongest == _MARK and any(
        len(indent) + tape.width(*stretch) > WIDTH for stretch in _between(start, cuts, end)[1:]
    ):
        # a list of citations longer than a line may begin on this one
        cuts = [index for index, rank in inside if rank in (_MARK, _CITATION)]
    lines: list[str] = []
    for first, last in _fill(tape, _between(start, cuts, end), lead, indent, suffix):
        needed = suffix if last == end else 0
        lines += _fit(tape, first, last, indent if lines else lead, indent, needed, points)
    return lines


def _fill(tape: Tape, stretches: list[tuple[int, int]], lead: str, indent: str, suffix: int) -> list[tuple[int, int]]:
    """As many stretches on a line as fit."""
    lines: list[tuple[int, int]] = []
    begin, end = stretches[0]
    for first, last in stretches[1:]:
        needed = suffix if last == stretches[-1][1] else 0
        if len(indent if lines else lead) + tape.width(begin, last) + needed > WIDTH:
            lines.append((begin, end))
            begin = first
        end = last
    return [*lines, (begin, end)]


def _open_brackets(tape: Tape, start: int, end: int, lead: str, indent: str, suffix: int) -> list[str]:
    """Lines for a stretch without joining words: open its widest bracket, or cut it after operators."""
    pad = " " * (len(lead) - len(lead.lstrip(" ")))
    widest = max(_brackets(tape, start, end), key=lambda pair: tape.width(*pair), default=None)
    if len(lead) + tape.width(start, end) + suffix <= WIDTH or len(pad) > _DEEPEST:
        return [lead + tape.flat(start, end)]
    if widest is not None:
        before = len(lead) + tape.width(start, widest[0] + 1)
        after = len(pad) + tape.width(widest[1], end) + suffix
        if before <= WIDTH and after <= WIDTH:
            return _open_bracket(tape, start, end, widest, lead, indent, suffix)
    for operators in _OPERATORS:
        cuts = _after_operators(tape, start, end, operators)
        if cuts:
            lines: list[str] = []
            for first, last in _fill(tape, _between(start, cuts, end), lead, indent, suffix):
                needed = suffix if last == end else 0
                lines += _open_brackets(tape, first, last, indent if lines else lead, indent, needed)
            return lines
    return (
        [lead + tape.flat(start, end)]
        if widest is None
        else _open_bracket(tape, start, end, widest, lead, indent, suffix)
    )


def _open_bracket(
    tape: Tape, start: int, end: int, bracket: tuple[int, int], lead: str, indent: str, suffix: int
) -> list[str]:
    opening, closing = bracket
    pad = " " * (len(lead) - len(lead.lstrip(" ")))
    return [
        *_open_brackets(tape, start, opening + 1, lead, indent, 0),
        *_contents(tape, opening + 1, closing, pad + STEP, tape.tokens[opening].kind == "["),
        *_open_brackets(tape, closing, end, pad, indent, suffix),
    ]


def _brackets(tape: Tape, start: int, end: int) -> list[tuple[int, int]]:
    """The outermost non-empty brackets, each as opening and closing token."""
    pairs: list[tuple[int, int]] = []
    depth = opening = 0
    for index in range(start, end):
        kind = tape.tokens[index].kind
        if kind in "([":
            opening = index if depth == 0 else opening
            depth += 1
        elif kind in ")]" and depth:  # the stretch may begin inside a bracket
            depth -= 1
            if depth == 0 and index > opening + 1:
                pairs.append((opening, index))
    return pairs


def _after_operators(tape: Tape, start: int, end: int, operators: set[str]) -> list[int]:
    cuts: list[int] = []
    depth = 0
    for index in range(start, end - 1):
        kind = tape.tokens[index].kind
        if kind in "([":
            depth += 1
        elif kind in ")]":
            depth = max(0, depth - 1)
        elif depth == 0 and kind in operators and tape.parts[index + 1].startswith(" "):  # not the sign of a number
            cuts.append(index + 1)
    return cuts


def _contents(tape: Tape, start: int, end: int, indent: str, is_list: bool) -> list[str]:
    """The contents of an opened bracket: the author's lines, else all on one line, else one per line, or as many as
    fit."""
    cuts: list[int] = []
    depth = 0
    for index in range(start, end):
        kind = tape.tokens[index].kind
        if kind in "([":
            depth += 1
        elif kind in ")]":
            depth -= 1
        elif kind == "," and depth == 0 and index + 1 < end:
            cuts.append(index + 1)
    lines: list[str] = []
    for first, last in _between(start, [cut for cut in cuts if tape.broken_before(cut)], end):
        if len(indent) + tape.width(first, last) <= WIDTH:
            lines.append(indent + tape.flat(first, last))
            continue
        values = _between(first, [cut for cut in cuts if first < cut < last], last)
        for stretch in _fill(tape, values, indent, indent, 0) if is_list else values:
            lines += broken(tape, *stretch, indent, indent)
    return lines


def _new_line(tape: Tape, index: int) -> bool:
    """Whether the author began a line with this token; with a separator, the line begins after it."""
    return tape.tokens[index].kind != "," and tape.broken_before(index)


def _as_written(tape: Tape, start: int, end: int, lead: str, indent: str) -> list[str]:
    """Lines of a stretch with comments inside: the author's lines, with corrected indentation."""
    lines: list[str] = []
    begin, depth = start, 0
    pad = lead
    for index in range(start, end + 1):
        comments = tape.gaps.get(index, []) if start < index < end else []
        if index == end or comments or (index > start and _new_line(tape, index)):
            lines.append(pad + tape.flat(begin, index))
            pad = indent + STEP * max(1, depth)
            for comment in comments:
                if comment is comments[0] and "\n" not in tape.text[tape.tokens[index - 1].end : comment.start]:
                    lines[-1] += "  " + comment.text
                else:
                    lines.append(pad + comment.text)
            begin = index
            if index < end and depth and tape.tokens[index].kind in ")]":
                pad = indent + STEP * (depth - 1)
        if index < end:
            kind = tape.tokens[index].kind
            depth += (kind in "([") - (kind in ")]")
    return lines
