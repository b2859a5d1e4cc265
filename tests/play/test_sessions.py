"""A match with people, driven without a terminal: menus and names, the rules behind options, reasons, undo, curtains,
saves; and what a page must not tell."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from interpreter.visibility.determinize import Stream
from tests.architecture.tree import ROOT
from tests.play.test_golden_drawings import game
from tools.drawing.styled_text import TextStyle, width
from tools.matches import load, resume
from tools.matches.record import read_record
from tools.play import Hotseat, PlaySession, by_chance, saved_matches
from tools.play.page import CUT
from tools.play.question import LONG, MenuQuestion
from tools.play.reply import Reply
from tools.play.session import REST

WIDE = TextStyle(width=120, height=50)


def session(name: str, *who: str, seed: int = 1, answers: int = 0, **more: object) -> PlaySession:
    """A match in which bots have answered so many times before the people sit down."""
    seats = dict(zip(("Ann", "Ben", "Cid"), who, strict=False))
    begun = PlaySession(game(name).start(tuple(seats), seed), dict.fromkeys(seats, "random"), lambda: WIDE, **more)  # type: ignore[arg-type]
    while begun.match.answers < answers:
        assert begun.step()
    for seat, item in seats.items():
        begun.replace(seat, item)
    begun.advance()
    return begun


def said(found: Reply | list[object]) -> str:
    lines = found.lines if isinstance(found, Reply) else found
    return "\n".join(WIDE.lines(lines))  # type: ignore[arg-type]


def entries(found: PlaySession) -> list[str]:
    assert found.question is not None
    return [entry.words for entry in found.question.menu()]


def say(found: PlaySession, *lines: str) -> Reply:
    """Type lines; bots answer in between."""
    reply = Reply("stay")
    for text in lines:
        reply = found.take(text)
        if reply.sort == "on":
            found.advance()
    return reply


# --------------------------------------------------------------------------------------------------------- questions


def test_a_long_list_is_asked_in_steps() -> None:
    started = session("breakthrough", "human", "random", answers=20)
    question = started.question
    assert question is not None
    assert len(question.request.options) > LONG
    first = entries(started)
    assert first[0] == "advance from E5 … (3 ways)"
    assert say(started, "1").sort == "again"
    assert entries(started) == ["advance from E5 to D4", "advance from E5 to E4", "advance from E5 to F4"]
    assert set(question.keys().values()) == {"1", "2", "3"}
    assert say(started, "").sort == "again"
    assert entries(started) == first
    say(started, "1", "2")
    assert started.match.answers == 22
    assert any("advances from E5 to E4" in event.words for event in started.match.log("Ann"))


def reached(question: MenuQuestion) -> set[int]:
    """All options that can be come to by picking numbers."""
    names: set[int] = set()
    for number, entry in enumerate(question.menu(), 1):
        if len(entry.choices) == 1:
            names.add(entry.choices[0].index)
        else:
            assert question.pick(str(number)).answer is None
            names |= reached(question)
            assert question.back()
    return names


@pytest.mark.parametrize("name, answers", [("breakthrough", 20), ("montoons", 8), ("robomon", 20), ("hex11", 3)])
def test_every_option_can_be_reached_through_the_menus(name: str, answers: int) -> None:
    question = session(name, "human", "human", answers=answers).question
    assert question is not None
    assert reached(question) == {item.index for item in question.choices}
    assert sum(item.alike for item in question.choices) == len(question.request.options)


def test_names_are_as_good_as_numbers() -> None:
    started = session("breakthrough", "human", "random", answers=20)
    question = started.question
    assert question is not None
    assert question.pick("e4").answer is None  # three pawns could go there
    assert {choice.words for choice in question.left} == {
        "advance from E5 to E4", "advance from F5 to E4",
    }  # fmt: skip
    assert question.pick("from f5").answer == (question.left[1].index,)
    question.trail.clear()
    assert "There is no option called `z9`" in question.pick("Z9").wrong
    started = session("scrapyard", "human", "random")
    say(started, "oil alley", "RUSTY", "f5")
    assert started.match.log("Ann")[0].words == "set_up"
    assert started.match.view("Ann").boards[0].map == "Oil_Alley"


def test_options_that_are_called_alike_are_told_apart_and_those_that_are_alike_are_one() -> None:
    started = session("montoons", "human", "human", answers=8)
    question = started.question
    assert question is not None
    words = [choice.words for choice in question.choices]
    assert len(set(words)) == len(words)
    assert any(choice.alike > 1 for choice in question.choices)
    assert any("(in " in word for word in words)


def test_several_are_chosen_with_numbers_ranges_or_names(tmp_path: Path) -> None:
    rules = """ruleset pick "Pick" { players 2, triggers active_first, start Match }
