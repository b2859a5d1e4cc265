"""Matches and lines that the prompt keeps: taken up again after any end, and not needed for anything."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.repl.prompts import BEGIN, HAMMER, prompt, scrapyard, typed
from tools.matches.record import read_record
from tools.matches.replay import Replay
from tools.repl.autosave import KEPT, Autosave
from tools.repl.history_folder import LARGEST, HistoryFolder, project, user_folder
from tools.repl.session import ReplSession
from tools.repl.state_facts import facts

LINES = (
    *BEGIN,
    HAMMER,
    "me.energy += 2",
    "step to B1",
    "given Battery in Ann.hand",
    "after draw until end of turn { me.energy += 1 }",
)


def again(folder: Path) -> ReplSession:
    """The next start: the match that is offered, taken up."""
    keeper = Autosave(HistoryFolder(str(folder)))
    left = keeper.offered()
    assert left is not None
    desk, notes = keeper.take_up(left)
    assert notes == []
    return ReplSession(desk, keeper)


def same(one: ReplSession, other: ReplSession) -> None:
    assert facts(one.table.machine) == facts(other.table.machine)
    assert [event.words for event in one.table.log] == [event.words for event in other.table.log]
    assert [step.words_of() for step in one.table.steps] == [step.words_of() for step in other.table.steps]
    first, second = one.table.requests[0], other.table.requests[0]
    assert [option.words for option in first.options] == [option.words for option in second.options]


@pytest.mark.parametrize("count", range(1, len(LINES) + 1))
def test_whatever_was_typed_is_there_at_the_next_start(count: int, tmp_path: Path) -> None:
    session = prompt(*LINES[:count], folder=tmp_path)
    session.keeper.leave(over=False)  # as if the process had ended
    same(session, again(tmp_path))


def test_a_match_resumes_in_its_record(tmp_path: Path) -> None:
    session = prompt(*LINES, folder=tmp_path)
    session.keeper.leave(over=False)
    second = again(tmp_path)
    typed(second, "draw 1", ":undo", ":redo", "step to C1", ":undo")
    second.keeper.leave(over=False)
    third = again(tmp_path)
    same(second, third)
    assert [step.words_of() for step in third.table.undone] == ["Ann: step to C1 by Ann"]
    assert [path.name for path in tmp_path.glob("*.bwr")] == ["0001.bwr"]


def test_a_match_of_answers_is_a_record_like_any_other(tmp_path: Path) -> None:
    session = prompt(*BEGIN, "step to B1", folder=tmp_path)
    session.keeper.leave(over=False)
    replay = Replay(scrapyard().game, read_record(tmp_path / "0001.bwr"))
    replay.run()
    assert replay.parting is None
    assert replay.number == 6


def test_what_was_typed_is_said_by_replay(tmp_path: Path) -> None:
    session = prompt(*BEGIN, "me.energy += 2", "step to B1", folder=tmp_path)
    session.keeper.leave(over=False)
    record = read_record(tmp_path / "0001.bwr")
    assert record.damage is None
    replay = Replay(scrapyard().game, record)
    replay.run()
    assert replay.stuck
    assert replay.parting is not None
    assert "`me.energy += 2` was typed at a prompt" in replay.parting.what


def test_nothing_is_offered_of_a_match_that_is_over_declined_or_played_now(tmp_path: Path) -> None:
    keeper = Autosave(HistoryFolder(str(tmp_path)))
    assert keeper.offered() is None
    session = prompt(":do 2", folder=tmp_path)
    assert keeper.offered() is None, "somebody plays it"
    session.keeper.leave(over=False)
    left = keeper.offered()
    assert left is not None
    assert left.words == "scrapyard, mode plain, Ann and Ben, seed 1, 1 step"
    keeper.decline(left)
    assert keeper.offered() is None
    assert [path.name for path in tmp_path.glob("*.bwr")] == ["0001.left.bwr"]
    session = prompt(*BEGIN, "damage Forklift by 20 from Kettle", folder=tmp_path)
    assert session.keeper.leave(session.table.over) == ""
    assert keeper.offered() is None


def test_a_session_in_which_nothing_was_done_leaves_nothing(tmp_path: Path) -> None:
    session = prompt("1 + 1", ":help", folder=tmp_path)
    session.keeper.leave(over=False)
    assert list(tmp_path.iterdir()) == []


def test_a_fork_has_a_record_of_its_own(tmp_path: Path) -> None:
    session = prompt(*BEGIN, ":fork", "step to B1", folder=tmp_path)
    session.keeper.leave(over=False)
    assert len(read_record(tmp_path / "0001.bwr").entries) == 5
    assert len(read_record(tmp_path / "0002.bwr").entries) == 6
    same(session, again(tmp_path))


def test_only_some_records_stay(tmp_path: Path) -> None:
    for _ in range(KEPT + 3):
        prompt(":do 2", folder=tmp_path).keeper.leave(over=False)
    names = sorted(path.name for path in tmp_path.glob("*.bwr"))
    assert len(names) == KEPT
    assert names[-1] == f"{KEPT + 3:04}.bwr"


def test_a_damaged_record_gives_its_intact_part(tmp_path: Path) -> None:
    session = prompt(*BEGIN, folder=tmp_path)
    session.keeper.leave(over=False)
    path = tmp_path / "0001.bwr"
    data = path.read_bytes()
    path.write_bytes(data[:-30])
    keeper = Autosave(HistoryFolder(str(tmp_path)))
    left = keeper.offered()
    assert left is not None
    desk, notes = keeper.take_up(left)
    assert len(desk.table.steps) == 4
    assert "damaged" in notes[0]
    assert (tmp_path / "0001.left.bwr").read_bytes() == data[:-30], "the damaged one is left as it is"
    keeper.leave(over=False)
    again(tmp_path)


def test_a_file_that_is_no_record_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "0009.bwr").write_bytes(b"\x00\xff")
    (tmp_path / "0010.bwr").mkdir()
    assert Autosave(HistoryFolder(str(tmp_path))).offered() is None


def test_a_record_that_cannot_be_written_is_said_once(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    session = prompt(folder=blocked / "folder")
    output = typed(session, *BEGIN, "step to B1")
    assert output.count("note: there is no history") == 1
    assert "Kettle enters B1" in output


def test_a_disk_that_fills_up_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = prompt(":do 2", folder=tmp_path)

    def full(*words: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tools.matches.journal.write_all", full)
    output = typed(session, "Ann: choose Kettle", "Ann: choose A1")
    assert output.count("note: the match is not recorded") == 1
    assert "no space left" in output
    assert len(session.table.steps) == 3


# --------------------------------------------------------------------------------------------------------- history


def test_lines_are_remembered(tmp_path: Path) -> None:
    folder = HistoryFolder(str(tmp_path / "new" / "folder"))
    for line in ("one", "two\nlines", "", "x" * (LARGEST + 1), "ü"):
        folder.remember(line)
    assert HistoryFolder(folder.path).lines() == ["one", "two\nlines", "ü"]
    assert folder.notes == []


def test_a_damaged_history_is_said_once_and_read_as_far_as_it_goes(tmp_path: Path) -> None:
    folder = HistoryFolder(str(tmp_path))
    folder.remember("one")
    with open(tmp_path / "history", "ab") as file:
        file.write(b"\xff\x00garbage\n[1, 2]\n")
    folder.remember("two")
    assert folder.lines() == ["one", "two"]
    assert folder.notes == ["the history is damaged: 2 of its lines were skipped"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_history_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "history").write_text('"one"\n')
    (tmp_path / "history").chmod(0o400)
    folder = HistoryFolder(str(tmp_path))
    folder.remember("two")
    folder.remember("three")
    assert folder.lines() == ["one"]
    assert len(folder.notes) == 1


def test_a_history_that_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "history").mkdir()
    folder = HistoryFolder(str(tmp_path))
    folder.remember("one")
    folder.remember("two")
    assert folder.lines() == []
    assert len(folder.notes) == 2, "that it cannot be written, and that it cannot be read"


def test_every_project_has_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = tmp_path / "game" / "rulesets" / "x"
    inside.mkdir(parents=True)
    assert project(str(inside)) == str(inside.parent.parent)
    first, other = user_folder(project(str(inside))), user_folder(str(tmp_path / "other"))
    assert first != other
    assert os.path.basename(first).startswith("game-")
