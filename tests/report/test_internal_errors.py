"""Reports of faults of Botwright itself: one file for one fault, wherever it can be written."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.text.source import Place
from tools.internal_errors import internal_diagnostic, write_report


def failing(depth: int = 0) -> BaseException:
    try:
        if depth:
            raise failing(depth - 1)
        raise ValueError("no \x1b[31m such\udc80 thing")
    except ValueError as error:
        return error


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_report_says_where_and_what(logs: Path) -> None:
    path = Path(write_report(failing(), ["check", "a b"]))
    assert path.parent == logs / "state" / "botwright" / "log"
    text = path.read_text("utf-8")
    assert "command: 'check' 'a b'" in text
    assert "ValueError: no" in text
    assert "in failing" in text


def test_the_same_fault_is_one_file(logs: Path) -> None:
    paths = {write_report(failing()) for _ in range(3)}
    assert len(paths) == 1
    assert write_report(failing(1)) not in paths


def test_without_a_log_folder_it_goes_to_the_current_one(logs: Path) -> None:
    (logs / "state").write_text("a file where a folder should be")
    path = Path(write_report(failing()))
    assert path.parent == Path()
    assert path.is_file()


def test_without_any_place_the_diagnostic_says_so(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (logs / "state").write_text("")
    gone = logs / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    result = internal_diagnostic(failing(), Place("x.bot", 3, 5))
    assert (result.code, result.place) == ("BW9001", Place("x.bot", 3, 5))
    assert "BOTWRIGHT_DEBUG=1" in result.help


def test_the_diagnostic_names_the_report(logs: Path) -> None:
    result = internal_diagnostic(failing())
    assert "ValueError" in result.message
    assert "botwright-report-" in result.help


def test_a_runaway_recursion_has_a_short_report(logs: Path) -> None:
    def deeper() -> None:
        deeper()

    with pytest.raises(RecursionError) as raised:
        deeper()
    text = Path(write_report(raised.value)).read_text("utf-8")
    assert "RecursionError" in text
    assert text.count("\n") < 300
