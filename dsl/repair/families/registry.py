"""All families of rewrites."""

from __future__ import annotations

from dsl.repair.families import heads, items, prose, readings, scenarios, sentences, signs, suggestions
from dsl.repair.spot import Family

READERS: tuple[Family, ...] = readings.FAMILIES
"""Families that read a whole line; they cost more work than the others."""

FAMILIES: tuple[Family, ...] = (
    suggestions.own_fix, suggestions.synonyms, suggestions.meant_name, suggestions.hyphens, suggestions.shown_name, suggestions.shown_apart,
    suggestions.foreign_words, suggestions.alike_names, suggestions.shown_words,
    *signs.FAMILIES, *items.FAMILIES, *heads.FAMILIES, *sentences.FAMILIES, *scenarios.FAMILIES, *prose.FAMILIES,
)  # fmt: skip
