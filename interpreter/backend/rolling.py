"""Dice of emitted code: drawn, rolled, turned, and what several of them make together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import interpreter.evaluate.combos as combos
import interpreter.evaluate.dice as dice
import interpreter.execute.builtin_verbs as builtin_verbs
from interpreter.backend.moving import DieTable, new_thing, place
from interpreter.compiled.support import Bail, Cells
from interpreter.compiled.thing_words import face_is
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import one
from interpreter.model.rng import stream_key, word
from interpreter.model.state import Thing, Value
from interpreter.model.values import Face

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

_OTHER: Any = object()
_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def _drawn(m: Machine, c: Cells, die: DieTable, times: int) -> list[int]:
    """The numbers of the faces that a die falls on, one after another."""
    number = len(die.marks)
    if m.heard is not None or m.state.tape or m.luck is not None:
        return [dice.draw(m, die.stream, number) for _ in range(times)]
    counts = c[s.DRAWS]
    count: int = counts[die.place]
    key = stream_key(m.seed, die.stream)
    fair, drawn = die.fair, []
    for _ in range(times):
        count += 1
        z: int = (key + count * _GAMMA) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        z ^= z >> 31
        while z >= fair:
            z = word(key, count)
            count += 1
        drawn.append(z % number)
    c[s.DRAWS] = (*counts[: die.place], count, *counts[die.place + 1 :])
    return drawn


def _show(c: Cells, die: Thing, mark: Any) -> None:
    marks = c[die + s.MARKS]
    if not marks or (len(marks) == 1 and marks[0][0] == "#face"):
        c[die + s.MARKS] = mark
    else:
        c[die + s.MARKS] = (*[entry for entry in marks if entry[0] != "#face"], *mark)


def roll(m: Machine, c: Cells, rolled: Value) -> Value:
    """`roll` some dice on the table."""
    facts = m.emitted.facts
    if facts.dice_settle:
        m.settled = False
    if m.script is not None:
        raise Bail
    many = (rolled,) if type(rolled) is int else rolled or ()
    kinds = {c[thing] for thing in many}
    if len(kinds) == 1:
        die = facts.dice[kinds.pop()]
        marks, weights = die.marks, facts.weight_of_mark
        for thing, number in zip(many, _drawn(m, c, die, len(many)), strict=True):
            old = c[thing + s.MARKS]
            if not old or id(old) in weights:
                c[thing + s.MARKS] = marks[number]
            else:
                _show(c, thing, marks[number])
    else:
        for thing in many:
            die = facts.dice[c[thing]]
            _show(c, thing, die.marks[_drawn(m, c, die, 1)[0]])
    return c[rolled + s.MARKS][-1][1] if type(rolled) is int else rolled


def roll_new(m: Machine, c: Cells, number: Value, name: str, to: Value, owner: Thing | None) -> Value:
    """`roll 3 of` a sort of dice `into` a place."""
    facts = m.emitted.facts
    if facts.dice_settle or name in facts.settling:
        m.settled = False
    template = facts.template(m, name, None)
    if type(number) is not int or not 0 <= number <= limits.DICE_AT_ONCE or m.script is not None:
        raise Bail
    if template is None or c[s.FREE]:
        values = {"dice": number, "die": name, "place": to, "#me": owner, "#span": (0, 0)}
        return builtin_verbs.do_builtin(m, "roll", values)
    die, rolled = facts.dice[name], []
    for face in _drawn(m, c, die, number):
        rolled.append(new_thing(m, c, facts.kinds[name], None, owner, template))
        _show(c, rolled[-1], die.marks[face])
    for thing in reversed(rolled):
        place(m, c, facts, thing, to)
    return tuple(rolled)


def turn(m: Machine, c: Cells, turned: Value, face: Value) -> None:
    """`set` a die to a face."""
    facts = m.emitted.facts
    if facts.dice_settle:
        m.settled = False
    for die in (turned,) if type(turned) is int else turned or ():
        shown = face
        if type(face) is not Face:
            key = (c[die], face)
            shown = facts.faces.get(key)
            if shown is None:
                shown = facts.faces[key] = dice.face_like(m, die, face)
        _show(c, die, (("#face", shown),))


# ------------------------------------------------------------------------------------------------------ together


def combined(m: Machine, c: Cells, word: str, answers: Any, combo: Value, many: Any) -> bool:
    """Whether some dice of one sort fit into a combination, or complete it.

    Their order does not matter, so what is known is found by one number: how many dice show each face.
    """
    weights = m.emitted.facts.weight_of_mark
    try:
        key = (combo, sum([weights[id(c[die + s.MARKS])] for die in many]))
    except KeyError:
        every = m.emitted.facts.face_weights
        key = (combo, sum([every[face_on(m, c, die)] for die in many]))
    fits = answers.get(key)
    if fits is None:
        faces = tuple([face_on(m, c, die) for die in many])
        fits = answers[key] = getattr(combos, word)(dice.combo(m, combo), faces, m.meter)
    return fits  # type: ignore[no-any-return]


def face_on(m: Machine, c: Cells, die: Thing) -> Face:
    """The face that a die shows."""
    marks = c[die + s.MARKS]
    if marks and marks[-1][0] == "#face":
        face: Face = marks[-1][1]
        return face
    return dice.shown_face(m, die)


def only_on(m: Machine, c: Cells, die: Thing) -> Any:
    """The only symbol that a die shows; something that is no symbol if there are more or fewer."""
    symbols = face_on(m, c, die).symbols
    return symbols[0] if len(symbols) == 1 else _OTHER


def combined_with(m: Machine, c: Cells, word: str, answers: Any, combo: Value, many: Any, die: Thing) -> bool:
    """Whether some dice and one more of the same sort fit into a combination, or complete it."""
    weights = m.emitted.facts.weight_of_mark
    try:
        total = sum([weights[id(c[other + s.MARKS])] for other in many])
        if die not in many:
            total += weights[id(c[die + s.MARKS])]
        fits = answers.get((combo, total))
    except KeyError:
        fits = None
    if fits is None:
        return combined(m, c, word, answers, combo, many if die in many else (*many, die))
    return fits  # type: ignore[no-any-return]


def shows(m: Machine, die: Value, symbol: str) -> bool:
    """Whether a die shows a symbol, among others or alone."""
    if type(die) is int:
        marks = m.state.cells[die + s.MARKS]
        if marks and marks[-1][0] == "#face":
            return symbol in marks[-1][1].symbols
    die = one(die)
    return die is not None and symbol in dice.shown_face(m, die).symbols


WORDS: dict[str, Any] = {
    "roll_dice": roll, "roll_new": roll_new, "turn_die": turn, "combined": combined, "combined_with": combined_with,
    "only_on": only_on, "face_on": face_on, "faces_alike": face_is, "shows": shows,
}  # fmt: skip
