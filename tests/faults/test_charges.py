"""What each pass over something costs, to the operation, on both engines: take any charge away, and a row fails.

A row does one thing with `n` things, cards, spaces or numbers, at two sizes. Its figures are what one more of them
costs: one for each operation evaluated for it, and one for each time it is visited, looked up or copied. The reference
and compiled code count differently, but compiled code gets a quarter of the budget, so it may never count less than a
quarter of what the reference does: else it would finish what the reference finds too long.
"""

from __future__ import annotations

import pytest

from interpreter.compiled import jit
from interpreter.compiled.jit import Jit
from interpreter.evaluate import distances
from interpreter.explain import odds
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import begin
from interpreter.model import limits
from tests.engine.tables import program, say
from tools.odds.question import read

TABLE = """
die D6 {{ 1..6 }}
combo pair = 2 same
kind Unit {{ keeps wounds: 0.. = 0 }}
kind Giant is Unit {{ }}
status Hurt on Unit stacks apart {{ }}
keyword Armed on Unit {{ after tap if it.wounds > 5 {{ laps = 1 }} }}
Unit Ogre {{ }}
Unit Elf {{ }}
Unit Orc {{ }}
extend Table {{ keeps laps: 0.. = 0, keeps numbers: list of number = [], zone pile of Unit, zone bin of Unit }}
extend Player {{
  keeps coins: 0..9999 = 5000, zone purse of Unit, zone spent of Unit, zone shelves 1..{n} of Unit, zone cups of D6
}}
currency Gold = me.coins
currency Coin {{ pay c from me.purse{when} {{ move c to me.spent }} }}
table chart {{ {rows}, else: 0 }}
window Main {{ offer any to active }}
window Other {{ offer any to active }}
effect tap {{ }}
rule weight = 1
rule height = 1
{more}
action ready by me during Main {{
  numbers = each(1..{n}, that)
  {before}
}}
action go by me during Main {{ {body} }}
flow Match {{ repeat {{ for each p in players {{ phase turn by p {{ open Main }} }} }} }}
"""
FIELD = """
kind Pawn {{ stands on cell: Cell as many pawns }}
Pawn Foot {{ }}
kind Cell is Space {{ keeps worth: 0.. = 0, rough: 1..9 = 1 }}
Board Field {{ grid square, space Cell, width {n}, height 1, diagonals }}
Map Yard {{ board Field, legend {{ ".": Cell {{ }} }}, rows \"\"\"{dots}\"\"\" }}
Shape Bar {{ legend {{ "u": user, "#": covered }}, rows \"\"\"u{hashes}\"\"\" }}
extend Table {{ keeps laps: 0.. = 0, zone pool of Pawn }}
window Main {{ offer any to active }}
window Other {{ offer any to active }}
define far_off(c: Cell) = count(reach(c, 99, rough))
{more}
action ready by me during Main {{ {before} }}
action go by me during Main {{ {body} }}
flow Match {{ lay Yard; repeat {{ for each p in players {{ phase turn by p {{ open Main }} }} }} }}
"""
CROWD = "take #n of Ogre into pile"
PURSE = "take #n of Ogre into me.purse"
OPEN = "open Other"
Row = tuple[str, str, str, int, int]
"""What is declared, what prepares it, what is done; what one more costs the reference and compiled code."""
THINGS: dict[str, Row] = {
    "nothing": ("", "", "laps = 0", 0, 0),
    "a list in a list": ("", "", "laps = count([numbers])", 1, 1),
    "lists joined": ("", "", "laps = count(numbers + [0])", 1, 1),
    "a list without another": ("", "", "laps = count(numbers - [1])", 1, 1),
    "a member": ("", "", "if numbers has 5 { laps = 1 }", 1, 1),
    "two lists compared": ("", "", "if numbers is numbers { laps = 1 }", 2, 2),
    "a list turned": ("", "", "laps = count(reversed(numbers))", 1, 1),
    "the first of a list": ("", "", "laps = count(first(numbers, 99))", 1, 1),
    "the last of a list": ("", "", "laps = count(last(numbers, 99))", 1, 1),
    "a row of a table": ("", "", "laps = chart[5]", 1, 1),
    "a row that is kept": ("extend Player { keeps notes: table by number of number = 0 }", "for each x in numbers { me.notes[x] = 1 }", "laps = me.notes[3]", 1, 1),
    "a level": ("", "", "if first(players).shelves[2] is none { laps = 1 }", 2, 1),
    "a mark": ("", "take one of Ogre into pile as x; repeat #n { give Hurt to x }", "if first(pile) has Armed { laps = 1 }", 1, 1),
    "marks counted": ("", "take one of Ogre into pile as x; repeat #n { give Hurt to x }", "laps = count(first(pile), Armed)", 1, 1),
    "a sum": ("", "", "laps = sum(numbers)", 1, 1),
    "keys of a table": ("", "", "laps = count(keys(chart))", 1, 1),
    "all things of a kind": ("", CROWD, "laps = count(Unit)", 1, 1),
    "a condition on each": ("", CROWD, "laps = count(pile where that is Ogre)", 4, 4),
    "faces that fit": ("", "roll #n of D6 into me.cups", "if complete(pair, me.cups) { laps = 1 }", 3, 3),
    "a place in a pile": ("", CROWD, "laps = last(pile).position", 1, 1),
    "the levels of a zone": ("", "", "for each p in players { laps = count(p.shelves) }", 2, 2),  # of two players
    "the past": ("", "repeat #n { tap }", "laps = times(tap)", 1, 1),
    "rules that end": ("", "repeat #n { modify height by 1 until end of turn }", "laps = weight", 2, 1),  # compiled code knows that nothing changes it
    "rules that change a value": ("", "repeat #n { modify weight by 1 until end of turn }", "laps = weight", 4, 4),
    "changes borne by things": ("extend Unit { modify weight by 1 while it.wounds > 5 }", CROWD, "laps = weight", 6, 6),
    "hooks borne by things": ("extend Unit { after tap if it.wounds > 5 { laps = 1 } }", CROWD, "tap", 6, 6),
    "hooks of a mark": ("", f"{CROWD}; give Armed to pile", "tap", 5, 5),
    "a loop": ("", "", "for each x in numbers { }", 11, 11),  # ten for the turn of the loop
    "a shuffle": ("", CROWD, "shuffle pile", 4, 4),
    "things removed": ("", CROWD, "remove pile", 10, 10),
    "a slot": ("action pick u: Unit by me during Other { }", CROWD, OPEN, 2, 2),
    "a slot with a list": ("action pick u: Unit by me during Other { require u in pile }", CROWD, OPEN, 4, 3),
    "a slot that is forbidden": ("action pick u: Unit by me during Other { }\nforbid pick if u.wounds > 3", CROWD, OPEN, 7, 6),
    "two slots": ("action pick u: Unit with v: 1..2 by me during Other { require u.wounds > v }", CROWD, OPEN, 12, 12),
    "a slot for several": ("action pick us: many Unit by me during Other { require count(us) < 2 }", CROWD, OPEN, 125, 125),  # each with each
    "amounts to pay": ("action buy by me during Other { cost 0..#n Gold as x; laps = x }\nafter go { buy by active }", "", "laps = 0", 3, 3),
    "coins matched": ("action buy by me during Other { cost 2 Coin }", PURSE, OPEN, 4, 4),
}  # fmt: skip
BOARD: dict[str, Row] = {
    "within": ("", "", "laps = count(within(first(Cell), 999))", 2, 2),
    "sees": ("", "", "if sees(first(Cell), last(Cell)) { laps = 1 }", 1, 1),
    "sees what is printed": ("", "", "if sees(first(Cell), last(Cell), rough > 3) { laps = 1 }", 5, 6),
    "reach": ("", "", "laps = count(reach(first(Cell), 999))", 5, 5),
    "reach at a price": ("", "", "laps = count(reach(first(Cell), 999, 1))", 7, 7),
    "reach at a printed price": ("", "", "laps = far_off(first(Cell))", 9, 8),
    "who stands there": ("", "repeat #n { take one of Foot into pool as f; move f to first(Cell) }", "laps = count(first(Cell).pawns)", 1, 1),
    "an area": ("", "", "laps = count(area(Bar, first(Cell)))", 2, 2),
    "an area that leads out": ("", "", "laps = count(area(Bar, first(Cell), last(Cell)))", 1, 1),
}  # fmt: skip
EVERY_SPACE = {
    "distances": ("", "", "laps = sum(Cell, distance(that, last(Cell)))"),
    "lines": ("", "", "laps = sum(Cell, count(lines(that, 12)))"),
    "short lines": ("", "", "laps = sum(Cell, count(lines(that, 9)))"),
    "connected": ("", "", "laps = sum(Cell, count(connected(that, worth is 0)))"),
    "sight": ("", "", "laps = count(Cell where sees(that, last(Cell), rough > 3))"),
    "sight again": ("", "laps = count(Cell where sees(that, last(Cell), rough > 3))", "laps = 0"),
    "charted": ("", "", "laps = sum(Cell, far_off(that))"),
    "charted before": ("", "laps = sum(Cell, far_off(that))", "laps = sum(Cell, far_off(that))"),
    "charted for a slot": (
        "action far c: Cell with k: 1..9 by me during Other { require count(reach(c, 99, rough)) + k > 999 }",
        "",
        OPEN,
    ),
}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "OFTEN", 1)


