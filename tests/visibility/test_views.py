"""What a seat sees, and above all what it does not: each promise in a small game of its own."""

from __future__ import annotations

import json

import pytest

from dsl.diagnostics.codes import answers
from interpreter.match import EngineMatch, Refused
from interpreter.model.environment import RuleError
from interpreter.visibility.views import ThingView, View, ZoneView, as_data, as_text, view
from tests.engine.tables import asked, play, say

CARDS = """
symbols Suit { red, blue }
kind Card { power: 0..9, suit: Suit = red }
kind Trap is Card { }
Card Ace { power 9 }
Card Deuce { power 2, suit blue }
Trap Pit { power 1 }
extend Player {
  zone hand of Card seen by owner
  zone lap of Card seen by nobody
  stat strength = sum(it.hand, power)
  stat cards = count(it.hand)
}
extend Table { zone pile of Card seen by nobody, zone stack of Card }
effect deal {
  take 1 of Ace into first(players).hand
  take 1 of Deuce into last(players).hand
  take 2 of Pit into pile
  take 1 of Deuce into pile
}
window Main { offer any to active }
action wait by me during Main { }
"""


def zone(found: View, holder: str, name: str) -> ZoneView:
    return next(item for item in thing(found, holder).zones if item.name == name)


def thing(found: View, name: str) -> ThingView:
    return next(item for item in found.things if item.name == name)


def names(found: View, holder: str, name: str) -> list[str | None]:
    lying = zone(found, holder, name)
    return [found.thing(item).name if item is not None else None for item in lying.things]


def logged(found: View) -> list[str]:
    return [event.words for event in found.log]


# ----------------------------------------------------------------------------------------------------- hidden zones


def test_the_owner_sees_the_hand_and_the_others_count_it() -> None:
    match = play(CARDS + "flow Match { deal; phase turn by first(players) { open Main }; win none }")
    ann, ben, onlooker = view(match, "Ann"), view(match, "Ben"), view(match, None)
    assert names(ann, "Ann", "hand") == ["Ace"]
    assert zone(ben, "Ann", "hand") == ZoneView("hand", None, 1, ())
    assert zone(onlooker, "Ann", "hand") == zone(onlooker, "Ben", "hand") == ZoneView("hand", None, 1, ())
    assert zone(ann, "Table", "pile") == ZoneView("pile", None, 3, ())
    assert "Ace" not in as_text(ben)
    assert "Pit" not in as_text(ann)
    assert "Trap" not in as_text(ann), "of a card in the pile not even the kind is known"


def test_what_the_rules_reckon_from_hidden_cards_is_not_told() -> None:
    match = play(CARDS + "flow Match { deal; phase turn by first(players) { open Main }; win none }")
    ann, ben = view(match, "Ann"), view(match, "Ben")
    assert thing(ann, "Ann").fields["strength"] == 9
    assert thing(ben, "Ann").fields.get("strength", 0) == 0
    assert thing(ben, "Ann").fields["cards"] == 1, "how many there are is no secret"


def test_a_zone_may_be_seen_by_players_that_are_named() -> None:
    text = (
        CARDS
        + """
extend Player { zone shared of Card seen by others(it), zone public of Card seen by everybody }
flow Match {
  take 1 of Ace into first(players).shared
  take 1 of Pit into first(players).public
  phase turn by first(players) { open Main }
  win none
}
"""
    )
    match = play(text, "Ann", "Ben", "Cid")
    assert names(view(match, "Ann"), "Ann", "shared") == []
    assert names(view(match, "Ben"), "Ann", "shared") == names(view(match, "Cid"), "Ann", "shared") == ["Ace"]
    assert names(view(match, None), "Ann", "shared") == []
    assert names(view(match, None), "Ann", "public") == ["Pit"]


def test_what_lies_in_or_belongs_to_a_hidden_card_is_hidden_with_it() -> None:
    text = """
kind Chip { worth: 0..9 }
kind Box { children chips of Chip, zone inside of Chip }
Box Chest { Chip Gem { worth 9 } }
Chip Coin { worth 1 }
extend Player { zone hand of Box seen by owner }
window Main { offer any to active }
action wait by me during Main { }
flow Match {
  take 1 of Chest into first(players).hand
  take 1 of Coin into first(first(players).hand).inside
  phase turn by first(players) { open Main }
  win none
}
"""
    match = play(text)
    assert names(view(match, "Ann"), "Chest", "inside") == ["Coin"]
    assert [item.kind for item in view(match, "Ben").things] == ["Table", "Player", "Player"]


