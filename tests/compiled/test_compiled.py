"""Compiled code is the reference, only faster: the same options, the same states, the same faults, question by question."""

from __future__ import annotations

import ast
import random
from functools import cache
from pathlib import Path

import pytest

from dsl.ir.program import Program as Checked
from interpreter.compiled import direct, jit
from interpreter.compiled.annotated_source import listing, names
from interpreter.compiled.jit import Jit
from interpreter.compiled.support import WORDS
from interpreter.execute.snapshot import canonical
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, begin
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import RuleError
from interpreter.playout import CompiledProgram, Playout
from tests.engine.tables import program as program_of
from tests.shipped import GAMES, linked, program
from tools.workspace import load_program

ROOT = Path(__file__).parents[2]
SMALL = ["breakthrough", "connectfour", "hex11", "pig", "tictactoe"]
SEATS = ("Ann", "Ben")


def table_of(match: EngineMatch | Playout) -> list[object]:
    """The cells of a match; how much of its bound a decision has used is nobody's business."""
    return [0 if index == s.STEPS else item for index, item in enumerate(match.machine.state.cells)]


@cache
def checked(folder: str) -> Checked:
    packs = (str(ROOT / "content/scrapyard-starter"),) if folder.endswith("scrapyard") else ()
    program, _ = load_program(folder, packs, tests=False)
    assert program is not None
    return program


def small(name: str) -> CompiledProgram:
    return CompiledProgram(LinkedProgram(checked(str(ROOT / "tests/benchmarks/games" / name))))


def answer_of(chance: random.Random, least: int, most: int, number: int) -> tuple[int, ...]:
    return tuple(chance.sample(range(number), chance.randint(least, min(most, number))))


# ------------------------------------------------------------------------------------------------ flows that stop


@pytest.mark.parametrize("name", SMALL)
def test_a_flow_asks_the_same_and_stands_in_the_same_state(name: str) -> None:
    program = small(name)
    assert not program.why_not
    for seed in range(2):
        chance = random.Random(seed)
        ours, reference = (
            program.start(SEATS, seed),
            begin(LinkedProgram(program.linked.program), SEATS, seed, log=False),
        )
        for _ in range(60):
            assert ours.over == reference.over
            if reference.over:
                break
            (mine,), (theirs,) = ours.requests, reference.requests
            assert mine == theirs
            assert [option.words for option in mine.options] == [option.words for option in theirs.options]
            assert table_of(ours) == table_of(reference)
            chosen = answer_of(chance, theirs.least, theirs.most, len(theirs.options))
            ours.answer(chosen)
            reference.answer(theirs.id, chosen)
        assert ours.match is None  # compiled to the end
        assert ours.result == reference.result


@pytest.mark.parametrize("name", SMALL)
def test_straight_through_a_match_ends_in_the_same_state(name: str) -> None:
    program = small(name)
    for seed in range(3):
        chance, drawn = random.Random(seed), list[int]()

        def one(number: int, chance: random.Random = chance, drawn: list[int] = drawn) -> int:
            drawn.append(chance.randrange(number))
            return drawn[-1]

        cells = program.play(SEATS, seed, one, lambda number, least, most: ())
        stopping = program.start(SEATS, seed)
        for index in drawn:
            stopping.choose(index)
        assert stopping.over
        assert table_of(stopping) == [0 if index == s.STEPS else item for index, item in enumerate(cells)]
        assert stopping.result == program.winners(cells)


def test_a_copy_in_the_middle_goes_its_own_way() -> None:
    program = small("connectfour")
    match = program.start(SEATS, 5)
    for index in (3, 2, 1):
        match.choose(index)
    before = list(match.machine.state.cells)
    copy = match.fork()
    copy.choose(0)
    assert match.machine.state.cells == before
    match.choose(0)
    assert match.machine.state.cells == copy.machine.state.cells


# --------------------------------------------------------------------------------------------- texts and expressions


@pytest.mark.parametrize("name", GAMES)
def test_segments_and_expressions_stand_in_the_same_state(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "OFTEN", 2)  # compile almost everything at once
    modes = linked(name).modes
    plain, fast = LinkedProgram(program(name), modes), LinkedProgram(program(name), modes)
    fast.fast = Jit(fast)
    reference, ours = begin(plain, SEATS, 3, log=False), begin(fast, SEATS, 3, log=False)
    chance = random.Random(3)
    for _ in range(40):
        assert table_of(ours) == table_of(reference)
        assert ours.requests == reference.requests
        assert canonical(ours.machine.state, fast) == canonical(reference.machine.state, plain)
        if reference.over:
            break
        request = reference.requests[0]
        chosen = answer_of(chance, request.least, request.most, len(request.options))
        faults = [fault_of(match, request.id, chosen) for match in (reference, ours)]
        assert faults[0] == faults[1]
        if faults[0]:
            break
    assert fast.fast.texts
    assert any(function is not None for function in fast.fast.functions.values())


