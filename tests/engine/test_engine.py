"""What the engine promises, each promise in a small game of its own.

The games are written for one question each; what happens is read from the log of events, from the requests that are open
and from what the table keeps. `note` writes a number behind what `story` already holds, so the order of things can be read.
"""

from __future__ import annotations

import pytest

from interpreter.match import EngineMatch, Refused
from interpreter.model.environment import RuleError
from tests.engine.tables import asked, log, play, player, say, table, words

NOTES = """
extend Table { keeps story: list of number = [], keeps count: 0.. = 0 }

effect note n: number { story += [n] }
"""
END = "flow Match { go; win none }\n"


def story(text: str, *answers: tuple[str, str], seats: tuple[str, ...] = ("Ann", "Ben")) -> list[int]:
    """The notes of a game that answers play to its end."""
    match = play(NOTES + text, *seats)
    for seat, wish in answers:
        say(match, seat, *([wish] if wish else []))
    assert match.over, match.requests
    position = table(match, "story")
    assert isinstance(position, tuple)
    return list(position)


# ------------------------------------------------------------------------------------------------------------ hooks


def test_before_then_the_body_then_after() -> None:
    assert story("effect go { note 2 }\nbefore go { note 1 }\nafter go { note 3 }\n" + END) == [1, 2, 3]


def test_hooks_of_the_active_player_come_first_then_clockwise() -> None:
    text = """
kind Token { mark: number, after go { note it.mark } }
Token One { mark 1 }
Token Two { mark 2 }
Token Three { mark 3 }
extend Player { zone held of Token }
effect go { }
flow Match {
  take 1 of One into first(players).held
  take 1 of Two into next_after(first(players)).held
  take 1 of Three into last(players).held
  phase turn by next_after(first(players)) { go }
  win none
}
"""
    assert story(text, seats=("Ann", "Ben", "Cid")) == [2, 3, 1]


def test_a_player_puts_the_own_hooks_in_order_where_the_game_says_so() -> None:
    text = """
ruleset small { players 2, triggers owner_chooses, start Match }
kind Token { mark: number, after go { note it.mark } }
Token One { mark 1 }
Token Two { mark 2 }
extend Player { zone held of Token }
effect go { }
flow Match {
  take 1 of One into first(players).held
  take 1 of Two into first(players).held
  go
  win none
}
"""
    match = play(NOTES + text)
    assert words(asked(match, "Ann")) == ["One: use after go?", "Two: use after go?"]
    say(match, "Ann", "Two")
    assert table(match, "story") == (2, 1)


def test_cancel_ends_the_event_and_no_after_hook_answers() -> None:
    text = "effect go { note 2 }\nbefore go { note 1; cancel }\nafter go { note 3 }\n"
    assert story(text + END) == [1]


def test_numbers_change_in_layers_whatever_the_order_of_arrival() -> None:
    text = """
layer late after by
effect go { hit 10 }
effect hit n: 0.. { note n }
before hit { modify n times 3 }
before hit { modify n at most 40 }
before hit { modify n by 2 }
before hit { modify n by -1 layer late }
before hit { modify n to 5 }
"""
    assert story(text + END) == [18]  # ((5 + 2) - 1) * 3


def test_a_replacement_answers_once_and_the_same_sentence_does_the_original() -> None:
    text = """
effect go { hit 1 }
effect hit n: 0.. { note n }
instead of hit { note 10; hit n + 1; note 20 }
after hit { note 30 }
"""
    assert story(text + END) == [10, 2, 30, 20]


def test_two_replacements_answer_one_after_the_other_the_more_specific_first() -> None:
    text = """
mode odd { instead of hit { note 100; hit n } }
effect go { hit 1 }
effect hit n: 0.. { note n }
instead of hit { note 10; hit n }
"""
    match = play("ruleset small { players 2, modes [odd], start Match }\n" + NOTES + text + END, modes=("odd",))
    assert table(match, "story") == (100, 10, 1)


def test_verbs_of_the_language_are_events_too() -> None:
    text = """
kind Token { }
Token Stone { }
extend Player { zone held of Token, zone lost of Token }
before move Token to first(players).lost { note 1 }
instead of move Token to last(players).lost { note 2 }
forbid give Slow to Token if count > 0
keyword Slow on Token { }
effect go {
  take 1 of Stone into first(players).held as made
  move made to first(players).lost
  note count(first(players).lost)
  move made to last(players).lost
  note count(first(players).lost)
  count = 1
  give Slow to made
  note count(Token, that has Slow)
}
"""
    assert story(text + END) == [1, 1, 2, 1, 0]


