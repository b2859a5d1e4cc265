"""Every code has its page, and every page its code."""

from __future__ import annotations

import re

import pytest

from dsl.diagnostics.codes import Code, registry
from tests.architecture.tree import ROOT

PAGES = ROOT / "dsl" / "diagnostics" / "errors"


def wrong_with_page(code: Code, text: str) -> list[str]:
    """What a page lacks: its title line, an explanation, a wrong and a right example that is more than a heading."""
    collected = []
    title, _, rest = text.partition("\n")
    if not re.fullmatch(rf"# {code.id}: \S.*", title):
        collected.append(f"{code.id}: the first line is not `# {code.id}: title`")
    before, *sections = re.split(r"^## +", rest, flags=re.MULTILINE)
    if not before.strip():
        collected.append(f"{code.id}: no explanation")
    bodies = {head.strip(): body.strip() for head, _, body in (section.partition("\n") for section in sections)}
    collected += [f"{code.id}: no example under `## {head}`" for head in ("Wrong", "Right") if not bodies.get(head)]
    return collected


def test_every_code_has_a_page() -> None:
    collected = []
    for code in registry().values():
        page = PAGES / f"{code.id}.md"
        collected += (
            wrong_with_page(code, page.read_text(encoding="utf-8")) if page.is_file() else [f"{code.id}: no page"]
        )
    assert collected == []


def test_every_page_has_a_code() -> None:
    assert {page.stem for page in PAGES.glob("BW*.md")} - registry().keys() == set()


def test_codes_have_the_form_that_people_type() -> None:
    assert [code for code in registry() if not re.fullmatch(r"BW[1-9]\d{3}", code)] == []


GOOD = "# BW1001: not UTF-8\n\nSave it so.\n\n## Wrong\n\nx\n\n## Right\n\ny\n"


@pytest.mark.parametrize(
    "text, faults",
    [
        (GOOD, 0),
        (GOOD.replace("BW1001", "BW1002"), 1),
        (GOOD.replace("Save it so.", ""), 1),
        (GOOD.replace("## Right\n\ny\n", "## Right\n"), 1),
        (GOOD.replace("## Wrong", "## Bad"), 1),
        ("", 4),
    ],
)
def test_a_poor_page_is_found(text: str, faults: int) -> None:
    assert len(wrong_with_page(registry()["BW1001"], text)) == faults
