"""Every function of the language on arguments of every sort that the checker lets through: what comes out is of the type
that the checker says, on both engines alike, and nothing breaks but by a fault of the rules."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import settings

from dsl.check.driver import check_text
from dsl.ir.operations import Op
from dsl.ir.program import Program
from dsl.names import builtins
from dsl.names import types as t
from interpreter.compiled import jit
from interpreter.compiled.jit import Jit
from interpreter.evaluate.expressions import value
from interpreter.evaluate.things import lineage
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, begin
from interpreter.model import state as s
from interpreter.model.environment import RuleError, Scope
from interpreter.model.values import CardRef, Face, Rows
from interpreter.model.work_meter import refill
from tests.properties.programs import board, ground

EACH = 60
"""So many calls of each function, beside those with one argument."""
BATCHES = 30 if settings.get_current_profile_name() == "nightly" else 1
ARGUMENTS = (
    "first(Unit)", "last(Unit)", "Ogre", "none", "first(Lava)", "last(Tile)", "neighbour(first(Unit), 2)",
    "Unit", "Tile", "Elite", "players", "[first(Unit), last(Unit)]", "notes", "worn", "Hue", "1..4", "[]",
    "1", "0", "-2", "3000000000 * 3000000000", "red", "yes", '"words"', "2/4/6", "pair", "worth", "odds", "Cone",
    "active", "first(players).tray", "first(first(players).tray)", "first(first(players).bag)", "Unit where that is Elite",
    "first(first(players).tray).face", "each(first(players).tray, that.face)", "each(Unit, that.rival)",
    "that", "that.wounds", "that.wounds > 1", "that.heat", "that.hue", "Burning", "Burning(2)", "Unit[2]",
    "first(players).shelf", "first(players).chart", "first(Unit).owner", "first(Unit).holder", "first(Unit).rival",
)  # fmt: skip
FITTING = {
    "spot": ("first(Unit)", "last(Tile)", "first(Lava)", "Ogre"),
    "spot or direction": ("first(Unit)", "last(Tile)", "1", "4"),
    "number": ("1", "2", "-2", "count(players)"),
    "list": ("Unit", "notes", "[]", "each(Unit, that.rival)"),
    "list or thing": ("Unit", "first(Unit)", "worn"),
    "dice": ("first(players).tray", "first(players).bag", "[]"),
    "face": ("first(first(players).tray).face", "first(first(players).bag)"),
    "die or face": ("first(first(players).bag)", "first(first(players).bag).face"),
    "combo": ("pair",), "ladder": ("2/4/6", "3"), "player": ("active", "last(players)"), "shape": ("Cone",),
    "symbol": ("red", "blue"), "kind": ("Unit", "Card"), "table": ("worth", "odds", "first(players).chart"),
    "thing": ("first(Unit)",), "number of that": ("1", "that.might"), "wish of that": ("1", "that.might"),
    "truth of that": ("yes", "that.wounds > 1"), "truth or mark of that": ("Burning(2)", "red", "that.armed"),
    "any of that": ("that.hue", "that"), "truth of space": ("that.heat > 0",), "number of space": ("1", "that.heat"),
}  # fmt: skip
"""What each want of a function is likely to take."""
FUNCTIONS = sorted(set(builtins.FUNCTIONS) - {"times", "would"})  # these take the name of a verb


def game() -> str:
    random = Random(3)
    marks = (
        "keyword Tough(n: 0..9 = 1) on Unit { }\nstatus Frozen on Unit { }\nstatus Burning(n: number = 1) on Unit { }"
    )
    cards = "Unit Ogre { might 3, Tough(1) }\nElite Boss { might 4 }\nCard Potion { cost 1 EN, used { tally += 1 } }"
    flow = """flow Match {
  lay Plain
  for each p in players { take 1 of Ogre into p.yard; roll 2 of D4 into p.tray; roll 1 of HueDie into p.bag }
  take 1 of Boss into first(players).yard
  move first(Unit) to first(Tile)
  notes += [3, 1, 3]
  repeat { phase turn by first(players) { either "left" by me { tally += 1 } or "right" { } } }
}"""
    drawn = board(random)
    while "l" not in drawn.split('rows """')[1]:
        drawn = board(random)
    return "\n".join((ground(frozenset({"board"}), random), drawn, marks, "mode odd { }", cards, flow, ""))


