"""An action that ends something around it has been done: `once per …` and `times` know of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from interpreter.compiled import jit
from interpreter.compiled.jit import Jit
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, begin
from tests.engine.tables import asked, program, say, table, words

GAME = """
extend Player {{ keeps points: 0..9 = 0 }}
extend Table {{ keeps counted: list of number = [] }}
window Acting(who: Player) {{ offer any to who }}
action bow by me during Acting once per round {{ {body} }}
action nod by me during Acting {{ me.points += 1 }}
{more}
effect take_turn by me {{ open Acting(me) }}
flow Match {{
  repeat 2 {{
    phase round {{
      repeat 2 {{ for each p in players {{ take_turn by p }} }}
      counted += [times(bow, within: round)]
    }}
  }}
  counted += [times(bow)]
  win none
}}
"""


ANSWER = """
window Asking(who: Player) { offer one to who }
action reply by me during Asking { end take_turn }
"""


@pytest.fixture(params=["reference", "compiled"])
def begun(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[..., EngineMatch]:
    monkeypatch.setattr(jit, "OFTEN", 1)

    def begun(body: str, more: str = "") -> EngineMatch:
        linked = LinkedProgram(program(GAME.format(body=body, more=more)))
        if request.param == "compiled":
            linked.fast = Jit(linked)
        return begin(linked, ("Ann", "Ben"), 0)

    return begun


@pytest.mark.parametrize(
    "body, more",
    [
        ("end take_turn", ""),
        ("me.points += 1", "after bow { end take_turn }"),
        ("open Asking(me); me.points += 1", ANSWER),  # inside it another action ends the turn of both
    ],
)
def test_what_ends_an_outer_event_counts(begun: Callable[..., EngineMatch], body: str, more: str) -> None:
    """In both rounds both bow in their first turn; in their second they can only nod."""
    match = begun(body, more)
    for _ in range(2):
        for seat in ("Ann", "Ben"):
            assert [item.split()[0] for item in words(asked(match, seat))] == ["bow", "nod"]
            say(match, seat, "bow")
            if "Asking" in body:
                say(match, seat, "reply")
        for seat in ("Ann", "Ben"):
            assert [item.split()[0] for item in words(asked(match, seat))] == ["nod"]
            say(match, seat)
    assert table(match, "counted") == (2, 2, 4)


def test_what_was_stopped_before_it_began_does_not_count(begun: Callable[..., EngineMatch]) -> None:
    match = begun("me.points += 1", "before bow { end take_turn }")
    for seat in ("Ann", "Ben", "Ann"):
        say(match, seat, "bow")
    assert [item.split()[0] for item in words(asked(match, "Ben"))] == ["bow", "nod"]
