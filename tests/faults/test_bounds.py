"""What rules cannot do at the table: each has a code, a sentence, the rule and its place, and the match is as it was.

Every case is a small game with one action that goes wrong. It is checked without an error, offered, done, and fails; the
same question is open afterwards, and everything on the table lies as before. No case takes longer than a moment.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dsl.check.driver import Unit, check
from dsl.parse import parse_source
from dsl.text.source import Source
from interpreter.instrument.faults import message
from interpreter.match import EngineMatch
from interpreter.model import limits
from interpreter.model.environment import RuleError
from interpreter.scenarios.run import run_scenario
from tests.engine.tables import HEAD, asked, play, program, say, table
from tests.properties.playing import whole
from tests.work import at_most

MOMENT = 20_000_000
"""Calls that a case may take: a match that stops at a bound of steps takes a tenth of them."""
GROUND = """
symbols Hue { red, green }
die D6 { 1..6 }
kind Unit { keeps wounds: number = 0, keeps marks_of_it: 0.. = 0 }
Unit Ogre { }
extend Table {
  keeps big: number = 0
  keeps notes: list of number = []
  keeps chart: table by number of number = 0
}
extend Player { keeps points: 0..9 = 3, zone yard of Unit, zone cups of D6 }
status Hurt on Unit stacks apart { modify weight by 1 }
rule weight = 1
table wide { 1..10001: 1, else: 2 }
table long { 1..9000: 1, 9001..18000: 2 }
window Main { offer any to active }
flow Match { take 1 of Ogre into first(players).yard; open Main; win none }
after go { lose Hurt from Unit }
"""


@pytest.fixture
def in_a_moment() -> Iterator[None]:
    with at_most(calls=MOMENT):
        yield


def begun(body: str, more: str = "") -> EngineMatch:
    inner = body.replace("\n", "\n  ")
    return play(f"{GROUND}{more}\naction go by me during Main {{\n  {inner}\n}}\n")


def fails(body: str, more: str = "") -> RuleError:
    """The fault of an action; the match is as it was, and the same question is open."""
    match = begun(body, more)
    before = whole(match)
    request = asked(match)
    with pytest.raises(RuleError) as raised:
        say(match, "Ann", "go")
    assert whole(match) == before
    assert asked(match) == request
    wrong = raised.value
    assert wrong.passage is not None
    assert str(wrong.passage.spot).startswith("small.bot:")
    return wrong


def line_of(wrong: RuleError) -> int:
    assert wrong.passage is not None
    return int(str(wrong.passage.spot).split(":")[1])


# --------------------------------------------------------------------------------------------- 20: numbers and dice


@pytest.mark.parametrize(
    "body, code, words",
    [
        ("big = 6 / (round - round)", "BW5002", "divides by 0"),
        ("big = 6 % (round - round)", "BW5002", "divides by 0"),
        ("big = 9000000000000 * 9000000000000", "BW5003", "does not fit in 64 bits"),
        ("repeat 70 { big = greater(1, big) * 2 }", "BW5003", "does not fit in 64 bits"),
        ("repeat 70 { big += greater(1, big) }", "BW5003", "does not fit in 64 bits"),
        ("big = sum(1..10, 900000000000000000 * 5)", "BW5003", "does not fit in 64 bits"),
        ("big = 0 - 9000000000000000000; big = difference(big, 9000000000000000000)".replace("9000000000000000000", "4000000000 * 2000000000"), "BW5003", "does not fit in 64 bits"),
        ("roll 0 - round - 1 of D6 into me.cups", "BW5012", "-1 is not a possible number of dice"),
        ("roll 1000 * 1000 * 1000 of D6 into me.cups", "BW5012", "1000000000 is not a possible number of dice"),
        ("take 1001 + round of Ogre into me.yard", "BW5012", "is not a possible number of things to take"),
        ("big = first(notes) + 1", "BW5001", "there is none"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("in_a_moment")
def test_a_number_that_cannot_be(body: str, code: str, words: str) -> None:
    wrong = fails(body)
    assert wrong.code == code
    assert words in wrong.message


def test_the_values_that_were_read_are_reported() -> None:
    wrong = fails("big = 6 / (me.points - 3)")
    assert (wrong.code, dict(wrong.values)["me.points"]) == ("BW5002", "3")
    assert wrong.passage is not None
    assert wrong.passage.name == "action go"


def test_remainders_of_negative_numbers_are_those_of_the_floor() -> None:
    match = begun("notes += [(0 - 7) / 2, (0 - 7) % 2, 7 / (0 - 2), 7 % (0 - 2)]")
    say(match, "Ann", "go")
    assert table(match, "notes") == (-4, 1, -4, -1)


def test_the_largest_numbers_are_numbers() -> None:
    match = begun(
        "big = 9223372036854775807 - round".replace("9223372036854775807", "4294967296 * 2147483647 + 4294967295")
    )
    say(match, "Ann", "go")
    assert table(match, "big") == (1 << 63) - 1


# ---------------------------------------------------------------------------------------------- 21: what does not end


def test_a_loop_without_end_stops_at_the_steps_of_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STEPS_PER_DECISION", 20_000)
    wrong = fails("repeat while big < 5 at most 1000000000 {\n  big = 1 - big\n}")
    assert wrong.code == "BW5004"
    assert wrong.message == "the rules take more than 20,000 steps without asking a player"
    assert line_of(wrong) == 1 + (HEAD + GROUND).count("\n") + 2


def test_loops_in_loops_are_counted_together() -> None:
    wrong = fails("repeat 1000 { repeat 1000 { big = 1 } }")
    assert (wrong.code, wrong.message) == ("BW5004", "the rules take more than 100,000 steps without asking a player")


def test_a_rule_that_sets_itself_off_is_a_chain_with_its_circle() -> None:
    wrong = fails("knock", "effect knock { }\nafter knock if big < 5 { knock }\n")
    assert wrong.code == "BW5005"
    assert f"{limits.CHAIN:,} deep" in wrong.message
    assert "chain of knock -> knock" in message(wrong)


def test_two_rules_that_set_each_other_off_are_both_named() -> None:
    more = "effect knock { }\neffect ring { }\nafter knock if big < 5 { ring }\nafter ring if big < 5 { knock }\n"
    wrong = fails("knock", more)
    assert wrong.code == "BW5005"
    assert "knock -> ring -> knock" in message(wrong) or "ring -> knock -> ring" in message(wrong)


def test_an_effect_that_does_itself() -> None:
    assert fails("fall", "effect fall { if big < 5 { fall } }\n").code == "BW5005"


def test_scripts_that_run_each_other() -> None:
    more = "kind Page { script said }\nPage One { said { if big < 5 { run Two.said } } }\nPage Two { said { if big < 5 { run One.said } } }\n"
    wrong = fails("run One.said", more)
    assert wrong.code == "BW5005"


def test_rules_that_ask_each_other() -> None:
    wrong = fails("big = heavy", "rule heavy = weight\nmodify weight by heavy while big < 5\n")
    assert wrong.code == "BW5005"


def test_a_chain_up_to_the_bound_is_none_too_many() -> None:
    match = begun("count_down 990", "effect count_down n: 0.. { if n > 0 { count_down n - 1 } }\n")
    say(match, "Ann", "go")
    assert match.events[-1].depth > 980


def test_rounds_and_events_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = fails("begin Idle", "flow Idle { repeat { big = 1 - big } }\n")
    assert (wrong.code, wrong.message) == ("BW5006", "there are more than 10,000 rounds in one match")
    monkeypatch.setattr(limits, "EVENTS_PER_MATCH", 3_000)
    wrong = fails("repeat 5000 { knock }", "effect knock { }\n")
    assert (wrong.code, wrong.message) == ("BW5006", "there are more than 3,000 events in one match")


# ------------------------------------------------------------------------------------------ 22: what grows and grows


@pytest.mark.parametrize(
    "body, words",
    [
        ("notes = [1]; repeat 60 { notes += notes }", "10,000 items in one list"),
        ("for each n in 1..1000000000 { big += n }", "10,000 items in one list"),
        ("big = count(1..1000000000)", "10,000 items in one list"),
        ("choose one of 1..10001 as n; big = n", "10,000 items in one list"),
        ("big = count([each(1..9999, that), each(1..9999, that)])", "10,000 items in one list"),
        ("big = count(each(1..9999, that) + each(1..9999, 0 - that))", "10,000 items in one list"),
        ("big = count(keys(wide))", "10,000 items in one list"),
        ("big = count(keys(long))", "10,000 items in one list"),
        ("repeat 20000 { give Hurt to first(Unit) }", "1,000 keywords and statuses on one thing"),
        ("repeat 20000 { modify weight by 1 until end of go }", "10,000 rules that hold for a while"),
        ("together for each n in 1..500 { big += n }", "100 seats that decide together"),
    ],
)
@pytest.mark.usefixtures("in_a_moment")
def test_what_grows_stops_at_a_size(body: str, words: str) -> None:
    wrong = fails(body)
    assert (wrong.code, wrong.message) == ("BW5008", f"there are more than {words}")


def test_things_that_make_more_of_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "THINGS_OF_A_KIND", 2_000)
    wrong = fails("repeat 60 { for each u in Unit { take 1 of Ogre into me.yard } }")
    assert (wrong.code, wrong.message) == ("BW5008", "there are more than 2,000 things of one kind")


def test_a_table_has_so_many_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LIST_ITEMS", 300)
    more = "extend Player { keeps rows: table by number of number = 0 }\n"
    wrong = fails("repeat while big < 400 at most 400 { big += 1; me.rows[big] = 1 }", more)
    assert (wrong.code, wrong.message) == ("BW5008", "there are more than 300 rows in one table")


@pytest.mark.usefixtures("in_a_moment")
def test_options_are_counted_before_they_are_made() -> None:
    more = "action pick a: 1..100 with b: 1..100 to c: 1..100 by me during Other { }\nwindow Other { offer one to active }\n"
    wrong = fails("open Other", more)
    assert wrong.code == "BW5008"


@pytest.mark.usefixtures("in_a_moment")
def test_words_are_cut_and_never_a_fault() -> None:
    match = begun(
        "repeat 3 { take 1000 of Ogre into me.yard }; greet Unit", "effect greet all_of_them: many Unit { }\n"
    )
    say(match, "Ann", "go")
    longest = max(len(event.words) for event in match.events)
    assert longest <= limits.TEXT_CHARACTERS
    assert longest > limits.TEXT_CHARACTERS // 2


# --------------------------------------------------------------------------------- 23: several rules for the same event

TWO = """
ruleset small "Small" {{ players 2, triggers {policy}, start Match }}
extend Table {{ keeps story: list of number = [] }}
effect note n: number {{ story += [n] }}
effect hit {{ note 0 }}
kind Token {{ number: 0..9, {word} hit {{ note it.number{again} }} }}
Token One {{ number 1 }}
Token Two {{ number 2 }}
Token Three {{ number 3 }}
extend Player {{ zone held of Token }}
flow Match {{
  take 1 of One into first(players).held
  take 1 of Three into last(players).held
  take 1 of Two into first(players).held
  phase turn by last(players) {{ hit }}
  win none
}}
"""


@pytest.mark.parametrize(
    "policy, story",
    [
        ("active_first", (0, 3, 1, 2)),  # Ben is active, then Ann's in the order in which they came
        ("oldest_first", (0, 1, 3, 2)),
    ],
)
def test_simultaneous_rules_come_in_the_order_that_the_ruleset_names(policy: str, story: tuple[int, ...]) -> None:
    match = play(TWO.format(policy=policy, word="after", again=""))
    assert table(match, "story") == story


def test_who_has_several_rules_on_one_event_is_asked_where_the_ruleset_says_so() -> None:
    match = play(TWO.format(policy="owner_chooses", word="after", again=""))
    assert len(match.requests) == 1
    say(match, "Ann", "Two")
    assert table(match, "story") == (0, 3, 2, 1)


@pytest.mark.parametrize("policy, story", [("active_first", (3, 1, 2, 0)), ("oldest_first", (1, 3, 2, 0))])
def test_each_replacement_answers_once_in_that_order(policy: str, story: tuple[int, ...]) -> None:
    match = play(TWO.format(policy=policy, word="instead of", again="; hit"))
    assert table(match, "story") == story


def test_of_two_replacements_of_one_player_that_player_chooses() -> None:
    """`owner_chooses`: the player is asked which of the own replacements is done; the other answers the original."""
    match = play(TWO.format(policy="owner_chooses", word="instead of", again="; hit"))
    assert asked(match).seat == "Ann"
    say(match, "Ann", "Two")
    assert table(match, "story") == (3, 2, 1, 0)


def test_two_rules_of_one_rank_that_set_different_values_are_refused_by_the_check_or_at_the_table() -> None:
    assert "BW3009" in codes_of("rule pace = 1\nmodify pace to 2\nmodify pace to 3\n")
    more = "keyword Slow(n: 1..9) on Unit { modify pace to n }\nrule pace = 1\nkeyword Fast(n: 1..9) on Unit { modify pace to n }\n"
    wrong = fails("give Slow(1) to first(Unit); give Fast(8) to first(Unit); big = pace", more)
    assert wrong.code == "BW5014"


def codes_of(text: str) -> set[str]:
    """What the check finds in a game."""
    pieces = tuple(parse_source(Source("small.bot", HEAD + GROUND + text)))
    return {diagnostic.code for diagnostic in check([Unit("small", pieces)]).diagnostics}


# ------------------------------------------------------------------------------- 24 and 19: what is hidden, and nothing


def test_a_rule_that_looks_into_anothers_hand_is_refused() -> None:
    more = "extend Player { zone hand of Unit seen by owner }\n"
    assert "BW3010" in codes_of(more + "effect peek by me { choose one of next_after(me).hand as card; remove card }\n")
    assert "BW3010" in codes_of(more + "define rich(p: Player) = some(next_after(p).hand, wounds > 1)\n")


def test_a_choice_without_options_does_what_the_rules_say() -> None:
    match = begun("choose one of me.yard where wounds > 5 as u else { big = 7; stop }\nbig = 8")
    say(match, "Ann", "go")
    assert table(match, "big") == 7
    assert "BW3015" in codes_of("effect pick by me { choose one of [] as nobody else { stop } }\n")


# -------------------------------------------------------------------------------------- 49: scenarios that never end


def test_a_scenario_that_never_ends_stops_at_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STEPS_PER_DECISION", 5_000)
    text = """
