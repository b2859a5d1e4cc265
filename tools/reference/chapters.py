"""The chapters of the language reference: their files, sections and anchors.

The tests, the word index and the documentation site all read the chapters through this module, so a new chapter is
only a new file in `dsl/docs/language`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from tools.resources import room

FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^## (?P<title>.*)\n(?P<body>(?:(?!## ).*\n?)*)", re.MULTILINE)


@frozen
class Section:
    """One `## heading` of a chapter; `text` excludes fenced blocks."""

    file: str
    title: str
    text: str

    @property
    def link(self) -> str:
        return f"[{self.title}]({self.file}#{anchor(self.title)})"


def chapter_files() -> list[Path]:
    """The chapters in reading order."""
    return sorted((room("dsl") / "docs" / "language").glob("[0-9]*.md"))


def sections(file: Path, text: str) -> Iterator[Section]:
    """The sections of a chapter in order."""
    for match in _HEADING.finditer(FENCE.sub("", text)):
        yield Section(file.name, match["title"], match["body"])


def anchor(heading: str) -> str:
    """The anchor of a heading, as common Markdown renderers generate it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
