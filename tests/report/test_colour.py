"""When a report is coloured."""

from __future__ import annotations

import pytest

from tools.report.colour import wants_colour


@pytest.mark.parametrize(
    "choice, environment, terminal, wanted",
    [
        ("auto", {}, True, True),
        ("auto", {}, False, False),
        ("auto", {"NO_COLOR": "1"}, True, False),
        ("auto", {"NO_COLOR": ""}, True, True),
        ("auto", {"FORCE_COLOR": "1"}, False, True),
        ("auto", {"FORCE_COLOR": "0"}, False, False),
        ("auto", {"FORCE_COLOR": ""}, False, False),
        ("auto", {"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
        ("auto", {"TERM": "dumb"}, True, False),
        ("always", {"NO_COLOR": "1"}, False, True),
        ("never", {"FORCE_COLOR": "1"}, True, False),
    ],
)
def test_colour(choice: str, environment: dict[str, str], terminal: bool, wanted: bool) -> None:
    assert wants_colour(choice, environment, terminal) is wanted
