"""How fast a large pack is read: cold, unchanged, and after an edit of one card, against lark's bare parse.

Ours and the reference take turns, so that a busy moment of the machine meets both: in each round the pack is read
once by us and a part of it by lark, and after all rounds lark has read the whole pack once. The collector is off for
both, because both make trees that hold no cycles.
"""

from __future__ import annotations

import gc
import json
import os
import re
import tempfile
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter
from typing import Any

from attrs import asdict, frozen

from tools.bench.subjects import Parsing, Subject
from tools.generate import Generated, generate
from tools.report.findings import Answer
from tools.resources import shipped_packs

REFERENCE = "lark's bare tree parse of the same text"
EDITS = 5  # of one card each; they are short, so several are measured in a round


@frozen
class Result:
    """`ours` and `theirs` in `unit`; `ratio` says how many times as fast ours is."""

    name: str
    ours: float
    reference: str
    theirs: float
    ratio: float
    unit: str


def compile_bench(
    format: str = "full",
    cards: int = 10_000,
    jobs: int = 0,
    like: str | None = None,
    rounds: int = 3,
    subject: Callable[[str, int], Subject] = Parsing,
) -> Answer:
    """Measure on a generated pack, and tell. `like` is the pack whose forms are its patterns."""
    with tempfile.TemporaryDirectory(prefix="botwright-bench-") as folder:
        pack = generate(like or richest_pack(), cards, os.path.join(folder, "pack"))
        results = measure(pack, lambda: subject(pack.folder, jobs), rounds)
    if format == "json":
        return Answer(json.dumps({"format_version": 1, "results": [asdict(result) for result in results]}, indent=2))
    return Answer(table(results, f"{pack.cards:,} cards, {pack.bytes / 1e6:.1f} MB, {rounds} rounds"))


def richest_pack() -> str:
    """The shipped pack with the most text: the more patterns, the more like a real pack."""
    packs = shipped_packs().values()
    return str(max(packs, key=lambda path: sum(file.stat().st_size for file in path.rglob("*.bot"))))


def measure(pack: Generated, subject: Callable[[], Subject], rounds: int) -> list[Result]:
    from tools.bench.reference import reference

    parser = reference()
    paths = [os.path.join(pack.folder, name) for name in pack.files]
    texts = [_read(path) for path in paths]
    declared = subject().cold()  # both have met the grammar before the clock runs
    parser.parse(texts[0], start="file")
    theirs = 0.0
    ours: dict[str, list[float]] = {"cold": [], "warm": [], "edit": []}
    for round in range(rounds):
        theirs += _seconds(lambda part: [parser.parse(text, start="file") for text in part], texts[round::rounds])[0]
        held = subject()
        runs = [("cold", _seconds(held.cold)), ("warm", _seconds(held.warm))]
        for edit in range(round * EDITS, (round + 1) * EDITS):
            path = paths[edit % len(paths)]
            _write(path, with_an_edit(_read(path), edit))
            runs.append(("edit", _seconds(held.edited, path)))
        for name, (seconds, count) in runs:
            assert count == declared >= pack.cards, f"{count} of {pack.cards} cards were read without a fault ({name})"
            ours[name].append(seconds)
    return [_result(name, median(times), theirs) for name, times in ours.items()]


def with_an_edit(text: str, number: int) -> str:
    """The text with its last card renamed: a change of one declaration that others could notice."""
    *before, last = re.split(r"(?m)^(?=[^\s#}])", text)
    return "".join(before) + re.sub(r"([_ ])\d+", rf"\g<1>{10_000_000 + number}", last, count=1)


def _seconds(work: Callable[..., Any], *arguments: Any) -> tuple[float, Any]:
    """How long it takes, and what comes of it."""
    gc.collect()
    gc.disable()
    try:
        begin = perf_counter()
        found = work(*arguments)
        return perf_counter() - begin, found
    finally:
        gc.enable()


def _read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _result(name: str, ours: float, theirs: float) -> Result:
    return Result(name, round(ours, 6), REFERENCE, round(theirs, 6), round(theirs / ours, 2), "s")


def table(results: Sequence[Result], about: str) -> str:
    lines = [f"{about}; reference: {REFERENCE}", f"{'':6}{'ours':>12}{'reference':>12}{'ratio':>12}"]
    for result in results:
        ratio = f"{result.ratio:,.1f} ×"
        lines.append(f"{result.name:6}{_time(result.ours):>12}{_time(result.theirs):>12}{ratio:>12}")
    return "\n".join(lines) + "\n"


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"
