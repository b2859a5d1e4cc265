"""The pages of `dsl/diagnostics/errors`: each wrong example gives its code, each right one does not.

A fence of a page says how its example is to be read: `bot` alone is a whole game; `with-arena` stands beside the rules of
`tests/cases/arena.bot`; in `escaped` a character that cannot be seen is written as `\\u200b`; `latin-1` is stored so.
"""

from __future__ import annotations

import re

import pytest
from attrs import frozen

from dsl.diagnostics import Diagnostic
from dsl.diagnostics.codes import registry
from dsl.syntax.decode import decode
from tests.architecture.tree import ROOT
from tests.check.arenas import found_in

PAGES = ROOT / "dsl" / "diagnostics" / "errors"
FAMILIES = "1236"  # text, names, rules, scenarios; the pages of packs and settings show YAML and TOML
OF_MATCHES = ("BW61", "BW62")  # records and answers: no text is wrong there
RUN = "BW63"  # scenarios that fail: their pages are run in `test_scenario_failures`
CODES = [code for code in registry() if code[2] in FAMILIES and not code.startswith((*OF_MATCHES, RUN))]
EXAMPLE = re.compile(r"^```bot *(?P<marks>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
WIDTH = 130


@frozen
class Example:
    text: str
    marks: frozenset[str]

    def found(self) -> tuple[Diagnostic, ...]:
        decoded = decode("example.bot", self.text.encode("latin-1" if "latin-1" in self.marks else "utf-8"))
        if not decoded.readable:
            return decoded.diagnostics
        return found_in(decoded.source.text, "example.bot", "with-arena" in self.marks)


def page(code: str) -> str:
    return (PAGES / f"{code}.md").read_text(encoding="utf-8")


def examples(code: str, heading: str) -> list[Example]:
    section = re.search(rf"^## {heading}$(.*?)(?=^## |\Z)", page(code), re.MULTILINE | re.DOTALL)
    assert section is not None, f"{code} has no `## {heading}`"
    return [_example(match["text"], match["marks"]) for match in EXAMPLE.finditer(section[1])]


def _example(text: str, marks: str) -> Example:
    if "escaped" in marks.split():
        text = re.sub(r"\\u([0-9a-f]{4})", lambda match: chr(int(match[1], 16)), text)
    return Example(text, frozenset(marks.split()))


def told(found: tuple[Diagnostic, ...]) -> list[str]:
    return [f"{item.code} {item.message} | {item.help}" for item in found]


@pytest.mark.parametrize("code", CODES)
def test_the_wrong_example_is_wrong(code: str) -> None:
    wrong = examples(code, "Wrong")
    assert wrong
    for example in wrong:
        result = example.found()
        if registry()[code].severity == "error":
            result = tuple(item for item in result if item.severity == "error")
        else:
            assert [item for item in result if item.severity == "error"] == []
        assert {item.code for item in result} == {code}, told(result)


@pytest.mark.parametrize("code", CODES)
def test_the_right_example_is_right(code: str) -> None:
    right = examples(code, "Right")
    assert right
    for example in right:
        result = example.found()
        assert [item for item in result if item.severity == "error" or item.code == code] == [], told(result)


@pytest.mark.parametrize("code", CODES)
def test_a_page_is_short_and_has_the_title_of_its_code(code: str) -> None:
    lines = page(code).splitlines()
    assert lines[0] == f"# {code}: {registry()[code].title}"
    assert len(lines) <= 60
    assert [line for line in lines if len(line) > WIDTH] == []


def test_the_examples_are_of_the_arena_and_not_of_a_game() -> None:
    """What an example uses is invented: a page must not read like a card of a real game."""
    words = re.compile(
        r"robomon|gekido|waystone|pierce|berserk|blitz|lava|whirlpool|malfunction|reprogram", re.IGNORECASE
    )
    assert [code for code in CODES if words.search(page(code))] == []