def calls(batch: int) -> list[str]:
    collected = []
    for name in FUNCTIONS:
        wants = builtins.FUNCTIONS[name].wants
        least = sum(not want.optional for want in wants)
        for size in range(least, len(wants) + 1):
            every = list(product(ARGUMENTS, repeat=size)) if size < 3 else []
            random = Random(f"{name} {size} {batch}")
            some = random.sample(every, min(EACH if size > 1 else len(every), len(every)))
            some += [tuple(random.choices(ARGUMENTS, k=size)) for _ in range(EACH if size > 2 else 0)]
            some += random.sample(
                good := list(product(*(FITTING[want.wants] for want in wants[:size]))), min(24, len(good))
            )
            collected += [f"{name}({', '.join(args)})" for args in some]
    return collected


@cache
def accepted(batch: int) -> Program:
    """The game with a rule for each call that the checker accepts."""
    head = game()
    written = calls(batch)
    for _ in range(4):
        lines = [f"rule r{index} = {call}\n" for index, call in enumerate(written)]
        starts = [len(head)]
        for line in lines:
            starts.append(starts[-1] + len(line))
        checked = check_text(head + "".join(lines))
        wrong = {diagnostic.place.start for diagnostic in checked.diagnostics if diagnostic.severity == "error"}
        if not wrong:
            return checked.program
        assert min(wrong) >= len(head), checked.diagnostics
        written = [
            call
            for index, call in enumerate(written)
            if not any(starts[index] <= place < starts[index + 1] for place in wrong)
        ]
    raise AssertionError("what the checker refuses depends on what stands beside it")


def at_table(batch: int, fast: bool) -> EngineMatch:
    linked = LinkedProgram(accepted(batch))
    if fast:
        linked.fast = Jit(linked)
    return begin(linked, ("Ann", "Ben"), 1, log=False)


def inhabits(found: Any, type: t.Type, m: Any) -> bool:
    """Whether a value is of a type. What a type promises may still be none: that is seen in play."""
    match type:
        case t.UnknownT():
            return True
        case t.MaybeT(of=of):
            return found is None or inhabits(found, of, m)
        case t.NumberT(low=low, high=high):
            number = found.number if isinstance(found, Face) else found
            fits = isinstance(number, int) and not isinstance(number, bool)
            return fits and (low is None or number >= low) and (high is None or number <= high)
        case t.TruthT():
            return isinstance(found, bool)
        case t.TextT() | t.RefT():
            return isinstance(found, str)
        case t.SymbolT(name=name):
            return found in m.symbols.symbols[name].members
        case t.FaceT():
            return isinstance(found, Face)
        case t.ListT(of=of):
            return isinstance(found, tuple) and all(part is None or inhabits(part, of, m) for part in found)
        case t.TableT(of=of):
            return isinstance(found, Rows)
        case t.KindT(name=name):
            thing = isinstance(found, CardRef) or (isinstance(found, int) and not isinstance(found, bool))
            return found is None or (thing and name in lineage(m, found))
        case t.LadderT():
            return isinstance(found, tuple | int)
        case _:
            return True


def ops(batch: int) -> list[tuple[str, Op]]:
    program = accepted(batch)
    return [
        (item.piece.text.strip(), item.ops[0])
        for item in program.declarations
        if item.sort == "rule" and item.name[1:].isdigit()
    ]


def outcome(match: EngineMatch, op: Op) -> Any:
    m = match.machine
    refill(m)
    try:
        return value(op, Scope({}, None, m.state.cells[s.PLAYERS][0]), m)
    except RuleError as wrong:
        return wrong.code
    except Exception as broken:  # noqa: BLE001  (a checked program raises no error of Python)
        return repr(broken)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_function_gives_what_its_type_says(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "OFTEN", 1)
    reference, compiled = at_table(batch, False), at_table(batch, True)
    assert reference.machine.state.cells == compiled.machine.state.cells
    met, wrong = set(), []
    for text, op in ops(batch):
        result = outcome(reference, op)
        if outcome(compiled, op) != result:
            wrong.append(f"{text}: {result} on the reference, {outcome(compiled, op)} compiled")
        if isinstance(result, str) and result.startswith("BW50"):
            continue
        if isinstance(result, str) and "Error(" in result:
            wrong.append(f"{text}: {result}")
            continue
        met.add(op.data)
        if not inhabits(result, op.type, reference.machine):
            wrong.append(f"{text}: {result} is not {t.show(op.type)}")
    assert wrong == []
    assert met == set(FUNCTIONS)
