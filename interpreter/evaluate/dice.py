"""Dice and draws: what a die can show, what it shows, and the next number of a stream.

A scenario may lay rolls and orders down beforehand; then nothing is drawn, and a roll that is not laid down is a
fault of the scenario. How far a stream or a scripted row has been used is part of the state, so going back takes it
back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import interpreter.evaluate.things as things
from dsl.diagnostics.codes import running as codes
from dsl.names.symbols import Symbols
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
"""What a roll costs besides its faces, where somebody asks what could be."""
CHANCE = "chance"
"""Under this name a scenario lays down what is chosen by chance."""


class Laid(Protocol):
    """What a scenario lays down about one choice by chance."""

    @property
    def count(self) -> int:
        """How many it chooses."""

    def index(self, m: Machine, number: int, options: tuple[Option, ...]) -> int:
        """Which of the options its choice of this number is."""


class Luck(Protocol):
    """Whoever decides what is drawn instead of the counted streams, for a question about what could be."""

    def pick(self, weights: Sequence[int]) -> int:
        """The number of an outcome; one of twice the weight is twice as likely."""


def used(m: Machine, stream: str) -> int:
    """How many draws a stream has given: dice have places of their own, then come all others by name."""
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
    """Who decides together with others draws from a stream of the own, so that nobody's order matters."""
    return f"{name} {m.branch}" if m.branch else name


def draw(m: Machine, name: str, limit: int) -> int:
    if m.state.tape and m.state.tape[0][0] == "draw":
        drawn: int = m.state.tape[0][1]
        m.state.tape = m.state.tape[1:]
        return drawn
    if m.luck is not None:
        spend(m, limit)  # chances are weighed one by one
        drawn = m.luck.pick((1,) * limit)
        m.remember("draw", drawn)
        return drawn
    stream = _stream(m, name)
    drawn, count = rng.below(rng.stream_key(m.seed, stream), used(m, stream), limit)
    _count(m, stream, count)
    m.remember("draw", drawn)
    return drawn


def choose(m: Machine, options: tuple[Option, ...], least: int, most: int) -> tuple[Value, ...]:
    """Some of the options, by chance, in their order; as many as chance will have it, if it may be more or fewer."""
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
    """One of several sets of options, by chance, each as likely as the others."""
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
    """The number of one of the options, by chance."""
    return _picked(m, options, _laid(m, options), 0)


def _picked(m: Machine, options: tuple[Option, ...], laid: Laid | None, number: int) -> int:
    if laid is None:
        return draw(m, "choice", len(options))
    index = laid.index(m, number, options)
    m.remember("draw", index)
    return index


def _laid(m: Machine, options: tuple[Option, ...]) -> Laid | None:
    """What a scenario has laid down about this choice; what only repeats an answer needs nothing."""
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
    """Under this name a scenario lays down how a pile is shuffled."""
    return f"shuffle {zone} of {holder}"


def shuffled(m: Machine, zone: str, pile: tuple[Thing, ...], holder: Thing) -> tuple[Thing, ...]:
    """A pile in an order by chance, or in the order that a scenario wants."""
    if m.script is not None and m.luck is None:
        return _laid_order(m, zone, pile, holder)
    order = list(pile)
    for last in range(len(order) - 1, 0, -1):
        chosen = draw(m, f"shuffle {zone}", last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    if m.trace is not None:
        m.trace.shuffled(m, zone, tuple(order), holder)
    return tuple(order)


def _laid_order(m: Machine, zone: str, pile: tuple[Thing, ...], holder: Thing) -> tuple[Thing, ...]:
    """What is named lies on top; below it, the others as they lay. Cards that are all alike need no order."""
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
    """Words as a scenario writes them: a name by itself, anything else in quotes."""
    return words if words.isidentifier() or words.isdecimal() else f'"{words}"'


def faces_of(m: Machine, die: str) -> list[Face]:
    die_faces = m.linked.faces.get(die)
    if die_faces is None:
        die_faces = m.linked.faces[die] = faces(m.symbols, die)
    return die_faces


def faces(rooms: Symbols, die: str) -> list[Face]:
    """The faces of a die, in the order in which they are written."""
    return [Face(k, symbols) for low, high, symbols in rooms.dice[die].faces for k in range(low, high + 1)]


def roll(m: Machine, die: str) -> Face:
    """One roll."""
    face = _rolled(m, die)
    if m.trace is not None:
        m.trace.rolled(m, die, face)
    return face


def _rolled(m: Machine, die: str) -> Face:
    """What a die shows: scripted by a scenario, else drawn."""
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
    """Faces that are the same are one outcome."""
    spend(m, WORK_PER_ROLL + len(faces))
    weights = m.linked.face_weights.get(die)
    if weights is None:
        weights = m.linked.face_weights[die] = Counter(faces)
    face = list(weights)[luck.pick(tuple(weights.values()))]
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
    m.state.cells[die + s.MARKS] = (*marks, ("#face", face))  # no mark that anybody looks for


def face_like(m: Machine, die: Thing, wanted: Value) -> Face:
    """The face of a die that shows a symbol, a bag of symbols or a number by itself."""
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
    """On a die the faces lie opposite each other by pairs: first and last, second and last but one …

    Where it is not known of which die it is the face, it is of the first that has it.
    """
    dice = [die] if die in m.symbols.dice else list(m.symbols.dice)
    faces = next((die_faces for die_faces in (faces_of(m, name) for name in dice) if face in die_faces), [face])
    return faces[len(faces) - 1 - faces.index(face)]


def combo(m: Machine, name: Value) -> tuple[tuple[int, str], ...]:
    """The parts of a combination; what is none has no parts."""
    if not isinstance(name, str) or name not in m.symbols.combos:
        return ()
    return m.symbols.combos[name].parts