def test_a_list_makes_one_event_for_each_and_they_happen_together() -> None:
    text = """
kind Token { mark: number }
Token One { mark 1 }
Token Two { mark 2 }
effect go { take 1 of One; take 1 of Two; hit Token }
effect hit target: Token { note target.mark }
before hit { note target.mark + 10 }
after hit { note target.mark + 20 }
"""
    assert story(text + END) == [11, 12, 1, 2, 21, 22]


def test_goals_wait_for_what_happens_together() -> None:
    text = """
extend Player { keeps lives: 0..3 = 1 }
effect go { hit players }
effect hit p: Player { p.lives = 0; eliminate p }
goal last_one = (if count(players) is 1 then players else [])
flow Match { go; repeat { choose one of [1, 2] by first(players) as n } }
"""
    match = play(text)
    assert match.over
    assert match.result == ()  # both are out at once: a draw, and nobody was the last for a moment
    assert match.verdict == "Nobody won."


def test_each_keyword_has_its_own_numbers() -> None:
    text = """
kind Token { }
keyword Left(n: 1..9) on Token { after hit it { note n } }
keyword Right(n: 1..9) on Token { after hit it { note n } }
Token Stone { Left(1), Right(2) }
effect go { take 1 of Stone; hit Token }
effect hit target: Token { }
"""
    assert story(text + END) == [1, 2]


def test_loops_inside_phases_do_not_disturb_each_other() -> None:
    text = """
effect go { note 0 }
flow Match {
  for each p in players {
    phase turn by p {
      for each n in [1, 2] { note n }
    }
  }
  win none
}
"""
    assert story(text) == [1, 2, 1, 2]


# ------------------------------------------------------------------------------------------------- rules and their ranks

RANKED = """
ruleset small { players 2, modes [odd], start Match }
rule size(t: Token) = 1
kind Token { }
keyword Big on Token { modify size of it to 3 }
mode odd { modify size to 2 }
Token Plain { }
Token Large { Big }
Token Huge { Big, modify size of it to 4 }
flow Match {
  take 1 of Plain
  take 1 of Large
  take 1 of Huge
  for each t in Token { note size(t) }
  win none
}
"""


def test_card_before_keyword_before_mode_before_ruleset() -> None:
    assert table(play(NOTES + RANKED), "story") == (1, 3, 4)
    assert table(play(NOTES + RANKED, modes=("odd",)), "story") == (2, 3, 4)


def test_within_one_rank_forbid_wins_and_a_more_specific_allow_gives_it_back() -> None:
    text = """
kind Token { }
forbid hit because "nobody hits"
allow hit Token where that has Fair
keyword Fair on Token { }
keyword Prey on Token { allow hit it }
Token Plain { }
Token Honest { Fair }
Token Hare { Prey }
effect go { take 1 of Plain; take 1 of Honest; take 1 of Hare; hit Token }
effect hit target: Token { note 1 }
"""
    assert story(text + END) == [1]  # only the hare: the allow of the ruleset has the same rank as the forbid


def test_two_of_equal_rank_that_disagree_are_a_fault_of_the_rules() -> None:
    text = """
rule size(t: Token) = 1
kind Token { }
keyword Big(n: 1..9) on Token { modify size of it to n }
keyword Small(n: 1..9) on Token { modify size of it to n }
Token Odd { Big(3), Small(2) }
flow Match { take 1 of Odd; note size(first(Token)); win none }
"""
    with pytest.raises(RuleError) as raised:
        play(NOTES + text)
    assert raised.value.code == "BW5014"


# --------------------------------------------------------------------------------------------------------- durations


def test_a_rule_ends_with_the_end_or_the_start_that_it_names() -> None:
    text = """
rule size = 1
effect go { note size }
flow Match {
  for each p in players {
    phase turn by p {
      if p is first(players) {
        modify size by 1 until end of turn
        modify size by 10 until start of turn by next_after(me)
        modify size by 100 until end of turn by next_after(me)
      }
      note size
    }
    note size
  }
  win none
}
"""
    assert story(text) == [112, 111, 101, 1]