effect spin { repeat while big < 5 at most 1000000000 { big = 1 - big } }
scenario "it spins" { seats Ann, Ben; do spin; then big is 0 }
scenario "it does not" { seats Ann, Ben; then big is 0 }
"""
    result = program(GROUND + text + "\naction go by me during Main { spin }\n")
    outcomes = [outcome for scenario in result.scenarios for outcome in run_scenario(result, scenario)]
    assert [outcome.passed for outcome in outcomes] == [False, True]
    assert "BW5004" in outcomes[0].message


def test_a_die_without_faces_is_no_die() -> None:
    pieces = tuple(parse_source(Source("small.bot", HEAD + "die Nought { }\nflow Match { win none }\n")))
    assert [diagnostic for diagnostic in check([Unit("small", pieces)]).diagnostics if diagnostic.severity == "error"]


ASKS = """\
ruleset asks "Asks" { players 2, triggers active_first, start Match }
kind Bot { keeps heat: 0..9 = 0 }
extend Player { keeps coins: 0..9999 = 5000 }
action bet amount: 1..5000 during Betting { me.coins -= amount }
window Betting { offer any to first(players) }
flow Match {
  open Betting
  ask first(players) for Bot as bot
  if bot is none { win last(players) }
  win first(players)
}
"""


def test_nobody_is_asked_for_a_thing_of_which_there_is_none() -> None:
    match = play(ASKS)
    match.answer(match.requests[0].id, ())
    assert match.over
    assert match.result == (match.machine.seats[-1],)


def test_a_slot_with_thousands_of_values_is_offered() -> None:
    """Up to the bound on options; it used to end silently at a thousand."""
    assert len(play(ASKS).requests[0].options) == 5000