def test_a_rule_that_looks_at_what_another_holds_is_refused_by_the_checker() -> None:
    peek = "effect peek by me { let n = sum(next_after(me).hand, power); if n > 3 { deal } }\n"
    with pytest.raises(AssertionError, match="BW3010"):
        play(CARDS + peek + "flow Match { peek by first(players); win none }")


# ------------------------------------------------------------------------------------------------------------ show

SHOWING = (
    CARDS
    + """
effect peek by me {
  deal
  if yes {
    show top(pile) to me
    choose one of [1, 2] by me as n
    n_kept = n
  }
  choose one of [1, 2] by me as m
  n_kept = m
}
extend Table { keeps n_kept: number = 0 }
flow Match { peek by first(players); win none }
"""
)


def test_show_lasts_until_its_block_ends() -> None:
    match = play(SHOWING)
    assert names(view(match, "Ann"), "Table", "pile") == ["Deuce", None, None]
    assert names(view(match, "Ben"), "Table", "pile") == []
    say(match, "Ann", "1")
    assert names(view(match, "Ann"), "Table", "pile") == []
    assert match.undo()
    assert names(view(match, "Ann"), "Table", "pile") == ["Deuce", None, None]
    assert names(view(match.fork(), "Ann"), "Table", "pile") == ["Deuce", None, None]


@pytest.mark.parametrize(
    "then, seen",
    [("shuffle pile", []), ("move top(pile) to bottom_of", []), ("move bottom(pile) to stack", ["Deuce", None])],
)
def test_show_ends_when_the_thing_goes_elsewhere(then: str, seen: list[str | None]) -> None:
    text = SHOWING.replace("show top(pile) to me", f"show top(pile) to me\n    {then}")
    match = play(text + "extend Table { zone bottom_of of Card seen by nobody }\n")
    assert names(view(match, "Ann"), "Table", "pile") == seen
    assert names(view(match, "Ann"), "Table", "bottom_of") == []


def test_showing_is_told_to_who_was_shown_it() -> None:
    match = play(CARDS + "flow Match { deal; show top(pile) to last(players); open Main; win none }\n")
    assert "Ben sees Deuce" in logged(view(match, "Ben"))
    assert "Ben sees a Card" in logged(view(match, "Ann"))
    assert "Ben sees a Card" in logged(view(match, None))


def test_equal_names_in_a_row_are_told_once_with_their_number() -> None:
    match = play(CARDS + "flow Match { deal; show pile to last(players); open Main; win none }\n")
    assert "Ben sees Deuce, Pit ×2" in logged(view(match, "Ben"))
    assert "Ben sees a Card ×3" in logged(view(match, "Ann"))


# --------------------------------------------------------------------------------------------------------- the log

PLAYED = (
    CARDS
    + """
action put card: Card by me during Main { require card in me.hand; move card to stack }
action keep card: Card by me during Main { require card in me.hand; move card to me.lap }
action cycle card: Card by me during Main {
  require card in me.hand
  move card to stack
  shuffle stack into pile
}
after move Card to pile { nothing_happens }
effect nothing_happens { }
flow Match { deal; phase turn by first(players) { open Main }; phase turn by last(players) { open Main }; win none }
"""
)


def test_a_card_that_is_played_is_named_to_all() -> None:
    match = play(PLAYED)
    say(match, "Ann", "put Ace")
    for seat in ("Ann", "Ben", None):
        assert "put Ace by Ann" in logged(view(match, seat))


def test_a_card_that_is_played_face_down_is_named_to_its_player_only() -> None:
    match = play(PLAYED)
    say(match, "Ann", "keep Ace")
    assert "keep Ace by Ann" in logged(view(match, "Ann"))
    assert "keep a Card by Ann" in logged(view(match, "Ben"))
    assert "Ace" not in as_text(view(match, "Ben"))


def test_a_card_that_was_seen_and_is_shuffled_away_is_still_named() -> None:
    match = play(PLAYED)
    say(match, "Ann", "cycle Ace")
    assert "cycle Ace by Ann" in logged(view(match, "Ben"))
    assert names(view(match, "Ben"), "Table", "pile") == []


def test_what_comes_to_light_later_does_not_change_what_was_told() -> None:
    text = PLAYED + "action turn_up by me during Main { move me.lap to stack }\n"
    match = play(text)
    say(match, "Ann", "keep Ace")
    say(match, "Ann", "turn_up")
    assert names(view(match, "Ben"), "Table", "stack") == ["Ace"]
    assert "keep a Card by Ann" in logged(view(match, "Ben"))


