"""A cost that takes too long to plan is not offered and is reported at its line; everything else is offered as ever.

Things that depend on each other are tried out on copies of the table. Here a coin is good only while others lie in the
purse, so the number of sets of coins doubles with each coin.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from interpreter.compiled import jit
from interpreter.compiled.jit import Jit
from interpreter.explain.why_not import why_not
from interpreter.instrument.faults import diagnostic
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, begin
from interpreter.model import limits
from interpreter.model.environment import RuleError
from tests.engine.tables import asked, player, program, say, words

GAME = """
kind Coin {{ keeps red = no, keeps blue = no }}
{coins}
extend Player {{ zone purse of Coin, zone spent of Coin, keeps bought: 0.. = 0 }}
currency Red {{ pay c from me.purse where count(that.owner.purse) > 3 {{ {paying} }} }}
window Main {{ offer one to active }}
{actions}
action idle by me during Main {{ }}
flow Match {{
  for each p in players {{ for each coin in supply(Coin) {{ take 1 of coin into p.purse }} }}
  repeat {{ for each p in players {{ phase turn by p {{ open Main }} }} }}
}}
"""
PAYING = "move c to me.spent"
Begun = Callable[..., EngineMatch]


def buying(cost: str, name: str = "buy") -> str:
    return f"action {name} by me during Main {{ cost {cost}\n  me.bought += 1 }}\n"


@pytest.fixture(params=["reference", "compiled"])
def begun(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Begun:
    monkeypatch.setattr(jit, "OFTEN", 1)

    def begun(actions: str, coins: int = 20, paying: str = PAYING, log: bool = False) -> EngineMatch:
        forms = "".join(f"Coin C{number} {{ }}\n" for number in range(1, coins + 1))
        linked = LinkedProgram(program(GAME.format(coins=forms, actions=actions, paying=paying)))
        if request.param == "compiled":
            linked.fast = Jit(linked)
        return begin(linked, ("Ann", "Ben"), log=log)

    return begun


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WORK_OF_PAYMENTS", 200_000)


@pytest.mark.usefixtures("narrow")
def test_what_is_too_long_to_plan_is_not_offered_and_the_rest_is(begun: Begun) -> None:
    match = begun(buying("18 Red") + buying("17 Red", "haggle"))
    assert words(asked(match)) == ["haggle by Ann", "idle by Ann"]  # the last three of twenty coins are no good
    (wrong,) = match.warnings
    assert diagnostic(wrong, match.machine.linked).code == "BW5025"
    assert wrong.passage is not None
    assert wrong.passage.text.startswith("cost 18 Red")
    say(match, "Ann", "idle")
    assert words(asked(match)) == ["haggle by Ben", "idle by Ben"]


@pytest.mark.usefixtures("narrow")
def test_why_not_says_that_nobody_knows(begun: Begun) -> None:
    match = begun(buying("18 Red"), log=True)
    assert "it takes too long to find out whether the cost can be paid" in why_not(match, "buy").verdict


@pytest.mark.usefixtures("narrow")
def test_many_costs_that_are_too_long_leave_room_for_one_that_is_not(begun: Begun) -> None:
    long = "".join(buying(f"{18 + number % 3} Red", f"buy{number}") for number in range(12))
    match = begun(long + buying("17 Red", "haggle"))
    assert words(asked(match)) == ["haggle by Ann", "idle by Ann"]
    assert len(match.warnings) == 12


@pytest.mark.usefixtures("narrow")
def test_what_is_offered_is_paid_to_the_end(begun: Begun) -> None:
    match = begun(buying("17 Red"))
    say(match, "Ann", "buy")
    while asked(match).seat == "Ann":
        say(match, "Ann", words(asked(match))[-1])
    assert asked(match).seat == "Ben"
    assert player(match, "Ann", "bought") == 1
    assert len(player(match, "Ann", "spent")) == 17  # type: ignore[arg-type]


def test_a_long_payment_is_no_deep_one(begun: Begun) -> None:
    """Three hundred coins are paid one after another, not one inside another."""
    match = begun(buying("297 Red"), coins=300)
    assert words(asked(match)) == ["buy by Ann", "idle by Ann"]


def test_a_payment_that_does_not_end_is_too_long(begun: Begun) -> None:
    endless = "repeat 9999 { repeat 9999 { me.bought += 1 } }"
    match = begun(buying("2 Red"), coins=5, paying=endless)
    assert words(asked(match)) == ["idle by Ann"]
    assert [wrong.code for wrong in match.warnings] == ["BW5025"]


@pytest.mark.usefixtures("narrow")
def test_a_sentence_that_wants_it_paid_is_a_fault_at_the_cost(begun: Begun) -> None:
    rules = buying("18 Red") + "action force by me during Main { buy by me }\n"
    match = begun(rules)
    assert words(asked(match)) == ["force by Ann", "idle by Ann"]
    with pytest.raises(RuleError) as wrong:
        say(match, "Ann", "force")
    assert wrong.value.code == "BW5025"
    say(match, "Ann", "idle")
    assert asked(match).seat == "Ben"


KEPT = """
kind Coin {{ keeps red = no, keeps blue = no }}
Coin Penny {{ }}
extend Player {{ zone purse of Coin, zone spent of Coin, keeps bought: 0.. = 0 }}
currency Red {{ pay c from me.purse where red{more} {{ move c to me.spent }} }}
currency Blue {{ pay c from me.purse where blue{more} {{ move c to me.spent }} }}
window Main {{ offer one to active }}
action buy by me during Main {{ cost 1 Red and 1 Blue
  me.bought += 1 }}
flow Match {{
  for each p in players {{
    repeat 2 {{ take 1 of Penny into p.purse }}
    for each c in p.purse {{ c.red = yes }}
    let c = first(p.purse)
    c.blue = yes
  }}
  repeat {{ for each p in players {{ phase turn by p {{ open Main }} }} }}
}}
"""


@pytest.mark.parametrize("more", ["", " and count(that.owner.purse) > 0"], ids=["matched", "tried"])
def test_copies_of_a_card_that_keep_other_values_pay_differently(more: str) -> None:
    """Both pennies are red and one is blue as well: the other one pays Red."""
    match = begin(LinkedProgram(program(KEPT.format(more=more))), ("Ann", "Ben"))
    assert words(asked(match))[0] == "buy by Ann"
    say(match, "Ann", "buy")
    assert asked(match).seat == "Ben"