def work(text: str, compiled: bool, *seats: str) -> int:
    """What it costs Ann to go, once she is ready."""
    linked = LinkedProgram(program(text))
    if compiled:
        linked.fast = Jit(linked)
    match = begin(linked, seats or ("Ann", "Ben"))
    say(match, "Ann", "ready")
    say(match, "Ann", "go")
    return match.machine.meter.full - match.machine.meter.left


def on_a_table(n: int, more: str, before: str, body: str, compiled: bool, when: str = "") -> int:
    rows = ", ".join(f"{number}: 1" for number in range(1, n + 1))
    parts = {"more": more, "before": before, "body": body, "when": when}
    parts = {name: text.replace("#n", str(n)) for name, text in parts.items()}
    return work(TABLE.format(n=n, rows=rows, **parts), compiled)


def on_a_field(n: int, more: str, before: str, body: str, compiled: bool) -> int:
    parts = {"more": more, "before": before.replace("#n", str(n)), "body": body}
    return work(FIELD.format(n=n, dots=" ." * n, hashes=" #" * n, **parts), compiled)


@pytest.mark.parametrize("compiled", [False, True], ids=["reference", "compiled"])
@pytest.mark.parametrize("what", THINGS)
def test_one_more_thing_costs_so_much(what: str, compiled: bool) -> None:
    *row, reference, fast = THINGS[what]
    few, many = (on_a_table(n, *row, compiled) for n in (10, 20))  # type: ignore[arg-type]
    assert many - few == 10 * (fast if compiled else reference)
    assert 4 * fast >= reference


