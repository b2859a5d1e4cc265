"""Writes the coverage of games as one self-contained HTML page: the figures, then the sources in colour.

Each letter of a source gets at most one colour: that of the innermost sentence, value or branch around it. Text that
cannot run has none. The colours work on light and dark backgrounds, and each has its own underline, so that nobody
needs to tell red from green.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby

from dsl.text.source import Source, Span
from interpreter.instrument.coverage import Coverage, Declared
from tools.report.escape import printable
from tools.testing.coverage import DeclarationCoverage, GameCoverage, Summary, covered_part

STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #ffffff; --faint: #667080; --edge: #d4d9e0;
  --run: #e0f4e4; --miss: #ffe1de; --half: #fff1c9; --run-edge: #2c8a45; --miss-edge: #c53929; --half-edge: #a97800; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --paper: #14171c; --faint: #98a3b3; --edge: #343b46;
  --run: #123d20; --miss: #54201b; --half: #4a3a05; --run-edge: #55c274; --miss-edge: #ff8577; --half-edge: #e8b93c; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2rem auto;
  max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; } td, th { padding: .2rem .8rem .2rem 0; text-align: left;
  border-bottom: 1px solid var(--edge); vertical-align: top; } td.number { text-align: right; }
pre { font: 14px/1.5 ui-monospace, monospace; overflow-x: auto; border: 1px solid var(--edge); padding: .5rem 0; }
pre .at { display: inline-block; width: 3.5em; padding-right: 1em; text-align: right; color: var(--faint);
  user-select: none; }
.run { background: var(--run); box-shadow: inset 0 -1px var(--run-edge); }
.miss { background: var(--miss); text-decoration: underline wavy var(--miss-edge) 1px; }
.half { background: var(--half); text-decoration: underline dashed var(--half-edge) 1px; }
a { color: inherit; } h2 { margin-top: 2.5rem; }
"""
LEGEND = """<p><span class="run">has run</span>, <span class="half">took only some of its branches</span>,
<span class="miss">never ran</span>; text without a colour cannot run.</p>"""


def page(games: Sequence[tuple[GameCoverage, Summary]], sources: Mapping[str, Source]) -> str:
    """The whole page."""
    title = "Coverage of " + ", ".join(printable(summary.game) for _, summary in games)
    body = [part for whole, summary in games for part in _game(whole, summary, sources)]
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
            f"<h1>{escape(title)}</h1>",
            LEGEND,
            *body,
            "</body></html>",
            "",
        ]
    )


def _game(whole: GameCoverage, summary: Summary, sources: Mapping[str, Source]) -> Iterator[str]:
    yield f"<h2>{escape(printable(summary.game))}</h2>"
    yield "<table>"
    for name, part in covered_part(summary):
        yield f"<tr><th>{name}</th><td>{escape(part)}</td></tr>"
    yield "</table>"
    yield from _left([line for line in (*summary.rules, *summary.cards) if line.status != "run"])
    uncovered = [clause.id for clause in summary.clauses if not clause.covered]
    if uncovered:
        yield f"<p>Clauses that are not covered: {escape(' '.join(uncovered))}</p>"
    for file, group in groupby(whole.covered, lambda entry: entry[0].rule.piece.file):
        if file in sources:
            yield from _file(file, sources[file].text, group)


def _left(lines: list[DeclarationCoverage]) -> Iterator[str]:
    if not lines:
        return
    yield "<table><tr><th>not run to the end</th><th>where</th><th>run</th><th>branches</th></tr>"
    for line in lines:
        where = f"{line.file}:{line.line}"
        yield (
            f"<tr><td>{escape(printable(line.name))}</td>"
            f'<td><a href="#{escape(_anchor(line.file, line.line))}">{escape(printable(where))}</a></td>'
            f'<td class="number">{line.ran} of {line.items}</td><td class="number">{line.gone} of {line.ways}</td></tr>'
        )
    yield "</table>"


def _anchor(file: str, line: int) -> str:
    return f"{file}-{line}"


# ------------------------------------------------------------------------------------------------------ the sources


def _file(file: str, text: str, covered: Iterable[tuple[Declared, Coverage]]) -> Iterator[str]:
    colours = [""] * len(text)
    for declared, coverage in covered:
        for (start, end), colour in painted(declared, coverage):
            first, last = declared.rule.piece.start + start, declared.rule.piece.start + end
            colours[first:last] = [colour] * (min(last, len(text)) - first)
    yield f"<h3>{escape(printable(file))}</h3>"
    lines = []
    at = 0
    for number, line in enumerate(text.split("\n"), 1):
        if number == text.count("\n") + 1 and not line:
            break
        anchor = escape(_anchor(file, number))
        lines.append(f'<span class="at" id="{anchor}">{number}</span>{_line(line, colours[at : at + len(line)])}')
        at += len(line) + 1
    yield "<pre>" + "\n".join(lines) + "</pre>"


def _line(text: str, colours: Sequence[str]) -> str:
    parts = []
    indent = len(text) - len(text.lstrip())
    at = 0
    for colour, group in groupby([*([""] * indent), *colours[indent:]]):
        length = len(list(group))
        words = escape(printable(text[at : at + length]))
        parts.append(f'<span class="{colour}">{words}</span>' if colour else words)
        at += length
    return "".join(parts)


def painted(declared: Declared, coverage: Coverage) -> list[tuple[Span, str]]:
    """The coloured ranges of a declaration in painting order: inner ranges come later."""
    marks = [(item.span, "run" if coverage.ran(item) else "miss") for item in declared.items]
    for branch in declared.branches:
        ways = coverage.ways(branch)
        if any(ways) and not all(ways):
            marks.append((branch.span, "half"))
    if declared.card and not declared.items:
        marks.append((declared.rule.node.span, "run" if declared.card in coverage.cards else "miss"))
    return sorted(marks, key=lambda mark: mark[0][0] - mark[0][1])