kind Fruit { }
Fruit Apple { }
Fruit Pear { }
Fruit Plum { }
Fruit "Red Plum" { }
extend Player { zone bowl of Fruit, keeps taken: 0.. = 0 }
flow Match {
  let eater = first(players)
  for each fruit in supply(Fruit) { take 1 of fruit into eater.bowl }
  repeat {
    choose 1..3 of eater.bowl by eater as lunch
    eater.taken = count(lunch)
    for each p in players { phase turn by p { may by p { p.taken += 1 } } }
  }
}
goal sated = players where taken >= 90
"""
    (tmp_path / "pick.bot").write_text(rules)
    loaded = load(str(tmp_path / "pick.bot"))
    playing = PlaySession(loaded.start(("Ann", "Ben"), 1), {"Ann": "human", "Ben": "human"})
    question = playing.question
    assert question is not None
    assert question.prompt == "Choose 1 to 3 fruits as lunch."
    assert question.pick("").wrong == "At least 1 must be chosen."
    assert question.pick("1 1").wrong == "Choose each option only once."
    assert question.pick("1-4").wrong == "At most 3 can be chosen."
    assert question.pick("2-3, 1").answer == (1, 2, 0)
    names = [choice.words for choice in question.choices]
    assert question.pick("apple, pear").answer == (names.index("Apple"), names.index("Pear"))
    assert question.pick("plum").answer == (names.index("Plum"),)
    assert "Several options match" in question.pick("p").wrong
    say(playing, "1 2")
    assert playing.question is not None
    assert playing.question.prompt == "Add 1 to your taken?"
    open_request = playing.question.request.id
    assert said(say(playing, "")) == "Press Enter once more for `no`, or type a choice."
    assert playing.question.request.id == open_request  # nobody passes by accident
    say(playing, "")
    assert playing.question.request.id != open_request
    say(playing, "1 2", "no")
    assert playing.question.prompt == "Choose 1 to 3 fruits as lunch."


SCREENS = {"80x24": (80, 24), "100x30": (100, 30), "160x50": (160, 50)}
TABLES = {"gekido": None, "montoons": None, "pblrobots": None, "robomon": "battleground", "robotblow": "quick",
          "scrapyard": None}  # fmt: skip


@pytest.mark.parametrize("size", SCREENS)
@pytest.mark.parametrize("name", TABLES)
def test_each_page_fills_the_screen_with_the_table_on_top(name: str, size: str) -> None:
    """And the news and the whole question are on it, whatever has happened meanwhile."""
    wide, high = SCREENS[size]
    ink = TextStyle(width=wide, height=high)
    seats = {"Ann": "human", "Ben": "random"}
    playing = PlaySession(game(name, TABLES[name]).start(tuple(seats), 3), seats, lambda: ink, steady=True)
    titles = playing.schema.title
    for count in range(24):
        playing.advance()
        question = playing.question
        if question is None:
            break
        page = ink.lines(playing.page())
        assert len(page) == high - 1, "the last line is for the answer"
        assert any(question.prompt[:40] in shown for shown in page)
        asked = ink.lines(playing.menu())
        assert page[-1] == asked[-1]
        if page[0]:
            assert page[0].startswith(titles)
        assert page[0] or high < 30, "only a low screen may have no room for the table"
        request = playing.question.request
        playing.match.answer(request.id, by_chance(request, 3, count), request.seat)


def test_the_first_page_tells_the_aim_and_all_others_do_not() -> None:
    ink = TextStyle(width=80, height=24)
    seats = {"Ann": "human", "Ben": "random"}
    playing = PlaySession(game("scrapyard").start(tuple(seats), 3), seats, lambda: ink, steady=True)
    assert playing.opening() == []
    first = ink.lines(playing.page())
    assert any("Type h for help" in shown for shown in first)
    say(playing, "1")
    assert not any("Type h for help" in shown for shown in ink.lines(playing.page()))


def test_what_does_not_fit_on_a_low_screen_is_left_out_and_b_shows_it() -> None:
    ink = TextStyle(width=80, height=24)
    seats = dict.fromkeys(("Ann", "Ben"), "random")
    playing = PlaySession(game("montoons").start(tuple(seats), 1), seats, lambda: ink, steady=True)
    while playing.match.answers < 30:
        assert playing.step()
    for seat in playing.match.seats:
        playing.replace(seat, "human")
    page = ink.lines(playing.page())
    assert any("rolls the dice" in shown for shown in page)
    assert any(rest in shown for shown in page for rest in (REST, CUT))
    assert sum("'s Grid" in shown for shown in page) == 1
    assert sum("'s Grid" in shown for shown in ink.lines(playing.board())) == 2


@pytest.mark.parametrize("name", ["breakthrough", "gekido", "goose", "robomon", "scrapyard"])
def test_whatever_is_typed_is_taken_or_refused_with_words(name: str) -> None:
    """Numbers, names and commands by chance: nothing breaks, everything fits, and the match goes on."""
    ink = TextStyle(width=80, height=24)
    playing = PlaySession(game(name).start(("Ann", "Ben"), 2), {"Ann": "human", "Ben": "human"}, lambda: ink)
    luck = Stream.of(5, name)
    odd = ("?", "?1", "?2", "why", "why 3", "why not pass", "l", "l 3", "l all", "b", "h", "i rusty", "i", "u", "0",
           "-1", "1-2", "99999999999", "é", "x", "\x1b[2J", "why (", "why not (", "s")  # fmt: skip
    for _ in range(30):
        question = playing.question
        if question is None:
            break
        typed = odd[luck.below(len(odd))] if luck.below(3) == 0 else str(1 + luck.below(max(1, len(question.menu()))))
        if typed == "s":
            continue
        if question.many:
            typed = " ".join(str(number + 1) for number in range(question.request.least))
        for reply in (playing.page(), playing.take(typed).lines):
            shown = ink.lines(reply)
            assert all(width(item) <= 80 for item in shown)
            assert "\x1b" not in "".join(shown)
    assert playing.match.answers or playing.match.over


# ------------------------------------------------------------------------------------------------------------- rules


def test_the_rule_behind_an_option_and_behind_a_question() -> None:
    started = session("scrapyard", "human", "random", answers=30)
    number = next(n for n, words in enumerate(entries(started), 1) if words.startswith("strike"))
    output = said(say(started, f"?{number}"))
    assert "action strike  " in output
    rules = (ROOT / "rulesets/scrapyard/turn.bot").read_text().splitlines()
    at = next(number for number, text in enumerate(rules, 1) if text.startswith("action strike"))
    assert f"rulesets/scrapyard/turn.bot:{at}\n" in output
    assert "require times(strike, with: part, within: turn) is 0 because SY-STRIKE-01" in output
    assert "SY-STRIKE-01  " in output
    question = said(say(started, "?"))
    assert "window Main" in question
    assert "rulesets/scrapyard/turn.bot:" in question
    assert "There is no option 99" in said(say(started, "?99"))
    begun = session("scrapyard", "human", "random")
    say(begun, "1")
    output = said(say(begun, "?3"))
    assert "Bot Rusty  " in output
    assert "content/scrapyard-starter/bots.bot:" in output
    assert "Iron Fist" in output
    assert "choose one of supply(Bot) where id not in each(Bot, id) by p as model" in output
    assert "SY-SETUP-02  " in output


def test_why_an_event_happened_and_why_not() -> None:
    started = session("scrapyard", "human", "random", answers=30)
    log = started.match.log("Ann")
    hit = next(event for event in reversed(log) if event.verb == "enter")
    output = said(say(started, f"why {hit.number}"))
    assert output.splitlines()[0] == f"event {hit.number}: {hit.words}"
    assert "rulesets/scrapyard/" in output
    assert said(say(started, "why enter")) == output
    assert said(say(started, "why")).startswith(f"event {log[-1].number}: ")
    assert "You have not seen an event 9999" in said(say(started, "why 9999"))
    assert "it is not next to your bot" in said(say(started, "why not step to F5"))
    assert said(say(started, "why Ben.hand")).startswith("Ben.hand is nothing\n")
    assert "hidden from Ann" in said(say(started, "why top(pile)"))


def test_why_a_value_where_nothing_is_hidden() -> None:
    started = session("breakthrough", "human", "random", answers=20)
    assert said(say(started, "why Ann.pawns")).startswith("Ann.pawns is ")


def test_numbers_where_there_is_nothing_to_choose(tmp_path: Path) -> None:
    file = tmp_path / "idle.bot"
    file.write_text(
        """ruleset idle "Idle" { players 1, triggers active_first, start Match }
