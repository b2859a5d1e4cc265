"""What an option costs and what is sure to follow stands beside it, with exact chances, and never a secret."""

from __future__ import annotations

from pathlib import Path

from interpreter.explain.foresight import prices
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import begin
from tests.engine.tables import program
from tests.play.test_sessions import WIDE, said, say
from tools.matches import load
from tools.play import PlaySession

RULES = """ruleset duel "Duel" { players 2, triggers active_first, start Match }
die Luck "luck die" { 0, 0, 1, 2 }
kind Token { }
extend Player { keeps life: 0..20 = 20, keeps force: 0..9 = 5, zone hand of Card seen by owner, zone bag of Token }
extend Table { zone pile of Card seen by nobody }
kind Card { worth: 0..9 = 1 }
Card Ace { worth 9 }
Card Deuce { worth 2 }
Card Three { worth 3 }
currency Force "force" = me.force
window Main "the fight" { offer one to active }
define foe(p: Player) = first(players where that is not p)
effect wound target: Player by n: 0.. says "{target} loses {n} life" { target.life -= n }
effect reveal n: number by me says "{me} draws {n}" { move top(pile) to me.hand }
action stab by me during Main cites none house {
  cost 2 Force
  wound foe(me) by 3
}
action throw by me during Main {
  cost 1 Force
  roll Luck as face
  if face > 0 { wound foe(me) by face * 2 }
}
action peek by me during Main { wound me by top(pile).worth }
action rest by me during Main { me.force = 9 }
flow Match {
  take one of Ace into pile
  take one of Deuce into pile
  take one of Three into pile
  shuffle pile
  repeat { for each p in players { phase turn by p { open Main } } }
}
goal alive = players where life > 90
"""


def begun(tmp_path: Path) -> PlaySession:
    file = tmp_path / "duel.bot"
    file.write_text(RULES.replace(" cites none house", ""), encoding="utf-8")
    playing = PlaySession(
        load(str(file)).start(("Ann", "Ben"), 1), dict.fromkeys(("Ann", "Ben"), "human"), lambda: WIDE
    )
    playing.advance()
    return playing


def notes(playing: PlaySession) -> dict[str, str]:
    assert playing.question is not None
    return {entry.words: entry.note for entry in playing.question.menu()}


def test_an_option_says_what_it_costs_and_what_follows(tmp_path: Path) -> None:
    playing = begun(tmp_path)
    assert notes(playing)["stab"] == "costs 2 force; Ben loses 3 life"
    assert notes(playing)["rest"] == ""
    before = playing.match.hash
    assert "costs 2 force; Ben loses 3 life" in said(playing.page())  # type: ignore[arg-type]
    assert playing.match.hash == before, "the match itself was not touched"


def test_chances_are_exact(tmp_path: Path) -> None:
    """Two of four faces are 0, one is 1 and one is 2; each point is two life."""
    assert notes(begun(tmp_path))["throw"] == "costs 1 force; Ben loses 2 (25 %) or 4 (25 %) life; nothing 50 %"


def test_what_depends_on_a_hidden_card_is_not_told(tmp_path: Path) -> None:
    assert notes(begun(tmp_path))["peek"] == ""


PROBE = """
kind Note { worth: 0..9 }
Note Low { worth 1 }
Note Top { worth 9 }
extend Player { zone notes of Note seen by owner, keeps gold: 0..99 = 50 }
extend Table { zone deck of Note seen by nobody, keeps laps: 0.. = 0 }
currency Gold = me.gold
define rival(p: Player) = first(players where that is not p)
window Main { offer one to active, always ask }
action probe by me during Main { cost sum(rival(me).notes, worth) Gold; laps += 1 }
action open by me during Main { cost count(rival(me).notes) Gold; laps += 1 }
flow Match {
  choose one of supply(Note) by last(players) as note
  take one of note into last(players).notes
  for each model in supply(Note) { take one of model into deck }
  phase turn by first(players) { open Main }
  win none
}
"""


def test_a_price_that_depends_on_a_hidden_card_is_not_told() -> None:
    """Ben has chosen his note in secret; a price made of it would show it to Ann before she pays."""
    told = []
    for chosen in (0, 1):
        match = begin(LinkedProgram(program(PROBE)), ("Ann", "Ben"), 1)
        match.answer(match.requests[0].id, (chosen,))
        asked = match.requests[0]
        assert [option.words for option in asked.options] == ["probe by Ann", "open by Ann"]
        told.append(list(prices(match.machine, asked, (0, 1))))
    assert told == [[[], [(("Gold", 1, 1, None, False),)]]] * 2


def test_what_was_told_comes_true(tmp_path: Path) -> None:
    playing = begun(tmp_path)
    say(playing, "stab")
    assert any(event.words == "Ben loses 3 life" for event in playing.match.log("Ann"))
    assert next(thing.fields["force"] for thing in playing.match.view("Ann").things if thing.name == "Ann") == 3
