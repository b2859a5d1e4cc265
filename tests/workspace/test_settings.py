"""Settings of a project: found in the nearest folder, and refused with a place when they are wrong."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tools.report.findings import spot
from tools.settings import Settings, load


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_no_settings(project: Path) -> None:
    assert load().settings == Settings(format="full", strict=False, paths=(), allow=frozenset())
    assert load().findings.diagnostics == ()


def test_all_settings(project: Path) -> None:
    (project / "botwright.toml").write_text(
        'format = "concise"\nstrict = true\npaths = ["content", "rulesets/x"]\nallow = ["BW1110"]\n'
    )
    loaded = load()
    assert loaded.findings.diagnostics == ()
    assert loaded.settings == Settings("concise", True, ("content", "rulesets/x"), frozenset(["BW1110"]))


def test_settings_in_a_file_that_others_use_too(project: Path) -> None:
    (project / "pyproject.toml").write_text('[tool.other]\nstrikt = 1\n\n[tool.botwright]\nformat = "json"\n')
    assert load().settings.format == "json"
    (project / "pyproject.toml").write_text('# botwright\n[tool.other]\nformat = "x"\n')
    assert load().settings.format == "full"
    (project / "pyproject.toml").write_text("this is not ours: botwright\n")
    assert load().findings.diagnostics == ()


def test_a_folder_further_in_uses_them_with_its_own_paths(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "botwright.toml").write_text('paths = ["content"]\n')
    (project / "content" / "core").mkdir(parents=True)
    monkeypatch.chdir(project / "content" / "core")
    assert load().settings.paths == ("..",)


def test_the_search_ends_at_the_top_of_the_repository(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = project / "inner"
    (inner / ".git").mkdir(parents=True)
    (project / "botwright.toml").write_text("strict = true\n")
    monkeypatch.chdir(inner)
    assert load().settings.strict is False


@pytest.mark.parametrize(
    "text, code, line, column, message, advice",
    [
        ("strikt = true\n", "BW4701", 1, 1, "there is no setting `strikt`", "did you mean `strict`?"),
        ("x = 1\n", "BW4701", 1, 1, "`x`", "the settings are `format`, `strict`, `paths`, `allow`"),
        (
            '# c\nformat = "fll"\n',
            "BW4702",
            2,
            1,
            "`format` needs one of full, concise, json",
            'write `format = "full"`',
        ),
        ('strict = "yes"\n', "BW4702", 1, 1, '`strict` needs `true` or `false`, but this is "yes"', "`strict = true`"),
        ('paths = "content"\n', "BW4702", 1, 1, "`paths` needs a list of paths", "paths = ["),
        ("paths = [1]\n", "BW4702", 1, 1, "`paths` needs a list of paths, but this is a list", ""),
        ("allow = 3\n", "BW4702", 1, 1, "`allow` needs a list of codes, but this is a number", ""),
        ('allow = ["BW1009"]\n', "BW4705", 1, 1, "`BW1009` cannot be allowed: it is an error", "only warnings"),
        ('allow = ["BW1119"]\n', "BW4705", 1, 1, "`BW1119` cannot be allowed: there is no such code", "`BW1111`"),
        ("strict = true\nformat: full\n", "BW4703", 2, 7, "this is not TOML: expected '=' after a key", "name = value"),
        ("strict = ", "BW4703", 1, 10, "this is not TOML", "name = value"),
    ],
)
def test_wrong_settings(project: Path, text: str, code: str, line: int, column: int, message: str, advice: str) -> None:
    (project / "botwright.toml").write_text(text)
    findings = load().findings
    [result] = findings.diagnostics
    place = spot(result.place, findings.sources)
    assert (result.code, place.file, place.line, place.column) == (code, "botwright.toml", line, column)
    assert message in result.message
    assert advice in result.help


def test_three_faults_are_three_diagnostics(project: Path) -> None:
    (project / "pyproject.toml").write_text("strict = 9\n[tool.botwright]\nstrict = 1\nformt = 2\nallow = 3\n")
    findings = load().findings
    places = [spot(diagnostic.place, findings.sources) for diagnostic in findings.diagnostics]
    assert [(place.file, place.line) for place in places] == [
        ("pyproject.toml", 3),
        ("pyproject.toml", 4),
        ("pyproject.toml", 5),
    ]


def test_settings_in_two_files(project: Path) -> None:
    (project / "botwright.toml").write_text("strict = true\n")
    (project / "pyproject.toml").write_text("[tool.botwright]\nstrict = false\n")
    [result] = load().findings.diagnostics
    assert result.code == "BW4704"


@pytest.mark.parametrize(
    "data, code",
    [
        (b"strict = \xff\n", "BW1001"),
        (b"# " + b"x" * 300_000, "BW1003"),
        (b"a = " + b"[" * 100_000, "BW4703"),
        (b"tool = 3\n", "BW4701"),
        (b"\xef\xbb\xbfstrict = true\r\n", None),
    ],
)
def test_odd_bytes(project: Path, data: bytes, code: str | None) -> None:
    (project / "botwright.toml").write_bytes(data)
    assert [diagnostic.code for diagnostic in load().findings.diagnostics] == ([code] if code else [])


def test_a_folder_or_a_pipe_of_that_name_is_no_file(project: Path) -> None:
    (project / "botwright.toml").mkdir()
    os.mkfifo(project / "pyproject.toml")
    assert load().settings == Settings()


def test_a_value_instead_of_the_table(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool]\nbotwright = 3\n")
    [result] = load().findings.diagnostics
    assert result.code == "BW4701"
