"""What a person reads at a question: what goes on, what a payment brings with it, what dice showed, where pieces went;
and that reasons are sentences of the rulebook, asked for in the words of the menus."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.play.test_sessions import WIDE, said, say, session
from tools.matches import load
from tools.play import PlaySession
from tools.play.differences import changes, look

RULES = """ruleset toll "Toll" { players 1..2, triggers active_first, start Match }
die Coin "lucky coin" { 1, 2 }
die Counter { 1 }
symbols Ground { dry, wet }
kind Stone is Space { ground: Ground = dry }
kind Walker {
  stat legs says "feet" = it.most - it.tired
  most: 1.. = 4
  keeps tired: 0.. = 0
  stands on stone: Stone as walker
}
Walker "Old Goat" { }
Board Path { grid track, space Stone, width 6, height 1 }
Map Ford { board Path, legend { ".": dry, "~": wet }, rows ". . ~ . . ." }
extend Player { zone purse of Counter, zone spent of Counter }
define goat = first(Walker)
currency Fare "fare" {
  pay c from me.purse { move c to me.spent }
  pay w from Walker where legs > 1 { tire w }
}
effect tire w: Walker says "{w} gets tired" { w.tired += 1 }
effect gamble w: Walker says "{w} tries its luck" { roll Coin as face; if face is 1 { tire w } }
effect arrive w: Walker says "{w} looks round" { open Day }
flow Match {
  lay Ford
  take one of first(supply(Walker)) into first(players).stable as w
  move w to first(Stone)
  take 3 of Counter into first(players).purse
  repeat { for each p in players { phase turn by p { arrive goat } } }
}
extend Player { zone stable of Walker }
window Day "A day on the road" { offer any to active }
window Night "At night" { offer any to active }
action walk_to goal: Stone by me during Day cites TL-WALK-01 TL-WALK-02 {
  require goal is not goat.stone because "it stands there"
  require goal.ground is dry because TL-WALK-01
  cost 1..2 Fare as provisions
  move goat to goal
  gamble goat
}
action sleep by me during Night cites TL-NIGHT-01 { tire goat }
"""
CLAUSES = """game: Toll
prefix: TL
clauses:
  - {id: TL-WALK-01, section: Walking, rule: "Nobody stops in the water."}
  - {id: TL-WALK-02, section: Walking, rule: "A walk costs one or two fares."}
  - {id: TL-NIGHT-01, section: Night, rule: "At night everybody sleeps."}
