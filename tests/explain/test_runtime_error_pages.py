"""The pages of run-time faults: each wrong example is checked, played, and fails with its code; each right one passes."""

from __future__ import annotations

import re

import pytest

from dsl.check.driver import Unit, check
from dsl.diagnostics.codes import Code, running
from dsl.ir.program import Program
from dsl.parse import parse_source
from dsl.text.source import Source
from interpreter.model import limits
from interpreter.requirements import unfit
from interpreter.scenarios.run import Outcome, run_scenario
from tests.check.arenas import arena_pieces, clauses
from tests.check.test_error_pages import examples, page

CODES = sorted(code.id for code in vars(running).values() if isinstance(code, Code))
OF_FORMS = running.UNFIT.id
"""Found before anybody plays: its page has no scenario."""
PLAYED = [code for code in CODES if code != OF_FORMS]


@pytest.fixture(autouse=True)
def narrow_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bounds are for real matches; a page shows them in little."""
    monkeypatch.setattr(limits, "STEPS_PER_DECISION", 50_000)
    monkeypatch.setattr(limits, "EVENTS_PER_MATCH", 1_000)
    monkeypatch.setattr(limits, "WORK", 1_000_000)


def read(text: str) -> Program:
    pieces = tuple(parse_source(Source("example.bot", text)))
    checked = check([Unit("arena", arena_pieces(), clauses()), Unit("text", pieces, clauses())])
    assert [diagnostic for diagnostic in checked.diagnostics if diagnostic.severity == "error"] == []
    return checked.program


def outcomes(text: str) -> list[Outcome]:
    program = read(text)
    return [
        outcome
        for scenario in program.scenarios
        if scenario.unit == "text"
        for outcome in run_scenario(program, scenario)
    ]


def judged(text: str) -> list[str]:
    program = read(text)
    return [item.code for item in unfit(program, {card.id for card in program.cards if card.unit == "text"})]


def test_forms_are_judged() -> None:
    assert [judged(example.text) for example in examples(OF_FORMS, "Wrong")] == [[OF_FORMS]]
    assert [judged(example.text) for example in examples(OF_FORMS, "Right")] == [[]]


@pytest.mark.parametrize("code", PLAYED)
def test_the_wrong_example_fails_at_the_table(code: str) -> None:
    for example in examples(code, "Wrong"):
        results = outcomes(example.text)
        assert results
        assert [item.message.split(":")[0] for item in results] == [code] * len(results), results


@pytest.mark.parametrize("code", PLAYED)
def test_the_right_example_passes(code: str) -> None:
    for example in examples(code, "Right"):
        results = outcomes(example.text)
        assert results
        assert [item for item in results if not item.passed] == []


@pytest.mark.parametrize("code", CODES)
def test_a_page_is_short_and_has_its_title(code: str) -> None:
    lines = page(code).splitlines()
    title = next(item.title for item in vars(running).values() if isinstance(item, Code) and item.id == code)
    assert lines[0] == f"# {code}: {title}"
    assert len(lines) <= 60
    assert [line for line in lines if len(line) > 130] == []


def test_codes_are_never_left_out_of_the_engine() -> None:
    """Every code of the family is raised somewhere, and no other is written into the engine by hand."""
    from tests.architecture.tree import ROOT

    texts = {str(path): path.read_text(encoding="utf-8") for path in (ROOT / "interpreter").rglob("*.py")}
    whole = "\n".join(texts.values())
    named = [name for name, code in vars(running).items() if isinstance(code, Code)]
    assert [name for name in named if not re.search(rf"\b{name}\b", whole)] == []
    assert [name for name, text in texts.items() if re.search(r"\"BW\d", text)] == []
