"""The weights of a ruleset: the numbers written in its `score` and in the defines that only the score uses.

A candidate is a copy of these defines under other names with other numbers, in the same program: so two seats of one
match can rate it differently, and the rules of the game stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from dsl.check.driver import check
from dsl.parse import parse_piece
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.syntax.walk import walk
from interpreter.link.linked_program import LinkedProgram
from tools.matches.games import Game

MARK = "_candidate_"


class NothingToTune(Exception):
    """There are no weights; the text says why."""


@frozen
class ScoreWeight:
    """A number in a define: the define, where it stands in its text, and its value."""

    define: str
    start: int
    end: int
    value: int


@frozen
class ScoreWeights:
    """The defines of a score with all their numbers."""

    game: Game
    score: str
    defines: Mapping[str, Parsed]
    own: tuple[ScoreWeight, ...]

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(weight.value for weight in self.own)

    def text(self, define: str, values: Sequence[int]) -> str:
        """The text of a define with other numbers."""
        text = self.defines[define].piece.text
        chosen = [(weight, value) for weight, value in zip(self.own, values, strict=True) if weight.define == define]
        for weight, value in sorted(chosen, key=lambda pair: -pair[0].start):
            text = f"{text[: weight.start]}{value}{text[weight.end :]}"
        return text

    def program(self, candidates: Sequence[Sequence[int]]) -> LinkedProgram:
        """The game with candidates beside its own score; `name_of` says what each is called."""
        added = [
            self._copy(define, number, values) for number, values in enumerate(candidates) for define in self.defines
        ]
        home = next(at for at, unit in enumerate(self.game.units) if self.defines[self.score] in unit.pieces)
        units = list(self.game.units)
        units[home] = evolve(units[home], pieces=(*units[home].pieces, *added))
        checked = check(units)
        wrong = [finding for finding in checked.diagnostics if finding.severity == "error"]
        if wrong:
            raise NothingToTune(f"a candidate does not check: {wrong[0].message}")
        return LinkedProgram(checked.program, self.game.linked().modes, dict(self.game.rulings))

    def name_of(self, number: int) -> str:
        return f"{self.score}{MARK}{number}"

    def _copy(self, define: str, number: int, values: Sequence[int]) -> Parsed:
        text = self.text(define, values)
        for name in self.defines:
            text = re.sub(rf"(?<![\w.]){re.escape(name)}(?=\s*\()", f"{name}{MARK}{number}", text)
        return parse_piece(evolve(self.defines[define].piece, text=text, digest=""))


def weights_of(game: Game) -> ScoreWeights:
    """The weights of a game. Raises `NothingToTune`."""
    score = game.linked().setting("score")
    pieces = [parsed for unit in game.units for parsed in unit.pieces]
    defines = {parsed.tree.id.text: parsed for parsed in pieces if isinstance(parsed.tree, n.Define)}
    if score not in defines:
        raise NothingToTune(f"{game.name} has no `score` that is a define, so there is nothing to tune")
    closure: dict[str, Parsed] = {}
    waiting = [score]
    while waiting:
        name = waiting.pop()
        closure[name] = defines[name]
        waiting += [other for other in _called(defines[name]) if other in defines and other not in closure]
    own = tuple(
        weight
        for name, parsed in closure.items()
        if name == score or not _used_elsewhere(name, pieces, closure)
        for weight in _numbers(name, parsed)
    )
    if not own:
        raise NothingToTune(f"the score of {game.name} has no numbers")
    return ScoreWeights(game, score, closure, own)


def _called(parsed: Parsed) -> Iterator[str]:
    return (match[1] for match in re.finditer(r"(?<![\w.])(\w+)\s*\(", parsed.piece.text))


def _used_elsewhere(name: str, pieces: Sequence[Parsed], closure: Mapping[str, Parsed]) -> bool:
    """Whether a rule of the game reads a define, too: then its numbers are rules, not weights."""
    used = re.compile(rf"(?<![\w.]){re.escape(name)}\b")
    ours = {id(parsed) for parsed in closure.values()}
    return any(id(parsed) not in ours and used.search(parsed.piece.text) for parsed in pieces)


def _numbers(name: str, parsed: Parsed) -> Iterator[ScoreWeight]:
    """The numbers in the body of a define; those in its head are ranges of types."""
    assert isinstance(parsed.tree, n.Define)
    for node in walk(parsed.tree.value):
        if isinstance(node, n.Number) and parsed.piece.text[node.span[0] : node.span[1]] == str(node.value):
            yield ScoreWeight(name, *node.span, node.value)
