"""The plan for enumerating an action: the order of its slots, and when each requirement can be checked.

The lines at the top of an action are its requirements. Each is checked as soon as the slots that it reads are filled,
so that impossible arguments are given up early; `card in me.hand` even provides the candidates for `card`. A plan is
made once for each action, from its text alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from dsl.ir.effects.walk import walk
from dsl.ir.operations import NO_OP, Op
from dsl.ir.rules import Standing
from dsl.names import types as t
from dsl.names.signatures import SlotSig
from interpreter.link.linked_rules import Offered
from interpreter.link.rule_index import During, Listeners, going_on

if TYPE_CHECKING:
    from interpreter.link.linked_program import LinkedProgram


@frozen
class PlannedCheck:
    """A check at some depth.

    A requirement; with a name, a value that later lines use; with a rule, whether that rule forbids the action.
    """

    op: Op
    name: str = ""
    rule: Standing | None = None


@frozen
class Depth:
    """The checks after a slot is filled.

    `alone` and `pool` read no earlier slot: they are evaluated once for each candidate, whatever the other slots hold.
    `pool` and `among` are lists that must contain the argument. `each` and `more` are conditions on each of several
    things; `more` depends on other slots for several things. A rule of the ruleset that forbids the action is a
    requirement like any other, if no rule can allow it again.
    """

    asks: tuple[PlannedCheck, ...] = ()
    alone: tuple[PlannedCheck, ...] = ()
    among: tuple[Op, ...] = ()
    pool: tuple[Op, ...] = ()
    each: tuple[Op, ...] = ()
    more: tuple[Op, ...] = ()


@frozen
class PlannedLine:
    """A line at the top of an action, and the slots for several things that it reads, if it depends on nothing else."""

    op: Op
    several: frozenset[str] | None

    def may_mend(self, slot: str) -> bool:
        """Whether it may hold once a slot holds more things."""
        return self.several is None or slot in self.several


@frozen
class Plan:
    """`before` is checked before any slot is filled, `depths` after each; `lines` need all slots."""

    slots: tuple[SlotSig, ...]
    several: tuple[SlotSig, ...]
    before: Depth
    depths: tuple[Depth, ...]
    lines: tuple[PlannedLine, ...]
    during: During
    forbids: Listeners | None  # the rules that may forbid it and need all slots
    goes_on: bool  # rules may read the action while it is tried, so it must be in progress
    rules: tuple[tuple[str | None, Standing], ...] = ()  # that may forbid it, with the one slot that they read


def plan(action: Offered, linked: LinkedProgram) -> Plan:
    verb = action.op.data
    slots = tuple(slot for slot in linked.signatures[verb].slots if slot.name != "me")
    several = tuple(slot for slot in slots if isinstance(t.plain(slot.type), t.ListT))
    writing = _Writing(action, linked, slots, several)
    for line in action.body.args:
        if not writing.take(line):
            break
    late = writing.forbid()
    depths = tuple(depth.closed() for depth in writing.depths)
    return Plan(
        slots,
        several,
        depths[0],
        depths[1:],
        tuple(writing.lines),
        going_on(action.clauses, linked.signatures, linked.verbs),
        late,
        verb in linked.looked_at,
        tuple(_rules(slots, depths)),
    )


def _rules(slots: Sequence[SlotSig], depths: Sequence[Depth]) -> Iterator[tuple[str | None, Standing]]:
    """The rules that are checked at some depth: those that read no slot, one slot, several."""
    for number, depth in enumerate(depths):
        for ask in (*depth.alone, *depth.asks):
            if ask.rule is not None:
                single = "" if number == 0 else slots[number - 1].name if ask in depth.alone else None
                yield single, ask.rule


@define
class _Open:
    """A depth of the plan under construction."""

    asks: list[PlannedCheck] = field(factory=list)
    alone: list[PlannedCheck] = field(factory=list)
    among: list[Op] = field(factory=list)
    pool: list[Op] = field(factory=list)
    each: list[Op] = field(factory=list)
    more: list[Op] = field(factory=list)

    def closed(self) -> Depth:
        return Depth(
            tuple(self.asks), tuple(self.alone), tuple(self.among), tuple(self.pool), tuple(self.each), tuple(self.more)
        )


class _Writing:
    """A plan under construction. Depth 0 is before any slot, depth n after the n-th."""

    def __init__(
        self, action: Offered, linked: LinkedProgram, slots: Sequence[SlotSig], several: Sequence[SlotSig]
    ) -> None:
        self.verb, self.linked = action.op.data, linked
        params = linked.mark_names.get(action.name, ()) if action.holder == "mark" else ()
        self.depth_of: dict[str, int | None] = dict.fromkeys((*params, "me", "here"), 0)
        self.depth_of |= {slot.name: index for index, slot in enumerate(slots, 1)}
        self.depth_of |= {
            slot.name: None for slot in several
        }  # a value made from several things is known only at the end
        self.several: dict[str, frozenset[str] | None] = {slot.name: frozenset((slot.name,)) for slot in several}
        self.slots = slots
        self.let: set[str] = set()
        self.depths = [_Open() for _ in range(len(slots) + 1)]
        self.lines: list[PlannedLine] = []

    def take(self, line: Op) -> bool:
        """Add a line to the plan; false for the first line that has an effect."""
        match line.name:
            case "let" | "keep":
                depth = self._depth(line.args[0])
                self.several[line.data] = self._looks_at_several(line.args[0])
                self.depth_of[line.data] = depth
                if depth is None:
                    self.lines.append(PlannedLine(line, None))
                else:
                    self.depths[depth].asks.append(PlannedCheck(line.args[0], line.data))
                    self.let.add(line.data)
            case "require":
                self._require(line)
            case "cost":
                self.lines.append(PlannedLine(line, None))
                for way in line.data:
                    for _, given in way:
                        if given:
                            self.depth_of[given] = self.several[given] = None
            case _:
                return False
        return True

    def forbid(self) -> Listeners | None:
        """Plan the rules that forbid the action, each as early as possible; returns those that need all slots."""
        listeners = self.linked.listeners.get(("forbid", self.verb))
        if listeners is None or self.linked.may_allow(self.verb):
            return listeners
        late = Listeners(anywhere=listeners.anywhere, slots=listeners.slots)
        for order, source in listeners.always:
            names = self._slots_of(source.standing)
            depths = [depth for depth, slot in enumerate(self.slots, 1) if slot.name in names]
            if len(depths) < len(names) or names & set(self.several):
                late.add(order, source, "")
            else:
                self._ask(PlannedCheck(NO_OP, rule=source.standing), max(depths, default=0), names)
        return late

    def _slots_of(self, rule: Standing) -> set[str]:
        """The names that a rule reads: slots, but no names of the action's own text."""
        held = self.linked.held(rule)
        ops = [wish.op for wish in held.filters] + list(rule.clauses.conditions)
        ops += [wish.op for _, wishes in held.during for wish in wishes]
        names = {part.data for op in ops for part in walk(op) if part.name == "local"}
        return (names | {wish.slot for wish in held.filters}) - {"me", "here"}

    def _ask(self, ask: PlannedCheck, depth: int, names: set[str]) -> None:
        """Add a check at a depth; if it reads no earlier slot, it is made once for each candidate."""
        others = {slot.name for slot in self.slots[: depth - 1]} | self.let
        here = self.depths[depth]
        (here.asks if depth == 0 or names & others else here.alone).append(ask)

    def _require(self, line: Op) -> None:
        condition = line.args[0]
        for part in condition.args if condition.name == "and" else (condition,):
            depth = self._depth(part)
            if depth is not None:
                if not self._as_among(part, depth):
                    self._ask(PlannedCheck(part), depth, {name.data for name in walk(part) if name.name == "local"})
            elif not self._as_each(part):
                of_it = Op("require", line.type, (part,), line.data, line.span)
                self.lines.append(PlannedLine(of_it, self._looks_at_several(part)))

    def _as_each(self, part: Op) -> bool:
        """Plan `all(slot, condition)` as a condition on each thing; false if it may change as other slots grow."""
        if part.name != "call" or part.data != "all" or len(part.args) != 2 or part.args[0].name != "local":
            return False
        depth = next((i for i, slot in enumerate(self.slots, 1) if slot.name == part.args[0].data), 0)
        if (
            depth == 0
            or part.args[0].data not in self.several
            or self.verb in self.linked.event_reads.text(part.args[1])
        ):
            return False
        within = self._depth(part.args[1])
        steady = within is not None and within < depth
        asked = self.depths[depth].each if steady else self.depths[depth].more
        asked += part.args[1].args if part.args[1].name == "and" else (part.args[1],)
        return steady

    def _as_among(self, part: Op, depth: int) -> bool:
        """Plan `slot in list`, where the list does not depend on the slot, as the source of candidates."""
        if depth == 0 or part.name != "compare" or part.data != "in":
            return False
        left, right = part.args
        if left.name != "local" or left.data != self.slots[depth - 1].name:
            return False
        within = self._depth(right)
        if within is None or within >= depth:
            return False
        (self.depths[depth].among if within else self.depths[depth].pool).append(right)
        return True

    def _depth(self, op: Op) -> int | None:
        """The first depth at which an operation can be evaluated; none if only at the end."""
        if self.verb in self.linked.event_reads.text(op):
            return None
        deepest = 0
        for part in walk(op):
            if part.name == "local":
                depth = self.depth_of.get(part.data)
                if depth is None:
                    return None
                deepest = max(deepest, depth)
        return deepest

    def _looks_at_several(self, op: Op) -> frozenset[str] | None:
        """The slots for several things that a condition reads; none if it depends on more than slots."""
        if self.verb in self.linked.event_reads.text(op):
            return None
        slots: set[str] = set()
        for part in walk(op):
            if part.name == "local":
                behind_name = self.several.get(part.data, frozenset())
                if behind_name is None:
                    return None
                slots |= behind_name
        return frozenset(slots)
