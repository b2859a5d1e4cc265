"""Why: chains of causes and ladders of values, each in a small game of its own."""

from __future__ import annotations

import pytest

from interpreter.evaluate import things
from interpreter.explain.explanation import Explanation, ExplanationStep
from interpreter.explain.why import traced, why
from interpreter.match import EngineMatch, start
from interpreter.model.environment import RuleError
from tests.engine.tables import play, program, say
from tests.explain.explained import source_of, stands_there


def traced_play(text: str, *seats: str, seed: int = 0, modes: tuple[str, ...] = ()) -> EngineMatch:
    return start(program(text), seats or ("Ann", "Ben"), seed, modes=modes, trace=True)


def number_of(match: EngineMatch, words: str) -> int:
    return next(event.number for event in match.events if event.words == words)


def explained(match: EngineMatch, words: str, text: str) -> tuple[ExplanationStep, ...]:
    """The steps of an event, with all places checked."""
    explanation = why(match, number_of(match, words))
    assert explanation.about == words
    stands_there(explanation, {"small.bot": source_of(text)})
    return explanation.steps


# ------------------------------------------------------------------------------------------------------------ chains

FIGHT = """
die D6 { 1..6 }
kind Bot {
  hull: 1..30
  stat armour: 0..9 = 0
  keeps damage: 0.. = 0
}
extend Player { zone dock of Bot holds 1, stat bot = first(it.dock), keeps energy: 0..9 = 5 }
currency EN = me.energy
keyword Spiked(n: 1..3) on Bot cites TT-SP-01 { after damage it during hit { sting hit.attacker by n } }
keyword Plated on Bot { before damage it { modify amount by -1 at least 0 cites TT-PL-01 } }
effect damage target: Bot by amount: 0.. cites TT-DM-01 says "{target} takes {amount}" { target.damage += amount }
effect sting target: Bot by amount: 0.. { damage target by amount }
effect hit target: Bot by attacker: Bot {
  keeps force: 0.. = 2
  roll D6 as face
  if face > 0 { force += 1 }
  damage target by force
}
action strike target: Bot by me during Main cites TT-ST-01 {
  require target.owner is not me because "it is your own"
  cost 1 EN
  hit target by me.bot
}
window Main { offer one to active }
Bot Rusty { hull 9, Plated }
Bot Hedgehog { hull 9, Spiked(2), Plated }
flow Match {
  take 1 of Rusty into first(players).dock
  take 1 of Hedgehog into last(players).dock
  repeat { for each p in players { phase turn by p { open Main } } }
}
"""


def test_a_chain_goes_from_a_hook_over_events_to_the_answer() -> None:
    match = traced_play(FIGHT)
    say(match, "Ann", "strike Hedgehog")
    explanation = explained(match, "Rusty takes 1", FIGHT)
    says = [step.says for step in explanation if step.sort == "event"]
    assert says == [
        "Rusty takes 1",
        "sting Rusty by 2",
        "Hedgehog takes 2",
        "hit Hedgehog by Rusty",
        "strike Hedgehog by Ann",
    ]
    events = [step for step in explanation if step.sort == "event"]
    assert [step.rule for step in events] == [
        "effect sting", "keyword Spiked: after damage", "effect hit", "action strike", "action strike",
    ]  # fmt: skip
    assert events[1].bearer == "Hedgehog"
    assert events[1].clauses == ("TT-SP-01",)
    assert events[2].clauses == ("TT-DM-01",)
    assert events[4].clauses == ("TT-ST-01",)
    assert explanation[-1].sort == "answer"
    assert (explanation[-1].number, explanation[-1].says) == (
        1,
        "Ann answered strike Hedgehog by Ann, in the window Main",
    )


def test_a_chain_tells_dice_conditions_and_values_that_were_read() -> None:
    match = traced_play(FIGHT, seed=5)
    say(match, "Ann", "strike Hedgehog")
    hurt = explained(match, "Hedgehog takes 2", FIGHT)[0]
    assert ("target", "Hedgehog") in hurt.values
    assert ("force", "3") in hurt.values
    assert len(hurt.inputs) == 1
    assert hurt.inputs[0].startswith("D6 shows ")
    hits = explained(match, "hit Hedgehog by Rusty", FIGHT)[0]
    assert ("me.bot", "Rusty") in hits.values


def test_what_rules_changed_before_an_event_is_told_with_their_places() -> None:
    match = traced_play(FIGHT)
    say(match, "Ann", "strike Hedgehog")
    changes = [step for step in explained(match, "Hedgehog takes 2", FIGHT) if step.sort == "change"]
    assert [step.says for step in changes] == ["amount was 3: by -1", "amount was 3: at least 0"]
    assert {step.rule for step in changes} == {"keyword Plated: modify amount"}
    assert {step.bearer for step in changes} == {"Hedgehog"}
    assert {step.clauses for step in changes} == {("TT-PL-01",)}


