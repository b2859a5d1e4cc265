"""What a person at the table is told beside the bare facts: what is kept on dice, tables in words, what an option stands
for, what lies on a board; and of what happened only what anybody wants to hear."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from interpreter.visibility.view_types import EventView
from tests.architecture.tree import ROOT
from tests.cli.program import botwright
from tests.engine.tables import play
from tests.play.test_golden_drawings import game
from tests.play.test_sessions import entries, said, say, session
from tools.drawing.schema import Schema, schema_of
from tools.drawing.value_words import ValueWords
from tools.matches import load
from tools.play import PlaySession, news
from tools.simulation.job import SimulationJob

GEKIDO = str(ROOT / "rulesets" / "gekido")


def schema() -> Schema:
    return schema_of(game("gekido").linked())


def asked(name: str, prompt: str, *who: str, most: int = 200) -> PlaySession:
    """A match in which somebody is asked something; all seats are then people."""
    for answers in range(most):
        started = session(name, *who, answers=answers)
        if started.question is not None and prompt in started.question.prompt:
            return started
    raise AssertionError(prompt)


# ------------------------------------------------------------------------------------------------------------ tables


def test_dice_on_which_something_is_kept_stand_apart() -> None:
    started = session("gekido", "human", "human", answers=36)
    while started.question is not None and "Locking" not in started.question.prompt:
        say(started, "1")
    question = started.question
    assert question is not None
    player = next(thing for thing in question.view.things if thing.name == question.request.seat)
    dice = [question.view.thing(number) for zone in player.zones if zone.name == "tray" for number in zone.things]
    locked = [die.fields["face"]["symbols"][0] for die in dice if die.fields["locked"]]
    loose = [die.fields["face"]["symbols"][0] for die in dice if not die.fields["locked"]]
    assert locked
    assert loose
    tray = next(line for line in " ".join(said(started.board()).split()).split("tray: ")[1:])
    shown = " ".join(f"[{item}]" for item in loose) + "; locked " + " ".join(f"[{item}]" for item in locked)
    assert _only_dice(tray).startswith(shown)


def _only_dice(text: str) -> str:
    """The words of a zone of dice; what a board beside it says is taken out."""
    return " ".join(word for word in text.split() if word[0] == "[" or word == "locked" or word.endswith(";"))


def test_a_choice_of_rows_shows_the_rows_of_one_s_own_card() -> None:
    result = asked("gekido", "command do you declare?", "human", "human")
    question = result.question
    assert question is not None
    bot = next(t for t in question.view.things if t.kind == "Bot" and t.owner == question.request.seat)
    rows = ValueWords(question.view, result.schema).rows(bot.fields["commands"])
    assert len(rows) == 6
    printed = {words: f"success/malfunction {'/'.join(map(str, row))}" for _, words, row in rows}
    menu = question.menu()
    assert {entry.words: entry.note for entry in menu} == printed
    first = menu[0]
    assert f"{first.words} " in said(result.menu())
    assert printed[first.words] in said(result.menu())
    assert say(result, first.words.lower()).sort == "on"  # a name is an answer, with or without what stands beside it


def test_one_s_own_panel_shows_its_tables_and_no_other() -> None:
    started = session("gekido", "human", "human", answers=40)
    question = started.question
    assert question is not None
    bots = {thing.owner: thing for thing in question.view.things if thing.kind == "Bot"}
    own = bots.pop(question.request.seat)
    words = ValueWords(question.view, started.schema)
    drawn = said(started.board())
    assert f"success/malfunction: {words.table(own, 'commands', own.fields['commands'])[0]}" in drawn
    assert f"bonuses: {words.table(own, 'bonuses', own.fields['bonuses'])[0]}" in drawn
    assert drawn.count("success/malfunction: ") == 1
    assert "duel bonuses" not in drawn  # the other side of the card
    assert "powers: " not in drawn  # they lie on the card, and are told there


def test_a_table_of_truths_is_told_thing_by_thing() -> None:
    started = session("gekido", "human", "human", "human", answers=40)
    view = started.question.view  # type: ignore[union-attr]
    words = ValueWords(view, started.schema)
    for player in (thing for thing in view.things if thing.kind == "Player"):
        ready = player.fields["ready"]
        rivals = {t.name for t in view.things if t.kind == "Bot" and t.owner != player.name and t.place is not None}
        position = words.table(player, "ready", ready)
        if ready["rows"]:
            assert {row.rsplit(" ", 1)[0] for row in position} == rivals
            assert {row.rsplit(" ", 1)[1] for row in position} <= {"yes", "no"}
            assert all(
                f"{view.thing(key['thing']).name} {'yes' if value else 'no'}" in position
                for key, value in ready["rows"]
            )
    assert "ready: " in said(started.board())


def test_what_lies_on_every_space_is_the_ground() -> None:
    started = session("gekido", "human", "human", answers=40)
    drawn = said(started.board())
    assert "LT Laser Turret" in drawn
    assert "corner" not in drawn  # the signs of the map say nothing that a tile does not
    assert "G gate" in said(session("scrapyard", "human", "random", answers=8).board())


# ----------------------------------------------------------------------------------------------------------- options


def test_options_say_what_they_differ_in() -> None:
    started = session("scrapyard", "human", "random")
    say(started, "old yard")
    assert [(entry.words, entry.note) for entry in started.question.menu()] == [  # type: ignore[union-attr]
        ("Forklift", "hull 12"), ("Kettle", "hull 9"), ("Rusty", "hull 10"), ("Tin Can", "hull 8"),
    ]  # fmt: skip
    assert entries(started) == ["Forklift", "Kettle", "Rusty", "Tin Can"]


def test_who_stands_where_something_is_done_is_named() -> None:
    question = session("lagoon", "human", "human", answers=4).question
    assert question is not None
    view = question.view
    for entry in question.menu():
        here = [t.name for t in view.things if t.place is not None and t.place.get("space") == entry.space]
        others = [name for name in here if name not in entry.words]
        assert entry.note == (f"there: {', '.join(others)}" if others else "")
    assert any(entry.note for entry in question.menu())


# -------------------------------------------------------------------------------------------------------------- news


def test_effects_that_only_call_others_are_quiet() -> None:
    quiet = schema().quiet
    verbs = game("gekido").linked().verbs
    assert quiet
    for name in quiet:
        assert not verbs[name].says  # an author's words are always shown
    assert "fight" not in quiet  # it has words
    assert not quiet & {name for name, sig in verbs.items() if sig.sort in ("action", "phase")}


UNSAID = """
extend Player { keeps points: 0..9 says "stars" = 0, keeps streak: 0..9 says "" = 0, keeps high_score: 0..9 = 0 }
effect score by me says "" { me.points += 1 }
effect gain by me { me.points += 1 }
effect both by me { score by me; gain by me }
flow Match { both by first(players); choose one of [1, 2] by first(players) as n; win none }
"""


def test_what_says_nothing_is_neither_drawn_nor_told() -> None:
    linked = play(UNSAID, "Ann").machine.linked
    result = schema_of(linked)
    assert result.quiet == {"score", "both"}
    words = {item.name: item.words for item in result.fields["Player"]}
    assert (words["points"], words["high_score"]) == ("stars", "high score")
    assert "streak" not in words


def test_the_log_tells_what_happened_and_all_of_it_if_asked() -> None:
    started = session("gekido", "human", "human", answers=40)
    started.schema = evolve(started.schema, quiet=started.schema.quiet | {"fight"})  # as if it had no words
    log = started.match.log("Ann")
    shown = news.shown(log, started.schema)
    assert 0 < len(shown) < len(log)
    assert not {event.verb for event in shown} & started.schema.quiet
    hidden = next(event for event in log if event.verb in started.schema.quiet)
    short, whole = said(started.log("Ann")), said(started.log("Ann", everything=True))
    assert f"{hidden.number:>4}  " not in short
    assert f"{hidden.number:>4}  " in whole
    assert said(say(started, f"why {hidden.number}")).startswith(f"event {hidden.number}: ")
    started.everything = True
    assert said(started.log("Ann")) == whole


def event(number: int, verb: str, words: str, depth: int) -> EventView:
    return EventView(number, verb, words, depth, ())


def test_what_one_subject_does_is_one_sentence_and_the_same_is_counted() -> None:
    events = [
        event(0, "fight", "Ann attacks Pytron", 0),
        event(1, min(schema().quiet), "quiet by Ann", 1),
        event(2, "aim_at", "Ann declares full_house", 2),
        event(3, "lock", "lock Die by Ann", 1),
        event(4, "lock", "lock Die by Ann", 1),
        event(5, "damage", "Pytron breaks", 1),
    ]
    results = ["".join(words for words, _ in line) for line in news.news(events, schema(), ("Ann", "Ben"), 80)]
    assert results == [
        "   2  Ann attacks Pytron, declares Full House",
        "   4    lock Die by Ann  ×2",
        "   5    Pytron breaks",
    ]
    plain = ["".join(words for words, _ in line) for line in news.news_lines(events, schema(), ("Ann", "Ben"), 80)]
    assert len(plain) == 5
    assert plain[1].startswith("   2    Ann declares")


def test_what_the_same_effect_does_to_others_is_only_added() -> None:
    draws = [event(number, "draw", f"Ann draws {card}", 0) for number, card in enumerate(("Spring", "Old Lid", "Bolt"))]
    hidden = [event(number, "draw", "Ben draws a card", 0) for number in (3, 4)]
    action = next(iter(schema().actions))
    strikes = [event(5, action, "Ann strikes Rusty", 0), event(6, action, "Ann strikes Kettle", 0)]
    results = [
        "".join(words for words, _ in line)
        for line in news.news([*draws, *hidden, *strikes], schema(), ("Ann", "Ben"), 80)
    ]
    assert results == [
        "   2  Ann draws Spring, Old Lid, Bolt",
        "   4  Ben draws a card  ×2",
        "   6  Ann strikes Rusty, strikes Kettle",
    ]


def test_a_phase_in_which_nothing_happened_is_not_told() -> None:
    phase = next(iter(schema().phases))
    events = [event(0, phase, "empty", 0), event(1, phase, "full", 0), event(2, "damage", "Rex breaks", 1)]
    assert [item.words for item in news.shown(events, schema())] == ["full", "Rex breaks"]


# ----------------------------------------------------------------------------------------------------------- rulings


@pytest.fixture(scope="module")
def settled() -> str:
    """A ruling of the game with a reading that is not the default."""
    rulings = game("gekido").linked().program.symbols.rulings
    name, sig = next(iter(sorted(rulings.items())))
    return f"{name}={next(option.id.text for option in sig.node.options if not option.default)}"  # type: ignore[union-attr]


def test_a_ruling_is_shown_and_kept(settled: str, tmp_path: Path) -> None:
    from tools.matches.record import read_record

    name, _, reading = settled.partition("=")
    record = str(tmp_path / "match.bwr")
    words = [GEKIDO, "--seat", "human", "--seed", "1", "--ruling", settled, "--record", record]
    result = botwright("play", *words, cwd=tmp_path, stdin=b"q\n").stdout.decode()
    assert f"{name.replace('_', ' ')}: {reading.replace('_', ' ')}" in result
    assert read_record(record).made.rulings[name] == reading
    assert schema_of(load(GEKIDO, rulings={name: reading}).linked()).readings == {name: reading}
    assert not schema().readings


@pytest.mark.parametrize(
    "said_so, wrong",
    [
        (["no_such=one"], "there is no ruling `no_such`"),
        (["NAME=no_such"], "called `no_such`"),
        (["NAME"], "write the ruling and its reading"),
        (["NAME=a", "NAME=b"], "can have only one reading"),
    ],
)
def test_a_ruling_that_is_none_is_refused(settled: str, said_so: list[str], wrong: str, tmp_path: Path) -> None:
    name = settled.partition("=")[0]
    words = [part for item in said_so for part in ("--ruling", item.replace("NAME", name))]
    for command in ("play", "simulate"):
        result = botwright(command, GEKIDO, *words, cwd=tmp_path)
        assert result.returncode == (1 if command == "simulate" and b"BW" in result.stderr else 2)
        assert wrong in result.stderr.decode()


def test_a_simulation_says_how_rules_are_read(settled: str, tmp_path: Path) -> None:
    name, _, reading = settled.partition("=")
    result = botwright("simulate", GEKIDO, "-n", "2", "--jobs", "1", "--ruling", settled, cwd=tmp_path)
    assert f"{name}: {reading}): 2 games" in result.stdout.decode()
    order = SimulationJob(GEKIDO, None, (), None, ("random", "random"), 2, 1, 100, rulings={name: reading})
    assert SimulationJob.of_text(order.text()) == order
    assert order.ready().rulings[name] == reading
