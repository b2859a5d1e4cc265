"""A rule that names a card means every copy of it, whichever came first; both engines agree."""

from __future__ import annotations

import pytest

from tests.compiled.engines import outcomes
from tests.engine.tables import play, table

GROUND = """
kind Note { worth: 0..9, keeps used: 0..9 = 0 }
Note Low { worth 1 }
Note Mid { worth 5 }
extend Player { zone notes of Note, keeps pain: 0..9 = 0 }
extend Table { keeps found: 0..99 = 0 }
effect use note: Note { note.used += 1 }
effect count_up { found += 1 }
effect use_all { for each note in Note { use note } }
extend Note { stat price = 2 }
flow Match {
  for each p in players { take 2 of Low into p.notes; take one of Mid into p.notes }
  DO
  win players where found is WANTED
}
"""
"""Each of two players has two copies of Low and one of Mid; those of Ann came first."""
CASES = {
    "is": ("found = count(Note where that is Low)", 4),
    "is, the other way round": ("found = count(Note where Low is that)", 4),
    "is not": ("found = count(Note where that is not Low)", 2),
    "in a list of names": ("found = count(Note where that in [Low, Mid])", 6),
    "not in a list of names": ("found = count(Note where that not in [Mid])", 4),
    "a name in a list": ("found = count(players where Mid in that.notes)", 2),
    "a name that is not in a list": ("found = count(players where Low not in that.notes)", 0),
    "a copy that came later": ("if some(last(players).notes, that is Mid) { found = 1 }", 1),
    "first": ("let note = first(last(players).notes where that is Low); if note is not none { found = 7 }", 7),
    "match": ("for each note in Note { match note { Low: count_up, else: use note } }", 4),
}


@pytest.mark.parametrize("name", CASES)
def test_a_name_means_every_copy(name: str) -> None:
    do, wanted = CASES[name]
    text = GROUND.replace("DO", do).replace("WANTED", str(wanted))
    results = outcomes(text, ())
    assert {"reference", "texts"} <= set(results)
    assert {outcome.winners for outcome in results.values()} == {("Ann", "Ben")}, table(play(text), "found")


RULES = {
    "a hook": ("after use Low { found += 1 }", "use_all", 4),
    "a hook that forbids": ("forbid use Low", "use_all; found = sum(Note, used)", 2),
    "a hook before": ("before use Mid { found += 2 }", "use_all", 4),
    "a change": ("modify price of Low by 3", "found = sum(Note, price)", 24),
}


@pytest.mark.parametrize("name", RULES)
def test_a_rule_about_a_card_holds_for_every_copy(name: str) -> None:
    rule, do, wanted = RULES[name]
    text = GROUND.replace("DO", do).replace("WANTED", str(wanted)) + rule
    results = outcomes(text, ())
    assert {outcome.winners for outcome in results.values()} == {("Ann", "Ben")}, table(play(text), "found")