def test_a_status_stays_as_long_as_its_head_says() -> None:
    text = """
kind Token { }
status Held on Token stacks never until end of turn { }
Token Stone { }
extend Player { zone held of Token }
flow Match {
  take 1 of Stone into first(players).held
  phase turn by first(players) { give Held to Token; note count(Token, that has Held) }
  note count(Token, that has Held)
  win none
}
"""
    assert story(text) == [1, 0]


def test_once_per_turn_is_counted_anew_in_each_turn() -> None:
    text = """
effect go { }
after go once per turn { note 1 }
flow Match { for each p in players { phase turn by p { go; go } }; win none }
"""
    assert story(text) == [1, 1]


def test_an_optional_hook_that_is_declined_is_not_used_up() -> None:
    text = """
effect go { }
after go once per turn may by active { note 1 }
flow Match { phase turn by first(players) { go; go; go }; win none }
"""
    assert story(text, ("Ann", ""), ("Ann", "yes")) == [1]


# ----------------------------------------------------------------------------------------------------------- choices

CHOICE = """
extend Player { keeps got: number = 0 }
effect pick_from options: list of number by me {
  choose one of options as n else { me.got = -1; stop }
  me.got = n
}
flow Match { pick_from [OPTIONS] by first(players); choose one of [1, 2] by last(players) as n; win none }
"""


def test_a_choice_without_options_takes_its_else() -> None:
    assert player(play(CHOICE.replace("[OPTIONS]", "(1..3) where that > 5")), "Ann", "got") == -1


def test_a_choice_with_one_option_is_not_asked() -> None:
    match = play(CHOICE.replace("OPTIONS", "7"))
    assert player(match, "Ann", "got") == 7
    assert asked(match).seat == "Ben"


def test_a_choice_with_several_options_is_asked() -> None:
    match = play(CHOICE.replace("OPTIONS", "7, 8, 9"))
    assert (asked(match).seat, words(asked(match))) == ("Ann", ["7", "8", "9"])
    say(match, "Ann", "8")
    assert player(match, "Ann", "got") == 8


def test_without_else_the_rest_of_the_block_is_skipped() -> None:
    text = "effect go { note 1; choose one of (1..3) where that > 5 by first(players) as n; note 2 }\nafter go { note 3 }\n"
    assert story(text + END) == [1, 3]


def test_fewer_than_are_wanted_are_all_taken() -> None:
    text = "effect go { choose 3 of [4, 5] by first(players) as many; for each n in many { note n } }\n"
    assert story(text + END) == [4, 5]


def test_a_may_that_begins_with_nothing_to_choose_is_not_asked() -> None:
    text = "effect go by me { may { choose one of (1..3) where that > 5 as n; note n }; note 9 }\n"
    assert story(text + "flow Match { go by first(players); win none }\n") == [9]


def test_luck_chooses_by_the_seed_alone() -> None:
    text = NOTES + "flow Match { repeat 20 { choose one of 1..6 by chance as n; note n }; win none }\n"
    same = [table(play(text, seed=5), "story") for _ in range(2)]
    assert same[0] == same[1]
    assert table(play(text, seed=6), "story") != same[0]


def test_a_player_puts_a_pile_in_order() -> None:
    text = """
kind Token { mark: number }
Token One { mark 1 }
Token Two { mark 2 }
Token Three { mark 3 }
extend Table { zone pile of Token }
flow Match {
  take 1 of One into pile
  take 1 of Two into pile
  take 1 of Three into pile
  arrange top(pile, 2) by first(players)
  for each t in pile { note t.mark }
  win none
}
"""
    match = play(NOTES + text)
    assert words(asked(match)) == ["Three", "Two"]
    match.answer(asked(match).id, [1, 0])
    assert table(match, "story") == (2, 3, 1)


# ----------------------------------------------------------------------------------------------------------- windows

WINDOW = """
extend Player { keeps left: 0..9 = 2 }
window Main { LINES }
action act by me during Main { require me.left > 0 because "nothing is left"; me.left -= 1 }
effect go { }
flow Match { go; open Main as done; note count(done); win none }
"""


def offered(lines: str, *answers: tuple[str, str]) -> list[str]:
    """Who is asked, in order, in a window with these lines."""
    match = play(NOTES + WINDOW.replace("LINES", lines))
    seen = []
    for seat, wish in answers:
        seen.append(asked(match).seat)
        say(match, seat, *([wish] if wish else []))
    assert match.over
    return [*seen, str(table(match, "story"))]


