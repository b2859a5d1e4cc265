"""The bytes of a state: the same everywhere, and a state that was read back goes on as the one that was written."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dsl.ir.operations import Op
from interpreter.execute.machine import Machine
from interpreter.execute.snapshot import Unreadable, canonical, digest, read
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, begin, new_machine
from interpreter.model import state as s
from interpreter.model.environment import RuleError
from interpreter.model.rng import below, stream_key
from interpreter.model.state import State
from interpreter.model.values import CardRef, Cell, Deed, Face, Location, MarkOf, Range, Rows, TextRef
from tests.architecture.tree import ROOT
from tests.engine.plays import DECISIONS, engine, game, go_on, later, seats
from tests.profiles import NIGHTLY
from tests.shipped import GAMES
from tools.matches import Match
from tools.matches.match import engine_of

SAVED = list(GAMES) if NIGHTLY else ["scrapyard", "gekido", "duel", "montoons"]
"""Games whose saves are taken up elsewhere; each has to be read there once more."""


def events_of(match: EngineMatch, since: int = 0) -> list[tuple[object, ...]]:
    return [(event.verb, event.values, event.words, event.depth) for event in match.events[since:]]


@pytest.mark.parametrize("name", GAMES)
def test_a_state_that_was_read_back_goes_on_as_the_one_that_was_written(name: str) -> None:
    match, linked = engine(name, 7), game(name).linked()
    for _ in range(DECISIONS[name]):
        data = canonical(match.machine.state, linked)
        log = list(match.machine.log or ())
        other = EngineMatch(Machine(linked, read(data, linked), 7, match.machine.seats, log))
        assert canonical(other.machine.state, linked) == data
        assert other.requests == match.requests
        since = len(match.events)
        other.answers = [*match.answers]  # chance answers by their number
        done = go_on(match, 7, 1)
        assert go_on(other, 7, 1) == done
        assert digest(other.machine.state, linked) == digest(match.machine.state, linked)
        assert events_of(other, since) == events_of(match, since)
        if not done:
            break
    assert match.answers or not DECISIONS[name]


@pytest.mark.parametrize("name", ["scrapyard", "gekido", "pblrobots"])
def test_a_match_that_is_written_and_read_after_every_event_is_the_same_match(name: str) -> None:
    """Also where the machine would not have stopped."""
    linked = game(name).linked()
    straight, broken = _series(linked, seats(name)), _series(linked, seats(name))
    for _ in range(12):
        if not _answer(straight) or not _answer(broken, rebuilt=True):
            break
    assert digest(straight.state, linked) == digest(broken.state, linked)
    assert [event.words for event in straight.log or ()] == [event.words for event in broken.log or ()]
    assert straight.state.next_request > 4


def _series(linked: LinkedProgram, names: tuple[str, ...]) -> Machine:
    """A table; with the flow of a whole series where a game has one, because that holds flows inside flows."""
    machine = new_machine(linked, names, 3)
    flow = linked.text("flow", "Series")
    text = flow.ops[0] if flow is not None else linked.start()
    machine.push_text(text, machine.state.open_scope({}), None, None, None, 0, True, None)
    machine.run()
    return machine


def _answer(machine: Machine, rebuilt: bool = False) -> bool:
    from interpreter.execute.answers import take
    from tools.play import by_chance

    if not machine.state.requests:
        return False
    request = machine.state.requests[0]
    take(machine, request, by_chance(request, 3, request.id))
    if not rebuilt:
        machine.run()
        return True
    count = -1
    while machine.state.frames and machine._can_continue():
        if machine.state.cells[s.EVENT_COUNT] != count:
            count = machine.state.cells[s.EVENT_COUNT]
            machine.state = read(canonical(machine.state, machine.linked), machine.linked)
        machine.step(machine.state.frames[-1])
    return True


@pytest.mark.parametrize("name", GAMES)
def test_no_scope_is_left_behind(name: str) -> None:
    """What nothing names any more would not be in the bytes, but would be in the state."""
    match, linked = engine(name, 5), game(name).linked()
    go_on(match, 5, DECISIONS[name])
    state = match.machine.state
    assert len(read(canonical(state, linked), linked).scopes) == len(state.scopes)


def test_which_backend_ran_and_how_scopes_are_numbered_does_not_matter() -> None:
    match, linked = engine("gekido", 3), game("gekido").linked()
    go_on(match, 3, 30)
    state = match.machine.state
    shifted = read(canonical(state, linked), linked)
    for _ in range(7):
        shifted.open_scope({})
    for number in list(shifted.scopes)[-7:]:
        del shifted.scopes[number]
    assert shifted.next_scope != state.next_scope
    shifted.scopes = {number: dict(reversed(names.items())) for number, names in reversed(shifted.scopes.items())}
    assert canonical(shifted, linked) == canonical(state, linked)
    other = EngineMatch(Machine(linked, shifted, 3, match.machine.seats, []), list(match.answers))
    go_on(match, 3, 10)
    go_on(other, 3, 10)
    assert canonical(other.machine.state, linked) == canonical(match.machine.state, linked)


def test_every_difference_shows() -> None:
    match, linked = engine("scrapyard", 1), game("scrapyard").linked()
    go_on(match, 1, 20)
    state = match.machine.state
    whole = digest(state, linked)
    for index, value in enumerate(state.cells):
        if index in (s.HISTORY, s.STEPS):
            continue  # not a value, but a list of notes; how far a bound is used up, which the next answer begins anew
        other = state.fork()
        other.cells[index] = (value, "other")
        assert digest(other, linked) != whole
    for change in ("frames", "events", "requests", "next_request", "tape"):
        other = state.fork()
        result = getattr(other, change)
        setattr(
            other,
            change,
            result + 1 if isinstance(result, int) else (*result, "x") if isinstance(result, tuple) else [],
        )
        assert digest(other, linked) != whole or getattr(state, change) == getattr(other, change)


VALUES = [
    0, -5, 1 << 62, True, False, None, "", "Zoë \U0001f916 \ud800", (), ((1, ("a",)), None), Face(3, ("fire", "ice")),
    CardRef("Rusty"), TextRef(12, "plan"), TextRef(CardRef("Rusty"), "plan"), Range(1, None), MarkOf("Burn", (2,)),
    Rows((((1, 2), "x"),), 0, True), Location(3, "hand", 2), Cell("Old_Yard", 4, (1, 2), (("kind", "oil"),)),
    Deed("strike", (("target", 5),)),
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_every_sort_of_value_comes_back(value: object) -> None:
    linked = game("scrapyard").linked()
    state = State([*engine("scrapyard", 1).machine.state.cells, value])
    actual = read(canonical(state, linked), linked).cells[-1]
    assert actual == value
    assert type(actual) is type(value)


def test_what_cannot_be_in_a_state_is_refused() -> None:
    linked = game("scrapyard").linked()
    cells = engine("scrapyard", 1).machine.state.cells
    for wrong in (1.5, float("nan"), {1}, object(), Op("perform", args=(Op("none"),))):
        state = State([*cells, wrong])
        if isinstance(wrong, float) and wrong == wrong:
            continue  # JSON knows it; the language has no such numbers
        with pytest.raises((TypeError, ValueError)):
            canonical(state, linked)


def test_any_bytes_are_a_state_or_unreadable() -> None:
    match, linked = engine("scrapyard", 1), game("scrapyard").linked()
    data = canonical(match.machine.state, linked)
    for end in range(0, len(data), 7):
        with pytest.raises(Unreadable):
            read(data[:end], linked)
    for wrong in (b"", b"[]", b"{}", b'{"form":9}', b'{"form":1,"cells":[{"Nothing":[]}]}', b"\xff"):
        with pytest.raises(Unreadable):
            read(wrong, linked)


def test_the_numbers_of_texts_and_rules_follow_from_the_program_alone() -> None:
    """Two worlds of one program in different modes, one used before and one fresh, number alike."""
    program = game("gekido").linked().program
    used = game("gekido").linked()
    fresh = LinkedProgram(program, frozenset(["other"]), {})
    match = begin(used, seats("gekido"), 1)
    go_on(match, 1, 20)
    numbered = [used.numbered_text(number) for number in range(40)]
    assert all(fresh.numbered_text(number) is op for number, op in enumerate(numbered))
    assert all(fresh.number_of_text(op) == number for number, op in enumerate(numbered))
    assert used.said == fresh.said  # no rule got a number while the match was played


def random_saves(folder: Path) -> tuple[list[str], list[list[str]]]:
    """Two saves of each game at requests by chance; of each the hash, and the hash of a fork some answers later."""
    files, expected = [], []
    for name in SAVED:
        match = game(name).start(seats(name), 11)
        key, most = stream_key(11, name), DECISIONS[name] + 1
        saves = {below(key, 1, most)[0], below(key, 9, most)[0]}
        for count in range(max(saves) + 1):
            if count in saves:
                files.append(str(folder / f"{name} {count}"))
                match.save(files[-1])
                expected.append([match.hash, later(match.fork(), 5)])
            if DECISIONS[name] and not go_on(engine_of(match), 11, 1):
                break
    return files, expected


def test_saves_at_random_requests_go_on_alike_in_other_processes(tmp_path: Path) -> None:
    files, expected = random_saves(tmp_path)
    assert {Path(file).name.split()[0] for file in files} == set(SAVED)
    processes = (("1", ("-O",)), ("random", ()))
    for hash_seed, options in processes if NIGHTLY else processes[:1]:
        assert elsewhere([sys.executable, *options], files, PYTHONHASHSEED=hash_seed) == expected


def elsewhere(python: list[str], files: list[str], **more: str) -> object:
    done = subprocess.run(
        [*python, "-m", "tests.engine.plays", "5", *files], cwd=ROOT, env={**os.environ, **more},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


@pytest.mark.parametrize("minor", [11, 12, 13, 14])
def test_another_python_goes_on_alike(tmp_path: Path, minor: int) -> None:
    python = shutil.which(f"python3.{minor}")
    if python is None or sys.version_info[1] == minor:
        pytest.skip(f"there is no other Python 3.{minor} here")
    libraries = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path.endswith("site-packages"))}
    libraries["PYENV_VERSION"] = f"3.{minor}"  # where several Pythons are kept so, it wants to be told
    probe = [python, "-c", "import attrs, click, lark, ruamel.yaml"]
    if subprocess.run(probe, env={**os.environ, **libraries}, capture_output=True).returncode:
        pytest.skip(f"the libraries do not work with Python 3.{minor}")
    match = game("scrapyard").start(seats("scrapyard"), 4)
    go_on(engine_of(match), 4, 20)
    file = str(tmp_path / "scrapyard")
    match.save(file)
    assert elsewhere([python], [file], **libraries) == [[match.hash, later(match, 5)]]


def test_a_fork_leaves_its_parent_alone() -> None:
    match: Match = game("gekido").start(seats("gekido"), 2)
    go_on(engine_of(match), 2, 15)
    before = match.hash
    fork = match.fork()
    assert fork.hash == before
    try:
        go_on(engine_of(fork), 9, 15)
    except RuleError:
        pass
    assert match.hash == before != fork.hash
