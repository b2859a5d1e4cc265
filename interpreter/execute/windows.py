"""Windows: which player may act now, with which actions, and the effect of the answer.

A window goes through its offers in order, and through the players of each offer in order. The legal moves of a player
are enumerated: every action of the window with every combination of slot values that requirements, costs and
prohibitions allow. A player without a legal move is not asked, unless the window says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.expressions as expressions
import interpreter.evaluate.narration as narration
import interpreter.execute.automatic_answers as automatic_answers
import interpreter.execute.event_pipeline as event_pipeline
import interpreter.execute.option_order as option_order
from dsl.ir.operations import Op
from interpreter.evaluate.expressions import value
from interpreter.execute.legality import legal
from interpreter.execute.window_turns import next_player
from interpreter.model import state as s
from interpreter.model.environment import Scope, items
from interpreter.model.frames import (
    F_EVENT,
    F_SCOPE,
    W_GIVES,
    W_NAME,
    W_OFFER,
    W_PASSES,
    W_PLAYER,
    W_SCOPE,
    W_TAKEN,
    W_USED,
    WINDOW,
)
from interpreter.model.moves import Move
from interpreter.model.requests import Option
from interpreter.model.state import Thing

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


def begin_window(m: Machine, op: Op, frame: list[Any], scope: Scope) -> None:
    """Open a window from a text. Parameters that the sentence leaves out have their defaults."""
    name, given = op.data
    values = {
        param: expressions.default(m, "window", name, param) if arg.name == "none" else value(arg, scope, m)
        for param, arg in zip(m.symbols.windows[name].params, op.args, strict=False)
    }
    gives = (frame[F_SCOPE], given) if given else None
    m.push([WINDOW, name, m.state.open_scope(values), 0, 0, 0, 0, (), gives, frame[F_EVENT]])


def window_step(m: Machine, frame: list[Any]) -> None:
    window = m.linked.windows[frame[W_NAME]]
    again = window.again
    if frame[W_OFFER] >= len(window.offers):
        _close(m, frame)
        return
    scope = Scope(m.state.scopes[frame[W_SCOPE]])
    offer = window.offers[frame[W_OFFER]]
    players = receivers(m, offer, scope)
    if not players or (again and frame[W_PASSES] >= len(players)):
        _next_offer(frame)
    elif frame[W_PLAYER] >= len(players):
        if again:
            frame[W_PLAYER], frame[W_USED] = 0, 0
        else:
            _next_offer(frame)
    elif frame[W_USED] >= _most(m, offer, scope):
        next_player(frame, passed=False)
    else:
        _ask(m, frame, players[frame[W_PLAYER]], window.always_ask)


def receivers(m: Machine, offer: Op, scope: Scope) -> list[Thing]:
    """The players who get an offer and are still in the game."""
    return [player for player in items(value(offer.args[1], scope, m)) if player in m.state.cells[s.PLAYERS]]


def _ask(m: Machine, frame: list[Any], player: Thing, always: bool) -> None:
    m.tick()
    moves = legal(m, frame[W_NAME], player)
    if not moves and not always:
        automatic_answers.note(m, player, "pass", f"nothing could be done in `{frame[W_NAME]}`")
        next_player(frame, passed=True)
        return
    must = bool(moves) and active_rules.forbidden(m, "pass", {"player": player}) is not None
    moves = option_order.moves_for(m, frame[W_NAME], moves, player)
    options = tuple(Option(move, narration.deferred(m, narration.move_words, move)) for move in moves)
    m.request("act", player, options, int(must), min(1, len(options)), frame[W_NAME])


def _most(m: Machine, offer: Op, scope: Scope) -> int:
    match offer.data:
        case "one":
            return 1
        case "any":
            return 1 << 30
        case _:
            count = value(offer.args[0], scope, m)
            return int(count) if isinstance(count, int) else 0


def _next_offer(frame: list[Any]) -> None:
    frame[W_OFFER] += 1
    frame[W_PLAYER] = frame[W_USED] = frame[W_PASSES] = 0


def _close(m: Machine, frame: list[Any]) -> None:
    if frame[W_GIVES] is not None and frame[W_GIVES][0] in m.state.scopes:
        m.names(frame[W_GIVES][0])[frame[W_GIVES][1]] = frame[W_TAKEN]
    m.pop(frame)
    m.state.scopes.pop(frame[W_SCOPE], None)


def take_move(m: Machine, frame: list[Any], chosen: tuple[Move, ...]) -> None:
    """Apply an answer in a window: one action, or a pass."""
    if not chosen:
        if "pass" in m.linked.answered:
            offer = m.linked.windows[frame[W_NAME]].offers[frame[W_OFFER]]
            players = receivers(m, offer, Scope(m.state.scopes[frame[W_SCOPE]]))
            event_pipeline.begin_event(m, "pass", {"player": players[frame[W_PLAYER]], "#span": (0, 0)}, None, None)
        else:
            next_player(frame, passed=True)
        return
    frame[W_USED] += 1
    frame[W_PASSES] = 0
    move = chosen[0]
    event_pipeline.begin_event(m, move.verb, dict(move.values), move.it, ("taken", frame[W_SCOPE]))
