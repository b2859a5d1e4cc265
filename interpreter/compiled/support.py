"""All that generated code may call: the list `WORDS`, and nothing else.

What compiled code does without a call (reading and writing cells, counting, comparing) needs no word here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.combos as combos
import interpreter.evaluate.dice as chance
import interpreter.evaluate.expressions as expressions
import interpreter.evaluate.fields as fields
import interpreter.evaluate.history as history
import interpreter.evaluate.things as things
import interpreter.execute.builtin_verbs as builtin_verbs
import interpreter.execute.event_pipeline as event_pipeline
import interpreter.execute.goals as goals
from interpreter.board.geometry import Board
from interpreter.compiled import thing_words
from interpreter.evaluate.marks import has
from interpreter.evaluate.zones import place_of
from interpreter.link.memo import remembering
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import Over, Scope, equal, items, one
from interpreter.model.frames import V_SCOPE, V_VERB
from interpreter.model.rng import stream_key, word
from interpreter.model.state import Thing, Value
from interpreter.model.values import CardRef, Face, Location, MarkOf
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

Cells = list[Any]
LARGEST = 1 << 63
FEW_MARKS = 8
"""So many keywords and statuses of a thing are looked through for what the operation costs anyway."""


class Bail(Exception):
    """Something that compiled code leaves to the reference: the step is taken back and done there."""


# ------------------------------------------------------------------------------------------------------- values


def as_number(value: Value) -> int:
    if isinstance(value, Face):
        return value.number
    if isinstance(value, bool) or not isinstance(value, int):
        raise Bail
    return value


def bounded(number: int) -> int:
    if -LARGEST <= number < LARGEST:
        return number
    raise Bail


def clamped(number: int, low: int | None, high: int | None) -> int:
    """A kept number stays inside its range: what is beyond is lost."""
    number = bounded(number)
    if low is not None and number < low:
        return low
    return high if high is not None and number > high else number


def span(m: Machine, low: int, high: int) -> range:
    """The numbers of a range, as many as a list may have; the reference counts them up."""
    numbers = range(low, high + 1)
    if len(numbers) > limits.LIST_ITEMS:
        raise Bail
    spent(m, numbers, 1)
    return numbers


def spent(m: Machine, many: Any, weight: int) -> Any:
    """A list that is about to be gone through, paid for."""
    meter = m.meter
    meter.left -= len(many) * weight
    if meter.left < 0:
        raise Bail
    return many


def charged(c: Cells, many: Any, weight: int, limit: int) -> Any:
    """The same for a whole flow, which counts in its cells."""
    c[s.STEPS] += len(many) * weight
    if c[s.STEPS] > limit:
        raise Bail
    return many


def charged_for(c: Cells, many: Sequence[Value], weight: int, limit: int, answer: Value) -> Value:
    """An answer that was found by going through a list, now or before; the work is paid for each time."""
    c[s.STEPS] += len(many) * weight
    if c[s.STEPS] > limit:
        raise Bail
    return answer


def paid(m: Machine, many: Sequence[Value], weight: int, answer: Value) -> Value:
    """The same where the meter counts."""
    spent(m, many, weight)
    return answer


def paid_again(m: Machine, many: Sequence[Value], work: int) -> Sequence[Value]:
    """A list that is about to be gone through; something was read before, which the reference reads at each turn."""
    if work and len(many) > 1:
        spent(m, many[1:], work)
    return many


def inside(number: int, low: int, high: int) -> bool:
    return low <= number <= high


def narrowed(value: Value) -> Value:
    """A face as its number; anything else as it is."""
    return value.number if isinstance(value, Face) else value


def spread(value: Value) -> tuple[Value, ...]:
    """A value as items of the list around it: a list gives its items, none gives nothing."""
    if isinstance(value, tuple):
        return value
    return () if value is None else (value,)


def given(value: Value) -> tuple[Value, ...]:
    return () if value is None else (value,)


def cell(c: Cells, thing: Thing | None, offset: int) -> Value:
    return None if thing is None else c[thing + offset]


def first(many: Sequence[Value]) -> Value:
    return many[0] if many else None


def first_of(m: Machine, many: Sequence[Value], most: int) -> tuple[Value, ...]:
    taken = tuple(many[: max(0, most)])
    spend(m, len(taken))
    return taken


def turned(m: Machine, many: Iterable[Value]) -> tuple[Value, ...]:
    """A list from its end to its beginning."""
    backwards = tuple(many)[::-1]
    spend(m, len(backwards))
    return backwards


def last(many: Sequence[Value]) -> Value:
    return many[-1] if many else None


def nth(many: Sequence[Value], number: int) -> Value:
    return many[number - 1] if 0 < number <= len(many) else None


def joined(m: Machine, many: Iterable[Value], more: Iterable[Value]) -> tuple[Value, ...]:
    together, others = list(many), tuple(more)
    spend(m, len(together) + len(others))
    members = set(together)
    return tuple(together + [x for x in others if x not in members])


def without(m: Machine, many: Iterable[Value], gone: Iterable[Value]) -> tuple[Value, ...]:
    base, out = tuple(many), set(gone)
    spend(m, len(base) + len(out))
    return tuple([x for x in base if x not in out])


def added(old: tuple[Value, ...], new: tuple[Value, ...]) -> tuple[Value, ...]:
    if len(old) + len(new) > limits.LIST_ITEMS:
        raise Bail
    return (*old, *new)


def listed(many: tuple[Value, ...]) -> tuple[Value, ...]:
    if len(many) > limits.LIST_ITEMS:
        raise Bail
    return many


def collected(m: Machine, many: tuple[Value, ...]) -> tuple[Value, ...]:
    """A list that was put together from others, paid for."""
    spend(m, len(many))
    return listed(many)


def largest(many: Sequence[int]) -> int:
    """The largest of some numbers; a single one may be none, which Python would take."""
    return as_number(max(many)) if many else 0


def smallest(many: Sequence[int]) -> int:
    return as_number(min(many)) if many else 0


def highest(many: Sequence[Value], keys: list[int] | None) -> tuple[Value, ...]:
    worths = [as_number(x) for x in many] if keys is None else keys
    most = largest(worths)
    return tuple(x for x, key in zip(many, worths, strict=True) if key == most)


def lowest(many: Sequence[Value], keys: list[int] | None) -> tuple[Value, ...]:
    worths = [as_number(x) for x in many] if keys is None else keys
    least = smallest(worths)
    return tuple(x for x, key in zip(many, worths, strict=True) if key == least)


def foe(c: Cells, me: Thing | None) -> Thing | None:
    for player in c[s.PLAYERS]:
        if player != me:
            opponent: Thing = player
            return opponent
    return None


def foes(c: Cells, me: Thing | None) -> tuple[Thing, ...]:
    return tuple([player for player in c[s.PLAYERS] if player != me])


def things_of(m: Machine, c: Cells, heirs: tuple[int, ...]) -> tuple[Thing, ...]:
    memo = m.memo
    members: tuple[Thing, ...] | None = memo.get(heirs) if memo is not None else None
    if members is None:
        members = tuple(s.in_order(c, [thing for index in heirs for thing in c[s.FIRST_KIND + index]]))
        if memo is not None:
            memo[heirs] = members
    spend(m, len(members))
    return members


def in_play(m: Machine, c: Cells, many: Iterable[Value], heirs: tuple[int, ...]) -> list[Thing]:
    """Of a list the things of some kinds that are in play, in the order in which they came."""
    present = set()
    reused = c[s.REUSED]
    many = tuple(many)
    spend(m, len(many) + sum([len(c[s.FIRST_KIND + index]) for index in heirs]))
    for index in heirs:
        every = c[s.FIRST_KIND + index]
        for thing in many:
            if type(thing) is int:
                if reused:
                    if thing in every:
                        present.add(thing)
                    continue
                at = bisect_left(every, thing)
                if at < len(every) and every[at] == thing:
                    present.add(thing)
    return s.in_order(c, present)


def has_mark(m: Machine, c: Cells, thing: Thing | CardRef | None, name: str) -> bool:
    if type(thing) is int:
        marks = c[thing + s.MARKS]
        if len(marks) > FEW_MARKS:
            spend(m, len(marks))
        return any(mark[0] == name for mark in marks)
    return has(m, thing, MarkOf(name))


def card(c: Cells, thing: Thing | CardRef) -> str | None:
    """The card of a thing, or of what is only a card and no thing yet."""
    return thing.id if isinstance(thing, CardRef) else c[thing + s.CARD]


def is_kind(m: Machine, c: Cells, thing: Thing | CardRef | None, heirs: frozenset[str]) -> bool:
    if type(thing) is int:
        return c[thing + s.KIND] in heirs
    return isinstance(thing, CardRef) and thing.id in m.linked.cards and m.linked.cards[thing.id].kind in heirs


def same(c: Cells, a: Value, b: Value) -> bool:
    """Whether two things are the same; a thing is a card if it is a copy of it."""
    if a == b:
        return True
    if type(a) is CardRef:
        return type(b) is int and bool(c[b + s.CARD] == a.id)
    return type(b) is CardRef and type(a) is int and bool(c[a + s.CARD] == b.id)


def owner(m: Machine, thing: Value) -> Value:
    """The player who controls a thing; most things store their owner."""
    if type(thing) is not int:
        return fields.read(m, one(thing), "owner")
    c = m.state.cells
    stored = c[thing + s.OWNER]
    return stored if stored is not None and c[thing] != "Player" else things.controller(m, thing)


def others(m: Machine, player: Thing) -> tuple[Thing, ...]:
    return tuple([other for other in things.clockwise(m, player) if other != player])


def next_after(m: Machine, player: Thing) -> Thing:
    return next(iter(others(m, player)), player)


def distinct(many: Sequence[Value], keys: Sequence[Value]) -> tuple[Value, ...]:
    by_key: dict[Value, Value] = {}
    for item, key in zip(many, keys, strict=True):
        by_key.setdefault(key, item)
    return tuple(by_key.values())


def steps(ladder: Value) -> int:
    return len(ladder) if isinstance(ladder, tuple) else 1


def read(m: Machine, thing: Value, name: str) -> Value:
    return fields.read(m, thing, name)


# -------------------------------------------------------------------------------------------------------- boards


def look(m: Machine, c: Cells) -> None:
    """See which boards lie on the table; done at the beginning of a step, and when a board was laid or taken away."""
    m.board_cache = m.linked.board_caches.at(c[s.BOARD])


def printed_of(m: Machine, name: str) -> dict[Thing, Value]:
    """The values that a map prints on its spaces in one field; they never change."""
    here = m.board_cache
    assert here is not None
    by_space = here.values.get(name)
    if by_space is None:
        by_space = here.values[name] = {space: fields.read(m, space, name) for space in here.where}
    return by_space


def column(c: Cells, many: Sequence[Thing], offset: int, size: int) -> Sequence[Value]:
    """One kept field of all things of a kind, side by side. Things that came into play together lie evenly."""
    if not many:
        return ()
    first, last = many[0] + offset, many[-1] + offset
    if last - first == (len(many) - 1) * size:
        return c[first : last + 1 : size]
    return [c[thing + offset] for thing in many]


def reached(
    m: Machine,
    space: Thing | None,
    points: int,
    names: Any,
    cost: Callable[[Thing, Thing], int | None] | None,
    weight: int,
) -> dict[Thing, int]:
    """The spaces within reach of a space and their prices, remembered until something changes."""
    if space is None:
        return {}
    key = ("reached", space, points, names)
    if m.memo is not None and key in m.memo:
        kept: dict[Thing, int] = m.memo[key]
        spend(m, len(kept))
        return kept
    prices, _ = flood(m, space, points, cost, weight)
    if m.memo is not None:
        m.memo[key] = prices
    return prices


def charted(
    m: Machine,
    space: Thing | None,
    points: int,
    key: Any,
    cost: Callable[[Thing, Thing], int | None],
    seen: tuple[Value, ...],
    weight: int,
) -> dict[Thing, int]:
    """The spaces within reach and their prices, if the spaces print them: kept as long as the board lies.

    The reference keeps it only while nothing changes, so it is paid for as often as the reference would look.
    """
    if space is None:
        return {}
    assert m.board_cache is not None
    charts = m.board_cache.picked
    chart: tuple[dict[Thing, int], int] | None = charts.get((key, space, points))
    if chart is None:
        chart = charts[key, space, points] = flood(m, space, points, cost, weight)
    elif m.memo is None or ("charted", key, space, points, seen) not in m.memo:
        spend(m, chart[1] * weight)
    else:
        spend(m, len(chart[0]))
    if m.memo is not None:
        m.memo["charted", key, space, points, seen] = True
    return chart[0]


def sighted(
    m: Machine,
    how: str,
    spot: Thing | None,
    other: Thing | None,
    key: int,
    blocked: Callable[[Thing], Value],
    weight: int,
) -> bool:
    """Whether nothing printed on the spaces between two blocks the line: the same as long as the board lies.

    What it cost to find out is paid each time, as the reference does.
    """
    assert m.board_cache is not None
    line: tuple[bool, int] | None = m.board_cache.picked.get((key, spot, other))
    if line is None:
        both = m.board_cache.both((spot, other))
        if both is None:
            return False
        line = m.board_cache.picked[key, spot, other] = _sight(m, how, both, blocked, weight)
    spend(m, line[1])
    return line[0]


def _sight(
    m: Machine,
    how: str,
    both: tuple[Board, tuple[Thing, ...], int, int],
    blocked: Callable[[Thing], Value],
    weight: int,
) -> tuple[bool, int]:
    """Whether a line is free, and what it cost to find out."""
    board, spaces, here, there = both
    cost = board.apart(here, there)

    def visit(visited: int) -> None:
        nonlocal cost
        cost += visited
        if cost > m.meter.left:
            raise Bail

    def stops(cell: int) -> bool:
        visit(weight)
        return bool(blocked(spaces[cell]))

    free = board.glimpses(here, there, stops, visit) if how == "glimpses" else board.sees(here, there, stops)
    return free, cost


def lined(m: Machine, space: Thing | None, length: int) -> tuple[tuple[Thing, ...], ...]:
    """All lines of a length through a space."""
    assert m.board_cache is not None
    spend(m, 1 + 4 * length * length if 0 < length <= len(m.board_cache.where) else 1)
    lines: tuple[tuple[Thing, ...], ...] = m.board_cache.lines[space, length]
    return lines


def shows(m: Machine, die: Value, symbol: str) -> bool:
    """Whether a die shows a symbol, among others or alone."""
    die = one(die)
    return die is not None and symbol in chance.shown_face(m, die).symbols


def maybe(function: Callable[..., Value], m: Machine, c: Cells, thing: Thing | None) -> Value:
    """A stat of something that may be none."""
    return None if thing is None else function(m, c, thing)


def faces(m: Machine, dice: Iterable[Value]) -> tuple[Face, ...]:
    c = m.state.cells
    shown = tuple([thing_words.face_of(m, c, die) or chance.shown_face(m, die) for die in dice])
    spend(m, len(shown))
    return shown


def held(m: Machine, verb: str, name: str) -> Value:
    """The value of a name in the innermost event of a verb."""
    for event in reversed(m.state.events):
        if event[V_VERB] == verb:
            return m.state.scopes[event[V_SCOPE]].get(name)
    return None


def flood(
    m: Machine, space: Thing, points: int, cost: Callable[[Thing, Thing], int | None] | None, weight: int
) -> tuple[dict[Thing, int], int]:
    """The spaces within reach and their prices, and the number of steps that were looked at."""
    assert m.board_cache is not None
    near = m.board_cache.adjacent
    prices = {space: 0}
    steps = 0
    waiting = [(0, space)]
    while waiting:
        spent, here = heappop(waiting)
        if spent > prices[here]:
            continue
        around = near[here]
        steps += len(around)
        spend(m, len(around) * weight)
        for following in around:
            price = 1 if cost is None else cost(here, following)
            if price is None or price < 0:
                continue
            total = spent + price
            if total <= points and total < prices.get(following, points + 1):
                prices[following] = total
                heappush(waiting, (total, following))
    return prices, steps


def picked(m: Machine, key: Any, many: Sequence[Thing], test: Callable[[Thing], Value]) -> tuple[Thing, ...]:
    """Those of all spaces of a kind that a printed condition picks: the same as long as the board lies."""
    here = m.board_cache
    assert here is not None
    kept = here.picked.get(key)
    if kept is None or kept[0] is not many:
        kept = many, tuple([thing for thing in many if test(thing)])
        if all(thing in here.where for thing in many):
            here.picked[key] = kept
    chosen: tuple[Thing, ...] = kept[1]
    return chosen


def grouped(
    m: Machine, key: Any, many: Sequence[Thing], test: Callable[[Thing], Value], wanted: Value
) -> tuple[Thing, ...]:
    """Those of all spaces of a kind whose printed value is the wanted one."""
    here = m.board_cache
    assert here is not None
    kept = here.picked.get(key)
    if kept is None or kept[0] is not many:
        groups: dict[Value, tuple[Thing, ...]] = {}
        for thing in many:
            printed = test(thing)
            groups[printed] = (*groups.get(printed, ()), thing)
        kept = many, groups
        if all(thing in here.where for thing in many):
            here.picked[key] = kept
    chosen: tuple[Thing, ...] = kept[1].get(wanted, ())
    return chosen


# --------------------------------------------------------------------------------------------------------- dice

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def rolled(m: Machine, c: Cells, place: int, stream: str, faces: tuple[Face, ...], number: int, fair: int) -> Face:
    """One roll of a die from its stream: `rng.below`, written out. `fair` is where uneven remainders begin."""
    if m.luck is not None and not m.state.tape:  # somebody asks what could be
        return chance.roll(m, stream.removeprefix("die "))
    if m.heard is not None or m.state.tape:  # somebody decides together
        return faces[chance.draw(m, stream, number)]
    counts = c[s.DRAWS]
    count: int = counts[place] + 1
    key: int = stream_key(m.seed, stream)
    z: int = (key + count * _GAMMA) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    z ^= z >> 31
    while z >= fair:
        z = word(key, count)
        count += 1
    c[s.DRAWS] = (counts[0], count) if len(counts) == 2 else (*counts[:place], count, *counts[place + 1 :])
    return faces[z % number]


# ------------------------------------------------------------------------------------------------- doing things


def do_builtin(m: Machine, name: str, values: dict[str, Value]) -> Value:
    return builtin_verbs.do_builtin(m, name, values)


def keep(m: Machine, frame: list[Any], name: str, value: Value) -> Value:
    """A value that a text begins to keep, after the changes of hooks."""
    return event_pipeline.keep(m, frame, name, value)


def begin_play(m: Machine) -> None:
    """The first phase: as the reference does it."""
    goals.begin_play(m)
    if m.state.cells[s.OUTCOME] is not None:
        raise Over


def settle(m: Machine) -> None:
    event_pipeline.settle(m)
    if m.state.cells[s.OUTCOME] is not None:
        raise Over


WORDS: dict[str, Any] = {
    **thing_words.WORDS,
    # of Python
    **{word.__name__: word for word in (len, sum, any, all, tuple, range, min, max, sorted, abs, zip, type, int, dict)},
    # of the reference
    "Scope": Scope, "Place": Location, "value": expressions.value, "items": items, "one": one, "place_of": place_of,
    "modified": active_rules.modified, "clockwise": things.clockwise, "controller": things.controller,
    "roll": chance.roll,
    "remembering": remembering, "equal": equal, "fits": combos.fits, "complete": combos.complete, "combo": chance.combo,
    "times": history.times, "step": expressions.step, "supply": things.supply,
    # ours
    **{
        word.__name__: word
        for word in (
            Bail, Over, as_number, bounded, clamped, span, given, cell, first, first_of, turned, last, nth, added,
            collected, listed, spread, narrowed, inside, largest, smallest,
            spent, paid, paid_again, charged, charged_for, joined,
            without, highest, lowest, foe, foes, things_of, in_play,
            has_mark, card, is_kind, same, owner, read, look, printed_of, column, reached, charted, sighted, lined,
            others, next_after, distinct, steps, shows, maybe, faces, held, picked, grouped, rolled, begin_play,
            do_builtin, keep, settle,
        )
    },
}  # fmt: skip
