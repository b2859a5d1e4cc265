"""Whether some straight line leads from any part of one space to any part of another and touches nothing that blocks.

The one idea: a line goes from space to space through the sides they share. If there is a line at all, there is one
that meets no corner (what blocks is closed, so a line that misses it may be tilted a little), and it crosses a chain of
sides, each from one corner on its left to one on its right. Conversely a line that has all left corners of a chain
strictly on its left and all right corners strictly on its right stays inside the spaces of that chain, for they are
convex. So the question is whether two small sets of corners can be parted by a line.

They can just if there is a tangent that touches both from between them: a line from a left corner to a right one, with
all left corners on its left or on it, no farther than the first, and all right corners on its right or on it, no nearer
than the second. Turned by a hair about a point between these two, it parts the sets; and two convex hulls that do not
meet have such a tangent, exactly one. A corner that comes in leaves the tangent as it is, or is an end of the new one.

Coordinates are whole numbers, corners too: those of squares lie on the halves of the grid, those of hexes (in their
slanted coordinates, which keep lines straight) on its thirds. Nothing is rounded. What blocks is the caller's business.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

Point = tuple[int, int]


@frozen
class Gap:
    """The corners that a line must keep on its left and on its right, and the tangent between them."""

    lefts: tuple[Point, ...]
    rights: tuple[Point, ...]
    tangent: tuple[Point, Point]

    def narrowed(self, left: Point, right: Point) -> Gap | None:
        """The gap after crossing one more side; none if no line remains."""
        lefts = self.lefts if left in self.lefts else (*self.lefts, left)
        tangent = self.tangent
        if not _keeps_left(left, tangent):
            tangents = [(left, other) for other in self.rights]
            new_tangent = next((t for t in tangents if _parts(t, lefts, self.rights)), None)
            if new_tangent is None:
                return None
            tangent = new_tangent
        rights = self.rights if right in self.rights else (*self.rights, right)
        if not _keeps_right(right, tangent):
            tangents = [(other, right) for other in lefts]
            new_tangent = next((t for t in tangents if _parts(t, lefts, rights)), None)
            if new_tangent is None:
                return None
            tangent = new_tangent
        return Gap(lefts, rights, tangent)


def glimpses(
    start: Point,
    goal: Point,
    steps: Sequence[Point],
    scale: int,
    free: Callable[[Point], bool],
    visit: Callable[[int], None],
) -> bool:
    """Whether a line leads from one space to another over free ones.

    `steps` are the vectors across the sides of a space, clockwise; `scale` is the factor that makes corners integers.
    `visit` receives the amount of work about to be done.
    """
    (ax, ay), (bx, by) = start, goal
    vector = bx - ax, by - ay
    around = [(step, steps[index - 1], steps[(index + 1) % len(steps)]) for index, step in enumerate(steps)]
    corners = [(dx + lx, dy + ly) for (dx, dy), (lx, ly), _ in around]
    breadth = 2 * max(_across(vector, corner) for corner in corners)
    depth = 2 * max(_along(vector, corner) for corner in corners)
    crossable: dict[Point, bool] = {}

    def may_cross(place: Point) -> bool:
        """Whether it is free, and not so far aside, behind or beyond that no line between the two meets it."""
        if place not in crossable:
            apart = (place[0] - ax) * scale, (place[1] - ay) * scale
            aside, ahead = _across(vector, apart), _along(vector, apart)
            near = abs(aside) < breadth and -depth < ahead < scale * _along(vector, vector) + depth
            crossable[place] = near and place != start and free(place)
        return crossable[place]

    def reaches_goal(place: Point, gap: Gap | None) -> bool:
        x, y = place
        visit(len(around) * (2 + (len(gap.lefts) + len(gap.rights) if gap is not None else 0)))
        ways = []
        for (dx, dy), (lx, ly), (rx, ry) in around:
            following = x + dx, y + dy
            if following == goal or may_cross(following):
                left = x * scale + dx + lx, y * scale + dy + ly
                right = x * scale + dx + rx, y * scale + dy + ry
                ways.append((abs(_across(vector, (following[0] - ax, following[1] - ay))), following, left, right))
        for _, following, left, right in sorted(ways):  # the middle line first: mostly it is free
            narrow = Gap((left,), (right,), (left, right)) if gap is None else gap.narrowed(left, right)
            if narrow is not None and (following == goal or reaches_goal(following, narrow)):
                return True
        return False

    return start == goal or reaches_goal(start, None)


def _parts(tangent: tuple[Point, Point], lefts: Sequence[Point], rights: Sequence[Point]) -> bool:
    return (
        tangent[0] != tangent[1]
        and all(_keeps_left(corner, tangent) for corner in lefts)
        and all(_keeps_right(corner, tangent) for corner in rights)
    )


def _keeps_left(corner: Point, tangent: tuple[Point, Point]) -> bool:
    (px, py), (qx, qy) = tangent
    way, apart = (qx - px, qy - py), (corner[0] - px, corner[1] - py)
    side = _across(way, apart)
    return side < 0 or (side == 0 and _along(way, apart) <= 0)


def _keeps_right(corner: Point, tangent: tuple[Point, Point]) -> bool:
    (px, py), (qx, qy) = tangent
    way, apart = (qx - px, qy - py), (corner[0] - qx, corner[1] - qy)
    side = _across(way, apart)
    return side > 0 or (side == 0 and _along(way, apart) >= 0)


def _across(vector: Point, offset: Point) -> int:
    """The signed distance from a vector: rows are counted downward, so left is negative."""
    return vector[0] * offset[1] - vector[1] * offset[0]


def _along(vector: Point, offset: Point) -> int:
    return vector[0] * offset[0] + vector[1] * offset[1]
