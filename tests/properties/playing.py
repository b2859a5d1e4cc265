"""Games played by luck, and what must hold at every decision whatever the game is.

walk(match, random, most)            answer by luck; stops at the end, or where the rules of the game fail
backends_agree(program, seed, …)     two ways to run a program, answer by answer
inspect(match)                       the state is flat, and zones and places agree
refused(match)                       what is not offered is refused and changes nothing
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any

from dsl.diagnostics.codes import registry
from dsl.ir.program import Program
from interpreter.execute import snapshot
from interpreter.match import EngineMatch, Refused, start
from interpreter.model import presence
from interpreter.model import state as s
from interpreter.model.environment import RuleError
from interpreter.model.requests import EngineRequest
from interpreter.model.values import Location

Start = Callable[[Program, Sequence[str], int], Any]
"""Begin a match: `start(program, seats, seed)`; what it gives has `requests`, `events`, `over`, `answer` and `machine`."""


MOST_FAULTS = 3
"""Another answer may go on where one fails, but not for ever."""


def chosen(random: Random, request: EngineRequest) -> tuple[int, ...]:
    """An answer by luck; who may act acts more often than not."""
    if request.fits is not None:
        return random.choice(request.fits)
    number = random.randint(request.least, request.most)
    if request.sort == "act" and not number and request.most and random.random() < 0.7:
        number = 1
    return tuple(random.sample(range(len(request.options)), number))


def walk(match: EngineMatch, random: Random, most: int) -> Iterator[EngineMatch]:
    """Answer by luck, one decision after another. A fault of the rules ends it: the next answer would be the same."""
    for _ in range(most):
        if match.over:
            return
        request = match.requests[random.randrange(len(match.requests))]
        before = whole(match)
        try:
            match.answer(request.id, chosen(random, request))
        except RuleError as wrong:
            told(wrong)
            assert whole(match) == before
            return
        yield match


def told(wrong: RuleError) -> tuple[str, str, str]:
    """A fault as its code, its words and its place; it must be one of those that a checked program may meet."""
    assert wrong.code.startswith("BW5"), (wrong.code, wrong.message)
    assert wrong.code in registry()
    return wrong.code, wrong.message, str(wrong.passage)


def whole(match: EngineMatch) -> tuple[bytes, tuple[Any, ...]]:
    """All of a match: its state as bytes, and its log."""
    return snapshot.canonical(match.machine.state, match.machine.linked), match.events


# ------------------------------------------------------------------------------------------------------- two backends


def backends_agree(
    program: Program,
    seed: int,
    decisions: int,
    first: Start = start,
    second: Start = start,
    seats: Sequence[str] = ("Ann", "Ben"),
    anybody: bool = True,
    steps: bool = False,
) -> int:
    """Play a program in two ways with the same answers: the same cells, requests, events and errors after every one.

    Where several are asked, anybody may answer, or always the one who was asked first. `steps` asks whether they count
    alike as well. The number of decisions that were compared.
    """
    result, other = _begun(first, program, seats, seed), _begun(second, program, seats, seed)
    assert _shown(result, steps) == _shown(other, steps)
    random, faults = Random(seed), 0
    for done in range(decisions):
        if isinstance(result, tuple) or result.over or faults == MOST_FAULTS:
            return done
        request = result.requests[random.randrange(len(result.requests)) if anybody else 0]
        answer = chosen(random, request)
        fault = _answered(result, request.id, answer)
        assert fault == _answered(other, request.id, answer)
        faults += fault != ()
        assert _shown(result, steps) == _shown(other, steps)
    return decisions


def _begun(begin: Start, program: Program, seats: Sequence[str], seed: int) -> Any:
    try:
        return begin(program, seats, seed)
    except RuleError as wrong:
        return told(wrong)


def _answered(match: Any, request: int, answer: tuple[int, ...]) -> tuple[str, ...]:
    try:
        match.answer(request, answer)
    except RuleError as wrong:
        return told(wrong)
    return ()


def _shown(match: Any, steps: bool) -> Any:
    if isinstance(match, tuple):
        return match
    cells = list(match.machine.state.cells)
    if not steps:
        cells[s.STEPS] = 0
    words = [[option.words for option in request.options] for request in match.requests]
    return cells, match.requests, words, match.events, match.over


# --------------------------------------------------------------------------------------------------------- at each step


def inspect(match: EngineMatch) -> None:
    """The state is flat and sound: immutable values only, and every thing lies where it says that it lies."""
    m = match.machine
    assert all(_plain(cell) for cell in m.state.cells)
    layout = m.linked.layout
    in_play = {thing for shape in layout.kinds.values() for thing in m.state.cells[s.FIRST_KIND + shape.index]}
    by_name: dict[int, tuple[int, str]] = {}
    for shape in layout.kinds.values():
        for holder in m.state.cells[s.FIRST_KIND + shape.index]:
            assert m.state.cells[holder + s.KIND] == shape.name
            for name, sig in shape.fields.items():
                if sig.sort != "zone":
                    continue
                content = m.state.cells[holder + shape.offset[name]]
                for thing in content if sig.levels is None else [x for level in content for x in level]:
                    assert thing not in by_name, "a thing lies in two places"
                    by_name[thing] = (holder, name)
    for thing, (holder, name) in by_name.items():
        assert thing in in_play, "what lies in a zone is in play"
        place = m.state.cells[thing + s.PLACE]
        assert isinstance(place, Location)
        assert (place.holder, place.zone) == (holder, name)
    for thing in in_play:
        place = m.state.cells[thing + s.PLACE]
        if isinstance(place, Location) and place.holder in in_play:
            assert thing in by_name, "a thing knows a place where it does not lie"
    assert set(m.state.cells[s.PLAYERS]) <= in_play
    actual = m.state.presence
    if actual is not None:
        seen = presence.scan(m.state, layout.first_thing)
        assert (actual.cards, actual.marks) == (seen.cards, seen.marks)


def _plain(found: object) -> bool:
    if isinstance(found, tuple):
        return all(_plain(part) for part in found)
    return not isinstance(found, list | dict | set | bytearray)


def refused(match: EngineMatch) -> None:
    """Answers that were not offered, of every sort: each is refused, and the match is as it was."""
    before = whole(match)
    request = match.requests[0]
    count = len(request.options)
    wrong: list[tuple[Any, Any]] = [
        (request.id + 10_000, (0,)),
        (0, ()),
        (-1, ()),
        (request.id, (count,)),
        (request.id, (-1,)),
        (request.id, tuple(range(request.most + 1))),
        (request.id, (True,)),
        (request.id, ("0",)),
    ]
    if request.most > 1:
        wrong.append((request.id, (0,) * request.most))
    if request.least:
        wrong.append((request.id, ()))
    if request.fits is not None:
        sizes = range(request.least, request.most + 1)
        every = (index for size in sizes for index in combinations(range(count), size))
        wrong += [(request.id, index) for index in every if index not in request.fits][:3]
    for id, answer in wrong:
        try:
            match.answer(id, answer)
        except Refused:
            assert whole(match) == before
        else:
            raise AssertionError(f"an answer that was not offered was taken: {answer}")
