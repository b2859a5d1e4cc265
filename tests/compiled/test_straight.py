"""Emitted code asks what the reference asks: the same questions in the same order, with as many options, and it ends
alike. Every mode of every game is played by chance from the same seeds, once each way: straight, stopping at each
question, and by the reference. Nothing may be raised: a match that emitted code breaks off would be played again by the
reference, and nobody would notice but by the clock."""

from __future__ import annotations

import pytest
from hypothesis import settings

from dsl.names.symbols import players_range
from interpreter.backend.stopping.match import StoppingMatch
from interpreter.backend.straight import StraightProgram
from interpreter.execute.machine import Machine
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import begin, new_machine
from interpreter.model import state as s
from interpreter.model.requests import Fits
from interpreter.model.state import Thing
from interpreter.seats.random_answers import EnoughDecisions, RandomAnswers
from tests.architecture.tree import ROOT
from tests.shipped import ready as ready_game

GAMES = sorted(folder.name for folder in (ROOT / "rulesets").iterdir() if (folder / "ruleset.yaml").is_file())
LONG = settings.get_current_profile_name() == "nightly"
DECISIONS, SEEDS = (3_000, 20) if LONG else (60, 1)
SEATS = ("Ann", "Ben", "Cid", "Dot", "Eve")

Question = tuple[str, str, int, int, int, tuple[int, ...]]
Course = tuple[list[Question], tuple[str, ...] | None, int]


def assert_same(one: Course, other: Course, where: object) -> None:
    """Every seat was asked the same, and it ended alike. Seats that decide together in secret may be asked in turn or
    one after another, so a match that is broken off is compared as far as both have come with each seat."""
    for seat in SEATS:
        asked, wanted = ([question for question in course[0] if question[0] == seat] for course in (one, other))
        common = len(asked) if one[1] is not None else min(len(asked), len(wanted))
        assert asked[:common] == wanted[:common], (where, seat)
    assert len(one[0]) == len(other[0]), where
    assert one[1:] == other[1:], where


class NotedAnswers(RandomAnswers):
    """Random answers that are written down with their questions."""

    def __init__(self, machine: Machine, seats: tuple[str, ...], seed: int) -> None:
        super().__init__(machine, seats, seed, DECISIONS)
        self.questions: list[Question] = []

    def ask(self, sort: str, who: Thing, number: int, least: int, most: int, fits: Fits) -> tuple[int, ...]:
        answer = super().ask(sort, who, number, least, most, fits)
        self.questions.append((str(self.machine.state.cells[who + s.CARD]), sort, number, least, most, answer))
        return answer

    def request(self, m, request):  # type: ignore[no-untyped-def]
        answer = super().request(m, request)
        self.questions.append((request.seat, request.sort, len(request.options), request.least, request.most, answer))
        return answer


def by_reference(linked: LinkedProgram, seats: tuple[str, ...], seed: int) -> Course:
    match = begin(linked, seats, seed, log=False)
    match.undoable = False
    answers = NotedAnswers(match.machine, seats, seed)
    try:
        while not match.over:
            request = match.requests[0]
            match.answer(request.id, answers.request(match.machine, request))
    except EnoughDecisions:
        return answers.questions, None, 0
    return answers.questions, match.result, match.machine.state.cells[s.ROUND]


def straight(program: StraightProgram, seats: tuple[str, ...], seed: int) -> Course:
    machine = new_machine(program.linked, seats, seed, log=False)
    answers = NotedAnswers(machine, seats, seed)
    try:
        program.play(machine, answers)
    except EnoughDecisions:
        return answers.questions, None, 0
    return answers.questions, program.winners(machine), machine.state.cells[s.ROUND]


def stopping(program: StraightProgram, seats: tuple[str, ...], seed: int) -> Course:
    """Every question is answered twice: on a fork, and on the match that it was made from."""
    match = program.start(new_machine(program.linked, seats, seed, log=False))
    answers = NotedAnswers(match.machine, seats, seed)
    try:
        while not match.over:
            fork = match.fork()
            answers.machine = match.machine
            answer = next_answer(match, answers)
            fork.answer(answer)
            match.answer(answer)
            assert fork.asking == match.asking
            assert fork.machine.state.cells == match.machine.state.cells
            assert fork.machine.state.scopes == match.machine.state.scopes
            match = fork
    except EnoughDecisions:
        return answers.questions, None, 0
    return answers.questions, match.result, match.machine.state.cells[s.ROUND]


def next_answer(match: StoppingMatch, answers: NotedAnswers) -> tuple[int, ...]:
    assert match.asking is not None
    sort, who, number, least, most, fits, *more = match.asking
    if more:
        return answers.act(match.machine, more[0], who, more[1], least)
    return answers.ask(sort, who, number, least, most, fits)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_questions_in_every_mode(name: str) -> None:
    game = ready_game(name)
    plain = game.linked()
    for mode in game.modes or (None,):
        modes = frozenset([mode]) if mode else plain.modes
        linked, program = (LinkedProgram(plain.program, modes, plain.rulings) for _ in range(2))
        emitted = StraightProgram(program)
        least, most = players_range(plain.program.symbols, sorted(modes))
        for seed in range(1, SEEDS + 1):
            seats = SEATS[: least + seed % (min(most, 5) - least + 1)]
            through = straight(emitted, seats, seed)
            assert stopping(emitted, seats, seed) == through, (mode, seed)
            assert_same(through, by_reference(linked, seats, seed), (mode, seed))
