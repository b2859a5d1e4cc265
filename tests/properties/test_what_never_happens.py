"""Random games of every shipped ruleset, looked at for what never happened: rules, keywords, cards.

A rule that no game of many ever comes to is dead, or random play is too simple for it; which of the two it is, a person
says in `NEVER`. Runs for minutes, so only in `make nightly`; a short look in `make test` holds that looking works.
"""

from __future__ import annotations

from random import Random

import pytest

from interpreter.instrument.coverage import Coverage, Ground
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import begin
from interpreter.model.environment import RuleError
from tests.architecture.tree import ROOT
from tests.engine.plays import game
from tests.profiles import NIGHTLY
from tests.properties.playing import chosen

RULESETS = sorted(folder.name for folder in (ROOT / "rulesets").iterdir() if (folder / "ruleset.yaml").is_file())
NEVER = {"scrapyard": {"define prospects": "bots that look ahead ask it, the rules do not"}}
"""What never happens in random games of a ruleset, and why that is right."""


def looked_at(name: str, matches: int, decisions: int) -> Coverage:
    """Everything that runs in some random matches, in all modes and with all variants in turn."""
    program = game(name).linked().program
    coverage = Coverage(Ground(program))
    least, most = game(name).players
    modes = ["", *sorted(program.symbols.modes)]
    for seed in range(matches):
        random = Random(f"{name} {seed}")
        linked = LinkedProgram(program, frozenset([modes[seed % len(modes)]]) - {""})
        linked.coverage = coverage
        seats = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fox")[: random.randint(least, min(most, 6))]
        match = begin(linked, seats, seed)
        for _ in range(decisions):
            if match.over:
                break
            request = match.requests[random.randrange(len(match.requests))]
            try:
                match.answer(request.id, chosen(random, request))
            except RuleError as wrong:
                raise AssertionError(f"match {seed} of {name} failed: {wrong.passage} {wrong.message}") from wrong
            coverage.in_play(match.machine)
    return coverage


def never(coverage: Coverage) -> list[str]:
    """The declarations of which nothing ran, and the cards that were never in play."""
    collected = []
    for declared in coverage.ground.declared:
        if declared.card:
            if declared.card not in coverage.cards:
                collected.append(declared.rule.name)
        elif declared.items and not any(map(coverage.ran, declared.items)):
            collected.append(declared.rule.name)
    return collected


@pytest.mark.parametrize("name", RULESETS)
def test_everything_happens_in_some_game(name: str) -> None:
    coverage = looked_at(name, *((300, 400) if NIGHTLY else (3, 40)))
    missing = never(coverage)
    total = len(coverage.ground.declared)
    print(f"{name}: of {total} declarations {len(missing)} never ran: {', '.join(missing) or 'none'}")
    assert len(missing) < total
    if NIGHTLY:
        assert sorted(missing) == sorted(NEVER.get(name, {}))
