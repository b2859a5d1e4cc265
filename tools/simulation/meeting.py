"""How contenders fared against each other: a table for people, CSV for sheets, JSON for programs, a picture.

Every share comes with the range in which the true one lies (Wilson's interval): few matches say little, and it shows.
A draw is half a win for both.
"""

from __future__ import annotations

import csv
import io
import json
from html import escape

from attrs import field, frozen

from interpreter.odds import wilson
from tools.simulation.contest import meetings
from tools.simulation.match import Hall
from tools.simulation.totals import Totals

FORMAT_VERSION = 1


@frozen
class Share:
    """How often one won of so many matches; a draw counts half."""

    matches: int
    wins: float

    @property
    def rate(self) -> float:
        return self.wins / self.matches if self.matches else 0.5

    @property
    def range(self) -> tuple[float, float]:
        return wilson(self.wins, self.matches)


@frozen
class Contest:
    """The result of everybody against everybody, the best first."""

    game: str
    mode: str
    names: tuple[str, ...]
    shares: dict[tuple[str, str], Share] = field(repr=False)
    """Of the first one against the second one."""
    overall: dict[str, Share] = field(repr=False)


def contest(hall: Hall, totals: Totals) -> Contest:
    order = hall.order
    shares: dict[tuple[str, str], Share] = {}
    for pair, (one, other) in enumerate(meetings(order.contenders)):
        met, first, second = totals.pairs.get(pair, (0, 0, 0))
        wins = first + (met - first - second) / 2
        shares[one, other], shares[other, one] = Share(met, wins), Share(met, met - wins)
    overall = {name: _sum([share for (one, _), share in shares.items() if one == name]) for name in order.contenders}
    names = sorted(order.contenders, key=lambda name: (-overall[name].rate, name))
    return Contest(hall.game.name, hall.game.mode or "", tuple(names), shares, overall)


def _sum(shares: list[Share]) -> Share:
    return Share(sum(share.matches for share in shares), sum(share.wins for share in shares))


def as_text(found: Contest, totals: Totals) -> str:
    """The best first, with their ranges; below, everybody against everybody in hundredths."""
    wide = max(len(name) for name in found.names)
    mode = f" ({found.mode})" if found.mode else ""
    counted = sum(row[0] for row in totals.pairs.values())
    lines = [
        f"{found.game}{mode}: {len(found.names)} contenders, {totals.games:,} games, {counted:,} of them counted",
        "",
    ]
    lines.append(f"  {'':{wide}}  matches   won      range")
    for name in found.names:
        share = found.overall[name]
        low, high = share.range
        lines.append(
            f"  {name:{wide}}  {share.matches:>7,}  {100 * share.rate:5.1f} %  {100 * low:.1f} to {100 * high:.1f} %"
        )
    lines += ["", f"  {'row against column, %':{wide + 4}}" + "".join(f"{n + 1:>5}" for n in range(len(found.names)))]
    for number, name in enumerate(found.names):
        cells = "".join(f"{_cell(found, name, other):>5}" for other in found.names)
        lines.append(f"  {number + 1:>2}  {name:{max(wide, 17)}}{cells}")
    return "\n".join(lines) + "\n"


def _cell(found: Contest, one: str, other: str) -> str:
    share = found.shares.get((one, other))
    return "." if share is None or not share.matches else f"{100 * share.rate:.0f}"


def as_csv(found: Contest) -> str:
    """A line for each ordered pair: who, against whom, matches, wins, rate, and the range of the rate."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["contender", "against", "matches", "wins", "rate", "low", "high"])
    for one in found.names:
        for other in found.names:
            if one != other:
                share = found.shares[one, other]
                low, high = share.range
                rows.writerow([one, other, share.matches, share.wins, *(f"{x:.4f}" for x in (share.rate, low, high))])
    return text.getvalue()


def as_json(found: Contest, totals: Totals) -> str:
    told = {
        "format_version": FORMAT_VERSION,
        "game": found.game,
        "mode": found.mode or None,
        "games": totals.games,
        "finished": totals.finished,
        "errors": totals.errors,
        "contenders": [{"name": name, **_told(found.overall[name])} for name in found.names],
        "pairs": [
            {"contender": one, "against": other, **_told(found.shares[one, other])}
            for one in found.names
            for other in found.names
            if one != other
        ],
    }
    return json.dumps(told, indent=2, ensure_ascii=False)


def _told(share: Share) -> dict[str, float]:
    low, high = share.range
    rounded = {"rate": round(share.rate, 4), "low": round(low, 4), "high": round(high, 4)}
    return {"matches": share.matches, "wins": share.wins, **rounded}


# ------------------------------------------------------------------------------------------------------- picture

CELL = 26
LETTER = 6.6
"""How wide a letter of a name is, about."""


def as_svg(found: Contest) -> str:
    """A heat map: who stands in the row against who stands in the column. Blue wins, red loses, pale is even."""
    margin = round(LETTER * max(len(name) for name in found.names)) + 70
    top, size = margin - 30, CELL * len(found.names)
    box = f"0 0 {margin + size + 10} {top + size + 30}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="sans-serif" font-size="11">',
        f"<title>{escape(found.game)}: how often the row wins against the column</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    for row, one in enumerate(found.names):
        y = top + row * CELL
        rate = f"{100 * found.overall[one].rate:.0f} %"
        parts.append(f'<text x="{margin - 44}" y="{y + 17}" text-anchor="end">{escape(one)}</text>')
        parts.append(f'<text x="{margin - 6}" y="{y + 17}" text-anchor="end" fill="#666666">{rate}</text>')
        middle = margin + row * CELL + 16
        parts.append(f'<text transform="translate({middle},{top - 6}) rotate(-60)">{escape(one)}</text>')
        parts += [_square(found, one, other, margin + column * CELL, y) for column, other in enumerate(found.names)]
    below = "the row against the column, in per cent; a draw is half a win; point at a cell for its range"
    parts.append(f'<text x="10" y="{top + size + 18}" fill="#666666">{below}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _square(found: Contest, one: str, other: str, x: int, y: int) -> str:
    share = found.shares.get((one, other))
    box = f'<rect x="{x}" y="{y}" width="{CELL - 1}" height="{CELL - 1}"'
    if share is None or not share.matches:
        return f'{box} fill="#eeeeee"/>'
    low, high = share.range
    words = f"{one} against {other}: {share.wins:g} of {share.matches}, {100 * low:.0f} to {100 * high:.0f} %"
    dark = abs(share.rate - 0.5) > 0.3
    number = (
        f'<text x="{x + CELL / 2 - 0.5}" y="{y + 17}" text-anchor="middle" font-size="10" '
        f'fill="{"#ffffff" if dark else "#333333"}">{100 * share.rate:.0f}</text>'
    )
    return f'<g><title>{escape(words)}</title>{box} fill="{_colour(share.rate)}"/>{number}</g>'


def _colour(rate: float) -> str:
    """From red through pale to blue: told apart also by who cannot tell red from green."""
    pale, end = (247, 247, 247), (33, 102, 172) if rate > 0.5 else (178, 24, 43)
    far = abs(rate - 0.5) * 2
    return "#" + "".join(f"{round(a + (b - a) * far):02x}" for a, b in zip(pale, end, strict=True))
