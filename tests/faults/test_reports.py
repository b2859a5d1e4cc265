"""Faults 25, 46, 47, 48 and 50: what reports and writers do with bad texts, many findings and faults of our own."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import dsl.parse
from dsl.format.formatter import format_text
from dsl.text.limits import SARIF_RESULTS
from dsl.text.source import Place, Source
from tests.cli.program import botwright
from tests.profiles import NIGHTLY
from tests.report.reports import found, rendered
from tests.report.sarif_shape import SARIF
from tests.work import grows_in_step
from tools.cli import main
from tools.report import FORMATS
from tools.report.findings import DiagnosticReport

BROKEN = "kind Bot {\n  hp 1..30\n}\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


NASTY = [
    "{0.__class__}",
    "%s%n",
    "$(rm -r .)",
    "\x1b[31m red \x1b]0;title\x07",
    "\x9b2J",
    "::error::gotcha",
    "::stop-commands::x",
    "##[error]gotcha",
    "</script><script>",
    "]]>",
    "<!--",
    "&amp;&#x1b;",
    "\u202egnp.exe",
    "%0A::error::",
]


@pytest.mark.parametrize("text", NASTY)
@pytest.mark.parametrize("format", FORMATS)
def test_25_nothing_in_a_text_is_obeyed(
    project: Path, text: str, format: str, capfd: pytest.CaptureFixture[str]
) -> None:
    (project / "a.bot").write_text(f'oops "{text}" {{ {text} }}\n# {text}\nkind Bot {{\n  "{text}": {text}\n}}\n')
    assert main(["check", "a.bot", "--format", format]) == 1
    out, err = capfd.readouterr()
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", out + err)
    if format == "github":
        assert all(re.match("::(error|warning) file=a.bot,line=", line) for line in out.splitlines())
    elif format == "junit":
        assert ElementTree.fromstring(out).tag == "testsuites"
    elif format in ("json", "sarif"):
        assert json.loads(out)
    else:
        assert not any(line.lstrip().startswith("::") or "##[" in line for line in out.splitlines())
        assert text not in out or text.isprintable()


@pytest.mark.parametrize(
    "name", ["::error::x]]>.bot", "\x1b[31m.bot", "a,b:c%0A.bot", "\u202etob.bot", "##[error].bot"]
)
@pytest.mark.parametrize("format", FORMATS)
def test_25_nor_in_the_name_of_a_file(project: Path, name: str, format: str, capfd: pytest.CaptureFixture[str]) -> None:
    (project / name).write_text(BROKEN)
    assert main(["check", name, "--format", format]) == 1
    out, err = capfd.readouterr()
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", out + err)
    if format == "github":
        assert all(re.match("::(error|warning) file=[^,:]+,line=", line) for line in out.splitlines())
    elif format == "junit":
        assert ElementTree.fromstring(out).tag == "testsuites"
    elif format in ("full", "concise"):
        assert not any(line.lstrip().startswith(("::", "##[")) for line in out.splitlines())


def test_46_each_of_500_broken_files_is_reported(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for number in range(500):
        (project / f"f{number:03}.bot").write_text(BROKEN * (3 if number % 100 == 0 else 1))
    assert main(["check", ".", "--format", "json"]) == 1
    report = json.loads(capfd.readouterr().out)
    assert {entry["file"] for entry in report["diagnostics"]} == {f"f{number:03}.bot" for number in range(500)}
    assert report["summary"]["files"] == 500
    assert report["summary"]["errors"] == len(report["diagnostics"]) >= 510
    assert main(["check", "."]) == 1
    out = capfd.readouterr().out
    assert len(re.findall(r"^error\[", out, re.MULTILINE)) == 20
    for number in range(500):
        assert re.search(rf"^(  f{number:03}\.bot: \d+| +--> f{number:03}\.bot:\d+:\d+)$", out, re.MULTILINE)
    assert f"{report['summary']['errors']:,} errors" in out


MANY = 30_000 if NIGHTLY else 3_000


def noisy(many: int = MANY) -> DiagnosticReport:
    text = "".join(f"w\x1b{number}\n" for number in range(many))
    source = Source("a\x07.bot", text)
    diagnostics = tuple(
        found(
            Place(source.file, start, start + 3),
            f"`w\x1b{number}` \x00\x08\x9b is wrong ]]> ::error::",
            severity="error" if number % 3 else "warning",
            help="remove \x7f it",
        )
        for number, start in enumerate(source.line_starts[:-1])
    )
    return DiagnosticReport(diagnostics, {source.file: source}, 1, many)


@pytest.mark.parametrize("format", FORMATS)
def test_47_each_finding_more_takes_as_much_work_as_the_last(format: str) -> None:
    grows_in_step(lambda many: list(rendered(format, noisy(many), most=20)), 400)


def test_47_thousands_of_findings_with_control_characters() -> None:
    findings = noisy()
    written = {format: "\n".join(rendered(format, findings, most=20)) for format in FORMATS}
    for text in written.values():
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)

    schema = Path(__file__).parents[2] / "dsl" / "schemas" / "check-output.json"
    report = json.loads(written["json"])
    few = report | {"diagnostics": report["diagnostics"][::50]}  # all would take longer than the writing
    jsonschema.Draft202012Validator(json.loads(schema.read_text())).validate(few)
    assert len(report["diagnostics"]) == MANY
    assert report["diagnostics"][7]["message"] == "`w\x1b7` \x00\x08\x9b is wrong ]]> ::error::"

    suites = ElementTree.fromstring(written["junit"])
    assert (suites.get("tests"), suites.get("failures")) == (str(MANY), str(MANY * 2 // 3))
    assert written["github"].count("\n") == MANY - 1
    assert written["concise"].count("\n") == written["full"].count("error[BW2104]") - 1 == 19


def test_47_sarif_is_cut_with_the_errors_first_and_says_so() -> None:
    [run] = json.loads("\n".join(rendered("sarif", noisy(9_000))))["runs"]
    assert len(run["results"]) == SARIF_RESULTS == 5_000
    few = run | {"results": run["results"][::50]}
    jsonschema.Draft202012Validator(SARIF).validate({"version": "2.1.0", "runs": [few]})
    assert {result["level"] for result in run["results"]} == {"error"}
    [note] = run["invocations"][0]["toolExecutionNotifications"]
    assert note["message"]["text"].startswith("5,000 of 9,000 findings are in this file")


UGLY = "kind Bot {   \n  hp: 1..30\n}\n\n\n"
STYLED = "kind Bot {\n  hp: 1..30\n}\n"


class Test48:
    def test_a_file_with_errors_is_left_alone_and_the_others_are_written(
        self, project: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        (project / "bad.bot").write_text(BROKEN + UGLY)
        (project / "good.bot").write_text(UGLY)
        before = (project / "bad.bot").stat()
        assert main(["fmt", "."]) == 1
        assert (project / "bad.bot").stat().st_mtime_ns == before.st_mtime_ns
        assert (project / "good.bot").read_text() == STYLED
        out, err = capfd.readouterr()
        assert out == "changed good.bot\n"
        assert "--> bad.bot:2:6" in err

    @pytest.mark.parametrize("data", [b"\xff\xfe", b"kind\0", b"x" * 1_000_001])
    def test_bytes_that_are_no_text(self, project: Path, data: bytes, capfd: pytest.CaptureFixture[str]) -> None:
        (project / "a.bot").write_bytes(data)
        assert main(["fmt", "a.bot"]) == 1
        assert (project / "a.bot").read_bytes() == data
        assert "error[BW100" in capfd.readouterr().err

    def test_a_read_only_file_is_named(self, project: Path, capfd: pytest.CaptureFixture[str]) -> None:
        (project / "a.bot").write_text(UGLY)
        (project / "a.bot").chmod(0o444)
        assert main(["fmt", "a.bot"]) == 1
        assert (project / "a.bot").read_text() == UGLY
        assert "error[BW4602]: `a.bot` is read-only" in capfd.readouterr().err
        assert sorted(path.name for path in project.iterdir()) == [".git", "a.bot"]

    def test_stdin_is_formatted(self, project: Path) -> None:
        done = botwright("fmt", "-", cwd=project, stdin=UGLY.encode())
        assert (done.returncode, done.stdout) == (0, STYLED.encode())

    def test_every_comment_is_kept_once(self, project: Path) -> None:
        text = "# c1\n\n# c2\nkind Bot { # c3\n  # c4\n  hp: 1..30 # c5\n\n  # c6\n} # c7\n# c8\n"
        (project / "a.bot").write_text(text)
        assert main(["fmt", "a.bot"]) == 0
        assert re.findall(r"# (c\d)", (project / "a.bot").read_text()) == [f"c{number}" for number in range(1, 9)]


def cursed(pass_: Callable[..., Any]) -> Callable[..., Any]:
    """A pass that fails over one word."""

    def failing(subject: Any, *more: Any, **named: Any) -> Any:
        if "Cursed" in getattr(subject, "text", subject):
            raise RuntimeError("a \x1b[31m fault")
        return pass_(subject, *more, **named)

    return failing


class Test50:
    def test_a_fault_in_a_pass_does_not_hide_other_files(
        self, project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        (project / "a.bot").write_text("kind Cursed {\n}\n")
        (project / "b.bot").write_text(BROKEN)
        monkeypatch.setattr(dsl.parse, "tokenize", cursed(dsl.parse.tokenize))
        assert main(["check", ".", "--no-cache", "--format", "json"]) == 2
        out, err = capfd.readouterr()
        codes = {(entry["code"], entry["file"]) for entry in json.loads(out)["diagnostics"]}
        assert {("BW9001", "a.bot"), ("BW1101", "b.bot")} <= codes
        assert "Traceback" not in out + err
        [result] = [entry for entry in json.loads(out)["diagnostics"] if entry["code"] == "BW9001"]
        report = re.search(r"`(.+\.txt)`", result["help"])
        assert report is not None
        text = Path(report[1]).read_text("utf-8")
        assert "RuntimeError" in text
        assert "in failing" in text

    @pytest.mark.parametrize("format", FORMATS)
    def test_a_fault_in_the_command_itself(
        self, project: Path, format: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        def failing(*_: object, **__: object) -> None:
            raise RecursionError("too deep")

        (project / "a.bot").write_text(BROKEN)
        monkeypatch.setattr(f"{FORMATS[format]}.lines", failing)
        words = [] if format == "full" else ["--format", format]  # a check of paths alone goes a way of its own
        assert main(["check", "a.bot", *words]) == 2
        out, err = capfd.readouterr()
        assert out == ""
        assert err.startswith("error[BW9001]: Botwright failed while processing this: RecursionError\n")
        assert "= more: botwright explain BW9001" in err
        assert "Traceback" not in err

    @pytest.mark.parametrize("words", [[], ["--strict"]])
    def test_a_fault_before_anything_is_checked(
        self, project: Path, words: list[str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("tools.workspace.check_paths", lambda *_, **__: {}["x"])
        assert main(["check", *words]) == 2
        out, err = capfd.readouterr()
        assert (out, err.count("error[BW9001]"), err.count("Traceback")) == ("", 1, 0)

    def test_somebody_who_repairs_it_sees_it(
        self, project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        import tools.workspace.programs  # noqa: F401 - whoever imports the name while it is replaced keeps it for ever

        monkeypatch.setattr("tools.resources.shipped_rulesets", lambda: 1 / 0)
        monkeypatch.setenv("BOTWRIGHT_DEBUG", "1")
        assert main(["play"]) == 2
        err = capfd.readouterr().err
        assert "error[BW9001]" in err
        assert "ZeroDivisionError: division by zero" in err

    def test_a_fault_in_the_formatter_leaves_the_file_and_does_the_others(
        self, project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        (project / "a.bot").write_text("kind Cursed {   \n}\n")
        (project / "b.bot").write_text(UGLY)
        monkeypatch.setattr("tools.cli.format_files.format_text", cursed(format_text))
        assert main(["fmt", "."]) == 2
        assert (project / "a.bot").read_text() == "kind Cursed {   \n}\n"
        assert (project / "b.bot").read_text() == STYLED
        err = capfd.readouterr().err
        assert "error[BW9001]" in err
        assert "--> a.bot:1:1" in err
        assert "Traceback" not in err