def test_any_continues_until_a_pass_or_until_nothing_is_possible() -> None:
    options = offered("offer any to players", ("Ann", "act"), ("Ann", "act"), ("Ben", "act"), ("Ben", ""))
    assert options == ["Ann", "Ann", "Ben", "Ben", "(3,)"]


def test_one_and_up_to_end_by_themselves() -> None:
    assert offered("offer one to players", ("Ann", "act"), ("Ben", "act")) == ["Ann", "Ben", "(2,)"]
    options = offered("offer up to 2 to last(players), offer one to first(players)",
                   ("Ben", "act"), ("Ben", "act"), ("Ann", ""))  # fmt: skip
    assert options == ["Ben", "Ben", "Ann", "(2,)"]


def test_again_goes_round_until_all_have_passed_in_a_row() -> None:
    lines = "offer one to players, again until all pass"
    options = offered(lines, ("Ann", ""), ("Ben", "act"), ("Ann", "act"), ("Ben", ""), ("Ann", ""))
    assert options == ["Ann", "Ben", "Ann", "Ben", "Ann", "(2,)"]


def test_who_can_do_nothing_is_asked_only_where_the_window_says_so() -> None:
    quiet = WINDOW.replace("0..9 = 2", "0..9 = 0")
    assert play(NOTES + quiet.replace("LINES", "offer any to players")).over
    match = play(NOTES + quiet.replace("LINES", "offer any to players, always ask"))
    assert (asked(match).seat, words(asked(match))) == ("Ann", [])
    say(match, "Ann")
    say(match, "Ben")
    assert match.over


def test_who_is_forbidden_to_pass_must_act_if_possible() -> None:
    match = play(
        NOTES + WINDOW.replace("LINES", 'offer any to players, forbid pass by first(players) because "no rest"')
    )
    request = asked(match)
    with pytest.raises(Refused):
        match.answer(request.id, [])
    say(match, "Ann", "act")
    say(match, "Ann", "act")
    assert asked(match).seat == "Ben"  # nothing is left to do: the turn passes by itself
    say(match, "Ben")
    assert match.over


def test_a_window_counts_only_what_was_done_in_it() -> None:
    lines = 'offer any to players, forbid act if times(act, by: actor, within: window) > 0 because "once"'
    assert offered(lines, ("Ann", "act"), ("Ben", "act")) == ["Ann", "Ben", "(2,)"]


# ------------------------------------------------------------------------------------------------------------- costs

COSTS = """
extend Player { keeps gold: 0..9 = 3, keeps wood: 0..9 = 1, zone stones of Token, zone spent of Token }
kind Token { }
keyword Wild on Token { }
Token Stone { }
Token Pearl { Wild }
currency Gold = me.gold
currency Wood = me.wood
currency Stones {
  pay t from me.stones where that lacks Wild { move t to me.spent }
  pay t from me.stones where that has Wild and me.gold > 0 { move t to me.spent; me.gold -= 1 }
}
window Main { offer one to first(players) }
action buy by me during Main { COST; note 1 }
flow Match {
  take STONES of Stone into first(players).stones
  take PEARLS of Pearl into first(players).stones
  open Main
  win none
}
"""


def costing(cost: str, stones: int = 0, pearls: int = 0) -> EngineMatch:
    text = COSTS.replace("COST", cost).replace("STONES", str(stones)).replace("PEARLS", str(pearls))
    return play(NOTES + text)


def purse(match: EngineMatch) -> tuple[object, object]:
    return player(match, "Ann", "gold"), player(match, "Ann", "wood")


def test_all_of_a_cost_is_paid_or_nothing() -> None:
    match = costing("cost 2 Gold and 1 Wood")
    say(match, "Ann", "buy")
    assert purse(match) == (1, 0)
    assert costing("cost 2 Gold and 2 Wood").over  # the wood is missing: it is not even offered


def test_only_amounts_that_can_be_paid_are_offered_and_named() -> None:
    match = costing("cost 1 Gold and 0..5 Gold as x")
    say(match, "Ann", "buy")
    assert words(asked(match)) == ["0 Gold", "1 Gold", "2 Gold"]
    say(match, "Ann", "1 Gold")
    assert purse(match) == (1, 1)


