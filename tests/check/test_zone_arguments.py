"""A zone is no value: an effect that puts something into a slot cannot be handed one, and the checker says so."""

from __future__ import annotations

import pytest

from dsl.check.driver import check_text
from tests.engine.tables import HEAD

RULES = """
kind Card { }
Card Torch { }
kind Cell is Space { }
kind Pawn { stands on cell: Cell as pawn }
extend Player { zone hand of Card, zone shelves 1..3 of Card, keeps wish: Card? = none }
effect put card: Card into place by me { take 1 of card into place }
effect hand_over card: Card to place by me { put card into place by me }
effect step pawn: Pawn to place { move pawn to place }
effect count_up with place by me { if count(place) > 1 { me.wish = first(place) } }
"""


def told(sentence: str) -> list[tuple[str, str]]:
    text = f"{HEAD}{RULES}\neffect go card: Card with pawn: Pawn at cell: Cell by me {{ {sentence} }}\nflow Match {{ win none }}"
    return [
        (diagnostic.code, text[diagnostic.place.start : diagnostic.place.end])
        for diagnostic in check_text(text).diagnostics
        if diagnostic.severity == "error"
    ]


@pytest.mark.parametrize("zone", ["me.hand", "me.shelves[2]"])
@pytest.mark.parametrize("sentence", ["put card into {}", "hand_over card to {}"])
def test_a_zone_cannot_be_handed_on_to_who_puts_something_there(sentence: str, zone: str) -> None:
    assert told(sentence.format(zone)) == [("BW2104", zone)]


@pytest.mark.parametrize("sentence", ["step pawn to cell", "count_up with me.hand", "take 1 of card into me.hand"])
def test_spaces_and_what_lies_in_a_zone_can(sentence: str) -> None:
    assert told(sentence) == []
