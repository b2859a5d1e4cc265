"""Why not: every sort of refusal, each with its rule, its place, its clause and its values."""

from __future__ import annotations

import pytest

from interpreter.explain.explanation import Explanation, ExplanationStep
from interpreter.explain.why import why, why_not
from interpreter.match import EngineMatch
from tests.engine.tables import play, say
from tests.explain.explained import source_of, stands_there

REFUSED = """
symbols Ground { sand, mud }
kind Bot { hull: 1..30, keeps damage: 0.. = 0, keeps stuck = no }
kind Part { power: 0..9 }
kind Gadget { }
extend Player {
  zone dock of Bot
  zone parts of Part
  keeps energy: 0..9 = 3
  zone coins of Coin
}
kind Coin { }
Coin Penny { }
currency EN = me.energy
currency Gold { pay c from me.coins { remove c } }
window Main { offer any to active }
window Answer { offer one to last(players), always ask }
keyword Weldable on Bot { action weld by me during Main { it.damage = 0 } }
status Stunned on Bot stacks never until end of turn { forbid strike by me because "it is stunned" }
effect fight { open Answer }
action strike target: Bot with part: Part by me during Main once per turn cites TT-ST-01 {
  let reach = part.power
  require target.owner is not me because "it is your own"
  require part in me.parts and reach < 5 because TT-RE-01
  cost 2 EN
  target.damage += 1
}
action brace by me during Answer { cost 1 EN; me.energy += 0 }
action buy by me during Main { cost 1 Gold; me.energy += 1 }
action dear n: 1..2 by me during Main { cost n EN and 9 EN; me.energy += 1 }
action dance by me during Main if not first(me.dock).stuck and count(me.dock) > 0 cites TT-DA-01 { me.energy += 0 }
action parry by me during fight during Main { me.energy += 0 }
action use gadget: Gadget by me during Main { me.energy += 0 }
action stun by me during Main { give Stunned to me.dock; allow strike by me until end of turn }
action challenge by me during Main { fight }
action glue by me during Main { for each bot in me.dock { bot.stuck = yes } }
action pick by me during Main { choose one of Bot where hull > 5 and owner is not me by me as chosen; chosen.damage = 9 }
modify EN of dear by 1 cites TT-MO-01
forbid pass if actor is first(players) and me_must because "somebody has to"
define me_must = first(players).energy is 9
Bot Rusty { hull 9 }
Bot Tin { hull 8 }
Bot Scrap { hull 2 }
Part Laser { power 3 }
Part Cannon { power 7 }
flow Match {
  let ann = first(players)
  let ben = last(players)
  take 1 of Rusty into ann.dock
  take 1 of Tin into ben.dock
  take 1 of Scrap into ben.dock
  take 1 of Laser into ann.parts
  take 1 of Cannon into ann.parts
  repeat { for each p in players { phase turn by p { open Main } } }
}
"""


def refusal_of(match: EngineMatch, text: str, seat: str = "") -> Explanation:
    explanation = why_not(match, text, seat)
    stands_there(explanation, {"small.bot": source_of(REFUSED)})
    return explanation


def only(found: Explanation) -> ExplanationStep:
    """The first step, of an action that cannot be done."""
    assert found.possible is False
    assert found.verdict
    return found.steps[0]


def test_a_requirement_tells_its_reason_its_part_and_its_values() -> None:
    match = play(REFUSED)
    own = refusal_of(match, "strike Rusty with Laser")
    assert own.verdict == "Ann cannot strike Rusty with Laser: it is your own"
    assert (only(own).text, only(own).rule) == ("target.owner is not me", "action strike")
    assert only(own).values == (("target.owner", "Ann"), ("me", "Ann"))
    far = only(refusal_of(match, "strike Tin with Cannon"))
    assert (far.text, far.clauses, far.values) == ("reach < 5", ("TT-RE-01",), (("reach", "7"),))


def test_a_cost_tells_the_currency_how_much_is_needed_and_how_much_is_there() -> None:
    match = play(REFUSED)
    dear = refusal_of(match, "dear 2")
    assert only(dear).says == "the cost cannot be paid: 12 EN needed, 3 there"
    assert only(dear).text == "cost n EN and 9 EN"
    assert ("by 1: 2 -> 3", ("TT-MO-01",)) in [(step.says, step.clauses) for step in dear.steps[1:]]
    assert only(refusal_of(match, "buy")).says == "the cost cannot be paid: 1 Gold needed, 0 there"


def test_only_once_tells_when_it_was_done() -> None:
    match = play(REFUSED)
    say(match, "Ann", "strike Tin with Laser")
    again = refusal_of(match, "strike Tin with Laser")
    assert only(again).says == "only once per turn: Ann has done it already"
    assert (only(again).text, only(again).clauses) == ("once per turn", ("TT-ST-01",))
    assert again.steps[1].says.endswith("strike Tin with Laser by Ann")


def test_a_forbidden_action_tells_the_rule_and_what_would_allow_it() -> None:
    match = play(REFUSED)
    say(match, "Ann", "stun")
    reason = refusal_of(match, "strike Tin with Laser")
    assert reason.verdict == "Ann cannot strike Tin with Laser: forbidden: it is stunned"
    assert (only(reason).rule, only(reason).bearer) == ("status Stunned: forbid strike", "Rusty")
    assert reason.steps[1].says == "an `allow strike` of a card would be needed: this rule belongs to a status"
    assert reason.steps[2].rule == "action stun: allow strike"
    assert reason.steps[2].says == "this rule allows it, but belongs only to a ruleset"


def test_a_condition_tells_the_part_that_does_not_hold() -> None:
    match = play(REFUSED)
    say(match, "Ann", "glue")
    single = only(refusal_of(match, "dance"))
    assert (single.text, single.clauses) == ("not first(me.dock).stuck", ("TT-DA-01",))
    assert ("first(me.dock).stuck", "yes") in single.values


