"""Finds forms of the language that are newer than the version that a pack requires.

The records of `dsl.syntax.constructs` name the version that added each form. A pack whose manifest requires `^1.0` and
that uses a form of 1.1 gets a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from dsl.syntax import nodes as n
from dsl.syntax.constructs import Newer, newer_forms
from dsl.syntax.walk import walk
from dsl.text.source import Span
from dsl.text.versions import Version

FIRST = Version(1, 0, 0)
FORMS: tuple[Newer, ...] = tuple(newer_forms())
FORM_NAMED = {form.written: form for form in FORMS}
_HINTS = {form: re.compile(form.hint) for form in FORMS if form.hint}


def newer(text: str, tree: n.Node | None, low: Version) -> Iterator[tuple[Newer, Span]]:
    """The forms in a declaration that are newer than a version: each once, at its first use."""
    if tree is None:
        return
    possible: dict[type[n.Node], list[Newer]] = {}
    for form in newer_than(low):
        if _may_contain(text, form):
            possible.setdefault(form.node, []).append(form)
    if not possible:
        return
    reported: set[str] = set()
    for node in walk(tree):
        for form in possible.get(type(node), ()):
            if form.written not in reported and _uses(node, form):
                reported.add(form.written)
                yield form, node.span


@cache
def newer_than(low: Version) -> tuple[Newer, ...]:
    """The forms that came after a version."""
    return tuple(form for form in FORMS if form.since > low)


def _may_contain(text: str, form: Newer) -> bool:
    if not all(sign in text for sign in form.signs):
        return False
    return form not in _HINTS or _HINTS[form].search(text) is not None


def _uses(node: n.Node, form: Newer) -> bool:
    value = getattr(node, form.field, None)
    return value == form.value if form.value else value not in (None, ())
