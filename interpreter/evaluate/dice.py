"""Dice and draws: the faces of a die, the face it shows, and the next number of a stream.

A scenario may script rolls and orders; then nothing is drawn, and an unscripted roll is a fault of the scenario. The
position in each stream or script is part of the state, so undo restores it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import interpreter.evaluate.things as things
from dsl.diagnostics.codes import running as codes
from dsl.names.symbols import SymbolTable
from interpreter.model import rng
from interpreter.model import state as s
from interpreter.model.environment import fault
from interpreter.model.requests import Option
from interpreter.model.state import Thing, Value
from interpreter.model.values import Face
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


WORK_PER_ROLL = 10
"""The work that a roll costs in `odds`, besides its faces."""
WORK_PER_DRAW = 4
"""The work that each thing of a pile costs that is shuffled."""
CHANCE = "chance"
"""The name under which a scenario scripts choices by chance."""


class Laid(Protocol):
    """The scripted result of one choice by chance."""

    @property
    def count(self) -> int:
        """The number of options chosen."""

    def index(self, m: Machine, number: int, options: tuple[Option, ...]) -> int:
        """The index of the option that its choice of this number names."""


class Luck(Protocol):
    """Decides draws in place of the counted streams, for `odds` and for game trees."""

    def pick(self, weights: Sequence[int], stream: str) -> int:
        """The index of an outcome; one of twice the weight is twice as likely. `stream` says what is drawn."""

    def restart(self) -> None:
        """The step begins again: the reference repeats what compiled code could not do."""


def used(m: Machine, stream: str) -> int:
    """The number of draws from a stream: dice have cells of their own, all others are stored by name."""
    counts = m.state.cells[s.DRAWS]
    place = m.linked.layout.streams.get(stream)
    count: int = counts[place] if place is not None else dict(counts[0]).get(stream, 0)
    return count


def _count(m: Machine, stream: str, count: int) -> None:
    counts = m.state.cells[s.DRAWS]
    place = m.linked.layout.streams.get(stream)
    if place is not None:
        m.state.cells[s.DRAWS] = (*counts[:place], count, *counts[place + 1 :])
    else:
        named = {**dict(counts[0]), stream: count}
        m.state.cells[s.DRAWS] = (tuple(sorted(named.items())), *counts[1:])


def _stream(m: Machine, name: str) -> str:
    """In a simultaneous decision each seat draws from its own stream, so the order of the seats does not matter."""
    return f"{name} {m.branch}" if m.branch else name


def draw(m: Machine, name: str, limit: int) -> int:
    if m.state.tape and m.state.tape[0][0] == "draw":
        drawn: int = m.state.tape[0][1]
        m.state.tape = m.state.tape[1:]
        return drawn
    if m.luck is not None:
        spend(m, limit)  # the outcomes are weighed one by one
        drawn = m.luck.pick((1,) * limit, name)
        m.remember("draw", drawn)
        return drawn
    stream = _stream(m, name)
    drawn, count = rng.below(rng.stream_key(m.seed, stream), used(m, stream), limit)
    _count(m, stream, count)
    m.remember("draw", drawn)
    return drawn


def choose(m: Machine, options: tuple[Option, ...], least: int, most: int) -> tuple[Value, ...]:
    """Random options, in their order; the number of them is random too, if it is not fixed."""
    laid = _laid(m, options)
    if least == most:
        number = most
    elif laid is None:
        number = least + draw(m, "choice", most - least + 1)
    else:
        number = min(max(laid.count, least), most)
        m.remember("draw", number - least)
    left = list(range(len(options)))
    chosen = []
    for index in range(number):
        rest = tuple(options[place] for place in left)
        chosen.append(left.pop(_picked(m, rest, laid, index)))
    values = tuple(options[index].value for index in sorted(chosen))
    if m.trace is not None:
        m.trace.drew_of(m, values)
    return values


def choose_set(m: Machine, options: tuple[Option, ...], fits: tuple[tuple[int, ...], ...]) -> tuple[Value, ...]:
    """One of several sets of options, all equally likely."""
    laid = _laid(m, options)
    if laid is None:
        chosen = fits[draw(m, "choice", len(fits))]
    else:
        left = list(range(len(options)))
        for number in range(laid.count):
            left.pop(laid.index(m, number, tuple(options[place] for place in left)))
        chosen = tuple(index for index in range(len(options)) if index not in left)
        if chosen not in fits:
            words = [" and ".join(_quoted(options[index].words) for index in indexes) for indexes in fits[:8]]
            raise fault(codes.NO_CHANCE, first=words[0], options=", ".join(words))
        m.remember("draw", fits.index(chosen))
    values = tuple(options[index].value for index in chosen)
    if m.trace is not None:
        m.trace.drew_of(m, values)
    return values


def one_way(m: Machine, options: tuple[Option, ...]) -> int:
    """The index of a random option."""
    return _picked(m, options, _laid(m, options), 0)


def _picked(m: Machine, options: tuple[Option, ...], laid: Laid | None, number: int) -> int:
    if laid is None:
        return draw(m, "choice", len(options))
    index = laid.index(m, number, options)
    m.remember("draw", index)
    return index


def _laid(m: Machine, options: tuple[Option, ...]) -> Laid | None:
    """The scripted result of this choice; a recorded answer that is repeated needs none."""
    if m.script is None or m.luck is not None or (m.state.tape and m.state.tape[0][0] == "draw"):
        return None
    lines, done = m.script.get(CHANCE, ()), used(m, f"scripted {CHANCE}")
    if done >= len(lines):
        words = [_quoted(option.words) for option in options[:8]]
        raise fault(codes.NO_CHANCE, first=words[0], options=", ".join(words))
    _count(m, f"scripted {CHANCE}", done + 1)
    scripted: Laid = lines[done]
    return scripted


def pile_name(zone: str, holder: Thing) -> str:
    """The name under which a scenario scripts how a pile is shuffled."""
    return f"shuffle {zone} of {holder}"


def shuffled(m: Machine, zone: str, pile: tuple[Thing, ...], holder: Thing) -> tuple[Thing, ...]:
    """A pile in random or scripted order."""
    if m.script is not None and m.luck is None:
        return _laid_order(m, zone, pile, holder)
    spend(m, WORK_PER_DRAW * len(pile))
    order = _drawn_order(m, f"shuffle {zone}", pile)
    if m.trace is not None:
        m.trace.shuffled(m, zone, order, holder)
    return order


def _drawn_order(m: Machine, name: str, pile: tuple[Thing, ...]) -> tuple[Thing, ...]:
    if m.state.tape or m.luck is not None or m.heard is not None:  # somebody decides or records each draw
        order = list(pile)
        for last in range(len(order) - 1, 0, -1):
            chosen = draw(m, name, last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return tuple(order)
    stream = _stream(m, name)
    before = used(m, stream)
    laid, count = rng.shuffled(rng.stream_key(m.seed, stream), before, pile)
    if count != before:
        _count(m, stream, count)
    return laid


def _laid_order(m: Machine, zone: str, pile: tuple[Thing, ...], holder: Thing) -> tuple[Thing, ...]:
    """The named cards go on top, the others below in their old order. A pile of identical cards needs no script."""
    if m.state.tape and m.state.tape[0][0] == "order":
        places: tuple[int, ...] = m.state.tape[0][1]
        m.state.tape = m.state.tape[1:]
        return tuple(pile[place] for place in places)
    name = pile_name(zone, holder)
    orders, done = (m.script or {}).get(name, ()), used(m, f"scripted {name}")
    if done >= len(orders):
        alike = {(m.state.cells[thing + s.CARD], m.state.cells[thing + s.KIND]) for thing in pile}
        if len(alike) > 1:
            said = zone if holder == m.state.cells[s.TABLE] else f"{things.shown(m, holder)}.{zone}"
            raise fault(codes.NO_ORDER, zone=f"`{said}`", line=f"{said}: {_cards(m, pile)}")
        return pile
    _count(m, f"scripted {name}", done + 1)
    ordered: list[Thing] = []
    for wanted in orders[done]:
        called = [thing for thing in pile if thing not in ordered and things.is_called(m, thing, wanted)]
        if not called:
            raise fault(codes.NOT_IN_PILE, card=_quoted(wanted), zone=f"`{zone}`", cards=_cards(m, pile) or "nothing")
        ordered.append(called[0])
    ordered += [thing for thing in pile if thing not in ordered]
    m.remember("order", tuple(pile.index(thing) for thing in ordered))
    if m.trace is not None:
        m.trace.shuffled(m, zone, tuple(ordered), holder)
    return tuple(ordered)


def _cards(m: Machine, pile: tuple[Thing, ...]) -> str:
    return ", ".join(_quoted(things.shown(m, thing)) for thing in pile[:12])


def _quoted(words: str) -> str:
    """Text as a scenario writes it: a name as it is, anything else in quotes."""
    return words if words.isidentifier() or words.isdecimal() else f'"{words}"'


def faces_of(m: Machine, die: str) -> list[Face]:
    die_faces = m.linked.faces.get(die)
    if die_faces is None:
        die_faces = m.linked.faces[die] = faces(m.symbols, die)
    return die_faces


def faces(rooms: SymbolTable, die: str) -> list[Face]:
    """The faces of a die, in written order."""
    return [Face(k, symbols) for low, high, symbols in rooms.dice[die].faces for k in range(low, high + 1)]


def roll(m: Machine, die: str) -> Face:
    """One roll."""
    face = _rolled(m, die)
    if m.trace is not None:
        m.trace.rolled(m, die, face)
    return face


def _rolled(m: Machine, die: str) -> Face:
    """The face of a rolled die: scripted or drawn."""
    faces = faces_of(m, die)
    if m.luck is not None and not m.state.tape:
        return _wished(m, m.luck, die, faces)
    if m.script is None:
        return faces[draw(m, f"die {die}", len(faces))]
    if m.state.tape and m.state.tape[0][0] == "face":
        recorded: Face = m.state.tape[0][1]
        m.state.tape = m.state.tape[1:]
        return recorded
    waiting, count = m.script.get(die, ()), used(m, f"die {die}")
    if count >= len(waiting):
        raise fault(codes.NO_ROLL, die=die)
    _count(m, f"die {die}", count + 1)
    m.remember("face", waiting[count])
    scripted: Face = waiting[count]
    return scripted


def _wished(m: Machine, luck: Luck, die: str, faces: list[Face]) -> Face:
    """A face picked by somebody's `luck`; equal faces are one outcome."""
    spend(m, WORK_PER_ROLL + len(faces))
    weights = m.linked.face_weights.get(die)
    if weights is None:
        weights = m.linked.face_weights[die] = Counter(faces)
    face = list(weights)[luck.pick(tuple(weights.values()), f"die {die}")]
    m.remember("draw", faces.index(face))
    return face


