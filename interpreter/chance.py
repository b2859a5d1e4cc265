"""Dice and draws: what a die can show, what it shows, and the next number of a stream.

A scenario may lay rolls down beforehand; then nothing is drawn, and a roll that is not laid down is a fault of the scenario.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl import nodes as n
from interpreter import rng
from interpreter import state as s
from interpreter.scope import RuleError
from interpreter.state import Thing, Value
from interpreter.values import Face

if TYPE_CHECKING:
    from interpreter.machine import Machine


def draw(m: Machine, stream: str, limit: int) -> int:
    draws = dict(m.state.cells[s.DRAWS])
    found, draws[stream] = rng.below(rng.stream_key(m.seed, stream), draws.get(stream, 0), limit)
    m.state.cells[s.DRAWS] = tuple(sorted(draws.items()))
    return found


def faces_of(m: Machine, die: str) -> list[Value]:
    node = m.rooms.dice[die].node
    assert isinstance(node, n.Die)
    found: list[Value] = []
    for face in node.faces:
        if len(face.parts) == 1 and face.parts[0].form == "range":
            found += [Face(k) for k in range(face.parts[0].number, face.parts[0].high + 1)]
            continue
        total, symbols = 0, []
        for part in face.parts:
            if part.form == "number":
                total += part.number
            elif part.form == "symbol":
                symbols += [part.symbol] * part.number
        found.append(Face(total, tuple(symbols)))
    return found


def roll(m: Machine, die: str) -> Value:
    """One roll: scripted by a scenario, else drawn."""
    if m.script is not None:
        waiting = m.script.get(die, [])
        if not waiting:
            raise RuleError("BW6101", f"the scenario has no more rolls of {die}")
        return waiting.pop(0)
    faces = faces_of(m, die)
    return faces[draw(m, f"die {die}", len(faces))]


def shown_face(m: Machine, die: Value) -> Value:
    if isinstance(die, Face):
        return die
    place = dict(m.state.cells[die + s.MARKS])
    return place.get("#face", Face(0))


def set_face(m: Machine, die: Thing, face: Value) -> None:
    marks = tuple(entry for entry in m.state.cells[die + s.MARKS] if entry[0] != "#face")
    m.state.cells[die + s.MARKS] = (*marks, ("#face", face))


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
