"""Explanations held against the source: whatever they say about a place, the words that they show must stand there."""

from __future__ import annotations

from interpreter.explain.explanation import Explanation
from tests.engine.tables import HEAD


def source_of(text: str) -> str:
    """The whole text of a game that was put on the table by `tables.program`."""
    return text if "ruleset " in text else HEAD + text


def stands_there(found: Explanation, sources: dict[str, str]) -> None:
    """Every place that an explanation names is one, and the words that it shows stand there."""
    for step in found.steps:
        if step.spot is None:
            continue
        line = sources[step.spot.file].split("\n")[step.spot.line - 1]
        there = " ".join(line[step.spot.column - 1 :].split())
        shown = step.text.removesuffix("…")
        assert shown
        assert there.startswith(shown) or shown.startswith(there), (str(step.spot), there, shown)
