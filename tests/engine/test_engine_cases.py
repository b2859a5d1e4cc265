"""Cases that generated games have found, each as small as it can be: what once failed, and what is right.

`tests/properties/test_running.py` finds such games; what it finds is kept here.
"""

from __future__ import annotations

import pytest

from interpreter.model.environment import RuleError
from tests.engine.tables import asked, play, player, say, table

GROUND = """
symbols Hue { red, green }
die D4 { 1..4 }
kind Gear { }
kind Unit {
  might: 0..9 = 1
  hue: Hue = green
  keeps wounds: number = 0
  children gear of Gear holds 0..2
}
keyword Tough(n: number = 1) on Unit { modify weight by n }
status Burning(n: number = 1) on Unit stacks add { modify weight by n }
rule weight = 1
Unit Ogre { might 3, Tough(2), Gear Hat { } }
Unit Imp { hue red }
extend Player { keeps points: 0..9 = 0, zone yard of Unit, zone shelf 1..3 of Unit holds 1 }
extend Table { keeps tally: number = 0, keeps notes: list of number = [] }
effect use_it_all {
  give Burning to Unit
  lose Tough from Unit
  choose one of players by first(players) as who
  move first(Unit) to who.shelf[1]
  roll D4 as face
  notes += [face]
}
"""


def story(body: str, more: str = "", *answers: tuple[str, str], seats: tuple[str, ...] = ("Ann", "Ben")) -> object:
    """What is noted by a game whose flow is the body."""
    match = play(f"{GROUND}{more}\nflow Match {{\n  {body}\n  win none\n}}\n", *seats)
    for seat, wish in answers:
        say(match, seat, *([wish] if wish else []))
    assert match.over, match.requests
    return table(match, "notes")


# ------------------------------------------------------------------------------- cards that are not in play


def test_what_is_done_to_a_card_that_is_not_in_play_does_nothing() -> None:
    body = """let card = first(supply(Unit) where might is 3)
  card.wounds += 1
  give Burning(2) to card
  lose Tough from card
  remove card
  move card to first(players).yard
  notes += [card.wounds, count(Unit)]"""
    assert story(body) == (0, 0)


def test_a_card_has_the_keywords_and_symbols_that_it_prints() -> None:
    body = """let strong = supply(Unit) where that has Tough
  notes += [count(strong), count(first(strong), Tough), count(first(strong), Burning)]
  notes += [count(supply(Unit) where that has red), supply(Unit)[red].might]"""
    assert story(body) == (1, 2, 0, 1, 1)


def test_a_shelf_of_the_owner_of_a_card_by_name() -> None:
    body = """take 1 of Ogre into first(players).yard
  move Ogre to Ogre.owner.shelf[2]
  notes += [Ogre.position, count(Ogre.owner.shelf), (if Ogre.owner.shelf[2] is Ogre then 1 else 0)]"""
    assert story(body) == (2, 1, 1)


def test_a_list_of_numbers_has_no_member_by_symbol() -> None:
    assert story("notes = [7, 8]; if notes[red] is none { notes += [notes[2]] }") == (7, 8, 8)


def test_a_thing_that_was_removed_stays_away() -> None:
    body = """take 1 of Ogre into first(players).yard as made
  let ogre = first(made)
  remove ogre
  remove ogre
  move ogre to first(players).yard
  notes += [count(Unit), count(first(players).yard)]"""
    assert story(body) == (0, 0)


# ------------------------------------------------------------------------------------------ numbers of events


def test_a_hook_before_changes_what_the_event_is_going_to_keep() -> None:
    more = """effect hit n: 0.. { keeps force: number = n * 2; notes += [force]; force += 1; notes += [force] }
before hit { modify force by 10; modify n by 1 }
"""
    assert story("hit 3", more) == (18, 19)


def test_a_change_by_a_missing_value_is_a_fault() -> None:
    more = "effect hit n: 0.. { keeps force: number = n }\nbefore hit { modify n by first(notes) }\n"
    with pytest.raises(RuleError, match="this needs a number, but there is none") as raised:
        story("hit 3", more)
    assert raised.value.code == "BW5001"


def test_a_change_beyond_64_bits_is_a_fault() -> None:
    more = "effect hit n: 0.. { notes += [n] }\n" + "before hit { modify n times 4000000000 }\n" * 3
    with pytest.raises(RuleError) as raised:
        story("hit 3", more)
    assert raised.value.code == "BW5003"


# ------------------------------------------------------------------------------------------------- replacements


def test_who_does_not_want_to_replace_an_event_lets_it_happen() -> None:
    more = """effect hit { notes += [0] }
after hit { notes += [9] }
instead of hit may by first(players) { notes += [1] }
"""
    assert story("hit", more, ("Ann", "")) == (0, 9)
    assert story("hit", more, ("Ann", "yes")) == (1,)


def test_after_a_replacement_that_was_not_wanted_the_next_one_is_asked() -> None:
    more = """kind Token { number: 0..9, instead of hit may { notes += [it.number] } }
Token One { number 1 }
Token Two { number 2 }
extend Player { zone held of Token }
effect hit { notes += [0] }
"""
    body = "take 1 of One into first(players).held; take 1 of Two into last(players).held; hit"
    assert story(body, more, ("Ann", ""), ("Ben", "yes")) == (2,)
    assert story(body, more, ("Ann", ""), ("Ben", "")) == (0,)


def test_a_replacement_of_somebody_who_is_out_is_none() -> None:
    more = "effect hit { notes += [0] }\ninstead of hit may by last(players) { notes += [1] }\n"
    body = "let ben = last(players); eliminate first(players); hit"
    assert story(body, more, ("Cid", "yes"), seats=("Ann", "Ben", "Cid")) == (1,)


# ---------------------------------------------------------------------------------------------------- questions


def test_who_is_asked_with_nothing_to_do_can_only_pass() -> None:
    more = "window Main { offer one to players, always ask }\naction go by me during Main { require me.points > 5 }\n"
    match = play(f"{GROUND}{more}flow Match {{ open Main; win none }}\n")
    assert (asked(match).least, asked(match).most, asked(match).options) == (0, 0, ())
    say(match, "Ann")
    say(match, "Ben")
    assert match.over


def test_a_question_that_others_have_changed_meanwhile_is_asked_after_all() -> None:
    """Ben decided between two; Ann, who comes first, has taken one away and brought three."""
    more = """effect swap by me {
  choose 2 of me.yard by me as two
  remove two
  take 3 of Imp into next_after(me).yard
}
"""
    body = """for each p in players { take 2 of Ogre into p.yard; take 1 of Imp into p.yard }
  together for each p in players { swap by p; choose 3 of p.yard by p as three; notes += [count(three)] }"""
    match = play(f"{GROUND}{more}\nflow Match {{\n  {body}\n  win none\n}}\n")
    for _ in range(12):
        if match.over:
            break
        request = match.requests[0]
        match.answer(request.id, tuple(range(request.least)))
    assert match.over
    assert table(match, "notes") == (1, 3)
    assert player(match, "Ann", "points") == 0


# ------------------------------------------------------------------------------------------- faces of several dice


@pytest.mark.parametrize("written", ["opposite(d.face)", "opposite(d)"])
def test_a_face_lies_opposite_another_of_its_own_die_whatever_other_dice_show(written: str) -> None:
    more = "die D6 { 1..6 }\nextend Table { zone tray of D6 }"
    body = f"""roll 1 of D6 into tray as dice
  for each face in [1, 3, 6] {{
    let d = first(dice)
    set d to face
    set d to {written}
    notes += [d.value]
  }}"""
    assert story(body, more) == (6, 4, 1)
