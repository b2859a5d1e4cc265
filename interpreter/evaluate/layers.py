"""Applies changes to a value in layers (set, add, multiply, clamp), independent of their order of arrival.

Of several changes that set the value, the more specific one wins; two of equal rank that disagree are a fault of the
rules. A game may insert layers of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl.diagnostics.codes import running as codes
from interpreter.model.environment import bounded, equal, fault
from interpreter.model.state import Value
from interpreter.model.values import Face

Change = tuple[int, str, str, Value]
"""Rank, layer, the game's own layer or an empty string, value."""


def reckon(base: Value, changes: Iterable[Change], layers: tuple[str, ...]) -> Value:
    """Apply changes to a base: set first, then the layers in order, clamps last."""
    by_layer: dict[str, list[tuple[int, str, Value]]] = {}
    for rank, layer, own, change in changes:
        by_layer.setdefault(own or layer, []).append((rank, layer, change))
    result = base
    for layer in layers:
        entries = by_layer.get(layer, [])
        if layer == "to" and entries:
            result = _set(entries)
            continue
        for _, sort, change in entries:
            result = _change(result, sort, change)
    return result


def _set(entries: list[tuple[int, str, Value]]) -> Value:
    top = max(rank for rank, _, _ in entries)
    wanted = [change for rank, _, change in entries if rank == top]
    if any(not equal(change, wanted[0]) for change in wanted):
        other = next(change for change in wanted if not equal(change, wanted[0]))
        raise fault(codes.DISAGREE, first=wanted[0], second=other)
    return wanted[0]


def _change(base: Value, sort: str, change: Value) -> Value:
    if sort == "to":
        return change
    old, new = _number(0 if base is None else base), _number(change)
    match sort:
        case "by":
            return bounded(old + new)
        case "times":
            return bounded(old * new)
        case "at least":
            return max(old, new)
        case _:
            return min(old, new)


def _number(value: Value) -> int:
    if isinstance(value, Face):
        return value.number
    if isinstance(value, bool) or not isinstance(value, int):
        raise fault(codes.NO_NUMBER, found="none" if value is None else "something else")
    return value
