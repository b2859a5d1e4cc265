"""What makes the engine fast changes nothing: each short cut is held against the long way, in whole games.

The long way is written down here once more, as plainly as can be: every rule is looked for on every thing, every filling
of an action is tried, nothing is remembered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest

import interpreter.evaluate.rule_lookup as rule_lookup
import interpreter.execute.legality as legality
from interpreter.evaluate import things
from interpreter.evaluate.domain import domain
from interpreter.execute.action_checks import refusal
from interpreter.execute.machine import Machine
from interpreter.execute.snapshot import digest
from interpreter.link.linked_program import LinkedProgram
from interpreter.link.linked_rules import RuleSource
from interpreter.link.rule_index import Borne, Listeners
from interpreter.match import EngineMatch
from interpreter.model import state as s
from interpreter.model.environment import RuleError
from interpreter.model.presence import scan
from interpreter.model.state import Thing, Value
from tests.engine.battles import battle
from tests.shipped import GAMES, linked, program

DECISIONS = {
    "scrapyard": 30, "duel": 30, "gekido": 40, "montoons": 20, "pblrobots": 100, "robomon": 8, "robotblow": 12, "yahtzee": 20,
}  # fmt: skip


def told(name: str, seed: int, within: LinkedProgram | None = None) -> list[str]:
    """What a match comes to after each decision: the hash of its state, what is asked, and what was told."""
    collected = []

    def seen(match: EngineMatch) -> None:
        asked = [
            (request.seat, request.sort, [option.words for option in request.options]) for request in match.requests
        ]
        events = [(event.verb, event.words, event.depth) for event in match.events]
        collected.append(repr((digest(match.machine.state, match.machine.linked), asked, events)))

    battle(name, seed, DECISIONS[name], seen, within)
    return collected


# ------------------------------------------------------------------------------------------------ what is remembered


@pytest.mark.parametrize("name", GAMES)
def test_a_match_that_remembers_nothing_is_the_same_match(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = told(name, 3)
    monkeypatch.setattr(Machine, "begin_memo", Machine.invalidate)
    assert told(name, 3) == quick


@pytest.mark.parametrize("name", GAMES)
def test_an_event_that_nobody_answers_goes_through_the_same_stages(name: str) -> None:
    slow = LinkedProgram(program(name), linked(name).modes)
    slow.quiet = frozenset()
    assert told(name, 4, slow) == told(name, 4)


@pytest.mark.parametrize("name", ["robomon", "robotblow", "pblrobots"])
def test_what_nobody_can_ask_for_any_more_may_be_forgotten(name: str) -> None:
    def asked(match: EngineMatch) -> None:
        seen.append(repr([(request.seat, request.sort, len(request.options)) for request in match.requests]))
        longest.append(len(match.machine.state.cells[s.HISTORY]))

    seen: list[str] = []
    longest: list[int] = []
    battle(name, 5, DECISIONS[name], asked)
    quick, kept = seen, max(longest)
    seen, longest = [], []
    whole = LinkedProgram(program(name), linked(name).modes)
    whole.look_backs = {}
    battle(name, 5, DECISIONS[name], asked, whole)
    assert seen == quick
    assert kept <= max(longest)


# -------------------------------------------------------------------------------------------------------- who listens


def bearers(m: Machine, source: RuleSource) -> Iterator[tuple[Value, Thing | None, Mapping[str, Value]]]:
    """Who bears a standing rule, found by looking at every thing."""
    if source.holder == "":
        yield None, None, {}
        return
    cells, kinds = m.state.cells, m.linked.layout.kinds
    for thing in sorted(thing for shape in kinds.values() for thing in cells[s.FIRST_KIND + shape.index]):
        if not things.text_works(m, thing, source.standing):
            continue
        me = things.controller(m, thing)
        if (source.holder == "kind" and source.name in kinds[cells[thing + s.KIND]].lineage) or (
            source.holder == "card" and cells[thing + s.CARD] == source.name
        ):
            yield thing, me, {}
        elif source.holder == "mark":
            names = [param.name for param in m.symbols.marks[source.name].params]
            for name, args in cells[thing + s.MARKS]:
                if name == source.name:
                    yield thing, me, dict(zip(names, args, strict=True))


def stands_in(it: Value, held: Value) -> bool:
    return it in held if isinstance(held, tuple) else it == held


def long_way(m: Machine, listeners: Listeners, values: Mapping[str, Value]) -> list[Borne]:
    """Every rule with every bearer, but for those that name `it` in a slot where it does not stand."""
    rules = [(order, source, "") for order, source in listeners.always]
    symbols = [("", listeners.anywhere), *listeners.slots.items()]
    for slot, room in symbols:
        for by_name in (room.kinds, room.marks, room.cards) if room is not None else ():
            rules += [(order, source, slot) for many in by_name.values() for order, source in many]
    return [
        (source, it, me, names)
        for _, source, slot in sorted(rules, key=lambda rule: rule[0])
        for it, me, names in bearers(m, source)
        if not slot or stands_in(it, values.get(slot))
    ]


@pytest.mark.parametrize("name", GAMES)
def test_whoever_listens_is_found_and_in_the_same_order(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    collected: list[int] = []
    quick = rule_lookup.find

    def both(m: Machine, listeners: Listeners, values: Mapping[str, Value]) -> list[Borne]:
        borne = quick(m, listeners, values)
        assert [(*item[:3], dict(item[3])) for item in borne] == [
            (*item[:3], dict(item[3])) for item in long_way(m, listeners, values)
        ]
        collected.append(len(borne))
        return borne

    monkeypatch.setattr(rule_lookup, "find", both)
    battle(name, 6, DECISIONS[name] // 2, lambda match: None)
    assert collected


@pytest.mark.parametrize("name", [name for name in GAMES if name != "yahtzee"])  # whose cards carry no rules
def test_what_a_state_knows_of_its_things_is_what_the_cells_say(name: str) -> None:
    collected = []

    def seen(match: EngineMatch) -> None:
        for state in (match.machine.state, match.machine.state.fork()):
            if state.presence is not None:
                plain = scan(state, match.machine.linked.layout.first_thing)
                assert state.presence.cards == plain.cards
                assert state.presence.marks == plain.marks
                collected.append(len(plain.cards))

    battle(name, 7, DECISIONS[name], seen)
    assert collected


# ---------------------------------------------------------------------------------------------------- what is allowed


def every_filling(m: Machine, window: str, player: Thing) -> Iterator[legality.Move]:
    """All that is allowed, found by trying everything; for actions whose slots hold one thing each."""
    for action in m.linked.actions.get(window, []):
        slots = [slot for slot in m.linked.signatures[action.op.data].slots if slot.name != "me"]
        for it, extra in legality.bringers(m, action, player):
            for filling in product(*(domain(m, slot.type) for slot in slots)):
                values = {**dict(zip((slot.name for slot in slots), filling, strict=True)), "me": player, **extra}
                if refusal(m, action, values, it, player) is None:
                    yield legality.Move(action.op.data, tuple(values.items()), it)


@pytest.mark.parametrize("name", ["scrapyard", "gekido", "pblrobots"])
def test_everything_that_is_allowed_is_offered_and_nothing_else(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    quick = legality.legal

    def both(m: Machine, window: str, player: Thing) -> list[legality.Move]:
        moves = quick(m, window, player)
        if not any(m.linked.plan(action).several for action in m.linked.actions.get(window, [])):
            assert moves == list(every_filling(m, window, player))
            asked.append(len(moves))
        return moves

    monkeypatch.setattr("interpreter.execute.windows.legal", both)
    battle(name, 8, DECISIONS[name] // 2, lambda match: None)
    assert asked


# ------------------------------------------------------------------------------------------------------------- words


@pytest.mark.parametrize("name", ["gekido", "montoons"])
def test_words_of_an_option_are_about_the_table_as_it_was_when_it_was_offered(name: str) -> None:
    offered: list[tuple[Any, list[str]]] = []

    def seen(match: EngineMatch) -> None:
        copy = match.fork()
        for request, same in zip(match.requests, copy.requests, strict=True):
            assert request == same
        offered.extend((request, [option.words for option in request.options]) for request in match.requests)

    battle(name, 9, 12, seen)
    late: list[Any] = []
    battle(name, 9, 12, lambda match: late.extend(match.requests))  # here nobody reads them until it is over
    assert [[option.words for option in request.options] for request in late] == [words for _, words in offered]


def test_a_rule_that_fails_while_an_action_is_tried_out_of_order_is_asked_again_in_order() -> None:
    from tests.engine.tables import asked, play, words

    text = """
kind Stone { size: 0..9 = 0 }
Stone Small { size 0 }
Stone Large { size 2 }
extend Player { zone held of Stone, keeps done: 0..9 = 0 }
action split stone: Stone by me during Move {
  require me.done is 0
  require stone.size > 0
  require 4 / stone.size is 2
  me.done += 1
}
action count_up n: 0..2 with stone: Stone by me during Move {
  require stone.size is n
  require n > 0
  require 2 / n is 1
}
window Move { offer one to active }
flow Match {
  take 1 of Small into first(players).held
  take 1 of Large into first(players).held
  open Move
  win none
}
"""
    match = play(text)
    assert words(asked(match, "Ann")) == ["split Large by Ann", "count_up 2 with Large by Ann"]
    with pytest.raises(RuleError):
        play(text.replace("  require n > 0\n", ""))
