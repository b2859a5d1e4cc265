"""Checks the clauses of a catalogue against each other: the prefix, the modes and duplicate ids.

This reads the YAML nodes, not the structured values, so that a duplicate id is found even if another clause has an
error. A node that already has an error is skipped.
"""

from __future__ import annotations

import re

from dsl.diagnostics import Diagnostic, Label, diagnose, did_you_mean
from dsl.diagnostics.codes import packs as codes
from dsl.packs.yaml_nodes import Scalar, YamlFields, child, parts, scalars
from dsl.text.source import Place

PREFIX_PATTERN = r"^[A-Z]{2,8}$"
CLAUSE_PATTERN = r"^[A-Z]{2,8}-[A-Z][A-Z0-9]*-[0-9]{2,3}$"


def compare_clauses(book: YamlFields) -> list[Diagnostic]:
    """Ids with another prefix, duplicate ids, and modes that the catalogue does not list."""
    prefix = next((word.text for word in scalars(child(book, "prefix")) if re.fullmatch(PREFIX_PATTERN, word.text)), "")
    clauses = parts(child(book, "clauses"))
    ids = [word for entry in [*clauses, *parts(child(book, "examples"))] for word in scalars(child(entry, "id"))]
    return [*_ids(ids, prefix), *_modes(book, clauses)]


def _ids(ids: list[Scalar], prefix: str) -> list[Diagnostic]:
    diagnostics: list[Diagnostic] = []
    first: dict[str, Place] = {}
    for word in ids:
        if not re.fullmatch(CLAUSE_PATTERN, word.text):
            continue
        id_prefix, _, rest = word.text.partition("-")
        if prefix and id_prefix != prefix:
            right = f"{prefix}-{rest}"
            diagnostics.append(diagnose(codes.OTHER_PREFIX, word.place, id=word.text, prefix=prefix, right=right))
        if word.text in first:
            notes = [Label(first[word.text], "first given here")]
            diagnostics.append(diagnose(codes.SAME_CLAUSE, word.place, notes=notes, id=word.text))
        first.setdefault(word.text, word.place)
    return diagnostics


def _modes(book: YamlFields, clauses: list[YamlFields]) -> list[Diagnostic]:
    modes = [word.text for word in scalars(child(book, "modes"))]
    listed = ", ".join(f"`{mode}`" for mode in modes)
    diagnostics = []
    for clause in clauses:
        for word in scalars(child(clause, "modes")):
            if word.text and word.text not in modes:
                advice = did_you_mean(word.text, modes) or ("" if modes else "list the modes of the game under `modes`")
                diagnostics.append(
                    diagnose(codes.UNKNOWN_MODE, word.place, help=advice, mode=word.text[:60], modes=listed)
                )
    return diagnostics
