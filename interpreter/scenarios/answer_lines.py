"""Answers as a scenario writes them: `Ann: strike Tin_Can with "Iron Fist"`, `Ann: choose Torch`, `Ann: pass`.

A message that lists the possible answers shows them as lines that can be copied into the scenario, wherever the
language has words for them; an option without a name is shown in its displayed words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice

import interpreter.evaluate.dice as dice
import interpreter.evaluate.narration as narration
import interpreter.evaluate.things as things
from dsl.diagnostics import nearest
from dsl.names import types as t
from interpreter.execute.machine import Machine
from interpreter.model import state as s
from interpreter.model.moves import Move
from interpreter.model.requests import EngineRequest, Option
from interpreter.model.state import Thing, Value
from interpreter.model.values import CardRef, Face, MarkOf
from interpreter.visibility.questions import request_words
from interpreter.visibility.redact import asked_on

MOST = 1_000
SHOWN = 8
"""The maximum number of answers shown."""


def asked(request: EngineRequest) -> str:
    """The question to a seat, in a few words."""
    match request.sort:
        case "act":
            return f"what to do in `{request.prompt}`"
        case "choose" if request.least == request.most:
            return f"choose {request.most} of {len(request.options)}"
        case "choose":
            return f"choose {request.least} to {request.most} of {len(request.options)}"
        case _:
            return request.prompt


def open_now(m: Machine) -> str:
    """All open questions: the seat, the question, the window, and the possible answers."""
    return "; ".join(_open_question(*asked_on(m, request)) for request in m.state.requests)


def _open_question(m: Machine, request: EngineRequest) -> str:
    window = m.open_window() if request.sort != "act" else None
    during = f" while `{window}` is open" if window is not None else ""
    possible = listed(lines(m, request))
    return f"the open question is for {request.seat} ({asked(request)}{during}), who may answer {possible}"


def lines(m: Machine, request: EngineRequest) -> list[str]:
    """The smallest answers as lines of a scenario, and the pass if allowed; only the first of very many."""
    size = max(1, request.least)
    chosen = islice(combinations(range(len(request.options)), size), MOST) if request.most else iter(())
    if request.fits is not None:
        chosen = islice((indexes for indexes in request.fits if indexes), MOST)
    type = type_of(m, request)
    may_pass = request.least == 0 if request.fits is None else () in request.fits
    answers = [_line(m, request, (), type)] if may_pass else []
    answers += [_line(m, request, indexes, type) for indexes in chosen]
    return list(dict.fromkeys(answers))


def listed(texts: Iterable[str]) -> str:
    """A list such as: one of `Ann: pass`, `Ann: use Torch` and 3 more."""
    every = [f"`{text}`" for text in texts]
    if len(every) > SHOWN:
        return f"one of {', '.join(every[:SHOWN])} and {len(every) - SHOWN} more"
    return f"one of {', '.join(every)}" if len(every) > 1 else "".join(every)


def near(said: str, lines: list[str]) -> str:
    """The line that was probably meant: one that differs by a typing error in one word. Otherwise all lines."""
    words = said.split()
    for line in lines:
        other = line.split()
        differing = [pair for pair in zip(words, other, strict=False) if pair[0] != pair[1]]
        if (
            len(words) == len(other)
            and len(differing) == 1
            and nearest(_bare(differing[0][0]), [_bare(differing[0][1])])
        ):
            return f"did you mean `{line}`?"
    return f"possible: {listed(sorted(lines, key=lambda line: -len(set(line.split()) & set(words))))}"


def _bare(word: str) -> str:
    return word.strip('",')


def line(m: Machine, request: EngineRequest, chosen: tuple[int, ...]) -> str:
    """An answer as a line of a scenario."""
    return _line(m, request, chosen, type_of(m, request))


def _line(m: Machine, request: EngineRequest, chosen: tuple[int, ...], type: t.Type) -> str:
    return f"{request.seat}: {_reply(m, request, [request.options[index] for index in chosen], type)}"


def _reply(m: Machine, request: EngineRequest, chosen: list[Option], type: t.Type) -> str:
    match request.sort:
        case "may":
            return "yes" if chosen else "no"
        case _ if not chosen:
            return "pass"
        case "act" if isinstance(chosen[0].value, Move):
            return said(m, chosen[0].value)
        case "ask":
            return f"tell {value(m, chosen[0].value, type)}"
        case "choose" | "arrange":
            return f"choose {', '.join(value(m, option.value, type) for option in chosen)}"
        case _:
            return f"choose {', '.join(quoted(option.words) for option in chosen)}"


def type_of(m: Machine, request: EngineRequest) -> t.Type:
    """The type of the option values of an open question."""
    return request_words(m, request).type if request in m.state.requests else t.UNKNOWN


def said(m: Machine, move: Move) -> str:
    """An action with its slots, as in a sentence."""
    return " ".join([move.verb, *_slots(m, move)])


def _slots(m: Machine, move: Move) -> Iterator[str]:
    values = dict(move.values)
    for slot in m.linked.signatures[move.verb].slots:
        argument = values.get(slot.name)
        if argument is None or argument == () or slot.name == "me":
            continue
        words = value(m, argument, slot.type)
        if isinstance(argument, tuple):
            words = f"[{words}]"
        yield f"{slot.preposition} {words}".strip()


def value(m: Machine, subject: Value, type: t.Type = t.UNKNOWN) -> str:
    """A value as a scenario names it. The type distinguishes a thing from a number."""
    match subject:
        case bool():
            return "yes" if subject else "no"
        case tuple():
            of = t.item(type) or t.plain(type)
            return ", ".join(value(m, part, of) for part in subject)
        case int():
            pieces = narration.pieces_of(m, subject, type)
            return name(m, subject) if pieces == [subject] else str(subject)
        case CardRef(id=id):
            return quoted(id.rsplit(".", 1)[-1])
        case Face(number=number, symbols=symbols):
            return " + ".join(symbols) or str(number)
        case MarkOf():
            return narration.shown_value(m, subject)
        case str() if isinstance(t.plain(type), t.SymbolT | t.RefT):
            return subject
        case str():
            return quoted(subject)
        case _:
            return narration.shown_value(m, subject, type)


def name(m: Machine, thing: Thing) -> str:
    """The name of a thing in a scenario: a die by its face, everything else by its id."""
    if "Die" in things.lineage(m, thing):
        return value(m, dice.shown_face(m, thing))
    card = m.state.cells[thing + s.CARD]
    own = card.rsplit(".", 1)[-1] if isinstance(card, str) else ""
    return own if own.isidentifier() else quoted(things.shown(m, thing))


def quoted(words: str) -> str:
    return words if words.isidentifier() or words.isdecimal() else f'"{words}"'
