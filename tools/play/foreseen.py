"""Notes on what an option costs and what is sure to follow, in the words of the log.

Only lines with a number are told, since the option itself says what is done; and where chance decides among a few
outcomes, each number stands with its exact chance.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from dsl.describe import english
from interpreter.execute.costs import Way
from interpreter.explain.foresight import Foreseen, foreseen, prices
from interpreter.visibility.view_types import EventView
from tools.drawing.schema import Schema
from tools.play.news import shown
from tools.play.rule_behind import PendingRequest, RuleTexts

NUMBER = re.compile(r"(?<![\w\[(-])-?\d+(?![\w\])-])")
"""A number on its own: not that of a space, a face or a name."""
MOST_LINES, MOST_OUTCOMES = 2, 6


def costs(where: PendingRequest, options: Sequence[int], rules: RuleTexts) -> list[str]:
    """What each action costs, such as `costs 1 energy or 2 coins`; empty if it is free."""
    priced = prices(where.table, where.request, options)
    spoken = [dict.fromkeys(words for way in ways if (words := _way(way, rules))) for ways in priced]
    return [f"costs {' or '.join(words)}" if words else "" for words in spoken]


def _way(way: Way, rules: RuleTexts) -> str:
    terms: dict[str, list[int]] = {}
    for currency, low, high, _, _ in way:
        sums = terms.setdefault(currency, [0, 0])
        sums[0] += low
        sums[1] += high if low else 0  # what may be left out is asked for later
    amounts = [
        f"{low if low == high else f'{low} to {high}'} {rules.currency(currency, many=high != 1)}"
        for currency, (low, high) in terms.items()
        if high
    ]
    return english.joined(amounts, "and")


def effects(where: PendingRequest, options: Sequence[int], schema: Schema) -> list[str]:
    """For each option, the numbers that follow from it."""

    def tells(outcome: Foreseen) -> bool:
        return bool(_numbered(outcome, schema))

    return [_told(outcomes, schema) for outcomes in foreseen(where.table, where.request, options, tells)]


def _told(outcomes: Iterable[Foreseen], schema: Schema) -> str:
    chances: dict[tuple[str, ...], Fraction] = {}
    for outcome in outcomes:
        lines = tuple(_numbered(outcome, schema))
        chances[lines] = chances.get(lines, Fraction(0)) + outcome.chance
    if len(chances) == 1:
        return "; ".join(next(iter(chances))[:MOST_LINES])
    if not 1 < len(chances) <= MOST_OUTCOMES or any(len(lines) > 1 for lines in chances):
        return ""
    return _by_chance({"".join(lines): chance for lines, chance in chances.items()})


def _numbered(outcome: Foreseen, schema: Schema) -> list[str]:
    events = [EventView(number, verb, words, depth, ()) for number, (verb, words, depth) in enumerate(outcome.lines)]
    worded = [event for event in shown(events, schema) if event.verb in schema.worded]
    return [words for event in worded if NUMBER.search(words := schema.spoken(event.words))]


def _by_chance(chances: dict[str, Fraction]) -> str:
    """One sentence for all outcomes: `Kettle loses 2 (50 %) or 3 (25 %) health; nothing 25 %`."""
    shapes = {NUMBER.sub("#", words) for words in chances if words}
    none = f"; nothing {_percent(chances[''])}" if "" in chances else ""
    shape = next(iter(shapes), "")
    if len(shapes) != 1 or shape.count("#") != 1:
        return ""
    numbers = sorted((int(NUMBER.findall(words)[0]), chance) for words, chance in chances.items() if words)
    return (
        shape.replace("#", english.joined([f"{number} ({_percent(chance)})" for number, chance in numbers], "or"))
        + none
    )


def _percent(chance: Fraction) -> str:
    """An exact chance: in percent if that is a whole number."""
    percent = chance * 100
    return f"{percent} %" if percent.denominator == 1 else str(chance)
