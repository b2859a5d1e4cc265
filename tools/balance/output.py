"""The figures of a study as a table, CSV, Parquet, JSON and a page with charts that needs no network."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from attrs import asdict

from dsl.lazy import lazy_module
from tools.balance.figures import BalanceFigure
from tools.report.escape import spreadsheet_cell

if TYPE_CHECKING:
    import altair
    import polars
else:
    altair = lazy_module("altair")
    polars = lazy_module("polars")

FORMAT_VERSION = 1
COLUMNS = ("subject", "what", "value", "low", "high", "count", "command")
ROW = 18


class NoStats(Exception):
    """The extra `stats` is not installed."""


def as_table(title: str, figures: Sequence[BalanceFigure], notes: Sequence[str]) -> str:
    wide = max((len(figure.subject) for figure in figures), default=4)
    what = max((len(figure.what) for figure in figures), default=4)
    lines = [title, f"  {'':{wide}}  {'':{what}}     value  95 % interval            of"]
    for figure in figures:
        low, high = shown(figure, figure.low), shown(figure, figure.high)
        span = f"{low} to {high}"
        value = shown(figure, figure.value)
        lines.append(f"  {figure.subject:{wide}}  {figure.what:{what}}  {value:>8}  {span:18}  {figure.count:>8,}")
    lines += ["", *notes, "", "to see a figure again:"]
    for command in dict.fromkeys(figure.command for figure in figures):
        lines.append(f"  {command}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def shown(figure: BalanceFigure, number: float) -> str:
    """A share in percent, anything else with one decimal."""
    return f"{100 * number:.1f} %" if figure.is_share else f"{number:,.1f}"


def as_csv(figures: Sequence[BalanceFigure]) -> str:
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(COLUMNS)
    for figure in figures:
        row = asdict(figure)
        lines.writerow([spreadsheet_cell(part) if isinstance(part, str) else part for part in row.values()])
    return text.getvalue()


def as_json(title: str, figures: Sequence[BalanceFigure]) -> str:
    data = {"format_version": FORMAT_VERSION, "title": title, "figures": [asdict(figure) for figure in figures]}
    return json.dumps(data, indent=2, ensure_ascii=False)


def as_parquet(figures: Sequence[BalanceFigure]) -> bytes:
    """Raises `NoStats`."""
    file = io.BytesIO()
    _frame(figures).write_parquet(file)
    return file.getvalue()


def _frame(figures: Sequence[BalanceFigure]) -> Any:
    try:
        return polars.DataFrame([asdict(figure) for figure in figures], schema_overrides={"value": polars.Float64})
    except ModuleNotFoundError as missing:
        raise NoStats('this needs the extra `stats`: `pip install "botwright[stats]"`') from missing


def as_html(title: str, figures: Sequence[BalanceFigure], notes: Sequence[str]) -> str:
    """A page of its own: charts as pictures, and the table with the commands. Raises `NoStats`."""
    kinds = dict.fromkeys(figure.what for figure in figures)
    charts = [_chart(what, [figure for figure in figures if figure.what == what]) for what in kinds]
    rows = "".join(
        f"<tr><td>{escape(figure.subject)}</td><td>{escape(figure.what)}</td><td>{shown(figure, figure.value)}</td>"
        f"<td>{shown(figure, figure.low)} to {shown(figure, figure.high)}</td><td>{figure.count:,}</td>"
        f"<td><code>{escape(figure.command)}</code></td></tr>\n"
        for figure in figures
    )
    said = "".join(f"<p>{escape(note)}</p>" for note in notes)
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>
<style>
body {{ font: 15px/1.4 sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em; }}
table {{ border-collapse: collapse; }} td, th {{ border-bottom: 1px solid #ccc; padding: .2em .6em; text-align: left; }}
code {{ font-size: 12px; }} svg {{ max-width: 100%; height: auto; }}
</style></head><body>
<h1>{escape(title)}</h1>
{said}
{"".join(charts)}
<table><tr><th></th><th></th><th>value</th><th>95 % interval</th><th>of</th><th>to see it again</th></tr>
{rows}</table>
</body></html>
"""


def _chart(what: str, figures: Sequence[BalanceFigure]) -> str:
    """A point with its interval for each subject, as SVG."""
    data = _frame(figures)
    try:
        format = "%" if figures[0].is_share else ".1f"
        x = altair.X("low:Q", title=what, axis=altair.Axis(format=format), scale=altair.Scale(zero=False))
        y = altair.Y("subject:N", title=None, sort=None)
        chart = altair.layer(
            altair.Chart(data).mark_rule(strokeWidth=2).encode(x=x, x2="high:Q", y=y),
            altair.Chart(data).mark_point(filled=True, size=60).encode(x=altair.X("value:Q"), y=y),
        ).properties(width=520, height=max(60, ROW * len(figures)))
        file = io.StringIO()
        chart.save(file, format="svg")
    except (ModuleNotFoundError, ValueError) as missing:
        if isinstance(missing, ValueError) and "vl-convert" not in str(missing):
            raise
        raise NoStats('charts need the extra `stats`: `pip install "botwright[stats]"`') from missing
    return f"<h2>{escape(what)}</h2>\n{file.getvalue()}\n"
