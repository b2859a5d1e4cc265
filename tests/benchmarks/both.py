"""The same game twice: written in the language, and by hand; and how a move of one is said to the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from dsl.ir.program import Program
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, start
from interpreter.model import rng
from interpreter.playout import CompiledProgram as Compiled
from interpreter.playout import Playout
from tools.workspace import load_program

HERE = Path(__file__).parent
GAMES = tuple(sorted(folder.name for folder in (HERE / "games").iterdir() if folder.is_dir()))
SEATS = ("Ann", "Ben")


@cache
def program(name: str) -> Program:
    actual, result = load_program(str(HERE / "games" / name), tests=False)
    assert result.diagnostics == ()
    assert actual is not None
    return actual


def ours(name: str, seed: int = 0) -> EngineMatch:
    return start(program(name), SEATS, seed, log=False)


@cache
def compiled(name: str) -> Compiled:
    result = Compiled(LinkedProgram(program(name)))
    assert result.why_not == ""
    return result


def answer(match: EngineMatch | Playout, option: int) -> None:
    """Answer with one option, whichever way the match is run."""
    if isinstance(match, Playout):
        match.answer((option,))
    else:
        match.answer(match.requests[0].id, [option])


def by_hand(name: str, seed: int = 0) -> Any:
    """The game by hand; its dice, if it has any, fall as ours do with this seed."""
    module = import_module(f"tests.benchmarks.by_hand.{name}")
    return module.Pig(dice(seed)) if name == "pig" else module.new(Random(0))


def dice(seed: int) -> Callable[[], int]:
    key, count = rng.stream_key(seed, "die D6"), 0

    def roll() -> int:
        nonlocal count
        result, count = rng.below(key, count, 6)
        return result + 1

    return roll


def place(words: str) -> tuple[int, int]:
    """`B3` as row and column from 0."""
    letter, number = words[0], words[1:]
    return int(number) - 1, ord(letter) - ord("A")


def moves(name: str, options: Sequence[str]) -> list[Any]:
    """What is offered in ours, said as moves of the game by hand."""
    return [_move(name, words) for words in options]


def _move(name: str, words: str) -> Any:
    if name == "pig":
        return ("roll", "hold").index(words)
    results = [place(word) for word in re.findall(r"\b[A-P]\d+\b", words)]
    match name:
        case "tictactoe":
            return results[0][0] * 3 + results[0][1]
        case "connectfour":
            return results[0][1]
        case "breakthrough":
            (here, there) = (row * 8 + column for row, column in results)
            return here, there
        case "hex11":
            row, column = results[0]
            return row * 11 + column - row // 2  # the drawing leans to the right
        case _:
            raise KeyError(name)
