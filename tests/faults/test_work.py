"""Every evaluation costs something, wherever an engine evaluates: what runs away is a fault at the rule's line.

The bound is narrowed, so that running out is quick; what is looked at is how much was evaluated, never a clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.backend import unseen
from interpreter.backend.straight import StraightProgram
from interpreter.backend.unseen import unseen_of
from interpreter.board import geometry as boards
from interpreter.board.geometry import Board
from interpreter.compiled import jit
from interpreter.compiled.jit import Jit
from interpreter.compiled.support import Bail
from interpreter.evaluate import distances
from interpreter.execute import event_pipeline
from interpreter.execute.machine import Machine
from interpreter.explain import odds
from interpreter.explain.why import why
from interpreter.explain.why_not import why_not
from interpreter.instrument.faults import fault_words
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, begin, new_machine
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model import work_meter as metering
from interpreter.model.environment import RuleError
from interpreter.model.requests import EngineRequest, Fits
from interpreter.model.state import Thing
from interpreter.playout import CompiledProgram
from interpreter.scenarios.run import run_scenario
from interpreter.seats import decide
from interpreter.visibility.views import view
from tests.engine.tables import HEAD, program, say, table
from tests.work import lines
from tools.odds.question import read
from tools.seats import seat

WORK = 20_000
TOO_LONG = f"BW5024: this takes more than {WORK:,} steps of calculation"
SUM = "sum(1..999, sum(1..999, that))"
GAME = """
extend Player {{ keeps points: 0.. = 0{field} }}
extend Table {{ keeps laps: 0.. = 0 }}
window Main {{ offer one to active }}
{more}
action go by me during Main {{
  {top}
  me.points += 1
  {body}
}}
action idle by me during Main {{ }}
flow Match {{ repeat {{ for each p in players {{ phase turn by p {{ open Main }} }} }} }}
"""


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WORK", WORK)
    monkeypatch.setattr(jit, "OFTEN", 1)


def text(top: str = "", body: str = "", more: str = "", field: str = "") -> str:
    return GAME.format(top=top, body=body, more=more, field=field)


def begun(game: str, compiled: bool = False) -> EngineMatch:
    linked = LinkedProgram(program(game))
    if compiled:
        linked.fast = Jit(linked)
    return begin(linked, ("Ann", "Ben"))


def fault_of(game: str, compiled: bool = False) -> RuleError:
    """What is wrong when Ann goes, or when she is asked; the match is as it was before."""
    try:
        match = begun(game, compiled)
    except RuleError as early:
        return early
    before = match.machine.state
    cells = list(before.cells)
    with pytest.raises(RuleError) as wrong:
        say(match, "Ann", "go")
    assert match.machine.state is before
    assert before.cells == cells
    return wrong.value


def line_of(game: str, wanted: str) -> int:
    return next(number for number, line in enumerate((HEAD + game).splitlines(), 1) if wanted in line)


PLACES = {
    "a requirement": text(top=f"require {SUM} > 0"),
    "a body": text(body=f"if {SUM} > 0 {{ laps += 1 }}"),
    "an assignment": text(body=f"laps = {SUM}"),
    "a stat": text(body="laps = me.slow", field=f", stat slow = {SUM}"),
    "a rule": text(body="laps = slow", more=f"rule slow = {SUM}"),
    "a define": text(body="laps = slow(3)", more=f"define slow(n: number) = n + {SUM}"),
    "a block": text(body="laps = slow(3)", more=f"define slow(n: number) {{ let a = {SUM}; result a + n }}"),
    "a loop in a block": text(
        body="laps = slow(3)",
        more="define slow(n: number) {\n keeps a = n\n for each x in 1..999 { for each y in 1..999 { a = x } }\n result a }",
    ),
    "a hook": text(body="tap", more=f"effect tap {{ }}\nafter tap if {SUM} > 0 {{ laps += 1 }}"),
    "a goal": text(more=f"goal rich = players where points > 0 and {SUM} > 0"),
    "a promise": text(more=f"always laps < 1 or {SUM} > 0", body="laps = 1"),
    "a rule that forbids": text(more=f"forbid go if {SUM} > 0"),
    "a rule that changes": text(body="laps = slow", more=f"rule slow = 1\nmodify slow by {SUM}"),
    "all": text(top="require all(1..999, all(1..999, that > 0))"),
    "some": text(top="require not some(1..999, some(1..999, that < 0))"),
    "count": text(top="require count(1..999 where count(1..999 where that > 3) > 2) > 0"),
    "highest": text(top="require count(highest(1..999, count(highest(1..999, that)))) > 0"),
    "least": text(top="require least(1..999, least(1..999, that)) > 0"),
    "sorted": text(top="require count(sorted(1..999, count(sorted(1..999, that)))) > 0"),
    "distinct": text(top="require count(distinct(1..999, count(distinct(1..999, that)))) > 0"),
    "lists in lists": text(top="require count(each(1..999, count(each(1..999, that)))) > 0"),
    "lists together": text(top="require sum(1..99, count(each(1..999, that) + each(1..999, that))) > 0"),
    "membership": text(top="require count(each(1..999, that) where that in each(1..999, that)) > 0"),
}


@pytest.mark.parametrize("compiled", [False, True], ids=["reference", "compiled"])
@pytest.mark.parametrize("place", PLACES)
def test_what_runs_away_is_a_fault_and_nothing_has_happened(place: str, compiled: bool) -> None:
    wrong = fault_of(PLACES[place], compiled)
    assert (wrong.code, wrong.message) == ("BW5024", f"this takes more than {WORK:,} steps of calculation")
    assert wrong.passage is not None


@pytest.mark.parametrize("place", PLACES)
def test_a_whole_flow_leaves_it_to_the_reference(place: str) -> None:
    with pytest.raises(RuleError) as wrong:
        gone(PLACES[place])
    assert wrong.value.code == "BW5024"


def gone(game: str) -> None:
    """Ann goes, in a flow that is compiled as a whole if it can be."""
    playout = CompiledProgram(LinkedProgram(program(game))).start(("Ann", "Ben"))
    playout.choose(0)


RUNS = "sum(1..100, that) - 5049"  # 1: the reference pays about two for each number
HELD = {
    "a sum in a sum": text(body=f"laps = sum(1..{{n}}, {RUNS})"),
    "a list": text(body="laps = sum(1..{n}, sum(each(1..100, that + 1)))"),
    "a list in order": text(body="laps = sum(1..{n}, count(sorted(1..100, that)))"),
    "a rule": text(body="laps = sum(1..{n}, slow)", more=f"rule slow = {RUNS}"),
    "a define": text(body="laps = sum(1..{n}, slow(3))", more=f"define slow(n: number) = n + {RUNS}"),
    "a stat": text(body="laps = sum(1..{n}, me.slow)", field=f", stat slow = {RUNS}"),
    "a condition": text(body=f"laps = count(1..{{n}} where {RUNS} > 0)"),
    "all of them": text(body=f"if all(1..{{n}}, {RUNS} > 0) {{ laps = 1 }}"),
    "the first": text(body=f"if first(each(1..{{n}}, that) where that > 9999 or {RUNS} > 9) is none {{ laps = 1 }}"),
    "a hook": text(body="tap", more=f"effect tap {{ }}\nafter tap {{ laps = sum(1..{{n}}, {RUNS}) }}"),
    "a requirement": text(top=f"require sum(1..{{n}}, {RUNS}) > 0"),
    "steps": text(body="repeat {n} { tap }", more="effect tap { laps = 1" + " + laps * 0" * 60 + " }"),
}


REMEMBERED = ("a rule", "a define", "a stat")
"""The reference remembers these as long as nothing changes."""


def unseen_match(game: str) -> EngineMatch:
    linked = LinkedProgram(program(game))
    unseen_of(linked).answers = unseen.OFTEN
    return begin(linked, ("Ann", "Ben"))


@pytest.mark.parametrize("held", HELD)
def test_what_emitted_code_reads_once_is_paid_for_each_time(held: str) -> None:
    """Whatever emitted code accepts, the reference accepts as well: else nobody could look at the match."""
    lasted = []
    for turns in (2, 10, 30, 60, 90, 150, 250, 500):
        match, reference = HELD[held].replace("{n}", str(turns)), ""
        try:
            say(begun(match), "Ann", "go")
        except RuleError as wrong:
            reference = wrong.code
        for start in (unseen_match, lambda game: begun(game, True)):
            got = ""
            try:
                again = start(match)
                again.answer(again.questions[0].id, (0,))
                assert again.events
                assert again.fork().machine.state.requests
            except RuleError as wrong:
                got = wrong.code
            assert got == reference, turns
        lasted.append(reference)
    assert lasted[0] == ""
    assert (lasted[-1] == "") is (held in REMEMBERED)


def test_a_short_decision_stays_with_emitted_code() -> None:
    match = unseen_match(HELD["a sum in a sum"].replace("{n}", "20"))
    match.answer(match.questions[0].id, (0,))
    assert match.unseen


def test_a_match_that_the_reference_cannot_follow_keeps_its_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    match = unseen_match(HELD["a sum in a sum"].replace("{n}", "20"))
    match.answer(match.questions[0].id, (0,))
    monkeypatch.setattr(limits, "WORK", 100)
    for _ in range(2):
        with pytest.raises(RuleError) as wrong:
            match.events  # noqa: B018
        assert wrong.value.code == "BW5024"
        assert (match.unseen, len(match.answers), match.over) == (True, 1, False)
    monkeypatch.setattr(limits, "WORK", WORK)
    assert match.events
    assert (match.unseen, len(match.answers)) == (False, 1)
    assert match.undo()


def test_the_fault_is_at_the_line_of_the_rule() -> None:
    game = PLACES["a rule"]
    wrong = fault_of(game)
    assert fault_words(wrong).startswith(f"small.bot:{line_of(game, 'rule slow')}:")
    assert "rule slow" in fault_words(wrong)


@pytest.mark.parametrize("compiled", [False, True], ids=["reference", "compiled"])
def test_players_in_players_run_away_as_well(compiled: bool) -> None:
    deep = "points >= 0"
    for _ in range(17):
        deep = f"all(players, {deep})"
    assert fault_of(text(top=f"require {deep}"), compiled).code == "BW5024"


def test_links_that_double_are_reckoned_once_while_nothing_changes() -> None:
    links = "".join(f"define s{n}(p: Player) = s{n - 1}(p) + s{n - 1}(p) * round\n" for n in range(1, 25))
    game = text(body="laps = s24(me) % 5", more="define s0(p: Player) = p.points\n" + links)
    match = begun(game)
    say(match, "Ann", "go")
    assert match.machine.meter.full - match.machine.meter.left < 1_000


# -------------------------------------------------------------------------------------------- questions from outside


def test_a_view_shows_no_stat_that_runs_away() -> None:
    match = begun(text(field=f", stat slow = {SUM}"))
    with pytest.raises(RuleError) as wrong:
        view(match, "Ann")
    assert fault_words(wrong.value).startswith("small.bot:3:")
    assert "stat slow" in fault_words(wrong.value)


def test_why_says_that_it_takes_too_long() -> None:
    match = begun(text(more=f"rule slow = {SUM}"))
    for question in (SUM, "slow"):
        assert TOO_LONG in why(match, question).verdict
    assert why(match, "Ann.points").verdict == "Ann.points is 0"  # each question begins anew


def test_why_not_is_bounded() -> None:
    """What a player types is evaluated as well."""
    match = begun(text(more="action pick n: 1..3 by me during Main { require n > 5 }"))
    assert TOO_LONG in why_not(match, f"pick {SUM}").verdict
    assert why_not(match, "pick 2").verdict == "Ann cannot pick 2: a requirement does not hold: n > 5"


def test_many_questions_do_not_use_up_the_work_of_one() -> None:
    match = begun(text(field=", stat some_work = sum(1..999, that)"))
    for _ in range(60):
        assert why(match, "Ann.some_work").verdict == "Ann.some_work is 499500"
        view(match, "Ann")


def test_a_score_that_runs_away_ends_the_look_ahead() -> None:
    head = 'ruleset small "Small" { players 2..4, triggers active_first, start Match, score wealth }\n'
    match = begun(head + text(more=f"define wealth(p: Player): number = p.points + {SUM}"))
    with pytest.raises(RuleError) as wrong:
        decide(match, match.requests[0], seat("greedy", 1, "Ann"))
    assert wrong.value.code == "BW5024"


def test_a_bot_does_not_wait_for_every_answer_that_runs_away() -> None:
    """Forty actions, each of which runs away: after a few of them the bot gives up, with the fault."""
    head = 'ruleset small "Small" { players 2..4, triggers active_first, start Match, score wealth }\n'
    more = "define wealth(p: Player): number = p.points\n"
    more += "\n".join(f"action do{n} by me during Main {{ laps = {SUM} }}" for n in range(40))
    match = begun(head + text(more=more))
    with pytest.raises(RuleError) as wrong:
        decide(match, match.requests[0], seat("greedy", 1, "Ann"))
    assert wrong.value.code == "BW5024"


def test_then_of_a_scenario_is_bounded() -> None:
    result = program(text(more=f'scenario "long" {{ seats Ann, Ben\n then {SUM} > 0 }}'))
    outcome = next(item for scenario in result.scenarios for item in run_scenario(result, scenario))
    assert not outcome.passed
    assert "BW5024" in outcome.message


# ------------------------------------------------------------------------------------------------------------ boards


def board(size: int, body: str) -> str:
    rows = "\n".join("    " + " ".join(["."] * size) for _ in range(size))
    head = f"""
