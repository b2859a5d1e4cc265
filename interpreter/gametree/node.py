"""One point of a match: a decision, a draw by chance, or the end.

A node never changes: `after` and `drawn` return another one. Its machine stands at the last question that was answered
completely; an answer that waits for chance, and the options of a split decision chosen so far, are kept beside it. With
a seed, chance is drawn from the streams of a match with that seed; without, every draw is a node.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import TYPE_CHECKING, NoReturn

from attrs import define, evolve, field, frozen

import interpreter.gametree.knowledge as knowing
from interpreter.evaluate import cell_reuse
from interpreter.evaluate.sight import player_of
from interpreter.execute.answers import carry_out
from interpreter.execute.machine import Machine
from interpreter.gametree.chance import Draw, ForcedChance, Undecided, weighted
from interpreter.gametree.results import results
from interpreter.gametree.ways import Way, ways_of
from interpreter.model import state as s
from interpreter.model.requests import EngineRequest
from interpreter.seats import Answer, Seat, decide, default_answer, question_of
from interpreter.seats.random_seat import RandomSeat
from interpreter.visibility.determinize import Stream, determinize
from interpreter.visibility.questions import log_for
from interpreter.visibility.view_types import View

if TYPE_CHECKING:
    from interpreter.gametree.tree import GameTree

LONGEST = 100_000
"""The maximum number of answers in a playout."""


class NodeKind(Enum):
    """What happens at a node."""

    DECISION = "decision"
    CHANCE = "chance"
    END = "end"


@frozen
class TreeAction:
    """One choice of the seat that decides. `id` is its number in the action space of the tree; `key` is the same
    wherever the same choice is offered; `words` are for people."""

    id: int
    key: str
    words: str


@frozen
class DrawOutcome:
    """One result of a draw, and its probability."""

    id: int
    chance: float
    words: str


@frozen
class TreeStep:
    """What leads from one question to the next: an answer (at the start none), and the chance on the way."""

    seat: str
    request: int
    answer: Answer
    words: str
    seed: int | None = None
    draws: tuple[int, ...] = ()  # without a seed: the results of all draws, in order


@frozen
class _WaitingStep:
    """A step that has stopped at a draw."""

    step: TreeStep
    draw: Draw


@define(eq=False)
class TreeNode:
    """Made by `GameTree.root` and by other nodes."""

    tree: GameTree
    seed: int | None
    """The seed of the chance from here on; none if every draw is a node."""
    _machine: Machine = field(repr=False)
    _before: TreeNode | None = field(default=None, repr=False)
    _step: TreeStep | None = field(default=None, repr=False)
    _waiting: _WaitingStep | None = field(default=None, repr=False)
    _chosen: Answer = ()
    _ways: tuple[Way, ...] | None = field(default=None, repr=False)
    _looks: dict[str, View] = field(factory=dict, repr=False)
    _memories: dict[str, str] = field(factory=dict, repr=False)
    _kept: dict[Answer | int, TreeNode] = field(factory=dict, init=False, repr=False)

    # ---------------------------------------------------------------------------------------------- what it is

    @property
    def kind(self) -> NodeKind:
        if self._waiting is not None:
            return NodeKind.CHANCE
        state = self._machine.state
        return NodeKind.DECISION if state.requests and state.cells[s.OUTCOME] is None else NodeKind.END

    @property
    def over(self) -> bool:
        return self.kind is NodeKind.END

    @property
    def seat(self) -> str | None:
        """The seat that decides; none at a draw and at the end.

        Seats that decide together in secret are asked one after another; none learns what the others have answered.
        """
        return self._request.seat if self.kind is NodeKind.DECISION else None

    @property
    def prompt(self) -> str:
        """The question in words; at a draw, what is drawn; empty at the end."""
        if self._waiting is not None:
            return self._waiting.draw.stream
        return self._request.prompt if self.kind is NodeKind.DECISION else ""

    @property
    def results(self) -> dict[str, float]:
        """The worth of the match for each seat: the `payoff` of the ruleset, else 1 for a win and -1 for a loss.

        Zero for everybody before the end.
        """
        if self.kind is not NodeKind.END:
            return dict.fromkeys(self.tree.seats, 0.0)
        return dict(zip(self.tree.seats, results(self._machine), strict=True))

    @property
    def _request(self) -> EngineRequest:
        request: EngineRequest = self._machine.state.requests[0]
        return request

    # ----------------------------------------------------------------------------------------------- decisions

    @property
    def ways(self) -> tuple[Way, ...]:
        """The possible choices without numbers; empty unless this is a decision."""
        if self._ways is None:
            split = self.tree.split
            decides = self.kind is NodeKind.DECISION
            self._ways = ways_of(self._machine, self._request, split, self._chosen) if decides else ()
        return self._ways

    @property
    def actions(self) -> tuple[TreeAction, ...]:
        """The possible choices, in the order of the question."""
        ids = self.tree.space.ids([way.key for way in self.ways])
        return tuple(TreeAction(id, way.key, way.words) for id, way in zip(ids, self.ways, strict=True))

    @property
    def mask(self) -> tuple[bool, ...]:
        """For each number of the action space, whether it is possible here."""
        mask = [False] * len(self.tree.space)
        for action in self.actions:
            mask[action.id] = True
        return tuple(mask)

    def after(self, action: TreeAction | int) -> TreeNode:
        """The node after a choice. Raises `ValueError` if it is not possible here, `RuleError` if the rules fail."""
        wanted = action.id if isinstance(action, TreeAction) else action
        for index, possible in enumerate(self.actions):
            if possible.id == wanted:
                return self.after_way(self.ways[index])
        raise ValueError(f"action {wanted} is not possible here")

    def after_way(self, way: Way) -> TreeNode:
        """The node after one of the `ways`."""
        if not way.complete:
            return evolve(self, chosen=way.chosen, ways=None)
        kept = self._kept.get(way.chosen)
        if kept is None:
            request = self._request
            kept = self._carried_out(TreeStep(request.seat, request.id, way.chosen, way.words, self.seed))
            self._keep(way.chosen, kept)
        return kept

    def _keep(self, how: Answer | int, child: TreeNode) -> None:
        """Keep a child for algorithms that come here again and again; not along a seed, where every node is new."""
        if self.seed is None and self.tree.keeps_nodes:
            self._kept[how] = child

    def answered(self, bot: Seat) -> TreeNode:
        """The node after the answer of a bot; an answer that is not possible is replaced by the plainest one."""
        if self.kind is not NodeKind.DECISION:
            raise ValueError("nobody is asked here")
        request = self._request
        answer = decide(self._machine, request, bot)
        if request.refuses(answer):
            answer = default_answer(question_of(request, self._machine.linked.setting("retracts")))
        words = " and ".join(request.options[index].words for index in answer)
        return self._carried_out(TreeStep(request.seat, request.id, answer, words, self.seed))

    def __copy__(self) -> TreeNode:
        return self  # it never changes

    def __deepcopy__(self, memo: object) -> TreeNode:
        return self

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a node cannot be pickled: keep the seed and the numbers of the actions that lead to it")

    # -------------------------------------------------------------------------------------------------- chance

    @property
    def draw(self) -> Draw:
        """The draw at a chance node. Raises `ValueError` elsewhere."""
        if self._waiting is None:
            raise ValueError("nothing is drawn here")
        return self._waiting.draw

    @property
    def outcomes(self) -> tuple[DrawOutcome, ...]:
        """The results of the draw with their probabilities; empty unless this is a chance node."""
        if self._waiting is None:
            return ()
        names = self.tree.outcome_words(self.draw)
        return tuple(
            DrawOutcome(index, float(chance), words)
            for index, (chance, words) in enumerate(zip(self.draw.chances, names, strict=True))
        )

    def drawn(self, outcome: DrawOutcome | int) -> TreeNode:
        """The node after a draw with this result. Raises `ValueError` if there is no such result."""
        index = outcome.id if isinstance(outcome, DrawOutcome) else outcome
        if not 0 <= index < len(self.draw.weights):
            raise ValueError(f"outcome {index} is not possible here")
        assert self._waiting is not None
        kept = self._kept.get(index)
        if kept is None:
            step = self._waiting.step
            kept = self._carried_out(evolve(step, draws=(*step.draws, index)))
            self._keep(index, kept)
        return kept

    def sampled(self, seed: int) -> TreeNode:
        """The node after a random result of the draw; the same for the same seed."""
        return self.drawn(weighted(self.draw.weights, Stream.of(seed, "outcome")))

    @property
    def width(self) -> int:
        """The number of possible choices or results."""
        return len(self._waiting.draw.weights) if self._waiting is not None else len(self.ways)

    def children(self) -> Iterator[TreeNode]:
        """The nodes after every choice or every result."""
        if self._waiting is not None:
            yield from map(self.drawn, range(len(self.draw.weights)))
        else:
            yield from map(self.after_way, self.ways)

    # -------------------------------------------------------------------------------------------------- copies

    def fork(self, seed: int | None = None) -> TreeNode:
        """The same point with other chance: drawn from this seed, or node by node without one.

        Hidden things stay as they are; a draw that is waiting is made.
        """
        if self._waiting is None:
            return evolve(self, seed=seed)
        return self if seed is None else self._carried_out(self._waiting.step, seed)

    def determinize(self, seat: str, seed: int) -> TreeNode:
        """A point that looks the same to a seat: everything hidden from it is dealt anew, and so is chance.

        Two matches that look the same to the seat give the same node for the same seed. The other seats' past is
        unknown there: their memories begin at this point. Raises `ValueError` at a draw.
        """
        self.tree.check(seat)
        if self._waiting is not None:
            raise ValueError("a draw is not a position: determinize the decision before or after it")
        machine = determinize(self._machine, seat, seed)
        own = self.kind is NodeKind.DECISION and self.seat == seat
        later = self.seed if self.seed is None else seed
        return TreeNode(
            self.tree, later, machine, chosen=self._chosen if own else (), memories={seat: self.memory(seat)}
        )  # fmt: skip

    def playout(self, seed: int) -> dict[str, float]:
        """The results if all seats answer at random from here on, which is faster than node by node."""
        machine = self.tree.copied(self.fork(seed)._machine, seed)
        luck = RandomSeat(Stream.of(seed, "playout"))
        retracts = machine.linked.setting("retracts")
        for _ in range(LONGEST):
            state = machine.state
            if not state.requests or state.cells[s.OUTCOME] is not None:
                break
            question = question_of(state.requests[0], retracts)
            answer = luck.pick(question.sort, question.number, question.least, question.most, question.fits)
            cell_reuse.sweep(machine)
            carry_out(machine, state.requests[0], answer)
        return dict(zip(self.tree.seats, results(machine), strict=True))

    # ----------------------------------------------------------------------------------------------- knowledge

    def view(self, seat: str) -> View:
        """Everything a seat may know of the table now, as plain values."""
        self.tree.check(seat)
        if seat not in self._looks:
            self._looks[seat] = knowing.looked(self._machine, seat)
        return self._looks[seat]

    def observation(self, seat: str) -> str:
        """The table as a seat sees it, as text. At a draw, as it was before the answer."""
        return knowing.observation(self.view(seat)) + self._half_chosen(seat)

    def information(self, seat: str) -> str:
        """All that a seat knows, as text: its memory of the match, then the table as it sees it (perfect recall)."""
        return f"{self.memory(seat)} {self.observation(seat)}"

    def vector(self, seat: str) -> tuple[float, ...]:
        """The table as a seat sees it, as numbers from -1 to 1; `tree.schema` says what each of them means."""
        return self.tree.schema.encode(self.view(seat), seat)

    def memory(self, seat: str) -> str:
        """A hash of everything that a seat has seen, been told and answered until now."""
        self.tree.check(seat)
        if self._waiting is not None:
            return self._before.memory(seat) if self._before is not None else knowing.START
        unknown: list[TreeNode] = []
        node: TreeNode | None = self
        while node is not None and seat not in node._memories:
            unknown.append(node)
            node = node._before
        for later in reversed(unknown):
            later._memories[seat] = later._remembers(seat)
        return self._memories[seat]

    def _remembers(self, seat: str) -> str:
        """The memory of a seat, from that of the node before."""
        before, step = self._before, self._step
        news = []
        if step is not None:
            machine = self.tree.carried_out(before._machine if before is not None else None, step, logged=True)
            news = [f"answers {step.words}"] if step.seat == seat else []
            news += [f"told {words}" for _, _, words, _, _ in log_for(machine, player_of(machine, seat))]
        now = knowing.observation(self.view(seat))
        if before is None or now != knowing.observation(before.view(seat)):
            news.append(f"sees {now}")
        return knowing.remembered(before._memories[seat] if before is not None else knowing.START, news)

    def _half_chosen(self, seat: str) -> str:
        """The options of a split decision chosen so far: only the seat that decides knows them."""
        if not self._chosen or seat != self._request.seat:
            return ""
        return f" chosen {','.join(map(str, self._chosen))}"

    # ------------------------------------------------------------------------------------------------ carrying out

    def _carried_out(self, step: TreeStep, seed: int | None = None) -> TreeNode:
        """The node after a step, or the draw at which it stops; with a seed, draws beyond the known ones are made."""
        before = self._before if self._waiting is not None else self
        luck = None
        if step.seed is None:
            luck = ForcedChance(step.draws, None if seed is None else Stream.of(seed, "beyond"))
        try:
            machine = self.tree.carried_out(before._machine if before is not None else None, step, luck)
        except Undecided as undecided:
            return TreeNode(self.tree, None, self._machine, before, waiting=_WaitingStep(step, undecided.draw))
        if seed is not None and luck is not None:
            step, machine = evolve(step, draws=luck.results), self.tree.copied(machine, seed)
        return TreeNode(self.tree, self.seed if seed is None else seed, machine, before, step)


def root(tree: GameTree, seed: int | None) -> TreeNode:
    """The start of a match: the first question, or the first draw of its setup."""
    first = TreeStep("", 0, (), "", seed)
    before = TreeNode(tree, seed, tree.empty_table(), waiting=_WaitingStep(first, Draw("", ())))
    return before._carried_out(first)
