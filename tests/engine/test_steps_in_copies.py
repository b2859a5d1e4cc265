"""What is tried out in copies counts too: no decision can go on for ever inside them."""

from __future__ import annotations

import pytest

from interpreter.model import limits
from interpreter.model.environment import RuleError
from tests.engine.tables import asked, play, say

NESTED = "effect deep0 { }\n" + "".join(
    f"effect deep{level} {{ together for each p in players {{ deep{level - 1} }} }}\n" for level in range(1, 9)
)
PAYING = """
kind Coin { }
extend Player { zone purse of Coin; zone spent of Coin }
Coin Penny { }
Coin Farthing { }
Coin Groat { }
Coin Florin { }
Coin Crown { }
Coin Noble { }
currency Gold { pay c from me.purse where no_good(that) { move c to me.spent; count_on } }
define no_good(c: Coin) = count(me_of(c).purse) > 3
define me_of(c: Coin) = c.owner
effect count_on { }
action buy by me during Main { cost 4 Gold }
action idle by me during Main { }
window Main { offer one to active }
flow Match {
  for each p in players { for each coin in supply(Coin) { take 1 of coin into p.purse } }
  repeat { for each p in players { phase turn by p { open Main } } }
}
"""


def test_decisions_inside_decisions_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    flow = "flow Match { phase turn { deep8 } }\n"
    monkeypatch.setattr(limits, "STEPS_PER_DECISION", 400)  # each seat of two tries each of eight levels first
    with pytest.raises(RuleError) as wrong:
        play(NESTED + flow)
    assert wrong.value.code == "BW5004"


def test_a_few_are_within_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STEPS_PER_DECISION", 400)
    assert play(NESTED + "flow Match { phase turn { deep3 } }\n").over


def test_the_search_for_payments_counts_as_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four coins of six cannot pay, because the last three are no good; every order of the first three is tried.

    The search has a bound of its own: it takes no steps of the match, and where it ends nothing is a fault.
    """
    match = play(PAYING)
    assert [option.words for option in asked(match).options] == ["idle by Ann"]
    assert limits.WORK_OF_PAYMENTS - match.machine.meter.payments > 6 * 5 * 4 * limits.WORK_PER_STEP
    assert match.warnings == ()
    monkeypatch.setattr(limits, "WORK_OF_PAYMENTS", 4_000)
    say(match, "Ann", "idle")
    assert [option.words for option in asked(match).options] == ["idle by Ben"]
    assert [wrong.code for wrong in match.warnings] == ["BW5025"]
