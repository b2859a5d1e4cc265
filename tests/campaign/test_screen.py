"""The adventure as somebody at a keyboard sees it: talks are not torn apart, numbers are typed as they are meant, and
whoever asks gets words, not source."""

from __future__ import annotations

import pytest

import botwright
from tools.drawing.styled_text import TextStyle
from tools.play import PlaySession

WIDE = TextStyle(width=120, height=50)
BEGUN = ("charisma", "strength", "agility")


@pytest.fixture(scope="module")
def adventure() -> botwright.Game:
    return botwright.load("robomon", mode="adventure")


@pytest.fixture
def session(adventure: botwright.Game) -> PlaySession:
    """Somebody on the first page."""
    playing = PlaySession(adventure.start(["Ann"], seed=3), {"Ann": "human"}, lambda: WIDE)
    for word in BEGUN:
        typed(playing, word)
    return playing


def typed(found: PlaySession, text: str) -> str:
    """Type a line, and read what comes."""
    reply = found.take(text)
    return "\n".join(WIDE.lines([*reply.lines, *(found.page() if reply.sort != "stay" else ())]))


def test_the_sheet_says_what_its_words_count(adventure: botwright.Game) -> None:
    playing = PlaySession(adventure.start(["Ann"], seed=3), {"Ann": "human"}, lambda: WIDE)
    assert "a gift counts +2" in "\n".join(WIDE.lines(playing.page()))


def test_places_on_the_chart_are_named(session: PlaySession) -> None:
    drawn = "\n".join(WIDE.lines(session.board()))
    for place in ("1 Shipwreck", "4 Kettle Cove", "F The frozen falls", "~ sea"):
        assert place in drawn, place


def test_the_table_is_not_drawn_again_in_the_middle_of_a_talk(session: PlaySession) -> None:
    talk = typed(session, "visit captain")
    assert "dictating a letter" in talk
    assert "RoboMon: Island Adventure" not in talk
    assert "RoboMon: Island Adventure" in typed(session, "foot"), "a cat has joined: the table has changed"


def test_a_number_is_typed_as_it_is_meant(session: PlaySession) -> None:
    typed(session, "look at the locked crate")
    typed(session, "set the four wheels")
    assert typed(session, "0") == "There are only the numbers 1 to 9."
    typed(session, "1")
    assert "0  1  2" in "\n".join(WIDE.lines(session.menu()))
    for digit in "64":
        typed(session, digit)
    assert "Ann tries 1649" in typed(session, "9")


def test_words_between_may_be_left_out(session: PlaySession) -> None:
    assert "left of the galley" in typed(session, "visit cook")


def test_a_look_is_described_in_words(session: PlaySession) -> None:
    output = typed(session, "i shipwreck")
    assert output.splitlines()[0] == "Shipwreck: in atlas"
    assert "Gain 1 of bolt." in output
    assert "[[" not in output


@pytest.mark.parametrize(
    "action, reason",
    [
        ("search", "it can be done"),
        ("travel to the lamp room", "A map prints the page numbers"),
        ("open chest A chest in a net", "in play"),
        ("track", "With fewer than two batteries"),
    ],
)
def test_why_not_understands_what_is_offered(session: PlaySession, action: str, reason: str) -> None:
    assert reason in typed(session, f"why not {action}")


def test_a_check_shows_its_components(session: PlaySession) -> None:
    typed(session, "explore")
    output = typed(session, "under the plank")
    assert "the attribute 1, helpers 0" in output


def test_the_log_says_how_to_see_the_rest(session: PlaySession) -> None:
    for _ in range(12):
        typed(session, "visit the cook")
    assert "earlier lines: `l " in typed(session, "l")


def test_an_empty_says_hides_an_event(session: PlaySession) -> None:
    """In a battle: who rolls and who acts, not how a round is folded."""
    for text in ("visit captain", "foot", "sea chest", "track", "A4"):
        output = typed(session, text)
    everything = "\n".join(WIDE.lines(session.log("Ann", everything=True)))
    assert "call_time" in [event.words for event in session.match.log(unspoken=True)], "whoever runs the table sees it"
    for told_as in ("call_time", "call time"):
        assert told_as not in everything + output + typed(session, "l")