REPLACED = """
extend Table { keeps total: 0.. = 0 }
effect go { hit 1 }
effect hit n: 0.. says "a hit of {n}" { total += n }
instead of hit if n < 5 { swing n + 1 }
effect swing n: 0.. { hit n * 5 }
flow Match { go; choose one of [1, 2] by first(players) as x; hit x; win none }
"""


def test_a_replaced_event_stands_in_the_chain_though_it_did_not_come_to_pass() -> None:
    match = traced_play(REPLACED)
    explanation = explained(match, "a hit of 10", REPLACED)
    assert [step.says for step in explanation if step.sort == "event"] == [
        "a hit of 10",
        "swing 2",
        "hit 1 (which did not itself happen)",
        "go",
    ]
    assert explanation[1].rule == "instead of hit"
    assert ("n", "1") in explanation[1].values
    assert explanation[-1] == ExplanationStep("start", "from the start of the match")


def test_a_text_that_asked_ends_at_its_own_answer() -> None:
    match = traced_play(REPLACED)
    say(match, "Ann", "2")
    last = why(match, match.events[-1])
    assert last.about == "a hit of 15"
    assert last.steps[-1].sort == "answer"
    assert last.steps[-1].says == "Ann answered 2, asked: choose"


def test_an_event_that_only_a_die_brought_about_ends_at_the_die() -> None:
    text = """
die D6 { 1..6 }
extend Table { keeps total: 0.. = 0 }
effect hit n: 0.. { total += n }
flow Match { roll D6 as face; match face { 1..6: hit 7, else: none }; win none }
"""
    match = traced_play(text)
    explanation = explained(match, "hit 7", text)
    assert explanation[-1].sort == "die"
    assert explanation[-1].says.startswith("D6 shows ")
    assert explanation[0].values[0][0] == "face"


def test_a_flow_that_goes_on_ends_at_the_answer_after_which_it_did() -> None:
    match = traced_play(FIGHT)
    say(match, "Ann")
    say(match, "Ben", "strike Rusty")
    turns = [event for event in match.events if event.words == "Ben's turn"]
    explanation = why(match, turns[0])
    assert explanation.steps[-1].sort == "answer"
    assert explanation.steps[-1].says == "Ann answered pass, asked: Main; then the flow continued"
    assert why(match, 0).steps[-1].sort == "start"


def test_scripts_and_flows_inside_flows_name_who_called_them() -> None:
    text = """
ruleset small { players 2, start Series }
kind Gadget { script used }
Gadget Bomb { used { burst 1 } }
extend Player { zone hand of Gadget }
effect burst n: 0.. { }
effect play_it by me { run first(me.hand).used }
flow Series { begin Round as who; win who }
flow Round { take 1 of Bomb into first(players).hand; play_it by first(players); win first(players) }
"""
    match = traced_play(text)
    explanation = explained(match, "burst 1", text)
    assert [(step.sort, step.rule) for step in explanation] == [
        ("event", "Gadget Bomb: used"),
        ("called", "effect play_it"),
        ("event", "flow Round"),
        ("called", "flow Series"),
        ("start", ""),
    ]
    assert {step.bearer for step in explanation} == {""}  # a card by itself, the others by nobody


def test_answers_given_together_are_found_again_when_they_are_carried_out() -> None:
    text = """
extend Player { keeps pick: 0..9 = 0 }
effect show_up n: 0..9 by me { me.pick = n }
flow Match { together for each p in players { choose one of [4, 5, 6] by p as n; show_up n by p }; win none }
"""
    match = traced_play(text)
    say(match, "Ben", "6")
    say(match, "Ann", "4")
    for seat, number, pick in (("Ann", 2, 4), ("Ben", 1, 6)):
        explanation = explained(match, f"show_up {pick} by {seat}", text)
        assert explanation[-1].sort == "answer"
        assert (explanation[-1].number, explanation[-1].says) == (number, f"{seat} answered {pick}, asked: choose")


def test_an_event_can_be_named_by_itself_by_number_and_in_words() -> None:
    match = traced_play(FIGHT)
    say(match, "Ann", "strike Hedgehog")
    last = match.events[-1]
    assert why(match, last) == why(match, last.number) == why(match, str(last.number))
    assert "there is no event 99: there are events 0 to" in why(match, 99).verdict
    assert why(match, -1).steps == ()


