"""The outside of the program: the bare command, help, versions, completion, streams and exit codes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import ROOT, botwright, environment
from tools.cli import START, main
from tools.cli.group import COMMANDS

BARE_MODULES = 12


def loaded(*words: str) -> set[str]:
    """The modules that a command loads."""
    code = (
        "import sys; from tools.cli import main; main(sys.argv[1:]); "
        "print('loaded:', *sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=ROOT, env=environment(), capture_output=True, text=True, check=True
    )
    return set(done.stderr.split("loaded:")[1].split())


HEAVY = {"click", "lark", "rich", "prompt_toolkit", "ruamel", "ruamel.yaml", "attr", "attrs", "cattrs", "pygments"}
HEAVY |= {"platformdirs", "json", "inspect", "typing", "importlib.metadata", "tomllib", "unittest", "asyncio", "re"}


def test_the_bare_command_loads_nothing() -> None:
    assert loaded() & HEAVY == set()


def test_other_commands_load_only_what_they_need() -> None:
    for words in (["--help"], ["completion", "bash"], ["explain", "BW1009"]):
        assert loaded(*words) & {"lark", "rich", "prompt_toolkit", "ruamel.yaml", "cattrs", "pygments"} == set(), words


def test_the_bare_command_names_five(capfd: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    out, err = capfd.readouterr()
    assert (out, err) == (START, "")
    named = re.findall(r"^  botwright (\w+)", START, re.MULTILINE)
    assert len(named) == 5
    assert set(named) <= COMMANDS.keys()


def test_the_bare_command_is_little_work() -> None:
    """Beyond what any Python loads there are a handful of modules; that is what its start is made of."""
    done = subprocess.run(
        [sys.executable, "-c", "import sys; print('\\n'.join(sys.modules))"],
        cwd=ROOT, env=environment(), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert len(loaded() - set(done.stdout.split())) <= BARE_MODULES


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    out, err = capfd.readouterr()
    assert out.startswith(f"Usage: botwright {name}")
    assert "-h, --help" in out
    assert err == ""


def test_the_help_of_all_lists_all(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["-h"]) == 0
    listed = re.findall(r"^  (\w+)  ", capfd.readouterr().out, re.MULTILINE)
    assert listed == list(COMMANDS)


def test_the_version(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert re.fullmatch(r"botwright \d\S*\n", capfd.readouterr().out)
    assert main(["--version", "check"]) == 0


@pytest.mark.parametrize(
    "words, said",
    [
        (["chekc"], "did you mean `check`?"),
        (["check", "--formt", "json"], "--format"),
        (["check", "--format", "xml"], "'full', 'concise', 'json', 'github', 'junit', 'sarif'"),
        (["check", "no/such/file.bot"], "there is no file or folder `no/such/file.bot`"),
        (["check", "-", "-"], "cannot be combined with other paths"),
        (["check", "--fix", "-"], "need files"),
        (["check", "--watch", "-"], "need files"),
        (["check", "--max", "-1"], "-1"),
        (["check", "--jobs", "x"], "x"),
        (["fmt", "no.bot"], "there is no file or folder `no.bot`"),
        (["fmt", __file__], "is not a `.bot` file"),
        (["new"], ""),
        (["new", "card", "X"], "--pack"),
        (["new", "moon", "X"], "moon"),
        (["pack", "build"], "FOLDER"),
        (["completion", "csh"], "csh"),
        (["play", "no_such_game"], "there is no game `no_such_game`"),
        (["clauses", "no_such_game"], "there is no file or folder `no_such_game`"),
        (["\x1b[31m"], "there is no command `\\x1b[31m`"),
    ],
)
def test_wrong_use_is_2_and_said_on_stderr(words: list[str], said: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert said in err
    assert "Traceback" not in err
    assert "\x1b" not in err


def test_a_near_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cards.bot").touch()
    monkeypatch.chdir(tmp_path)
    assert main(["check", "card.bot"]) == 2
    assert "did you mean `cards.bot`?" in capfd.readouterr().err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    out, err = capfd.readouterr()
    assert "_BOTWRIGHT_COMPLETE=" in out
    assert err == ""


def test_completion_completes(tmp_path: Path) -> None:
    asked = {"_BOTWRIGHT_COMPLETE": "bash_complete", "COMP_CWORD": "1"}
    done = botwright(cwd=tmp_path, COMP_WORDS="botwright c", **asked)
    assert done.stdout.decode().split() == [
        "plain,check",
        "plain,cards",
        "plain,clauses",
        "plain,compile",
        "plain,completion",
    ]
    asked["COMP_CWORD"] = "3"
    done = botwright(cwd=tmp_path, COMP_WORDS="botwright check --format s", **asked)
    assert done.stdout.decode().split() == ["plain,sarif"]


def test_output_that_nobody_reads_is_no_fault(tmp_path: Path) -> None:
    for words in ([], ["--help"], ["explain"], ["completion", "bash"]):
        reader, writer = os.pipe()
        os.close(reader)
        try:
            done = subprocess.run(
                [sys.executable, "-m", "tools.cli", *words],
                cwd=tmp_path,
                env=environment(),
                stdout=writer,
                stderr=subprocess.PIPE,
            )
        finally:
            os.close(writer)
        assert (done.returncode, done.stderr) == (0, b""), words


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device here")
def test_a_full_disk_is_told(tmp_path: Path) -> None:
    for words in ([], ["--help"], ["explain"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [sys.executable, "-m", "tools.cli", *words],
                cwd=tmp_path,
                env=environment(),
                stdout=full,
                stderr=subprocess.PIPE,
            )
        assert done.returncode == 1, words
        assert done.stderr == b"error: the output could not be written: No space left on device\n", words


def test_the_same_bytes_in_every_locale(tmp_path: Path) -> None:
    outputs = {
        botwright("explain", "whenever", cwd=tmp_path, LC_ALL=locale, PYTHONIOENCODING=encoding).stdout
        for locale, encoding in [("C.UTF-8", ""), ("C", ""), ("POSIX", "ascii"), ("tr_TR.UTF-8", "latin-1")]
    }
    assert len(outputs) == 1
