"""Which things can pay a cost together: a flow from things to currencies instead of a search over orders.

Most currencies are plain (`interpreter.link.effects.plain_currencies`): whether a thing can pay depends on that thing
alone, and paying uses it up and changes nothing else. Then a cost is payable if and only if the units needed can be
assigned to different things. That is a flow problem on a small graph: things that can pay the same currencies form one
node with a count. For other currencies, `interpreter.execute.payments` tries payments on copies of the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping


def missing(needed: Mapping[str, int], payers: Iterable[frozenset[str]]) -> dict[str, int]:
    """The units that remain unpaid when the payers pay as much as they can; empty if they can pay everything.

    A payer is the set of currencies of which it can pay one unit. Each round assigns units to free payers, or shifts
    payments along a chain of currencies until it reaches a free payer (an augmenting path).
    """
    free = Counter(frozenset(payable & needed.keys()) for payable in payers)
    paid: dict[str, Counter[frozenset[str]]] = {currency: Counter() for currency in needed}
    left = {currency: amount for currency, amount in needed.items() if amount > 0}
    for currency in list(left):
        while left[currency] > 0:
            chain = _chain(currency, free, paid)
            if chain is None:
                break
            amount = min(left[currency], *_room(chain, free, paid))
            _shift(chain, amount, free, paid)
            left[currency] -= amount
    return {currency: amount for currency, amount in left.items() if amount > 0}


Payer = frozenset[str]
Link = tuple[str, Payer]
"""A currency, and the group of payers that is to pay it."""


def _chain(start: str, free: Counter[Payer], paid: Mapping[str, Counter[Payer]]) -> list[Link] | None:
    """A chain from a currency to a free payer: each payer in it gives up the next currency."""
    came: dict[str, list[Link]] = {start: []}
    waiting = [start]
    while waiting:
        currency = waiting.pop(0)
        for payer, number in free.items():
            if number > 0 and currency in payer:
                return [*came[currency], (currency, payer)]
        for other, using in paid.items():
            if other in came:
                continue
            payers = [payer_here for payer_here, number in using.items() if number > 0 and currency in payer_here]
            if payers:
                came[other] = [*came[currency], (currency, payers[0])]
                waiting.append(other)
    return None


def _room(chain: list[Link], free: Counter[Payer], paid: Mapping[str, Counter[Payer]]) -> list[int]:
    """The capacity of each link of a chain."""
    following = [currency for currency, _ in chain[1:]]
    inner = [paid[other][payer] for (_, payer), other in zip(chain, following, strict=False)]
    return [*inner, free[chain[-1][1]]]


def _shift(chain: list[Link], amount: int, free: Counter[Payer], paid: Mapping[str, Counter[Payer]]) -> None:
    for index, (currency, payer) in enumerate(chain):
        if index + 1 < len(chain):
            paid[chain[index + 1][0]][payer] -= amount
        else:
            free[payer] -= amount
        paid[currency][payer] += amount
