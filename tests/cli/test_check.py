"""`botwright check` as people and services use it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest
from attrs import frozen

from dsl.diagnostics import Diagnostic
from dsl.text.source import Source
from tests.cli.program import botwright, environment
from tests.guards import GUARD, replaced, unread, wait_until
from tests.report.reports import many
from tools.cli import main
from tools.report.findings import DiagnosticReport

CLEAN = "# nothing is declared here yet\n"
TAB = "kind Bot {\n\thp: 1..30\n}\n"
BROKEN = "kind Bot {\n  hp 1..30\n}\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def codes(out: str) -> list[tuple[str, str, int]]:
    return [(entry["code"], entry["file"], entry["line"]) for entry in json.loads(out)["diagnostics"]]


def test_clean_is_0(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "a.bot").write_text(CLEAN)
    assert main(["check", "a.bot"]) == 0
    out, err = capfd.readouterr()
    assert out == "checked 1 file with 0 declarations: no findings\n"
    assert err == ""


def test_findings_are_1_in_every_form(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "a.bot").write_text(BROKEN)
    for format in ("full", "concise", "json", "github", "junit", "sarif"):
        assert main(["check", "a.bot", "--format", format]) == 1
        assert "BW1101" in capfd.readouterr().out


def test_a_folder_and_its_places(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "cards").mkdir()
    (project / "cards" / "a.bot").write_text(CLEAN)
    (project / "cards" / "b.bot").write_text(BROKEN)
    assert main(["check", "cards", "--format", "json"]) == 1
    assert ("BW1101", "cards/b.bot", 2) in codes(capfd.readouterr().out)


def test_stdin(project: Path) -> None:
    done = botwright("check", "-", "--format", "json", cwd=project, stdin=BROKEN.encode())
    assert done.returncode == 1
    assert ("BW1101", "<stdin>", 2) in codes(done.stdout.decode())
    assert botwright("check", "-", cwd=project, stdin=CLEAN.encode()).returncode == 0


def test_the_summary_of_lines_for_programs_goes_to_stderr(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "a.bot").write_text(BROKEN)
    assert main(["check", "a.bot", "--format", "concise"]) == 1
    out, err = capfd.readouterr()
    assert all(line.startswith("a.bot:") for line in out.splitlines())
    assert err.startswith("checked 1 file")


def test_colour(project: Path) -> None:
    (project / "a.bot").write_text(BROKEN)

    def coloured(*words: str, **more: str) -> bool:
        return b"\x1b[" in botwright("check", "a.bot", *words, cwd=project, **more).stdout

    assert not coloured()
    assert coloured("--color", "always")
    assert coloured("--color", "always", NO_COLOR="1")
    assert coloured(FORCE_COLOR="1")
    assert not coloured(FORCE_COLOR="1", NO_COLOR="1")
    assert not coloured("--color", "never", FORCE_COLOR="1")
    assert not coloured("--color", "always", "--format", "json")


def test_head(project: Path) -> None:
    (project / "a.bot").write_text("".join(f"kind K{n} {{\n  hp 1..30\n}}\n" for n in range(3000)))
    line = f'"{sys.executable}" -m tools.cli check a.bot --max 0 | head -n 1'
    done = subprocess.run(["sh", "-c", line], cwd=project, env=environment(), capture_output=True, text=True)
    assert done.stdout.startswith("error[BW1101]")
    assert done.stderr == ""


def test_in_a_terminal(project: Path) -> None:
    (project / "a.bot").write_text("kind Bot {\n  hp 1..30  # " + "a long remark, " * 20 + "\n}\n")
    words = ["-m", "tools.cli", "check", "a.bot"]
    child = pexpect.spawn(sys.executable, words, cwd=str(project), env=environment(TERM="xterm"), dimensions=(24, 60))
    output = child.read().decode()
    child.close()
    assert child.exitstatus == 1
    assert "\x1b[1;31merror[BW1101]\x1b[0m" in output
    plain = re.sub(r"\x1b\[[0-9;]*m", "", output).splitlines()
    [line] = [line for line in plain if line.startswith("2 | ")]
    assert 40 < len(line) <= 60
    assert line.endswith("…")


@pytest.mark.parametrize("text", [CLEAN, BROKEN, TAB])
def test_the_short_way_says_the_same(project: Path, text: str, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "a.bot").write_text(text)
    plain = main(["check", "a.bot"]), capfd.readouterr()
    assert (main(["check", "a.bot", "--color", "auto"]), capfd.readouterr()) == plain


class TestFix:
    def test_repairs_and_tells(self, project: Path, capfd: pytest.CaptureFixture[str]) -> None:
        (project / "a.bot").write_text(TAB)
        main(["check", "a.bot", "--fix"])
        out, err = capfd.readouterr()
        assert (project / "a.bot").read_text() == "kind Bot {\n  hp: 1..30\n}\n"
        assert "BW1004" not in out
        assert "repaired 1 finding in 1 file" in err

    def test_keeps_line_ends_and_mark(self, project: Path) -> None:
        (project / "a.bot").write_bytes(b"\xef\xbb\xbf" + TAB.replace("\n", "\r\n").encode())
        main(["check", "a.bot", "--fix"])
        assert (project / "a.bot").read_bytes() == b"\xef\xbb\xbfkind Bot {\r\n  hp: 1..30\r\n}\r\n"

    def test_leaves_alone_what_it_cannot_repair(self, project: Path) -> None:
        (project / "a.bot").write_text(BROKEN)
        assert main(["check", "a.bot", "--fix"]) == 1
        assert (project / "a.bot").read_text() == BROKEN

    def test_a_read_only_file_is_named_and_stays(self, project: Path, capfd: pytest.CaptureFixture[str]) -> None:
        (project / "a.bot").write_text(TAB)
        (project / "b.bot").write_text(TAB.replace("Bot", "Cog"))
        (project / "a.bot").chmod(0o444)
        assert main(["check", "a.bot", "b.bot", "--fix"]) == 1
        assert (project / "a.bot").read_text() == TAB
        assert "\t" not in (project / "b.bot").read_text()
        assert capfd.readouterr().err.count("`a.bot` is read-only") == 1

    def test_without_fix_nothing_is_written(self, project: Path) -> None:
        (project / "a.bot").write_text(TAB)
        before = (project / "a.bot").stat()
        assert main(["check", "a.bot"]) == 1
        assert (project / "a.bot").stat().st_mtime_ns == before.st_mtime_ns


@frozen
class Result:
    """A check of which only the outcome matters."""

    diagnostics: tuple[Diagnostic, ...]
    sources: dict[str, Source]
    files: int = 1
    declarations: int = 1


@pytest.fixture
def outcome(project: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[DiagnosticReport], list[tuple[object, ...]]]:
    """Lets the checker give a result made by hand, and keeps what it was asked."""

    def give(findings: DiagnosticReport) -> list[tuple[object, ...]]:
        asked: list[tuple[object, ...]] = []

        def check_paths(paths: tuple[str, ...], *, cache: bool = True, jobs: int = 0) -> Result:
            asked.append((tuple(paths), cache, jobs))
            return Result(findings.diagnostics, dict(findings.sources))

        monkeypatch.setattr("tools.workspace.check_paths", check_paths)
        return asked

    return give


Give = Callable[[DiagnosticReport], list[tuple[object, ...]]]


def test_warnings_count_only_when_strict(outcome: Give, project: Path) -> None:
    outcome(many(3, severity="warning"))
    assert main(["check"]) == 0
    assert main(["check", "--strict"]) == 1
    (project / "botwright.toml").write_text("strict = true\n")
    assert main(["check"]) == 1
    assert main(["check", "--no-strict"]) == 0


def test_settings_fill_in_what_is_not_said(outcome: Give, project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    asked = outcome(many(1))
    (project / "cards").mkdir()
    (project / "botwright.toml").write_text('format = "json"\npaths = ["cards"]\n')
    assert main(["check"]) == 1
    assert json.loads(capfd.readouterr().out)["summary"]["errors"] == 1
    assert main(["check", "botwright.toml", "--format", "concise", "--no-cache", "--jobs", "3"]) == 1
    assert asked == [(("cards",), True, 0), (("botwright.toml",), False, 3)]


def test_an_allowed_warning_is_not_shown(
    outcome: Give, project: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from attrs import evolve

    warnings = many(2, severity="warning")
    outcome(evolve(warnings, diagnostics=tuple(evolve(d, code="BW1110") for d in warnings.diagnostics)))
    (project / "botwright.toml").write_text('allow = ["BW1110"]\n')
    assert main(["check", "--strict"]) == 0
    assert "no findings" in capfd.readouterr().out


def test_wrong_settings_are_2(outcome: Give, project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    asked = outcome(many(1))
    (project / "botwright.toml").write_text("strict = true\nformt = 3\n")
    assert main(["check"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "error[BW4701]: there is no setting `formt`",
        " --> botwright.toml:2:1",
        "2 | formt = 3",
        "  | ^^^^^",
        "  = help: did you mean `format`?",
        "  = more: botwright explain BW4701",
        "",
    ]
    assert asked == []


@pytest.mark.parametrize("words, shown", [([], 20), (["--max", "3"], 3), (["--max", "0"], 50)])
def test_how_many_are_shown(outcome: Give, words: list[str], shown: int, capfd: pytest.CaptureFixture[str]) -> None:
    outcome(many(50))
    assert main(["check", *words]) == 1
    out = capfd.readouterr().out
    assert out.count("error[BW2104]") == shown
    assert "50 errors" in out


def test_watch(project: Path) -> None:
    file = project / "a.bot"
    file.write_text(BROKEN)
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "tools.cli", "check", ".", "--watch"],
        cwd=project,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as watcher:
        try:
            seen = _until(watcher, "watching for changes")
            assert "BW1101" in seen
            replaced(file, CLEAN)
            seen = _until(watcher, "watching for changes")
            assert "changed: a.bot" in seen
            assert "no findings" in seen
            replaced(project / "b.bot", BROKEN)
            assert "BW1101" in _until(watcher, "watching for changes")
            watcher.send_signal(signal.SIGINT)
            rest, _ = watcher.communicate(timeout=GUARD)
            assert "Traceback" not in rest
            assert watcher.returncode == 1
        finally:
            watcher.kill()


def _until(watcher: subprocess.Popen[str], words: str) -> str:
    """What the watcher says up to a line with these words, or up to its end."""
    assert watcher.stdout is not None
    seen = ""
    while words not in seen and (line := watcher.stdout.readline()):
        seen += line
    assert words in seen, seen
    return seen


def test_stopped_by_hand(project: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "tools.cli", "check", "-"],
        cwd=project,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    process.stdin.write(b"kind")
    process.stdin.flush()
    assert wait_until(lambda: not unread(process.stdin))  # now it waits for the rest of a text that never comes
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=GUARD)
    assert (process.returncode, out, err.strip()) == (130, b"", b"stopped")
