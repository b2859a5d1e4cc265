"""Measures how fast a large pack is checked, cold, unchanged and after an edit, against lark's bare parse.

The two sides take turns, so that a busy moment of the machine slows both: each round checks the pack with Botwright and
reads a part of it with lark; after all rounds lark has read the whole pack once. The garbage collector is off for both,
because neither builds trees with cycles. The user's cache is neither read nor written.
"""

from __future__ import annotations

import gc
import os
import re
import tempfile
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter
from typing import Any

from dsl.diagnostics.codes.running import UNFIT
from dsl.parse import parse_source
from dsl.syntax.parsed import Parsed
from dsl.text.source import Source
from tools.bench.lark_baseline import reference
from tools.bench.results import Measurement, as_json
from tools.generate import Generated, generate
from tools.report.findings import CommandOutput
from tools.resources import shipped_packs, shipped_rulesets
from tools.workspace import CheckResult, Workspace
from tools.workspace.overlays import Overlays

REFERENCE = "lark's bare tree parse of the same text"
_RULE = re.compile(r"(?m)^(rule \w+[^\n{]* = )(\d+)$")
EDITS = 5  # edits of one card; they are short, so a round measures several
COLD = (1.0, 2.0)
"""The floor and the goal of a cold check, as a multiple of lark's speed."""
SECONDS = {"unchanged": (1.0, 0.1), "one card": (0.05, 0.002), "one rule": (0.3, 0.1)}
"""In a running process: the floors and goals in seconds."""


def compile_bench(
    format: str = "full", cards: int = 10_000, jobs: int = 0, like: str | None = None, rounds: int = 3
) -> CommandOutput:
    """Measure a generated pack and print the results. `like` is the pack whose forms serve as patterns."""
    results, about = compile_results(cards, jobs, like, rounds)
    return CommandOutput(as_json(results) if format == "json" else table(results, about))


def compile_results(cards: int, jobs: int, like: str | None = None, rounds: int = 3) -> tuple[list[Measurement], str]:
    """The figures, with a description of the generated pack."""
    with tempfile.TemporaryDirectory(prefix="botwright-bench-") as folder:
        pack = generate(like or richest_pack(), cards, os.path.join(folder, "pack"))
        return measure(pack, jobs, rounds), f"{pack.cards:,} cards, {pack.bytes / 1e6:.1f} MB, {rounds} rounds"


def richest_pack() -> str:
    """The shipped pack with the most text: the more patterns, the more like a real pack."""
    packs = shipped_packs().values()
    return str(max(packs, key=lambda path: sum(file.stat().st_size for file in path.rglob("*.bot"))))


def measure(pack: Generated, jobs: int, rounds: int) -> list[Measurement]:
    parser = reference()
    paths = [os.path.join(pack.folder, name) for name in pack.files]
    texts = [_read(path) for path in paths]
    parse_source(Source(paths[0], texts[0]))  # both sides have loaded the grammar before the measurement starts
    parser.parse(texts[0], start="file")
    theirs = 0.0
    ours: dict[str, list[float]] = {"parse": [], "cold": [], "unchanged": [], "one card": [], "one rule": []}
    for round in range(rounds):
        part = texts[round::rounds]
        theirs += _seconds(lambda: [parser.parse(text, start="file") for text in part])[0]  # noqa: B023
        ours["parse"].append(_sound(pack, *_seconds(lambda: _parsed(texts))))
        overlays = Overlays()
        held = Workspace([pack.folder], cache=False, jobs=jobs, overlays=overlays)
        ours["cold"].append(_sound(pack, *_seconds(held.check)))
        ours["unchanged"].append(_sound(pack, *_seconds(held.refresh)))
        for edit in range(round * EDITS, (round + 1) * EDITS):
            path = paths[-1 - edit % (1 + len(paths) // 3)]  # other cards refer to those of the first round
            _write(path, with_an_edit(_read(path), edit))
            ours["one card"].append(_sound(pack, *_seconds(held.refresh)))
        for edit in range(EDITS):
            path, text = with_a_rule_edited(pack.ruleset, edit)
            overlays.put(path, text)  # the shipped rules on the disk stay as they are
            seconds, result = _seconds(held.refresh)
            assert result.declarations >= pack.cards
            ours["one rule"].append(seconds)
    return [_result(name, median(times), theirs) for name, times in ours.items()]


def with_a_rule_edited(ruleset: str, number: int) -> tuple[str, str]:
    """A file of the rules in which one rule has another number, and its text."""
    for path in sorted(str(path) for path in shipped_rulesets()[ruleset].glob("*.bot")):
        text = _read(path)
        edited = _RULE.sub(lambda match: f"{match[1]}{int(match[2]) + 1 + number % 2}", text, count=1)
        if edited != text:
            return path, edited
    raise AssertionError(f"{ruleset} has no rule with a number")


def _parsed(texts: Sequence[str]) -> list[Parsed]:
    return [parsed for text in texts for parsed in parse_source(Source("", text))]


def _sound(pack: Generated, seconds: float, result: CheckResult | list[Parsed]) -> float:
    """The time, after verifying that the work was done: skipping a file would look fast."""
    if isinstance(result, list):
        count, wrong = len(result), [diagnostic for parsed in result for diagnostic in parsed.diagnostics]
    else:
        # a renamed copy may violate a requirement about all cards together; that is expected here
        wrong = [
            diagnostic
            for diagnostic in result.diagnostics
            if diagnostic.severity == "error" and diagnostic.code != UNFIT.id
        ]
        count = result.declarations
    assert count >= pack.cards, f"only {count:,} of {pack.cards:,} cards were found"
    assert not wrong, f"a generated card has a fault: {wrong[0].message}"
    return seconds


def with_an_edit(text: str, number: int) -> str:
    """The text with its last card renamed: a change of one declaration that others could notice."""
    *before, last = re.split(r"(?m)^(?=[^\s#}])", text)
    return "".join(before) + re.sub(r"([_ ])\d+", rf"\g<1>{10_000_000 + number}", last, count=1)


def _seconds(work: Callable[..., Any], *arguments: Any) -> tuple[float, Any]:
    """The duration of a call, and its result."""
    gc.collect()
    gc.disable()
    try:
        begin = perf_counter()
        result = work(*arguments)
        return perf_counter() - begin, result
    finally:
        gc.enable()


def _read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _result(name: str, ours: float, theirs: float) -> Measurement:
    if name in SECONDS:
        floor, goal = SECONDS[name]
        return Measurement(name, round(ours, 6), None, 1.0, round(ours, 6), "s", floor, goal, less_is_better=True)
    aims = COLD if name == "cold" else (None, None)
    return Measurement(name, round(ours, 6), REFERENCE, round(theirs, 6), round(theirs / ours, 2), "s", *aims)


def table(results: Sequence[Measurement], about: str) -> str:
    lines = [f"{about}; reference: {REFERENCE}", f"{'':9}{'ours':>12}{'reference':>12}{'ratio':>12}"]
    for result in results:
        line = f"{result.name:9}{_time(result.ours):>12}"
        if result.reference is not None:
            line += f"{_time(result.theirs):>12}{f'{result.ratio:,.1f} ×':>12}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"
