"""A long match stays small: cells are used again, and undo keeps differences; nobody can tell from the match."""

from __future__ import annotations

import operator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import botwright
import interpreter.evaluate.fields as fields
from interpreter.evaluate import cell_reuse, things
from interpreter.execute import snapshot
from interpreter.explain.why import why
from interpreter.match import EngineMatch, start
from interpreter.model import state as s
from interpreter.model.frames import TOGETHER
from interpreter.model.moves import Move
from interpreter.model.requests import Option
from interpreter.visibility.questions import log_for
from tests.engine.coming_and_going import COINS, GAMES, begun, go_on
from tests.engine.tables import HEAD, play, program, table
from tools.matches.match import engine_of
from tools.play import by_chance

DECISIONS = 60


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cells are used again as soon as they can be."""
    monkeypatch.setattr(cell_reuse, "LEAST", 1)
    monkeypatch.setattr(cell_reuse, "SHARE", 1 << 30)


def whole(match: EngineMatch) -> tuple[bytes, tuple[Any, ...]]:
    return snapshot.canonical(match.machine.state, match.machine.linked), match.events


def story(name: str, seed: int, fast: bool = False, log: bool = True) -> list[Any]:
    """Everything that anybody sees of a match: all questions with their options, and the log of each seat."""
    match = begun(name, seed, fast=fast, log=log)
    collected: list[Any] = []
    for count in range(DECISIONS):
        collected.append(
            [
                (result.id, result.seat, result.prompt, [option.words for option in result.options])
                for result in match.requests
            ]
        )
        request = match.requests[count % len(match.requests)]
        match.answer(request.id, by_chance(request, seed, count))
    for viewer in (None, *match.machine.state.cells[s.PLAYERS]):
        collected.append(list(log_for(match.machine, viewer, 0)))
    collected.append([(event.verb, event.words, event.depth) for event in match.events])
    return collected


# --------------------------------------------------------------------------------------------------- it stays small


@pytest.mark.parametrize("name", GAMES)
def test_a_match_in_which_things_come_and_go_does_not_grow(name: str) -> None:
    match = begun(name)
    go_on(match, 200)
    early = len(match.machine.state.cells)
    go_on(match, 400)
    assert len(match.machine.state.cells) <= early * 1.25
    assert match.machine.state.cells[s.BIRTHS] > 2 * len(match.machine.state.cells) / 10


def kept_for_each(match: EngineMatch, decisions: int) -> float:
    """How many values are kept for going back, for each of the next decisions."""
    before = match._before.entries
    go_on(match, decisions)
    return (match._before.entries - before) / decisions


def test_going_back_keeps_a_few_values_for_each_decision() -> None:
    match = begun("coins")
    go_on(match, 150)
    early, late = kept_for_each(match, 150), kept_for_each(match, 300)
    assert late < 40
    assert late < 1.2 * early


def test_a_history_that_grows_costs_one_entry_for_each_decision() -> None:
    """Without a bound for the look back nothing of the history is ever dropped."""
    match = play(COINS + "action count_up by me during Turn { me.taken = times(mint, by: me) }\n")
    go_on(match, 150)
    early, late = kept_for_each(match, 150), kept_for_each(match, 300)
    assert len(match.machine.state.cells[s.HISTORY]) > 300
    assert late < 1.2 * early


# ----------------------------------------------------------------------------------------------- nobody can tell


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("name", GAMES)
def test_the_story_is_the_same_without_reuse(name: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cell_reuse, "LEAST", cell_reuse.NEVER)
    grown = story(name, seed)
    monkeypatch.setattr(cell_reuse, "LEAST", 1)
    monkeypatch.setattr(cell_reuse, "SHARE", 1 << 30)
    assert story(name, seed) == grown
    assert story(name, seed, fast=True) == grown


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("log", [True, False])
@pytest.mark.parametrize("name", GAMES)
def test_both_backends_use_the_same_cells(name: str, log: bool) -> None:
    slow, quick = begun(name, 4, log=log), begun(name, 4, fast=True, log=log)
    for _ in range(DECISIONS):
        go_on(slow, 1, 4)
        go_on(quick, 1, 4)
        assert whole(slow) == whole(quick)
    assert slow.machine.state.cells[s.REUSED]


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_back_and_forth_and_in_a_fork_it_is_the_same_match(name: str, fast: bool) -> None:
    match = begun(name, 5, fast=fast)
    seen = [whole(match)]
    for number in range(DECISIONS):
        copy = match.fork()
        go_on(match, 1, 5)
        seen.append(whole(match))
        copy.machine.state = snapshot.read(
            snapshot.canonical(copy.machine.state, copy.machine.linked), copy.machine.linked
        )
        go_on(copy, 1, 5)
        assert whole(copy) == seen[-1]
        assert [match.undo(), match.undo()] == [True, number > 0]
        assert whole(match) == seen[max(0, number - 1)]
        assert [match.redo(), match.redo()] == [True, number > 0]
        assert whole(match) == seen[-1]
    assert [snapshot.canonical(step.state, match.machine.linked) for step in match.steps()] == [
        item for item, _ in seen[1:]
    ]
    for number in reversed(range(DECISIONS)):
        assert match.undo()
        assert whole(match) == seen[number]
    assert [snapshot.canonical(step.state, match.machine.linked) for step in match.undone()] == [
        item for item, _ in seen[1:]
    ]
    for number in range(DECISIONS):
        assert match.redo()
        assert whole(match) == seen[number + 1]


@pytest.mark.usefixtures("at_once")
def test_a_saved_match_goes_on_in_the_same_cells(tmp_path: Path) -> None:
    (tmp_path / "game.bot").write_text(HEAD + COINS)
    match = botwright.load(tmp_path).start(["Ann", "Ben"], 6, record=tmp_path / "record")
    go_on(engine_of(match), 40, 6)
    match.undo()
    match.save(tmp_path / "saved")
    again = botwright.resume(tmp_path / "saved")
    assert again.notes == ()
    assert again.hash == match.hash
    assert again.redo()
    assert match.redo()
    assert again.hash == match.hash


# ---------------------------------------------------------------------------------------- nobody takes one for another


@pytest.mark.usefixtures("at_once")
def test_a_field_that_names_what_left_never_names_what_came() -> None:
    match = begun("bazaar", 7)
    m = match.machine
    for _ in range(150):
        go_on(match, 1, 7)
        held = [fields.read(m, player, "last") for player in m.state.cells[s.PLAYERS]]
        assert not any(things.is_thing(m, last) for last in held if last is not None)
    assert m.state.cells[s.REUSED]


@pytest.mark.usefixtures("at_once")
def test_why_does_not_tell_of_who_had_the_cells_before() -> None:
    rules = (
        "action polish coin: Coin by me during Turn { require coin in me.purse and coin.worth is 1; coin.worth = 5 }\n"
    )
    match = start(program(COINS + rules), ("Ann", "Ben"), trace=True)
    polished, fresh = set(), set()
    for _ in range(40):
        go_on(match, 1)
        for coin in match.machine.state.cells[s.FIRST_KIND + match.machine.linked.layout.kinds["Coin"].index]:
            results = [step.says for step in why(match, (coin, "worth")).steps]
            shiny = fields.read(match.machine, coin, "worth") == 5
            assert ("set to 5" in results) == shiny
            (polished if shiny else fresh).add(coin)
    assert polished & fresh  # the same cells have served for several coins


NAMED = """
kind Coin { keeps worth: 0..9 = 9, keeps memory: Coin?, works in pot }
extend Player { keeps last: Coin?, keeps many: list of Coin = [] }
extend Table { zone pot of Coin, keeps seen: list of number = [], keeps used: 0.. = 0, keeps turn_number: 0.. = 0 }
effect churn { take one of Coin into pot as coin; use coin; remove coin }
effect use coin: Coin { }
effect old_one by me { take one of Coin into pot as coin; coin.worth = 5; me.last = coin }
effect lose_it by me { remove me.last; me.last = none }
effect look at coin: Coin { seen = seen + [coin.worth] }
window Turn { offer one to active }
action make by me during Turn { churn }
effect turns { repeat 9 { open Turn } }
"""
WAYS = {
    "a name of a text": "let old = me.last; lose_it by me; turns; look at old",
    "a field": "remove me.last; turns; look at me.last",
    "a list": "me.many = me.last; lose_it by me; turns; look at first(me.many)",
    "a field of something that left": "chain by me; turns; look at me.last.memory",
    "a slot of an event": "doom me.last by me",
    "a rule that was said": "say_it of me.last; lose_it by me; turns; last_word",
    "a text of the thing itself": "perish by me",
    "the way through a loop": "me.many = me.last; lose_it by me; for each coin in me.many { turns; look at coin }",
    "the rest of a loop": "two_gone by me; for each coin in me.many { if some(me.many) { me.many = []; turns } else { look at coin } }",
}  # fmt: skip
MORE = """
effect chain by me { let before = me.last; old_one by me; me.last.memory = before; remove before; remove me.last }
effect two_gone by me { let before = me.last; old_one by me; me.many = [before, me.last]; remove before; lose_it by me }
effect doom coin: Coin by me { lose_it by me; turns; look at coin }
effect last_word { }
effect say_it of coin: Coin { after last_word until end of turn { look at coin } }
effect perish by me { lose_it by me }
extend Coin { after perish { if it.worth is 5 { turns; look at it } } }
"""


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("way", WAYS)
def test_what_something_speaks_of_keeps_its_cells(way: str) -> None:
    course = f"effect course by me {{ old_one by me; {WAYS[way]} }}\nflow Match {{ phase turn by first(players) {{ course by first(players) }} }}\n"
    match = play(NAMED + MORE + course)
    for _ in range(9):
        match.answer(match.requests[0].id, (0,))
    assert table(match, "seen") == (5,)
    assert match.machine.state.cells[s.REUSED] or way == "a text of the thing itself"  # `perish` notes all that leave


def in_an_option(state: s.State, gone: int) -> None:
    request = state.requests[0]
    state.requests = (evolve(request, options=(*request.options, Option(gone, "a coin"))), *state.requests[1:])


def in_an_option_of_an_action(state: s.State, gone: int) -> None:
    request = state.requests[0]
    move = Move("make", (("coin", (gone,)),), None)
    state.requests = (evolve(request, options=(Option(move, "make"), *request.options[1:])), *state.requests[1:])


PLACES = {
    "an option": in_an_option,
    "a list in an option of an action": in_an_option_of_an_action,
    "a frame": lambda state, gone: state.frames[-1].append(gone),
    "a list in a frame": lambda state, gone: state.frames[0].append([(gone, 1)]),
    "an event": lambda state, gone: state.events[-1].append({"thing": gone}),
    "what dice are laid": lambda state, gone: setattr(state, "tape", (("order", (gone,)),)),
    "what is asked": lambda state, gone: setattr(state, "asking", (gone,)),
    "whose a thing is": lambda state, gone: operator.setitem(state.cells, state.cells[s.PLAYERS][0] + s.OWNER, gone),
    "whose turn it is": lambda state, gone: operator.setitem(state.cells, s.ACTIVE, gone),
    "who plays": lambda state, gone: operator.setitem(state.cells, s.PLAYERS, (*state.cells[s.PLAYERS], gone)),
    "a space of a board": lambda state, gone: operator.setitem(state.cells, s.BOARD, (("Yard#", (gone,)),)),
    "what a board is drawn on": lambda state, gone: operator.setitem(state.cells, s.BOARD, ((f"Yard#{gone}!3", ()),)),
    "an option in a frame": lambda state, gone: state.frames[-1].append(Option(gone, "a coin")),
    "how it ended": lambda state, gone: operator.setitem(state.cells, s.OUTCOME, (gone,)),
    "what happened": lambda state, gone: operator.setitem(state.cells, s.HISTORY, (("use", 1, {"coin": gone}),)),
}


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("place", PLACES)
def test_a_sweep_looks_everywhere(place: str) -> None:
    """The rules lead to most of these places only together with others, so the number is written there by hand."""
    for item in (False, True):
        match = play(NAMED + "flow Match { phase turn by first(players) { churn; turns } }\n")
        m = match.machine
        m.state.cells[s.LEFT_TO_SWEEP] = 0
        index = m.linked.layout.kinds["Coin"].index
        gone = next(thing for thing, _ in cell_reuse._sizes(m) if m.state.cells[thing + s.KIND] == "Coin")
        assert gone not in m.state.cells[s.FIRST_KIND + index]
        if item:
            PLACES[place](m.state, gone)
        cell_reuse.sweep(m)
        free = m.state.cells[s.FREE]
        assert (bool(free) and free[index] == gone) is not item


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("apart", ["several decide", "chance is scripted"])
def test_nothing_is_swept_where_numbers_must_stay(apart: str) -> None:
    """Those who decide together count new things from the end of the list, and a scenario names things by number."""
    match = play(NAMED + "flow Match { phase turn by first(players) { churn; turns } }\n")
    m = match.machine
    m.state.cells[s.LEFT_TO_SWEEP] = 0
    if apart == "several decide":
        m.state.frames.append([TOGETHER])
    else:
        m.script = {}
    cell_reuse.sweep(m)
    assert not m.state.cells[s.FREE]
    m.script = None
    m.state.frames[:] = [frame for frame in m.state.frames if frame[0] != TOGETHER]
    cell_reuse.sweep(m)
    assert any(m.state.cells[s.FREE])


@pytest.mark.usefixtures("at_once")
def test_what_was_done_to_a_thing_that_left_was_not_done_to_the_next() -> None:
    counted = """before churn {
      turn_number += 1
      take turn_number of Coin into pot as coins
      for each coin in coins { used += times(use, of: coin) }
      remove coins
    }\n"""
    match = play(NAMED + counted + "flow Match { phase turn by first(players) { turns } }\n")
    for _ in range(9):
        match.answer(match.requests[0].id, (0,))
    assert len(match.machine.state.cells[s.HISTORY]) == 9
    assert table(match, "used") == 0


@pytest.mark.usefixtures("at_once")
def test_who_comes_may_use_a_rule_that_was_used_by_who_left() -> None:
    match = play(
        NAMED
        + "extend Coin { after use it once per turn { used += 1 } }\nflow Match { phase turn by first(players) { turns } }\n"
    )
    for _ in range(9):
        match.answer(match.requests[0].id, (0,))
    assert table(match, "used") == 9
    assert match.machine.state.cells[s.REUSED]