def test_only_ways_that_can_be_paid_are_offered() -> None:
    match = costing("cost 1 Gold or 1 Wood or 9 Wood")
    say(match, "Ann", "buy")
    assert words(asked(match)) == ["1 Gold", "1 Wood"]
    say(match, "Ann", "1 Wood")
    assert purse(match) == (3, 0)


def test_rules_change_what_an_action_costs() -> None:
    match = costing(
        "cost 1 Gold; note 0 }\n\nmodify Gold of buy by 1 while actor is first(players)\n\neffect idle { note 0"
    )
    say(match, "Ann", "buy")
    assert purse(match) == (1, 1)


def test_things_pay_one_each_and_alike_ones_are_not_asked_about() -> None:
    match = costing("cost 2 Stones", stones=3)
    say(match, "Ann", "buy")
    assert match.over
    assert len(player(match, "Ann", "spent")) == 2  # type: ignore[arg-type]


def test_who_pays_says_with_what_where_it_matters() -> None:
    match = costing("cost 1 Stones", stones=1, pearls=1)
    say(match, "Ann", "buy")
    assert words(asked(match)) == ["Stone", "Pearl"]
    say(match, "Ann", "Pearl")
    assert purse(match) == (2, 1)


def test_a_thing_that_would_make_the_rest_impossible_is_not_offered() -> None:
    match = costing("cost 1 Stones and 3 Gold", stones=1, pearls=1)
    say(match, "Ann", "buy")
    assert match.over  # the pearl would cost gold that is needed
    assert purse(match) == (0, 1)
    assert costing("cost 1 Stones and 3 Gold", pearls=1).over
    assert log(costing("cost 1 Stones and 3 Gold", pearls=1)) == []


# ---------------------------------------------------------------------------------------------------------- together

TOGETHER = """
die D6 { 1..6 }
extend Player { keeps bid: 0..9 = 0, keeps rolled: 0..9 = 0, zone cup of D6, zone shown of D6 }
effect bidding {
  together for each p in players {
    roll 1 of D6 into p.cup as fresh
    p.rolled = first(fresh).value
    choose one of 1..3 by p as much
    p.bid = much
    choose one of p.cup + p.shown by p as die
    choose one of [1, 2] by p as again
    move die to p.shown
    note p.bid
  }
}
flow Match { bidding; note 9; choose one of [1, 2] by first(players) as n; win none }
"""


def test_all_are_asked_at_once_and_nobody_sees_an_answer() -> None:
    match = play(NOTES + TOGETHER, "Ann", "Ben", "Cid")
    assert [request.seat for request in match.requests] == ["Ann", "Ben", "Cid"]
    before = words(asked(match, "Ann"))
    say(match, "Cid", "3")
    say(match, "Cid", "1")
    assert [request.seat for request in match.requests] == ["Ann", "Ben"]  # Cid is done
    assert [player(match, seat, "bid") for seat in ("Ann", "Ben", "Cid")] == [0, 0, 0]
    assert words(asked(match, "Ann")) == before
    assert log(match) == ["bidding"]


def test_then_everything_takes_effect_in_the_order_of_the_list() -> None:
    match = play(NOTES + TOGETHER, "Ann", "Ben", "Cid")
    for seat, bid in (("Ben", "2"), ("Cid", "3"), ("Ann", "1")):
        say(match, seat, bid)
    for seat in ("Cid", "Ann", "Ben"):
        say(match, seat, "1")
    assert table(match, "story") == (1, 2, 3, 9)
    for seat in ("Ann", "Ben", "Cid"):
        [die] = player(match, seat, "shown")  # type: ignore[misc]
        from interpreter.evaluate import fields, things

        assert fields.read(match.machine, die, "value") == player(match, seat, "rolled")
        assert fields.read(match.machine, die, "owner") == things.find(match.machine, seat, "Player")


def test_the_order_of_answering_does_not_matter() -> None:
    def played(order: tuple[str, ...]) -> tuple[object, ...]:
        match = play(NOTES + TOGETHER, "Ann", "Ben", "Cid", seed=3)
        for seat in order:
            say(match, seat, {"Ann": "1", "Ben": "2", "Cid": "3"}[seat])
            say(match, seat, "1")
        return tuple(player(match, seat, "rolled") for seat in ("Ann", "Ben", "Cid"))

    assert played(("Ann", "Ben", "Cid")) == played(("Cid", "Ben", "Ann"))


