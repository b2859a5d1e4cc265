"""Golden cases of diagnostics: a wrong text, and the whole report that its author gets.

`tests/cases/diagnostics/<name>.bot` (`.bin` where the bytes themselves are wrong) stands beside `<name>.out`. A text that
begins with `# With the arena.` is checked beside the rules of `tests/cases/arena.bot`. `pytest --rewrite` writes the
reports anew; whoever does that reads the difference.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.diagnostics.codes import registry
from dsl.syntax.decode import decode
from tests.architecture.tree import ROOT
from tests.check.arenas import found_in, shown

FOLDER = ROOT / "tests" / "cases" / "diagnostics"
CASES = sorted([*FOLDER.glob("*.bot"), *FOLDER.glob("*.bin")])
FAMILIES = "1236"


def report(case: Path) -> str:
    """The report about a case, without colours; a case is called by its name alone."""
    file = f"{case.stem}.bot"
    decoded = decode(file, case.read_bytes())
    text = decoded.source.text
    actual = (
        decoded.diagnostics if not decoded.readable else found_in(text, file, text.startswith("# With the arena.\n"))
    )
    return shown(text, file, actual)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_the_report_is_the_one_that_was_read(case: Path, request: pytest.FixtureRequest) -> None:
    result = report(case)
    expected = case.with_suffix(".out")
    if request.config.getoption("--rewrite"):
        expected.write_text(result, encoding="utf-8", newline="\n")
    assert result == expected.read_text(encoding="utf-8")


OF_MATCHES = ("BW61", "BW62", "BW63")  # records, answers, runs of scenarios: no text is wrong there


@pytest.mark.parametrize(
    "code", [code for code in registry() if code[2] in FAMILIES and not code.startswith(OF_MATCHES)]
)
def test_every_code_has_a_case_of_its_name(code: str) -> None:
    cases = [case for case in CASES if case.stem.startswith(f"{code}-")]
    assert cases, f"no case {code}-….bot"
    for case in cases:
        assert f"[{code}]" in case.with_suffix(".out").read_text(encoding="utf-8"), f"{case.name} does not give {code}"


def test_every_report_belongs_to_a_case() -> None:
    assert {path.stem for path in FOLDER.glob("*.out")} == {case.stem for case in CASES}
    assert [path.name for path in FOLDER.iterdir() if path.suffix not in (".bot", ".bin", ".out")] == []


TERMINALS = re.compile(
    r"\b(?:NAME|CAP|INTEGER|QUOTED|CLAUSE|NL|END)\b|\$END|<[a-z_]+>|\bToken\b|\bNone\b|\b[A-Z][a-z]+T\("
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_report_speaks_to_an_author(case: Path) -> None:
    """No word of the program itself, and no placeholder that was not filled."""
    said = [line for line in report(case).splitlines() if line.startswith(("error", "warning")) or " = help: " in line]
    assert [line for line in said if TERMINALS.search(line)] == []
    unfilled = re.compile(r"(?<![`{])\{[a-z_]+\}(?!`)")
    assert [line for line in said if unfilled.search(line) and "text has" not in line and "can have" not in line] == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_every_finding_says_what_to_do(case: Path) -> None:
    result = report(case)
    assert result.count(" = help: ") == len(re.findall(r"^(?:error|warning)\[", result, re.MULTILINE))
