"""Combinations of dice as patterns: `3 same + 2 same`, `5 different`, `4 run`, symbols.

The parts of a combination are tried one after another on the remaining dice; dice are few, so the search is exact and
fast enough. The same dice recur, so results are cached together with their cost: a question costs the same whether or
not it was asked before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from interpreter.model.values import Face
from interpreter.model.work_meter import Meter, out_of_work

Part = tuple[int, str]
"""A count, and `same`, `other`, `different`, `run`, `any` or a symbol."""
KEPT = 1 << 14
"""Size of the cache."""


def mark(face: Face) -> object:
    """The value that makes two dice the same: the symbols, or the number if there are none."""
    return face.symbols or face.number


def _choosy_first(parts: Sequence[Part]) -> tuple[Part, ...]:
    """`any` goes last: it takes whatever is left."""
    return tuple(sorted(parts, key=lambda part: part[1] == "any"))


def complete(parts: Sequence[Part], faces: Sequence[Face], meter: Meter) -> bool:
    is_complete, cost = _complete(tuple(parts), tuple(faces))
    _pay(meter, cost)
    return is_complete


def _pay(meter: Meter, cost: int) -> None:
    meter.left -= cost
    if meter.left < 0:
        raise out_of_work()


@lru_cache(maxsize=KEPT)
def _complete(parts: tuple[Part, ...], faces: tuple[Face, ...]) -> tuple[bool, int]:
    work = Meter()
    before = work.left
    is_complete = any(True for _ in _ways(_choosy_first(parts), list(range(len(faces))), faces, (), work))
    return is_complete, before - work.left


def fitting(parts: Sequence[Part], faces: Sequence[Face], meter: Meter) -> list[bool]:
    """For each die, whether it can be part of a completed combination if further dice turn up.

    The dice that fit together are those of the largest partial match; if several are equally large, all their dice
    count.
    """
    best, members = 0, set[int]()
    for used in _starts(_choosy_first(parts), list(range(len(faces))), faces, meter):
        if len(used) > best:
            best, members = len(used), set(used)
        elif len(used) == best:
            members |= set(used)
    return [index in members for index in range(len(faces))]


def fits(parts: Sequence[Part], faces: Sequence[Face], meter: Meter) -> bool:
    """Whether all these dice fit into the combination together."""
    all_fit, cost = _fits(tuple(parts), tuple(faces))
    _pay(meter, cost)
    return all_fit


@lru_cache(maxsize=KEPT)
def _fits(parts: tuple[Part, ...], faces: tuple[Face, ...]) -> tuple[bool, int]:
    work = Meter()
    before = work.left
    starts = _starts(_choosy_first(parts), list(range(len(faces))), faces, work)
    all_fit = any(len(used) == len(faces) for used in starts)
    return all_fit, before - work.left


def _ways(
    parts: tuple[Part, ...], left: list[int], faces: Sequence[Face], taken: tuple[object, ...], work: Meter
) -> Iterator[bool]:
    if not parts:
        yield True
        return
    for group, key in _groups(parts[0], left, faces, taken, work, full=True):
        _pay(work, 1 + len(left))
        rest = [index for index in left if index not in group]
        yield from _ways(parts[1:], rest, faces, (*taken, key), work)


def _starts(parts: tuple[Part, ...], left: list[int], faces: Sequence[Face], work: Meter) -> Iterator[tuple[int, ...]]:
    def go(
        rest: tuple[Part, ...], free: list[int], used: tuple[int, ...], taken: tuple[object, ...]
    ) -> Iterator[tuple[int, ...]]:
        if not rest:
            yield used
            return
        yield from go(rest[1:], free, used, taken)
        for group, key in _groups(rest[0], free, faces, taken, work, full=False):
            _pay(work, 1 + len(free))
            further = [index for index in free if index not in group]
            yield from go(rest[1:], further, (*used, *group), (*taken, key))

    yield from go(parts, left, (), ())


def _groups(
    part: Part, left: list[int], faces: Sequence[Face], taken: tuple[object, ...], work: Meter, full: bool
) -> Iterator[tuple[tuple[int, ...], object]]:
    """The dice that can form one part, completely or partially. `other` differs from all earlier parts."""
    _pay(work, 1 + len(left))
    count, word = part
    if word == "any":
        if len(left) >= count or not full:
            yield tuple(left[:count]), None
        return
    by_mark: dict[object, list[int]] = {}
    for index in left:
        by_mark.setdefault(mark(faces[index]), []).append(index)
    if word in ("same", "other"):
        for key, dice in by_mark.items():
            if (word == "same" or key not in taken) and (len(dice) >= count or not full):
                yield tuple(dice[:count]), key
    elif word == "different":
        singles = [dice[0] for dice in by_mark.values()]
        if len(singles) >= count or not full:
            yield tuple(singles[:count]), None
    elif word == "run":
        yield from _runs(count, by_mark, full)
    else:
        dice = [index for index in left if word in faces[index].symbols]
        if len(dice) >= count or not full:
            yield tuple(dice[:count]), word


def _runs(count: int, by_mark: dict[object, list[int]], full: bool) -> Iterator[tuple[tuple[int, ...], object]]:
    numbers = sorted(key for key in by_mark if isinstance(key, int))
    for start in numbers:
        present = [by_mark[number][0] for number in range(start, start + count) if number in by_mark]
        if len(present) == count or (not full and present):
            yield tuple(present), start