def shown_face(m: Machine, die: Value) -> Face:
    if isinstance(die, Face):
        return die
    if not isinstance(die, int) or m.state.cells[die + s.KIND] not in m.symbols.dice:
        raise fault(codes.NO_FACE, die=things.shown(m, die), face="to show", faces="there are none")
    for mark, face in m.state.cells[die + s.MARKS]:
        if mark == "#face":
            return face  # type: ignore[no-any-return]
    return faces_of(m, m.state.cells[die + s.KIND])[0]


def set_face(m: Machine, die: Thing, face: Face) -> None:
    marks = tuple(entry for entry in m.state.cells[die + s.MARKS] if entry[0] != "#face")
    m.state.cells[die + s.MARKS] = (*marks, ("#face", face))  # not a mark that rules can see


def face_like(m: Machine, die: Thing, wanted: Value) -> Face:
    """The face of a die that shows exactly this symbol, bag of symbols or number."""
    kind = m.state.cells[die + s.KIND]
    bag = tuple(sorted(wanted)) if isinstance(wanted, tuple) else (wanted,)
    for face in faces_of(m, kind):
        if tuple(sorted(face.symbols)) == bag or (not face.symbols and face.number == wanted):
            return face
    shown = ", ".join(map(face_words, faces_of(m, kind)))
    raise fault(codes.NO_FACE, die=kind, face=wanted, faces=shown)


def face_words(face: Face) -> str:
    return " + ".join(face.symbols) or str(face.number)


def opposite(m: Machine, face: Value, die: str) -> Value:
    """The opposite face: faces are paired first with last, second with last but one, and so on.

    If the die is unknown, it is the first one that has the face.
    """
    dice = [die] if die in m.symbols.dice else list(m.symbols.dice)
    faces = next((die_faces for die_faces in (faces_of(m, name) for name in dice) if face in die_faces), [face])
    return faces[len(faces) - 1 - faces.index(face)]


def combo(m: Machine, name: Value) -> tuple[tuple[int, str], ...]:
    """The parts of a combination; empty for any other value."""
    if not isinstance(name, str) or name not in m.symbols.combos:
        return ()
    return m.symbols.combos[name].parts
