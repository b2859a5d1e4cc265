"""Win rates of contenders against each other: a table for people, CSV for spreadsheets, JSON for programs.

Every rate comes with its confidence interval (Wilson's), so that few matches visibly mean little. A draw is half a win
for both.
"""

from __future__ import annotations

import csv
import io
import json

from attrs import field, frozen

from interpreter.explain.odds import wilson
from tools.report.escape import spreadsheet_cell as cell
from tools.simulation.match import SimulatedGame
from tools.simulation.round_robin import meetings
from tools.simulation.totals import Totals

FORMAT_VERSION = 1
SURELY = "95 %"
"""How sure a range is."""


@frozen
class WinRate:
    """Wins out of a number of matches; a draw counts half."""

    matches: int
    wins: float

    @property
    def rate(self) -> float:
        return self.wins / self.matches if self.matches else 0.5

    @property
    def range(self) -> tuple[float, float]:
        return wilson(self.wins, self.matches)


@frozen
class RoundRobin:
    """The results of a round robin, the best first."""

    game: str
    mode: str
    names: tuple[str, ...]
    shares: dict[tuple[str, str], WinRate] = field(repr=False)
    """Of the first one against the second one."""
    overall: dict[str, WinRate] = field(repr=False)
    settled: str = ""
    """The mode, the variants and the readings that are not as by default."""
    players: tuple[str, ...] = ()

    @property
    def each(self) -> str:
        """The number of matches of each pair."""
        counts = [share.matches for share in self.shares.values()]
        least, most = min(counts, default=0), max(counts, default=0)
        return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def contest(hall: SimulatedGame, totals: Totals) -> RoundRobin:
    order = hall.order
    shares: dict[tuple[str, str], WinRate] = {}
    for pair, (contender, other) in enumerate(meetings(order.contenders)):
        met, first, second = totals.pairs.get(pair, (0, 0, 0))
        wins = first + (met - first - second) / 2
        shares[contender, other], shares[other, contender] = WinRate(met, wins), WinRate(met, met - wins)
    overall = {
        name: _sum([share for (first, _), share in shares.items() if first == name]) for name in order.contenders
    }
    names = sorted(order.contenders, key=lambda name: (-overall[name].rate, name))
    settled = _settled(hall)
    return RoundRobin(hall.game.name, hall.game.mode or "", tuple(names), shares, overall, settled, order.players)


def _settled(hall: SimulatedGame) -> str:
    readings = (f"{name}: {reading}" for name, reading in hall.order.rulings.items())
    return ", ".join(filter(None, (hall.game.mode, *hall.order.variants, *readings)))


def settled_words(hall: SimulatedGame) -> str:
    """The game with its mode, its variants, and who played."""
    return f"{hall.game.name} ({', '.join(filter(None, (_settled(hall), *dict.fromkeys(hall.order.players))))})"


def _sum(shares: list[WinRate]) -> WinRate:
    return WinRate(sum(share.matches for share in shares), sum(share.wins for share in shares))


def as_text(round_robin: RoundRobin, totals: Totals) -> str:
    """The contenders with their intervals, the best first; below, the win rate of each pair in percent."""
    wide = max(len(name) for name in round_robin.names)
    counted = sum(row[0] for row in totals.pairs.values())
    games = f"{totals.games:,} games, {counted:,}"
    lines = [
        f"{title(round_robin)}: {len(round_robin.names)} contenders, {games} of them counted",
        f"  {how(round_robin)}; ranges contain the true share with {SURELY}",
        "",
    ]
    lines.append(f"  {'':{wide}}  matches   won      range")
    for name in round_robin.names:
        share = round_robin.overall[name]
        low, high = share.range
        lines.append(
            f"  {name:{wide}}  {share.matches:>7,}  {100 * share.rate:5.1f} %  {100 * low:.1f} to {100 * high:.1f} %"
        )
    lines += [
        "",
        f"  {'row against column, %':{wide + 4}}" + "".join(f"{n + 1:>5}" for n in range(len(round_robin.names))),
    ]
    for number, name in enumerate(round_robin.names):
        cells = "".join(f"{_cell(round_robin, name, other):>5}" for other in round_robin.names)
        lines.append(f"  {number + 1:>2}  {name:{max(wide, 17)}}{cells}")
    return "\n".join(lines) + "\n"


def title(round_robin: RoundRobin) -> str:
    return f"{round_robin.game}{f' ({round_robin.settled})' if round_robin.settled else ''}"


def how(round_robin: RoundRobin) -> str:
    """How the matches were played, so that the table can be judged by itself."""
    by = f", played by {' and '.join(round_robin.players)}" if round_robin.players else ""
    return f"{round_robin.each} matches of each pair, changing seats{by}; a draw is half a win"


def _cell(round_robin: RoundRobin, contender: str, other: str) -> str:
    share = round_robin.shares.get((contender, other))
    return "." if share is None or not share.matches else f"{100 * share.rate:.0f}"


def as_csv(round_robin: RoundRobin) -> str:
    """A line for each ordered pair: who, against whom, matches, wins, rate, and the range of the rate."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["contender", "against", "matches", "wins", "rate", "low", "high"])
    for contender in round_robin.names:
        for other in round_robin.names:
            if contender != other:
                share = round_robin.shares[contender, other]
                low, high = share.range
                rows.writerow(
                    [
                        cell(contender),
                        cell(other),
                        share.matches,
                        share.wins,
                        *(f"{x:.4f}" for x in (share.rate, low, high)),
                    ]
                )
    return text.getvalue()


def as_json(round_robin: RoundRobin, totals: Totals) -> str:
    data = {
        "format_version": FORMAT_VERSION,
        "game": round_robin.game,
        "mode": round_robin.mode or None,
        "games": totals.games,
        "finished": totals.finished,
        "errors": totals.errors,
        "contenders": [{"name": name, **_told(round_robin.overall[name])} for name in round_robin.names],
        "pairs": [
            {"contender": contender, "against": other, **_told(round_robin.shares[contender, other])}
            for contender in round_robin.names
            for other in round_robin.names
            if contender != other
        ],
    }
    return json.dumps(data, indent=2, ensure_ascii=False)


def _told(share: WinRate) -> dict[str, float]:
    low, high = share.range
    rounded = {"rate": round(share.rate, 4), "low": round(low, 4), "high": round(high, 4)}
    return {"matches": share.matches, "wins": share.wins, **rounded}