def test_undo_takes_back_what_was_told() -> None:
    match = play(PLAYED)
    before = as_text(view(match, "Ben"))
    say(match, "Ann", "put Ace")
    after = as_text(view(match, "Ben"))
    match.undo()
    assert as_text(view(match, "Ben")) == before
    match.redo()
    assert as_text(view(match, "Ben")) == after


def test_a_view_tells_the_log_from_a_number_on() -> None:
    match = play(PLAYED)
    say(match, "Ann", "put Ace")
    whole = view(match, "Ben").log
    assert view(match, "Ben", since=whole[-1].number).log == whole[-1:]


# -------------------------------------------------------------------------------------------------------- questions


def test_only_the_own_questions_are_told() -> None:
    match = play(PLAYED)
    ann, ben = view(match, "Ann"), view(match, "Ben")
    assert [option.words for option in ann.requests[0].options] == ["wait by Ann", "put Ace by Ann", "keep Ace by Ann", "cycle Ace by Ann"]  # fmt: skip
    assert ann.waiting == ben.waiting == ("Ann",)
    assert ben.requests == ()
    number = next(option.number for option in ann.things if option.name == "Ace")
    value = {"do": "put", "slots": {"card": {"thing": number}, "me": {"thing": thing(ann, "Ann").number}}, "of": None}
    assert ann.requests[0].options[1].value == value


def test_hidden_options_have_no_names() -> None:
    text = (
        CARDS
        + """
effect steal by me {
  deal
  take 1 of Pit into last(players).hand
  let victim = last(players)
  choose one of victim.hand + stack by me as card
  move card to me.hand
}
flow Match { take 1 of Ace into stack; steal by first(players); win none }
"""
    )
    match = play(text)
    request = view(match, "Ann").requests[0]
    assert [option.words for option in request.options] == ["a Card", "a Card", "Ace"]
    assert [option.value for option in request.options[:2]] == [{"hidden": True}, {"hidden": True}]
    match.answer(request.id, [1])
    assert sorted(option.name for option in view(match, "Ann").things if option.kind in ("Card", "Trap")) == [
        "Ace",
        "Ace",
        "Deuce",
    ]


def test_numbers_are_not_taken_for_things() -> None:
    text = """
extend Player { keeps points: 0..99 = 0 }
effect bid by me { choose one of 20..60 by me as n; me.points = n }
flow Match { bid by first(players); bid by last(players); win none }
"""
    match = play(text)
    wanted = [str(number) for number in range(20, 61)]
    assert [option.words for option in asked(match).options] == wanted
    request = view(match, "Ann").requests[0]
    assert [option.words for option in request.options] == wanted
    assert [option.value for option in request.options] == list(range(20, 61))
    match.answer(request.id, [20])
    assert thing(view(match, "Ben"), "Ann").fields["points"] == 40


# -------------------------------------------------------------------------------------------------- deciding together

TOGETHER = (
    CARDS
    + """
extend Player { zone bet of Card holds 1 seen by owner, keeps said: 0..9 = 0 }
effect bet_all {
  together for each p in players {
    choose one of p.hand by p as card
    move card to p.bet
    if card.power is 9 { choose one of 1..3 by p as n; p.said = n }
  }
}
flow Match {
  for each p in players { take 1 of Ace into p.hand; take 1 of Deuce into p.hand }
  bet_all
  phase turn by first(players) { open Main }
  win none
}
"""
)


def test_nobody_sees_a_decision_before_the_last_has_decided() -> None:
    match = play(TOGETHER)
    before = as_text(view(match, "Ben"))
    say(match, "Ann", "Ace")
    assert as_text(view(match, "Ben")) == before
    assert names(view(match, "Ann"), "Ann", "bet") == ["Ace"], "the own table goes on"
    say(match, "Ann", "2")
    assert as_text(view(match, "Ben")) == before
    assert view(match, "Ann").requests == ()
    assert view(match, None).waiting == ("Ann", "Ben")
    say(match, "Ben", "Ace")
    first = asked(match, "Ben").id
    say(match, "Ben", "3")
    assert [thing(view(match, "Ben"), seat).fields["said"] for seat in ("Ann", "Ben")] == [2, 3]
    assert names(view(match, "Ben"), "Ann", "bet") == [], "the zone stays hidden"
    other = play(TOGETHER)
    say(other, "Ben", "Ace")
    assert asked(other, "Ben").id == first, "how far the others are cannot be read from the number of a question"


def test_a_repeated_answer_is_refused_while_others_still_decide() -> None:
    match = play(TOGETHER)
    request = asked(match, "Ann")
    say(match, "Ann", "Deuce")
    with pytest.raises(Refused) as refused:
        match.answer(request.id, [0])
    assert refused.value.code == answers.STALE.id