def fault_of(match: EngineMatch, request: int, chosen: tuple[int, ...]) -> str:
    try:
        match.answer(request, chosen)
    except RuleError as wrong:
        return f"{wrong.code} {wrong.message} {wrong.passage}"
    return ""


BANK = """ruleset bank "Bank" { players 2, triggers active_first, start Match }
extend Player { keeps purse: number = 1 }
flow Match {
  repeat {
    for each p in players {
      phase turn by p {
        either "double" by p { double by p } or "share" { share by p }
      }
    }
  }
}
effect double by me { me.purse = me.purse * 4000000000 }
effect share by me { me.purse = me.purse / (me.purse - 1) }
"""


def test_what_compiled_code_cannot_do_the_reference_does_and_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "OFTEN", 1)
    linked = LinkedProgram(program_of(BANK))
    linked.fast = Jit(linked)
    match = begin(linked, SEATS, 1, log=False)
    before = list(match.machine.state.cells)
    with pytest.raises(RuleError) as wrong:
        match.answer(match.requests[0].id, (1,))
    assert "divides by 0" in wrong.value.message
    assert match.machine.state.cells == before
    for _ in range(2):  # 4,000,000,000 each; its square is too large by far
        match.answer(match.requests[0].id, (0,))
    with pytest.raises(RuleError, match="64"):
        match.answer(match.requests[0].id, (0,))


def test_a_flow_pays_about_what_the_reference_pays() -> None:
    """Never less than its share of the bound, and not many times as much: then the reference would play honest games."""
    assert limits.COMPILED_SHARE >= 4
    for name in ("hex11", "connectfour", "tictactoe", "pig"):
        program = small(name)
        ours, reference = program.start(SEATS, 1), begin(LinkedProgram(program.linked.program), SEATS, 1, log=False)
        for index in (1, 0, 1, 0):
            ours.choose(index)
            reference.answer(reference.requests[0].id, (index,))
            paid = ours.machine.state.cells[s.STEPS]
            honest = limits.WORK - reference.machine.meter.left
            assert 0 < honest <= 2 * paid
            assert paid < 5 * honest


# ------------------------------------------------------------------------------------------------- what is written


def code_of(linked: LinkedProgram) -> str:
    return "\n".join(line.text for name in names(linked) for line in listing(linked, name))


@pytest.mark.parametrize("name", ["scrapyard", "gekido"])
def test_nothing_of_an_author_is_in_the_code(name: str) -> None:
    """Names are numbered, values stand in a table, and only words of the list are called."""
    tree = ast.parse(code_of(LinkedProgram(program(name))))
    words = WORDS.keys() | direct.WORDS.keys()
    own = {"m", "c", "n", "it", "me", "that", "actor", "f", "pc", "v", "w", "x", "spot", "near", "found"}
    own |= {"waiting", "out", "foe_", "result", "o", "a", "b", "u"}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=value):
                assert isinstance(value, int | None), value
            case ast.Name(id=used) | ast.arg(arg=used) | ast.FunctionDef(name=used):
                numbered = used[:1].isalpha() and used[1:].rstrip("_").isdigit()
                hoisted = used.endswith("_") and used[:-1].replace("_", "").isalpha()
                assert numbered or hoisted or used in words or used in own, used
            case ast.Attribute(attr=attr):
                assert not attr.startswith("_"), attr
            case ast.Import() | ast.ImportFrom() | ast.Global() | ast.With() | ast.Delete():
                raise AssertionError(ast.dump(node))


def test_lines_know_where_they_came_from() -> None:
    listed = listing(LinkedProgram(checked(str(ROOT / "rulesets/scrapyard"))), "shove")
    beside = {line.passage.text for line in listed if line.passage is not None}
    assert "let next = beyond(target.tile, away_from: source.tile)" in beside
    for line in listed:
        if line.passage is not None:
            spot = line.passage.spot
            text = (ROOT / spot.file).read_text(encoding="utf-8").splitlines()[spot.line - 1]
            assert text[spot.column - 1 :].startswith(line.passage.text[:10])