"""
ABOUT = """id: toll
name: Toll
version: 1.0.0
language: "^1.0"
authors: [nobody]
licence: CC0-1.0
source: a test
description: A goat on a path.
"""


@pytest.fixture
def road(tmp_path: Path) -> PlaySession:
    folder = tmp_path / "toll"
    folder.mkdir()
    for name, text in (("toll.bot", RULES), ("clauses.yaml", CLAUSES), ("ruleset.yaml", ABOUT)):
        (folder / name).write_text(text)
    return PlaySession(load(str(folder)).start(("Ann",), 1), {"Ann": "human"}, lambda: WIDE)


def test_a_question_says_what_goes_on_in_the_words_of_the_log(road: PlaySession) -> None:
    assert "Ann: A day on the road: what do you do?  (Old Goat looks round)" in said(road.page())
    say(road, "walk to D1")
    page = said(road.page())
    assert "Ann: How much do you pay for provisions?  (Old Goat looks round > walk to D1)" in page
    assert "1  1 fare\n" in page
    assert "2  2 fares\n" in page


def test_what_a_payment_brings_with_it_stands_beside_it(road: PlaySession) -> None:
    say(road, "walk to D1", "1")
    page = said(road.page())
    assert "Ann: How do you pay a fare?" in page
    menu = {entry.words: entry.note for entry in road.question.menu()} if road.question is not None else {}
    assert menu == {"Counter 1": "", "Old Goat": "Old Goat gets tired"}


def test_a_die_that_stays_nowhere_is_told_and_can_be_asked_about(road: PlaySession) -> None:
    say(road, "walk to D1", "1", "Old Goat")
    results = [event for event in road.match.log("Ann") if "Coin shows" in event.words]
    assert len(results) == 1
    page = said(road.page())
    assert f"lucky coin shows {results[0].words.split()[-1]}" in page
    reasons = said(road.take(f"why {results[0].number}"))
    assert "because of event" in reasons
    assert "Old Goat tries its luck" in reasons


def test_who_stands_elsewhere_and_what_became_less_is_told(road: PlaySession) -> None:
    road.page()
    say(road, "walk to D1", "1", "Old Goat")
    page = said(road.page())
    legs = next(thing.fields["legs"] for thing in road.match.view("Ann").things if thing.kind == "Walker")
    assert f"now  Old Goat A1 → D1, feet 4 → {legs}" in page


def test_changes_are_told_of_what_can_be_told_apart_and_no_more(road: PlaySession) -> None:
    before = look(road.match.view("Ann"), road.schema)
    assert [name for name, _, _ in before.values()] == ["Old Goat"], "counters are all alike, stones do not move"
    assert changes(before, before) == ""
    assert changes({}, before) == ""


def test_a_clause_is_the_reason_in_its_own_words(road: PlaySession) -> None:
    output = said(road.take("why not walk to C1"))
    assert output.startswith("Ann cannot walk to C1: Nobody stops in the water.")
    assert "goal.ground is" in output, "the condition stays behind it"
    assert "does not hold" not in output
    assert said(road.take("why not walk to A1")).startswith("Ann cannot walk to A1: it stands there")


def test_windows_are_called_as_people_call_them(road: PlaySession) -> None:
    output = said(road.take("why not sleep"))
    assert output.startswith("`sleep` can only be done in `At night`, and this is `A day on the road`")
    assert "TL-NIGHT-01  At night everybody sleeps." in output


def test_no_action_is_answered_with_those_of_the_moment(road: PlaySession) -> None:
    output = said(road.take("why not Old Goat"))
    assert "the actions are `walk to`" in output
    assert "sleep" not in output


def test_why_tells_what_the_clauses_say() -> None:
    started = session("scrapyard", "human", "random")
    say(started, "oil alley", "rusty", "1")
    step = next(item for item in started.question.choices if item.verb == "step") if started.question else None
    assert step is not None
    say(started, step.words)
    output = said(started.take("why enter"))
    assert "SY-STEP-01  A step to a neighbouring tile costs one energy; diagonals are not neighbours." in output


def test_names_of_several_words_need_no_quotes_in_a_question(road: PlaySession) -> None:
    started = session("scrapyard", "human", "random")
    say(started, "oil alley", "rusty", "1")
    output = said(started.take("why not strike Rusty with iron fist"))
    assert "cannot be read" not in output
    assert "Ann cannot strike" in output


def test_a_name_of_one_letter_is_not_told(tmp_path: Path) -> None:
    rules = RULES.replace("move w to first(Stone)", "choose one of Stone by first(players) as s\n  move w to s")
    (tmp_path / "toll.bot").write_text(rules.replace(" cites TL-WALK-01 TL-WALK-02", "").replace("because TL-WALK-01", "")
                                       .replace(" cites TL-NIGHT-01", ""))  # fmt: skip
    playing = PlaySession(load(str(tmp_path / "toll.bot")).start(("Ann",), 1), {"Ann": "human"}, lambda: WIDE)
    assert playing.question is not None
    assert playing.question.prompt == "Choose a stone."


SECRET = """ruleset spies "Spies" { players 2, triggers active_first, start Match }
kind Card { }
Card Dagger { }
Card Letter { }
Card Mask { }
extend Player { zone hand of Card seen by owner, zone shown of Card }
flow Match {
  let a = first(players)
  take one of Letter into a.hand
  take one of Dagger into last(players).hand
  repeat { for each p in players { phase turn by p { open Main } } }
}
window Main { offer any to active }
action play card: Card by me during Main {
  require card in me.hand because "it is not in your hand"
  move card to me.shown
}
action steal card: Card by me during Main {
  require card not in me.hand because "it is yours"
  require count(me.shown) > 1 because "nobody has shown enough"
  move card to me.hand
}
goal nobody = players where count(shown) > 9
"""


def test_whoever_asks_why_not_learns_nothing_of_what_others_hold(tmp_path: Path) -> None:
    (tmp_path / "spies.bot").write_text(SECRET)
    playing = PlaySession(
        load(str(tmp_path / "spies.bot")).start(("Ann", "Ben"), 1), dict.fromkeys(("Ann", "Ben"), "human")
    )
    assert playing.asked == "Ann"
    assert "Dagger" not in said(playing.take("why not steal"))
    of_hers = said(playing.take("why not play Dagger"))
    of_nobody = said(playing.take("why not play Mask"))
    assert of_hers.replace("Dagger", "Mask") == of_nobody
    assert "it can be done: play Letter" in said(playing.take("why not play Letter"))


def test_a_name_in_the_plural_is_not_made_plural_again(tmp_path: Path) -> None:
    choosing = "  take one of Mask into a.hand\n  choose 1..2 of a.hand by a as cards\n  move cards to a.shown\n"
    rules = SECRET.replace("  repeat {", choosing + "  repeat {").replace("Card Mask", "kind Hat is Card { }\nHat Mask")
    (tmp_path / "spies.bot").write_text(rules)
    playing = PlaySession(
        load(str(tmp_path / "spies.bot")).start(("Ann", "Ben"), 1), dict.fromkeys(("Ann", "Ben"), "human")
    )
    assert playing.question is not None
    assert playing.question.prompt == "Choose 1 to 2 cards."


def test_a_question_about_the_table_is_called_as_its_answers_call_themselves(tmp_path: Path) -> None:
    rules = SECRET.replace("  repeat {", "  ask a for Weather as w\n  repeat {")
    (tmp_path / "spies.bot").write_text(rules + 'symbols Weather "what the sky looks like" { clear, dark }\n')
    playing = PlaySession(
        load(str(tmp_path / "spies.bot")).start(("Ann", "Ben"), 1), dict.fromkeys(("Ann", "Ben"), "human")
    )
    assert playing.question is not None
    assert playing.question.prompt == "Say what happened at the table: what the sky looks like."


def test_a_space_tells_who_stands_there(road: PlaySession) -> None:
    say(road, "walk to D1", "1", "Old Goat")
    output = said(road.take("i old goat"))
    assert output.startswith("Old Goat: at D1; feet ")
    assert "most 4" in output, "what is printed stands with the card"
    assert said(road.take("i d1")).startswith("D1: ground dry; there: Old Goat")
    assert "  purse: Counter [1], Counter [1], Counter [1]" in said(road.take("i ann"))


def test_an_action_that_uses_nothing_does_not_end_in_a_preposition(tmp_path: Path) -> None:
    (tmp_path / "saws.bot").write_text(
        'ruleset saws "Saws" { players 1, triggers active_first, start Match }\n'
        "symbols Oil { thick, thin }\n"
        "window Day { offer any to active }\n"
        "flow Match { repeat { for each p in players { phase turn by p { open Day } } } }\n"
        "action saw using oils: list of Oil = [] by me during Day { require count(oils) < 2 }\n"
    )
    playing = PlaySession(load(str(tmp_path / "saws.bot")).start(("Ann",), 1), {"Ann": "human"})
    assert playing.question is not None
    words = [choice.words for choice in playing.question.choices]
    assert "saw" in words
    assert "saw using" not in words
