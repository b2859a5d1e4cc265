"""What one clause of a catalogue cannot know alone: the prefix, the modes, and the ids of the others.

This looks at the words of the file, not at the finished values, so that an id given twice is found even when another
clause has a fault of its own. A word that has a fault already is passed over.
"""

from __future__ import annotations

import re

from dsl.diagnostics import Diagnostic, Label, diagnose, did_you_mean
from dsl.diagnostics.codes import packs as codes
from dsl.packs.yaml_nodes import Fields, Word, child, parts, words
from dsl.text.source import Place

PREFIX_PATTERN = r"^[A-Z]{2,8}$"
CLAUSE_PATTERN = r"^[A-Z]{2,8}-[A-Z][A-Z0-9]*-[0-9]{2,3}$"


def compare_clauses(book: Fields) -> list[Diagnostic]:
    """Ids of another rulebook, ids given twice, and modes that the catalogue does not list."""
    prefix = next((word.text for word in words(child(book, "prefix")) if re.fullmatch(PREFIX_PATTERN, word.text)), "")
    clauses = parts(child(book, "clauses"))
    ids = [word for entry in [*clauses, *parts(child(book, "examples"))] for word in words(child(entry, "id"))]
    return [*_ids(ids, prefix), *_modes(book, clauses)]


def _ids(ids: list[Word], prefix: str) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    first: dict[str, Place] = {}
    for word in ids:
        if not re.fullmatch(CLAUSE_PATTERN, word.text):
            continue
        own, _, rest = word.text.partition("-")
        if prefix and own != prefix:
            right = f"{prefix}-{rest}"
            found.append(diagnose(codes.OTHER_PREFIX, word.place, id=word.text, prefix=prefix, right=right))
        if word.text in first:
            notes = [Label(first[word.text], "first given here")]
            found.append(diagnose(codes.SAME_CLAUSE, word.place, notes=notes, id=word.text))
        first.setdefault(word.text, word.place)
    return found


def _modes(book: Fields, clauses: list[Fields]) -> list[Diagnostic]:
    modes = [word.text for word in words(child(book, "modes"))]
    listed = ", ".join(f"`{mode}`" for mode in modes)
    found = []
    for clause in clauses:
        for word in words(child(clause, "modes")):
            if word.text and word.text not in modes:
                advice = did_you_mean(word.text, modes) or ("" if modes else "list the modes of the game under `modes`")
                found.append(diagnose(codes.UNKNOWN_MODE, word.place, help=advice, mode=word.text[:60], modes=listed))
    return found
