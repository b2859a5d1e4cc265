"""The pages of `botwright explain`: one for each code, and a few lines for each word of the language and each clause.

The pages of codes are files; `tools.reference` describes words from the tables that the parser reads, so neither can be
out of date.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from dsl.diagnostics.codes import registry
from dsl.packs.read_manifest import read_clauses
from tools.files import read_text
from tools.reference import word_entry, words
from tools.resources import room, shipped_rulesets, shipped_text

CODE = re.compile(r"BW[0-9]{4}")
CLAUSE = re.compile(r"[A-Z]{2,8}-[A-Z][A-Z0-9]*-[0-9]{2,3}")


def page(word: str) -> str | None:
    """The page of a code or word, as Markdown; None if there is none."""
    return next((page for look_up in LOOKUPS if (page := look_up(word.strip())) is not None), None)


def names() -> Iterator[str]:
    """Everything that has a page."""
    yield from codes()
    yield from words()


def codes() -> dict[str, str]:
    """All codes with their titles, including retired codes that still have a page."""
    titles = {code.id: code.title for code in registry().values()}
    for file in sorted(room("dsl").joinpath("diagnostics", "errors").glob("BW*.md")):
        if file.stem not in titles:
            titles[file.stem] = ""
    return titles


def _code(word: str) -> str | None:
    code = word.upper() if word.upper().startswith("BW") else f"BW{word}"
    if not CODE.fullmatch(code):
        return None
    if (text := shipped_text("dsl", "diagnostics", "errors", f"{code}.md")) is not None:
        return text.replace("```bot with-arena", "```bot")  # a mark for the test that checks the examples
    entry = registry().get(code)
    if entry is None:
        return None
    return f"# {code}: {entry.title}\n\nThe message: {entry.message}\n\nWhat to do: {entry.help or 'see the message'}\n"


def _word(word: str) -> str | None:
    """A word of the language: what it does, how it is written, an example."""
    return word_entry(word)


def _clause(word: str) -> str | None:
    """A clause of a rulebook, from the games of this project and then from those that come with Botwright."""
    id = word.upper()
    if not CLAUSE.fullmatch(id):
        return None
    for folder in _games():
        catalogue = read_text(str(folder / "clauses.yaml"))
        # most catalogues belong to other games: a text search avoids parsing their YAML
        book = read_clauses(catalogue.source)[0] if catalogue.readable and id in catalogue.source.text else None
        for clause in book.clauses if book is not None else ():
            if clause.id == id:
                facts = {"section": clause.section, "open in the rulebook": clause.gap, "how to see it": clause.check}
                lines = [f"- {name}: {fact}" for name, fact in facts.items() if fact]
                return "\n".join([f"# {id}", "", clause.rule or "The catalogue does not say more.", "", *lines, ""])
    return None


def _games() -> Iterator[Path]:
    here = Path("rulesets")
    yield from sorted(path for path in here.glob("*") if (path / "clauses.yaml").is_file())
    yield from shipped_rulesets().values()


LOOKUPS: tuple[Callable[[str], str | None], ...] = (_code, _word, _clause)
