"""What is remembered while nothing changes, and when it is forgotten; what an event costs, however much is loaded."""

from __future__ import annotations

import pytest

import interpreter.evaluate.fields as fields
import interpreter.evaluate.things as things
from dsl.ir.rules import Standing
from interpreter.compiled.jit import Jit
from interpreter.execute.machine import Machine
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import begin
from interpreter.model.state import Thing
from tests.engine.tables import asked, play, program, say, table, words

NOTES = """
extend Table { keeps story: list of number = [] }
effect note n: number { story += [n] }
"""


def story(text: str) -> object:
    return table(play(NOTES + text), "story")


# ------------------------------------------------------------------------------------------------------- forgetting


def test_a_stat_is_reckoned_again_after_something_was_written() -> None:
    text = """
kind Bot { keeps damage: 0..9 = 0, stat health = 9 - it.damage }
Bot Rusty { }
extend Player { zone dock of Bot }
rule left(b: Bot) = b.health
effect hurt b: Bot { b.damage += 2; note b.health; note left(b); b.damage += 1; note left(b) }
after hurt { note b.health; b.damage += 1; note left(b) }
flow Match {
  take 1 of Rusty into first(players).dock
  hurt first(first(players).dock)
  note sum(Bot, health)
  win none
}
"""
    assert story(text) == (7, 7, 6, 6, 5, 5)


def test_a_rule_said_in_a_sentence_counts_at_once_and_no_longer_than_it_holds() -> None:
    text = """
kind Bot { stat power: 0..9 = 1 }
Bot Rusty { }
extend Player { zone dock of Bot }
define whole = sum(Bot, power)
effect go { note whole; modify power of first(Bot) by 3 until end of go; note whole }
flow Match { take 1 of Rusty into first(players).dock; go; note whole; win none }
"""
    assert story(text) == (1, 4, 1)


def test_marks_given_and_lost_count_at_once() -> None:
    text = """
keyword Strong(n: 1..9 = 1) on Bot { modify power of it by n }
kind Bot { stat power: 0..9 = 1 }
Bot Rusty { Strong(2) }
extend Player { zone dock of Bot }
flow Match {
  take 1 of Rusty into first(players).dock
  let b = first(Bot)
  note b.power
  lose Strong from b
  note b.power
  give Strong(4) to b
  note b.power
  remove b
  note count(Bot)
  win none
}
"""
    assert story(text) == (3, 1, 5, 0)


def test_goals_see_what_the_last_event_did() -> None:
    text = """
extend Player { keeps points: 0..9 = 0 }
define leaders = players where points >= 2
goal enough = leaders
effect score by me { me.points += 1 }
flow Match { phase turn by first(players) { repeat 5 { score by me } }; win none }
"""
    match = play(NOTES + text)
    assert match.result == ("Ann",)
    assert [event.verb for event in match.events if event.verb == "score"] == ["score", "score"]


def test_values_that_depend_on_the_tried_action_are_not_memoised_between_arguments() -> None:
    text = """
kind Item { price: 0..9 }
Item Bolt { price 1 }
Item Motor { price 5 }
Item Nut { price 2 }
extend Player { zone shelf of Item, keeps gold: 0..9 = 3 }
define due = buy.item.price
rule affordable(p: Player) = due <= p.gold
action buy item: Item by me during Shop { require affordable(me); me.gold -= due }
window Shop { offer one to active }
flow Match {
  for each model in supply(Item) { take 1 of model into first(players).shelf }
  open Shop
  win none
}
"""
    match = play(text)
    assert words(asked(match, "Ann")) == ["buy Bolt by Ann", "buy Nut by Ann"]
    say(match, "Ann", "buy Nut")
    assert match.over


# ------------------------------------------------------------------------------------------------------ many triggers


def loaded(cards: int, hook: str) -> str:
    """A game with so many cards that all bear a hook, three of them in play."""
    text = """
kind Token { keeps hits: 0..9 = 0 }
extend Player { zone held of Token }
effect hit t: Token { t.hits += 1 }
flow Match {
  take 1 of T0 into first(players).held
  take 1 of T1 into first(players).held
  take 1 of T2 into first(players).held
  hit first(Token)
  win none
}
"""
    return text + "".join(f"Token T{number} {{ {hook} }}\n" for number in range(cards))


@pytest.mark.parametrize("hook", ["after hit it { it.hits += 1 }", "after hit if t is not it { t.hits += 1 }"])
def test_an_event_asks_as_many_rules_whether_ten_or_a_thousand_are_loaded(
    hook: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Thing] = []
    plain = things.text_works

    def works(m: Machine, thing: Thing, standing: Standing) -> bool:
        looked.append(thing)
        return plain(m, thing, standing)

    monkeypatch.setattr(things, "text_works", works)
    counts = []
    for cards in (10, 1_000):
        looked.clear()
        match = play(loaded(cards, hook))
        first = things.find(match.machine, "T0")
        assert fields.read(match.machine, first, "hits") == (2 if "hit it" in hook else 3)
        counts.append(len(looked))
    assert counts[0] == counts[1]
    assert counts[0] <= (1 if "hit it" in hook else 3)


# ------------------------------------------------------------------------------------------------------------- event reads


def test_dependencies_of_a_rule_include_those_of_the_rules_and_stats_it_reads() -> None:
    text = """
kind Bot { stat power: 0..9 = inner(it) }
effect strike b: Bot { }
effect dodge b: Bot { }
effect rest b: Bot { }
define inner(b: Bot) = (if strike.b is b then 1 else 0)
rule force(b: Bot) = b.power
rule calm = times(rest, within: rest)
modify force by 1 during dodge
flow Match { win none }
"""
    linked = LinkedProgram(program(text))
    assert linked.event_reads.rule("inner") == {"strike"}
    assert linked.event_reads.field("power") == {"strike"}
    assert linked.event_reads.rule("force") == {"strike", "dodge"}
    assert linked.event_reads.rule("calm") == {"rest"}
    assert linked.looked_at == {"strike", "dodge", "rest"}
    assert "strike" in linked.quiet  # somebody may look at it, but nobody answers, counts or waits for it
    assert "rest" not in linked.quiet


def test_what_an_event_keeps_is_read_anew_when_it_has_changed() -> None:
    text = """
effect go {
  keeps hits: 0..9 = 0
  let before = done
  hits += 1
  let between = done
  hits += 1
  story += [before, between, done]
}
define done = go.hits + count(players)
flow Match { repeat 40 { go }; win none }
"""
    linked = LinkedProgram(program(NOTES + text))
    linked.fast = Jit(linked)
    for log in (True, False):  # compiled texts run only where nobody wants a log
        match = begin(linked, ("Ann", "Ben"), 0, log=log)
        assert table(match, "story") == (2, 3, 4) * 40


def test_each_of_several_new_things_sees_those_that_came_before() -> None:
    text = """
kind Token { keeps nth: 0..9 = among_others }
define among_others = count(Token)
extend Player { zone held of Token }
effect go by me { let before = among_others; take 3 of Token into me.held; story += each(me.held, nth) + [before] }
flow Match { repeat 30 { go by first(players); remove Token }; win none }
"""
    linked = LinkedProgram(program(NOTES + text))
    linked.fast = Jit(linked)
    for log in (True, False):
        match = begin(linked, ("Ann", "Ben"), 0, log=log)
        position = table(match, "story")
        assert isinstance(position, tuple)
        assert set(zip(position[::4], position[1::4], position[2::4], position[3::4], strict=True)) == {position[:4]}
        assert sorted(position[:3]) == [position[2], position[2] + 1, position[2] + 2]
