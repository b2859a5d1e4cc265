"""Payments are matched, not tried in every order: what cannot be paid is not offered, whatever the number of coins."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.compiled import jit
from interpreter.compiled.jit import Jit
from interpreter.explain.why_not import why_not
from interpreter.link.linked_program import LinkedProgram
from interpreter.link.payers import missing
from interpreter.match import EngineMatch, begin
from interpreter.model import limits
from tests.engine.tables import asked, program, say, words

COINS = "".join(f"Coin C{number} {{ }}\n" for number in range(1, 10))
GAME = """
kind Coin {{ keeps used = no }}
{coins}
extend Player {{ zone purse of Coin, zone spent of Coin, keeps bought: 0.. = 0 }}
currency Red {{ {red} }}
currency Blue {{ {blue} }}
window Main {{ offer one to active }}
action buy by me during Main {{ cost {cost}
  me.bought += 1 }}
action idle by me during Main {{ }}
flow Match {{
  for each p in players {{ for each coin in supply(Coin) {{ take 1 of coin into p.purse }} }}
  repeat {{ for each p in players {{ phase turn by p {{ open Main }} }} }}
}}
"""
EITHER = "pay c from me.purse { move c to me.spent }"


@pytest.fixture(params=["reference", "compiled"])
def played(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[..., EngineMatch]:
    monkeypatch.setattr(jit, "OFTEN", 1)

    def played(cost: str, red: str = EITHER, blue: str = EITHER, coins: str = COINS) -> EngineMatch:
        linked = LinkedProgram(program(GAME.format(cost=cost, red=red, blue=blue, coins=coins)))
        if request.param == "compiled":
            linked.fast = Jit(linked)
        return begin(linked, ("Ann", "Ben"), log=False)

    return played


def test_nine_coins_do_not_pay_ten(played: Callable[..., EngineMatch]) -> None:
    match = played("5 Red and 5 Blue")
    assert words(asked(match)) == ["idle by Ann"]
    assert why_not(match, "buy").verdict.endswith(
        "the cost cannot be paid: 5 Red needed, 9 there and 5 Blue needed, 9 there; "
        "the same thing cannot pay both, so 1 Blue would be missing"
    )
    say(match, "Ann", "idle")
    assert words(asked(match)) == ["idle by Ben"]


def test_nine_coins_pay_nine(played: Callable[..., EngineMatch]) -> None:
    match = played("5 Red and 4 Blue")
    assert words(asked(match)) == ["buy by Ann", "idle by Ann"]
    say(match, "Ann", "buy")
    # which four are left for Blue is a real choice; at the end one way is left
    while asked(match).seat == "Ann":
        say(match, "Ann", words(asked(match))[0])
    assert asked(match).seat == "Ben"


def test_coins_that_both_need_are_kept_for_who_has_no_others(played: Callable[..., EngineMatch]) -> None:
    """C1 and C2 pay Blue, all pay Red: who pays Red is not offered what Blue needs."""
    match = played("7 Red and 2 Blue", blue="pay c from me.purse where that is C1 or that is C2 { move c to me.spent }")
    assert "buy by Ann" in words(asked(match))
    say(match, "Ann", "buy")
    assert asked(match).seat == "Ben"  # seven pay Red and two pay Blue in one way only


def test_a_coin_that_is_only_marked_is_used_up_too(played: Callable[..., EngineMatch]) -> None:
    mark = "pay c from me.purse where not used { c.used = yes }"
    assert words(asked(played("5 Red and 5 Blue", mark, mark))) == ["idle by Ann"]
    assert words(asked(played("5 Red and 4 Blue", mark, mark)))[0] == "buy by Ann"


def test_a_coin_that_is_not_used_up_pays_again(played: Callable[..., EngineMatch]) -> None:
    again = "pay c from me.purse { c.used = yes }"
    assert words(asked(played("5 Red and 5 Blue", again, again)))[0] == "buy by Ann"


def test_coins_that_depend_on_each_other_are_tried(played: Callable[..., EngineMatch]) -> None:
    """The last three coins are never good: of nine, six can be paid and seven cannot.

    That is found by going through sets of coins, of which there are 512, not through 60,480 orders.
    """
    rare = "pay c from me.purse where count(that.owner.purse) > 3 { move c to me.spent }"
    assert words(asked(played("6 Red", rare)))[0] == "buy by Ann"
    match = played("7 Red", rare)
    assert words(asked(match)) == ["idle by Ann"]
    assert match.warnings == ()
    copies = (limits.WORK_OF_PAYMENTS - match.machine.meter.payments) / limits.WORK_PER_COPY
    assert 512 < copies < 9 * 512


@given(
    needed=st.dictionaries(st.sampled_from("abc"), st.integers(0, 3)),
    payers=st.lists(st.frozensets(st.sampled_from("abc")), max_size=5),
)
def test_a_flow_pays_what_some_order_pays(needed: dict[str, int], payers: list[frozenset[str]]) -> None:
    """Against every order of the payers: each pays the next unit in turn, if it can."""
    units = [currency for currency, amount in needed.items() for _ in range(amount)]
    payable = len(units) <= len(payers) and any(
        all(unit in payer for unit, payer in zip(units, order, strict=False))
        for order in permutations(payers, len(units))
    )
    assert (not missing(needed, payers)) is payable