window Main { offer one to active, always ask }
action go by me during Main { require round > 5 }
flow Match { repeat { for each p in players { phase turn by p { open Main } } } }
""",
        encoding="utf-8",
    )
    begun = PlaySession(load(str(file)).start(["Ann"], 1), {"Ann": "human"}, lambda: WIDE)
    begun.advance()
    for typed in ("1", "0", "99999", "1 2", "2-4"):
        assert "There is nothing to choose." in said(say(begun, typed))


LONE = """ruleset lone "Lone" { players 1, triggers active_first, start Match }
kind Card { power: 0..9 }
Card Ace { power 9 }
Card Deuce { power 2 }
extend Table { zone deck of Card seen by nobody, keeps left: 0..9 = 3 }
effect tick says "the clock ticks" { if top(deck).power > 5 { left -= 1 } else { left -= 1 }; remove deck }
flow Match {
  choose one of supply(Card) by chance as card
  take one of card into deck
  tick
  repeat { choose one of 1..2 by first(players) as n }
}
"""


def test_a_lone_player_is_not_told_what_was_removed_unseen(tmp_path: Path) -> None:
    """Nothing on the table is hidden any more, but a card that nobody saw was read on its way out."""
    file = tmp_path / "lone.bot"
    file.write_text(LONE, encoding="utf-8")
    answers = {}
    for seed in range(1, 9):
        begun = PlaySession(load(str(file)).start(["Ann"], seed), {"Ann": "human"}, lambda: WIDE)
        begun.advance()
        card = next(draw for draw in ("Ace", "Deuce") if draw in str(begun.match.why(0)))
        answers[card] = said(say(begun, "why")).replace(str(tmp_path), "")
    assert answers["Ace"] == answers["Deuce"]
    assert "the clock ticks" in answers["Ace"]


def test_what_lies_on_the_table_can_be_looked_at() -> None:
    started = session("scrapyard", "human", "random", answers=30)
    output = said(say(started, "i rusty"))
    assert "hull 10" in output
    assert "Nail Gun" in output
    assert "You see nothing called `excalibur`" in said(say(started, "i excalibur"))


def test_what_is_paid_with_is_named_by_its_number_in_the_view() -> None:
    """And not by the number that it has in the engine, which tells when it came into play."""
    begun = PlaySession(game("robomon").start(("Ann", "Ben"), 1), dict.fromkeys(("Ann", "Ben"), "random"))
    paying = None
    while paying is None and begun.match.answers < 60 and begun.step():
        views = [begun.match.view(seat) for seat in begun.match.seats]
        paying = next(((v, r) for v in views for r in v.requests if r.sort == "pay" and len(r.options) > 1), None)
    assert paying is not None
    view, request = paying
    assert all(set(option.value) == {"thing"} for option in request.options)
    assert all(view.thing(option.value["thing"]).name in option.words for option in request.options)


# ------------------------------------------------------------------------------------------------------------ secrets


def hidden_from(found: PlaySession, seat: str) -> set[str]:
    """Names of cards in the hands of others that the seat sees nowhere."""
    other = next(result for result in found.match.seats if result != seat)
    theirs, mine = found.match.view(other), found.match.view(seat)
    hand = next(thing for thing in theirs.things if thing.name == other)
    names = {theirs.thing(number).name for zone in hand.zones for number in zone.things if number is not None}
    text = " ".join(event.words for event in found.match.log(seat))
    return {name for name in names if name not in text} - {thing.name for thing in mine.things}


@pytest.mark.parametrize("seed", range(1, 7))
def test_neither_a_page_nor_a_reason_tells_what_is_hidden(seed: int) -> None:
    started = session("scrapyard", "human", "random", seed=seed, answers=26)
    secrets = hidden_from(started, "Ann")
    shown = [said(started.page()), said(started.board()), said(started.log("Ann"))]  # type: ignore[arg-type]
    shown += [said(say(started, f"why {event.number}")) for event in started.match.log("Ann")[::5]]
    shown += [said(say(started, f"?{number}")) for number in range(1, len(entries(started)) + 1)]
    shown += [said(say(started, "i hand")), said(say(started, "why not use Torch"))]
    for text in shown:
        assert not [name for name in secrets if name in text]


def test_the_keyboard_is_passed_before_anything_is_shown() -> None:
    started = session("scrapyard", "human", "human", seed=3)
    collected: list[str] = []
    typed = iter(["", "1", "1", "1", "", "1", "1", "", "?1", "q"])
    cleared: list[int] = []
    table = Hotseat(
        started,
        lambda prompt: collected.append(prompt) or next(typed),
        collected.extend,
        lambda: cleared.append(len(collected)),
    )
    assert table.play() == "left"
    text = "\n".join(collected)
    assert text.count("Pass the keyboard to Ben.") == 1
    assert text.count("Pass the keyboard to Ann.") == 2
    assert text.index("Pass the keyboard to Ben.") < text.index("Ben, press Enter when nobody else is looking>")
    assert len(cleared) == 6  # before and after each of them
    passed = next(n for n, item in enumerate(collected) if item == "Pass the keyboard to Ben.")
    assert passed in cleared
    assert collected[passed + 1].startswith("Ben, press Enter")


def test_no_curtain_where_everybody_sees_everything() -> None:
    started = session("tictactoe", "human", "human")
    say(started, "b2")
    assert started.asked == "Ben"
    assert started.curtain == ""
    assert "as Ben sees it" in said(started.page())  # type: ignore[arg-type]


def test_who_decides_at_the_same_time_does_not_see_what_others_decide() -> None:
    started = session("montoons", "human", "human", answers=6)
    assert len(started.match.requests) == 2
    started.sit_down("Ann")
    before = said(started.board())  # type: ignore[arg-type]
    assert before
    assert started.asked == "Ann"
    started.sit_down("Ben")
    assert started.asked == "Ben"
    say(started, "1")
    started.sit_down("Ann")
    assert said(started.board()) == before  # type: ignore[arg-type]


# --------------------------------------------------------------------------------------------------- taking back


def test_undo_goes_back_over_bots_to_the_last_own_decision() -> None:
    started = session("tictactoe", "human", "random")
    say(started, "b2")
    once = started.match.hash
    assert started.match.answers == 2
    assert say(started, "u").sort == "on"
    assert started.match.answers == 0
    assert "There is nothing to undo." in said(say(started, "u"))
    say(started, "b2")
    assert started.match.hash == once  # the bot answers as it did
    say(started, "u", "a1")
    assert started.match.hash != once


def test_undo_can_be_switched_off() -> None:
    started = session("tictactoe", "human", "random", may_undo=False)
    say(started, "b2")
    assert "Undo is not available" in said(say(started, "u"))
    assert started.match.answers == 2
    assert "\n  u " not in said(say(started, "h"))


def test_among_people_the_last_decision_of_any_of_them_is_taken_back() -> None:
    started = session("tictactoe", "human", "human")
    say(started, "b2")
    assert started.asked == "Ben"
    say(started, "u")
    assert started.asked == "Ann"


def test_news_are_told_once_and_again_after_undo() -> None:
    started = session("tictactoe", "human", "random")
    started.page()
    say(started, "b2")
    news = said(started.page())  # type: ignore[arg-type]
    assert "Ann marks B2" in news
    assert "Ben marks" in news
    assert "marks" not in said(started.page())  # type: ignore[arg-type]
    say(started, "u", "b2")
    assert "Ben marks" in said(started.page())  # type: ignore[arg-type]


# ---------------------------------------------------------------------------------------------------- saves, records


def test_a_saved_match_goes_on_where_it_was(tmp_path: Path) -> None:
    playing = PlaySession(
        game("scrapyard").start({"Ann": None, "Ben": "greedy"}, 5), {"Ann": "human", "Ben": "random"}, lambda: WIDE
    )
    say(playing, "1", "2", "1")
    path = tmp_path / "evening.bwr"
    assert f"The match is written to {path}" in said(say(playing, f"s {path}"))
    again = resume(path)
    assert again.hash == playing.match.hash
    assert dict(again.bots) == {"Ben": "greedy"}
    (tmp_path / "notes.txt").write_text("mine")
    assert "BW61" in said(say(playing, f"s {tmp_path / 'notes.txt'}"))
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_bots_go_on_as_if_nobody_had_left(tmp_path: Path) -> None:
    """A match in two halves is the match in one."""
    whole = session("scrapyard", "random", "greedy", seed=11)
    assert whole.match.over
    path = tmp_path / "half.bwr"
    who = {"Ann": "random", "Ben": "greedy"}
    with game("scrapyard").start(tuple(who), 11, record=path) as match:
        half = PlaySession(match, who)
        for _ in range(9):
            half.step()
    with resume(path, game=game("scrapyard"), record=True) as match:
        rest = PlaySession(match, who)
        rest.advance()
        assert match.hash == whole.match.hash


def test_what_was_left_is_found_and_what_is_over_is_put_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    loaded = game("scrapyard")
    now = datetime(2030, 1, 2, 3, 4, 5)
    assert saved_matches.left(loaded) == []
    path = saved_matches.new_path("scrapyard", now)
    assert path is not None
    assert path.endswith("scrapyard-20300102-030405-000000.bwr")
    in_the_same_second = saved_matches.new_path("scrapyard", now.replace(microsecond=7))
    assert in_the_same_second not in (None, path), "neither file exists yet"
    match = loaded.start(("Ann", "Ben"), 7, record=path)
    for _ in range(3):
        match.answer(match.requests[0].id, [0])
    match.undo()
    assert saved_matches.left(loaded) == []  # it is being written
    assert saved_matches.new_path("scrapyard", now) == path.replace(".bwr", "-2.bwr")
    match.close()
    (left,) = saved_matches.left(loaded)
    assert left.answers == 2
    assert "scrapyard (plain), Ann and Ben, left " in left.words(now)
    assert "after 2 answers" in left.words(now)
    assert saved_matches.left(game("scrapyard", "quick")) == []
    assert saved_matches.left(game("tictactoe")) == []
    (Path(path).parent / "broken.bwr").write_text("{")
    assert [item.path for item in saved_matches.left(loaded)] == [path]
    new = saved_matches.over(path)
    assert Path(new).parent.name == "over"
    assert saved_matches.left(loaded) == []
    assert len(read_record(new).entries) == 4
    assert saved_matches.over(str(tmp_path / "elsewhere.bwr")) == str(tmp_path / "elsewhere.bwr")


def test_a_rule_that_breaks_leaves_the_question_open(tmp_path: Path) -> None:
    rules = """ruleset broken "Broken" { players 2, triggers active_first, start Match }
