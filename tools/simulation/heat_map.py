"""A round robin as a picture: squares from red to blue, with the certainty of the whole.

The picture must explain itself. So it says how often each pair met, what rows, columns and colours mean, and which
squares are significant: their numbers are bold, the others pale. Blue and red can be distinguished by people who cannot
tell red from green, and every square has its number.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from tools.simulation.pair_results import SURELY, RoundRobin, WinRate, how, title

CELL = 26
LETTER = 6.8
"""How wide a letter of a name is, about."""
HEAD = 62
"""The space for the title and the line below it."""
BARS = 150
"""How wide the bars of the ranges are: from 0 to 100 per cent."""
FOOT = 74
PALE = 0.4
"""How much of its colour a square keeps that may be luck."""
MEANING = f"Bold and in full colour: more than luck, the {SURELY} range leaves 50 out. Pale: may be luck."
GREY, DARK, LIGHT = "#666666", "#222222", "#ffffff"


def as_svg(round_robin: RoundRobin) -> str:
    """A heat map of row against column. Blue wins, red loses, pale is even."""
    names = round(LETTER * max(len(name) for name in round_robin.names))
    left, top, size = names + 58, HEAD + round(0.87 * names) + 30, CELL * len(round_robin.names)
    right = left + size + 24
    text = f"{how(round_robin)}."
    heading = f"{title(round_robin)}: how often the row wins against the column, in per cent"
    wide = max(right + BARS + 30, wide_as(text), wide_as(heading, bold=True), left + wide_as(MEANING))
    high = top + size + FOOT
    box = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} font-family="sans-serif" font-size="11">',
        f"<title>{escape(title(round_robin))}: how often the row wins against the column</title>",
        f'<rect width="100%" height="100%" fill="{LIGHT}"/>',
        svg_text(10, 24, heading, size=15, bold=True),
        svg_text(10, 44, text, GREY),
        svg_text(left - 6, top - 8, "all others", GREY, anchor="end"),
        svg_text(right, top - 24, f"against all others, with {SURELY} ranges", GREY),
    ]
    for row, contender in enumerate(round_robin.names):
        parts += _row(round_robin, row, contender, left, top)
        parts += _bar(round_robin.overall[contender], right, top + row * CELL)
    parts += _scale(right, top, size)
    parts += _legend(left, top + size + 18)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _row(round_robin: RoundRobin, row: int, contender: str, left: int, top: int) -> Iterator[str]:
    y = top + row * CELL
    yield svg_text(left - 44, y + 17, contender, anchor="end")
    yield svg_text(left - 6, y + 17, f"{100 * round_robin.overall[contender].rate:.0f} %", GREY, anchor="end")
    yield f'<text transform="translate({left + row * CELL + 16},{top - 6}) rotate(-60)">{escape(contender)}</text>'
    for column, other in enumerate(round_robin.names):
        yield _square(round_robin, contender, other, left + column * CELL, y)


def _square(round_robin: RoundRobin, contender: str, other: str, x: int, y: int) -> str:
    share = round_robin.shares.get((contender, other))
    box = f'<rect x="{x}" y="{y}" width="{CELL - 1}" height="{CELL - 1}"'
    if share is None or not share.matches:
        return f'{box} fill="#eeeeee"/>'
    low, high = share.range
    words = f"{contender} against {other}: {share.wins:g} of {share.matches}, {100 * low:.0f} to {100 * high:.0f} %"
    shade = share.rate if sure(share) else 0.5 + PALE * (share.rate - 0.5)
    ink = LIGHT if abs(shade - 0.5) > 0.3 else DARK
    number = svg_text(x + CELL / 2 - 0.5, y + 17, f"{100 * share.rate:.0f}", ink, 10, sure(share), "middle")
    return f'<g><title>{escape(words)}</title>{box} fill="{colour(shade)}"/>{number}</g>'


def sure(share: WinRate) -> bool:
    """Whether the difference between the two win rates is significant."""
    low, high = share.range
    return not low <= 0.5 <= high


def _bar(share: WinRate, x: int, y: int) -> Iterator[str]:
    """A bar with the confidence interval of a win rate."""
    low, high = (x + BARS * end for end in share.range)
    middle, at = y + CELL / 2, x + BARS * share.rate
    words = f"{share.wins:g} of {share.matches}, {100 * share.range[0]:.1f} to {100 * share.range[1]:.1f} %"
    yield (
        f'<g><title>{words}</title><path d="M{low:.1f} {middle - 4}v8m0 -4H{high:.1f}m0 -4v8" stroke="{GREY}" '
        f'fill="none"/><circle cx="{at:.1f}" cy="{middle}" r="4" fill="{colour(share.rate)}" stroke="{DARK}"/></g>'
    )


def _scale(x: int, top: int, size: int) -> Iterator[str]:
    for part in (0, 50, 100):
        at = x + BARS * part / 100
        dashes = "" if part == 50 else ' stroke-dasharray="2 3"'
        yield f'<path d="M{at} {top - 4}V{top + size}" stroke="#bbbbbb" fill="none"{dashes}/>'
        yield svg_text(at, top - 8, f"{part} %", GREY, 10, anchor="middle")


def _legend(x: int, y: int) -> Iterator[str]:
    for step in range(11):
        yield f'<rect x="{x + 24 * step}" y="{y}" width="24" height="12" fill="{colour(step / 10)}" stroke="#dddddd"/>'
    yield svg_text(x, y + 25, "0: the row always loses", GREY, 10)
    yield svg_text(x + 264 + 6, y + 10, "100: the row always wins", GREY, 10)
    yield svg_text(x, y + 42, MEANING, GREY)


def wide_as(words: str, bold: bool = False) -> int:
    """About how wide a line is that begins at the margin; a bold one is a heading."""
    return round((8.8 if bold else 6.0) * len(words)) + 20


def svg_text(
    x: float, y: float, words: str, fill: str = DARK, size: int = 11, bold: bool = False, anchor: str = ""
) -> str:
    """Text at a position."""
    more = f' font-size="{size}"' if size != 11 else ""
    more += ' font-weight="bold"' if bold else ""
    more += f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x:g}" y="{y:g}" fill="{fill}"{more}>{escape(words)}</text>'


def colour(rate: float) -> str:
    """From red through pale to blue."""
    pale, end = (247, 247, 247), (33, 102, 172) if rate > 0.5 else (178, 24, 43)
    far = abs(rate - 0.5) * 2
    return "#" + "".join(f"{round(a + (b - a) * far):02x}" for a, b in zip(pale, end, strict=True))
