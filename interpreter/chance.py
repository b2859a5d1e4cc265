"""Dice and draws: what a die can show, what it shows, and the next number of a stream.

A scenario may lay rolls and orders down beforehand; then nothing is drawn, and a roll that is not laid down is a
fault of the scenario. How far a stream or a scripted row has been used is part of the state, so going back takes it
back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import interpreter.things as things
from dsl import nodes as n
from dsl.codes import running as codes
from dsl.names import Rooms
from interpreter import rng
from interpreter import state as s
from interpreter.scope import fault
from interpreter.state import Thing, Value
from interpreter.values import Face

if TYPE_CHECKING:
    from interpreter.machine import Machine


class Luck(Protocol):
    """Whoever decides what is drawn instead of the counted streams, for a question about what could be."""

    def pick(self, weights: Sequence[int]) -> int:
        """The number of an outcome; one of twice the weight is twice as likely."""


def used(m: Machine, stream: str) -> int:
    """How many draws a stream has given: dice have places of their own, then come all others by name."""
    counts = m.state.cells[s.DRAWS]
    place = m.world.layout.streams.get(stream)
    found: int = counts[place] if place is not None else dict(counts[0]).get(stream, 0)
    return found


def _count(m: Machine, stream: str, count: int) -> None:
    counts = m.state.cells[s.DRAWS]
    place = m.world.layout.streams.get(stream)
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
        found: int = m.state.tape[0][1]
        m.state.tape = m.state.tape[1:]
        return found
    if m.luck is not None:
        found = m.luck.pick((1,) * limit)
        m.remember("draw", found)
        return found
    stream = _stream(m, name)
    found, count = rng.below(rng.stream_key(m.seed, stream), used(m, stream), limit)
    _count(m, stream, count)
    m.remember("draw", found)
    return found


def choose(m: Machine, options: tuple[Value, ...], most: int) -> tuple[Value, ...]:
    """So many of the options, by chance, in their order."""
    left = list(range(len(options)))
    chosen = []
    for _ in range(most):
        chosen.append(left.pop(draw(m, "choice", len(left))))
    found = tuple(options[index] for index in sorted(chosen))
    if m.trace is not None:
        m.trace.drew_of(m, found)
    return found


def shuffled(m: Machine, zone: str, pile: tuple[Thing, ...]) -> tuple[Thing, ...]:
    """A pile in an order by chance, or in the order that a scenario wants."""
    name = f"shuffle {zone}"
    orders = m.script.get(name, ()) if m.script is not None else ()
    done = used(m, f"scripted {name}")
    if done < len(orders):
        _count(m, f"scripted {name}", done + 1)
        found = []
        for wanted in orders[done]:
            found += [thing for thing in pile if thing not in found and things.is_called(m, thing, wanted)][:1]
        return (*found, *(thing for thing in pile if thing not in found))
    order = list(pile)
    for last in range(len(order) - 1, 0, -1):
        chosen = draw(m, name, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    if m.trace is not None:
        m.trace.drew(m, f"`{zone}` is shuffled")
    return tuple(order)


def faces_of(m: Machine, die: str) -> list[Face]:
    return faces(m.rooms, die)


def faces(rooms: Rooms, die: str) -> list[Face]:
    """The faces of a die, in the order in which they are written."""
    node = rooms.dice[die].node
    assert isinstance(node, n.Die)
    found: list[Face] = []
    for face in node.faces:
        if len(face.parts) == 1 and face.parts[0].form == "range":
            found += [Face(k) for k in range(face.parts[0].number, face.parts[0].high + 1)]
        else:
            found.append(written_face(face))
    return found


def written_face(face: n.Face) -> Face:
    total, symbols = 0, []
    for part in face.parts:
        if part.form == "number":
            total += part.number
        elif part.form == "symbol":
            symbols += [part.symbol] * part.number
    return Face(total, tuple(symbols))


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
        return _wished(m, m.luck, faces)
    if m.script is None:
        return faces[draw(m, f"die {die}", len(faces))]
    if m.state.tape and m.state.tape[0][0] == "face":
        found: Face = m.state.tape[0][1]
        m.state.tape = m.state.tape[1:]
        return found
    waiting, count = m.script.get(die, ()), used(m, f"die {die}")
    if count >= len(waiting):
        raise fault(codes.NO_ROLL, die=die)
    _count(m, f"die {die}", count + 1)
    m.remember("face", waiting[count])
    scripted: Face = waiting[count]
    return scripted


def _wished(m: Machine, luck: Luck, faces: list[Face]) -> Face:
    """Faces that are the same are one outcome."""
    different = list(dict.fromkeys(faces))
    face = different[luck.pick([faces.count(one) for one in different])]
    m.remember("draw", faces.index(face))
    return face


def shown_face(m: Machine, die: Value) -> Face:
    if isinstance(die, Face):
        return die
    found: Face = dict(m.state.cells[die + s.MARKS]).get("#face") or faces_of(m, m.state.cells[die + s.KIND])[0]
    return found


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
    shown = ", ".join(" + ".join(face.symbols) or str(face.number) for face in faces_of(m, kind))
    raise fault(codes.NO_FACE, die=kind, face=wanted, faces=shown)


def opposite(m: Machine, found: Value) -> Value:
    """On a die the faces lie opposite each other by pairs: first and last, second and last but one …"""
    if isinstance(found, int):
        faces = faces_of(m, m.state.cells[found + s.KIND])
        face = shown_face(m, found)
    else:
        faces = next((f for f in (faces_of(m, die) for die in m.rooms.dice) if found in f), [found])
        face = found
    return faces[len(faces) - 1 - faces.index(face)]


def combo(m: Machine, name: str) -> list[tuple[int, str]]:
    node = m.rooms.combos[name].node
    assert isinstance(node, n.Combo)
    return [(part.count, part.word.text) for part in node.parts]
