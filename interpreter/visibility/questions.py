"""Requests and the log in the words for one seat: hidden things are mentioned without their names.

The engine's own words name everything. Here they are recomposed from their pieces, and a thing is named only for a
viewer who sees it: for a request, now; for an event, when it happened or while it was in progress.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

import interpreter.evaluate.narration as narration
import interpreter.evaluate.things as things
import interpreter.execute.hooks as hooks
from dsl.names import types as t
from interpreter.evaluate.sight import Sight, Viewer, player_of
from interpreter.execute.machine import Machine
from interpreter.model.events import SEEN, Event, NamedThing
from interpreter.model.events import since as entries_since
from interpreter.model.frames import EVENT, F_GOT, F_OP, F_PC, TEXT
from interpreter.model.moves import Move
from interpreter.model.requests import EngineRequest
from interpreter.model.state import Value

Line = tuple[int, str, str, int, tuple[str, ...]]
"""Number, verb, words, depth and clauses of an event."""


@frozen
class RequestWords:
    """A request in the words of its seat; `type` is the type of its option values."""

    prompt: str
    options: tuple[str, ...]
    type: t.Type
    such: str = ""


def request_words(m: Machine, request: EngineRequest) -> RequestWords:
    """The words of a request that is open on this table, for the seat that is asked."""
    sight = Sight(m, player_of(m, request.seat))
    frame = _asking_frame(m)
    type = _type(m, request, frame)
    options = tuple(worded_for(m, pieces, sight) for pieces in _options(m, request, frame, sight, type))
    return RequestWords(_prompt(m, request, frame, sight), options, type, request.such)


def option_pieces(m: Machine, request: EngineRequest) -> Iterator[list[narration.Piece]]:
    """The options of a request in pieces, for who names things in another way."""
    frame = _asking_frame(m)
    return _options(m, request, frame, Sight(m, player_of(m, request.seat)), _type(m, request, frame))


def _asking_frame(m: Machine) -> list[Any]:
    return m.state.frames[-1] if m.state.frames else [""]


def _type(m: Machine, request: EngineRequest, frame: list[Any]) -> t.Type:
    """The type of the option values, from the sentence that asks."""
    match request.sort:
        case "arrange":
            return t.THING
        case "choose" | "ask" if frame[0] == TEXT:
            op = m.linked.code(frame[F_OP]).instructions[frame[F_PC] - 1][1]
            return (t.item(op.args[2].type) or t.UNKNOWN) if request.sort == "choose" else op.type
        case "choose" | "ask":
            return t.UNKNOWN
        case _:
            return t.NUMBER


def _options(
    m: Machine, request: EngineRequest, frame: list[Any], sight: Sight, type: t.Type
) -> Iterator[list[narration.Piece]]:
    for option in request.options:
        match request.sort:
            case "act" if isinstance(option.value, Move):
                yield narration.said(m, option.value.verb, dict(option.value.values))
            case "choose" | "ask" | "arrange":
                yield narration.pieces_of(m, option.value, type)
            case "pay" if isinstance(option.value, tuple):
                yield [option.value[1]]
            case "order" if frame[0] == EVENT:
                _, source, it, _, _ = hooks.asked_hook(m, frame, option.value)
                yield [option.words if _sees(m, sight, it) else narration.prompt_of(m, source.standing, None)]
            case _:
                yield [option.words]


def _prompt(m: Machine, request: EngineRequest, frame: list[Any], sight: Sight) -> str:
    got = frame[F_GOT] if frame[0] == TEXT else None
    if got is not None and got[0] == "hook" and not _sees(m, sight, got[2]):
        return narration.prompt_of(m, m.linked.said[got[1]], None)
    return request.prompt


def _sees(m: Machine, sight: Sight, it: Value) -> bool:
    return not things.is_thing(m, it) or sight.sees(it)


def worded_for(m: Machine, pieces: list[narration.Piece], sight: Sight) -> str:
    """A sentence in the words for one viewer: hidden things have no name."""
    return "".join(
        piece
        if isinstance(piece, str)
        else narration.named(m, piece)
        if sight.sees(piece)
        else narration.veiled(m, piece)
        for piece in pieces
    )


# ---------------------------------------------------------------------------------------------------------- the log


def log_for(m: Machine, viewer: Viewer, since: int = 0, *, unspoken: bool = False) -> Iterator[Line]:
    """The log in the words for one viewer, from a number on; events with `says ""` only for explanations."""
    log = entries_since(m.log or [], since)
    seen = {(event, born) for event, born, viewers in narration.revealed(log) if viewer in viewers or None in viewers}
    for entry in log:
        if entry.verb != SEEN and (unspoken or entry.verb not in m.linked.unspoken):
            yield entry.number, entry.verb, _words_for(entry, viewer, seen), entry.depth, entry.cites


def _words_for(entry: Event, viewer: Viewer, seen: set[tuple[int, int]]) -> str:
    if not entry.parts:
        return entry.words
    return _counted([part if isinstance(part, str) else _name(entry, part, viewer, seen) for part in entry.parts])


def _counted(pieces: list[str]) -> str:
    """Words in which equal names in a row are named once: a deck that somebody else searches is `a card ×40`."""
    counted: list[tuple[str, int]] = []
    for piece in pieces:
        if len(counted) > 1 and counted[-1][0] == ", " and counted[-2][0] == piece:
            counted.pop()
            counted[-1] = piece, counted[-1][1] + 1
        else:
            counted.append((piece, 1))
    return "".join(piece if number == 1 else f"{piece} ×{number}" for piece, number in counted)


def _name(entry: Event, part: NamedThing, viewer: Viewer, seen: set[tuple[int, int]]) -> str:
    is_seen = viewer in part.seen or None in part.seen or (entry.number, part.born) in seen
    return part.words if is_seen else part.veiled
