"""Finds cycles among declarations, and the shortest cycle through a name.

Names that can reach each other form a strongly connected component, and every cycle is inside one. The components of
a whole program are found in one pass (Tarjan), without recursion, so a long chain needs no deep stack. Shortest cycles
are then searched inside one component only, for a bounded number of its names: in a component of thousands, one more
cycle tells an author nothing new.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from dsl.text.limits import CIRCLE_SHOWN, CIRCLES_OF_A_GROUP

Edges = Mapping[str, Collection[str]]


def shortest_circles(edges: Edges, starts: Iterable[str] | None = None) -> list[tuple[str, ...]]:
    """The shortest cycle through each name, in the order of the names; names in an earlier cycle are skipped."""
    group_of = _groups(edges)
    searched: dict[int, int] = {}
    reported: set[str] = set()
    circles: list[tuple[str, ...]] = []
    for name in edges if starts is None else starts:
        group = group_of.get(name)
        if group is None or name in reported or searched.get(group, 0) >= CIRCLES_OF_A_GROUP:
            continue
        searched[group] = searched.get(group, 0) + 1
        circle = _shortest(name, edges, group_of)
        if circle and not reported.intersection(circle):
            reported.update(circle)
            circles.append(circle)
    return circles


def _shortest(start: str, edges: Edges, group_of: Mapping[str, int]) -> tuple[str, ...]:
    """The shortest way from a name back to itself, breadth first inside its group."""
    came_from: dict[str, str] = {}
    level = [start]
    while level:
        following: list[str] = []
        for name in level:
            for other in sorted(edges.get(name, ())):
                if other == start:
                    way = [name]
                    while way[-1] != start:
                        way.append(came_from[way[-1]])
                    return tuple(reversed(way))
                if other not in came_from and group_of.get(other) == group_of[start]:
                    came_from[other] = name
                    following.append(other)
        level = following
    return ()


def _groups(edges: Edges) -> dict[str, int]:
    """The number of the component for each name on a cycle."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_names: list[str] = []
    is_open: set[str] = set()
    group_of: dict[str, int] = {}
    groups = 0
    for root in edges:
        if root in order:
            continue
        order[root] = lowest[root] = len(order)
        open_names.append(root)
        is_open.add(root)
        way = [(root, iter(edges[root]))]
        while way:
            name, others = way[-1]
            for other in others:
                if other not in edges:
                    continue
                if other not in order:
                    order[other] = lowest[other] = len(order)
                    open_names.append(other)
                    is_open.add(other)
                    way.append((other, iter(edges[other])))
                    break
                if other in is_open:
                    lowest[name] = min(lowest[name], order[other])
            else:
                way.pop()
                if way:
                    lowest[way[-1][0]] = min(lowest[way[-1][0]], lowest[name])
                if lowest[name] == order[name]:
                    at = len(open_names) - 1
                    while open_names[at] != name:
                        at -= 1
                    group = open_names[at:]
                    del open_names[at:]
                    is_open.difference_update(group)
                    if len(group) > 1 or name in edges[name]:
                        group_of.update(dict.fromkeys(group, groups))
                        groups += 1
    return group_of


def in_words(circle: Collection[str], joint: str) -> str:
    """`a` asks `b` asks `a`; a long cycle is shortened."""
    names = [f"`{name}`" for name in circle]
    back = names[0]
    if len(names) > CIRCLE_SHOWN:
        names = [*names[:CIRCLE_SHOWN], f"… ({len(names) - CIRCLE_SHOWN} more)"]
    return joint.join([*names, back])