def test_an_answer_given_together_can_be_taken_back() -> None:
    match = play(NOTES + TOGETHER)
    say(match, "Ben", "2")
    say(match, "Ann", "1")
    copy = match.fork()
    say(copy, "Ann", "1")
    say(copy, "Ben", "1")
    assert table(copy, "story") == (1, 2, 9)
    assert match.undo()
    assert words(asked(match, "Ann")) == ["1", "2", "3"]
    assert table(match, "story") == ()


# ------------------------------------------------------------------------------------------- turns, flows and the end


def test_an_extra_turn_in_the_middle_of_another_goes_back_to_it() -> None:
    text = """
extend Player { keeps number: 0..9 = 0 }
effect interrupt by me { phase turn by me { note active.number } }
effect give_numbers { for each p in players { count += 1; p.number = count } }
flow Match {
  give_numbers
  phase turn by first(players) {
    note active.number
    interrupt by last(players)
    note active.number
  }
  win none
}
"""
    assert story(text) == [1, 2, 1]


def test_a_flow_inside_a_flow_gives_its_winner_and_brings_everybody_back() -> None:
    text = """
extend Player { keeps won: 0..9 = 0 }
flow Game { phase duel { eliminate active; repeat 9 { choose one of [1, 2] by first(players) as n } } }
goal last_one = (if count(players) is 1 then players else [])
flow Match {
  keeps winner: Player? = none
  begin Game from first(players) as winner
  winner.won += 1
  note count(players)
  begin Game from last(players) as winner
  winner.won += 1
  win players where won > 0
}
"""
    match = play(NOTES + text)
    assert match.over
    assert match.result == ("Ann", "Ben")
    assert match.verdict == "Ann and Ben won."
    assert (player(match, "Ann", "won"), player(match, "Ben", "won")) == (1, 1)
    assert table(match, "story") == (2,)


def test_who_plays_alone_and_does_not_win_has_lost() -> None:
    assert play("flow Match { win none }\n", "Ann").verdict == "Ann lost."
    assert play("flow Match { win players }\n", "Ann").verdict == "Ann won."
    assert play("flow Match { win none }\n", "Ann", "Ben").verdict == "Nobody won."


def test_a_goal_ends_the_match_after_the_event_that_reaches_it() -> None:
    text = """
extend Player { keeps points: 0..9 = 0 }
effect score by me { me.points += 1; note me.points }
goal three = players where points >= 3
flow Match { repeat { phase turn by first(players) { score by me } } }
"""
    match = play(NOTES + text)
    assert match.result == ("Ann",)
    assert table(match, "story") == (1, 2, 3)


def test_who_is_out_has_no_turns_and_is_not_asked() -> None:
    text = """
window Main { offer one to players }
action act by me during Main { note 1 }
flow Match {
  for each p in players { phase turn by p { note 0; eliminate next_after(p) } }
  open Main
  win none
}
"""
    match = play(NOTES + text, "Ann", "Ben", "Cid")
    assert table(match, "story") == (0, 0)  # Ben is out before his turn, Ann loses her seat to Cid
    assert asked(match).seat == "Cid"


def test_when_nobody_plays_any_more_it_is_a_draw() -> None:
    match = play("flow Match { eliminate players; choose one of [1, 2] by first(players) as n }\n")
    assert (match.over, match.result) == (True, ())


def test_a_violated_always_is_reported_with_its_reason() -> None:
    text = 'always count < 2 because "two are too many"\neffect go { count += 2 }\n'
    with pytest.raises(RuleError, match="two are too many") as raised:
        play(NOTES + text + END)
    assert raised.value.code == "BW5015"


def test_a_round_is_counted() -> None:
    text = "effect go { }\nflow Match { repeat { phase round { note round; if round is 3 { win none } } } }\n"
    assert story(text) == [1, 2, 3]


# ------------------------------------------------------------------------------------------ tables, levels and the rest


def test_a_table_has_one_value_for_every_key_until_one_is_set() -> None:
    text = """
extend Player { keeps trust: table by Player of 0..9 = 5 }
effect go {
  let ann = first(players)
  ann.trust[last(players)] = 1
  note ann.trust[ann]
  note ann.trust[last(players)]
  ann.trust[last(players)] += 1
  note ann.trust[last(players)]
  note last(players).trust[ann]
}
"""
    assert story(text + END) == [5, 1, 2, 5]


