"""What people type as they would say it: numbers, `pass`, names as displayed, commands without a colon."""

from __future__ import annotations

import pytest

from tests.repl.prompts import BEGIN, prompt, typed
from tools.repl.plain_words import as_command, as_read, with_names


def test_a_number_answers_the_open_question() -> None:
    session = prompt()
    assert typed(session, ":legal").startswith("Ann: Which yard do you play in?")
    assert "Which bot do you play?" in typed(session, "2")
    assert "`:legal`" not in typed(session, "Ann: 1")
    assert session.table.steps[-1].words_of().startswith("Ann: ")
    steps = len(session.table.steps)
    assert typed(session, "99").startswith("error")
    assert typed(session, "Ann: 99").startswith("error")
    assert typed(session, "1 + 1") == "2  (a number)"
    assert len(session.table.steps) == steps


def test_pass_passes() -> None:
    session = prompt(*BEGIN)
    assert session.table.requests[0].seat == "Ann"
    typed(session, "pass")
    assert session.table.steps[-1].words_of() == "Ann: pass"


@pytest.mark.parametrize(
    "text, command",
    [
        ("help", ":help"), ("state Kettle", ":state Kettle"), ("why", ":why"), ("why 1", ":why 1"),
        ("legal", ":legal"), ("view Ann", ":view Ann"), ("options", ":legal"),
        ("why not step to E4", ":whynot step to E4"),
    ],
)  # fmt: skip
def test_a_command_needs_no_colon(text: str, command: str) -> None:
    assert typed(prompt(*BEGIN), text) == typed(prompt(*BEGIN), command)


@pytest.mark.parametrize("text", ["quit", "exit"])
def test_leaving(text: str) -> None:
    session = prompt(*BEGIN)
    session.enter(text)
    assert session.left


def test_names_are_understood_as_they_are_displayed() -> None:
    session = prompt(*BEGIN)
    typed(session, "given Tin Can for Ben at F1")
    assert typed(session, "Tin Can.health") == typed(session, "Tin_Can.health") == "8  (a number)"
    table = session.table
    assert with_names(table, 'strike Tin Can with "Tin Can"') == 'strike Tin_Can with "Tin Can"'
    assert with_names(table, "Tin Cans.health") == "Tin Cans.health"


def test_what_means_something_else_stays_what_it_is() -> None:
    session = prompt(*BEGIN)
    table = session.table
    for text in (":do 1", "1 + 1", "first(players)", "1\n2", '"1"', "Cid: 1"):
        assert as_read(table, text) == text
    assert as_command("step to B2") == ("step", "to B2")  # … but it is a verb of the game, so it never fails to parse
    assert "enters" in typed(session, "step to B1")
    assert "error" in typed(session, "stat Kettle")
