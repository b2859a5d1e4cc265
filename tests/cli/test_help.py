"""Examples in `--help` run as they are printed; names are completed; what is misspelled gets the nearest name."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tests.cli.program import botwright
from tools.cli import main
from tools.cli.examples import EXAMPLES
from tools.cli.group import COMMANDS, LazyGroup
from tools.cli.group import botwright as group

IN_ORDER = [line for lines in EXAMPLES.values() for line in lines]
ENDLESS = ("studio",)
"""Commands that serve until they are interrupted: tests/studio starts it."""
GIVEN_IN_TEXT = ("odds", "cards")
"""Commands whose examples stand in the middle of their help."""


def commands() -> Iterator[tuple[str, click.Command]]:
    assert isinstance(group, LazyGroup)
    context = click.Context(group)
    for name in COMMANDS:
        command = group.get_command(context, name)
        assert command is not None
        yield name, command
        if isinstance(command, click.Group):
            yield from ((f"{name} {inner}", of) for inner, of in command.commands.items())


def test_every_help_has_examples() -> None:
    for name, command in commands():
        text = command.get_help(
            click.Context(command, info_name=f"botwright {name}", help_option_names=["-h", "--help"])
        )
        assert f"  botwright {name.split()[0]}" in text, name
        if name not in GIVEN_IN_TEXT:
            assert EXAMPLES[name], name
            for line in EXAMPLES[name]:
                assert f"\n    {line}\n" in f"{text}\n", f"{name}: {line} is wrapped"


def test_the_examples_run(tmp_path: Path) -> None:
    """All in one folder, one after the other: a game that one makes is there for the next."""
    for line in IN_ORDER:
        program, *words = shlex.split(line)
        assert program == "botwright"
        if words[0] in ENDLESS:
            continue
        done = botwright(*words, cwd=tmp_path, stdin=b"", XDG_STATE_HOME=str(tmp_path / "state"))
        assert done.returncode == 0, (line, done.stdout.decode()[-500:], done.stderr.decode()[-500:])


def completed(line: str, cwd: Path) -> list[str]:
    words = line.split(" ")
    asked = {"_BOTWRIGHT_COMPLETE": "bash_complete", "COMP_CWORD": str(len(words) - 1)}
    return botwright(cwd=cwd, COMP_WORDS=line, **asked).stdout.decode().split()


@pytest.mark.parametrize(
    "line, names",
    [
        ("botwright play scr", ["plain,scrapyard"]),
        ("botwright cards scrapyard-s", ["plain,scrapyard-starter"]),
        ("botwright play scrapyard --mode q", ["plain,quick"]),
        ("botwright play scrapyard --seat g", ["plain,greedy"]),
        ("botwright simulate scrapyard --seat mc", ["plain,mcts"]),
        ("botwright new pack crabs --game scr", ["plain,scrapyard"]),
        ("botwright explain BW2105", ["plain,BW2105"]),
        ("botwright explain SY-STEP-0", ["plain,SY-STEP-01", "plain,SY-STEP-02", "plain,SY-STEP-03", "plain,SY-STEP-04"]),
    ],
)  # fmt: skip
def test_names_are_completed(line: str, names: list[str], tmp_path: Path) -> None:
    assert completed(line, tmp_path) == names


def test_a_game_of_the_project_is_completed_with_its_modes(tmp_path: Path) -> None:
    folder = tmp_path / "rulesets" / "tide"
    folder.mkdir(parents=True)
    (folder / "ruleset.yaml").write_text("id: tide\n")
    (folder / "rules.bot").write_text(
        'mode ebb "Ebb" { }\nmode flood { }\nvariant moon "With a moon" { }\nthis is broken'
    )
    assert completed("botwright play ti", tmp_path) == ["plain,tide"]
    assert completed("botwright play tide --mode ", tmp_path) == ["plain,ebb", "plain,flood"]
    assert completed("botwright play tide --variant m", tmp_path) == ["plain,moon"]


@pytest.mark.parametrize(
    "words, nearest",
    [
        (["cards", "scrapyard-startr"], "`scrapyard-starter`"),
        (["clauses", "scrapyrd"], "`scrapyard`"),
        (["doc", "scrapyrd"], "`scrapyard`"),
    ],
)
def test_names_are_suggested(
    words: list[str], nearest: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert f"did you mean {nearest}?" in capfd.readouterr().err


def test_a_card_outside_of_every_pack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "nipper.bot").write_text("Bot Nipper house { hull 3 }\n")
    monkeypatch.chdir(tmp_path)
    assert main(["check", "nipper.bot"]) == 1
    shown = capfd.readouterr().out
    assert "error[BW2129]: this file is in no pack" in shown
    assert "1 error" in shown
