"""Games of all sorts at the prompt: back and forth, kept and taken up, and written as a scenario that passes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.architecture.tree import ROOT
from tests.repl.prompts import typed
from tests.shipped import FOR_TWO, GAMES
from tools.play import by_chance, seat_names
from tools.repl.answer_text import answered
from tools.repl.autosave import Autosave
from tools.repl.history_folder import HistoryFolder
from tools.repl.match_steps import ReplMatch
from tools.repl.session import ReplSession
from tools.repl.session_program import GameChoice, opened
from tools.repl.state_facts import facts
from tools.repl.workbench import Workbench

ANSWERS = 10


@pytest.mark.parametrize("game", ["gekido", "robomon", "robotblow", "montoons"])
def test_a_match_by_chance(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    book = opened(GameChoice(str(ROOT / GAMES[game][0]), mode=FOR_TWO.get(game)))
    seats = tuple(seat_names(max(2, book.game.players[0])))
    keeper = Autosave(HistoryFolder(str(tmp_path / "kept")))
    session = ReplSession(Workbench(book, ReplMatch(book.linked, seats, 2)), keeper)
    while not session.table.over and len(session.table.steps) < ANSWERS:
        request = session.table.requests[0]
        session.do(answered(request, by_chance(request, 2, len(session.table.steps))))
    steps, result = len(session.table.steps), facts(session.table.machine)
    words = [event.words for event in session.table.log]

    for line in (":why", ":state", f":view {seats[0]}", ":diff", f":undo {steps}", f":redo {steps}"):
        output = typed(session, line)
        assert session.wrongs == 0, output
    assert facts(session.table.machine) == result
    assert [event.words for event in session.table.log] == words

    output = typed(session, ":scenario by chance")
    together = "several players are deciding together" in output
    assert together or output.endswith("the scenario passes"), output

    keeper.leave(over=False)
    left = Autosave(HistoryFolder(str(tmp_path / "kept"))).offered()
    assert left is not None
    desk, notes = Autosave(HistoryFolder(str(tmp_path / "kept"))).take_up(left)
    assert notes == []
    assert facts(desk.table.machine) == result