kind Cell is Space {{ keeps worth: 0.. = 0 }}
Board Field {{ grid square, space Cell, width {size}, height {size}, diagonals }}
Map Yard {{
  board Field
  legend {{ ".": Cell {{ }} }}
  rows \"\"\"
{rows}
  \"\"\"
}}
"""
    return head + text(body=body).replace("flow Match {", "flow Match { lay Yard;")


SEARCHES = {
    "reach": "laps = sum(Cell, count(reach(that, 100, 1)))",
    "reach without a price": "laps = sum(Cell, count(reach(that, 100)))",
    "path_cost": "laps = sum(Cell, path_cost(that, last(Cell), 1))",
    "path": "laps = sum(Cell, count(path(that, last(Cell), 1)))",
    "within": "laps = sum(Cell, count(within(that, 100)))",
    "connected": "laps = sum(Cell, count(connected(that, worth is 0)))",
    "lines": "laps = sum(Cell, count(lines(that, 11)))",
    "between": "laps = sum(Cell as a, sum(Cell, count(between(a, that))))",
    "row": "laps = sum(Cell as a, sum(Cell, count(row(a, that))))",
    "distance": "laps = sum(Cell as a, sum(Cell, distance(a, that)))",
    "glimpses": "laps = sum(Cell as a, count(Cell where glimpses(a, that, worth > 0)))",
    "sees": "laps = sum(Cell as a, count(Cell where sees(a, that, worth > 0)))",
}


LOOPS = {
    "sums": "laps = sum(Cell, sum(Cell, sum(Cell, that.worth)))",
    "ranges": "laps = sum(1..100, sum(1..100, sum(1..100, that)))",
    "counts": "laps = count(Cell where count(Cell where count(Cell where worth is 0) > 1) > 1)",
    "rules": "laps = sum(Cell, outer(that))",
    "one that does not hold": "if some(Cell, some(Cell, some(Cell, worth > 0))) { laps = 1 }",
    "sentences": "for each a in Cell { for each b in Cell { laps = count(Cell where worth > 0) } }",
    "sets": "laps = sum(Cell, count(distinct(Cell, count(sorted(each(Cell, that.worth))))))",
    "rules that double": "laps = double39(1)",
    "stats that double": "laps = first(Cell).twice39",
    "rules that double and are changed": "laps = treble29(1)",
    "a wide text": "repeat 9000 { " + "laps += double9(1); " * 40 + "laps = 0 }",
    "a long list": "numbers = each(1..9999, that); repeat 9000 { "
    + "laps = count(numbers where that > laps); " * 20
    + "}",
    "the past": "repeat 999 { tap }; laps = sum(Cell, sum(1..100, times(tap, by: active) + that))",
}
DOUBLING = f"""
define double0(n: number) = n + laps
{"".join(f"define double{i}(n: number) = double{i - 1}(n) + double{i - 1}(n + 1) + 0" + chr(10) for i in range(1, 40))}
rule treble0(n: number) = n + laps
{"".join(f"rule treble{i}(n: number) = treble{i - 1}(n) - treble{i - 1}(n + 1)" + chr(10) for i in range(1, 30))}
modify treble7 by 1
extend Table {{ keeps numbers: list of number = [] }}
extend Cell {{ stat twice0 = it.worth + laps }}
{"".join(f"extend Cell {{ stat twice{i} = it.twice{i - 1} - it.twice{i - 1} }}" + chr(10) for i in range(1, 40))}
effect tap {{ }}
"""


@pytest.mark.parametrize("loop", LOOPS)
def test_loops_in_loops_stop_emitted_code_before_they_have_gone_round_often(loop: str) -> None:
    """A million turns, or calls: each loop pays for its own beforehand, and functions that ask many others pay."""
    more = "define outer(a: Cell) = sum(Cell, inner(a, that))\n"
    more += "define inner(a: Cell, b: Cell) = sum(Cell, that.worth + a.worth + b.worth)"
    linked = LinkedProgram(program(board(10, LOOPS[loop]) + more + DOUBLING))
    emitted = StraightProgram(linked)
    machine = new_machine(linked, ("Ann", "Ben"), 1, log=False)
    turns = lines(lambda: _bailed(emitted, machine))
    assert turns < 150 * WORK  # the emission is counted too


def _bailed(emitted: StraightProgram, machine: Machine) -> None:
    """Anything raised but the end of the match means that the reference has to play it."""
    with pytest.raises((Bail, RuleError)):
        emitted.play(machine, GoFirst())


class GoFirst:
    """Whoever is asked takes what is offered first, once: what was done without running out ends there as well."""

    done = False

    def act(self, m: Machine, window: str, who: Thing, moves: Sequence[object], must: int) -> tuple[int, ...]:
        if self.done:
            raise Bail
        self.done = True
        return (0,)

    def ask(self, sort: str, who: Thing, number: int, least: int, most: int, fits: Fits) -> tuple[int, ...]:
        raise AssertionError

    def request(self, m: Machine, request: EngineRequest) -> tuple[int, ...]:
        raise AssertionError


@pytest.mark.parametrize("compiled", [False, True], ids=["reference", "compiled"])
@pytest.mark.parametrize("search", SEARCHES)
def test_searches_cost_for_each_space_they_visit(search: str, compiled: bool) -> None:
    assert fault_of(board(20, SEARCHES[search]), compiled).code == "BW5024"


def test_a_search_costs_the_same_when_its_board_is_known() -> None:
    """What was worked out about a board belongs to a linked program; what a step costs must not depend on it."""
    match = begun(board(9, "laps = sum(Cell, distance(that, last(Cell)) + count(lines(that, 3)))"))
    costs = []
    for name in ("Ann", "Ben", "Ann"):
        say(match, name, "go")
        costs.append(match.machine.meter.full - match.machine.meter.left)
    assert costs[0] == costs[2] > 81  # Ben's answer also ends the round


def test_distances_of_a_large_board_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "SMALL", 32)
    shape = Board("square", tuple((x, y) for y in range(8) for x in range(8)))
    for cell in range(64):
        shape.distance(cell, 0)
    assert len(shape._distances) <= 32 * 32 // 64
    assert shape.distance(0, 63) == 14


@pytest.mark.parametrize("asked", ["distance(that, last(Cell))", "distance(last(Cell), that)"])
def test_many_spaces_asked_about_one_are_one_search(asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a large board a search goes over all spaces: two of them, not one for each space."""
    monkeypatch.setattr(distances, "SMALL", 32)
    match = begun(board(20, f"laps = sum(Cell, {asked})"))
    say(match, "Ann", "go")
    assert table(match, "laps") == sum(max(19 - x, 19 - y) for x in range(20) for y in range(20))
    assert 400 < match.machine.meter.full - match.machine.meter.left < 20 * 400