extend Player { keeps share: 0.. = 0, keeps heads: 0.. = 0 }
window Main { offer any to active }
action divide by me during Main { me.share = 6 / me.heads }
action count by me during Main { me.heads += 1 }
flow Match { repeat { for each p in players { phase turn by p { open Main } } } }
goal fair = players where share >= 6
"""
    (tmp_path / "broken.bot").write_text(rules)
    loaded = load(str(tmp_path / "broken.bot"))
    playing = PlaySession(loaded.start(("Ann", "Ben"), 1), {"Ann": "human", "Ben": "random"}, lambda: WIDE)
    reply = say(playing, "divide")
    assert reply.sort == "stay"
    assert "BW5002" in said(reply)
    assert playing.match.answers == 0
    assert entries(playing) == ["divide", "count"]
    say(playing, "count", "divide")
    assert playing.match.result == ("Ann",)


def test_a_bot_that_gives_no_answer_is_noted(tmp_path: Path) -> None:
    bot = tmp_path / "bot.sh"
    bot.write_text("#!/bin/sh\nread line; echo '{\"answer\": [77]}'; read line; echo nonsense\n")
    bot.chmod(0o755)
    playing = PlaySession(
        game("tictactoe").start(("Ann", "Ben"), 1), {"Ann": "human", "Ben": f"cmd:{bot}"}, lambda: WIDE
    )
    say(playing, "b2")
    assert playing.match.answers == 2
    assert playing.bots.notes == [
        "Ben: the program gives no answer: there are only 8 options; the first options are taken"
    ]
    playing.close()
