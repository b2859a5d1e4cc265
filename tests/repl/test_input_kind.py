"""What somebody typed, and whether it is finished."""

from __future__ import annotations

import pytest

from tools.repl.input_kind import (
    BadInput,
    CommandInput,
    DeclarationInput,
    ExpressionInput,
    InputContext,
    SentenceInput,
    StepInput,
    entries,
    finished,
    read,
)

KNOWN = InputContext({"draw", "damage", "move", "take", "strike", "set_up"}, {"Bot", "Gadget"}, ("Ann", "Ben"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# only a comment",
        ":why 3",
        "1 + 2",
        "Rusty.damage",
        "draw 1",
        "if me.energy > 1 { draw 1 }",
        "Bot Hammer { hull 3 }",
        "(1\n+ 2)",
        "1 2",
        "damage Rusty by 3 form Kettle",
        "Ann: strike Rusty with Lid",
        "let x = 3; x + 1",
        "rule f = 2",
        "goal",
        "1 )",
        "before damage Rusty until end of turn { modify amount by -1 }",
        "x\x00y [",
        '"no end',
    ],
)
def test_a_text_that_is_taken(text: str) -> None:
    assert finished(text)


@pytest.mark.parametrize(
    "text",
    [
        "1 +",
        "(1 + 2",
        "Bot Hammer {",
        "Bot Hammer",
        "effect shove target: Bot",
        "if me.energy > 1",
        "damage Rusty by",
        "me.hand where",
        "x =",
        'Map "Yard" { rows """',
        "define f(a: Bot) =",
        "choose one of",
        "after damage",
    ],
)
def test_an_incomplete_text(text: str) -> None:
    assert not finished(text)
    assert finished(text + "\n\n"), "an empty line ends it"


def kinds(text: str) -> list[type]:
    return [type(entry) for entry in read(text, "input", KNOWN)]


@pytest.mark.parametrize(
    "text, found",
    [
        (":do 2", [CommandInput]),
        ("Rusty.damage + 1", [ExpressionInput]),
        ("draw", [SentenceInput]),
        ("round", [ExpressionInput]),
        ("draw 1; draw 2", [SentenceInput, SentenceInput]),
        ("let x = 3\nx + 1", [SentenceInput, ExpressionInput]),
        ("Bot Hammer { hull 3 }", [DeclarationInput]),
        ("Bat Hammer { hull 3 }", [DeclarationInput]),
        ("Bot where owner is me", [ExpressionInput]),
        ("effect a { draw 1 }\n\neffect b { draw 2 }", [DeclarationInput]),
        ("forbid draw", [DeclarationInput]),
        ("forbid draw until end of turn", [SentenceInput]),
        ("Ann: pass", [StepInput]),
        ("Cid: pass", [BadInput]),
        ("given Rusty for Ann", [StepInput]),
        ("Rusty.damage = 3", [StepInput]),
        ("Rusty.damage += 3", [StepInput]),
        ("then Rusty.damage is 3", [StepInput]),
        ("do draw 1", [SentenceInput]),
        ("1 +* 2", [BadInput]),
        ("# nothing", []),
    ],
)
def test_what_a_text_is(text: str, found: list[type]) -> None:
    assert kinds(text) == found


def test_a_fault_has_its_place_in_the_text() -> None:
    _, wrong = read("draw 1; damage 3 3", "input 3", KNOWN)
    assert isinstance(wrong, BadInput)
    assert (wrong.diagnostics[0].place.file, wrong.diagnostics[0].place.start) == ("input 3", 17)
    (step,) = read("Ann: choose )", "input", KNOWN)
    assert isinstance(step, BadInput)
    assert step.diagnostics[0].place.start == 12


def test_lines_of_a_pipe() -> None:
    lines = [
        "effect a by me\n",
        '  says "b" {\n',
        "  draw 1\n",
        "}\n",
        "me.energy\n",
        "\n",
        "goal z = a\n",
        "  or b\n",
        "1 +\n",
    ]
    assert list(entries(iter(lines))) == [
        'effect a by me\n  says "b" {\n  draw 1\n}',
        "me.energy",
        "goal z = a\n  or b",
        "1 +",
    ]