# ----------------------------------------------------------------------------------------------------------- options

SLOTS = """
kind Pawn {{ keeps weight: 0.. = 0 }}
Pawn Small {{ }}
extend Player {{ zone yard of Pawn }}
window Main {{ offer one to active }}
action pick a: Pawn with b: Pawn on c: Pawn at d: Pawn by me during Main {{ {top}
  remove a }}
action idle by me during Main {{ }}
flow Match {{
  take 30 of Small into first(players).yard
  repeat {{ for each p in players {{ phase turn by p {{ open Main }} }} }}
}}
"""


@pytest.mark.parametrize("compiled", [False, True], ids=["reference", "compiled"])
def test_the_bound_on_options_stops_the_enumeration(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WORK", 4_000_000)
    with pytest.raises(RuleError) as wrong:
        begun(SLOTS.format(top=""), compiled)
    assert wrong.value.code == "BW5008"
    assert wrong.value.passage is not None
    assert wrong.value.passage.name.startswith("action ")  # not the line that opens the window


def test_a_flow_stops_the_enumeration_before_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """30 things in four slots are 810,000 fillings; after 10,000 no more than one turn of a loop is done."""
    monkeypatch.setattr(limits, "WORK", 4_000_000)
    compiled = CompiledProgram(LinkedProgram(program(SLOTS.format(top=""))))
    lines = compiled.compiler.source.text().splitlines()
    inner = next(number for number, line in enumerate(lines) if "out.append(" in line)
    assert any("if len(out) > 10000: raise Bail" in line for line in lines[:inner])
    with pytest.raises(RuleError) as wrong:
        compiled.start(("Ann", "Ben"))
    assert wrong.value.code == "BW5008"


@pytest.mark.parametrize("compiled", [False, True], ids=["reference", "compiled"])
def test_fillings_that_are_tried_and_not_legal_cost_too(compiled: bool) -> None:
    with pytest.raises(RuleError) as wrong:
        begun(SLOTS.format(top="require a.weight + b.weight + c.weight + d.weight > 5"), compiled)
    assert wrong.value.code == "BW5024"


# -------------------------------------------------------------------------------------------------------- many things

CROWD = """
die D6 {{ 1..6 }}
kind Unit {{ keeps wounds: 0.. = 0 }}
Unit Ogre {{ }}
status Hurt on Unit {{ }}
extend Table {{ keeps laps: 0.. = 0, zone pile of Unit, zone bin of Unit, zone racks 1..9 of Unit, zone cups of D6 }}
extend Table {{ keeps numbers: list of number = [] }}
extend Player {{ keeps chart: table by number of number = 0 }}
window Main {{ offer one to active }}
effect greet crowd: many Unit {{ }}
effect nod unit: Unit {{ }}
effect pair unit: Unit with other: Unit {{ laps += 1 }}
{more}
action go by me during Main {{ {body} }}
action idle by me during Main {{ }}
flow Match {{
  take 200 of Ogre into pile
  roll 100 of D6 into cups
  numbers = each(1..200, that)
  repeat {{ for each p in players {{ phase turn by p {{ open Main }} }} }}
}}
"""
OFTEN = {
    "move": "repeat 9 { move pile to bin; move bin to pile }",
    "move to a level": "repeat 9 { move pile to racks[1]; move racks[1] to pile }",
    "take and remove": "repeat 15 { take 150 of Ogre into bin; remove bin }",
    "shuffle": "repeat 60 { shuffle pile }",
    "give": "repeat 20 { give Hurt to pile }",
    "lose": "repeat 20 { lose Hurt from pile }",
    "roll": "repeat 50 { roll cups }",
    "set": "repeat 50 { set cups to 6 }",
    "show": "repeat 8 { show pile to players }",
    "words of an event": "repeat 30 { greet pile }",
    "an item more": "repeat 150 { numbers += [1] }",
    "an item less": "repeat 80 { numbers -= [1]; numbers += [1] }",
    "a row": "for each n in 1..220 { me.chart[n] = 1 }",
}


def crowd(body: str, more: str = "") -> str:
    return CROWD.format(body=body, more=more)


@pytest.mark.parametrize("compiled", [False, True], ids=["reference", "compiled"])
@pytest.mark.parametrize("verb", OFTEN)
def test_a_verb_costs_for_each_of_many_things(verb: str, compiled: bool) -> None:
    """A sentence about 200 things is one step; done often, it may not be free."""
    assert fault_of(crowd(OFTEN[verb]), compiled).code == "BW5024"


def test_a_move_among_many_costs_more_than_among_few() -> None:
    """The pile is copied."""
    costs = []
    for number in (10, 900):
        match = begun(crowd("take one of Ogre into bin as x; move x to pile").replace("take 200", f"take {number}"))
        say(match, "Ann", "go")
        costs.append(match.machine.meter.full - match.machine.meter.left)
    assert costs[1] > costs[0] + 20


def test_things_that_leave_are_noted_for_each_event_under_way() -> None:
    """Every event that something may answer afterwards notes who left meanwhile: twelve deep, that is twelve notes."""
    falls = "".join(f"effect fall{n} {{ fall{n - 1} }}\nafter fall{n} {{ laps += 1 }}\n" for n in range(1, 13))
    costs = []
    for depth in (1, 12):
        match = begun(crowd(f"fall{depth}", "effect fall0 { move pile to bin }\n" + falls))
        say(match, "Ann", "go")
        costs.append(match.machine.meter.full - match.machine.meter.left)
    assert costs[1] > costs[0] + 11 * 200


def test_simultaneous_events_are_done_in_proportion_to_their_number() -> None:
    """Each is looked up among all that are under way; that is no operation of the rules, so nobody pays for it."""
    counts = []
    for number in (100, 400):
        match = begun(crowd("nod pile").replace("take 200", f"take {number}"))
        counts.append(lines(lambda match=match: say(match, "Ann", "go")))  # type: ignore[misc]
    assert counts[1] < 5 * counts[0]


def test_every_pair_of_many_is_too_many_before_the_first_is_made() -> None:
    """200 things with 200 others are 40,000 events at one time; with the bound at 30,000 not one of them begins."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "STEPS_PER_DECISION", 30_000)
        begin_events = event_pipeline.begin_events
        patch.setattr(
            event_pipeline, "begin_events", lambda m, verb, *rest: verb != "pair" and begin_events(m, verb, *rest)
        )
        wrong = fault_of(crowd("pair pile with pile"))
    assert wrong.code == "BW5004"


# ------------------------------------------------------------------------------------------ each pass over something

SIZED = """
kind Unit {{ }}
kind Giant is Unit {{ }}
Unit Ogre {{ }}
define walk(many: list of number) {{ keeps last = 0; for each x in many {{ last = x }}; result last }}
table chart {{ {rows}, else: 0 }}
rule weight = 1
rule height = 1
extend Player {{ keeps points: 0.. = 0 }}
extend Table {{ keeps laps: 0.. = 0, keeps numbers: list of number = [], zone pile of Unit, zone racks 1..{n} of Unit }}
window Main {{ offer any to active }}
effect tap {{ }}
effect knock {{ }}
action ready by me during Main {{
  numbers = each(1..{n}, that)
  take {n} of Ogre into pile
  {before}
}}
action go by me during Main {{ {body} }}
flow Match {{ repeat {{ for each p in players {{ phase turn by p {{ open Main }} }} }} }}
"""
STANDING = "repeat {n} {{ modify height by 1 until end of turn }}"
HISTORY = "repeat {n} {{ tap }}"
PASSES = {
    "rules that hold for a while, by who asks for others": (STANDING, "laps = weight", 1),
    "rules that hold for a while, by an event that ends": (STANDING, "knock", 1),
    "what has happened, to count it": (HISTORY, "laps = times(tap)", 1),
    "what has happened, to add to it": (HISTORY, "if times(tap) < 0 {{ }}; tap", 2),
    "the rows of a table": ("", "laps = chart[0]", 1),
    "a list in a list": ("", "laps = count([numbers])", 1),
    "two lists that are joined": ("", "laps = count(numbers + numbers)", 2),
    "two lists that are compared": ("", "if numbers is numbers {{ laps = 1 }}", 2),
    "a list whose items are added up": ("", "laps = sum(numbers, 0)", 2),  # each of them is also evaluated
    "a list of which some are picked": ("", "laps = count(numbers where yes)", 2),
    "a list in a block": ("", "laps = walk(numbers)", 2),  # a name is read for each
    "things of a kind that has others below it": ("", "laps = count(Unit)", 1),
    "the levels of a zone": ("", "laps = count(racks[1])", 2),  # they become rows, and the row is looked up
}
"""What is gone over, what prepares it, who does it, and how often it goes over all of it."""


def work_of(n: int, before: str, body: str) -> int:
    rows = ", ".join(f"{number}: 1" for number in range(1, n + 1))
    match = begun(SIZED.format(n=n, rows=rows, before=before.format(n=n), body=body.format()))
    say(match, "Ann", "ready")
    say(match, "Ann", "go")
    return match.machine.meter.full - match.machine.meter.left


@pytest.mark.parametrize("what", PASSES)
def test_going_over_something_costs_for_each_part_of_it(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WORK", 200_000)
    before, body, passes = PASSES[what]
    few, many = (work_of(n, before, body) - work_of(n, before, "laps = 0") for n in (50, 150))
    assert many - few >= 100 * passes


CORRIDOR = {
    "between": ("laps = count(between(first(Cell), last(Cell)))", 2),  # it is measured and collected
    "row": ("laps = count(row(first(Cell), last(Cell)))", 2),
    "within": ("laps = count(within(first(Cell), 999))", 2),  # every space is looked at, and those within collected
    "sees": ("if sees(first(Cell), last(Cell)) { laps = 1 }", 1),
    "glimpses": ("if glimpses(first(Cell), last(Cell)) { laps = 1 }", 10),  # many lines, each through many spaces
    "connected": ("laps = count(connected(first(Cell), worth is 0))", 5),  # the condition is four operations
    "reach": ("laps = count(reach(first(Cell), 999))", 5),  # a step there and one back, two for each; then collected
    "reach at a price": ("laps = count(reach(first(Cell), 999, 1))", 7),  # and the price of each step
    "path": ("laps = count(path(first(Cell), last(Cell), 1))", 7),
}
"""What a question about the whole length of a corridor costs for each space."""


def work_in_a_corridor(width: int, body: str) -> int:
    game = board(2, body).replace("width 2, height 2", f"width {width}, height 1")
    match = begun(game.replace("    . .\n    . .\n", "    " + " ".join(["."] * width) + "\n"))
    say(match, "Ann", "go")
    return match.machine.meter.full - match.machine.meter.left


@pytest.mark.parametrize("question", CORRIDOR)
def test_a_question_about_a_board_costs_for_each_space(question: str) -> None:
    body, each = CORRIDOR[question]
    assert work_in_a_corridor(60, body) - work_in_a_corridor(10, body) >= 50 * each


# -------------------------------------------------------------------------------------------------------------- odds

DICE = """
die D6 {{ 1..6 }}
window Main {{ offer one to active }}
action idle by me during Main {{ }}
effect slow {{ let x = {sum} }}
flow Match {{ repeat {{ for each p in players {{ phase turn by p {{ open Main }} }} }} }}
"""


def asked_odds(question: str, monkeypatch: pytest.MonkeyPatch) -> tuple[odds.Odds, int]:
    """The answer, and how much work all trials have cost."""
    monkeypatch.setattr(limits, "WORK", 100_000)
    monkeypatch.setattr(limits, "ODDS_WORK", 400_000)
    match = begun(DICE.format(sum=SUM))
    read_question = read(question)
    sentences, wrong = odds.check_question(
        match.machine.linked.program, ("Ann", "Ben"), read_question.sentences, read_question.asked, read_question.piece
    )
    assert wrong == ()
    spent = 0

    def counted(copy: object) -> int:
        nonlocal spent
        result = used(copy)  # type: ignore[arg-type]
        spent += result
        return result

    used = odds._used
    monkeypatch.setattr(odds, "_used", counted)
    return odds.odds(match.machine, sentences), spent


def test_a_thousand_dice_are_tried_within_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    result, spent = asked_odds("roll 1000 of D6 as dice; count(dice where value is 6) > 0", monkeypatch)
    assert not result.exact
    assert 0 < result.runs < odds.SAMPLES  # fewer than were wanted, and the ranges are wider for it
    assert spent < 3 * 400_000
    assert result.chance("yes") == 1


def test_few_dice_are_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    result, _ = asked_odds("roll 2 of D6 as dice; sum(dice, value)", monkeypatch)
    assert result.exact
    assert result.chance("7") == Fraction(1, 6)


def test_odds_of_something_that_runs_away_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RuleError) as wrong:
        asked_odds("slow; yes", monkeypatch)
    assert wrong.value.code == "BW5024"


# --------------------------------------------------------------------------------------------------- copies and steps


def test_copies_share_the_work_of_a_decision() -> None:
    """Each seat of two decides inside each decision of the level above: 2 ** 12 texts, and one meter for all."""
    levels = "".join(f"effect deep{n} {{ together for each p in players {{ deep{n - 1} }} }}\n" for n in range(1, 13))
    wrong = fault_of(text(body="deep12", more="effect deep0 { }\n" + levels))
    assert wrong.code in ("BW5024", "BW5004")


def test_the_bounds_leave_room_for_honest_games() -> None:
    """The largest use that was measured over the shipped games is 240,000."""
    assert metering.Meter().full == WORK
    assert 10 * 240_000 <= 4_000_000


# ------------------------------------------------------------------------------------------------- both engines agree

numbers = st.recursive(
    st.sampled_from(["1", "2", "round", "me.points", "count(players)"]),
    lambda inner: st.one_of(
        st.builds("sum(1..{}, {})".format, st.integers(1, 40), inner),
        st.builds("count(1..{} where {} > 0)".format, st.integers(1, 40), inner),
        st.builds("({} + {})".format, inner, inner),
        st.builds("twice({})".format, inner),
        st.builds("count(reversed(1..{})) * {}".format, st.integers(1, 400), inner),
        st.builds("count([each(1..{}, that), {}])".format, st.integers(1, 400), inner),
        st.builds("count(first(each(1..{}, that), {}))".format, st.integers(1, 400), inner),
        st.builds("chart[{}]".format, inner),
        st.builds("(if {} > 3 then {} else {})".format, inner, inner, inner),
    ),
    max_leaves=8,
)


ROWS = ", ".join(f"{key}: {key % 3}" for key in range(60)) + ", else: 0"


@settings(max_examples=25)
@given(numbers=st.lists(numbers, min_size=1, max_size=4), bound=st.sampled_from([300, 1_000, 4_000, 20_000]))
def test_both_engines_run_out_alike(numbers: list[str], bound: int) -> None:
    """The reference alone decides: compiled code never finishes what the reference finds too long, nor the reverse."""
    body = "\n  ".join(f"laps = ({number}) % 97" for number in numbers)
    game = text(body=body, more=f"define twice(n: number) = n + n\ntable chart {{ {ROWS} }}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "WORK", bound)
        patch.setattr(jit, "OFTEN", 1)
        ends = [end_of(begun(game, compiled), 3) for compiled in (False, True)]
    assert ends[0] == ends[1]


def end_of(match: EngineMatch, rounds: int) -> list[object]:
    """What comes of each answer: the table, or the fault."""
    collected: list[object] = []
    for number in range(rounds):
        try:
            say(match, ("Ann", "Ben")[number % 2], "go")
        except RuleError as wrong:
            return [*collected, wrong.code]
        collected.append([cell for index, cell in enumerate(match.machine.state.cells) if index != s.STEPS])
    return collected
