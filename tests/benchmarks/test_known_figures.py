"""Figures that everybody can look up: how many games of tic-tac-toe there are, how many ways connect four begins."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import settings

from interpreter.match import EngineMatch
from interpreter.model import state as s
from interpreter.playout import Playout
from tests.benchmarks.both import SEATS, compiled, ours
from tests.benchmarks.by_hand.connectfour import ConnectFour
from tests.benchmarks.by_hand.tictactoe import TicTacToe

nightly = pytest.mark.skipif(settings.get_current_profile_name() != "nightly", reason="takes minutes: `make nightly`")

COMPLETE_GAMES = 255_168
ENDS = 138  # positions in which a game is over, where turned and mirrored ones are the same
BEGINNINGS = (7, 49, 343, 2_401, 16_807, 117_649, 823_536)  # of connect four, by number of moves

Position = tuple[int | None, ...]


def turned(position: Position) -> Position:
    return tuple(position[row + 3 * (2 - column)] for row in range(3) for column in range(3))


def mirrored(position: Position) -> Position:
    return tuple(position[3 * row + 2 - column] for row in range(3) for column in range(3))


def alike(position: Position) -> Iterator[Position]:
    for _ in range(4):
        position = turned(position)
        yield position
        yield mirrored(position)


@cache
def least(position: Position) -> Position:
    """The same for all positions that are alike."""
    return min(alike(position), key=lambda one: [-1 if mark is None else mark for mark in one])


def test_what_is_alike() -> None:
    assert len(set(alike((0, 1, None, None, None, None, None, None, None)))) == 8
    assert len(set(alike((0, None, None, None, 1, None, None, None, None)))) == 4
    assert turned(turned(turned(turned((0, 1, 0, None, 1, None, 0, None, None))))) == (
        0,
        1,
        0,
        None,
        1,
        None,
        0,
        None,
        None,
    )


# -------------------------------------------------------------------------------------------------- by hand


def games_by_hand(game: TicTacToe, ends: set[Position]) -> int:
    if game.over:
        ends.add(least(tuple(game.cells)))
        return 1
    actual = 0
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        actual += games_by_hand(after, ends)
    return actual


def test_all_games_of_tic_tac_toe_by_hand() -> None:
    ends: set[Position] = set()
    assert games_by_hand(TicTacToe(), ends) == COMPLETE_GAMES
    assert len(ends) == ENDS


def beginnings_by_hand(game: ConnectFour, length: int) -> int:
    if game.over:
        return 0
    moves = game.legal_moves()
    if length == 1:
        return len(moves)
    actual = 0
    for move in moves:
        after = game.copy()
        after.play(move)
        actual += beginnings_by_hand(after, length - 1)
    return actual


def test_beginnings_of_connect_four_by_hand() -> None:
    assert tuple(beginnings_by_hand(ConnectFour(), length) for length in range(1, 8)) == BEGINNINGS


# --------------------------------------------------------------------------------------------- in the language


def position(match: EngineMatch | Playout) -> Position:
    layout, state = match.machine.linked.layout, match.machine.state
    offset = layout.kinds["Cell"].offset["mark"]
    players = s.things_of(state, layout, "Player")
    marks = [state.cells[cell + offset] for cell in s.things_of(state, layout, "Cell")]
    return tuple(None if mark is None else players.index(mark) for mark in marks)


def after(match: EngineMatch, option: int) -> EngineMatch:
    copy = match.fork()
    copy.answer(copy.requests[0].id, [option])
    return copy


def test_all_games_of_tic_tac_toe() -> None:
    """Positions that are alike have as many games before them, so one of each is enough."""
    by_name: dict[Position, int] = {}
    ends: set[Position] = set()

    def games(match: EngineMatch) -> int:
        here = least(position(match))
        if match.over:
            ends.add(here)
            return 1
        if here not in by_name:
            by_name[here] = sum(games(after(match, option)) for option in range(len(match.requests[0].options)))
        return by_name[here]

    assert games(ours("tictactoe")) == COMPLETE_GAMES
    assert len(ends) == ENDS


def beginnings(match: EngineMatch, length: int) -> int:
    if match.over:
        return 0
    options = len(match.requests[0].options)
    if length == 1:
        return options
    actual = 0
    for option in range(options):
        match.answer(match.requests[0].id, [option])
        actual += beginnings(match, length - 1)
        match.undo()
    return actual


@pytest.mark.parametrize("length", [1, 2, 3, 4, pytest.param(5, marks=nightly)])
def test_beginnings_of_connect_four(length: int) -> None:
    assert beginnings(ours("connectfour"), length) == BEGINNINGS[length - 1]


# ------------------------------------------------------------------------------------------------------ compiled


def test_all_games_of_tic_tac_toe_one_by_one() -> None:
    ends: set[Position] = set()

    def games(match: Playout) -> int:
        if match.over:
            ends.add(least(position(match)))
            return 1
        actual = 0
        for option in range(match.number):
            copy = match.fork()
            copy.choose(option)
            actual += games(copy)
        return actual

    assert games(compiled("tictactoe").start(SEATS)) == COMPLETE_GAMES
    assert len(ends) == ENDS


def compiled_beginnings(match: Playout, length: int) -> int:
    if length == 1 or match.over:
        return match.number
    actual = 0
    for option in range(match.number):
        copy = match.fork()
        copy.choose(option)
        actual += compiled_beginnings(copy, length - 1)
    return actual


@pytest.mark.parametrize("length", range(1, 8))
def test_beginnings_of_connect_four_compiled(length: int) -> None:
    assert compiled_beginnings(compiled("connectfour").start(SEATS), length) == BEGINNINGS[length - 1]
