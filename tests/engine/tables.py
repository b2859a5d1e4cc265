"""Small games written in a test, checked and put on the table."""

from __future__ import annotations

from functools import cache

import interpreter.evaluate.fields as fields
from dsl.check.driver import Unit, check
from dsl.ir.program import Program
from dsl.parse import parse_source
from dsl.text.source import Source
from interpreter.evaluate import things
from interpreter.match import EngineMatch, start
from interpreter.model import state as s
from interpreter.model.requests import EngineRequest

HEAD = 'ruleset small "Small" { players 2..4, triggers active_first, start Match }\n'


@cache
def program(text: str) -> Program:
    """A game from its text; a text without `ruleset` gets one."""
    whole = text if "ruleset " in text else HEAD + text
    checked = check([Unit("small", tuple(parse_source(Source("small.bot", whole))))])
    wrong = [
        f"{diagnostic.code} {diagnostic.message}"
        for diagnostic in checked.diagnostics
        if diagnostic.severity == "error"
    ]
    assert wrong == [], wrong
    return checked.program


def play(text: str, *seats: str, seed: int = 0, modes: tuple[str, ...] = ()) -> EngineMatch:
    return start(program(text), seats or ("Ann", "Ben"), seed, modes=modes)


def asked(match: EngineMatch, seat: str = "") -> EngineRequest:
    """The one request that is open, or the one of a seat."""
    results = [request for request in match.requests if request.seat == seat or not seat]
    assert len(results) == 1, [(request.seat, request.prompt) for request in match.requests]
    return results[0]


def words(request: EngineRequest) -> list[str]:
    return [option.words for option in request.options]


def say(match: EngineMatch, seat: str, *wanted: str) -> None:
    """Answer with the options whose words begin so; without any, pass."""
    request = asked(match, seat)
    chosen = []
    for wish in wanted:
        fitting = [i for i, option in enumerate(request.options) if option.words.startswith(wish) and i not in chosen]
        assert fitting, (wish, words(request))
        chosen.append(fitting[0])
    match.answer(request.id, chosen)


def table(match: EngineMatch, name: str) -> object:
    """A field of the table."""
    machine = match.machine
    return fields.read(machine, machine.state.cells[s.TABLE], name)


def player(match: EngineMatch, seat: str, name: str) -> object:
    machine = match.machine
    who = things.find(machine, seat, "Player")
    return fields.read(machine, who, name)


def log(match: EngineMatch) -> list[str]:
    return [event.words for event in match.events]
