"""Windows: who may act now, with what, and what happens then.

The offers of a window are gone through in order, each for its players in order. What a player can do is counted up: every
action of the window with every filling of its slots that its requirements, costs and prohibitions allow. Who can do
nothing is not asked, unless the window says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

from attrs import frozen

import interpreter.happening as happening
import interpreter.standing as standing
import interpreter.telling as telling
import interpreter.things as things
from dsl import nodes as n
from dsl.core import Op
from interpreter import state as s
from interpreter.asking import domain, plans
from interpreter.choices import Option
from interpreter.evaluate import truth, value
from interpreter.frames import W_GIVES, W_NAME, W_OFFER, W_PASSES, W_PLAYER, W_SCOPE, W_TAKEN, W_USED
from interpreter.scope import Scope, items
from interpreter.state import Thing, Value

if TYPE_CHECKING:
    from interpreter.machine import Machine


@frozen
class Move:
    """An action with its slots filled, by a player, on the thing whose text brings it."""

    verb: str
    values: tuple[tuple[str, Value], ...]
    it: Thing | None


def window_step(m: Machine, frame: list[Any]) -> None:
    meaning = m.world.text("window", frame[W_NAME])
    assert meaning is not None
    offers = [op for op in meaning.ops if op.name == "offer"]
    again = any(op.name == "again" for op in meaning.ops)
    always = any(op.name == "always_ask" for op in meaning.ops)
    if frame[W_OFFER] >= len(offers):
        _close(m, frame)
        return
    scope = Scope(m.state.scopes[frame[W_SCOPE]])
    offer = offers[frame[W_OFFER]]
    players = items(value(offer.args[1], scope, m))
    if again and frame[W_PASSES] >= len(players):
        _next_offer(frame)
        return
    if frame[W_PLAYER] >= len(players):
        if again and players:
            frame[W_PLAYER], frame[W_USED] = 0, 0
        else:
            _next_offer(frame)
        return
    player = players[frame[W_PLAYER]]
    if player not in m.state.cells[s.PLAYERS] or frame[W_USED] >= _most(m, offer, scope):
        _next_player(frame, passed=False)
        return
    moves = legal(m, frame[W_NAME], player)
    if not moves and not always:
        _next_player(frame, passed=True)
        return
    options = tuple(Option(move, telling.phrase(m, move.verb, dict(move.values))) for move in moves)
    m.request("act", player, options, 0, 1, frame[W_NAME])


def _most(m: Machine, offer: Op, scope: Scope) -> int:
    match offer.data:
        case "one":
            return 1
        case "any":
            return 1 << 30
        case _:
            found = value(offer.args[0], scope, m)
            return int(found) if isinstance(found, int) else 0


def _next_player(frame: list[Any], passed: bool) -> None:
    frame[W_PLAYER] += 1
    frame[W_USED] = 0
    if passed:
        frame[W_PASSES] += 1


def _next_offer(frame: list[Any]) -> None:
    frame[W_OFFER] += 1
    frame[W_PLAYER] = frame[W_USED] = frame[W_PASSES] = 0


def _close(m: Machine, frame: list[Any]) -> None:
    if frame[W_GIVES] is not None and frame[W_GIVES][0] in m.state.scopes:
        m.state.scopes[frame[W_GIVES][0]][frame[W_GIVES][1]] = frame[W_TAKEN]
    m.state.frames.remove(frame)
    m.state.scopes.pop(frame[W_SCOPE], None)


def take_move(m: Machine, frame: list[Any], chosen: tuple[Move, ...]) -> None:
    """An answer in a window: one action, or a pass."""
    if not chosen:
        _next_player(frame, passed=True)
        return
    frame[W_USED] += 1
    frame[W_PASSES] = 0
    move = chosen[0]
    frame[W_TAKEN] = (*frame[W_TAKEN], (move.verb, move.values))
    happening.begin_event(m, move.verb, dict(move.values), move.it, None)


# ------------------------------------------------------------------------------------------------------ legality


def legal(m: Machine, window: str, player: Thing) -> list[Move]:
    """Everything that a player may do in a window now."""
    found: list[Move] = []
    for holder, name, op, node in m.world.actions.get(window, []):
        for it in bringers(m, holder, name, player):
            for values in fillings(m, op.data, player):
                if refusal(m, op, node, values, it, player) is None:
                    found.append(Move(op.data, tuple(values.items()), it))
    return found


def bringers(m: Machine, holder: str, name: str, player: Thing) -> Iterator[Thing | None]:
    """The things of a player whose text brings an action; none where it stands by itself."""
    if holder == "":
        yield None
    elif holder == "mark":
        yield from (thing for thing in things.bearers(m, name) if things.controller(m, thing) == player)
    elif holder == "kind":
        every = s.things_of(m.state, m.world.layout, name)
        yield from (thing for thing in every if things.controller(m, thing) == player)
    else:
        yield from (thing for thing in things.copies(m, name) if things.controller(m, thing) == player)


def fillings(m: Machine, verb: str, player: Thing) -> Iterator[dict[str, Value]]:
    slots = [slot for slot in standing.signature(m, verb).slots if slot.name != "me"]
    for combination in product(*(domain(m, slot.type) for slot in slots)):
        yield {**{slot.name: found for slot, found in zip(slots, combination, strict=True)}, "me": player}


def refusal(
    m: Machine, op: Op, node: n.Action, values: dict[str, Value], it: Thing | None, player: Thing
) -> tuple[str, tuple[str, ...]] | None:
    """Why an action cannot be done: the reason and its clauses; none if it can."""
    verb = op.data
    forbidding = standing.forbidden(m, verb, values)
    if forbidding is not None:
        return forbidding.reason or f"`{verb}` is forbidden", forbidding.cites
    scope = Scope(dict(values), it, player, None, player)
    for clause in node.clauses:
        if isinstance(clause, n.OncePer) and happening.times(m, verb, [("by", player)], clause.verb.text) > 0:
            return f"only once per {clause.verb.text}", ()
    for line in op.args[0].args:
        match line.name:
            case "let":
                scope.values[line.data] = value(line.args[0], scope, m)
            case "require":
                if not truth(line.args[0], scope, m):
                    reason, cites = line.data
                    return reason or "a requirement does not hold", cites or tuple(c.clause for c in node.marks.cites)
            case "cost":
                if not plans(m, line, scope, verb):
                    return "the cost cannot be paid", tuple(c.clause for c in node.marks.cites)
            case "keep":
                scope.values[line.data] = value(line.args[0], scope, m)
            case _:
                break
    return None
