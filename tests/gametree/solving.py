"""Solves small games from outside: everything comes from the nodes of a tree, nothing from the engine.

Values, best responses and CFR+ as the textbooks have them. Exact if the chances of a policy are fractions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from attrs import define, field

from interpreter.gametree.node import NodeKind, TreeNode

Policy = Mapping[str, Mapping[int, Any]]
"""By what the seat that decides knows: the probability of each action."""


@define(eq=False)
class Spot:
    """A node with its children, so that a solver can go through the whole game again and again."""

    node: TreeNode
    seat: str | None
    information: str
    actions: tuple[int, ...]
    chances: tuple[Fraction, ...]
    path: tuple[str, ...]
    """The keys of the actions that lead here."""
    children: tuple[Spot, ...] = ()
    results: Mapping[str, float] = field(factory=dict)

    def below(self) -> Iterator[Spot]:
        yield self
        for child in self.children:
            yield from child.below()


def grown(node: TreeNode, path: tuple[str, ...] = ()) -> Spot:
    """A whole game."""
    seat = node.seat
    information = node.information(seat) if seat is not None else ""
    actions = node.actions
    chances = node.draw.chances if node.kind is NodeKind.CHANCE else ()
    spot = Spot(node, seat, information, tuple(action.id for action in actions), chances, path)
    if node.over:
        spot.results = node.results
    elif seat is None:
        spot.children = tuple(grown(child, path) for child in node.children())
    else:
        spot.children = tuple(grown(node.after(action), (*path, action.key)) for action in actions)
    return spot


def states(root: Spot, seat: str | None = None) -> set[tuple[str, str]]:
    """The information states of one seat or of all."""
    return {
        (spot.seat, spot.information) for spot in root.below() if spot.seat is not None and seat in (None, spot.seat)
    }


def uniform(root: Spot) -> Policy:
    """Everybody answers at random."""
    return {
        spot.information: dict.fromkeys(spot.actions, Fraction(1, len(spot.actions)))
        for spot in root.below()
        if spot.actions
    }


def parts(spot: Spot, policy: Policy) -> Sequence[Any]:
    """The probability of each child."""
    return spot.chances or [policy[spot.information][action] for action in spot.actions]


def value(spot: Spot, policy: Policy, seat: str) -> Any:
    """What a seat gets on average if everybody follows a policy."""
    if not spot.children:
        return Fraction(spot.results[seat])
    return sum(part * value(child, policy, seat) for part, child in zip(parts(spot, policy), spot.children, strict=True))  # fmt: skip


def best_response(root: Spot, policy: Policy, seat: str) -> Any:
    """What a seat gets if the others follow a policy and it answers that as well as possible."""
    alike: dict[str, list[tuple[Spot, Any]]] = defaultdict(list)

    def reach(spot: Spot, chance: Any) -> None:
        mine = spot.seat == seat
        if mine:
            alike[spot.information].append((spot, chance))
        shares = [1] * len(spot.children) if mine else parts(spot, policy) if spot.children else ()
        for part, child in zip(shares, spot.children, strict=True):
            reach(child, chance * part)

    reach(root, Fraction(1))
    chosen: dict[str, int] = {}
    known: dict[int, Any] = {}

    def worth(spot: Spot) -> Any:
        if id(spot) not in known:
            if not spot.children:
                known[id(spot)] = Fraction(spot.results[seat])
            elif spot.seat == seat:
                known[id(spot)] = worth(spot.children[best(spot.information)])
            else:
                shares = zip(parts(spot, policy), spot.children, strict=True)
                known[id(spot)] = sum(part * worth(child) for part, child in shares)
        return known[id(spot)]

    def best(information: str) -> int:
        if information not in chosen:
            spots = alike[information]
            numbers = range(len(spots[0][0].children))
            sums = [sum(chance * worth(spot.children[number]) for spot, chance in spots) for number in numbers]
            chosen[information] = max(numbers, key=lambda number: sums[number])
        return chosen[information]

    return worth(root)


def nash_conv(root: Spot, policy: Policy) -> Any:
    """How much the seats gain together if each of them answers the policy of the others as well as possible."""
    seats = root.node.tree.seats
    return sum(best_response(root, policy, seat) - value(root, policy, seat) for seat in seats)


def solved(root: Spot, iterations: int) -> Policy:
    """A policy near the equilibrium of a game for two in which one wins what the other loses (CFR+)."""
    first, second = root.node.tree.seats
    regret: dict[str, list[float]] = {}
    average: dict[str, list[float]] = {}

    def current(information: str) -> list[float]:
        total = sum(regret[information])
        row = regret[information]
        return [part / total for part in row] if total > 0 else [1 / len(row)] * len(row)

    def go(spot: Spot, seat: str, others: float, now: int, gains: dict[str, list[float]], mine: float) -> float:
        if not spot.children:
            return spot.results[seat]
        if spot.chances:
            shares = [float(chance) for chance in spot.chances]
            return sum(part * go(child, seat, others * part, now, gains, mine) for part, child in zip(shares, spot.children, strict=True))  # fmt: skip
        row = regret.setdefault(spot.information, [0.0] * len(spot.actions))
        shares = current(spot.information)
        if spot.seat != seat:
            return sum(part * go(child, seat, others * part, now, gains, mine) for part, child in zip(shares, spot.children, strict=True))  # fmt: skip
        worths = [go(child, seat, others, now, gains, mine * part) for part, child in zip(shares, spot.children, strict=True)]  # fmt: skip
        mean = sum(part * worth for part, worth in zip(shares, worths, strict=True))
        added = gains.setdefault(spot.information, [0.0] * len(row))
        sums = average.setdefault(spot.information, [0.0] * len(row))
        for number, worth in enumerate(worths):
            added[number] += others * (worth - mean)
            sums[number] += now * mine * shares[number]
        return mean

    for now in range(1, iterations + 1):
        for seat in (first, second):
            gains: dict[str, list[float]] = {}
            go(root, seat, 1.0, now, gains, 1.0)
            for information, added in gains.items():
                regret[information] = [max(0.0, old + more) for old, more in zip(regret[information], added, strict=True)]  # fmt: skip
    actions = {spot.information: spot.actions for spot in root.below() if spot.actions}
    return {
        information: dict(zip(actions[information], [part / (sum(row) or 1) for part in row], strict=True))
        if sum(row)
        else dict.fromkeys(actions[information], 1 / len(row))
        for information, row in average.items()
    }
