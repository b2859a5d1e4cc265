"""The reports that other programs read: each valid by its own rules, whatever a file holds."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from urllib.parse import unquote

import jsonschema
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from dsl.diagnostics import Diagnostic, Edit, Fix, Label
from dsl.text.source import Place, Source
from tests.report.reports import FILE, at, fix, found, one, rendered
from tests.report.sarif_shape import SARIF
from tools.report import FORMATS
from tools.report.clause_coverage import ClauseCoverage, ClauseStatus
from tools.report.clause_coverage import lines as coverage_lines
from tools.report.findings import DiagnosticReport

SCHEMAS = Path(__file__).parents[2] / "dsl" / "schemas"
CHECK = jsonschema.Draft202012Validator(json.loads((SCHEMAS / "check-output.json").read_text()))
CLAUSES = jsonschema.Draft202012Validator(json.loads((SCHEMAS / "clauses-output.json").read_text()))
LOG = jsonschema.Draft202012Validator(SARIF)


def test_the_schemas_are_schemas() -> None:
    for validator in (CHECK, CLAUSES, LOG):
        validator.check_schema(validator.schema)


TEXT = "kind Bot {\n  hp: 1..30\n}\n"


def test_json_has_exactly_the_promised_fields() -> None:
    findings = one(TEXT, "hp", message="no `hp`", help="write it", code="BW2001")
    assert json.loads("\n".join(rendered("json", findings))) == {
        "format_version": 1,
        "diagnostics": [
            {
                "code": "BW2001",
                "severity": "error",
                "message": "no `hp`",
                "file": FILE,
                "line": 2,
                "column": 3,
                "end_line": 2,
                "end_column": 5,
                "help": "write it",
                "labels": [],
                "fix": None,
            }
        ],
        "summary": {"files": 1, "declarations": 1, "errors": 1, "warnings": 0},
    }


def test_json_has_labels_and_fixes() -> None:
    (finding,) = one(TEXT, "hp", message="no `hp`", help="write it", code="BW2001").diagnostics
    there = Place(FILE, 0, 4)
    fix = Fix("write `armor`", (Edit(finding.place, "armor"),), certain=False)
    report = DiagnosticReport(
        (evolve(finding, notes=(Label(there, "its kind"),), fix=fix),), {FILE: Source(FILE, TEXT)}, 1, 1
    )
    document = json.loads("\n".join(rendered("json", report)))
    CHECK.validate(document)
    (entry,) = document["diagnostics"]
    at = {"file": FILE, "line": 1, "column": 1, "end_line": 1, "end_column": 5}
    assert entry["labels"] == [{**at, "text": "its kind"}]
    assert entry["fix"]["certain"] is False
    assert entry["fix"]["edits"] == [{**at, "line": 2, "column": 3, "end_line": 2, "end_column": 5, "text": "armor"}]


def test_json_of_nothing() -> None:
    report = json.loads("\n".join(rendered("json", DiagnosticReport((), {}, 3, 7))))
    CHECK.validate(report)
    assert report == {
        "format_version": 1,
        "diagnostics": [],
        "summary": {"files": 3, "declarations": 7, "errors": 0, "warnings": 0},
    }


@pytest.mark.parametrize(
    "change", [{"format_version": 2}, {"summary": {}}, {"more": 1}, {"diagnostics": [{"code": "BW1"}]}]
)
def test_the_schema_refuses_other_shapes(change: dict[str, object]) -> None:
    report = json.loads("\n".join(rendered("json", one(TEXT, "hp"))))
    CHECK.validate(report)
    with pytest.raises(jsonschema.ValidationError):
        CHECK.validate(report | change)


def test_concise_is_one_line_that_editors_can_follow() -> None:
    findings = one(TEXT, "hp", message="no `hp`", help="write it")
    assert rendered("concise", findings) == [f"{FILE}:2:3: error[BW2104]: no `hp`"]


def test_github_annotations() -> None:
    findings = one(TEXT, "hp", message="100% wrong: a, b", help="do\nthis", file="a,b:c.bot")
    head = "::error file=a%2Cb%3Ac.bot,line=2,col=3,endLine=2,endColumn=5,title=botwright BW2104"
    assert rendered("github", findings) == [f"{head}::100%25 wrong: a, b%0Ahelp: do%0Athis"]


def test_junit_counts_what_failed() -> None:
    warning = found(at(TEXT, "Bot"), "a < b", severity="warning", code="BW1110")
    findings = DiagnosticReport((warning, found(at(TEXT, "hp"), help="so")), {FILE: Source(FILE, TEXT)}, 2, 1)
    suites = ElementTree.fromstring("\n".join(rendered("junit", findings)))
    assert suites.attrib == {"name": "botwright check", "tests": "2", "failures": "1", "errors": "0"}
    assert [case.get("name") for case in suites.iter("testcase")] == ["BW1110 at 1:6", "BW2104 at 2:3"]
    [failure] = suites.iter("failure")
    assert failure.text == f"{FILE}:2:3: error[BW2104]: this is wrong\nhelp: so"
    [passed] = suites.iter("system-out")
    assert passed.text == f"{FILE}:1:6: warning[BW1110]: a < b"
    strict = ElementTree.fromstring("\n".join(rendered("junit", findings, strict=True)))
    assert strict.get("failures") == "2"
    assert len(list(strict.iter("failure"))) == 2


def test_junit_of_nothing_is_one_passing_case() -> None:
    suites = ElementTree.fromstring("\n".join(rendered("junit", DiagnosticReport((), {}, 3, 7))))
    assert suites.get("failures") == "0"
    assert len(list(suites.iter("testcase"))) == 1


def test_sarif() -> None:
    place = at(TEXT, "hp")
    findings = one(
        TEXT, "hp", code="BW1004", help="so", notes=(Label(at(TEXT, "Bot"), "its kind"),), fix=fix(place, "x")
    )
    log = json.loads("\n".join(rendered("sarif", findings)))
    LOG.validate(log)
    [run] = log["runs"]
    assert run["tool"]["driver"]["rules"][0]["shortDescription"]["text"] == "a tab in the indentation"
    [result] = run["results"]
    region = {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 5}
    location = {"artifactLocation": {"uri": FILE}, "region": region}
    assert result["locations"] == [{"physicalLocation": location}]
    assert result["relatedLocations"][0]["message"]["text"] == "its kind"
    assert result["fixes"][0]["artifactChanges"][0]["replacements"] == [
        {"deletedRegion": region, "insertedContent": {"text": "x"}}
    ]
    assert "toolExecutionNotifications" not in run["invocations"][0]


@pytest.mark.parametrize(
    "file, uri",
    [
        ("content/a b.bot", "content/a%20b.bot"),
        ("<stdin>", "%3Cstdin%3E"),
        ("/games/x.bot", "file:///games/x.bot"),
        ("a:b#c?.bot", "a%3Ab%23c%3F.bot"),
        ("ä\udc80.bot", "%C3%A4%80.bot"),
    ],
)
def test_sarif_writes_paths_as_references(file: str, uri: str) -> None:
    log = json.loads("\n".join(rendered("sarif", one(TEXT, "hp", file=file))))
    assert log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


WORDS = st.text(st.one_of(st.characters(), st.sampled_from("\x00\x1b\x9b\u202e\ud800]><&\"'%:,\n\r#[{}")), max_size=40)


@st.composite
def diagnostics(draw: st.DrawFn, text: str, file: str) -> Diagnostic:
    def place() -> Place:
        start = draw(st.integers(-2, len(text) + 2))
        return Place(file, start, start + draw(st.integers(-1, 9)))

    return found(
        place(),
        message=draw(WORDS) or "x",
        code=draw(st.sampled_from(["BW1001", "BW1110", "BW9999"])),
        severity=draw(st.sampled_from(["error", "warning"])),
        label=draw(WORDS),
        help=draw(WORDS),
        notes=tuple(Label(place(), draw(WORDS)) for _ in range(draw(st.integers(0, 2)))),
        fix=draw(st.sampled_from([None, fix(place(), draw(WORDS))])),
    )


@st.composite
def runs(draw: st.DrawFn) -> DiagnosticReport:
    file, text = draw(WORDS) or "f", draw(st.text(max_size=60))
    listed = draw(st.lists(diagnostics(text, file), max_size=4))
    return DiagnosticReport(tuple(listed), {file: Source(file, text)}, 1, 0)


@given(runs(), st.booleans(), st.integers(0, 3))
def test_every_form_is_valid_for_every_text(findings: DiagnosticReport, strict: bool, most: int) -> None:
    written = {
        format: "\n".join(rendered(format, findings, strict=strict, most=most)).encode("utf-8") for format in FORMATS
    }
    report = json.loads(written["json"])
    CHECK.validate(report)
    for entry, diagnostic in zip(report["diagnostics"], findings.diagnostics, strict=True):
        assert entry["message"] == re.sub("[\ud800-\udfff]", "\ufffd", diagnostic.message)
    LOG.validate(json.loads(written["sarif"]))
    suites = ElementTree.fromstring(written["junit"])
    assert len(list(suites.iter("testcase"))) == max(len(findings.diagnostics), 1)
    annotations = written["github"].decode().splitlines()
    assert len(annotations) == len(findings.diagnostics)
    for line, diagnostic in zip(annotations, findings.diagnostics, strict=True):
        assert re.match(rf"::{diagnostic.severity} file=[^,:\n]*,line=\d+,col=\d+,endLine=\d+", line)
    for format in FORMATS:
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028\u2029]", written[format].decode())


@given(runs())
def test_no_line_of_a_report_is_a_command_to_a_build_service(findings: DiagnosticReport) -> None:
    for format in ("full", "concise"):
        for line in rendered(format, findings, most=0):
            assert not line.lstrip().startswith("::")
            assert "##[" not in line


def test_what_github_reads_is_what_was_written() -> None:
    findings = one(TEXT, "hp", message="a%0Ab::error::c\x1b[2J", file="x%y.bot")
    [line] = rendered("github", findings)
    head, _, message = line.removeprefix("::").partition("::")
    assert unquote(message) == "a%0Ab::error::c\\x1b[2J"
    assert unquote(re.search("file=([^,]*)", head)[1]) == "x%y.bot"  # type: ignore[index]


BOOK = ClauseCoverage(
    "Sky | Duel",
    (
        ClauseStatus("SD-A-01", "one <b>", True, True, ("rules.bot:3",)),
        ClauseStatus("SD-A-02", "two", True, False),
        ClauseStatus("SD-A-03", "three", False, False, reason="a matter of *taste*"),
        ClauseStatus("SD-A-04", "four", False, True),
    ),
)


def test_clauses_as_json() -> None:
    report = json.loads("\n".join(coverage_lines(BOOK, "json")))
    CLAUSES.validate(report)
    assert report == {
        "format_version": 1,
        "game": "Sky | Duel",
        "total": 4,
        "enforced": 2,
        "tested": 2,
        "unenforced": ["SD-A-03", "SD-A-04"],
        "untested": ["SD-A-02", "SD-A-03"],
    }


def test_clauses_for_people() -> None:
    assert list(coverage_lines(BOOK, "table")) == [
        "Sky | Duel: 4 clauses, 2 (50 %) enforced, 2 (50 %) tested",
        "not enforced:",
        "  SD-A-03 SD-A-04",
        "not tested:",
        "  SD-A-02 SD-A-03",
    ]
    table = list(coverage_lines(BOOK, "markdown"))
    assert table[0] == r"# Clauses of Sky \| Duel"
    assert table[4] == "| SD-A-01 | one &lt;b&gt; | yes | yes | rules.bot:3 |"
    assert table[6] == r"| SD-A-03 | three | no: a matter of \*taste\* | no |  |"
    assert list(coverage_lines(ClauseCoverage("x", ()), "table")) == ["x: 0 clauses, 0 enforced, 0 tested"]
