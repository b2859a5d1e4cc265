"""A game with its seats as a tree: where nodes come from, and what all of them share.

The numbers of actions and the meaning of vectors come from a survey of the game, made when they are first needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import define, field

import interpreter.evaluate.dice as dice
from interpreter.compiled.jit import Jit
from interpreter.evaluate import cell_reuse
from interpreter.execute.answers import carry_out
from interpreter.execute.machine import Machine
from interpreter.gametree.chance import Draw, ForcedChance
from interpreter.gametree.node import TreeNode, TreeStep, root
from interpreter.gametree.results import bounds
from interpreter.gametree.schema import VectorSchema, schema_of
from interpreter.gametree.space import SPARE, ActionSpace
from interpreter.gametree.survey import GameSurvey, survey
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import begin, new_machine

WIDEST_DRAW = 64
"""The least number of results that a draw may have, for libraries that want to know it beforehand."""


@define(eq=False)
class GameTree:
    """All matches of a game between these seats. With `split`, a decision with several answers is made one option at a
    time; with `keep`, every node keeps its children, for algorithms that walk through a game again and again."""

    _linked: LinkedProgram = field(repr=False)
    seats: tuple[str, ...]
    split: bool = False
    _space: ActionSpace | None = field(default=None, repr=False)
    keep: bool = False
    _survey: GameSurvey | None = field(default=None, init=False, repr=False)
    _schema: VectorSchema | None = field(default=None, init=False, repr=False)
    _root: TreeNode | None = field(default=None, init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        if self._linked.fast is None:
            self._linked.fast = Jit(self._linked)

    def root(self, seed: int | None = None) -> TreeNode:
        """The start of a match. Without a seed every draw is a node, from the first shuffle on; with a seed the match
        is the one that `Game.start` begins with it."""
        if seed is not None or not self.keeps_nodes:
            return root(self, seed)
        self._root = self._root or root(self, None)
        return self._root

    @property
    def keeps_nodes(self) -> bool:
        """Whether nodes are kept: on request, and those of a game so small that its survey has walked it all."""
        return self.keep or (self._survey is not None and self._survey.complete)

    @property
    def space(self) -> ActionSpace:
        """The numbers of all actions."""
        if self._space is None:
            surveyed = self.survey
            keys = tuple(sorted(surveyed.keys))
            self._space = ActionSpace(keys, 0 if surveyed.complete else max(SPARE, surveyed.widest, len(keys) // 4))
        return self._space

    @property
    def schema(self) -> VectorSchema:
        """The meaning of each number of a vector."""
        if self._schema is None:
            self._schema = schema_of(self._linked, self.seats, self.survey.things)
        return self._schema

    @property
    def survey(self) -> GameSurvey:
        """What can be met in the game, as far as it was explored."""
        if self._survey is None:
            self._survey = survey(self)
        return self._survey

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The lowest and the highest result of a seat; none if the rules do not limit their `payoff`."""
        return bounds(self._linked)

    @property
    def zero_sum(self) -> bool:
        """Whether the results of every match add up to zero, as far as is known: a `payoff` may do anything, so its
        whole game has to be walked; wins and losses do, unless a match that all win together was met."""
        surely = self.survey.complete or not self._linked.setting("payoff")
        return surely and len(self.seats) > 1 and self.survey.zero_sum

    @property
    def widest_draw(self) -> int:
        """At least as many as any draw has results: the things of a shuffle, the faces of a die."""
        symbols = self._linked.program.symbols
        faces = (len(dice.faces(symbols, die)) for die in symbols.dice)
        return max(sum(self.survey.things.values()), *faces, WIDEST_DRAW)

    def check(self, seat: str) -> None:
        """Raise `ValueError` if there is no such seat."""
        if seat not in self.seats:
            raise ValueError(f"there is no seat {seat!r}, only {', '.join(self.seats)}")

    # --------------------------------------------------------------------------------------------- for the nodes

    def empty_table(self) -> Machine:
        """A table before its setup."""
        return new_machine(self._linked, self.seats, 0, log=False)

    def copied(self, machine: Machine, seed: int) -> Machine:
        """A machine on a copy of the state, with the chance of a seed."""
        return Machine(self._linked, machine.state.fork(), seed, self.seats, board_cache=machine.board_cache)

    def carried_out(
        self, before: Machine | None, step: TreeStep, luck: ForcedChance | None = None, logged: bool = False
    ) -> Machine:
        """The table after a step: the start if there is none before. If `logged`, its log has what was said."""
        seed = step.seed if step.seed is not None else 0
        if luck is None and step.seed is None:
            luck = ForcedChance(step.draws)
        if before is None:
            machine = begin(self._linked, self.seats, seed, log=logged, luck=luck).machine
        else:
            machine = self.copied(before, seed)
            machine.luck, machine.log = luck, [] if logged else None
            request = next(request for request in machine.state.requests if request.id == step.request)
            cell_reuse.sweep(machine)
            carry_out(machine, request, step.answer)
        machine.luck = None
        return machine

    def outcome_words(self, draw: Draw) -> Sequence[str]:
        """The results of a draw in words."""
        die = draw.stream.removeprefix("die ")
        if die in self._linked.program.symbols.dice:
            faces = Counter(dice.faces(self._linked.program.symbols, die))
            return [f"{die} {dice.face_words(face)}" for face in faces]
        return [f"{draw.stream} {number + 1}" for number in range(len(draw.weights))]
