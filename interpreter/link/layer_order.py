"""The order of the layers in which modifiers apply."""

from __future__ import annotations

ORDER = ("to", "by", "times", "at least", "at most")


def layer_order(custom: dict[str, str]) -> tuple[str, ...]:
    """The layers of a game: those of the language with the game's own put in."""
    order = list(ORDER)
    waiting = dict(custom)
    while waiting:
        ready = [name for name, after in waiting.items() if after in order]
        if not ready:
            break
        for name in sorted(ready):
            order.insert(order.index(waiting.pop(name)) + 1, name)
    return tuple(order)
