"""The pages about records and answers: short, titled like their code; and every code is given somewhere and tested."""

from __future__ import annotations

import re

import pytest

from dsl.diagnostics.codes import Code, answers, records, registry
from tests.architecture.tree import ROOT
from tests.check.test_error_pages import OF_MATCHES, page

CODES = [code for code in registry() if code.startswith(OF_MATCHES)]
NAMES = {
    code.id: name for family in (answers, records) for name, code in vars(family).items() if isinstance(code, Code)
}


def texts(*folders: str) -> str:
    files = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def test_the_family_is_whole() -> None:
    assert sorted(NAMES) == CODES


@pytest.mark.parametrize("code", CODES)
def test_a_page_is_short_and_has_the_title_of_its_code(code: str) -> None:
    lines = page(code).splitlines()
    assert lines[0] == f"# {code}: {registry()[code].title}"
    assert len(lines) <= 40
    assert [line for line in lines if len(line) > 130] == []
    assert len(re.findall(r"^```", page(code), re.MULTILINE)) == 4


def test_every_code_is_given_somewhere_and_seen_in_a_test() -> None:
    given, seen = texts("interpreter", "tools"), texts("tests")
    assert [code for code in CODES if not re.search(rf"(?<!\w){NAMES[code]}(?!\w)", given)] == []
    assert [code for code in CODES if f'"{code}' not in seen and f"{code} " not in seen] == []
