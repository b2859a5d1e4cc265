"""What an option costs, and what is sure to follow from it: for players who weigh their options.

An option is tried on copies of the table up to the next question. In a game with secrets the copies are tables that
the seat holds possible, never the real one, and only what happens on all of them counts. Every outcome of chance is
followed while there are few; with many, nothing is foretold. The chance of the match itself is neither used nor shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from attrs import frozen

import interpreter.execute.costs as costs
from interpreter.evaluate.expressions import value
from interpreter.evaluate.sight import player_of
from interpreter.execute.action_checks import ActionInProgress
from interpreter.execute.answers import carry_out
from interpreter.execute.costs import Way
from interpreter.execute.machine import Machine
from interpreter.explain.odds import ChancePath
from interpreter.explain.seat_knowledge import keeps_secrets
from interpreter.model.environment import RuleError, Scope
from interpreter.model.moves import Move
from interpreter.model.requests import EngineRequest
from interpreter.model.work_meter import refill
from interpreter.visibility.determinize import determinize
from interpreter.visibility.questions import log_for
from interpreter.visibility.redact import writable_copy

PATHS = 40
"""Chance with more outcomes than this is not followed."""
SUPPOSED = 4
"""The number of possible tables on which an option is tried."""
WORK = 300_000
"""The most work for the options of one question; the remaining ones are not tried."""

Told = tuple[tuple[str, str, int], ...]
"""Lines of the log: the verb, the words, the depth."""


@frozen
class Foreseen:
    """What the log would say, with its chance."""

    chance: Fraction
    lines: Told


def prices(m: Machine, request: EngineRequest, options: Sequence[int]) -> Iterator[list[Way]]:
    """For each option the ways to pay for it; none if it is no action, is free, or costs what the seat cannot know."""
    tables = [determinize(m, request.seat, number) for number in range(SUPPOSED)] if keeps_secrets(m.linked) else [m]
    for index in options:
        found = [_price(table, request, index) for table in tables]
        yield found[0] if all(ways == found[0] for ways in found) else []


def _price(m: Machine, asked: EngineRequest, index: int) -> list[Way]:
    """The ways to pay for an option on one table."""
    request = next((own for own in m.state.requests if own.id == asked.id), None)
    if request is None or len(request.options) != len(asked.options):
        return []
    move = request.options[index].value
    if not isinstance(move, Move):
        return []
    action = next((item for window in m.linked.actions.values() for item in window if item.op.data == move.verb), None)
    if action is None:
        return []
    player = player_of(m, request.seat)
    scope = Scope(dict(move.values), move.it, player, None, player)
    refill(m)
    try:
        with ActionInProgress(m, action, scope, True):
            for line in action.body.args:
                match line.name:
                    case "let" | "keep":
                        scope.values[line.data] = value(line.args[0], scope, m)
                    case "cost":
                        return costs.ways(m, line, scope, move.verb)
                    case "require":
                        continue
                    case _:
                        break
    except RuleError:
        pass
    return []


def foreseen(
    m: Machine, request: EngineRequest, options: Sequence[int], tells: Callable[[Foreseen], bool]
) -> Iterator[tuple[Foreseen, ...]]:
    """For each option, what follows from it; empty if that is not certain, tells nothing, or is too much to find
    out."""
    supposed = SUPPOSED if keeps_secrets(m.linked) else 0
    tables: list[Machine] = [] if supposed else [m]
    left = WORK
    for index in options:
        outcomes: tuple[Foreseen, ...] = ()
        for number in range(supposed or 1):
            if number == len(tables):
                tables.append(determinize(m, request.seat, number))
            tried, spent = _tried(tables[number], request, index) if left > 0 else ((), 0)
            left -= spent
            if not any(map(tells, tried)) or (number and tried != outcomes):
                outcomes = ()
                break
            outcomes = tried
        yield outcomes


def _tried(table: Machine, request: EngineRequest, index: int) -> tuple[tuple[Foreseen, ...], int]:
    """All outcomes of an option on one table, and the work of finding them."""
    chances: dict[Told, Fraction] = {}
    laid: list[int] | None = []
    runs = spent = 0
    viewer = player_of(table, request.seat)
    own = next((item for item in table.state.requests if item.id == request.id), None)
    if own is None or len(own.options) != len(request.options):
        return (), 0
    while laid is not None:
        path = ChancePath(laid)
        copy = Machine(table.linked, writable_copy(table.state), 0, table.seats, luck=path)
        copy.log = []
        runs += 1
        try:
            carry_out(copy, own, (index,))
        except RuleError:
            return (), spent
        spent += copy.meter.full - copy.meter.left
        if runs > PATHS or spent > WORK or len(path.taken) > PATHS:
            return (), spent
        events = _of_the_option([(verb, words, depth) for _, verb, words, depth, _ in log_for(copy, viewer)])
        chances[events] = chances.get(events, Fraction(0)) + path.chance
        laid = path.following()
    return tuple(Foreseen(chance, events) for events, chance in chances.items()), spent


def _of_the_option(lines: list[tuple[str, str, int]]) -> Told:
    """The lines up to the first that no longer belongs to the option: what comes next in the course of the game."""
    least = lines[0][2] if lines else 0
    end = next((number for number, (_, _, depth) in enumerate(lines) if depth < least), len(lines))
    return tuple(lines[:end])
