"""Examines many cards at once on all cores.

Cards are examined independently, so they can be distributed to processes, which return plain lists as JSON, never an
object. Where the system can fork, each process inherits the rules and texts and takes the next few cards when it is
done with some; elsewhere, each process gets its share and checks the rules itself. A process that dies costs only time:
its cards are examined in this process.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from dsl.lazy import lazy_module
from dsl.parse import no_collection
from tools.workspace.cache.diagnostic_json import BadCacheEntry
from tools.workspace.facts.card_facts import Facts, Shape, as_list, examine, from_list
from tools.workspace.facts.checked_rules import GroupRules, make_book
from tools.workspace.units.declaration_parse import read

if TYPE_CHECKING:
    import multiprocessing
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess
else:
    multiprocessing = lazy_module("multiprocessing")

ENOUGH = 1_500
"""Cards for which it pays to start a process."""
FEW = 40
"""Cards that are taken at a time."""
MOST_TOKENS = 16_000
"""The results that fit into a pipe; the cards of further ones are examined by the collecting process."""

Card = tuple[str, str]
"""The digest of a card and its text."""
Take = Callable[[], int | None]
Part = dict[int, list[Any]]
"""Facts of some cards by the number of their round, as they are or as plain lists."""


def cores(jobs: int) -> int:
    """The number of processes to use; 0 means automatic."""
    if jobs > 0:
        return jobs
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def examine_all(
    cards: Sequence[Card], book: GroupRules, jobs: int, shapes: dict[Shape, Shape], enough: int = ENOUGH
) -> list[Facts]:
    """The facts of many cards, in their order."""
    hands = min(cores(jobs), 64)
    if hands < 2 or len(cards) < enough:
        with no_collection():
            return [_shared(examine(text, digest, book), shapes) for digest, text in cards]
    if sys.platform != "win32" and sys.platform != "darwin" and threading.active_count() == 1:
        parts = _forked(cards, book, hands)
    else:
        parts = _spawned(cards, book, hands)
    collected: dict[int, list[Facts]] = {}
    with no_collection():
        for part in parts:
            collected.update(_understood(part, shapes))
        for number in range(_rounds(cards)):
            if len(collected.get(number, ())) != len(_few(cards, number)):
                collected[number] = _examined(cards, book, number)  # missing or invalid
        return [_shared(fact, shapes) for number in range(_rounds(cards)) for fact in collected[number]]


def _understood(part: Part, shapes: dict[Shape, Shape]) -> dict[int, list[Facts]]:
    """The facts from one process; empty if its output is invalid."""
    result: dict[int, list[Facts]] = {}
    for number, values in part.items():
        try:
            result[number] = [value if isinstance(value, Facts) else from_list(value, shapes) for value in values]
        except (BadCacheEntry, TypeError):
            continue
    return result


def _shared(facts: Facts, shapes: dict[Shape, Shape]) -> Facts:
    shape = shapes.setdefault(facts.shape, facts.shape)
    if shape is not facts.shape:
        object.__setattr__(facts, "shape", shape)  # equal values are stored once
    return facts


def _rounds(cards: Sequence[Card]) -> int:
    return -(-len(cards) // FEW)


def _few(cards: Sequence[Card], number: int) -> Sequence[Card]:
    return cards[number * FEW : (number + 1) * FEW]


def _examined(cards: Sequence[Card], book: GroupRules, number: int) -> list[Facts]:
    return [examine(text, digest, book) for digest, text in _few(cards, number)]


def _work(cards: Sequence[Card], book: GroupRules, take: Take) -> Part:
    """Take and examine cards until none are left."""
    part: Part = {}
    with no_collection():
        while (number := take()) is not None:
            part[number] = _examined(cards, book, number)
    return part


# ------------------------------------------------------------------------------------------------- by forking


def _forked(cards: Sequence[Card], book: GroupRules, hands: int) -> Iterator[Part]:
    tokens, giver = os.pipe()
    context = multiprocessing.get_context("fork")
    crew: list[tuple[BaseProcess, Connection]] = []
    try:
        # readers take four bytes at a time, so each number goes to exactly one process
        rounds = _rounds(cards)
        os.set_blocking(giver, False)
        os.write(giver, b"".join(number.to_bytes(4, "big") for number in range(min(rounds, MOST_TOKENS))))
        os.close(giver)
        for _ in range(hands - 1):
            ours, theirs = context.Pipe(duplex=False)
            process = context.Process(target=_fork_child, args=(theirs, cards, book, tokens), daemon=True)
            process.start()
            theirs.close()
            crew.append((process, ours))
        yield _work(cards, book, lambda: _token(tokens))
        for _, ours in crew:
            yield _received(ours)
    finally:
        os.close(tokens)
        _dismiss(crew)


def _token(tokens: int) -> int | None:
    taken = os.read(tokens, 4)
    return int.from_bytes(taken, "big") if len(taken) == 4 else None


def _fork_child(answer: Connection, cards: Sequence[Card], book: GroupRules, tokens: int) -> None:
    done = _work(cards, book, lambda: _token(tokens))
    _send(answer, {number: [as_list(fact) for fact in facts] for number, facts in done.items()})


# ------------------------------------------------------------------------------------------------ by starting


def _spawned(cards: Sequence[Card], book: GroupRules, hands: int) -> Iterator[Part]:
    context = multiprocessing.get_context("spawn")
    crew: list[tuple[BaseProcess, Connection]] = []
    rounds = range(_rounds(cards))
    try:
        for hand in range(1, hands):
            ours, theirs = context.Pipe()
            process = context.Process(target=_spawn_child, args=(theirs,), daemon=True)
            process.start()
            theirs.close()
            crew.append((process, ours))
            share = {str(number): list(_few(cards, number)) for number in rounds[hand::hands]}
            _send(ours, {"book": _book_text(book), "share": share})
        mine = iter(rounds[::hands])
        yield _work(cards, book, lambda: next(mine, None))
        for _, ours in crew:
            yield _received(ours)
    finally:
        _dismiss(crew)


def _book_text(book: GroupRules) -> dict[str, Any]:
    clauses = None if book.clauses is None else sorted(book.clauses)
    return {"rules": [[p.digest, p.text] for p in book.pieces], "clauses": clauses, "words": sorted(book.words)}


def _spawn_child(channel: Connection) -> None:
    order = json.loads(channel.recv_bytes())
    book_data = order["book"]
    trees = [read(text, digest) for digest, text in book_data["rules"]]
    clauses = None if book_data["clauses"] is None else frozenset(book_data["clauses"])
    book = make_book(trees, clauses, set(book_data["words"]))
    with no_collection():
        part = {
            number: [as_list(examine(text, digest, book)) for digest, text in cards]
            for number, cards in order["share"].items()
        }
    _send(channel, part)


# ------------------------------------------------------------------------------------------------------ both


def _send(channel: Connection, value: Any) -> None:
    channel.send_bytes(json.dumps(value, separators=(",", ":")).encode("ascii"))


def _received(channel: Connection) -> Part:
    """The output of a process; empty if it died."""
    try:
        return {int(number): value for number, value in json.loads(channel.recv_bytes()).items()}
    except (EOFError, OSError, ValueError, AttributeError):
        return {}


def _dismiss(crew: list[tuple[BaseProcess, Connection]]) -> None:
    for process, channel in crew:
        channel.close()
        process.join(1)
        if process.is_alive():
            process.terminate()
            process.join()
