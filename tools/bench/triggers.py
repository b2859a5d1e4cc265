"""Measures the cost of one event beside rules that do not apply: those of other cards, and those of a mode that is off.

The same event affects the same card again and again. Only the number of other cards that could match differs, all of
which have a rule for the same verb about themselves; or a mode with rules for that verb, in which nobody plays. The
match is created and forked outside the measured time.
"""

from __future__ import annotations

import os
import tempfile
from time import perf_counter

from interpreter.link.linked_program import LinkedProgram
from interpreter.playout import CompiledProgram, Playout
from tools.bench.interleave import SLICE, Comparison, Work
from tools.workspace import load_program

FEW = 10
NUMBERS = (FEW, 1_000, 10_000)
A_FILE = 1_000
TIMES = (1, 10, 100, 1_000, 10_000)
"""How many events the first seat may ask for."""

MANIFEST = """\
id: triggers
name: Triggers
version: 1.0.0
language: "^1.0"
authors: [the Botwright project]
licence: CC0-1.0
source: made to be measured
"""

RULES = f"""\
ruleset triggers "Triggers" {{ players 2, triggers active_first, start Match }}

kind Token {{ keeps seen: 0.. = 0 }}

extend Player {{ zone tokens of Token }}

effect ping token: Token by strength: 0.. {{ token.seen += strength }}

flow Match {{
  let p = first(players)
  for each token in supply(Token) {{ take 1 of token into p.tokens }}
  let target = first(p.tokens)
  repeat {{
    choose one of [{", ".join(map(str, TIMES))}] by p as times
    repeat times {{ ping target by 1 }}
    if target.seen < 0 {{ win p }}
  }}
}}
"""


OFF = """
mode storm "Storm" {
  before ping { modify strength by 1 }
  after ping { if ping.token.seen > 3 { ping.token.seen += 1 } }
}
"""
"""A mode with rules for the same verb, in which nobody plays."""
FLOOR, GOAL = 1.3, 1.05
OFF_FLOOR, OFF_GOAL = 1.05, 1.0


def card(number: int) -> str:
    return f"Token T{number} {{ after ping it {{ it.seen += 1 }} }}\n"


def table_with(cards: int, more: str = "") -> Playout:
    """A match with this many cards on the table, and more rules."""
    with tempfile.TemporaryDirectory(prefix="botwright-bench-") as folder:
        _write(folder, "ruleset.yaml", MANIFEST)
        _write(folder, "rules.bot", RULES + more)
        for first in range(0, cards, A_FILE):
            text = "".join(card(number) for number in range(first, min(cards, first + A_FILE)))
            _write(folder, f"cards{first}.bot", text)
        program, result = load_program(folder, tests=False)
    wrong = [diagnostic for diagnostic in result.diagnostics if diagnostic.severity == "error"]
    assert program is not None
    assert not wrong, f"a made-up card has a fault: {wrong[0].message}"
    table = CompiledProgram(LinkedProgram(program)).start(("Ann", "Ben"), 1)
    table.answer((0,))  # warm-up: everything that is computed once per table is computed here
    return table


def trials(numbers: tuple[int, ...] = NUMBERS) -> list[Comparison]:
    tables = {cards: table_with(cards) for cards in numbers}
    few = tables[min(numbers)]
    option = 3  # many events, so that the fixed cost of a match with many cards becomes negligible
    while option + 1 < len(TIMES) and _seconds(few, option) < SLICE / 4:
        option += 1
    beside = [
        Comparison(
            f"triggers {cards}",
            "µs/event",
            _work(table, option),
            _work(few, option),
            per="unit",
            floor=FLOOR,
            goal=GOAL,
        )
        for cards, table in tables.items()
        if table is not few
    ]
    off = _work(table_with(min(numbers), OFF), option)
    beside_few = _work(few, option)
    return [
        *beside,
        Comparison("mode off", "µs/event", off, beside_few, per="unit", floor=OFF_FLOOR, goal=OFF_GOAL),
    ]


def _work(table: Playout, option: int) -> Work:
    """The same number of events on every table: as many as fit into a slice on the small one."""

    def done(round: int) -> tuple[int, float]:
        return TIMES[option], _seconds(table, option)

    return done


def _seconds(table: Playout, option: int) -> float:
    copy = table.fork()
    begin = perf_counter()
    copy.answer((option,))
    return perf_counter() - begin


def _write(folder: str, name: str, text: str) -> None:
    with open(os.path.join(folder, name), "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