def test_an_event_that_must_be_going_on_is_named() -> None:
    single = only(refusal_of(play(REFUSED), "parry"))
    assert (single.says, single.text) == ("only possible during `fight`", "during fight")


def test_another_window_and_another_seat_are_told() -> None:
    match = play(REFUSED)
    wrong = only(refusal_of(match, "brace"))
    assert (wrong.says, wrong.text) == ("`brace` can only be done in `Answer`, and this is `Main`", "during Answer")
    assert refusal_of(match, "strike Rusty by Ben").verdict == "Ben cannot act now: Ann (Main) is asked"
    assert refusal_of(match, "strike Rusty", seat="Ben").verdict == "Ben cannot act now: Ann (Main) is asked"
    say(match, "Ann", "challenge")
    assert only(refusal_of(match, "strike Tin", seat="Ann")).rule == "window Answer"
    assert refusal_of(match, "brace").possible is True


def test_what_is_not_offered_in_a_choice_tells_the_condition() -> None:
    text = REFUSED.replace("hull > 5", "hull > 1")
    match = play(text)
    say(match, "Ann", "pick")
    explanation = why_not(match, "choose Rusty")
    stands_there(explanation, {"small.bot": source_of(text)})
    assert explanation.verdict.startswith("Rusty is not offered: choose (Tin, Scrap)")
    assert (only(explanation).text, only(explanation).values) == (
        "owner is not me",
        (("owner", "Ann"), ("that", "Rusty"), ("me", "Ann")),
    )
    assert why_not(match, "choose Tin").possible is True
    first = why_not(match, "strike Tin with Laser")
    assert first.verdict == "Ann has another question to answer first: choose (Tin, Scrap)"
    assert only(first).rule == "action pick"


def test_an_action_without_slots_sums_up_what_was_tried() -> None:
    match = play(REFUSED)
    say(match, "Ann", "stun")
    all_alike = refusal_of(match, "strike")
    assert all_alike.verdict == "Ann cannot strike: forbidden: it is stunned"
    match = play(REFUSED.replace("energy: 0..9 = 3", "energy: 0..9 = 1"))
    explanation = why_not(match, "strike")
    assert explanation.verdict == "Ann cannot strike in any way"
    assert [step.says for step in explanation.steps] == [
        "2 of 6: the cost cannot be paid: 2 EN needed, 1 there (such as strike Tin with Laser by Ann)",
        "2 of 6: a requirement does not hold: reach < 5 (such as strike Tin with Cannon by Ann)",
        "2 of 6: it is your own (such as strike Rusty with Laser by Ann)",
    ]


def test_a_slot_that_nothing_can_fill_is_named() -> None:
    match = play(REFUSED)
    assert refusal_of(match, "use").verdict == "there is nothing to choose for `gadget`: no Gadget is in play"
    assert refusal_of(match, "strike Penny").verdict == "there is no Bot `Penny` in play"


def test_nobody_who_brings_an_action_is_told() -> None:
    reason = refusal_of(play(REFUSED), "weld")
    assert reason.verdict == "Ann has nothing in play that grants `weld`: it belongs to keyword Weldable"
    assert only(reason).rule == "keyword Weldable: action weld"


@pytest.mark.parametrize(
    "text, told",
    [
        ("strke Tin", "there is no action `strke`; did you mean `strike`?"),
        ("fight", "`fight` is not an action: rules perform it, players cannot"),
        ("move Tin to Ann.dock", "`move` is a verb of the language: rules perform it, players cannot"),
        ("strike Tin using Laser", "`strike` is written like this: strike target with part [by me]"),
        ("strike Ton with Laser", "did you mean `Tin`?"),
        ("", "it says nothing"),
        ("strike (", "cannot be read"),
        ("let x = 3", "cannot be read"),
    ],
)
def test_what_is_no_action_is_told(text: str, told: str) -> None:
    reason = refusal_of(play(REFUSED), text)
    assert reason.possible is False
    assert told in reason.verdict


def test_what_can_be_done_is_said_to_be_possible() -> None:
    match = play(REFUSED)
    assert refusal_of(match, "strike Tin with Laser").verdict == "it can be done: strike Tin with Laser by Ann"
    assert refusal_of(match, "strike").possible is True
    assert refusal_of(match, "pass").possible is True


def test_a_pass_that_is_forbidden_tells_the_rule() -> None:
    text = REFUSED.replace("energy: 0..9 = 3", "energy: 0..9 = 9")
    explanation = why_not(play(text), "pass")
    stands_there(explanation, {"small.bot": source_of(text)})
    assert explanation.verdict == "Ann cannot pass: somebody has to"


def test_a_match_that_is_over_and_a_player_who_is_out() -> None:
    text = """
window Main { offer any to active }
action rest by me during Main { eliminate last(players) }
flow Match { open Main; open Main; win none }
"""
    match = play(text, "Ann", "Ben", "Cid")
    say(match, "Ann", "rest")
    assert why_not(match, "rest by Cid").verdict == "Cid is out of the game"
    say(match, "Ann")
    say(match, "Ann")
    assert match.over
    assert why_not(match, "rest").verdict == "the match is over"


def test_asking_changes_nothing() -> None:
    match = play(REFUSED)
    before = (match.machine.state.cells[:], [f[:] for f in match.machine.state.frames], match.machine.state.next_scope)
    for text in ("strike", "strike Rusty with Laser", "buy", "dear 1", "weld", "pass", "choose Tin"):
        why_not(match, text)
    why(match, "Rusty.hull")
    assert (match.machine.state.cells, match.machine.state.frames, match.machine.state.next_scope) == before
