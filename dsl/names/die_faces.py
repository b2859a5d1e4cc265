"""The numbers and symbols on the faces of a die."""

from __future__ import annotations

from dsl.syntax import nodes as n
from dsl.text.limits import FACE_SYMBOLS


def face_entry(face: n.DieFace) -> tuple[int, int, tuple[str, ...]]:
    """Low, high and symbols of an entry of a die."""
    if len(face.parts) == 1 and face.parts[0].form == "range":
        return face.parts[0].number, face.parts[0].high, ()
    number, symbols = face_value(face)
    return number, number, symbols


def face_value(face: n.DieFace) -> tuple[int, tuple[str, ...]]:
    """The number and the symbols of one face."""
    total, symbols = 0, []
    for part in face.parts:
        if part.form == "number":
            total += part.number
        elif part.form == "symbol":
            symbols += [part.symbol] * min(part.number, FACE_SYMBOLS + 1)  # more is reported by the checker
    return total, tuple(symbols)
