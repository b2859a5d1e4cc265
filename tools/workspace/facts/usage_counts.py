"""Counts what the cards of a game use, so that adding or removing one card is a small update.

`UsageCounts` is the union of all footprints. `Chains` holds the links between events: an endless chain needs a cycle of
verbs, so the search over all cards runs only if there is one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from attrs import define, field

from dsl.ir.effects.footprint import Footprint
from tools.workspace.facts.card_facts import SETS, Shape

Chain = tuple[str, str, int, int, bool]


@define
class UsageCounts:
    """`version` changes whenever the union does."""

    version: int = 0
    _shapes: Counter[Shape] = field(factory=Counter)
    _members: tuple[Counter[str], ...] = field(factory=lambda: tuple(Counter() for _ in SETS))

    def add(self, shape: Shape) -> None:
        self._shapes[shape] += 1
        if self._shapes[shape] > 1:
            return
        for members, names in zip(self._members, shape, strict=False):
            for name in names:
                members[name] += 1
                if members[name] == 1:
                    self.version += 1

    def remove(self, shape: Shape) -> None:
        self._shapes[shape] -= 1
        if self._shapes[shape]:
            return
        del self._shapes[shape]
        for members, names in zip(self._members, shape, strict=False):
            for name in names:
                members[name] -= 1
                if not members[name]:
                    del members[name]
                    self.version += 1

    def footprint(self) -> Footprint:
        footprint = Footprint()
        for name, members in zip(SETS, self._members, strict=False):
            setattr(footprint, name, set(members))
        return footprint


@define
class Chains:
    """The links from verb to verb, each with the number of rules that create it."""

    _edges: Counter[tuple[str, str]] = field(factory=Counter)
    _known: bool | None = None

    def add(self, chains: Iterable[Chain]) -> None:
        for cause, effect, *_ in chains:
            self._edges[cause, effect] += 1
            if self._edges[cause, effect] == 1:
                self._known = None

    def remove(self, chains: Iterable[Chain]) -> None:
        for cause, effect, *_ in chains:
            self._edges[cause, effect] -= 1
            if not self._edges[cause, effect]:
                del self._edges[cause, effect]
                self._known = None

    @property
    def circle(self) -> bool:
        """Whether there is a cycle of verbs."""
        if self._known is None:
            self._known = _has_circle(self._edges)
        return self._known


def _has_circle(edges: Iterable[tuple[str, str]]) -> bool:
    """Remove verbs without a predecessor repeatedly; the remaining ones form a cycle."""
    after: dict[str, list[str]] = {}
    before: Counter[str] = Counter()
    for cause, effect in edges:
        after.setdefault(cause, []).append(effect)
        before[effect] += 1
    free = [verb for verb in after if not before[verb]]
    while free:
        for effect in after.pop(free.pop(), ()):
            before[effect] -= 1
            if not before[effect] and effect in after:
                free.append(effect)
    return bool(after)
