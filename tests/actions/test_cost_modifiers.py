"""What rules change of a cost: once for each way and currency, whatever the terms."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from interpreter.compiled import jit
from interpreter.compiled.jit import Jit
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, begin
from tests.engine.tables import asked, player, program, say, table, words

GAME = """
extend Player {{ keeps energy: 0..99 = 9, keeps gold: 0..99 = 9 }}
extend Table {{ keeps paid: list of number = [] }}
currency EN = me.energy
currency GO = me.gold
window Main {{ offer one to first(players) }}
action walk by me during Main {{ {cost}; paid += [extra] }}
modify EN of walk {change}
flow Match {{ open Main; win none }}
"""


@pytest.fixture(params=["reference", "compiled"])
def walked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[..., EngineMatch]:
    monkeypatch.setattr(jit, "OFTEN", 1)

    def walked(cost: str, change: str) -> EngineMatch:
        linked = LinkedProgram(program(GAME.format(cost=cost, change=change)))
        if request.param == "compiled":
            linked.fast = Jit(linked)
        match = begin(linked, ("Ann", "Ben"))
        say(match, "Ann", "walk")
        return match

    return walked


@pytest.mark.parametrize(
    "cost, change, offered, left",
    [
        ("cost 1 EN and 0..2 EN as extra", "by 1", ["0 EN", "1 EN", "2 EN"], 9 - 2 - 2),
        ("cost 1 EN and 0..2 EN as extra", "by -1", ["0 EN", "1 EN", "2 EN"], 9 - 0 - 2),
        ("cost 0..2 EN as extra and 1 EN", "by 1", ["1 EN", "2 EN", "3 EN"], 9 - 1 - 3),
        ("cost 2 GO and 0..2 EN as extra", "by 1", ["1 EN", "2 EN", "3 EN"], 9 - 3),
    ],
)
def test_a_currency_is_changed_once(
    walked: Callable[..., EngineMatch], cost: str, change: str, offered: list[str], left: int
) -> None:
    match = walked(cost, change)
    assert words(asked(match, "Ann")) == offered
    say(match, "Ann", offered[-1])
    assert player(match, "Ann", "energy") == left
    assert table(match, "paid") == (int(offered[-1].split()[0]),)


def test_every_way_is_changed(walked: Callable[..., EngineMatch]) -> None:
    match = walked("cost 1 EN and 1 EN as extra or 1 GO and 3 EN as extra", "by 1")
    assert words(asked(match, "Ann")) == ["2 EN and 1 EN", "1 GO and 4 EN"]


PRICED = """
extend Player { keeps energy: 0..99 = 9, zone hand of Gadget }
currency EN = me.energy
kind Gadget { cost: Cost? }
Gadget Torch { cost 2 EN }
Gadget Pebble { }
window Main { offer one to first(players) }
action use gadget: Gadget by me during Main { require gadget.cost is not none; cost gadget.cost; remove gadget }
flow Match {
  for each model in supply(Gadget) where cost is none { take 2 of model into first(players).hand }
  take 1 of Torch into first(players).hand
  open Main
  win none
}
"""


@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_a_card_that_prints_no_cost_has_none(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "OFTEN", 1)
    linked = LinkedProgram(program(PRICED))
    if engine == "compiled":
        linked.fast = Jit(linked)
    match = begin(linked, ("Ann", "Ben"))
    assert words(asked(match, "Ann")) == ["use Torch by Ann"]
    assert len(player(match, "Ann", "hand")) == 3