def test_levels_of_a_zone_are_places_of_their_own() -> None:
    text = """
kind Token { mark: number }
Token One { mark 1 }
Token Two { mark 2 }
extend Table { zone shelf 1..3 of Token holds 1 }
effect go {
  take 1 of One into shelf[3]
  take 1 of Two into shelf[1]
  note shelf[3].mark
  note shelf[1].position
  for each t in shelf { note t.mark }
  move shelf[3] to shelf[2]
  if shelf[3] is none { note shelf[2].mark }
}
"""
    assert story(text + END) == [1, 1, 2, 1, 1]


# ------------------------------------------------------------------------------------------------ the match as a whole

DUEL = """
die D6 { 1..6 }
extend Player { keeps points: 0..99 = 0 }
window Main { offer one to active }
action gamble by me during Main { roll D6 as face; me.points += face.value; note face.value }
action rest by me during Main { me.points += 3 }
goal rich = players where points >= 12
flow Match { repeat { for each p in players { phase turn by p { open Main } } } }
"""


def test_a_fork_goes_its_own_way() -> None:
    match = play(NOTES + DUEL)
    say(match, "Ann", "rest")
    before = (match.machine.state.cells[:], [frame[:] for frame in match.machine.state.frames], match.requests)
    copy = match.fork()
    while not copy.over:
        copy.answer(copy.requests[0].id, [0])
    assert match.machine.state.cells == before[0]
    assert match.machine.state.frames == before[1]
    assert match.requests == before[2]
    assert len(match.answers) == 1
    assert len(match.events) < len(copy.events)


def test_both_halves_of_a_fork_go_on_alike() -> None:
    match = play(NOTES + DUEL, seed=4)
    say(match, "Ann", "gamble")
    copy = match.fork()
    for item in (match, copy):
        while not item.over:
            item.answer(item.requests[0].id, [0])
    assert match.events == copy.events
    assert match.machine.state.cells == copy.machine.state.cells


def test_taking_back_and_answering_again_is_the_same_match() -> None:
    straight, wandering = play(NOTES + DUEL, seed=2), play(NOTES + DUEL, seed=2)
    for _ in range(4):
        for match in (straight, wandering):
            say(match, match.requests[0].seat, "gamble")
        wandering.undo()
        say(wandering, wandering.requests[0].seat, "rest")
        wandering.undo()
        say(wandering, wandering.requests[0].seat, "gamble")
        if straight.over:
            break
    assert straight.events == wandering.events
    assert straight.machine.state.cells == wandering.machine.state.cells
    assert straight.answers == wandering.answers


@pytest.mark.parametrize("answer", [[5], [-1], [0, 1], [0, 0], [True], ["0"]])
def test_what_was_not_offered_is_refused_and_changes_nothing(answer: list[int]) -> None:
    match = play(NOTES + DUEL)
    cells, requests = match.machine.state.cells[:], match.requests
    with pytest.raises(Refused):
        match.answer(requests[0].id, answer)
    assert (match.machine.state.cells, match.requests, match.answers) == (cells, requests, [])


def test_a_stale_foreign_or_repeated_answer_is_refused() -> None:
    match = play(NOTES + DUEL)
    first = match.requests[0].id
    say(match, "Ann", "rest")
    cells = match.machine.state.cells[:]
    for id in (first, first + 99, 0, -1):
        with pytest.raises(Refused):
            match.answer(id, [0])
    assert match.machine.state.cells == cells
    while not match.over:
        match.answer(match.requests[0].id, [1])
    with pytest.raises(Refused):
        match.answer(first, [0])


def test_a_fault_in_a_rule_leaves_the_state_before_the_answer() -> None:
    text = """
extend Player { keeps points: 0..9 = 0 }
window Main { offer one to first(players) }
action act by me during Main { me.points += 1; note 6 / (me.points - 1) }
action rest by me during Main { note 1 }
flow Match { open Main; win none }
"""
    match = play(NOTES + text)
    with pytest.raises(RuleError) as raised:
        say(match, "Ann", "act")
    assert raised.value.code == "BW5002"
    assert player(match, "Ann", "points") == 0
    say(match, "Ann", "rest")
    assert match.over
