"""A recorded match to look through: forward and back, jumps, reasons, and a match that goes on from any moment."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.execute.snapshot import digest
from tests.cli.program import ROOT
from tests.cli.terminals import Terminal
from tests.faults.records import answer, scrapyard
from tools.drawing.styled_text import TextStyle
from tools.matches.record import read_record
from tools.matches.replay import Replay
from tools.matches.replay_text import ReplayViewer
from tools.replay.timeline import Timeline
from tools.replay.viewer import ReplaySession


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole match, with answers that were taken back and given again."""
    path = tmp_path_factory.mktemp("records") / "whole.bwr"
    with scrapyard().start({"Ann": "random", "Ben": "random"}, 4, record=path) as match:
        for _ in range(60):
            match.step()
        for turned in (match.undo, match.undo, match.redo):
            assert turned()
        assert match.play()
    return path


@pytest.fixture(scope="module")
def broken_off(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "part.bwr"
    with scrapyard().start(("Ann", "Ben"), 5, record=path) as match:
        for _ in range(12):
            answer(match)
    return path


def viewer(path: Path, eyes: ReplayViewer | None = None) -> ReplaySession:
    timeline = Timeline(scrapyard(), read_record(path), eyes or ReplayViewer())
    return ReplaySession(timeline, lambda: TextStyle(width=80, height=24))


def text(session: ReplaySession, *typed: str) -> str:
    """What is on the screen after some lines were typed."""
    for line in typed:
        reply = session.take(line)
    lines = session.page() if reply.action == "moved" else reply.lines
    return "\n".join(session.ink().lines(lines))


def test_every_moment_is_the_same_whichever_way_it_is_reached(finished: Path) -> None:
    record = read_record(finished)
    straight = Replay(scrapyard(), record)
    states = [digest(straight.engine.machine.state, scrapyard().linked())]
    while straight.step():
        states.append(digest(straight.engine.machine.state, scrapyard().linked()))
    timeline = Timeline(scrapyard(), record, ReplayViewer(everything=True))
    assert len(timeline) == len(states) == len(record.entries) + 1
    for index in random.Random(1).sample(range(len(states)), 30):
        assert timeline.match(index).hash == states[index]


def test_stepping_and_jumping(finished: Path) -> None:
    session = viewer(finished)
    assert session.prompt.startswith("0/")
    session.take("")
    session.take("n 9")
    assert session.index == 10
    session.take("p 4")
    assert session.index == 6
    session.take("p 100")
    assert session.index == 0
    assert "beginning" in text(session, "p")
    session.take("end")
    assert session.index == len(session.timeline) - 1
    assert "end of the record" in text(session, "n")
    assert "Ben won." in text(session, "start", "end")
    session.take("12")
    assert session.timeline.moments[session.index].entry.shown == 12
    for wrong in ("9999", "e 999999", "r 999", "n x", "hop", "i Zebra"):
        assert text(session, wrong).strip()
        assert session.timeline.moments[session.index].entry.shown == 12


def test_turns_rounds_and_events(finished: Path) -> None:
    session = viewer(finished)
    seen = []
    while session.index < len(session.timeline) - 1:
        session.take("t")
        seen.append(session.index)
        assert session.index == len(session.timeline) - 1 or (
            session.timeline.moments[session.index].turn != session.timeline.moments[session.index - 1].turn
        )
    back = []
    while session.index:
        session.take("tp")
        back.append(session.index)
    assert set(back) - {0} <= set(seen)
    session.take("r 3")
    assert session.match.view().round == 3
    session.take("p")
    assert session.match.view().round == 2
    event = next(e for e in session.timeline.match(len(session.timeline) - 1).events if e.verb == "damage")
    session.take(f"e {event.number}")
    assert event in session.match.events
    session.take("p")
    assert event not in session.match.events


def test_reasons_things_and_the_log(finished: Path) -> None:
    session = viewer(finished)
    session.take("r 2")
    event = next(event for event in reversed(session.match.events) if event.cites)
    assert "SY-" in text(session, f"why {event.number}")
    assert "health" in text(session, "i Rusty")
    assert len(text(session, "l 5").splitlines()) <= 6
    assert all(word.split(",")[0].split()[0] in text(session, "h") for word in ("why 31", "play", "start"))


def test_a_seat_sees_its_own_hand_and_nobody_elses(finished: Path) -> None:
    for mine, other in (("Ann", "Ben"), ("Ben", "Ann")):
        session = viewer(finished, ReplayViewer(seat=mine))
        session.take("r 2")
        hands = {seat: session.match.view(seat) for seat in (mine, other)}
        drawn = text(session, "n", "p")
        names = {seat: {thing.name for thing in view.things if thing.kind == "Gadget"} for seat, view in hands.items()}
        assert all(name in drawn for name in names[mine])
        assert not any(name in drawn for name in names[other] - names[mine])


def test_while_a_match_is_not_over_spectators_are_told_no_reasons(broken_off: Path) -> None:
    session = viewer(broken_off)
    assert "--seat NAME" in text(session, "end", "why")
    assert "not over" in text(session, "start", "end")
    for eyes in (ReplayViewer(seat="Ann"), ReplayViewer(everything=True)):
        assert "--seat NAME" not in text(viewer(broken_off, eyes), "end", "why")


def test_who_plays_on(finished: Path) -> None:
    session = viewer(finished)
    session.take("r 2")
    assert session.take("play ben").people == ("Ben",)
    assert session.take("play Ann, Ben").people == ("Ann", "Ben")
    asked = session.take("play").people
    assert asked == (session.match.requests[0].seat,)
    assert viewer(finished, ReplayViewer(seat="Ben")).take("play").people == ("Ben",)
    assert "the seats are Ann, Ben" in text(session, "play Cid")
    assert "go back first" in text(session, "end", "play")


@pytest.fixture
def terminal(finished: Path, tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(
        "replay", str(finished), cwd=ROOT, rows=24, columns=80, XDG_STATE_HOME=str(tmp_path), NO_COLOR="1"
    )
    yield opened
    opened.child.close(force=True)


def test_a_person_looks_through_a_match_and_plays_on(terminal: Terminal, finished: Path, tmp_path: Path) -> None:
    before = finished.read_bytes()
    terminal.see(r"0/\d+> $")
    terminal.type("r 2\r")
    assert "round 2" in terminal.see(r"\n\d+/\d+> $")
    terminal.type("play Ann\r")
    terminal.see(r"\nAnn> $")
    terminal.type("q\r")
    assert "resumes it" in terminal.see(r"\n\d+/\d+> $")
    terminal.type("q\r")
    assert terminal.ends() == 0
    assert finished.read_bytes() == before
    (kept,) = tmp_path.rglob("*.bwr")
    old, new = read_record(finished), read_record(kept)
    answers = [entry.chosen for entry in new.entries if entry.sort == "answer"]
    assert answers
    assert answers == [entry.chosen for entry in old.entries[: len(answers)]]
    assert (new.seats, new.seed) == (old.seats, old.seed)
