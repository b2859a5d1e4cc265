"""The answers to a question, each with a key: a text that is the same wherever the same answer is offered.

A key names things as the seat that answers would: players by their distance from it, other things by name and owner,
equal ones by a number. So it does not depend on the seat, on numbers of things, or on anything hidden from it.
A question with several answers is either one choice among all of them, or split into single choices: one option after
the other, in the order of the question, until the answer is complete.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import comb, perm

from attrs import frozen

import interpreter.evaluate.narration as narration
import interpreter.evaluate.things as things
from interpreter.evaluate.sight import Sight, player_of
from interpreter.execute.machine import Machine
from interpreter.model import state as s
from interpreter.model.requests import EngineRequest
from interpreter.seats import Answer, SeatQuestion, question_of
from interpreter.visibility.questions import option_pieces, request_words
from interpreter.visibility.redact import asked_on

MOST_ANSWERS = 10_000
"""The maximum number of answers that are listed for one question; beyond it, split decisions."""
NOTHING = {"act": "pass", "may": "no", "choose": "none"}
"""The key of an empty answer, by the type of question."""
DONE = "done"
"""The key of the choice that completes an answer with fewer options than possible."""


class TooManyAnswers(ValueError):
    """A question has too many answers to list: split decisions."""


@frozen
class Way:
    """One possible choice: the options chosen so far with it, and whether the answer is complete."""

    key: str
    words: str
    chosen: Answer
    complete: bool


def ways_of(m: Machine, request: EngineRequest, split: bool, chosen: Answer = ()) -> tuple[Way, ...]:
    """The choices of the seat that is asked; of a split decision those after the options chosen so far."""
    question = question_of(request, m.linked.setting("retracts"))
    table, own = asked_on(m, request)
    words = request_words(table, own).options
    keys = _numbered(_keys(table, own))
    if not split or question.most <= 1:
        return tuple(_whole(answer, question, keys, words) for answer in _answers(question))
    return tuple(_single(question, keys, words, chosen))


def _whole(answer: Answer, question: SeatQuestion, keys: Sequence[str], words: Sequence[str]) -> Way:
    if not answer:
        nothing = NOTHING.get(question.sort, "none")
        return Way(nothing, nothing, answer, True)
    return Way(" + ".join(keys[i] for i in answer), " and ".join(words[i] for i in answer), answer, True)


def _answers(question: SeatQuestion) -> Iterator[Answer]:
    """All valid answers."""
    if question.fits is not None:
        _limited(len(question.fits))
        yield from question.fits
        return
    arranged = question.sort == "arrange"
    sizes = range(question.least, question.most + 1)
    _limited(sum((perm if arranged else comb)(question.number, size) for size in sizes[:64]))
    for size in sizes:
        yield from (permutations if arranged else combinations)(range(question.number), size)


def _limited(number: int) -> None:
    if number > MOST_ANSWERS:
        raise TooManyAnswers(f"a question with {number:,} answers: ask for split decisions (`split=True`)")


def _single(question: SeatQuestion, keys: Sequence[str], words: Sequence[str], chosen: Answer) -> Iterator[Way]:
    """The next option of a split decision; in the order of the question, unless the order is what is asked."""
    if not question.refuses(chosen):
        name = DONE if chosen else NOTHING.get(question.sort, "none")
        yield Way(name, name, chosen, True)
    arranged = question.sort == "arrange"
    for index in range(question.number):
        if index in chosen or (not arranged and chosen and index < chosen[-1]):
            continue
        longer = (*chosen, index)
        if _completable(question, longer, arranged):
            yield Way(keys[index], words[index], longer, _is_last(question, longer, arranged))


def _completable(question: SeatQuestion, chosen: Answer, arranged: bool) -> bool:
    """Whether some valid answer begins with these options."""
    if question.fits is not None:
        return any(fit[: len(chosen)] == chosen for fit in question.fits)
    left = question.number - len(chosen) if arranged else question.number - 1 - chosen[-1]
    return len(chosen) <= question.most and len(chosen) + left >= question.least


def _is_last(question: SeatQuestion, chosen: Answer, arranged: bool) -> bool:
    """Whether these options are a whole answer that no further option can follow."""
    if question.fits is not None:
        return not any(len(fit) > len(chosen) and fit[: len(chosen)] == chosen for fit in question.fits)
    none_left = not arranged and chosen[-1] == question.number - 1
    return len(chosen) == question.most or (none_left and len(chosen) >= question.least)


# --------------------------------------------------------------------------------------------------------- keys


def _keys(m: Machine, request: EngineRequest) -> Iterator[str]:
    viewer = player_of(m, request.seat)
    sight = Sight(m, viewer)
    for pieces in option_pieces(m, request):
        key = "".join(piece if isinstance(piece, str) else _name(m, piece, viewer, sight) for piece in pieces)
        yield key.removesuffix(" by me")


def _name(m: Machine, thing: int, viewer: int, sight: Sight) -> str:
    if m.state.cells[thing + s.KIND] == "Player":
        return relative(m, thing, viewer)
    if not sight.sees(thing):
        return narration.veiled(m, thing)
    owner = things.controller(m, thing)
    name = narration.named(m, thing)
    return name if owner is None else f"{name} of {relative(m, owner, viewer)}"


def relative(m: Machine, player: int, viewer: int) -> str:
    """A player as another one calls it: `me`, or the number of seats that follow until then."""
    distance = (_seat(m, player) - _seat(m, viewer)) % len(m.seats)
    return f"opponent {distance}" if distance else "me"


def _seat(m: Machine, player: int) -> int:
    return m.seats.index(things.seat_of(m, player))


def _numbered(keys: Iterator[str]) -> list[str]:
    """Equal keys of one question are told apart by a number."""
    seen: Counter[str] = Counter()
    numbered = []
    for key in keys:
        seen[key] += 1
        numbered.append(key if seen[key] == 1 else f"{key} #{seen[key]}")
    return numbered