@pytest.mark.parametrize("compiled", [False, True], ids=["reference", "compiled"])
@pytest.mark.parametrize("what", BOARD)
def test_one_more_space_costs_so_much(what: str, compiled: bool) -> None:
    *row, reference, fast = BOARD[what]
    few, many = (on_a_field(n, *row, compiled) for n in (20, 30))  # type: ignore[arg-type]
    assert many - few == 10 * (fast if compiled else reference)
    assert 4 * fast >= reference


@pytest.mark.parametrize("what", EVERY_SPACE)
def test_compiled_code_counts_at_least_a_quarter(what: str) -> None:
    reference, fast = (on_a_field(30, *EVERY_SPACE[what], compiled) for compiled in (False, True))
    assert 4 * fast >= reference


# -------------------------------------------------------------------------------------- what does not grow with a list


def test_a_search_over_a_large_board_costs_each_of_its_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distances, "SMALL", 4)
    asked = ("", "", "laps = distance(first(Cell), last(Cell))")
    assert on_a_field(30, *asked, compiled=False) - on_a_field(20, *asked, compiled=False) == 10


def test_each_player_who_decides_with_others_costs_two_copies() -> None:
    """One when the decision begins, and one when it goes on."""
    text = TABLE.format(
        n=1, rows="1: 1", more="", before="", when="", body="together for each p in players { laps = 1 }"
    )
    two, three = (work(text, False, *("Ann", "Ben", "Cid")[:number]) for number in (2, 3))
    assert 2 * limits.WORK_PER_COPY <= three - two < 3 * limits.WORK_PER_COPY


def test_payments_that_depend_on_each_other_are_paid_for_by_the_decision() -> None:
    """A try copies the table: of three coins that look different, one has to be tried before the second pays."""
    buy = "action buy by me during Other { cost 2 Coin }"
    coins = "take one of Ogre into me.purse; take one of Elf into me.purse; take one of Orc into me.purse"
    few, many = (
        on_a_table(1, buy, coins, body, compiled=False, when=" where count(that.owner.purse) > 1")
        for body in ("laps = 0", OPEN)
    )
    assert many - few > limits.WORK_PER_COPY


def spent_on_odds(question: str, die: str) -> int:
    """What a question about chance costs until all its outcomes are known."""
    text = f"die Odd {{ {die} }}\nwindow Main {{ offer any to active }}\naction go by me during Main {{ }}\n"
    match = begin(LinkedProgram(program(text + "flow Match { open Main }")), ("Ann", "Ben"))
    asked = read(question)
    found, wrong = odds.check_question(
        match.machine.linked.program, ("Ann", "Ben"), asked.sentences, asked.asked, asked.piece
    )
    assert wrong == ()
    copy, scope, _ = odds._begun(match.machine, found, odds.ChancePath([]))
    odds._answer(copy, found, scope)
    return odds._used(copy)


def test_each_outcome_of_chance_is_weighed() -> None:
    few, many = (spent_on_odds("roll 1 of Odd as dice; sum(dice, value)", f"1..{faces}") for faces in (10, 30))
    assert many - few == 20
    few, many = (spent_on_odds(f"choose one of 1..{most} by chance as n; n", "1..6") for most in (10, 30))
    assert many - few == 20 * 2  # the list is gone over, and each outcome is weighed
