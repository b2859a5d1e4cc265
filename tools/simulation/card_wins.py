"""Which cards win: how often a side won that had a card, as a table, CSV, JSON and a picture.

A card that always belongs to both sides shows nothing, and a long match puts more cards in play: compare cards of one
kind, whose players had the same time.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence

from attrs import frozen

from interpreter.link.linked_program import LinkedProgram
from tools.report.escape import spreadsheet_cell as cell
from tools.simulation.heat_map import DARK, GREY, LIGHT, colour, svg_text, wide_as
from tools.simulation.pair_results import SURELY, WinRate
from tools.simulation.totals import Totals

FORMAT_VERSION = 1
ROW, BARS, HEAD, FOOT = 18, 300, 82, 56
LETTER = 6.8


@frozen
class CardWins:
    """The matches of the sides that had a card, and of those for which it was in play."""

    name: str
    had: WinRate
    in_play: WinRate


def card_wins(linked: LinkedProgram, totals: Totals) -> list[CardWins]:
    """The cards that a side had, the most often winning ones in play first."""
    rows = [
        CardWins(linked.cards[card].shown, WinRate(had, had_won), WinRate(played, played_won))
        for card, (had, had_won, played, played_won) in totals.cards.items()
    ]
    return sorted(rows, key=lambda row: (not row.in_play.matches, -row.in_play.rate, -row.had.rate, row.name))


def average(totals: Totals) -> float:
    """How often a side wins at all."""
    sides = totals.finished * len(totals.seats)
    return sum(totals.wins) / sides if sides else 0.0


def as_text(rows: Sequence[CardWins], totals: Totals, title: str) -> str:
    wide = max(map(len, (row.name for row in rows)), default=4)
    lines = [
        f"{title}: {totals.finished:,} finished games, {len(rows)} cards; any side wins {100 * average(totals):.1f} %",
        f"  how often the side won that had the card in play, and that saw it in a zone of its own; {SURELY} ranges",
        "",
        f"  {'':{wide}}  in play    won      range            had    won      range",
    ]
    lines += [f"  {row.name:{wide}}  {_words(row.in_play, 7)}  {_words(row.had, 6)}".rstrip() for row in rows]
    return "\n".join(lines) + "\n"


def _words(share: WinRate, wide: int) -> str:
    if not share.matches:
        return f"{0:>{wide}}" + " " * 26
    low, high = share.range
    return f"{share.matches:>{wide},}  {100 * share.rate:5.1f} %  {f'{100 * low:.1f} to {100 * high:.1f} %':16}"


def as_csv(rows: Sequence[CardWins]) -> str:
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(["card", "where", "matches", "wins", "rate", "low", "high"])
    for row in rows:
        for where, share in (("in play", row.in_play), ("had", row.had)):
            numbers = (f"{number:.4f}" for number in (share.rate, *share.range)) if share.matches else ("", "", "")
            lines.writerow([cell(row.name), where, share.matches, f"{share.wins:g}", *numbers])
    return text.getvalue()


def as_json(rows: Sequence[CardWins], totals: Totals, game: str, mode: str | None) -> str:
    def told(share: WinRate) -> dict[str, float]:
        low, high = share.range
        rounded = {"rate": round(share.rate, 4), "low": round(low, 4), "high": round(high, 4)}
        return {"matches": share.matches, "wins": share.wins, **(rounded if share.matches else {})}

    data = {
        "format_version": FORMAT_VERSION,
        "game": game,
        "mode": mode or None,
        "games": totals.games,
        "finished": totals.finished,
        "errors": totals.errors,
        "average": round(average(totals), 4),
        "cards": [{"name": row.name, "in_play": told(row.in_play), "had": told(row.had)} for row in rows],
    }
    return json.dumps(data, indent=2, ensure_ascii=False)


def as_svg(rows: Sequence[CardWins], totals: Totals, title: str) -> str:
    """A row for each card that was in play: its share with its range, against the share of any side."""
    shown = [row for row in rows if row.in_play.matches]
    left = round(LETTER * max((len(row.name) for row in shown), default=4)) + 60
    heading = f"{title}: how often the side won that had a card in play"
    wide, high = max(left + BARS + 30, wide_as(heading, bold=True)), HEAD + ROW * len(shown) + FOOT
    middle, at = average(totals), HEAD + ROW * len(shown)
    box = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} font-family="sans-serif" font-size="11">',
        f'<rect width="100%" height="100%" fill="{LIGHT}"/>',
        svg_text(10, 24, heading, size=15, bold=True),
        svg_text(10, 44, f"{totals.finished:,} finished games; bars are {SURELY} ranges, numbers count sides.", GREY),
    ]
    for share, dashes in ((0.0, "2 3"), (0.5, "2 3"), (1.0, "2 3"), (middle, "")):
        x = left + BARS * share
        parts.append(f'<path d="M{x:.1f} {HEAD - 6}V{at}" stroke="#bbbbbb" fill="none" stroke-dasharray="{dashes}"/>')
    parts += [
        svg_text(left + BARS * share, HEAD - 12, f"{100 * share:.0f} %", GREY, 10, anchor="middle")
        for share in (0.0, 0.5, 1.0)
    ]
    for number, row in enumerate(shown):
        parts += _bar(row, left, HEAD + ROW * number, middle)
    parts.append(
        svg_text(10, at + 22, f"Full line: any side wins {100 * middle:.1f} %. In colour: more than luck.", GREY)
    )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _bar(row: CardWins, left: int, y: int, middle: float) -> Iterator[str]:
    low, high = row.in_play.range
    sure = not low <= middle <= high
    fill = colour(0.95 if row.in_play.rate > middle else 0.05) if sure else LIGHT
    line, at = y + ROW / 2, left + BARS * row.in_play.rate
    words = f"{row.in_play.wins:g} of {row.in_play.matches}, {100 * low:.1f} to {100 * high:.1f} %"
    yield svg_text(left - 52, y + 13, row.name, anchor="end", bold=sure)
    yield svg_text(left - 10, y + 13, f"{row.in_play.matches:,}", GREY, 10, anchor="end")
    start, end = left + BARS * low, left + BARS * high
    yield (
        f'<g><title>{words}</title><path d="M{start:.1f} {line - 4}v8m0 -4H{end:.1f}m0 -4v8" '
        f'stroke="{GREY}" fill="none"/><circle cx="{at:.1f}" cy="{line}" r="4" fill="{fill}" stroke="{DARK}"/></g>'
    )
