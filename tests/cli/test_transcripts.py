"""Every transcript in this folder is true, and so are the how-tos, the tutorial and the README."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import ROOT, on_path
from tests.cli.transcripts import commands, matches, replay, shell, with_gaps

HERE = Path(__file__).parent
# The page about editors shows settings, not commands: tests/editors/test_howto.py reads it.
HOWTOS = [file for file in sorted((ROOT / "dsl" / "docs" / "howto").glob("*.md")) if file.stem != "use-an-editor"]
WITHOUT_COMMANDS = ("use-the-studio",)
"""Pages about something that is not a terminal."""
TRANSCRIPTS = [*sorted(HERE.glob("*.md")), *HOWTOS, ROOT / "dsl" / "TUTORIAL.md", ROOT / "README.md"]


@pytest.mark.parametrize("file", TRANSCRIPTS, ids=lambda file: file.stem)
def test_transcript(file: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    project = tmp_path / "project"
    project.mkdir()
    text = file.read_text(encoding="utf-8")
    real, wrong = replay(text, project, shell(project, on_path(tmp_path / "bin")))
    if request.config.getoption("--rewrite", default=False):
        file.write_text(real, encoding="utf-8", newline="")
        return
    assert not wrong, f"{file.name} says something else than:\n" + "\n".join(wrong)
    assert "$ botwright" in text or file.stem in WITHOUT_COMMANDS


@pytest.mark.parametrize(
    "expected, actual, good",
    [
        ([], [], True),
        (["a"], ["a"], True),
        (["a"], ["a", "b"], False),
        (["a", "..."], ["a", "b", "c"], True),
        (["a", "..."], ["a"], True),
        (["...", "c"], ["a", "b", "c"], True),
        (["...", "c"], ["a", "b"], False),
        (["a", "...", "c", "..."], ["a", "c", "b", "c"], True),
        (["x [..] z"], ["x 1.2.3 z"], True),
        (["x [..] z"], ["x z"], False),
        (["a.c"], ["abc"], False),
        (["..."], [], True),
        (["a", "...", "a"], ["a"], False),
    ],
)
def test_matching(expected: list[str], actual: list[str], good: bool) -> None:
    assert matches(expected, actual) is good


def test_a_wrong_transcript_is_found_and_rewritten(tmp_path: Path) -> None:
    text = "# T\n\n```txt notes/a.txt\nhello\n```\n\n```console\n$ cat notes/a.txt\nbye\n$ false\n[exit 1]\n```\n"
    run = shell(tmp_path, on_path(tmp_path / "bin"))
    real, wrong = replay(text, tmp_path, run)
    assert wrong == ["$ cat notes/a.txt\nhello"]
    assert real == text.replace("bye", "hello")
    assert replay(real, tmp_path, run) == (real, [])


def test_what_is_rewritten_keeps_its_gaps() -> None:
    assert with_gaps(("at [..]a.bot:1", "old"), ["at /home/a.bot:1", "new"]) == ["at [..]a.bot:1", "new"]
    assert with_gaps(("at [..]a.bot:1",), ["at /home/a.bot:2"]) == ["at /home/a.bot:2"]


def test_output_and_exit_code_belong_to_their_command() -> None:
    result = commands("$ one\na\nb\n$ two\n[exit 2]\n")
    assert [(command.line, command.expected) for command in result] == [("one", ("a", "b")), ("two", ("[exit 2]",))]