def test_a_match_without_a_trace_is_explained_as_one_with_a_trace() -> None:
    with_trace, without = traced_play(FIGHT, seed=3), play(FIGHT, seed=3)
    for match in (with_trace, without):
        say(match, "Ann", "strike Hedgehog")
        say(match, "Ben", "strike Rusty")
    assert without.machine.trace is None
    for event in with_trace.events:
        assert why(with_trace, event) == why(without, event)
    assert without.machine.trace is None


def test_a_trace_goes_back_and_forth_with_the_match() -> None:
    straight, wandering = traced_play(FIGHT, seed=3), traced_play(FIGHT, seed=3)
    say(straight, "Ann", "strike Hedgehog")
    say(straight, "Ben", "strike Rusty")
    say(wandering, "Ann")
    wandering.undo()
    say(wandering, "Ann", "strike Hedgehog")
    wandering.undo()
    wandering.redo()
    other = wandering.fork()
    say(other, "Ben")
    say(wandering, "Ben", "strike Rusty")
    assert [event.words for event in straight.events] == [event.words for event in wandering.events]
    for event in straight.events:
        assert why(straight, event) == why(wandering, event)
    assert why(other, other.events[-1]).steps[-1].says == "Ben answered pass, asked: Main; then the flow continued"


def test_a_refused_or_failing_answer_leaves_no_trace() -> None:
    text = """
extend Player { keeps points: 0..9 = 0 }
window Main { offer one to first(players) }
action act by me during Main { note_it; me.points = 6 / me.points }
action rest by me during Main { note_it }
effect note_it { }
flow Match { open Main; win none }
"""
    match = traced_play(text)
    assert match.machine.trace is not None
    before = list(match.machine.trace.records)
    with pytest.raises(RuleError):
        say(match, "Ann", "act")
    assert match.machine.trace.records == before
    say(match, "Ann", "rest")
    assert explained(match, "note_it", text)[-1].says.startswith("Ann answered rest")


def test_a_table_that_was_laid_by_hand_cannot_be_played_again() -> None:
    match = play(FIGHT)
    match.machine.state.cells[things.find(match.machine, "Rusty") or 0] = "Bot "
    with pytest.raises(ValueError, match="from its beginning"):
        traced(match)


def test_the_lines_of_an_explanation_read_well() -> None:
    match = traced_play(FIGHT)
    say(match, "Ann", "strike Hedgehog")
    number = number_of(match, "hit Hedgehog by Rusty")
    source = source_of(FIGHT).split("\n")
    hits = next(index for index, line in enumerate(source, 1) if "hit target by me.bot" in line)
    acts = next(index for index, line in enumerate(source, 1) if line.startswith("action strike"))
    assert why(match, number).lines() == [
        f"event {number}: hit Hedgehog by Rusty",
        f"    action strike at small.bot:{hits}:3: hit target by me.bot (TT-ST-01)",
        "    where `target` is Hedgehog, `me.bot` is Rusty",
        f"because of event {number - 1}: strike Hedgehog by Ann",
        f"    action strike at small.bot:{acts}:1: action strike target: Bot by me during Main cites TT-ST-01 (TT-ST-01)",
        "  started by answer 1: Ann answered strike Hedgehog by Ann, in the window Main",
    ]


# ----------------------------------------------------------------------------------------------------------- ladders

LADDER = """
ruleset small { players 2, modes [quick], start Match }
layer late after by
kind Bot {
  hull: 1..30
  stat speed: 0..20 = 3
  stat health = it.hull - it.damage
  keeps damage: 0.. = 0
}
extend Player { zone dock of Bot holds 1 }
extend Table { keeps mud: 0..9 = 1 }
rule step_cost(mover: Bot) cites TT-SC-01 = 1
keyword Nimble(n: 1..3) on Bot { modify speed of it by n cites TT-NI-01 }
status Slow on Bot stacks never while it.hull > 0 { modify speed of it to 1 }
mode quick { modify speed of Bot times 2 cites TT-QU-01 }
modify step_cost by mud
Bot Rusty { hull 9, speed 4, Nimble(2), modify speed of it at most 11 cites TT-RU-01, modify speed of it by -1 layer late }
Bot Tin { hull 5, modify speed of it to 6 }
effect hurt target: Bot by n: 0.. { target.damage += n }
flow Match {
  take 1 of Rusty into first(players).dock
  take 1 of Tin into last(players).dock
  give Slow to Tin
  hurt Rusty by 3
  repeat { choose one of [1, 2] by first(players) as x; mud += x }
}
"""


def ladder(match: EngineMatch, text: str) -> Explanation:
    explanation = why(match, text)
    stands_there(explanation, {"small.bot": LADDER})
    return explanation


