"""A second, naive account of the small core of the language: dice, damage, hooks in order, changes in layers, goals.

It plays duels that are given as data and knows nothing of the engine: no states, no frames, no requests, just Python
that calls itself. What an event goes through is written down here once more from the words of the language alone. The
engine plays the same duel from text (`test_naive_model.py`); both must come to the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

from attrs import define, field, frozen

LAYERS = ("to", "by", "times", "at least", "at most")
RANKS = {"ruleset": 0, "keyword": 3, "card": 5}
DEEPEST = 40
"""Damage inside damage, in this model; no duel of the tests goes deeper."""


@frozen
class Rule:
    """A hook on damage: about whom, from which amount on, how often, and what it does.

    `does` is a row of ("note", n), ("cancel", 0), (layer, n), ("hurt target", n), ("hurt source", n), ("original", n).
    """

    word: str
    about: str
    least: int
    once: bool
    does: tuple[tuple[str, int], ...]


@frozen
class Fighter:
    hull: int
    power: int
    keywords: tuple[int, ...] = ()  # numbers of rules of the duel
    own: tuple[Rule, ...] = ()


@frozen
class Duel:
    fighters: tuple[Fighter, Fighter]
    keywords: tuple[Rule, ...]
    rules: tuple[Rule, ...]
    triggers: str = "active_first"


class Over(Exception):
    """Somebody has won."""


class Fault(Exception):
    """Two rules of one rank want different values."""


# ------------------------------------------------------------------------------------------------------------- chance


def drawn(seed: int, stream: str, count: int, sides: int) -> int:
    """The n-th number 0..sides-1 of a stream: SplitMix64 started by a hash of the seed and the name."""
    mask = (1 << 64) - 1
    z = int.from_bytes(blake2b(f"{seed}|{stream}".encode(), digest_size=8, person=b"botwright-rng").digest(), "big")
    z = (z + (count + 1) * 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return (z ^ (z >> 31)) % sides  # six and four divide 2^64 so nearly that no test ever sees the difference


# --------------------------------------------------------------------------------------------------------------- play


@define
class Event:
    target: int
    amount: int
    source: int
    changes: list[tuple[int, str, int]] = field(factory=list)  # rank, layer, value
    replaced_by: set[tuple[int, int | None]] = field(factory=set)
    cancelled: bool = False
    replaced: bool = False


@define
class Model:
    duel: Duel
    seed: int
    wounds: list[int] = field(factory=lambda: [0, 0])
    burning: list[int] = field(factory=lambda: [0, 0])
    notes: list[int] = field(factory=list)
    active: int = 0
    left: int = 2
    rolls: int = 0
    used: set[tuple[int, int | None]] = field(factory=set)
    winner: int | None = None
    depth: int = 0
    together: int = 0  # how many rows of events happen together around the present one

    def answer(self, action: str) -> None:
        """What the active player does: strike, sweep, rest, or nothing more."""
        try:
            if action == "pass":
                self.left = 0
            else:
                self.left -= 1
                getattr(self, action)()
                self.settle()
            while self.left == 0:
                self.end_turn()
        except Over:
            pass

    def end_turn(self) -> None:
        me = self.active
        if self.burning[me]:
            self.damage([Event(me, self.burning[me], me)])
            self.burning[me] = 0
        self.settle()
        self.used.clear()
        self.active, self.left = 1 - me, 2

    def strike(self) -> None:
        face = drawn(self.seed, "die D6", self.rolls, 6) + 1
        self.rolls += 1
        foe = 1 - self.active
        if face == 6:
            self.burning[foe] += 1
        self.damage([Event(foe, self.duel.fighters[self.active].power + (face >= 5), self.active)])

    def sweep(self) -> None:
        self.damage([Event(who, 2, self.active) for who in (0, 1)])

    def rest(self) -> None:
        self.wounds[self.active] = max(0, self.wounds[self.active] - 1)

    # ---------------------------------------------------------------------------------------------------------- events

    def damage(self, events: list[Event]) -> None:
        """Everything for all of them before the next thing begins: hooks, changes, bodies, hooks, goals."""
        self.depth += 1
        assert self.depth < DEEPEST
        self.together += len(events) > 1
        self.hooks("before", events)
        happening = [event for event in events if not event.cancelled]
        for event in happening:
            event.amount = changed(event.amount, event.changes)
        for event in happening:
            self.replace_or_do(event)
        self.hooks("after", [event for event in happening if not event.replaced])
        self.together -= len(events) > 1
        self.depth -= 1
        self.settle()

    def hooks(self, word: str, events: list[Event]) -> None:
        waiting = [(event, *item) for event in events for item in self.answering(word, event)]
        for event, rank, number, rule, it in waiting:
            if not event.cancelled and self.applies(rule, number, it, event):
                self.run(rule, rank, number, it, event)

    def replace_or_do(self, event: Event) -> None:
        """The most specific replacement is done; the original inside it may be replaced by the others."""
        results = [item for item in self.answering("instead of", event) if (item[1], item[3]) not in event.replaced_by]
        if not results:
            self.wounds[event.target] = max(0, self.wounds[event.target] + event.amount)
            return
        most = max(rank for rank, *_ in results)
        rank, number, rule, it = next(item for item in results if item[0] == most)
        event.replaced = True
        event.replaced_by.add((number, it))
        self.run(rule, rank, number, it, event)

    def answering(self, word: str, event: Event) -> list[tuple[int, int, Rule, int | None]]:
        """The rules that answer, in the order of the game: by player or by age, then as they are written."""
        results = [
            (rank, number, rule, it)
            for rank, number, rule, it in self.standing()
            if rule.word == word and self.applies(rule, number, it, event)
        ]
        if self.duel.triggers == "oldest_first":
            return sorted(results, key=lambda one: -1 if one[3] is None else one[3])
        return sorted(results, key=lambda one: -1 if one[3] is None else (one[3] - self.active) % 2)

    def standing(self) -> Iterator[tuple[int, int, Rule, int | None]]:
        """All rules with their rank, number and bearer, as they are written: keywords, the ruleset, cards."""
        number = 0
        for index, rule in enumerate(self.duel.keywords):
            for who, fighter in enumerate(self.duel.fighters):
                if index in fighter.keywords:
                    yield RANKS["keyword"], number, rule, who
            number += 1
        for rule in self.duel.rules:
            yield RANKS["ruleset"], number, rule, None
            number += 1
        for who, fighter in enumerate(self.duel.fighters):
            for rule in fighter.own:
                yield RANKS["card"], number, rule, who
                number += 1

    def applies(self, rule: Rule, number: int, it: int | None, event: Event) -> bool:
        meant = {"target": it == event.target, "source": it == event.source, "any": True}[rule.about]
        return meant and event.amount >= rule.least and not (rule.once and (number, it) in self.used)

    def run(self, rule: Rule, rank: int, number: int, it: int | None, event: Event) -> None:
        if rule.once:
            self.used.add((number, it))
        for what, much in rule.does:
            match what:
                case "note":
                    self.notes.append(much)
                case "cancel":
                    event.cancelled = True
                    return
                case "hurt target":
                    self.again(event, event.target, much, event.source)
                case "hurt source":
                    self.again(event, event.source, much, event.target)
                case "original":
                    self.again(event, event.target, event.amount + much, event.source)
                case layer:
                    event.changes.append((rank, layer, much))

    def again(self, event: Event, target: int, amount: int, source: int) -> None:
        """More damage. Inside a replacement it is the original: what has replaced that does not answer again."""
        done = set(event.replaced_by) if event.replaced else set()
        self.damage([Event(target, amount, source, replaced_by=done)])

    def settle(self) -> None:
        """The goal is asked after every event, but not while others happen together with it."""
        if self.together:
            return
        down = [wounds >= fighter.hull for wounds, fighter in zip(self.wounds, self.duel.fighters, strict=True)]
        if down.count(True) == 1:
            self.winner = down.index(False)
            raise Over


def changed(amount: int, changes: list[tuple[int, str, int]]) -> int:
    """Set by the most specific, then add, multiply and clamp, in whatever order the changes came."""
    for layer in LAYERS:
        results = [(rank, value) for rank, which, value in changes if which == layer]
        if layer == "to" and results:
            top = {value for rank, value in results if rank == max(results)[0]}
            if len(top) > 1:
                raise Fault
            amount = top.pop()
            continue
        for _, value in results:
            match layer:
                case "by":
                    amount += value
                case "times":
                    amount *= value
                case "at least":
                    amount = max(amount, value)
                case _:
                    amount = min(amount, value)
    return amount
