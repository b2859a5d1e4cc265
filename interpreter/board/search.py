"""Cheapest paths over a board, searched only as far as they are needed.

Rules often ask for the path to one near cell from many places. A search of the whole board for each of them would
price every step of the board; this one stops at the goal, and continues from there if a farther goal is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush


class PathSearch:
    """A search for the cheapest paths from one cell; each query continues where the last one stopped."""

    __slots__ = ("cost", "costs", "neighbours", "points", "queue")

    def __init__(
        self, neighbours: Sequence[Sequence[int]], start: int, points: int, cost: Callable[[int, int], int | None]
    ) -> None:
        self.neighbours, self.points, self.cost = neighbours, points, cost
        self.costs = {start: 0}
        self.queue = [(0, start)]

    def whole(self) -> dict[int, int]:
        """The cells reachable with the points, with their costs."""
        while self.queue:
            self._visit()
        return self.costs

    def cost_of(self, goal: int) -> int | None:
        """The cost of the cheapest path to a cell; none if there is no path."""
        # Whatever is still to be visited is at least as far away as the front of the queue.
        while self.queue and self.queue[0][0] < self.costs.get(goal, self.points + 1):
            self._visit()
        return self.costs.get(goal)

    def _visit(self) -> None:
        """Visit the nearest cell. It stays in the queue until all its steps are priced: pricing one may fail."""
        queue, costs = self.queue, self.costs
        spent, current = queue[0]
        if spent <= costs[current]:
            nearer = []
            for neighbour in self.neighbours[current]:
                price = self.cost(current, neighbour)
                if price is None or price < 0:
                    continue
                total = spent + price
                if total <= self.points and total < costs.get(neighbour, self.points + 1):
                    nearer.append((total, neighbour))
            heappop(queue)
            for total, neighbour in nearer:
                costs[neighbour] = total
                heappush(queue, (total, neighbour))
        else:
            heappop(queue)
