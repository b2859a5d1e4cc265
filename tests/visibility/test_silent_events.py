"""`says ""`: nobody speaks of it, on no face; who asks why is told all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.explain.why import why
from interpreter.match import EngineMatch
from interpreter.visibility.views import as_text, view
from tests.cli.program import botwright
from tests.engine.tables import play, say
from tests.repl.prompts import prompt, typed
from tests.visibility.secret_games import SCRATCHED
from tools.matches import Match, load

GAME = """ruleset hush "Hush" { players 2, triggers active_first, start Match }
extend Player { keeps score: 0..9 = 0 }
flow Match {
  repeat { for each p in players { phase turn by p { open Main } } }
}
window Main { offer one to active }
action knock by me during Main { prepare by me; shout by me }
action slip by me during Main says "" { shout by me }
effect prepare by me quiet { me.score += 1; loud by me }
effect loud by me { me.score += 1 }
effect shout by me says "{me} shouts" { me.score += 1 }
"""
HEARD = ["Ann's turn", "knock by Ann", "loud by Ann", "Ann shouts", "Ben's turn"]


@pytest.fixture
def match(tmp_path: Path) -> Match:
    file = tmp_path / "hush.bot"
    file.write_text(GAME, encoding="utf-8")
    result = load(str(file)).start(["Ann", "Ben"], 1)
    result.answer(result.requests[0].id, [0])
    return result


def test_events_and_the_log_of_every_view_leave_it_out(match: Match) -> None:
    assert [event.words for event in match.events] == HEARD
    for seat in ("Ann", "Ben", None):
        assert [event.words for event in match.log(seat)] == HEARD
        assert [event.words for event in match.view(seat).log] == HEARD
    match.answer(match.requests[0].id, [1])
    assert [event.words for event in match.events][len(HEARD) :] == ["Ben shouts", "Ann's turn"]


def test_why_still_knows_it(match: Match) -> None:
    (quiet,) = (event for event in match.log(unspoken=True) if event.verb == "prepare")
    assert "prepare" in match.why(quiet.number).steps[0].says
    (inner,) = (event for event in match.events if event.verb == "loud")
    assert any("prepare" in step.says for step in match.why(inner.number).steps)


def test_the_prompt_and_a_replay_leave_it_out_too(tmp_path: Path) -> None:
    file = tmp_path / "hush.bot"
    file.write_text(GAME, encoding="utf-8")
    kept = tmp_path / "match.jsonl"
    match = load(str(file)).start(["Ann", "Ben"], 1, record=kept)
    match.answer(match.requests[0].id, [0])
    for more in (["--all"], []):
        result = botwright("replay", str(kept), *more, "--game", str(file), cwd=tmp_path).stdout.decode()
        assert "Ann shouts" in result
        assert "prepare" not in result
    session = prompt(game=str(file))
    heard = typed(session, "prepare by Ann")
    assert "loud by Ann" in heard
    assert "prepare by Ann" not in heard.replace("> prepare by Ann", "")


def scratched(card: str) -> EngineMatch:
    match = play(SCRATCHED)
    say(match, "Ann", card)
    for _ in range(2):
        say(match, "Ben", "rest")
    return match


def test_what_nobody_is_told_leaves_no_gap_in_the_numbers() -> None:
    """Whether a hidden card did something silently could be counted from the numbers of the events around it."""
    one, other = scratched("Spike"), scratched("Snare")
    assert len(one.machine.log or ()) > len(other.machine.log or ())
    for seat in ("Ben", None):
        assert as_text(view(one, seat)) == as_text(view(other, seat))
    for number in range(-10, 10):
        assert why(one, number, "Ben") == why(other, number, "Ben")
    assert [entry.number for entry in view(one, "Ben").log] == list(range(len(view(one, "Ben").log)))
    assert [entry.number for entry in view(one, "Ben", since=3).log] == list(range(3, len(view(one, "Ben").log)))


def test_a_silent_event_in_progress_is_not_shown_either() -> None:
    """Which of two hidden cards asks its owner something is not told by the name of its effect."""
    asks = "{ choose one of 1..2 by card.owner as n; card.worn += n }"
    text = SCRATCHED.replace("{ card.worn += 1 }", asks).replace(
        "if actor is me { scratch", "if actor is not me { dent"
    )
    text += f"effect dent card: Card quiet {asks}\n"
    shown = set()
    for card in ("Spike", "Snare"):
        match = play(text)
        say(match, "Ann", card)
        say(match, "Ben", "rest")
        assert [request.seat for request in match.requests] == ["Ann"]
        shown.add(as_text(view(match, "Ben")))
    assert len(shown) == 1


def test_why_without_a_seat_explains_what_nobody_is_told() -> None:
    match = scratched("Spike")
    silent = [entry for entry in match.machine.log or () if entry.verb == "scratch"]
    assert [why(match, entry).about for entry in silent] == ["scratch Spike"] * 2
    assert len({entry.number for entry in silent}) == 2
    assert all(entry.number < 0 for entry in silent)