def test_a_stat_has_a_ladder_of_keyword_card_mode_and_clamp() -> None:
    steps = ladder(play(LADDER, modes=("quick",)), "Rusty.speed")
    assert steps.verdict == "Rusty.speed is 10"
    assert [(step.sort, step.says, step.rule, step.clauses) for step in steps.steps] == [
        ("base", "printed 4", "Bot Rusty", ()),
        ("change", "by 2: 4 -> 6", "keyword Nimble: modify speed", ("TT-NI-01",)),
        ("change", "by -1 in layer late: 6 -> 5", "Bot Rusty: modify speed", ()),
        ("change", "times 2: 5 -> 10", "mode quick: modify speed", ("TT-QU-01",)),
        ("change", "at most 11: 10 -> 10", "Bot Rusty: modify speed", ("TT-RU-01",)),
    ]
    assert steps.steps[1].bearer == "Rusty"
    assert steps.steps[1].values == (("n", "2"),)


def test_what_a_more_specific_rule_overrules_is_told() -> None:
    steps = ladder(play(LADDER), "Tin.speed")
    assert steps.verdict == "Tin.speed is 6"
    assert [(step.sort, step.says) for step in steps.steps] == [
        ("base", "its kind says 3"),
        ("overruled", "to 1: overruled by a more specific rule"),
        ("change", "to 6: 3 -> 6"),
    ]


def test_a_reckoned_stat_tells_what_it_is_reckoned_from() -> None:
    steps = ladder(play(LADDER), "Rusty.health")
    assert steps.verdict == "Rusty.health is 6"
    assert steps.steps[0].values == (("it.hull", "9"), ("it.damage", "3"))


def test_a_rule_has_a_ladder_too() -> None:
    match = play(LADDER)
    say(match, "Ann", "2")
    steps = ladder(match, "step_cost(Rusty)")
    assert steps.verdict == "step_cost(Rusty) is 4"
    assert [(step.says, step.clauses) for step in steps.steps] == [
        ("begins with 1", ("TT-SC-01",)),
        ("by 3: 1 -> 4", ()),
    ]
    assert steps.steps[1].values == (("mud", "3"),)


def test_a_kept_value_tells_who_set_it_and_why() -> None:
    match = play(LADDER)
    say(match, "Ann", "2")
    steps = ladder(match, "mud")
    assert steps.verdict == "mud is 3"
    assert steps.steps[0].says == "set to 3"
    assert steps.steps[0].values == (("mud", "1"), ("x", "2"))
    assert steps.steps[-1].says == "Ann answered 2, asked: choose"
    hurt = ladder(match, "Rusty.damage")
    assert [(step.sort, step.says) for step in hurt.steps] == [
        ("set", "set to 3"),
        ("event", "hurt Rusty by 3"),
        ("start", "from the start of the match"),
    ]
    untouched = ladder(match, "Tin.damage")
    assert [step.says for step in untouched.steps] == ["its kind says 0"]


def test_where_a_thing_lies_tells_who_brought_it_there() -> None:
    steps = ladder(play(LADDER), "Ann.dock")
    assert steps.verdict == "Ann.dock is Rusty"
    assert steps.steps[0].text == "take 1 of Rusty into first(players).dock"


def test_a_field_can_be_named_by_thing() -> None:
    match = play(LADDER, modes=("quick",))
    rusty = things.find(match.machine, "Rusty")
    assert rusty is not None
    assert why(match, (rusty, "speed")).steps == why(match, "Rusty.speed").steps


def test_an_expression_tells_what_it_looks_at() -> None:
    steps = ladder(play(LADDER), "Rusty.health + mud")
    assert steps.verdict == "Rusty.health + mud is 7"
    assert steps.steps[0].values == (("Rusty.health", "6"), ("mud", "1"))


@pytest.mark.parametrize(
    "text, told",
    [
        ("Rusty.sped", "did you mean `speed`?"),
        ("Rusy.speed", "did you mean `Rusty`?"),
        ("1 +", "cannot be read"),
        ("6 / (mud - 1)", "has no value: this divides by 0"),
    ],
)
def test_what_cannot_be_read_is_told_and_raises_nothing(text: str, told: str) -> None:
    assert told in why(play(LADDER), text).verdict


@pytest.mark.parametrize(
    "number, line", [(4, "because of event 4: x"), (0, "because of event 0: x"), (-3, "because of x")]
)
def test_only_a_told_event_has_a_number_that_a_reader_could_ask_about(number: int, line: str) -> None:
    assert next(ExplanationStep("event", "x", number=number).lines(first=False)) == line