# ------------------------------------------------------------------------------------------------------ plain data


def test_a_view_is_plain_data() -> None:
    text = (
        CARDS
        + """
symbols Ground { sand, mud }
die Coin { 0, 1, red }
kind Tile is Space { ground: Ground }
kind Pawn { stands on spot: Tile as many pawns, keeps load: table by Suit of 0..9 = 0, keeps friend: Player? = none }
Pawn Peg { }
status Wet(n: 1..9 = 1) on Pawn stacks add { }
Board Field { grid hex, space Tile, width 2, height 2 }
Map Plain {
  board Field
  legend { ".": sand, "~": mud }
  rows \"\"\"
    . ~
    ~ .
  \"\"\"
}
extend Table { zone cup of Coin, zone rack 1..2 of Card }
effect soak { give Wet(2) to Pawn; lose Wet from Pawn; give Wet(3) to Pawn }
flow Match {
  deal
  lay Plain
  take 1 of Peg into open_pegs
  let peg = first(open_pegs)
  move peg to first(Tile where ground is mud and row is 2)
  peg.load[red] += 2
  peg.friend = last(players)
  roll 2 of Coin into cup
  move top(pile) to rack at 2
  soak
  phase turn by first(players) { open Main }
  win none
}
extend Table { zone open_pegs of Pawn }
"""
    )
    match = play(text)
    result = view(match, "Ann")
    assert json.loads(as_text(result)) == json.loads(json.dumps(as_data(result)))
    peg = thing(result, "Peg")
    assert peg.fields["load"] == {"rows": [["red", 2]], "else": 0}
    assert peg.fields["friend"] == {"thing": thing(result, "Ben").number}
    assert peg.marks == ({"mark": "Wet", "with": [3]},)
    board = result.boards[0]
    assert (board.map, board.grid) == ("Plain", "hex")
    assert [(item.name, item.row, item.column) for item in board.spaces] == [
        ("A1", 1, 1),
        ("B1", 1, 2),
        ("A2", 2, 1),
        ("B2", 2, 2),
    ]
    assert peg.place == {"space": board.spaces[2].thing}
    assert peg.fields["spot"] == {"thing": board.spaces[2].thing}
    assert result.thing(board.spaces[1].thing).fields["ground"] == "mud"
    coins = [result.thing(item or 0).fields["face"] for item in zone(result, "Table", "cup").things]
    assert all(set(coin) == {"number", "symbols"} for coin in coins)
    racks = [item for item in thing(result, "Table").zones if item.name == "rack"]
    assert [(item.level, item.number) for item in racks] == [(1, 0), (2, 1)]
    assert (result.active, result.window, result.going_on, result.players) == ("Ann", "Main", ("turn",), ("Ann", "Ben"))
    assert result.over is False


def test_the_end_is_told() -> None:
    match = play("flow Match { win first(players) }")
    result = view(match, None)
    assert (result.over, result.winners, result.waiting) == (True, ("Ann",), ())


def test_an_unknown_seat_has_no_view() -> None:
    with pytest.raises(ValueError):
        view(play("flow Match { win none }"), "Nobody")


# ---------------------------------------------------------------------------------------------------------- holds


def full(sentence: str) -> EngineMatch:
    return play(
        CARDS
        + f"""
extend Player {{ zone slot of Card holds 1, zone belt of Card holds 0..2, zone shelf 1..2 of Card holds 1 }}
effect fill by me {{ deal; {sentence} }}
flow Match {{ fill by first(players); phase turn by first(players) {{ open Main }}; win none }}
"""
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "move me.hand to me.slot",
        "move top(pile, 2) to me.belt",
        "move me.hand to me.slot; move me.slot to me.slot",
        "move top(pile) to me.shelf at 1; move top(pile) to me.shelf at 2",
        "take 1 of Ace into me.slot; move me.slot to me.hand; take 1 of Ace into me.slot",
    ],
)
def test_a_zone_takes_what_it_holds(sentence: str) -> None:
    assert full(sentence).requests


@pytest.mark.parametrize(
    "sentence, zone",
    [
        ("move top(pile, 2) to me.slot", "slot"),
        ("move top(pile, 3) to me.belt", "belt"),
        ("take 2 of Ace into me.slot", "slot"),
        ("move top(pile) to me.shelf at 1; move top(pile) to me.shelf at 1", "shelf"),
    ],
)
def test_a_zone_takes_no_more_than_it_holds(sentence: str, zone: str) -> None:
    with pytest.raises(RuleError, match=f"`{zone}` holds at most") as wrong:
        full(sentence)
    assert wrong.value.code == "BW5019"
